"""A masked reply as it was: what is kept of a mask is enough to take it off."""

from __future__ import annotations

from collections.abc import Sequence

from coders.packets.masking import TOKEN


def unmask(text: str, originals: Sequence[str]) -> str:
    """The text as it was. Raises ValueError where tokens and names are not equally many."""
    parts = text.split(TOKEN)
    if len(parts) != len(originals) + 1:
        raise ValueError(f"{len(parts) - 1} tokens for {len(originals)} names")
    rest = zip(originals, parts[1:], strict=True)
    return parts[0] + "".join(name + part for name, part in rest)
