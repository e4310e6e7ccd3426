"""The gold that ships, told once for all tests of it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from coders.gold import STARTER, starter_text
from coders.packets.gold import GoldFile, read_gold
from coders.packets.shape import Phase
from dsl.tree import QuestionKind
from runners.coding.gold import GoldTale, TaleCode, gold_tales, scripts_near


@cache
def starter() -> GoldFile:
    """The file as read."""
    return read_gold(starter_text(), STARTER)


@cache
def tales() -> tuple[GoldTale, ...]:
    """Its transcripts with every word."""
    return gold_tales(starter(), scripts_near(Path()))


def of(use: Phase) -> list[GoldTale]:
    """Those of one use."""
    return [tale for tale in tales() if tale.gold.use is use]


def scored(tale: GoldTale) -> list[TaleCode]:
    """The codes of its test questions."""
    return [c for c in tale.codes.values() if c.question.kind is QuestionKind.TEST]


def counts(use: Phase) -> Counter[str]:
    """How many test questions of one use have each code, `half, hedged`."""
    return Counter(str(code.coded.code) for tale in of(use) for code in scored(tale))
