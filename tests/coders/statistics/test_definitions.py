"""On any ratings whatever, every coefficient is what its definition says."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given as over
from hypothesis import strategies as st

from coders.statistics.agreement import Agreement, agreement
from coders.statistics.ratings import ratings_of
from tests.coders.statistics import by_hand
from tests.property import examples

VALUES = (0, 1, 2, 5)

tables = st.integers(1, 4).flatmap(
    lambda coders: st.lists(
        st.tuples(*[st.sampled_from([*VALUES, None]) for _ in range(coders)]),
        min_size=1,
        max_size=9,
    )
)


def computed(rows: list[tuple[int | None, ...]]) -> Agreement:
    codes = [[-1 if value is None else VALUES.index(value) for value in row] for row in rows]
    names = "ABCD"[: len(rows[0])]
    return agreement(ratings_of(codes, coders=names, labels=list(map(str, VALUES))), replicates=0)


def kept(rows: list[tuple[int | None, ...]]) -> list[tuple[int | None, ...]]:
    """Without coders who rated nothing, as they are left out."""
    columns = [column for column in zip(*rows, strict=True) if any(v is not None for v in column)]
    return list(zip(*columns, strict=True)) if columns else []


@examples(40, thorough=1500)
@over(tables)
def test_every_coefficient_is_its_definition_and_lies_in_its_interval(
    rows: list[tuple[int | None, ...]],
) -> None:
    found, rows = computed(rows), kept(rows)
    several = bool(rows) and len(rows[0]) > 1
    weights = {
        "": by_hand.same,
        "_linear": by_hand.linear(VALUES),
        "_quadratic": by_hand.quadratic(VALUES),
    }
    expected: dict[str, Fraction | None] = {}
    if several:
        expected = {
            "percent_agreement": by_hand.percent(rows),
            "percent_within_1": by_hand.percent(rows, by_hand.within_one),
            "scott_pi": by_hand.fleiss(rows, VALUES),
            "fleiss_kappa": by_hand.fleiss(rows, VALUES),
            "brennan_prediger": by_hand.brennan_prediger(rows, VALUES),
            "conger_kappa": by_hand.conger(rows, VALUES),
            "gwet_ac1": by_hand.gwet(rows, VALUES),
            "light_kappa": by_hand.cohen(rows, VALUES),
            "krippendorff_alpha_nominal": by_hand.alpha(rows, by_hand.nominal_metric),
            "krippendorff_alpha_ordinal": by_hand.alpha(rows, by_hand.ordinal_metric(rows)),
            "krippendorff_alpha_interval": by_hand.alpha(rows, by_hand.interval_metric),
            "krippendorff_alpha_ratio": by_hand.alpha(rows, by_hand.ratio_metric),
        }
        for name, weight in weights.items():
            expected[f"cohen_kappa{name}"] = by_hand.cohen(rows, VALUES, weight)
            if name:
                expected[f"gwet_ac2{name}"] = by_hand.gwet(rows, VALUES, weight)
    for one in found.coefficients:
        if one.ci95 is not None:
            assert one.value is not None
            assert one.ci95[0] <= one.value <= one.ci95[1], one
        if one.name.startswith(("icc", "kendall", "spearman")):
            continue
        wanted = expected.get(one.name)
        if wanted is None:
            assert one.value is None, one
            assert one.reason, one
        else:
            assert one.value == pytest.approx(float(wanted), abs=1e-9), one.name
            assert one.reason is None
    for category in found.categories:
        wanted = by_hand.specific(rows, int(category.label))
        assert category.specific.value == (
            None if wanted is None else pytest.approx(float(wanted), abs=1e-9)
        )


@examples(15, thorough=600)
@over(tables, st.randoms(use_true_random=False))
def test_the_order_of_items_and_coders_changes_nothing(
    rows: list[tuple[int | None, ...]], chance: object
) -> None:
    import random

    assert isinstance(chance, random.Random)
    order = list(range(len(rows[0])))
    chance.shuffle(order)
    moved = [tuple(row[place] for place in order) for row in rows]
    chance.shuffle(moved)
    one, other = computed(rows), computed(moved)
    for left, right in zip(one.coefficients, other.coefficients, strict=True):
        assert right.value == (None if left.value is None else pytest.approx(left.value, abs=1e-9))
        assert (right.n_items, right.reason is None) == (left.n_items, left.reason is None)


@examples(20, thorough=400)
@over(tables)
def test_an_item_that_nobody_rated_changes_nothing(rows: list[tuple[int | None, ...]]) -> None:
    nobody = tuple([None] * len(rows[0]))
    one, other = computed(rows), computed([*rows, nobody])
    assert one.coefficients == other.coefficients
    assert (one.pairs, one.categories) == (other.pairs, other.categories)
    assert other.items == one.items + 1


@examples(15, thorough=600)
@over(st.lists(st.sampled_from(VALUES), min_size=1, max_size=12), st.integers(2, 4))
def test_perfect_agreement_is_1_or_has_a_reason(values: list[int], coders: int) -> None:
    found = computed([tuple([value] * coders) for value in values])
    for one in found.coefficients:
        if one.value is None:
            assert one.reason, one
        else:
            assert one.value == pytest.approx(1, abs=1e-9), one


def test_new_names_for_categories_change_no_nominal_figure() -> None:
    rng = np.random.default_rng(3)
    codes = rng.integers(-1, 4, (30, 3))
    nominal = ("percent_agreement", "cohen_kappa", "fleiss_kappa", "gwet_ac1", "conger_kappa")
    moved = np.array([2, 0, 3, 1, -1])[codes]
    one = agreement(ratings_of(codes, coders="ABC", labels="abcd"), replicates=0)
    other = agreement(ratings_of(moved, coders="ABC", labels="wxyz"), replicates=0)
    for name in (*nominal, "krippendorff_alpha_nominal", "brennan_prediger"):
        value = one.coefficient(name).value
        assert other.coefficient(name).value == pytest.approx(value, abs=1e-12)


def test_another_unit_or_zero_of_the_scale_changes_no_interval_figure() -> None:
    rng = np.random.default_rng(4)
    codes = rng.integers(0, 4, (25, 3))
    one = agreement(ratings_of(codes, coders="ABC", labels="0123"), replicates=0)
    scaled = ratings_of(
        codes, coders="ABC", labels="0123", values=[1e-7 * value + 4 for value in range(4)]
    )
    other = agreement(scaled, replicates=0)
    for left, right in zip(one.coefficients, other.coefficients, strict=True):
        if left.name not in {"krippendorff_alpha_ratio", "percent_within_1"}:
            assert right.value == pytest.approx(left.value, abs=1e-6), left.name


def test_a_step_that_nobody_used_counts_where_categories_count() -> None:
    codes = [[0, 0], [1, 2], [2, 2], [3, 3], [0, 1], [3, 3]]
    short = agreement(ratings_of(codes, coders="AB", labels="0123"), replicates=0)
    long = agreement(ratings_of(codes, coders="AB", labels="012345"), replicates=0)
    assert short.coefficient("brennan_prediger").expected == pytest.approx(1 / 4)
    assert long.coefficient("brennan_prediger").expected == pytest.approx(1 / 6)
    same = ("cohen_kappa", "cohen_kappa_quadratic", "krippendorff_alpha_ordinal", "fleiss_kappa")
    for name in same:
        value = short.coefficient(name).value
        assert long.coefficient(name).value == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        # With missing ratings Scott's pi is -5/3 here, beyond where limits used to be cut.
        ([(None, None, 2), (0, 2, None)], "scott_pi"),
        # The approximate limits of ICC(2,1), -.2794 to -.2756, miss the estimate of -.2609.
        ([(0, 0, 5), (0, 2, 2)], "icc_2_1"),
    ],
)
def test_an_interval_from_a_formula_never_misses_its_estimate(
    rows: list[tuple[int | None, ...]], name: str
) -> None:
    found = computed(rows).coefficient(name)
    assert found.value is not None
    assert found.value < 0
    assert found.ci95 is None or found.ci95[0] <= found.value <= found.ci95[1]
    assert found.ci95 is not None or found.ci_reason
