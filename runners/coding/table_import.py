"""Codes in a table, imported as a log like any other, so that they are scored in the same way.

A table refers to items of a packet (a spreadsheet filled in from it: then its codes are that
packet's log) or to trials (then a packet is made up for the coder, with nothing but the trials in
it). A table that comes again with more rows, or with other marks, is taken as further judgements:
what was there first stays in the log. Rewriting the first import would hide that something changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from coders.desk.log import FIELDS, Data, Event, read_log, sealed
from coders.desk.state import LogState, replay
from coders.packets.shape import CoderKind, PacketUnusable
from dsl import __devrun__
from dsl.files.csv_reader import TableFault
from dsl.files.source import text_of
from dsl.record import replace
from runners.coding.code_tables import CodeRow, read_table
from runners.coding.log_import import ImportedLog, log_lines, retry_contradicted, spelling
from runners.coding.log_snapshots import save_snapshot
from runners.coding.table_matching import (
    Matched,
    MatchedRow,
    TableSource,
    match_to_packet,
    match_to_trials,
)
from runners.store.records import PacketRecord
from runners.store.store import Store

_TAKEN_NAMES = ("matcher", "adjudicated", "median")


@dataclass(frozen=True, slots=True)
class TableImport:
    """The logs made of a table, one for each coder, or all its faults; `unused` columns."""

    taken: tuple[ImportedLog, ...]
    faults: tuple[TableFault, ...]
    unused: tuple[str, ...] = ()


def table_text(path: Path) -> str:
    """The text of a table's file. Raises PacketUnusable."""
    return text_of(
        path, what="table", instead="name a CSV file", error=PacketUnusable, pipe=True, wide=True
    )


def import_table(
    store: Store,
    text: str,
    *,
    file: str,
    coder: str,
    kind: CoderKind | None,
    study: str,
    clock: Callable[[], str],
    rated: bool = False,
) -> TableImport:
    """Imports the codes of a table, all or none of them; `rated`: they are ratings, and `coder` is
    empty if the table names its coders. Raises a StoreUnusable.

    `kind` is BLIND or AUTHOR, None for that of the packet, or else blind.
    """
    read = read_table(text, coder=" ".join(coder.split()), rated=rated)
    if read.faults:
        return TableImport((), read.faults)

    def imported() -> TableImport:
        rows: dict[str, list[CodeRow]] = {}
        for row in read.rows:
            rows.setdefault(row.coder, []).append(row)
        known = {item.item for packet in store.packets_of(study) for item in packet.items}
        matches: list[tuple[TableSource, Matched]] = []
        first: dict[str, str] = {}
        for name, mine in rows.items():
            if (other := first.setdefault(spelling(name), name)) != name:
                fault = TableFault(mine[0].line, *_alike(name, other))
                return TableImport((), (fault,))
            packed = not rated or any(row.item in known for row in mine)
            # A rated item that is in no packet is a run, by its key.
            keyed = [replace(row, item="", trial=row.item or row.trial) for row in mine]
            table = TableSource(name, kind or CoderKind.BLIND, study, file, clock, rated)
            matches.append((table, _matched(store, mine if packed else keyed, table, kind)))
        faults = [fault for _, (_, _, wrong) in matches for fault in wrong]
        if faults:
            return TableImport((), tuple(sorted(faults, key=lambda one: one.line)))
        taken = tuple(
            _append(store, packet, matched, table)
            for table, (packet, matched, _) in matches
            if packet is not None
        )
        return TableImport(taken, (), read.unused)

    return retry_contradicted(imported)


def _matched(
    store: Store, rows: Sequence[CodeRow], table: TableSource, kind: CoderKind | None
) -> Matched:
    """What the rows of one coder judge, and their faults."""
    packets = store.packets_of(table.study)
    faults = _name_faults(table.coder, packets)
    if faults:
        return None, [], faults
    if rows[0].item:
        packet, matched, faults = match_to_packet(store, rows, table, packets, kind)
    else:
        packet, matched, faults = match_to_trials(store, rows, table, packets)
        before = next((one for one in packets if packet and one.packet == packet.packet), None)
        if packet is not None and before is not None:
            packet = replace(packet, coder_kind=before.coder_kind)
            if kind is not None and kind != before.coder_kind:
                told = f"the codes of `{table.coder}` were collected earlier as {before.coder_kind}"
                faults.append(TableFault(0, f"{told}, not as {kind}", "leave --kind out"))
    faults += _contradictions(matched)
    return packet, matched, faults


