"""Which calls can be asked now: their words are known, they have no reply and are in no batch.

Trials are walked with the replies that are stored, as a run and a replay walk them. Wherever a walk
waits for a reply, the call is one of the frontier; branches of a conversation are walked beside
each other, so that all of them are in it at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from dsl.expanding.after import After
from dsl.trial import Trial
from runners.agents.identity import agent_in
from runners.engine.plan import ParticipantPlan, Planned
from runners.engine.session import NextCall
from runners.engine.transcripts import Transcript, transcribe_with
from runners.engine.trial_runner import NOT_SHOWN, call_record, is_unshown, opening
from runners.participants.failures import FailureKind
from runners.participants.requirements import unshown
from runners.store.batches import BatchCall
from runners.store.claims import ClaimRequest, claim, release
from runners.store.keys import participant_key
from runners.store.records import Sitting, StoredReply, StoreWorker
from runners.store.store import Store
from runners.store.writes import add_calls, add_trials

if TYPE_CHECKING:
    from runners.agents.agent import Agent

_CHUNK = 2_000
"""Planned trials that are claimed at once."""
MOST_TRIES = 3
"""Batches in which a call is tried; after that it has failed."""

Asked = tuple[NextCall, Sitting, int]
"""A call that can be asked, its trial, and the number of its tries before."""


@dataclass(slots=True)
class Frontier:
    """What of one participant's trials can be asked now. `again`: calls that failed for good are
    asked once more. The counts are of what was walked so far: calls that are `out` in a batch, that
    were `tried` before and are asked again, that `failed` for good, and trials that are `held` by
    another process.
    """

    store: Store
    worker: StoreWorker
    study: str
    plan: ParticipantPlan
    again: bool = False
    out: int = 0
    tried: int = 0
    failed: int = 0
    held: int = 0
    identity: Mapping[str, str] = field(init=False)
    key: str = field(init=False)
    _agent: Agent | None = field(init=False)
    _unshown: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.identity = self.plan.participant.identity()
        self.key = participant_key(self.identity)
        self._agent = agent_in(self.identity)
        self._unshown = unshown(self.plan.participant)

    def calls(self) -> Iterator[Iterator[Asked]]:
        """The calls, some trials at a time. Nobody else takes up these trials until the next ones
        are asked for.
        """
        rest = iter(self.plan.trials)
        while chunk := list(islice(rest, _CHUNK)):
            trials = self._unfinished(chunk)
            keys = tuple(dict.fromkeys(sitting.key for _, sitting in trials))
            request = ClaimRequest(self.worker, keys, batched=True)
            held = self.store.submit(claim, request).result()
            self.held += len(keys) - len(held)
            try:
                yield self._asked([one for one in trials if one[1].key in held])
            finally:
                request = ClaimRequest(self.worker, tuple(held))
                self.store.submit(release, request).result()

    def _unfinished(self, chunk: list[Planned]) -> list[tuple[Planned, Sitting]]:
        """Those of these trials that are not finished; all are noted as the study's."""
        rows = [one.of_study(self.study, self.key) for one in chunk]
        stands = self.store.standing(self.study, [row.key for row in rows])
        if new := tuple(row for row in rows if row.key not in stands.noted):
            self.store.submit(add_trials, new).result()
        return [
            (one, row.sitting)
            for one, row in zip(chunk, rows, strict=True)
            if row.key not in stands.finished
        ]

    def _asked(self, trials: list[tuple[Planned, Sitting]]) -> Iterator[Asked]:
        keys = [sitting.key for _, sitting in trials]
        replies = self.store.of_sittings(keys)
        there = self.store.in_batches(sittings=keys)
        seen: set[str] = set()
        for planned, sitting in trials:
            if not self._sources_known(planned):
                continue
            trial, after = opening(self.store, planned, self.key, self._agent)
            waiting: list[NextCall] = []
            self._walked(trial, after, sitting, replies[sitting.key], waiting.append)
            for step in waiting:
                before = there.get(step.key)
                if step.key in seen:
                    continue
                seen.add(step.key)
                if before is None:
                    yield step, sitting, 0
                elif not before.kind:
                    self.out += 1
                elif final(before) and not self.again:
                    self.failed += 1
                else:
                    self.tried += 1
                    yield step, sitting, before.tries

    def _walked(
        self,
        trial: Trial,
        after: After | None,
        sitting: Sitting,
        replies: dict[str, StoredReply],
        wanted: Callable[[NextCall], object],
    ) -> Transcript:
        participant = self.plan.participant

        def reply_to(step: NextCall) -> StoredReply | None:
            found = replies.get(step.key)
            if found is None and self._unshown and is_unshown(participant, step):
                row = call_record(participant, sitting, step, NOT_SHOWN, 0)
                found = replies[step.key] = self.store.submit(add_calls, row).result()
            if found is None:
                wanted(step)
            return found

        return transcribe_with(trial, sitting, reply_to, after, self._agent)

    def _sources_known(self, planned: Planned) -> bool:
        """Whether the trials whose tries a trial says again have all their replies."""
        if not planned.sources:
            return True
        sittings = [one.sitting(self.key) for one in planned.sources]
        replies = self.store.of_sittings([one.key for one in sittings])
        return all(
            self._walked(
                one.expand(), one.after, sitting, replies[sitting.key], lambda step: None
            ).complete
            for one, sitting in zip(planned.sources, sittings, strict=True)
        )


def final(call: BatchCall) -> bool:
    """Whether a call that failed is not tried again: as in a run, another try would not help, or
    it had enough of them.
    """
    return call.tries >= MOST_TRIES or not FailureKind(call.kind).transient
