"""Each cluster is left out once, and an interval is open also where coders agree on everything."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t

from coders.statistics.agreement import agreement
from coders.statistics.ratings import Ratings, ratings_of
from coders.statistics.resampling import jackknife

RUNS = 12
WEIGHTED = {"cohen_kappa": False, "fleiss_kappa": False, "cohen_kappa_quadratic": True}


def two_of_each_run(seed: int) -> Ratings:
    """Three coders who rate two prompts of each run."""
    rng = np.random.default_rng(seed)
    codes = np.repeat(rng.integers(0, 6, (2 * RUNS, 1)), 3, axis=1)
    codes = np.where(rng.random(codes.shape) < 0.3, rng.integers(0, 6, codes.shape), codes)
    runs = np.repeat(np.arange(RUNS), 2).tolist()
    return ratings_of(codes, coders="ABC", labels="012345", clusters=runs)


def by_hand(value: float, without: list[float], low: float) -> tuple[float, float]:
    """From the formula: t of the pseudo-values, with four more at one end for each limit."""
    n = len(without)
    ends = []
    for end, side in ((low, -1), (1.0, 1)):
        values = [n * value - (n - 1) * one for one in without] + [end] * 4
        error = np.std(values, ddof=1) / np.sqrt(len(values))
        ends.append(np.mean(values) + side * t.ppf(0.975, n - 1) * error)
    return max(-1.0, min(ends[0], value)), min(1.0, max(ends[1], value))


def test_the_limits_are_those_of_ratings_without_each_run() -> None:
    ratings = two_of_each_run(3)
    found = agreement(ratings, by_jackknife=True)
    others = [agreement(ratings.rows(ratings.clusters != run), replicates=0) for run in range(RUNS)]
    for name, weighted in WEIGHTED.items():
        one = found.coefficient(name)
        without = [other.coefficient(name).value or 0.0 for other in others]
        assert one.value is not None
        assert one.ci95 == pytest.approx(by_hand(one.value, without, -1.0 if weighted else 0.0))
        assert one.ci_method is not None
        assert one.ci_method.startswith("jackknife")
    pair = found.pairs[0].coefficient("cohen_kappa")
    without = [other.pairs[0].coefficient("cohen_kappa").value or 0.0 for other in others]
    assert pair.ci95 == pytest.approx(by_hand(pair.value or 0.0, without, 0.0))


def test_equal_items_are_left_out_one_by_one() -> None:
    # Independent items with the same ratings are one type.
    codes = [[5, 5]] * 6 + [[4, 5]] * 2 + [[0, 0]] * 4
    alone = agreement(ratings_of(codes, coders="AB", labels="012345"), by_jackknife=True)
    cells = ratings_of(codes, coders="AB", labels="012345", cells=list(range(12)))
    apart = agreement(cells, by_jackknife=True)
    for name in WEIGHTED:
        assert alone.coefficient(name).ci95 == pytest.approx(apart.coefficient(name).ci95)


def test_ten_items_on_which_coders_agree_have_an_interval() -> None:
    codes = [[score, score] for score in (0, 1, 2, 3, 4, 5, 0, 1, 2, 3)]
    found = agreement(ratings_of(codes, coders="AB", labels="012345"), by_jackknife=True)
    assert found.coefficient("fleiss_kappa").value == pytest.approx(1)
    assert found.coefficient("fleiss_kappa").ci95 == pytest.approx((0.43, 1.0), abs=0.005)
    assert found.replicates == 0


def test_nine_items_have_no_interval_and_neither_has_what_hangs_on_one_item() -> None:
    codes = [[score % 6, score % 6] for score in range(9)]
    few = agreement(ratings_of(codes, coders="AB", labels="012345"), by_jackknife=True)
    assert few.coefficient("cohen_kappa").ci95 is None
    assert "9 items or draws" in (few.coefficient("cohen_kappa").ci_reason or "")
    one = agreement(
        ratings_of([[5, 5]] * 10 + [[0, 5]], coders="AB", labels="012345"), by_jackknife=True
    ).coefficient("fleiss_kappa")
    assert (one.ci95, one.ci_reason) == (None, "undefined without one of the items")
    assert jackknife(0.5, np.array([0.5, np.nan]), np.array([9, 1]), low=0.0) is None


def test_ten_ratings_cover_the_truth_where_formulas_and_the_bootstrap_do_not() -> None:
    rng, truth = np.random.default_rng(1), 0.49
    covered = {True: 0, False: 0}
    for _ in range(100):
        codes = np.repeat(rng.choice([0, 4, 5], (10, 1), p=[0.3, 0.1, 0.6]), 2, axis=1)
        other = rng.choice([0, 4, 5], (10, 2), p=[0.3, 0.1, 0.6])
        codes = np.where(rng.random((10, 2)) < 0.7, codes, other)
        ratings = ratings_of(codes, coders="AB", labels="012345")
        for by_jackknife in covered:
            found = agreement(ratings, replicates=0, by_jackknife=by_jackknife)
            ends = found.coefficient("cohen_kappa_quadratic").ci95
            covered[by_jackknife] += ends is not None and ends[0] <= truth <= ends[1]
    assert covered[True] >= 0.93 * 100 > 0.9 * 100 > covered[False]
