"""The gold that ships, told once for all tests of it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain
from pathlib import Path

from coders.gold import starter_files
from coders.packets.gold import GoldFile
from coders.packets.shape import Phase
from dsl.tree import QuestionKind
from runners.coding.gold_transcripts import GoldTale, TaleCode, gold_tales, scripts_near


@cache
def starter() -> tuple[GoldFile, ...]:
    """The files as read."""
    return starter_files()


@cache
def tales() -> tuple[GoldTale, ...]:
    """All transcripts with every word."""
    load = scripts_near(Path())
    return tuple(chain.from_iterable(gold_tales(file, load) for file in starter()))


def told(name: str) -> GoldTale:
    """One transcript."""
    return next(tale for tale in tales() if tale.gold.name == name)


def of(use: Phase) -> list[GoldTale]:
    """Those of one use."""
    return [tale for tale in tales() if tale.gold.use is use]


def scored(tale: GoldTale) -> list[TaleCode]:
    """The codes of its test questions."""
    return [c for c in tale.codes.values() if c.question.kind is QuestionKind.TEST]


def counted(found: list[GoldTale]) -> Counter[str]:
    """How many test questions of these have each code, `half, hedged`."""
    return Counter(str(code.coded.code) for tale in found for code in scored(tale))
