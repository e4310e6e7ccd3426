"""Statistics over models, against statsmodels and scipy, and item counts from made means."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from coders.statistics.over_models import (
    correlation,
    item_counts,
    paired_difference,
    rises,
)

RNG = np.random.default_rng(18)


def test_item_counts_are_recovered_from_means() -> None:
    counts = np.array([89, 87, 110, 45])
    figures = RNG.integers(0, counts, size=(12, 4)) / counts
    found = item_counts(figures, figures @ counts / counts.sum())
    assert found is not None
    assert found[0] == tuple(counts)
    assert found[1] < 1e-9


def test_counts_do_not_follow_from_rounded_means_or_few_models() -> None:
    figures = RNG.random((12, 4))
    means = figures @ [0.1, 0.2, 0.3, 0.4]
    assert item_counts(figures, means.round(3)) is None
    assert item_counts(figures[:4], means[:4]) is None
    assert item_counts(figures, figures[:, 0] * 2 - figures[:, 1]) is None


def test_the_slope_and_its_jackknife_equal_those_of_regressions_without_each_series() -> None:
    from statsmodels.regression.linear_model import OLS

    sizes, series = RNG.normal(10, 1, 14), list("aaabbbccddeeff")
    figures = np.stack([0.1 * sizes + RNG.normal(0, 0.2, 14), RNG.random(14)], axis=1)
    found = rises(sizes, figures, series)
    assert found is not None
    design = np.stack([np.ones(14), sizes], axis=1)
    for at in (0, 1):
        whole = OLS(figures[:, at], design).fit().params[1]
        parts = [
            OLS(figures[kept, at], design[kept]).fit().params[1]
            for one in sorted(set(series))
            for kept in [[i for i, name in enumerate(series) if name != one]]
        ]
        error = np.sqrt(5 / 6 * sum((part - whole) ** 2 for part in parts))
        half = stats.t.ppf(0.975, 5) * error
        assert (found.slopes[at], found.low[at]) == pytest.approx((whole, whole - half))
    assert (found.models, found.series) == (14, 6)


def test_models_without_a_series_are_units_and_a_single_size_has_no_slope() -> None:
    from statsmodels.regression.linear_model import OLS

    figures = RNG.random((6, 1))
    found = rises(np.arange(6.0), figures, ["", "", "", "", "", ""])
    assert found is not None
    robust = OLS(figures[:, 0], np.stack([np.ones(6), np.arange(6)], axis=1)).fit(cov_type="HC3")
    # The jackknife differs from HC3 by (n - 1) / n, and by what the slopes' mean is off.
    assert found.series == 6
    assert (found.high - found.low)[0] / (2 * stats.t.ppf(0.975, 5)) == pytest.approx(
        robust.bse[1] * np.sqrt(5 / 6)
    )
    assert rises(np.ones(6), figures, [""] * 6) is None
    few = rises(np.arange(6.0), figures, list("aabbcc"))
    assert few is not None
    assert np.isnan(few.low[0])


def test_a_paired_difference_and_a_correlation() -> None:
    x, y = RNG.random(9), RNG.random(9)
    found = paired_difference(x, y)
    test = stats.ttest_rel(x, y)
    assert (found.t, found.p) == pytest.approx((test.statistic, test.pvalue))
    assert found.ci95 == pytest.approx(tuple(test.confidence_interval()))
    assert paired_difference(x, x + 1) == paired_difference(x[:1], x[:1] + 1).__class__(-1.0, 9)
    gap = np.where(np.arange(9) == 3, np.nan, y)
    pair = correlation(x, gap)
    kept = np.arange(9) != 3
    by_scipy = stats.pearsonr(x[kept], y[kept])
    assert (pair.n, pair.r, pair.p) == pytest.approx((8, by_scipy.statistic, by_scipy.pvalue))
    assert pair.ci95 == pytest.approx(tuple(by_scipy.confidence_interval()))
    assert correlation(x[:3], y[:3]).r is None
    assert correlation(x, x).ci95 is None
