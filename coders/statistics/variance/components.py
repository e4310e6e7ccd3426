"""How much of the variance of scores is due to each source: words, samples, coders, participants.

Components are estimated by moments (Henderson's first method, the "analogous ANOVA" of
generalisability theory): in a balanced design they are those of the analysis of variance, and
unlike maximum likelihood they need no distribution. Sources may be crossed or nested, and tables
need not be balanced. lme4 and statsmodels estimate the same by REML, in minutes where this takes
milliseconds, and their intervals suppose normal effects, as those of Satterthwaite and of Williams
and Tukey do: scores from 0 to 5 near a ceiling have none.

So intervals are made by the jackknife over sets of words, of any weighted sum of components: of one
of them, of what a draw would vary by with more samples, and, of a share, of the sum that would be 0
if the share were so large (Fieller). benchmarks/variance.py has how often they are right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coders.statistics.intervals import FEWEST, pseudo_draw_limits
from coders.statistics.variance.henderson import Moments, numbered

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Codes = NDArray[np.int64]

PSEUDO = 2
"""Pseudo-values at that end of the scale to which a limit belongs: with one each, or with one at
either end for both limits, the variance of words that are mostly easy is missed too often.
"""

MOST_BLOCKS = 40
"""With more units, some are left out at a time together."""

STEPS = 200
"""Shares are tried in steps of half a percent."""


@dataclass(frozen=True, slots=True, eq=False)
class WeightedSum:
    """A weighted sum of components, or many of the same shape: the estimate and its limits (None
    under five units) as they are computed, which may be below 0.
    """

    estimate: Floats
    low: Floats | None
    high: Floats | None


@dataclass(frozen=True, slots=True)
class Component:
    """The variance that one source adds, or several: `estimate` and `limits` (None under five
    units) as they are computed, which may be below 0.
    """

    estimate: float
    limits: tuple[float, float] | None

    @property
    def variance(self) -> float:
        """The estimate; 0 where it is below."""
        return max(0.0, self.estimate)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The limits, from 0; they hold the estimate."""
        return None if self.limits is None else around(self.variance, self.limits)


@dataclass(frozen=True, slots=True, eq=False)
class Components:
    """The components that can be estimated, in the order of `names`; of each other source
    `confounded` has the one of which it is a part, its own name if it has one level.

    `estimates` has shape (..., sources) and `pseudo`, the jackknife's pseudo-values, (..., units,
    sources); it is None under five units, and where some unit is needed to estimate all. `highest`
    is the largest variance of scores on their scale.
    """

    names: tuple[str, ...]
    estimates: Floats
    pseudo: Floats | None
    highest: float
    confounded: Mapping[str, str]

    @property
    def found(self) -> Mapping[str, Component]:
        """Each component of one study."""
        return {name: mean_component([self], name) for name in self.names}

    def weights(self, given: Mapping[str, float]) -> Floats:
        """These weights in the order of the sources; 0 for others."""
        import numpy as np

        return np.array([given.get(name, 0.0) for name in self.names])

    def weighted(self, weights: Floats) -> WeightedSum:
        """The sum of the components with these weights, shape (..., sources)."""
        import numpy as np

        estimate = (self.estimates * weights).sum(axis=-1)
        if self.pseudo is None:
            return WeightedSum(estimate, None, None)
        values = (self.pseudo * weights[..., None, :]).sum(axis=-1)
        bottom = self.highest * np.minimum(0.0, weights.min(axis=-1))
        top = self.highest * np.maximum(0.0, weights.max(axis=-1))
        low, _ = pseudo_draw_limits(values, low=bottom, high=bottom, pseudo=PSEUDO, cut=False)
        _, high = pseudo_draw_limits(values, low=top, high=top, pseudo=PSEUDO, cut=False)
        return WeightedSum(estimate, low, high)


