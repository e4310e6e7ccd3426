"""Of a trial that two stores ran differently one session counts; the other is kept whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from honest import HONEST_CHILD, packet, sitting, trial
from rooms import call, start

from dsl.record import replace
from renderers.prompt import Message, Role
from runners.store.keys import call_key, transcript_hash
from runners.store.merge import Added
from runners.store.noted_trials import noted_trials
from runners.store.records import CallRecord, ItemSource, StudyScript, TranscriptRecord
from runners.store.store import Store
from runners.store.writes import add_calls, add_transcripts, add_trials

NOTHING = Added(studies=0, trials=0, calls=0, transcripts=0, packets=0, codes=0)


@dataclass(frozen=True)
class Session:
    """A conversation of two turns, and a separate one of one turn; `said` are the replies,
    as many as there were.
    """

    said: tuple[str, ...]

    @property
    def calls(self) -> tuple[CallRecord, ...]:
        """What was asked and answered; the second question has the first reply before it."""
        first = (Message(Role.USER, "one"),)
        second = (*first, Message(Role.ASSISTANT, self.said[0]), Message(Role.USER, "two"))
        asked = (("/one", first), ("/two", second), ("/apart", (Message(Role.USER, "apart"),)))
        return tuple(
            replace(
                call(number),
                key=call_key(sitting().key, place, messages),
                sitting=sitting(),
                place=place,
                messages=messages,
                text=text,
            )
            for number, ((place, messages), text) in enumerate(
                zip(asked, self.said, strict=False), start=1
            )
        )

    @property
    def transcript(self) -> TranscriptRecord:
        """What notes that the trial is finished."""
        told = [(one.place, one.key, one.text) for one in self.calls]
        pairs = tuple((place, key) for place, key, _ in told)
        return TranscriptRecord(trial().key, transcript_hash(told), pairs, "0.1.0", "2026-01-01")

    def into(self, store: Store) -> None:
        """Keeps it as a run would."""
        script = StudyScript("a.dev", "a.dev", "experiment A\n", "False belief", "d" * 64, "e" * 64)
        store.record(start(participants=(HONEST_CHILD,), scripts=(script,)))
        store.submit(add_trials, (trial(),)).result()
        for one in self.calls:
            store.submit(add_calls, one).result()
        if len(self.said) == 3:
            store.submit(add_transcripts, self.transcript).result()


HERE = Session(("box", "two", "same"))
THERE = Session(("basket", "two", "same"))
HALF = Session(("basket", "two"))


@pytest.fixture
def target(store_url: str) -> Iterator[Store]:
    with Store.open(store_url) as opened:
        yield opened


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(tmp_path / "lab-b.sqlite")) as opened:
        yield opened


def kept(store: Store) -> list[tuple[bool, str, tuple[tuple[str, str, str | None], ...]]]:
    """Each other session: whether it was finished, its transcript, and (place, reply, what counts)
    for each turn.
    """
    return [
        (
            one.trial == trial().key,
            one.hash,
            tuple((r.place, r.call.text, r.counts.text if r.counts else None) for r in one.replies),
        )
        for one in store.others()
    ]


def test_the_session_of_the_store_that_takes_counts_and_the_other_is_whole_next_to_it(
    target: Store, source: Store
) -> None:
    HERE.into(target)
    THERE.into(source)
    assert target.merge(source) == replace(
        NOTHING, others=1, named=("False belief / box / permuted / draw 1: sim/child",)
    )
    told = (("/one", "basket", "box"), ("/two", "two", None), ("/apart", "same", "same"))
    assert kept(target) == [(True, THERE.transcript.hash, told)]
    assert list(target.calls_of("study-1")) == list(HERE.calls)
    noted = noted_trials(target, "study-1", [trial().key])
    assert (noted.counts.tolist(), noted.transcript(0)) == ([1], HERE.transcript.hash)
    assert target.checked().findings == ()
    assert target.merge(source) == NOTHING
    assert len(kept(target)) == 1


@pytest.mark.both_databases
def test_merged_both_ways_each_store_keeps_its_own_session_and_knows_the_other(
    target: Store, source: Store
) -> None:
    HERE.into(target)
    THERE.into(source)
    target.merge(source)
    source.merge(target)
    assert target.merge(source) == source.merge(target) == NOTHING
    told = (("/one", "box", "basket"), ("/two", "two", None), ("/apart", "same", "same"))
    assert kept(source) == [(True, HERE.transcript.hash, told)]
    assert [words for _, words, _ in kept(target)] == [THERE.transcript.hash]
    assert source.checked().findings == target.checked().findings == ()


def test_no_reply_of_the_other_session_fills_a_gap_in_the_one_that_counts(
    target: Store, source: Store
) -> None:
    """The session here has only the first turn; a mixture would be a trial that nobody ran."""
    Session(("box",)).into(target)
    THERE.into(source)
    assert target.merge(source).calls == 0
    assert list(target.calls_of("study-1")) == list(HERE.calls[:1])
    assert target.finished([trial().key]) == {}
    told = (("/one", "basket", "box"), ("/two", "two", None), ("/apart", "same", None))
    assert kept(target) == [(True, THERE.transcript.hash, told)]
    assert target.checked().findings == ()


def test_a_session_that_goes_on_where_this_one_stopped_is_no_other(
    target: Store, source: Store
) -> None:
    HALF.into(target)
    THERE.into(source)
    assert target.merge(source) == replace(NOTHING, calls=1, transcripts=1)
    assert kept(target) == []
    assert target.finished([trial().key]) == {trial().key: 3}


def test_an_unfinished_other_session_is_kept_and_becomes_whole_when_it_comes_again(
    target: Store, source: Store
) -> None:
    HERE.into(target)
    HALF.into(source)
    assert target.merge(source).others == 1
    assert kept(target) == [(False, "", (("/one", "basket", "box"), ("/two", "two", None)))]
    THERE.into(source)
    target.merge(source)
    assert [(done, words) for done, words, _ in kept(target)] == [(True, THERE.transcript.hash)]
    assert target.checked().findings == ()


def test_a_packet_of_the_other_session_comes_along_and_is_no_orphan(
    target: Store, source: Store
) -> None:
    HERE.into(target)
    THERE.into(source)
    behind = (ItemSource(trial().key, THERE.transcript.hash, ((1, 0, "/one"),)),)
    items = tuple(replace(one, behind=behind if one.behind else ()) for one in packet().items)
    source.add_packets([replace(packet(), items=items)])
    assert target.merge(source).packets == 1
    assert target.checked().findings == ()


def test_a_third_session_is_next_to_the_second(
    target: Store, source: Store, tmp_path: Path
) -> None:
    third = Session(("drawer", "two", "apart"))
    HERE.into(target)
    THERE.into(source)
    with Store.open(str(tmp_path / "lab-c.sqlite")) as another:
        third.into(another)
        source.merge(another)
    assert target.merge(source).others == 2
    assert {words for _, words, _ in kept(target)} == {
        THERE.transcript.hash,
        third.transcript.hash,
    }
    assert target.checked().findings == ()
