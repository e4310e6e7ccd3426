"""A masked reply as it was: what is kept of a mask is enough to take it off."""

from __future__ import annotations

from coders.packets.masking import TOKEN, Masked


def unmask(masked: Masked) -> str:
    """The text as it was. Raises ValueError where tokens and names are not equally many."""
    parts = masked.text.split(TOKEN)
    if len(parts) != len(masked.originals) + 1:
        raise ValueError(f"{len(parts) - 1} tokens for {len(masked.originals)} names")
    rest = zip(masked.originals, parts[1:], strict=True)
    return parts[0] + "".join(name + part for name, part in rest)
