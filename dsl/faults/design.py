"""E53x: words drawn, tables, numbers and contrasts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class UnequalPools(Fault):
    """Slots drawn together have pools of different sizes."""

    code: ClassVar[str] = "E531"
    title: ClassVar[str] = "slots drawn together need equally many values: {counts}"
    caret: ClassVar[str] = "drawn as rows"
    remedy: ClassVar[str] = (
        "give each as many values as the others; the first of each make the first row, and so on"
    )

    counts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TogetherTwice(Fault):
    """A slot is in two rows."""

    code: ClassVar[str] = "E532"
    title: ClassVar[str] = "`{slot}` is drawn together twice"
    caret: ClassVar[str] = "a slot belongs to one row"
    remedy: ClassVar[str] = "name all of them in one statement: together A, B, C"

    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolsTooSmall(Fault):
    """There are not enough words for slots that must differ."""

    code: ClassVar[str] = "E533"
    title: ClassVar[str] = "{slots} cannot all be different"
    caret: ClassVar[str] = "{count} slots need {count} different words"
    remedy: ClassVar[str] = "add values, so that each slot can have one of its own"

    slots: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupTooSmall(Fault):
    """`different`, `together`, `swap` or `rotate` over too few slots, or a swap of many."""

    code: ClassVar[str] = "E534"
    title: ClassVar[str] = "`{head}` needs {wanted}"
    caret: ClassVar[str] = "{wanted}"

    head: str
    many: bool = False
    mended: str = ""

    def _facts(self) -> dict[str, object]:
        wanted = "two slots, not more" if self.many else "two slots or more"
        return {"head": self.head, "wanted": wanted}

    def help(self) -> str:
        """How the statement is written."""
        if self.many:
            return "to move the values of three or more slots on in turn, write: rotate A, B, C"
        return f"write: {self.mended or f'{self.head} A, B'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotPositive(Fault):
    """A number that must be positive is not."""

    code: ClassVar[str] = "E535"
    title: ClassVar[str] = "`{head}` needs a number above zero"
    caret: ClassVar[str] = "too small"
    remedy: ClassVar[str] = "write {least} or more"

    head: str
    least: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RowCells(Fault):
    """A row with more or fewer cells than columns."""

    code: ClassVar[str] = "E536"
    title: ClassVar[str] = "this row does not fit the {columns} columns of the table"
    caret: ClassVar[str] = "cells here: {cells}; columns: {named}"
    remedy: ClassVar[str] = "put `|` between the cells, one for each column"

    cells: int
    columns: int
    named: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastUnasked(Fault):
    """A contrast over levels in which its question is not asked."""

    code: ClassVar[str] = "E538"
    title: ClassVar[str] = "`{name}` is not asked in `{level}`"
    caret: ClassVar[str] = "the contrast could never be passed"
    remedy: ClassVar[str] = "name the levels in which it is asked: {name} across LEVEL, LEVEL"

    name: str
    level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastLevels(Fault):
    """A contrast across levels of several factors."""

    code: ClassVar[str] = "E539"
    title: ClassVar[str] = "a contrast goes across levels of one factor"
    caret: ClassVar[str] = "levels of several factors"
    remedy: ClassVar[str] = "write a line for each factor"


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastOfConstant(Fault):
    """A contrast across one level."""

    code: ClassVar[str] = "E540"
    title: ClassVar[str] = "a contrast across one level compares nothing"
    caret: ClassVar[str] = "one level"
    remedy: ClassVar[str] = "name two levels or more: {name} across LEVEL, LEVEL"

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotScored(Fault):
    """A contrast over a question that nothing is right in."""

    code: ClassVar[str] = "E541"
    title: ClassVar[str] = "`{name}` has no answer, so it cannot be right"
    caret: ClassVar[str] = "nothing to compare"
    remedy: ClassVar[str] = "add `answer: ...` to it, or name a test"

    name: str
