"""Reading the body of an Anthropic message, whatever it holds.

Total, as `completion` is, and for the same reason: the SDK gives a `str` for an HTML page, a bare
JSONDecodeError for half a body, and no first block of content for a refusal (measured with
anthropic 2.12). Thinking is no part of what was said; it stays in the raw body.
"""

from __future__ import annotations

import json

from runners.participants.base import Finish
from runners.participants.completion import (
    Completion,
    NotACompletion,
    count,
    read_json,
    words,
)

_CUT = frozenset({"max_tokens", "model_context_window_exceeded"})
_INPUT = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def read_message(body: str) -> Completion:
    """The reply in the body of an answer with status 200.

    Raises:
        NotACompletion: there is no reply in it.
    """
    value = read_json(body)
    if not isinstance(value, dict) or value.get("type") not in ("message", "error", None):
        raise NotACompletion("JSON that is no message")
    if "content" not in value:
        error = value.get("error")
        if error:
            raise NotACompletion("an error", error=json.dumps(error))
        raise NotACompletion("JSON that is no message")
    text, finish = _said(value.get("content"), words(value.get("stop_reason")))
    usage = value.get("usage")
    parts = [tokens for name in _INPUT if (tokens := count(usage, name)) is not None]
    return Completion(
        text=text,
        finish=finish,
        model=words(value.get("model")),
        request_id=words(value.get("id")) or None,
        input_tokens=sum(parts) if parts else None,
        output_tokens=count(usage, "output_tokens"),
    )


def _said(content: object, reason: str) -> tuple[str, Finish]:
    blocks = content if isinstance(content, list) else []
    texts = [
        block["text"]
        for block in blocks
        if isinstance(block, dict)
        and block.get("type") == "text"
        and isinstance(block.get("text"), str)
    ]
    text = "".join(texts)
    if reason == "refusal":
        return text, Finish.REFUSAL
    if reason in _CUT:
        return text, Finish.LENGTH
    if not isinstance(content, list) or (blocks and not texts):
        return "", Finish.UNPARSABLE
    return text, Finish.STOP if text.strip() else Finish.EMPTY
