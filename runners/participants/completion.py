"""Reading the body of an answer, whatever it holds: JSON, tokens, how it ended; chat completions.

The parsing is ours and total, not the SDK's: that one gives a `str` for an HTML page, a bare
JSONDecodeError for half a body, and None where a refusal stands (measured with openai 3.52). Here a
body either is a completion, and then it is a reply of some kind, or `NotACompletion` says what it
is instead.

How a reply ended is read by one table for all wire formats. A reason that is not in it is
`unknown`, never `stop`: servers send `error`, `abort` and the like under status 200 with half a
reply, and a half reply that is scored as a whole one is wrong in silence. Where the provider names
no reason at all (null, or no such field, as many servers of one's own do), there is nothing to
doubt, and words count as a whole reply. A table for each format was the alternative: gateways
translate one format into another and keep the reasons of the first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from runners.participants.base import Finish, Reply
from runners.participants.thoughts import without_thought

_TOOL = ("tool_calls", "function_call")
_TOO_MANY = 2**31
"""So many tokens no reply has, and no store has room to count."""
_WHOLE = ("stop", "stop_sequence", "end_turn", "eos", "eos_token", "complete", "completed")
"""The vendors' own words; `eos`, `eos_token` and `complete` are those of Together, Text Generation
Inference and Cohere."""
_CUT = (
    "length",
    "max_tokens",
    "max_output_tokens",
    "model_length",
    "model_context_window_exceeded",
    "continuation",
)
"""`continuation` is the limit of one request, after which Gemini 4 could be asked to go on."""
_FILTERED = (
    "content_filter",
    "safety",
    "recitation",
    "language",
    "blocklist",
    "prohibited_content",
    "spii",
    "model_armor",
    "escalation",
)
_FINISHES = {
    **dict.fromkeys(_WHOLE, Finish.STOP),
    **dict.fromkeys(_CUT, Finish.LENGTH),
    **dict.fromkeys(_FILTERED, Finish.FILTERED),
    "refusal": Finish.REFUSAL,
}


@dataclass(slots=True)
class NotACompletion(Exception):
    """The body holds no reply; `what` says what it looks like.

    `damaged`: it may have been one, and broke on the way. `error` is the server's own error object,
    as JSON, if the body holds one, and `status` the HTTP status that says the same, where known.
    """

    what: str
    damaged: bool = field(default=False, kw_only=True)
    error: str | None = field(default=None, kw_only=True)
    status: int | None = field(default=None, kw_only=True)


def read_json(body: str) -> object:
    """The JSON value of a body.

    Raises:
        NotACompletion: it is none, in words that say what it looks like.
    """
    import msgspec

    text = body.lstrip("\ufeff \t\r\n")
    if not text.rstrip():
        raise NotACompletion("an empty body", damaged=True)
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError):
        pass  # what it does not take, such as half of a surrogate pair, Python may
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        if text.startswith("<"):
            raise NotACompletion("a web page") from None
        if text.startswith(("{", "[")) and getattr(error, "msg", "") == "Extra data":
            raise NotACompletion("JSON with more after it", damaged=True) from None
        if text.startswith(("{", "[")):
            raise NotACompletion("JSON that breaks off", damaged=True) from None
        raise NotACompletion("something that is not JSON") from None
    return value


def read_object(body: str, what: str) -> dict[str, object]:
    """The JSON object of a body.

    Raises:
        NotACompletion: it is none; `what` it should be.
    """
    value = read_json(body)
    if not isinstance(value, dict):
        raise NotACompletion(f"JSON that is no {what}")
    return value


def no_reply(value: Mapping[str, object], what: str) -> NotACompletion:
    """That an object holds no reply, with the error that it holds in place of one."""
    if error := value.get("error"):
        return NotACompletion("an error", error=json.dumps(error))
    return NotACompletion(f"JSON that is no {what}")


def completion_body(
    value: Mapping[str, object],
    found: tuple[str, Finish],
    *,
    model: str = "model",
    request_id: str = "id",
    usage: str = "usage",
    read: Sequence[str],
    written: Sequence[str],
    details: str = "",
    cached: str = "cached_tokens",
    cached_now: str = "",
) -> Reply:
    """What a body says, with the words and the finish `found` in it; the rest stands at these
    names, and the tokens that were read and written in `usage`. Which of those read were `cached`
    is in the `details` of that, or in `usage` itself.
    """
    used = value.get(usage)
    told = used.get(details) if details and isinstance(used, dict) else used
    return Reply(
        *found,
        model_returned=words(value.get(model)),
        request_id=words(value.get(request_id)) or None,
        input_tokens=_count(used, read),
        output_tokens=_count(used, written),
        cache_read=_count(told, (cached,)) or 0,
        cache_written=_count(told, (cached_now,)) or 0,
    )


def read_completion(body: str) -> Reply:
    """The reply in the body of an answer with status 200.

    Raises:
        NotACompletion: there is no reply in it.
    """
    value = read_object(body, "chat completion")
    choices = value.get("choices")
    if not isinstance(choices, list):
        raise no_reply(value, "chat completion")
    return completion_body(
        value,
        _first(choices),
        read=("prompt_tokens",),
        written=("completion_tokens",),
        details="prompt_tokens_details",
        cached_now="cache_write_tokens",
    )


def _first(choices: list[object]) -> tuple[str, Finish]:
    choice = choices[0] if choices else None
    if not isinstance(choice, dict):
        return "", Finish.UNPARSABLE
    reason = choice.get("finish_reason")
    message = choice.get("message")
    if not isinstance(message, dict):
        return with_finish(reason, None)
    text = _content(message.get("content"))
    refusal = words(message.get("refusal"))
    if refusal and not (text or "").strip():
        return refusal, Finish.REFUSAL
    tool = bool(message.get("tool_calls") or message.get("function_call"))
    return with_finish(reason, text, tool=tool or reason in _TOOL)


def _content(content: object) -> str | None:
    """Text, or the texts of a list of parts; empty for null; None for anything else."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    texts: list[str] = []
    for part in content:
        if isinstance(part, dict) and isinstance(part.get("text"), str):
            texts.append(part["text"])
        elif isinstance(part, str):
            texts.append(part)
    return "".join(texts) if texts or not content else None


