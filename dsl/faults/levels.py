"""E51x: levels, arms and cells: every combination is told and asked exactly once."""

from __future__ import annotations

from dsl.diagnostic import Fault
from dsl.faults.wording import where


class CellWithoutTest(Fault):
    """No version of some cell asks a test question."""

    code = "E511"
    title = "no test is asked{place}"
    caret = "nothing to score"
    remedy = "add a question: test NAME, or take the `when` away that keeps it out"

    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


class VersionWithoutTest(Fault):
    """A version in which no test is ever asked."""

    code = "E512"
    title = "the version `{version}` asks no test in any cell"
    caret = "nothing to score"
    remedy = "add a test to it, or take the version away; what only differs in words is a let"

    version: str


class ArmMissing(Fault):
    """Some combination that gets there has no arm."""

    code = "E513"
    title = "there is no arm for `{cell}`"
    caret = "{factors}: one combination has no words"
    remedy = "add an arm on a line below: {cell}: ... (or `otherwise: ...`)"

    factors: str
    cell: str


class ArmTwice(Fault):
    """Two arms hold in one combination."""

    code = "E514"
    title = "`{cell}` has two arms"
    caret = "holds where an earlier arm holds"
    remedy = "let exactly one arm match: narrow one of them, or join them with `or`"

    cell: str


class ArmContradicts(Fault):
    """The label of an arm can never hold."""

    code = "E515"
    title = "`{arm}` can never hold"
    caret = "no combination of levels"
    remedy = "`and` joins levels of different factors; levels of one factor are joined by `or`"

    arm: str


class OtherwiseNotLast(Fault):
    """An arm stands after `otherwise`."""

    code = "E516"
    title = "`otherwise` is not the last arm"
    caret = "closes the list"
    remedy = "put `otherwise` last; the arms below it would never be taken"


class NeverHolds(Fault):
    """A `when` that no combination reaches."""

    code = "E517"
    title = "`{verb} {levels}` never holds here"
    caret = "no combination of levels gets here"
    remedy = "take the block away, or look at the `when` around it"

    verb: str
    levels: str


class TooFewLevels(Fault):
    """A factor with one level."""

    code = "E518"
    title = "`{name}` has one level only"
    caret = "nothing to compare"
    remedy = "write two levels or more, each on a line of its own"

    name: str


class NotTheOnlyCondition(Fault):
    """`only condition:` in a script that has conditions."""

    code = "E564"
    title = "`{words}` is called the only condition of a script that has several"
    caret = "the conditions have names of their own"
    remedy = "take this line away, or the block `conditions {factor}`"

    words: str
    factor: str


class TooManyCombinations(Fault):
    """More combinations of levels than can be told apart."""

    code = "E519"
    title = "the factors make {count} combinations of levels"
    caret = "at most {most}"
    remedy = "take factors or levels away"

    count: int
    most: int


class WorthOfConditions(Fault):
    """`worth` under a level that is not a version."""

    code = "E520"
    title = "levels of `{kind}` have no worth"
    caret = "each cell has a score of its own"
    remedy = "only versions and tests can be worth more than one another"

    kind: str