def around(estimate: float, limits: tuple[float, float]) -> tuple[float, float]:
    """The limits, from 0, so far apart that they hold the estimate."""
    low, high = limits
    return max(0.0, min(low, estimate)), max(high, estimate)


def mean_over(sums: Sequence[WeightedSum]) -> WeightedSum:
    """The mean of weighted sums over independent studies, with limits from theirs (MOVER).

    Raises
    ------
    ValueError
        There are none.
    """
    import numpy as np

    if not sums:
        raise ValueError("a mean needs parts")
    estimate = np.mean([one.estimate for one in sums], axis=0)
    below, above = np.zeros_like(estimate), np.zeros_like(estimate)
    for one in sums:
        if one.low is None or one.high is None:
            return WeightedSum(estimate, None, None)
        below = below + np.maximum(0.0, one.estimate - one.low) ** 2
        above = above + np.maximum(0.0, one.high - one.estimate) ** 2
    many = len(sums)
    return WeightedSum(estimate, estimate - below**0.5 / many, estimate + above**0.5 / many)


def mean_sum(studies: Sequence[Components], weights: Mapping[str, float]) -> Component:
    """The mean over studies of a weighted sum; a source that a study does not have adds nothing."""
    whole = mean_over([one.weighted(one.weights(weights)) for one in studies])
    if whole.low is None or whole.high is None:
        return Component(float(whole.estimate), None)
    return Component(float(whole.estimate), (float(whole.low), float(whole.high)))


def mean_component(studies: Sequence[Components], name: str) -> Component:
    """The mean of a component over the studies that have it.

    Raises
    ------
    ValueError
        None has.
    """
    return mean_sum([one for one in studies if name in one.names], {name: 1.0})


def share(studies: Sequence[Components], name: str) -> Component | None:
    """The share of a source in the sum of the mean components of all sources, with the interval of
    all shares that are not refused; None where that sum is 0.

    Notes
    -----
    If a share is p, the component less p times the sum of all is 0. Those p whose interval of that
    difference holds 0 are the interval of the share, as in Fieller's theorem, which holds its level
    also where the sum may be nearly 0: then all shares are possible. They are tried in steps of
    half a percent, and the ends lie one step further out.

    References
    ----------
    Fieller, E. C. (1954). Some problems in interval estimation. Journal of the Royal Statistical
    Society, Series B, 16, 175-185. https://doi.org/10.1111/j.2517-6161.1954.tb00159.x
    """
    import numpy as np

    names = dict.fromkeys(one for study in studies for one in study.names)
    means = {one: mean_component(studies, one).variance for one in names}
    total = sum(means.values())
    if not total:
        return None
    estimate = means[name] / total
    shares = np.linspace(0.0, 1.0, STEPS + 1)[:, None]
    # The mean is over the studies that have a source, so that it weighs more in each.
    more = {one: len(studies) / sum(one in study.names for study in studies) for one in names}
    whole = mean_over([
        study.weighted(study.weights({name: more[name]}) - shares * study.weights(more))
        for study in studies
    ])  # fmt: skip
    if whole.low is None or whole.high is None:
        return Component(estimate, None)
    possible = np.flatnonzero((whole.low <= 0) & (whole.high >= 0))
    first, last = (possible[0] - 1, possible[-1] + 1) if len(possible) else (STEPS, 0)
    return Component(estimate, (max(0, int(first)) / STEPS, min(STEPS, int(last)) / STEPS))


