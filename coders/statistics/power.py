"""How often so many draws find a difference: studies simulated, each tested as a report tests it.

`resolving` answers with one difference and no seed; this answers for several differences, runs and
correlations, with the very tests: the interval for the difference (MOVER, pseudo-draws), the exact
sign-flip test, and that test after Holm's correction. Power formulas for t tests were not used:
they promise for ten draws on six points what these tests do not keep.

The LRS of a draw are whole numbers, so the sign-flip distribution is computed exactly, for all
studies at once and any number of draws, as a product of cosines (its characteristic function).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp, lgamma, sqrt
from typing import TYPE_CHECKING

from coders.statistics.intervals import FEWEST, pseudo_draw_limits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

STUDIES = 4000
"""Studies simulated for each figure; with these its Monte Carlo standard error is at most .008."""

_AT_ONCE = 2**21
"""Numbers of a characteristic function that are held at once."""

LEAST, MOST = 1.0, 5.0
"""The LRS of who is always wrong and of who is always right; zeros are left out here."""


class SimulatedScale(StrEnum):
    """What a trial is scored with."""

    LRS = "LRS"
    ACCURACY = "proportion correct"


@dataclass(frozen=True, slots=True)
class Truth:
    """Draws of a cell as they are simulated: their mean on the scale, and the answers of one trial.

    `questions` are marked right or wrong, alike in weight; any two answers of one trial correlate
    by `rho` (a beta mixture of binomials).
    """

    mean: float
    questions: int
    rho: float
    scale: SimulatedScale = SimulatedScale.LRS

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of a trial with 0, 1, ... right, in whole numbers: an LRS, or how many are
        right.
        """
        if self.scale is SimulatedScale.ACCURACY:
            return tuple(range(self.questions + 1))
        return bands(self.questions)


@dataclass(frozen=True, slots=True)
class PowerEstimate:
    """The share of simulated studies that found a difference of two cells with `runs` draws each.

    `interval`: the 95% interval of the difference leaves out 0 (None under five draws, where there
    is none). `test`: the sign-flip p is at most alpha. `corrected`: it is at most alpha divided by
    the size of the family, as Holm's correction demands of the smallest p. `smallest` is the least
    p that `runs` differences can give.
    """

    runs: int
    interval: float | None
    test: float
    corrected: float
    smallest: float


@dataclass(frozen=True, slots=True)
class AboveGuessing:
    """The share of simulated studies in which a cell was found above guessing, one-sided and exact,
    with `runs` draws; `corrected` as in `PowerEstimate`.
    """

    runs: int
    test: float
    corrected: float


