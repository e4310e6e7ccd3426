"""Opening the store for a command, and saying so when it cannot be used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from runners.cli.exits import Exit, Stop

if TYPE_CHECKING:
    from runners.store.store import Store


@contextmanager
def opened(url: str, *, reading: bool = False) -> Iterator[Store]:
    """The store at `url`, closed at the end.

    Raises:
        Stop: the store cannot be used (exit code 5), when it is opened or later.
    """
    from runners.store.store import Store
    from runners.store.unusable import StoreUnusable

    try:
        with Store.open(url, reading=reading) as store:
            yield store
    except StoreUnusable as fault:
        raise Stop(Exit.STORE, "store", fault.message, fault.help) from fault
    except PermissionError as fault:
        raise Stop(
            Exit.STORE,
            "store",
            f"`{fault.filename}` may not be used: {(fault.strerror or str(fault)).lower()}",
            "see that the folder is yours, or name another file with --store",
        ) from fault


@contextmanager
def existing(url: str) -> Iterator[Store]:
    """The store at `url` to write to, if it is there: one that is made now knows nothing yet.

    An older one is brought up to date. Raises:
        Stop: there is no such store, or it cannot be used (exit code 5).
    """
    from runners.store.store import Store
    from runners.store.unusable import StoreForeign, StoreMissing, StoreUnusable

    try:
        Store.open(url, reading=True).close()
    except (StoreMissing, StoreForeign) as fault:
        raise Stop(Exit.STORE, "store", fault.message, fault.help) from fault
    except (StoreUnusable, PermissionError):
        # It may only be too old to be read. What else is wrong is told when it is opened.
        pass
    with opened(url) as store:
        yield store
