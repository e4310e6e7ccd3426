"""The printed values of published worked examples, each with its source."""

from __future__ import annotations

import numpy as np
import pytest

from coders.statistics import kappas
from coders.statistics.analytic import cohen_error
from coders.statistics.ratings import MeasurementLevel
from tests.coders.statistics.published import (
    ABSTRACTORS,
    COHEN,
    FLEISS,
    GWET,
    KRIPPENDORFF,
    SHROUT_FLEISS,
    from_counts,
    from_square,
    matrix,
    plain,
    rated,
    values,
)


def test_krippendorffs_alphas_on_his_incomplete_matrix() -> None:
    # Krippendorff (2011), sections C to F: nominal .743, ordinal .815, interval .849, ratio .797
    found = plain(rated(matrix(KRIPPENDORFF), 5))
    names = [f"krippendorff_alpha_{kind}" for kind in ("nominal", "ordinal", "interval", "ratio")]
    assert values(found, *names) == pytest.approx([0.743, 0.815, 0.849, 0.797], abs=5e-4)
    assert (found.items, found.pairable, found.complete, found.missing) == (12, 11, 8, 7)


def test_gwets_coefficients_and_their_intervals_with_missing_ratings() -> None:
    # Gwet (2014) and the vignette of irrCAC 1.4, cac.raw4raters, unweighted
    found = plain(rated(matrix(GWET), 5))
    printed = {
        "percent_agreement": (0.81818, (0.542, 1)),
        "gwet_ac1": (0.77544, (0.461, 1)),
        "brennan_prediger": (0.77273, (0.454, 1)),
        "fleiss_kappa": (0.76117, (0.424, 1)),
        "conger_kappa": (0.76282, None),
        "krippendorff_alpha_nominal": (0.74342, None),
    }
    assert values(found, *printed) == pytest.approx([one for one, _ in printed.values()], abs=5e-6)
    for name, (_, interval) in printed.items():
        if interval is not None:
            assert found.coefficient(name).ci95 == pytest.approx(interval, abs=5e-4)


def test_coefficients_of_two_abstractors_to_seven_decimals() -> None:
    # The vignette of irrCAC 1.4, cont3x3abstractors
    found = plain(from_square(ABSTRACTORS))
    printed = {
        "percent_agreement": 0.89,
        "cohen_kappa": 0.7964094,
        "scott_pi": 0.7962397,
        "gwet_ac1": 0.8493305,
        "brennan_prediger": 0.835,
        "krippendorff_alpha_nominal": 0.7972585,
    }
    assert values(found, *printed) == pytest.approx(list(printed.values()), abs=5e-8)
    # There, with standard errors that divide by n; Gwet's for raw ratings, ours, divide by n - 1.
    printed_errors = {
        "gwet_ac1": 0.04321747,
        "brennan_prediger": 0.04693346,
        "scott_pi": 0.05905473,
    }
    for name, error in printed_errors.items():
        limits = found.coefficient(name).ci95
        assert limits is not None
        # 1.98421695 is the 97.5% point of t with 99 degrees of freedom
        half = 1.98421695 * error * np.sqrt(100 / 99)
        assert (limits[1] - limits[0]) / 2 == pytest.approx(half, abs=5e-8)
    error_of_kappa = cohen_error(np.array(ABSTRACTORS, dtype=float), np.eye(3))
    assert error_of_kappa == pytest.approx(0.05891072, abs=5e-9)


def test_cohens_kappa_and_weighted_kappa() -> None:
    # Cohen (1960), table 2: observed .70, by chance .41, kappa .492
    found = plain(from_square(COHEN)).coefficient("cohen_kappa")
    assert (found.value, found.expected) == pytest.approx((0.492, 0.41), abs=5e-4)
    # Cohen (1968), table 1: weights of disagreement 1, 3 and 6, weighted kappa .348
    disagreement = np.array([[0, 1, 3], [1, 0, 6], [3, 6, 0]])
    table = np.array(COHEN, dtype=float)[None, :, :, None]
    weighted = kappas.cohen(table, 1 - disagreement / 6)
    assert float(weighted.value[0, 0]) == pytest.approx(0.348, abs=5e-4)


