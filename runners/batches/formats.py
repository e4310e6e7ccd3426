"""Lines of request files and of result files, in the formats of OpenAI, Anthropic and Google.

A request is the participant's own, byte for byte that of an ordinary call, under the call's key. A
result becomes the HTTP answer that an ordinary call would have had, so that the participant's own
reader makes the reply, or the failure, of it. vLLM (`vllm run-batch`) speaks OpenAI's format.
"""

from __future__ import annotations

import codecs
import json
from functools import cache
from typing import Any, TypeVar

import msgspec

from dsl.record import record
from runners.participants.anthropic import AnthropicElsewhere, AnthropicMessages
from runners.participants.base import Participant
from runners.participants.completion import words
from runners.participants.failures import FailureKind, Unsupported
from runners.participants.google import GoogleContent
from runners.participants.hosted import HostedModel, HttpAnswer
from runners.participants.openai import OpenAIModel
from runners.participants.wrapped import Wrapped

_ANTHROPIC_STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
_RPC_STATUS = {3: 400, 4: 504, 5: 404, 7: 403, 8: 429, 9: 400, 13: 500, 14: 503, 16: 401}
"""HTTP statuses of the codes in google.rpc.Code."""
_RPC_CANCELLED = 1


@record
class Limits:
    """How much a provider takes in one file: requests and bytes, None without a limit."""

    requests: int | None
    size: int


_OPENAI = Limits(50_000, 200_000_000)
_ANTHROPIC = Limits(100_000, 256_000_000)
_GOOGLE = Limits(None, 2_000_000_000)


class ResultLine(msgspec.Struct, frozen=True, gc=False):
    """One line of results: the call's key, and the `status` and `content` of its answer as over
    HTTP, or without a status why there is none. Of many that are read at once none is looked at in
    search of circles.
    """

    key: str
    status: int | None = None
    content: bytes = b""
    request_id: str = ""
    kind: FailureKind | None = None
    message: str = ""

    def answer(self) -> HttpAnswer | None:
        """The answer, if there is one."""
        if self.status is None:
            return None
        headers = {"x-request-id": self.request_id} if self.request_id else {}
        return HttpAnswer(self.status, headers, self.content)


def hosted(participant: Participant) -> HostedModel:
    """The model behind a participant, by whose format its calls are written.

    Raises:
        Unsupported: it answers in this process, or has another model compare texts, and takes no
            batches.
    """
    if isinstance(participant, Wrapped) and participant.embedder is not None:
        raise Unsupported(
            f"{participant.name} recalls by embeddings, which are not asked for in batches",
            "leave recall=embeddings out, or run it without batches",
        )
    one = participant
    while isinstance(one, Wrapped):
        one = one.inner
    if isinstance(one, AnthropicElsewhere):
        raise Unsupported(
            f"{participant.name} has no batches: {one.vendor.called} takes none in this format",
            "leave it out, or run it without batches",
        )
    if isinstance(one, HostedModel):
        return one
    raise Unsupported(
        f"{participant.name} answers on this computer, and has no batches",
        "leave it out, or run it without batches",
    )


def limits(model: HostedModel) -> Limits:
    """How much of this model's calls go into one file."""
    if isinstance(model, AnthropicMessages):
        return _ANTHROPIC
    return _GOOGLE if isinstance(model, GoogleContent) else _OPENAI


def request_line(model: HostedModel, key: str, body: Any) -> bytes:
    """The line of a call with this body, with its line break."""
    line: dict[str, object]
    if isinstance(model, GoogleContent):
        line = {"key": key, "request": body}
    elif isinstance(model, OpenAIModel):
        line = {"custom_id": key, "method": "POST", "url": f"/v1{model.path}", "body": body}
    else:
        line = {"custom_id": key, "params": body}
    return msgspec.json.encode(line) + b"\n"


_NULL = msgspec.Raw(b"null")


class _Line(msgspec.Struct):
    """A line of results, in any of the three formats."""

    custom_id: Any = None
    key: Any = None
    response: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    error: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    result: msgspec.Raw = _NULL


class _Inner(msgspec.Struct):
    """What is in the response, the error or the result of a line."""

    status_code: Any = None
    request_id: Any = None
    body: msgspec.Raw = _NULL
    type: Any = None
    message: msgspec.Raw = _NULL
    error: msgspec.Raw = _NULL
    code: Any = None


