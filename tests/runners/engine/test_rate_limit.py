"""The limits per minute are kept; the test provides the time."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from runners.engine.rate_limit import FIRST_REPLY, RateLimit, Size
from runners.participants.transport.limits import Allowance, Counted

SMALL = Size(50.0, 10.0)


def begins(limit: RateLimit, calls: int, *, size: Size = SMALL, late: float = 0.0) -> list[float]:
    """When so many calls begin that all wait from the start; timers wake up to `late` too late."""
    dice, now, found = random.Random(1), 0.0, []
    for _ in range(calls):
        while (delay := limit.delay(size, now)[0]) > 0:
            now += delay + dice.uniform(0.0, late)
        limit.begun(size, now)
        found.append(now)
    return found


def most_in_a_minute(times: list[float]) -> int:
    return max(sum(start <= time < start + 60 for time in times) for start in times)


@pytest.mark.parametrize("per_minute", [1, 7, 60, 600])
@pytest.mark.parametrize("late", [0.0, 0.05])
def test_no_minute_has_more_requests_than_allowed_and_the_long_run_nearly_as_many(
    per_minute: int, late: float
) -> None:
    calls = 4 * per_minute + 1
    times = begins(RateLimit(requests_per_minute=per_minute), calls, late=late)
    assert most_in_a_minute(times) <= per_minute
    assert times[-1] <= 4 * 60 * 1.01


def test_requests_are_spread_evenly() -> None:
    times = begins(RateLimit(requests_per_minute=60), 5)
    assert times == pytest.approx([0, 0.9, 1.9, 2.9, 3.9], abs=0.02)


def test_tokens_are_put_right_after_each_call() -> None:
    """Guessed at 100 and found to be 400, calls begin four times as far apart."""
    limit = RateLimit(tokens_per_minute=6000)
    size = Size(60, 40)
    now, times = 0.0, []
    for _ in range(5):
        while (delay := limit.delay(size, now)[0]) > 0:
            now += delay
        limit.begun(size, now)
        limit.ended(size, now, now, took=Size(300, 100))
        times.append(now)
    assert [later - earlier for earlier, later in pairwise(times[1:])] == (
        pytest.approx([4.0] * 3, abs=0.02)
    )


def test_guesses_learn_from_what_calls_took() -> None:
    limit = RateLimit()
    assert limit.guess(400) == Size(100, FIRST_REPLY)
    for _ in range(100):
        size = limit.guess(400)
        limit.begun(size, 0)
        limit.ended(size, 0, 1, took=Size(150, 900), characters=400)
    assert limit.guess(800) == Size(pytest.approx(300), pytest.approx(900))


def heard(limit: RateLimit, *limits: Allowance, began: float = 0.0, now: float = 0.0) -> None:
    """One call comes back with this news."""
    limit.begun(SMALL, began)
    limit.ended(SMALL, began, now, limits=limits)


def test_when_nothing_is_left_calls_wait_until_it_is_whole_again() -> None:
    limit = RateLimit()
    heard(limit, Allowance(Counted.REQUESTS, 0, 3.0, 60), now=10.0)
    assert limit.delay(SMALL, 10.0) == (3.0, Counted.REQUESTS)
    assert limit.delay(SMALL, 12.0) == (1.0, Counted.REQUESTS)
    assert limit.delay(SMALL, 13.0) == (0.0, None)


@pytest.mark.parametrize("left", [0, 1, 5])
def test_no_more_calls_begin_than_were_left(left: int) -> None:
    limit = RateLimit()
    heard(limit, Allowance(Counted.REQUESTS, left, 3.0, 60))
    for _ in range(left):
        assert limit.delay(SMALL, 1.0) == (0.0, None)
        limit.begun(SMALL, 1.0)
    assert limit.delay(SMALL, 1.0) == (2.0, Counted.REQUESTS)


def test_after_it_is_whole_no_more_begin_than_the_whole() -> None:
    limit = RateLimit()
    heard(limit, Allowance(Counted.REQUESTS, 0, 3.0, 5))
    for _ in range(5):
        assert limit.delay(SMALL, 4.0) == (0.0, None)
        limit.begun(SMALL, 4.0)
    assert limit.delay(SMALL, 4.0) == (3.0, Counted.REQUESTS)


def test_calls_under_way_may_not_be_counted_yet() -> None:
    limit = RateLimit()
    for _ in range(4):
        limit.begun(SMALL, 0.0)
    heard(limit, Allowance(Counted.REQUESTS, 5, 3.0, 60), began=1.0, now=1.0)
    assert limit.delay(SMALL, 1.0) == (0.0, None)
    limit.begun(SMALL, 1.0)
    assert limit.delay(SMALL, 1.0) == (3.0, Counted.REQUESTS)


def test_the_news_of_an_older_call_that_comes_late_is_no_news() -> None:
    limit = RateLimit()
    limit.begun(SMALL, 0.0)
    heard(limit, Allowance(Counted.REQUESTS, 30, 3.0, 60), began=5.0, now=6.0)
    none_left = (Allowance(Counted.REQUESTS, 0, 60.0, 60),)
    limit.ended(SMALL, 0.0, 7.0, limits=none_left)
    assert limit.delay(SMALL, 7.0) == (0.0, None)


@pytest.mark.parametrize(
    ("counted", "left"),
    [(Counted.TOKENS, 59), (Counted.INPUT_TOKENS, 49), (Counted.OUTPUT_TOKENS, 9)],
)
def test_tokens_left_are_held_against_what_a_call_takes(counted: Counted, left: int) -> None:
    tight, roomy = RateLimit(), RateLimit()
    heard(tight, Allowance(counted, left, 3.0, 1000))
    heard(roomy, Allowance(counted, left + 1, 3.0, 1000))
    assert tight.delay(SMALL, 0.0) == (3.0, counted)
    assert roomy.delay(SMALL, 0.0) == (0.0, None)


def test_a_call_larger_than_the_whole_allowance_waits_for_it_and_goes() -> None:
    limit = RateLimit()
    heard(limit, Allowance(Counted.TOKENS, 30, 3.0, 40))
    assert limit.delay(SMALL, 0.0) == (3.0, Counted.TOKENS)
    heard(limit, Allowance(Counted.TOKENS, 40, 3.0, 40), began=1.0, now=1.0)
    assert limit.delay(SMALL, 1.0) == (0.0, None)


def test_the_limit_of_a_day_is_not_waited_for_but_what_it_earns_meanwhile() -> None:
    """A thousand a day is one in 86.4 seconds."""
    limit = RateLimit()
    heard(limit, Allowance(Counted.REQUESTS, 0, 86_400.0, 1000))
    assert limit.delay(SMALL, 0.0) == (pytest.approx(86.4), Counted.REQUESTS)
    slow = RateLimit(patience=60.0)
    heard(slow, Allowance(Counted.REQUESTS, 0, 86_400.0, 1000))
    assert slow.delay(SMALL, 0.0) == (0.0, None)  # the provider says so itself, and why
