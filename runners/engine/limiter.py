"""How many calls a participant is asked at once: as many as it takes.

Additive increase, multiplicative decrease: a 429 halves the number, and every full round of replies
adds one again. A fixed rate would have to be known for each provider, model and contract.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio


@dataclass(slots=True)
class Limiter:
    """Slots for calls. `ceiling` is never passed, and one slot always stays."""

    ceiling: int
    _slots: anyio.CapacityLimiter = field(init=False)
    _good: int = field(init=False, default=0)
    _quiet_until: float = field(init=False, default=0.0)
    _reduced_at: float = field(init=False, default=float("-inf"))

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
        self._good += 1
        if self._good >= self.slots and self.slots < self.ceiling:
            self._slots.total_tokens = self.slots + 1
            self._good = 0

    def refused(self, since: float, wait: float | None) -> None:
        """The provider said: too many. `since` is when the try began, `wait` its Retry-After.

        Tries that were under way when the number was last halved say nothing about the new number.
        """
        now = anyio.current_time()
        self._good = 0
        if wait is not None:
            self._quiet_until = max(self._quiet_until, now + wait)
        if since > self._reduced_at:
            self._reduced_at = now
            self._slots.total_tokens = max(1, self.slots // 2)

    async def _quiet(self) -> None:
        while (rest := self._quiet_until - anyio.current_time()) > 0:
            await anyio.sleep(rest)
