"""Calls that belong to no trial, such as those that measure how likely a model finds some words.

They are asked and kept like the calls of trials, by their content: the same command again asks
nothing twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import anyio

from runners.engine.call_policy import CallPolicy, GaveUp
from runners.engine.event_loop import blocking, commit, on_interrupt, ungrouped
from runners.engine.run_limits import RunLimits
from runners.engine.trial_runner import reply_record
from runners.participants.base import Call, Participant, Reply
from runners.store.errors import StoreUnusable
from runners.store.records import Sitting, StoredReply
from runners.store.store import Store
from runners.store.writes import add_calls

_AT_ONCE = 16
"""So many calls are on their way where a participant names no number."""


@dataclass(frozen=True, slots=True)
class UnscoredCall:
    """A call, and where it is kept: its sitting and its place there."""

    sitting: Sitting
    place: str
    call: Call


@dataclass(frozen=True, slots=True)
class AskedCalls:
    """How it went. `failed` are calls without a reply and the last failure of each."""

    made: int
    failed: tuple[tuple[UnscoredCall, GaveUp], ...]
    interrupted: bool


async def ask(
    store: Store,
    participant: Participant,
    calls: Sequence[UnscoredCall],
    *,
    progress: Callable[[int], None] | None = None,
) -> AskedCalls:
    """Asks what the store has no reply to. `progress` hears how many are done. The first Ctrl-C
    ends it in order: what is on its way is waited for and kept. Closes the participant.

    Raises:
        StoreUnusable: the store refuses; what was committed before is kept.
    """
    keys = tuple(dict.fromkeys(one.call.key for one in calls))
    kept = await anyio.to_thread.run_sync(store.lookup, keys)
    missing = {one.call.key: one for one in calls if one.call.key not in kept}
    asking = _Asking(store, participant, iter(missing.values()), len(keys) - len(missing), progress)
    try:
        with ungrouped(StoreUnusable):
            interrupted = await asking.all()
    finally:
        with anyio.CancelScope(shield=True):
            await participant.aclose()
    return AskedCalls(asking.made, tuple(asking.failed), interrupted)


ask_unscored = blocking(ask)
"""`ask` in an event loop of its own."""


class _Asking:
    """The work of one `ask`."""

    def __init__(
        self,
        store: Store,
        participant: Participant,
        missing: Iterator[UnscoredCall],
        done: int,
        progress: Callable[[int], None] | None,
    ) -> None:
        self.made = 0
        self.failed: list[tuple[UnscoredCall, GaveUp]] = []
        self._store, self._participant = store, participant
        self._missing, self._done, self._progress = missing, done, progress
        self._down = False

    async def all(self) -> bool:
        """Asks everything; whether it was interrupted."""
        limits = RunLimits()
        policy = CallPolicy(self._participant, limits)
        scope, stopped = anyio.CancelScope(), anyio.Event()

        def stop() -> None:
            stopped.set()
            scope.deadline = anyio.current_time() + limits.parting
            policy.shut(scope.cancel)

        async def work() -> None:
            for one in self._missing:
                if self._down or stopped.is_set():
                    return
                await self._one(policy, one)

        with on_interrupt(stop), scope:
            async with anyio.create_task_group() as group:
                for _ in range(self._participant.places or _AT_ONCE):
                    group.start_soon(work)
        return stopped.is_set()

    async def _one(self, policy: CallPolicy, one: UnscoredCall) -> None:
        async def keep(reply: Reply, tries: int) -> StoredReply:
            row = reply_record(
                self._participant, one.sitting, one.place, one.call, reply, tries=tries
            )
            return await commit(self._store, add_calls, row)

        try:
            await policy.ask(one.call, keep)
            self.made += 1
        except GaveUp as gave_up:
            self.failed.append((one, gave_up))
            self._down = self._down or bool(gave_up.down)
        self._done += 1
        if self._progress is not None:
            self._progress(self._done)
