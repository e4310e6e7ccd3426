"""Makes any Python text storable, and gives it back unchanged.

A reply may hold half of a surrogate pair, which has no UTF-8, or NUL, which PostgreSQL refuses.
Such characters become DLE (U+0010, "data link escape") and four hexadecimal digits; a DLE itself is
escaped, too, so that nothing is ambiguous. Storing bytes would have done the same, and made every
text unreadable in a database browser.
"""

from __future__ import annotations

import re

_UNSTORABLE = re.compile("[\x00\x10\ud800-\udfff]")
_ESCAPED = re.compile("\x10([0-9a-f]{4})")


def escape(text: str) -> str:
    """The text with every character that cannot be stored written out; most texts stay as is."""
    return _UNSTORABLE.sub(lambda found: f"\x10{ord(found[0]):04x}", text)


def unescape(stored: str) -> str:
    """The text that `escape` was given."""
    if "\x10" not in stored:
        return stored
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), stored)
