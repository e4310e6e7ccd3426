"""Writes calls into request files, as many of them as a provider's limits need.

A batch is in the ledger before its first line is on the disk, and a call is in the file only if the
ledger gave it to this batch. Who is killed in between leaves a batch that is being written by
nobody: the next one who writes takes it out again.
"""

from __future__ import annotations

import hashlib
import os
import re
import uuid
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from dsl.errors import DevrunError, os_errors_as
from runners.batches.formats import Limits, hosted, limits, request_line
from runners.batches.frontier import Asked, Frontier
from runners.engine.cost_budget import most_tokens
from runners.participants.base import Call
from runners.participants.hosted import HostedModel
from runners.prices.table import MOST_OF_A_PICTURE
from runners.store.batches import (
    BatchRecord,
    BatchRequest,
    BatchState,
    add_batch,
    add_batch_calls,
    drop_batch,
    put_batch,
)
from runners.store.claims import ClaimRequest, claim, release
from runners.store.keys import sampling_seed
from runners.store.messages import written
from runners.store.records import StoreWorker, now, requested
from runners.store.store import Store

REQUESTS = ".requests.jsonl"
"""What the names of request files end in."""
_AT_ONCE = 5_000
_Line = tuple[BatchRequest, bytes, int]
"""The row of a call, its line, and its tokens at most."""
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


class BatchesUnusable(DevrunError):
    """Files of batches that cannot be written, read or sent. `help` says what to do."""

    code = "batches"


@dataclass(slots=True)
class BatchWriter:
    """Writes what one participant can be asked now into `folder`. `heard` gets the number of
    calls written so far. `picture` is how many tokens a picture comes to at most.
    """

    frontier: Frontier
    folder: Path
    heard: Callable[[int], object] = lambda number: None
    bounds: Limits | None = None
    picture: int = MOST_OF_A_PICTURE
    batches: list[BatchRecord] = field(default_factory=list)
    _model: HostedModel = field(init=False)
    _file: BinaryIO | None = None
    _batch: BatchRecord | None = None
    _pending: list[_Line] = field(default_factory=list)
    _writing: tuple[list[_Line], Future[frozenset[str]]] | None = None
    _counted: int = 0
    _size: int = 0
    _number: int = 0
    _tokens: int = 0
    _whole: int = 0

    def write(self) -> list[BatchRecord]:
        """Write all of it; gives the batches that it came to, none where nothing can be asked.

        Raises:
            BatchesUnusable: the folder cannot be written to.
            Unsupported: the participant takes no batches.
        """
        self._model = hosted(self.frontier.plan.participant)
        with os_errors_as(
            BatchesUnusable,
            f"request files cannot be written to {self.folder}",
            "check the folder and the space on the disk, then give the same command again",
        ):
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                for calls in self.frontier.calls():
                    self._take(calls)
                self._end()
            finally:
                if self._file is not None:
                    self._file.close()
        return self.batches

    def _take(self, calls: Iterable[Asked]) -> None:
        model, identity = self._model, self.frontier.identity
        bounds = self.bounds or limits(model)
        known: dict[tuple[tuple[str, ...], str], str] = {}
        for step, sitting, tries in calls:
            sent = model.sent_with(Call(step.key, step.messages, sampling_seed(step.key)))
            line = request_line(model, step.key, model.request(step.messages, sent))
            full = bounds.requests is not None and self._counted >= bounds.requests
            if full or self._size + len(line) > bounds.size:
                self._end()
            asked = step.options, step.reading
            if asked not in known:
                known[asked] = requested(identity, *asked)
            question = step.turn.question
            row = BatchRequest(
                step.key,
                self._begun().key,
                sitting.key,
                step.place,
                written(step.messages),
                known[asked],
                model.noted(sent),
                question is not None and bool(question.outcomes or step.rated),
                tries,
            )
            self._pending.append((row, line, most_tokens(step.messages, self.picture)))
            self._counted += 1
            self._size += len(line)
            if len(self._pending) >= _AT_ONCE:
                self._put()
        self._put()

    def _begun(self) -> BatchRecord:
        """The batch that is being written, and its file."""
        if self._batch is not None:
            return self._batch
        frontier, model, key = self.frontier, self._model, uuid.uuid4().hex
        name = _UNSAFE.sub("-", f"{model.vendor.provider}-{model.model}").strip("-.")[:80]
        self._batch = BatchRecord(
            key,
            frontier.study,
            frontier.key,
            model.vendor.spoken,
            model.model,
            str(self.folder.absolute() / f"{name}.{key[:12]}{REQUESTS}"),
            now(),
        )
        store, worker = frontier.store, frontier.worker
        store.submit(claim, ClaimRequest(worker, (key,))).result()
        store.submit(add_batch, self._batch).result()
        self._file = _part(self._batch).open("wb")
        return self._batch

    def _put(self) -> None:
        """Put what is pending into the ledger, and what was put there before into the file."""
        store, pending = self.frontier.store, self._pending
        done = store.submit(add_batch_calls, tuple(row for row, _, _ in pending))
        self._written()
        self._pending, self._writing = [], (pending, done)

    def _written(self) -> None:
        """Write the lines whose calls the ledger has by now."""
        if self._writing is None:
            return
        lines, done = self._writing
        self._writing, taken = None, done.result()
        for row, line, tokens in lines:
            if row.key in taken and self._file is not None:
                self._file.write(line)
                self._number += 1
                self._tokens += tokens
        self._whole += len(taken)
        self.heard(self._whole)

    def _end(self) -> None:
        """Close the file and note the batch as written; one without a call is dropped."""
        self._put()
        self._written()
        batch, file = self._batch, self._file
        if batch is None or file is None:
            return
        store, worker = self.frontier.store, self.frontier.worker
        file.flush()
        os.fsync(file.fileno())
        file.close()
        self._batch = self._file = None
        if self._number:
            _part(batch).rename(batch.file)
            values: dict[str, str | int] = {
                "state": BatchState.WRITTEN.value,
                "sha256": sha256_of(Path(batch.file)),
                "calls": self._number,
                "tokens": self._tokens,
            }
            store.submit(put_batch, (batch, values)).result()
            (found,) = store.batches([batch.key])
            self.batches.append(found)
        else:
            _part(batch).unlink()
            store.submit(drop_batch, batch.key).result()
        store.submit(release, ClaimRequest(worker, (batch.key,))).result()
        self._counted = self._size = self._number = self._tokens = 0


@contextmanager
def held(store: Store, worker: StoreWorker, batch: BatchRecord) -> Iterator[BatchRecord | None]:
    """Inside, no other process works on a batch: it as it is now, None where another does, or where
    it is there no more.
    """
    request = ClaimRequest(worker, (batch.key,))
    if not store.submit(claim, request).result():
        yield None
        return
    try:
        found = store.batches([batch.key])
        yield found[0] if found else None
    finally:
        store.submit(release, request).result()


def drop_unwritten(store: Store, worker: StoreWorker) -> int:
    """Takes out the batches whose writer is gone; gives how many."""
    dropped = 0
    for batch in [one for one in store.batches() if one.state == BatchState.WRITING]:
        with held(store, worker, batch) as found:
            # It may have been written, and even sent, meanwhile.
            if found is None or found.state != BatchState.WRITING:
                continue
            store.submit(drop_batch, batch.key).result()
            for path in (_part(batch), Path(batch.file)):
                with suppress(OSError):
                    path.unlink(missing_ok=True)
            dropped += 1
    return dropped


def _part(batch: BatchRecord) -> Path:
    return Path(f"{batch.file}.part")


def sha256_of(path: Path) -> str:
    """The hash of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
