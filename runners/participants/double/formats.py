"""What the test double is asked and says, in each of the wire formats.

A behaviour is described once, and put into the format of whoever asks: the same fault can then be
tried with every adapter.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

MODEL = "double-1"
NO_QUOTA = "insufficient_quota"


@dataclass(frozen=True, slots=True)
class MeantReply:
    """A reply, or an error if there is a `status`, with OpenAI's words for it in `type` and `code`.
    `ending` is stop, length, refusal, filtered or tool (a call of a tool beside the words); any
    other word is sent as the reason why it ended. `half` breaks the body off in the middle."""

    text: str = ""
    ending: str = "stop"
    status: int | None = None
    type: str = "error"
    code: str | None = None
    half: bool = False


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
        told = _said(self.json)
        apart = self.json.get("system", self.json.get("systemInstruction"))
        first = [("system", _text(apart))] if apart is not None and told else []
        return (*first, *((str(one.get("role")), _text(one)) for one in told))

    @property
    def embeds(self) -> bool:
        """Whether it asks for embeddings."""
        return self.path.endswith(("/embeddings", ":batchEmbedContents"))

    @property
    def pictures(self) -> tuple[tuple[str, bytes], ...]:
        """(media type, bytes) of every picture sent, in order."""
        parts = (part for one in _said(self.json) for part in _parts(one))
        return tuple(found for found in map(_picture_in, parts) if found is not None)


def written(meant: MeantReply, path: str) -> bytes:
    """The body of an answer that means this, in the format that this path speaks."""
    reply, fault = next(
        (speak for sign, speak in _SPOKEN if sign in path), (_chat_reply, _chat_fault)
    )
    body = json.dumps(reply(meant) if meant.status is None else fault(meant)).encode()
    return body[: len(body) // 2] if meant.half else body


def embedded(request: Request) -> bytes:
    """The body of an answer with the vector of each text: how often it has each letter."""
    sent = request.json
    if "requests" in sent:
        asked: Any = sent["requests"]
        texts = [one["content"]["parts"][0]["text"] for one in asked]
        return json.dumps({"embeddings": [{"values": _letters(text)} for text in texts]}).encode()
    given: Any = sent.get("input", ())
    data = [
        {"object": "embedding", "index": at, "embedding": _letters(text)}
        for at, text in enumerate(given)
    ]
    count = sum(len(text.split()) for text in given)
    usage = {"prompt_tokens": count, "total_tokens": count}
    # Servers may give them in any order; the index says which is whose.
    return json.dumps(
        {"object": "list", "data": data[::-1], "model": "double-embedding", "usage": usage}
    ).encode()


def _letters(text: str) -> list[float]:
    return [float(text.lower().count(letter)) for letter in "abcdefghijklmnopqrstuvwxyz"]


def _said(sent: Mapping[str, object]) -> list[Any]:
    """The messages of a request, whatever its format calls them."""
    lists = (sent.get(name) for name in ("messages", "contents", "input"))
    return next((found for found in lists if isinstance(found, list)), [])


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


def _picture_in(part: Mapping[str, object]) -> tuple[str, bytes] | None:
    """The media type and the bytes of the picture that a part of a message is; None for words.

    OpenAI has an address that holds the picture (over chat completions within an object of its
    own), Anthropic a source, Google inline data.
    """
    held = part.get("image_url", part.get("source", part.get("inlineData")))
    if isinstance(held, dict) and "url" in held:
        held = held["url"]
    if isinstance(held, str):
        kind, _, data = held.removeprefix("data:").partition(";base64,")
    elif isinstance(held, dict):
        names = ("media_type", "mimeType", "mime_type")
        kind = next((str(held[name]) for name in names if name in held), "")
        data = str(held.get("data"))
    else:
        return None
    # Google's SDK writes base64 as it stands in addresses; both ways are read by every vendor.
    return kind, base64.b64decode(data.replace("-", "+").replace("_", "/"), validate=True)


def _chat_reply(meant: MeantReply) -> dict[str, object]:
    message: dict[str, object] = {"role": "assistant", "content": meant.text}
    if meant.ending == "refusal":
        message |= {"content": None, "refusal": meant.text}
    if meant.ending == "tool":
        called = {"name": "look", "arguments": "{}"}
        message["tool_calls"] = [{"id": "call_double", "type": "function", "function": called}]
    ends = {"filtered": "content_filter", "refusal": "stop", "tool": "tool_calls"}
    return chat_completion(message, ends.get(meant.ending, meant.ending), meant.text)


def chat_completion(
    message: Mapping[str, object],
    finish: str | None,
    text: str,
    *,
    model: str = MODEL,
    request_id: str = "chatcmpl-double",
) -> dict[str, object]:
    """A chat completion with this message; `text` are the words whose tokens are counted."""
    count = len(text.split())
    return {
        "id": request_id,
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 7, "completion_tokens": count, "total_tokens": 7 + count},
    }


def _chat_fault(meant: MeantReply) -> dict[str, object]:
    return {"error": {"message": meant.text, "type": meant.type, "param": None, "code": meant.code}}


def _message_reply(meant: MeantReply) -> dict[str, object]:
    ends = {
        "stop": "end_turn", "length": "max_tokens", "filtered": "refusal", "tool": "tool_use",
    }  # fmt: skip
    content: list[dict[str, object]] = [{"type": "text", "text": meant.text}] if meant.text else []
    if meant.ending == "tool":
        content.append({"type": "tool_use", "id": "toolu_double", "name": "look", "input": {}})
    return {
        "id": "msg_double",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": content,
        "stop_reason": ends.get(meant.ending, meant.ending),
        "stop_sequence": None,
        "usage": {"input_tokens": 7, "output_tokens": len(meant.text.split())},
    }


def _message_fault(meant: MeantReply) -> dict[str, object]:
    kinds = {
        400: "invalid_request_error",
        401: "authentication_error",
        403: "permission_error",
        404: "not_found_error",
        429: "rate_limit_error",
        529: "overloaded_error",
    }
    kind = kinds.get(meant.status or 0, "api_error")
    text = "Your credit balance is too low" if meant.code == NO_QUOTA else meant.text
    return {
        "type": "error",
        "error": {"type": kind, "message": text},
        "request_id": "req_double",
    }


def _content_reply(meant: MeantReply) -> dict[str, object]:
    usage = {"promptTokenCount": 7, "candidatesTokenCount": len(meant.text.split())}
    found: dict[str, object] = {
        "usageMetadata": usage,
        "modelVersion": MODEL,
        "responseId": "response-double",
    }
    if meant.ending == "filtered":
        return {**found, "promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}
    ends = {"length": "MAX_TOKENS", "refusal": "SAFETY", "tool": "STOP"}
    reason = ends.get(meant.ending, meant.ending.upper())
    candidate: dict[str, object] = {"finishReason": reason, "index": 0}
    parts: list[dict[str, object]] = [{"text": meant.text}]
    if meant.ending == "tool":
        parts.append({"functionCall": {"name": "look", "args": {}}})
    if meant.ending != "refusal":
        candidate["content"] = {"role": "model", "parts": parts}
    return {**found, "candidates": [candidate]}


def _content_fault(meant: MeantReply) -> dict[str, object]:
    statuses = {
        400: "INVALID_ARGUMENT",
        401: "UNAUTHENTICATED",
        403: "PERMISSION_DENIED",
        404: "NOT_FOUND",
        429: "RESOURCE_EXHAUSTED",
        503: "UNAVAILABLE",
    }
    status = statuses.get(meant.status or 0, "INTERNAL")
    details: list[dict[str, object]] = []
    if meant.code == NO_QUOTA:
        quota = {"quotaId": "GenerateRequestsPerDayPerProjectPerModel"}
        details = [{"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [quota]}]
    error = {"code": meant.status, "message": meant.text, "status": status, "details": details}
    return {"error": error}


def _response_reply(meant: MeantReply) -> dict[str, object]:
    part: dict[str, object] = {"type": "output_text", "text": meant.text, "annotations": []}
    if meant.ending == "refusal":
        part = {"type": "refusal", "refusal": meant.text}
    whole = meant.ending in ("stop", "refusal", "tool")
    cuts = {"length": "max_output_tokens", "filtered": "content_filter"}
    cut = None if whole else cuts.get(meant.ending, meant.ending)
    status = "completed" if whole else "incomplete"
    message: dict[str, object] = {
        "id": "msg_double",
        "type": "message",
        "role": "assistant",
        "status": status,
        "content": [part] if meant.text else [],
    }
    output: list[dict[str, object]] = [
        {"id": "rs_double", "type": "reasoning", "summary": []},
        message,
    ]
    if meant.ending == "tool":
        output.append({"type": "function_call", "name": "look", "arguments": "{}"})
    count = len(meant.text.split())
    return {
        "id": "resp_double",
        "object": "response",
        "created_at": 0,
        "status": status,
        "error": None,
        "incomplete_details": None if cut is None else {"reason": cut},
        "model": MODEL,
        "output": output,
        "store": False,
        "usage": {"input_tokens": 7, "output_tokens": count, "total_tokens": 7 + count},
    }


_Speak = Callable[[MeantReply], dict[str, object]]
_SPOKEN: tuple[tuple[str, tuple[_Speak, _Speak]], ...] = (
    ("/messages", (_message_reply, _message_fault)),
    (":rawPredict", (_message_reply, _message_fault)),
    (":generateContent", (_content_reply, _content_fault)),
    ("/responses", (_response_reply, _chat_fault)),
)
