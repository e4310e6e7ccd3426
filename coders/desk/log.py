"""The log of one coder on one packet: a line for every judgement, written the moment it is made.

Lines are only ever appended, numbered, and each carries a checksum over itself and the line
before, so that a lost, changed or foreign line shows. What is stored is what was done, not what
came of it: an undo is a line, too. Keeping the state instead would be a smaller file, and would
lose what a coder thought first. A last line that is not whole (the machine died in the middle of a
write) is dropped when the log is opened again, since nobody was told that it was kept; one that is
whole and lacks only its line end was kept, and stays.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from io import FileIO
from pathlib import Path
from typing import cast

from coders.packets.shape import Packet, PacketUnusable
from dsl.errors import os_errors_as, reason_of
from dsl.record import record

Scalar = str | int | bool | None
Data = Mapping[str, Scalar | Sequence[str]]
"""What an event says beside its kind, e.g. `{"item": ..., "question": 2, "mark": "half"}`."""


@record
class Event:
    """One line of a log. `seq` counts from 1, `at` is UTC in ISO 8601, `line` the text as kept.

    Kinds and their data:
    opened (checksum of the packet), closed; shown (item, its content, question from which on it is
    looked at again, jump where the coder chose it before its turn); mark (item, question, mark,
    flags, ms); said (item, question, said, plain, flags, ms); lrs (item, lrs, proposed, first,
    reason, ms); note (item, question, note); skip (item, reason); undo (undoes, item, question);
    reveal (item, what); feedback (item); gate (form, right, marks, gates_wrong, passed); masking
    (item, model, wording); hypothesis (text); lock;
    lost (a damaged line, dropped by a repair).
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


def judgement(
    item: str,
    question: int,
    flags: Sequence[str],
    *,
    mark: str = "",
    said: Sequence[str] = (),
    plain: bool = True,
) -> tuple[str, dict[str, Scalar | Sequence[str]]]:
    """The kind and the data of a judgement: a mark, or what a reply says and whether plainly."""
    data: dict[str, Scalar | Sequence[str]] = {"item": item, "question": question}
    data |= {"mark": mark} if mark else {"said": said, "plain": plain}
    return "mark" if mark else "said", {**data, "flags": flags}


FIELDS = ("seq", "kind", "at", "packet", "coder", "codebook_version", "tool_version")


LOST = "lost"
"""The kind of a line that stands for a damaged one, which a repair dropped."""


def log_path(packet: Path) -> Path:
    """Where the log of a packet lies: beside it, `A.packet.jsonl` -> `A.log.jsonl`."""
    stem = packet.name.removesuffix(".jsonl").removesuffix(".packet")
    return packet.with_name(f"{stem}.log.jsonl")


_UNDAMAGED = (
    "send the log as the coding tool left it, or a copy from before; if there is none, the coder's "
    "`devrun code PACKET --repair` drops the damaged lines and says which"
)


