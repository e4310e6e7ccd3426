"""What a provider's terms say of batches, as far as devrun knows them."""

from __future__ import annotations

_KNOWN = {
    "anthropic": "Anthropic: batches are not eligible for zero data retention, and results are "
    "kept for 29 days",
}
"""From https://platform.claude.com/docs/en/build-with-claude/batch-processing, 2026-11."""


def retention(provider: str, called: str) -> str:
    """How long a provider keeps what is in a batch, in a sentence."""
    known = _KNOWN.get(provider)
    return known or f"{called}: how long it keeps batches is unknown; see its terms"
