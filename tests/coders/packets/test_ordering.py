"""A coder meets no two items of a kind in a row, and duplicates far apart."""

from __future__ import annotations

import random
from itertools import groupby, pairwise

from hypothesis import given
from hypothesis import strategies as st

from coders.packets.ordering import (
    Ordered,
    duplicates_wanted,
    order,
    order_in_blocks,
    places_in_blocks,
    spread_in,
)


def ordered(kin: list[set[str]], duplicates: int = 0, seed: int = 1) -> Ordered:
    return order(kin, duplicates=duplicates, lot=random.Random(seed))


def touching(found: Ordered, kin: list[set[str]]) -> int:
    items = [item for item, _ in found.order]
    return sum(bool(kin[a] & kin[b]) for a, b in pairwise(items))


@given(st.integers(0, 200), st.integers(0, 40), st.integers(0, 99))
def test_everything_is_there_once_and_duplicates_come_second_and_far_away(
    count: int, duplicates: int, seed: int
) -> None:
    found = ordered([{str(at)} for at in range(count)], duplicates, seed)
    first = {item: at for at, (item, again) in enumerate(found.order) if not again}
    second = {item: at for at, (item, again) in enumerate(found.order) if again}
    assert sorted(first) == list(range(count))
    assert len(found.order) == count + len(second)
    assert all(at - first[item] >= found.gap for item, at in second.items())
    assert found.gap == min(30, count // 2)
    if count >= 100:
        assert found.duplicates == duplicates


@given(st.integers(2, 12), st.integers(4, 12), st.integers(0, 99))
def test_samples_of_one_text_and_replies_of_one_trial_never_touch_where_that_can_be(
    texts: int, samples: int, seed: int
) -> None:
    kin = [{f"text {a}", f"trial {a} {b // 2}"} for a in range(texts) for b in range(samples)]
    found = ordered(kin, 0, seed)
    assert touching(found, kin) == found.touching == 0


def test_a_text_that_half_of_all_items_have_is_kept_apart_all_the_same() -> None:
    kin = [{"same"}] * 30 + [{f"other {at}"} for at in range(30)]
    for seed in range(20):
        assert ordered(kin, 0, seed).touching == 0


def test_neighbours_that_cannot_be_kept_apart_are_counted() -> None:
    assert ordered([{"same"}] * 10).touching == 9
    assert ordered([{"same"}] * 7 + [{"a"}, {"b"}]).touching == 4


def test_duplicates_touch_nothing_of_their_kind() -> None:
    kin = [{f"text {at % 20}"} for at in range(200)]
    for seed in range(10):
        found = ordered(kin, 20, seed)
        assert (found.duplicates, found.gap, touching(found, kin)) == (20, 30, 0)


def test_a_short_packet_has_as_many_duplicates_as_far_apart_as_can_be() -> None:
    found = ordered([{str(at)} for at in range(12)], 20)
    assert (found.wanted, found.duplicates, found.gap) == (20, 6, 6)
    assert ordered([{"a"}], 20).duplicates == 0


def test_by_default_the_larger_of_a_tenth_and_twenty_come_twice() -> None:
    assert duplicates_wanted(100, 0.1, None) == 20
    assert duplicates_wanted(1000, 0.1, None) == 100
    assert duplicates_wanted(1000, 0.1, 7) == 7
    assert duplicates_wanted(1000, 0.0, None) == 0
    assert duplicates_wanted(0, 0.1, None) == 0


def test_gold_is_spread_one_to_a_block() -> None:
    places = spread_in(100, 5, random.Random(3))
    assert [place // 20 for place in places] == [0, 1, 2, 3, 4]
    assert spread_in(100, 0, random.Random(3)) == ()


def test_very_many_items_are_ordered_in_a_breath(thorough: bool) -> None:
    many = 100_000 if thorough else 20_000
    kin = [{f"text {at // 50}", f"trial {at // 4}"} for at in range(many)]
    found = ordered(kin, many // 10)
    assert (found.touching, found.duplicates) == (0, many // 10)


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=120), st.integers(0, 30))
def test_items_of_one_block_come_before_those_of_the_next(blocks: list[str], wanted: int) -> None:
    kin = [{str(at)} for at in range(len(blocks))]
    found = order_in_blocks(kin, blocks, duplicates=wanted, lot=random.Random(1))
    first = {item: at for at, (item, again) in enumerate(found.order) if not again}
    second = {item: at for at, (item, again) in enumerate(found.order) if again}
    assert sorted(first) == list(range(len(blocks)))
    assert found.duplicates <= wanted
    assert all(at - first[item] >= found.gap for item, at in second.items())
    here = [block for block, _ in groupby(blocks[item] for item, _ in found.order)]
    assert sorted(here) == sorted(set(blocks))


def test_things_go_before_items_of_their_block_each_to_a_place_of_its_own() -> None:
    blocks = ["a"] * 4 + ["b"] * 3
    for seed in range(20):
        places = places_in_blocks(
            blocks, ["b", "a", "b", "b"], random.Random(seed), lambda which, place: place != 0
        )
        assert [blocks[at] for at in places] == ["b", "a", "b", "b"]
        assert len(set(places)) == 4
        assert 0 not in places
