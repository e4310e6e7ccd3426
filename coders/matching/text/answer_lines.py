"""The part of a reply that is read where a framing asks for the answer on a line of its own."""

from __future__ import annotations

import re
from functools import lru_cache

from dsl.patterns import lazy_pattern

_MARKS = r"[\s*_#>`~-]*"
"""Signs of Markdown before the words of a line, and around the colon."""


def answer_part(reply: str, label: str) -> str:
    """What stands on the lines that begin with `label` and a colon, each on a line: the rest of the
    line, or where it ends there, the next line with words. All of them are read, so that two that
    differ are not taken for one answer. The whole reply if there are none.
    """
    if not label:
        return reply
    lines = reply.splitlines()
    found: list[str] = []
    for at, line in enumerate(lines):
        begun = _begins(label).match(line)
        if begun is not None:
            below = (one for one in lines[at + 1 :] if re.search(r"\w", one))
            rest = line[begun.end() :]
            found.append(rest if re.search(r"\w", rest) else next(below, ""))
    part = "\n".join(filter(None, found))
    return part or reply


_STATED = lazy_pattern(
    rf"(?i){_MARKS}(?:####|(?:(?:so|thus|hence|therefore),?[ ])?(?:the[ ])?(?:final[ ])?answer"
    rf"(?:[ ]is)?{_MARKS}[:=]?(?=[\s*_$\\]|\d)|(?=\\(?:boxed|fbox)\{{)|\$+(?=\\boxed))"
)
"""How a last line begins that states a number as the answer: `#### 42`, `Answer: 42`."""
_SENTENCE = lazy_pattern(r"(?<=[.!])\s+(?=[A-Z*_])")


def stated_number(reply: str) -> str:
    """What stands behind `####`, `Answer:` or `The answer is`, or in a box, where the last sentence
    of a reply begins so and has a figure in it; else the whole reply.

    Who works a number out names many on the way, and this is the one that is meant.
    """
    last = next((one for one in reversed(reply.splitlines()) if re.search(r"\w", one)), "")
    for part in (last, _SENTENCE.split(last)[-1]):
        begun = _STATED.match(part)
        if begun is not None and re.search(r"\d", part[begun.end() :]):
            return part[begun.end() :]
    return reply


@lru_cache(maxsize=64)
def _begins(label: str) -> re.Pattern[str]:
    return re.compile(rf"(?i){_MARKS}{re.escape(label)}{_MARKS}[:：]{_MARKS}")
