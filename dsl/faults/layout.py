"""E1xx: how lines are set in, and characters that cannot be seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault

_FOUND = {
    "both": "tabs and spaces together",
    "tabs": "tabs",
    "spaces": "spaces",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedIndentation(Fault):
    """Tabs and spaces are mixed, so that nobody can see how deep a line is set."""

    code: ClassVar[str] = "E101"
    title: ClassVar[str] = "tabs and spaces are mixed in the indentation"

    found: str
    around: str
    where: str = "above"

    def label(self) -> str:
        """What stands here, and what stands around it."""
        return f"{_FOUND[self.found]} here, {self.around} in the lines {self.where}"

    def help(self) -> str:
        """What to do."""
        return "set lines in with four spaces for each step"


@dataclass(frozen=True, slots=True, kw_only=True)
class StepBack(Fault):
    """A line steps back to a depth at which no line above it stands."""

    code: ClassVar[str] = "E102"
    title: ClassVar[str] = "this line is set in like none of the lines above it"

    width: int
    levels: tuple[int, ...]
    unit: str

    def label(self) -> str:
        """How far it is set in."""
        return self._counted(self.width)

    def help(self) -> str:
        """The depths that are open."""
        *others, last = (str(level) for level in self.levels[-4:])
        return f"set it in by {', '.join(others)} or {self._counted(int(last))}"

    def _counted(self, width: int) -> str:
        return f"{width} {self.unit}{'' if width == 1 else 's'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToOpen(Fault):
    """A line is set deeper than a line that opens no block."""

    code: ClassVar[str] = "E103"
    title: ClassVar[str] = "this line is set deeper, but {above}"
    caret: ClassVar[str] = "belongs to nothing"
    remedy: ClassVar[str] = "{advice}"

    above: str
    advice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OddSpace(Fault):
    """A space that is not an ordinary one stands where the language is written."""

    code: ClassVar[str] = "E104"
    title: ClassVar[str] = "{name} stands {where}"

    name: str
    where: str
    invisible: bool

    def label(self) -> str:
        """Why it is hard to see."""
        return "cannot be seen" if self.invisible else "only looks like a space"

    def help(self) -> str:
        """What to do."""
        deed = "delete it" if self.invisible else "type an ordinary space instead"
        return f"{deed}; such characters come along with text pasted from Word or a PDF"


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlCharacter(Fault):
    """A character that is a command to a device, not a sign to read."""

    code: ClassVar[str] = "E105"
    title: ClassVar[str] = "{name} stands in this line"
    caret: ClassVar[str] = "cannot be seen"
    remedy: ClassVar[str] = "delete it, or start a new line there if one was meant"

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TooDeep(Fault):
    """Blocks stand in blocks beyond any reason."""

    code: ClassVar[str] = "E106"
    title: ClassVar[str] = "more than {deepest} blocks stand one inside the other"
    caret: ClassVar[str] = "not read from here on"
    remedy: ClassVar[str] = "move the inner steps into a routine: `routine NAME`, then `do NAME`"

    deepest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TooManyFaults(Fault):
    """Reading stopped, because the file has hardly anything of a script."""

    code: ClassVar[str] = "E107"
    title: ClassVar[str] = "the first {limit} faults are shown; from here on nothing was read"
    caret: ClassVar[str] = "not read from here on"
    remedy: ClassVar[str] = "mend the faults above and check again; is this file a script?"

    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GoesOn(Fault):
    """A line of words that goes on with the line above, and is not set deeper than its head."""

    code: ClassVar[str] = "E111"
    title: ClassVar[str] = "this line goes on with the words of `{head}` above it"
    caret: ClassVar[str] = "not set in deeper"
    remedy: ClassVar[str] = "set it in by {width} spaces, or put it at the end of the line above"

    head: str
    width: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NotSetIn(Fault):
    """A line that belongs under the line above it stands beside it."""

    code: ClassVar[str] = "E113"
    title: ClassVar[str] = "this line belongs under `{head}`, and is not set in deeper"
    caret: ClassVar[str] = "stands beside it"
    remedy: ClassVar[str] = "set it in by {width} spaces"

    head: str
    width: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Swallowed(Fault):
    """A statement that is set deeper than words of the author's, and is read as more of them."""

    code: ClassVar[str] = "E115"
    title: ClassVar[str] = "this `{word}` is read as words of `{head}`, as it is set deeper"
    caret: ClassVar[str] = "is no statement here"
    remedy: ClassVar[str] = (
        "set it in like `{head}`; if these are words of yours, begin all of them on the lines "
        "below `{head}:`"
    )

    word: str
    head: str
