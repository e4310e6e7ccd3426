"""Who codes what is balanced in every stratum, over coders, and over pairs of coders."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coders.packets.assigning import AssignmentPlan, assign

STRATA = st.lists(st.integers(1, 9), min_size=1, max_size=6).map(
    lambda sizes: [stratum for stratum, size in enumerate(sizes) for _ in range(size)]
)


def spread(numbers: Counter[int], coders: int) -> int:
    counts = [numbers[coder] for coder in range(coders)]
    return max(counts) - min(counts)


def dealt(
    strata: list[int], coders: int, plan: AssignmentPlan, seed: int = 1
) -> tuple[tuple[int, ...], ...]:
    return assign(strata, coders, plan, random.Random(seed))


def test_by_default_everybody_codes_everything() -> None:
    assert dealt([1, 1, 2], 3, AssignmentPlan()) == ((0, 1, 2),) * 3


@given(STRATA, st.integers(1, 5), st.data())
def test_each_bundle_goes_to_as_many_coders_as_asked_in_balance(
    strata: list[int], coders: int, data: st.DataObject
) -> None:
    each = data.draw(st.integers(1, coders))
    found = dealt(strata, coders, AssignmentPlan(each=each), data.draw(st.integers(0, 99)))
    assert all(len(set(who)) == each for who in found)
    assert spread(Counter(coder for who in found for coder in who), coders) <= 1
    for stratum in set(strata):
        mine = Counter(
            coder for who, at in zip(found, strata, strict=True) if at == stratum for coder in who
        )
        assert spread(mine, coders) <= 1


@given(STRATA, st.integers(2, 4), st.fractions(0, 1), st.integers(0, 99))
def test_a_share_is_coded_by_all_and_the_rest_by_one_each_in_balance(
    strata: list[int], coders: int, share: Fraction, seed: int
) -> None:
    found = dealt(strata, coders, AssignmentPlan(share), seed)
    assert {len(who) for who in found} <= {1, coders}
    both = sum(len(who) == coders for who in found)
    assert abs(both - share * len(strata)) <= 1
    single = Counter(who[0] for who in found if len(who) == 1)
    assert spread(single, coders) <= 1
    for stratum in set(strata):
        mine = [who for who, at in zip(found, strata, strict=True) if at == stratum]
        double = sum(len(who) == coders for who in mine)
        assert abs(double - share * len(mine)) < 2
        assert spread(Counter(who[0] for who in mine if len(who) == 1), coders) <= 1


def test_every_pair_of_coders_meets_about_as_often() -> None:
    found = dealt([stratum for stratum in range(6) for _ in range(10)], 4, AssignmentPlan(each=2))
    met = Counter(found)
    assert set(met) == set(combinations(range(4), 2))
    assert max(met.values()) - min(met.values()) <= 3


def test_the_same_lot_deals_the_same_and_another_deals_otherwise() -> None:
    strata = [0] * 40
    assert dealt(strata, 3, AssignmentPlan(each=1)) == dealt(strata, 3, AssignmentPlan(each=1))
    assert dealt(strata, 3, AssignmentPlan(each=1)) != dealt(
        strata, 3, AssignmentPlan(each=1), seed=2
    )


def test_more_coders_for_a_bundle_than_there_are_is_refused() -> None:
    with pytest.raises(ValueError, match="3 of 2 coders"):
        dealt([1], 2, AssignmentPlan(each=3))
