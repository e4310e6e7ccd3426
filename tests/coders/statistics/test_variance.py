"""Variance components: against the analysis of variance, statsmodels, and what is simulated."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from numpy.typing import NDArray

from coders.statistics.variance.components import (
    Component,
    WeightedSum,
    mean_component,
    mean_over,
    mean_sum,
    share,
    variance_components,
)

Floats = NDArray[np.float64]


def nested(rng: np.random.Generator) -> tuple[Floats, list[tuple[str, NDArray[np.int64]]]]:
    """Eight sets of words in three cells, two samples each, by two coders."""
    word, cell, sample, coder = (part.ravel() for part in np.indices((8, 3, 2, 2), dtype=np.int64))
    text = word * 3 + cell
    trial = text * 2 + sample
    values = (
        2.5
        + rng.normal(0, 1, 8)[word]
        + rng.normal(0, 0.7, 24)[text]
        + rng.normal(0, 0.6, 48)[trial]
        + rng.normal(0, 0.5, 2)[coder]
        + rng.normal(0, 0.3, word.size)
    )
    rest = np.arange(word.size)
    return values, [
        ("words", word), ("text", text), ("sample", trial), ("coder", coder), ("rest", rest),
    ]  # fmt: skip


def test_a_balanced_table_gives_the_components_of_the_analysis_of_variance() -> None:
    rng = np.random.default_rng(4)
    values, sources = nested(rng)
    units = sources[0][1]
    found = variance_components(values, sources, units, width=5)
    assert found is not None
    table = values.reshape(8, 3, 2, 2)
    trials, texts, words = table.mean(axis=3), table.mean(axis=(2, 3)), table.mean(axis=(1, 2, 3))
    coders = table.mean(axis=(0, 1, 2))
    left = table - trials[..., None] - coders + values.mean()
    rest = (left**2).sum() / (47 * 1)
    of_trials = 2 * ((trials - texts[..., None]) ** 2).sum() / 24
    of_texts = 4 * ((texts - words[:, None]) ** 2).sum() / 16
    of_words = 12 * words.var(ddof=1)
    of_coders = 48 * coders.var(ddof=1)
    expected = {
        "words": (of_words - of_texts) / 12,
        "text": (of_texts - of_trials) / 4,
        "sample": (of_trials - rest) / 2,
        "coder": (of_coders - rest) / 48,
        "rest": rest,
    }
    assert {name: one.estimate for name, one in found.found.items()} == pytest.approx(expected)


def test_components_are_those_of_reml_in_statsmodels() -> None:
    """In a balanced table REML is the analysis of variance where no component is negative."""
    from statsmodels.regression.mixed_linear_model import MixedLM

    rng = np.random.default_rng(11)
    word = np.repeat(np.arange(15), 4)
    values = 3 + rng.normal(0, 1, 15)[word] + rng.normal(0, 0.8, word.size)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fitted = MixedLM(values, np.ones((values.size, 1)), word).fit(reml=True)
    sources = [("words", word), ("sample", np.arange(values.size))]
    found = variance_components(values, sources, word, width=5)
    assert found is not None
    assert found.found["words"].variance == pytest.approx(float(fitted.cov_re[0, 0]), abs=1e-4)
    assert found.found["sample"].variance == pytest.approx(float(fitted.scale), abs=1e-4)


def test_estimates_from_unbalanced_tables_are_unbiased() -> None:
    rng = np.random.default_rng(5)
    word, model, coder = (part.ravel() for part in np.indices((10, 3, 2)))
    sums: dict[str, list[float]] = {}
    for _ in range(300):
        there = rng.random(word.size) < 0.7
        w, m, c = word[there], model[there], coder[there]
        values = (
            rng.normal(0, 1, 10)[w] + rng.normal(0, 0.5, 30)[w * 3 + m] + rng.normal(0, 0.7, w.size)
        )
        sources = [("words", w), ("text", w * 3 + m), ("coder", c), ("rest", np.arange(w.size))]
        found = variance_components(values, sources, np.zeros(w.size), width=5)
        assert found is not None
        for name, one in found.found.items():
            sums.setdefault(name, []).append(one.estimate)
    for name, true in {"words": 1.0, "text": 0.25, "coder": 0.0, "rest": 0.49}.items():
        error = np.std(sums[name]) / np.sqrt(len(sums[name]))
        assert abs(np.mean(sums[name]) - true) < 3.5 * error, name


def test_sources_that_cannot_be_told_apart_are_named() -> None:
    word = np.repeat(np.arange(6), 2)
    coder = np.zeros(12)
    trial = np.arange(12)
    sources = [("words", word), ("text", word), ("coder", coder), ("sample", trial)]
    found = variance_components(trial % 5, [*sources, ("rest", trial)], word, width=5)
    assert found is not None
    assert set(found.found) == {"words", "sample"}
    assert found.confounded == {"text": "words", "coder": "coder", "rest": "sample"}


def test_factors_of_one_name_are_added() -> None:
    rng = np.random.default_rng(9)
    first, second, again = (part.ravel() for part in np.indices((2, 2, 30)))
    values = first * 2.0 + second * 1.0 + rng.normal(0, 0.1, first.size)
    rest = np.arange(first.size)
    units = again
    apart = variance_components(
        values, [("one", first), ("other", second), ("rest", rest)], units, width=5
    )
    both = variance_components(
        values, [("k", first), ("k", second), ("rest", rest)], units, width=5
    )
    assert apart is not None
    assert both is not None
    assert both.found["k"].estimate == pytest.approx(
        apart.found["one"].estimate + apart.found["other"].estimate
    )


def test_scores_that_are_all_equal_leave_room_for_variance() -> None:
    word = np.repeat(np.arange(10), 2)
    sources = [("words", word), ("sample", np.arange(20))]
    found = variance_components(np.full(20, 5.0), sources, word, width=5)
    assert found is not None
    interval = found.found["words"].interval
    assert interval is not None
    assert found.found["words"].variance == 0
    assert interval[0] == 0
    assert 0.5 < interval[1] < 3
    assert share([found], "words") is None


def test_under_five_sets_of_words_there_is_no_interval() -> None:
    word = np.repeat(np.arange(4), 2)
    sources = [("words", word), ("sample", np.arange(8))]
    found = variance_components([1, 2, 5, 4, 3, 3, 1, 5], sources, word, width=5)
    assert found is not None
    assert all(one.interval is None for one in found.found.values())


def test_an_interval_holds_its_estimate_and_nothing_below_0() -> None:
    assert Component(-0.3, (-1.0, 0.5)).variance == 0
    assert Component(-0.3, (-1.0, -0.1)).interval == (0, 0)
    assert Component(2.0, (2.5, 3.0)).interval == (2.0, 3.0)
    assert Component(2.0, None).interval is None


def test_the_mean_over_studies_is_narrower_and_does_not_cut_at_0_first() -> None:
    middle, low, high = (np.array(one) for one in (0.0, -0.6, 1.2))
    found = mean_over([WeightedSum(middle, low, high)] * 9)
    assert (found.low, found.high) == pytest.approx((-0.2, 0.4))
    assert mean_over([found, WeightedSum(middle, None, None)]).low is None
    with pytest.raises(ValueError, match="parts"):
        mean_over([])


def test_a_weighted_sum_is_the_jackknife_of_that_sum() -> None:
    """Its estimate is the sum of the estimates; its interval is not that of the parts added up."""
    values, sources = nested(np.random.default_rng(8))
    found = variance_components(values, sources, sources[0][1], width=5)
    assert found is not None
    weights = {"words": 1.0, "text": 1.0, "sample": 0.5, "coder": 0.0, "rest": 0.25}
    whole = mean_sum([found], weights)
    parts = [(weights[name], one) for name, one in found.found.items()]
    assert whole.estimate == pytest.approx(sum(w * one.estimate for w, one in parts))
    wide = sum(w * (one.limits[1] - one.limits[0]) for w, one in parts if one.limits)
    assert whole.limits is not None
    assert 0 < whole.limits[1] - whole.limits[0] < wide
    # A study without a source counts with 0 of it.
    assert mean_sum([found, found], {"none": 1.0}).estimate == 0


def test_shares_add_up_and_have_intervals() -> None:
    rng = np.random.default_rng(3)
    values, sources = nested(rng)
    found = variance_components(values, sources, sources[0][1], width=5)
    assert found is not None
    shares = [share([found], name) for name in found.names]
    assert sum(one.variance for one in shares if one) == pytest.approx(1)
    for one in shares:
        assert one is not None
        assert one.interval is not None
        assert 0 <= one.interval[0] <= one.variance <= one.interval[1] <= 1
    alone, several = share([found], "words"), share([found] * 9, "words")
    assert alone is not None
    assert several is not None
    assert alone.variance == pytest.approx(several.variance)
    assert alone.interval is not None
    assert several.interval is not None
    assert np.diff(several.interval) < np.diff(alone.interval)


def test_a_mean_is_over_the_studies_that_have_a_source() -> None:
    word = np.repeat(np.arange(8), 2)
    values = np.random.default_rng(2).integers(0, 6, 16)
    rest = np.arange(16)
    both = variance_components(values, [("words", word), ("rest", rest)], word, width=5)
    one = variance_components(values, [("rest", rest)], word, width=5)
    assert both is not None
    assert one is not None
    means = {name: mean_component([both, one], name).variance for name in ("words", "rest")}
    assert means["words"] == both.found["words"].variance
    found = share([both, one], "words")
    assert found is not None
    assert found.variance == pytest.approx(means["words"] / sum(means.values()))


def test_rows_must_be_the_last_source() -> None:
    with pytest.raises(ValueError, match="a level for each row"):
        variance_components([1, 2, 3], [("words", [0, 0, 1])], [0, 0, 1], width=5)
    assert variance_components([1], [("rest", [0])], [0], width=5) is None


@pytest.mark.parametrize("deviation", [0.0, 2.0])
@pytest.mark.parametrize("design", [0, 3])
def test_intervals_hold_the_true_figures(deviation: float, design: int) -> None:
    """Standard deviations, shares and D-studies; benchmarks/variance.py has the grid."""
    from benchmarks.variance import DESIGNS, Setting, chosen, held, simulated, weights

    one = simulated(Setting(DESIGNS[design], 0.95, deviation), 10, "lrs", 500, 17)
    rng = np.random.default_rng(17)
    for figure, what, given in weights(one.studies.names, "lrs"):
        for experiments in (1, 3):
            means = chosen(500, experiments, rng)
            assert held([one] * experiments, figure, given, means) >= 0.93, (figure, what)
