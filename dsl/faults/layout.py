"""E1xx: how lines are set in, and characters that cannot be seen."""

from __future__ import annotations

from dsl.diagnostic import Fault
from dsl.words import counted

_FOUND = {
    "both": "tabs and spaces together",
    "tabs": "tabs",
    "spaces": "spaces",
}


class MixedIndentation(Fault):
    """Tabs and spaces are mixed, so that nobody can see how deep a line is set."""

    code = "E101"
    title = "tabs and spaces are mixed in the indentation"
    remedy = "indent with four spaces for each level"

    found: str
    around: str
    where: str = "above"

    def label(self) -> str:
        """What is here, and what is around it."""
        return f"{_FOUND[self.found]} here, {self.around} in the lines {self.where}"


class StepBack(Fault):
    """A line steps back to a depth at which no line above it is."""

    code = "E102"
    title = "the indentation of this line matches no line above it"

    width: int
    levels: tuple[int, ...]
    unit: str

    def label(self) -> str:
        """How far it is set in."""
        return counted(self.width, self.unit)

    def help(self) -> str:
        """The depths that are open."""
        *others, last = (str(level) for level in self.levels[-4:])
        return f"indent it by {', '.join(others)} or {counted(int(last), self.unit)}"


class DeeperThanRest(Fault):
    """The first line of a block is set deeper than the lines after it."""

    code = "E114"
    title = "this line is indented more than the line after it, which belongs to the same block"

    found: int
    width: int
    unit: str

    def label(self) -> str:
        """How far it is set in."""
        return counted(self.found, self.unit)

    def help(self) -> str:
        """How far the others are."""
        return f"indent it by {counted(self.width, self.unit)}, like the line after it"


class NothingToOpen(Fault):
    """A line is set deeper than a line that opens no block."""

    code = "E103"
    title = "this line is indented, but {above}"
    caret = "belongs to nothing"
    remedy = "{advice}"

    above: str
    advice: str


class OddSpace(Fault):
    """A space that is not an ordinary one is where the language is written."""

    code = "E104"
    title = "there is {name} {where}"

    name: str
    where: str
    invisible: bool

    def label(self) -> str:
        """Why it is hard to see."""
        return "invisible" if self.invisible else "only looks like a space"

    def help(self) -> str:
        """What to do."""
        deed = "delete it" if self.invisible else "type an ordinary space instead"
        return f"{deed}; such characters come with text pasted from Word or a PDF"


class ControlCharacter(Fault):
    """A character that is a command to a device, not a sign to read."""

    code = "E105"
    title = "there is {name} in this line"
    caret = "cannot be seen"
    remedy = "delete it, or start a new line there"

    name: str


class TooDeep(Fault):
    """Blocks are in blocks beyond any reason."""

    code = "E106"
    title = "blocks are nested more than {deepest} deep"
    caret = "not read from here on"
    remedy = "move the inner steps into a routine: `routine NAME`, then `do NAME`"

    deepest: int


class TooManyFaults(Fault):
    """Reading stopped, because the file has hardly anything of a script."""

    code = "E107"
    title = "only the first {limit} faults are shown; the rest was not read"
    caret = "not read from here on"
    remedy = "correct the faults above and check again; is this file a script?"

    limit: int


class GoesOn(Fault):
    """A line of words that goes on with the line above, and is not set deeper than its head."""

    code = "E111"
    title = "this line continues the words of `{head}` above it"
    caret = "not indented"
    remedy = "indent it by {width} spaces, or put it at the end of the line above"

    head: str
    width: int


class NotSetIn(Fault):
    """A line that belongs under the line above it is on the same level."""

    code = "E113"
    title = "this line belongs under `{head}`, but is not indented"
    caret = "on the same level"
    remedy = "indent it by {width} spaces"

    head: str
    width: int


class Swallowed(Fault):
    """A statement that is set deeper than words of the author's, and is read as more of them."""

    code = "E115"
    title = "this `{word}` is indented, so it is read as words of `{head}`"
    caret = "not a statement here"
    remedy = (
        "indent it like `{head}`; if these are your words, begin them on the line below `{head}:`"
    )

    word: str
    head: str
