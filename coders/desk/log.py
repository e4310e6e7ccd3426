"""The log of one coder on one packet: a line for every judgement, written the moment it is made.

Lines are only ever appended, numbered, and each carries a checksum over itself and the line
before, so that a lost, changed or foreign line shows. What is stored is what was done, not what
came of it: an undo is a line, too. Keeping the state instead would be a smaller file, and would
lose what a coder thought first. A last line without its end (the machine died in the middle of a
write) is dropped when the log is opened again, since nobody was told that it was kept.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from coders.packets.shape import Packet, PacketUnusable

Scalar = str | int | bool | None
Data = Mapping[str, Scalar | Sequence[str]]
"""What an event says beside its kind, e.g. `{"item": ..., "question": 2, "mark": "half"}`."""


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a log. `seq` counts from 1, `at` is UTC in ISO 8601, `line` the text as kept.

    Kinds and their data:
    opened (checksum of the packet), closed; shown (item, question from which on it is looked at
    again); mark (item, question, mark, flags, ms); said (item, question, said, plain, flags, ms);
    lrs (item, lrs, proposed, first, reason, ms); note (item, question, note); skip (item, reason);
    undo (undoes, item, question); reveal (item, what); feedback (item); gate (form, right, marks,
    gates_wrong, passed); masking (item, model, wording); hypothesis (text); lock.
    """

    seq: int
    kind: str
    data: Data
    at: str
    packet: str
    coder: str
    codebook_version: str
    tool_version: str
    sum: str
    line: str

    def text(self, name: str) -> str:
        """A datum as text; empty where it is missing."""
        value = self.data.get(name)
        return value if isinstance(value, str) else ""

    def number(self, name: str) -> int | None:
        """A datum as a whole number; None where it is missing or none."""
        value = self.data.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def words(self, name: str) -> tuple[str, ...]:
        """A datum as a list of words; empty where it is missing."""
        value = self.data.get(name)
        if isinstance(value, str) or not isinstance(value, Sequence):
            return ()
        return tuple(str(one) for one in value)


_FIELDS = ("seq", "kind", "at", "packet", "coder", "codebook_version", "tool_version")


def log_path(packet: Path) -> Path:
    """Where the log of a packet lies: beside it, `A.packet.jsonl` -> `A.log.jsonl`."""
    stem = packet.name.removesuffix(".jsonl").removesuffix(".packet")
    return packet.with_name(f"{stem}.log.jsonl")


