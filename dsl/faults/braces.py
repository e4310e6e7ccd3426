"""E30x: braces that do not close, do not open, or hold nothing."""

from __future__ import annotations

from dsl.diagnostic import Fault


class UnclosedBrace(Fault):
    """A `{` without its `}` in the same line."""

    code = "E301"
    title = "this brace is not closed in its line"
    caret = "opens here"
    remedy = "write `{{{inside}}}` for a slot, or `{{{{` for the sign itself"

    inside: str


class StrayBrace(Fault):
    """A `}` that closes nothing."""

    code = "E302"
    title = "this brace closes nothing"
    caret = "no `{{` before it"

    inside: str = ""

    def help(self) -> str:
        """The slot that was meant, where a word stands before the brace."""
        if self.inside:
            return f"write `{{{self.inside}}}` for a slot, or `}}}}` for the sign itself"
        return "take it away, or write `}}` for the sign itself"


class EmptyBraces(Fault):
    """`{}` names no slot."""

    code = "E303"
    title = "there is nothing between these braces"
    caret = "which slot?"
    remedy = "put the name of a slot between them, or write `{{{{}}}}` for the signs"


class NestedBraces(Fault):
    """Braces stand in braces."""

    code = "E304"
    title = "braces cannot stand inside braces"
    caret = "one slot, or two?"
    remedy = "close the first before the second opens; a `let` may hold slots itself"


class BraceInName(Fault):
    """Braces stand where the language wants a fixed name or value."""

    code = "E305"
    title = "braces cannot stand in {what}"
    caret = "must be the same in every draw"

    what: str
    inside: str

    def help(self) -> str:
        """The name without its braces."""
        if self.inside:
            return f"write `{self.inside}`; braces belong in words after a colon"
        return "take it away; braces belong in words after a colon"


class DoubledBraces(Fault):
    """Two pairs of braces around the name of a slot."""

    code = "E321"
    title = "`{{{inside}}}` would be said with its braces"
    caret = "two braces stand for one that is read"
    remedy = "write `{{{inside}}}`; if braces are meant, rename the slot"

    inside: str


class OtherBrackets(Fault):
    """Other brackets than braces around the name of a slot."""

    code = "E323"
    title = "a slot stands in braces, not between `{opened}` and `{closed}`"
    caret = "would be read as plain words"
    remedy = "write `{{{inside}}}`; if the brackets are meant, rename the slot"

    inside: str
    opened: str
    closed: str
