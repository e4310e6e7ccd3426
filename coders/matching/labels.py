"""The letters of choices, set apart from the words of a reply."""

from __future__ import annotations

import re
from functools import cache


def labels_apart(text: str, letters: int) -> str:
    """The text with `B)`, `(B)`, `B.` at a line's start and the like set apart."""
    if letters < 2:
        return text
    first, bracketed, closed = _patterns(min(letters, 26))
    text = first.sub(r"@\1 ", text)
    return closed.sub(r"@\1 ", bracketed.sub(r" @\1 ", text)) if ")" in text else text


@cache
def _patterns(letters: int) -> tuple[re.Pattern[str], ...]:
    """`B)` or `B.` at a line's start, `(B)` and `B)` anywhere, for so many choices."""
    letter = f"([a-{chr(ord('a') + letters - 1)}])"
    return (
        re.compile(rf"(?m)^[ \t\-]*\(?{letter}(?:\)|[.:](?=\s|$))[ \t:.]*"),
        re.compile(rf"(?<!\w)\({letter}\)"),
        re.compile(rf"(?<![\w'@]){letter}\)"),
    )
