"""E57x: machines: evidence that can be reasoned about, and keys that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault
from dsl.faults.wording import quoted, suggestion, where


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineLacks(Fault):
    """A machine without outcomes, needs or evidence."""

    code: ClassVar[str] = "E571"
    title: ClassVar[str] = "`{name}` has no `{what}`{place}"
    caret: ClassVar[str] = "not said"
    remedy: ClassVar[str] = "write under it: {example}"

    name: str
    what: str
    place: str
    example: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomesCount(Fault):
    """Outcomes other than two."""

    code: ClassVar[str] = "E572"
    title: ClassVar[str] = "a machine has two outcomes, not {count}"
    caret: ClassVar[str] = "when it works, and when it does not"
    remedy: ClassVar[str] = (
        "write both, with `|` between them: The light comes on. | The light stays off."
    )

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownRule(Fault):
    """A rule that machines do not have."""

    code: ClassVar[str] = "E573"
    title: ClassVar[str] = "`{name}` is not a rule of machines"
    caret: ClassVar[str] = "not a rule"

    name: str
    close: str | None

    def help(self) -> str:
        """The rules there are."""
        return suggestion(self.close, ("any of", "all of", "two of"), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAThing(Fault):
    """Something else than a slot is put on a machine."""

    code: ClassVar[str] = "E574"
    title: ClassVar[str] = "`{words}` is not a thing that can be put on a machine"
    caret: ClassVar[str] = "not a slot in braces"

    words: str
    mended: str = ""
    """The things of the line as slots, where every one of them is known."""

    def help(self) -> str:
        """The line as it should be, or one that is right."""
        if self.mended:
            return f"a thing is a slot in braces: write `{self.mended}`"
        return "write the things as slots with commas between them: {red}, {blue}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoOfOne(Fault):
    """`two of` fewer than two things."""

    code: ClassVar[str] = "E575"
    title: ClassVar[str] = "`two of` needs two things or more"
    caret: ClassVar[str] = "fewer than two"
    remedy: ClassVar[str] = "name two things, or write `any of`"


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineNeedsTwice(Fault):
    """A machine needs two things at once."""

    code: ClassVar[str] = "E576"
    title: ClassVar[str] = "`{name}` has two `needs`{place}"
    caret: ClassVar[str] = "one machine, one rule"
    remedy: ClassVar[str] = "put each under its own `when`"

    name: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsOutsideRules(Fault):
    """The truth is none of the rules to be considered."""

    code: ClassVar[str] = "E577"
    title: ClassVar[str] = "`{rule}` is not among the rules of this machine"
    caret: ClassVar[str] = "no reasoner would consider it"

    rule: str
    rules: tuple[str, ...]

    def help(self) -> str:
        """The mended line."""
        return f"write: rules {', '.join((*self.rules, self.rule))}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsNotShown(Fault):
    """A machine needs things that are never put on it."""

    code: ClassVar[str] = "E578"
    title: ClassVar[str] = "`{name}` needs what is never put on it: {missing}"
    caret: ClassVar[str] = "no evidence bears on it"

    name: str
    things: tuple[str, ...]

    def message(self) -> str:
        """The fault, with the things."""
        return self.title.format(name=self.name, missing=quoted(self.things, "and"))

    def help(self) -> str:
        """The line to add."""
        return f"put it on the machine in `show:`, for example {{{self.things[0]}}}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineTooLarge(Fault):
    """More things on one machine than can be reasoned about."""

    code: ClassVar[str] = "E579"
    title: ClassVar[str] = "`{name}` has {count} things"
    caret: ClassVar[str] = "at most {most}"
    remedy: ClassVar[str] = "use fewer things"
    bound: ClassVar[bool] = True

    name: str
    count: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineThings(Fault):
    """A key that names things where it must not, or does not where it must."""

    code: ClassVar[str] = "E580"
    title: ClassVar[str] = "`answer {ask} {machine}` {problem}"

    ask: str
    machine: str

    def message(self) -> str:
        """The fault, by what is asked of the machine."""
        problem = "takes no things" if self.ask == "what works" else "needs things"
        return self.title.format(ask=self.ask, machine=self.machine, problem=problem)

    def help(self) -> str:
        """The mended line."""
        things = "" if self.ask == "what works" else ": {red}"
        return f"write: answer {self.ask} {self.machine}{things}"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyUndecided(Fault):
    """The evidence does not single out what a key asks of a machine."""

    code: ClassVar[str] = "E581"
    title: ClassVar[str] = "the evidence does not settle `{ask} {machine}`{place}"
    caret: ClassVar[str] = "several rules fit what is shown"
    remedy: ClassVar[str] = "show more under `machine {machine}`, or make the key `{{cannot tell}}`"

    ask: str
    machine: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyContradicts(Fault):
    """A key typed by hand disagrees with the machine."""

    code: ClassVar[str] = "E582"
    title: ClassVar[str] = "`{typed}` is not what the evidence says{place}: it says {says}"
    caret: ClassVar[str] = "does not follow from the evidence"
    remedy: ClassVar[str] = "leave this line out; the machine gives the key"

    typed: str
    says: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))
