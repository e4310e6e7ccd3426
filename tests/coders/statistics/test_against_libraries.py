"""The same figures as statsmodels, scikit-learn, krippendorff and scipy, to 1e-6 and better."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from coders.statistics.agreement import agreement
from coders.statistics.ratings import Floats, Ints, MeasurementLevel, ratings_of

CATEGORIES = 6


def coded(seed: int, items: int, coders: int, missing: float = 0.0) -> Ints:
    """Codes of coders who are right four times in five; a last category that nobody uses."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, CATEGORIES - 1, items)
    guesses = rng.integers(0, CATEGORIES - 1, (items, coders))
    codes = np.where(rng.random((items, coders)) < 0.8, truth[:, None], guesses)
    codes[rng.random((items, coders)) < missing] = -1
    return codes.astype(np.int64)


def figures(codes: Ints, values: Floats | None = None) -> dict[str, float | None]:
    ratings = ratings_of(
        codes,
        coders=[f"coder {n}" for n in range(codes.shape[1])],
        labels=[str(n) for n in range(CATEGORIES)],
        values=None if values is None else values.tolist(),
        level=MeasurementLevel.RATIO,
    )
    return {one.name: one.value for one in agreement(ratings, replicates=0).coefficients}


@pytest.mark.parametrize("seed", range(5))
def test_cohens_kappas_are_those_of_scikit_learn_and_statsmodels(seed: int) -> None:
    from sklearn.metrics import cohen_kappa_score

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what statsmodels imports warns of its own future
        from statsmodels.stats.inter_rater import cohens_kappa
    codes = coded(seed, 60, 2)
    found = agreement(
        ratings_of(codes, coders="AB", labels=[str(n) for n in range(CATEGORIES)]), replicates=0
    )
    table = np.zeros((CATEGORIES, CATEGORIES))
    np.add.at(table, (codes[:, 0], codes[:, 1]), 1)
    for name, weights in (("", None), ("_linear", "linear"), ("_quadratic", "quadratic")):
        ours = found.coefficient(f"cohen_kappa{name}")
        sklearn = cohen_kappa_score(*codes.T, labels=list(range(CATEGORIES)), weights=weights)
        theirs = cohens_kappa(table, wt=weights)
        assert ours.value == pytest.approx(sklearn, abs=1e-9)
        assert ours.value == pytest.approx(theirs.kappa, abs=1e-9)
        limits = (theirs.kappa_low, min(1.0, theirs.kappa_upp))
        assert ours.ci95 == pytest.approx(limits, abs=1e-9)


@pytest.mark.parametrize(("seed", "coders"), [(1, 2), (2, 3), (3, 7)])
def test_fleiss_kappa_and_free_marginal_kappa_are_those_of_statsmodels(
    seed: int, coders: int
) -> None:
    from statsmodels.stats.inter_rater import fleiss_kappa

    codes = coded(seed, 40, coders)
    counts = np.stack([(codes == value).sum(axis=1) for value in range(CATEGORIES)], axis=1)
    found = figures(codes)
    assert found["fleiss_kappa"] == pytest.approx(fleiss_kappa(counts), abs=1e-9)
    assert found["scott_pi"] == found["fleiss_kappa"]
    uniform = fleiss_kappa(counts, method="unif")
    assert found["brennan_prediger"] == pytest.approx(uniform, abs=1e-9)


@pytest.mark.parametrize(
    ("seed", "coders", "missing"), [(1, 2, 0.0), (2, 2, 0.3), (3, 5, 0.0), (4, 5, 0.4)]
)
def test_alphas_are_those_of_krippendorffs_library(seed: int, coders: int, missing: float) -> None:
    import krippendorff

    codes = coded(seed, 50, coders, missing)
    values = np.array([0, 1, 2, 3.5, 5, 9])
    data = np.where(codes < 0, np.nan, values[codes]).T
    found = figures(codes, values)
    for level in ("nominal", "ordinal", "interval", "ratio"):
        theirs = krippendorff.alpha(
            reliability_data=data, value_domain=values, level_of_measurement=level
        )
        assert found[f"krippendorff_alpha_{level}"] == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_spearmans_rho_is_the_mean_of_scipys_over_pairs(missing: float) -> None:
    from scipy.stats import spearmanr

    codes = coded(8, 40, 4, missing)
    rhos = []
    for one in range(4):
        for other in range(one):
            both = (codes[:, one] >= 0) & (codes[:, other] >= 0)
            rhos.append(spearmanr(codes[both, one], codes[both, other]).statistic)
    assert figures(codes)["spearman_mean"] == pytest.approx(np.mean(rhos), abs=1e-9)


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_kendalls_w_is_the_textbook_formula_on_complete_items(missing: float) -> None:
    from scipy.stats import rankdata

    codes = coded(9, 30, 3, missing)
    complete = codes[(codes >= 0).all(axis=1)]
    n, m = complete.shape
    ranks = np.apply_along_axis(rankdata, 0, complete)
    s = ((ranks.sum(axis=1) - m * (n + 1) / 2) ** 2).sum()
    ties = sum((t**3 - t) for column in complete.T for t in np.bincount(column))
    w = 12 * s / (m**2 * (n**3 - n) - m * ties)
    assert figures(codes)["kendall_w"] == pytest.approx(w, abs=1e-9)


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_intraclass_correlations_are_those_of_an_analysis_of_variance(missing: float) -> None:
    codes = coded(10, 30, 4, missing)
    values = np.array([0, 0.5, 1, 2, 4, 8])
    x = values[codes[(codes >= 0).all(axis=1)]]
    n, k = x.shape
    b = k * ((x.mean(axis=1) - x.mean()) ** 2).sum() / (n - 1)
    j = n * ((x.mean(axis=0) - x.mean()) ** 2).sum() / (k - 1)
    residual = x - x.mean(axis=1, keepdims=True) - x.mean(axis=0) + x.mean()
    e = (residual**2).sum() / ((n - 1) * (k - 1))
    w = ((x - x.mean(axis=1, keepdims=True)) ** 2).sum() / (n * (k - 1))
    found = figures(codes, values)
    assert [found[f"icc_{form}_1"] for form in (1, 2, 3)] == pytest.approx(
        [
            (b - w) / (b + (k - 1) * w),
            (b - e) / (b + (k - 1) * e + k * (j - e) / n),
            (b - e) / (b + (k - 1) * e),
        ],
        abs=1e-9,
    )
    assert [found[f"icc_{form}_k"] for form in (1, 2, 3)] == pytest.approx(
        [(b - w) / b, (b - e) / (b + (j - e) / n), (b - e) / b], abs=1e-9
    )
