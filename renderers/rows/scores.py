"""What `devrun score` prints, as plain rows: cells, experiments, domains, contrasts, the study.

The rows hold exact means and no words about them, so that the table on the screen, the JSON
document and a report say the same figures each in their own way.

Coders in `devrun score`: who gives higher scores, and how often the LRS was overridden.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from dsl.expand import ORIGINAL
from dsl.experiment import Protocol
from dsl.trial import Levels
from renderers.rows.bank_ages import BankAge, PublishedAge
from renderers.rows.banks import MajorityScore
from renderers.rows.by_coder import ByCoder
from renderers.rows.measures import Figure, TrialMeasures
from renderers.rows.published import PublishedLRS
from renderers.rows.questions import EvenScore, HackingScore, KindScore, LetterChoice, QuestionShare
from renderers.rows.script_measures import MeasureScore, ScaleReliability, TotalScale
from renderers.rows.trials import AimGuess, CoderRemark, TrialRow


@dataclass(frozen=True, slots=True)
class CoderMean(ByCoder):
    """One coder's own mean LRS."""

    lrs: Figure
    trials: int


@dataclass(frozen=True, slots=True)
class CellScore(TrialMeasures[Figure]):
    """A cell x wording x participant.

    Of `trials` finished trials, `scored` have an LRS, also `disputed` ones; the others are
    `uncoded`, `undecided`, `technical`, or excluded by the script.
    `bounds` are the mean with every technical trial taken for 0 and for 5, where these are more
    than one in twenty. `attainable` is 5 x the share of trials that passed the gate.
    """

    experiment: str
    domain: str
    levels: Levels
    wording: str
    model: str
    simulated: bool
    addition: bool
    trials: int
    scored: int
    uncoded: int
    disputed: int
    undecided: int
    technical: int
    n_texts: int
    zeros: Mapping[str, Fraction]
    zero_share: Fraction | None
    technical_share: Fraction | None
    bounds: tuple[Fraction, Fraction] | None
    gate_passed: Fraction | None
    attainable: Fraction | None
    chance: Fraction | None
    chance_gates: Fraction | None
    overrides: Overrides
    first: FirstGiven
    coders: tuple[CoderMean, ...]
    reference: PublishedLRS | None
    name: str = ""
    """What the script calls its only condition."""
    adjusted: Fraction | None = None
    """The mean LRS as it would be had all coders judged every trial; None where that is no other
    mean, or cannot be computed: `StudyScores.adjustment` says why."""
    settled: int = 0
    """Trials of which an adjudicator settled something."""
    draws: int = 0
    """Draws with a finished trial, whether it has an LRS or not."""
    n_word_sets: int = 0
    """Distinct sets of words in these draws."""
    statuses: Mapping[str, int] = field(default_factory=dict)
    """How many trials have each status (see `TrialRow`)."""
    told_again: bool = False
    """Whether the paper's own story has twins."""
    lost: Mapping[str, int] = field(default_factory=dict)
    """How the replies ended for which `technical` trials have no score, and how many ended so."""

    @property
    def condition(self) -> str:
        """The levels joined by a comma; without conditions the name, which may be empty."""
        return ", ".join(level for _, level in self.levels) or self.name

    @property
    def draws_vary(self) -> bool:
        """Whether a draw has other words than the next, so that draws of two cells can be paired:
        not in the original wording, nor where one text was sent in every draw.
        """
        return self.wording != ORIGINAL and not self.n_texts == 1 < self.draws

    @property
    def half_marks_matter(self) -> bool:
        """Whether the LRS hangs on what a half mark is taken for."""
        return {self.strict.mean, self.lenient.mean} != {self.lrs.mean}

    @property
    def left_out(self) -> int:
        """Trials that the script excludes, since a control or a training was failed."""
        return self.trials - self.scored - self.needs_human - self.technical

    @property
    def needs_human(self) -> int:
        """Trials without an LRS that a person could give one."""
        return self.uncoded + self.undecided

    @property
    def gate_failed(self) -> Fraction | None:
        """The share of trials with an LRS that are 0 for a failed control; None without any."""
        return self.zeros.get("gate_failed", Fraction(0)) if self.scored else None


@dataclass(frozen=True, slots=True)
class ExperimentScore:
    """The flat mean over the cells of one experiment. `cells` have an LRS, `missing` have none,
    `additions` are not the paper's and stay out. The `n` of a figure counts the draws of any cell;
    the interval is over its `draws`, those that every cell has, and there is none under five.
    """

    experiment: str
    domain: str
    wording: str
    model: str
    simulated: bool
    cells: int
    missing: int
    additions: int
    lrs: Figure
    linear: Figure
    share: Figure


@dataclass(frozen=True, slots=True)
class Published:
    """The mean of the LRS that were published of `who` for the same cells as the mean next to it,
    flat and over experiments; None where one of them was published for no such cell.
    """

    who: str
    lrs: Fraction | None = None
    lrs_by_experiment: Fraction | None = None


@dataclass(frozen=True, slots=True)
class DomainScore:
    """The mean of a domain: flat over cells, and over experiments.

    Intervals are about these experiments. `t95` is (low, high, degrees of freedom): the interval
    with experiments as a sample of the domain; None for a single experiment, and where all are
    equal. `published` is None where the scripts give no LRS for any of the cells.
    """

    domain: str
    wording: str
    model: str
    simulated: bool
    cells: int
    missing: int
    additions: int
    experiments: tuple[str, ...]
    lrs: Fraction | None
    lrs_by_experiment: Fraction | None
    linear: Fraction | None
    linear_by_experiment: Fraction | None
    ci95: tuple[float, float] | None
    ci95_by_experiment: tuple[float, float] | None
    t95: tuple[float, float, int] | None
    published: Published | None = None
    ci_method: str = ""


