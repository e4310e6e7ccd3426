"""Runs a study: every planned trial with every participant, as far as the world allows.

One task group. Each participant has its own feeder, its own trials in flight and its own call
policy, so that a slow one holds up no other. Trials are claimed as there is room for them, and
there is room for a few more than its limiter has places. Trials are drawn lazily; those that are
finished are passed over by their keys alone, in bulk, and those that another process works on come
last.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

import anyio

from dsl.record import replace
from runners.engine.call_policy import CallPolicy, GaveUp
from runners.engine.cost_budget import CostBudget
from runners.engine.event_loop import blocking, commit, on_interrupt, ungrouped
from runners.engine.outcome import Down, Failure, ProgressListener, RunOutcome
from runners.engine.plan import ParticipantPlan, Planned
from runners.engine.rate_limit import SharedPace
from runners.engine.run_limits import RunLimits, trials_in_flight
from runners.engine.tally import Tally
from runners.engine.trial_runner import Job, TrialRunner
from runners.participants.failures import FailureKind
from runners.store.claims import HEARTBEAT, ClaimRequest, at_work, claim, leave, release, sign
from runners.store.errors import StoreUnusable
from runners.store.keys import participant_key
from runners.store.records import Start, StoreWorker, StudyTrial
from runners.store.store import Store
from runners.store.writes import add_starts, add_trials

_CHUNK = 2_000  # planned trials that are looked up at once

_NO_SOURCE = (
    "source",
    "the trial whose tries are said again is not finished",
    "run again, with the condition in which the machine is explored",
)
"""The kind, the message and the help of a trial that waits for one that nobody will finish."""


async def run(
    store: Store,
    start: Start,
    participant_plans: Sequence[ParticipantPlan],
    *,
    planned: int | None = None,
    run_limits: RunLimits | None = None,
    progress: ProgressListener | None = None,
    cost_budget: CostBudget | None = None,
    pace: SharedPace | None = None,
    interrupts: Callable[[Callable[[], None]], AbstractContextManager[None]] = on_interrupt,
) -> RunOutcome:
    """Runs a study to its end and gives how it went; the same call again goes on where it stopped.

    `planned` is the number of trials, for those who watch. `cost_budget` pays for calls and
    ends the run in order before one could pass its ceiling. With a `pace` that is shared with other
    processes, calls and tokens a minute are what it allows. Participants are closed at the end.
    Ctrl-C ends the run in order, with `interrupted` set: nothing more is asked, and replies on
    their way are waited for, as long as the limits say; `interrupts` gives what calls its argument
    then. Raises a StoreUnusable when the store refuses; what was committed before is kept.
    """
    run_limits = run_limits or RunLimits()
    tally = Tally(start.study, planned, progress, cost_budget)
    worker = store.worker()
    if cost_budget is not None:
        cost_budget.others = partial(store.active_workers, start.study, besides=worker.id)
    busy: set[str] = set()
    parts = [
        _ParticipantRun(store, worker, start.study, tally, plan, run_limits, busy, pace)
        for plan in participant_plans
    ]
    stopped = anyio.Event()

    def stop() -> None:
        stopped.set()
        tally.stopped(sum(part.policy.under_way for part in parts), run_limits.parting)
        for part in parts:
            part.leave()

    try:
        with ungrouped(StoreUnusable), at_work(worker), interrupts(stop):
            await commit(store, add_starts, start)
            await commit(store, sign, worker)
            async with anyio.create_task_group() as beating:
                beating.start_soon(_beat, store, worker)
                async with anyio.create_task_group() as group:
                    for part in parts:
                        group.start_soon(part.serve)
                beating.cancel_scope.cancel()
        await commit(store, leave, worker)
    finally:
        with anyio.CancelScope(shield=True):
            for participant_plan in participant_plans:
                await participant_plan.participant.aclose()
    left = sum(part.count() for part in parts) - tally.trials.done
    return tally.outcome(left=left, interrupted=stopped.is_set())


run_study = blocking(run)
"""`run` in an event loop of its own."""


async def _beat(store: Store, worker: StoreWorker) -> None:
    while True:
        await anyio.sleep(HEARTBEAT)
        await commit(store, sign, worker)


@dataclass(slots=True)
class _ParticipantRun:
    """One participant's part of the run. `busy` are the sittings that this process is at, for any
    participant: a participant or a trial that is named twice is still asked once.
    """

    store: Store
    worker: StoreWorker
    study: str
    tally: Tally
    participant_plan: ParticipantPlan
    run_limits: RunLimits
    busy: set[str]
    pace: SharedPace | None = None
    _rest: Iterator[Planned] = field(init=False)
    _drawn: int = field(init=False, default=0)
    _held: set[str] = field(init=False, default_factory=set)
    _open: int = field(init=False, default=0)
    _changed: anyio.Event = field(init=False, default_factory=anyio.Event)
    _scope: anyio.CancelScope = field(init=False, default_factory=anyio.CancelScope)
    _closed: bool = field(init=False, default=False)
    policy: CallPolicy = field(init=False)

    def __post_init__(self) -> None:
        self._rest = iter(self.participant_plan.trials)
        self.policy = CallPolicy(
            self.participant_plan.participant,
            self.run_limits,
            noted=self.tally.try_failed,
            cost_budget=self.tally.cost_budget,
            waits=self.tally.held_back,
            began=self.tally.notify,
            pace=self.pace,
        )
        self.policy.limiter.changed = self._look_again
        self.tally.waits.append(self.policy.waited)

    async def serve(self) -> None:
        """Takes all trials, or as many as can be, and gives back what it holds."""
        runner = TrialRunner(self.store, self.worker, self.policy, self.tally, self._close)
        with self._scope:
            async with anyio.create_task_group() as group:
                await self._feed(lambda job: group.start_soon(self._work, runner, job))
        self.tally.dropped += self.policy.dropped
        if self._held:
            await commit(self.store, release, ClaimRequest(self.worker, tuple(self._held)))
            self.busy -= self._held

    def leave(self) -> None:
        """Asks nothing more; calls on their way are waited for, as long as the limits say."""
        rest = anyio.current_time() + self.run_limits.parting
        self._scope.deadline = min(self._scope.deadline, rest)
        self.policy.shut(self._scope.cancel)

    def count(self) -> int:
        """How many trials there are in all; draws those that nobody took."""
        self._drawn += sum(1 for _ in self._rest)
        return self._drawn

    async def _work(self, runner: TrialRunner, job: Job) -> None:
        await runner.run(job)
        self._held.discard(job.sitting.key)
        self.busy.discard(job.sitting.key)
        self._open -= 1
        self._look_again()

    def _look_again(self) -> None:
        self._changed.set()

    async def _room(self) -> int:
        """How many more trials may be run now, as soon as it is worth claiming some. A process
        claims no more than it works on, so that another one on this store finds work.
        """
        while True:
            slots = self.policy.limiter.slots
            room = trials_in_flight(slots) - self._open
            if room >= max(1, slots // 4):
                return room
            self._changed = anyio.Event()
            await self._changed.wait()

    def _close(self, gave_up: GaveUp | None) -> None:
        """Asks this participant nothing more; what is under way may still come. Without a failure
        the cost budget cannot pay for more, and says so itself.
        """
        if not self._closed:
            self._closed = True
            if gave_up is not None:
                why = gave_up.why
                self.tally.participant_down(
                    Down(
                        self.participant_plan.participant.name,
                        str(why.kind),
                        gave_up.down,
                        why.help,
                    )
                )
            # Who turns a call down is there, and has begun to answer others: these are paid for.
            silent = gave_up is not None and not (
                gave_up.why.hopeless or gave_up.why.kind is FailureKind.RATE_LIMITED
            )
            rest = self.run_limits.grace if silent else self.run_limits.timeout
            self._scope.deadline = min(self._scope.deadline, anyio.current_time() + rest)
            self.policy.shut(self._scope.cancel)

    async def _feed(self, begin: Callable[[Job], object]) -> None:
        participant = participant_key(self.participant_plan.participant.identity())
        later: list[Job] = []
        while chunk := list(islice(self._rest, _CHUNK)):
            self._drawn += len(chunk)
            later += await self._offer(await self._register(chunk, participant), begin)
        while later:
            before = len(later)
            later = await self._offer(await self._unfinished(later), begin)
            later = await self._with_hope(later)
            if len(later) == before:
                await anyio.sleep(self.run_limits.poll)

    async def _ready(self, jobs: list[Job]) -> list[Job]:
        """The trials that need not wait for others whose tries they say again."""
        keys = {
            job.key: [one.key(job.sitting.participant) for one in job.planned.sources]
            for job in jobs
            if job.planned.sources
        }
        if not keys:
            return jobs
        wanted = [key for sources in keys.values() for key in sources]
        finished = await anyio.to_thread.run_sync(self.store.finished, wanted)
        return [job for job in jobs if all(key in finished for key in keys.get(job.key, ()))]

    async def _with_hope(self, jobs: list[Job]) -> list[Job]:
        """Without the trials that say again what was tried in one that nobody will finish: it was
        not planned, or a call of it failed. These fail, too.
        """
        under_way = {job.sitting.key for job in jobs} | self.busy
        ready = {job.key for job in await self._ready(jobs)}
        found: list[Job] = []
        for job in jobs:
            whose = {one.sitting(job.sitting.participant).key for one in job.planned.sources}
            if job.key in ready or whose <= under_way:
                found.append(job)
                continue
            who = self.participant_plan.participant.name
            self.tally.failures.append(Failure(job.sitting.title, "retell", who, *_NO_SOURCE))
            self.tally.failed()
        return found

    async def _register(self, chunk: list[Planned], participant: str) -> list[Job]:
        """Notes trials as the study's, and gives those that still need a call; the others are
        counted as replayed. Only a trial that is new or unfinished is looked at beyond its key.
        """
        keys = [planned.key(participant) for planned in chunk]
        stands = await anyio.to_thread.run_sync(self.store.standing, self.study, keys)
        jobs: list[Job] = []
        new: dict[str, StudyTrial] = {}
        # A trial that is planned twice is counted twice.
        sizes = [stands.finished[key] for key in keys if key in stands.finished]
        if sizes:
            self.tally.replayed(sum(sizes), trials=len(sizes))
        for planned, key in zip(chunk, keys, strict=True):
            if key in stands.noted and key in stands.finished:
                continue
            row = planned.of_study(self.study, participant)
            if key not in stands.noted:
                new[key] = row
            if key not in stands.finished:
                jobs.append(Job(planned, row))
        if new:
            await commit(self.store, add_trials, tuple(new.values()))
        return jobs

    async def _unfinished(self, jobs: list[Job]) -> list[Job]:
        """Those of the trials that nobody has finished meanwhile; the others count as replayed."""
        keys = [job.key for job in jobs]
        finished = await anyio.to_thread.run_sync(self.store.finished, keys)
        for key in keys:
            if key in finished:
                self.tally.replayed(finished[key])
        return [job for job in jobs if job.key not in finished]

    async def _offer(self, jobs: list[Job], begin: Callable[[Job], object]) -> list[Job]:
        """Begins what can be claimed, as soon as there is room; gives back what somebody else works
        on.
        """
        ready = await self._ready(jobs)
        now = {job.key for job in ready}
        later = [job for job in jobs if job.key not in now]
        rest = deque(ready)
        while rest:
            room = await self._room()
            clutch = [rest.popleft() for _ in range(min(room, len(rest)))]
            wanted: dict[str, Job] = {}
            for job in clutch:
                if job.sitting.key in self.busy:
                    later.append(job)
                else:
                    wanted[job.sitting.key] = job
                    self.busy.add(job.sitting.key)
            got = await commit(self.store, claim, ClaimRequest(self.worker, tuple(wanted)))
            self._held |= got
            self.busy -= wanted.keys() - got
            replies = await anyio.to_thread.run_sync(self.store.of_sittings, tuple(got))
            for key, job in wanted.items():
                if key in got:
                    self._open += 1
                    begin(replace(job, replies=replies[key]))
                else:
                    later.append(job)
        return later
