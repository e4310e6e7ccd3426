"""Sends batches and brings their results home; every step is in the ledger before it is taken.

A batch is noted as `sending` before anything of it goes out. Whoever finds one so asks the provider
for it first, and sends it only where the provider has it not, some time after the first try: lists
of batches may lag behind. What was sent is never sent again, whoever is killed in between.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import anyio

from dsl.errors import os_errors_as
from dsl.record import replace
from runners.batches.formats import ResultLine, cancelled, expired, missing, unanswered
from runners.batches.results import ResultReader, lines_of
from runners.batches.services.service import BatchService, BatchStanding, Unsure, service_of
from runners.batches.writing import REQUESTS, BatchesUnusable, held, sha256_of
from runners.participants.failures import FailureKind, NoReply
from runners.store.batches import BatchRecord, BatchState, put_batch
from runners.store.records import StoreWorker, now
from runners.store.store import Store

RESULTS = ".results.jsonl"
"""What the names of result files end in."""
POLL_S = 5.0
"""Seconds between two looks at first."""
_SETTLED = 12
"""So many looks after a try to send, a minute, a provider that has no such batch is believed."""


@dataclass(slots=True)
class Batches:
    """The batches of a store, as one process works on them, looking every `poll_s` seconds."""

    store: Store
    worker: StoreWorker
    poll_s: float = POLL_S
    heard: Callable[[str], object] = lambda line: None

    def note(self, batch: BatchRecord, **values: str | int) -> None:
        """Note what became of a batch; waits for the commit."""
        self.store.submit(put_batch, (batch, values)).result()

    # ------------------------------------------------------------------ sending

    async def send(self, batch: BatchRecord, folder: Path | None = None) -> bool:
        """Send a batch, its file from this folder if it was moved; gives whether it is sent now.

        Raises:
            NoReply: the provider cannot be reached, or refuses it.
            BatchesUnusable: its file is gone or was changed.
            CannotStart: the model cannot be asked.
        """
        with held(self.store, self.worker, batch) as found:
            if found is None or found.state not in (BatchState.WRITTEN, BatchState.SENDING):
                return False
            async with service_of(self.store, found) as service:
                if found.state == BatchState.SENDING and not await self._lost(found, service):
                    return True
                file = _unchanged(found, folder)
                self.note(found, state=BatchState.SENDING.value, sent_at=now())
                try:
                    named = await service.send(found, file)
                except NoReply as why:
                    if _not_taken(why):
                        self.note(found, state=BatchState.WRITTEN.value, said=why.message)
                    raise
                self.note(found, state=BatchState.SENT.value, named=named, said="")
                return True

    async def _lost(self, batch: BatchRecord, service: BatchService) -> bool:
        """Whether a batch that may have been sent never arrived; notes its name where it did."""
        keys = frozenset(one.key for one in self.store.waiting_in(batch.key, most=batch.calls))
        while True:
            known = frozenset(one.named for one in self.store.batches() if one.named)
            try:
                named = await service.look_up(batch, known, keys)
            except Unsure:
                self.heard(
                    f"a batch of the size of {batch.key[:12]} is under way; whether it is this "
                    "one can be said when it has ended"
                )
                await anyio.sleep(self.poll_s)
                continue
            if named:
                self.note(batch, state=BatchState.SENT.value, named=named, said="")
                return False
            rest = min(self.poll_s, POLL_S) * _SETTLED - _age(batch.sent_at)
            if rest <= 0:
                return True
            self.heard(f"looking for batch {batch.key[:12]}, which may have been sent")
            await anyio.sleep(rest)

    # ------------------------------------------------------------------ bringing home

    async def look(self, batch: BatchRecord) -> BatchRecord:
        """How far a batch is, as its provider says; notes it. Raises NoReply."""
        async with service_of(self.store, batch) as service:
            standing = await _standing(service, batch)
        ended = {"state": BatchState.ENDED.value, "ended_at": now()} if standing.ended else {}
        self.note(batch, done=standing.done, said=standing.why or standing.state, **ended)
        found = self.store.batches([batch.key])
        # Another process may have brought it home, and its owner dropped it.
        return found[0] if found else replace(batch, state=BatchState.DONE)

    async def bring(self, batch: BatchRecord, reader: ResultReader) -> None:
        """Fetch the results of a batch that has ended, and take them in. One that has not ended, or
        that another process works on, is let be. Raises NoReply.
        """
        with held(self.store, self.worker, batch) as found:
            if found is None or found.state not in (BatchState.SENT, BatchState.ENDED):
                return
            async with service_of(self.store, found) as service:
                standing = await _standing(service, found)
                if not standing.ended:
                    return
                if standing.state == "failed" and _over_limit(standing):
                    # Nothing of it was done: it stays as it is, and is sent again later.
                    back = {"state": BatchState.WRITTEN.value, "named": ""}
                    self.note(found, said=standing.why, **back)
                    return
                file = Path(found.file.removesuffix(REQUESTS) + RESULTS)
                if standing.files or standing.state == "ended":
                    part = file.with_name(f"{file.name}.part")
                    with os_errors_as(
                        BatchesUnusable, f"results cannot be written to {part}", "free some space"
                    ):
                        file.parent.mkdir(parents=True, exist_ok=True)
                        await service.fetch(found.named, standing, part)
                        part.rename(file)
                    reader.take(lines_of(file), fresh=True)
            reader.end(found, lambda key: _without(key, standing))


async def _standing(service: BatchService, batch: BatchRecord) -> BatchStanding:
    try:
        return await service.standing(batch.named)
    except NoReply as why:
        if why.status != 404:
            raise
        return BatchStanding("gone", 0, ended=True, why="the provider no longer has this batch")


def _without(key: str, standing: BatchStanding) -> ResultLine:
    """Why a call has no result."""
    if "expired" in standing.state:
        return expired(key)
    if "cancel" in standing.state:
        return cancelled(key)
    if not standing.why and standing.state != "failed":
        return missing(key)
    kind = FailureKind.CANCELLED if standing.state == "gone" else FailureKind.BAD_REQUEST
    return unanswered(key, kind, f"the batch failed: {standing.why or standing.state}")


def _over_limit(standing: BatchStanding) -> bool:
    """Whether a batch was turned down since too much is under way, as OpenAI does with tokens."""
    return any(word in standing.why.lower() for word in ("enqueued", "limit", "too many"))


def _not_taken(why: NoReply) -> bool:
    """Whether the provider refused a batch for certain, and nothing of it is under way."""
    return why.status is not None and 400 <= why.status < 500 and why.status not in (408, 409, 425)


def _unchanged(batch: BatchRecord, folder: Path | None) -> Path:
    """The file of a batch, as it was written."""
    file = Path(batch.file)
    if folder is not None and (folder / file.name).exists():
        file = folder / file.name
    if not file.exists():
        raise BatchesUnusable(
            f"the requests of batch {batch.key[:12]} are gone: there is no {file}",
            "name the folder with the file, or `devrun batch drop` it and write it again",
        )
    with os_errors_as(BatchesUnusable, f"{file} cannot be read", "check the file"):
        same = sha256_of(file) == batch.sha256
    if not same:
        raise BatchesUnusable(
            f"{file} was changed since it was written; nothing of it was sent",
            "`devrun batch drop` the batch and write it again",
        )
    return file


def _age(at: str) -> float:
    with suppress(ValueError):
        return (datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds()
    return 0.0
