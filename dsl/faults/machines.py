"""E57x: machines: evidence that can be reasoned about, and keys that follow from it."""

from __future__ import annotations

from dsl.diagnostic import Fault
from dsl.faults.wording import NoneOfThese, quoted


class MachineLacks(Fault):
    """A machine without outcomes, needs or evidence."""

    code = "E571"
    title = "`{name}` has no `{what}`{place}"
    caret = "not said"
    remedy = "write under it: {example}"

    name: str
    what: str
    example: str


class OutcomesCount(Fault):
    """Outcomes other than two."""

    code = "E572"
    title = "a machine has two outcomes, not {count}"
    caret = "when it works, and when it does not"
    remedy = "write both, separated by `|`: The light comes on. | The light stays off."

    count: int


class UnknownRule(NoneOfThese):
    """A rule that machines do not have."""

    code = "E573"
    title = "machines have no rule `{name}`"
    caret = "not a rule"


class NotAThing(Fault):
    """Something else than a slot is put on a machine."""

    code = "E574"
    title = "`{words}` cannot be put on a machine"
    caret = "not a slot in braces"

    words: str
    mended: str = ""
    """The things of the line as slots, where every one of them is known."""

    def help(self) -> str:
        """The line as it should be, or one that is right."""
        if self.mended:
            return f"a thing is a slot in braces: write `{self.mended}`"
        return "write the things as slots, separated by commas: {red}, {blue}"


class TwoOfOne(Fault):
    """`two of` fewer than two things."""

    code = "E575"
    title = "`two of` needs at least two things"
    caret = "fewer than two"
    remedy = "name two things, or write `any of`"


class MachineNeedsTwice(Fault):
    """A machine needs two things at once."""

    code = "E576"
    title = "`{name}` has two `needs`{place}"
    caret = "one machine, one rule"
    remedy = "put each under its own `when`"

    name: str


class NeedsOutsideRules(Fault):
    """The truth is none of the rules to be considered."""

    code = "E577"
    title = "`{rule}` is not among the rules of this machine"
    caret = "not a rule to consider"

    rule: str
    rules: tuple[str, ...]

    def help(self) -> str:
        """The mended line."""
        return f"write: rules {', '.join((*self.rules, self.rule))}"


class NeedsNotShown(Fault):
    """A machine needs things that are never put on it."""

    code = "E578"
    title = "`{name}` is never given what it needs: {missing}"
    caret = "no evidence about it"

    name: str
    things: tuple[str, ...]

    def message(self) -> str:
        """The fault, with the things."""
        return self.title.format(name=self.name, missing=quoted(self.things, "and"))

    def help(self) -> str:
        """The line to add."""
        return f"put it on the machine in `show:`, for example {{{self.things[0]}}}"


class MachineTooLarge(Fault):
    """More things on one machine than can be reasoned about."""

    code = "E579"
    title = "`{name}` has {count} things"
    caret = "at most {most}"
    remedy = "use fewer things"
    bound = True

    name: str
    count: int
    most: int


class MachineThings(Fault):
    """A key that names things where it must not, or does not where it must."""

    code = "E580"
    title = "`answer {ask} {machine}` {problem}"

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


class KeyUndecided(Fault):
    """The evidence does not single out what a key asks of a machine."""

    code = "E581"
    title = "the evidence does not decide `{ask} {machine}`{place}"
    caret = "several rules fit the evidence"
    remedy = "show more under `machine {machine}`, or make the key `{{cannot tell}}`"

    ask: str
    machine: str


class KeyContradicts(Fault):
    """A key typed by hand disagrees with the machine."""

    code = "E582"
    title = "`{typed}` is not what the evidence says{place}: it says {says}"
    caret = "does not follow from the evidence"
    remedy = "leave this line out; the machine gives the key"

    typed: str
    says: str