def words(value: object) -> str:
    """The value if it is text, else nothing."""
    return value if isinstance(value, str) else ""


def _count(usage: object, names: Sequence[str]) -> int | None:
    """The sum of the numbers of tokens by these names, of which some may be missing or null; None
    where all are, and where one of them cannot be a count: a sum without it would look like one."""
    held = usage if isinstance(usage, dict) else {}
    whole: int | None = None
    for name in names:
        tokens = held.get(name)
        if tokens is None:
            continue
        if type(tokens) is not int or not 0 <= tokens < _TOO_MANY:
            return None
        whole = (whole or 0) + tokens
    return whole


def with_finish(reason: object, text: str | None, *, tool: bool = False) -> tuple[str, Finish]:
    """The words of a reply, and how it ended. `reason` is what the provider gives, as it stands in
    the body; `text` is None where no words can be found; `tool`: the reply calls a tool.

    Nobody offers a model tools, so that one who calls one waits for what will never come: words
    next to such a call are no whole reply, and without words there is nothing to read. Thoughts
    that a server left in the text are no part of it.
    """
    finish = _finish(reason)
    text = None if text is None else without_thought(text)
    if finish in (Finish.FILTERED, Finish.LENGTH, Finish.REFUSAL):
        return text or "", finish
    if text is None or (tool and not text.strip()):
        # A reason that nobody knows says more than that there are no words.
        known = finish is Finish.STOP or tool
        return "", Finish.UNPARSABLE if known else Finish.UNKNOWN
    if tool or finish is Finish.UNKNOWN:
        return text, Finish.UNKNOWN
    return text, Finish.STOP if text.strip() else Finish.EMPTY


def _finish(reason: object) -> Finish:
    if reason is None or reason == "":
        return Finish.STOP
    if not isinstance(reason, str):
        return Finish.UNKNOWN
    return _FINISHES.get(reason.lower(), Finish.UNKNOWN)
