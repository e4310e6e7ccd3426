"""Which other store made a packet, where one lies at hand: for the sentence that refuses a log."""

from __future__ import annotations

from pathlib import Path

_MOST = 20


def stores_with(packet: str, *, besides: str) -> tuple[str, ...]:
    """Paths of SQLite stores in the working directory, and beside the store `besides`, that made
    this packet.

    Nothing is written, and a file that cannot be read as a store is passed over.
    """
    from runners.store.store import Store
    from runners.store.unusable import StoreUnusable

    own = Path(besides)
    folders = dict.fromkeys((Path(), own.parent if own.is_file() else Path()))
    files = [
        one
        for folder in folders
        for pattern in ("*.sqlite", "*.db")
        for one in sorted(folder.glob(pattern))[:_MOST]
    ]
    found: list[str] = []
    for file in files:
        if own.is_file() and file.resolve() == own.resolve():
            continue
        try:
            with Store.open(f"sqlite:///{file}", reading=True) as store:
                if store.packet(packet) is not None:
                    found.append(str(file))
        except (StoreUnusable, OSError):
            continue
    return tuple(dict.fromkeys(found))
