"""Places for calls: a call waits for one, and for the pauses that were asked for.

How many there are is found by `concurrency`. When a second wave of calls fails without a reply in
between, all wait, longer each time, unless the provider named a time itself: a server that is down
or overrun is not asked a thousand times whether it still is. A fixed rate would have to be known
for each provider, model and contract.

Of the calls that have a place few are begun in a round of the event loop, which looks at the
connections in between (`Turnstile`). A commit wakes many conversations at once, and each begins its
next call: some milliseconds of work, most of it in the vendor's package. All of them in one round
kept replies that had come unread for as long as fifty calls took to begin, and what is unread is
lost when the run is killed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio

from runners.engine.concurrency import AdaptiveConcurrency


@dataclass(slots=True)
class Limiter:
    """Places for calls, as many as `concurrency` says. `clock` is the event loop's. The waits, in
    seconds, bound the pause after a wave of failures. `changed` is called when there is another
    number of places.
    """

    concurrency: AdaptiveConcurrency
    clock: Callable[[], float]
    first_wait: float = 0.5
    longest_wait: float = 60.0
    changed: Callable[[], None] | None = None
    _slots: anyio.CapacityLimiter = field(init=False)
    _quiet_until: float = field(init=False, default=0.0)
    _waves: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self._slots = anyio.CapacityLimiter(self.concurrency.slots)

    @property
    def slots(self) -> int:
        """How many calls may be in flight now."""
        return self.concurrency.slots

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """A place for one try, as soon as there is one and nobody asked to wait."""
        while True:
            await self.quiet()
            async with self._slots:
                # A pause may have been asked for while this one was in the queue.
                if self.clock() >= self._quiet_until:
                    yield
                    return

    async def quiet(self) -> None:
        """Waits as long as somebody asked to wait."""
        while (rest := self._quiet_until - self.clock()) > 0:
            await anyio.sleep(rest)

    def replied(self, began: float, *, busy: int, work: float) -> None:
        """A call was answered that began at `began`, while `busy` were in flight; what it took the
        provider is `work`, in tokens.
        """
        self._waves = 0
        self.concurrency.replied(began, self.clock(), busy=busy, work=work)
        self._follow()

    def refused(self, began: float, wait: float | None) -> None:
        """A try failed that may succeed later. `began` is when, `wait` its Retry-After."""
        now = self.clock()
        if self.concurrency.refused(began, now):
            if self._waves and wait is None:
                self._pause(now, min(self.first_wait * 2 ** (self._waves - 1), self.longest_wait))
            self._waves = min(self._waves + 1, 30)
            self._follow()
        if wait is not None:
            self._pause(now, wait)

    def _follow(self) -> None:
        if self._slots.total_tokens != self.concurrency.slots:
            self._slots.total_tokens = self.concurrency.slots
            if self.changed is not None:
                self.changed()

    def _pause(self, now: float, seconds: float) -> None:
        self._quiet_until = max(self._quiet_until, now + seconds)


AT_ONCE = 4
"""So many begin in one round. With 200 calls in flight, one alone costs a third of the calls a
second, since each round asks about all connections; four cost a seventh (docs/speed.md).
"""


class Turnstile:
    """Made and passed in a running event loop; whoever waits goes in the order of coming."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._loop = asyncio.get_running_loop()
        self._at_once = at_once
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._passed = 0
        """How many have passed in this round."""

    async def passed(self) -> None:
        """Wait for a round of the loop in which few others have passed."""
        if self._passed < self._at_once:
            if not self._passed:
                self._loop.call_soon(self._turn)
            self._passed += 1
            return
        turn: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append(turn)
        await turn

    def _turn(self) -> None:
        self._passed = 0
        while self._waiting and self._passed < self._at_once:
            turn = self._waiting.popleft()
            if not turn.done():  # who was cancelled has left
                turn.set_result(None)
                self._passed += 1
        if self._passed:
            self._loop.call_soon(self._turn)
