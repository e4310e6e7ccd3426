"""What cannot be said has no value and a reason in words; never NaN, and never 1 by custom."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from coders.statistics.agreement import Agreement, agreement
from coders.statistics.ratings import MeasurementLevel, ratings_of
from coders.statistics.reasons import Demands

CORRECTED = ("cohen_kappa", "fleiss_kappa", "conger_kappa", "krippendorff_alpha_ordinal")


def found(
    codes: Sequence[Sequence[int]],
    *,
    labels: Sequence[str] = "0123",
    level: MeasurementLevel = MeasurementLevel.ORDINAL,
    demands: Demands | None = None,
) -> Agreement:
    ratings = ratings_of(codes, coders="ABCDEFG"[: len(codes[0])], labels=labels, level=level)
    return agreement(ratings, replicates=200, demands=demands)


def reasons(of: Agreement) -> set[str | None]:
    return {one.reason for one in of.coefficients}


def test_two_coders_who_always_gave_one_category_agree_and_no_more_can_be_said() -> None:
    constant = found([[2, 2]] * 30)
    percent = constant.coefficient("percent_agreement")
    assert percent.value == 1
    # Wilson, 30 of 30
    assert percent.ci95 == pytest.approx((0.886, 1), abs=5e-4)
    for name in CORRECTED:
        one = constant.coefficient(name)
        assert (one.value, one.ci95) == (None, None)
        assert one.reason == (
            "constant: every rating is `2`, so that agreement cannot be told from chance"
        )


def test_rounding_in_many_equal_ratings_is_no_variance() -> None:
    constant = found(
        [[1, 1, 1]] * 3000, labels=["0", "0.1", "0.7"], level=MeasurementLevel.INTERVAL
    )
    given = {one.name: one.value for one in constant.coefficients if one.value is not None}
    assert given == pytest.approx(
        {
            "percent_agreement": 1,
            "percent_within_1": 1,
            "brennan_prediger": 1,
            "gwet_ac1": 1,
            "gwet_ac2_linear": 1,
            "gwet_ac2_quadratic": 1,
        }
    )


def test_coders_who_share_no_item_have_no_figures() -> None:
    apart = found([[1, -1]] * 5 + [[-1, 2]] * 5)
    assert reasons(apart) == {"no item was rated by two coders"}
    assert apart.confusion == ((0,) * 4,) * 4
    assert apart.pairs[0].n == 0


def test_one_coder_is_compared_with_nobody() -> None:
    assert reasons(found([[1], [2]])) == {"fewer than two coders rated anything"}
    idle = found([[1, -1], [2, -1]])
    assert (reasons(idle), idle.idle) == ({"fewer than two coders rated anything"}, ("B",))


def test_no_item_at_all_is_no_crash() -> None:
    empty = agreement(ratings_of([], coders="AB", labels="01"))
    assert (empty.items, empty.missing, empty.coders) == (0, 0, ("A", "B"))
    assert reasons(empty) == {"fewer than two coders rated anything"}


def test_figures_on_complete_items_say_that_nobody_rated_with_all_others() -> None:
    codes = [[0, 1, -1], [-1, 2, 2], [3, -1, 3], [1, 1, -1], [2, 2, -1], [-1, 0, 0]]
    three = found(codes)
    assert three.coefficient("icc_2_1").reason == "no item was rated by all 3 coders"
    assert three.coefficient("percent_agreement").value == pytest.approx(5 / 6)


def test_one_item_gives_no_correlation() -> None:
    one = found([[2, 3]])
    assert one.coefficient("icc_2_1").reason == (
        "needs two items that every coder rated, and there is 1"
    )
    assert one.coefficient("kendall_w").reason == (
        "the ratings do not vary enough for it to be defined"
    )


def test_at_nominal_level_nothing_that_needs_an_order_is_given() -> None:
    nominal = found([[0, 0], [1, 1], [2, 3], [3, 3]], level=MeasurementLevel.NOMINAL)
    given = {one.name for one in nominal.coefficients if one.value is not None}
    assert given == {
        "percent_agreement",
        "cohen_kappa",
        "light_kappa",
        "scott_pi",
        "fleiss_kappa",
        "conger_kappa",
        "brennan_prediger",
        "gwet_ac1",
        "krippendorff_alpha_nominal",
    }
    for one in nominal.coefficients:
        if one.value is None:
            assert one.reason == "needs categories in an order, and the level is nominal"


def test_ratios_need_categories_from_zero() -> None:
    below = found([[0, 0], [1, 1], [2, 1]], labels=["-1", "0", "1"])
    ratio = below.coefficient("krippendorff_alpha_ratio")
    assert ratio.reason == "a category is below 0, so that there are no ratios"
    assert below.coefficient("krippendorff_alpha_interval").value is not None


def test_one_declared_category_leaves_no_room_for_chance() -> None:
    one = found([[0, 0]] * 3, labels=["only"], level=MeasurementLevel.NOMINAL)
    assert one.coefficient("brennan_prediger").reason == (
        "there is only one category: agreement cannot be told from chance"
    )


def test_a_mean_over_pairs_names_the_pair_that_has_no_figure() -> None:
    codes = [[0, 0, 1], [0, 0, 2], [0, 0, 0], [0, 0, 3]]
    three = found(codes)
    assert three.coefficient("cohen_kappa").reason == (
        "A and B rated every item that they share `0`"
    )
    # The pairs that have one are listed with it.
    values = [pair.coefficients[2].value for pair in three.pairs]
    assert [pair.coefficients[2].name for pair in three.pairs] == ["cohen_kappa"] * 3
    assert values == [None, 0, 0]
    never = found([[0, 1], [0, 2], [0, 0]])
    assert never.coefficient("spearman_mean").reason == "A rated every item `0`: nothing to rank"


def test_a_mean_over_pairs_leaves_out_pairs_with_few_common_items() -> None:
    """The third coder has only begun, and agrees on two items with everybody."""
    strict = Demands(least_items=20)
    codes = [[0, 0], [1, 1], [0, 1], [1, 0], [1, 1]] * 6
    begun = [[*row, 0 if at < 2 * 5 and not any(row) else -1] for at, row in enumerate(codes)]
    two, three = found(codes, demands=strict), found(begun, demands=strict)
    kappa, pooled = (one.coefficient("cohen_kappa") for one in (two, three))
    assert pooled.value == pytest.approx(kappa.value)
    assert (kappa.n_items, pooled.n_items) == (30, 30)
    assert pooled.method.endswith("mean over 1 of 3 pairs of coders")
    # Where no number is demanded, the pair without a figure leaves no mean.
    assert found(begun).coefficient("cohen_kappa").reason == (
        "A and C rated every item that they share `0`"
    )


def test_what_a_study_demands_is_given_as_the_reason() -> None:
    strict = Demands(least_items=20, least_share=0.05)
    few = found([[0, 0], [1, 1], [2, 3]] * 4, demands=strict)
    assert reasons(few) == {"12 common items, fewer than 20"}
    assert reasons(found([[0, 1]], demands=strict)) == {"1 common item, fewer than 20"}
    lopsided = found([[3, 3]] * 60 + [[0, 3]], demands=strict)
    assert lopsided.coefficient("percent_agreement").value == pytest.approx(60 / 61)
    for name in CORRECTED:
        reason = lopsided.coefficient(name).reason
        assert reason == "nearly constant: 99% of the ratings are `3`"
    three = found([[0, 0, -1], [1, 2, -1], [3, -1, 3]] * 8, demands=strict)
    assert three.coefficient("cohen_kappa").reason == (
        "24 common items in 2 pairs, fewer than 20 each"
    )


def test_a_category_that_nobody_gave_says_so() -> None:
    some = found([[0, 0], [1, 1], [1, 0]])
    assert [(one.label, one.n, one.specific.reason) for one in some.categories] == [
        ("0", 3, None),
        ("1", 3, None),
        ("2", 0, "never given where two rated"),
        ("3", 0, "never given where two rated"),
    ]
    # One coder's 2 on an item of nobody else says nothing of agreement on it.
    alone = found([[0, 0], [1, 1], [2, -1]]).categories[2]
    assert (alone.specific.value, alone.against_rest.value) == (None, None)


def test_with_very_many_different_ratings_those_figures_stay_that_need_values_alone() -> None:
    rng = np.random.default_rng(5)
    scores = np.sort(rng.normal(size=1500))
    codes = np.arange(1500).reshape(-1, 2)
    many = agreement(
        ratings_of(
            codes,
            coders="AB",
            labels=[f"{score:.17g}" for score in scores],
            level=MeasurementLevel.INTERVAL,
        ),
        replicates=50,
    )
    given = {one.name for one in many.coefficients if one.value is not None}
    iccs = {f"icc_{form}_{of}" for form in (1, 2, 3) for of in ("1", "k")}
    assert given == {*iccs, "krippendorff_alpha_interval"}
    # Of two ratings of each of 750 items that are next to each other among all: nearly 1.
    interval = many.coefficient("krippendorff_alpha_interval")
    assert interval.value == pytest.approx(1, abs=1e-3)
    assert interval.ci95 is not None
    assert many.coefficient("cohen_kappa").reason == (
        "there are 1,500 different ratings, too many for categories"
    )


def test_ratings_that_do_not_fit_are_refused_with_a_sentence() -> None:
    wrong = {
        "every item needs one code, or -1, for each coder": {"codes": [[0]], "coders": "AB"},
        "a code is outside the declared categories": {"codes": [[0, 7]], "coders": "AB"},
        "a category or a coder is named twice": {"codes": [[0, 0]], "coders": "AA"},
    }
    for message, arguments in wrong.items():
        with pytest.raises(ValueError, match=message):
            ratings_of(**arguments, labels="01")
    with pytest.raises(ValueError, match="a cluster lies in two strata"):
        ratings_of([[0], [0]], coders="A", labels="01", clusters=["x", "x"], strata=["s", "t"])
    with pytest.raises(ValueError, match="every item needs a weight above 0"):
        ratings_of([[0], [0]], coders="A", labels="01", weights=[1, 0])
