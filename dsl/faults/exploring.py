"""E77x: exploring a machine, and saying again what was tried."""

from __future__ import annotations

from dsl.diagnostic import Fault


class RetoldInTurn(Fault):
    """Tries are retold from a level at which tries of others are retold, too."""

    code = "E770"
    title = "`{level}` itself says what others tried"
    caret = "each would wait for the other"
    remedy = "take the tries from a level at which everybody explores"

    level: str


class NoTries(Fault):
    """`explore` without a bound."""

    code = "E771"
    title = "`explore {name}` does not say how often the machine can be tried"
    caret = "no end"

    name: str
    meant: int | None = None

    def help(self) -> str:
        """Words to write, or an example."""
        if self.meant:
            return f"write `explore {self.name}, at most {self.meant} tries`"
        return (
            f"write, for example, `explore {self.name}, at most 8 tries`, or `explore "
            f"{self.name}, 4 tries` if everybody is to make as many"
        )


class NothingOffered(Fault):
    """A machine is explored, and does not say what may be put on it."""

    code = "E772"
    title = "the machine `{name}` does not say what may be put on it"
    caret = "explored here"
    remedy = "add `offers:` with two things or more to `machine {name}`, for example {things}"

    name: str
    things: str


class NoWayToEnd(Fault):
    """An exploration that the participant may end, and is not told how."""

    code = "E773"
    title = "the participant can end this exploration and does not know how"
    caret = "`{{done}}` is in no words here"
    remedy = (
        'say it in `{head}`, for example: If you have seen enough, say "{{done}}". Or let '
        "everybody make as many tries: `explore {name}, {most} tries`"
    )

    name: str
    head: str
    most: int


class ExploredTwice(Fault):
    """One machine is explored twice in one conversation, or in a loop."""

    code = "E774"
    title = "the machine `{name}` is explored more than once in one conversation"
    caret = "it is known from the first time"
    remedy = "explore it once, or another machine of the same kind"

    name: str


class NothingSaidOfTries(Fault):
    """The participant never learns what the machine did."""

    code = "E775"
    title = "nothing is said after a try of `{name}`"
    caret = "the participant does not learn what the machine did"
    remedy = (
        "add `then` with an arm for each outcome, for example: tried: On the machine: {{things}}. "
        "{{outcome}}"
    )

    name: str


class TriedAgain(Fault):
    """A try that asks to be made again."""

    code = "E776"
    title = "after `{outcome}` nothing can be asked again"
    caret = "the machine was tried"
    remedy = "put what is asked before each try under `next`; ask again after `unclear`"

    outcome: str


class NotRetold(Fault):
    """`retell` says neither whose tries nor which."""

    code = "E777"
    title = "`retell` does not say whose tries"
    caret = "a machine, and a level of a condition"

    name: str
    meant: str = ""

    def help(self) -> str:
        """Words to write, or both ways."""
        if self.meant:
            return f"write `retell {self.name} {self.meant}`"
        return (
            f"write `retell {self.name} from LEVEL`, a level at which it is explored, or `retell "
            f"{self.name} in full`: what one would try who learns as much as possible"
        )


class NotExploredThere(Fault):
    """Tries are retold from a level at which nobody makes them."""

    code = "E778"
    title = "`{name}` is not explored in {cell}"
    caret = "there are no tries to say"
    remedy = "name a level of a condition at which it is explored in all versions"

    name: str
    cell: str


class RetoldToItself(Fault):
    """Tries are retold at the level at which they are made."""

    code = "E779"
    title = "`retell` stands at the level from which it takes the tries"
    caret = "`{level}` is reached here"
    remedy = "put it under a `when` of another level"

    level: str
