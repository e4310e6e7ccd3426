"""What models cost, out of TOML files: the list that ships, the list that was renewed, and the
user's own lines above both.

Files on the disk were chosen over asking a price service with each command: a plan must work
without network, and a bill must be explainable afterwards by a line with a date and a source.
Amounts are US dollars in exact decimals, so that a sum of thousands of calls is the sum and not
nearly it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

from dsl.errors import DevrunError
from dsl.files.source import text_of
from dsl.files.toml import toml_of
from dsl.record import replace

Day = date
"""A day, where a field is called `date`."""
MILLION = 1_000_000
OWN_FILE = "prices.toml"
"""The user's file in the folder they work in, unless DEVRUN_PRICES names another."""
FREE_PROVIDERS = frozenset({"sim", "hf", "ollama", "vllm", "lmstudio"})
"""Who answers on this computer, and bills nobody."""

OLD = 180
"""Days after which a price out of a list is called old."""

HALF_IN_BATCHES = frozenset({"openai", "anthropic", "google"})
"""Vendors whose pages on batches say that these cost half (2026-11), at their own addresses."""

_KNOWN = ("input", "output", "cached", "date", "until", "source", "longest", "batch", "picture")
MOST_OF_A_PICTURE = 16_384
"""Tokens that a picture comes to at most where its price says nothing: the limit of open models'
own, and more than vendors count for one of twelve megapixels."""
UNIT = "US dollars per million tokens"
_MOST = 1_000_000
"""More than that for a million tokens is a slip."""
_FORM = 'write it like "openai/NAME" = { input = 0.50, output = 2.00, date = 2026-01-31 }'


class PricesUnusable(DevrunError):
    """A price file that cannot be read or understood. `help` says what to write instead."""

    code = "prices"


@dataclass(frozen=True, slots=True)
class Price:
    """What one model costs: US dollars for a million tokens, as read on `date` at `source`.

    `name` is the participant's, with `@` and the server's address where that is not the vendor's.
    `longest` is how many tokens a reply can have at most, None where nobody said. `cached` is for
    tokens that the provider had seen just before, and is in no sum: nobody knows beforehand how
    many these are. `until` is the last day on which the price holds. `batch` is what a call costs
    in a batch, as a share of this; None where the line says nothing. `picture` is how many tokens a
    picture comes to at most. `own` says that the line is the user's, and out of no list.
    """

    name: str
    input: Decimal
    output: Decimal
    date: date
    source: str = ""
    longest: int | None = None
    cached: Decimal | None = None
    until: Day | None = None
    own: bool = field(default=True, compare=False)
    batch: Decimal | None = None
    picture: int = MOST_OF_A_PICTURE

    @property
    def batch_share(self) -> Decimal | None:
        """What a call costs in a batch, as a share of this price; None where nobody knows it."""
        if self.batch is not None:
            return self.batch
        own = "@" not in self.name and self.name.partition("/")[0] in HALF_IN_BATCHES
        return Decimal("0.5") if own else None

    @property
    def in_batches(self) -> Price | None:
        """The price of a call in a batch; None where nobody knows it."""
        share = self.batch_share
        if share is None:
            return None
        return replace(self, input=self.input * share, output=self.output * share)

    def holds(self, today: Day) -> bool:
        """Whether it is still the price, as far as is known."""
        return self.until is None or today <= self.until

    def old(self, today: Day) -> bool:
        """Whether it is out of a list and may have changed since."""
        return not self.own and (today - self.date).days > OLD

    def of(self, input_tokens: int, output_tokens: int) -> Decimal:
        """What so many tokens read and written cost, in US dollars; exact."""
        return (self.input * input_tokens + self.output * output_tokens) / MILLION


def price_name(name: str, identity: Mapping[str, str]) -> str:
    """The name of a participant in a price file, from its name and identity.

    A model costs the same over each of its vendor's APIs, and with any agent, so neither is part of
    it.
    """
    name = name.partition("?agent=")[0]
    provider, _, model = name.partition("/")
    api, _, rest = model.partition("/")
    if provider == "openai" and api == "responses":
        name = f"{provider}/{rest}"
    endpoint = identity.get("endpoint", "")
    return f"{name}@{endpoint}" if endpoint else name


