"""Agreement within cells, and the baseline of coders who know the cell and read nothing."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from coders.statistics.agreement import Agreement, agreement
from coders.statistics.ratings import Ints, Ratings, ratings_of

USUAL = (0.2, 0.6, 1.2, 1.5, 2.0, 2.4, 2.8, 2.9, 3.0, 3.2, 3.5, 3.7, 3.9, 4.1, 4.2, 4.3, 4.4, 4.6)
"""Mean scores of eighteen cells, spread as in a battery whose parts differ in difficulty."""


def studied(codes: Ints, cells: Ints) -> Ratings:
    return ratings_of(codes, coders="AB", labels="012345", cells=cells.tolist())


def who_read_nothing(seed: int, items: int = 40) -> Ratings:
    """Each gives every item the usual score of its cell, give or take a little."""
    rng = np.random.default_rng(seed)
    cells = np.repeat(np.arange(len(USUAL)), items)
    usual = np.array(USUAL)[cells]
    codes = np.rint(usual[:, None] + rng.normal(0, 0.4, (cells.size, 2))).clip(0, 5)
    return studied(codes.astype(np.int64), cells)


def who_read(seed: int, items: int = 40) -> Ratings:
    """Each sees the true score, which varies inside the cell, and errs one time in twenty."""
    rng = np.random.default_rng(seed)
    cells = np.repeat(np.arange(len(USUAL)), items)
    truth = np.rint(np.array(USUAL)[cells] + rng.normal(0, 1.2, cells.size)).clip(0, 5)
    slips = rng.integers(0, 6, (cells.size, 2))
    codes = np.where(rng.random((cells.size, 2)) < 0.95, truth[:, None], slips)
    return studied(codes.astype(np.int64), cells)


def within(found: Agreement, name: str = "krippendorff_alpha_ordinal") -> float:
    value = next(one.value for one in found.within_cell if one.name == name)
    assert value is not None
    return value


def baseline(found: Agreement, name: str = "cohen_kappa_quadratic") -> float:
    value = next(one.value for one in found.baseline_cell_only if one.name == name)
    assert value is not None
    return value


def pooled(found: Agreement, name: str = "cohen_kappa_quadratic") -> float:
    value = found.coefficient(name).value
    assert value is not None
    return value


def test_coders_who_read_nothing_agree_over_cells_and_not_within_them() -> None:
    found = agreement(who_read_nothing(1), replicates=400)
    assert pooled(found) == pytest.approx(0.88, abs=0.03)
    assert within(found) == pytest.approx(0, abs=0.06)
    # All of their agreement is what anybody gets who knows the cell.
    assert baseline(found) == pytest.approx(pooled(found), abs=0.02)
    inside = next(o for o in found.within_cell if o.name == "krippendorff_alpha_ordinal")
    assert inside.ci95 is not None
    assert inside.ci95[0] < 0 < inside.ci95[1]


def test_coders_who_read_agree_within_cells_too() -> None:
    found = agreement(who_read(1), replicates=0)
    assert pooled(found) == pytest.approx(0.89, abs=0.03)
    assert within(found) > 0.7
    assert baseline(found) < pooled(found) - 0.1


def test_the_baseline_is_the_mean_over_every_way_to_shuffle_inside_cells() -> None:
    cells = np.array([0, 0, 0, 1, 1, 1])
    codes = np.array([[0, 1], [2, 2], [0, 0], [3, 3], [5, 3], [5, 4]])
    found = agreement(studied(codes, cells), replicates=0)
    every = []
    for first, second in product(permutations(range(3)), permutations(range(3, 6))):
        moved = codes.copy()
        moved[:, 1] = codes[[*first, *second], 1]
        every.append(agreement(studied(moved, cells), replicates=0))
    for name in (
        "percent_agreement",
        "cohen_kappa",
        "cohen_kappa_linear",
        "cohen_kappa_quadratic",
        "krippendorff_alpha_nominal",
        "krippendorff_alpha_ordinal",
        "krippendorff_alpha_interval",
    ):
        mean = np.mean([pooled(one, name) for one in every])
        assert baseline(found, name) == pytest.approx(mean, abs=1e-12), name


def test_the_baseline_of_three_coders_with_gaps_is_the_mean_of_seeded_shuffles(
    thorough: bool,
) -> None:
    rng = np.random.default_rng(2)
    cells = np.repeat(np.arange(4), 10)
    codes = (cells[:, None] + rng.integers(0, 3, (40, 3))).clip(0, 5)
    codes[rng.random(codes.shape) < 0.2] = -1
    codes = codes[(codes >= 0).sum(axis=1) > 1]
    cells = cells[: codes.shape[0]]

    def of(table: Ints) -> Agreement:
        return agreement(
            ratings_of(table, coders="ABC", labels="012345", cells=cells.tolist()), replicates=0
        )

    shuffled = []
    for _ in range(120 if thorough else 60):
        moved = codes.copy()
        for coder in range(3):
            for cell in range(4):
                rated = np.flatnonzero((cells == cell) & (codes[:, coder] >= 0))
                moved[rated, coder] = codes[rng.permutation(rated), coder]
        shuffled.append(pooled(of(moved), "krippendorff_alpha_ordinal"))
    error = np.std(shuffled) / np.sqrt(len(shuffled))
    expected = np.mean(shuffled)
    assert baseline(of(codes), "krippendorff_alpha_ordinal") == pytest.approx(
        expected, abs=4 * error
    )


def test_within_one_cell_is_plain_alpha() -> None:
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 6, (30, 2))
    found = agreement(studied(codes, np.zeros(30, dtype=np.int64)), replicates=0)
    for kind in ("nominal", "ordinal", "interval", "ratio"):
        name = f"krippendorff_alpha_{kind}"
        assert within(found, name) == pytest.approx(pooled(found, name), abs=1e-12)


def test_by_hand_in_two_cells() -> None:
    """Nominal. Cell 0: aa aa ab; cell 1: bb bc. D_o: one split of 3, one of 2.

    Cell 0 has the values a 5, b 1: expected 2*5*1/(6-1) = 2; cell 1 b 3, c 1: 2*3*1/(4-1) = 2.
    Observed disagreeing coincidences: 2 and 2. So 1 - 4/4 = 0. A cell of one item counts nothing.
    """
    codes = np.array([[0, 0], [0, 0], [0, 1], [1, 1], [1, 2], [0, 3]])
    found = agreement(studied(codes, np.array([0, 0, 0, 1, 1, 2])), replicates=0)
    assert within(found, "krippendorff_alpha_nominal") == pytest.approx(0, abs=1e-12)
    assert found.cells == 2
    assert {one.n_items for one in found.within_cell} == {5}


def test_cells_without_anything_to_compare_have_a_reason() -> None:
    constant = agreement(studied(np.array([[0, 0]] * 3 + [[5, 5]] * 3), np.repeat([0, 1], 3)))
    assert {one.reason for one in constant.within_cell} == {
        "nothing varies within any cell, so that agreement cannot be told from chance"
    }
    # Knowing the cell is all it takes here.
    assert baseline(constant) == 1
    single = agreement(studied(np.array([[0, 1], [2, 2]]), np.array([0, 1])), replicates=0)
    assert {one.reason for one in single.within_cell} == {"no cell has two items to compare"}
    none = agreement(ratings_of([[0, 1], [1, 1]], coders="AB", labels="01"), replicates=0)
    assert (none.within_cell, none.baseline_cell_only, none.cells) == ((), (), 0)


def test_two_coders_without_a_common_item_leave_the_baseline_of_the_others() -> None:
    """Items are shared out two by two, and B and C never meet."""
    codes = [[0, 0, -1], [1, 1, -1], [0, -1, 0], [1, -1, 1]] * 10
    found = agreement(
        ratings_of(
            codes, coders=["A", "B", "C"], labels=["0", "1"], cells=[n % 2 for n in range(40)]
        ),
        replicates=0,
    )
    baseline = {one.name: one.value for one in found.baseline_cell_only}
    assert [pair.n for pair in found.pairs] == [20, 20, 0]
    assert baseline["cohen_kappa"] == pytest.approx(1.0)
