"""Agreement within cells, and what coders would reach who know the cell and read nothing.

Over cells whose usual scores differ, two coders who write down each cell's usual score agree well:
on cells with the means of the source paper a pooled quadratic kappa of .88, without reading. Within
a cell that is chance. So the expected disagreement is taken inside each cell and summed, and the
pooled figure is never given without its cell-only baseline.

The baseline is the mean of the pooled figure over all ways to shuffle each coder's codes inside the
cells. Shuffling changes neither how often a coder uses a category nor, therefore, the agreement
expected by chance; only the observed agreement changes, and linearly. Its mean has a closed form,
which replaces the sampled shuffles that would need a seed.

Whether coders could guess what was hidden from them: Bang's index.

Accuracy alone counts "no idea" as wrong, and makes a coder who guesses and one who has no idea the
same. Bang's index is, per arm (a model, a wording), the share who name it less the share who name
something else: 0 for guessing, 1 where everybody knows, below 0 where everybody is misled. James'
index, one figure over all arms, was not taken: knowing in one arm and being misled in the other
cancel out in it.

For more than two arms the share of wrong guesses is divided by the number of wrong arms, so that
guessing gives 0 again; for two this is Bang's own formula.

References
----------
Bang, H., Ni, L., & Davis, C. E. (2004). Assessment of blinding in clinical trials. Controlled
Clinical Trials, 25, 143-156. https://doi.org/10.1016/j.cct.2003.10.016
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import NormalDist

import numpy as np

from coders.statistics.intervals import Interval, wilson
from coders.statistics.kappas import PairTables, alpha, mean_over_pairs, ratio, wide
from coders.statistics.ratings import Floats, Ratings
from coders.statistics.tallies import Sums
from coders.statistics.weights import Frame


def alpha_within(sums: Sums, metric: Floats) -> Floats:
    """Alpha with the expected disagreement taken inside each cell and summed over cells.

    The ordinal metric is that of all coincidences, so that a distance means the same in every cell.
    Cells in which nobody disagrees, and nobody could, add nothing to either sum.
    """
    counts = sums.cell_values
    n = counts.sum(axis=1)
    seen = (sums.within_cells * metric).sum(axis=(0, 1))
    products = np.einsum("ckb,klb,clb->cb", counts, wide(metric, n.shape[1]), counts)
    # A replicate may leave a cell empty: it adds nothing.
    expected = np.divide(products, n - 1, out=np.zeros_like(products), where=n > 1).sum(axis=0)
    return 1 - ratio(seen, expected)


def cell_only(ratings: Ratings, fixed: Frame) -> dict[str, float | None]:
    """The cell-only baselines by name of coefficient: percent agreement, Cohen's kappas, alphas.

    None where the coefficient is undefined on these ratings. For more than two coders every coder's
    codes are shuffled, each apart from the others. Items that represent several count as often.
    """
    if ratings.cells is None:
        return {}
    shuffled, of_items = _coincidences(ratings)
    named: dict[str, Floats] = {
        f"krippendorff_alpha_{name}": alpha(shuffled, metric)
        for name, metric in fixed.metrics_of(shuffled).items()
    }
    tables = PairTables(_pair_tables(ratings))
    for name, weights in fixed.weights.items():
        if name == "within_1":
            continue
        values = mean_over_pairs(tables.cohen(weights).value, tables.n, fixed.averaged)
        named[f"cohen_kappa_{name}" if name else "cohen_kappa"] = values
    agreeing = np.einsum("kkb->b", of_items)
    pairable = np.array([_heavy(ratings)[ratings.raters > 1].sum()])
    named["percent_agreement"] = ratio(agreeing, pairable)
    return {name: None if np.isnan(value[0]) else float(value[0]) for name, value in named.items()}


def _coincidences(ratings: Ratings) -> tuple[Floats, Floats]:
    """Coincidences expected when codes are shuffled inside cells, shape (k, k, 1): with each item
    counted by its ratings, and counted once, as in percent agreement.
    """
    assert ratings.cells is not None
    kept = ratings.rows(ratings.raters > 1)
    assert kept.cells is not None
    k, m = len(ratings.labels), len(ratings.coders)
    cells = int(ratings.cells.max(initial=-1)) + 1
    raters, every = kept.raters, _heavy(kept)
    heavy = every / (raters - 1)
    use = np.zeros((cells, m, k))
    shared = np.zeros((2, cells, m, m))
    for coder in range(m):
        rated = kept.given[:, coder]
        use[:, coder] = np.bincount(
            kept.cells[rated] * k + kept.codes[rated, coder],
            weights=every[rated],
            minlength=cells * k,
        ).reshape(cells, k)
        for other in range(m):
            both = rated & kept.given[:, other]
            if other == coder:
                continue
            for counted, weights in zip(shared, (heavy, heavy / raters), strict=True):
                counted[:, coder, other] = np.bincount(
                    kept.cells[both], weights=weights[both], minlength=cells
                )
    total = use.sum(axis=2, keepdims=True)
    use = np.divide(use, total, out=np.zeros_like(use), where=total > 0)
    by_ratings, by_items = (
        np.einsum("cgl,cgk->kl", np.einsum("cgh,chl->cgl", counted, use), use)[..., None]
        for counted in shared
    )
    return by_ratings, by_items


def _heavy(ratings: Ratings) -> Floats:
    """How many items each row represents."""
    return ratings.weights * ratings.frequencies


def _pair_tables(ratings: Ratings) -> Floats:
    """For each pair the table expected when codes are shuffled inside cells, (pairs, k, k, 1)."""
    assert ratings.cells is not None
    k = len(ratings.labels)
    cells, every = int(ratings.cells.max(initial=-1)) + 1, _heavy(ratings)
    tables = []
    for one, other in combinations(range(len(ratings.coders)), 2):
        both = ratings.given[:, one] & ratings.given[:, other]
        where, heavy = ratings.cells[both] * k, every[both]
        left, right = (
            np.bincount(
                where + ratings.codes[both, coder], weights=heavy, minlength=cells * k
            ).reshape(cells, k)
            for coder in (one, other)
        )
        n = left.sum(axis=1, keepdims=True)
        # Counts of a pair without common items are whole numbers, whatever the weights.
        shares = np.divide(right, n, out=np.zeros(right.shape), where=n > 0)
        tables.append(np.einsum("ck,cl->kl", left, shares))
    return np.array(tables).reshape(len(tables), k, k, 1)


_Z = NormalDist().inv_cdf(0.975)
BANG = "normal, standard error by Bang, Ni & Davis (2004)"


@dataclass(frozen=True, slots=True)
class MaskingArm:
    """What was guessed where `arm` was true: how often right, wrong, and "no idea".

    `index` is None where nobody was asked. `interval` is None, too, where all said alike, for the
    formula has no spread then.
    """

    arm: str
    right: int
    wrong: int
    no_idea: int
    index: float | None
    interval: Interval | None

    @property
    def n(self) -> int:
        """How often somebody was asked."""
        return self.right + self.wrong + self.no_idea


@dataclass(frozen=True, slots=True)
class Masking:
    """All arms, and how many of the guesses were right, and chance.

    `accuracy` is the Wilson interval of `right` of `guesses`; `chance` is one over the arms.
    """

    arms: tuple[MaskingArm, ...]
    right: int
    guesses: int
    no_idea: int
    chance: float
    accuracy: Interval | None

    @property
    def asked(self) -> int:
        """How often somebody was asked."""
        return self.guesses + self.no_idea

    @property
    def share(self) -> float | None:
        """The share of the guesses that were right; None where none was made."""
        return self.right / self.guesses if self.guesses else None


def bang_index(right: int, wrong: int, no_idea: int = 0, *, arms: int = 2) -> float | None:
    """Bang's index of one arm, between -1 / (arms - 1) and 1; None where nobody was asked.

    Raises ValueError for fewer than two arms: there is nothing to guess.

    >>> round(bang_index(82, 25, 170), 4)
    0.2058
    """
    if arms < 2:
        raise ValueError("with one arm there is nothing to guess")
    n = right + wrong + no_idea
    return (right - wrong / (arms - 1)) / n if n else None


def bang_interval(right: int, wrong: int, no_idea: int = 0, *, arms: int = 2) -> Interval | None:
    """The 95% interval of the index, cut to what it can be; None where it has no spread."""
    index = bang_index(right, wrong, no_idea, arms=arms)
    if index is None:
        return None
    n = right + wrong + no_idea
    variance = (right + wrong / (arms - 1) ** 2) / n - index**2
    if variance < 1e-12:
        return None
    half = _Z * sqrt(variance / n)
    return Interval(max(-1 / (arms - 1), index - half), min(1.0, index + half), BANG)


def masking(guesses: Sequence[tuple[str, str | None]], *, arms: Sequence[str]) -> Masking:
    """The masking test of one coder, or of several.

    `guesses` are (what was true, what was guessed), None for "no idea"; a guess that is no arm
    counts as wrong. `arms` are all that there were to choose from. Raises ValueError where
    something was true that is no arm.
    """
    if any(truth not in arms for truth, _ in guesses):
        raise ValueError("something was true that could not be guessed")
    listed = []
    for arm in arms:
        said = [guess for truth, guess in guesses if truth == arm]
        right, unknown = said.count(arm), said.count(None)
        counts = (right, len(said) - right - unknown, unknown)
        listed.append(
            MaskingArm(
                arm,
                *counts,
                bang_index(*counts, arms=len(arms)) if len(arms) > 1 else None,
                bang_interval(*counts, arms=len(arms)) if len(arms) > 1 else None,
            )
        )
    hits, ventured = sum(one.right for one in listed), sum(one.right + one.wrong for one in listed)
    return Masking(
        tuple(listed),
        hits,
        ventured,
        sum(one.no_idea for one in listed),
        1 / len(arms) if arms else 1.0,
        wilson(hits, ventured),
    )
