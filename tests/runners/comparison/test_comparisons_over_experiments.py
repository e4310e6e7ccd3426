"""Participants over several experiments, and the familiar-words effect over experiments, from cells
made by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import log, sqrt
from statistics import fmean, stdev

import pytest
from scipy import stats

from coders.statistics.differences import difference
from dsl.record import replace
from dsl.scoring import ACCURACY
from renderers.rows.comparisons import Comparison, ComparisonKind, ComparisonScope, EffectScale
from renderers.rows.scores import CellScore
from runners.analysis.means import figure
from runners.comparison.contamination import effects, familiar_cells
from runners.comparison.differences import UntestedComparison
from runners.comparison.families import DeclaredComparison, apply_tests, together
from runners.comparison.means import models_over_cells
from tests.runners.analysis.score_kit import cell

LEFT = (("side", "left"),)
RIGHT = (("side", "right"),)


def told(
    experiment: str,
    draws: list[float],
    *,
    model: str = "lab/one",
    level: str = "",
    wording: str = "permuted",
    domain: str = "Theory of Mind",
    addition: bool = False,
) -> CellScore:
    """A cell with these LRS by draw, and a share that is a fifth of each."""
    numbered = dict(enumerate(draws, start=1))
    made = cell(experiment, None, domain=domain, draws=numbered, addition=addition)
    share = figure({draw: Fraction(value) / 5 for draw, value in numbered.items()}, kind=ACCURACY)
    levels = (("condition", level),) if level else ()
    return replace(made, model=model, wording=wording, levels=levels, share=share, n_texts=2)


ONE, TWO = "lab/one", "lab/two"
CELLS = [
    told("A", [5, 4, 5, 3, 4, 5], model=ONE, level="x"),
    told("A", [4, 4, 3, 3, 1, 5], model=ONE, level="y"),
    told("B", [2, 3, 2, 1, 5, 4], model=ONE),
    told("C", [1, 1, 2, 3, 1, 1], model=ONE, domain="Causal Reasoning"),
    told("D", [5, 5, 5, 5, 5, 5], model=ONE, addition=True),
    told("A", [3, 4, 4, 2, 4, 1], model=TWO, level="x"),
    told("A", [4, 2, 1, 2, 2, 4], model=TWO, level="y"),
    told("B", [2, 1, 2, 1, 3, 2], model=TWO),
    told("C", [1, 2, 2, 1, 3, 1], model=TWO, domain="Causal Reasoning"),
    told("D", [0, 0, 0, 0, 0, 0], model=TWO, addition=True),
]


def draws_of(experiment: str, model: str) -> list[Fraction]:
    """The draws of an experiment: the mean of its cells in each."""
    mine = [one for one in CELLS if (one.experiment, one.model) == (experiment, model)]
    return [sum((one.lrs.draws[d] for one in mine), Fraction(0)) / len(mine) for d in range(1, 7)]


def found(
    scope: ComparisonScope, cells: list[CellScore] = CELLS, domain: str = ""
) -> UntestedComparison:
    (one,) = [
        each
        for each in models_over_cells(cells)
        if each.row.scope is scope and (not domain or each.row.domain == domain)
    ]
    return one


def test_the_battery_weighs_an_experiment_by_its_cells_and_leaves_additions_out() -> None:
    one = found(ComparisonScope.BATTERY)
    weights = {"A": 2, "B": 1, "C": 1}
    parts = {
        name: [a - b for a, b in zip(draws_of(name, ONE), draws_of(name, TWO), strict=True)]
        for name in weights
    }
    middles = {name: sum(values) / len(values) for name, values in parts.items()}
    assert one.row.difference == sum(weights[n] * middles[n] for n in weights) / 4
    assert (one.row.n_experiments, one.row.pairs) == (3, 18)
    assert (one.row.first.label, one.row.second.label) == (ONE, TWO)
    # MOVER over the experiments, each with its own interval of a paired difference.
    low = high = 0.0
    for name, weight in weights.items():
        inner = difference(
            [float(x) for x in draws_of(name, ONE)],
            [float(x) for x in draws_of(name, TWO)],
            paired=True,
        )
        assert inner.interval is not None
        low += (weight / 4 * (inner.mean - inner.interval.low)) ** 2
        high += (weight / 4 * (inner.interval.high - inner.mean)) ** 2
    middle = float(one.row.difference)
    assert one.row.ci95 == pytest.approx((middle - sqrt(low), middle + sqrt(high)))
    # Experiments as a sample: t on their three differences.
    values = [float(each) for each in middles.values()]
    half = float(stats.t.ppf(0.975, 2)) * stdev(values) / sqrt(3)
    assert one.row.t95 is not None
    assert one.row.t95 == pytest.approx((fmean(values) - half, fmean(values) + half, 2))
    # What is turned round in the test adds up to the difference that is told.
    assert sum(one.differences) == pytest.approx(middle)


def test_a_domain_has_its_own_experiments() -> None:
    one = found(ComparisonScope.DOMAIN, domain="Theory of Mind").row
    assert one.n_experiments == 2
    assert found(ComparisonScope.DOMAIN, domain="Causal Reasoning").row.n_experiments == 1


def test_only_cells_that_both_have_are_compared() -> None:
    """One participant without condition y: the experiment is compared on x alone."""
    fewer = [each for each in CELLS if (each.model, each.levels) != (TWO, CELLS[1].levels)]
    row = found(ComparisonScope.EXPERIMENT, fewer).row
    ones, others = CELLS[0].lrs.mean, CELLS[5].lrs.mean
    assert ones is not None
    assert others is not None
    assert row.difference == ones - others


def test_models_are_tested_where_a_preregistration_declares_them_in_its_direction() -> None:
    """Declared the other way round, the difference is turned, and so is its interval."""
    plain = found(ComparisonScope.BATTERY).row
    declared = DeclaredComparison(
        "primary", ComparisonKind.MODELS, first=TWO, second=ONE, source="preregistration"
    )
    told = apply_tests(list(models_over_cells(CELLS)), [], [declared], whole=True)
    (row,) = [each for each in told.comparisons if each.family]
    assert (row.first.label, row.second.label) == (TWO, ONE)
    assert plain.difference is not None
    assert plain.ci95 is not None
    assert (row.difference, row.ci95) == (-plain.difference, (-plain.ci95[1], -plain.ci95[0]))
    assert row.test is not None
    assert row.test.method == "two-sided sign-flip test over draws, all sign changes"
    equal = sum(
        a == b
        for name in "ABC"
        for a, b in zip(draws_of(name, ONE), draws_of(name, TWO), strict=True)
    )
    assert (row.test.p, row.test.n, row.test.ties) == (row.test.holm, 18, equal)
    assert [each.name for each in told.families] == ["primary"]
    assert told.not_found == ()


def test_a_p_value_belongs_to_one_family_the_one_first_declared() -> None:
    first = DeclaredComparison(
        "a", ComparisonKind.MODELS, first=ONE, second=TWO, source="preregistration"
    )
    again = DeclaredComparison("b", ComparisonKind.MODELS, first=TWO, second=ONE)
    assert together([first], [again]) == (first,)


def test_what_is_declared_and_was_not_run_is_reported() -> None:
    missing = DeclaredComparison(
        "primary", ComparisonKind.CONDITIONS, experiment="A", first="x", second="z"
    )
    assert apply_tests([], [], [missing], whole=True).not_found == (missing,)


def both(title: str, original: list[float], permuted: list[float]) -> list[CellScore]:
    return [told(title, original, wording="original"), told(title, permuted)]


SIDES = {"A": {1: LEFT, 2: RIGHT, 3: LEFT, 4: RIGHT, 5: LEFT, 6: RIGHT}}


def test_the_original_is_taken_at_the_side_of_each_permuted_draw() -> None:
    """Always right on the left and wrong on the right in both wordings: no familiarity, whatever
    the number of draws on each side.
    """
    habit = both("A", [5, 1, 5, 1], [5, 1, 5, 1, 5])
    (one,) = familiar_cells(habit, SIDES)
    assert (one.difference, one.above, one.below, one.ties) == (0, 0, 0, 5)
    assert one.rank == Fraction(7, 2)
    assert one.least_p == Fraction(1, 6)
    # Without sides the same numbers look like an effect.
    (plain,) = familiar_cells(habit, {})
    assert plain.difference == 3 - Fraction(17, 5)


def test_the_effect_is_inferred_over_experiments_on_three_scales() -> None:
    originals = {"A": [5, 4, 5, 4, 5, 5], "B": [3, 3, 4, 2, 3, 3], "C": [2, 1, 1, 2, 2, 2]}
    permuted = {"A": [4, 4, 3, 4, 5, 4], "B": [3, 2, 2, 2, 3, 3], "C": [1, 1, 2, 1, 2, 2]}
    cells = [one for name in originals for one in both(name, originals[name], permuted[name])]
    told = {one.measure: one for one in effects(list(familiar_cells(cells, {})))}
    values: Mapping[str, float] = {
        name: fmean(originals[name]) - fmean(permuted[name]) for name in originals
    }
    lrs = told[EffectScale.LRS]
    assert lrs.by_experiment == pytest.approx(values)
    theirs = stats.ttest_1samp(list(values.values()), 0).confidence_interval()
    assert lrs.t95 == pytest.approx((theirs.low, theirs.high, 2))
    assert told[EffectScale.SHARE].mean == pytest.approx(lrs.mean / 5)

    def odds(lrs: list[float]) -> float:
        right = sum(lrs) / 5
        return log((right + 0.5) / (len(lrs) - right + 0.5))

    assert told[EffectScale.LOG_ODDS].by_experiment == pytest.approx(
        {name: odds(originals[name]) - odds(permuted[name]) for name in originals}
    )
    declared = DeclaredComparison("words", ComparisonKind.WORDINGS)
    corrected = apply_tests([], list(told.values()), [declared], whole=True).effects
    assert [one.test is not None for one in corrected] == [True, False, False]
    first = corrected[0].test
    assert first is not None
    assert (first.p, first.smallest, first.n) == (0.25, 0.25, 3)


def test_a_row_that_nobody_declared_cannot_hold_a_p_value() -> None:
    """Also where it would be significant: the rows of two very different participants."""
    rows = apply_tests(list(models_over_cells(CELLS)), [], [], whole=True).comparisons
    assert all(isinstance(row, Comparison) and row.test is None and row.exploratory for row in rows)


def test_the_battery_of_one_experiment_is_that_experiment() -> None:
    """Declared over the battery, participants are tested where one experiment was run."""
    cells = [each for each in CELLS if each.experiment == "B"]
    row = found(ComparisonScope.BATTERY, cells).row
    assert (row.difference, row.n_experiments, row.t95) == (
        found(ComparisonScope.DOMAIN, cells).row.difference,
        1,
        None,
    )
