"""Reading the body of Google's generateContent, whatever it holds.

Total, as `completion` is. A prompt that was blocked comes back under status 200 without candidates,
and a reply that was withheld as a candidate without content: both are replies. Thoughts are no part
of what was said; they stay in the raw body, and their tokens count as output, as they are billed.
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

_FILTERED = frozenset(
    {
        "SAFETY",
        "RECITATION",
        "LANGUAGE",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "MODEL_ARMOR",
        "ESCALATION",
    }
)
_CUT = frozenset({"MAX_TOKENS", "CONTINUATION"})
"""The second is the limit of a single request, after which Gemini 4 could be asked to go on."""
_OUTPUT = ("candidatesTokenCount", "thoughtsTokenCount")


def read_content(body: str) -> Completion:
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
    parts = [tokens for name in _OUTPUT if (tokens := count(usage, name)) is not None]
    return Completion(
        text=text,
        finish=finish,
        model=words(value.get("modelVersion")),
        request_id=words(value.get("responseId")) or None,
        input_tokens=count(usage, "promptTokenCount"),
        output_tokens=sum(parts) if parts else None,
    )


def _said(candidates: object, feedback: object) -> tuple[str, Finish]:
    if isinstance(feedback, dict) and feedback.get("blockReason") and not candidates:
        return "", Finish.FILTERED
    first = candidates[0] if isinstance(candidates, list) and candidates else None
    if not isinstance(first, dict):
        return "", Finish.UNPARSABLE
    reason = words(first.get("finishReason"))
    content = first.get("content")
    parts = content.get("parts") if isinstance(content, dict) else None
    given = [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    texts = [words(part.get("text")) for part in given if not part.get("thought")]
    text = "".join(texts)
    if reason in _FILTERED:
        return text, Finish.FILTERED
    if reason in _CUT:
        return text, Finish.LENGTH
    if text.strip():
        return text, Finish.STOP
    if reason == "STOP" and all("text" in part for part in given):
        return text, Finish.EMPTY
    return "", Finish.UNPARSABLE
