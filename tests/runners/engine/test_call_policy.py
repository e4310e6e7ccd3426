"""A participant is asked as hard as it takes, and left alone when it is down."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable

import anyio
import pytest
from scenes import Answering

from renderers.prompt import Message, Role
from runners.engine.breaker import Breaker
from runners.engine.call_policy import CallPolicy, GaveUp
from runners.engine.outcome import Waited
from runners.engine.run_limits import RunLimits
from runners.participants.base import Call, Reply
from runners.participants.failures import FailureKind, NoReply

CALL = Call("k" * 64, (Message(Role.USER, "Where is it?"),))
NOW = 1000.0


async def kept(reply: Reply, tries: int) -> tuple[str, int]:
    return reply.text, tries


def asking(answers: list[str | NoReply], run_limits: RunLimits) -> tuple[str, int]:
    """What comes of one call, when tries get these answers."""
    rest = iter(answers)

    def answer(call: Call) -> str:
        given = next(rest)
        if isinstance(given, NoReply):
            raise given
        return given

    async def main() -> tuple[str, int]:
        return await CallPolicy(Answering(answer), run_limits).ask(CALL, kept)

    return asyncio.run(main())


class Leaping(asyncio.SelectorEventLoop):
    """A loop whose clock stands still while there is work, and leaps to the next moment without:
    what takes minutes takes no time, and exactly so many minutes.
    """

    def __init__(self) -> None:
        self._now = 0.0
        super().__init__(_Leaps(self))

    def time(self) -> float:
        return self._now

    def leap(self, seconds: float) -> None:
        self._now += seconds


class _Leaps(selectors.SelectSelector):
    def __init__(self, loop: Leaping) -> None:
        super().__init__()
        self._loop = loop

    def select(
        self, timeout: float | None = None
    ) -> list[tuple[selectors.SelectorKey, selectors._EventMask]]:
        self._loop.leap(timeout or 0)
        return super().select(0)


def seconds(work: Callable[[], object]) -> float:
    import time

    began = time.monotonic()
    work()
    return time.monotonic() - began


def test_a_named_wait_is_waited() -> None:
    busy = NoReply(FailureKind.RATE_LIMITED, "busy", retry_after=0.2)
    run_limits = RunLimits(first_wait=0, longest_wait=0)
    assert seconds(lambda: asking([busy, "Here."], run_limits)) >= 0.2


@pytest.mark.parametrize("kind", [FailureKind.RATE_LIMITED, FailureKind.OVERLOADED])
def test_a_wait_beyond_patience_is_not_waited_and_nobody_else_asks(kind: FailureKind) -> None:
    tomorrow = NoReply(kind, "come back tomorrow", retry_after=86_400)
    with pytest.raises(GaveUp) as caught:
        asking([tomorrow, "Here."], RunLimits(patience=300))
    assert (caught.value.why, caught.value.tries) == (tomorrow, 1)
    assert caught.value.down == (
        "it asks to wait 24.0 hours, longer than the limit of 5 minutes: come back tomorrow"
    )


def test_a_call_is_not_tried_again_once_its_tries_took_long_together() -> None:
    """Eight tries of five minutes each would hold a run for forty minutes."""
    hangs = Silent()
    run_limits = RunLimits(timeout=300, tries=8, first_wait=0, longest_wait=0)

    async def main() -> None:
        await CallPolicy(hangs, run_limits).ask(CALL, kept)

    with pytest.raises(GaveUp) as caught, asyncio.Runner(loop_factory=Leaping) as runner:
        runner.run(main())
    assert (caught.value.tries, caught.value.why.kind) == (2, FailureKind.TIMEOUT)


def test_the_pauses_between_the_tries_of_a_call_are_bounded_together() -> None:
    busy = NoReply(FailureKind.RATE_LIMITED, "busy", retry_after=0.03)
    run_limits = RunLimits(tries=8, first_wait=0, longest_wait=0, patience=0.04)
    with pytest.raises(GaveUp) as caught:
        asking([busy] * 8, run_limits)
    assert caught.value.tries == 3


def test_a_line_says_how_many_calls_it_waits_for_and_since_when() -> None:
    async def main() -> tuple[Waited | None, Waited | None, Waited | None, float]:
        line = CallPolicy(Silent(), RunLimits(timeout=9))
        begun = anyio.current_time()
        before = line.waited()
        async with anyio.create_task_group() as group:
            for _ in range(3):
                group.start_soon(line.ask, CALL, kept)
            while line.under_way < 3:
                await anyio.lowlevel.checkpoint()
            during = line.waited()
            group.cancel_scope.cancel()
        assert line.dropped == 3
        return before, during, line.waited(), begun

    before, during, after, begun = asyncio.run(main())
    assert (before, after) == (None, None)
    assert during is not None
    assert (during.participant, during.calls, during.limit) == ("test/answering", 3, 9)
    assert begun <= during.since


class Silent(Answering):
    """Never answers."""

    async def ask(self, call: Call) -> Reply:
        self.calls.append(call)
        await anyio.sleep_forever()
        raise AssertionError


@pytest.mark.parametrize(
    ("kind", "tries", "stops"),
    [
        (FailureKind.RATE_LIMITED, 3, False),
        (FailureKind.OVERLOADED, 3, False),
        (FailureKind.TIMEOUT, 3, False),
        (FailureKind.CONNECTION_REFUSED, 3, False),
        (FailureKind.CONNECTION_LOST, 3, False),
        (FailureKind.BROKEN_BODY, 3, False),
        (FailureKind.BAD_REQUEST, 1, False),
        (FailureKind.TOO_LARGE, 1, False),
        (FailureKind.WRONG_MODEL, 1, True),
        (FailureKind.WRONG_ADDRESS, 1, True),
        (FailureKind.UNAUTHORISED, 1, True),
        (FailureKind.QUOTA, 1, True),
        (FailureKind.BAD_PARAMETER, 1, True),
    ],
)
def test_what_may_pass_is_tried_again_and_what_cannot_stops(
    kind: FailureKind, tries: int, stops: bool
) -> None:
    error = NoReply(kind, "the reason")
    with pytest.raises(GaveUp) as caught:
        asking([error] * 3, RunLimits(tries=3, first_wait=0, longest_wait=0))
    assert (caught.value.tries, bool(caught.value.down)) == (tries, stops)


def test_a_reply_tells_how_many_tries_it_took() -> None:
    lost = NoReply(FailureKind.CONNECTION_LOST, "the connection broke")
    run_limits = RunLimits(first_wait=0, longest_wait=0)
    assert asking([lost, lost, "Here."], run_limits) == ("Here.", 3)


def test_what_goes_wrong_while_keeping_is_not_tried_again() -> None:
    async def full(reply: Reply, tries: int) -> str:
        raise OSError("disk full")

    one = Answering()

    async def main() -> None:
        await CallPolicy(one, RunLimits()).ask(CALL, full)

    with pytest.raises(OSError, match="disk full"):
        asyncio.run(main())
    assert len(one.calls) == 1


def test_a_breaker_opens_on_silence_and_failing_tries() -> None:
    refused = NoReply(FailureKind.CONNECTION_REFUSED, "nobody is there")
    breaker = Breaker(RunLimits(losses=3, silence=5.0, outage=60.0, patience=300.0))
    assert [breaker.try_failed(refused, NOW + at) for at in (0, 1, 2, 3)] == ["", "", "", ""]
    assert breaker.try_failed(refused, NOW + 5) == (
        "no reply for 5 seconds, and 5 attempts in a row failed: nobody is there"
    )
    breaker.replied(NOW + 6)
    assert [breaker.try_failed(refused, NOW + at) for at in (20, 40, 65)] == ["", "", ""]
    assert breaker.try_failed(refused, NOW + 66) == (
        "no reply for 60 seconds, and 4 attempts in a row failed: nobody is there"
    )


def test_where_nobody_ever_was_a_few_tries_are_enough() -> None:
    """One call alone comes to four tries in as many seconds, and to ten never."""
    refused, full = (
        NoReply(FailureKind.CONNECTION_REFUSED, "nobody"),
        NoReply(FailureKind.OVERLOADED, "full"),
    )
    breaker = Breaker(RunLimits(losses=10, silence=3.0, outage=60.0, patience=300.0))
    # How long the computer took before the first try is no silence of theirs.
    assert [breaker.try_failed(refused, NOW + at) for at in (9, 9.5, 10.5)] == ["", "", ""]
    assert breaker.try_failed(full, NOW + 12.5) == (
        "no reply for 4 seconds, and 4 attempts in a row failed: full"
    )
    breaker.replied(NOW + 13)
    assert [breaker.try_failed(refused, NOW + at) for at in range(20, 200, 20)] == [""] * 9


def test_a_provider_that_says_wait_or_no_is_there() -> None:
    breaker = Breaker(RunLimits(losses=2, silence=0.0, outage=0.0, patience=300.0))
    busy, strange = (
        NoReply(FailureKind.RATE_LIMITED, "busy"),
        NoReply(FailureKind.BAD_REQUEST, "what?"),
    )
    busy.took_s = 99.0
    assert [breaker.try_failed(error, NOW + 99) for error in (busy, strange)] == ["", ""]
    assert breaker.try_failed(busy, NOW + 300) == (
        "no reply for 300 seconds, and 2 attempts in a row failed: busy"
    )
    assert breaker.gave_up(strange) == ""
    assert breaker.gave_up(strange) == "2 calls in a row got no reply: what?"


def test_a_server_that_is_down_is_not_asked_a_thousand_times() -> None:
    refused = NoReply(FailureKind.CONNECTION_REFUSED, "nobody is there")

    def answer(call: Call) -> str:
        raise refused

    one = Answering(answer)

    async def main() -> list[str]:
        line = CallPolicy(one, RunLimits(concurrency=8, tries=3, first_wait=0.02, losses=10**6))
        reasons: list[str] = []

        async def ask() -> None:
            try:
                await line.ask(CALL, kept)
            except GaveUp as gave_up:
                reasons.append(gave_up.why.message)

        async with anyio.create_task_group() as group:
            with anyio.move_on_after(0.3):
                for _ in range(100):
                    group.start_soon(ask)
                await anyio.sleep_forever()
            group.cancel_scope.cancel()
        return reasons

    asyncio.run(main())
    assert 0 < len(one.calls) <= 40
