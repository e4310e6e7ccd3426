"""Every way in which a server misbehaves becomes one kind of failure and one clear sentence."""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass

import pytest
from voices import ask, openai_chat, told

from runners.participants.base import Call, Finish
from runners.participants.double import (
    Behaviour,
    Double,
    Hang,
    Reset,
    ServerAnswer,
    completion,
    cut_off,
    dripping,
    empty,
    error,
    no_quota,
    no_such_model,
    overloaded,
    rate_limited,
    truncated,
    unauthorised,
    web_page,
)
from runners.participants.failures import FailureKind, NoReply
from tests.patience import PATIENCE

CALL = Call("key", told("Where is the button?"))
AGAIN = "the next run tries again; if it persists, check the server's own logs"
ADDRESS = "is OPENAI_BASE_URL right? it is @; there may be a proxy or a login page in between"
REQUEST = "check --temperature, --max-tokens and --param"


@dataclass(frozen=True)
class Case:
    """What the server does, and what must come of it; @ stands for its URL."""

    name: str
    behaviour: Behaviour
    kind: FailureKind
    message: str
    help: str
    transient: bool
    hopeless: bool = False
    retry_after: float | None = None
    timeout_s: float = PATIENCE


CASES = [
    Case(
        "429 with seconds",
        rate_limited("7"),
        FailureKind.RATE_LIMITED,
        "the server at @ limits the number of requests (429): Rate limit reached",
        "the next run continues; lower --concurrency or set --requests-per-minute",
        True,
        retry_after=7.0,
    ),
    Case(
        "429 with a time that nobody waits for",
        rate_limited("7000"),
        FailureKind.RATE_LIMITED,
        "the server at @ limits the number of requests (429): Rate limit reached",
        "it asks to wait 1.9 hours; then give the same command to continue",
        True,
        retry_after=7000.0,
    ),
    Case(
        "429 with a date gone by",
        rate_limited("Wed, 21 Oct 2015 07:28:00 GMT"),
        FailureKind.RATE_LIMITED,
        "the server at @ limits the number of requests (429): Rate limit reached",
        "the next run continues; lower --concurrency or set --requests-per-minute",
        True,
        retry_after=0.0,
    ),
    Case(
        "429 without a time",
        rate_limited(),
        FailureKind.RATE_LIMITED,
        "the server at @ limits the number of requests (429): Rate limit reached",
        "the next run continues; lower --concurrency or set --requests-per-minute",
        True,
    ),
    Case(
        "429 that never succeeds",
        no_quota(),
        FailureKind.QUOTA,
        "your account with the server at @ has no credit left (429): "
        "You exceeded your current quota",
        "add credit or raise its limit, then give the same command again",
        False,
        hopeless=True,
    ),
    *(
        Case(
            f"{status}: {said}",
            error(status, said, type="rate_limit_error"),
            FailureKind.QUOTA,
            f"your account with the server at @ has no credit left ({status}): {said}",
            "add credit or raise its limit, then give the same command again",
            False,
            hopeless=True,
        )
        for status in (400, 403, 429)
        for said in (
            "You have reached your specified API usage limits. You will regain access on "
            "2027-01-01 at 00:00 UTC.",
            "This request would exceed your account's monthly spend limit.",
            "Your credit balance is too low to access the API.",
            "Billing hard limit has been reached",
        )
    ),
    Case(
        "401",
        unauthorised(),
        FailureKind.UNAUTHORISED,
        "the server at @ refused the key (401): Incorrect API key provided",
        "check the key in OPENAI_API_KEY and its access to this model",
        False,
        hopeless=True,
    ),
    Case(
        "403",
        error(403, "Country not supported"),
        FailureKind.UNAUTHORISED,
        "the server at @ refused the key (403): Country not supported",
        "check the key in OPENAI_API_KEY and its access to this model",
        False,
        hopeless=True,
    ),
    Case(
        "404 for the model",
        no_such_model(),
        FailureKind.WRONG_MODEL,
        "the server at @ has no model called `any` (404): The model does not exist",
        "check the name after `openai/`; the server lists its own under /models",
        False,
        hopeless=True,
    ),
    Case(
        "400 for the model",
        error(400, "a/b is not a valid model ID"),
        FailureKind.WRONG_MODEL,
        "the server at @ has no model called `any` (400): a/b is not a valid model ID",
        "check the name after `openai/`; the server lists its own under /models",
        False,
        hopeless=True,
    ),
    Case(
        "404 for a deployment",
        error(404, "The API deployment for this resource does not exist."),
        FailureKind.WRONG_MODEL,
        "the server at @ has no model called `any` (404): The API deployment for this resource "
        "does not exist.",
        "check the name after `openai/`; the server lists its own under /models",
        False,
        hopeless=True,
    ),
    Case(
        "404 for the path",
        ServerAnswer(404, b'{"detail":"Not Found"}'),
        FailureKind.WRONG_ADDRESS,
        "@ has no chat completions (404): Not Found",
        "is OPENAI_BASE_URL right? it is @; most servers want a base URL that ends in /v1",
        False,
        hopeless=True,
    ),
    Case(
        "400",
        error(400, "Invalid value: 'x'"),
        FailureKind.BAD_REQUEST,
        "the server at @ did not accept the request (400): Invalid value: 'x'",
        REQUEST,
        False,
    ),
    Case(
        "400 for a parameter",
        error(400, "Unsupported value: 'temperature'", code="unsupported_value"),
        FailureKind.BAD_PARAMETER,
        "the server at @ rejects a parameter (400): Unsupported value: 'temperature'",
        "leave it out (--temperature, --max-tokens, --param), or choose another value",
        False,
        hopeless=True,
    ),
    Case(
        "400 for length",
        error(400, "too long", code="context_length_exceeded"),
        FailureKind.BAD_REQUEST,
        "the conversation is too long for `openai/any` (400): too long",
        "choose a model with a larger context, or lower --max-tokens",
        False,
    ),
    Case(
        "500",
        overloaded(),
        FailureKind.OVERLOADED,
        "the server at @ reports a server error (500): The server had an error",
        AGAIN,
        True,
    ),
    Case(
        "529",
        overloaded(529),
        FailureKind.OVERLOADED,
        "the server at @ reports a server error (529): The server had an error",
        AGAIN,
        True,
    ),
    Case(
        "502 with a web page",
        web_page(502),
        FailureKind.OVERLOADED,
        "the server at @ reports a server error (502)",
        AGAIN,
        True,
    ),
    Case(
        "a web page with 200",
        web_page(),
        FailureKind.BROKEN_BODY,
        "the server at @ answered with a web page instead of a chat completion",
        ADDRESS,
        True,
    ),
    Case(
        "JSON that breaks off",
        truncated(),
        FailureKind.BROKEN_BODY,
        "the server at @ answered with JSON that breaks off instead of a chat completion",
        AGAIN,
        True,
    ),
    Case(
        "words",
        ServerAnswer(body=b"moment, please"),
        FailureKind.BROKEN_BODY,
        "the server at @ answered with something that is not JSON instead of a chat completion",
        ADDRESS,
        True,
    ),
    Case(
        "other JSON",
        ServerAnswer(body=b'{"status":"ok"}'),
        FailureKind.BROKEN_BODY,
        "the server at @ answered with JSON that is no chat completion instead of a chat "
        "completion",
        ADDRESS,
        True,
    ),
    Case(
        "nothing with 200",
        empty(),
        FailureKind.BROKEN_BODY,
        "the server at @ answered with an empty body instead of a chat completion",
        AGAIN,
        True,
    ),
    Case(
        "an error with 200",
        ServerAnswer(body=b'{"error":{"message":"slow down","code":429}}'),
        FailureKind.RATE_LIMITED,
        "the server at @ limits the number of requests (429): slow down",
        "the next run continues; lower --concurrency or set --requests-per-minute",
        True,
    ),
    Case(
        "half a body",
        cut_off(),
        FailureKind.CONNECTION_LOST,
        "the server at @ closed the connection before the reply was complete",
        AGAIN,
        True,
    ),
    Case(
        "a reset",
        Reset(),
        FailureKind.CONNECTION_LOST,
        "the server at @ closed the connection before the reply was complete",
        AGAIN,
        True,
    ),
    Case(
        "silence",
        Hang(),
        FailureKind.TIMEOUT,
        "the server at @ gave no complete reply within 1 seconds",
        "the next run tries again; for a slow server raise --timeout or lower --concurrency",
        True,
        timeout_s=1.0,
    ),
    Case(
        "a byte now and then",
        dripping(),
        FailureKind.TIMEOUT,
        "the server at @ gave no complete reply within 1 seconds",
        "the next run tries again; for a slow server raise --timeout or lower --concurrency",
        True,
        timeout_s=1.0,
    ),
    Case(
        "a redirect",
        ServerAnswer(307, headers=(("Location", "http://127.0.0.1:9/v1/chat/completions"),)),
        FailureKind.WRONG_ADDRESS,
        "the server at @ redirects to another address (307)",
        "devrun follows no redirects, to protect the key; set OPENAI_BASE_URL to the final address",
        False,
        hopeless=True,
    ),
]


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


def test_a_server_that_is_not_there_is_asked_after() -> None:
    with socket.socket() as taken:
        # Bound and not listening: the port is nobody else's, and refuses.
        taken.bind(("127.0.0.1", 0))
        server = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(NoReply) as caught:
            ask(openai_chat({"OPENAI_BASE_URL": f"{server}/v1"}), CALL)
    assert caught.value.kind is FailureKind.CONNECTION_REFUSED
    assert caught.value.message == f"nothing answers at {server}"
    assert caught.value.help == f"is the server running at {server}?"
    assert caught.value.transient


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


def test_after_every_fault_the_same_participant_can_be_asked_again() -> None:
    faults = [case.behaviour for case in CASES if case.timeout_s > 1]
    with Double(*faults) as double:
        chat = openai_chat(double.environment)
        for _ in faults:
            with pytest.raises(NoReply):
                ask(chat, CALL)
        assert ask(chat, CALL).text == "Yes."


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