def _name_faults(coder: str, packets: Iterable[PacketRecord]) -> list[TableFault]:
    if coder.casefold() in _TAKEN_NAMES or coder.casefold().startswith("judge "):
        return [TableFault(0, f"`{coder}` is not the name of a person here", "choose another name")]
    for packet in packets:
        if packet.coder != coder and spelling(packet.coder) == spelling(coder):
            return [TableFault(0, *_alike(coder, packet.coder))]
    return []


def _alike(coder: str, known: str) -> tuple[str, str]:
    """The message and help about two coders whom a reader would take for one."""
    told = f"`{coder}` and `{known}` differ only in capitals or spaces"
    return told, f"write `{known}`, or choose another name"


def _contradictions(matched: Sequence[MatchedRow]) -> list[TableFault]:
    """Rows that say two things of one question, or give one item two LRS."""
    faults: list[TableFault] = []
    marks: dict[tuple[str, int], CodeRow] = {}
    lrs: dict[str, CodeRow] = {}
    for one in matched:
        row = one.row
        first = marks.setdefault((one.item, one.question), row) if row.mark else row
        if (first.mark, first.flags) != (row.mark, row.flags):
            faults.append(
                TableFault(
                    row.line,
                    f"line {first.line} has `{first.mark}` for this question",
                    "keep one of the two rows",
                )
            )
        given = lrs.setdefault(one.item, row) if row.lrs is not None else row
        if given.lrs != row.lrs:
            faults.append(
                TableFault(
                    row.line,
                    f"line {given.line} gives LRS {given.lrs} for the same trial",
                    "keep one of the two",
                )
            )
    return faults


def _append(
    store: Store, packet: PacketRecord, matched: Sequence[MatchedRow], table: TableSource
) -> ImportedLog:
    """Appends to the packet's log what is new in the table."""
    from runners.studies.study import opened_study

    stored = store.codes_of(packet.packet)
    before = read_log(
        "".join(f"{code.line}\n" for code in stored), f"the log of {packet.coder} in {store.where}"
    )
    acts = list(_acts(matched, replay(before)))
    if not before:
        acts = [("imported", {"file": table.file, "rows": len(matched)}), *acts, ("lock", {})]
    new = _events(before, acts, packet, table.clock)
    opened_study(store, study=packet.study).note_transcripts(store, packet.trials)
    store.add_packets([packet])
    if new:
        store.add_codes(tuple(log_lines(packet, new)))
        save_snapshot(store, packet, (*before, *new))
    whole = store.packet(packet.packet)
    assert whole is not None
    return ImportedLog(table.file, whole, len(new), len(before), False, False)


def _acts(matched: Sequence[MatchedRow], state: LogState) -> Iterable[tuple[str, Data]]:
    done: set[tuple[str, int, str]] = set()
    for one in matched:
        row, codes = one.row, state.codes(one.item)
        standing = codes.judgements.get(one.question)
        said = (standing.mark, standing.flags) if standing else None
        if row.mark and said != (row.mark, row.flags) and _once(done, one, "mark"):
            yield (
                "mark",
                {
                    "item": one.item,
                    "question": one.question,
                    "mark": row.mark,
                    "flags": row.flags,
                    "ms": None,
                },
            )
        if row.note and codes.notes.get(one.question) != row.note and _once(done, one, "note"):
            yield "note", {"item": one.item, "question": one.question, "note": row.note}
    last = {one.item: one for one in matched if one.row.lrs is not None}
    for item, one in last.items():
        given = state.codes(item).lrs
        if given is None or given.lrs != one.row.lrs:
            yield (
                "lrs",
                {
                    "item": item,
                    "lrs": one.row.lrs,
                    "proposed": None,
                    "first": False,
                    "reason": "",
                },
            )


def _once(done: set[tuple[str, int, str]], one: MatchedRow, what: str) -> bool:
    at = (one.item, one.question, what)
    if at in done:
        return False
    done.add(at)
    return True


def _events(
    before: tuple[Event, ...],
    acts: Iterable[tuple[str, Data]],
    packet: PacketRecord,
    clock: Callable[[], str],
) -> list[Event]:
    """New events for the end of the log, numbered and with their checksums."""
    lines: list[str] = []
    total = before[-1].sum if before else ""
    for seq, (kind, data) in enumerate(acts, start=len(before) + 1):
        head = dict(
            zip(
                FIELDS,
                (seq, kind, clock(), packet.packet, packet.coder, packet.codebook_version,
                 __devrun__),
                strict=True,
            )
        )  # fmt: skip
        line, total = sealed(total, json.dumps({**head, **data}, ensure_ascii=True))
        lines.append(line)
    text = "".join(f"{line}\n" for line in (*(one.line for one in before), *lines))
    return list(read_log(text, "the imported log")[len(before) :])
