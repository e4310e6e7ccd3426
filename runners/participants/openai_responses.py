"""OpenAI's responses API, and every server that has it under /responses: `openai/responses/NAME`.

Some of OpenAI's models answer here alone. Nothing lives on the vendor's side: each request carries
the whole conversation as `input` items with `store: false`, and names no earlier response. Only
words go back: a model's reasoning is not carried from turn to turn, as it is not over chat
completions either, because devrun derives every turn from the words that are stored. Rejected:
`previous_response_id`, by which a turn would rest on something that nobody can read or replay.

The system's words are items with the role `system`, in their place and byte for byte. With
`instructions` they would be one text before everything, whatever the script says, and several would
have to be joined. Items have text for their content and no `type`: before June 2026 vLLM took an
assistant's words in no other shape.

A seed is no parameter here, so none is sent unasked, not even to other servers, of which some
refuse what they do not know.

Total, as `completion` is, and for the same reason. A body lists items: reasoning, messages, calls
of tools. What was said is the text of its messages, without those that are marked as commentary
where something else was said; a blank line stands between two messages, since they are two. Joining
them without one, as the SDK does, would make one word of the last and the first.

How it ended is in `status` of the body, not in the HTTP status: a failure comes under 200, with an
error whose code is a word.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from dsl.trial import Picture
from runners.participants.base import Call, Finish, Message, Reply
from runners.participants.completion import (
    NotACompletion,
    completion_body,
    read_object,
    with_finish,
    words,
)
from runners.participants.messages import data_uri, spoken
from runners.participants.openai import OpenAIModel
from runners.participants.vendor import OPENAI_RESPONSES

_OURS = frozenset(
    {
        "model",
        "input",
        "instructions",
        "store",
        "stream",
        "stream_options",
        "previous_response_id",
        "conversation",
        "prompt",
        "background",
    }
)
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


class OpenAIResponses(OpenAIModel):
    """One model at one endpoint of the responses API.

    Raises:
        CannotStart: no model, no key where one is needed, or settings that cannot be sent.
    """

    vendor = OPENAI_RESPONSES
    reserved = _OURS
    max_tokens = "max_output_tokens"
    path = "/responses"

    def sent_with(self, call: Call) -> dict[str, object]:
        """What was asked for, and that nothing is kept at the vendor's."""
        return {**super().sent_with(call), "store": False}

    def request(
        self, messages: tuple[Message, ...], sent: Mapping[str, object]
    ) -> dict[str, object]:
        """The body of a request."""
        items = [
            {"role": one.role.value, "content": spoken(one, words=_words, picture=_picture)}
            for one in messages
        ]
        return {"model": self.model, "input": items, **sent}

    def read_body(self, body: str) -> Reply:
        """The reply in a response; raises NotACompletion."""
        return read_response(body)


def _words(text: str) -> dict[str, object]:
    return {"type": "input_text", "text": text}


def _picture(picture: Picture) -> dict[str, object]:
    # `auto` is the default of the API; the SDK's type asks for it, and servers built on that do.
    return {"type": "input_image", "image_url": data_uri(picture), "detail": "auto"}


def read_response(body: str) -> Reply:
    """The reply in the body of an answer with status 200.

    Raises:
        NotACompletion: there is no reply in it.
    """
    value = read_object(body, "response")
    error, output = value.get("error"), value.get("output")
    status = words(value.get("status"))
    if error and (status in ("", "failed") or not isinstance(output, list)):
        found = _refused(error, failed=status == "failed")
    elif not isinstance(output, list):
        raise NotACompletion("JSON that is no response")
    elif status in _UNFINISHED or status == "failed":
        raise NotACompletion("a response that was not finished", damaged=True)
    else:
        found = _text_and_finish(output, _reason(value))
    return completion_body(
        value,
        found,
        read=("input_tokens",),
        written=("output_tokens",),
        details="input_tokens_details",
        cached_now="cache_write_tokens",
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
    """Why it ended: its status, and the reason if it is incomplete."""
    status, details = value.get("status"), value.get("incomplete_details")
    if status != "incomplete":
        return status
    return (isinstance(details, dict) and details.get("reason")) or status


def _text_and_finish(output: list[object], reason: object) -> tuple[str, Finish]:
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
    return with_finish(
        reason, text if found else None, tool=any(_type(o) in _CALLS for o in output)
    )


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
