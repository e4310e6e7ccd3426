"""E31x: what is between braces is known, but cannot be put in so."""

from __future__ import annotations

from dsl.diagnostic import Fault


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
