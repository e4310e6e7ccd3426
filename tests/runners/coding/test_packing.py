"""A study becomes packets: what is in them, who gets what, and what the store keeps."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import groupby
from pathlib import Path

from coders.desk.welcome import welcome
from coders.packets.assigning import AssignmentPlan
from coders.packets.file import read_packet
from coders.packets.items import sealed
from coders.packets.shape import CoderKind, LineKind, Packet, Phase, QuestionOrder, View
from dsl.record import replace
from dsl.trial import Question, Trial
from runners.coding.gold.chosen import gold_for
from runners.coding.items import ItemBuilder, ItemDisplay
from runners.coding.packet_record import PacketOptions, contents_in_file
from runners.coding.packing import PackedStudy, pack
from runners.store.store import Store
from tests.coders.packets.stories import SHELF, experiment
from tests.coders.packets.unmasking import unmask
from tests.packet_text import packet_text
from tests.runners.coding.studies_at_hand import StudyAtHand, context, packed, study_of

MODELS = ("openai/gpt-4o", "lab/tiny-9b")


def say(model: str, trial: Trial, question: Question | None) -> str:
    """A reply that no other trial has."""
    name = question.name if question is not None else "listen"
    return f"{MODELS.index(model)} {trial.cell} {trial.draw} {trial.sample} {name}"


def alike(model: str, trial: Trial, question: Question | None) -> str:
    """One reply for everything."""
    del model, trial, question
    return "I do not know."


def study(runs: int = 5, samples: int = 1, say: object = say) -> StudyAtHand:
    return study_of([experiment()], MODELS, say, runs=runs, samples=samples)  # type: ignore[arg-type]


def trials_of(found: PackedStudy, coder: int) -> Counter[str]:
    return Counter(
        key
        for item in found.packets[coder].kept.items
        if not item.twin
        for key in {behind.trial for behind in item.behind}
    )


def test_every_coder_gets_every_trial_once_under_ids_of_the_packets_own(tmp_path: Path) -> None:
    told = study()
    found = packed(tmp_path, told, exactly=0)
    every = Counter({one.key: 1 for one in told.trials})
    assert trials_of(found, 0) == trials_of(found, 1) == every
    ids = [item.id for one in found.packets for item in one.packet.main]
    assert len(set(ids)) == len(ids) == 40
    orders = [[row.content for row in one.kept.items] for one in found.packets]
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])


def test_what_stands_behind_an_item_is_in_the_store_and_leads_back_to_its_words(
    tmp_path: Path,
) -> None:
    told = study()
    found = packed(tmp_path, told, add_packets=True)
    by_key = {one.key: one for one in told.trials}
    with Store.open(f"sqlite:///{tmp_path / 'packets.sqlite'}") as store:
        kept = store.packets_of(told.study.id)
    assert {one.packet: one for one in kept} == {one.kept.packet: one.kept for one in found.packets}
    for one in found.packets:
        for row, item in zip(one.kept.items, one.packet.main, strict=True):
            assert row.item == item.id
            assert sealed(item).content == row.content
            (behind,) = row.behind
            transcript = by_key[behind.trial].transcript
            assert behind.transcript == transcript.hash
            replies = {one.place: one.reply for one in transcript.exchanges}
            for number, _, place in behind.places:
                reply = replies[place]
                assert reply is not None
                said = next(
                    line.text
                    for line in item.lines
                    if line.question == number and line.kind is LineKind.REPLY
                )
                assert said == reply.text


def test_the_same_words_are_coded_once_with_all_their_trials_behind_them(tmp_path: Path) -> None:
    told = study(runs=1, samples=3, say=alike)
    found = packed(tmp_path, told, exactly=0)
    # Two conditions; models and samples said the same.
    assert [len(row.behind) for row in found.packets[0].kept.items] == [6, 6]
    assert (found.pool.trials, len(found.pool.drafts), found.pool.merged) == (12, 2, 10)


def test_hidden_duplicates_stand_for_the_same_trials_and_name_their_twin(tmp_path: Path) -> None:
    found = packed(tmp_path, study(runs=20)).packets[0]
    rows = {row.item: row for row in found.kept.items}
    again = [row for row in rows.values() if row.twin]
    assert len(again) == 20
    for row in again:
        twin = rows[row.twin]
        assert (row.content, row.behind) == (twin.content, twin.behind)
        assert row.position - twin.position >= 30
    assert found.packet.header.items == len(found.packet.main) == 100


def test_each_trial_goes_to_as_many_coders_as_asked_balanced_in_every_cell_and_model(
    tmp_path: Path,
) -> None:
    found = packed(
        tmp_path, study(runs=6), coders=("A", "B", "C"), plan=AssignmentPlan(each=2), exactly=0
    )
    every = sum((trials_of(found, at) for at in range(3)), Counter[str]())
    assert set(every.values()) == {2}
    for stratum in found.packets[0].strata:
        counts = [one.strata[stratum] for one in found.packets]
        assert counts == [4, 4, 4]


def test_in_content_view_all_replies_of_a_trial_go_to_the_same_coders(tmp_path: Path) -> None:
    found = packed(
        tmp_path,
        study(runs=6),
        view=View.CONTENT,
        plan=AssignmentPlan(Fraction(1, 3)),
        exactly=0,
    )
    for at in range(2):
        # Three questions; both stories got the same replies.
        assert set(trials_of(found, at).values()) == {3}
    both = trials_of(found, 0) & trials_of(found, 1)
    assert len(both) == 8
    assert len(trials_of(found, 0)) == len(trials_of(found, 1)) == 16
    packet = found.packets[0].packet
    assert set(packet.stories) == {item.id for item in packet.main}


def test_an_author_gets_everything_and_a_statement_of_his_own(tmp_path: Path) -> None:
    found = packed(tmp_path, study(), authors=("Cy",), plan=AssignmentPlan(each=1), exactly=0)
    author = found.packets[2]
    assert author.packet.header.kind is CoderKind.AUTHOR
    assert len(author.packet.main) == 20
    assert author.packet.header.statement.startswith("Authors were blind to ")
    assert found.packets[0].packet.header.statement.startswith("Coders were blind to ")


def test_a_coder_is_not_handed_the_same_trial_again_unless_that_is_wanted(tmp_path: Path) -> None:
    told = study()
    some = replace(told, trials=told.trials[:12])
    packed(tmp_path, some, coders=("Ada",), add_packets=True)
    found = packed(tmp_path, told, coders=("ADA", "Ben"), exactly=0)
    assert (len(found.packets[0].packet.main), found.packets[0].had) == (8, 12)
    assert (len(found.packets[1].packet.main), found.packets[1].had) == (20, 0)
    again = packed(tmp_path, told, coders=("Ada",), again=True, exactly=0)
    assert len(again.packets[0].packet.main) == 20


def test_a_seed_gives_the_same_packets_and_another_gives_others(tmp_path: Path) -> None:
    told = study()
    one, same, other = (packed(tmp_path, told, seed=seed) for seed in (1, 1, 2))
    assert packet_text(one.packets[0].packet) == packet_text(same.packets[0].packet)
    orders = [[row.content for row in found.packets[0].kept.items] for found in (one, other)]
    assert orders[0] != orders[1]


def test_the_models_are_sealed_in_the_packet_and_settings_are_kept_with_the_store(
    tmp_path: Path,
) -> None:
    one = packed(tmp_path, study()).packets[0]
    text = packet_text(one.packet)
    assert "tiny-9b" not in text
    assert read_packet(text, "here").models == ("lab/tiny-9b", "openai/gpt-4o")
    settings = json.loads(one.kept.settings)
    assert settings == {
        "seed": 7,
        "seed_given": True,
        "view": "rubric",
        "keyed": False,
        "plain_replies": False,
        "neutral_words": False,
        "pictures": False,
        "names": ["openai/gpt-4o", "lab/tiny-9b"],
        "share": "1/1",
        "each": None,
        "duplicates": "0.1",
        "again": False,
        "secret": "secret of 7",
        "gold": {},
        "to_judge": {"questions": [], "items": {}},
    }
    assert json.loads(one.kept.header)["coder"] == "Ada"


def test_masks_are_kept_for_the_owner_and_taken_off_give_the_reply(tmp_path: Path) -> None:
    def naming(model: str, trial: Trial, question: Question | None) -> str:
        return f"As {model.rpartition('/')[2]}, made by OpenAI: {say(model, trial, question)}"

    told = study(runs=1, say=naming)
    found = packed(tmp_path, told, exactly=0).packets[0]
    by_key = {one.key: one for one in told.trials}
    for row, item in zip(found.kept.items, found.packet.main, strict=True):
        texts = {reply.text for e in by_key[row.behind[0].trial].transcript.exchanges
                 if (reply := e.reply) is not None}  # fmt: skip
        masked: dict[int, list[str]] = {}
        for line, name in row.masked:
            masked.setdefault(line, []).append(name)
        assert len(masked) == 8
        for line, names in masked.items():
            assert unmask(item.lines[line - 1].text, names) in texts
    assert "gpt-4o" not in packet_text(found.packet)


def test_under_neutral_words_what_coders_say_leads_back_to_the_scripts_words(
    tmp_path: Path,
) -> None:
    told = study_of([experiment()], MODELS, alike, runs=3)
    display = ItemDisplay(View.CONTENT, neutral_words=True)
    found = packed(tmp_path, told, display=display, exactly=0).packets[0]
    said = json.loads(found.kept.settings)["said"]
    words = {one.key: dict(one.transcript.trial.words) for one in told.trials}
    shown = 0
    for row, item in zip(found.kept.items, found.packet.main, strict=True):
        if "look" not in item.lines[0].text:
            continue
        shown += 1
        for behind in row.behind:
            places = {said[row.item]["PLACE 1"], said[row.item]["PLACE 2"]}
            assert places == {words[behind.trial]["shelf"], words[behind.trial]["table"]}
        assert {"PLACE 1", "PLACE 2"} <= set(item.questions[0].candidates)
    assert shown == 3


def test_gold_comes_before_and_among_the_items_and_has_nothing_behind_it(tmp_path: Path) -> None:
    from dsl.loading import load
    from tests.shell import EXPERIMENTS

    made = load(EXPERIMENTS / "sally_anne.dev").experiment
    assert made is not None
    told = study_of([made], MODELS, say, runs=20)
    display = ItemDisplay(View.RUBRIC)
    builder, outside = ItemBuilder(display), context()
    note, gold = gold_for("starter", told, builder, outside.new_id)
    with Store.open(f"sqlite:///{tmp_path / 'packets.sqlite'}") as store:
        found = pack(
            store,
            told,
            PacketOptions(("Ada",), display),
            outside,
            builder=builder,
            gold=gold,
            gold_note=note,
        ).packets[0]
    packet = found.packet
    assert packet.header.gold_note == note
    sections = (packet.training, packet.gate_a, packet.gate_b)
    assert [len(section) for section in sections] == [6, 24, 24]
    rows = {row.item: row for row in found.kept.items}
    assert all(not rows[item].behind for item in packet.gold)
    silent = [row for row in rows.values() if row.phase == Phase.SILENT]
    assert len(silent) == found.silent == min(2, len(gold.of(Phase.SILENT)))
    main = {item.id: item for item in packet.main}
    assert {row.item for row in silent} <= set(main)
    # Only stories of the study's own script: another one would stand out.
    assert all("goes out for a walk" in str(main[row.item].lines) for row in silent)
    kept = json.loads(found.kept.settings)["gold"]
    assert set(kept) == {row.item for row in rows.values() if row.phase != Phase.MAIN}
    assert set(packet.gold) == {item.id for section in sections for item in section}


def test_in_content_view_all_replies_to_one_question_can_come_before_the_next(
    tmp_path: Path,
) -> None:
    from dsl.loading import load
    from tests.shell import EXPERIMENTS

    made = load(EXPERIMENTS / "sally_anne.dev").experiment
    assert made is not None
    told = study_of([made], MODELS, say, runs=10)
    display = ItemDisplay(View.CONTENT)
    builder, outside = ItemBuilder(display), context()
    note, gold = gold_for("starter", told, builder, outside.new_id)
    options = PacketOptions(("Ada",), display, question_order=QuestionOrder.QUESTION)
    with Store.open(f"sqlite:///{tmp_path / 'packets.sqlite'}") as store:
        (found,) = pack(
            store, told, options, outside, builder=builder, gold=gold, gold_note=note
        ).packets
    assert found.silent > 0
    assert found.order.duplicates > 0
    # The questions of this script begin otherwise, in whatever words.
    beginnings = [" ".join(item.questions[0].text.split()[:2]) for item in found.packet.main]
    blocks = [beginning for beginning, _ in groupby(beginnings)]
    assert sorted(blocks) == ["Where did", "Where does", "Where is", "Which of"]
    assert welcome_says(found.packet, "All replies to one question come before those to the next.")
    again = pack_in_default_order(told, tmp_path)
    assert not welcome_says(again, "All replies to one question")
    shuffled = [" ".join(item.questions[0].text.split()[:2]) for item in again.main]
    assert len(list(groupby(shuffled))) > 20


def pack_in_default_order(told: StudyAtHand, folder: Path) -> Packet:
    return packed(folder, told, view=View.CONTENT, coders=("Ada",)).packets[0].packet


def welcome_says(packet: Packet, words: str) -> bool:
    return any(words in paragraph.text for paragraph in welcome(packet))


def test_answers_to_silent_gold_and_hashes_that_can_be_compared_stay_with_the_owner(
    tmp_path: Path,
) -> None:
    found = packed(tmp_path, study(runs=20)).packets[0]
    contents = [item.content for item in found.packet.main]
    assert len(set(contents)) == len(contents) == 100
    assert len({row.content for row in found.kept.items}) == 80
    assert not set(contents) & {row.content for row in found.kept.items}
    assert contents_in_file(found.kept) == {item.id: item.content for item in found.packet.main}
    older = replace(found.kept, settings="{}")
    assert contents_in_file(older) == {row.item: row.content for row in found.kept.items}


def test_questions_that_tell_the_condition_are_named_to_the_owner_alone(tmp_path: Path) -> None:
    script = SHELF.replace(
        "            ask: Is {Otto} sure?\n",
        "            ask by end\n                moved: Is {Otto} sure?\n"
        "                left: Is {Otto} quite sure?\n",
    )
    told = study_of([experiment(script)], MODELS, say, runs=1)
    found = packed(tmp_path, told, view=View.CONTENT)
    assert found.blindness.for_the_owner == ("its words reveal the condition: sure in `The shelf`",)
    assert "The shelf" not in str(found.packets[0].packet.header)


def test_lost_replies_are_counted_and_shown(tmp_path: Path) -> None:
    def cut(model: str, trial: Trial, question: Question | None) -> str:
        return (
            "..."
            if question is not None and question.name == "look"
            else say(model, trial, question)
        )

    told = study(runs=1, say=cut)
    rubric = packed(tmp_path, told)
    assert {item.lost for item in rubric.packets[0].packet.main} == {(2, 5)}
    assert rubric.pool.lost == 8
    content = packed(tmp_path, told, view=View.CONTENT, exactly=0)
    assert len(content.packets[0].packet.main) == 8
    assert content.pool.lost == 8


def test_hostile_replies_reach_the_coder_character_for_character(
    tmp_path: Path, thorough: bool
) -> None:
    replies = [
        "\x1b]52;c;AAAA\x1b\\ [red]x[/oops] [@click=app.quit]y[/]",
        "\ud83d\ude00 halves \udfff and \x00 and \x10d83d",
        "\u202eback\u2066 \x9b31m\r\n\x7f",
        "long " * (18_000 if thorough else 5_000),
    ]

    def hostile(model: str, trial: Trial, question: Question | None) -> str:
        del model, question
        return replies[trial.draw - 1]

    told = study_of([experiment()], ["lab/tiny-9b"], hostile, runs=4)
    for view in View:
        packet = packed(tmp_path, told, view=view).packets[0].packet
        read = read_packet(packet_text(packet), "here")
        shown = {line.text for item in read.main for line in item.lines if line.kind == "reply"}
        assert shown == set(replies)


def test_thinking_printed_inside_replies_is_counted_and_not_cut_out(tmp_path: Path) -> None:
    def thinking(model: str, trial: Trial, question: Question | None) -> str:
        return f"<think>Hm.</think> {say(model, trial, question)}"

    found = packed(tmp_path, study(runs=1, say=thinking))
    assert found.pool.thinking == 4 * 8
    lines = found.packets[0].packet.main[0].lines
    assert all(line.text.startswith("<think>") for line in lines if line.kind is LineKind.REPLY)
