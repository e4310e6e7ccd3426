"""What came home: files and folders named by the owner, read as coding logs.

Logs come by mail and on sticks, so everything that these do to a file is met here: Windows line
ends and a byte order mark are undone, anything else is refused with the file's name. Nothing in
here looks at a store.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from coders.desk.log import Event, log_path, read_log
from coders.packets.shape import PacketUnusable

_LOG = ".log.jsonl"
_PACKET = ".packet.jsonl"


@dataclass(frozen=True, slots=True)
class Arrived:
    """A log as read. `cut` says that a last line without its end was left out."""

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
class Turned:
    """A file that was turned away: what is wrong with it, and what to do."""

    file: str
    message: str
    help: str = ""


def arrived(paths: Iterable[Path]) -> Iterator[Arrived | Turned]:
    """Every log among these files and folders, in their order, each once, or why it is none.

    A folder stands for the logs in it, a packet for the log beside it.
    """
    met: set[Path] = set()
    for path in paths:
        for found in _logs(path):
            if isinstance(found, Turned):
                yield found
            elif found.resolve() not in met:
                met.add(found.resolve())
                yield _read(found)


def _logs(path: Path) -> Iterator[Path | Turned]:
    if path.is_dir():
        logs = sorted(one for one in path.iterdir() if one.name.endswith(_LOG) and one.is_file())
        if not logs:
            yield Turned(
                str(path),
                f"there is no coding log in {path}",
                f"logs end in `{_LOG}`; coders have theirs beside their packet",
            )
        yield from logs
    elif path.name.endswith(_PACKET):
        log = log_path(path)
        if log.is_file():
            yield log
        else:
            yield Turned(
                str(path),
                f"{path} is a packet, and there is no log beside it",
                f"its coder's log is called {log.name}; ask for that file",
            )
    else:
        yield path


def _read(path: Path) -> Arrived | Turned:
    where = str(path)
    try:
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
        events = read_log(text, where)
        cut = len(events) < sum(bool(line) for line in text.split("\n"))
        if not events:
            return Turned(where, f"{where} is empty: nothing was coded yet")
        _refuse_mixture(events, where)
    except UnicodeDecodeError:
        return Turned(
            where, f"{where} is not UTF-8, so it is no coding log", _NAME_IT.format(csv=_csv(path))
        )
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
        return Turned(where, f"{where} cannot be read: {why}", "name a log, or a folder of logs")
    except PacketUnusable as fault:
        if path.suffix.lower() in {".csv", ".tsv"}:
            return Turned(where, f"{where} is no coding log", _NAME_IT.format(csv=_csv(path)))
        return Turned(where, fault.message, fault.help)
    return Arrived(where, events, cut)


_NAME_IT = "name a file that the coding tool wrote{csv}"


def _csv(path: Path) -> str:
    return f"; for codes in a table write `devrun collect {path} --csv --coder NAME`"


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
                "each packet has a log of its own; send the logs as the coding tool left them",
            )
