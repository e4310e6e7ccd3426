"""The result of comparing a study with its preregistration, as plain rows and as JSON.

Deviations have no severity: whether one matters is for the reader to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from renderers.fields.adherence import ADHERENCE
from renderers.fields.field import Document, document
from runners.preregistration.lookup import Preregistration
from runners.preregistration.observed import ObservedStudy


@dataclass(frozen=True, slots=True)
class Deviation:
    """One deviation: `about` a script, a model or a coder (or empty), what was `planned` and what
    was `done`, in words.
    """

    about: str
    planned: str
    done: str


class NotComparable(Exception):
    """That something could not be compared with the plan, and why, in words."""


Check = Callable[["Preregistration", "ObservedStudy"], Iterator[Deviation]]
"""What compares one thing with the plan; it raises NotComparable where it cannot."""


@dataclass(frozen=True, slots=True)
class PlanCheck:
    """One check against the plan. `name` is a short name for programs, `what` says it in words;
    `reason` says why it could not be done, and is empty if it was.
    """

    name: str
    what: str
    found: tuple[Deviation, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Adherence:
    """A study compared with its preregistration; None if there is none."""

    study: str
    simulated: bool
    plan: Preregistration | None
    things: tuple[PlanCheck, ...]

    @property
    def hash(self) -> str:
        """The hash of its text; empty if there is none."""
        return self.plan.seal.hash if self.plan else ""

    @property
    def sealed(self) -> str:
        """When it was sealed (UTC); empty if it never was in this store."""
        return self.plan.seal.at if self.plan else ""

    @property
    def why(self) -> str:
        """How the preregistration was chosen, or why there is none."""
        if self.plan is None:
            return "no sealed preregistration in this store names all scripts of the study"
        return self.plan.why

    @property
    def compared(self) -> tuple[PlanCheck, ...]:
        """The checks that could be done."""
        return tuple(one for one in self.things if not one.reason)

    @property
    def not_compared(self) -> tuple[PlanCheck, ...]:
        """The checks that could not."""
        return tuple(one for one in self.things if one.reason)

    @property
    def deviations(self) -> int:
        """How many deviations there are."""
        return sum(len(one.found) for one in self.things)

    @property
    def in_a_line(self) -> str:
        """All of it in one sentence, without a full stop."""
        from dsl.words import counted

        if not self.hash:
            return "not preregistered: no sealed preregistration here names all of its scripts"
        deviations = counted(self.deviations, "deviation") if self.deviations else "no deviation"
        checks = counted(len(self.compared), "check")
        return f"{deviations} from the preregistration {self.hash[:12]} found in {checks}"

    @property
    def document(self) -> Document:
        """What `preregister --check --json` prints, and a report has as `preregistration`."""
        return document(ADHERENCE, self)
