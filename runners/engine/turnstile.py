"""Few calls are begun in a round of the event loop, which looks at the connections in between.

A commit wakes many conversations at once, and each begins its next call: some milliseconds of work,
most of it in the vendor's package. All of them in one round kept replies that had come unread for
as long as fifty calls took to begin, and what is unread is lost when the run is killed.
"""

from __future__ import annotations

import asyncio
from collections import deque

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
