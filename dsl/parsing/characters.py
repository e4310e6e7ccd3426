"""Characters that look like nothing, or like something else, and come along with pasted text.

They are harmless in the author's words and are left there. Where the language itself is written,
in the indentation and around keywords, each is named to the author by code and by name.
"""

from __future__ import annotations

import re
import unicodedata

CONTROL = "[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u2028\u2029]"
"""Characters that no script may hold anywhere; tab and line feed are not among them."""

INVISIBLE = frozenset("\u00ad\u180e\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufeff")
"""Characters without any width. Joiners (U+200C, U+200D) are not here: some scripts need them."""

WIDE_SPACE = {"\u2003": "    ", "\u3000": "  "}
"""Spaces that take the place of several; every other space counts as one."""

COLONS = "\uff1a\ufe55\ufe13\u2236\u02d0\ua789"
"""What looks like a colon and is none."""

_ODD = "[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000" + "".join(sorted(INVISIBLE)) + "]"


def odd_space(text: str) -> re.Match[str] | None:
    """The first space in `text` that is not an ordinary one, or a character without width."""
    return None if text.isascii() else re.search(_ODD, text)


def plain(text: str) -> str:
    """`text` with ordinary spaces, and without what cannot be seen."""
    return re.sub(_ODD, lambda found: "" if found[0] in INVISIBLE else " ", text)


def describe(character: str) -> str:
    """What a character is called, with its code: `a no-break space (U+00A0)`."""
    code = f"U+{ord(character):04X}"
    name = _NAMES.get(character) or unicodedata.name(character, "control character").lower()
    article = "an" if name[0] in "aeio" else "a"
    return f"{article} {name} ({code})"


_NAMES = {
    "\x00": "null character",
    "\x0b": "vertical tab",
    "\x0c": "form feed",
    "\x1b": "escape character",
    "\u00a0": "non-breaking space",
    "\ufeff": "byte order mark",
}
