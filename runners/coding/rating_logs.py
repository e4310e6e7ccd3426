"""Logs of people who rate, checked against their packets, as rows of a table.

No store knows these packets, or only what their items are of; the packet that a log was begun with
has to be at hand, next to it. A log that the desk cannot have written is refused as other logs are
(`coders.desk.log_checks`). Only what stands for good becomes a row: the waves before the one that
was shown last, and all of a log that was handed in. So a row that was once written never changes,
and a log that contradicts one is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from coders.desk.log import LOST
from coders.desk.log_checks import refuse_implausible
from coders.desk.next_step import find_step
from coders.desk.state import LogState, advance, replay
from coders.desk.steps import StepKind
from coders.packets.file import packet_at
from coders.packets.shape import CoderKind, Item, Packet, PacketUnusable, Phase, View, row_of
from dsl.record import replace
from runners.coding.coder_progress import FAST_MS
from runners.coding.judges.judge_log import JUDGING, identity_in, judge_header, judged_packet
from runners.coding.log_files import LogFile
from runners.coding.packet_files import ENDING

Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RatingLog:
    """A log that fits its packet: the rows that stand, and whether it was handed in. `fast` of its
    ratings took less than a second, and `lost` of its lines were dropped by a repair.
    """

    file: str
    packet: Packet
    rows: tuple[Row, ...]
    handed_in: bool
    fast: int
    lost: int


class RatingPackets:
    """The packets in the folders of logs, each read once."""

    def __init__(self) -> None:
        self._folders: dict[Path, dict[str, Packet]] = {}
        self._unusable: dict[Path, PacketUnusable] = {}

    def of(self, log: LogFile) -> Packet:
        """The packet of a log. Raises PacketUnusable if it is not there, or is another file."""
        folder = Path(log.file).parent
        packet = self.in_folder(folder).get(of_packet(log))
        if packet is not None and log.packet != of_packet(log):
            first = log.events[0]
            header = judge_header(
                packet.header, identity_in(first), first.text("prompt"), log.coder
            )
            packet = replace(packet, header=header)
        if packet is None and folder in self._unusable:
            raise self._unusable[folder]
        if packet is None:
            raise PacketUnusable(
                f"{log.file}: the packet that {log.coder} rated is not in {folder}",
                "put the log into the folder of the packet that you sent",
            )
        return packet

    def in_folder(self, folder: Path) -> Mapping[str, Packet]:
        """The packets in a folder by their ids; files that are none are passed over."""
        if folder not in self._folders:
            found = {}
            for path in sorted(folder.glob(f"*{ENDING}")):
                try:
                    packet = packet_at(path)
                except PacketUnusable as fault:
                    self._unusable.setdefault(folder, fault)
                    continue
                found[packet.header.packet] = packet
            self._folders[folder] = found
        return self._folders[folder]


def of_packet(log: LogFile) -> str:
    """The packet that a log is of: of a judge's, which has an id of its own, the one it read."""
    return judged_packet(log.events) or log.packet


def rating_log(log: LogFile, packet: Packet, rows: Mapping[str, Row], *, now: str) -> RatingLog:
    """What came of a log; `rows` are what each rating of its packet is of, `now` the time.

    Raises PacketUnusable for a log that does not fit, or that nobody can have written.
    """
    _refuse_other(log, packet)
    judged = packet.header.kind is CoderKind.AUTOMATIC
    lost = sum(event.kind == LOST for event in log.events)
    _refuse_strange(log, packet, asked=not judged and not lost)
    items = None if judged else {Phase.MAIN: [one.id for one in packet.main]}
    made = packet.header.made
    try:
        refuse_implausible(log.events, items, log.file, now=now, made=made, fixed_order=True)
    except PacketUnusable as fault:
        raise PacketUnusable(fault.message, _as_written(log.coder)) from fault
    state = replay(log.events)
    rated = tuple(_rows(packet, state, rows))
    times = () if judged else (event.number("ms") for event in log.events)
    fast = sum(ms is not None and ms < FAST_MS for ms in times)
    return RatingLog(log.file, packet, rated, state.locked, fast, lost)


def _refuse_other(log: LogFile, packet: Packet) -> None:
    begun = {e.text("checksum") for e in log.events if e.kind in ("opened", JUDGING)}
    same = log.coder == packet.header.coder and begun == {packet.checksum}
    if not same or log.codebook_version != packet.header.codebook_version:
        raise PacketUnusable(
            f"{packet.where} is not the file that {log.file} was begun with",
            "put the packet as it was sent next to the log",
        )


