"""Reading the body of an Anthropic message, whatever it holds.

Total, as `completion` is, and for the same reason: the SDK gives a `str` for an HTML page, a bare
JSONDecodeError for half a body, and no first block of content for a refusal (measured with
anthropic 2.12). Thinking is no part of what was said; it stays in the raw body.
"""

from __future__ import annotations

import json

from runners.participants.base import Finish
from runners.participants.completion import (
    CompletionBody,
    NotACompletion,
    count,
    counted_together,
    read_json,
    words,
)
from runners.participants.endings import ended

_INPUT = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def read_message(body: str) -> CompletionBody:
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
    text, finish = _said(value.get("content"), value.get("stop_reason"))
    usage = value.get("usage")
    return CompletionBody(
        text=text,
        finish=finish,
        model=words(value.get("model")),
        request_id=words(value.get("id")) or None,
        input_tokens=counted_together(usage, _INPUT),
        output_tokens=count(usage, "output_tokens"),
    )


def _said(content: object, reason: object) -> tuple[str, Finish]:
    blocks = content if isinstance(content, list) else []
    texts = [
        block["text"]
        for block in blocks
        if isinstance(block, dict)
        and block.get("type") == "text"
        and isinstance(block.get("text"), str)
    ]
    found = isinstance(content, list) and (texts or not blocks)
    tool = any(isinstance(block, dict) and block.get("type") == "tool_use" for block in blocks)
    return ended(reason, "".join(texts) if found else None, tool=tool or reason == "tool_use")
