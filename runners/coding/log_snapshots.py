"""What came of a log, and the items of its packet: small enough that a hundred thousand of them
are read in a moment.

The lines of a log say what was done and when; scores and agreement need only its present
judgements. That is worked out when a log is collected, and kept with it. Coders judge most items in
one of a few ways, so that each way is written once and an item names it; judgements that were read
back share it. Items never change once they are handed out, and as columns they take a tenth of
the time that their rows take.

The time of each judgement, its number and what an undo would take back are left out, and so are the
hashes of the items' contents: they are as much text as the log has, and who needs them reads the
log.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, repeat
from typing import TYPE_CHECKING, Any

from coders.desk.log import Event
from coders.desk.state import GateResult, HolisticScore, ItemCodes, Judgement, LogState, replay
from runners.store.coding_queries import ItemSources, Masked, PacketItems, Places
from runners.store.records import LogSnapshotRecord, PacketRecord
from runners.store.store import Store
from runners.store.text_column import TextColumn, taken

if TYPE_CHECKING:
    import msgspec

SCHEME = 2
"""The number of this form. Raise it with any change to the form, or to what folding gives."""


@dataclass(frozen=True, slots=True)
class LogSnapshot:
    """The present judgements of a log, and the `items` of its packet without the hashes of their
    contents. `newest` is when each item was judged last, by item; `imported` says that the log was
    made from a table.

    In `state`, judgements and LRS have no number (0), no time of their own and took no time (None)
    and nothing can be undone. Values are shared between items: nothing here may be changed.
    """

    items: PacketItems
    state: LogState
    newest: Mapping[str, str]
    imported: bool


def newest_of(state: LogState) -> dict[str, str]:
    """When each item was judged last; items without judgements are missing."""
    return {
        item: max(one.at for one in codes.judgements.values())
        for item, codes in state.items.items()
        if codes.judgements
    }


def is_imported(events: Sequence[Event]) -> bool:
    """Whether a log was made from a table."""
    return any(event.kind == "imported" for event in events)


def save_snapshot(store: Store, packet: PacketRecord, events: Sequence[Event]) -> None:
    """Keeps what came of a packet's log, of which `events` are all that there is so far."""
    if not events:
        return
    items, state, last = PacketItems.of(packet.items), replay(events), events[-1]
    # A log with items of another packet is read line by line.
    if state.items.keys() <= {*items.items}:
        body = packed(items, state, imported=is_imported(events))
        kept = LogSnapshotRecord(packet.packet, last.seq, last.line, SCHEME, body)
        store.keep_log_snapshots([kept])


class ItemStates(Mapping[str, ItemCodes]):
    """What stands for each item of a log. Items were judged in one of a few `ways`: each has the
    number of one (`numbers`, -1 for none), in the order of the packet. `ids` are those of the
    packet, `order` numbers of items in the order of the log.
    """

    def __init__(
        self, ids: Sequence[str], ways: Sequence[ItemCodes], numbers: array[int], order: array[int]
    ) -> None:
        self.ids, self.ways, self.numbers, self.order = ids, ways, numbers, order
        self._known: dict[str, ItemCodes] | None = None

    def state_of(self, at: int) -> ItemCodes:
        """What stands for one of them, by its number."""
        number = self.numbers[at]
        return ItemCodes() if number < 0 else self.ways[number]

    def _by_id(self) -> dict[str, ItemCodes]:
        if self._known is None:
            ids = list(self.ids)
            self._known = {ids[at]: self.ways[self.numbers[at]] for at in self.order}
        return self._known

    def __getitem__(self, item: str) -> ItemCodes:
        return self._by_id()[item]

    def __iter__(self) -> Iterator[str]:
        return map(self.ids.__getitem__, self.order)

    def __len__(self) -> int:
        return len(self.order)


class NewestTimes(Mapping[str, str]):
    """When each item was judged last; `times` are in the order of the packet, empty for an item
    that was not. Few are asked for: those of what somebody coded twice.
    """

    def __init__(self, ids: Sequence[str], times: Sequence[str]) -> None:
        self.ids, self.times = ids, times
        self._known: dict[str, str] | None = None

    def _by_id(self) -> dict[str, str]:
        if self._known is None:
            every = zip(self.ids, self.times, strict=True)
            self._known = {item: time for item, time in every if time}
        return self._known

    def __getitem__(self, item: str) -> str:
        return self._by_id()[item]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id())

    def __len__(self) -> int:
        return len(self._by_id())


_NUMBERS = count(1)


