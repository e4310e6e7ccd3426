"""Figures about coders in tables of `devrun agree` and below the figures of a report: each two of
them, and the blocks of each coder's own order.
"""

from __future__ import annotations

from typing import Any, Protocol

from renderers.fields.field import Field, Kind, Scale, field
from renderers.fields.scales import COUNT, SHARE, TEXT, TEXTS, WHOLE


class OfEnds(Protocol):
    """An interval."""

    @property
    def low(self) -> float:
        """Its lower end."""
        ...

    @property
    def high(self) -> float:
        """Its upper end."""
        ...


ENDS = Scale[OfEnds](Kind.NUMBER, plain=lambda found: [found.low, found.high])
SHARE_ENDS = Scale[OfEnds](Kind.NUMBER, plain=ENDS.plain, page="shares")
TABLE = Scale[tuple[tuple[int, ...], ...]](Kind.LIST, plain=lambda rows: list(map(list, rows)))

TWO_CODERS: Field[Any] = field(TEXTS, "coders", "names of the two coders", heading="coders")
BOTH_RATED: Field[Any] = field(COUNT, "n", "items that both rated", heading="items")
CONFUSION: Field[Any] = field(
    TABLE, "confusion", "number of items: a row for each category of the first coder, a column for "
    "each of the second", missing="there are too many categories",
)  # fmt: skip

FIRST_CODER: Field[Any] = field(
    TEXT, "first_coder", "category of the first coder", heading="first coder"
)
SECOND_CODER: Field[Any] = field(
    COUNT, "second_coder", "items of it to which the second coder gave a category",
    heading="second coder",
)  # fmt: skip

WITH_ANOTHER, WITH_GOLD = "agreement with another coder", "agreement with the gold"
OWN_ORDER = "the coder's own order"
"""What is drawn of blocks, and along what."""
BLOCK: tuple[Field[Any], ...] = (
    field(WHOLE, "first", f"first item of the block, in {OWN_ORDER}", heading="block"),
    field(WHOLE, "last", "last item of the block"),
    field(COUNT, "compared", "pairs of this coder's rating and another's", heading="compared"),
    field(
        SHARE, "agreement", "share of these pairs that are equal", missing="there are too few",
        heading="agree",
    ),
    field(
        SHARE_ENDS, "agreement_ci95", "95% interval of that share (Wilson)", "agreement_interval",
        missing="there are too few", heading="95%",
    ),
    field(WHOLE, "gold", "gold items in the block"),
    field(WHOLE, "gold_right", "gold items judged as in the gold", heading="gold right"),
    field(
        SHARE_ENDS, "gold_ci95", "95% interval of their share (Wilson)", "gold_interval",
        missing="there is no gold", heading="95%",
    ),
)  # fmt: skip
