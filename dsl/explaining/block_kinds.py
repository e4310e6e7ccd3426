"""In which kind of block a line stands, told from the lines above it.

Told from the text and not from the state of the parser: states change with every edit of the
grammar, and after a slip they describe what the parser took the lines for.
"""

from __future__ import annotations

import re

from dsl.keywords import Head, Place, head_of
from dsl.parsing.draft import Draft

BY = re.compile(r"(?:^|[ \t])by(?![\w-])")


def place_of(draft: Draft, line: int) -> Place | None:
    """The block that a line stands in; None where the head of that block opens none."""
    parent = draft.parent(line)
    return Place.TOP if parent is None else block_under(draft, parent)


def block_under(draft: Draft, line: int) -> Place | None:
    """What stands in the block below a line."""
    place = place_of(draft, line)
    if place in (Place.WORDS, Place.ARMS, Place.POOL):
        return Place.WORDS
    words = draft.content(line)
    if place is Place.LEVELS:
        return None if head_of(words, place) else Place.LEVEL
    if place is None or place is Place.CONTRAST:
        return None
    head = head_of(words, place)
    return None if head is None else opened_by(head, words, place)


def opened_by(head: Head, words: str, place: Place) -> Place | None:
    """What a statement in `place` opens."""
    found = head.pattern.match(words)
    tail = words[found.end() if found else 0 :].partition(":")[0]
    if head.by and BY.search(tail):
        return Place.ARMS
    if head.opens is Place.SAME:
        return Place.NEEDS if place is Place.MACHINE else place
    if head.opens is not None:
        return head.opens
    return Place.WORDS if head.colon else None


def sibling_above(draft: Draft, line: int) -> int | None:
    """The statement just above a line, set in like it."""
    indent = draft.indents[line]
    for n in range(line - 1, 0, -1):
        if draft.is_blank(n):
            continue
        if draft.indents[n] == indent:
            return n
        if not draft.indents[n].startswith(indent):
            break
    return None


def head_is_list(draft: Draft, line: int) -> bool:
    """Whether the lines below a statement, or below an arm, are members of a list."""
    at: int | None = line
    while at is not None and place_of(draft, at) is Place.ARMS:
        at = draft.parent(at)
    return at is not None and draft.content(at).startswith(LISTS)


LISTS = ("choices", "answer", "wrong", "half", "labels", "table", "show")
"""Statements whose lines are a list; in all others they are one text."""
