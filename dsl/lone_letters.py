"""Single letters that are words of a choice, where choices are labelled by letters: `glass A`."""

from __future__ import annotations

import re
from functools import lru_cache

LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

LONE = re.compile(r"(?<![\w'’])([A-Za-z])(?![\w'’])")
_ARTICLE = re.compile(r"(?:^|(?<=[.!?:]\s)|(?<=\n))A(?= [a-z])")


def letters_in(text: str) -> frozenset[str]:
    """The single letters in a text that are words of their own: no `a cup`, no `I`."""
    found = (match.group(1) for match in LONE.finditer(_ARTICLE.sub("", text)))
    return frozenset(one.upper() for one in found if one not in {"a", "I", "i"})


@lru_cache(maxsize=1024)
def clashes(options: tuple[str, ...]) -> frozenset[str]:
    """The letters that label one choice, in the order given, and are a word of another."""
    labels = dict(zip(LABELS, range(len(options)), strict=False))
    return frozenset(
        letter
        for place, option in enumerate(options)
        for letter in letters_in(option)
        if labels.get(letter, place) != place
    )
