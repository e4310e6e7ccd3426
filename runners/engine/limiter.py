"""How many calls a participant is asked at once: as many as it takes.

Additive increase, multiplicative decrease: a failure that may pass halves the number, and every
full round of replies adds one again. When a second wave of calls fails without a reply in between,
all wait, longer each time, unless the provider named a time itself: a server that is down or
overrun is not asked a thousand times whether it still is. A fixed rate would have to be known for
each provider, model and contract.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio


@dataclass(slots=True)
class Limiter:
    """Slots for calls. `ceiling` is never passed, and one slot always stays. The waits, in seconds,
    bound the pause after a wave of failures.
    """

    ceiling: int
    first_wait: float = 0.5
    longest_wait: float = 60.0
    _slots: anyio.CapacityLimiter = field(init=False)
    _good: int = field(init=False, default=0)
    _quiet_until: float = field(init=False, default=0.0)
    _reduced_at: float = field(init=False, default=float("-inf"))
    _waves: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self._slots = anyio.CapacityLimiter(self.ceiling)

    @property
    def slots(self) -> int:
        """How many calls may be in flight now."""
        return int(self._slots.total_tokens)

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[float]:
        """A slot for one try, as soon as there is one and nobody asked to wait; gives the time."""
        while True:
            await self._quiet()
            async with self._slots:
                # Somebody may have been told to wait while this one stood in the queue.
                if anyio.current_time() >= self._quiet_until:
                    yield anyio.current_time()
                    return

    def replied(self) -> None:
        """A call was answered: after a round of them, one more may go at once."""
        self._waves = 0
        self._good += 1
        if self._good >= self.slots and self.slots < self.ceiling:
            self._slots.total_tokens = self.slots + 1
            self._good = 0

    def refused(self, since: float, wait: float | None) -> None:
        """A try failed that may succeed later. `since` is when it began, `wait` its Retry-After.

        Tries that were under way when the number was last halved say nothing about the new number.
        """
        now = anyio.current_time()
        self._good = 0
        if since > self._reduced_at:
            self._reduced_at = now
            self._slots.total_tokens = max(1, self.slots // 2)
            if self._waves and wait is None:
                self._pause(now, min(self.first_wait * 2 ** (self._waves - 1), self.longest_wait))
            self._waves = min(self._waves + 1, 30)
        if wait is not None:
            self._pause(now, wait)

    def _pause(self, now: float, seconds: float) -> None:
        self._quiet_until = max(self._quiet_until, now + seconds)

    async def _quiet(self) -> None:
        while (rest := self._quiet_until - anyio.current_time()) > 0:
            await anyio.sleep(rest)
