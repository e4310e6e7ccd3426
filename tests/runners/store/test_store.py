"""What goes into a store comes out of it, once, and as it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rooms import (
    AWKWARD,
    CHILD,
    MODEL,
    attempt,
    call,
    sitting,
    start,
    study_trial,
    transcript,
)
from sqlalchemy import event

from dsl.record import replace
from runners.store import writer
from runners.store.call_queries import APART
from runners.store.errors import StoreMissing
from runners.store.noted_trials import noted_trials
from runners.store.records import StoredReply, Study, StudyScript, TrialProgress, TrialReplies
from runners.store.schema import unescape
from runners.store.store import Store
from runners.store.writes import (
    add_attempts,
    add_calls,
    add_transcripts,
    add_trials,
)
from tests.runners.store.stored import attempts_of


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with Store.open(store_url) as opened:
        yield opened


@pytest.mark.both_databases
def test_a_call_comes_back_whole(store: Store) -> None:
    kept = replace(call(), text=AWKWARD, raw=AWKWARD, place="café/test ☕")
    assert store.submit(add_calls, kept).result() == StoredReply(kept.key, AWKWARD, "stop")
    assert store.calls([kept.key, "c" * 64]) == {kept.key: kept}


@pytest.mark.both_databases
def test_the_reply_that_was_stored_first_is_the_one_that_counts(store: Store) -> None:
    store.submit(add_calls, call(text="first")).result()
    assert store.submit(add_calls, call(text="second")).result().text == "first"
    assert store.lookup([call().key])[call().key].text == "first"


@pytest.mark.both_databases
def test_many_calls_that_come_together_are_added_but_for_those_that_are_there(
    store: Store,
) -> None:
    first = [call(number, text="first") for number in range(0, 300, 3)]
    every = [replace(call(number), text=f"{AWKWARD}\\N\t{number}") for number in range(300)]
    together = writer.each(add_calls)
    assert store.submit(together, first).result() == [one.kept for one in first]
    expected = [first[at // 3] if at % 3 == 0 else one for at, one in enumerate(every)]
    for _ in range(2):
        assert store.submit(together, every).result() == [one.kept for one in expected]
    assert store.calls([one.key for one in every]) == {one.key: one for one in expected}


def test_the_same_call_twice_in_one_commit_is_stored_once(store: Store) -> None:
    waiting = [store.submit(add_calls, call()) for _ in range(50)]
    assert {each.result() for each in waiting} == {call().kept}
    store.submit(add_trials, (study_trial(),)).result()
    assert list(store.calls_of("study-1")) == [call()]


@pytest.mark.both_databases
@pytest.mark.parametrize("tokens", [-1, 2**31, 10**40])
def test_a_number_of_tokens_that_cannot_be_is_no_number(store: Store, tokens: int) -> None:
    odd = replace(call(), input_tokens=tokens)
    store.submit(add_calls, odd).result()
    assert store.calls([odd.key]) == {odd.key: replace(odd, input_tokens=None)}


@pytest.mark.both_databases
def test_replies_are_found_by_sitting(store: Store) -> None:
    odd = "the \ud800 box\x00 (\x10)"
    said = [replace(call(n, seat=seat), text=odd) for n, seat in ((1, 1), (2, 1), (3, 2))]
    for one in said:
        store.submit(add_calls, one).result()
    assert store.of_sittings([sitting(1).key, sitting(9).key]) == {
        sitting(1).key: {one.key: one.kept for one in said[:2]},
        sitting(9).key: {},
    }


@pytest.mark.both_databases
def test_replies_count_whether_their_trial_ended_never_once_or_in_two_sessions(
    store: Store,
) -> None:
    for number, seat in ((1, 1), (2, 1), (3, 2), (4, 3)):
        store.submit(add_calls, call(number, seat=seat)).result()
    store.submit(add_trials, tuple(map(study_trial, (1, 2, 3)))).result()
    for seat, number, hash_ in ((1, 1, "1"), (2, 3, "2"), (2, 3, "3")):
        told = transcript(study_trial(seat).key, call(number), hash=hash_)
        store.submit(add_transcripts, told).result()
    (found,) = store.model_replies("study-1")
    assert found.replies == 4


@pytest.mark.both_databases
def test_the_replies_of_a_study_are_read_by_trial(store: Store) -> None:
    """With those at some places apart; trials with two sessions are left out."""
    odd = "the \ud800 box\x00 (\x10)\x10,"
    said = [replace(call(n, seat=seat), text=odd) for n, seat in ((1, 1), (2, 1), (3, 2), (4, 3))]
    for one in said:
        store.submit(add_calls, one).result()
    mine = study_trial(1), study_trial(2)
    store.submit(add_trials, (*mine, study_trial(3, study="study-2"))).result()
    for key, number, hash_ in (("1", 1, "1"), ("2", 1, "2"), ("2", 2, "3")):
        told = transcript(mine[int(key) - 1].key, call(number), hash=hash_)
        store.submit(add_transcripts, told).result()
    place = said[0].place

    def read(study: str, *places: str) -> list[TrialReplies]:
        found = [one for some in store.replies_by_trial(study, places) for one in some]
        return sorted(found, key=lambda one: one.trial)

    (first,) = read("study-1", place)
    assert first == TrialReplies(mine[0].key, 1, 2, f"{odd}\n{odd}", first.told)
    assert [*first.told] == [(one.place, odd) for one in said[:2] if one.place == place]
    assert [*read("study-1")[0].told] == []
    assert read("study-3") == []
    assert list(store.calls_of("study-1")) == said[:3]
    found = store.told_in([sitting(1).key, sitting(9).key])
    assert {
        at: (n, [unescape(one) for one in texts.split(APART)]) for at, (n, texts) in found.items()
    } == {sitting(1).key: (2, [place, "stop", odd] * 2)}


@pytest.mark.both_databases
def test_more_keys_than_a_statement_may_hold_are_asked_for_in_slices(store: Store) -> None:
    calls = [call(number) for number in range(2_100)]
    for each in [store.submit(add_calls, one) for one in calls]:
        each.result()
    assert store.lookup([one.key for one in calls]) == {one.key: one.kept for one in calls}


def test_a_finished_trial_says_of_which_calls_it_is_made(store: Store) -> None:
    one = study_trial()
    told = transcript(one.key, call(1), call(2))
    for _ in range(2):
        store.submit(add_transcripts, told).result()
    assert store.finished([one.key, study_trial(2).key]) == {one.key: 2}
    assert store.transcripts([one.key]) == (told,)


def test_two_tellings_of_one_trial_are_both_kept(store: Store) -> None:
    one = study_trial()
    tellings = (transcript(one.key, call(1), hash="1"), transcript(one.key, call(2), hash="2"))
    for telling in tellings:
        store.submit(add_transcripts, telling).result()
    assert store.transcripts([one.key]) == tellings


def test_a_study_lists_its_trials_participants_attempts_and_progress(store: Store) -> None:
    store.record(start())
    store.submit(add_trials, (study_trial(2), study_trial(1))).result()
    store.submit(add_trials, (study_trial(1),)).result()
    store.submit(add_attempts, attempt()).result()
    store.submit(add_transcripts, transcript(study_trial(1).key, call())).result()
    assert list(store.trials_of("study-1")) == [study_trial(1), study_trial(2)]
    assert list(attempts_of(store, "study-1")) == [attempt()]
    asked = [study_trial(number).key for number in (1, 2, 3)]
    store.submit(add_transcripts, transcript(asked[2], call(), call(2))).result()
    assert store.standing("study-1", asked) == TrialProgress(
        noted=frozenset(asked[:2]), finished={asked[0]: 1, asked[2]: 2}
    )
    assert store.study() == Study(
        id="study-1",
        simulated=True,
        first_started="2026-01-01T00:00:00.000Z",
        last_started="2026-01-01T00:00:00.000Z",
        experiments=("False belief",),
        participants=(CHILD,),
        trials=2,
        finished=1,
        tool_version="0.1.0",
    )


def test_a_later_start_joins_its_study_and_brings_its_scripts_and_participants(
    store: Store,
) -> None:
    mended = StudyScript("a.dev", "a.dev", "mended\n", "False belief", "d" * 64, "f" * 64)
    included = StudyScript("words.dev", "a.dev", "places\n")
    store.record(start())
    store.record(
        start(
            id="start-2",
            at="2026-02-01T00:00:00.000Z",
            scripts=(mended, included),
            participants=(CHILD, MODEL),
        )
    )
    assert [study.id for study in store.studies()] == ["study-1"]
    assert store.scripts_of("study-1") == (mended, included)
    assert store.participants_of("study-1") == (MODEL, CHILD)
    assert store.study().last_started == "2026-02-01T00:00:00.000Z"


def test_the_newest_study_is_the_one_started_last(store: Store) -> None:
    store.record(start(id="1", study="older", at="2026-01-01T00:00:00.000Z"))
    store.record(start(id="2", study="newer", at="2026-01-02T00:00:00.000Z"))
    assert store.study().id == "newer"
    store.record(start(id="3", study="older", at="2026-01-03T00:00:00.000Z"))
    assert [study.id for study in store.studies()] == ["older", "newer"]
    assert store.study("new").id == "newer"


def test_a_study_that_is_not_there_is_named_beside_those_that_are(store: Store) -> None:
    with pytest.raises(StoreMissing) as empty:
        store.study()
    assert empty.value.message == f"there is no study in {store.where} yet"
    store.record(start(id="1", study="aa1"))
    store.record(start(id="2", study="aa2"))
    with pytest.raises(StoreMissing) as ambiguous:
        store.study("aa")
    with pytest.raises(StoreMissing, match="there is no study without an id in"):
        store.study("")
    assert ambiguous.value.message == f"several studies in {store.where} begin with aa: aa2, aa1"
    with pytest.raises(StoreMissing) as unknown:
        store.study("b")
    assert unknown.value.message == f"there is no study b in {store.where}; there is aa2, aa1"


@pytest.mark.both_databases
def test_trials_come_in_the_order_of_their_letters_on_every_server(store: Store) -> None:
    """As Python sorts, whatever language the server sorts in."""
    titles = ("Zebra", "_marked", "apple", "äpple", "Apple", "apple pie")
    rows = [
        replace(study_trial(number), sitting=replace(sitting(number), experiment=title))
        for number, title in enumerate(titles)
    ]
    store.submit(add_trials, rows).result()
    found = [row.sitting.experiment for row in store.trials_of("study-1")]
    assert found == ["Apple", "Zebra", "_marked", "apple", "apple pie", "äpple"]


def test_very_many_rows_are_written_and_decided_in_bulk(
    store: Store, store_url: str, thorough: bool
) -> None:
    """More than a database takes in one statement; in a thorough run so many that whatever is done
    per row would show by sheer waiting.
    """
    size = (100_000 if store_url.startswith("sqlite") else 20_000) if thorough else 10_000
    trials = [study_trial(number) for number in range(size)]
    store.submit(add_trials, trials).result()
    waiting = [
        store.submit(add_transcripts, transcript(each.key, call(number)))
        for number, each in enumerate(trials)
    ]
    for each in waiting:
        each.result()
    assert len(store.finished([each.key for each in trials])) == size
    assert sum(1 for _ in store.trials_of("study-1")) == size


def test_the_words_of_finished_trials_are_known_by_their_hashes(store: Store) -> None:
    one, two = study_trial(1), study_trial(2)
    store.submit(add_trials, (one, two)).result()
    for telling in (transcript(one.key, call(1), hash="1"), transcript(one.key, call(2), hash="2")):
        store.submit(add_transcripts, telling).result()
    keys = [two.key, one.key, "no such trial"]
    found = noted_trials(store, "study-1", keys)
    assert found.counts.tolist() == [0, 2, 0]
    assert found.transcript(1) in {"1", "2"}
    assert found.prompts[1] == -1
    assert noted_trials(store, "study-2", keys).counts.tolist() == [0, 0, 0]
    assert noted_trials(store, "study-1", ()).counts.tolist() == []


def test_replies_that_ended_in_a_way_are_found_among_many(store: Store) -> None:
    cut = replace(call(2), finish="length")
    elsewhere = replace(call(3, seat=2), finish="length")
    for each in (call(1), cut, elsewhere):
        store.submit(add_calls, each).result()
    wanted = {sitting(1).key}
    assert store.replies_that_ended(("length", "empty"), wanted) == {
        sitting(1).key: {cut.key: cut.kept}
    }
    assert store.replies_that_ended(("empty",), wanted) == {}


def test_to_find_them_only_the_index_of_their_endings_is_read(tmp_path: Path) -> None:
    asked: list[tuple[str, Any]] = []

    def note(_: object, __: object, sql: str, given: Any, *more: object) -> None:
        asked.append((sql, given))

    with Store.open(f"sqlite:///{tmp_path / 'small.sqlite'}") as store:
        event.listen(store._engine, "before_cursor_execute", note)
        store.replies_that_ended(("length", "empty"), set())
        sql, given = asked[-1]
        with store._engine.connect() as connection:
            (plan,) = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", given)
    assert "USING INDEX calls_finish" in plan.detail