def _refuse_strange(log: LogFile, packet: Packet, *, asked: bool) -> None:
    """Every line is about an item of the packet, and a rating is on its scale; `asked`: each
    answers what the desk asked for then, so that nobody goes on from a wave that is not rated, or
    back to one.
    """
    items = {item.id: item for item in packet.main}
    state, one_way = replay(()), packet.header.view is View.PEOPLE
    for number, event in enumerate(log.events, start=1):
        kind, name, question = event.kind, event.text("item"), event.number("question") or 0
        item = items.get(name)
        wrong = ""
        if name and item is None:
            wrong = f"the item {name} is not in the packet"
        elif kind == "shown" and item and event.text("content") != item.content:
            wrong = f"the item {name} showed another text than was packed"
        elif kind == "undo" and not 0 < (event.number("undoes") or 0) < number:
            wrong = "it takes back a line that is not there"
        elif kind == "mark" and item and event.text("mark") not in _points(item, question):
            wrong = f"`{event.text('mark')}` is no rating of question {question}"
        elif asked:
            step = find_step(packet, state)
            here = step.item.id if step.item else state.place.item if state.place else ""
            undone = event.number("undoes") if kind == "undo" else None
            about = log.events[undone - 1].text("item") if undone else name
            now_asked = step.question.number if step.question else 0
            fits = {
                "mark": step.kind is StepKind.JUDGE and now_asked == question,
                "lock": step.kind is StepKind.READY,
                "skip": step.kind is StepKind.JUDGE and not one_way,
                "said": False, "lrs": False,
            }.get(kind, True)  # fmt: skip
            free = kind in ("shown", "undo") and not one_way
            if not fits or (about not in ("", here) and not free):
                wrong = f"the desk did not ask for a `{kind}` there"
            state = advance(state, log.events[:number])
        if wrong:
            raise PacketUnusable(f"{log.file}, line {number}: {wrong}", _as_written(log.coder))


def _points(item: Item, question: int) -> list[str]:
    """The ratings that a question can be given."""
    return [str(at) for one in item.questions if one.number == question for at, _ in one.scale]


def _final(packet: Packet, state: LogState) -> Sequence[Item]:
    """The items whose ratings cannot change any more."""
    if state.locked:
        return packet.main
    if packet.header.view is not View.PEOPLE:
        return ()
    seen = [at for at, item in enumerate(packet.main) if item.id in state.items]
    return packet.main[: max(seen, default=0)]


def _rows(packet: Packet, state: LogState, rows: Mapping[str, Row]) -> Iterator[Row]:
    for item in _final(packet, state):
        codes = state.codes(item.id)
        change = {"change": codes.notes.get(0, "")} if packet.header.view is View.PEOPLE else {}
        for asked in item.questions:
            given = codes.judgements.get(asked.number)
            yield {
                **rows[row_of(item.id, asked.number)],
                "rater": packet.header.coder,
                "rating": given.mark if given else "",
                **change,
                "note": codes.notes.get(asked.number, "") or (codes.skipped if not given else ""),
            }


def _as_written(coder: str) -> str:
    return f"ask {coder} for the log as devrun wrote it; if there is none, it cannot be used"


# ------------------------------------------------------------------------------- the table

_NOT_KEY = ("rating", "change", "note")


def key_of(row: Row) -> tuple[tuple[str, str], ...]:
    """What a row is of: all of it but what was said."""
    return tuple((name, value) for name, value in row.items() if name not in _NOT_KEY)


def added_to(
    table: Sequence[Row], logs: Iterable[RatingLog]
) -> tuple[list[Row], list[tuple[RatingLog, str]]]:
    """The table with the rows of these logs, and the logs that contradict it, with why."""
    known = {key_of(row): row for row in table}
    refused = []
    for log in logs:
        other = next(
            (row for row in log.rows if known.get(key_of(row), row)["rating"] != row["rating"]),
            None,
        )
        if other is None:
            known |= {key_of(row): row for row in log.rows}
            continue
        what = ", ".join(value for _, value in key_of(other))
        before = known[key_of(other)]["rating"] or "nothing"
        refused.append((log, f"{what}: the log has {other['rating']}, and the table {before}"))
    return list(known.values()), refused
