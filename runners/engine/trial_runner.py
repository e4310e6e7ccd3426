"""Runs a trial with a participant: walks side by side, every reply kept before it is used."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Union

import anyio
from anyio.abc import TaskGroup

from coders.reply_outcomes import READER
from dsl import __devrun__
from dsl.expanding.after import After
from dsl.record import replace
from dsl.trial import Place, Trial, turns
from dsl.ways.retelling import told_path
from runners.agents.identity import agent_in
from runners.engine.call_policy import CallPolicy, GaveUp
from runners.engine.cost_budget import CeilingReached
from runners.engine.event_loop import commit
from runners.engine.hints import hints
from runners.engine.outcome import Failure
from runners.engine.plan import Planned
from runners.engine.session import Branches, Heard, NextCall, Walk, call_of, heard, read, walks
from runners.engine.tally import Tally
from runners.engine.transcripts import transcribe
from runners.participants.base import LOST, Call, Finish, Participant, Reply
from runners.participants.requirements import unshown
from runners.store.claims import ClaimRequest, release
from runners.store.keys import design_hash, prompt_hash, transcript_hash
from runners.store.records import (
    CallRecord,
    FailedCall,
    Sitting,
    StoredReply,
    StoreWorker,
    StudyTrial,
    TranscriptRecord,
    now,
    requested,
)
from runners.store.store import Store
from runners.store.writes import add_attempts, add_calls, add_transcripts

if TYPE_CHECKING:
    from runners.agents.agent import Agent

WORTH_KEEPING = 4096
"""Characters that calls must share before one goes ahead of the others: fewer than 1,024 tokens no
provider keeps."""


@dataclass(frozen=True, slots=True)
class Job:
    """A trial with one participant, and, once this process has claimed it, the replies that are
    stored for it.
    """

    planned: Planned
    row: StudyTrial
    replies: dict[str, StoredReply] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The trial's key."""
        return self.row.key

    @property
    def sitting(self) -> Sitting:
        """Where its calls are stored."""
        return self.row.sitting


_Trail = list[Union[str, "_Trail"]]
"""The places at which a walk was answered, those of its branches where they left it."""


@dataclass(slots=True)
class _State:
    """How far one trial has come."""

    replies: dict[str, StoredReply]
    said: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    asking: dict[str, anyio.Event] = field(default_factory=dict)
    path: list[tuple[Place, str]] = field(default_factory=list)
    made: int = 0
    failed: bool = False


@dataclass(frozen=True, slots=True)
class TrialRunner:
    """Runs trials with one participant. `close` is called at a failure after which
    the participant should be asked nothing more, and without one at the ceiling of the costs.
    """

    store: Store
    worker: StoreWorker
    policy: CallPolicy
    tally: Tally
    close: Callable[[GaveUp | None], None]

    async def run(self, job: Job) -> None:
        """Runs a trial as far as it goes. Raises a StoreUnusable."""
        self.tally.begun(job.planned.experiment)
        try:
            await self._walk_sessions(job)
        finally:
            self.tally.ended(job.planned.experiment)

    async def _walk_sessions(self, job: Job) -> None:
        state = _State(job.replies)
        agent = agent_in(self.policy.participant.identity())
        begin = partial(opening, self.store, job.planned, job.sitting.participant, agent)
        trial, after = await anyio.to_thread.run_sync(begin) if job.planned.sources else begin()
        trails: list[_Trail] = []
        try:
            async with anyio.create_task_group() as group:
                for walk in walks(trial, job.sitting.key, after, agent):
                    trails.append([])
                    group.start_soon(self._follow, job, state, walk, group, trails[-1])
        finally:
            if state.failed:
                self.tally.failed()
        if not state.failed:
            if state.path and after is not None:
                trial = after(tuple(state.path))
            order = (turn.place for session in trial.sessions for turn in turns(session.nodes))
            if agent is not None:
                order = (place for trail in trails for place in _places(trail))
            await self._finish(job, trial, [state.said[place] for place in order], state)
        await commit(self.store, release, ClaimRequest(self.worker, (job.sitting.key,)))

    async def _follow(
        self, job: Job, state: _State, walk: Walk, group: TaskGroup, trail: _Trail
    ) -> None:
        step = next(walk, None)
        while step is not None:
            reply = Heard()
            if isinstance(step, Branches):
                trails: list[_Trail] = [[] for _ in step.walks]
                trail.extend(trails)
                branches = list(zip(step.walks, trails, strict=True))
                if not step.waits:
                    ahead = self._goes_ahead(step)
                    group.start_soon(self._fan_out, job, state, branches, group, ahead)
                else:
                    async with anyio.create_task_group() as inner:
                        for branch, one in branches:
                            inner.start_soon(self._follow, job, state, branch, inner, one)
                    if state.failed:
                        return
            else:
                kept = await self._reply(job, state, step)
                if kept is None:
                    return
                trail.append(step.place)
                state.said[step.place] = (step.place, step.key, kept.text)
                reply = heard(kept)
            try:
                step = walk.send(reply)
            except StopIteration as ended:
                state.path.extend(ended.value)
                return

    def _goes_ahead(self, fork: Branches) -> bool:
        """Whether the first branch of a fork is followed alone to its end: the provider then has
        what all begin with in its cache.
        """
        return self.policy.participant.places is None and fork.shared() >= WORTH_KEEPING

    async def _fan_out(
        self,
        job: Job,
        state: _State,
        branches: list[tuple[Walk, _Trail]],
        group: TaskGroup,
        ahead: bool,
    ) -> None:
        for number, (branch, trail) in enumerate(branches):
            if ahead and number == 0:
                await self._follow(job, state, branch, group, trail)
            else:
                group.start_soon(self._follow, job, state, branch, group, trail)

    async def _reply(self, job: Job, state: _State, step: NextCall) -> StoredReply | None:
        """The reply to one call: stored, or being asked for already, or asked for now."""
        if step.key in state.asking:
            await state.asking[step.key].wait()
            return state.replies.get(step.key)
        if step.key in state.replies:
            self.tally.call_replayed()
            return state.replies[step.key]
        state.asking[step.key] = anyio.Event()
        try:
            return await self._ask(job, state, step)
        except CeilingReached:
            self.close(None)
            # Closing ends everything with this participant.
            await anyio.sleep_forever()
            return None
        except GaveUp as gave_up:
            state.failed = True
            if gave_up.down:
                self.close(gave_up)
            await self._note(job, step, gave_up)
            return None
        finally:
            state.asking.pop(step.key).set()

    async def _ask(self, job: Job, state: _State, step: NextCall) -> StoredReply:
        participant = self.policy.participant
        sees = participant.sees_key
        call = call_of(step, weighs=participant.scores_options)
        if sees:
            call = replace(call, question=step.turn.question, hints=hints(step))

        async def keep(reply: Reply, tries: int) -> StoredReply:
            row = call_record(participant, job.sitting, step, reply, tries)
            # Another process may have been quicker: what was stored first is what counts.
            kept = await commit(self.store, add_calls, row)
            state.replies[step.key] = kept
            state.made += 1
            if tries:
                self.tally.call_made(tries)
            return kept

        if is_unshown(participant, step):
            return await keep(NOT_SHOWN, 0)
        return await self.policy.ask(call, keep)

    async def _note(self, job: Job, step: NextCall, gave_up: GaveUp) -> None:
        participant, why = self.policy.participant, gave_up.why
        attempt = FailedCall(
            id=uuid.uuid4().hex,
            call=step.key,
            sitting=job.sitting,
            place=step.place,
            kind=str(why.kind),
            message=why.message,
            tries=gave_up.tries,
            tool_version=__devrun__,
            at=now(),
        )
        await commit(self.store, add_attempts, attempt)
        self.tally.call_failed(
            gave_up.tries,
            Failure(
                job.sitting.title,
                step.place,
                participant.name,
                str(why.kind),
                why.message,
                why.help,
            ),
        )

    async def _finish(
        self, job: Job, trial: Trial, said: list[tuple[str, str, str]], state: _State
    ) -> None:
        row = TranscriptRecord(
            trial=job.key,
            hash=transcript_hash(said),
            calls=tuple((place, key) for place, key, _ in said),
            tool_version=__devrun__,
            at=now(),
            prompt=prompt_hash(trial),
            design=design_hash(trial),
        )
        await commit(self.store, add_transcripts, row)
        if state.made:
            self.tally.completed()
        else:
            self.tally.replayed()


