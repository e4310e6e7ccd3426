"""Every adapter meets every way in which a server misbehaves with the same stated outcome.

The outcomes stand in one table for all adapters: what a fault means is no matter of whose format
it comes in. What each provider says in words of its own is tested with its adapter.
"""

from __future__ import annotations

import gzip
import socket
from dataclasses import dataclass

import anyio
import pytest
from voices import ask, hosted, told

from runners.participants.base import Call, Finish, Settings
from runners.participants.double import (
    Behaviour,
    Double,
    Flood,
    Hang,
    Request,
    Reset,
    ServerAnswer,
    cut_off,
    delivered_twice,
    doubled,
    dripping,
    empty,
    error,
    no_quota,
    no_such_model,
    overloaded,
    rate_limited,
    replied,
    truncated,
    unauthorised,
    web_page,
)
from runners.participants.double.formats import MeantReply, written
from runners.participants.failures import FailureKind, NoReply
from tests.patience import PATIENCE

CALL = Call("key", told("Where is the button?"))
ADAPTERS = {
    "openai/any": "a chat completion",
    "openai/responses/any": "a response",
    "anthropic/any": "a message",
    "google/any": "a reply",
}
AGAIN = True
NOTHING_MORE = False


@dataclass(frozen=True)
class Fault:
    """What a server does, what it is taken for, whether the call is asked again by itself or the
    participant nothing more, and how the sentence goes on after whom it is about. # stands for what
    the adapter calls a good answer."""

    name: str
    behaviour: Behaviour
    kind: FailureKind
    again: bool
    said: str
    retry_after: float | None = None
    timeout_s: float = PATIENCE


FAULTS = [
    Fault(
        "429 with Retry-After",
        rate_limited("7"),
        FailureKind.RATE_LIMITED,
        AGAIN,
        "limits the number of requests (429): Rate limit reached",
        retry_after=7.0,
    ),
    Fault(
        "429 without Retry-After",
        rate_limited(),
        FailureKind.RATE_LIMITED,
        AGAIN,
        "limits the number of requests (429): Rate limit reached",
    ),
    Fault(
        "429 for ever",
        no_quota(),
        FailureKind.QUOTA,
        NOTHING_MORE,
        "has no credit left (429)",
    ),
    Fault(
        "401",
        unauthorised(),
        FailureKind.UNAUTHORISED,
        NOTHING_MORE,
        "refused the key (401): Incorrect API key provided",
    ),
    Fault(
        "404",
        no_such_model(),
        FailureKind.WRONG_MODEL,
        NOTHING_MORE,
        "has no model called `any` (404): The model does not exist",
    ),
    Fault(
        "500",
        overloaded(),
        FailureKind.OVERLOADED,
        AGAIN,
        "reports a server error (500): The server had an error",
    ),
    Fault(
        "529",
        overloaded(529),
        FailureKind.OVERLOADED,
        AGAIN,
        "reports a server error (529): The server had an error",
    ),
    Fault(
        "502 as a web page",
        web_page(502),
        FailureKind.OVERLOADED,
        AGAIN,
        "reports a server error (502)",
    ),
    Fault(
        "a web page",
        web_page(),
        FailureKind.BROKEN_BODY,
        AGAIN,
        "answered with a web page instead of #",
    ),
    Fault(
        "half of the JSON",
        truncated(),
        FailureKind.BROKEN_BODY,
        AGAIN,
        "answered with JSON that breaks off instead of #",
    ),
    Fault(
        "the JSON two times",
        doubled(),
        FailureKind.BROKEN_BODY,
        AGAIN,
        "answered with JSON with more after it instead of #",
    ),
    Fault(
        "no JSON",
        ServerAnswer(body=b"moment, please"),
        FailureKind.BROKEN_BODY,
        AGAIN,
        "answered with something that is not JSON instead of #",
    ),
    Fault(
        "other JSON",
        ServerAnswer(body=b'["status"]'),
        FailureKind.BROKEN_BODY,
        AGAIN,
        "answered with JSON that is no",
    ),
    Fault(
        "nothing",
        empty(),
        FailureKind.BROKEN_BODY,
        AGAIN,
        "answered with an empty body instead of #",
    ),
    Fault(
        "half a body",
        cut_off(),
        FailureKind.CONNECTION_LOST,
        AGAIN,
        "closed the connection before the reply was complete",
    ),
    Fault(
        "a reset",
        Reset(),
        FailureKind.CONNECTION_LOST,
        AGAIN,
        "closed the connection before the reply was complete",
    ),
    Fault(
        "silence",
        Hang(),
        FailureKind.TIMEOUT,
        AGAIN,
        "gave no complete reply within 0.5 seconds",
        timeout_s=0.5,
    ),
    Fault(
        "a byte now and then",
        dripping(0.05),
        FailureKind.TIMEOUT,
        AGAIN,
        "gave no complete reply within 0.5 seconds",
        timeout_s=0.5,
    ),
    Fault(
        "a redirect",
        ServerAnswer(307, headers=(("Location", "http://127.0.0.1:9/"),)),
        FailureKind.WRONG_ADDRESS,
        NOTHING_MORE,
        "redirects to another address (307)",
    ),
    Fault(
        "too much in one request",
        error(413, "Request too large"),
        FailureKind.BAD_REQUEST,
        NOTHING_MORE,
        "did not accept the request (413): Request too large",
    ),
]


