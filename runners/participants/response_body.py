"""Reading the body of OpenAI's responses API, whatever it holds.

Total, as `completion` is, and for the same reason. A body lists items: reasoning, messages, calls
of tools. What was said is the text of its messages, without those that are marked as commentary
where something else was said; a blank line stands between two messages, since they are two. Joining
them without one, as the SDK does, would make one word of the last and the first.

How it ended is told by `status` in the body and not by HTTP: a failure comes under 200, with an
error whose code is a word.
"""

from __future__ import annotations

import json

from runners.participants.base import Finish
from runners.participants.completion import (
    CompletionBody,
    NotACompletion,
    count,
    read_json,
    words,
)
from runners.participants.endings import ended

_CALLS = frozenset(
    {
        "function_call",
        "custom_tool_call",
        "computer_call",
        "local_shell_call",
        "shell_call",
        "apply_patch_call",
        "mcp_approval_request",
    }
)
"""Items that wait for whoever asked to do something; other tools run at the vendor's."""
_UNFINISHED = frozenset({"queued", "in_progress", "cancelled"})
_WITHHELD = frozenset(
    {
        "invalid_prompt",
        "bio_policy",
        "misalignment_policy_violation",
        "image_content_policy_violation",
    }
)
_STATUS = {"rate_limit_exceeded": 429, "data_residency_mismatch": 400}
"""The HTTP status under which an error would come by itself; for one about pictures that is 400."""


def read_response(body: str) -> CompletionBody:
    """The reply in the body of an answer with status 200.

    Raises:
        NotACompletion: there is no reply in it.
    """
    value = read_json(body)
    if not isinstance(value, dict):
        raise NotACompletion("JSON that is no response")
    error, output = value.get("error"), value.get("output")
    status = words(value.get("status"))
    if error and (status in ("", "failed") or not isinstance(output, list)):
        found = _refused(error, failed=status == "failed")
    elif not isinstance(output, list):
        raise NotACompletion("JSON that is no response")
    elif status in _UNFINISHED or status == "failed":
        raise NotACompletion("a response that was not finished", damaged=True)
    else:
        found = _said(output, _reason(value))
    text, finish = found
    usage = value.get("usage")
    return CompletionBody(
        text=text,
        finish=finish,
        model=words(value.get("model")),
        request_id=words(value.get("id")) or None,
        input_tokens=count(usage, "input_tokens"),
        output_tokens=count(usage, "output_tokens"),
    )


def _refused(error: object, *, failed: bool) -> tuple[str, Finish]:
    """What a prompt that is held back comes to; any other error is no reply.

    Raises:
        NotACompletion: with the status under which this error would come by itself.
    """
    code = words(error.get("code")) if isinstance(error, dict) else ""
    if code in _WITHHELD:
        return "", Finish.FILTERED
    status = _STATUS.get(code, 400 if "image" in code else 500 if failed else None)
    raise NotACompletion("an error", error=json.dumps(error), status=status)


def _reason(value: dict[str, object]) -> object:
    """Why it ended: its status, and for one that is incomplete the reason beside it."""
    status, details = value.get("status"), value.get("incomplete_details")
    if status != "incomplete":
        return status
    return (isinstance(details, dict) and details.get("reason")) or status


def _said(output: list[object], reason: object) -> tuple[str, Finish]:
    """The words of a list of items, and how they ended; `reason` is why."""
    messages = [item for item in output if _type(item) == "message"]
    final = [item for item in messages if _phase(item) != "commentary"]
    said = final if _texts(final, "output_text") or not messages else messages
    text = "\n\n".join(_texts(said, "output_text"))
    refusal = "\n\n".join(_texts(messages, "refusal"))
    if refusal and not text.strip():
        return refusal, Finish.REFUSAL
    # Who only thought has said nothing; a kind of item that nobody knows yet is another thing.
    known = all(_type(item) in ("message", "reasoning") for item in output)
    found = text.strip() or known
    return ended(reason, text if found else None, tool=any(_type(o) in _CALLS for o in output))


def _texts(items: list[object], kind: str) -> list[str]:
    """The words of the parts of one kind, message by message; those without any left out."""
    field = "refusal" if kind == "refusal" else "text"
    found: list[str] = []
    for item in items:
        content = item.get("content") if isinstance(item, dict) else None
        if isinstance(content, str) and kind == "output_text":
            found.append(content)
            continue
        parts = content if isinstance(content, list) else []
        found.append("".join(words(part.get(field)) for part in parts if _type(part) == kind))
    return [text for text in found if text]


def _type(item: object) -> str:
    return words(item.get("type")) if isinstance(item, dict) else ""


def _phase(item: object) -> str:
    return words(item.get("phase")) if isinstance(item, dict) else ""
