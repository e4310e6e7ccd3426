"""Preregistrations are kept with what had been seen, and show when they were changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from honest import CALLS, fill, trial
from sqlalchemy import text
from test_codes import PACKET, code

from dsl.record import replace
from runners.store.checks.integrity import checked
from runners.store.coding_queries import PacketHead
from runners.store.merge import Added
from runners.store.preregistrations import (
    Replied,
    Seal,
    hash_of,
    normalised,
)
from runners.store.store import Store

TEXT = "# Plan\n\nten runs 😀\n"
SEAL = Seal(hash_of(TEXT), TEXT, "{}", "0.1.0", "2026-01-01T00:00:00.000Z")
LATER = replace(SEAL, at="2026-02-01T00:00:00.000Z")


def test_line_ends_and_a_byte_order_mark_change_no_hash() -> None:
    assert hash_of("\ufeff# Plan\r\n\r\nten runs 😀") == hash_of(TEXT)
    assert hash_of(TEXT.replace("ten", "nine")) != hash_of(TEXT)
    assert normalised("a\r\nb\rc\n\n") == "a\nb\nc\n"


def test_a_text_is_sealed_once_and_another_is_a_new_seal(store_url: str) -> None:
    other = replace(SEAL, hash=hash_of("# Other\n"), text="# Other\n", at=LATER.at)
    with Store.open(store_url) as store:
        assert store.add_seal(SEAL) == SEAL
        assert store.add_seal(LATER) == SEAL
        assert store.add_seal(other) == other
        assert store.seals() == (SEAL, other)


def test_of_two_stores_with_one_text_the_first_seal_comes_first(
    store_url: str, tmp_path: Path
) -> None:
    with Store.open(store_url) as store, Store.open(str(tmp_path / "b.sqlite")) as other:
        store.add_seal(LATER)
        other.add_seal(SEAL)
        assert store.merge(other) == Added(preregistrations=1)
        assert store.merge(other) == Added()
        assert store.seals() == (SEAL, LATER)
        assert store.add_seal(replace(LATER, at="2026-03-01T00:00:00.000Z")) == SEAL


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE preregistrations SET at = '2025-01-01T00:00:00.000Z'",
        "UPDATE preregistrations SET content = replace(content, 'ten', 'six')",
        "UPDATE preregistrations SET seen = '[]'",
        "UPDATE preregistrations SET hash = seal",
    ],
)
def test_a_seal_that_was_changed_shows_itself(store_url: str, change: str) -> None:
    with Store.open(store_url) as store:
        store.add_seal(SEAL)
        with store._engine.connect() as connection, connection.begin() as changing:
            connection.execute(text(change))
            assert [one.kind for one in checked(connection).findings] == ["seal"]
            changing.rollback()
        assert (store.checked().findings, store.checked().preregistrations) == ((), 1)


def test_what_has_been_seen_is_counted_by_script_and_model(store_url: str) -> None:
    with Store.open(store_url) as store:
        assert store.seen(["False belief"]) == ([], 0)
        fill(store)
        assert store.seen(["Other"]) == ([], 0)
        times = sorted(one.at for one in CALLS)
        found = ("False belief", "sim/child", True, 2, times[-1])
        assert store.seen(["Other", "False belief"]) == ([found], 0)
        store.add_codes([replace(code(4), packet="x" * 32, trial=trial().key)])
        assert store.seen(["False belief"]) == ([found], 1)


def test_replies_to_a_study_are_counted_before_a_moment(store_url: str) -> None:
    with Store.open(store_url) as store:
        assert store.replied("study-1", "2999") == Replied(0, 0, "", "", 0)
        fill(store)
        times = sorted(one.at for one in CALLS)
        assert store.replied("study-1", "2999") == Replied(2, 2, times[0], times[-1], 0)
        assert store.replied("study-1", times[0]) == Replied(2, 0, times[0], times[-1], 0)
        assert store.replied("study-2", "2999") == Replied(0, 0, "", "", 0)


def test_packets_are_listed_without_their_items(store_url: str) -> None:
    with Store.open(store_url) as store:
        store.add_packets([PACKET])
        assert store.packet_heads(PACKET.study) == (
            PacketHead(
                PACKET.packet, PACKET.coder, PACKET.coder_kind, PACKET.view, PACKET.settings
            ),
        )