@pytest.mark.parametrize("name", ADAPTERS)
@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_a_fault_is_met_alike_by_every_adapter_and_the_request_sent_once(
    fault: Fault, name: str
) -> None:
    with Double(fault.behaviour) as double:
        with pytest.raises(NoReply) as caught:
            ask(hosted(name, double.environment, timeout_s=fault.timeout_s), CALL)
        assert double.arrived(1, within_s=PATIENCE)
        assert len(double.requests) == 1
    failure = caught.value
    assert fault.said.replace("#", ADAPTERS[name]) in failure.message
    assert f"{double.server}" in failure.message
    assert failure.help
    assert (failure.kind, failure.transient) == (fault.kind, fault.again)
    assert failure.retry_after == fault.retry_after


@dataclass(frozen=True)
class Answered:
    """What a server sends, and the reply that it is, by provider where they differ."""

    name: str
    behaviour: Behaviour
    text: str
    finish: Finish
    google: tuple[str, Finish] | None = None
    anthropic: tuple[str, Finish] | None = None


LONG, LONGER = ("The drawer. " * times for times in (90_000, 900_000))
REPLIES = [
    Answered(
        "a refusal",
        replied("I won't.", "refusal"),
        "I won't.",
        Finish.REFUSAL,
        google=("", Finish.FILTERED),
    ),
    Answered(
        "a filter", replied("", "filtered"), "", Finish.FILTERED, anthropic=("", Finish.REFUSAL)
    ),
    Answered("a limit of tokens", replied("In the", "length"), "In the", Finish.LENGTH),
    Answered("an empty reply", replied(""), "", Finish.EMPTY),
    Answered("an error half-way", replied("In the", "error"), "In the", Finish.UNKNOWN),
    Answered("aborted", replied("In the", "abort"), "In the", Finish.UNKNOWN),
    Answered("aborted before a word", replied("", "abort"), "", Finish.UNKNOWN),
    Answered("a tool beside words", replied("I look.", "tool"), "I look.", Finish.UNKNOWN),
    Answered("a tool alone", replied("", "tool"), "", Finish.UNPARSABLE),
    Answered("1 MB", replied(LONG), LONG, Finish.STOP),
    Answered("10 MB", replied(LONGER), LONGER, Finish.STOP),
    Answered(
        "another content type",
        ServerAnswer(content_type="text/plain", meant=replied("Yes.").meant),
        "Yes.",
        Finish.STOP,
    ),
    Answered("slowly, in time", dripping(0.0001, "Yes."), "Yes.", Finish.STOP),
]


@pytest.mark.parametrize("name", ADAPTERS)
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.name, marks=[pytest.mark.thorough] * (case.text is LONGER))
        for case in REPLIES
    ],
)
def test_however_odd_a_reply_is_it_is_kept_as_data_by_every_adapter(
    case: Answered, name: str
) -> None:
    with Double(case.behaviour) as double:
        reply = ask(hosted(name, double.environment), CALL)
        assert len(double.requests) == 1
    own = {"google/any": case.google, "anthropic/any": case.anthropic}.get(name)
    text, finish = own or (case.text, case.finish)
    assert reply.finish is finish
    assert reply.text == text
    assert reply.raw


