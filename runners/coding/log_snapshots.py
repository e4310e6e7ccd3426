"""What came of a log, small enough to be read for a hundred thousand items in a second.

The lines of a log say what was done and when; scores and agreement need only its present
judgements. That is worked out when a log is collected, and kept with it. Coders judge most items in
one of a few ways, so that each way is written once and an item names it; judgements that were read
back share it.

The time of each judgement, its number and what an undo would take back are left out: they are as
much text as the log has, and who needs them reads the log.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from operator import eq
from typing import Any

from coders.desk.log import Event
from coders.desk.state import GateResult, HolisticScore, ItemCodes, Judgement, LogState, replay
from runners.store.records import LogSnapshotRecord
from runners.store.store import Store
from runners.store.text_column import TextColumn

SCHEME = 1
"""The number of this form. Raise it with any change to the form, or to what folding gives."""


@dataclass(frozen=True, slots=True)
class LogSnapshot:
    """The present judgements of a log. `newest` is when each item was judged last, by item;
    `imported` says that the log was made from a table.

    In `state`, judgements and LRS have no number (0), no time of their own and took no time (None)
    and nothing can be undone. Values are shared between items: nothing here may be changed.
    """

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


def save_snapshot(store: Store, packet: str, events: Sequence[Event]) -> None:
    """Keeps what came of a packet's log, of which `events` are all that there is so far."""
    if events:
        last = events[-1]
        body = packed(replay(events), imported=is_imported(events))
        store.keep_log_snapshots([LogSnapshotRecord(packet, last.seq, last.line, SCHEME, body)])


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


Ways = dict[object, JudgementSet]
"""The ways in which items were judged, each once, by what was said."""


def packed(state: LogState, *, imported: bool) -> str:
    """What came of a log as JSON."""
    ways: dict[tuple[object, ...], int] = {}
    newest = newest_of(state)
    items = []
    for item, codes in state.items.items():
        way = tuple(
            (one.question, one.mark, one.flags, one.said, one.plain)
            for one in codes.judgements.values()
        )
        row = [item, ways.setdefault(way, len(ways)), newest.get(item, ""), _given(codes.lrs)]
        items.append([*row, rare] if (rare := _rare(codes)) else row)
    return json.dumps(
        {
            "ways": list(ways),
            "items": items,
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


def unpacked(body: str, ways: Ways | None = None, ids: Sequence[str] = ()) -> LogSnapshot | None:
    """The judgements out of what `packed` gave. None where it cannot be read: the lines of the log
    say the same. Packets that are given the same `ways`, empty at first, share judgements that say
    the same. `ids` are those of the packet's items, which need not be held twice.
    """
    try:
        return _unpacked(body, {} if ways is None else ways, ids)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None


def _unpacked(body: str, known: Ways, ids: Sequence[str]) -> LogSnapshot:
    import msgspec

    # Items are read one by one: all at once take more memory than what is made of them.
    kept = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    listed = msgspec.json.decode(kept["items"], type=list[msgspec.Raw])
    read = msgspec.json.Decoder().decode
    said: dict[str, Judgement] = {}
    here = [_way(way, known, said) for way in read(kept["ways"])]
    given: dict[Given, HolisticScore] = {}
    alike: dict[tuple[int, Given | None], int] = {}
    codes: list[ItemCodes] = []
    ways, last = array("i"), list[str]()

    def logged() -> Iterator[str]:
        for item, way, at, lrs, *rare in map(read, listed):
            # Most items were judged in one of a few ways, and nothing else is known of them.
            same: tuple[int, Given | None] = (way, None if lrs is None else tuple(lrs))
            number = len(codes) if rare else alike.setdefault(same, len(codes))
            if number == len(codes):
                codes.append(_item_codes(here[way], lrs, given, *rare))
            ways.append(number)
            last.append(at)
            yield item

    ids, places = _places(TextColumn(logged()), ids)
    numbers = array("i", [-1]) * len(ids)
    times = [""] * len(ids)
    for place, number, at in zip(places, ways, last, strict=True):
        numbers[place], times[place] = number, at
    items = ItemStates(ids, codes, numbers, array("i", places))
    state = LogState(
        items=items,  # type: ignore[arg-type]  # nothing is added to what was kept
        gates=[GateResult(*gate) for gate in read(kept["gates"])],
        hypothesis=read(kept["hypothesis"]),
        locked=read(kept["locked"]),
        begun=read(kept["begun"]),
    )
    return LogSnapshot(state, NewestTimes(ids, TextColumn(times)), read(kept["imported"]))


def _places(logged: Sequence[str], ids: Sequence[str]) -> tuple[Sequence[str], Sequence[int]]:
    """The ids of a packet's items and, for each item of its log, its number among them. Where some
    are not among these ids, those of the log stand for them.
    """
    if len(logged) <= len(ids) and all(map(eq, logged, ids)):
        return ids, range(len(logged))  # the usual one: coded in the order of the packet
    places = {item: at for at, item in enumerate(ids)}
    if not all(map(places.__contains__, logged)):
        return logged, range(len(logged))
    return ids, [places[item] for item in logged]


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


def _way(told: Sequence[Sequence[Any]], known: Ways, said: dict[str, Judgement]) -> JudgementSet:
    """One way of judging an item; `said` has the judgements so far."""
    each = list(map(repr, told))
    way = ",".join(each)
    if way not in known:
        for name, (question, mark, flags, words, plain) in zip(each, told, strict=True):
            if name not in said:
                said[name] = Judgement(question, mark, tuple(flags), tuple(words), plain)
        known[way] = JudgementSet(map(said.__getitem__, each))
    return known[way]


def _lrs(kept: Sequence[object] | None, given: dict[Given, HolisticScore]) -> HolisticScore | None:
    if kept is None:
        return None
    key: Given = tuple(kept)  # type: ignore[assignment]
    if key not in given:
        given[key] = HolisticScore(*key, seq=0)
    return given[key]
