"""E52x: the session: what is in one conversation, and in which order."""

from __future__ import annotations

from dsl.diagnostic import Fault


class SideBySide(Fault):
    """Two tests in one conversation, with no order declared."""

    code = "E521"
    title = "`{name}` is a second test in the same conversation"
    caret = "the earlier answer would be visible here"
    remedy = (
        "put both under `separately` (each on its own copy), "
        "or under `in order` if the order is part of the design"
    )

    name: str


class SeveralForms(Fault):
    """Several forms of a test in one conversation."""

    code = "E522"
    title = "the forms of `{name}` are asked in the same conversation"
    caret = "each form is a separate test"
    remedy = "put the test under `separately` (a copy for each form), or under `in order`"

    name: str


class AskedAgain(Fault):
    """A test in a loop: asked again in the same conversation."""

    code = "E523"
    title = "this test is repeated in one conversation"
    caret = "inside a loop"
    remedy = "put `separately` around it inside the loop, or `in order` around the loop"


class TrailingSay(Fault):
    """Words at the end of a conversation that nobody answers."""

    code = "E524"
    title = "this `{head}` is never sent"
    caret = "nothing is asked after it"
    remedy = "put a question or `listen` after it, or remove it"

    head: str


class EmptyTurn(Fault):
    """A reply is taken, or put in, where nothing has been said."""

    code = "E525"
    title = "nothing has been said before this `{head}`{place}"
    caret = "there would be an empty message"
    remedy = "put `say: ...` before it"

    head: str


class SystemTooLate(Fault):
    """`instructions` or `profile` after a question, or on a copy."""

    code = "E526"
    title = "`{head}` comes too late"
    caret = "applies to the whole session"
    remedy = "put it at the top of the procedure, outside `separately`"

    head: str


class NotAChild(Fault):
    """A step that is no question is directly under `separately` or `in order`."""

    code = "E527"
    title = "`{child}` cannot be directly under `{head}`"
    caret = "belongs to no question"
    remedy = "put it before `{head}`, or together with its question under `scene NAME`"

    head: str
    child: str


class RoutineOfItself(Fault):
    """A routine that does itself."""

    code = "E528"
    title = "the routine `{name}` would never end"
    caret = "{circle}"
    remedy = "remove this `do`, or write `repeat N times`"

    name: str
    circle: str


class TooLong(Fault):
    """A session of more steps than anybody means."""

    code = "E529"
    title = "the session has more than {most} steps"
    caret = "repeats and routines counted each time"
    remedy = "make the repeats smaller"
    bound = True

    most: int


class TooOften(Fault):
    """A question that may be asked more often than anybody means."""

    code = "E431"
    title = "`{head}` asks up to {count:,} times"
    caret = "at most {most:,}"
    remedy = "write {most:,} or less"
    bound = True

    head: str
    count: int
    most: int


class TooMuchText(Fault):
    """Words that grow beyond what anybody sends when their braces are filled."""

    code = "E438"
    title = "{what} can exceed {most:,} characters"
    bound = True

    what: str
    most: int
    in_file: bool = False
    """Whether it is a cell of a data file, in which nothing is filled."""

    def label(self) -> str:
        """How it was counted."""
        if self.in_file:
            return "in this row"
        return "counted with every brace filled and every repeat done"

    def help(self) -> str:
        """How to make it shorter."""
        if self.in_file:
            return "shorten the cell, or take the row out of the file"
        return "use fewer braces here, or make the repeats smaller"


class NeverMixed(Fault):
    """Rows of which no order is mixed."""

    code = "E568"
    title = "the rows of `{name}` cannot be mixed{place}"

    name: str
    rows: int
    outcomes: int

    def label(self) -> str:
        """What the rows lack."""
        if self.outcomes < 2:
            return "one outcome in every row" if self.rows else "no rows"
        return "no outcome comes twice"

    def help(self) -> str:
        """What would have a mixed order, or the line without the word."""
        lacking = "a row with another outcome" if self.outcomes < 2 else "another row"
        return f"add {lacking}, or write: for each shuffled row of {self.name}"
