"""Places for calls: a call waits for one, and for the pauses that were asked for.

How many there are is found by `concurrency`. When a second wave of calls fails without a reply in
between, all wait, longer each time, unless the provider named a time itself: a server that is down
or overrun is not asked a thousand times whether it still is. A fixed rate would have to be known
for each provider, model and contract.
"""

from __future__ import annotations

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
                # Somebody may have been told to wait while this one stood in the queue.
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
