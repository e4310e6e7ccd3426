"""One finished trial as rows: what each coder gave it, the marks of its questions, its score."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from dsl.trial import Levels
from renderers.rows.by_coder import ByCoder
from renderers.rows.measures import TrialMeasures
from renderers.rows.script_measures import MeasureValue


@dataclass(frozen=True, slots=True)
class CoderRow(ByCoder):
    """One coder's judgement of one trial. `given` and `first` are the LRS that the coder gave after
    the proposal, and before any mark.
    """

    status: str
    gate: str
    share: Fraction | None
    lrs: int | Fraction | None
    given: int | None = None
    first: int | None = None


@dataclass(frozen=True, slots=True)
class CoderRemark(ByCoder):
    """What a coder noted while coding, verbatim and untrusted. `trials` are those of the transcript
    (identical ones are coded once), `place` the story and question as the script names them; empty
    where the note is on the whole transcript.
    """

    trials: tuple[str, ...]
    place: str
    note: str


@dataclass(frozen=True, slots=True)
class AimGuess(ByCoder):
    """What a coder took the study to be about, verbatim and untrusted."""

    guess: str


@dataclass(frozen=True, slots=True)
class QuestionMark:
    """The mark of one scored question: `question` is its name and its form, `version` the levels of
    its story, `weight` what it is worth; `mark` is the mean over the coders that count, from 0 to
    1, None while one is missing.
    """

    question: tuple[str, str]
    version: Levels
    weight: Fraction
    mark: Fraction | None
    asked: tuple[int, int] = (0, 0)
    """(row of the table, how often it was asked there before), for a question in a loop."""


@dataclass(frozen=True, slots=True)
class TrialRow(TrialMeasures[Fraction | None]):
    """One finished trial. `status` is scored, gate_failed, not_trained, no_answer, off_task or
    technical; disputed while coders disagree on a gate (the mean of their LRS counts), undecided
    while a mark is missing, uncoded without any code that counts. `gate` is passed, failed,
    disputed, undecided or none. Means are over the coders that count; None where there is none.
    `zeros` are the shares of coders by whom the trial is 0, by status.
    """

    experiment: str
    levels: Levels
    wording: str
    model: str
    simulated: bool
    draw: int
    sample: int
    key: str
    text: int
    status: str
    reason: str
    gate: str
    zeros: Mapping[str, Fraction] = field(default_factory=dict)
    coders: tuple[CoderRow, ...] = ()
    name: str = ""
    """What the script calls its only condition."""
    settled: bool = False
    """Whether an adjudicator settled anything of this trial."""
    sure_share: Fraction | None = None
    """`share` with every reply that needs a human taken for wrong."""
    lost: tuple[str, ...] = ()
    """How each reply to a question ended that is no whole answer."""
    by_kind: Mapping[str, Fraction | None] = field(default_factory=dict)
    """Other kinds of score that the script names, by name."""
    measured: tuple[MeasureValue, ...] = ()
    """The measures that the script declares, in each version."""
    marks: tuple[QuestionMark, ...] = ()
    """The marks of its scored questions, where conditions of its script share some."""
    recognised: bool | None = None
    """Whether a coder that counts flagged one of its replies `recognised`."""

    @property
    def condition(self) -> str:
        """The levels joined by a comma; without conditions the name, which may be empty."""
        return ", ".join(level for _, level in self.levels) or self.name


class TrialPlace(NamedTuple):
    """Which trial of a cell it is."""

    draw: int
    sample: int
    key: str


class TrialRows(Sequence[TrialRow]):
    """The rows of many trials, of which each is made when it is asked for. Those that were marked
    alike have the same of the `patterns`, rows that do not say which trial they are; `firsts` has
    a row of each cell.
    """

    patterns: Sequence[TrialRow]
    firsts: Sequence[TrialRow]

    @abstractmethod
    def pattern_of(self, at: int) -> int:
        """The number of a row's pattern."""

    @abstractmethod
    def cell_of(self, at: int) -> int:
        """The number of a row's cell."""

    @abstractmethod
    def place(self, at: int) -> TrialPlace:
        """Which trial of its cell a row is."""
