"""E30x: braces that do not close, do not open, or hold nothing.

E31x: what is between braces is known, but cannot be put in so.
"""

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


class AmbiguousPronoun(Fault):
    """`{her/Anne}` may mean `them` or `their`."""

    code = "E311"
    title = "`{pronoun}` is ambiguous"
    caret = "{first} or {second}?"
    remedy = (
        "write `{{{first}/{of}}}` (as in: {first_example}) "
        "or `{{{second}/{of}}}` (as in: {second_example})"
    )

    pronoun: str
    first: str
    second: str
    first_example: str
    second_example: str
    of: str


class UnknownPronoun(Fault):
    """What is before the stroke is no pronoun."""

    code = "E312"
    title = "`{pronoun}` is not a pronoun that can be used here"
    caret = "not a pronoun"
    remedy = "before the slash write they, them, their, theirs or themself: `{{they/{of}}}`"

    pronoun: str
    of: str


class NoPronoun(Fault):
    """A word has no pronoun declared."""

    code = "E313"
    title = "`{slot}` has no pronoun"
    caret = "she, he, they or it?"
    remedy = "declare it with the word: {slot} (she), or (he), (they), (it)"

    slot: str


class PronounOfWords(Fault):
    """A let or column has no slot, or several, so that it has no pronoun."""

    code = "E314"
    title = "`{name}` is not a single slot, so it has no pronoun"
    caret = "she, he, they or it?"
    remedy = "name the slot itself after the slash: `{{{case}/...}}`"

    name: str
    case: str


class KeptInSentWords(Fault):
    """A kept reply is in words that are sent to the participant."""

    code = "E315"
    title = "`{name}` is a reply and cannot be sent back"
    caret = "used in words that are sent"
    remedy = (
        "a kept reply can be used in answer, wrong, half, example and coders; only what was chosen "
        "among `choices`, in a question without an answer, can be said back"
    )

    name: str


class KeptTooLate(Fault):
    """A kept reply is used where the question that keeps it has not been asked."""

    code = "E316"
    title = "`{name}` has not been asked yet at this point{place}"
    caret = "not asked yet"
    remedy = (
        "put the question with `keep reply as {name}` before this one, in the same conversation"
    )

    name: str


class LetMissing(Fault):
    """A let has no words in a cell where it is used."""

    code = "E317"
    title = "`{name}` has no words{place}"
    caret = "would be a gap"
    remedy = (
        "give it words there, in an arm of this `let` or in `let {name}: ...` under the level; or "
        "use it under a `when` that excludes this case"
    )

    name: str


class ArticleOfPlural(Fault):
    """`{a blickets}`: an article before a plural or a possessive name."""

    code = "E318"
    title = "`{article}` cannot come before the plural `{name}`"
    caret = "one or many?"
    remedy = "write `{{{article} {single}}}` or `{{{name}}}`"

    article: str
    name: str
    single: str


class BareStimulus(Fault):
    """A word that varies is outside braces, while the same word is braced elsewhere."""

    code = "E319"
    title = "`{word}` has no braces here"
    caret = "would not change with the slot `{slot}`"
    remedy = "write `{mended}`; if the word should stay, rename the slot"

    word: str
    slot: str
    mended: str


class KeptAmongWords(Fault):
    """A kept reply is among other words of a key, or in another form than its own."""

    code = "E320"
    title = "a kept reply is a whole answer: `{{{name}}}` must be alone on its line"
    caret = "more than `{{{name}}}`"
    remedy = "write `{{{name}}}` and nothing else in this line"

    name: str
