"""What the participants of a study took, and models as judges: replies, tokens and dollars."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class StudyBill:
    """The replies of one of them. `uncounted`: those without a count of tokens; `usd` is None where
    there are any, or no price is known. `price_of` is the day of the price. A judge has a `packet`,
    and nobody counts its attempts.
    """

    who: str
    simulated: bool
    calls: int
    input_tokens: int
    output_tokens: int
    uncounted: int
    usd: Decimal | None
    price_of: date | None
    attempts: int = 0
    packet: str = ""
