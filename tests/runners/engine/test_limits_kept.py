"""A real server's limits are found, and kept to where it states them."""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from dataclasses import dataclass, field

import anyio
import pytest

from renderers.prompt import Message, Role
from runners.engine.call_policy import CallPolicy
from runners.engine.run_limits import RunLimits
from runners.participants.base import Call, Reply, Settings
from runners.participants.double import (
    Behaviour,
    Double,
    Request,
    ServerAnswer,
    rate_limited,
    replied,
)
from runners.participants.registry import participant
from tests.patience import PATIENCE

CALL = Call("k" * 64, (Message(Role.USER, "Where is it?"),))


async def kept(reply: Reply, tries: int) -> int:
    return tries


def asked(double: Double, name: str, calls: int, run_limits: RunLimits) -> list[int]:
    """So many calls, all at the same time as far as the line allows; the tries that each took."""
    tries: list[int] = []

    async def main() -> None:
        one = participant(name, Settings(), environment=double.environment)
        line = CallPolicy(one, run_limits)

        async def ask() -> None:
            tries.append(await line.ask(CALL, kept))

        async with anyio.create_task_group() as group:
            for _ in range(calls):
                group.start_soon(ask)
        await one.aclose()

    asyncio.run(main())
    return tries


@dataclass
class Windows:
    """Allows so many requests in each window of time, says what is left, and refuses the rest."""

    allowed: int
    seconds: float
    family: str
    refused: int = 0
    windows: int = 0
    _left: int = 0
    _ends: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, request: Request) -> Behaviour:
        with self._lock:
            now = time.monotonic()
            if now >= self._ends:
                self._left, self._ends = self.allowed, now + self.seconds
                self.windows += 1
            if not self._left:
                self.refused += 1
                return rate_limited("0.05")
            self._left -= 1
            return self._told(replied("In the drawer."), self._ends - now)

    def _told(self, answer: ServerAnswer, rest: float) -> ServerAnswer:
        return ServerAnswer(
            meant=answer.meant,
            headers=(
                (self.family.format("limit"), str(self.allowed)),
                (self.family.format("remaining"), str(self._left)),
                (self.family.format("reset"), f"{rest * 1000:.3f}ms"),
            ),
        )


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("openai/any", "x-ratelimit-{}-requests"),
        ("anthropic/any", "anthropic-ratelimit-requests-{}"),
    ],
)
def test_a_server_that_says_what_is_left_need_refuse_nothing(name: str, family: str) -> None:
    server = Windows(4, 0.2, family)
    with Double(then=server) as double:
        tries = asked(double, name, 13, RunLimits(concurrency=1))
    assert tries == [1] * 13
    assert server.refused == 0
    assert server.windows >= 4


class Places:
    """Serves so many at once, each for a moment, and knows how many were there at most.

    The first are served when there are twice as many as places.
    """

    def __init__(self, places: int, seconds: float) -> None:
        self._free = threading.Semaphore(places)
        self._lock = threading.Lock()
        self._seconds = seconds
        self._here = self.most = 0
        self._full = threading.Barrier(2 * places)
        self._first = itertools.count(1)

    def __call__(self, request: Request) -> Behaviour:
        with self._lock:
            self._here += 1
            self.most = max(self.most, self._here)
            first = next(self._first) <= self._full.parties
        if first:
            self._full.wait(PATIENCE)
        with self._free:
            threading.Event().wait(self._seconds)
        with self._lock:
            self._here -= 1
        return "In the drawer."


def test_a_server_of_four_places_is_not_asked_two_hundred_things_at_once() -> None:
    server = Places(4, 0.02)
    with Double(then=server) as double:
        asked(double, "openai/any", 250, RunLimits())
    assert 8 <= server.most <= 64
