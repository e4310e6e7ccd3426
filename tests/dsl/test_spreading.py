"""Symbols over draws: equally frequent, and even within every level of every factor."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.drawing.balance import Balance
from dsl.drawing.spreading import Spread
from dsl.drawing.symbols import Context
from tests.property import examples

SEEDS = st.integers(0, 10**6)


def spread(size: int, sizes: tuple[int, ...], seed: int) -> tuple[Spread, Balance]:
    """Symbols spread against a balance of such sizes."""
    balance = Balance(sizes, seed=seed)

    def context(at: int) -> Context:
        return Context(sizes[at], lambda draw: balance.at(draw)[at])

    contexts = [context(at) for at in range(len(sizes))]
    return Spread(size, seed=seed, purpose="words", where=("x",), contexts=contexts), balance


def furthest(size: int, sizes: tuple[int, ...], seed: int, draws: int) -> Fraction:
    """How far, in draws, any symbol ever is from its even share of any level."""
    symbols, balance = spread(size, sizes, seed)
    counts: Counter[tuple[int, int, int]] = Counter()
    totals: Counter[int] = Counter()
    worst = Fraction(0)
    for draw in range(draws):
        symbol = symbols.at(draw)
        totals[symbol] += 1
        for factor, level in enumerate(balance.at(draw)):
            counts[symbol, factor, level] += 1
        for factor, levels in enumerate(sizes):
            for level in range(levels):
                share = Fraction(totals[symbol], levels)
                worst = max(worst, abs(counts[symbol, factor, level] - share))
    return worst


@given(st.integers(1, 9), st.sampled_from([(), (2,), (2, 2), (3, 2)]), SEEDS)
def test_each_symbol_stands_once_in_every_block(
    size: int, sizes: tuple[int, ...], seed: int
) -> None:
    symbols, _ = spread(size, sizes, seed)
    for block in range(4):
        assert {symbols.at(block * size + n) for n in range(size)} == set(range(size))


@given(st.integers(2, 9), SEEDS)
def test_with_one_factor_of_two_levels_a_symbol_stands_at_both_equally_often(
    size: int, seed: int
) -> None:
    """Never more than one draw apart, however many draws are run."""
    assert furthest(size, (2,), seed, 60) <= Fraction(1, 2)


@pytest.mark.parametrize("size", [4, 8])
@given(seed=SEEDS)
@examples(40)
def test_with_two_factors_of_two_levels_pools_of_four_do_so_too(size: int, seed: int) -> None:
    assert furthest(size, (2, 2), seed, 60) <= Fraction(1, 2)


@pytest.mark.parametrize(
    "sizes", [(2,), (3,), (4,), (2, 2), (2, 2, 2)], ids=lambda s: "x".join(map(str, s))
)
@given(size=st.integers(2, 8), seed=SEEDS)
@examples(25)
def test_no_symbol_is_off_its_share_of_a_level_by_more_than_a_draw(
    sizes: tuple[int, ...], size: int, seed: int
) -> None:
    assert furthest(size, sizes, seed, 48) <= 1


@pytest.mark.parametrize(
    "sizes",
    [(2, 3), (3, 3), (2, 2, 2, 2), (4, 2), (2, 3, 2, 3)],
    ids=lambda s: "x".join(map(str, s)),
)
@given(size=st.integers(3, 8), seed=SEEDS)
@examples(10)
def test_with_many_levels_and_few_symbols_it_is_at_most_two(
    sizes: tuple[int, ...], size: int, seed: int
) -> None:
    """Here no plan can always keep to one draw; see the module's account."""
    assert furthest(size, sizes, seed, 36) <= 2


@given(SEEDS)
def test_a_minor_context_is_kept_apart_where_there_is_room(seed: int) -> None:
    """Two options and a pool of two words: over eight draws they are not the same thing."""
    words = Spread(2, seed=seed, purpose="words", where=("x",))
    minor = Context(2, words.at, minor=True)
    symbols = Spread(2, seed=seed, purpose="choices", where=("q",), contexts=[minor])
    counts = Counter((words.at(n), symbols.at(n)) for n in range(8))
    assert set(counts.values()) == {2}


@given(st.integers(2, 6), SEEDS)
def test_a_forbidden_symbol_never_stands(size: int, seed: int) -> None:
    symbols = Spread(
        size, seed=seed, purpose="words", where=("x",),
        forbidden=lambda draw: frozenset({draw // 2 % size}),
    )  # fmt: skip
    assert all(symbols.at(draw) != draw // 2 % size for draw in range(40))


def test_a_far_draw_is_the_same_whether_asked_for_first_or_last() -> None:
    one, _ = spread(5, (2, 3), 1)
    other, _ = spread(5, (2, 3), 1)
    far = one.at(83)
    assert [other.at(n) for n in range(84)][-1] == far
