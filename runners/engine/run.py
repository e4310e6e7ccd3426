"""Runs a study: every planned trial with every participant, as far as the world allows.

One task group. Each participant has its own feeder, its own trials in flight and its own line, so
that a slow one holds up no other. Trials are claimed as there is room for them, and there is room
for a few more than its limiter has places. Trials are drawn lazily; those that are finished are
passed over by their keys alone, in bulk, and those that another process works on come last.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

import anyio

from runners.engine.call_policy import CallPolicy, GaveUp
from runners.engine.committing import commit
from runners.engine.outcome import Down, ProgressListener, RunOutcome
from runners.engine.pace import Pace, trials_in_flight
from runners.engine.plan import Entrant, Planned
from runners.engine.purse import Purse
from runners.engine.signals import on_interrupt
from runners.engine.tally import Tally
from runners.engine.telling import Job, Teller
from runners.participants.failures import FailureKind
from runners.store.claims import HEARTBEAT, ClaimRequest, at_work, claim, leave, release, sign
from runners.store.errors import StoreUnusable
from runners.store.keys import participant_key
from runners.store.records import Sitting, Start, StoreWorker, StudyTrial
from runners.store.store import Store
from runners.store.writes import add_starts, add_trials

_CHUNK = 2_000  # planned trials that are looked up at once


def run_study(
    store: Store,
    start: Start,
    entrants: Sequence[Entrant],
    *,
    planned: int | None = None,
    pace: Pace | None = None,
    progress: ProgressListener | None = None,
    purse: Purse | None = None,
) -> RunOutcome:
    """Runs a study to its end and gives how it went; the same call again goes on where it stopped.

    `planned` is the number of trials, for those who watch. `purse` pays for calls and ends the run
    in order before one could pass its ceiling. Participants are closed at the end.
    Ctrl-C ends the run in order, with `interrupted` set: nothing more is asked, and replies on
    their way are waited for, as long as the pace says. Raises a StoreUnusable when the store
    refuses; what was committed before is kept.
    """

    async def main() -> RunOutcome:
        return await run(
            store, start, entrants, planned=planned, pace=pace, progress=progress, purse=purse
        )

    return anyio.run(main, backend="asyncio")


async def run(
    store: Store,
    start: Start,
    entrants: Sequence[Entrant],
    *,
    planned: int | None = None,
    pace: Pace | None = None,
    progress: ProgressListener | None = None,
    purse: Purse | None = None,
) -> RunOutcome:
    """`run_study` inside an event loop of asyncio."""
    pace = pace or Pace()
    tally = Tally(start.study, planned, progress, purse)
    worker = store.worker()
    if purse is not None:
        purse.others = partial(store.active_workers, start.study, besides=worker.id)
    busy: set[str] = set()
    tables = [
        _Table(store, worker, start.study, tally, entrant, pace, busy) for entrant in entrants
    ]
    stopped = anyio.Event()

    def stop() -> None:
        stopped.set()
        tally.stopped(sum(table.under_way for table in tables), pace.parting)
        for table in tables:
            table.leave()

    try:
        with at_work(worker), on_interrupt(stop):
            await commit(store, add_starts, start)
            await commit(store, sign, worker)
            async with anyio.create_task_group() as beating:
                beating.start_soon(_beat, store, worker)
                async with anyio.create_task_group() as group:
                    for table in tables:
                        group.start_soon(table.serve)
                beating.cancel_scope.cancel()
        await commit(store, leave, worker)
    except BaseExceptionGroup as group_error:
        unusable = _leaf(group_error)
        if unusable is None:
            raise
        raise unusable from group_error
    finally:
        with anyio.CancelScope(shield=True):
            for entrant in entrants:
                await entrant.participant.aclose()
    left = sum(table.count() for table in tables) - tally.trials.done
    return tally.outcome(left=left, interrupted=stopped.is_set())


async def _beat(store: Store, worker: StoreWorker) -> None:
    while True:
        await anyio.sleep(HEARTBEAT)
        await commit(store, sign, worker)


def _leaf(group: BaseExceptionGroup[BaseException]) -> StoreUnusable | None:
    """The store's refusal, if that is what ended the run."""
    for error in group.exceptions:
        found = _leaf(error) if isinstance(error, BaseExceptionGroup) else error
        if isinstance(found, StoreUnusable):
            return found
    return None


@dataclass(frozen=True, slots=True)
class _Ticket:
    """A trial with the keys it has for this participant."""

    planned: Planned
    row: StudyTrial

    @property
    def key(self) -> str:
        return self.row.key

    @property
    def sitting(self) -> Sitting:
        return self.row.sitting


