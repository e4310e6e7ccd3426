"""Every trial is run once, every reply is stored before it is used, and failures have names."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from scenes import (
    CALLS_IN_A_TRIAL,
    PROCEDURE,
    Answering,
    participant_plans,
    plan,
    read,
    study,
    trial,
)

from dsl.record import replace
from dsl.trial import Fork, Turn
from runners.engine.outcome import (
    Calls,
    Down,
    Failure,
    RunOutcome,
    Snapshot,
    Stopping,
    Trials,
)
from runners.engine.plan import ParticipantPlan, Planned, planned
from runners.engine.run import run, run_study
from runners.engine.run_limits import RunLimits, trials_in_flight
from runners.participants.base import Call, Finish, Participant, Reply
from runners.participants.failures import FailureKind, NoReply
from runners.store.errors import StoreUnusable
from runners.store.keys import design_hash, participant_key, prompt_hash
from runners.store.store import Store
from tests.runners.store.stored import attempts_of

QUICK = RunLimits(first_wait=0.001, longest_wait=0.002, silence=0.0, outage=0.0, poll=0.001)
REFUSED = NoReply(FailureKind.CONNECTION_REFUSED, "nobody answers at 127.0.0.1:9", "is it running?")
BUSY = NoReply(FailureKind.RATE_LIMITED, "too many requests", retry_after=0.001)
STRANGE = NoReply(FailureKind.BAD_REQUEST, "the server did not understand the request")
UNAUTHORISED = NoReply(FailureKind.UNAUTHORISED, "the key was refused", "set OPENAI_API_KEY")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(tmp_path / "store.sqlite")) as opened:
        yield opened


def told(
    store: Store, draws: range, *asked: Participant, run_limits: RunLimits = QUICK
) -> RunOutcome:
    return run_study(store, study(*asked), participant_plans(draws, *asked), run_limits=run_limits)


def test_every_trial_is_run_and_every_call_kept(store: Store) -> None:
    one = Answering()
    outcome = told(store, range(1, 11), one)
    assert outcome.trials == Trials(completed=10)
    assert outcome.calls == Calls(made=80)
    assert (outcome.failures, outcome.down, outcome.interrupted) == ((), (), False)
    assert one.closed == 1
    kept = list(store.calls_of(outcome.study))
    assert sorted(call.key for call in kept) == sorted(call.key for call in one.calls)
    assert {call.messages for call in kept} == {call.messages for call in one.calls}


def test_the_same_run_again_asks_nothing(store: Store) -> None:
    told(store, range(1, 11), Answering())
    again = Answering()
    outcome = told(store, range(1, 11), again)
    assert outcome.trials == Trials(replayed=10)
    assert outcome.calls == Calls(replayed=80)
    assert again.calls == []


def test_more_runs_join_the_study_and_ask_only_what_is_new(store: Store) -> None:
    first = told(store, range(1, 6), Answering())
    more = Answering()
    outcome = told(store, range(1, 9), more)
    assert outcome.study == first.study
    assert outcome.trials == Trials(completed=3, replayed=5)
    assert len(more.calls) == 3 * CALLS_IN_A_TRIAL
    assert store.study().trials == store.study().finished == 8


def test_a_reply_is_committed_before_anything_built_on_it_is_sent(store: Store) -> None:
    def answer(call: Call) -> str:
        earlier = [message.text for message in call.messages if message.role == "assistant"]
        said = {kept.text for kept in store.calls_of(study(one).study)}
        assert {text for text in earlier if text != "Yes."} <= said
        return f"reply to {call.key[:8]}"

    one = Answering(answer)
    assert told(store, range(1, 6), one).trials == Trials(completed=5)


def test_what_was_sent_is_what_the_transcript_says(store: Store) -> None:
    one = Answering()
    told(store, range(1, 4), one)
    for draw in (1, 2, 3):
        transcript = read(store, trial(draw), participant_key(one.identity()))
        assert transcript.complete
        sent = {call.key: call.messages for call in one.calls}
        for exchange in transcript.exchanges:
            assert sent.pop(exchange.key) == exchange.messages
        key = plan([draw])[0].key(participant_key(one.identity()))
        (kept,) = store.transcripts([key])
        assert kept.hash == transcript.hash
        assert kept.calls == tuple((each.place, each.key) for each in transcript.exchanges)
        assert kept.prompt == prompt_hash(trial(draw))
        assert kept.design == design_hash(trial(draw))


def test_participants_take_the_same_trials_each_on_a_line_of_its_own(store: Store) -> None:
    one, two = Answering(name="test/one"), Answering(name="test/two")
    outcome = told(store, range(1, 6), one, two)
    assert outcome.trials == Trials(completed=10)
    assert len(one.calls) == len(two.calls) == 40
    assert {call.key for call in one.calls}.isdisjoint(call.key for call in two.calls)


def test_a_trial_planned_twice_is_run_once(store: Store) -> None:
    one = Answering()
    twice = [ParticipantPlan(one, plan([1, 1, 2, 1]))]
    outcome = run_study(store, study(one), twice, run_limits=QUICK)
    assert outcome.trials == Trials(completed=2, replayed=2)
    assert len(one.calls) == 2 * CALLS_IN_A_TRIAL


def test_a_participant_named_twice_is_asked_once(store: Store) -> None:
    one = Answering()
    outcome = run_study(
        store,
        study(one),
        [ParticipantPlan(one, plan([1, 2])), ParticipantPlan(one, plan([1, 2]))],
        run_limits=QUICK,
    )
    assert outcome.trials == Trials(completed=2, replayed=2)
    assert len(one.calls) == 2 * CALLS_IN_A_TRIAL


def test_byte_identical_calls_in_flight_are_asked_once(store: Store) -> None:
    same = Turn("/test same", ("Sally comes back.",), None)
    twice = replace(
        trial(1).sessions[0], nodes=(Fork(((same,), (same,))), same), system=(), levels=()
    )
    one = Slow()
    ready = planned(replace(trial(1), sessions=(twice,)), PROCEDURE)
    outcome = run_study(store, study(one), [ParticipantPlan(one, [ready])], run_limits=QUICK)
    assert outcome.trials == Trials(completed=1)
    assert len(one.calls) == outcome.calls.made == 1


def test_keys_are_shown_only_to_those_who_see_them(store: Store) -> None:
    blind, seeing = Answering(name="test/blind"), Answering(name="test/seeing", sees_key=True)
    told(store, range(1, 2), blind, seeing)
    assert all(call.question is None and call.hints.reality is None for call in blind.calls)
    titles = {call.question.title for call in seeing.calls if call.question}
    assert titles == {"look", "think", "reality"}
    assert sum(call.question is None for call in seeing.calls) == 2  # the listens
    assert {call.seed >= 0 for call in blind.calls} == {True}


@pytest.mark.parametrize("finish", ["length", "refusal", "filtered", "empty", "unparsable"])
def test_a_reply_of_any_kind_is_final(store: Store, finish: str) -> None:
    from runners.participants.base import Finish

    told(store, range(1, 2), Answering(lambda call: Reply("", Finish(finish), raw="{}")))
    again = Answering()
    assert told(store, range(1, 2), again).trials == Trials(replayed=1)
    assert {call.finish for call in store.calls_of(study(again).study)} == {finish}


def failing(error: NoReply, *, when: int = 0, times: int = 10**9) -> Answering:
    """Fails with the error from call number `when` on, so many times."""
    count = iter(range(10**9))

    def answer(call: Call) -> str:
        if when <= next(count) < when + times:
            raise error
        return "Yes."

    return Answering(answer)


def test_a_passing_failure_is_tried_again(store: Store) -> None:
    outcome = told(store, range(1, 3), failing(BUSY, when=3, times=3))
    assert outcome.trials == Trials(completed=2)
    assert outcome.calls == Calls(made=16, retried=3)
    assert sorted(call.tries for call in store.calls_of(outcome.study))[-1] > 1


def test_a_call_without_a_reply_fails_its_trial_leaves_a_note_and_is_asked_by_the_next_run(
    store: Store,
) -> None:
    outcome = told(store, range(1, 4), failing(STRANGE, when=0, times=1))
    assert outcome.trials == Trials(completed=2, failed=1)
    assert outcome.calls == Calls(made=20, failed=1)  # the other version of that trial went on
    (failure,) = outcome.failures
    assert failure == Failure(
        "False belief / location / permuted / draw 1",
        "moved/listen",
        "test/answering",
        "bad request",
        "the server did not understand the request",
        "",
    )
    (attempt,) = attempts_of(store, outcome.study)
    assert (attempt.place, attempt.kind, attempt.message, attempt.tries) == (
        "moved/listen",
        "bad request",
        "the server did not understand the request",
        1,
    )
    again = Answering()
    after = told(store, range(1, 4), again)
    assert after.trials == Trials(completed=1, replayed=2)
    assert after.calls == Calls(made=4, replayed=20)


def test_a_call_is_tried_so_often_and_not_more(store: Store) -> None:
    outcome = told(
        store,
        range(1, 2),
        failing(BUSY),
        run_limits=RunLimits(tries=3, first_wait=0.0, longest_wait=0.0, losses=99, silence=0.0),
    )
    assert outcome.calls == Calls(made=0, retried=4, failed=2)
    assert outcome.trials == Trials(failed=1)
    assert outcome.down == ()


def test_a_hopeless_failure_stops_its_participant_at_once_and_no_other(store: Store) -> None:
    barred, other = failing(UNAUTHORISED), Answering(name="test/other")
    outcome = told(store, range(1, 31), barred, other)
    assert len(barred.calls) <= 16
    assert len(other.calls) == 30 * CALLS_IN_A_TRIAL
    assert outcome.down == (
        Down("test/answering", "unauthorised", "the key was refused", "set OPENAI_API_KEY"),
    )
    assert outcome.trials.completed == 30
    assert outcome.trials.failed >= 1
    assert outcome.trials.planned == 60
    assert told(store, range(1, 31), Answering()).trials.completed == 30


def test_who_turns_one_call_down_is_waited_for_with_the_others(store: Store) -> None:
    """An account that runs empty has begun to answer calls, which are paid for."""

    class Emptying(Answering):
        async def ask(self, call: Call) -> Reply:
            number = len(self.calls)
            self.calls.append(call)
            # The first is turned down when all six are on their way.
            while not number and len(self.calls) < 6:
                await anyio.lowlevel.checkpoint()
            if not number:
                raise UNAUTHORISED
            for _ in range(200):
                await anyio.lowlevel.checkpoint()
            return Reply("Here.", Finish.STOP)

    one = Emptying()
    run_limits = replace(QUICK, concurrency=6, grace=0.0)
    outcome = told(store, range(1, 6), one, run_limits=run_limits)
    assert len(outcome.down) == 1
    assert len(one.calls) == 6
    assert outcome.calls.made == 5


def test_a_participant_that_is_down_is_left_alone_for_one_clear_reason(store: Store) -> None:
    one = failing(REFUSED)
    outcome = told(store, range(1, 1001), one)
    assert len(one.calls) < 100
    (down,) = outcome.down
    assert down.message.endswith("attempts in a row failed: nobody answers at 127.0.0.1:9")
    assert down.help == "is it running?"
    assert outcome.trials.planned == 1000
    assert outcome.trials.failed < 50


def test_calls_that_fail_one_after_another_stop_it_too(store: Store) -> None:
    outcome = told(store, range(1, 1001), failing(STRANGE))
    (down,) = outcome.down
    assert down.message == (
        "10 calls in a row got no reply: the server did not understand the request"
    )
    assert outcome.trials.planned == 1000


def test_a_participant_that_answers_now_and_then_is_not_down(store: Store) -> None:
    count = iter(range(10**9))

    def answer(call: Call) -> str:
        if next(count) % 8:
            raise REFUSED
        return "Yes."

    run_limits = RunLimits(
        concurrency=1, tries=200, first_wait=0, longest_wait=0, silence=0, outage=0
    )
    outcome = told(store, range(1, 4), Answering(answer), run_limits=run_limits)
    assert outcome.trials == Trials(completed=3)
    assert outcome.down == ()


class Interrupting(Answering):
    """Somebody presses Ctrl-C when so many calls are on their way; then all of them are answered,
    or none.
    """

    def __init__(self, calls: int, *, answers: bool) -> None:
        super().__init__()
        self.wanted = calls
        self.answers = answers
        self.pressed = anyio.Event()

    async def ask(self, call: Call) -> Reply:
        self.calls.append(call)
        if len(self.calls) == self.wanted:
            signal.raise_signal(signal.SIGINT)
            self.pressed.set()
        await self.pressed.wait()
        if not self.answers:
            await anyio.sleep_forever()
        for _ in range(20):
            await anyio.lowlevel.checkpoint()
        return Reply("Here.", Finish.STOP)


def test_ctrl_c_waits_for_the_calls_on_their_way_and_asks_nothing_more(store: Store) -> None:
    one = Interrupting(8, answers=True)
    seen: list[Snapshot] = []

    class Watcher:
        def update(self, snapshot: Snapshot) -> None:
            seen.append(snapshot)

    outcome = run_study(
        store,
        study(one),
        participant_plans(range(1, 11), one),
        run_limits=RunLimits(concurrency=8),
        progress=Watcher(),
    )
    assert (outcome.interrupted, outcome.dropped) == (True, 0)
    assert len(one.calls) == outcome.calls.made == len(list(store.calls_of(outcome.study))) == 8
    assert seen[-1].stopping == Stopping(8, 30.0)


def test_calls_that_do_not_come_after_ctrl_c_are_given_up_in_time_and_counted(
    store: Store,
) -> None:
    one = Interrupting(8, answers=False)
    outcome = told(store, range(1, 11), one, run_limits=RunLimits(concurrency=8, parting=0.01))
    assert (outcome.interrupted, outcome.dropped, outcome.calls.made) == (True, 8, 0)


def test_a_second_ctrl_c_stops_at_once(store: Store) -> None:
    class Twice(Interrupting):
        async def ask(self, call: Call) -> Reply:
            self.calls.append(call)
            if len(self.calls) == self.wanted:
                signal.raise_signal(signal.SIGINT)
                # The first one is heard in the loop's next round.
                for _ in range(5):
                    await anyio.lowlevel.checkpoint()
                signal.raise_signal(signal.SIGINT)
            await anyio.sleep_forever()
            raise AssertionError

    one = Twice(8, answers=False)
    with pytest.raises(KeyboardInterrupt):
        told(store, range(1, 11), one, run_limits=RunLimits(concurrency=8))
    assert one.closed == 1


class Slow(Answering):
    """Answers only when it is let."""

    def __init__(self, name: str = "test/slow") -> None:
        super().__init__(name=name)
        self.most = 0
        self.now = 0

    async def ask(self, call: Call) -> Reply:
        self.now += 1
        self.most = max(self.most, self.now)
        for _ in range(60):
            await anyio.lowlevel.checkpoint()
        self.now -= 1
        return await super().ask(call)


def test_no_more_calls_are_in_flight_than_allowed(store: Store) -> None:
    one = Slow()
    outcome = told(store, range(1, 31), one, run_limits=RunLimits(concurrency=4))
    assert outcome.trials == Trials(completed=30)
    assert one.most == 4


def test_a_process_claims_no_more_trials_than_it_works_on(tmp_path: Path) -> None:
    """So another one on the same store finds work."""
    import sqlite3

    path = tmp_path / "store.sqlite"

    def answer(call: Call) -> str:
        claimed.append(reader.execute("select count(*) from claims").fetchone()[0])
        return "Yes."

    claimed: list[int] = []
    with Store.open(str(path)) as store:
        reader = sqlite3.connect(path)
        try:
            outcome = told(
                store, range(1, 41), Answering(answer), run_limits=RunLimits(concurrency=2)
            )
        finally:
            reader.close()
    assert outcome.trials == Trials(completed=40)
    assert 1 <= max(claimed) <= trials_in_flight(2) == 3


class Silent(Answering):
    """Never answers."""

    async def ask(self, call: Call) -> Reply:
        self.calls.append(call)
        await anyio.sleep_forever()
        raise AssertionError


def test_a_participant_that_never_answers_times_out(store: Store) -> None:
    outcome = told(store, range(1, 2), Silent(), run_limits=RunLimits(tries=1, timeout=0.01))
    assert {(failure.kind, failure.message) for failure in outcome.failures} == {
        ("timeout", "test/answering did not answer within 0.01 seconds")
    }
    assert outcome.trials == Trials(failed=1)


def test_trials_are_expanded_when_they_are_about_to_be_run(store: Store) -> None:
    open_now: set[int] = set()
    most = 0

    def expanding(draw: int) -> Planned:
        ready = planned(trial(draw), PROCEDURE)

        def expand() -> object:
            nonlocal most
            open_now.add(draw)
            most = max(most, len(open_now) - len(list(store.finished(keys))))
            return ready.expand()

        return Planned(
            ready.experiment,
            ready.procedure,
            ready.cell,
            ready.draw,
            ready.sample,
            ready.seed,
            expand,  # type: ignore[arg-type]
        )

    one = Answering()
    plans = [expanding(draw) for draw in range(1, 41)]
    keys = [each.key(participant_key(one.identity())) for each in plans]
    run_limits = RunLimits(concurrency=4)
    run_study(store, study(one), [ParticipantPlan(one, iter(plans))], run_limits=run_limits)
    assert most <= trials_in_flight(4)
    assert len(open_now) == 40


class Watcher:
    def __init__(self) -> None:
        self.seen: list[Snapshot] = []

    def update(self, snapshot: Snapshot) -> None:
        self.seen.append(snapshot)


def test_progress_counts_up_to_the_plan(store: Store) -> None:
    one, watcher = failing(STRANGE, when=0, times=1), Watcher()
    run_study(
        store,
        study(one),
        participant_plans(range(1, 5), one),
        planned=4,
        run_limits=QUICK,
        progress=watcher,
    )
    last = watcher.seen[-1]
    assert last.trials == Trials(completed=3, failed=1)
    assert (last.planned, last.eta) == (4, 0.0)
    assert [failure.place for failure in last.failures] == ["moved/listen"]
    done = [snapshot.trials.done for snapshot in watcher.seen]
    assert done == sorted(done)


def test_a_locked_store_ends_the_run_and_nothing_is_lost(tmp_path: Path) -> None:
    import sqlite3

    path = tmp_path / "store.sqlite"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)

    def answer(call: Call) -> str:
        if len(one.calls) == 20:
            other.execute("BEGIN IMMEDIATE")
        return "Yes."

    one = Answering(answer)
    with Store.open(str(path), patience=0.05) as store:
        with pytest.raises(StoreUnusable, match="is locked"):
            told(store, range(1, 50), one)
        other.execute("ROLLBACK")
        other.close()
    again = Answering()
    with Store.open(str(path)) as store:
        outcome = told(store, range(1, 50), again)
        assert outcome.trials.planned == 49
        assert outcome.trials.failed == outcome.trials.left == 0
        kept = {call.key for call in one.calls} - {call.key for call in again.calls}
        assert len(kept) >= 20 - 2 * 4 * trials_in_flight(16)
        assert len(store.lookup([call.key for call in one.calls])) == len(one.calls)


def test_a_run_works_inside_a_loop_that_is_there_already(store: Store) -> None:
    one = Answering()
    outcome = asyncio.run(run(store, study(one), participant_plans(range(1, 3), one)))
    assert outcome.trials == Trials(completed=2)


def test_a_run_works_outside_the_main_thread_where_no_signals_are_heard(store: Store) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        outcome = pool.submit(told, store, range(1, 3), Answering()).result()
    assert outcome.trials == Trials(completed=2)
