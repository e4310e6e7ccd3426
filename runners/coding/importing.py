"""Codes made elsewhere, brought home as a log like any other, so that one path scores them.

A table refers to items of a packet (a spreadsheet filled in from it: then its codes are that
packet's log) or to trials (then a packet is made up for the coder, with nothing but the trials in
it). A table that comes again with more rows, or with other marks, is taken as further judgements:
what was there first stays in the log. Rewriting the first import would hide that something changed.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from coders.desk.folding import Folded, fold
from coders.desk.log import Data, Event, checksum, read_log
from coders.packets.fields import of_header
from coders.packets.questions import numbered
from coders.packets.shape import CoderKind, Header, Phase, View
from dsl import __devrun__
from dsl.canonical import digest
from dsl.tree import QuestionKind
from runners.coding.collecting import Taken, kept_codes, spelling
from runners.coding.judgements import HUMAN
from runners.coding.tables import Row, TableFault, read_table
from runners.store.rows import Behind, KeptPacket, PacketItem

if TYPE_CHECKING:
    from runners.results.study import Told
    from runners.store.store import Store

CODEBOOK = "elsewhere"
"""The codebook of codes from tables that name trials: nobody knows which one it was."""

_LETTERS = 24
_FEWEST = 6
_TAKEN_NAMES = ("matcher", "adjudicated", "median")


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of a table: its log as kept, or every fault it has; `unused` columns."""

    taken: Taken | None
    faults: tuple[TableFault, ...]
    unused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Placed:
    """A row with the item and question it judges."""

    row: Row
    item: str
    question: int


@dataclass(frozen=True, slots=True)
class _Table:
    """A table on its way home: whose, as what, and from which file."""

    coder: str
    kind: CoderKind
    study: str
    file: str
    clock: Callable[[], str]


def import_table(
    store: Store,
    text: str,
    *,
    file: str,
    coder: str,
    kind: CoderKind | None,
    study: str,
    clock: Callable[[], str],
) -> Imported:
    """Keeps the codes of a table, all or none of them. Raises a StoreUnusable.

    `kind` is BLIND or AUTHOR, None for that of the packet, or else blind.
    """
    coder = " ".join(coder.split())
    read = read_table(text, coder=coder)
    packets = store.packets_of(study)
    faults = list(read.faults) or _name_faults(coder, packets)
    if faults:
        return Imported(None, tuple(faults))
    table = _Table(coder, kind or CoderKind.BLIND, study, file, clock)
    if read.rows[0].item:
        packet, placed, faults = _onto_packet(store, read.rows, table, packets, kind)
    else:
        packet, placed, faults = _onto_trials(store, read.rows, table, packets)
        before = next((one for one in packets if packet and one.packet == packet.packet), None)
        if packet is not None and before is not None:
            packet = replace(packet, coder_kind=before.coder_kind)
            if kind is not None and kind != before.coder_kind:
                told = f"the codes of `{coder}` came home as {before.coder_kind} before"
                faults.append(TableFault(0, f"{told}, not as {kind}", "leave --kind out"))
    faults += _contradictions(placed)
    if packet is None or faults:
        return Imported(None, tuple(sorted(faults, key=lambda one: one.line)))
    return Imported(_kept(store, packet, placed, table), (), read.unused)


def _name_faults(coder: str, packets: Iterable[KeptPacket]) -> list[TableFault]:
    if coder.casefold() in _TAKEN_NAMES or coder.casefold().startswith("judge "):
        return [TableFault(0, f"`{coder}` is the name of no person here", "choose another name")]
    for packet in packets:
        if packet.coder != coder and spelling(packet.coder) == spelling(coder):
            return [
                TableFault(
                    0,
                    f"`{coder}` and `{packet.coder}` differ in capitals or spaces only",
                    f"write --coder {packet.coder}, or choose another name",
                )
            ]
    return []


# ------------------------------------------------------------------------------- items of a packet


def _onto_packet(
    store: Store,
    rows: Sequence[Row],
    table: _Table,
    packets: Sequence[KeptPacket],
    kind: CoderKind | None,
) -> tuple[KeptPacket | None, list[_Placed], list[TableFault]]:
    """The packet that the rows' items are of, and which question of which item each row judges."""
    people = [packet for packet in packets if CoderKind(packet.coder_kind) in HUMAN]
    # A judge's packet has the very items of a person's.
    people.sort(key=lambda packet: packet.coder == table.coder)
    homes = {item.item: packet for packet in people for item in packet.items}
    faults: list[TableFault] = []
    placed: list[_Placed] = []
    packet = next((homes[row.item] for row in rows if row.item in homes), None)
    for row in rows:
        mine = homes.get(row.item)
        if mine is None:
            faults.append(
                TableFault(row.line, f"no packet of study {table.study} has an item {row.item}")
            )
        elif mine.packet != (packet.packet if packet else ""):
            faults.append(
                TableFault(row.line, f"{row.item} is of another packet than the rows before")
            )
    if packet is None or faults:
        return packet, placed, faults
    whole = _packet_fault(store, packet, table, kind)
    if whole is not None:
        return packet, placed, [whole]
    items = {item.item: item for item in packet.items}
    for row in rows:
        numbers = [n for behind in items[row.item].behind[:1] for n, _, _ in behind.places]
        number = int(row.question) if row.question.isdecimal() and row.question.isascii() else 0
        if not row.question and (len(numbers) == 1 or not row.mark):
            number = numbers[0] if row.mark else 0
        elif number == 0 or (numbers and number not in numbers):
            there = ", ".join(map(str, numbers)) or "numbers from 1"
            faults.append(TableFault(row.line, f"which question is it? {row.item} has {there}", ""))
            continue
        placed.append(_Placed(row, row.item, number))
    return packet, placed, faults


