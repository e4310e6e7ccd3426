"""The part of a reply that is read where a framing asks for the answer on a line of its own."""

from __future__ import annotations

import re
from functools import lru_cache

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


@lru_cache(maxsize=64)
def _begins(label: str) -> re.Pattern[str]:
    return re.compile(rf"(?i){_MARKS}{re.escape(label)}{_MARKS}[:：]{_MARKS}")