BOUND = 200_000
BOMB = gzip.compress(b" " * 5_000_000, 1)


@pytest.mark.parametrize("name", ADAPTERS)
@pytest.mark.parametrize(
    "flood",
    [
        Flood(10**12, announced=True),
        Flood(10**12),
        ServerAnswer(body=BOMB, headers=(("Content-Encoding", "gzip"),)),
        ServerAnswer(500, body=b" " * (BOUND + 1)),
    ],
    ids=["announced", "endless", "compressed", "an error"],
)
def test_no_more_of_an_answer_is_read_than_the_bound(flood: Behaviour, name: str) -> None:
    with Double(flood, then="In the jar.") as double:
        settings = Settings(max_reply_bytes=BOUND)
        participant = hosted(name, double.environment, settings=settings)

        async def main() -> str:
            try:
                with pytest.raises(NoReply) as caught:
                    await participant.ask(CALL)
                failure = caught.value
                assert failure.message.endswith(
                    "sent more than 200,000 bytes; the rest was not read"
                )
                assert (failure.kind, failure.transient, failure.hopeless) == (
                    FailureKind.TOO_LARGE, False, False,
                )  # fmt: skip
                return (await participant.ask(CALL)).text
            finally:
                await participant.aclose()

        assert anyio.run(main) == "In the jar."
        if isinstance(flood, Flood):
            # The rest of it lies in the buffers of the two sockets.
            assert 0 <= double.flooded() < 50_000_000


@pytest.mark.parametrize("name", ADAPTERS)
def test_an_answer_that_comes_compressed_is_read(name: str) -> None:
    def compressed(request: Request) -> ServerAnswer:
        assert request.headers["accept-encoding"] == "gzip, deflate"
        plain = written(MeantReply("In the jar. " * 900), request.path)
        # Two members, which are one body, a byte at a time.
        body = gzip.compress(plain[:700]) + gzip.compress(plain[700:])
        return ServerAnswer(body=body, headers=(("Content-Encoding", "x-gzip"),), drip=0)

    with Double(compressed) as double:
        assert ask(hosted(name, double.environment), CALL).text == "In the jar. " * 900


@pytest.mark.parametrize("name", ADAPTERS)
def test_a_server_that_is_not_there_is_asked_after_by_every_adapter(name: str) -> None:
    with socket.socket() as taken:
        # Bound and not listening: the port is nobody else's, and refuses.
        taken.bind(("127.0.0.1", 0))
        server = f"http://127.0.0.1:{taken.getsockname()[1]}"
        addresses = ("OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL")
        with pytest.raises(NoReply) as caught:
            ask(hosted(name, dict.fromkeys(addresses, server)), CALL)
    assert caught.value.kind is FailureKind.CONNECTION_REFUSED
    assert caught.value.message == f"nothing answers at {server}"


@pytest.mark.parametrize("name", ADAPTERS)
def test_after_every_fault_the_same_participant_can_be_asked_again(name: str) -> None:
    faults = [fault.behaviour for fault in FAULTS if fault.timeout_s > 1]
    with Double(*faults) as double:
        participant = hosted(name, double.environment)
        for _ in faults:
            with pytest.raises(NoReply):
                ask(participant, CALL)
        assert ask(participant, CALL).text == "Yes."


@pytest.mark.parametrize("name", ADAPTERS)
def test_an_answer_that_is_delivered_twice_is_no_answer_to_the_next_call(name: str) -> None:
    """The second copy lies in the very piece that the first came in."""
    answers = ("In the drawer.", "In the jar.", "In the box.")
    with Double(*(delivered_twice(text) for text in answers)) as double:
        participant = hosted(name, double.environment)

        async def main() -> tuple[str, ...]:
            try:
                return tuple([(await participant.ask(CALL)).text for _ in answers])
            finally:
                await participant.aclose()

        assert anyio.run(main) == answers
        assert len(double.requests) == len(answers)
