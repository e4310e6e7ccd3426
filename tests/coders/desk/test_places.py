"""Places as people type them."""

from __future__ import annotations

import pytest

from coders.desk.steps import Refused, is_place, place


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("12", (12, 0)), (" 12 ", (12, 0)), ("12.3", (12, 3)), ("12 3", (12, 3)), ("12 . 3", (12, 3))],
)
def test_an_item_and_perhaps_its_question(typed: str, meant: tuple[int, int]) -> None:
    assert is_place(typed)
    assert place(typed) == meant


@pytest.mark.parametrize("typed", ["", "twelve", "12 3 4", "12.", "-1", "9" * 10])
def test_what_is_no_place_is_refused_with_an_example(typed: str) -> None:
    assert not is_place(typed)
    with pytest.raises(Refused, match="write its number, such as 12, or 12 3 for its question 3"):
        place(typed)
