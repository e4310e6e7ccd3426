"""Opening the store for a command."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runners.store.store import Store


@contextmanager
def open_store(url: str, *, reading: bool = False) -> Iterator[Store]:
    """The store at `url`, closed at the end.

    Raises:
        StoreUnusable: when it is opened or later.
    """
    from runners.store.errors import StoreUnusable
    from runners.store.store import Store

    try:
        with Store.open(url, reading=reading) as store, _damage_named(store):
            yield store
    except PermissionError as fault:
        raise StoreUnusable(
            f"`{fault.filename}` cannot be used: {(fault.strerror or str(fault)).lower()}",
            "check the folder's permissions, or name another file with --store",
        ) from fault


@contextmanager
def _damage_named(store: Store) -> Iterator[None]:
    """Raises StoreDamaged in place of what a value raised that devrun never writes: somebody else
    changed the store, and devrun has no fault.
    """
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError):
        if os.environ.get("DEVRUN_DEBUG") != "1":
            refuse_damaged(store)
        raise


def refuse_damaged(store: Store) -> None:
    """Raises StoreDamaged where a store holds a value that devrun never writes; may read all of
    it.
    """
    from runners.store.errors import StoreDamaged

    wrong = store.wrong_value()
    if wrong is not None:
        raise StoreDamaged(
            f"the store {store.where} holds a value that cannot be read: {wrong}",
            f"another program wrote it; `devrun store check --store {store.where}` lists all "
            "such values",
        ) from None


@contextmanager
def open_existing_store(url: str) -> Iterator[Store]:
    """The store at `url` to write to, if it is there: one that is made now knows nothing yet.

    An older one is brought up to date. Raises:
        StoreUnusable: there is no such store, or it cannot be used.
    """
    from runners.store.errors import StoreForeign, StoreMissing, StoreUnusable
    from runners.store.store import Store

    try:
        Store.open(url, reading=True).close()
    except (StoreMissing, StoreForeign):
        raise
    except (StoreUnusable, PermissionError):
        # It may only be too old to be read. Other faults are reported when it is opened.
        pass
    with open_store(url) as store:
        yield store
