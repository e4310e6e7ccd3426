"""Counterbalancing: exact by factor, even by combination, at any number of draws."""

from collections import Counter
from itertools import combinations
from math import prod

from hypothesis import given
from hypothesis import strategies as st

from dsl.drawing.balance import Balance, plain

SIZES = st.lists(st.integers(1, 4), min_size=0, max_size=4).filter(lambda s: prod(s) <= 100)
SEEDS = st.integers(0, 10**6)


@given(SIZES)
def test_the_plain_sequence_holds_every_combination_once(sizes: list[int]) -> None:
    total = prod(sizes)
    assert len({plain(sizes, place) for place in range(total)}) == total


@given(SIZES, SEEDS)
def test_every_block_holds_every_combination_once(sizes: list[int], seed: int) -> None:
    balance = Balance(sizes, seed=seed)
    total = prod(sizes)
    for block in range(3):
        assert len({balance.at(block * total + n) for n in range(total)}) == total


@given(SIZES, SEEDS)
def test_each_factor_is_exact_where_its_levels_divide_the_draws(
    sizes: list[int], seed: int
) -> None:
    balance = Balance(sizes, seed=seed)
    draws = [balance.at(n) for n in range(60)]
    for factor, size in enumerate(sizes):
        for n in range(size, 61, size):
            counts = Counter(draw[factor] for draw in draws[:n])
            assert set(counts.values()) == {n // size}


@given(SIZES, SEEDS, st.integers(0, 60))
def test_combinations_differ_by_at_most_one_at_any_point(
    sizes: list[int], seed: int, draws: int
) -> None:
    balance = Balance(sizes, seed=seed)
    counts = Counter(balance.at(n) for n in range(draws))
    spread = [counts[balance.at(n)] for n in range(prod(sizes))]
    assert max(spread) - min(spread) <= 1


@given(SEEDS, st.integers(2, 20))
def test_two_factors_of_two_levels_are_not_associated(seed: int, draws: int) -> None:
    balance = Balance([2, 2], seed=seed)
    counts = Counter(balance.at(n) for n in range(draws))
    assert max(counts.values()) - min(counts[a, b] for a in (0, 1) for b in (0, 1)) <= 1


@given(SEEDS)
def test_pairs_of_four_factors_do_not_go_hand_in_hand_in_twelve_draws(seed: int) -> None:
    """The design of the overhypothesis study: two sides, three parts, two orders, three orders."""
    balance = Balance([2, 3, 2, 3], seed=seed)
    draws = [balance.at(n) for n in range(12)]
    for one, other in combinations(range(4), 2):
        counts = Counter((draw[one], draw[other]) for draw in draws)
        assert max(counts.values()) <= 12 // (balance.sizes[one] * balance.sizes[other]) + 2


def test_seeds_and_blocks_differ() -> None:
    runs = {tuple(Balance([2, 2, 2], seed=seed).at(n) for n in range(8)) for seed in range(12)}
    assert len(runs) > 8
    balance = Balance([2, 2, 2], seed=1)
    blocks = {tuple(balance.at(8 * block + n) for n in range(8)) for block in range(12)}
    assert len(blocks) > 8


def test_a_draw_can_be_asked_for_alone_in_a_block_too_long_to_write_down() -> None:
    sizes = [2] * 20
    one, other = Balance(sizes, seed=3), Balance(sizes, seed=3)
    several = [other.at(n) for n in range(10)]
    assert one.at(7) == several[7]
    assert one.at(10**6 + 1) == other.at(10**6 + 1)
    assert len({*several}) == 10


def test_no_factors_is_one_empty_combination() -> None:
    assert Balance([], seed=1).at(5) == ()
