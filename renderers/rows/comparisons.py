"""What `devrun compare` has to say, as plain rows: comparisons and familiar words.

The rows hold exact means and no words about them, so that the table on the screen, the JSON
document, the report and its figures say the same each in their own way. Only a
`PValue` holds a p value, and only members of a declared family have one: other comparisons have no
field for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from dsl.trial import Levels
from renderers.rows.banks import (
    ErasureContrast,
    ErasureDrop,
    MajorityScore,
    PairDifference,
    SizeSlope,
)
from renderers.rows.recognition import Recognition, ReplySources
from renderers.rows.scores import CellScore
from renderers.rows.variance import DStudy, Variance


class ComparisonKind(StrEnum):
    """What is compared."""

    CONDITIONS = "conditions"
    MODELS = "models"
    WORDINGS = "wordings"
    GUESSING = "guessing"
    DOMAINS = "domains"
    AGES = "ages"
    RECOGNITION = "recognition"
    EVEN = "even"
    ERASURES = "erasures"
    MAJORITIES = "majorities"
    BANKS = "banks"
    VARIANCE = "variance"


class ComparisonScope(StrEnum):
    """Over how much: one cell, the cells of an experiment, of a domain, or of all that was run."""

    CELL = "cell"
    EXPERIMENT = "experiment"
    DOMAIN = "domain"
    BATTERY = "battery"


class EffectScale(StrEnum):
    """On which scale a familiar-words effect is given."""

    LRS = "lrs"
    SHARE = "share"
    LOG_ODDS = "log_odds"


class Equivalence(StrEnum):
    """Whether a difference is known to lie within bounds, or beyond them."""

    EQUIVALENT = "equivalent"
    NOT_EQUIVALENT = "not equivalent"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two that are compared. `label` is the level, the model or `guessing`;
    `n` counts draws, 0 where nothing was run (guessing is computed).
    """

    label: str
    n: int
    lrs: Fraction | None
    share: Fraction | None
    own: Fraction | None = None


@dataclass(frozen=True, slots=True)
class ChangedQuestions:
    """Two conditions compared on the questions that do not read the same in both. `same` is the
    share of scored questions that do; `first` and `second` are the proportions correct in the
    others, `n` the draws of the difference.
    """

    same: Fraction
    n: int
    first: Fraction | None
    second: Fraction | None
    difference: Fraction | None
    ci95: tuple[float, float] | None
    ci_method: str


@dataclass(frozen=True, slots=True)
class PValue:
    """The test of a declared comparison. `smallest` is the least p that so many could have given,
    `n` what was counted and `ties` those that are 0; `holm` is adjusted within `family`.
    """

    family: str
    p: float
    smallest: float
    holm: float
    n: int
    ties: int
    method: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """First minus second, on LRS (0 to 5), on the proportion correct and on that in the paper's own
    stories (0 to 1).

    `changed` is there where conditions share questions: then it is the comparison of record, and a
    test is of it.

    `pairs` are the common draws, 0 where the two are not paired. `levels` are those held equal,
    empty over several cells; `experiment` is empty over several experiments and `model` where
    models are compared. `n_experiments` counts those in the difference. `t95` is (low, high,
    degrees of freedom): the interval with experiments as a sample, over several of them.

    `family` is empty if the comparison was not declared: then it is exploratory, and `test` is
    None. A declared one without a test says why in `untested`. `expected` is `more` or `less` where
    a direction was declared. `within` are the bounds of equivalence in LRS points, 0 where there
    are none. `measure` is the measure of the script that two conditions are compared on; then
    the `lrs` of both sides are its means. It is empty for the LRS.
    """

    kind: ComparisonKind
    scope: ComparisonScope
    experiment: str
    domain: str
    levels: Levels
    condition: str
    wording: str
    model: str
    simulated: bool
    first: Side
    second: Side
    pairs: int
    difference: Fraction | None
    ci95: tuple[float, float] | None
    ci_method: str
    share_difference: Fraction | None
    share_ci95: tuple[float, float] | None
    own_difference: Fraction | None = None
    own_ci95: tuple[float, float] | None = None
    changed: ChangedQuestions | None = None
    factor: str = ""
    n_experiments: int = 1
    t95: tuple[float, float, int] | None = None
    family: str = ""
    expected: str = ""
    untested: str = ""
    test: PValue | None = None
    within: float = 0.0
    within_declared: bool = False
    measure: str = ""

    @property
    def exploratory(self) -> bool:
        """Whether it was not declared beforehand."""
        return not self.family

    @property
    def ci95_of_record(self) -> tuple[float, float] | None:
        """The interval in the different questions, if conditions share some, else of the LRS."""
        return self.ci95 if self.changed is None else self.changed.ci95

    @property
    def differs_in_own_alone(self) -> bool:
        """Whether the interval in own stories excludes 0, and that of record does not."""
        return _excludes_0(self.own_ci95) and not _excludes_0(self.ci95_of_record)

    @property
    def equivalence(self) -> Equivalence | None:
        """Whether the interval of record lies within the bounds of equivalence; None without
        bounds or interval. One LRS point is a quarter of the questions.
        """
        ends = self.ci95_of_record
        bound = self.within if self.changed is None else self.within / 4
        if not self.within or ends is None:
            return None
        if -bound < ends[0] and ends[1] < bound:
            return Equivalence.EQUIVALENT
        if ends[0] > bound or ends[1] < -bound:
            return Equivalence.NOT_EQUIVALENT
        return Equivalence.UNDECIDED