def result_line(line: bytes) -> ResultLine | None:
    """What a line of results says; None for a line that is none."""
    told = _read(_Line, line.removeprefix(codecs.BOM_UTF8))
    key = words(told.custom_id) or words(told.key)
    if not key:
        return None
    if told.result != _NULL and (result := _read(_Inner, told.result)).type is not None:
        return _anthropic(key, result)
    response, error = told.response, told.error
    if response is msgspec.UNSET and error is msgspec.UNSET:
        return None
    response = _NULL if response is msgspec.UNSET else response
    error = _NULL if error is msgspec.UNSET else error
    return (_openai if told.custom_id is not None else _google)(key, response, error)


def _openai(key: str, response: msgspec.Raw, error: msgspec.Raw) -> ResultLine:
    told = _read(_Inner, response)
    status = told.status_code
    if isinstance(status, int):
        empty = told.body == _NULL
        content = _nested("error", _unwrapped(error)) if empty else bytes(told.body)
        return ResultLine(key, status, content, words(told.request_id))
    error = _unwrapped(error)
    inner = _read(_Inner, error)
    code = words(inner.code)
    if "expired" in code:
        return expired(key)
    if "cancel" in code:
        return cancelled(key)
    said = _word(inner.message) or _word(error)
    return unanswered(key, FailureKind.BAD_REQUEST, said or code or "it was refused")


def _anthropic(key: str, result: _Inner) -> ResultLine:
    if result.type == "succeeded":
        return ResultLine(key, 200, bytes(result.message))
    if result.type == "expired":
        return expired(key)
    if result.type in ("canceled", "cancelled"):
        return cancelled(key)
    name = words(_read(_Inner, _unwrapped(result.error)).type)
    return ResultLine(key, _ANTHROPIC_STATUS.get(name, 400), bytes(result.error))


def _google(key: str, response: msgspec.Raw, error: msgspec.Raw) -> ResultLine:
    if response != _NULL:
        return ResultLine(key, 200, bytes(response))
    code = _read(_Inner, error).code
    if code == _RPC_CANCELLED:
        return cancelled(key)
    status = _RPC_STATUS.get(code, code) if isinstance(code, int) else 400
    if not 400 <= status < 600:
        status = 400
    return ResultLine(key, status, _nested("error", error))


S = TypeVar("S", bound=msgspec.Struct)


def _read(kind: type[S], text: bytes | msgspec.Raw) -> S:
    """What an object has under the names of this kind; nothing of what is no object."""
    try:
        found: S = _decoder(kind).decode(text)
        return found
    except (msgspec.DecodeError, ValueError, RecursionError):
        pass
    try:  # half of a surrogate pair, numbers that are none: Python reads them
        value = json.loads(bytes(text))
    except (ValueError, RecursionError):
        return kind()
    if not isinstance(value, dict):
        return kind()
    return kind(
        **{
            one.name: value[one.name]
            if one.type is Any
            else msgspec.Raw(json.dumps(value[one.name], separators=(",", ":")).encode())
            for one in msgspec.structs.fields(kind)
            if one.name in value
        }
    )


@cache
def _decoder(kind: type[msgspec.Struct]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _unwrapped(error: msgspec.Raw) -> msgspec.Raw:
    """An error without the object that some put it into: vLLM has the whole body of its answer."""
    inner = _read(_Inner, error).error
    return error if inner == _NULL else inner


def _word(text: msgspec.Raw) -> str:
    try:
        return words(msgspec.json.decode(text))
    except (msgspec.DecodeError, ValueError):
        return ""


def _nested(name: str, text: msgspec.Raw) -> bytes:
    return b'{"%s":%s}' % (name.encode(), bytes(text))


def unanswered(key: str, kind: FailureKind, message: str) -> ResultLine:
    """A call that has no answer, and why."""
    return ResultLine(key, kind=kind, message=message)


def expired(key: str) -> ResultLine:
    """A call that the provider did not get to in time."""
    return unanswered(key, FailureKind.TIMEOUT, "the batch expired before it was answered")


def cancelled(key: str) -> ResultLine:
    """A call whose batch was cancelled first."""
    message = "the batch was cancelled before it was answered"
    return unanswered(key, FailureKind.CANCELLED, message)


def missing(key: str) -> ResultLine:
    """A call about which the results of its batch say nothing."""
    message = "the results of the batch have no line for it"
    return unanswered(key, FailureKind.BROKEN_BODY, message)
