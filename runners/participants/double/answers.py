"""What the test double can answer: replies, refusals, and the ways in which servers misbehave."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from runners.participants.double.formats import (
    NO_QUOTA,
    MeantReply,
    Request,
    chat_completion,
)


@dataclass(frozen=True, slots=True)
class ServerAnswer:
    """A whole HTTP answer. `cut` closes the connection after so many bytes of a body that was
    announced as whole; `drip` is the pause in seconds before each byte of it. What is `meant` is
    said in the format that was asked for, in place of a body, and cut in the middle if at all.
    `documents` are so many copies of the body in one answer, and `times` so many whole answers to
    the one request."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    content_type: str = "application/json"
    cut: int | None = None
    drip: float | None = None
    meant: MeantReply | None = None
    documents: int = 1
    times: int = 1


@dataclass(frozen=True, slots=True)
class Hang:
    """Says nothing until the double is closed."""


@dataclass(frozen=True, slots=True)
class Flood:
    """So many bytes that mean nothing, as long as somebody reads them; `announced`: how many they
    will be is said before. `Double.flooded` tells how many went out."""

    size: int
    announced: bool = False


@dataclass(frozen=True, slots=True)
class Reset:
    """Breaks the connection with a reset."""


Behaviour = str | ServerAnswer | Hang | Reset | Flood
Function = Callable[[Request], Behaviour]


def completion(
    text: str | None,
    *,
    finish: str | None = "stop",
    refusal: str | None = None,
    model: str = "double-1",
    request_id: str = "chatcmpl-double",
) -> bytes:
    """The body of a chat completion; lone surrogates in `text` survive as JSON escapes."""
    message: dict[str, object] = {"role": "assistant", "content": text}
    if refusal is not None:
        message["refusal"] = refusal
    found = chat_completion(message, finish, text or "", model=model, request_id=request_id)
    return json.dumps(found).encode()


def error(
    status: int,
    message: str,
    *,
    type: str = "error",
    code: str | None = None,
    headers: tuple[tuple[str, str], ...] = (),
) -> ServerAnswer:
    """An error as OpenAI words them, and as the others do where they ask."""
    meant = MeantReply(message, status=status, type=type, code=code)
    return ServerAnswer(status, headers=headers, meant=meant)


def replied(text: str, ending: str = "stop") -> ServerAnswer:
    """A good answer that ended in this way: stop, length, refusal, filtered or tool; any other word
    is sent as the provider's reason."""
    return ServerAnswer(meant=MeantReply(text, ending))


def rate_limited(retry_after: str | None = None) -> ServerAnswer:
    """429; `retry_after` is the header as it stands, in seconds or as an HTTP date."""
    return error(
        429,
        "Rate limit reached",
        type="requests",
        code="rate_limit_exceeded",
        headers=(("Retry-After", retry_after),) if retry_after is not None else (),
    )


def no_quota() -> ServerAnswer:
    """429 that no waiting mends."""
    return error(429, "You exceeded your current quota", type=NO_QUOTA, code=NO_QUOTA)


def unauthorised() -> ServerAnswer:
    """401."""
    return error(
        401, "Incorrect API key provided", type="invalid_request_error", code="invalid_api_key"
    )


def no_such_model() -> ServerAnswer:
    """404 for the model."""
    return error(
        404,
        "The model does not exist",
        type="invalid_request_error",
        code="model_not_found",
    )


def overloaded(status: int = 500) -> ServerAnswer:
    """Any 5xx."""
    return error(status, "The server had an error", type="server_error")


def truncated(text: str = "In the drawer.") -> ServerAnswer:
    """A whole HTTP answer whose JSON breaks off in the middle."""
    return ServerAnswer(meant=MeantReply(text, half=True))


def cut_off(text: str = "In the drawer.") -> ServerAnswer:
    """An HTTP answer that is closed in the middle of its body."""
    return ServerAnswer(meant=MeantReply(text), cut=1)


def doubled(text: str = "In the drawer.") -> ServerAnswer:
    """One answer whose body holds the reply two times."""
    return ServerAnswer(meant=MeantReply(text), documents=2)


def delivered_twice(text: str = "In the drawer.") -> ServerAnswer:
    """A good answer, and the same once more, which nobody asked for."""
    return ServerAnswer(meant=MeantReply(text), times=2)


def web_page(status: int = 200) -> ServerAnswer:
    """An HTML page where JSON should be."""
    return ServerAnswer(status, b"<!doctype html><p>Please log in.</p>", content_type="text/html")


def empty() -> ServerAnswer:
    """200 and nothing."""
    return ServerAnswer()


def dripping(pause_s: float = 0.02, text: str = "In the drawer.") -> ServerAnswer:
    """A good answer, one byte at a time."""
    return ServerAnswer(meant=MeantReply(text), drip=pause_s)
