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


def read_log_files(paths: Iterable[Path]) -> Iterator[LogFile | Rejected]:
    """Every log among these files and folders, in their order, each once, or why it is rejected.

    A folder stands for the logs in it, a packet for the log beside it.
    """
    met: set[Path] = set()
    for path in paths:
        for found in _logs(path):
            if isinstance(found, Rejected):
                yield found
            elif found.resolve() not in met:
                met.add(found.resolve())
                yield _read(found)


def _logs(path: Path) -> Iterator[Path | Rejected]:
    if path.is_dir():
        logs = _logs_in(path)
        if not logs:
            below = [one for one in sorted(path.iterdir()) if one.is_dir() and _logs_in(one)]
            named = " ".join(map(str, below))
            yield Rejected(
                str(path),
                f"there is no coding log in {path}",
                f"there are logs in subfolders: `devrun collect {named}`"
                if below
                else f"logs end in `{_LOG}` and are next to the coder's packet",
            )
        yield from logs
    elif path.name.endswith(_PACKET):
        log = log_path(path)
        if log.is_file():
            yield log
        else:
            yield Rejected(
                str(path),
                f"{path} is a packet without a log",
                f"ask its coder for {log.name}",
            )
    else:
        yield path


def _logs_in(folder: Path) -> list[Path]:
    """Files that are called like a log, also where mail made it `A.log (1).jsonl` or
    `A.log.jsonl.txt`. Hidden files are not: some systems put one of theirs beside every file.
    """
    return sorted(
        one
        for one in folder.iterdir()
        if _CALLED.search(one.name) and not one.name.startswith(".") and one.is_file()
    )


def decoded(data: bytes) -> str:
    """The text of a file that came from anywhere: UTF-8, or UTF-16 with its byte order mark.

    Raises UnicodeDecodeError.
    """
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    return data.decode(encoding)


def _read(path: Path) -> LogFile | Rejected:
    where = str(path)
    try:
        data = path.read_bytes()
        packed = _packed(data, path)
        if packed is not None:
            return packed
        # Whole lines of a log are ASCII without control characters, so that none of these is of it.
        every = decoded(data).replace("\r", "\n").split("\n")
        lines = [line for line in every[:-1] if line] + every[-1:]
        text = "\n".join(lines)
        events = read_log(text, where)
        if not events:
            return _nothing(path, text)
        _refuse_mixture(events, where)
    except UnicodeDecodeError:
        return Rejected(
            where, f"{where} is not UTF-8, so it is not a coding log", _NAME_IT + _csv(path)
        )
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
        return Rejected(where, f"{where} cannot be read: {why}", "name a log, or a folder of logs")
    except PacketUnusable as fault:
        if path.suffix.lower() in _TABLES:
            return Rejected(where, f"{where} is not a coding log", _NAME_IT + _csv(path))
        return _joined(lines, path) or Rejected(where, fault.message, fault.help)
    return LogFile(where, events, len(events) < sum(map(bool, lines)))


_CALLED = re.compile(r"\.log\b.*\.jsonl(\.txt)?$")
_TABLES = {".csv", ".tsv", ".xlsx", ".xls", ".ods"}
_NAME_IT = "name a log written by devrun"


def _csv(path: Path) -> str:
    if path.suffix.lower() not in _TABLES:
        return ""
    table = path.with_suffix(".csv")
    return f"; for a table of codes: `devrun collect {table} --csv --coder NAME`"


def _packed(data: bytes, path: Path) -> Rejected | None:
    """The refusal of an archive, which many mail programs make of a file by themselves."""
    if path.suffix.lower() in _TABLES or not data.startswith((b"PK\x03\x04", b"\x1f\x8b")):
        return None
    return Rejected(str(path), f"{path} is packed into an archive", "unpack it, and name the log")


def _nothing(path: Path, text: str) -> Rejected:
    """The refusal of a file without one whole line of a log."""
    if not text.strip():
        return Rejected(str(path), f"{path} is empty: nothing has been coded yet")
    return Rejected(
        str(path), f"{path} has no complete line of a coding log", _NAME_IT + _csv(path)
    )


def _joined(lines: Sequence[str], path: Path) -> Rejected | None:
    """The refusal of several logs in one file, and of the later part of one."""
    starts = [n for n, line in enumerate(lines, start=1) if _FIRST.match(line)]
    if starts[1:]:
        return Rejected(
            str(path),
            f"{path} contains {len(starts)} logs: the second starts in line {starts[1]}",
            "collect each log as a separate, unchanged file",
        )
    if not starts and lines and _LATER.match(lines[0]):
        return Rejected(
            str(path),
            f"the beginning of {path} is missing: its first line is not the first of a log",
            "send the complete, unchanged log",
        )
    return None


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
