"""Files and folders named by the owner, read as coding logs.

Logs come by mail and on USB sticks. What these commonly do to a file is undone: other line ends,
blank lines, another encoding with its byte order mark, a name with `(1)` in it. Anything else is
rejected with what seems to have happened. Nothing in here reads a store.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from coders.desk.log import Event, log_path, read_log
from coders.packets.shape import PacketUnusable
from dsl.errors import os_errors_as
from dsl.files.csv_reader import encoding
from dsl.files.source import opened

_LOG = ".log.jsonl"
_PACKET = ".packet.jsonl"


@dataclass(frozen=True, slots=True)
class LogFile:
    """A log as read. `cut`: an incomplete last line was left out."""

    file: str
    events: tuple[Event, ...]
    cut: bool = False

    @property
    def packet(self) -> str:
        """The id of the packet it is about."""
        return self.events[0].packet

    @property
    def coder(self) -> str:
        """Who coded."""
        return self.events[0].coder

    @property
    def codebook_version(self) -> str:
        """Under which codebook."""
        return self.events[0].codebook_version


@dataclass(frozen=True, slots=True)
class Rejected:
    """A file that cannot be imported: what is wrong with it, and what to do."""

    file: str
    message: str
    help: str = ""

    @classmethod
    def of(cls, path: Path | str, fault: PacketUnusable) -> Rejected:
        """The file for which this was raised."""
        return cls(str(path), fault.message, fault.help)


def read_log_files(paths: Iterable[Path]) -> Iterator[LogFile | Rejected]:
    """Every log among these files and folders, in their order, each once, or why it is rejected.

    A folder means the logs in it, or in its subfolders if it has none; a packet the log next to it.
    """
    known: set[Path] = set()
    for path in paths:
        try:
            with os_errors_as(PacketUnusable, f"{path} cannot be read", _LOGS):
                logs = _logs(path)
        except PacketUnusable as fault:
            yield Rejected.of(path, fault)
            continue
        for log in logs:
            if log.resolve() not in known:
                known.add(log.resolve())
                try:
                    yield _read(log)
                except PacketUnusable as fault:
                    yield Rejected.of(log, fault)


def _logs(path: Path) -> list[Path]:
    """The logs that a path means. Raises PacketUnusable where there is none."""
    if path.is_dir():
        logs = _logs_in(path) or [
            log for one in sorted(path.iterdir()) if one.is_dir() for log in _logs_in(one)
        ]
        if not logs:
            raise PacketUnusable(
                f"there is no coding log in {path}",
                f"logs end in `{_LOG}` and are next to the coder's packet",
            )
        return logs
    if path.name.endswith(_PACKET):
        log = log_path(path)
        if not log.is_file():
            raise PacketUnusable(
                f"{path} is a packet without a log", f"ask its coder for {log.name}"
            )
        return [log]
    return [path]


def _logs_in(folder: Path) -> list[Path]:
    """Files that are called like a log, also where mail made it `A.log (1).jsonl` or
    `A.log.jsonl.txt`. Hidden files are not: some systems add one of theirs to every file. Nor is
    the log of an adjudicator who has resolved nothing yet.
    """
    return sorted(
        one
        for one in folder.iterdir()
        if _CALLED.search(one.name) and not one.name.startswith(".") and one.is_file()
        if not (ADJUDICATION in one.name and not one.stat().st_size)
    )


def _read(path: Path) -> LogFile:
    """The log in a file. Raises PacketUnusable."""
    where, is_table = str(path), path.suffix.lower() in _TABLES
    with (
        os_errors_as(PacketUnusable, f"{path} cannot be read", _LOGS),
        opened(path, pipe=True) as file,
    ):
        data = file.read()
    if not is_table and data.startswith((b"PK\x03\x04", b"\x1f\x8b")):
        # Many mail programs make an archive of a file by themselves.
        raise PacketUnusable(f"{path} is packed into an archive", "unpack it, and name the log")
    try:
        text = data.decode(encoding(data))
    except UnicodeDecodeError as fault:
        raise PacketUnusable(
            f"{path} is not UTF-8, so it is not a coding log", _NAME_IT + _csv(path)
        ) from fault
    # Whole lines of a log are ASCII without control characters, so that none of these is of it.
    every = text.replace("\r", "\n").split("\n")
    lines = [line for line in every[:-1] if line] + every[-1:]
    try:
        events = read_log("\n".join(lines), where)
        _refuse_mixture(events, where)
    except PacketUnusable:
        if is_table:
            raise PacketUnusable(f"{path} is not a coding log", _NAME_IT + _csv(path)) from None
        _refuse_joined(lines, path)
        raise
    if events:
        return LogFile(where, events, len(events) < sum(map(bool, lines)))
    if not "".join(lines).strip():
        raise PacketUnusable(f"{path} is empty: nothing has been coded yet")
    raise PacketUnusable(f"{path} has no complete line of a coding log", _NAME_IT + _csv(path))


ADJUDICATION = ".adjudication-"
"""In the name of the log of an adjudicator."""
_CALLED = re.compile(r"\.log\b.*\.jsonl(\.txt)?$")
_TABLES = {".csv", ".tsv", ".xlsx", ".xls", ".ods"}
_LOGS = "name a log, or a folder of logs"
_NAME_IT = "name a log written by devrun"


def _csv(path: Path) -> str:
    if path.suffix.lower() not in _TABLES:
        return ""
    table = path.with_suffix(".csv")
    return f"; for a table of codes: `devrun collect {table} --csv --coder NAME`"


def _refuse_joined(lines: Sequence[str], path: Path) -> None:
    """Refuses several logs in one file, and the later part of one."""
    starts = [n for n, line in enumerate(lines, start=1) if _FIRST.match(line)]
    if starts[1:]:
        raise PacketUnusable(
            f"{path} contains {len(starts)} logs: the second starts in line {starts[1]}",
            "collect each log as a separate, unchanged file",
        )
    if not starts and lines and _LATER.match(lines[0]):
        raise PacketUnusable(
            f"the beginning of {path} is missing: its first line is not the first of a log",
            "send the complete, unchanged log",
        )


_FIRST = re.compile(r'\{"seq": 1, ')
_LATER = re.compile(r'\{"seq": \d+, ')


def _refuse_mixture(events: tuple[Event, ...], where: str) -> None:
    """A log is of one coder on one packet under one codebook; its checksums would hold for more."""
    for what, names in (
        ("packets", {one.packet for one in events}),
        ("coders", {one.coder for one in events}),
        ("codebook versions", {one.codebook_version for one in events}),
    ):
        if len(names) > 1:
            raise PacketUnusable(
                f"{where} mixes {len(names)} {what}: {', '.join(sorted(names))}",
                "each packet has its own log; send the logs unchanged",
            )
