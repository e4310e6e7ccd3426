"""Every way in which a server misbehaves becomes one kind of failure and one clear sentence, and
every odd reply is kept, in whatever format it comes.
"""

from __future__ import annotations

import gzip
import json
import socket
from dataclasses import dataclass

import anyio
import pytest
from server_faults import CASES, Case
from voices import ask, hosted, openai_chat, told

from runners.participants.base import Call, Finish, Settings
from runners.participants.double import (
    Behaviour,
    Double,
    Flood,
    Request,
    ServerAnswer,
    completion,
    delivered_twice,
    dripping,
    error,
    replied,
    unauthorised,
)
from runners.participants.double.formats import MeantReply, written
from runners.participants.failures import FailureKind, NoReply
from runners.participants.hosted import HostedModel
from tests.patience import PATIENCE

CALL = Call("key", told("Where is the button?"))
ADAPTERS = {
    "openai/any": "a chat completion",
    "openai/responses/any": "a response",
    "anthropic/any": "a message",
    "google/any": "a reply",
}
TWO = ("openai/any", "google/any")
"""Whose SDKs are of different makes, for what is of no format."""
EVERYWHERE = [case for case in CASES if case.name not in ("400 for a parameter", "400 for length")]
"""Without those that are known by OpenAI's codes."""


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_each_fault_has_its_kind_and_its_sentence_and_is_tried_once(case: Case) -> None:
    with Double(case.behaviour) as double:
        with pytest.raises(NoReply) as caught:
            ask(openai_chat(double.environment, timeout_s=case.timeout_s), CALL)
        url = double.url
        assert double.arrived(1, within_s=PATIENCE)
        assert len(double.requests) == 1
    failure = caught.value
    assert failure.kind is case.kind
    assert failure.message == case.message.replace("@", url)
    assert failure.help == case.help.replace("@", url)
    assert (failure.transient, failure.hopeless) == (case.transient, case.hopeless)
    assert failure.retry_after == case.retry_after


@pytest.mark.parametrize("name", [name for name in ADAPTERS if name != "openai/any"])
@pytest.mark.parametrize("case", EVERYWHERE, ids=[case.name for case in EVERYWHERE])
def test_each_fault_is_the_same_in_every_format(case: Case, name: str) -> None:
    with Double(case.behaviour) as double:
        model = hosted(name, double.environment, timeout_s=case.timeout_s)
        assert isinstance(model, HostedModel)
        with pytest.raises(NoReply) as caught:
            ask(model, CALL)
        assert len(double.requests) == 1
    failure, answer = caught.value, ADAPTERS[name]
    said = case.message.replace("a chat completion", answer).replace("@", model.endpoint.url)
    said = said.replace("no chat completion instead", f"no {answer.split()[1]} instead")
    said = said.replace("no chat completions", model.vendor.serves).replace("openai/any", name)
    assert failure.kind is case.kind
    # What the server says itself differs.
    assert failure.message.startswith(said.partition("): ")[0])
    assert failure.help
    assert (failure.transient, failure.hopeless) == (case.transient, case.hopeless)
    assert failure.retry_after == case.retry_after


def test_https_to_a_plain_server_is_distinguished() -> None:
    with Double() as double:
        server = double.url.replace("http:", "https:")
        with pytest.raises(NoReply) as caught:
            ask(openai_chat({"OPENAI_BASE_URL": server}), CALL)
    assert caught.value.kind is FailureKind.WRONG_ADDRESS
    assert caught.value.message == (f"a secure connection to {server.removesuffix('/v1')} failed")


def test_a_missing_key_is_named_when_a_server_wants_one() -> None:
    with Double(unauthorised()) as double, pytest.raises(NoReply) as caught:
        ask(openai_chat({"OPENAI_BASE_URL": double.url}), CALL)
    assert caught.value.help == "set OPENAI_API_KEY to the key of this server"


def test_what_a_server_says_is_cut_to_one_clean_line() -> None:
    said = "a\x1b[31m\nb " + "long, " * 100
    with Double(error(500, said)) as double, pytest.raises(NoReply) as caught:
        ask(openai_chat(double.environment), CALL)
    line = caught.value.message.partition("(500): ")[2]
    assert line.startswith("a[31m b long, long,")
    assert line.endswith(" …")
    assert len(line) <= 202


@pytest.mark.parametrize("code", ["content_filter", "content_policy_violation"])
def test_a_prompt_that_is_not_passed_on_is_a_reply(code: str) -> None:
    refusal = error(400, "The prompt was filtered", code=code)
    with Double(refusal) as double:
        reply = ask(openai_chat(double.environment), CALL)
    assert (reply.text, reply.finish) == ("", Finish.FILTERED)
    assert json.loads(reply.raw)["error"]["code"] == code


def test_a_whole_reply_within_the_time_is_none_too_late() -> None:
    body = completion("Yes.")
    with Double(ServerAnswer(body=body, drip=0.0)) as double:
        assert ask(openai_chat(double.environment), CALL).text == "Yes."


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


@pytest.mark.parametrize("name", TWO)
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


@pytest.mark.parametrize("name", TWO)
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
    assert caught.value.help == f"is the server running at {server}?"
    assert caught.value.transient


@pytest.mark.parametrize("name", TWO)
def test_after_every_fault_the_same_participant_can_be_asked_again(name: str) -> None:
    faults = [case.behaviour for case in CASES if case.timeout_s > 1]
    with Double(*faults) as double:
        participant = hosted(name, double.environment)
        for _ in faults:
            with pytest.raises(NoReply):
                ask(participant, CALL)
        assert ask(participant, CALL).text == "Yes."


@pytest.mark.parametrize("name", TWO)
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
