"""How one participant is asked: limits, retries, time limits and the breaker, in this one place.

SDKs keep their own retries switched off: two layers that retry multiply, and only one of them knows
how many calls are in flight.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import anyio

from renderers.prompt import Message
from runners.engine.breaker import Breaker
from runners.engine.concurrency import WORK_OF_A_CALL
from runners.engine.cost_budget import NOTHING, CostBudget
from runners.engine.limiter import Limiter, Turnstile
from runners.engine.outcome import Waited
from runners.engine.rate_limit import RateLimit, SharedPace, Size
from runners.engine.run_limits import RunLimits
from runners.participants.base import Call, Participant, Reply
from runners.participants.failures import FailureKind, NoReply
from runners.participants.transport.limits import Allowance
from runners.participants.wrapped import billed

if TYPE_CHECKING:
    from tenacity import RetryCallState

_CHARACTERS_OF_A_PICTURE = 6_400
_LATER = 1.02
LONG_WAIT = 1.0
"""Seconds from which on a wait for a limit is shown."""

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
class CallPolicy:
    """Asks one participant. Made and used inside one event loop. `noted` hears of every try that
    failed; `cost_budget` pays, where somebody counts; `waits` hears for how many seconds calls are
    held back and for what, and `began` that a call is on its way. `pace` keeps the user's calls and
    tokens a minute where several processes share them.
    """

    participant: Participant
    run_limits: RunLimits
    noted: Callable[[str, NoReply], None] | None = None
    cost_budget: CostBudget | None = None
    waits: Callable[[str, str, float], None] | None = None
    began: Callable[[], None] | None = None
    pace: SharedPace | None = None
    limiter: Limiter = field(init=False)
    rate_limit: RateLimit = field(init=False)
    _clock: Callable[[], float] = field(init=False)
    _breaker: Breaker = field(init=False)
    _gate: anyio.Lock = field(init=False, default_factory=partial(anyio.Lock, fast_acquire=True))
    _turnstile: Turnstile = field(init=False)
    _answered: anyio.Event | None = field(init=False, default=None)
    _under_way: dict[object, float] = field(init=False, default_factory=dict)
    _finish: Callable[[], None] | None = field(init=False, default=None)
    dropped: int = field(init=False, default=0)
    """Calls that were on their way when whoever asked went away; they may be billed."""

    def __post_init__(self) -> None:
        run_limits, one = self.run_limits, self.participant
        # The loop's own: anyio looks it up at each question, and a call asks nine times.
        self._clock = asyncio.get_running_loop().time
        self.limiter = Limiter(
            run_limits.adaptive_concurrency(one.places),
            self._clock,
            run_limits.first_wait,
            run_limits.longest_wait,
        )
        self.rate_limit = run_limits.rate_limit(shared=self.pace is not None)
        self._turnstile = Turnstile()
        self._breaker = Breaker(run_limits)

    def shut(self, finish: Callable[[], None]) -> None:
        """Begins no further call; `finish` is called when those under way have ended.

        A reply that is on its way is paid for: it is waited for and kept.
        """
        self._finish = finish
        if not self._under_way:
            finish()

    @property
    def under_way(self) -> int:
        """How many calls are on their way, or replied and are not kept yet."""
        return len(self._under_way)

    def waited(self) -> Waited | None:
        """Who is waited for, and since when; None while no call is on its way."""
        oldest = next(iter(self._under_way.values()), None)
        if oldest is None:
            return None
        return Waited(self.participant.name, self.under_way, oldest, self._limit())

    async def ask(self, call: Call, keep: Keep[T]) -> T:
        """One reply to one call, handed to `keep`; gives what that gives. Raises GaveUp, and
        CeilingReached where the cost budget cannot pay for it.

        The call holds its place until the reply is kept: so what a sudden end can lose
        is never more than may be in flight, and a slow disk slows the asking down.
        """
        from tenacity import AsyncRetrying, retry_if_exception

        tries = 0
        asked = 0.0  # seconds of all tries together
        down = ""

        def again(error: BaseException) -> bool:
            return isinstance(error, NoReply) and error.transient and not down

        def enough(state: RetryCallState) -> bool:
            return (
                tries >= self.run_limits.tries
                or asked >= self.run_limits.call_timeout
                or state.idle_for + state.upcoming_sleep > self.run_limits.call_patience
            )

        retrying = AsyncRetrying(
            sleep=anyio.sleep,
            stop=enough,
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
                        asked += error.took_s
                        if self.noted is not None:
                            self.noted(self.participant.name, error)
                        down = self._breaker.try_failed(error, self._clock())
                        raise
        except NoReply as error:
            raise GaveUp(error, tries, down or self._breaker.gave_up(error)) from error
        raise AssertionError("tenacity ended without a reply and without a failure")

    async def _once(self, call: Call, keep: Keep[T], tries: int) -> T:
        name, cost_budget = billed(self.participant, call), self.cost_budget
        async with self.limiter.slot():
            characters = _characters(call.messages)
            # Before money is reserved: who is cancelled here has nothing to put back.
            await self._turnstile.passed()
            reserved, size = await self._admitted(call, characters)
            since, token = self._clock(), object()
            self._under_way[token] = since
            if self.began is not None:
                self.began()
            came, cost = False, NOTHING
            kind: FailureKind | None = None
            limits: tuple[Allowance, ...] = ()
            took: Size | None = None
            try:
                reply = await self._timed(call)
                limits, took = reply.limits, _took(reply)
                if cost_budget is not None:
                    cost = cost_budget.paid(name, reserved, call.messages, reply)
                came = True
                self._breaker.replied(self._clock())
                kept = await keep(reply, tries)
                # Keeping counts: a slow disk is a limit like any other.
                self.limiter.replied(since, busy=self.under_way, work=_work(reply))
                return kept
            except NoReply as error:
                kind, limits = error.kind, error.limits
                error.took_s = error.took_s or self._clock() - since
                if error.transient:
                    named = error.retry_after
                    bearable = named is not None and named <= self.run_limits.patience
                    self.limiter.refused(since, named if bearable else None)
                raise
            except anyio.get_cancelled_exc_class():
                self.dropped += not came
                raise
            finally:
                self.rate_limit.ended(
                    size,
                    since,
                    self._clock(),
                    limits=limits,
                    took=took,
                    characters=characters,
                )
                if self.pace is not None:
                    self.pace.ended(self.participant.name, size, took)
                if self._answered is not None:
                    self._answered.set()
                if cost_budget is not None and came:
                    cost_budget.kept(cost)
                elif cost_budget is not None:
                    cost_budget.put_back(reserved, kind)
                del self._under_way[token]
                if self._finish is not None and not self._under_way:
                    self._finish()

    async def _admitted(self, call: Call, characters: int) -> tuple[Decimal, Size]:
        """Waits until a call may begin, once it has a place; gives what is reserved for it, and
        what it was taken to be.
        """
        await self._ended_if_shut()
        reserved, cost_budget = NOTHING, self.cost_budget
        if cost_budget is not None:
            name = billed(self.participant, call)
            reserved = await cost_budget.reserve(name, call.messages)
        size: Size | None = None
        try:
            size = await self._in_turn(characters)
        finally:
            # Others may wait for money that was reserved for a call that is never made.
            if size is None and cost_budget is not None:
                cost_budget.put_back(reserved)
        if size is None:
            await anyio.sleep_forever()
            raise AssertionError("slept for ever, and woke")
        return reserved, size

    async def _in_turn(self, characters: int) -> Size | None:
        """Waits until the rate limit has room for a call with so many characters, one call after
        another, and takes it out; gives what it was taken to be, and None once it is shut.
        """
        async with self._gate:
            while True:
                await self.limiter.quiet()
                if self._shut():
                    return None
                now, size = self._clock(), self.rate_limit.guess(characters)
                delay, why = self.rate_limit.delay(size, now)
                if delay <= 0:
                    if self.pace is not None:
                        await self.pace.turn(self.participant.name, size)
                        if self._shut():
                            return None
                    self.rate_limit.begun(size, self._clock())
                    return size
                if self.waits is not None and why is not None and delay >= LONG_WAIT:
                    name = self.participant.name
                    self.waits(name, f"{name} has no more {why.words} to give for now", delay)
                self._answered = anyio.Event()
                with anyio.move_on_after(delay):
                    await self._answered.wait()

    def _shut(self) -> bool:
        return self._finish is not None

    async def _ended_if_shut(self) -> None:
        if self._shut():
            # Whoever shut it ends all that waits for it.
            await anyio.sleep_forever()

    async def _timed(self, call: Call) -> Reply:
        limit, seconds = self._limit(), self.run_limits.timeout
        try:
            # An adapter keeps the time itself, and knows more to say about it.
            with anyio.fail_after(None if limit is None else limit * _LATER):
                return await self.participant.ask(call)
        except TimeoutError as error:
            raise NoReply(
                FailureKind.TIMEOUT,
                f"{self.participant.name} did not answer within {seconds:g} seconds",
                "the provider may be slow; the next run tries again",
            ) from error

    def _limit(self) -> float | None:
        # A call that is answered in this process waits for its turn there, and for the weights to
        # be loaded: to begin it again would only make it wait longer.
        return self.run_limits.timeout if self.participant.places is None else None

    def _wait(self, state: RetryCallState) -> float:
        """The pause before the next try: what the provider named, else longer each time. The
        jitter keeps calls that failed together from coming back together.
        """
        from tenacity import wait_exponential_jitter

        first, longest = self.run_limits.first_wait, self.run_limits.longest_wait
        pause = float(wait_exponential_jitter(initial=first, max=longest, jitter=first)(state))
        error = state.outcome.exception() if state.outcome else None
        named = error.retry_after if isinstance(error, NoReply) else None
        return pause if named is None else named + min(pause, first)


def _characters(messages: Sequence[Message]) -> int:
    """The length of what is sent; a picture counts like the words that take as much reading."""
    return sum(
        len(message.text) + len(message.pictures) * _CHARACTERS_OF_A_PICTURE for message in messages
    )


def _took(reply: Reply) -> Size | None:
    """What a reply says it took; None where it says nothing."""
    if reply.input_tokens is None or reply.output_tokens is None:
        return None
    return Size(float(reply.input_tokens), float(reply.output_tokens))


def _work(reply: Reply) -> float:
    """What a reply took the provider, in tokens written; guessed where nobody counted them."""
    written = reply.output_tokens
    return WORK_OF_A_CALL + (len(reply.text) / 4 if written is None else written)
