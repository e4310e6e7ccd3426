"""Reading the body of a chat completion, whatever it holds.

The parsing is ours and total, not the SDK's: that one gives a `str` for an HTML page, a bare
JSONDecodeError for half a body, and None where a refusal stands (measured with openai 3.52). Here a
body either is a completion, and then it is a reply of some kind, or `NotACompletion` says what it
is instead.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from runners.participants.base import Finish
from runners.participants.endings import ended

_TOOL = ("tool_calls", "function_call")
_TOO_MANY = 2**31
"""So many tokens no reply has, and no store has room to count."""


class NotACompletion(Exception):
    """The body holds no reply; `what` says what it looks like.

    `damaged`: it may have been one, and broke on the way. `error` is the server's own error object,
    as JSON, if the body holds one, and `status` the HTTP status that says the same, where known.
    """

    def __init__(
        self,
        what: str,
        *,
        damaged: bool = False,
        error: str | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.damaged = damaged
        self.error = error
        self.status = status


@dataclass(frozen=True, slots=True)
class CompletionBody:
    """What a body says. `None` and empty where it says nothing."""

    text: str
    finish: Finish
    model: str
    request_id: str | None
    input_tokens: int | None
    output_tokens: int | None


def read_json(body: str) -> object:
    """The JSON value of a body.

    Raises:
        NotACompletion: it is none, in words that say what it looks like.
    """
    text = body.lstrip("\ufeff \t\r\n")
    if not text.rstrip():
        raise NotACompletion("an empty body", damaged=True)
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


def read_completion(body: str) -> CompletionBody:
    """The reply in the body of an answer with status 200.

    Raises:
        NotACompletion: there is no reply in it.
    """
    value = read_json(body)
    if not isinstance(value, dict):
        raise NotACompletion("JSON that is no chat completion")
    choices = value.get("choices")
    if not isinstance(choices, list):
        error = value.get("error")
        if error:
            raise NotACompletion("an error", error=json.dumps(error))
        raise NotACompletion("JSON that is no chat completion")
    text, finish = _first(choices)
    usage = value.get("usage")
    return CompletionBody(
        text=text,
        finish=finish,
        model=words(value.get("model")),
        request_id=words(value.get("id")) or None,
        input_tokens=count(usage, "prompt_tokens"),
        output_tokens=count(usage, "completion_tokens"),
    )


def _first(choices: list[object]) -> tuple[str, Finish]:
    choice = choices[0] if choices else None
    if not isinstance(choice, dict):
        return "", Finish.UNPARSABLE
    reason = choice.get("finish_reason")
    message = choice.get("message")
    if not isinstance(message, dict):
        return ended(reason, None)
    text = _content(message.get("content"))
    refusal = words(message.get("refusal"))
    if refusal and not (text or "").strip():
        return refusal, Finish.REFUSAL
    tool = bool(message.get("tool_calls") or message.get("function_call"))
    return ended(reason, text, tool=tool or reason in _TOOL)


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


def count(usage: object, name: str) -> int | None:
    """The number of tokens by this name, None where there is none that can be one."""
    value = usage.get(name) if isinstance(usage, dict) else None
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value < _TOO_MANY else None


def counted_together(usage: object, names: Sequence[str]) -> int | None:
    """The sum of the numbers of tokens by these names, of which some may be missing or null; None
    where all are, and where one of them cannot be a count: a sum without it would look like one."""
    given = [name for name in names if isinstance(usage, dict) and usage.get(name) is not None]
    found = [count(usage, name) for name in given]
    known = [tokens for tokens in found if tokens is not None]
    return sum(known) if known and len(known) == len(found) else None
