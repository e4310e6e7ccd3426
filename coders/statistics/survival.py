"""Questions to criterion: what proportion of learners is not there yet after each question.

A training ends with its criterion or at its bound, and a run that lost a reply in it has no value,
so that nobody leaves before the bound. The estimate of Kaplan and Meier (1958) is then the plain
proportion. Its interval is exact, and that of the median comes from the order of the values alone
(the interval of the sign test). Both hold for curves of any shape. The interval of Brookmeyer and
Crowley (1982) inverts the same test by a normal approximation, which is for larger samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coders.statistics.intervals import LEVEL, exact_share

CurveStep = tuple[int, float, float, float]
"""A number of questions, the share of learners that is short of the criterion after it, and the
ends of its 95% interval."""


@dataclass(frozen=True, slots=True)
class Survival:
    """How many of `n` learners met the criterion, and after how many questions.

    `median` is the smallest number of questions after which half of them or more are there, None
    where the bound comes first. `median_ci95` is its interval, an end None where it is not reached
    within the bound; the whole is None with fewer than six learners.
    """

    n: int
    met: int
    bound: int
    median: int | None
    median_ci95: tuple[int | None, int | None] | None
    steps: tuple[CurveStep, ...]


def survival(questions: Sequence[int | None], bound: int) -> Survival:
    """The curve of learners, each with the number of questions it took; None is short of the
    criterion after all of `bound` questions.

    References
    ----------
    Kaplan, E. L., & Meier, P. (1958). Nonparametric estimation from incomplete observations.
    Journal of the American Statistical Association, 53, 457-481.
    https://doi.org/10.1080/01621459.1958.10501452

    Examples
    --------
    >>> found = survival([4, 5, 5, 6, 7, 9, 12, None], 12)
    >>> found.median, found.median_ci95
    (6, (4, None))
    >>> [step[:2] for step in found.steps][:3]
    [(4, 0.875), (5, 0.625), (6, 0.5)]
    """
    order = [*sorted(one for one in questions if one is not None)]
    n, met = len(questions), len(order)
    steps = []
    for question in sorted({*order, bound} if n else ()):
        short = n - sum(one <= question for one in order)
        interval = exact_share(short, n)
        assert interval is not None
        steps.append((question, short / n, interval.low, interval.high))

    def at(place: int) -> int | None:
        return order[place - 1] if place <= met else None

    ends = median_places(n)
    return Survival(
        n=n,
        met=met,
        bound=bound,
        median=at((n + 1) // 2) if n else None,
        median_ci95=None if ends is None else (at(ends[0]), at(ends[1])),
        steps=tuple(steps),
    )


def median_places(n: int) -> tuple[int, int] | None:
    """Between which of `n` values in order, counted from 1, the median lies with at least 95%
    confidence, whatever the distribution; None where so few values do not give it.

    Examples
    --------
    >>> median_places(10), median_places(5)
    ((2, 9), None)
    """
    from scipy.special import bdtr

    tail, place = (1 - LEVEL) / 2, 0
    while bdtr(place, n, 0.5) <= tail:
        place += 1
    return (place, n + 1 - place) if place else None
