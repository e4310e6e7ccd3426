"""Packets and coding logs in the store: kept whole, once, in order, and with one truth."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from rooms import AWKWARD

from dsl.record import replace
from runners.store.errors import StoreContradicted
from runners.store.records import ItemSource, LogLine, LogSnapshotRecord, PacketItem, PacketRecord
from runners.store.store import Store
from tests.runners.store.stored import log_snapshot

BEHIND = ItemSource("t" * 64, "h" * 64, ((1, 0, "/test belief"), (2, 1, "/test belief")))
PACKET = PacketRecord(
    packet="p" * 32,
    study="study",
    batch="b" * 32,
    coder="Ada",
    coder_kind="blind",
    view="rubric",
    codebook_version="c1",
    settings="{}",
    header='{"keyed": false}',
    items=(
        PacketItem("i1", 1, "main", "x" * 64, "", (BEHIND,), ((2, AWKWARD),)),
        PacketItem("i2", 2, "main", "x" * 64, "i1", (BEHIND,)),
        PacketItem("i3", 3, "silent", "y" * 64, "", ()),
    ),
    tool_version="0.1.0",
    at="2026-01-01T00:00:00.000Z",
)


def code(sequence: int, line: str | None = None) -> LogLine:
    body = line or f'{{"seq": {sequence}}}'
    return LogLine(PACKET.packet, "Ada", "blind", sequence, body, item="i1", note=AWKWARD)


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with Store.open(store_url) as opened:
        yield opened


@pytest.mark.both_databases
def test_a_packet_comes_back_with_all_that_stands_behind_it(store: Store) -> None:
    later = replace(PACKET, packet="q" * 32, coder="Ben", at="2026-01-02T00:00:00.000Z")
    store.add_packets([later, PACKET])
    store.add_packets([PACKET])
    assert store.packets_of("study") == (PACKET, later)
    assert store.packet(PACKET.packet) == PACKET
    assert store.packet("r" * 32) is None
    assert store.packets_of("another") == ()


def test_a_log_that_comes_home_again_adds_only_what_is_new(store: Store) -> None:
    assert store.add_codes([code(1), code(2)]) == 2
    assert store.add_codes([code(1), code(2)]) == 0
    assert store.add_codes([code(2), code(3), code(1)]) == 1
    assert store.codes_of(PACKET.packet) == (code(1), code(2), code(3))
    assert store.add_codes([]) == 0


def test_other_words_under_a_number_that_is_there_are_not_kept(store: Store) -> None:
    store.add_codes([code(1)])
    with pytest.raises(StoreContradicted) as refused:
        store.add_codes([code(2), code(1, '{"seq": 1, "mark": "half"}')])
    assert (refused.value.message, refused.value.help) == (
        f"{store.where} has a different judgement 1 of Ada: another process wrote it meanwhile",
        "nothing of this was saved; give the same command again",
    )
    assert store.codes_of(PACKET.packet) == (code(1),)
    with pytest.raises(StoreContradicted):
        store.add_codes([code(2), code(2, '{"seq": 2, "mark": "half"}')])
    assert store.add_codes([code(2)]) == 1


@pytest.mark.both_databases
def test_of_two_logs_that_part_and_come_at_once_one_is_kept_whole(store_url: str) -> None:
    """Every process looks at the store before it writes, and may find it empty."""
    where = store_url
    Store.open(where).close()
    start = Barrier(8)

    def bring(words: str) -> bool:
        with Store.open(where) as mine:
            assert mine.codes_of(PACKET.packet) == ()
            start.wait()
            try:
                mine.add_codes([code(n, f'{{"seq": {n}, "by": "{words}"}}') for n in range(1, 40)])
            except StoreContradicted:
                return False
            return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(bring, "abcdefgh")) == 1
    with Store.open(where) as store:
        kept = store.codes_of(PACKET.packet)
    assert [one.sequence for one in kept] == list(range(1, 40))
    assert len({one.line[-2] for one in kept}) == 1


def fold(sequence: int, body: str = '{"of":"it"}', scheme: int = 1) -> LogSnapshotRecord:
    return LogSnapshotRecord(PACKET.packet, sequence, code(sequence).line, scheme, body)


def test_what_came_of_a_log_is_believed_until_the_log_grows(store: Store) -> None:
    assert log_snapshot(store, PACKET.packet, 1) is None
    store.add_codes([code(1), code(2)])
    store.keep_log_snapshots([fold(2, AWKWARD)])
    assert log_snapshot(store, PACKET.packet, 1) == AWKWARD
    assert log_snapshot(store, PACKET.packet, 2) is None
    store.add_codes([code(3)])
    assert log_snapshot(store, PACKET.packet, 1) is None
    store.keep_log_snapshots([fold(3, "more"), fold(2)])
    assert log_snapshot(store, PACKET.packet, 1) == "more"
    store.keep_log_snapshots([fold(3, "in another form", scheme=2)])
    assert log_snapshot(store, PACKET.packet, 1) is None
    assert log_snapshot(store, PACKET.packet, 2) == "in another form"


def test_what_came_of_other_lines_is_not_believed(store: Store) -> None:
    store.add_codes([code(1), code(2, '{"seq": 2, "mark": "half"}')])
    store.keep_log_snapshots([fold(2)])
    assert log_snapshot(store, PACKET.packet, 1) is None


def test_of_a_log_with_a_gap_nothing_kept_is_believed(store: Store) -> None:
    store.add_codes([code(1), code(3)])
    store.keep_log_snapshots([fold(3)])
    assert log_snapshot(store, PACKET.packet, 1) is None
