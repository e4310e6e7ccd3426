"""Random shares of items that need no list: a lot drawn from the item's own id.

Which items get the masking question, or an LRS before the marks, must be the same when a log is
opened again and for whoever reads it later, and must not be written beside the item, where it
could be seen to go with something. The id is random, so a digest of it is a fair lot.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction

LRS_FIRST = "lrs first"
MASKING = "masking"


def drawn(item: str, share: Fraction, what: str) -> bool:
    """Whether the lot for `what` falls on an item, as it does on about this share of them."""
    return _lot(what, item) < share * 2**64


def shuffled(words: Sequence[str], item: str) -> tuple[str, ...]:
    """The words in an order that is random and the same whenever this item is shown."""
    return tuple(sorted(words, key=lambda word: (_lot(f"order {word}", item), word)))


def _lot(what: str, item: str) -> int:
    digest = hashlib.sha256(f"{what}\n{item}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big")
