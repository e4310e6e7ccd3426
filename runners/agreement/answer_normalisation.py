"""What was said, named by its place in the script, so that draws with other words compare.

The words of one draw may be another draw's lure; the slot in the script is what stays. Categories
by the computed key ("the key", "the lure") were rejected: a coder who says what was said does not
know the key, and in two conditions the same words are the one and the other.
"""

from __future__ import annotations

import re
from functools import lru_cache

from coders.packets.shape import ContentWord
from dsl.words import folded

_WORDS = frozenset(word.value for word in ContentWord)


def canonical(text: str, words: tuple[tuple[str, str], ...]) -> str:
    """An answer with every word that varies put back to the script's own, so that draws compare.

    The words of one draw may be another draw's lure; the place in the script is what stays.
    """
    if text in _WORDS:
        return text
    plain = folded(text)
    pattern, slots = _varying(words)
    if pattern is not None:
        plain = pattern.sub(lambda found: slots[found.group()], plain)
    return re.sub(r"^(?:an?|the) ", "", plain)


@lru_cache(maxsize=1024)
def _varying(
    words: tuple[tuple[str, str], ...],
) -> tuple[re.Pattern[str] | None, dict[str, str]]:
    slots = {value.casefold(): slot.casefold() for slot, value in words if value.strip()}
    if not slots:
        return None, slots
    longest = sorted(slots, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)"), slots
