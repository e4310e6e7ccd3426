"""How replies to an agent's steps are read. `READER` counts up when a reply is read otherwise.

What is read goes into later prompts, so another reading makes another participant.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice

from dsl.record import record
from renderers.rows.agent_waves import MemoryStatement
from runners.agents.agent_file import AgentStep, Reads

READER = "2"
MOST_STATEMENTS = 200
LONGEST_STATEMENT = 2_000
LONGEST_TEXT = 20_000
"""Characters of a profile or a note."""

_MARKS = r"[\s*_#>`~-]*"
_FENCE = re.compile(r"\A```[a-z]*\n|\n?```\s*\Z")
_LISTS_TRIED = 20


@record
class UnreadableReply:
    """A reply that cannot be read, and why: a phrase after "it"."""

    why: str


def read_reply(
    reply: str | None, step: AgentStep, wave: int
) -> tuple[MemoryStatement, ...] | str | UnreadableReply:
    """What a reply to a step says: statements, or the words of a profile or a note. None is a
    reply that was cut off.
    """
    if reply is None:
        return UnreadableReply("was cut off")
    text = _whole(reply)
    if step.after:
        label = step.after.rstrip(": ")
        begun = list(_beginnings(label, text))
        if not begun:
            return UnreadableReply(f"has no line that begins with `{label}:`")
        text = text[begun[-1].end() :]
    if step.reads is Reads.STATEMENTS:
        return _statements(text, wave)
    text = _FENCE.sub("", text.strip()).strip()
    if not text:
        return UnreadableReply("says nothing")
    if len(text) > LONGEST_TEXT:
        return UnreadableReply(f"is longer than {LONGEST_TEXT:,} characters")
    return text


def answer_in(reply: str, answer_line: str, labels: tuple[str, ...]) -> str:
    """The answer in words of a reply: what follows the line that begins with `answer_line`, up to
    one that begins with another of the `labels` that the prompt asks for; the whole reply where no
    line begins so.
    """
    begun = next(_beginnings(answer_line, reply), None)
    if begun is None:
        return reply
    rest = reply[begun.end() :]
    ends = [found.start() for one in labels for found in islice(_beginnings(one, rest), 1)]
    return rest[: min(ends, default=None)].strip()


def _beginnings(label: str, text: str) -> Iterator[re.Match[str]]:
    """Where lines begin with a label. Marks and blank lines before anything else are passed over
    once, as a model that goes on and on sends thousands of them; but not where the label itself
    begins with a mark.
    """
    passed_over = "|" if label == re.sub(rf"\A{_MARKS}", "", label) else ""
    begins = rf"{re.escape(label)}{_MARKS}[:：]{_MARKS}"
    found = re.finditer(rf"(?im)^{_MARKS}(?:({begins}){passed_over})", text)
    return (one for one in found if one[1])


@lru_cache(256)
def _statements(text: str, wave: int) -> tuple[MemoryStatement, ...] | UnreadableReply:
    found = _list(text)
    if found is None:
        return UnreadableReply("has no JSON list")
    if len(found) > MOST_STATEMENTS:
        return UnreadableReply(f"has more than {MOST_STATEMENTS} statements")
    statements = []
    for at, one in enumerate(found, start=1):
        text = " ".join(_whole(str(one["statement"])).split()) if _has_words(one) else ""
        if not text or len(text) > LONGEST_STATEMENT:
            return UnreadableReply(f'has no words under "statement" in entry {at}')
        score = _score(one.get("score"))
        if score is None:
            return UnreadableReply(f'has no "score" from 1 to 5 in entry {at}')
        statements.append(MemoryStatement(text, score, wave))
    return tuple(statements)


def _whole(text: str) -> str:
    """A text that can be sent: half of a pair is no character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _has_words(one: object) -> bool:
    return isinstance(one, dict) and isinstance(one.get("statement"), str)


def _list(text: str) -> list[dict[str, object]] | None:
    """The first JSON list of objects in a text, or an empty list; None where there is none."""
    decoder = json.JSONDecoder()
    for begun in islice(re.finditer(r"\[", text), _LISTS_TRIED):
        try:
            found, _ = decoder.raw_decode(text, begun.start())
        except (ValueError, RecursionError):
            continue
        if all(isinstance(one, dict) for one in found):
            return list(found)
    return None


def _score(value: object) -> Fraction | None:
    written = str(value).strip()
    if isinstance(value, bool) or not re.fullmatch(r"\d(?:\.\d{1,6})?", written):
        return None
    score = Fraction(written)
    return score if 1 <= score <= 5 else None
