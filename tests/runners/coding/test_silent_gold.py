"""Silent gold is told in stories of the study, and between items of other stories."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from coders.matcher import match
from coders.packets.shape import Item, LineKind, Phase, View
from dsl.experiment import Experiment
from dsl.record import replace
from dsl.trial import Question, Trial
from runners.coding.gold.chosen import gold_for
from runners.coding.gold.items import GoldItems
from runners.coding.gold.silent import StoryCounts, told_in_study
from runners.coding.items import ItemBuilder, ItemDisplay
from runners.coding.packet_record import PacketOptions
from runners.coding.packing import CoderPacket, pack
from runners.store.store import Store
from tests.coders.starter import EXPANDERS, names, shipped, told
from tests.runners.coding.studies_at_hand import StudyAtHand, context, study_of

MODELS = ("openai/gpt-4o", "lab/tiny-9b")


def say(model: str, trial: Trial, question: Question | None) -> str:
    """A reply that no other trial has."""
    return f"{model} {trial.cell} {trial.draw} {trial.sample} {question}"


def script(name: str) -> Experiment:
    return shipped()(name)


@cache
def starter(name: str, view: View, models: int, runs: int) -> tuple[StudyAtHand, GoldItems]:
    told = study_of([script(name)], MODELS[:models], say, runs=runs)
    builder = ItemBuilder(ItemDisplay(view), EXPANDERS)
    return told, gold_for("starter", told, builder, context().new_id)[1]


def packet(
    folder: Path, name: str = "sally_anne", *, view: View = View.RUBRIC, models: int = 2, runs: int
) -> CoderPacket:
    told, gold = starter(name, view, models, runs)
    builder = ItemBuilder(ItemDisplay(view), EXPANDERS)
    with Store.open(f"sqlite:///{folder / 'packets.sqlite'}") as store:
        options = PacketOptions(("Ada",), builder.display)
        return pack(store, told, options, context(), builder=builder, gold=gold).packets[0]


def told_in(item: Item) -> tuple[str, ...]:
    return tuple(line.text for line in item.lines if line.kind is not LineKind.REPLY)


def silent(one: CoderPacket) -> set[str]:
    return {row.item for row in one.kept.items if row.phase == Phase.SILENT}


def test_where_stories_are_told_to_several_participants_gold_has_one_of_them(
    tmp_path: Path,
) -> None:
    one = packet(tmp_path, runs=30)
    stories = {told_in(item) for item in one.packet.main if item.id not in silent(one)}
    golden = [item for item in one.packet.main if item.id in silent(one)]
    assert len(stories) == 30
    assert len(golden) == 3
    assert {told_in(item) for item in golden} <= stories
    # In no story twice, and between others.
    assert len({told_in(item) for item in golden}) == 3
    for before, after in zip(one.packet.main, one.packet.main[1:], strict=False):
        assert told_in(before) != told_in(after)


def test_where_each_story_is_told_once_gold_has_one_of_its_own(tmp_path: Path) -> None:
    one = packet(tmp_path, models=1, runs=40)
    twins = {row.item for row in one.kept.items if row.twin}
    counts = Counter(told_in(item) for item in one.packet.main if item.id not in twins)
    assert set(counts.values()) == {1}
    assert len(silent(one)) == 2


def test_in_content_view_gold_has_names_and_things_of_the_study(tmp_path: Path) -> None:
    one = packet(tmp_path, view=View.CONTENT, runs=6)
    cards = {item.card for item in one.packet.main if item.id not in silent(one)}
    golden = [item for item in one.packet.main if item.id in silent(one)]
    assert len(golden) >= 3
    assert {item.card for item in golden} <= cards
    assert all(item.id in one.packet.stories for item in golden)


def test_gold_of_a_condition_that_is_not_coded_is_left_out(tmp_path: Path) -> None:
    told, gold = starter("gears", View.RUBRIC, 2, 30)
    some = replace(
        told,
        trials=tuple(
            one
            for one in told.trials
            if one.transcript.trial.cell.levels == (("structure", "symbiotic"),)
        ),
    )
    assert len(some.trials) == 60
    builder = ItemBuilder(ItemDisplay(View.RUBRIC), EXPANDERS)
    with Store.open(f"sqlite:///{tmp_path / 'packets.sqlite'}") as store:
        options = PacketOptions(("Ada",), builder.display)
        found = pack(store, some, options, context(), builder=builder, gold=gold).packets[0]
    stories = {told_in(item) for item in found.packet.main if item.id not in silent(found)}
    golden = [item for item in found.packet.main if item.id in silent(found)]
    # The set has four of the script, two of them of this condition.
    assert (len(gold.of(Phase.SILENT)), len(golden)) == (4, 2)
    assert {told_in(item) for item in golden} <= stories


def test_a_script_that_asks_other_things_leaves_gold_as_it_is_in_its_file() -> None:
    told, gold = starter("sally_anne", View.RUBRIC, 2, 2)
    builder = ItemBuilder(ItemDisplay(View.RUBRIC), EXPANDERS)
    (one, *_) = gold.of(Phase.SILENT)
    for made, same in ((script("smarties"), True), (script("sally_anne"), False)):
        stories = StoryCounts({told.chapters[0].procedure: replace(made, title="Sally-Anne")})
        for trial in told.trials:
            (draft,) = builder.drafts(told.chapters[0].experiment, trial.transcript)
            stories.add(draft.item, [story_of(told, trial.transcript.trial)])
        again = told_in_study(one, stories, set(), builder, random.Random(1))
        assert (again == one) is same
        if not same:
            assert again.gold.marks == one.gold.marks or again.gold.lrs == one.gold.lrs


def story_of(told: StudyAtHand, trial: Trial) -> object:
    from runners.coding.items import DrawStory

    cell = trial.cell
    return DrawStory(told.chapters[0].procedure, cell.levels, cell.wording, trial.draw, trial.seed)


@pytest.mark.parametrize("name", names(Phase.SILENT))
def test_the_silent_gold_that_ships_fits_any_draw_and_wording(
    name: str, dice: random.Random
) -> None:
    """Its codes give the same LRS, and the matcher reads its replies as in the draw of its file."""
    from runners.coding.gold.transcripts import expand_gold

    one = told(name)
    assert one.gold.any_draw
    draw, wording = dice.randrange(1, 40), dice.choice(["original", "permuted"])
    changed = replace(one.gold, draw=draw, wording=wording)
    file = replace(one.file, transcripts=(changed,))
    (again,) = expand_gold(file, shipped(), EXPANDERS)
    assert again.ruled == one.gold.lrs
    assert list(again.codes) == list(one.codes)
    for before, now in zip(one.codes.values(), again.codes.values(), strict=True):
        assert now.coded == before.coded
        marks = {match(code.reply, code.question).mark for code in (before, now)} - {None}
        assert len(marks) <= 1, (draw, wording, now.reply)
