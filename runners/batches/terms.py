"""What is known of a provider's batches: whether it has them, and what its terms say of them."""

from __future__ import annotations

from urllib.parse import urlsplit

from runners.participants.vendor import MESSAGES_SERVERS, VENDORS
from runners.prices.table import HALF_IN_BATCHES

_KNOWN = {
    "anthropic": "Anthropic: batches are not eligible for zero data retention, and results are "
    "kept for 29 days",
}
"""From https://platform.claude.com/docs/en/build-with-claude/batch-processing, 2026-11."""


def has_batches(provider: str) -> bool:
    """Whether a provider, as it is called after -m, is a vendor whose batches are known."""
    return provider.partition("/")[0] in HALF_IN_BATCHES


def takes_files(name: str) -> bool:
    """Whether calls to a participant of this name can be written to files."""
    served = [one for one in VENDORS if name.startswith(f"{one.spoken}/")]
    return bool(served) and not any(one in MESSAGES_SERVERS for one in served)


def retention(provider: str, endpoint: str = "") -> str | None:
    """How long a provider keeps what is in a batch, in a sentence; None of a program that users
    start themselves. `endpoint` is the address, where that is not the provider's usual one: whoever
    else answers there has other terms.
    """
    name = provider.partition("/")[0]
    vendor = next(one for one in VENDORS if one.provider == name)
    host = urlsplit(f"//{endpoint}").hostname
    if vendor.on_this_computer or (host and vendor.url and not vendor.answers_at(host)):
        return None
    return _KNOWN.get(name, f"{vendor.called}: how long it keeps batches is unknown; see its terms")
