"""Counts while a run goes on, and for its progress the rate and the remaining time.

The one thing here that changes, and only the run changes it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dsl.record import replace
from runners.engine.outcome import (
    Calls,
    Down,
    Failure,
    ProgressListener,
    RunOutcome,
    Snapshot,
    Stopping,
    Trials,
    Trouble,
    Waited,
)
from runners.participants.failures import NoReply

if TYPE_CHECKING:
    from runners.engine.cost_budget import CostBudget


@dataclass(slots=True)
class Tally:
    """The figures of a run so far; every change is passed to `progress`. `waits` give who is waited
    for, of each participant.
    """

    study: str
    planned: int | None
    progress: ProgressListener | None
    cost_budget: CostBudget | None = None
    trials: Trials = field(default_factory=Trials)
    calls: Calls = field(default_factory=Calls)
    failures: list[Failure] = field(default_factory=list)
    down: list[Down] = field(default_factory=list)
    trouble: Trouble | None = None
    under_way: dict[str, int] = field(default_factory=dict)
    waits: list[Callable[[], Waited | None]] = field(default_factory=list)
    stopping: Stopping | None = None
    dropped: int = 0
    began: float = field(default_factory=time.monotonic)

    def begun(self, experiment: str) -> None:
        """A trial of this experiment has begun."""
        self.under_way[experiment] = self.under_way.get(experiment, 0) + 1
        self.notify()

    def ended(self, experiment: str) -> None:
        """A trial of this experiment has ended, finished or not."""
        self.under_way[experiment] -= 1
        if not self.under_way[experiment]:
            del self.under_way[experiment]

    def completed(self) -> None:
        """A trial was finished with calls made now."""
        self.trials = replace(self.trials, completed=self.trials.completed + 1)
        self.notify()

    def replayed(self, calls: int = 0, *, trials: int = 1) -> None:
        """A trial (or so many) needed no call; `calls` replies were found that are not counted
        yet.
        """
        self.trials = replace(self.trials, replayed=self.trials.replayed + trials)
        self.calls = replace(self.calls, replayed=self.calls.replayed + calls)
        self.notify()

    def failed(self) -> None:
        """A trial could not be finished, since a call of it got no reply."""
        self.trials = replace(self.trials, failed=self.trials.failed + 1)
        self.notify()

    def call_made(self, tries: int) -> None:
        """A reply came, after so many tries."""
        self.trouble = None
        self.calls = replace(
            self.calls, made=self.calls.made + 1, retried=self.calls.retried + tries - 1
        )
        self.notify()

    def try_failed(self, participant: str, error: NoReply) -> None:
        """A try got no reply; whoever watches learns why nothing moves."""
        pause = error.retry_after
        until = None if pause is None else time.monotonic() + pause
        self.trouble = Trouble(participant, error.message, until)
        self.notify()

    def held_back(self, participant: str, message: str, seconds: float) -> None:
        """Calls are held back for so many seconds at most; whoever watches learns why."""
        self.trouble = Trouble(participant, message, time.monotonic() + seconds)
        self.notify()

    def participant_down(self, down: Down) -> None:
        """A participant is asked nothing more."""
        self.down.append(down)
        if self.trouble is not None and self.trouble.participant == down.participant:
            self.trouble = None
        self.notify()

    def stopped(self, calls: int, seconds: float) -> None:
        """Somebody stops the run; so many calls on their way are waited for, so long at most."""
        self.stopping = Stopping(calls, seconds)
        self.notify()

    def call_replayed(self) -> None:
        """A reply was taken from the store."""
        self.calls = replace(self.calls, replayed=self.calls.replayed + 1)

    def call_failed(self, tries: int, failure: Failure) -> None:
        """A call got no reply, after so many tries."""
        self.calls = replace(
            self.calls, failed=self.calls.failed + 1, retried=self.calls.retried + tries - 1
        )
        self.failures.append(failure)
        self.notify()

    def notify(self) -> None:
        """Tell whoever watches how it is going."""
        if self.progress is None:
            return
        seconds = time.monotonic() - self.began
        worked = self.trials.completed + self.trials.failed
        rate = worked / seconds if seconds > 0 else 0.0
        rest = None if self.planned is None else self.planned - self.trials.done
        self.progress.update(
            Snapshot(
                planned=self.planned,
                trials=self.trials,
                calls=self.calls,
                seconds=seconds,
                rate=rate,
                eta=rest / rate if rest is not None and rate > 0 else None,
                failures=tuple(self.failures[-5:]),
                trouble=self.trouble,
                under_way=tuple(self.under_way),
                cost=self.cost_budget.cost() if self.cost_budget else None,
                waited=tuple(one for of in self.waits if (one := of()) is not None),
                down=tuple(self.down),
                stopping=self.stopping,
            )
        )

    def outcome(self, *, left: int, interrupted: bool) -> RunOutcome:
        """How the run ended, with so many trials left."""
        return RunOutcome(
            study=self.study,
            trials=replace(self.trials, left=left),
            calls=self.calls,
            failures=tuple(self.failures),
            down=tuple(self.down),
            interrupted=interrupted,
            seconds=time.monotonic() - self.began,
            cost=self.cost_budget.cost() if self.cost_budget else None,
            dropped=self.dropped,
        )
