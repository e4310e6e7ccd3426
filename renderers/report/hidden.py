"""Hidden characters made visible for a page: what turns text round, hides it, or no file can hold.

The whole page goes through `shown` once, when all is put together, so that no section can forget
it: a model's name with a direction mark in it is as harmless as a reply. Marking each text where it
is set was rejected for that reason. What a reader's own program does (`reader.js`) is the same for
the transcripts, which the page carries verbatim.
"""

from __future__ import annotations

import unicodedata

_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Controls, format characters (direction marks, zero width), halves of pairs, private characters,
odd line ends. Characters that are not assigned yet stay: newer browsers than this Python know them.
"""
_KEPT = frozenset({"\n", "\t"})


def shown(html: str) -> str:
    """The text, of a whole page too, with a visible mark for every hidden character.

    Line feeds and tabs stay. A right-to-left override is shown as `⟨U+202E⟩`: that holds nothing
    that HTML gives a meaning to, so it may be in an attribute as well as between tags. A
    terminal shows controls by their pictures (U+2400 and on); many fonts of a browser lack them.
    """
    hidden = {ord(one): _mark(one) for one in set(html) if _is_hidden(one)}
    return html.translate(hidden) if hidden else html


def _mark(character: str) -> str:
    return f"\u27e8U+{ord(character):04X}\u27e9"


def _is_hidden(character: str) -> bool:
    return character not in _KEPT and unicodedata.category(character) in _CATEGORIES
