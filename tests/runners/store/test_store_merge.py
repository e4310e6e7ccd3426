"""Two stores become one, again and again the same one, or nothing of the second is taken."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from rooms import AWKWARD, attempt, call, start, study_trial, transcript
from test_codes import PACKET, code, fold

from dsl.record import replace
from runners.store.errors import StoreDamaged, StoreFull, StoreMissing
from runners.store.merge import Added, Contradicted
from runners.store.store import Store
from runners.store.writes import add_attempts, add_calls, add_transcripts, add_trials
from tests.runners.store.stored import attempts_of, log_snapshot

NOTHING = Added(studies=0, trials=0, calls=0, transcripts=0, packets=0, codes=0)


@pytest.fixture
def target(store_url: str) -> Iterator[Store]:
    with Store.open(store_url) as opened:
        yield opened


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(tmp_path / "lab-b.sqlite")) as opened:
        yield opened


def fill(store: Store, *numbers: int) -> None:
    """A study with one finished trial for each number."""
    store.record(start(id=f"start-{numbers}"))
    store.submit(add_trials, [study_trial(number) for number in numbers]).result()
    for number in numbers:
        said = call(number, text=AWKWARD, seat=number)
        store.submit(add_calls, said).result()
        store.submit(add_transcripts, transcript(study_trial(number).key, said)).result()
        store.submit(add_attempts, attempt(number, seat=number)).result()


@pytest.mark.both_databases
def test_what_was_apart_is_together_and_a_second_time_changes_nothing(
    target: Store, source: Store
) -> None:
    fill(target, 1, 2)
    fill(source, 2, 3)
    source.add_packets([PACKET])
    source.add_codes([code(1), code(2)])
    source.keep_log_snapshots([fold(2)])
    assert target.merge(source) == Added(
        studies=0, trials=1, calls=1, transcripts=1, packets=1, codes=2
    )
    assert target.merge(source) == NOTHING
    assert list(target.trials_of("study-1")) == [study_trial(n) for n in (1, 2, 3)]
    assert list(target.calls_of("study-1")) == [call(n, text=AWKWARD, seat=n) for n in (1, 2, 3)]
    assert list(attempts_of(target, "study-1")) == [attempt(n, seat=n) for n in (1, 2, 3)]
    assert target.study().finished == 3
    assert target.scripts_of("study-1") == source.scripts_of("study-1")
    assert target.packets_of("study") == (PACKET,)
    assert target.codes_of(PACKET.packet) == (code(1), code(2))
    assert log_snapshot(target, PACKET.packet, 1) == '{"of":"it"}'


def test_the_order_in_which_stores_are_merged_makes_no_difference(
    store_url: str, tmp_path: Path
) -> None:
    there, back = str(tmp_path / "there.sqlite"), str(tmp_path / "back.sqlite")
    with Store.open(store_url) as one, Store.open(there) as two, Store.open(back) as other:
        fill(one, 1, 2)
        fill(other, 3)
        two.merge(other)
        two.merge(one)
        one.merge(other)
        assert one.merge(two) == two.merge(one) == NOTHING
        assert list(one.calls_of("study-1")) == list(two.calls_of("study-1"))


def test_the_same_reply_under_another_request_is_no_contradiction(
    target: Store, source: Store
) -> None:
    target.submit(add_calls, call()).result()
    source.submit(add_calls, replace(call(), request_id="r-2", raw="{}", latency_s=9.0)).result()
    assert target.merge(source) == NOTHING
    assert target.calls([call().key]) == {call().key: call()}


def test_a_log_that_went_on_in_another_store_is_taken_and_one_that_parts_is_not(
    target: Store, source: Store
) -> None:
    for store in (target, source):
        store.add_packets([PACKET])
    target.add_codes([code(1)])
    source.add_codes([code(1), code(2)])
    assert target.merge(source) == replace(NOTHING, codes=1)
    assert source.merge(target) == NOTHING
    target.add_codes([code(3)])
    source.add_codes([code(3, '{"seq": 3, "mark": "half"}'), code(4)])
    with pytest.raises(Contradicted) as refused:
        target.merge(source)
    assert refused.value.sentences == (
        f"the log of Ada on packet {'p' * 12} differs from judgement 3 on between "
        f"{source.where} and {target.where}",
    )
    assert target.codes_of(PACKET.packet) == (code(1), code(2), code(3))


def test_a_packet_that_holds_other_items_is_refused_and_one_made_later_is_not(
    target: Store, source: Store
) -> None:
    later = replace(PACKET, at="2026-02-01T00:00:00.000Z", tool_version="0.2.0")
    target.add_packets([PACKET])
    source.add_packets([replace(later, header='{"keyed": false, "made": "later"}')])
    assert target.merge(source) == NOTHING
    source.add_packets([replace(PACKET, packet="q" * 32)])
    target.add_packets([replace(PACKET, packet="q" * 32, items=PACKET.items[:1])])
    with pytest.raises(Contradicted) as refused:
        target.merge(source)
    assert refused.value.sentences == (
        f"the packet {'q' * 12} of Ada has different items in {source.where} and in {target.where}",
    )


def test_a_disk_that_is_full_in_the_middle_leaves_the_store_as_it_was(
    source: Store, tmp_path: Path
) -> None:
    from sqlalchemy import event

    fill(source, *range(1, 60))
    path = tmp_path / "store.sqlite"
    with Store.open(str(path)) as target:
        fill(target, 60)
        before = target.checked()

        @event.listens_for(target._engine, "checkout")
        def _small(connection: sqlite3.Connection, *_: object) -> None:
            connection.execute("PRAGMA max_page_count = 1")  # SQLite takes the pages in use

        with pytest.raises(StoreFull):
            target.merge(source)
        assert target.checked() == before
    with Store.open(str(path)) as target:
        assert target.merge(source).trials == 59


def test_a_store_knows_itself_under_another_name(store_url: str, tmp_path: Path) -> None:
    with Store.open(store_url) as one, Store.open(store_url) as two:
        assert one.is_same(two)
        with Store.open(str(tmp_path / "other.sqlite")) as other:
            assert not one.is_same(other)
            assert not other.is_same(one)


@pytest.mark.both_databases
def test_a_damaged_store_is_the_one_that_is_named(target: Store, tmp_path: Path) -> None:
    """Both are at work when it is found out: the one that takes is well."""
    path = tmp_path / "lab-b.sqlite"
    with Store.open(str(path)) as store:
        fill(store, 1)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE scripts SET content = CAST(x'ff00ff' AS TEXT)")
    with (
        Store.open(str(path), reading=True) as source,
        pytest.raises(StoreDamaged, match=r"lab-b\.sqlite is damaged and cannot"),
    ):
        target.merge(source)
    with pytest.raises(StoreMissing):
        target.study()