def _packet_fault(
    store: Store, packet: KeptPacket, table: _Table, kind: CoderKind | None
) -> TableFault | None:
    """Why a packet cannot take codes from this table at all."""
    if packet.coder != table.coder:
        return TableFault(
            0,
            f"these are items of the packet of `{packet.coder}`, not of `{table.coder}`",
            f"write --coder {packet.coder}, if it was {packet.coder} who coded them",
        )
    if kind is not None and packet.coder_kind != kind:
        return TableFault(
            0,
            f"the packet was made for `{packet.coder}` as {packet.coder_kind}, not as {kind}",
            "leave --kind out",
        )
    if packet.view != View.RUBRIC:
        return TableFault(
            0,
            "in this packet it is coded what replies say, and a table holds marks",
            "code it with `devrun code`, or name trials and questions in the table",
        )
    home = store.codes_of(packet.packet)
    if home and '"kind": "imported"' not in home[0].line:
        return TableFault(
            0,
            f"the log of {packet.coder} came home already, and a table cannot be mixed in",
            "collect the log again when there is more in it",
        )
    return None


# ------------------------------------------------------------------------------- trials


def _onto_trials(
    store: Store, rows: Sequence[Row], table: _Table, packets: Sequence[KeptPacket]
) -> tuple[KeptPacket | None, list[_Placed], list[TableFault]]:
    """A packet made up of the trials that the rows name, and the question each row judges."""
    from runners.results.study import opened_study

    opened = opened_study(store, study=table.study)
    keys = sorted(row.key for row in opened.rows)
    faults: list[TableFault] = []
    named: dict[str, str] = {}
    for row in rows:
        if row.trial in named:
            continue
        wanted_key = row.trial.casefold()
        # Sorted keys that begin so stand together.
        at = bisect_left(keys, wanted_key)
        found = [key for key in keys[at : at + 5] if key.startswith(wanted_key)]
        if len(row.trial) >= _FEWEST and len(found) == 1:
            named[row.trial] = found[0]
        else:
            faults.append(TableFault(row.line, *_trial_words(row.trial, len(found), table.study)))
    wanted = set(named.values())
    some = replace(opened, rows=tuple(one for one in opened.rows if one.key in wanted))
    told = {one.key: one for one in some.told(store)}
    desk = {
        behind.trial
        for packet in packets
        if packet.coder == table.coder and '"imported": true' not in packet.settings
        for item in packet.items
        for behind in item.behind
    }
    placed: list[_Placed] = []
    for row in rows:
        key = named.get(row.trial)
        if key is None:
            continue
        if key not in told:
            faults.append(TableFault(row.line, f"the trial {row.trial} is not finished"))
        elif key in desk:
            message = f"{table.coder} has this trial in a packet"
            faults.append(TableFault(row.line, message, "name the packet's items instead"))
        else:
            number, fault = _question(row, told[key])
            if fault:
                faults.append(TableFault(row.line, fault))
            else:
                placed.append(_Placed(row, key[:_LETTERS], number))
    return _made_up(table, [told[key] for key in dict.fromkeys(named.values()) if key in told]), (
        placed
    ), faults  # fmt: skip


def _trial_words(trial: str, count: int, study: str) -> tuple[str, str]:
    if len(trial) < _FEWEST:
        return f"`{trial}` is too short for a trial's key", f"write {_FEWEST} letters or more"
    if count:
        return f"several trials begin with {trial}", "write a few letters more"
    return f"study {study} has no trial {trial}", "`devrun score --by trial --json` lists them"


def _question(row: Row, told: Told) -> tuple[int, str]:
    """The number of the question that a row judges, or 0 and what is wrong."""
    asked = numbered(told.transcript.trial)
    if not row.question:
        return (0, "") if not row.mark else (0, "which question is it? it has no name or number")
    wanted = " ".join(row.question.split()).casefold()
    found = [
        (number, session + 1, question)
        for (session, _), (number, question) in asked.items()
        if wanted in (question.title.casefold(), str(number))
        and row.story in ("", str(session + 1))
    ]
    if len(found) == 1:
        number, _, question = found[0]
        if question.kind is QuestionKind.CONTROL and row.mark == "half":
            return 0, f"{question.title} is a control question, which is right or wrong"
        return number, ""
    if found:
        stories = ", ".join(str(story) for _, story, _ in found)
        return 0, f"`{row.question}` is asked in stories {stories}: add the column `story`"
    titles = ", ".join(dict.fromkeys(question.title for _, question in asked.values()))
    return 0, f"there is no question `{row.question}` here; there is {titles}"


