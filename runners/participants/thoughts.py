"""What a model thought before it answered, kept apart from what it said.

Vendors send thoughts beside the reply, if at all. Servers that were started without a parser of
thoughts, and local models, write them into the text, between tags: there they are cut out. What
was thought stays in the stored body and is read from it on request; nobody codes it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

_TAGS = ("think", "thinking", "thought", "reasoning")
_OPEN = re.compile(rf"<(?:{'|'.join(_TAGS)})>|\[THINK\]")
_SHUT = re.compile(rf"</(?:{'|'.join(_TAGS)})>|\[/THINK\]")


def begins_thought(prompt: str) -> bool:
    """Whether a prompt has begun a thought, in the middle of which the model goes on."""
    opened = list(_OPEN.finditer(prompt))
    return bool(opened) and not prompt[opened[-1].end() :].strip()


def without_thought(said: str, *, thinking: bool = False) -> str:
    """What was said after the thoughts; empty where they did not end. `thinking`: the prompt has
    begun them.
    """
    return _parted(said, thinking=thinking)[1]


def _parted(said: str, *, thinking: bool) -> tuple[str, str]:
    """The thoughts in a text, and what was said after them. A tag counts where a thought can be: at
    the beginning of the text, or shut without having been opened, as where the template opens it.
    """
    begun = _OPEN.match(said.lstrip())
    first = _SHUT.search(said)
    if first is None:
        return (_bare(said), "") if begun or thinking else ("", said)
    if not (begun or thinking) and _OPEN.search(said, 0, first.start()):
        return "", said  # a pair of tags in the middle of what was said
    *_, last = _SHUT.finditer(said)
    return _bare(said[: last.start()]), said[last.end() :].lstrip()


def _bare(thought: str) -> str:
    return _SHUT.sub("", _OPEN.sub("", thought)).strip()


def thoughts_in(raw: str) -> str:
    """The thoughts that a stored body holds, whichever vendor sent it; empty without any."""
    try:
        body: object = json.loads(raw)
    except (ValueError, RecursionError):
        return ""
    return "\n\n".join(part for part in _thoughts(body) if part.strip())


def _thoughts(body: object) -> Iterator[str]:
    for block in _objects(_get(body, "content")):  # Anthropic
        if block.get("type") == "thinking":
            yield _text(block.get("thinking"))
    for item in _objects(_get(body, "output")):  # OpenAI's responses
        if item.get("type") == "reasoning":
            for part in (*_objects(item.get("summary")), *_objects(item.get("content"))):
                yield _text(part.get("text"))
    for choice in _objects(_get(body, "choices"))[:1]:  # chat completions
        message = choice.get("message")
        named = (_text(_get(message, name)) for name in ("reasoning_content", "reasoning"))
        yield next(filter(None, named), "")
        yield _parted(_text(_get(message, "content")), thinking=False)[0]
        for part in _objects(_get(message, "content")):  # Mistral
            yield from (_text(each.get("text")) for each in _objects(part.get("thinking")))
    for candidate in _objects(_get(body, "candidates"))[:1]:  # Google
        for part in _objects(_get(candidate.get("content"), "parts")):
            if part.get("thought") is True:
                yield _text(part.get("text"))
    if said := _text(_get(body, "said")):  # a local model
        yield _parted(said, thinking=begins_thought(_text(_get(body, "prompt"))))[0]


def _get(value: object, name: str) -> object:
    return value.get(name) if isinstance(value, dict) else None


def _objects(value: object) -> list[dict[str, object]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
