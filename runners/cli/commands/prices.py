"""`devrun prices`: what is known of prices, from where and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from runners.cli.costs import prices, today
from runners.cli.errors import UsageError
from runners.cli.options import json_option
from runners.cli.output import note, print_documents

if TYPE_CHECKING:
    from datetime import date

    from runners.prices.table import Price


@click.command(
    "prices",
    epilog="Examples: devrun prices; devrun prices gpt-5; devrun prices --renew",
)
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--renew", is_flag=True, help="Fetch and save the newest list.")
@click.option(
    "--from",
    "address",
    metavar="URL",
    help="Address for --renew (default: https://models.dev/api.json).",
)
@json_option
def command(words: tuple[str, ...], renew: bool, address: str | None, as_json: bool) -> None:
    """List known model prices, in US dollars per million tokens.

    WORD selects models whose name contains it. devrun comes with a list; --renew fetches a newer
    one into your settings. Your own prices.toml takes precedence. Nothing is fetched without
    --renew.
    """
    if address is not None and not renew:
        raise UsageError("--from needs --renew", "write both, or neither")
    day = today()
    if renew:
        _renew(address, day, quiet=as_json)
    found = [
        price
        for name, price in sorted(prices().items())
        if all(word.casefold() in name.casefold() for word in words)
    ]
    if as_json:
        from runners.prices.document import PRICED

        print_documents(PRICED, ((price, day) for price in found))
        return
    _print(found, day)


def _renew(address: str | None, today: date, *, quiet: bool) -> None:
    from runners.prices.renewing import ADDRESS, fetched, list_of, put, renewed_file
    from runners.prices.table import parsed

    where = address or ADDRESS
    text = list_of(fetched(where), address=where, today=today)
    put(text, renewed_file())
    if not quiet:
        number = len(parsed(text, where))
        note(f"{number} prices from {where}, saved in {renewed_file()}")


def _print(found: list[Price], today: date) -> None:
    from renderers.fields.field import columns, pick
    from runners.prices.document import PRICE
    from runners.prices.table import OLD

    if not found:
        note("no matching price is known")
        return
    name, *rates, day = columns(pick(PRICE, "model", "input", "output", "cached", "date"), found)
    wide = max(map(len, name.cells))
    headings = (f"{name.heading:<{wide}}", *(f"{one.heading:>8}" for one in rates), day.heading)
    click.echo("  ".join(headings))
    for at, price in enumerate(found):
        amounts = (f"{one.cells[at]:>8}" for one in rates)
        end = f", until {price.until}" if price.until is not None else ""
        own = ", your own" if price.own else ""
        row = "  ".join((f"{name.cells[at]:<{wide}}", *amounts, day.cells[at]))
        click.echo(f"{row}{end}{own}")
    places = sorted({price.source for price in found if price.source})
    note("US dollars per million tokens; sources:")
    for place in places:
        note(f"  {place}")
    old = sum(price.old(today) for price in found)
    if old:
        note(
            f"{old} of {len(found)} prices are older than {OLD} days: `devrun prices --renew` "
            "fetches newer ones"
        )
