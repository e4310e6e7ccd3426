"""A newer list of prices: fetched from a stated address, validated, and written with its date.

models.dev is an open list (MIT) of models and prices that its readers keep, and it is one JSON
document. Nothing else of it is taken than prices of the vendors that devrun asks. Fetching it with
every command was rejected: a bill must be explainable afterwards, and no one else learns what is
run.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from dsl.errors import os_errors_as
from dsl.files.source import LARGEST
from runners.prices.table import PricesUnusable, parsed

ADDRESS = "https://models.dev/api.json"
VENDORS = ("openai", "anthropic", "google")
"""Providers of the list that have the same name here."""
_DEAREST = Decimal(100_000)
_LONGEST_NAME = 200
_MOST_PLACES = 30
"""An amount with more noughts after the point is a slip; written out it could fill the memory."""
_TIMEOUT_S = 30.0
_HELP = (
    "check your connection, name another address with --from, or add a line to prices.toml by hand"
)


def renewed_file() -> Path:
    """Where the renewed list is, in the user's own settings."""
    from platformdirs import user_config_path

    return user_config_path("devrun", appauthor=False) / "renewed-prices.toml"


def fetched(address: str) -> bytes:
    """The document at an address. Raises PricesUnusable."""
    import httpx2

    if not address.startswith(("https://", "http://")):
        raise PricesUnusable(f"`{address}` is not a web address", "write it with https://")
    found = bytearray()
    try:
        with httpx2.stream("GET", address, timeout=_TIMEOUT_S, follow_redirects=True) as answer:
            if answer.status_code != 200:
                raise PricesUnusable(f"{address} answered with status {answer.status_code}", _HELP)
            for part in answer.iter_bytes(65_536):
                found += part
                if len(found) > LARGEST:
                    raise PricesUnusable(f"{address} is too large for a list of prices", _HELP)
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as fault:
        why = str(fault) or type(fault).__name__
        raise PricesUnusable(f"{address} cannot be reached: {why}", _HELP) from fault
    return bytes(found)


def list_of(document: bytes, *, address: str, today: date) -> str:
    """The price file that a document of models.dev comes to. Raises PricesUnusable."""
    try:
        found = json.loads(document, parse_float=Decimal, parse_int=Decimal)
    except (ValueError, RecursionError, InvalidOperation) as fault:
        raise PricesUnusable(f"what {address} sent is not JSON", _HELP) from fault
    lines = sorted(_lines(found, address, today))
    if not lines:
        raise PricesUnusable(
            f"what {address} sent has no prices of {', '.join(VENDORS)}",
            "it must have the form of https://models.dev/api.json",
        )
    text = (
        f"# Written by `devrun prices --renew` on {today}, from {json.dumps(address)}.\n"
        "# Do not edit it: your own lines belong into prices.toml in the folder you work in.\n\n"
        + "".join(lines)
    )
    parsed(text, address)
    return text


def _lines(found: Any, address: str, today: date) -> Iterator[str]:
    for vendor in VENDORS:
        models = _of(_of(found, vendor), "models")
        for name, model in models.items() if isinstance(models, dict) else ():
            cost = _of(model, "cost")
            paid, written = _amount(cost, "input"), _amount(cost, "output")
            if paid is None or written is None or not _plain(name):
                continue
            parts = [f"input = {paid}", f"output = {written}"]
            if (cached := _amount(cost, "cache_read")) is not None:
                parts.append(f"cached = {cached}")
            parts.append(f"date = {today}")
            longest = _of(_of(model, "limit"), "output")
            if isinstance(longest, Decimal) and 0 < longest < 10**9 and longest == int(longest):
                parts.append(f"longest = {int(longest)}")
            parts.append(f"source = {json.dumps(address)}")
            yield f"{json.dumps(f'{vendor}/{name}')} = {{ {', '.join(parts)} }}\n"


def _of(found: Any, name: str) -> Any:
    return found.get(name) if isinstance(found, dict) else None


def _plain(name: str) -> bool:
    return name.isascii() and name.isprintable() and 0 < len(name) <= _LONGEST_NAME


def _amount(cost: Any, name: str) -> str | None:
    """An amount as TOML has it; None for what is no amount."""
    value = _of(cost, name)
    if not isinstance(value, Decimal) or not value.is_finite() or not 0 <= value <= _DEAREST:
        return None
    if value.adjusted() < -_MOST_PLACES:
        return None
    return f"{value:f}"


def put(text: str, place: Path) -> None:
    """Write the list, whole or not at all. Raises PricesUnusable."""
    with os_errors_as(
        PricesUnusable, f"the list cannot be written to {place}", "check the folder's permissions"
    ):
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_name(f"{place.name}.{os.getpid()}.part")
        try:
            part.write_text(text, encoding="utf-8", newline="\n")
            part.replace(place)
        finally:
            part.unlink(missing_ok=True)
