"""Waits for the writer from inside the event loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

import anyio

from runners.store.store import Store

if TYPE_CHECKING:
    from runners.store.writer import Handler

T = TypeVar("T")
R = TypeVar("R")


async def commit(store: Store, handler: Handler[T, R], item: T) -> R:
    """Has the item written and waits for the commit, also while the run is being stopped: what has
    arrived is kept. Raises a StoreUnusable.
    """
    committed = asyncio.wrap_future(store.submit(handler, item))
    with anyio.CancelScope(shield=True):
        await asyncio.wait([committed])
    return committed.result()
