"""Packets and coding logs in the store: kept whole, once, and in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rooms import AWKWARD

from runners.store import Store
from runners.store.rows import Behind, KeptCode, KeptPacket, PacketItem

BEHIND = Behind("t" * 64, "h" * 64, ((1, 0, "/test belief"), (2, 1, "/test belief")))
PACKET = KeptPacket(
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


def code(sequence: int, line: str | None = None) -> KeptCode:
    body = line or f'{{"seq": {sequence}}}'
    return KeptCode(PACKET.packet, "Ada", "blind", sequence, body, item="i1", note=AWKWARD)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(tmp_path / "store.sqlite")) as opened:
        yield opened


def test_a_packet_comes_back_with_all_that_stands_behind_it(store: Store) -> None:
    later = replace(PACKET, packet="q" * 32, coder="Ben", at="2026-01-02T00:00:00.000Z")
    store.hand_out([later, PACKET])
    store.hand_out([PACKET])
    assert store.packets_of("study") == (PACKET, later)
    assert store.packet(PACKET.packet) == PACKET
    assert store.packet("r" * 32) is None
    assert store.packets_of("another") == ()


def test_a_log_that_comes_home_again_adds_only_what_is_new(store: Store) -> None:
    assert store.bring_home([code(1), code(2)]) == 2
    assert store.bring_home([code(1), code(2)]) == 0
    assert store.bring_home([code(2), code(3), code(1)]) == 1
    assert store.codes_of(PACKET.packet) == (code(1), code(2), code(3))
    assert store.bring_home([]) == 0


def test_two_lines_of_one_number_are_both_kept(store: Store) -> None:
    store.bring_home([code(1)])
    assert store.bring_home([code(1, '{"seq": 1, "mark": "half"}')]) == 1
    assert len(store.codes_of(PACKET.packet)) == 2
