"""Lines of request files and of result files, in the formats of OpenAI, Anthropic and Google.

A request is the participant's own, byte for byte that of an ordinary call, under the call's key. A
result becomes the HTTP answer that an ordinary call would have had, so that the participant's own
reader makes the reply, or the failure, of it. vLLM (`vllm run-batch`) speaks OpenAI's format.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Mapping
from typing import Any

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


@record
class ResultLine:
    """One line of results: the call's key, and the answer as over HTTP or why there is none."""

    key: str
    answer: HttpAnswer | None
    kind: FailureKind | None = None
    message: str = ""


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


def result_line(line: bytes) -> ResultLine | None:
    """What a line of results says; None for a line that is none."""
    told = _members(line.removeprefix(codecs.BOM_UTF8))
    key = _word(told, "custom_id") or _word(told, "key")
    if not key:
        return None
    if result := _members(told.get("result")):
        return _anthropic(key, result)
    if "response" not in told and "error" not in told:
        return None
    return _openai(key, told) if "custom_id" in told else _google(key, told)


def _openai(key: str, told: _Members) -> ResultLine:
    response, error = _members(told.get("response")), told.get("error", b"null")
    inner = _members(error)
    if "error" in inner:  # vLLM's has the whole body of its answer here
        error = inner["error"]
        inner = _members(error)
    status = _number(response, "status_code")
    if status is not None:
        named = _word(response, "request_id")
        body = response.get("body", b"null")
        content = _nested("error", error) if body == b"null" else body
        return ResultLine(
            key, HttpAnswer(status, {"x-request-id": named} if named else {}, content)
        )
    code = _word(inner, "code")
    if "expired" in code:
        return expired(key)
    if "cancel" in code:
        return cancelled(key)
    said = _word(inner, "message") or _word({"": error}, "")
    return ResultLine(key, None, FailureKind.BAD_REQUEST, said or code or "it was refused")


def _anthropic(key: str, result: _Members) -> ResultLine:
    kind = _word(result, "type")
    if kind == "succeeded":
        return ResultLine(key, HttpAnswer(200, {}, result.get("message", b"null")))
    if kind == "expired":
        return expired(key)
    if kind in ("canceled", "cancelled"):
        return cancelled(key)
    whole = result.get("error", b"null")
    error = _members(whole)
    name = _word(_members(error["error"]) if "error" in error else error, "type")
    return ResultLine(key, HttpAnswer(_ANTHROPIC_STATUS.get(name, 400), {}, whole))


def _google(key: str, told: _Members) -> ResultLine:
    response = told.get("response", b"null")
    if response != b"null":
        return ResultLine(key, HttpAnswer(200, {}, response))
    error = told.get("error", b"null")
    code = _number(_members(error), "code")
    if code == _RPC_CANCELLED:
        return cancelled(key)
    status = 400 if code is None else _RPC_STATUS.get(code, code)
    if not 400 <= status < 600:
        status = 400
    return ResultLine(key, HttpAnswer(status, {}, _nested("error", error)))


_Members = Mapping[str, bytes]
_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])


def _members(text: bytes | None) -> _Members:
    """What an object has under each name, as it is written; nothing of what is no object."""
    if text is None or not text.lstrip().startswith(b"{"):
        return {}
    try:
        return {name: bytes(one) for name, one in _MEMBERS.decode(text).items()}
    except (msgspec.DecodeError, ValueError, RecursionError):
        pass
    try:  # half of a surrogate pair, numbers that are none: Python reads them
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return {name: json.dumps(one, separators=(",", ":")).encode() for name, one in value.items()}


def _value(told: _Members, name: str) -> object:
    try:
        return msgspec.json.decode(told.get(name, b"null"))
    except (msgspec.DecodeError, ValueError):
        return None


def _word(told: _Members, name: str) -> str:
    return words(_value(told, name))


def _number(told: _Members, name: str) -> int | None:
    value = _value(told, name)
    return value if isinstance(value, int) else None


def _nested(name: str, text: bytes) -> bytes:
    return b'{"%s":%s}' % (name.encode(), text)


def expired(key: str) -> ResultLine:
    """A call that the provider did not get to in time."""
    return ResultLine(key, None, FailureKind.TIMEOUT, "the batch expired before it was answered")


def cancelled(key: str) -> ResultLine:
    """A call whose batch was cancelled first."""
    message = "the batch was cancelled before it was answered"
    return ResultLine(key, None, FailureKind.CANCELLED, message)


def missing(key: str) -> ResultLine:
    """A call about which the results of its batch say nothing."""
    message = "the results of the batch have no line for it"
    return ResultLine(key, None, FailureKind.BROKEN_BODY, message)
