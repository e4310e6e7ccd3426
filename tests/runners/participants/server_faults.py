"""Every way in which a server misbehaves, and the failure and the sentence that it becomes, in the
words of OpenAI's chat completions.
"""

from __future__ import annotations

from dataclasses import dataclass

from runners.participants.double import (
    Behaviour,
    Hang,
    Reset,
    ServerAnswer,
    cut_off,
    doubled,
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
from runners.participants.failures import FailureKind
from tests.patience import PATIENCE

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
    *(
        Case(
            f"429 with {time} milliseconds",
            error(
                429, "Rate limit reached", headers=(("Retry-After-Ms", time), ("Retry-After", "7"))
            ),
            FailureKind.RATE_LIMITED,
            "the server at @ limits the number of requests (429): Rate limit reached",
            "the next run continues; lower --concurrency or set --requests-per-minute",
            True,
            retry_after=seconds,
        )
        for time, seconds in (("1500", 1.5), ("nan", 7.0), ("inf", 7.0))
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
        "too much in one request",
        error(413, "Request too large"),
        FailureKind.BAD_REQUEST,
        "the server at @ did not accept the request (413): Request too large",
        REQUEST,
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
        "the JSON two times",
        doubled(),
        FailureKind.BROKEN_BODY,
        "the server at @ answered with JSON with more after it instead of a chat completion",
        AGAIN,
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
        "the server at @ gave no complete reply within 0.5 seconds",
        "the next run tries again; for a slow server raise --timeout or lower --concurrency",
        True,
        timeout_s=0.5,
    ),
    Case(
        "a byte now and then",
        dripping(),
        FailureKind.TIMEOUT,
        "the server at @ gave no complete reply within 0.5 seconds",
        "the next run tries again; for a slow server raise --timeout or lower --concurrency",
        True,
        timeout_s=0.5,
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