def _excludes_0(ends: tuple[float, float] | None) -> bool:
    return ends is not None and not ends[0] <= 0 <= ends[1]


@dataclass(frozen=True, slots=True)
class FamiliarCell:
    """The original wording of a `cell` among its permuted draws.

    `permuted` is the mean LRS of the permuted draws; `original` that of the original at the
    counterbalance levels of those draws. `draws` are the permuted draws' LRS, each less what the
    original has more at that draw's levels than on average. `above` and `below` count the draws
    higher and lower than `original`, `ties` those that are equal; `rank` is 1 where the original
    is highest. `least_p` is 1 / (draws + 1): what the most extreme rank could say, and no test.
    """

    cell: CellScore
    original: Fraction
    permuted: Fraction
    draws: Mapping[int, Fraction]
    above: int
    below: int
    ties: int
    difference: Fraction
    share_difference: Fraction | None
    log_odds_difference: float | None

    @property
    def model(self) -> str:
        """The participant."""
        return self.cell.model

    @property
    def simulated(self) -> bool:
        """Whether the participant is a program."""
        return self.cell.simulated

    @property
    def rank(self) -> Fraction:
        """The place of the original from the top; equal draws share theirs."""
        return 1 + self.above + Fraction(self.ties, 2)

    @property
    def least_p(self) -> Fraction:
        """The least p that a rank among so many could have."""
        return Fraction(1, len(self.draws) + 1)


@dataclass(frozen=True, slots=True)
class FamiliarEffect:
    """The familiar-words effect of one participant over experiments, on one scale.

    `by_experiment` is the mean difference (original minus permuted) over the paper's cells of each;
    their mean is `mean`. `t95` is (low, high, degrees of freedom), None for a single experiment
    and where all are equal.
    """

    model: str
    simulated: bool
    measure: EffectScale
    by_experiment: Mapping[str, float]
    mean: float
    t95: tuple[float, float, int] | None
    family: str = ""
    untested: str = ""
    test: PValue | None = None

    @property
    def n(self) -> int:
        """How many experiments."""
        return len(self.by_experiment)


@dataclass(frozen=True, slots=True)
class TaskAge:
    """One experiment: the age of the children who were tested, in months (the midpoint of the
    published range), and the mean LRS over its cells.
    """

    experiment: str
    domain: str
    months: Fraction
    cells: int
    lrs: Fraction


@dataclass(frozen=True, slots=True)
class AgeCorrelation:
    """LRS against the age of the task, for one participant and wording, or as published (then
    `wording` is empty). `rho` is Spearman's over experiments, None where all are equal; `ci95` is
    None under five of them. `rho_cells` is over cells, which are not independent of each other, and
    has no interval.
    """

    who: str
    wording: str
    simulated: bool
    published: bool
    tasks: tuple[TaskAge, ...]
    rho: float | None
    ci95: tuple[float, float] | None
    ci_method: str
    cells: int
    rho_cells: float | None

    @property
    def n(self) -> int:
        """How many experiments."""
        return len(self.tasks)


@dataclass(frozen=True, slots=True)
class EvenDifference:
    """The share of `answer` to an even question on two sides, of which `first` and `second` are the
    names: two participants (then `model` is empty), or two conditions of one. `first_n` and
    `second_n` are the draws that chose one of the two answers.
    """

    experiment: str
    condition: str
    wording: str
    model: str
    simulated: bool
    question: str
    within: str
    answer: str
    first: str
    second: str
    first_n: int
    second_n: int
    first_share: Fraction | None
    second_share: Fraction | None
    difference: Fraction | None
    ci95: tuple[float, float] | None
    ci_method: str


@dataclass(frozen=True, slots=True)
class Family:
    """Comparisons declared together, over which Holm's correction is made. `declared` are the
    declarations in words, `source` says where they are; `tested` counts the p values. What
    simulated participants did is a family of its own: they correct nobody else's p values.
    """

    name: str
    declared: tuple[str, ...]
    source: str
    simulated: bool
    tested: int


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Everything that `devrun compare` says."""

    study: str
    simulated: bool
    role: str
    provisional: bool
    alpha: float
    families: tuple[Family, ...]
    comparisons: tuple[Comparison, ...]
    familiar: tuple[FamiliarCell, ...]
    familiar_effects: tuple[FamiliarEffect, ...]
    notes: tuple[str, ...] = field(default=())
    ages: tuple[AgeCorrelation, ...] = ()
    even: tuple[EvenDifference, ...] = ()
    recognition: tuple[Recognition, ...] = ()
    reply_sources: tuple[ReplySources, ...] = ()
    asks_recognition: bool = False
    """Whether a script asks for it; the two before are empty where no reply was read."""
    variance: tuple[Variance, ...] = ()
    d_study: tuple[DStudy, ...] = ()
    erasures: tuple[ErasureDrop, ...] = ()
    erasure_contrasts: tuple[ErasureContrast, ...] = ()
    majorities: tuple[MajorityScore, ...] = ()
    measured: tuple[Comparison, ...] = ()
    """Conditions compared on a measure of their script."""
    sizes: tuple[SizeSlope, ...] = ()
    """Banks by the size of models, where a table of models was given."""
    parameters: Mapping[str, float] = field(default_factory=dict)
    """How large the models of that table are, by participant."""
    people: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Accuracies of people in control and manipulated versions, by their name in that table."""
    pairs: tuple[PairDifference, ...] = ()
    """Banks item by item: conditions, participants, and models of a table with counterparts."""
