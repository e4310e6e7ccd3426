"""`devrun run --batch`: rounds of writing, sending, waiting and reading until nothing is left."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.record import replace
from dsl.words import counted
from runners.batches.sending import POLL_S, Batches
from runners.batches.settled import AskedNothing
from runners.cli.batches.costs import BatchCosts
from runners.cli.batches.reading import say_odd
from runners.cli.batches.sending import (
    LONGEST_POLL,
    TO_SEND,
    UNDER_WAY,
    blocking,
    bring_all,
    reader_of,
    send_all,
    wait_for,
)
from runners.cli.batches.worker import working
from runners.cli.batches.writing import say_tried, written
from runners.cli.errors import Exit, Interrupted, Stop
from runners.cli.output import StatusLine, note
from runners.cli.progress import Progress
from runners.engine.cost_budget import study_budget
from runners.engine.run import run_study
from runners.engine.run_limits import RunLimits
from runners.store.batches import BatchRecord, BatchState, drop_batch
from runners.store.keys import participant_key

if TYPE_CHECKING:
    from runners.batches.lines import TakenIn
    from runners.cli.run_job import RunJob
    from runners.engine.outcome import RunOutcome
    from runners.store.records import StoreWorker
    from runners.store.store import Store

FOLDER = Path("batches")
"""Where request files are written, in the working folder."""
_NO_END = 10**9


def run_by_batches(store: Store, job: RunJob, *, poll: float | None, quiet: bool) -> RunOutcome:
    """Ask everything by batches, round after round, then finish the trials; gives how it went.

    Raises:
        Stop: it was interrupted, or a provider refuses a batch.
        Unsupported: a participant takes no batches.
    """
    before = _finished(store, job)
    budget = study_budget(store, job.begun.study, job.asked, job.paid, None)
    try:
        with working(store) as worker, StatusLine(quiet=quiet) as status:
            rounds = _Rounds(store, worker, job, status, poll, quiet)
            taken = rounds.all()
    except KeyboardInterrupt:
        going = [one for one in store.batches(study=job.begun.study) if one.state in UNDER_WAY]
        raise Interrupted(
            f"interrupted; {counted(len(going), 'batch', 'batches')} under way, which their "
            "providers go on with"
        ) from None
    say_odd(taken)
    assert budget.spent is not None
    budget.now = budget.spent() - budget.earlier
    budget.input_tokens, budget.output_tokens = taken.input_tokens, taken.output_tokens
    plans = [
        replace(plan, participant=AskedNothing(plan.participant, store, rounds.blocked))
        for plan in job.participant_plans()
    ]
    with Progress(experiments=job.titles, quiet=quiet) as progress:
        outcome = run_study(
            store,
            job.begun,
            plans,
            planned=job.planned,
            run_limits=RunLimits(tries=1, losses=_NO_END),
            progress=progress,
            cost_budget=budget,
        )
    cost = outcome.cost
    if cost is not None:
        cost = replace(cost, ceiling=job.max_cost, reached=rounds.blocked)
    trials = outcome.trials
    now = min(_finished(store, job) - before, trials.completed + trials.replayed)
    trials = replace(trials, completed=now, replayed=trials.completed + trials.replayed - now)
    calls = replace(outcome.calls, made=taken.stored)
    return replace(outcome, cost=cost, calls=calls, trials=trials)


def _finished(store: Store, job: RunJob) -> int:
    """How many trials of the study are finished."""
    return sum(one.finished for one in store.studies() if one.id == job.begun.study)


class _Rounds:
    """The rounds of one study, for these participants."""

    def __init__(
        self, store: Store, worker: StoreWorker, job: RunJob, status: StatusLine,
        poll: float | None, quiet: bool,
    ) -> None:  # fmt: skip
        self.store, self.job, self.status, self.poll, self.quiet = store, job, status, poll, quiet
        self.blocked = False
        self.work = Batches(store, worker, poll or POLL_S, status.begin)
        self.reader = reader_of(store, status)
        self.costs = BatchCosts(store, job.max_cost)
        self._told: set[str] = set()
        self._whom = {participant_key(one.identity()) for one in job.asked}

    def all(self) -> TakenIn:
        """Go on until no batch is under way and nothing more can be asked."""
        for number in range(1, _NO_END):
            while ended := self._in((BatchState.ENDED,)):
                blocking(bring_all, self.work, ended, self.reader)
                if self._in((BatchState.ENDED,)):
                    self.status.begin("waiting for another process, which reads results")
                    time.sleep(self.work.poll_s)
            new, every = written(
                self.store, self.work.worker, self.job, FOLDER, again=False, quiet=self.quiet
            )
            if new and not self.quiet:
                calls = sum(one.calls for one in new)
                files = counted(len(new), "batch", "batches")
                note(f"round {number}: {counted(calls, 'call')} in {files}")
                say_tried(every)
            self.blocked = False
            waiting = self._in(TO_SEND)
            turned_down = [one for one in waiting if one.said and one.state == BatchState.WRITTEN]
            if turned_down and not self._in(UNDER_WAY):
                self.status.begin(f"waiting to send again: {turned_down[0].said}")
                time.sleep(self.poll or LONGEST_POLL)
                turned_down = []
            for one in waiting:
                if one not in turned_down:
                    self._send(one)
            going = self._in(UNDER_WAY)
            if not going:
                if not (self._in(TO_SEND) or any(one.out or one.held for one in every)):
                    break
                # Another process writes or reads what comes next.
                time.sleep(self.work.poll_s)
                continue
            blocking(
                wait_for,
                self.work,
                going,
                self.status,
                poll=self.poll,
                enough=lambda ended: ended > 0,
            )
        return self.reader.taken

    def _send(self, batch: BatchRecord) -> None:
        """Send a batch; one that could cost too much is taken back."""
        try:
            self.costs.check(batch)
        except Stop as why:
            if why.exit_code is not Exit.CEILING or batch.state != BatchState.WRITTEN:
                raise
            self.blocked = True
            note(why.message)
            self.store.submit(drop_batch, batch.key).result()
            with suppress(OSError):
                Path(batch.file).unlink()
            return
        blocking(send_all, self.work, [batch], None, told=self._told)

    def _in(self, states: Sequence[BatchState]) -> list[BatchRecord]:
        """The study's batches to these participants that are in one of these states."""
        every = self.store.batches(study=self.job.begun.study)
        return [one for one in every if one.state in states and one.participant in self._whom]
