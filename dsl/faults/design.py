"""E53x: words drawn, tables, numbers and contrasts."""

from __future__ import annotations

from dsl.diagnostic import Fault
from dsl.words import counted


class UnequalPools(Fault):
    """Slots drawn together have pools of different sizes."""

    code = "E531"
    title = "slots drawn together need the same number of values: {counts}"
    caret = "drawn as rows"
    remedy = "give each the same number of values; the first values form the first row, and so on"

    counts: str


class TogetherTwice(Fault):
    """A slot is in two rows."""

    code = "E532"
    title = "`{slot}` is drawn together twice"
    caret = "a slot belongs to one group"
    remedy = "name all of them in one statement: together A, B, C"

    slot: str


class PoolsTooSmall(Fault):
    """There are not enough words for slots that must differ."""

    code = "E533"
    title = "{slots} cannot all be different"
    caret = "{count} slots need {count} different words"
    remedy = "add values, so that each slot can get its own"

    slots: str
    count: int


class GroupTooSmall(Fault):
    """`different`, `together`, `swap` or `rotate` over too few slots, or a swap of many."""

    code = "E534"
    title = "`{head}` needs {wanted}"
    caret = "{wanted}"

    head: str
    many: bool = False
    mended: str = ""

    def _facts(self) -> dict[str, object]:
        wanted = "exactly two slots" if self.many else "at least two slots"
        return {"head": self.head, "wanted": wanted}

    def help(self) -> str:
        """How the statement is written."""
        if self.many:
            return "to rotate the values of three or more slots, write: rotate A, B, C"
        return f"write: {self.mended or f'{self.head} A, B'}"


class NotPositive(Fault):
    """A number that must be positive is not."""

    code = "E535"
    title = "`{head}` needs a number above zero"
    caret = "too small"
    remedy = "write {least} or more"

    head: str
    least: str


class RowCells(Fault):
    """A row with more or fewer cells than columns."""

    code = "E536"
    title = "this row does not fit the {columns} columns of the table"
    caret = "cells here: {cells}; columns: {named}"
    remedy = "put `|` between the cells, one for each column"

    cells: int
    columns: int
    named: str


class ContrastUnasked(Fault):
    """A contrast over levels in which its question is not asked."""

    code = "E538"
    title = "`{name}` is not asked in `{level}`"
    caret = "the contrast can never be passed"
    remedy = "name the levels in which it is asked: {name} across LEVEL, LEVEL"

    name: str
    level: str


class ContrastLevels(Fault):
    """A contrast across levels of several factors."""

    code = "E539"
    title = "a contrast compares levels of one factor"
    caret = "levels of several factors"
    remedy = "write a line for each factor"


class ContrastOfConstant(Fault):
    """A contrast across one level."""

    code = "E540"
    title = "a contrast across one level compares nothing"
    caret = "one level"
    remedy = "name at least two levels: {name} across LEVEL, LEVEL"

    name: str


class NotScored(Fault):
    """A contrast over a question that nothing is right in."""

    code = "E541"
    title = "`{name}` has no answer, so it cannot be right"
    caret = "nothing to compare"
    remedy = "add `answer: ...` to it, or name a test"

    name: str


class CriterionOutOfReach(Fault):
    """`pass when K of N right` with a K that is 0, or above N."""

    code = "E569"
    title = "`pass when {right} of {questions} right` is always or never met"
    caret = "no criterion"
    remedy = "write a number from 1 to {questions} after `pass when`"

    right: int
    questions: int


class CriterionCount(Fault):
    """`pass when K of N right` where a trial asks more or fewer than N test questions."""

    code = "E570"
    title = "a trial asks {count}{place}, not {questions}"
    caret = "counts {questions}"
    remedy = "write `scoring pass when {right} of {asked} right`, or ask {questions} test questions"

    questions: int
    asked: int
    right: int

    def _facts(self) -> dict[str, object]:
        place = f" in {self.cell}" if self.cell else ""
        count = counted(self.asked, "test question")
        return {**super()._facts(), "place": place, "count": count}
