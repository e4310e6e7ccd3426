"""Parts of a page are made two at a time, and stand in the order in which they were asked for."""

from __future__ import annotations

from functools import partial
from threading import Event

import pytest

from runners.background import done, two_threads
from tests.patience import PATIENCE


def test_a_part_may_wait_for_the_next_and_still_stands_before_it() -> None:
    second_was_made = Event()

    def first() -> str:
        assert second_was_made.wait(PATIENCE)
        return "first"

    def second() -> str:
        second_was_made.set()
        return "second"

    with two_threads() as here:
        begun = here.begin([first, second, lambda: "third"])
        assert done(begun) == ("first", "second", "third")


def test_a_part_that_cannot_be_made_says_so_and_what_was_not_begun_never_is() -> None:
    last_was_given_up, made = Event(), list[int]()

    def fails() -> int:
        raise ValueError("no such figure")

    def waits(number: int) -> int:
        assert last_was_given_up.wait(PATIENCE)
        made.append(number)
        return number

    def page() -> None:
        with two_threads() as here:
            begun = here.begin([fails, *(partial(waits, number) for number in range(50))])
            begun[-1].add_done_callback(lambda _: last_was_given_up.set())
            done(begun)

    with pytest.raises(ValueError, match="no such figure"):
        page()
    # There are two threads, so that two may have been begun.
    assert set(made) <= {0, 1}
