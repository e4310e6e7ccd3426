"""Scores of questions other than the LRS, as rows: kinds of score, shares, even questions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from dsl.scoring import ScoreKind, ScoreLevel
from renderers.rows.cell_row import CellRow
from renderers.rows.measures import Figure, Gap


class Blind(StrEnum):
    """Rules by which a participant can answer a bank without reading its items."""

    LETTER_IN_FILE = "letter in file"
    """The letter that earns most throughout, with the choices in the order of the file."""
    LETTER_SHOWN = "letter shown"
    """The same with the choices in the order in which they were shown."""
    LONGEST = "longest option"


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a rule earns on the items of a row; `answer` is its letter, empty for the longest."""

    rule: Blind
    answer: str
    score: Fraction


@dataclass(frozen=True, slots=True)
class KindFigure:
    """The mean of one kind of score, and what guessing gives, None where that is not known.
    `printed`: tables have it; else only documents do. `baselines` are those of a bank with choices.
    """

    kind: ScoreKind
    printed: bool
    figure: Figure
    chance: Fraction | None
    baselines: tuple[Baseline, ...] = ()

    def baseline(self, rule: Blind) -> Baseline | None:
        """What a rule earns; None where the items have no choices."""
        return next((one for one in self.baselines if one.rule is rule), None)


@dataclass(frozen=True, slots=True)
class KindScore(CellRow):
    """The kinds of score of a script other than the LRS, for one cell, for a group of items in it,
    for a stage or all groups of these, or over the cells of an experiment. `n` counts replies with
    a mark, `undecided` those without one. `items`: of a bank, whose figures are over items, each
    the mean of its draws. `group` is the name of the group or stage.
    """

    level: ScoreLevel
    n: int
    undecided: int
    measures: tuple[KindFigure, ...]
    group: str = ""
    items: int | None = None
    draws: int | None = None
    groups: tuple[str, ...] = ()
    """Those of which a stage is the mean."""
    not_shown: int = 0
    """Items that the participant was not shown."""
    left_out: int = 0
    """Items that some other participant here was not shown: they are not counted either."""
    format: str = ""
    """Only of items of this format; empty for all."""
    fails: int = 0
    """Replies to items that have no mark, refuse, or answer nothing."""
    with_fails: Fraction | None = None
    """The accuracy of items if replies without a mark are wrong; None where all have a mark."""

    def of(self, kind: type[ScoreKind]) -> KindFigure:
        """The measure of this kind. Raises StopIteration where the script has none."""
        return next(one for one in self.measures if isinstance(one.kind, kind))


@dataclass(frozen=True, slots=True)
class LetterChoice(CellRow):
    """How often the choice at a letter was taken in one cell of a bank, over the items that have
    this letter, each the mean of its `replies` that take a choice.

    `right` is how often the right choice was at the letter, and `more` how much more often than
    that it was taken, paired by item.
    """

    letter: str
    items: int
    replies: int
    taken: Fraction
    right: Fraction
    more: Gap


@dataclass(frozen=True, slots=True)
class HackingScore(CellRow):
    """Control and manipulated versions of the items of a bank (concept hacking), for one cell, a
    `group` in it or one pair, over `n_pairs` pairs whose versions are both marked; `unpaired` items
    have no other version here. `item` and `control_item` are the ids of one pair, else empty.

    `core`, `shortcut`, `deficit` and `neither` are the shares right in both, in the control alone,
    in the manipulated alone and in none, of runs in which both have their choices in one order.
    `gap` is manipulated minus control. `guessing` is the chance of being right in one, and
    `guessed_core` in both; `longest_control` and `longest_manipulated` are the accuracies of who
    takes the longest choice.
    """

    level: ScoreLevel
    group: str
    n_pairs: int
    unpaired: int
    control: Figure
    manipulated: Figure
    gap: Gap
    core: Figure
    shortcut: Figure
    deficit: Figure
    neither: Figure
    guessing: Fraction | None
    guessed_core: Fraction | None
    longest_control: Fraction | None
    longest_manipulated: Fraction | None
    item: str = ""
    control_item: str = ""


@dataclass(frozen=True, slots=True)
class PublishedShare:
    """The share of `who` that was right on a question, as published; `n` were asked, and `ci95` is
    theirs, both None where that is not known.
    """

    who: str
    share: Fraction
    n: int | None
    ci95: tuple[float, float] | None
    source: str
    ci_method: str = ""


@dataclass(frozen=True, slots=True)
class CellQuestion(CellRow):
    """A question in one cell, wording and participant; `within` are the versions that it is of."""

    question: str
    within: str


@dataclass(frozen=True, slots=True)
class QuestionShare(CellQuestion):
    """How often one question is right in one cell, where a script says that the very same question
    was put to somebody else: `published` are their shares.

    `right` is the share of marks over draws, controls ignored. `undecided` replies have no mark,
    and are not counted. `chance` is what a guesser gets.
    """

    right: Figure
    undecided: int
    chance: Fraction | None
    published: tuple[PublishedShare, ...]


class Evenness(StrEnum):
    """What an even question shows: how its share stands to one half."""

    UNEVEN = "uneven"
    EVEN = "even"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class EvenScore(CellQuestion):
    """How often each of two answers was chosen over the draws of one cell, controls ignored.

    `first` and `second` are the answers as the script has them, and `first_share`, `second_share`
    and `neither_share` sum to 1 over `n` draws. `chose` draws chose one of the two; `share` is the
    part of these that chose the first. `undecided` trials lack a mark and are not counted.
    """

    first: str
    second: str
    n: int
    undecided: int
    first_share: Fraction | None
    second_share: Fraction | None
    neither_share: Fraction | None
    chose: int
    share: Fraction | None
    ci95: tuple[float, float] | None
    ci_method: str
    reading: Evenness | None
