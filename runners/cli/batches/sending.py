"""Sending batches, waiting for them and bringing them home, and what is said meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.words import counted
from runners.batches.results import ResultReader
from runners.batches.sending import POLL_S, Batches
from runners.batches.services.service import whom
from runners.batches.terms import has_batches, other_address, retention
from runners.cli.batches.costs import BatchCosts
from runners.cli.batches.reading import reading_line
from runners.cli.errors import Exit, Stop, UsageError
from runners.cli.output import StatusLine, note
from runners.participants.failures import NoReply
from runners.store.batches import BatchState

if TYPE_CHECKING:
    from runners.store.batches import BatchRecord
    from runners.store.store import Store

LONGEST_POLL = 60.0
"""Seconds between two looks at most, where nobody says how often."""
TO_SEND = (BatchState.WRITTEN, BatchState.SENDING)
UNDER_WAY = (BatchState.SENT, BatchState.ENDED)


def chosen(store: Store, named: Sequence[Path], states: Sequence[BatchState]) -> list[BatchRecord]:
    """The batches in one of these states that are named by their ids, or by a folder with their
    files. Without a name all: of those that nobody has sent only those to a vendor that is known to
    have batches, since files for other servers may be answered without being sent.

    Raises:
        Stop: a name is neither a folder nor the id of a batch.
    """
    every = [one for one in store.batches() if one.state in states]
    if not named:
        return [one for one in every if one.state not in TO_SEND or has_batches(one.provider)]
    found: dict[str, BatchRecord] = {}
    for path in named:
        if path.is_dir():
            mine = [one for one in every if (path / Path(one.file).name).exists()]
        else:
            mine = [batch_named(store, str(path), "folder or batch")]
        found |= {one.key: one for one in mine if one.state in states}
    return list(found.values())


def batch_named(store: Store, key: str, what: str = "batch") -> BatchRecord:
    """The batch whose id begins so.

    Raises:
        Stop: there is none, or there are several.
    """
    found = store.batches([key]) if key else ()
    if len(found) == 1:
        return found[0]
    several = f"several batches begin with `{key}`" if found else f"there is no {what} `{key}`"
    raise UsageError(several, "`devrun batch list` lists them", "no-batch")


async def send_all(
    work: Batches,
    batches: Sequence[BatchRecord],
    costs: BatchCosts | None,
    folder: Path | None = None,
    *,
    told: set[str] | None = None,
) -> None:
    """Send these batches, and say so of each. `told` are the addresses and terms that were said
    already.

    Raises:
        Stop: a batch could cost more than is left, or a provider refuses it.
    """
    told = set() if told is None else told
    for one in batches:
        _, identity = whom(work.store, one)
        endpoint = identity.get("endpoint", "")
        for sentence in (other_address(one.provider, endpoint), retention(one.provider, endpoint)):
            if sentence and sentence not in told:
                told.add(sentence)
                note(sentence)
        if costs is not None:
            costs.check(one)
        try:
            done = await work.send(one, folder)
        except NoReply as why:
            raise _refused(one, why) from why
        did = f"{counted(one.calls, 'call')} sent to {one.provider}/{one.model}"
        said = did if done else "another process works on it, or has sent it"
        note(f"batch {one.key[:12]}: {said}")


async def wait_for(
    work: Batches,
    batches: Sequence[BatchRecord],
    status: StatusLine,
    *,
    poll: float | None = None,
    enough: Callable[[int], bool] = lambda ended: False,
) -> None:
    """Ask after these batches until all have ended, or `enough` of them.

    A provider that cannot be reached for a while is asked again. Raises a Stop where it refuses.
    """
    import anyio

    begun, pause = time.monotonic(), poll or POLL_S
    left = {one.key: one for one in batches if one.state == BatchState.SENT}
    before = [one.calls for one in batches if one.state == BatchState.ENDED]
    ended, done = len(before), sum(before)
    while left and not enough(ended):
        trouble = ""
        for key, one in list(left.items()):
            try:
                now = await work.look(one)
            except NoReply as why:
                if not why.transient:
                    raise _refused(one, why) from why
                trouble = f"; {why.message}"
                continue
            left[key] = now
            # Another process may have brought it home meanwhile.
            if now.state != BatchState.SENT:
                del left[key]
                ended += 1
                done += now.calls
        if not left or enough(ended):
            break
        calls = sum(one.calls for one in batches)
        partly = done + sum(one.done for one in left.values())
        status.update(
            f"{ended} of {len(batches)} batches done, {partly:,} of {calls:,} calls; "
            f"{_clock(time.monotonic() - begun)}, next look in {pause:.0f} s{trouble}"
        )
        await anyio.sleep(pause)
        pause = pause if poll else min(LONGEST_POLL, pause * 1.5)
    status.update("")


async def bring_all(work: Batches, batches: Sequence[BatchRecord], reader: ResultReader) -> None:
    """Take in the results of those of these batches that have ended."""
    for one in batches:
        try:
            await work.bring(one, reader)
        except NoReply as why:
            raise _refused(one, why) from why


def reader_of(store: Store, status: StatusLine) -> ResultReader:
    """A reader that shows how far it is."""
    return ResultReader(store, lambda taken: status.begin(reading_line(taken)))


def blocking(work: Callable[..., object], *arguments: object, **options: object) -> None:
    """Do it in an event loop of its own."""
    import anyio

    anyio.run(partial(work, *arguments, **options), backend="asyncio")  # type: ignore[arg-type]


def _refused(batch: BatchRecord, why: NoReply) -> Stop:
    where = f"batch {batch.key[:12]} to {batch.provider}/{batch.model}"
    if why.status == 404:
        return Stop(
            "no-batches",
            f"{where}: the server has no batch endpoint, or not this batch (404)",
            "answer the files in another way, such as `vllm run-batch`, and `devrun batch in` the "
            "results",
            exit_code=Exit.TRIALS,
        )
    again = "give the same command again; what may have been sent is looked up, not sent twice"
    advice = again if why.transient or not why.help else why.help
    return Stop("provider", f"{where}: {why.message}", advice, exit_code=Exit.TRIALS)


def _clock(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