def is_free(name: str) -> bool:
    """Whether a participant of this name costs nothing, since it answers on this computer."""
    return name.partition("/")[0] in FREE_PROVIDERS


def line_to_add(name: str, today: date) -> str:
    """The line of a price file for this name; its two figures are left to be filled in."""
    return f'"{name}" = {{ input = DOLLARS, output = DOLLARS, date = {today}, source = "WHERE" }}'


def known_prices(*, folder: Path, named: str = "", renewed: Path | None = None) -> dict[str, Price]:
    """Every price known: those that ship, above them those of the `renewed` list, and above both
    the user's, out of the file called `named` (as DEVRUN_PRICES has it), else out of `prices.toml`
    in `folder` if there is one.

    Raises PricesUnusable.
    """
    # Nearly every command imports this file, and few look at prices.
    from importlib.resources import files

    shipped = files("runners.prices").joinpath(OWN_FILE).read_text(encoding="utf-8")
    found = parsed(shipped, "the price list that comes with devrun")
    if renewed is not None and renewed.exists():
        found |= parsed(_text_of(renewed, "`devrun prices --renew` writes it"), str(renewed))
    found = {name: replace(price, own=False) for name, price in found.items()}
    own = folder / (named or OWN_FILE)
    if not named and not os.path.lexists(own):
        return found
    return {**found, **parsed(_text_of(own, "DEVRUN_PRICES names it"), str(own))}


def _text_of(place: Path, instead: str) -> str:
    return text_of(place, what="price file", instead=instead, error=PricesUnusable, pipe=True)


def parsed(text: str, where: str) -> dict[str, Price]:
    """The prices of a file's text by name; `where` names the file in messages.

    Raises PricesUnusable for TOML that is broken and for a line that is no price.
    """
    document = toml_of(text, where, instead=_FORM, error=PricesUnusable, parse_float=Decimal)
    return {name: _price(name, line, where) for name, line in document.items()}


def _price(name: str, line: object, where: str) -> Price:
    def wrong(what: str) -> PricesUnusable:
        return PricesUnusable(f"the price of `{name}` in {where} {what}", _FORM)

    if not isinstance(line, dict):
        raise wrong("is not a table of figures")
    strange = sorted(set(line).difference(_KNOWN))
    if strange:
        raise wrong(f"has an unknown field `{strange[0]}`; known: {', '.join(_KNOWN)}")
    amounts = []
    for part in ("input", "output", "cached", "batch"):
        amount = line.get(part, 0 if part in ("cached", "batch") else None)
        if isinstance(amount, int) and not isinstance(amount, bool):
            amount = Decimal(amount)
        unit = "a share of the price, such as 0.5" if part == "batch" else UNIT
        if amount is None:
            raise wrong(f"has no `{part}` ({unit})")
        if not isinstance(amount, Decimal) or not amount.is_finite() or not 0 <= amount <= _MOST:
            raise wrong(f"has an amount `{part}` that is no number from 0 to {_MOST:,} ({unit})")
        amounts.append(amount)
    until = line.get("until")
    if until is not None and (isinstance(until, datetime) or not isinstance(until, date)):
        raise wrong("has an `until` that is not a date")
    day = line.get("date")
    if isinstance(day, datetime) or not isinstance(day, date):
        raise wrong("has no `date` (the day on which the price was read, without quotation marks)")
    source = line.get("source", "")
    if not isinstance(source, str):
        raise wrong("has a `source` that is not text")
    for part in ("longest", "picture"):
        tokens = line.get(part, 1)
        if not isinstance(tokens, int) or isinstance(tokens, bool) or tokens < 1:
            raise wrong(f"has a `{part}` that is not a number of tokens")
    return Price(
        name,
        amounts[0],
        amounts[1],
        day,
        source,
        longest=line.get("longest"),
        cached=amounts[2] if "cached" in line else None,
        until=until,
        batch=amounts[3] if "batch" in line else None,
        picture=line.get("picture", MOST_OF_A_PICTURE),
    )


def dollars(amount: Decimal) -> str:
    """An amount for people: `$12.30`, and `$0.0042` where cents would hide it."""
    small = 0 < amount < Decimal("0.1")
    return f"${amount:,.4f}" if small else f"${amount:,.2f}"
