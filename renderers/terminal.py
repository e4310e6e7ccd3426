"""Text from elsewhere made safe and visible for a terminal.

A reply may hold escape sequences that move the cursor, write to the clipboard or change the
window's title, and marks that reverse or hide text. They are shown, not removed: a coder has to
see that a reply is odd. Stripping was rejected for that reason.
"""

from __future__ import annotations

import unicodedata
from typing import Any

_KEPT = {"\n", "\t"}


def _shown(character: str) -> str:
    code = ord(character)
    if character in _KEPT:
        return character
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    # Cf: bidi and zero-width marks; Cc: the C1 controls; Cs: half of a pair; Zl, Zp: odd line ends.
    # The emoji joiner is Cf, too, and is shown like the rest: it can hide text in plain words.
    if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}:
        return f"<U+{code:04X}>"
    return character


def visible(text: str) -> str:
    """The text with every control, hidden and direction mark made visible.

    Line feeds and tabs stay. The result holds no character that a terminal acts on.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def columns(text: str) -> int:
    """How many columns a terminal gives to one line of visible text."""
    if text.isascii():
        return len(text)
    return sum(_width(character) for character in text)


_SECOND = "\uffff"
"""Stands for the second column of a wide character; no visible text has it."""


def in_lines(text: str, width: int, **how: Any) -> list[str]:
    """Visible text in lines of so many columns, as `textwrap.wrap` makes lines of characters."""
    from textwrap import wrap

    spread = text if text.isascii() else "".join(map(_spread, text))
    if spread == text:
        return wrap(text, width, **how)
    # A line may end between the two columns of a character, which needs one more then.
    return [line.replace(_SECOND, "") for line in wrap(spread, width - 1, **how)]


def _spread(character: str) -> str:
    return character + _SECOND * (_width(character) - 1)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
