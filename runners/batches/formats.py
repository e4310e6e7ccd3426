"""Lines of request files and of result files, in the formats of OpenAI, Anthropic and Google.

A request is the participant's own, byte for byte that of an ordinary call, under the call's key. A
result becomes the HTTP answer that an ordinary call would have had, so that the participant's own
reader makes the reply, or the failure, of it. vLLM (`vllm run-batch`) speaks OpenAI's format.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

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
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"


def result_line(line: bytes) -> ResultLine | None:
    """What a line of results says; None for a line that is none."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    key = words(value.get("custom_id")) or words(value.get("key"))
    if not key:
        return None
    if isinstance(value.get("result"), dict):
        return _anthropic(key, value["result"])
    if "custom_id" in value:
        return _openai(key, value) if "response" in value or "error" in value else None
    return _google(key, value) if "response" in value or "error" in value else None


def _openai(key: str, value: Mapping[str, Any]) -> ResultLine:
    response, error = value.get("response"), value.get("error")
    if isinstance(error, dict):
        error = error.get("error", error)  # vLLM's has the whole body of its answer here
    if isinstance(response, dict) and isinstance(response.get("status_code"), int):
        body = response.get("body")
        named = words(response.get("request_id"))
        headers = {"x-request-id": named} if named else {}
        content = _dumped({"error": error} if body is None else body)
        return ResultLine(key, HttpAnswer(response["status_code"], headers, content))
    code = words(error.get("code")) if isinstance(error, dict) else ""
    said = words(error.get("message")) if isinstance(error, dict) else words(error)
    if "expired" in code:
        return expired(key)
    if "cancel" in code:
        return cancelled(key)
    return ResultLine(key, None, FailureKind.BAD_REQUEST, said or code or "it was refused")


def _anthropic(key: str, result: Mapping[str, Any]) -> ResultLine:
    kind = words(result.get("type"))
    if kind == "succeeded":
        return ResultLine(key, HttpAnswer(200, {}, _dumped(result.get("message"))))
    if kind == "expired":
        return expired(key)
    if kind in ("canceled", "cancelled"):
        return cancelled(key)
    whole = result.get("error")
    error = whole.get("error", whole) if isinstance(whole, dict) else {}
    name = words(error.get("type")) if isinstance(error, dict) else ""
    return ResultLine(key, HttpAnswer(_ANTHROPIC_STATUS.get(name, 400), {}, _dumped(whole)))


def _google(key: str, value: Mapping[str, Any]) -> ResultLine:
    if isinstance(value.get("response"), dict):
        return ResultLine(key, HttpAnswer(200, {}, _dumped(value["response"])))
    error = value.get("error")
    code = error.get("code") if isinstance(error, dict) else None
    if code == _RPC_CANCELLED:
        return cancelled(key)
    status = _RPC_STATUS.get(code, code) if isinstance(code, int) else 400
    if not 400 <= status < 600:
        status = 400
    return ResultLine(key, HttpAnswer(status, {}, _dumped({"error": error})))


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


def _dumped(value: object) -> bytes:
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    except UnicodeEncodeError:  # half of a surrogate pair, which escapes can spell
        return json.dumps(value, separators=(",", ":")).encode("ascii")
