"""How a run is going, on a terminal; nothing anywhere else."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from runners.engine.outcome import Snapshot


class Progress:
    """A bar on stderr: trials done, calls, rate, time left, failures so far.

    Where stderr is no terminal, or `quiet` is asked for, it does nothing. rich draws it at its own
    pace, so `update` may be called for every reply.
    """

    def __init__(self, *, quiet: bool = False) -> None:
        """Decide whether there is anything to draw on."""
        self._shown = sys.stderr.isatty() and not quiet
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        if self._shown:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
            from rich.progress import Progress as RichProgress

            self._bar = RichProgress(
                TextColumn("trials"),
                BarColumn(bar_width=24),
                MofNCompleteColumn(),
                TextColumn("{task.fields[told]}", markup=False),
                console=Console(stderr=True),
                transient=True,
                refresh_per_second=4,
            )
            self._bar.start()
            self._task = self._bar.add_task("trials", total=None, told="")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self, snapshot: Snapshot) -> None:
        """Show the newest figures."""
        if self._bar is None or self._task is None:
            return
        self._bar.update(
            self._task,
            total=snapshot.planned,
            completed=snapshot.trials.done,
            told=told(snapshot),
        )


def told(snapshot: Snapshot) -> str:
    """The figures beside the bar: `37 calls, 2.1 trials/s, 40 s left, 1 failed`."""
    parts = [f"{snapshot.calls.made:,} calls"]
    if snapshot.rate > 0:
        parts.append(f"{snapshot.rate:.1f} trials/s")
    if snapshot.eta is not None and snapshot.rate > 0:
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