@dataclass(slots=True)
class _Table:
    """One participant's part of the run. `busy` are the sittings that this process is at, at any
    table: a participant or a trial that is named twice is still asked once.
    """

    store: Store
    worker: StoreWorker
    study: str
    tally: Tally
    entrant: Entrant
    pace: Pace
    busy: set[str]
    _rest: Iterator[Planned] = field(init=False)
    _drawn: int = field(init=False, default=0)
    _held: set[str] = field(init=False, default_factory=set)
    _open: int = field(init=False, default=0)
    _changed: anyio.Event = field(init=False, default_factory=anyio.Event)
    _scope: anyio.CancelScope = field(init=False, default_factory=anyio.CancelScope)
    _closed: bool = field(init=False, default=False)
    _line: CallPolicy | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._rest = iter(self.entrant.trials)

    async def serve(self) -> None:
        """Takes all trials, or as many as can be, and gives back what it holds."""
        participant = self.entrant.participant
        line = CallPolicy(
            participant,
            self.pace,
            noted=self.tally.try_failed,
            purse=self.tally.purse,
            waits=self.tally.held_back,
            began=self.tally.tell,
        )
        self._line = line
        self.tally.waits.append(line.waited)
        line.limiter.changed = self._look_again
        teller = Teller(self.store, self.worker, line, self.tally, partial(self._close, line))
        with self._scope:
            async with anyio.create_task_group() as group:
                await self._feed(line, lambda job: group.start_soon(self._work, teller, job))
        self.tally.dropped += line.dropped
        if self._held:
            await commit(self.store, release, ClaimRequest(self.worker, tuple(self._held)))
            self.busy -= self._held

    @property
    def under_way(self) -> int:
        """How many calls are on their way."""
        return 0 if self._line is None else self._line.under_way

    def leave(self) -> None:
        """Asks nothing more; calls on their way are waited for, as long as the pace says."""
        rest = anyio.current_time() + self.pace.parting
        self._scope.deadline = min(self._scope.deadline, rest)
        if self._line is None:
            self._scope.cancel()
        else:
            self._line.shut(self._scope.cancel)

    def count(self) -> int:
        """How many trials there are in all; draws those that nobody took."""
        self._drawn += sum(1 for _ in self._rest)
        return self._drawn

    async def _work(self, teller: Teller, job: Job) -> None:
        await teller.tell(job)
        self._held.discard(job.sitting.key)
        self.busy.discard(job.sitting.key)
        self._open -= 1
        self._look_again()

    def _look_again(self) -> None:
        self._changed.set()

    async def _room(self, line: CallPolicy) -> int:
        """How many more trials may be told now, as soon as it is worth claiming some. A process
        claims no more than it works on, so that another one on this store finds work.
        """
        while True:
            slots = line.limiter.slots
            room = trials_in_flight(slots) - self._open
            if room >= max(1, slots // 4):
                return room
            self._changed = anyio.Event()
            await self._changed.wait()

    def _close(self, line: CallPolicy, gave_up: GaveUp | None) -> None:
        """Asks this participant nothing more; what is under way may still come. Without a failure
        the purse cannot pay for more, and says so itself.
        """
        if not self._closed:
            self._closed = True
            if gave_up is not None:
                why = gave_up.why
                self.tally.let_be(
                    Down(self.entrant.participant.name, str(why.kind), gave_up.down, why.help)
                )
            # Who turns a call down is there, and has begun to answer others: these are paid for.
            silent = gave_up is not None and not (
                gave_up.why.hopeless or gave_up.why.kind is FailureKind.RATE_LIMITED
            )
            rest = self.pace.grace if silent else self.pace.timeout
            self._scope.deadline = min(self._scope.deadline, anyio.current_time() + rest)
            line.shut(self._scope.cancel)

    async def _feed(self, line: CallPolicy, begin: Callable[[Job], object]) -> None:
        participant = participant_key(self.entrant.participant.identity())
        later: list[_Ticket] = []
        while chunk := list(islice(self._rest, _CHUNK)):
            self._drawn += len(chunk)
            later += await self._offer(await self._register(chunk, participant), line, begin)
        while later:
            before = len(later)
            later = await self._offer(await self._unfinished(later), line, begin)
            if len(later) == before:
                await anyio.sleep(self.pace.poll)

    async def _register(self, chunk: list[Planned], participant: str) -> list[_Ticket]:
        """Notes trials as the study's, and gives those that still need a call; the others are
        counted as replayed. Only a trial that is new or unfinished is looked at beyond its key.
        """
        keys = [planned.key(participant) for planned in chunk]
        stands = await anyio.to_thread.run_sync(self.store.standing, self.study, keys)
        tickets: list[_Ticket] = []
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
                tickets.append(_Ticket(planned, row))
        if new:
            await commit(self.store, add_trials, tuple(new.values()))
        return tickets

    async def _unfinished(self, tickets: list[_Ticket]) -> list[_Ticket]:
        """Those of the trials that nobody has finished meanwhile; the others count as replayed."""
        keys = [ticket.key for ticket in tickets]
        finished = await anyio.to_thread.run_sync(self.store.finished, keys)
        for key in keys:
            if key in finished:
                self.tally.replayed(finished[key])
        return [ticket for ticket in tickets if ticket.key not in finished]

    async def _offer(
        self, tickets: list[_Ticket], line: CallPolicy, begin: Callable[[Job], object]
    ) -> list[_Ticket]:
        """Begins what can be claimed, as soon as there is room; gives back what somebody else works
        on.
        """
        later: list[_Ticket] = []
        rest = deque(tickets)
        while rest:
            room = await self._room(line)
            clutch = [rest.popleft() for _ in range(min(room, len(rest)))]
            wanted: dict[str, _Ticket] = {}
            for ticket in clutch:
                if ticket.sitting.key in self.busy:
                    later.append(ticket)
                else:
                    wanted[ticket.sitting.key] = ticket
                    self.busy.add(ticket.sitting.key)
            got = await commit(self.store, claim, ClaimRequest(self.worker, tuple(wanted)))
            self._held |= got
            self.busy -= wanted.keys() - got
            replies = await anyio.to_thread.run_sync(self.store.of_sittings, tuple(got))
            for key, ticket in wanted.items():
                if key in got:
                    self._open += 1
                    begin(Job(ticket.planned, ticket.key, ticket.sitting, replies[key]))
                else:
                    later.append(ticket)
        return later