def bands(questions: int) -> tuple[int, ...]:
    """The LRS of a trial with 0, 1, ... of so many equal questions right."""
    return (*(1 + 4 * right // questions for right in range(questions)), 5)


def right_answers(p: float, questions: int, rho: float) -> tuple[float, ...]:
    """How often 0, 1, ... questions of a trial are right: the beta-binomial distribution.

    Parameters
    ----------
    p : float
        The chance of a right answer, 0 to 1.
    questions : int
        Scored questions of a trial.
    rho : float
        The correlation of two answers of one trial, 0 to below 1; at 0 it is the binomial.

    References
    ----------
    Skellam, J. G. (1948). A probability distribution derived from the binomial distribution by
    regarding the probability of success as variable between the sets of trials. Journal of the
    Royal Statistical Society B, 10, 257-261. https://doi.org/10.1111/j.2517-6161.1948.tb00014.x
    """
    if not 0 <= rho < 1:
        raise ValueError("the correlation within a trial is from 0 to below 1")
    if p <= 0 or p >= 1:
        return tuple(float(right == (questions if p >= 1 else 0)) for right in range(questions + 1))
    ways = [
        lgamma(questions + 1) - lgamma(right + 1) - lgamma(questions - right + 1)
        for right in range(questions + 1)
    ]
    if rho == 0:
        return tuple(
            exp(way) * p**right * (1 - p) ** (questions - right) for right, way in enumerate(ways)
        )
    one, other = p * (1 - rho) / rho, (1 - p) * (1 - rho) / rho
    whole = lgamma(one) + lgamma(other) - lgamma(one + other)
    return tuple(
        exp(
            way
            + lgamma(right + one)
            + lgamma(questions - right + other)
            - lgamma(questions + one + other)
            - whole
        )
        for right, way in enumerate(ways)
    )


def mean_lrs(p: float, questions: int, rho: float) -> float:
    """The mean LRS of a participant with this chance of a right answer."""
    chances = right_answers(p, questions, rho)
    return sum(lrs * chance for lrs, chance in zip(bands(questions), chances, strict=True))


def chance_for(truth: Truth) -> float:
    """The chance of a right answer that gives this mean; an LRS from 1 to 5, or a proportion."""
    if truth.scale is SimulatedScale.ACCURACY:
        if not 0 <= truth.mean <= 1:
            raise ValueError(f"{truth.mean:g} is no proportion correct")
        return truth.mean
    if not LEAST <= truth.mean <= MOST:
        raise ValueError(f"no chance of a right answer gives a mean LRS of {truth.mean:g}")
    low, high = 0.0, 1.0
    if truth.mean in {LEAST, MOST}:
        return low if truth.mean == LEAST else high
    for _ in range(60):
        middle = (low + high) / 2
        under = mean_lrs(middle, truth.questions, truth.rho) < truth.mean
        low, high = (middle, high) if under else (low, middle)
    return (low + high) / 2


def difference_found(
    first: Truth,
    second: Truth,
    runs: int,
    *,
    family: int = 1,
    alpha: float = 0.05,
    studies: int = STUDIES,
    seed: int = 1,
) -> PowerEstimate:
    """How often two cells are found to differ.

    Parameters
    ----------
    first, second : Truth
        The two cells, on one scale and with as many questions.
    runs : int
        Draws of each cell. The draws are paired, and share words, but no luck: what pairing gains
        where some words are harder than others is left out.
    family : int
        Comparisons declared together; the others are taken not to differ.
    alpha, studies, seed
        The level; how many studies are simulated; and the seed of all of them.
    """
    import numpy as np

    chance = np.random.default_rng([seed, runs, *_signs(first), *_signs(second)])
    one, other = (_draws(truth, (studies, runs), chance) for truth in (first, second))
    p = sign_flip_p(one - other)
    smallest = 2.0 ** (1 - runs)
    interval = None
    if runs >= FEWEST:
        # An LRS is from 0 on: trials that fail a control are not simulated, but are possible.
        interval = float(_apart(one.astype(float), other.astype(float), first.scores[-1]).mean())
    # A p that is exactly at the level counts; sums of cosines are off by some 1e-15.
    return PowerEstimate(
        runs,
        interval,
        float((p <= alpha + 1e-9).mean()),
        float((p <= alpha / family + 1e-9).mean()),
        smallest,
    )


def guessing_beaten(
    truth: Truth,
    guessing: Sequence[float],
    runs: int,
    *,
    family: int = 1,
    alpha: float = 0.05,
    studies: int = STUDIES,
    seed: int = 1,
) -> AboveGuessing:
    """How often a cell is found above guessing.

    Parameters
    ----------
    truth : Truth
        The cell.
    guessing : sequence of float, shape (questions + 1,)
        How often a guesser has 0, 1, ... questions of a trial right.
    runs, family, alpha, studies, seed
        As in `difference_found`.

    Notes
    -----
    The test is `tests_exact.above_guessing`: the sum of marks against its distribution under
    guessing, the draws independent. It looks at the share right with controls ignored.
    """
    import numpy as np

    chance = np.random.default_rng([seed, runs, *_signs(truth)])
    right = _right(truth, (studies, runs), chance).sum(axis=1)
    total = np.ones(1)
    for _ in range(runs):
        total = np.convolve(total, np.asarray(guessing, dtype=float))
    upper = np.minimum(1.0, total[::-1].cumsum()[::-1])
    p = upper[right]
    return AboveGuessing(runs, float((p <= alpha).mean()), float((p <= alpha / family).mean()))


def sign_flip_p(differences: Whole) -> Floats:
    """The exact two-sided sign-flip p of each study.

    Parameters
    ----------
    differences : ndarray of int, shape (studies, draws)
        First minus second, draw by draw.

    Returns
    -------
    ndarray of float, shape (studies,)

    Notes
    -----
    With every sign turned round at random, the sum of differences d has the characteristic function
    prod cos(d t). It is a function of how often each |d| occurs, and the p is its product with a
    sum of waves that depends on the seen sum alone: the same p as by enumeration, in time that does
    not double with every draw.
    """
    import numpy as np

    size = np.abs(differences)
    largest = int(size.max(initial=0))
    if not largest:
        return np.ones(len(differences))
    frequencies = largest * differences.shape[1] + 1
    some = max(1, _AT_ONCE // frequencies)
    slices = [slice(start, start + some) for start in range(0, len(differences), some)]
    return np.concatenate([_flips(differences[one], size[one], frequencies) for one in slices])


def _flips(differences: Whole, size: Whole, frequencies: int) -> Floats:
    """The p of some studies, by the characteristic function at so many frequencies."""
    import numpy as np

    at = 2 * np.pi * np.arange(frequencies) / (2 * frequencies - 1)
    whole = np.ones((len(differences), frequencies))
    for step in range(1, int(size.max(initial=0)) + 1):
        # Most studies have a step as often as some other study has.
        often, which = np.unique((size == step).sum(axis=1), return_inverse=True)
        whole *= (np.cos(step * at) ** often[:, None])[which]
    # Sums occur as often as their opposites, and each frequency but 0 stands for its opposite, too.
    whole[:, 1:] *= 2
    seen, which = np.unique(np.abs(differences.sum(axis=1)), return_inverse=True)
    tail = np.einsum("ij,ij->i", whole, _tails(seen, frequencies)[which])
    p: Floats = np.clip(np.where(seen[which] == 0, 1.0, tail), 0.0, 1.0)
    return p


def _tails(sums: Whole, frequencies: int) -> Floats:
    """How much the characteristic function at each frequency adds to the chance of a sum at least
    so far from 0; shape (sums, frequencies).

    Each is a sum of cosines, from the given sum to the largest: a Dirichlet kernel, of which the
    upper end is 0 here.
    """
    import numpy as np

    length = 2 * frequencies - 1
    # In whole numbers first: the sine of a large angle would not be exact.
    turns = np.outer(2 * sums - 1, np.arange(frequencies)) % (2 * length)
    tails = np.empty(turns.shape)
    tails[:, 0] = frequencies - sums
    halves = np.sin(np.pi * np.arange(1, frequencies) / length)
    tails[:, 1:] = -np.sin(np.pi * turns[:, 1:] / length) / (2 * halves)
    tails *= 2 / length
    return tails


def _apart(one: Floats, other: Floats, high: int) -> NDArray[np.bool_]:
    """Whether the paired MOVER interval of each study leaves out 0, on a scale from 0 to `high`;
    shape (studies,).
    """
    import numpy as np

    n = one.shape[1]
    (lower, upper), (least, most) = (pseudo_draw_limits(cell, high=high) for cell in (one, other))
    above, below = one.mean(axis=1), other.mean(axis=1)
    mine, yours = one - above[:, None], other - below[:, None]
    spread = np.sqrt((mine**2).sum(axis=1) * (yours**2).sum(axis=1))
    with np.errstate(divide="ignore", invalid="ignore"):
        together = np.where(spread > 1e-12, (mine * yours).sum(axis=1) / spread, 0.0)
    r = np.maximum(0.0, together) * (n - 1) / (n + 1)

    def reach(first: Floats, second: Floats) -> Floats:
        squared = first**2 + second**2 - 2 * r * first * second
        return np.asarray(np.sqrt(np.maximum(0.0, squared)))

    middle = above - below
    under = middle - reach(above - lower, most - below) > 0
    over = middle + reach(upper - above, below - least) < 0
    return np.asarray(under | over)


def _draws(truth: Truth, shape: tuple[int, int], chance: np.random.Generator) -> Whole:
    import numpy as np

    scores: Whole = np.array(truth.scores, dtype=np.int64)
    return scores[_right(truth, shape, chance)]


def _right(truth: Truth, shape: tuple[int, int], chance: np.random.Generator) -> Whole:
    """How many questions of each trial are right; shape (studies, draws)."""
    import numpy as np

    chances = right_answers(chance_for(truth), truth.questions, truth.rho)
    steps = np.cumsum(chances)
    steps[-1] = 1.0
    found: Whole = np.searchsorted(steps, chance.random(shape), side="right").astype(np.int64)
    return np.minimum(found, truth.questions)


def _signs(truth: Truth) -> tuple[int, ...]:
    """Whole numbers that tell one truth from another, to seed with: each figure has lots of its
    own, whichever others are asked for.
    """
    return round(1000 * truth.mean), truth.questions, round(1000 * truth.rho)


def monte_carlo_error(studies: int) -> float:
    """The largest standard error that a share of so many simulated studies can have."""
    return 0.5 / sqrt(studies)
