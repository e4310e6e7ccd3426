"""Packets written to disk so that a crash loses none, and none exists that the store does not know.

Files are written whole under a temporary name, then the packets are added to the store, then the
files are renamed. A file that a crash left under its temporary name is renamed or deleted by the
next call, according to whether the store knows it. Files first and the store after could leave
packets that nobody can decode; the store first could know packets that were never written.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from coders.desk.log import log_path
from coders.packets.file import packet_at, packet_lines
from coders.packets.shape import Packet, PacketUnusable
from dsl.errors import os_errors_as
from runners.store.records import PacketRecord

ENDING = ".packet.jsonl"
_PART = ".part"


@dataclass(frozen=True, slots=True)
class Settled:
    """What an interrupted call had left: `finished` packets are in place now, `dropped` ones were
    not in the store and are deleted.
    """

    finished: tuple[Path, ...] = ()
    dropped: tuple[Path, ...] = ()


def path_of(folder: Path, coder: str) -> Path:
    """Where the packet of a coder goes."""
    return folder / f"{coder}{ENDING}"


def settle(folder: Path, known: Callable[[str], bool]) -> Settled:
    """Finishes or deletes what a crash left in the folder; `known` says whether the store has a
    packet of this id.
    """
    finished: list[Path] = []
    dropped: list[Path] = []
    for part in sorted(folder.glob(f"*{ENDING}{_PART}")) if folder.is_dir() else ():
        place = part.with_name(part.name.removesuffix(_PART))
        try:
            whole = known(packet_at(part).header.packet)
        except PacketUnusable:
            whole = False
        if whole and not place.exists():
            part.rename(place)
            finished.append(place)
        else:
            part.unlink()
            dropped.append(place)
    return Settled(tuple(finished), tuple(dropped))


def existing_file(folder: Path, coders: Sequence[str]) -> Path | None:
    """A packet or log that one of these packets would be written over, or None."""
    there = {path.name.casefold(): path for path in folder.iterdir()} if folder.is_dir() else {}
    for coder in coders:
        packet = path_of(folder, coder)
        for path in (packet, log_path(packet)):
            if path.name.casefold() in there:
                return there[path.name.casefold()]
    return None


def write_packets(
    folder: Path,
    packets: Sequence[Packet],
    kept: Sequence[PacketRecord],
    add_packets: Callable[[Sequence[PacketRecord]], None],
    *,
    places: Sequence[Path] = (),
) -> tuple[Path, ...]:
    """Writes the packets, adds them to the store by `add_packets`, and returns their paths: in the
    folder under the names of their coders, unless `places` are given.

    Raises PacketUnusable where a file cannot be written, and whatever `add_packets` raises; nothing
    is left behind then. After an interruption `settle` knows what to do.
    """
    places = places or [path_of(folder, packet.header.coder) for packet in packets]
    parts = [place.with_name(place.name + _PART) for place in places]
    instead = "name a writable folder with --to, and check free disk space"
    with os_errors_as(PacketUnusable, f"packets cannot be written to {folder}", instead):
        above = {one for place in places for one in place.absolute().parents}
        # Those within others first.
        made = sorted((one for one in above if not one.exists()), reverse=True)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for packet, part in zip(packets, parts, strict=True):
                part.parent.mkdir(exist_ok=True)
                _write(packet, part)
            add_packets(kept)
        except Exception:
            for part in parts:
                with contextlib.suppress(OSError):
                    part.unlink(missing_ok=True)
            for one in made:
                with contextlib.suppress(OSError):
                    one.rmdir()
            raise
    for part, place in zip(parts, places, strict=True):
        part.rename(place)
    return tuple(places)


def _write(packet: Packet, part: Path) -> None:
    with part.open("w", encoding="ascii", newline="\n") as file:
        file.writelines(packet_lines(packet))
        file.flush()
        os.fsync(file.fileno())


_MOST = 20


def find_stores_of_packet(packet: str, *, besides: str) -> tuple[str, ...]:
    """Paths of SQLite stores in the working directory, and in the folder of the store `besides`,
    that made this packet.

    Nothing is written, and a file that cannot be read as a store is passed over.
    """
    from runners.store.errors import StoreUnusable
    from runners.store.store import Store

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
