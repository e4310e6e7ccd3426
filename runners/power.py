"""What so many runs of some scripts will find, simulated before anything is asked: of the LRS, and
of own stories.

Scripts whose trials score alike (as many questions, guessed as easily) have one answer between
them, so each kind is simulated once. The truths are a grid and no guess at a participant: how far
apart two cells are, and how much the answers of one trial go together, is what nobody knows yet.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import TypeVar

from coders.guessing import odds
from coders.marks import HALF, RIGHT
from coders.statistics.power import (
    MOST,
    STUDIES,
    SimulatedScale,
    Truth,
    bands,
    difference_found,
    guessing_beaten,
)
from dsl.expand import Expander, chosen_cells
from dsl.experiment import OWN_STORIES, Experiment
from dsl.tree import FactorKind, QuestionKind
from dsl.trial import Trial
from renderers.rows.comparisons import ComparisonKind
from renderers.tables.power import Against, PowerMethod, PowerRow
from runners.analysis.telling_apart import own_questions
from runners.comparison.families import DeclaredComparison, of_scripts

Kind = TypeVar("Kind", bound=Hashable)

MIDDLE = 3.0
"""The lower of two cells: the middle of the scale, and what guessing two-way questions gives."""
DIFFERENCES = (0.5, 1.0, 1.5, 2.0)
ACCURACIES = ((0.9, 0.1), (0.9, 0.3), (0.9, 0.5), (0.7, 0.3), (0.7, 0.5))
"""Of two cells, in own stories: from mastered and not, to both uncertain."""
CORRELATIONS = (0.1, 0.3, 0.6)
RUNS = (5, 10, 20, 40, 80)
MOST_RUNS = 500
"""More are not simulated: they find all of these differences."""
SEED = 1

Say = Callable[[int, int], None]
"""Called with how many of how many figures are done."""


@dataclass(frozen=True, slots=True)
class ScoringGroup:
    """Scripts (by title) whose trials are scored alike: `questions` of equal weight, of which a
    guesser has 0, 1, ... right as often as `guessing` says (empty where that is unknown, and where
    a guess may earn half: simulated answers are right or wrong).
    """

    experiments: tuple[str, ...]
    questions: int
    guessing: tuple[float, ...]


def scorings(
    experiments: Sequence[Experiment],
    *,
    wordings: tuple[str, ...] | None = None,
    only: tuple[str, ...] = (),
) -> tuple[ScoringGroup, ...]:
    """The kinds of scoring among the cells of these scripts, in the order of the scripts."""
    found = _by_trial(experiments, _kind, wordings, only)
    return tuple(ScoringGroup(titles, *kind) for kind, titles in found if kind[0])


def own_scorings(
    experiments: Sequence[Experiment],
    *,
    wordings: tuple[str, ...] | None = None,
    only: tuple[str, ...] = (),
) -> tuple[ScoringGroup, ...]:
    """The scripts by the number of own questions in a trial; without those whose questions are all
    the paper's own.
    """
    found = _by_trial(experiments, own_questions, wordings, only)
    return tuple(ScoringGroup(titles, own, ()) for own, titles in found if own)


def _by_trial(
    experiments: Sequence[Experiment],
    kind: Callable[[Trial], Kind],
    wordings: tuple[str, ...] | None,
    only: tuple[str, ...],
) -> list[tuple[Kind, tuple[str, ...]]]:
    """Each kind of trial among the cells of these scripts, with the titles that have it."""
    found: dict[Kind, dict[str, None]] = {}
    for experiment in experiments:
        expander = Expander(experiment)
        for cell in chosen_cells(experiment, wordings=wordings, only=only):
            found.setdefault(kind(expander.trial(cell, draw=1)), {})[experiment.title] = None
    return [(one, tuple(titles)) for one, titles in found.items()]


def _kind(trial: Trial) -> tuple[int, tuple[float, ...]]:
    asked = [question for _, _, question in trial.asked(QuestionKind.TEST)]
    told = [Fraction(1)]
    for question in asked:
        marks = odds(question)
        if marks is None or HALF in dict(marks):
            return len(asked), ()
        chance = dict(marks).get(RIGHT, Fraction(0))
        told = [
            miss * (1 - chance) + hit * chance
            for miss, hit in zip((*told, Fraction(0)), (Fraction(0), *told), strict=True)
        ]
    return len(asked), tuple(map(float, told))


def family_size(
    declared: Sequence[DeclaredComparison],
    experiments: Sequence[Experiment],
    kinds: set[ComparisonKind],
    people: int,
    *,
    on: str = "",
) -> int:
    """How many p values the largest family with a comparison of these kinds has, `on` the LRS
    (empty) or own stories; 0 without any.

    A declaration of two levels has one for each participant and each combination of the levels of
    other conditions; one with guessing, one for each participant and cell.
    """
    by_title = {one.title: one for one in experiments}
    sizes: dict[str, int] = {}
    for one in declared:
        wanted = [by_title[one.experiment]] if one.experiment else list(experiments)
        each = 1
        if one.kind is ComparisonKind.CONDITIONS:
            each = _held_equal(wanted[0], one.first)
        elif one.kind is ComparisonKind.GUESSING:
            each = sum(len(chosen_cells(experiment)) for experiment in wanted)
        sizes[one.family] = sizes.get(one.family, 0) + each * people
    found = (sizes[one.family] for one in declared if one.kind in kinds and one.on == on)
    return max(found, default=0)


def _held_equal(experiment: Experiment, level: str) -> int:
    """Combinations of the levels of all conditions but the one with this level."""
    many = 1
    for factor in experiment.of_kind(FactorKind.CONDITIONS):
        if level not in {one.name for one in factor.levels}:
            many *= len(factor.levels)
    return many


def power(
    experiments: Sequence[Experiment],
    *,
    runs: Sequence[int] = (),
    wordings: tuple[str, ...] | None = None,
    only: tuple[str, ...] = (),
    people: int = 1,
    alpha: float = 0.05,
    studies: int = STUDIES,
    seed: int = SEED,
    say: Say | None = None,
) -> tuple[PowerRow, ...]:
    """How often differences are found, for `RUNS` and the `runs` of each script or those asked: of
    the LRS, and of the proportion correct in own stories.
    """
    declared = tuple(one for one in of_scripts(experiments) if one.on in ("", OWN_STORIES))
    families = {
        (against, scale): family_size(declared, experiments, {compared}, people, on=on)
        for against, scale, compared, on in (
            (Against.CELL, SimulatedScale.LRS, ComparisonKind.CONDITIONS, ""),
            (Against.GUESSING, SimulatedScale.LRS, ComparisonKind.GUESSING, ""),
            (Against.CELL, SimulatedScale.ACCURACY, ComparisonKind.CONDITIONS, OWN_STORIES),
        )
    }
    asked_for = runs or [one.design.runs for one in experiments]
    wanted = sorted({*RUNS, *(n for n in asked_for if n <= MOST_RUNS)})
    kinds = scorings(experiments, wordings=wordings, only=only)
    own = own_scorings(experiments, wordings=wordings, only=only)
    points = list(_points(kinds, own, wanted))
    rows: list[PowerRow] = []
    for at, point in enumerate(points):
        if say is not None:
            say(at, len(points))
        family = families[point.against, point.scale]
        told = point.found(family, alpha=alpha, studies=studies, seed=seed)
        on_lrs = point.scale is SimulatedScale.LRS
        rows += [
            PowerRow(
                point.kind.experiments,
                point.kind.questions,
                point.against,
                point.means if on_lrs else None,
                point.rho,
                point.n,
                method,
                family,
                share,
                None if share is None else _between(share, studies),
                own=None if on_lrs else point.means,
            )
            for method, share in told
        ]
    if say is not None:
        say(len(points), len(points))
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class _Point:
    """Two means whose difference is detected with `n` runs each, where answers of a trial correlate
    by `rho`; against guessing, the first of the means is that of a guesser.
    """

    kind: ScoringGroup
    against: Against
    scale: SimulatedScale
    means: tuple[float, float]
    rho: float
    n: int

    def found(
        self, family: int, *, alpha: float, studies: int, seed: int
    ) -> list[tuple[PowerMethod, float | None]]:
        """How often each method finds that they differ. Without a `family` nothing is corrected,
        and own stories have no p value.
        """
        high, low = (
            Truth(mean, self.kind.questions, self.rho, self.scale)
            for mean in sorted(self.means, reverse=True)
        )
        if self.against is Against.GUESSING:
            beaten = guessing_beaten(
                high, self.kind.guessing, self.n,
                family=max(1, family), alpha=alpha, studies=studies, seed=seed,
            )  # fmt: skip
            told = [(PowerMethod.ABOVE_GUESSING, beaten.test), (PowerMethod.HOLM, beaten.corrected)]
            return [*told] if family else [*told[:1]]
        found = difference_found(
            high, low, self.n, family=max(1, family), alpha=alpha, studies=studies, seed=seed
        )
        every = [
            (PowerMethod.INTERVAL, found.interval),
            (PowerMethod.SIGN_FLIP, found.test),
            (PowerMethod.HOLM, found.corrected),
        ]
        if family:
            return every
        return every[:2] if self.scale is SimulatedScale.LRS else every[:1]


def _points(
    kinds: Sequence[ScoringGroup], own: Sequence[ScoringGroup], runs: Sequence[int]
) -> Iterator[_Point]:
    """All that is simulated: of the LRS (against a lower cell, then guessing), of own stories."""
    lrs: list[tuple[ScoringGroup, Against, tuple[float, ...]]] = [
        (kind, Against.CELL, DIFFERENCES) for kind in _by_questions(kinds)
    ]
    # With guessing itself too: answers that go together are no guesses, and pass for more.
    lrs += [(kind, Against.GUESSING, (0.0, *DIFFERENCES)) for kind in kinds if kind.guessing]
    for kind, against, differences in lrs:
        low = _lower(kind, against)
        for apart, rho, n in product(differences, CORRELATIONS, runs):
            if low + apart <= MOST:
                yield _Point(kind, against, SimulatedScale.LRS, (low, low + apart), rho, n)
    for kind in own:
        # One question has no other answer of its trial to correlate with.
        correlations = CORRELATIONS if kind.questions > 1 else (0.0,)
        for means, rho, n in product(ACCURACIES, correlations, runs):
            yield _Point(kind, Against.CELL, SimulatedScale.ACCURACY, means, rho, n)


def _by_questions(kinds: Sequence[ScoringGroup]) -> list[ScoringGroup]:
    """The kinds with those put together that differ in how easily they are guessed alone."""
    found: dict[int, dict[str, None]] = {}
    for kind in kinds:
        found.setdefault(kind.questions, {}).update(dict.fromkeys(kind.experiments))
    return [ScoringGroup(tuple(titles), questions, ()) for questions, titles in found.items()]


def _lower(kind: ScoringGroup, against: Against) -> float:
    """The mean LRS that the other is compared with."""
    if against is Against.CELL:
        return MIDDLE
    return round(sum(n * p for n, p in zip(bands(kind.questions), kind.guessing, strict=True)), 4)


def _between(share: float, studies: int) -> tuple[float, float]:
    """Where the share would lie with endlessly many studies (95%, Wilson)."""
    z = 1.96
    centre = (share + z * z / (2 * studies)) / (1 + z * z / studies)
    inner = share * (1 - share) / studies + z * z / (4 * studies * studies)
    half = z / (1 + z * z / studies) * sqrt(inner)
    # Rounding must not leave an end a hair inside.
    low = 0.0 if share == 0 else centre - half
    return low, 1.0 if share == 1 else centre + half
