"""Agreement within cells, and what coders would reach who know the cell and read nothing.

Over cells whose usual scores differ, two coders who write down each cell's usual score agree well:
on cells with the means of the source paper a pooled quadratic kappa of .88, without reading. Within
a cell that is chance. So the expected disagreement is taken inside each cell and summed, and the
pooled figure is never given without its cell-only baseline.

The baseline is the mean of the pooled figure over all ways to shuffle each coder's codes inside the
cells. Shuffling changes neither how often a coder uses a category nor, therefore, the agreement
expected by chance; only the observed agreement changes, and linearly. Its mean has a closed form,
which replaces the sampled shuffles that would need a seed.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from coders.statistics.kappas import alpha, cohen, mean_over_pairs, ratio, wide
from coders.statistics.ratings import Floats, Ratings
from coders.statistics.tallies import Sums
from coders.statistics.weights import Frame, ordinal_metric


def alpha_within(sums: Sums, metric: Floats | None = None) -> Floats:
    """Alpha with the expected disagreement taken inside each cell and summed over cells.

    The ordinal metric is that of all coincidences, so that a distance means the same in every cell.
    Cells in which nobody disagrees, and nobody could, add nothing to either sum.
    """
    counts = sums.cell_values
    metric = ordinal_metric(sums.coincidences.sum(axis=1)) if metric is None else metric
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
        for name, metric in fixed.metrics.items()
    }
    tables = _pair_tables(ratings)
    for name, weights in fixed.weights.items():
        if name == "within_1":
            continue
        values = mean_over_pairs(cohen(tables, weights).value, tables, fixed.averaged)
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
