"""The line to one participant: limits, retries, time limits and the breaker, in this one place.

SDKs keep their own retries switched off: two layers that retry multiply, and only one of them knows
how many calls are in flight.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import anyio

from runners.engine.breaker import Breaker
from runners.engine.limiter import Limiter
from runners.engine.pace import Pace
from runners.engine.purse import NOTHING, Purse
from runners.participants.base import Call, Participant, Reply
from runners.participants.failures import Kind, NoReply

if TYPE_CHECKING:
    from tenacity import RetryCallState


T = TypeVar("T")
Keep = Callable[[Reply, int], Awaitable[T]]
"""What is done with a reply and the number of tries it took, before the call counts as over."""


class GaveUp(Exception):
    """A call got no reply. `tries` were made; `why` is the last failure; `down` is the reason to
    ask this participant nothing more, or empty.
    """

    def __init__(self, why: NoReply, tries: int, down: str) -> None:
        super().__init__(why.message)
        self.why = why
        self.tries = tries
        self.down = down


@dataclass(slots=True)
class Line:
    """Asks one participant. Made and used inside one event loop. `noted` hears of every try that
    failed; `purse` pays, where somebody counts.
    """

    participant: Participant
    pace: Pace
    noted: Callable[[str, NoReply], None] | None = None
    purse: Purse | None = None
    limiter: Limiter = field(init=False)
    _breaker: Breaker = field(init=False)
    _under_way: int = field(init=False, default=0)
    _finish: Callable[[], None] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        pace = self.pace
        self.limiter = Limiter(pace.concurrency, pace.first_wait, pace.longest_wait)
        self._breaker = Breaker(
            pace.losses, pace.silence, pace.outage, pace.patience, anyio.current_time()
        )

    def shut(self, finish: Callable[[], None]) -> None:
        """Begins no further call; `finish` is called when those under way have ended.

        A reply that is on its way is paid for: it is waited for and kept.
        """
        self._finish = finish
        if not self._under_way:
            finish()

    async def ask(self, call: Call, keep: Keep[T]) -> T:
        """One reply to one call, handed to `keep`; gives what that gives. Raises GaveUp, and
        CeilingReached where the purse cannot pay for it.

        The call holds its place on the line until the reply is kept: so what a sudden end can lose
        is never more than may be in flight, and a slow disk slows the asking down.
        """
        from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt

        tries = 0
        down = ""

        def again(error: BaseException) -> bool:
            return (
                isinstance(error, NoReply)
                and error.transient
                and not down
                and (error.retry_after or 0.0) <= self.pace.patience
            )

        retrying = AsyncRetrying(
            sleep=anyio.sleep,
            stop=stop_after_attempt(self.pace.tries),
            wait=self._wait,
            retry=retry_if_exception(again),
            reraise=True,
        )
        try:
            async for attempt in retrying:
                with attempt:
                    tries += 1
                    try:
                        return await self._once(call, keep, tries)
                    except NoReply as error:
                        if self.noted is not None:
                            self.noted(self.participant.name, error)
                        down = self._breaker.try_failed(error, anyio.current_time())
                        raise
        except NoReply as error:
            raise GaveUp(error, tries, down or self._breaker.gave_up(error)) from error
        raise AssertionError("tenacity ended without a reply and without a failure")

    async def _once(self, call: Call, keep: Keep[T], tries: int) -> T:
        name, purse = self.participant.name, self.purse
        async with self.limiter.slot() as free:
            await self._ended_if_shut()
            since, aside = free, NOTHING
            if purse is not None:
                aside = await purse.set_aside(name, call.messages)
                if self._finish is not None:
                    purse.put_back(aside)
                    await self._ended_if_shut()
                since = anyio.current_time()
            self._under_way += 1
            paid = False
            kind: Kind | None = None
            try:
                reply = await self._timed(call)
                if purse is not None:
                    purse.paid(name, aside, call.messages, reply)
                    paid = True
                self.limiter.replied()
                self._breaker.replied(anyio.current_time())
                return await keep(reply, tries)
            except NoReply as error:
                kind = error.kind
                if error.transient:
                    named = error.retry_after
                    bearable = named is not None and named <= self.pace.patience
                    self.limiter.refused(since, named if bearable else None)
                raise
            finally:
                if purse is not None and not paid:
                    purse.put_back(aside, kind)
                self._under_way -= 1
                if self._finish is not None and not self._under_way:
                    self._finish()

    async def _ended_if_shut(self) -> None:
        if self._finish is not None:
            # Whoever shut the line ends all that waits on it.
            await anyio.sleep_forever()

    async def _timed(self, call: Call) -> Reply:
        try:
            with anyio.fail_after(self.pace.timeout):
                return await self.participant.ask(call)
        except TimeoutError as error:
            raise NoReply(
                Kind.TIMEOUT,
                f"{self.participant.name} did not answer within {self.pace.timeout:g} seconds",
                "see whether the provider is slow today; the next run asks this again",
            ) from error

    def _wait(self, state: RetryCallState) -> float:
        """The pause before the next try: what the provider named, else longer each time. The
        jitter keeps calls that failed together from coming back together.
        """
        from tenacity import wait_exponential_jitter

        first, longest = self.pace.first_wait, self.pace.longest_wait
        pause = float(wait_exponential_jitter(initial=first, max=longest, jitter=first)(state))
        error = state.outcome.exception() if state.outcome else None
        named = error.retry_after if isinstance(error, NoReply) else None
        return pause if named is None else named + min(pause, first)
