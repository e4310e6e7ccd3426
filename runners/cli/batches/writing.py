"""Writing the calls that can be asked now, and saying what was written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dsl.words import counted
from runners.cli.errors import Exit, Stop
from runners.cli.output import StatusLine, note, say

if TYPE_CHECKING:
    from runners.batches.frontier import Frontier
    from runners.cli.run_job import RunJob
    from runners.store.batches import BatchRecord
    from runners.store.records import StoreWorker
    from runners.store.store import Store


def written(
    store: Store, worker: StoreWorker, job: RunJob, folder: Path, *, again: bool, quiet: bool
) -> tuple[list[BatchRecord], list[Frontier]]:
    """The batches that were written into a folder, and what was left out of them.

    Raises:
        Unsupported: a participant takes no batches.
        BatchesUnusable: the files cannot be written.
    """
    from runners.batches.formats import hosted
    from runners.batches.frontier import Frontier
    from runners.batches.writing import BatchWriter, drop_unwritten
    from runners.store.writes import add_starts

    for one in job.asked:
        hosted(one)
    if dropped := drop_unwritten(store, worker):
        note(f"{counted(dropped, 'batch', 'batches')} of a stopped process taken back")
    store.submit(add_starts, job.begun).result()
    plans = job.participant_plans()
    every = [Frontier(store, worker, job.begun.study, plan, again) for plan in plans]
    batches: list[BatchRecord] = []
    with StatusLine(quiet=quiet) as status:
        before = 0
        for frontier in every:
            heard = lambda number, before=before: status.begin(  # noqa: E731
                f"writing calls: {before + number:,}"
            )
            picture = job.paid[frontier.plan.participant.name].picture
            batches += BatchWriter(frontier, folder, heard, picture=picture).write()
            before = sum(one.calls for one in batches)
    return batches, every


def refuse_batched(store: Store, job: RunJob) -> None:
    """Stop a run that would ask what is in batches: these replies come by themselves.

    Raises:
        Stop: calls of these participants to the study are in batches.
    """
    from runners.store.keys import participant_key

    whom = {participant_key(one.identity()) for one in job.asked}
    every = [one for one in store.batches(study=job.begun.study) if one.participant in whom]
    number = sum(store.waited_for([one.key for one in every]).values()) if every else 0
    if number:
        raise Stop(
            "calls-in-batches",
            f"{counted(number, 'call')} of this study in batches; to ask again would cost twice",
            "go on with `devrun batch` (`devrun batch list` shows them), or give batches up that "
            "were never sent: `devrun batch drop ID`",
            exit_code=Exit.STORE,
        )


def say_left_out(every: list[Frontier]) -> None:
    """Say which calls were not written, and why."""
    out = sum(one.out for one in every)
    failed = sum(one.failed for one in every)
    held = sum(one.held for one in every)
    if out:
        note(f"{counted(out, 'call')} in batches already, not written again")
    if failed:
        note(
            f"{counted(failed, 'call')} failed in earlier batches and left out; --again writes "
            "them once more"
        )
    if held:
        note(f"{counted(held, 'trial')} left out: another process works on them")


def say_tried(every: list[Frontier]) -> None:
    """Say how many calls are asked again, before they are sent: a provider that left a reply out
    may have charged for it.
    """
    if tried := sum(one.tried for one in every):
        note(
            f"{counted(tried, 'call')} of these came back without a reply before, and may be paid "
            "for again"
        )


def say_batches(batches: list[BatchRecord]) -> None:
    """Say which files were written, and how large they are."""
    for one in batches:
        path = Path(one.file)
        size = path.stat().st_size if path.exists() else 0
        say(f"{path}: {counted(one.calls, 'call')} to {one.provider}/{one.model}, {_size(size)}")


def _size(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB" if size >= 100_000 else f"{size / 1000:,.1f} kB"
