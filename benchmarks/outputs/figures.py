"""The figures in a text that people read, in their order: what is left of it without its words.

A table's row may get another heading and a sentence other words; a number that changed, and a row
or a column that went, still shows.
"""

from __future__ import annotations

import difflib
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

_NUMBER = re.compile(
    r"(?<![\w.:/])(?<![A-Za-z]-)[-−+]?\d++(?:[.,:]\d++)*+%?+(?![A-Za-z_/])"  # -0.25, 1,234, 67%
    r"|(?<= {2})[-–](?= {2}|\n|$)"  # no value, in a column
)
_NOT_READ = re.compile(r"<(style|script)\b.*?</\1>|<!--.*?-->", re.S)
_TAG = re.compile(r"<[^>]*>")
_AROUND = 60


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it is written, and the words around it in its line."""

    written: str
    around: str


def is_read(name: str) -> bool:
    """Whether people read the text of this name (`coded: score --json > stdout`), not programs."""
    command, _, place = name.rpartition(" > ")
    if place in ("stdout", "stderr"):
        return not {"--json", "jsonl"} & set(command.split())
    return place.endswith((".html", ".md", ".txt"))


def figures(text: str, *, page: bool = False) -> tuple[Figure, ...]:
    """Every figure of a text; of a page, those between its tags."""
    if page:
        text = html.unescape(_TAG.sub(" ", _NOT_READ.sub(" ", text)))
    return tuple(
        Figure(found[0].replace("−", "-"), _around(line, found.start()))
        for line in text.splitlines()
        for found in _NUMBER.finditer(line)
    )


def _around(line: str, place: int) -> str:
    return " ".join(line[max(0, place - _AROUND) : place + _AROUND].split())


def differing(name: str, was: str, is_now: str) -> Iterator[str]:
    """The figures that went (`-`) and those that came (`+`), each group with its first place.

    On the terminal a shorter heading may move a column into another table, so the order counts in
    pages alone; JSON documents have it, too.
    """
    page = name.endswith(".html")
    old, new = figures(was, page=page), figures(is_now, page=page)
    if not page:
        old, new = (tuple(sorted(one, key=attrgetter("written"))) for one in (old, new))
    written = ([one.written for one in old], [one.written for one in new])
    matcher = difflib.SequenceMatcher(None, *written, autojunk=False)
    for kind, start, end, start_now, end_now in matcher.get_opcodes():
        if kind != "equal":
            yield from _group("-", old[start:end])
            yield from _group("+", new[start_now:end_now])


def _group(sign: str, group: tuple[Figure, ...]) -> Iterator[str]:
    if group:
        yield f"{sign} {' '.join(one.written for one in group)}   in: {group[0].around}"
