"""Seeded choices: spread evenly, the same everywhere, and bound to their purpose."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from dsl.drawing.chance import below, numbers, permutation, scattered
from dsl.drawing.spreading import cheapest
from dsl.projections import canonical, digest


def test_canonical_spelling_is_one_and_the_same() -> None:
    value = {"b": [1, True, None], "a": ("é", Fraction(1, 2)), "": {}}
    assert canonical(value) == b'{"":{},"a":["\\u00e9","1/2"],"b":[1,true,null]}'


@pytest.mark.parametrize("value", [1.5, {1: 2}, object(), b"bytes", {"x": {3}}])
def test_what_has_no_exact_spelling_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        canonical(value)  # type: ignore[arg-type]


def test_a_digest_is_bound_to_its_tag() -> None:
    assert digest("a:1", [1]) != digest("a:2", [1])
    assert digest("a:1", [1]) == digest("a:1", (1,))
    assert len(digest("a:1", [1])) == 64


def test_choices_are_frozen_for_all_time() -> None:
    """These stand for every machine and version; if they change, so do everybody's trials."""
    assert [below(6, 1985, "words", "Sally", n) for n in range(12)] == FROZEN_BELOW
    assert permutation(8, 1985, "choices", "belief", 0) == FROZEN_PERMUTATION
    assert next(numbers(1, "x")) == FROZEN_NUMBER


FROZEN_BELOW = [4, 1, 4, 1, 2, 4, 5, 5, 5, 0, 0, 5]
FROZEN_PERMUTATION = (7, 3, 6, 5, 4, 0, 1, 2)
FROZEN_NUMBER = 15758687618464809693


def test_numbers_below_are_spread_evenly() -> None:
    counts = Counter(below(3, 1, "even", n) for n in range(6000))
    assert set(counts) == {0, 1, 2}
    assert max(counts.values()) - min(counts.values()) < 250


def test_every_permutation_comes_up() -> None:
    counts = Counter(permutation(3, 1, "orders", n) for n in range(1200))
    assert len(counts) == 6
    assert min(counts.values()) > 140


def test_purposes_places_and_seeds_are_apart() -> None:
    first = [permutation(20, 1, "a", 1), permutation(20, 2, "a", 1)]
    second = [permutation(20, 1, "b", 1), permutation(20, 1, "a", 2), permutation(20, 1, "a", "1")]
    assert len({*first, *second}) == 5


@pytest.mark.parametrize("count", [1, 2, 3, 5, 16, 100, 1000])
def test_scattered_places_are_a_permutation(count: int) -> None:
    assert sorted(scattered(n, count, 7, "far") for n in range(count)) == list(range(count))


def test_the_cheapest_pairing_is_the_cheapest() -> None:
    """Against all pairings, for tables of every size up to five."""
    for case in range(120):
        size = 1 + case % 5
        table = [
            [below(30, case, "table", row, column) - 9 for column in range(size)]
            for row in range(size)
        ]
        found = cheapest(table)
        assert sorted(found) == list(range(size))

        def cost(order: tuple[int, ...], table: list[list[int]] = table) -> int:
            return sum(table[row][column] for row, column in enumerate(order))

        assert cost(found) == min(cost(order) for order in permutations(range(size)))


def test_nothing_is_paired_with_nothing() -> None:
    assert cheapest([]) == ()
