"""What so many draws can tell apart: by how much the draws of a study vary, or may vary.

After a run the answer is made of the spread that was found. Before it there is none, and two bounds
take its place: the questions of a trial are answered each by itself, or all of them alike. A single
guess between the two would look like knowledge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt
from statistics import median_low
from typing import TYPE_CHECKING

from coders.lrs import asked_in
from coders.statistics.differences import POWER, Resolution, resolution
from dsl.scoring import rule
from dsl.tree import QuestionKind
from dsl.trial import Trial
from renderers.rows.measures import Figure, own_stories

if TYPE_CHECKING:
    from renderers.rows.scores import CellScore, TellingApart


def found(cells: Sequence[CellScore]) -> tuple[TellingApart, ...]:
    """What the draws of each participant's cells can tell apart, in the order of the cells."""
    models = dict.fromkeys(cell.model for cell in cells)
    return tuple(
        _found(model, [cell for cell in cells if cell.model == model and cell.lrs.n])
        for model in models
        if any(cell.model == model and cell.lrs.n for cell in cells)
    )


def _found(model: str, cells: Sequence[CellScore]) -> TellingApart:
    from renderers.rows.scores import TellingApart

    draws = [cell.lrs.n for cell in cells]
    sd = _pooled(cell.lrs for cell in cells)
    n = median_low(draws)
    resolved = resolution(n, sd) if sd is not None else None
    own = [figure for figure in map(own_stories, cells) if figure.n]
    own_sd = _pooled(own)
    own_resolved = (
        None
        if own_sd is None
        else resolution(median_low([figure.n for figure in own]), own_sd, high=1.0)
    )
    return TellingApart(
        model,
        n,
        min(draws),
        max(draws),
        sd,
        resolved.half_width if resolved is not None else None,
        resolved.difference if resolved is not None else None,
        POWER,
        own_resolved.half_width if own_resolved is not None else None,
        own_resolved.difference if own_resolved is not None else None,
    )


def _pooled(figures: Iterable[Figure]) -> float | None:
    """The root of the mean variance of these figures' draws; None without any."""
    spreads = [figure.sd**2 for figure in figures if figure.sd is not None]
    return sqrt(sum(spreads) / len(spreads)) if spreads else None


def expected(trials: Sequence[Trial], n: int) -> tuple[Resolution, Resolution] | None:
    """What `n` draws of cells like these can tell apart at best and at worst, for a participant who
    is right half of the time; None under five draws, or where nothing is scored.
    """
    spreads = [both for trial in trials if (both := _spreads(trial)) is not None]
    if not spreads:
        return None
    best = resolution(n, min(least for least, _ in spreads))
    worst = resolution(n, max(most for _, most in spreads))
    return None if best is None or worst is None else (best, worst)


def expected_own(trials: Sequence[Trial], n: int) -> tuple[Resolution, Resolution] | None:
    """What `n` draws can tell apart in the proportion correct in own stories, as `expected` says it
    of the LRS; None also where all questions are the paper's own, or none.
    """
    return own_resolution(max(map(own_questions, trials), default=0), n)


def own_resolution(questions: int, n: int) -> tuple[Resolution, Resolution] | None:
    """The same of trials with this many own questions; None also for 0."""
    if not questions:
        return None
    best = resolution(n, 0.5 / sqrt(questions), high=1.0)
    worst = resolution(n, 0.5, high=1.0)
    return None if best is None or worst is None else (best, worst)


def own_questions(trial: Trial) -> int:
    """How many questions of a trial the paper asked itself; 0 if all of them."""
    units = [unit for _, unit in asked_in(trial).units]
    own = sum(unit.own_story for unit in units)
    return own if own < len(units) else 0


def _spreads(trial: Trial) -> tuple[float, float] | None:
    """The sd of an LRS where each scored question is a coin, and where one coin is for all."""
    weights = [
        question.worth * session.worth for _, session, question in trial.asked(QuestionKind.TEST)
    ]
    total = sum(weights, Fraction(0))
    if not total:
        return None
    earned: dict[Fraction, Fraction] = {Fraction(0): Fraction(1)}
    for weight in weights:
        both: dict[Fraction, Fraction] = {}
        for mark, p in earned.items():
            for more in (mark, mark + weight):
                both[more] = both.get(more, Fraction(0)) + p / 2
        earned = both
    scores = [(rule(mark / total), p) for mark, p in earned.items()]
    return _sd(scores), _sd([(rule(Fraction(share)), Fraction(1, 2)) for share in (0, 1)])


def _sd(scores: Sequence[tuple[int, Fraction]]) -> float:
    middle = sum((score * p for score, p in scores), Fraction(0))
    return sqrt(sum((p * (score - middle) ** 2 for score, p in scores), Fraction(0)))
