"""The figures of prices, each with what it means."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from operator import itemgetter

from renderers.fields.field import Field, Kind, Scale, field, of
from renderers.fields.scales import NUMBER, TEXT, TRUTH
from runners.prices.table import OLD, UNIT, Price

_RATE = Scale[Decimal](Kind.NUMBER, "{:f}".format, float, unit=UNIT, low=0)
_SHARE = Scale[Decimal](Kind.NUMBER, str, float, low=0)
_DAY = Scale[date](Kind.TEXT, str, str)
_UNSAID = "the price list does not say"

PRICE: tuple[Field[Price], ...] = (
    field(TEXT, "model", "who is paid for, as in a price file", "name", heading="model"),
    field(_RATE, "input", "price of what is read", heading="input"),
    field(_RATE, "output", "price of what is written", heading="output"),
    field(
        _RATE, "cached", "price of what is read and was sent just before", heading="cached",
        none="", missing=_UNSAID,
    ),
    field(
        _SHARE, "batch", "what a call costs in a batch, as a share of these prices",
        lambda one: one.batch_share if one.input or one.batch_share is None else Decimal(1),
        missing="it is not known",
    ),
    field(NUMBER, "longest", "the most tokens of a reply", missing=_UNSAID),
    field(_DAY, "date", "when the price was looked up", heading="read on"),
    field(_DAY, "until", "the last day on which it holds", missing=_UNSAID),
    field(TEXT, "source", "where the price was found"),
    field(TRUTH, "own", "whether it is in your own price file"),
)  # fmt: skip

PRICED: tuple[Field[tuple[Price, date]], ...] = (
    *of(itemgetter(0), PRICE),
    field(
        TRUTH, "old", f"whether it is in no file of your own and older than {OLD} days",
        lambda row: row[0].old(row[1]),
    ),
)  # fmt: skip
"""Of a price and today's date."""
