"""The figures of what a study cost, by participant and by judge."""

from __future__ import annotations

from operator import attrgetter

from renderers.fields.design import MODEL, SIMULATED
from renderers.fields.field import Field, field
from renderers.fields.scales import DOLLARS, KEY, TEXT, WHOLE
from renderers.rows.bills import StudyBill

CALLS: Field[StudyBill] = field(WHOLE, "calls", "replies to its trials", heading="replies")
SPENT: tuple[Field[StudyBill], ...] = (
    field(WHOLE, "input_tokens", "tokens read", heading="tokens read"),
    field(WHOLE, "output_tokens", "tokens written", heading="tokens written"),
    field(
        WHOLE, "replies_without_count", "replies whose tokens the provider did not count",
        "uncounted", heading="replies without token count",
    ),
    field(
        DOLLARS, "usd", "what they cost at the prices known now", heading=DOLLARS.unit,
        missing="no price is known, or tokens were not counted",
    ),
)  # fmt: skip
_PRICE_OF: Field[StudyBill] = field(
    TEXT, "price_of", "day on which the price was read",
    lambda bill: None if bill.price_of is None else str(bill.price_of),
    heading="price read on", missing="there is no price",
)  # fmt: skip

COST: tuple[Field[StudyBill], ...] = (
    MODEL.but(what="the participant, or what makes embeddings for it", heading="model").read_by(
        attrgetter("who")
    ),
    SIMULATED,
    CALLS,
    field(WHOLE, "attempts", "attempts that these replies took", heading="attempts"),
    *SPENT,
    _PRICE_OF,
)
JUDGE_COST: tuple[Field[StudyBill], ...] = (
    field(TEXT, "judge", "name of the model as judge", "who", heading="judge"),
    field(KEY, "packet", "id of the packet that it judged"),
    SIMULATED,
    CALLS.but(what="its replies"),
    *SPENT,
    _PRICE_OF,
)
