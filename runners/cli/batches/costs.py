"""What batches may cost, and which of them a ceiling leaves out."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING

from dsl.words import counted
from runners.batches.services.service import whom
from runners.cli.costs import longest_asked, price_line, prices
from runners.cli.errors import Exit, Stop, UsageError
from runners.engine.cost_budget import spent_on
from runners.prices.table import dollars, is_free, price_name
from runners.store.batches import BatchState

if TYPE_CHECKING:
    from runners.store.batches import BatchRecord
    from runners.store.store import Store

_PAID_FOR = (BatchState.SENDING, BatchState.SENT, BatchState.ENDED)
"""Batches whose replies cost money, and are not all here."""


class BatchCosts:
    """What the batches of a store may cost. No batch is sent that could take a study beyond the
    `ceiling`, with all others that are under way.
    """

    def __init__(self, store: Store, ceiling: Decimal | None) -> None:
        self.store, self.ceiling = store, ceiling
        self._known = prices()

    def most(self, batch: BatchRecord) -> Decimal | None:
        """The most that a batch can cost: each call with the longest reply; None if unknown."""
        name, identity = whom(self.store, batch)
        if is_free(name):
            return Decimal(0)
        price = self._known.get(price_name(name, identity))
        longest = longest_asked(identity) or (price.longest if price else None)
        if price is None or longest is None:
            return None
        return (price.in_batches or price).of(batch.tokens, batch.calls * longest)

    def check(self, batch: BatchRecord) -> None:
        """See that a batch fits under the ceiling.

        Raises:
            Stop: it could cost more than is left, or nobody knows what it costs.
        """
        if self.ceiling is None:
            return
        most = self.most(batch)
        if most is None:
            name, identity = whom(self.store, batch)
            raise UsageError(
                f"--max-cost needs the price and the longest reply of {name}",
                f"add a line to prices.toml, such as {price_line(price_name(name, identity))}, and "
                "give --max-tokens to `devrun batch out`",
                "no-price",
            )
        by_key = {
            (one.key, False): price
            for one in self.store.participants_of(batch.study)
            if (price := self._known.get(price_name(one.name, json.loads(one.identity))))
        }
        spent = spent_on(self.store, batch.study, by_key)
        others = [
            one
            for one in self.store.batches(study=batch.study)
            if one.state in _PAID_FOR and one.key != batch.key
        ]
        under_way = sum((self.most(one) or Decimal(0) for one in others), Decimal(0))
        left = self.ceiling - spent - under_way
        if most > left:
            raise Stop(
                "ceiling",
                f"batch {batch.key[:12]} ({counted(batch.calls, 'call')}) could cost "
                f"{dollars(most)}, and {dollars(max(left, Decimal(0)))} of "
                f"{dollars(self.ceiling)} is left; it was not sent",
                "raise --max-cost, or write it again with a lower --max-tokens: the longest reply "
                "is what it could cost",
                exit_code=Exit.CEILING,
            )
