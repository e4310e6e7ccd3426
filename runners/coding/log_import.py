"""Coding logs checked against the store, and imported where they fit.

Every file is checked before anything is written: good logs are imported in one commit, the others
are rejected with the reason. A log that was imported before must be a beginning of the new one, or
the other way round; otherwise the two contradict each other, and the new one is rejected. Taking
the newest file of a coder instead would let a stray copy undo a week's work.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from coders.desk.log import Event
from coders.desk.log_checks import refuse_implausible
from coders.marks import MARKS, RATINGS, Flag
from coders.packets.file import from_json, to_json
from coders.packets.shape import (
    CoderKind,
    Header,
    PacketUnusable,
    Phase,
    QuestionOrder,
    View,
)
from coders.tables.reply_packets import is_of_table, taken_by
from dsl.record import replace
from runners.coding.coder_progress import refuse_false_gates, sections_of
from runners.coding.judges.judge_log import identity_in, judge_header, judged_packet
from runners.coding.log_contradictions import contradicting, refuse_changed, refuse_contradiction
from runners.coding.log_files import LogFile, Rejected
from runners.coding.log_snapshots import save_snapshot
from runners.coding.packet_record import contents_in_file
from runners.store.records import LogLine, PacketItem, PacketRecord, now
from runners.store.store import Store

T = TypeVar("T")

_OFTEN = 5


@dataclass(frozen=True, slots=True)
class ImportedLog:
    """A log that fits: `new` of its judgements were not in the store, `known` were. `shorter` says
    that the store already had more of it.
    """

    file: str
    packet: PacketRecord
    new: int
    known: int
    shorter: bool
    cut: bool


@dataclass(frozen=True, slots=True)
class LogImport:
    """The logs that were imported and the files that were rejected, each in the order named."""

    taken: tuple[ImportedLog, ...]
    rejected: tuple[Rejected, ...]


def import_logs(
    store: Store, files: Iterable[LogFile | Rejected], *, study: str | None = None
) -> LogImport:
    """Imports every log that fits, all in one commit, and returns what was done with each file.

    `study` refuses logs of any other study. Doing it again adds nothing, and the order of the files
    makes no difference. Raises a StoreUnusable.
    """
    every = tuple(files)
    return retry_contradicted(lambda: _imported_logs(store, every, study))


def retry_contradicted(work: Callable[[], T]) -> T:
    """What `work` returns, repeated if another process imported codes in the meantime.

    What it had read of the store was then out of date; the second time it sees what does not fit.
    """
    from runners.store.errors import StoreContradicted

    for _ in range(_OFTEN):
        try:
            return work()
        except StoreContradicted:
            continue
    return work()


def _imported_logs(
    store: Store, files: Iterable[LogFile | Rejected], study: str | None
) -> LogImport:
    rejected: list[Rejected] = []
    fitting: list[tuple[LogFile, PacketRecord]] = []
    kept: dict[str, dict[int, str]] = {}
    names: dict[str, tuple[str, ...]] = {}
    for file in files:
        if isinstance(file, Rejected):
            rejected.append(file)
            continue
        try:
            packet = _packet_of(store, file, study, names)
            if packet.packet not in kept:
                codes = store.codes_of(packet.packet)
                kept[packet.packet] = {code.sequence: code.line for code in codes}
            refuse_contradiction(file, kept[packet.packet], store.where)
            fitting.append((file, packet))
        except PacketUnusable as fault:
            rejected.append(Rejected.of(file.file, fault))
    good: list[tuple[LogFile, PacketRecord]] = []
    for file, packet in fitting:
        others = [one for one, of in fitting if of.packet == packet.packet and one is not file]
        parting = contradicting(file, others)
        if parting is None:
            good.append((file, packet))
        else:
            rejected.append(parting)
    return LogImport(_keep(store, good, kept), tuple(rejected))


def _keep(
    store: Store,
    good: Sequence[tuple[LogFile, PacketRecord]],
    kept: Mapping[str, dict[int, str]],
) -> tuple[ImportedLog, ...]:
    taken: list[ImportedLog] = []
    codes: list[LogLine] = []
    for file, packet in good:
        known = kept[packet.packet]
        new = [event for event in file.events if event.seq not in known]
        lines = len(file.events)
        shorter = lines < len(known)
        taken.append(ImportedLog(file.file, packet, len(new), lines - len(new), shorter, file.cut))
        codes.extend(log_lines(packet, new))
        known.update((event.seq, event.line) for event in new)
    judges = {packet.packet: packet for _, packet in good if packet.coder_kind == AUTOMATIC}
    if judges:
        store.add_packets(tuple(judges.values()))
    if codes:
        store.add_codes(codes)
    for file, packet in good:
        if len(file.events) == len(kept[packet.packet]):
            save_snapshot(store, packet, file.events)
    return tuple(taken)


AUTOMATIC = str(CoderKind.AUTOMATIC)
_AT_NO_DESK = frozenset({CoderKind.AUTOMATIC, CoderKind.ADJUDICATOR})
"""Kinds of coders whose logs have no sections: nothing is shown to them in turn."""


def log_lines(packet: PacketRecord, events: Iterable[Event]) -> Iterator[LogLine]:
    """Lines of a log as rows of the store, with columns for people who use a database browser.

    An item with several trials as sources names none of them here; `packet_items` has them all.
    """
    items = {item.item: item for item in packet.items}
    for event in events:
        item, lrs = items.get(event.text("item")), event.number("lrs")
        behind = item.behind[0] if item is not None and len(item.behind) == 1 else None
        places = {n: f"{session} {place}" for n, session, place in behind.places} if behind else {}
        yield LogLine(
            packet=packet.packet,
            coder=packet.coder,
            coder_kind=packet.coder_kind,
            sequence=event.seq,
            line=event.line,
            item=event.text("item"),
            trial=behind.trial if behind else "",
            transcript=behind.transcript if behind else "",
            place=places.get(event.number("question") or 0, ""),
            mark=event.text("mark")
            or "; ".join(event.words("said"))
            or ("" if lrs is None else f"LRS {lrs}"),
            flags=", ".join(event.words("flags")),
            note=event.text("note") or event.text("reason"),
            codebook_version=event.codebook_version,
            tool_version=event.tool_version,
            at=event.at,
        )


# ------------------------------------------------------------------------------- what fits


def _packet_of(
    store: Store, file: LogFile, study: str | None, names: dict[str, tuple[str, ...]]
) -> PacketRecord:
    """The packet in the store that a log is about; every part of the log is checked.

    `names` are the coders of the studies seen so far.
    """
    of = judged_packet(file.events)
    packet = store.packet(of or file.packet)
    if packet is None:
        raise _unknown_packet(store, file, of or file.packet)
    if study is not None and packet.study != study:
        raise PacketUnusable(
            f"{file.file} is of study {packet.study}, not of {study}",
            f"leave --study out, or write --study {packet.study}",
        )
    if of is not None:
        packet = _judge_packet(packet, file.events[0])
    if packet.study not in names:
        names[packet.study] = tuple(one.coder for one in store.packets_of(packet.study))
    _refuse_coder(packet, file, names[packet.study])
    if file.codebook_version != packet.codebook_version:
        raise PacketUnusable(
            f"{file.file} was coded under codebook {file.codebook_version}, and the packet was "
            f"made with {packet.codebook_version}",
            "codes from two codebooks cannot be mixed: code the packet as it was made",
        )
    _refuse_items(packet, file)
    refuse_changed(packet, file)
    sections = None if CoderKind(packet.coder_kind) in _AT_NO_DESK else sections_of(packet)
    header = json.loads(packet.header)
    refuse_implausible(
        file.events,
        sections,
        file.file,
        now=now(),
        made=packet.at,
        fixed_order=header.get("fixed_order") is True,
        as_asked=header.get("question_order") == QuestionOrder.ASKED,
    )
    refuse_false_gates(packet, file.events, file.file)
    return packet


def _unknown_packet(store: Store, file: LogFile, packet: str) -> PacketUnusable:
    from runners.coding.packet_files import find_stores_of_packet

    if is_of_table(file.codebook_version):
        return PacketUnusable(
            f"{file.file} is of replies in a table, which no store knows",
            f"write it as: {taken_by(file.file)}",
        )
    where = find_stores_of_packet(packet, besides=store.where)
    if where:
        return PacketUnusable(
            f"{file.file}: the packet {packet} was made by {where[0]}, not by {store.where}",
            f"write --store sqlite:///{where[0]}",
        )
    made = [
        f"{study.id} ({', '.join(dict.fromkeys(one.coder for one in store.packets_of(study.id)))})"
        for study in store.studies()
        if store.packets_of(study.id)
    ]
    there = f"it made packets for {'; '.join(made)}" if made else "it has made none"
    return PacketUnusable(
        f"{file.file}: the store {store.where} did not make the packet {packet} that "
        f"{file.coder} coded; {there}",
        "name the store of the study with --store",
    )


def _judge_packet(packet: PacketRecord, first: Event) -> PacketRecord:
    """A judge's packet: the items of the one that it read, under its own id and name."""
    header = judge_header(
        from_json(json.loads(packet.header), Header),
        identity_in(first),
        first.text("prompt"),
        first.coder,
    )
    told = {"judge": first.text("model"), "of": packet.packet, "prompt": first.text("prompt")}
    return replace(
        packet,
        packet=header.packet,
        coder=header.coder,
        coder_kind=AUTOMATIC,
        settings=json.dumps(
            {**json.loads(packet.settings), **told, "identity": identity_in(first)},
            sort_keys=True,
            ensure_ascii=False,
        ),
        header=json.dumps(to_json(header), ensure_ascii=False),
        tool_version=first.tool_version,
        at=first.at,
    )


