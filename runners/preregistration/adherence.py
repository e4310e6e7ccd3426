"""What came of holding a study against its preregistration, as plain rows and as JSON.

A deviation has no severity: whether it matters is for the reader, and a word for it would be the
first thing that somebody argues about.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Deviation:
    """One thing that was done otherwise: `about` a script, a model or a coder (or nothing in
    particular), what was `planned`, and what was `done`, in words.
    """

    about: str
    planned: str
    done: str


@dataclass(frozen=True, slots=True)
class PlanCheck:
    """One thing that was held against the plan. `name` is a short word for programs, `what` says it
    in words; `reason` says why it could not be compared, and is empty where it was.
    """

    name: str
    what: str
    found: tuple[Deviation, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Adherence:
    """A study beside its preregistration. `hash` is empty where there is none, and `sealed` where
    it was never sealed in this store; `why` says how it was chosen.
    """

    study: str
    simulated: bool
    hash: str
    sealed: str
    why: str
    things: tuple[PlanCheck, ...]

    @property
    def compared(self) -> tuple[PlanCheck, ...]:
        """The things that could be compared."""
        return tuple(one for one in self.things if not one.reason)

    @property
    def not_compared(self) -> tuple[PlanCheck, ...]:
        """The things that could not."""
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
        among = f"among {counted(len(self.compared), 'thing')} compared"
        if not self.deviations:
            return f"deviations from the preregistration {self.hash[:12]}: none found {among}"
        return (
            f"{counted(self.deviations, 'deviation')} from the preregistration "
            f"{self.hash[:12]} {among}"
        )

    @property
    def document(self) -> dict[str, object]:
        """The document of `devrun preregister --check --json`, and of a report's `preregistration`.

        `hash` is null where there is no preregistration, `sealed` where it was never sealed here.
        """
        return {
            "study": self.study,
            "simulated": self.simulated,
            "hash": self.hash or None,
            "sealed": self.sealed or None,
            "why": self.why,
            "line": self.in_a_line,
            "n_compared": len(self.compared),
            "n_deviations": self.deviations,
            "deviations": [
                {"thing": thing.name, "what": thing.what, **asdict(one)}
                for thing in self.things
                for one in thing.found
            ],
            "compared": [
                {"thing": one.name, "what": one.what, "n_deviations": len(one.found)}
                for one in self.compared
            ],
            "not_compared": [
                {"thing": one.name, "what": one.what, "reason": one.reason}
                for one in self.not_compared
            ],
        }
