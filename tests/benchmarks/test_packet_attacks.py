"""What somebody who has a packet's file finds in it: no more than docs/coding.md says."""

from __future__ import annotations

import random
from functools import cache
from tempfile import TemporaryDirectory

import pytest

from benchmarks.packet_attacks import (
    DUPLICATES,
    GOLD,
    Found,
    PacketFile,
    attacked,
    duplicates_in,
    gold_in,
    opened,
)
from coders.packets.shape import View
from dsl.trial import Question, Trial
from runners.coding.gold.chosen import gold_for
from runners.coding.items import ItemBuilder, ItemDisplay
from runners.coding.packet_record import PacketOptions
from runners.coding.packing import CoderPacket, pack
from runners.store.store import Store
from tests.coders.starter import EXPANDERS, shipped
from tests.packet_text import packet_text
from tests.runners.coding.studies_at_hand import context, study_of

MODELS = ("openai/gpt-4o", "lab/tiny-9b", "lab/tiny-70b")
FINDING_GOLD = {"stories: one item too many", "stories: one question too many",
                "rare words in replies", "sizes", "replies of the starter gold"}  # fmt: skip
"""Attacks that find gold, as the documents say: they count stories, or look at the replies."""


views = pytest.mark.parametrize(
    "view",
    [
        pytest.param(
            view, marks=[] if view in (View.RUBRIC, View.CONTENT) else [pytest.mark.thorough]
        )
        for view in View
    ],
)


def say(model: str, trial: Trial, question: Question | None) -> str:
    """Replies of which no two are alike."""
    words = f"{model} {trial.cell} {trial.draw} {trial.sample} {question}"
    return f"{'because ' * random.Random(words).randrange(9)}{random.Random(words).getrandbits(60)}"


@cache
def packets(view: View) -> tuple[CoderPacket, ...]:
    """Eight packets of one study."""
    made = shipped()("sally_anne")
    told = study_of([made], MODELS, say, runs=24 if view.whole else 4)
    builder, outside = ItemBuilder(ItemDisplay(view), EXPANDERS), context()
    _, gold = gold_for("starter", told, builder, outside.new_id)
    coders = tuple(f"Coder {number}" for number in range(8))
    with TemporaryDirectory() as folder, Store.open(f"sqlite:///{folder}/packets.sqlite") as store:
        options = PacketOptions(coders, builder.display)
        return pack(store, told, options, outside, builder=builder, gold=gold).packets


@cache
def files(view: View) -> tuple[PacketFile, ...]:
    """What is in their files."""
    return tuple(opened(packet_text(one.packet)) for one in packets(view))


def found(attack: str, *, gold: bool, view: View) -> Found:
    rule, truth = (GOLD[attack], gold_in) if gold else (DUPLICATES[attack], duplicates_in)
    every = [(file, truth(one)) for file, one in zip(files(view), packets(view), strict=True)]
    return attacked(every, rule, random.Random(1))


def by_chance(one: Found) -> bool:
    """Whether guessing finds as much in one study of a thousand."""
    from scipy.stats import binom

    return one.hits <= binom.ppf(0.999, one.named, one.chance)


@views
@pytest.mark.parametrize("attack", sorted(GOLD.keys() - FINDING_GOLD))
def test_silent_gold_is_found_no_better_than_by_guessing(attack: str, view: View) -> None:
    one = found(attack, gold=True, view=view)
    assert one.named >= 30
    assert by_chance(one), one


@views
@pytest.mark.parametrize("attack", ["hashes", "ids", "order: the middle", "order: the end"])
def test_duplicates_are_found_no_better_than_by_guessing(attack: str, view: View) -> None:
    one = found(attack, gold=False, view=view)
    assert one.named >= 300
    assert by_chance(one), one


def test_who_compares_texts_finds_every_duplicate() -> None:
    """They are the same text, and the packet holds it twice: docs/coding.md says so."""
    one = found("equal texts", gold=False, view=View.RUBRIC)
    assert one.hits == one.named


def test_an_attack_finds_what_an_older_packet_gave_away() -> None:
    """The attacks see a leak: equal hashes, answers in the seal, stories that no other item has."""
    (packet, *_) = packets(View.RUBRIC)
    contents = {row.item: row.content for row in packet.kept.items}
    file = opened(packet_text(packet.packet))
    older = [{**item, "content": contents[item["id"]]} for item in file.items]
    told = type(file)(older, file.sizes, {"gold": [{"item": one} for one in gold_in(packet)]})
    hashes, seals = DUPLICATES["hashes"](told), GOLD["seals"](told)
    ids = [item["id"] for item in older]
    assert {one for one, score in zip(ids, hashes, strict=True) if score > 1} == (
        duplicates_in(packet)
    )
    assert {one for one, score in zip(ids, seals, strict=True) if score} == gold_in(packet)
    alone = [{**item, "lines": [{**item["lines"][0], "text": item["id"]}]}
             if item["id"] in gold_in(packet) else item for item in older]  # fmt: skip
    rarest = GOLD["stories: no other item"](type(file)(alone, file.sizes, {}))
    assert {one for one, score in zip(ids, rarest, strict=True) if score == -1} == gold_in(packet)