def checksum(before: str, body: str) -> str:
    """The checksum of a line (without its own `sum`) that follows a line with the sum `before`."""
    return hashlib.sha256(f"{before}\n{body}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def sealed(before: str, body: str) -> tuple[str, str]:
    """The line of this body that follows one with the sum `before`, and its own sum."""
    total = checksum(before, body)
    return f'{body[:-1]}, "sum": "{total}"}}', total


def read_log(text: str, where: str) -> tuple[Event, ...]:
    """The events of a whole log.

    A last line that is not whole is no part of it. Raises PacketUnusable, naming the line, for a
    line that is no event, is out of turn, or does not bear its checksum.
    """
    lines = text.removeprefix("\ufeff").split("\n")
    events: list[Event] = []
    before = ""
    for number, line in enumerate(lines, start=1):
        try:
            event = _event(line.removesuffix("\r"), before, f"{where}, line {number}")
        except PacketUnusable:
            # Without a line end it is nothing at all, or was half written.
            if number == len(lines):
                break
            raise
        if event.seq != number:
            raise PacketUnusable(
                f"{where}, line {number}: this is judgement {event.seq}, not {number}",
                f"a line was removed or inserted; {_UNDAMAGED}",
            )
        events.append(event)
        before = event.sum
    return tuple(events)


def log_fields(line: str) -> dict[str, object] | None:
    """What a line says, its checksum not looked at; None where it is no line of a log."""
    try:
        found = json.loads(line)
        seq, *_ = (found[name] for name in (*FIELDS, "sum"))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    whole = isinstance(found, dict) and isinstance(seq, int) and not isinstance(seq, bool)
    return found if whole else None


def _event(line: str, before: str, where: str) -> Event:
    found = log_fields(line)
    if found is None:
        raise PacketUnusable(
            f"{where}: this is not a line of a coding log",
            _UNDAMAGED,
        )
    given = {name: found.pop(name) for name in (*FIELDS, "sum")}
    seq = given["seq"]
    assert isinstance(seq, int)
    texts = {name: str(value) for name, value in given.items() if name != "seq"}
    if texts["sum"] != checksum(before, body_of(line)):
        raise PacketUnusable(
            f"{where}: this line was changed after it was written, or an earlier one is missing",
            _UNDAMAGED,
        )
    return Event(
        seq, texts["kind"], cast(Data, found), texts["at"], texts["packet"], texts["coder"],
        texts["codebook_version"], texts["tool_version"], texts["sum"], line,
    )  # fmt: skip


def body_of(line: str) -> str:
    """The text of a line without its `sum`, which stands last."""
    return line[: line.rfind(', "sum": "')] + "}"


class Log:
    """The log of one coder on one packet, open for writing. Use it in a `with` block.

    `clock` gives the time as UTC in ISO 8601. A log that belongs to another packet, another file of
    this packet or another coder, and one that another process has open, is refused with
    PacketUnusable, a damaged one with the help `if_damaged` (else to repair it). `dropped` says, in
    words, that a half-written line was dropped; else empty.
    """

    def __init__(
        self,
        path: Path,
        packet: Packet,
        *,
        clock: Callable[[], str],
        tool_version: str,
        if_damaged: str = "",
    ) -> None:
        self.path = path
        self._packet = packet
        self._clock = clock
        self._tool = tool_version
        self._if_damaged = if_damaged
        # Without a buffer: what could not be written must not be written later by itself.
        self._file: FileIO | None = None
        self.events: list[Event] = []
        self.dropped = ""

    def __enter__(self) -> Log:
        instead = "put the packet into a folder you can write to, or name another log with --log"
        with os_errors_as(PacketUnusable, f"{self.path} cannot be written", instead):
            try:
                self._file = FileIO(self.path, "a+")
                hold(self._file, self.path)
                self._file.seek(0)
                kept = self._file.readall()
                # Whole lines are ASCII; what a dying disk left behind them may be anything.
                self.events = list(self._read(kept.decode("utf-8", "replace")))
                self._refuse_other()
                self._mend_end(kept)
            except BaseException:
                self._close()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None

    def _read(self, text: str) -> tuple[Event, ...]:
        try:
            return read_log(text, str(self.path))
        except PacketUnusable as fault:
            named = self._packet.where or "PACKET"
            repair = (
                f"`devrun code {named} --repair` copies the log, drops its damaged lines and goes "
                "on; with --log, name the log there, too"
            )
            raise PacketUnusable(fault.message, self._if_damaged or repair) from fault

    def _refuse_other(self) -> None:
        header = self._packet.header
        for event in self.events:
            if event.packet != header.packet or event.coder != header.coder:
                raise PacketUnusable(
                    f"{self.path} is the log of another packet",
                    "keep each packet and its log in a separate folder",
                )
            begun_with = event.text("checksum")
            other_file = event.kind == "opened" and begun_with not in ("", self._packet.checksum)
            if other_file or event.codebook_version != header.codebook_version:
                raise PacketUnusable(
                    f"{self._packet.where or 'the packet'} is not the file that {self.path} was "
                    "begun with",
                    "use the packet as you received it; ask the study's owner for it",
                )

    def _mend_end(self, kept: bytes) -> None:
        """Cut a half-written line off, or end a whole one."""
        assert self._file is not None
        lines, end = kept.count(b"\n"), kept.rfind(b"\n") + 1
        if end == len(kept):
            return
        if len(self.events) > lines:
            self._write(b"\n")
            return
        self._file.truncate(end)
        self.dropped = (
            f"the last line of {self.path} was incomplete when coding ended and is "
            "dropped: everything reported as saved is there"
        )

    def append(self, kind: str, data: Data) -> Event:
        """Writes an event and returns when the disk has it.

        Raises PacketUnusable if the disk refuses; the event is then not in the log.
        """
        if self._file is None:
            raise PacketUnusable(
                f"{self.path} was closed after a failed or interrupted write",
                "leave and start again: everything before it is saved",
            )
        header = self._packet.header
        seq = len(self.events) + 1
        before = self.events[-1].sum if self.events else ""
        told = dict(
            zip(
                FIELDS,
                (seq, kind, self._clock(), header.packet, header.coder,
                 header.codebook_version, self._tool),
                strict=True,
            )
        )  # fmt: skip
        body = json.dumps({**told, **data}, ensure_ascii=True)
        line, _ = sealed(before, body)
        event = _event(line, before, str(self.path))
        try:
            size = self._file.seek(0, os.SEEK_END)
            try:
                self._write(line.encode("ascii") + b"\n")
                os.fsync(self._file.fileno())
            except OSError:
                self._file.truncate(size)
                raise
        except OSError as fault:
            if not self._ends_well():
                self._close()
            raise PacketUnusable(
                f"the judgement could not be saved: {reason_of(fault)}",
                f"make room on the disk of {self.path}; everything before it is saved",
            ) from fault
        except BaseException:
            # Interrupted: it is not known whether the line is there, so none may follow it.
            self._close()
            raise
        self.events.append(event)
        return event

    def _write(self, data: bytes) -> None:
        assert self._file is not None
        while data:
            data = data[self._file.write(data) or 0 :]

    def _ends_well(self) -> bool:
        """Whether what was half written is off again, so that another line may follow."""
        assert self._file is not None
        try:
            size = self._file.seek(0, os.SEEK_END)
            self._file.seek(max(0, size - 1))
            return size == 0 or self._file.read(1) == b"\n"
        except OSError:
            return False


def hold(file: FileIO, path: Path) -> None:
    """Keep a second window from writing to the same log."""
    busy = PacketUnusable(f"{path} is open in another window", "close it first, or continue there")
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
    except BlockingIOError as fault:
        raise busy from fault
    except OSError:
        # Some network folders know no locks; there, two windows cannot be told apart.
        return
