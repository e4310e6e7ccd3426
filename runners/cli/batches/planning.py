"""What a plan says of batches: rounds, calls in each, the cost at the batch price, and terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from dsl.words import counted
from runners.batches.terms import has_batches, retention, takes_files
from runners.prices.table import dollars

if TYPE_CHECKING:
    from runners.cli.costs import Estimate
    from runners.run_size import RunSize

_SHOWN = 8


def batch_lines(
    plans: Sequence[RunSize], names: Mapping[str, str], estimate: Estimate
) -> Iterator[str]:
    """Sentences about batches, where calls of a plan can be written to files: `plans` are the sizes
    of these (`names` are as for `estimate_costs`).
    """
    if not any(map(takes_files, names)):
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
    at = {name: listed.partition("@")[2] for name, listed in names.items() if has_batches(name)}
    yield from dict.fromkeys(filter(None, map(retention, at, at.values())))


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


def _open(plans: Sequence[RunSize]) -> bool:
    bounds = [one.call_bounds for one in plans if one.call_bounds is not None]
    return any(fewest != most for fewest, most in bounds)
