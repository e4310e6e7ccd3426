"""The tokens that a judge has used and will use, for its costs and their estimate.

The judge's log is all that is looked at: a judge knows no store, and what its earlier replies took
stands in the log beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coders.desk.log import Event
from runners.coding.judge_identity import JUDGE

if TYPE_CHECKING:
    from runners.engine.cost_budget import CostBudget
    from runners.participants.base import Participant

Paying = Callable[["Participant", "Bill"], "CostBudget | None"]
"""Gives the cost budget of a judge, or raises why nothing may be asked."""


@dataclass(frozen=True, slots=True)
class Bill:
    """`read` and `written` are the tokens of the replies in the log; `items` are still to be
    judged, and their messages have so many `characters`.
    """

    read: int
    written: int
    items: int
    characters: int


def bill(events: Iterable[Event], sizes: Iterable[int]) -> Bill:
    """The bill of a judge with this log, and messages of these `sizes` in characters to be sent.

    A reply without a count of tokens is taken to have a token for every character of its body.
    """
    read = written = 0
    for event in events:
        if event.kind == JUDGE:
            body = len(event.text("raw"))
            read += _count(event, "input_tokens", body)
            written += _count(event, "output_tokens", body)
    found = tuple(sizes)
    return Bill(read, written, len(found), sum(found))


def _count(event: Event, name: str, otherwise: int) -> int:
    value = event.data.get(name)
    return value if isinstance(value, int) else otherwise
