"""E585 to E590: comparisons that a design declares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault
from dsl.faults.wording import suggestion


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedWithItself(Fault):
    """A level is compared with itself."""

    code: ClassVar[str] = "E585"
    title: ClassVar[str] = "`{name}` is compared with itself"
    caret: ClassVar[str] = "the same on both sides"
    remedy: ClassVar[str] = "name another level of the same condition on one side"

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedAcross(Fault):
    """Levels of two conditions are compared."""

    code: ClassVar[str] = "E586"
    title: ClassVar[str] = "`{first}` and `{second}` are levels of two conditions"
    caret: ClassVar[str] = "one of `{one}`, the other of `{other}`"
    remedy: ClassVar[str] = (
        "compare two levels of one condition: the levels of the others are then held equal"
    )

    first: str
    second: str
    one: str
    other: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedWithin(Fault):
    """A comparison of levels that every trial goes through, or that are balanced."""

    code: ClassVar[str] = "E587"
    title: ClassVar[str] = "`{name}` is a level of the {kind} `{factor}`, and no condition"
    caret: ClassVar[str] = "one LRS is made of all levels of it"

    name: str
    kind: str
    factor: str

    def help(self) -> str:
        """Versions have contrasts; counterbalancing is not compared."""
        if self.kind == "versions":
            return f"write a contrast: a line `QUESTION across {self.factor}` under `contrast NAME`"
        return "what is counterbalanced is balanced within every cell, and is not compared"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedElsewhere(Fault):
    """More is expected of something that is not compared."""

    code: ClassVar[str] = "E588"
    title: ClassVar[str] = "more is expected in `{name}`, which is not on either side"
    caret: ClassVar[str] = "not compared here"
    remedy: ClassVar[str] = "{advice}"

    name: str
    advice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedTwice(Fault):
    """The same two sides are compared twice."""

    code: ClassVar[str] = "E589"
    title: ClassVar[str] = "this comparison is declared twice"
    caret: ClassVar[str] = "declared before"
    remedy: ClassVar[str] = "keep one of them: a comparison has one p value, in one family"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownSide(Fault):
    """A side of a comparison is no level of a condition."""

    code: ClassVar[str] = "E590"
    title: ClassVar[str] = "no condition has a level `{name}`"
    caret: ClassVar[str] = "not a level of a condition"

    name: str
    close: str | None
    known: tuple[str, ...]

    def help(self) -> str:
        """The closest level, else all of them."""
        return suggestion(
            self.close,
            self.known,
            "this script has no conditions: declare them, or write `compare with guessing`",
        )
