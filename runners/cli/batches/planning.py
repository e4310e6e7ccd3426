"""What a plan says of batches: rounds, calls in each, the cost at the batch price, and terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from dsl.words import counted
from runners.batches.terms import retention
from runners.participants.vendor import VENDORS
from runners.prices.table import HALF_IN_BATCHES, dollars

if TYPE_CHECKING:
    from runners.cli.costs import Estimate
    from runners.run_size import RunSize

_SHOWN = 8


def batch_lines(
    plans: Sequence[RunSize], names: Mapping[str, str], estimate: Estimate
) -> Iterator[str]:
    """Sentences about batches, where a model is named whose vendor has them (`names` are as for
    `estimate_costs`).
    """
    vendors = [one for one in VENDORS if _asked(one.provider, names)]
    if not vendors:
        return
    rounds = batch_rounds(plans)
    if rounds:
        many = [f"{number:,}" for number in rounds[:_SHOWN]]
        more = [] if len(rounds) <= _SHOWN else ["..."]
        yield (
            f"by batches: {counted(len(rounds), 'round')} of {', '.join(many + more)} calls"
            + (", or more: what is asked depends on replies" if _open(plans) else "")
        )
    cost = batch_cost(estimate)
    if cost is not None:
        yield f"cost by batches about {dollars(cost)}"
    for vendor in vendors:
        yield retention(vendor.provider, vendor.called)


def batch_rounds(plans: Sequence[RunSize]) -> list[int]:
    """The calls in each round, all scripts side by side."""
    longest = max((len(one.rounds) for one in plans), default=0)
    return [sum((*one.rounds, *[0] * longest)[at] for one in plans) for at in range(longest)]


def batch_cost(estimate: Estimate) -> Decimal | None:
    """What a plan would cost by batches, in dollars; None where a batch price is unknown."""
    whole = Decimal(0)
    for _, price, cost in estimate:
        share = price.batch_share if price is not None else None
        if share is None:
            return None
        whole += cost * share
    return whole if estimate else None


def _asked(provider: str, names: Mapping[str, str]) -> bool:
    return provider in HALF_IN_BATCHES and any(
        listed.partition("/")[0] == provider and "@" not in listed for listed in names.values()
    )


def _open(plans: Sequence[RunSize]) -> bool:
    bounds = [one.call_bounds for one in plans if one.call_bounds is not None]
    return any(fewest != most for fewest, most in bounds)