def test_fleiss_kappa_of_many_psychiatrists_overall_and_for_each_diagnosis() -> None:
    # Fleiss (1971): observed .5556, by chance .2199, kappa .430
    found = plain(from_counts(FLEISS))
    kappa = found.coefficient("fleiss_kappa")
    assert (kappa.value, kappa.expected) == pytest.approx((0.430, 0.2199), abs=5e-4)
    assert found.coefficient("percent_agreement").value == pytest.approx(0.5556, abs=5e-5)
    # Fleiss (1971), table 2: kappa of depression, personality disorder, schizophrenia, neurosis,
    # other
    assert [one.against_rest.value for one in found.categories] == pytest.approx(
        [0.245, 0.245, 0.520, 0.471, 0.566], abs=5e-4
    )
    # Krippendorff's small-sample correction of the same figure: 1 - (1 - kappa)(N - 1) / N, N = 180
    assert found.coefficient("krippendorff_alpha_nominal").value == pytest.approx(
        0.433410, abs=5e-7
    )


def test_six_intraclass_correlations() -> None:
    # Shrout & Fleiss (1979), table 4: .17 .29 .71 .44 .62 .91; intervals as R's psych prints them
    found = plain(rated(matrix(SHROUT_FLEISS), 10, MeasurementLevel.INTERVAL))
    printed = {
        "icc_1_1": (0.17, (-0.133, 0.72)),
        "icc_2_1": (0.29, (0.019, 0.76)),
        "icc_3_1": (0.71, (0.342, 0.95)),
        "icc_1_k": (0.44, (-0.884, 0.91)),
        "icc_2_k": (0.62, (0.071, 0.93)),
        "icc_3_k": (0.91, (0.676, 0.99)),
    }
    assert values(found, *printed) == pytest.approx([one for one, _ in printed.values()], abs=5e-3)
    for name, (_, (low, high)) in printed.items():
        limits = found.coefficient(name).ci95
        assert limits is not None
        assert limits[0] == pytest.approx(low, abs=5e-4)
        assert limits[1] == pytest.approx(high, abs=5e-3)


def test_kendalls_w_without_and_with_ties() -> None:
    # Siegel (1956), chapter 9: three executives rank six applicants, W = .16
    applicants = [[1, 1, 6], [6, 5, 3], [3, 6, 2], [2, 4, 5], [5, 2, 4], [4, 3, 1]]
    found = plain(rated(applicants, 6))
    assert found.coefficient("kendall_w").value == pytest.approx(0.16, abs=5e-3)
    # Siegel (1956), chapter 9, with tied ranks: corrected W = .828
    tied = [
        (1, 4.5, 2, 4.5, 3, 7.5, 6, 9, 7.5, 10),
        (2.5, 1, 2.5, 4.5, 4.5, 8, 9, 6.5, 10, 6.5),
        (2, 1, 4.5, 4.5, 4.5, 4.5, 8, 8, 8, 10),
    ]
    rows = [[round(2 * rank) for rank in row] for row in zip(*tied, strict=True)]
    assert plain(rated(rows, 20)).coefficient("kendall_w").value == pytest.approx(0.828, abs=5e-4)


def test_spearmans_rho() -> None:
    # Siegel (1956), chapter 9: authoritarianism and striving for status of 12 students, .82
    first = [2, 6, 5, 1, 10, 9, 8, 3, 4, 12, 7, 11]
    second = [3, 4, 2, 1, 8, 11, 10, 6, 7, 12, 5, 9]
    found = plain(rated(list(zip(first, second, strict=True)), 12))
    assert found.coefficient("spearman_mean").value == pytest.approx(0.82, abs=5e-3)


def test_prevalence_and_bias_index_of_two_coders_and_two_categories() -> None:
    # Byrt, Bishop & Carlin (1993) define |a - d| / n and |b - c| / n
    found = plain(from_square(((40, 9), (6, 45))))
    assert (found.prevalence, found.bias) == pytest.approx((0.05, 0.03))
    assert plain(from_square(COHEN)).prevalence is None
