"""A reply that is too long for anybody to read, with its middle left out and a note in its place.

Replies are stored whole, and exported whole; but a terminal, a page, a packet and a judge's prompt
must not be filled by one of them. Beginning and end are kept: the conclusion of a reply is in one
of the two. Leaving out the end alone would hide the answer of whoever thinks aloud first.
"""

from __future__ import annotations

LONGEST = 100_000
"""Characters of a reply that are shown at most: some 25,000 tokens."""
_BEGINNING = 75_000


def shortened(text: str) -> str:
    """The text, or its first 75,000 and its last 25,000 characters with a note between them that
    says how much is left out.
    """
    if len(text) <= LONGEST:
        return text
    beginning, end = text[:_BEGINNING], text[_BEGINNING - LONGEST :]
    left = text[_BEGINNING : _BEGINNING - LONGEST]
    told = f"… {_size(left)} left out of {_size(text)}; the store has it whole"
    return f"{beginning}\n\n[{told}]\n\n{end}"


def _size(text: str) -> str:
    """The size of a text in UTF-8: `312 kB`, `4.9 MB`."""
    size = len(text.encode("utf-8", "surrogatepass"))
    return f"{size / 1_000_000:.1f} MB" if size >= 999_500 else f"{size / 1_000:.0f} kB"