@dataclass(frozen=True, slots=True)
class ContrastScore:
    """How often a contrast was passed. `n` counts draws in which the coders agree that it was or
    was not, `passed` those where it was (a part of one where its samples differ); `split` and
    `undecided` groups are in neither.
    """

    experiment: str
    contrast: str
    condition: str
    wording: str
    model: str
    simulated: bool
    n: int
    passed: Fraction
    split: int
    undecided: int
    ci95: tuple[float, float] | None
    chance: Fraction | None
    ci_method: str = ""


@dataclass(frozen=True, slots=True)
class TellingApart:
    """What the draws of one participant's cells can tell apart.

    Cells have `fewest` to `most` draws, and the figures hold for `n`; `sd` is how much the draws
    of a cell vary, pooled over cells. `half_width` is about that of a cell's interval, and
    `difference` the smallest one between two cells that is detected in four of five studies; both
    None under five draws, `difference` also if no difference on the scale would be detected.
    `own_half_width` and `own_difference` are the same of the proportion correct in own stories, in
    the cells that have other questions as well; None without any.
    """

    model: str
    n: int
    fewest: int
    most: int
    sd: float | None
    half_width: float | None
    difference: float | None
    power: float = 0.8
    own_half_width: float | None = None
    own_difference: float | None = None


@dataclass(frozen=True, slots=True)
class PaperCell:
    """A row of a table like the paper's Tables 3 to 6: a cell, with the first author and year of
    the experiment's paper and the published age of the children, both empty if the script has none.
    """

    author: str
    age: str
    cell: CellScore

    @property
    def simulated(self) -> bool:
        """Whether a program answered."""
        return self.cell.simulated


@dataclass(frozen=True, slots=True)
class StudyScores:
    """Everything that `devrun score` says. `role` is who the scores are by, in words; `coders` the
    names in the means; `notes` are sentences about what is not in them, `remarks` what coders
    noted, and `aim_guesses` what they took the study to be about.
    """

    study: str
    simulated: bool
    role: str
    provisional: bool
    coders: tuple[str, ...]
    planned: int
    trials: Sequence[TrialRow]
    cells: tuple[CellScore, ...]
    experiments: tuple[ExperimentScore, ...]
    domains: tuple[DomainScore, ...]
    contrasts: tuple[ContrastScore, ...]
    coder_means: tuple[CoderMean, ...]
    mended: tuple[str, ...]
    notes: tuple[str, ...]
    telling_apart: tuple[TellingApart, ...] = ()
    kind_scores: tuple[KindScore, ...] = ()
    adjustment: CoderAdjustment | None = None
    question_shares: tuple[QuestionShare, ...] = ()
    even_scores: tuple[EvenScore, ...] = ()
    measure_scores: tuple[MeasureScore, ...] = ()
    reliabilities: tuple[ScaleReliability, ...] = ()
    totals: tuple[TotalScale, ...] = ()
    untested: tuple[str, ...] = ()
    """Experiments that ask no test, and so have no LRS."""
    remarks: tuple[CoderRemark, ...] = ()
    aim_guesses: tuple[AimGuess, ...] = ()
    protocol: Protocol = Protocol.BATTERY
    failing: frozenset[tuple[str, str]] = frozenset()
    """Who is in no mean over participants, by board and name: of their replies too many are FAIL,
    which counts as wrong here."""
    judge_notes: tuple[str, ...] = ()
    """What the matcher marked, and what judges."""
    fail_notes: tuple[str, ...] = ()
    """By which rule, and who is touched by it."""
    bank_ages: tuple[BankAge, ...] = ()
    majorities: tuple[MajorityScore, ...] = ()
    format_scores: tuple[KindScore, ...] = ()
    """The scores of items of each format, where a bank has several, of the participants who were
    shown it."""
    letters: tuple[LetterChoice, ...] = ()
    """How often each letter was taken, of banks that are asked in every rotation."""
    hacking: tuple[HackingScore, ...] = ()
    """Control and manipulated versions of items, where a bank names controls."""
    published_ages: tuple[PublishedAge, ...] = ()
    """What others measured with the bank of the norms, where it is the one that was asked."""
    paper_cells: tuple[PaperCell, ...] = ()
    """The cells of a study under the paper's protocol, in the order of its tables."""

    @property
    def of_items(self) -> bool:
        """Whether some score is over the items of a bank."""
        return any(row.items is not None for row in self.kind_scores)

    @property
    def scored_cells(self) -> tuple[CellScore, ...]:
        """The cells of experiments that ask a test, or are rated as a whole."""
        return tuple(one for one in self.cells if one.experiment not in self.untested)


@dataclass(frozen=True, slots=True)
class CoderEffect:
    """What a coder gives more than the average of the coders, in LRS points; None where that is not
    worked out. `trials` have an LRS by this coder.
    """

    coder: str
    trials: int
    effect: float | None


@dataclass(frozen=True, slots=True)
class CoderAdjustment:
    """The effects of the coders who count. `trials` have an LRS, `shared` of them by two coders or
    more; `reason` says why there are no effects.
    """

    trials: int
    shared: int
    reason: str
    coders: tuple[CoderEffect, ...]
    method: str = ""


@dataclass(frozen=True, slots=True)
class Overrides:
    """What coders made of the rule's proposal: of `given` LRS `changed` are not the rule's;
    `difference` is the mean of theirs minus the rule's over all given.
    """

    given: int = 0
    changed: int = 0
    difference: Fraction | None = None


@dataclass(frozen=True, slots=True)
class FirstGiven:
    """LRS given before any mark, in `n` judgements, and the LRS computed from the same marks."""

    n: int = 0
    given: Fraction | None = None
    rule: Fraction | None = None
