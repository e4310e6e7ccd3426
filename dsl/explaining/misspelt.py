"""Statements that are nearly written: a misspelt first word, and what follows it in their shape."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from dsl.explaining.synonyms import fits
from dsl.keywords import Head
from dsl.spelling import few_slips


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
            distance = few_slips(before[:end], head.word)
            if distance is None:
                continue
            # Of words that are equally near, the one that fits what follows it.
            found = (distance / len(head.word), not fits(head, words[end:]))
            if best is None or found < best[:2]:
                best = (*found, head, end)
    return None if best is None else best[2:]


def _as_written(words: str, heads: tuple[Head, ...]) -> Iterator[Head]:
    """The statements without those that one letter and a colon tell from another: ask and asks."""
    for head, twin in _with_twins(heads):
        if twin is None or head.colon in (twin.colon, ":" in words or " by " in words):
            yield head


@cache
def _with_twins(heads: tuple[Head, ...]) -> tuple[tuple[Head, Head | None], ...]:
    """Each statement beside the one that is a letter longer or shorter."""
    words = {head.word: head for head in reversed(heads)}
    return tuple((one, words.get(f"{one.word}s") or words.get(one.word[:-1])) for one in heads)
