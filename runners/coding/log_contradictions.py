"""What a coding log contradicts: its packet, what was collected before, and another log with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from coders.desk.log import log_path
from coders.packets.file import packet_at
from coders.packets.shape import PacketUnusable
from runners.coding.log_files import LogFile, Rejected
from runners.coding.packet_record import contents_in_file
from runners.store.records import PacketRecord


def refuse_changed(packet: PacketRecord, file: LogFile) -> None:
    """If the packet is next to its log, its items are those that the store packed."""
    log = Path(file.file)
    beside = log.with_name(log.name.removesuffix(".log.jsonl") + ".packet.jsonl")
    if not beside.is_file() or log_path(beside) != log:
        return
    try:
        found = packet_at(beside)
    except PacketUnusable as fault:
        raise PacketUnusable(
            f"the packet beside {file.file} cannot be read, so the coded text is unknown: "
            f"{fault.message}",
            "if it was damaged after coding, move the packet and collect the log alone",
        ) from fault
    if found.header.packet != packet.packet:
        return
    kept = contents_in_file(packet)
    for item in found.items:
        if kept.get(item.id) != item.content:
            raise PacketUnusable(
                f"{beside}: the item {item.id} was changed, so its codes belong to a "
                "different text",
                "send the coder the packet again",
            )


def refuse_contradiction(file: LogFile, kept: Mapping[int, str], store: str) -> None:
    """If some of it was collected before, that is what it says."""
    for event in file.events:
        if event.seq in kept and kept[event.seq] != event.line:
            raise PacketUnusable(
                f"{file.file}, line {event.seq}: a different judgement {event.seq} of "
                f"{file.coder} was collected before, so one of the two files is wrong",
                f"the store {store} keeps what was collected first. If that was the wrong "
                f"file, let {file.coder} code a new packet with the same view: `devrun "
                f"packets --coder {_quoted(file.coder)} --again --to second`. Once "
                "collected, its codes count instead of the first",
            )


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def contradicting(file: LogFile, others: Sequence[LogFile]) -> Rejected | None:
    """Why a log contradicts another that is imported with it: both are rejected."""
    mine = {event.seq: event.line for event in file.events}
    for other in others:
        for event in other.events:
            if event.seq in mine and mine[event.seq] != event.line:
                return Rejected(
                    file.file,
                    f"{file.file} and {other.file} are logs of {file.coder} for the same "
                    f"packet and differ from judgement {event.seq} on",
                    "ask the coder which is right, and collect only that one",
                )
    return None
