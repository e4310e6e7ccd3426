"""What the test double is asked, and how it can answer: well, and in the ways that servers fail."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from runners.participants.double_formats import MeantReply, picture_in

_CHAT = "/chat/completions"


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it came in; header names in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, object]:
        """The body as a JSON object; empty if it is none."""
        try:
            value: object = json.loads(self.body)
        except ValueError:
            return {}
        return value if isinstance(value, dict) else {}

    @property
    def messages(self) -> tuple[tuple[str, str], ...]:
        """(role, text) of every message sent, the system's words first where they stand apart."""
        lists = (self.json.get(name) for name in ("messages", "contents", "input"))
        sent = next((found for found in lists if found is not None), None)
        if not isinstance(sent, list):
            return ()
        apart = self.json.get("system", self.json.get("systemInstruction"))
        first = [("system", _text(apart))] if apart is not None else []
        return (*first, *((str(one.get("role")), _text(one)) for one in sent))

    @property
    def pictures(self) -> tuple[tuple[str, bytes], ...]:
        """(media type, bytes) of every picture sent, in order."""
        lists = (self.json.get(name) for name in ("messages", "contents", "input"))
        sent = next((found for found in lists if isinstance(found, list)), [])
        parts = (part for one in sent for part in _parts(one))
        return tuple(found for found in map(picture_in, parts) if found is not None)


def _parts(said: object) -> list[dict[str, object]]:
    """What a message is made of, where it has parts."""
    if not isinstance(said, dict):
        return []
    found = said.get("parts", said.get("content"))
    return [part for part in found if isinstance(part, dict)] if isinstance(found, list) else []


def _text(said: object) -> str:
    """Words that stand by themselves, as `content`, or in parts; pictures are passed over."""
    if not isinstance(said, dict):
        return str(said)
    if parts := _parts(said):
        return "".join(str(part["text"]) for part in parts if "text" in part)
    return str(said.get("content"))


@dataclass(frozen=True, slots=True)
class ServerAnswer:
    """A whole HTTP answer. `cut` closes the connection after so many bytes of a body that was
    announced as whole; `drip` is the pause in seconds before each byte of it. `meant` stands where
    there is no body, or where the body is OpenAI's and another format was asked for; it is cut in
    the middle if at all. `documents` are so many copies of the body in one answer, and `times` so
    many whole answers to the one request."""

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
    count = len((text or "").split())
    return json.dumps(
        {
            "id": request_id,
            "object": "chat.completion",
            "created": 0,
            "model": model,
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": {"prompt_tokens": 7, "completion_tokens": count, "total_tokens": 7 + count},
        }
    ).encode()


def error(
    status: int,
    message: str,
    *,
    type: str = "error",
    code: str | None = None,
    headers: tuple[tuple[str, str], ...] = (),
) -> ServerAnswer:
    """An error as OpenAI words them, and as the others do where they ask."""
    body = {"error": {"message": message, "type": type, "param": None, "code": code}}
    meant = MeantReply(message, status=status, kind=code or type)
    return ServerAnswer(status, json.dumps(body).encode(), headers, meant=meant)


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
    return error(
        429, "You exceeded your current quota", type="insufficient_quota", code="insufficient_quota"
    )


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