def _made_up(table: _Table, told: Sequence[Told]) -> KeptPacket:
    """The packet of a table that names trials. It is the same one when the table comes again."""
    name = "t" + digest("devrun:table:1", [table.study, table.coder])[:_LETTERS]
    items = tuple(
        PacketItem(
            item=one.key[:_LETTERS],
            position=position,
            phase=str(Phase.MAIN),
            content=one.transcript.hash,
            twin="",
            behind=(
                Behind(
                    one.key,
                    one.transcript.hash,
                    tuple(
                        (number, session, place)
                        for (session, place), (number, _) in numbered(one.transcript.trial).items()
                    ),
                ),
            ),
        )
        for position, one in enumerate(told, start=1)
    )
    header = Header(
        packet=name,
        batch=name,
        coder=table.coder,
        kind=table.kind,
        view=View.RUBRIC,
        keyed=False,
        codebook_version=CODEBOOK,
        tool_version=__devrun__,
        made=table.clock(),
        items=len(items),
        blind_to=(),
        not_blind_to=(),
        statement="Coded elsewhere and brought in from a table; what the coder knew is not known.",
    )
    return KeptPacket(
        packet=name,
        study=table.study,
        batch=name,
        coder=table.coder,
        coder_kind=str(table.kind),
        view=str(View.RUBRIC),
        codebook_version=CODEBOOK,
        settings=json.dumps({"imported": True, "file": table.file}, ensure_ascii=False),
        header=json.dumps(of_header(header), ensure_ascii=False),
        items=items,
        tool_version=__devrun__,
        at=header.made,
    )


# ------------------------------------------------------------------------------- the log


def _contradictions(placed: Sequence[_Placed]) -> list[TableFault]:
    """Rows that say two things of one question, or give one item two LRS."""
    faults: list[TableFault] = []
    marks: dict[tuple[str, int], Row] = {}
    lrs: dict[str, Row] = {}
    for one in placed:
        row = one.row
        first = marks.setdefault((one.item, one.question), row) if row.mark else row
        if (first.mark, first.flags) != (row.mark, row.flags):
            faults.append(
                TableFault(row.line, f"line {first.line} says `{first.mark}` of this question")
            )
        given = lrs.setdefault(one.item, row) if row.lrs is not None else row
        if given.lrs != row.lrs:
            faults.append(
                TableFault(row.line, f"line {given.line} gives LRS {given.lrs} for the same trial")
            )
    return faults


def _kept(store: Store, packet: KeptPacket, placed: Sequence[_Placed], table: _Table) -> Taken:
    """Appends to the packet's log what the table says and the log does not say yet."""
    home = store.codes_of(packet.packet)
    before = read_log(
        "".join(f"{code.line}\n" for code in home), f"the log of {packet.coder} in {store.where}"
    )
    acts = list(_acts(placed, fold(before)))
    if not before:
        acts = [("imported", {"file": table.file, "rows": len(placed)}), *acts, ("lock", {})]
    new = _events(before, acts, packet, table.clock)
    store.hand_out([packet])
    if new:
        store.bring_home(tuple(kept_codes(packet, new)))
    whole = store.packet(packet.packet)
    assert whole is not None
    return Taken(table.file, whole, (*before, *new), len(new), len(before), False, False)


def _acts(placed: Sequence[_Placed], folded: Folded) -> Iterable[tuple[str, Data]]:
    done: set[tuple[str, int, str]] = set()
    for one in placed:
        row, codes = one.row, folded.codes(one.item)
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
    last = {one.item: one for one in placed if one.row.lrs is not None}
    for item, one in last.items():
        given = folded.codes(item).lrs
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


def _once(done: set[tuple[str, int, str]], one: _Placed, what: str) -> bool:
    at = (one.item, one.question, what)
    if at in done:
        return False
    done.add(at)
    return True


def _events(
    before: tuple[Event, ...],
    acts: Iterable[tuple[str, Data]],
    packet: KeptPacket,
    clock: Callable[[], str],
) -> list[Event]:
    """Acts as lines that go on where the log ends, numbered and with their checksums."""
    lines: list[str] = []
    total = before[-1].sum if before else ""
    for seq, (kind, data) in enumerate(acts, start=len(before) + 1):
        told: Mapping[str, object] = {
            "seq": seq,
            "kind": kind,
            "at": clock(),
            "packet": packet.packet,
            "coder": packet.coder,
            "codebook_version": packet.codebook_version,
            "tool_version": __devrun__,
        }
        body = json.dumps({**told, **data}, ensure_ascii=True)
        total = checksum(total, body)
        lines.append(f'{body[:-1]}, "sum": "{total}"}}')
    text = "".join(f"{line}\n" for line in (*(one.line for one in before), *lines))
    return list(read_log(text, "the imported log")[len(before) :])
