"""Statements that are nearly written: a misspelt first word, and what follows it in their shape."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.explaining.meant import fits
from dsl.keywords import Head
from dsl.spelling import allowed, slips


def is_nearly(words: str, heads: tuple[Head, ...]) -> bool:
    """Whether a line begins with one of these statements, perhaps misspelt, and looks like one."""
    found = nearest_head(words, heads)
    return found is not None and fits(found[0], words[found[1] :])


def nearest_head(words: str, heads: tuple[Head, ...]) -> tuple[Head, int] | None:
    """The statement that words begin with, or nearly so, and where its spelling in them ends."""
    before = re.sub(r"(?<=\w)[-_](?=\w)", " ", words.partition(":")[0][:80])
    starts = [m.end() for m in re.finditer(r"\S+", before)][:5]
    best: tuple[float, bool, Head, int] | None = None
    for head in _as_written(words, heads):
        count = len(head.word.split())
        for end in starts[max(0, count - 2) : count + 1]:
            distance = slips(before[:end], head.word)
            if distance > allowed(head.word):
                continue
            # Of words that are equally near, the one that fits what follows it.
            found = (distance / len(head.word), not fits(head, words[end:]))
            if best is None or found < best[:2]:
                best = (*found, head, end)
    return None if best is None else best[2:]


def _as_written(words: str, heads: tuple[Head, ...]) -> Iterator[Head]:
    """The statements without those that one letter and a colon tell from another: ask and asks."""
    for head in heads:
        twin = next((o for o in heads if o.word in (f"{head.word}s", head.word[:-1])), None)
        if twin is None or head.colon in (twin.colon, ":" in words or " by " in words):
            yield head
