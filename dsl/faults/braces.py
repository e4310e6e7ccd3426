"""E30x: braces that do not close, do not open, or hold nothing."""

from __future__ import annotations

from dsl.diagnostic import Fault


class UnclosedBrace(Fault):
    """A `{` without its `}` in the same line."""

    code = "E301"
    title = "this brace is not closed in its line"
    caret = "opens here"
    remedy = "write `{{{inside}}}` for a slot, or `{{{{` for a brace"

    inside: str


class StrayBrace(Fault):
    """A `}` that closes nothing."""

    code = "E302"
    title = "this brace closes nothing"
    caret = "no `{{` before it"

    inside: str = ""

    def help(self) -> str:
        """The slot that was meant, where a word is before the brace."""
        if self.inside:
            return f"write `{{{self.inside}}}` for a slot, or `}}}}` for a brace"
        return "remove it, or write `}}` for a brace"


class EmptyBraces(Fault):
    """`{}` names no slot."""

    code = "E303"
    title = "there is nothing between these braces"
    caret = "which slot?"
    remedy = "put the name of a slot between them, or write `{{{{}}}}` for braces"


class NestedBraces(Fault):
    """Braces within braces."""

    code = "E304"
    title = "braces cannot be nested"
    caret = "one slot, or two?"
    remedy = "close the first pair before the second; a `let` may contain slots"


class BraceInName(Fault):
    """Braces are where the language wants a fixed name or value."""

    code = "E305"
    title = "braces are not allowed in {what}"
    caret = "must be the same in every draw"

    what: str
    inside: str

    def help(self) -> str:
        """The name without its braces."""
        if self.inside:
            return f"write `{self.inside}`; braces belong in words after a colon"
        return "remove it; braces belong in words after a colon"


class DoubledBraces(Fault):
    """Two pairs of braces around the name of a slot."""

    code = "E321"
    title = "`{{{inside}}}` would be sent with its braces"
    caret = "a doubled brace means a real brace"
    remedy = "write `{{{inside}}}`; if braces are meant, rename the slot"

    inside: str


class OtherBrackets(Fault):
    """Other brackets than braces around the name of a slot."""

    code = "E323"
    title = "a slot is written in braces, not between `{opened}` and `{closed}`"
    caret = "would be read as plain words"
    remedy = "write `{{{inside}}}`; if the brackets are meant, rename the slot"

    inside: str
    opened: str
    closed: str
