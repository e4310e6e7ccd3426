"""W60x to W63x: what runs, but will not show what it is meant to show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dsl.diagnostic import Fault, Severity
from dsl.faults.wording import where


@dataclass(frozen=True, slots=True, kw_only=True)
class Unused(Fault):
    """A slot, let, table, machine or routine that nobody reads."""

    code: ClassVar[str] = "W601"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "the {kind} `{name}` is never used"
    caret: ClassVar[str] = "nobody reads it"
    remedy: ClassVar[str] = "write `{written}` where it belongs, or take it away"

    kind: str
    name: str
    written: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusedFactor(Fault):
    """A factor on which nothing depends."""

    code: ClassVar[str] = "W602"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "nothing depends on `{name}`"
    caret: ClassVar[str] = "its levels are all alike"
    remedy: ClassVar[str] = (
        "give its levels words (`let ...`), use them in `when` or `by {name}`, or take it away"
    )

    kind: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotFourUnits(Fault):
    """A cell whose scored units are not four equal ones."""

    code: ClassVar[str] = "W611"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "{units} scored in a cell{place}, not four equal ones: {shares}"
    caret: ClassVar[str] = "scores would lie unevenly on the scale"
    remedy: ClassVar[str] = (
        "with four units of equal worth LRS is 1 + 4 x the share right; "
        "add versions, forms or tests until there are four in every cell"
    )

    units: str
    cell: str
    shares: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class UnequalGates(Fault):
    """Cells or versions with different numbers of control questions."""

    code: ClassVar[str] = "W612"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = (
        "unequal numbers of control questions: {first_count} in `{first}`, "
        "{second_count} in `{second}`"
    )
    caret: ClassVar[str] = "more ways to fail in one than in the other"
    remedy: ClassVar[str] = "ask equally many controls in both, or the difference may be theirs"

    first: str
    first_count: int
    second: str
    second_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnequalTurns(Fault):
    """A test that comes after more turns in one cell than in another."""

    code: ClassVar[str] = "W613"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = (
        "`{test}` comes later in one story than in another: replies before it are "
        "{first_count} in `{first}`, {second_count} in `{second}`"
    )
    caret: ClassVar[str] = "a longer conversation in one than in the other"
    remedy: ClassVar[str] = "ask what differs after the test, or under `separately`"

    test: str
    first: str
    first_count: int
    second: str
    second_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlGivesAway(Fault):
    """A control before a test, in the same conversation, names the test's answer."""

    code: ClassVar[str] = "W614"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "`{control}` is asked before `{test}` and names its answer{place}"
    caret: ClassVar[str] = "speaks of `{answer}`"
    remedy: ClassVar[str] = "put both under `separately`, or ask the control after the test"

    control: str
    test: str
    answer: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerInQuestion(Fault):
    """The words of an open question hold its answer, and none of the lures."""

    code: ClassVar[str] = "W615"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "the question itself says `{answer}`, which is its answer{place}"
    caret: ClassVar[str] = "names the answer, and no wrong one"
    remedy: ClassVar[str] = "ask without it, or name a wrong answer beside it (and under `wrong:`)"

    answer: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))


@dataclass(frozen=True, slots=True, kw_only=True)
class UnequalOutcomes(Fault):
    """Two outcomes that differ in more than what happens."""

    code: ClassVar[str] = "W616"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "the outcomes `{first}` and `{second}` are not worded alike"
    caret: ClassVar[str] = "{difference}"
    remedy: ClassVar[str] = "word both with the same shape, length and full stop"

    first: str
    second: str
    difference: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedWord(Fault):
    """A word that is to be new is known from published studies."""

    code: ClassVar[str] = "W617"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "`{word}` is known from published studies"
    caret: ClassVar[str] = "a model may have read of it"
    remedy: ClassVar[str] = "put another word in its place; the original itself may be published"

    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NeverMoves(Fault):
    """The right option stands in the same place every time."""

    code: ClassVar[str] = "W618"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "the right choice of `{test}` is always number {number}"
    caret: ClassVar[str] = "these choices never move"
    remedy: ClassVar[str] = "write `choices rotated:` or `choices shuffled:`"

    test: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotTellOnce(Fault):
    """`cannot tell` is offered in one member of a contrast only."""

    code: ClassVar[str] = "W619"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "`{{cannot tell}}` is offered in `{with_it}`, but not in `{without}`"
    caret: ClassVar[str] = "one side of the contrast can be told by its choices"
    remedy: ClassVar[str] = "offer it in all members of the contrast, or in none"

    with_it: str
    without: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsNotDivided(Fault):
    """The runs are not divided by the levels of a counterbalance."""

    code: ClassVar[str] = "W620"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "{runs} runs cannot be shared evenly by the {levels} levels of `{name}`"
    caret: ClassVar[str] = "some levels come once more than others"
    remedy: ClassVar[str] = "write: runs {better}"

    runs: int
    levels: int
    name: str
    better: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CellsAlike(Fault):
    """Two cells or versions that send the same words."""

    code: ClassVar[str] = "W621"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "`{first}` and `{second}` read exactly the same"
    caret: ClassVar[str] = "the participant cannot tell these levels apart"
    remedy: ClassVar[str] = "let the story differ between them, or take one away"

    first: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterInChoice(Fault):
    """A choice holds a single letter that is the label of another choice, in some order of them."""

    code: ClassVar[str] = "W624"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "`{text}` holds the letter {letter}, and choices are labelled by letters"
    caret: ClassVar[str] = "labels are added to these"
    remedy: ClassVar[str] = (
        "a reply of one letter could mean either and is left to a person: call it by a word, or by "
        "a letter or number that is no label"
    )

    text: str
    letter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapAcrossKinds(Fault):
    """A swap of slots from pools of different kinds: a person takes the place of a thing."""

    code: ClassVar[str] = "W626"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = (
        "`{first}` is one of the {first_kind}, `{second}` one of the {second_kind}"
    )
    caret: ClassVar[str] = "change places in half of the draws"
    remedy: ClassVar[str] = (
        "read a draw of each level (`devrun show`); where the words do not fit, swap slots of one "
        "pool, or put both into one"
    )

    first: str
    first_kind: str
    second: str
    second_kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleOutsideBraces(Fault):
    """`an {apple}`, where some value of the slot needs `a`."""

    code: ClassVar[str] = "W628"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "`{article}` stays, and `{slot}` may be `{value}`"
    caret: ClassVar[str] = "would read `{article} {value}`"
    remedy: ClassVar[str] = "write the article into the braces: `{{{article} {written}}}`"

    article: str
    slot: str
    value: str
    written: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PluralOfName(Fault):
    """`{Johns}`, the plural of a person's name, where `{John's}` is meant."""

    code: ClassVar[str] = "W630"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "`{{{written}}}` is the plural of the name `{slot}`"
    caret: ClassVar[str] = "several people called {slot}"
    remedy: ClassVar[str] = (
        "did you mean `{{{slot}'s}}`? If the plural is meant, declare it: {slot} (plural {written})"
    )

    written: str
    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyNeverNamed(Fault):
    """An open question whose key is a word that nothing before it has named."""

    code: ClassVar[str] = "W632"
    severity: ClassVar[Severity] = Severity.WARNING
    title: ClassVar[str] = "nothing that is said before this answer names `{name}`{place}"
    caret: ClassVar[str] = "nobody can know this word"
    remedy: ClassVar[str] = (
        "name it in the story as `{{{name}}}`, offer it among choices, or correct the key"
    )

    name: str
    cell: str

    def message(self) -> str:
        """The fault, with the cell where there is one."""
        return self.title.format(**self._facts(), place=where(self.cell))