class JudgementSet(dict[int, Judgement]):
    """The judgements of an item, by question. Sets that say the same are one, with one `number`."""

    def __init__(self, judgements: Iterable[Judgement]) -> None:
        super().__init__({one.question: one for one in judgements})
        self.number = next(_NUMBERS)


Told = tuple[int, str, tuple[str, ...], tuple[str, ...], bool]
"""What was said of a question: its number, the mark, flags, what was said, whether plainly."""

Ways = dict[tuple[Told, ...], JudgementSet]
"""The ways in which items were judged, each once, by what was said."""


def packed(items: PacketItems, state: LogState, *, imported: bool) -> str:
    """The items of a packet, and what came of its log, as JSON."""
    ways: dict[tuple[object, ...], int] = {}
    known: dict[tuple[int, Given | None], int] = {}
    codes: list[list[object]] = []
    numbers: list[int] = []
    for one in state.items.values():
        way = tuple(
            (each.question, each.mark, each.flags, each.said, each.plain)
            for each in one.judgements.values()
        )
        code = (ways.setdefault(way, len(ways)), _given(one.lrs))
        rare = _rare(one)
        numbers.append(len(codes) if rare else known.setdefault(code, len(codes)))
        if numbers[-1] == len(codes):
            codes.append([*code, rare] if rare else [*code])
    places = {item: at for at, item in enumerate(items.items)}
    newest = newest_of(state)
    return json.dumps(
        {
            "packet": _columns(items),
            "ways": list(ways),
            "codes": codes,
            "items": [places[item] for item in state.items],
            "numbers": numbers,
            "newest": TextColumn(newest.get(item, "") for item in items.items).joined(),
            "gates": [
                (one.form, one.right, one.marks, one.gates_wrong, one.passed) for one in state.gates
            ],
            "hypothesis": state.hypothesis,
            "locked": state.locked,
            "begun": state.begun,
            "imported": imported,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _columns(items: PacketItems) -> dict[str, object]:
    """The items of a packet, and those sources that it has."""
    every, phases = items.sources, list(dict.fromkeys(items.phases))
    used = {number: at for at, number in enumerate(dict.fromkeys(items.source))}
    numbers = list(used)
    places = {number: at for at, number in enumerate(dict.fromkeys(every.place[n] for n in used))}
    return {
        "items": items.items.joined(),
        "positions": items.positions.tolist(),
        "phases": phases,
        "phase": list(map(phases.index, items.phases)),
        "twins": list(items.twins.items()),
        "masked": list(items.masked.items()),
        "source": list(map(used.__getitem__, items.source)),
        "ends": items.ends.tolist(),
        "trials": TextColumn(taken(every.trials, numbers)).joined(),
        "transcripts": TextColumn(taken(every.transcripts, numbers)).joined(),
        "place": [places[every.place[number]] for number in numbers],
        "places": list(map(every.places.__getitem__, places)),
    }


Given = tuple[int, int | None, bool, str]


def _given(lrs: HolisticScore | None) -> Given | None:
    return None if lrs is None else (lrs.lrs, lrs.proposed, lrs.first, lrs.reason)


def _rare(codes: ItemCodes) -> dict[str, object]:
    """What few items have."""
    found: dict[str, object] = {
        "first": _given(codes.first_lrs),
        "notes": list(codes.notes.items()),
        "skipped": codes.skipped,
        "skips": codes.skips,
        "revealed": codes.revealed,
        "masking": codes.masking,
        "feedback": codes.feedback,
    }
    return {name: value for name, value in found.items() if value}


def unpacked(body: str, ways: Ways | None = None) -> LogSnapshot | None:
    """What `packed` was given. None where it cannot be read: the lines of the log say the same.
    Packets that are given the same `ways`, empty at first, share judgements that say the same.
    """
    try:
        return _unpacked(body, {} if ways is None else ways)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None


def _unpacked(body: str, known: Ways) -> LogSnapshot:
    import msgspec

    kept = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    read = msgspec.json.Decoder().decode
    items = _items(kept["packet"])
    said: dict[Told, Judgement] = {}
    ways = msgspec.json.decode(kept["ways"], type=list[tuple[Told, ...]])
    here = [_way(way, known, said) for way in ways]
    given: dict[Given, HolisticScore] = {}
    codes = [_item_codes(here[way], lrs, given, *rare) for way, lrs, *rare in read(kept["codes"])]
    ids, order = items.items, _numbers(kept["items"], below=len(items))
    numbers = array("i", [-1]) * len(ids)
    for at, number in zip(order, _numbers(kept["numbers"], below=len(codes)), strict=True):
        numbers[at] = number
    state = LogState(
        items=ItemStates(ids, codes, numbers, order),  # type: ignore[arg-type]  # nothing is added
        gates=[GateResult(*gate) for gate in read(kept["gates"])],
        hypothesis=read(kept["hypothesis"]),
        locked=read(kept["locked"]),
        begun=read(kept["begun"]),
    )
    newest = NewestTimes(ids, _texts(kept["newest"], len(ids)))
    return LogSnapshot(items, state, newest, read(kept["imported"]))


def _items(body: msgspec.Raw) -> PacketItems:
    """The items of which `_columns` were kept."""
    import msgspec

    kept = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    read = msgspec.json.Decoder().decode
    ends = _numbers(kept["ends"])
    many = len(ends) - 1
    ids, phases = _texts(kept["items"], many), list(map(str, read(kept["phases"])))
    place = _numbers(kept["place"], below=len(places := _places(read(kept["places"]))))
    trials, transcripts = (_texts(kept[name], len(place)) for name in ("trials", "transcripts"))
    source = _numbers(kept["source"], below=len(place))
    positions, phase = _numbers(kept["positions"]), _numbers(kept["phase"], below=len(phases))
    if ends[-1] != len(source) or not len(positions) == len(phase) == many:
        raise ValueError("not an entry for each item")
    return PacketItems(
        items=ids,
        positions=positions,
        phases=list(map(phases.__getitem__, phase)),
        contents=TextColumn(repeat("", many)),
        twins=dict(msgspec.json.decode(kept["twins"], type=list[tuple[int, str]])),
        masked={int(at): _masked(told) for at, told in read(kept["masked"])},
        source=source,
        ends=ends,
        sources=ItemSources(trials, transcripts, place, places),
    )


def _masked(told: Iterable[tuple[int, str]]) -> Masked:
    return tuple((int(line), str(was)) for line, was in told)


def _places(told: Iterable[Iterable[tuple[int, int, str]]]) -> list[Places]:
    return [tuple((int(n), int(session), str(at)) for n, session, at in one) for one in told]


def _numbers(body: msgspec.Raw, *, below: int = 2**31) -> array[int]:
    """Numbers from 0 to one `below` this. Raises ValueError for others."""
    import msgspec
    import numpy as np

    found = array("i", msgspec.json.decode(body, type=list[int]))
    each = np.frombuffer(found, dtype=np.intc)
    if found and not 0 <= each.min() <= each.max() < below:
        raise ValueError("the number of nothing that is there")
    return found


def _texts(body: msgspec.Raw, many: int) -> TextColumn:
    """So many texts, of which their joined form was kept. Raises ValueError for another number."""
    import msgspec

    found = TextColumn.of_joined(*msgspec.json.decode(body))
    if len(found) != many:
        raise ValueError("not a text for each")
    return found


def _item_codes(
    judgements: JudgementSet,
    lrs: Sequence[object] | None,
    given: dict[Given, HolisticScore],
    rare: Mapping[str, Any] | None = None,
) -> ItemCodes:
    """What stands for an item; `rare` is what few items have."""
    codes = ItemCodes(judgements, lrs=_lrs(lrs, given))
    if rare is not None:
        codes.first_lrs = _lrs(rare.get("first"), given)
        codes.notes = {int(question): str(note) for question, note in rare.get("notes", ())}
        codes.skipped = str(rare.get("skipped", ""))
        codes.skips = int(rare.get("skips", 0))
        codes.revealed = tuple(map(str, rare.get("revealed", ())))
        model_wording = rare.get("masking")
        codes.masking = None if model_wording is None else tuple(model_wording)
        codes.feedback = bool(rare.get("feedback", False))
    return codes


def _way(told: tuple[Told, ...], known: Ways, said: dict[Told, Judgement]) -> JudgementSet:
    """One way of judging an item; `said` has the judgements so far."""
    if told not in known:
        for one in told:
            if one not in said:
                said[one] = Judgement(*one)
        known[told] = JudgementSet(map(said.__getitem__, told))
    return known[told]


def _lrs(kept: Sequence[object] | None, given: dict[Given, HolisticScore]) -> HolisticScore | None:
    if kept is None:
        return None
    key: Given = tuple(kept)  # type: ignore[assignment]
    if key not in given:
        given[key] = HolisticScore(*key, seq=0)
    return given[key]
