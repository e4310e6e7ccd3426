"""Variance components: against the analysis of variance, statsmodels, and what is simulated."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from numpy.typing import NDArray

from coders.statistics.variance import Component, mean_component, variance_components

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
    assert 0.5 < interval[1] < 2
    assert found.total == 0


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
    one = Component(0.0, (-0.6, 1.2))
    found = mean_component([one] * 9)
    assert found.limits == pytest.approx((-0.2, 0.4))
    assert mean_component([one, Component(1.0, None)]).limits is None


def test_rows_must_be_the_last_source() -> None:
    with pytest.raises(ValueError, match="a level for each row"):
        variance_components([1, 2, 3], [("words", [0, 0, 1])], [0, 0, 1], width=5)
    assert variance_components([1], [("rest", [0])], [0], width=5) is None


@pytest.mark.parametrize("deviation", [0.0, 1.0])
def test_intervals_hold_the_true_variance(deviation: float) -> None:
    """Benchmarks/variance.py has the grid."""
    from benchmarks.variance import Setting, components, marks

    rng = np.random.default_rng(17)
    setting = Setting(10, 0.8, deviation, 2, 2, 2)
    truth = components(marks(setting, 3000, rng), "lrs", limits=False)
    studies = [components(marks(setting, setting.words, rng), "lrs") for _ in range(80)]
    for source, true in truth.items():
        ends = [one[source].interval for one in studies]
        held = [end is not None and end[0] <= true.variance <= end[1] for end in ends]
        assert np.mean(held) >= 0.9, source
