"""One pace for all engines of a cluster: calls and tokens a minute, kept in one place.

Dividing the user's figures among engines was the alternative. One that dies or has nothing left to
ask would then hold back what others could use, and ten calls a minute cannot be divided by four.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

import anyio

from dsl.record import replace
from runners.engine.rate_limit import RateLimit, Size
from runners.engine.run_limits import RunLimits


@dataclass(slots=True)
class Pace:
    """What each participant may be asked in a minute by all engines together. Used inside one event
    loop, whose clock counts.
    """

    limits: RunLimits
    _kept: defaultdict[str, RateLimit] = field(init=False)
    _gates: defaultdict[str, anyio.Lock] = field(init=False)

    def __post_init__(self) -> None:
        self._kept = defaultdict(self.limits.rate_limit)
        self._gates = defaultdict(anyio.Lock)

    async def turn(self, participant: str, size: Size) -> None:
        """Wait until a call of this size may begin, in the order of coming, and count it."""
        kept = self._kept[participant]
        async with self._gates[participant]:
            while (delay := kept.delay(size, anyio.current_time())[0]) > 0:
                await anyio.sleep(delay)
            kept.begun(size, anyio.current_time())

    def ended(self, participant: str, size: Size, took: Size | None) -> None:
        """It is over, and took so much, where its answer said so."""
        now = anyio.current_time()
        self._kept[participant].ended(size, now, now, took=took)


def shares_of(limits: RunLimits, engines: int) -> list[RunLimits]:
    """The limits of each engine, where so many keep the user's number of concurrent calls together:
    as even as whole calls can be. There are no more engines than calls.
    """
    if limits.concurrency is None:
        return [limits] * engines
    least, more = divmod(limits.concurrency, engines)
    return [replace(limits, concurrency=least + (at < more)) for at in range(engines)]
