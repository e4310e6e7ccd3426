"""Means over cells: the paper's tables in both weightings, and intervals over experiments."""

from __future__ import annotations

from fractions import Fraction

import pytest

from coders.statistics.differences import Estimate, mover_mean
from coders.statistics.intervals import cell_interval
from renderers.rows.scores import Published, PublishedLRS
from runners.analysis.domain_scores import over_cells
from runners.analysis.means import weighed
from tests.runners.analysis.score_kit import cell

PAPER = {
    "Perception": {
        "Object permanence": ("3.92",),
        "Number": ("1.64",),
        "Intentional action": ("4.2",),
        "Goals": ("1.98",),
    },
    "Theory of Mind": {
        "Sally-Anne": ("3.74",),
        "Variations": ("2.68", "2.78", "2.1", "2.4"),
        "Unexpected contents": ("3.66",),
    },
    "Social and Moral Understanding": {
        "Helper and hinderer": ("5.0",),
        "Altruism": ("4.28", "3.62"),
    },
    "Causal Reasoning": {
        "Gears": ("3.42", "2.02"),
        "Blicket induction": ("0.98", "1.06"),
        "Conjunctive and disjunctive": ("0.76", "0.92", "1.12", "0.44"),
    },
}
"""Kosoy et al. (2023), Tables 3 to 6: LRS by domain, experiment and condition."""


def test_the_papers_cells_give_its_domain_means_flat_and_over_experiments() -> None:
    """Table 7 prints 2.91, 2.86, 4.33 and 1.34, which do not all follow from its own tables."""
    cells = [
        cell(experiment, mean, domain=domain, levels=(("condition", str(number)),))
        for domain, experiments in PAPER.items()
        for experiment, means in experiments.items()
        for number, mean in enumerate(means)
    ]
    _, domains = over_cells(cells)
    found = {
        one.domain: (round(float(one.lrs or 0), 3), round(float(one.lrs_by_experiment or 0), 3))
        for one in domains
    }
    assert found == {
        "Perception": (2.935, 2.935),
        "Theory of Mind": (2.893, 3.297),
        "Social and Moral Understanding": (4.3, 4.475),
        "Causal Reasoning": (1.34, 1.517),
    }
    assert [(one.cells, len(one.experiments)) for one in domains] == [
        (3, 2),
        (4, 4),
        (6, 3),
        (8, 3),
    ]


def test_additions_stay_out_of_a_domain_and_are_counted() -> None:
    cells = [cell("One", "2"), cell("Two", "4"), cell("Added", "5", addition=True)]
    _, (found,) = over_cells(cells)
    assert (found.lrs, found.cells, found.additions) == (3, 2, 1)
    assert found.experiments == ("One", "Two")


def test_an_experiment_of_additions_alone_still_has_a_mean_of_its_own() -> None:
    experiments, (domain,) = over_cells([cell("Added", "5", addition=True)])
    assert [(one.lrs.mean, one.additions) for one in experiments] == [(5, 0)]
    assert (domain.lrs, domain.ci95, domain.experiments) == (None, None, ())


def test_a_cell_without_an_lrs_is_missing_and_is_not_taken_for_nought() -> None:
    _, (found,) = over_cells([cell("One", "2"), cell("Two", None)])
    assert (found.lrs, found.cells, found.missing) == (2, 1, 1)


def test_cells_of_one_experiment_are_averaged_within_a_draw_before_they_are_combined() -> None:
    """Two cells that are opposites in every draw: their mean does not vary, and no cell's does."""
    high = {draw: 5.0 if draw % 2 else 1.0 for draw in range(1, 11)}
    low = {draw: 6.0 - value for draw, value in high.items()}
    other = dict.fromkeys(range(1, 11), 2.0)
    cells = [
        cell("One", None, draws=high, levels=(("side", "a"),)),
        cell("One", None, draws=low, levels=(("side", "b"),)),
        cell("Two", None, draws=other),
    ]
    experiments, (domain,) = over_cells(cells)
    one, two = cell_interval([3.0] * 10), cell_interval([2.0] * 10)
    assert one is not None
    assert two is not None
    assert experiments[0].lrs.mean == 3
    assert experiments[0].lrs.ci95 == (one.low, one.high)
    parts = [Estimate(3, one.low, one.high), Estimate(2, two.low, two.high)]
    flat, even = mover_mean(parts, [2, 1]), mover_mean(parts, [1, 1])
    assert domain.lrs == Fraction(8, 3)
    assert domain.ci95 == (flat.low, flat.high)
    assert domain.ci95_by_experiment == (even.low, even.high)
    assert domain.t95 is not None
    assert domain.t95[2] == 1


