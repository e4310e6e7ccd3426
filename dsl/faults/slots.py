"""E31x: what stands between braces is known, but cannot be put in so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault
from dsl.faults.wording import where


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbiguousPronoun(Fault):
    """`{her/Anne}` may be what `them` or what `their` stands for."""

    code: ClassVar[str] = "E311"
    title: ClassVar[str] = "`{pronoun}` can be read in two ways"
    caret: ClassVar[str] = "{first} or {second}?"
    remedy: ClassVar[str] = (
        "write `{{{first}/{of}}}` (as in: {first_example}) "
        "or `{{{second}/{of}}}` (as in: {second_example})"
    )

    pronoun: str
    first: str
    second: str
    first_example: str
    second_example: str
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownPronoun(Fault):
    """What stands before the stroke is no pronoun."""

    code: ClassVar[str] = "E312"
    title: ClassVar[str] = "`{pronoun}` is not a pronoun that can be put in"
    caret: ClassVar[str] = "not a pronoun"
    remedy: ClassVar[str] = (
        "before the stroke write they, them, their, theirs or themself: `{{they/{of}}}`"
    )

    pronoun: str
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoPronoun(Fault):
    """A word has no pronoun declared."""

    code: ClassVar[str] = "E313"
    title: ClassVar[str] = "`{slot}` has no pronoun"
    caret: ClassVar[str] = "she, he, they or it?"
    remedy: ClassVar[str] = "declare it with the word: {slot} (she), or (he), (they), (it)"

    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PronounOfWords(Fault):
    """A let or column has no slot, or several, so that no pronoun stands for it."""

    code: ClassVar[str] = "E314"
    title: ClassVar[str] = "`{name}` is not one slot, so no pronoun stands for it"
    caret: ClassVar[str] = "she, he, they or it?"
    remedy: ClassVar[str] = "name the slot itself after the stroke: `{{{case}/...}}`"

    name: str
    case: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptInSentWords(Fault):
    """A kept reply stands in words that are sent to the participant."""

    code: ClassVar[str] = "E315"
    title: ClassVar[str] = "`{name}` is a reply of the participant, and cannot be said back"
    caret: ClassVar[str] = "stands in words that are sent"
    remedy: ClassVar[str] = (
        "a kept reply can stand in answer, wrong, half, example and coders; "
        "here write the words out"
    )

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTooLate(Fault):
    """A kept reply is used where the question that keeps it has not been asked."""

    code: ClassVar[str] = "E316"
    title: ClassVar[str] = "`{name}` has not been kept when this is asked{place}"
    caret: ClassVar[str] = "no reply to look at yet"
    remedy: ClassVar[str] = (
        "put the question with `keep reply as {name}` before this one, on the same copy of the "
        "conversation"
    )

    name: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(name=self.name, place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class LetMissing(Fault):
    """A let has no words in a cell where it is used."""

    code: ClassVar[str] = "E317"
    title: ClassVar[str] = "`{name}` has no words{place}"
    caret: ClassVar[str] = "would be a gap"
    remedy: ClassVar[str] = (
        "give it words there, in an arm of this `let` or in `let {name}: ...` under the level; or "
        "use it under a `when` that leaves this out"
    )

    name: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(name=self.name, place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleOfPlural(Fault):
    """`{a blickets}`: an article before a plural or a possessive name."""

    code: ClassVar[str] = "E318"
    title: ClassVar[str] = "`{article}` cannot stand before the plural `{name}`"
    caret: ClassVar[str] = "one or many?"
    remedy: ClassVar[str] = "write `{{{article} {single}}}` or `{{{name}}}`"

    article: str
    name: str
    single: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BareStimulus(Fault):
    """A word that varies stands outside braces, while the same word is braced elsewhere."""

    code: ClassVar[str] = "E319"
    title: ClassVar[str] = "`{word}` stands here without braces"
    caret: ClassVar[str] = "would not change with the slot `{slot}`"
    remedy: ClassVar[str] = "write `{mended}`; if the word is meant to stay, rename the slot"

    word: str
    slot: str
    mended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAmongWords(Fault):
    """A kept reply stands among other words of a key, or in another form than its own."""

    code: ClassVar[str] = "E320"
    title: ClassVar[str] = (
        "a kept reply is a whole answer, so `{{{name}}}` stands alone in its line"
    )
    caret: ClassVar[str] = "more than `{{{name}}}`"
    remedy: ClassVar[str] = "write `{{{name}}}` and nothing else in this line"

    name: str
