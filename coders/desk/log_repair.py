"""A damaged log made usable again: the damaged lines are dropped, each is named, all else is kept.

A disk or an editor may spoil one line of a log, and every line after it hangs on its checksum. The
file is copied first. A line counts as damaged where it cannot be read or its checksum is wrong; the
next is then compared with the checksum that the damaged one bears and with the one it should bear,
so that one spoilt line costs no other. In its place comes a line of the kind `lost`, which keeps
the numbers of the others: an undo names what it undoes by number. The checksums from there on are
computed again, and whoever collects the log reads how many lines were lost.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from io import FileIO
from itertools import count, zip_longest
from pathlib import Path

from coders.desk.log import FIELDS, LOST, body_of, checksum, hold, log_fields, sealed
from coders.packets.shape import Packet, PacketUnusable
from dsl.errors import os_errors_as

_MOST_MISSING = 1000
"""A line whose number is so far from the one before it is damaged itself."""


def repair_log(path: Path, packet: Packet) -> tuple[tuple[int, ...], Path] | None:
    """Drops the damaged lines of a log in its file, after copying it to the same folder. Gives the
    numbers of the lost lines (none if only foreign lines were dropped), and where the damaged file
    is kept; None where nothing was damaged and nothing was done.

    The repaired log is written whole before it takes the place of the damaged one, so that whatever
    stops this leaves one of the two.

    Raises PacketUnusable where the file cannot be read or written, is open in another window, or
    has no line that belongs to the packet.
    """
    copy, part = (next(one for one in names if not one.exists()) for names in _names(path))
    with os_errors_as(
        PacketUnusable,
        f"{path} cannot be repaired",
        "it is as it was; name the damaged log, in a folder with room where you can write",
    ):
        try:
            lost = _repaired(path, packet, copy=copy, part=part)
            if lost is None:
                return None
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    return lost, copy


def _repaired(path: Path, packet: Packet, *, copy: Path, part: Path) -> tuple[int, ...] | None:
    """Copies a log and writes the repaired one to `part`; None where there is nothing to repair."""
    with FileIO(path, "r+") as file:
        hold(file, path)
        text = file.readall().decode("utf-8", "replace").removeprefix("\ufeff")
        lines, lost = _mended(text, packet)
        if lines == [line for line in text.replace("\r", "").split("\n") if line]:
            return None
        if not lines:
            raise PacketUnusable(
                f"{path} has no line of the packet of {packet.header.coder}",
                "name the log that belongs to the packet",
            )
        try:
            shutil.copyfile(path, copy)
            with part.open("xb") as repaired:
                repaired.write("".join(f"{line}\n" for line in lines).encode("ascii"))
                repaired.flush()
                os.fsync(repaired.fileno())
        except BaseException:
            # Half a copy would be taken for a whole one.
            copy.unlink(missing_ok=True)
            raise
    return lost


def _names(path: Path) -> tuple[Iterator[Path], Iterator[Path]]:
    """Names for the copy and for the repaired log, which are not those of a log, so that no folder
    is collected twice.
    """
    damaged = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    return damaged, (path.with_name(f"{path.name}.part-{number}") for number in count(1))


def _mended(text: str, packet: Packet) -> tuple[list[str], tuple[int, ...]]:
    """The lines of the log with `lost` in place of damaged ones, and the numbers of these."""
    kept: dict[int, str] = {}
    fits: set[str] | None = {""}
    newest, damaged = 0, 0
    every = [line for line in text.replace("\r", "").split("\n") if line]
    for line, following in zip_longest(every, every[1:], fillvalue=""):
        found = log_fields(line)
        of_packet = found is not None and (found["packet"], found["coder"]) == (
            packet.header.packet,
            packet.header.coder,
        )
        if found is None or not of_packet:
            damaged, fits = damaged + 1, None
            continue
        seq, body, bears = int(str(found["seq"])), body_of(line), str(found["sum"])
        should = {checksum(before, body) for before in fits or ()}
        if seq <= newest:
            continue  # a line that is there twice
        gap = not damaged and newest + 1 < seq < newest + _MOST_MISSING
        unknown = fits is None or (gap and _number(following) in (0, seq + 1))
        if not (unknown or bears in should):
            damaged, fits = damaged + 1, {bears, *should}
            continue
        kept[seq], newest, fits = body, seq, {bears}
        damaged = 0
    numbers = range(1, newest + damaged + 1)
    lost = tuple(number for number in numbers if number not in kept)
    before, lines = "", []
    for number in range(1, newest + 1):
        body = kept.get(number) or _lost_body(number, kept)
        line, before = sealed(before, body)
        lines.append(line)
    return lines, lost


def _number(line: str) -> int:
    """The number of a line; 0 for one that is none."""
    found = log_fields(line)
    return 0 if found is None else int(str(found["seq"]))


def _lost_body(number: int, kept: dict[int, str]) -> str:
    """A line for a lost one, with the time and the rest of the next line that was kept."""
    following = json.loads(kept[min(one for one in kept if one > number)])
    told = {name: following[name] for name in FIELDS}
    return json.dumps({**told, "seq": number, "kind": LOST}, ensure_ascii=True)
