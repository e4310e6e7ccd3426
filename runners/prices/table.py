"""What models cost, out of a TOML file: the list that ships, and the user's own lines above it.

A file on the disk was chosen over asking the provider or a price service: a plan must work without
network, and a bill must be explainable afterwards by a line with a date and a source. Amounts are
US dollars in exact decimals, so that a sum of thousands of calls is the sum and not nearly it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from importlib.resources import files
from pathlib import Path

MILLION = 1_000_000
OWN_FILE = "prices.toml"
"""The user's file in the folder they work in, unless DEVRUN_PRICES names another."""
FREE_PROVIDERS = frozenset({"sim", "hf"})
"""Who answers on this computer, and bills nobody."""

_KNOWN = ("input", "output", "date", "source", "longest")
_FORM = 'write it like "openai/NAME" = { input = 0.50, output = 2.00, date = 2026-01-31 }'


class PricesUnusable(Exception):
    """A price file that cannot be read or understood. `help` says what to write instead."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message = message
        self.help = help


@dataclass(frozen=True, slots=True)
class Price:
    """What one model costs: US dollars for a million tokens, as read on `date` at `source`.

    `name` is the participant's, with `@` and the server's address where that is not the vendor's.
    `longest` is how many tokens a reply can have at most, None where nobody said.
    """

    name: str
    input: Decimal
    output: Decimal
    date: date
    source: str = ""
    longest: int | None = None

    def of(self, input_tokens: int, output_tokens: int) -> Decimal:
        """What so many tokens read and written cost, in US dollars; exact."""
        return (self.input * input_tokens + self.output * output_tokens) / MILLION


def price_name(name: str, identity: Mapping[str, str]) -> str:
    """The name under which a participant stands in a price file, from its name and identity.

    A model costs the same over each of its vendor's APIs, so the API is no part of it.
    """
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


def known_prices(*, folder: Path, named: str = "") -> dict[str, Price]:
    """Every price known: those that ship, and above them the user's, out of the file called `named`
    (as DEVRUN_PRICES has it), else out of `prices.toml` in `folder` if there is one.

    Raises PricesUnusable.
    """
    shipped = files("runners.prices").joinpath(OWN_FILE).read_text(encoding="utf-8")
    found = parsed(shipped, "the prices that come with devrun")
    own = folder / (named or OWN_FILE)
    if not named and not own.is_file():
        return found
    try:
        text = own.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise PricesUnusable(f"{own} is not UTF-8", "save it again as UTF-8") from fault
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
        raise PricesUnusable(
            f"the price file {own} cannot be read: {why}", "DEVRUN_PRICES names it"
        ) from fault
    return {**found, **parsed(text, str(own))}


def parsed(text: str, where: str) -> dict[str, Price]:
    """The prices of a file's text by name; `where` names the file in messages.

    Raises PricesUnusable for TOML that is broken and for a line that is no price.
    """
    try:
        document = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, InvalidOperation) as fault:
        raise PricesUnusable(f"{where} is not TOML: {str(fault).lower()}", _FORM) from fault
    return {name: _price(name, line, where) for name, line in document.items()}


def _price(name: str, line: object, where: str) -> Price:
    def wrong(what: str) -> PricesUnusable:
        return PricesUnusable(f"the price of `{name}` in {where} {what}", _FORM)

    if not isinstance(line, dict):
        raise wrong("is no line of figures")
    strange = sorted(set(line).difference(_KNOWN))
    if strange:
        raise wrong(f"has `{strange[0]}`, which means nothing here; known: {', '.join(_KNOWN)}")
    amounts = []
    for part in ("input", "output"):
        amount = line.get(part)
        if isinstance(amount, int) and not isinstance(amount, bool):
            amount = Decimal(amount)
        if not isinstance(amount, Decimal) or not amount.is_finite() or amount < 0:
            raise wrong(f"has no `{part}`, in dollars for a million tokens")
        amounts.append(amount)
    day = line.get("date")
    if isinstance(day, datetime) or not isinstance(day, date):
        raise wrong("has no `date`: the day on which the price was read, without quotation marks")
    source, longest = line.get("source", ""), line.get("longest")
    if not isinstance(source, str):
        raise wrong("has a `source` that is not text")
    if longest is not None and (
        not isinstance(longest, int) or isinstance(longest, bool) or longest < 1
    ):
        raise wrong("has a `longest` that is no number of tokens")
    return Price(name, amounts[0], amounts[1], day, source, longest)


def dollars(amount: Decimal) -> str:
    """An amount for people: `$12.30`, and `$0.0042` where cents would hide it."""
    small = 0 < amount < Decimal("0.1")
    return f"${amount:,.4f}" if small else f"${amount:,.2f}"
