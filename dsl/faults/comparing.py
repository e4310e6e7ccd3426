"""E585 to E590: comparisons that a design declares."""

from __future__ import annotations

from dsl.diagnostic import Fault
from dsl.faults.wording import NoneOfThese


class ComparedWithItself(Fault):
    """A level is compared with itself."""

    code = "E585"
    title = "`{name}` is compared with itself"
    caret = "the same on both sides"
    remedy = "name another level of the same condition on one side"

    name: str


class ComparedAcross(Fault):
    """Levels of two conditions are compared."""

    code = "E586"
    title = "`{first}` and `{second}` are levels of two conditions"
    caret = "one of `{one}`, the other of `{other}`"
    remedy = "compare two levels of one condition; the others are held constant"

    first: str
    second: str
    one: str
    other: str


class ComparedWithin(Fault):
    """A comparison of levels that every trial goes through, or that are balanced."""

    code = "E587"
    title = "`{name}` is a level of the {kind} `{factor}`, not of a condition"
    caret = "each LRS covers all its levels"

    name: str
    kind: str
    factor: str

    def help(self) -> str:
        """Versions have contrasts; counterbalancing is not compared."""
        if self.kind == "versions":
            return f"write a contrast: a line `QUESTION across {self.factor}` under `contrast NAME`"
        return "counterbalanced levels are balanced within every cell and cannot be compared"


class ExpectedElsewhere(Fault):
    """More is expected of something that is not compared."""

    code = "E588"
    title = "`expecting more in {name}`: `{name}` is on neither side"
    caret = "not compared here"
    remedy = "{advice}"

    name: str
    advice: str


class ComparedTwice(Fault):
    """The same two sides are compared twice."""

    code = "E589"
    title = "this comparison is declared twice"
    caret = "declared before"
    remedy = "keep one: a comparison has one p value, in one family"


class UnknownSide(NoneOfThese):
    """A side of a comparison is no level of a condition."""

    code = "E590"
    title = "no condition has a level `{name}`"
    caret = "not a level of a condition"
    remedy = "this script has no conditions: declare them, or write `compare with guessing`"