def _places(trail: _Trail) -> Iterator[str]:
    """The places of a walk and its branches, in the order of a transcript."""
    for one in trail:
        if isinstance(one, str):
            yield one
        else:
            yield from _places(one)


def opening(
    store: Store, planned: Planned, participant: str, agent: Agent | None
) -> tuple[Trial, After | None]:
    """A trial before its first reply, with the tries of others that are said in it; and how it
    goes on. These others are finished. `agent` is the participant's.
    """
    after = planned.after
    if not planned.sources or after is None:
        return planned.expand(), after
    sittings = [one.sitting(participant) for one in planned.sources]
    replies = store.of_sittings([one.key for one in sittings])
    taken = {
        source.cell: transcribe(
            source.expand(), sitting, replies.get(sitting.key, {}), source.after, agent
        ).trial
        for source, sitting in zip(planned.sources, sittings, strict=True)
    }
    told = told_path(planned.expand(), taken)
    after = after.telling(told)
    return after(()), after


NOT_SHOWN = Reply("", Finish.NOT_SHOWN, input_tokens=0, output_tokens=0)
"""What is stored for an item that a participant is not shown."""


def is_unshown(participant: Participant, step: NextCall) -> bool:
    """Whether a call is for an item of a format that the participant is not shown."""
    question = step.turn.question
    return question is not None and question.format in unshown(participant)


def call_record(
    participant: Participant, sitting: Sitting, step: NextCall, reply: Reply, tries: int
) -> CallRecord:
    """The row of a call and the reply to it, read where later words depend on it."""
    outcome = "" if reply.finish in LOST else read(step, reply.text)
    return reply_record(participant, sitting, step.place, step, reply, tries=tries, outcome=outcome)


def reply_record(
    participant: Participant,
    sitting: Sitting,
    place: str,
    asked: NextCall | Call,
    reply: Reply,
    *,
    tries: int,
    outcome: str = "",
) -> CallRecord:
    """The row of what was asked at a place and the reply to it, which was read as `outcome`."""
    return CallRecord(
        key=asked.key,
        sitting=sitting,
        place=place,
        messages=asked.messages,
        text=reply.text,
        finish=str(reply.finish),
        raw=reply.raw,
        requested=requested(participant.identity(), asked.options, asked.reading),
        sent=reply.sent,
        model_returned=reply.model_returned or None,
        request_id=reply.request_id,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        latency_s=reply.latency_s,
        tries=tries,
        simulated=participant.simulated,
        tool_version=__devrun__,
        at=now(),
        outcome=outcome,
        reader=READER if outcome else "",
    )
