"""Where a coder wants to go, as it is typed: an item, and perhaps a question of it."""

from __future__ import annotations

import re

from coders.desk.steps import Refused

_PLACE = re.compile(r"(\d{1,9})(?:(?:\s*[.]\s*|\s+)(\d{1,9}))?")


def is_place(text: str) -> bool:
    """Whether a text can be read as a place."""
    return _PLACE.fullmatch(text.strip()) is not None


def place(text: str) -> tuple[int, int]:
    """The item and the question of `12`, `12.3` or `12 3`; the question is 0 where none is named.

    Raises Refused where it is no place.
    """
    found = _PLACE.fullmatch(text.strip())
    if found is None:
        raise Refused(
            f"`{text}` is not an item: write its number, such as 12, or 12 3 for its question 3"
        )
    return int(found[1]), int(found[2] or 0)
