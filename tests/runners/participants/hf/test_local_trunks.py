"""Rows that begin alike share what they begin with, and nothing more."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.participants.hf.trunks import WORTHWHILE, common, trunks

SYSTEM = tuple(range(100, 130))
STORY = (*SYSTEM, *range(200, 240))
TWIN = (*SYSTEM, *range(300, 340))


def test_system_prompt_stories_and_questions_make_levels() -> None:
    rows = [(*STORY, 1), (*STORY, 2, 5), (*TWIN, 1), (*TWIN, 2), (*STORY, 2, 6)]
    assert trunks(rows) == ((SYSTEM,), (STORY, TWIN))


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([STORY], ()),
        ([STORY, STORY], ()),
        ([(1, 2, 3), (1, 2, 4)], ()),
        ([(*STORY, 1), (*STORY, 2)], ((STORY,),)),
        ([STORY, (*STORY, 2)], ((STORY,),)),
        ([(*SYSTEM, 1), (*SYSTEM, 2), (*SYSTEM, 2, 3)], ((SYSTEM,),)),
        ([], ()),
    ],
    ids=["one", "twice the same", "short", "two", "one within the other", "little more", "none"],
)
def test_a_beginning_is_worth_it_when_it_is_long_and_shared(
    rows: list[tuple[int, ...]], found: tuple[tuple[tuple[int, ...], ...], ...]
) -> None:
    assert trunks(rows) == found


@given(
    st.lists(st.lists(st.integers(0, 2), max_size=3 * WORTHWHILE).map(tuple), max_size=8),
    st.lists(st.integers(0, 1), max_size=2 * WORTHWHILE).map(tuple),
)
def test_every_trunk_begins_two_different_rows_and_goes_on_from_an_earlier_level(
    ends: list[tuple[int, ...]], start: tuple[int, ...]
) -> None:
    rows = [(*start, *end) for end in ends]
    earlier: list[tuple[int, ...]] = [()]
    for level in trunks(rows):
        for trunk in level:
            assert len({row for row in rows if row[: len(trunk)] == trunk}) >= 2
            before = max(len(one) for one in earlier if trunk[: len(one)] == one)
            assert len(trunk) - before >= WORTHWHILE
        earlier += level


@given(st.lists(st.integers(0, 1)).map(tuple), st.lists(st.integers(0, 1)).map(tuple))
def test_what_two_rows_have_in_common_is_all_up_to_the_first_difference(
    left: tuple[int, ...], right: tuple[int, ...]
) -> None:
    found = common(left, right)
    assert left[:found] == right[:found]
    assert found in (len(left), len(right)) or left[found] != right[found]