def test_a_domain_with_an_experiment_of_few_draws_has_no_interval() -> None:
    draws = dict.fromkeys(range(1, 11), 3.0)
    few = {1: 2.0, 2: 3.0}
    _, (found,) = over_cells([cell("One", None, draws=draws), cell("Two", None, draws=few)])
    assert (found.lrs, found.ci95, found.ci95_by_experiment) == (Fraction(11, 4), None, None)


def test_draws_that_one_cell_lacks_are_in_its_mean_and_not_in_the_interval() -> None:
    whole = dict.fromkeys(range(1, 11), 4.0)
    part = dict.fromkeys(range(1, 8), 2.0)
    cells = [
        cell("One", None, draws=whole, levels=(("side", "a"),)),
        cell("One", None, draws=part, levels=(("side", "b"),)),
    ]
    (found,), _ = over_cells(cells)
    expected = cell_interval([3.0] * 7)
    assert expected is not None
    assert (found.lrs.mean, found.lrs.n, len(found.lrs.draws)) == (3, 10, 7)
    assert found.lrs.ci95 == (pytest.approx(expected.low), pytest.approx(expected.high))


def test_a_mean_of_cells_without_a_common_draw_has_an_n_and_no_interval() -> None:
    cells = [
        cell("One", None, draws=dict.fromkeys(range(1, 6), 4.0), levels=(("side", "a"),)),
        cell("One", None, draws=dict.fromkeys(range(6, 11), 2.0), levels=(("side", "b"),)),
    ]
    (found,), _ = over_cells(cells)
    assert (found.lrs.mean, found.lrs.n, found.lrs.draws, found.lrs.ci95) == (3, 10, {}, None)


def test_a_domain_is_not_named_where_a_script_names_none() -> None:
    experiments, domains = over_cells([cell("One", "2", domain="")])
    assert ([one.experiment for one in experiments], domains) == (["One"], ())


def lamda(lrs: str) -> PublishedLRS:
    return PublishedLRS("LaMDA", lrs, Fraction(lrs))


def test_what_was_published_is_averaged_over_the_very_cells_and_unknown_where_one_lacks_it() -> (
    None
):
    cells = [
        cell("One", "2", reference=lamda("1.5"), levels=(("side", "a"),)),
        cell("One", "3", reference=lamda("2.5"), levels=(("side", "b"),)),
        cell("Two", "4", reference=lamda("5.0")),
        cell("Three", None),
        cell("Added", "5", reference=lamda("1"), addition=True),
    ]
    _, (found,) = over_cells(cells)
    assert found.published == Published("LaMDA", Fraction(3), Fraction(7, 2))
    _, (lacking,) = over_cells([*cells, cell("Four", "1")])
    assert lacking.published == Published("LaMDA", None, None)
    _, (nothing,) = over_cells([cell("One", "2")])
    assert nothing.published is None


def test_domains_stand_as_the_paper_reports_them_and_others_after_them() -> None:
    names = ["Language", "Causal Reasoning", "Perception", "Social & Moral Understanding"]
    cells = [cell(f"In {name}", "2", domain=name) for name in names]
    assert [one.domain for one in over_cells(cells)[1]] == [
        "Social & Moral Understanding",
        "Perception",
        "Causal Reasoning",
        "Language",
    ]


def test_nothing_weighs_nothing() -> None:
    assert weighed([]) == (None, None)
