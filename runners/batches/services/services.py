"""The batch endpoint of a model."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib import import_module

from runners.batches.formats import hosted
from runners.batches.services.service import BatchService
from runners.batches.writing import BatchesUnusable
from runners.participants.base import Settings
from runners.participants.registry import participant
from runners.store.batches import BatchRecord
from runners.store.store import Store


@asynccontextmanager
async def service_of(store: Store, batch: BatchRecord) -> AsyncIterator[BatchService]:
    """Inside, the endpoint at which a batch is, or is to be, sent.

    Raises:
        CannotStart: the model cannot be asked, for example since its key is missing.
        BatchesUnusable: the batch was made for another address than the one that is set now.
    """
    model = hosted(participant(f"{batch.provider}/{batch.model}", Settings()))
    (identity,) = (
        json.loads(one.identity)
        for one in store.participants_of(batch.study)
        if one.key == batch.participant
    )
    made, now = identity.get("endpoint", ""), model.identity().get("endpoint", "")
    if made != now:
        of = model.vendor
        raise BatchesUnusable(
            f"batch {batch.key[:12]} was made for {made or of.called}, and {of.address} is now "
            f"{os.environ.get(of.address) or 'not set'}",
            f"set {of.address} to the address at which the batch was made",
        )
    provider = model.vendor.provider
    of_vendor = provider if provider in ("anthropic", "google") else "openai"
    module = import_module(f"runners.batches.services.{of_vendor}")
    async with AsyncExitStack() as closing:
        yield module.SERVICE(model, model.connected(closing))
