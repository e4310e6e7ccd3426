"""Few calls are begun in a round of the event loop."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import pairwise

from runners.engine.limiter import Turnstile


async def passing(calls: int, *, at_once: int = 1, gone: frozenset[int] = frozenset()) -> list[str]:
    """What happens while so many want to pass at once: who passed, and each round of the loop."""
    seen: list[str] = []
    turnstile = Turnstile(at_once)

    async def call(number: int) -> None:
        await turnstile.passed()
        seen.append(f"call {number}")

    tasks = [asyncio.create_task(call(number)) for number in range(calls)]
    await asyncio.sleep(0)
    for number in gone:
        tasks[number].cancel()
    while not all(task.done() for task in tasks):
        seen.append("round")
        await asyncio.sleep(0)
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task
    return seen


def test_the_loop_goes_round_between_two_calls() -> None:
    seen = asyncio.run(passing(20))
    calls = [at for at, what in enumerate(seen) if what != "round"]
    assert [seen[at] for at in calls] == [f"call {number}" for number in range(20)]
    assert all("round" in seen[one:other] for one, other in pairwise(calls))


def test_who_leaves_holds_nobody_up() -> None:
    seen = asyncio.run(passing(6, gone=frozenset({2, 3, 5})))
    assert [what for what in seen if what != "round"] == ["call 0", "call 1", "call 4"]


def test_a_lone_call_waits_for_nothing() -> None:
    async def alone() -> None:
        turnstile = Turnstile()
        for _ in range(3):
            waiting = turnstile.passed()
            with suppress(StopIteration):
                waiting.send(None)  # ends without having waited
            await asyncio.sleep(0)

    asyncio.run(alone())


def test_no_more_pass_in_a_round_than_may() -> None:
    seen = asyncio.run(passing(20, at_once=4))
    rounds = " ".join(seen).split("round")
    assert max(one.count("call") for one in rounds) == 4
    assert sum(one.count("call") for one in rounds) == 20
