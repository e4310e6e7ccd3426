"""E30x: braces that do not close, do not open, or hold nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclosedBrace(Fault):
    """A `{` without its `}` in the same line."""

    code: ClassVar[str] = "E301"
    title: ClassVar[str] = "this brace is not closed in its line"
    caret: ClassVar[str] = "opens here"
    remedy: ClassVar[str] = "write `{{{inside}}}` for a slot, or `{{{{` for the sign itself"

    inside: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayBrace(Fault):
    """A `}` that closes nothing."""

    code: ClassVar[str] = "E302"
    title: ClassVar[str] = "this brace closes nothing"
    caret: ClassVar[str] = "no `{{` before it"

    inside: str = ""

    def help(self) -> str:
        """The slot that was meant, where a word stands before the brace."""
        if self.inside:
            return f"write `{{{self.inside}}}` for a slot, or `}}}}` for the sign itself"
        return "take it away, or write `}}` for the sign itself"


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyBraces(Fault):
    """`{}` names no slot."""

    code: ClassVar[str] = "E303"
    title: ClassVar[str] = "there is nothing between these braces"
    caret: ClassVar[str] = "which slot?"
    remedy: ClassVar[str] = "put the name of a slot between them, or write `{{{{}}}}` for the signs"


@dataclass(frozen=True, slots=True, kw_only=True)
class NestedBraces(Fault):
    """Braces stand in braces."""

    code: ClassVar[str] = "E304"
    title: ClassVar[str] = "braces cannot stand inside braces"
    caret: ClassVar[str] = "one slot, or two?"
    remedy: ClassVar[str] = "close the first before the second opens; a `let` may hold slots itself"


@dataclass(frozen=True, slots=True, kw_only=True)
class BraceInName(Fault):
    """Braces stand where the language wants a fixed name or value."""

    code: ClassVar[str] = "E305"
    title: ClassVar[str] = "braces cannot stand in {what}"
    caret: ClassVar[str] = "must be the same in every draw"

    what: str
    inside: str

    def help(self) -> str:
        """The name without its braces."""
        if self.inside:
            return f"write `{self.inside}`; braces belong in words after a colon"
        return "take it away; braces belong in words after a colon"


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubledBraces(Fault):
    """Two pairs of braces around the name of a slot."""

    code: ClassVar[str] = "E321"
    title: ClassVar[str] = "`{{{inside}}}` would be said with its braces"
    caret: ClassVar[str] = "two braces stand for one that is read"
    remedy: ClassVar[str] = "write `{{{inside}}}`; if braces are meant, rename the slot"

    inside: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherBrackets(Fault):
    """Other brackets than braces around the name of a slot."""

    code: ClassVar[str] = "E323"
    title: ClassVar[str] = "a slot stands in braces, not between `{opened}` and `{closed}`"
    caret: ClassVar[str] = "would be read as plain words"
    remedy: ClassVar[str] = "write `{{{inside}}}`; if the brackets are meant, rename the slot"

    inside: str
    opened: str
    closed: str
