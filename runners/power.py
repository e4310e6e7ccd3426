"""What so many runs of some scripts will find, simulated before anything is asked: of the LRS, and
of own stories.

Scripts whose trials score alike (as many questions, guessed as easily) have one answer between
them, so each kind is simulated once. The truths are a grid and no guess at a participant: how far
apart two cells are, and how much the answers of one trial go together, is what nobody knows yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

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
    found: dict[tuple[int, tuple[float, ...]], dict[str, None]] = {}
    for experiment in experiments:
        expander = Expander(experiment)
        for cell in chosen_cells(experiment, wordings=wordings, only=only):
            kind = _kind(expander.trial(cell, draw=1))
            if kind[0]:
                found.setdefault(kind, {})[experiment.title] = None
    return tuple(ScoringGroup(tuple(titles), *kind) for kind, titles in found.items())


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


def own_scorings(
    experiments: Sequence[Experiment],
    *,
    wordings: tuple[str, ...] | None = None,
    only: tuple[str, ...] = (),
) -> tuple[ScoringGroup, ...]:
    """The scripts by the number of own questions in a trial; without those whose questions are all
    the paper's own.
    """
    found: dict[int, dict[str, None]] = {}
    for experiment in experiments:
        expander = Expander(experiment)
        for cell in chosen_cells(experiment, wordings=wordings, only=only):
            own = own_questions(expander.trial(cell, draw=1))
            if own:
                found.setdefault(own, {})[experiment.title] = None
    return tuple(ScoringGroup(tuple(titles), own, ()) for own, titles in found.items())


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
        Against.CELL: family_size(declared, experiments, {ComparisonKind.CONDITIONS}, people),
        Against.GUESSING: family_size(declared, experiments, {ComparisonKind.GUESSING}, people),
    }
    own_family = family_size(
        declared, experiments, {ComparisonKind.CONDITIONS}, people, on=OWN_STORIES
    )
    asked_for = runs or [one.design.runs for one in experiments]
    wanted = sorted({*RUNS, *(n for n in asked_for if n <= MOST_RUNS)})
    kinds = scorings(experiments, wordings=wordings, only=only)
    asked: list[tuple[ScoringGroup, Against, tuple[float, ...]]] = [
        (kind, Against.CELL, DIFFERENCES) for kind in _by_questions(kinds)
    ]
    # With guessing itself too: answers that go together are no guesses, and pass for more.
    asked += [(kind, Against.GUESSING, (0.0, *DIFFERENCES)) for kind in kinds if kind.guessing]
    grid = [
        (kind, against, apart, rho, n)
        for kind, against, differences in asked
        for apart in differences
        if _lower(kind, against) + apart <= MOST
        for rho in CORRELATIONS
        for n in wanted
    ]
    own = [
        (kind, accuracies, rho, n)
        for kind in own_scorings(experiments, wordings=wordings, only=only)
        for accuracies in ACCURACIES
        # One question has no other answer of its trial to correlate with.
        for rho in (CORRELATIONS if kind.questions > 1 else (0.0,))
        for n in wanted
    ]
    every = len(grid) + len(own)
    rows: list[PowerRow] = []
    for at, (kind, against, apart, rho, n) in enumerate(grid):
        if say is not None:
            say(at, every)
        low = _lower(kind, against)
        size = max(1, families[against])
        truth = Truth(low + apart, kind.questions, rho)
        if against is Against.CELL:
            found = difference_found(
                truth,
                Truth(low, kind.questions, rho),
                n,
                family=size,
                alpha=alpha,
                studies=studies,
                seed=seed,
            )
            told = [(PowerMethod.INTERVAL, found.interval), (PowerMethod.SIGN_FLIP, found.test)]
            corrected = found.corrected
        else:
            beaten = guessing_beaten(
                truth, kind.guessing, n, family=size, alpha=alpha, studies=studies, seed=seed
            )
            told = [(PowerMethod.ABOVE_GUESSING, beaten.test)]
            corrected = beaten.corrected
        if families[against]:
            told.append((PowerMethod.HOLM, corrected))
        rows += [
            PowerRow(
                kind.experiments,
                kind.questions,
                against,
                (low, low + apart),
                rho,
                n,
                method,
                families[against],
                share,
                None if share is None else _between(share, studies),
            )
            for method, share in told
        ]
    for at, (kind, accuracies, rho, n) in enumerate(own, start=len(grid)):
        if say is not None:
            say(at, every)
        first, second = (
            Truth(mean, kind.questions, rho, SimulatedScale.ACCURACY) for mean in accuracies
        )
        found = difference_found(
            first, second, n, family=max(1, own_family), alpha=alpha, studies=studies, seed=seed
        )
        told = [(PowerMethod.INTERVAL, found.interval)]
        if own_family:
            told += [(PowerMethod.SIGN_FLIP, found.test), (PowerMethod.HOLM, found.corrected)]
        rows += [
            PowerRow(
                kind.experiments,
                kind.questions,
                Against.CELL,
                None,
                rho,
                n,
                method,
                own_family,
                share,
                None if share is None else _between(share, studies),
                own=accuracies,
            )
            for method, share in told
        ]
    if say is not None:
        say(every, every)
    return tuple(rows)


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
