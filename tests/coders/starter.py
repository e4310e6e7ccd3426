"""The gold that ships, read once for all tests of it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain, count
from pathlib import Path

from coders.gold import starter_files
from coders.packets.shape import Phase, View
from dsl.expand import Expanders
from dsl.tree import QuestionKind
from runners.coding.gold.items import GoldItems, gold_items
from runners.coding.gold.transcripts import (
    GoldTrial,
    GoldTrialCode,
    Load,
    expand_gold,
    script_loader,
)
from runners.coding.items import ItemBuilder, ItemDisplay

EXPANDERS = Expanders()


@cache
def gold_trials() -> tuple[GoldTrial, ...]:
    """All transcripts with every word."""
    files = starter_files()
    return tuple(chain.from_iterable(expand_gold(file, shipped(), EXPANDERS) for file in files))


@cache
def items(view: View) -> GoldItems:
    """All transcripts as items of a packet."""
    numbers = count(1)
    builder = ItemBuilder(ItemDisplay(view), EXPANDERS)
    return gold_items(gold_trials(), builder=builder, new_id=lambda: f"g{next(numbers)}")


@cache
def shipped() -> Load:
    """Loads each shipped script once."""
    return script_loader(Path())


def names(use: Phase) -> list[str]:
    """Those of one use by name, which needs none of their words."""
    return [one.name for file in starter_files() for one in file.transcripts if one.use is use]


def told(name: str) -> GoldTrial:
    """One transcript."""
    return next(gold_trial for gold_trial in gold_trials() if gold_trial.gold.name == name)


def of(use: Phase) -> list[GoldTrial]:
    """Those of one use."""
    return [gold_trial for gold_trial in gold_trials() if gold_trial.gold.use is use]


def scored(gold_trial: GoldTrial) -> list[GoldTrialCode]:
    """The codes of its test questions."""
    return [c for c in gold_trial.codes.values() if c.question.kind is QuestionKind.TEST]


def counted(found: list[GoldTrial]) -> Counter[str]:
    """How many test questions of these have each code, `half, hedged`."""
    return Counter(str(code.coded.code) for gold_trial in found for code in scored(gold_trial))
