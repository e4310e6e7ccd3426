"""How a run is going, on a terminal; nothing anywhere else.

One bar is for all experiments of a study, and below it one for the current experiment: twelve bars
would each be done before anybody looked. More lines follow where something does not move:
that a provider asked for a pause, that tries fail, who is waited for and since when, who is asked
nothing more. A bar that does not move and does not say why is how a run looks that hangs.

Only what becomes of Ctrl-C is said everywhere, since calls that are paid for hang on it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Self

from dsl.words import counted
from renderers.terminal import visible
from runners.cli.output import note
from runners.prices.table import dollars

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from runners.engine.outcome import Snapshot, Stopping

SILENCE = 2.0
"""Seconds without a reply after which trouble is reported; single attempts often fail."""
SHOWN_EXPERIMENTS = 2
"""Experiments under way that are named; several participants may be at different ones."""
LONG_SILENCE = 10.0
"""Seconds without a reply and without trouble after which that is reported."""


class Progress:
    """A bar on stderr: trials done, calls, rate, time left, failures, which experiment is under way
    and what is waited for.

    Where stderr is no terminal, or `quiet` is asked for, it says only that a run is being stopped.
    rich draws it at its own pace, so `update` may be called for every reply.
    """

    def __init__(self, *, experiments: Sequence[str] = (), quiet: bool = False) -> None:
        """Decide whether there is anything to draw on; `experiments` are all that will be run."""
        self._experiments = tuple(experiments)
        self._shown = sys.stderr.isatty() and not quiet
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._snapshot: Snapshot | None = None
        self._heard = time.monotonic()
        self._said_stopping = False

    def __enter__(self) -> Self:
        if self._shown:
            self._bar = self._drawn()
            self._bar.start()
            self._task = self._bar.add_task("trials", total=None, figures="")
        return self

    def __exit__(self, *failure: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self, snapshot: Snapshot) -> None:
        """Show the newest figures."""
        self._stopping(snapshot)
        if self._bar is None or self._task is None:
            return
        before = self._snapshot
        if before is None or before.calls.made != snapshot.calls.made:
            self._heard = time.monotonic()
        self._snapshot = snapshot
        self._bar.update(
            self._task,
            total=snapshot.planned,
            completed=snapshot.trials.done,
            figures=figures(snapshot),
        )

    def _stopping(self, snapshot: Snapshot) -> None:
        if snapshot.stopping is None or self._said_stopping:
            return
        self._said_stopping = True
        line = stopping(snapshot.stopping)
        if line:
            self.note(line)

    def note(self, line: str) -> None:
        """Say a line that stays, whatever is drawn."""
        if self._bar is None:
            note(line)
        else:
            self._bar.console.print(line, markup=False, highlight=False)

    def _below(self) -> list[str]:
        if self._snapshot is None:
            return []
        now = time.monotonic()
        lines = (
            under_way(self._snapshot.under_way, self._experiments),
            waiting(self._snapshot, silent=now - self._heard, now=now),
            *waited_for(self._snapshot, now=now),
            *not_asked_again(self._snapshot),
        )
        return [line for line in lines if line]

    def _drawn(self) -> Bar:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as RichProgress
        from rich.text import Text

        below = self._below

        class WithALineBelow(RichProgress):
            def get_renderables(self) -> Iterable[RenderableType]:
                yield from super().get_renderables()
                for line in below():
                    yield Text(line)

        return WithALineBelow(
            TextColumn("trials"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[figures]}", markup=False),
            console=Console(stderr=True),
            transient=True,
            refresh_per_second=4,
        )


def under_way(now: Sequence[str], experiments: Sequence[str]) -> str:
    """Which of several experiments are running now, and their numbers among all; empty where
    there is only one.
    """
    if len(experiments) < 2 or not now:
        return ""
    shown = [
        f"{visible(title)} ({experiments.index(title) + 1} of {len(experiments)})"
        for title in now[:SHOWN_EXPERIMENTS]
    ]
    more = len(now) - len(shown)
    return f"now: {', '.join(shown)}{f' and {more} more' if more else ''}"


def waiting(snapshot: Snapshot, *, silent: float, now: float) -> str:
    """Why nothing moves, after so many seconds without a reply; empty while all is well."""
    trouble = snapshot.trouble
    if trouble is None:
        if silent < LONG_SILENCE or snapshot.waited or snapshot.stopping is not None:
            return ""
        return (
            f"no reply for {duration(silent)}: waiting for trials that another devrun is "
            "running (Ctrl-C stops; all replies are saved)"
        )
    if silent < SILENCE:
        return ""
    said = f"no reply for {duration(silent)}: {visible(trouble.message)}"
    if trouble.until is not None and trouble.until > now:
        return f"{said}; next attempt in {duration(trouble.until - now)}, as requested"
    return f"{said}; trying again after growing pauses"


def waited_for(snapshot: Snapshot, *, now: float) -> list[str]:
    """A line for each participant whose oldest call has been on its way for long."""
    lines: list[str] = []
    for one in snapshot.waited:
        since = now - one.since
        if since < LONG_SILENCE:
            continue
        limit = "" if one.limit is None else f"; timeout {duration(one.limit)}"
        oldest = "on its way" if one.calls == 1 else "the first"
        lines.append(
            f"waiting for {visible(one.participant)}: {counted(one.calls, 'call')}, {oldest} for "
            f"{duration(since)}{limit}"
        )
    return lines


def not_asked_again(snapshot: Snapshot) -> list[str]:
    """A line for each participant that is asked nothing more, while others are."""
    return [
        f"{visible(one.participant)} is not asked again: {visible(one.message)}"
        for one in snapshot.down
    ]


def stopping(found: Stopping) -> str:
    """What becomes of calls on their way when somebody stops the run; empty without any."""
    if not found.calls:
        return ""
    return (
        f"stopping: waiting up to {duration(found.seconds)} for "
        f"{counted(found.calls, 'call')} in progress (Ctrl-C again stops at once)"
    )


def figures(snapshot: Snapshot) -> str:
    """The figures next to the bar: `37 calls, $0.42, 2.1 trials/s, 40 s left, 1 failed`."""
    parts = [counted(snapshot.calls.made, "call")]
    cost = snapshot.cost
    if cost is not None and cost.ceiling is not None:
        parts.append(
            f"{dollars(cost.earlier + cost.now + cost.elsewhere)} of {dollars(cost.ceiling)}"
        )
    elif cost is not None and cost.now:
        parts.append(dollars(cost.now))
    if snapshot.rate > 0:
        parts.append(f"{snapshot.rate:.1f} trials/s")
    if snapshot.eta is not None and snapshot.rate > 0 and snapshot.trouble is None:
        parts.append(f"{duration(snapshot.eta)} left")
    if snapshot.calls.retried:
        parts.append(f"{snapshot.calls.retried} retried")
    if snapshot.trials.failed:
        parts.append(f"{snapshot.trials.failed} failed")
    return ", ".join(parts)


def duration(seconds: float) -> str:
    """Seconds in the largest fitting unit: `40 s`, `3 min`, `2.5 h`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
