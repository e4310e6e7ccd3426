"""E52x: the session: what stands in one conversation, and in which order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault
from dsl.faults.wording import where


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBySide(Fault):
    """Two tests in one conversation, with no order declared."""

    code: ClassVar[str] = "E521"
    title: ClassVar[str] = "`{name}` is a second test in the same conversation"
    caret: ClassVar[str] = "the answer before it would be read here"
    remedy: ClassVar[str] = (
        "put both under `separately` (each on its own copy), "
        "or under `in order` if the order is part of the design"
    )

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeveralForms(Fault):
    """Several forms of a test in one conversation."""

    code: ClassVar[str] = "E522"
    title: ClassVar[str] = "the forms of `{name}` stand in the same conversation"
    caret: ClassVar[str] = "each form is a test of its own"
    remedy: ClassVar[str] = (
        "put the test under `separately` (a copy for each form), or under `in order`"
    )

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedAgain(Fault):
    """A test in a loop: asked again in the same conversation."""

    code: ClassVar[str] = "E523"
    title: ClassVar[str] = "this test is asked again and again in one conversation"
    caret: ClassVar[str] = "inside a loop"
    remedy: ClassVar[str] = (
        "put `separately` around it inside the loop, or `in order` around the loop"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailingSay(Fault):
    """Words at the end of a conversation that nobody answers."""

    code: ClassVar[str] = "E524"
    title: ClassVar[str] = "this `{head}` is never sent"
    caret: ClassVar[str] = "nothing is asked after it"
    remedy: ClassVar[str] = "put a question or `listen` after it, or take it away"

    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyTurn(Fault):
    """A reply is taken, or put in, where nothing has been said."""

    code: ClassVar[str] = "E525"
    title: ClassVar[str] = "nothing has been said before this `{head}`{place}"
    caret: ClassVar[str] = "there would be an empty message"
    remedy: ClassVar[str] = "put `say: ...` before it"

    head: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemTooLate(Fault):
    """`instructions` or `profile` after a question, or on a copy."""

    code: ClassVar[str] = "E526"
    title: ClassVar[str] = "`{head}` stands too late"
    caret: ClassVar[str] = "holds for the whole session, from its start"
    remedy: ClassVar[str] = "put it at the top of the procedure, outside `separately`"

    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAChild(Fault):
    """A step that is no question stands directly under `separately` or `in order`."""

    code: ClassVar[str] = "E527"
    title: ClassVar[str] = "`{child}` cannot stand directly under `{head}`"
    caret: ClassVar[str] = "belongs to none of the questions here"
    remedy: ClassVar[str] = (
        "put it before `{head}`, or together with its question under `scene NAME`"
    )

    head: str
    child: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutineOfItself(Fault):
    """A routine that does itself."""

    code: ClassVar[str] = "E528"
    title: ClassVar[str] = "the routine `{name}` would never end"
    caret: ClassVar[str] = "{circle}"
    remedy: ClassVar[str] = "take this `do` away, or write `repeat N times`"

    name: str
    circle: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TooLong(Fault):
    """A session of more steps than anybody means."""

    code: ClassVar[str] = "E529"
    title: ClassVar[str] = "the session has more than {most} steps"
    caret: ClassVar[str] = "repeats and routines count as often as they are done"
    remedy: ClassVar[str] = "make the repeats smaller"
    bound: ClassVar[bool] = True

    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TooMuchText(Fault):
    """Words that grow beyond what anybody sends when their braces are filled."""

    code: ClassVar[str] = "E438"
    title: ClassVar[str] = "{what} can come to more than {most:,} characters"
    caret: ClassVar[str] = "counted with every brace filled and every repeat done"
    remedy: ClassVar[str] = "use fewer braces here, or make the repeats smaller"
    bound: ClassVar[bool] = True

    what: str
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NeverMixed(Fault):
    """Rows of which no order is mixed."""

    code: ClassVar[str] = "E568"
    title: ClassVar[str] = "the rows of `{name}` cannot be mixed{place}"
    caret: ClassVar[str] = "{why}"

    name: str
    rows: int
    outcomes: int
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))

    def label(self) -> str:
        """What the rows lack."""
        if self.outcomes < 2:
            return "one outcome in every row" if self.rows else "no rows"
        return "no outcome comes twice"

    def help(self) -> str:
        """What would have a mixed order, or the line without the word."""
        lacking = "a row with another outcome" if self.outcomes < 2 else "another row"
        return f"add {lacking}, or write: for each shuffled row of {self.name}"
