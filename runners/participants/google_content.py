"""Reading the body of Google's generateContent, whatever it holds.

Total, as `completion` is. A prompt that was blocked comes back under status 200 without candidates,
and a reply that was withheld as a candidate without content: both are replies. Thoughts are no part
of what was said; they stay in the raw body, and their tokens count as output, as they are billed.
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

_OUTPUT = ("candidatesTokenCount", "thoughtsTokenCount")


def read_content(body: str) -> CompletionBody:
    """The reply in the body of an answer with status 200.

    Raises:
        NotACompletion: there is no reply in it.
    """
    value = read_json(body)
    if not isinstance(value, dict):
        raise NotACompletion("JSON that is no reply")
    candidates, feedback = value.get("candidates"), value.get("promptFeedback")
    usage = value.get("usageMetadata")
    if not isinstance(candidates, list) and not isinstance(feedback, dict) and usage is None:
        error = value.get("error")
        if error:
            raise NotACompletion("an error", error=json.dumps(error))
        raise NotACompletion("JSON that is no reply")
    text, finish = _said(candidates, feedback)
    return CompletionBody(
        text=text,
        finish=finish,
        model=words(value.get("modelVersion")),
        request_id=words(value.get("responseId")) or None,
        input_tokens=count(usage, "promptTokenCount"),
        output_tokens=counted_together(usage, _OUTPUT),
    )


def _said(candidates: object, feedback: object) -> tuple[str, Finish]:
    if isinstance(feedback, dict) and feedback.get("blockReason") and not candidates:
        return "", Finish.FILTERED
    first = candidates[0] if isinstance(candidates, list) and candidates else None
    if not isinstance(first, dict):
        return "", Finish.UNPARSABLE
    content = first.get("content")
    parts = content.get("parts") if isinstance(content, dict) else None
    given = [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    said = [part for part in given if not part.get("thought")]
    tool = any("functionCall" in part for part in said)
    text = "".join(words(part.get("text")) for part in said)
    reason = first.get("finishReason")
    found = text.strip() or (reason == "STOP" and all("text" in part for part in given))
    return ended(reason, text if found else None, tool=tool)