def checksum(before: str, body: str) -> str:
    """The checksum of a line (without its own `sum`) that follows a line with the sum `before`."""
    return hashlib.sha256(f"{before}\n{body}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def read_log(text: str, where: str) -> tuple[Event, ...]:
    """The events of a whole log.

    A last line that does not end is no part of it. Raises PacketUnusable, naming the line, for a
    line that is no event, is out of turn, or does not bear its checksum.
    """
    whole = text[: text.rfind("\n") + 1]
    events: list[Event] = []
    before = ""
    for number, line in enumerate(whole.split("\n")[:-1], start=1):
        event = _event(line, before, f"{where}, line {number}")
        if event.seq != number:
            raise PacketUnusable(
                f"{where}, line {number}: this is judgement {event.seq}, where {number} should be",
                "a line was lost or put in; send the log as the coding tool left it",
            )
        events.append(event)
        before = event.sum
    return tuple(events)


def _event(line: str, before: str, where: str) -> Event:
    try:
        found = json.loads(line)
        given = {name: found.pop(name) for name in (*_FIELDS, "sum")}
        seq = given["seq"]
        if not isinstance(seq, int) or isinstance(seq, bool):
            raise TypeError
        texts = {name: str(value) for name, value in given.items() if name != "seq"}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise PacketUnusable(
            f"{where}: this is no line of a coding log",
            "send the log as the coding tool left it; do not edit it",
        ) from fault
    if texts["sum"] != checksum(before, _body(line)):
        raise PacketUnusable(
            f"{where}: the line was changed after it was written, or one before it is gone",
            "send the log as the coding tool left it; a copy from before the change will do",
        )
    return Event(
        seq, texts["kind"], found, texts["at"], texts["packet"], texts["coder"],
        texts["codebook_version"], texts["tool_version"], texts["sum"], line,
    )  # fmt: skip


def _body(line: str) -> str:
    """A line without its `sum`, which stands last."""
    return line[: line.rfind(', "sum": "')] + "}"


class Log:
    """The log of one coder on one packet, open for writing. Use it in a `with` block.

    `clock` gives the time as UTC in ISO 8601. A log that belongs to another packet or coder, and
    one that another process has open, is refused with PacketUnusable.
    """

    def __init__(
        self, path: Path, packet: Packet, *, clock: Callable[[], str], tool_version: str
    ) -> None:
        self.path = path
        self._packet = packet
        self._clock = clock
        self._tool = tool_version
        self._file: TextIO | None = None
        self.events: list[Event] = []

    def __enter__(self) -> Log:
        try:
            self._file = self.path.open(
                "a+", encoding="utf-8", newline="\n", errors="surrogatepass"
            )
            _hold(self._file, self.path)
            self._file.seek(0)
            text = self._file.read()
            self.events = list(read_log(text, str(self.path)))
            self._refuse_other()
            kept = text[: text.rfind("\n") + 1]
            if kept != text:
                self._file.truncate(len(kept.encode("utf-8", "surrogatepass")))
            self._file.seek(0, os.SEEK_END)
        except UnicodeDecodeError as fault:
            self._close()
            raise PacketUnusable(
                f"{self.path} is not UTF-8", "name the log that the coding tool wrote"
            ) from fault
        except OSError as fault:
            self._close()
            raise PacketUnusable(
                f"{self.path} cannot be written: {(fault.strerror or str(fault)).lower()}",
                "put the packet into a folder that is yours",
            ) from fault
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _refuse_other(self) -> None:
        header = self._packet.header
        for event in self.events:
            if event.packet != header.packet or event.coder != header.coder:
                raise PacketUnusable(
                    f"{self.path} is the log of another packet",
                    "put each packet with its log into a folder of its own",
                )

    def append(self, kind: str, data: Data) -> Event:
        """Writes an event and returns when the disk has it.

        Raises PacketUnusable if the disk refuses; the event is then not in the log.
        """
        assert self._file is not None, "the log is not open"
        header = self._packet.header
        seq = len(self.events) + 1
        before = self.events[-1].sum if self.events else ""
        told = dict(
            zip(
                _FIELDS,
                (seq, kind, self._clock(), header.packet, header.coder,
                 header.codebook_version, self._tool),
                strict=True,
            )
        )  # fmt: skip
        body = json.dumps({**told, **data}, ensure_ascii=True)
        total = checksum(before, body)
        line = f'{body[:-1]}, "sum": "{total}"}}'
        size = self._file.seek(0, os.SEEK_END)
        try:
            self._file.write(line + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as fault:
            self._undo_write(size)
            raise PacketUnusable(
                f"the judgement could not be kept: {(fault.strerror or str(fault)).lower()}",
                f"make room on the disk of {self.path}; everything before it is kept",
            ) from fault
        event = _event(line, before, str(self.path))
        self.events.append(event)
        return event

    def _undo_write(self, size: int) -> None:
        """Cut off what was half written, and forget what was not: the next line starts clean."""
        self._close()
        try:
            os.truncate(self.path, size)
        except OSError:
            return
        try:
            self._file = self.path.open("a+", encoding="utf-8", newline="\n")
            _hold(self._file, self.path)
        except (OSError, PacketUnusable):
            self._close()


def _hold(file: TextIO, path: Path) -> None:
    """Keep a second window from writing to the same log."""
    busy = PacketUnusable(
        f"{path} is open in another window", "close that one first, or go on there"
    )
    try:
        import fcntl
    except ImportError:  # Windows has locks of its own
        import msvcrt

        try:
            # One byte far beyond the end: the text itself stays readable for others.
            file.seek(0x7FFFFFF0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError as fault:
            raise busy from fault
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        raise busy from fault
