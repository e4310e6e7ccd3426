"""E51x: levels, arms and cells: every combination is told and asked exactly once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault
from dsl.faults.wording import where


@dataclass(frozen=True, slots=True, kw_only=True)
class CellWithoutTest(Fault):
    """No version of some cell asks a test question."""

    code: ClassVar[str] = "E511"
    title: ClassVar[str] = "no test is asked{place}"
    caret: ClassVar[str] = "nothing to score"
    remedy: ClassVar[str] = "add a question: test NAME, or take the `when` away that keeps it out"

    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionWithoutTest(Fault):
    """A version in which no test is ever asked."""

    code: ClassVar[str] = "E512"
    title: ClassVar[str] = "the version `{version}` asks no test in any cell"
    caret: ClassVar[str] = "nothing to score"
    remedy: ClassVar[str] = (
        "add a test to it, or take the version away; what only differs in words is a let"
    )

    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmMissing(Fault):
    """Some combination that gets there has no arm."""

    code: ClassVar[str] = "E513"
    title: ClassVar[str] = "there is no arm for `{cell}`"
    caret: ClassVar[str] = "{factors}: one combination has no words"
    remedy: ClassVar[str] = "add an arm on a line below: {cell}: ... (or `otherwise: ...`)"

    factors: str
    cell: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmTwice(Fault):
    """Two arms hold in one combination."""

    code: ClassVar[str] = "E514"
    title: ClassVar[str] = "`{cell}` has two arms"
    caret: ClassVar[str] = "holds where an earlier arm holds"
    remedy: ClassVar[str] = "let exactly one arm match: narrow one of them, or join them with `or`"

    cell: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmContradicts(Fault):
    """The label of an arm can never hold."""

    code: ClassVar[str] = "E515"
    title: ClassVar[str] = "`{arm}` can never hold"
    caret: ClassVar[str] = "no combination of levels"
    remedy: ClassVar[str] = (
        "`and` joins levels of different factors; levels of one factor are joined by `or`"
    )

    arm: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherwiseNotLast(Fault):
    """An arm stands after `otherwise`."""

    code: ClassVar[str] = "E516"
    title: ClassVar[str] = "`otherwise` is not the last arm"
    caret: ClassVar[str] = "closes the list"
    remedy: ClassVar[str] = "put `otherwise` last; the arms below it would never be taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeverHolds(Fault):
    """A `when` that no combination reaches."""

    code: ClassVar[str] = "E517"
    title: ClassVar[str] = "`{verb} {levels}` never holds here"
    caret: ClassVar[str] = "no combination of levels gets here"
    remedy: ClassVar[str] = "take the block away, or look at the `when` around it"

    verb: str
    levels: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TooFewLevels(Fault):
    """A factor with one level."""

    code: ClassVar[str] = "E518"
    title: ClassVar[str] = "`{name}` has one level only"
    caret: ClassVar[str] = "nothing to compare"
    remedy: ClassVar[str] = "write two levels or more, each on a line of its own"

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotTheOnlyCondition(Fault):
    """`only condition:` in a script that has conditions."""

    code: ClassVar[str] = "E564"
    title: ClassVar[str] = "`{words}` is called the only condition of a script that has several"
    caret: ClassVar[str] = "the conditions have names of their own"
    remedy: ClassVar[str] = "take this line away, or the block `conditions {factor}`"

    words: str
    factor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TooManyCombinations(Fault):
    """More combinations of levels than can be told apart."""

    code: ClassVar[str] = "E519"
    title: ClassVar[str] = "the factors make {count} combinations of levels"
    caret: ClassVar[str] = "at most {most}"
    remedy: ClassVar[str] = "take factors or levels away"

    count: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WorthOfConditions(Fault):
    """`worth` under a level that is not a version."""

    code: ClassVar[str] = "E520"
    title: ClassVar[str] = "levels of `{kind}` have no worth"
    caret: ClassVar[str] = "each cell has a score of its own"
    remedy: ClassVar[str] = "only versions and tests can be worth more than one another"

    kind: str
