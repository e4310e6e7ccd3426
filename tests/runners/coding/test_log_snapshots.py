"""A snapshot of a log is stored with it, is enough for scores, and is not used when out of date."""

from __future__ import annotations

import json
from pathlib import Path

from homes import LOCK, coded, items, made_store, packet, write_log
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from coders.desk.log import Event
from coders.desk.state import ItemCodes, LogState, replay
from dsl.record import replace
from runners.coding.coded_packets import coded_packets, packets_standing
from runners.coding.log_files import read_log_files
from runners.coding.log_import import import_logs
from runners.coding.log_snapshots import SCHEME, newest_of, packed, save_snapshot, unpacked
from runners.store.coding_queries import PacketItems
from runners.store.records import ItemSource, PacketItem
from runners.store.schema import folds
from tests.runners.store.stored import log_snapshot

STUDY = "5tudy5tudy12"
MAIN = items(3)

WHERE = ((1, 0, "probe/box"), (2, 0, "probe/\u00e9"))
THREE = PacketItems.of(
    [
        PacketItem("i1", 1, "main", "", "", (ItemSource("a" * 64, "b" * 64, WHERE),), ((3, "Al"),)),
        PacketItem("i2", 2, "gate_a", "", "", ()),
        PacketItem(
            "i3", 5, "main", "", "i1",
            (ItemSource("trial", "", WHERE[:1]), ItemSource("a" * 64, "b" * 64, WHERE)),
        ),
    ]
)  # fmt: skip
"""Items with two sources and with none, of which one is a hidden duplicate."""

names = st.sampled_from(["i1", "i2", "i3"])
texts = st.text(max_size=5)
words = st.lists(texts, max_size=2)
lrs = st.fixed_dictionaries(
    {
        "item": names,
        "lrs": st.integers(0, 5),
        "proposed": st.none() | st.integers(0, 5),
        "first": st.booleans(),
        "reason": texts,
    }
)
judged = {"item": names, "question": st.integers(1, 3), "flags": words, "ms": st.integers(0, 99)}
acts = st.one_of(
    st.tuples(st.just("mark"), st.fixed_dictionaries({**judged, "mark": texts})),
    st.tuples(
        st.just("said"), st.fixed_dictionaries({**judged, "said": words, "plain": st.booleans()})
    ),
    st.tuples(st.just("lrs"), lrs),
    st.tuples(
        st.just("note"),
        st.fixed_dictionaries({"item": names, "question": st.integers(0, 2), "note": texts}),
    ),
    st.tuples(st.just("skip"), st.fixed_dictionaries({"item": names, "reason": texts})),
    st.tuples(st.just("reveal"), st.fixed_dictionaries({"item": names, "what": texts})),
    st.tuples(st.just("feedback"), st.fixed_dictionaries({"item": names})),
    st.tuples(
        st.just("masking"), st.fixed_dictionaries({"item": names, "model": texts, "wording": texts})
    ),
    st.tuples(st.just("shown"), st.fixed_dictionaries({"item": names, "content": texts})),
    st.tuples(
        st.just("gate"),
        st.fixed_dictionaries(
            {
                "form": texts,
                "right": st.integers(0, 9),
                "marks": st.integers(0, 9),
                "gates_wrong": st.integers(0, 2),
                "passed": st.booleans(),
            }
        ),
    ),
    st.tuples(st.just("hypothesis"), st.fixed_dictionaries({"text": texts})),
    st.tuples(
        st.just("undo"),
        st.fixed_dictionaries({"undoes": st.integers(1, 20), "item": names}),
    ),
    st.tuples(st.sampled_from(["opened", "closed", "lock"]), st.just({})),
)


def event(seq: int, kind: str, data: dict[str, object]) -> Event:
    return Event(seq, kind, data, f"at {seq:03d}", "p", "Ada", "book", "0.1.0", "", "")  # type: ignore[arg-type]


def without_moments(state: LogState) -> LogState:
    """What scores and agreement ask: no numbers, no times, nothing to be undone."""
    return LogState(
        items={item: plain(codes) for item, codes in state.items.items()},
        gates=state.gates,
        hypothesis=state.hypothesis,
        locked=state.locked,
        begun=state.begun,
    )


