"""Two domains of one participant compared."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from dsl.record import replace
from renderers.rows.comparisons import ComparisonKind
from runners.analysis.domain_scores import over_cells
from runners.comparison.families import DeclaredComparison, apply_tests
from runners.comparison.means import UNPAIRED, domain_differences
from tests.runners.analysis.score_kit import cell

CELLS = [
    cell("A", None, domain="Perception", draws={1: 5, 2: 4, 3: 5, 4: 4, 5: 5, 6: 4}),
    cell("B", None, domain="Perception", draws={1: 3, 2: 3, 3: 4, 4: 2, 5: 3, 6: 3}),
    cell("C", None, domain="Causal Reasoning", draws={1: 1, 2: 2, 3: 1, 4: 2, 5: 1, 6: 2}),
    cell("D", None, domain="Causal Reasoning", draws={1: 5, 2: 5}, addition=True),
]


def test_the_difference_is_of_the_domains_means_and_its_interval_of_theirs() -> None:
    _, rows = over_cells(CELLS)
    (found,) = domain_differences(rows, CELLS)
    row = found.row
    assert (row.kind, row.first.label, row.second.label) == (
        ComparisonKind.DOMAINS, "Perception", "Causal Reasoning",
    )  # fmt: skip
    assert (row.first.lrs, row.second.lrs) == (Fraction(15, 4), Fraction(3, 2))
    assert row.difference == Fraction(9, 4)
    assert (row.first.n, row.second.n, row.pairs, row.n_experiments) == (12, 6, 0, 3)
    one, other = (
        next(d for d in rows if d.domain == side.label) for side in (row.first, row.second)
    )
    assert one.ci95 is not None
    assert other.ci95 is not None
    below = sqrt((3.75 - one.ci95[0]) ** 2 + (other.ci95[1] - 1.5) ** 2)
    above = sqrt((one.ci95[1] - 3.75) ** 2 + (1.5 - other.ci95[0]) ** 2)
    assert row.ci95 == pytest.approx((2.25 - below, 2.25 + above))


def test_without_five_draws_there_is_no_interval() -> None:
    few = [replace(CELLS[0]), cell("C", None, domain="Causal Reasoning", draws={1: 1, 2: 2})]
    _, rows = over_cells(few)
    (found,) = domain_differences(rows, few)
    assert found.row.ci95 is None
    assert "five draws" in found.row.ci_method


def test_a_declared_one_is_in_its_family_and_has_no_p() -> None:
    _, rows = over_cells(CELLS)
    declared = DeclaredComparison(
        "primary", ComparisonKind.DOMAINS, first="Causal Reasoning", second="Perception",
        expect="less",
    )  # fmt: skip
    found = apply_tests(list(domain_differences(rows, CELLS)), (), (declared,), whole=True)
    (row,) = found.comparisons
    assert (row.family, row.test, row.untested) == ("primary", None, UNPAIRED)
    assert (row.first.label, row.difference) == ("Causal Reasoning", Fraction(-9, 4))
    assert not found.not_found
