"""How much of the variance of scores is due to each source: words, samples, coders, participants.

Components are estimated by moments (Henderson's first method, the "analogous ANOVA" of
generalisability theory): in a balanced design they are those of the analysis of variance, and
unlike maximum likelihood they need no distribution. Sources may be crossed or nested, and tables
need not be balanced. lme4 and statsmodels estimate the same by REML, in minutes where this takes
milliseconds, and their intervals suppose normal effects: scores from 0 to 5 near a ceiling have
none, and so the interval here is that of a cell, over sets of words (benchmarks/variance.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from coders.statistics.differences import Estimate, mover_mean
from coders.statistics.intervals import FEWEST, pseudo_draw_limits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Codes = NDArray[np.int64]

PSEUDO = 2
"""Pseudo-values, half of them at either end of the scale; with one, as for a mean, the variance of
few words that are mostly easy is missed too often.
"""

MOST_BLOCKS = 40
"""With more units, some are left out at a time together."""

_SINGULAR = 1e-9
"""Sources are not told apart if the least singular value is below this part of the greatest."""


@dataclass(frozen=True, slots=True)
class Component:
    """The variance that one source adds: `estimate` and `limits` (None under five units) as they
    are computed, which may be below 0.
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
        if self.limits is None:
            return None
        low, high = self.limits
        return max(0.0, min(low, self.variance)), max(high, self.variance)


@dataclass(frozen=True, slots=True)
class Components:
    """The components that can be estimated, by source, and of each other source the one of which it
    is a part: its own name if it has one level.
    """

    found: Mapping[str, Component]
    confounded: Mapping[str, str]

    @property
    def total(self) -> float:
        """The sum of all components."""
        return sum(one.variance for one in self.found.values())


def mean_component(parts: Sequence[Component]) -> Component:
    """The mean of a component over independent studies, with limits from theirs (MOVER).

    Raises
    ------
    ValueError
        There are no parts.
    """
    limits = [one.limits for one in parts if one.limits is not None]
    middle = [one.estimate for one in parts]
    if not parts or len(limits) < len(parts):
        return Component(fmean(middle), None)
    whole = mover_mean(
        [Estimate(one, *ends) for one, ends in zip(middle, limits, strict=True)],
        [1.0] * len(parts),
    )
    return Component(fmean(middle), (whole.low, whole.high))


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
    values : array, shape (n,)
        One score a row, on a scale of this `width` (5 for an LRS, 1 for a mark).
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

    The interval is that of a cell (`pseudo_draw_limits`, with two pseudo-values) for the n
    pseudo-values of the jackknife over units, n t - (n - 1) t(-i), on the scale from 0 to the
    largest variance that as many levels can have. It is about other words for the same
    participants, conditions, questions and coders.

    References
    ----------
    Henderson, C. R. (1953). Estimation of variance and covariance components. Biometrics, 9,
    226-252. https://doi.org/10.2307/3001853

    Brennan, R. L. (2001). Generalizability theory. Springer.
    https://doi.org/10.1007/978-1-4757-3456-0

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
    if len(y) < 2:
        return None
    chosen, confounded = _separate([(name, _numbered(codes)) for name, codes in sources])
    if not chosen or int(chosen[-1][1].max()) + 1 != len(y):
        raise ValueError("the last source must have a level for each row")
    moments = _Moments(y - y.mean(), [codes for _, codes in chosen])
    whole = moments.components(np.ones(len(y)))
    if whole is None:
        return None
    names = list(dict.fromkeys(name for name, _ in chosen))
    added = np.array([[float(name == one) for one, _ in chosen] for name in names])
    estimates = added @ whole
    blocks = _blocks(units)
    n = int(blocks.max()) + 1
    limits: list[tuple[float, float] | None] = [None] * len(names)
    if n >= FEWEST:
        without = [moments.components((blocks != block).astype(float)) for block in range(n)]
        if all(one is not None for one in without):
            left_out = np.array([added @ one for one in without if one is not None])
            pseudo = n * estimates - (n - 1) * left_out
            for at, name in enumerate(names):
                high = max(_largest(codes, width) for one, codes in chosen if one == name)
                low, upper = pseudo_draw_limits(
                    pseudo[:, at], low=0.0, high=high, pseudo=PSEUDO, cut=False
                )
                limits[at] = (float(low), float(upper))
    found = {
        name: Component(float(one), ends)
        for name, one, ends in zip(names, estimates, limits, strict=True)
    }
    return Components(found, confounded)


def _numbered(codes: ArrayLike) -> Codes:
    """The levels as numbers from 0, in the order in which they first occur."""
    import numpy as np

    _, first, inverse = np.unique(np.asarray(codes), return_index=True, return_inverse=True)
    place = np.empty(len(first), dtype=np.int64)
    place[np.argsort(first)] = np.arange(len(first))
    return place[inverse]


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


def _blocks(units: ArrayLike) -> Codes:
    """The units in blocks that are left out together, of which there are not too many."""
    numbers: Codes = _numbered(units) % MOST_BLOCKS
    return numbers


def _largest(codes: Codes, width: float) -> float:
    """The largest variance of so many levels on a scale: half of them at either end."""
    levels = int(codes.max()) + 1
    return width**2 / 4 * levels / (levels - 1)


class _Moments:
    """The sums of squares of each source, and what they are expected to be."""

    def __init__(self, values: Floats, codes: Sequence[Codes]) -> None:
        self._values = values
        self._codes = codes
        self._sizes = [int(one.max()) + 1 for one in codes]
        self._pairs = [[self._pair(a, b) for b in codes] for a in codes]

    @staticmethod
    def _pair(a: Codes, b: Codes) -> tuple[Codes, Codes] | None:
        """The combinations of two sources: that of each row, and the level of the first in each.
        None where the first is nested in the second.
        """
        import numpy as np

        found, inverse = np.unique(a * (int(b.max()) + 1) + b, return_inverse=True)
        if len(found) == int(a.max()) + 1:
            return None
        return inverse.astype(np.int64), found // (int(b.max()) + 1)

    def components(self, rows: Floats) -> Floats | None:
        """The components in the rows that weigh 1 and not 0."""
        import numpy as np

        n = rows.sum()
        values = self._values * rows
        counts = [
            np.bincount(codes, rows, size)
            for codes, size in zip(self._codes, self._sizes, strict=True)
        ]
        total = values.sum() ** 2 / n
        over_all = np.array([(count**2).sum() / n for count in counts])
        found, expected = [], []
        for at, (codes, size) in enumerate(zip(self._codes, self._sizes, strict=True)):
            count = np.maximum(counts[at], 1e-12)
            found.append((np.bincount(codes, values, size) ** 2 / count).sum() - total)
            row = []
            for pair in self._pairs[at]:
                if pair is None:
                    row.append(n)
                else:
                    both = np.bincount(pair[0], rows, len(pair[1]))
                    row.append((both**2 / count[pair[1]]).sum())
            expected.append(np.array(row) - over_all)
        matrix = np.array(expected)
        singular = np.linalg.svd(matrix, compute_uv=False)
        if singular[-1] < _SINGULAR * singular[0]:
            return None
        solved: Floats = np.linalg.solve(matrix, np.array(found))
        return solved