def plain(codes: ItemCodes) -> ItemCodes:
    return replace(
        codes,
        judgements={
            number: replace(one, seq=0, at="", ms=None) for number, one in codes.judgements.items()
        },
        lrs=codes.lrs and replace(codes.lrs, seq=0),
        first_lrs=codes.first_lrs and replace(codes.first_lrs, seq=0),
        skip_seq=0,
        shown_at="",
    )


@given(st.lists(acts, max_size=20), st.booleans())
def test_all_but_the_moments_comes_back(
    done: list[tuple[str, dict[str, object]]], table: bool
) -> None:
    state = replay(event(seq, kind, data) for seq, (kind, data) in enumerate(done, start=1))
    kept = unpacked(packed(THREE, state, imported=table))
    assert kept is not None
    assert list(kept.items) == list(THREE)
    assert kept.state == without_moments(state)
    assert kept.newest == newest_of(state)
    assert kept.imported is table


def test_a_log_that_came_home_is_folded_once_and_again_when_more_comes(tmp_path: Path) -> None:
    """Somebody who coded two items, then a third, then handed in."""
    made = packet("Anna", MAIN)
    marks = [("right", "half")] * 3
    with made_store(tmp_path / "store.sqlite", [made]) as store:
        assert log_snapshot(store, made.header.packet, SCHEME) is None
        for number, acts in enumerate(
            (coded(MAIN[:2], marks), coded(MAIN, marks), [*coded(MAIN, marks), LOCK])
        ):
            log = write_log(tmp_path / str(number), made, acts)
            assert not import_logs(store, read_log_files([log])).rejected
            kept = unpacked(log_snapshot(store, made.header.packet, SCHEME) or "")
            (whole,) = coded_packets(store, STUDY)
            (stands,) = packets_standing(store, STUDY)
            assert kept is not None
            assert kept.state == stands.state == without_moments(whole.state)
            assert stands.newest == whole.newest
            assert (stands.events, stands.locked) == ((), whole.locked)
        # The first part of it, collected again, changes nothing.
        assert not import_logs(store, read_log_files([tmp_path / "0"])).rejected
        assert unpacked(log_snapshot(store, made.header.packet, SCHEME) or "") == kept


def test_what_is_kept_of_another_log_is_not_used(tmp_path: Path) -> None:
    """Lines came home by another way, as where stores are merged: the log itself is read."""
    made = packet("Anna", MAIN)
    log = write_log(tmp_path / "whole", made, coded(MAIN, [("right", "half")] * 3))
    with made_store(tmp_path / "store.sqlite", [made]) as store:
        assert not import_logs(store, read_log_files([log])).rejected
        (whole,) = coded_packets(store, STUDY)
        save_snapshot(store, whole.packet, [*whole.events, event(99, "mark", {"item": "i1"})])
        assert log_snapshot(store, made.header.packet, SCHEME) is None
        (stands,) = packets_standing(store, STUDY)
        assert (stands.state, stands.events) == (whole.state, ())


def test_a_log_with_items_of_no_packet_is_not_kept(tmp_path: Path) -> None:
    made = packet("Anna", MAIN)
    with made_store(tmp_path / "store.sqlite", [made]) as store:
        (whole,) = coded_packets(store, STUDY)
        other = event(1, "mark", {"item": "of another", "question": 1, "mark": "right"})
        save_snapshot(store, whole.packet, [other])
        with store.connected() as connection:
            assert connection.execute(select(folds)).all() == []


def test_numbers_of_nothing_that_is_there_are_not_believed() -> None:
    """Such a body is damaged: the log is read instead."""
    state = replay([event(1, "mark", {"item": "i1", "question": 1, "mark": "right"})])
    body = json.loads(packed(THREE, state, imported=False))
    assert unpacked(json.dumps(body)) is not None
    for name, wrong in (("items", [3]), ("items", [0, 1]), ("numbers", [1]), ("numbers", [-1])):
        assert unpacked(json.dumps(body | {name: wrong})) is None, name
    for name, wrong in (
        ("source", [0, 1, 3]), ("ends", [0, 1, 1, 9]), ("place", [0, 9]), ("phase", [0, 1, 7]),
        ("items", ["i1i2", 2]), ("trials", ["trial", [5]]), ("positions", [1, 2]),
    ):  # fmt: skip
        told = body["packet"] | {name: wrong}
        assert unpacked(json.dumps(body | {"packet": told})) is None, name
