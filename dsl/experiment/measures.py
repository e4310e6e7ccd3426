"""What a script measures in addition to the LRS: passes by a criterion, totals of them, and means
of questionnaires.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from dsl.experiment.questionnaires import Questionnaire, ScaleMean
from dsl.experiment.waves import Waves
from dsl.record import record

if TYPE_CHECKING:
    from dsl.criterion import Criterion
    from dsl.scoring import IntervalMethod


class MeasureKind(StrEnum):
    """What the number of a measure is."""

    PASS = "pass"
    """1 where a criterion is reached, else 0."""
    TOTAL = "total"
    """The sum of passes, and of tests that are right."""
    MEAN = "mean"
    """The mean of the items of a questionnaire in a wave."""
    CHANGE = "change"
    """The mean in the last wave less that in the first."""
    TRAINED = "trained"
    """1 where the criterion of a training was met, else 0."""
    QUESTIONS = "questions"
    """The questions asked in a training. Who does not meet the criterion is asked as many as the
    bound, so that the mean is the restricted mean of questions to criterion."""
    SETTLED = "settled"
    """1 where the tries of a machine left one rule, else 0."""
    TRIES = "tries"
    """The tries until one rule was left; without that the bound, as of QUESTIONS."""
    IDLE_TRIES = "idle tries"
    """The tries after which as many rules fit as before."""
    BITS = "bits per try"
    """What was learnt of a machine in one try: the binary logarithm of the rules that fit before
    the first try, divided by those after the last, over the number of tries."""
    BEST_BITS = "best bits per try"
    """The same for the best explorer with as many tries of the same machine."""
    TRUTH = "right by truth"
    """The proportion of answers about a machine that are right by how it works, whatever was seen
    of it."""


@record
class Term:
    """At least `least` of the replies to `questions` have this outcome, or with `negated` fewer.

    An empty `outcome`: the first of two ratings is above the second.
    """

    questions: tuple[str, ...]
    outcome: str
    least: int = 1
    negated: bool = False


@record
class TrainedQuestion:
    """What a measure of a training is of: `name` is that of the training."""

    name: str
    question: str
    criterion: Criterion


@record
class ExploredMachine:
    """What a measure of an exploration is of: the machine, how many tries there can be, how many
    rules the machine may follow, and how many bits one try can bring on average.
    """

    machine: str
    most: int
    rules: int
    most_bits: float


@record
class Measure:
    """A named number for each version of a run; it is missing where something that it needs is.

    `words` are what the script says of it after its name. A pass has `terms`, of which all must
    hold, or with `either` one; a total has `parts`, the names of passes, tests and means; a mean
    and a change have a `mean`; what comes of a training has its criterion, and of an exploration
    its machine. The number lies between `low` and `high`.
    """

    name: str
    kind: MeasureKind
    words: str
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(1)
    terms: tuple[Term, ...] = ()
    either: bool = False
    parts: tuple[str, ...] = ()
    mean: ScaleMean | None = None
    training: TrainedQuestion | None = None
    exploration: ExploredMachine | None = None

    @property
    def is_share(self) -> bool:
        """Whether it is 1 or 0, so that its mean is a share of runs."""
        return self.kind in (MeasureKind.PASS, MeasureKind.TRAINED, MeasureKind.SETTLED)

    @property
    def interval(self) -> IntervalMethod:
        """How the interval of its mean over draws is computed."""
        from dsl.scoring import IntervalMethod

        return IntervalMethod.WILSON if self.is_share else IntervalMethod.T


def measures_of(one: Questionnaire, waves: Waves | None = None) -> tuple[Measure, ...]:
    """The mean of each scale of a questionnaire in each wave, and its change.

    A questionnaire that is given once gives `worry` and `worry fear`, its subscale; one that is
    given twice `worry before`, `worry after`, `worry change`, and as many for its subscale. In a
    script with `waves` it gives `worry` in each, and `worry change` from the first to the last.
    """
    low, high = Fraction(one.low), Fraction(one.high)
    found: list[Measure] = []
    for scale in one.scales:
        words = f"of {scale.least} items or more, of {len(scale.items)}"
        for wave in one.waves:
            name = f"{scale.name} {wave}" if len(one.waves) > 1 else scale.name
            mean = ScaleMean(one, scale, (wave,))
            found.append(Measure(name, MeasureKind.MEAN, words, low, high, mean=mean))
        given = one.waves
        if waves is not None and len(given) == 1:
            given = tuple(level for level, _ in waves.numbers)
        if len(given) > 1:
            ends = (given[0], given[-1])
            words = f"in {ends[1]} less {ends[0]}"
            found.append(
                Measure(
                    f"{scale.name} change", MeasureKind.CHANGE, words, low - high, high - low,
                    mean=ScaleMean(one, scale, ends),
                )
            )  # fmt: skip
    return tuple(found)


def measures_of_training(training: TrainedQuestion) -> tuple[Measure, Measure]:
    """Whether the criterion was met, `names trained`, and how many questions were asked, `names
    questions`.
    """
    until = training.criterion
    words = f"until {until.words}, at most {until.bound}"
    return (
        Measure(f"{training.name} trained", MeasureKind.TRAINED, words, training=training),
        Measure(
            f"{training.name} questions", MeasureKind.QUESTIONS, words,
            Fraction(until.right), Fraction(until.most), training=training,
        ),
    )  # fmt: skip


def measures_of_exploration(explored: ExploredMachine) -> tuple[Measure, ...]:
    """Whether one rule was left, `lamp settled`; the tries until then, `lamp tries`, and those
    that settled nothing; bits per try and the best possible; what is right by truth.
    """
    bits = Fraction(str(round(explored.most_bits, 4)))
    most = explored.most
    highest = {
        MeasureKind.SETTLED: (Fraction(1), "(one rule is left)"),
        MeasureKind.TRIES: (Fraction(most), "until one rule is left"),
        MeasureKind.IDLE_TRIES: (Fraction(most), f"that settle nothing, of {most}"),
        MeasureKind.BITS: (bits, f"of {explored.rules} rules"),
        MeasureKind.BEST_BITS: (bits, f"of {explored.rules} rules, by the best explorer"),
        MeasureKind.TRUTH: (Fraction(1), "by how the machine works"),
    }
    return tuple(
        Measure(f"{explored.machine} {kind.value}", kind, words, high=high, exploration=explored)
        for kind, (high, words) in highest.items()
    )
