"""What is known of a provider's batches: whether it has them, and what its terms say of them."""

from __future__ import annotations

from urllib.parse import urlsplit

from runners.participants.vendor import MESSAGES_SERVERS, VENDORS, Vendor
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
    vendor = _vendor(provider)
    if vendor.on_this_computer or _elsewhere(vendor, endpoint):
        return None
    unknown = f"{vendor.called}: how long it keeps batches is unknown; see its terms"
    return _KNOWN.get(vendor.provider, unknown)


def other_address(provider: str, endpoint: str) -> str | None:
    """That a batch goes to another server than the vendor after which its participant is named, in
    a sentence; None where it goes to that vendor. A variable that was set for something else is
    easily forgotten.
    """
    vendor = _vendor(provider)
    if not (has_batches(provider) and _elsewhere(vendor, endpoint)):
        return None
    return (
        f"batches of {vendor.provider}/ go to {endpoint}, as {vendor.address} says, and not to "
        f"{vendor.called}"
    )


def _vendor(provider: str) -> Vendor:
    name = provider.partition("/")[0]
    return next(one for one in VENDORS if one.provider == name)


def _elsewhere(vendor: Vendor, endpoint: str) -> bool:
    """Whether this is the address of a server that is not the vendor's, in any region."""
    host = urlsplit(f"//{endpoint}").hostname
    return bool(host and vendor.url and not vendor.answers_at(host))