def variance_components(
    values: ArrayLike,
    sources: Sequence[tuple[str, ArrayLike]],
    units: ArrayLike,
    *,
    width: float,
) -> Components | None:
    """The variance of n values that each source adds.

    Parameters
    ----------
    values : array, shape (..., n)
        One score a row, on a scale of this `width` (5 for an LRS, 1 for a mark); several tables
        with the same rows (simulated studies) along the axes before.
    sources : sequence of (name, codes)
        From the broadest to the finest: the level of each row, shape (n,), as whole numbers.
        Several of one name (two factors that are counterbalanced) are added up. A nested source
        has levels of its own in each level of the other, and an interaction one for each
        combination. The last has a level for each row: what is left.
    units : array of int, shape (n,)
        The independent unit of each row: its set of words.
    width : float
        The length of the scale.

    Returns
    -------
    Components or None
        None of fewer than two values, or where sources cannot be separated in these rows.

    Raises
    ------
    ValueError
        The last source does not have a level for each row.

    Notes
    -----
    For each source A, T(A) is the sum over its levels of (sum of values)^2 / rows. Its expected
    value is linear in the components, with coefficients sum_a sum_b n_ab^2 / n_a, so that the
    components solve a linear system. An estimate may be negative, and then stands for 0.

    The limits of a weighted sum are those of a cell (`pseudo_draw_limits`) for the n pseudo-values
    of the jackknife over units, n t - (n - 1) t(-i): the upper one with two more of them at the
    largest variance on the scale, width^2 / 4, the lower one with two more at 0. Each limit is thus
    prepared for words of a kind that was not drawn. The interval is about other words for the same
    participants, conditions, questions and coders.

    References
    ----------
    Henderson, C. R. (1953). Estimation of variance and covariance components. Biometrics, 9,
    226-252. https://doi.org/10.2307/3001853

    Brennan, R. L. (2001). Generalizability theory. Springer.
    https://doi.org/10.1007/978-1-4757-3456-0

    Arvesen, J. N., & Schmitz, T. H. (1970). Robust procedures for variance component problems using
    the jackknife. Biometrics, 26, 677-686. https://doi.org/10.2307/2528715

    Examples
    --------
    Two raters of three items, whose mean squares are 8.17, 2.67 and 0.17:

    >>> found = variance_components(
    ...     [1, 2, 3, 5, 5, 6], [("item", [0, 0, 1, 1, 2, 2]), ("rater", [0, 1] * 3),
    ...     ("rest", range(6))], [0, 0, 1, 1, 2, 2], width=5)
    >>> [(name, round(one.variance, 2)) for name, one in found.found.items()]
    [('item', 4.0), ('rater', 0.83), ('rest', 0.17)]
    """
    import numpy as np

    y = np.asarray(values, dtype=float)
    if y.shape[-1] < 2:
        return None
    chosen, confounded = _separate([(name, numbered(codes)) for name, codes in sources])
    if not chosen or int(chosen[-1][1].max()) + 1 != y.shape[-1]:
        raise ValueError("the last source must have a level for each row")
    moments = Moments([codes for _, codes in chosen], numbered(units) % MOST_BLOCKS)
    solved = moments.components(y - y.mean(axis=-1, keepdims=True))
    if solved is None:
        return None
    names = tuple(dict.fromkeys(name for name, _ in chosen))
    solved = solved @ np.array([[float(name == one) for name in names] for one, _ in chosen])
    n = solved.shape[-2] - 1
    estimates = solved[..., 0, :]
    pseudo = None
    if n >= FEWEST:
        pseudo = n * estimates[..., None, :] - (n - 1) * solved[..., 1:, :]
    return Components(names, estimates, pseudo, width**2 / 4, confounded)


def _separate(
    sources: Sequence[tuple[str, Codes]],
) -> tuple[list[tuple[str, Codes]], dict[str, str]]:
    """The sources with groups of their own; of each other the name of the first with the same
    groups, or its own if it has one level.
    """
    chosen: list[tuple[str, Codes]] = []
    confounded: dict[str, str] = {}
    known: dict[bytes, str] = {}
    for name, codes in sources:
        groups = codes.tobytes()
        if not codes.any():
            confounded[name] = name
        elif groups in known:
            confounded[name] = known[groups]
        else:
            known[groups] = name
            chosen.append((name, codes))
    there = {name for name, _ in chosen}
    return chosen, {name: why for name, why in confounded.items() if name not in there}