def spelling(name: str) -> str:
    """A coder's name without capitals and spaces, as people tell names apart."""
    return "".join(name.split()).casefold()


def _refuse_coder(packet: PacketRecord, file: LogFile, names: tuple[str, ...]) -> None:
    if file.coder != packet.coder:
        near = spelling(file.coder) == spelling(packet.coder)
        raise PacketUnusable(
            f"{file.file} was coded by `{file.coder}`, and the packet was made for "
            f"`{packet.coder}`" + (": the names differ only in capitals or spaces" if near else ""),
            "send the log of this coder's packet; do not change names by hand",
        )
    for other in names:
        if other != packet.coder and spelling(other) == spelling(packet.coder):
            raise PacketUnusable(
                f"{file.file}: `{packet.coder}` and `{other}` differ only in capitals or "
                "spaces and could be confused",
                "make new packets for one of them under another name",
            )


def _refuse_items(packet: PacketRecord, file: LogFile) -> None:
    items = {item.item: item for item in packet.items}
    contents = contents_in_file(packet)
    for number, event in enumerate(file.events, start=1):
        where = f"{file.file}, line {number}"
        item = event.text("item")
        if not item:
            continue
        if item not in items:
            raise PacketUnusable(
                f"{where}: the item {item} is not in the packet of {packet.coder}",
                "the log belongs to another version of the packet; send the one for this study",
            )
        content = event.text("content")
        if content and content != contents[item]:
            raise PacketUnusable(
                f"{where}: the item {item} showed a different text than was packed",
                "the packet was changed: send it to the coder again",
            )
        _refuse_judgement(event, items[item], View(packet.view), where)


def _refuse_judgement(event: Event, item: PacketItem, view: View, where: str) -> None:
    """A judgement must be of a question that is there, and one that the codebook knows."""
    wrong = ""
    known = map(str, RATINGS.values()) if view is View.RATING else MARKS
    if event.kind in ("mark", "said"):
        asked = {number for behind in item.behind for number, _, _ in behind.places}
        if item.phase == Phase.MAIN and event.number("question") not in asked:
            wrong = f"the item has no question {event.number('question')}"
        elif event.kind == "mark" and event.text("mark") not in known:
            wrong = f"there is no mark `{event.text('mark')}`"
        elif unknown := [flag for flag in event.words("flags") if flag not in set(Flag)]:
            wrong = f"there is no flag `{unknown[0]}`"
    elif event.kind == "lrs" and event.number("lrs") not in range(6):
        wrong = "an LRS is a whole number from 0 to 5"
    if wrong:
        raise PacketUnusable(f"{where}: {wrong}", "send the log unchanged")
