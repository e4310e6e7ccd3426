"""A participant whose calls went by batches, for the run that finishes their trials: whatever still
has no reply has failed.
"""

from __future__ import annotations

from dataclasses import dataclass

import anyio

from runners.participants.base import Call, Reply
from runners.participants.failures import FailureKind, NoReply
from runners.participants.wrapped import Wrapped
from runners.store.store import Store


@dataclass(frozen=True, slots=True)
class AskedNothing(Wrapped):
    """The participant, of whom nothing is asked any more; `blocked`: the ceiling held batches
    back.
    """

    store: Store
    blocked: bool = False

    async def ask(self, call: Call) -> Reply:
        """Raises NoReply with what the batches of the call said last."""
        found = await anyio.to_thread.run_sync(self.store.in_batches, [call.key])
        one = found.get(call.key)
        if one is None:
            said = ("it is in no batch", "give the same command again")
            if self.blocked:
                said = (
                    "it was not sent in a batch: that could have exceeded --max-cost",
                    "raise --max-cost, or lower --max-tokens",
                )
            raise NoReply(FailureKind.BAD_REQUEST, *said)
        kind = FailureKind(one.kind) if one.kind else FailureKind.BROKEN_BODY
        raise NoReply(
            # Of a kind that ends nothing else: no other call is asked either.
            FailureKind.BAD_REQUEST if kind.hopeless else kind,
            f"{one.message} (in {one.tries} batches)" if one.tries > 1 else one.message,
            "`devrun batch out --again` writes it once more; without --batch it is asked directly",
        )
