"""Reads results of batches, out of files in any order, as often as they come.

A line is known by the key of its call. The participant's own reader makes the reply of it, and the
reply is stored as that of an ordinary call, in the transaction that takes the call out of its
batch. A line whose call has its reply already changes nothing, and one that nobody knows is
counted and shown.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from coders.reply_outcomes import READER
from dsl import __devrun__
from dsl.errors import os_errors_as
from runners.batches.formats import ResultLine, hosted, missing, result_line
from runners.batches.outcomes import ReplyOutcomes
from runners.batches.writing import REQUESTS, BatchesUnusable
from runners.participants.base import LOST, Reply, Settings
from runners.participants.failures import NoReply
from runners.participants.hosted import NO_KEY, HostedModel
from runners.participants.registry import PROVIDERS, participant
from runners.store.batches import (
    BatchCall,
    BatchFailure,
    BatchRecord,
    BatchReply,
    BatchState,
    keep_results,
    put_batch,
)
from runners.store.records import FailedCall, Sitting, now
from runners.store.store import Store

_CHUNK = 5_000
SHOWN = 5
"""Lines that nobody knows or can read of which it is said where they are."""

Line = tuple[str, bytes]
"""Where a line is (`FILE line 3`), and its bytes."""


@dataclass(slots=True)
class TakenIn:
    """What came of some results: lines `read`, replies `stored`, those that were there `already`,
    calls that `failed` with their messages, lines of calls that nobody knows (`foreign`) and lines
    that are no results (`broken`), each with the first places; and the tokens of what was stored.
    """

    read: int = 0
    stored: int = 0
    already: int = 0
    failed: int = 0
    messages: dict[str, int] = field(default_factory=dict)
    foreign: int = 0
    broken: int = 0
    places: list[str] = field(default_factory=list)
    input_tokens: int = 0
    output_tokens: int = 0

    def odd(self, where: str, what: str) -> None:
        """Note a line that is left alone."""
        if len(self.places) < SHOWN:
            self.places.append(f"{where}: {what}")


@dataclass(slots=True)
class ResultReader:
    """Takes results into a store. `heard` gets the counts after every few thousand lines."""

    store: Store
    heard: Callable[[TakenIn], object] = lambda taken: None
    taken: TakenIn = field(default_factory=TakenIn)
    _batches: dict[str, BatchRecord] = field(default_factory=dict)
    _models: dict[tuple[str, str], HostedModel] = field(default_factory=dict)
    _outcomes: ReplyOutcomes = field(init=False)

    def __post_init__(self) -> None:
        self._outcomes = ReplyOutcomes(self.store)

    def take(self, lines: Iterable[Line]) -> TakenIn:
        """Take in all lines; gives what came of them and of those before."""
        rest = iter(lines)
        while chunk := list(islice(rest, _CHUNK)):
            self.taken.read += len(chunk)
            found: dict[str, ResultLine] = {}
            places: dict[str, str] = {}
            for where, line in chunk:
                result = result_line(line)
                if result is None:
                    self.taken.broken += 1
                    self.taken.odd(where, "it is no line of results")
                    continue
                before = found.get(result.key)
                if before is not None:
                    self.taken.already += 1
                # Of two lines for one call an answer counts before a failure.
                if before is None or (_failed(before) and not _failed(result)):
                    found[result.key] = result
                    places[result.key] = where
            self._store(found, places)
            self.heard(self.taken)
        return self.taken

    def end(self, batch: BatchRecord, rest: Callable[[str], ResultLine] = missing) -> None:
        """Note that no more results of a batch will come: the calls that still wait have none, for
        the reason that `rest` gives.
        """
        while some := self.store.waiting_in(batch.key):
            self._store({one.key: rest(one.key) for one in some}, {})
        self.close((batch.key,))

    def close(self, keys: Iterable[str] = ()) -> None:
        """Note of these batches, or all from which something came, whether they are done."""
        names = tuple(keys) or tuple(self._batches)
        waiting = self.store.waited_for(names)
        for name in names:
            if not waiting.get(name):
                values = {"state": BatchState.DONE.value, "ended_at": now()}
                self.store.submit(put_batch, (name, values)).result()

    def _store(self, found: dict[str, ResultLine], places: dict[str, str]) -> None:
        calls = self.store.batch_calls(list(found))
        others = [key for key in found if key not in calls]
        known = self.store.lookup(others) if others else {}
        for key in others:
            if key in known:
                self.taken.already += 1
            else:
                self.taken.foreign += 1
                self.taken.odd(places.get(key, ""), f"no batch of this store has a call {key[:70]}")
        sittings = self.store.trials_at(list({one.sitting for one in calls.values()}))
        came: list[tuple[BatchCall, Sitting, Reply]] = []
        failures: list[BatchFailure] = []
        at = now()
        for key, call in calls.items():
            sitting = sittings[call.sitting]
            try:
                came.append((call, sitting, self._reply(call, found[key])))
            except NoReply as why:
                if not call.kind:
                    failures.append(self._failure(call, sitting, why, at))
        read = self._outcomes.of(
            [
                (call, sitting, reply.text, self._batch(call).study)
                for call, sitting, reply in came
                if call.read and reply.finish not in LOST
            ]
        )
        replies = [
            BatchReply(
                call,
                sitting,
                reply.text,
                str(reply.finish),
                reply.raw,
                reply.model_returned or None,
                reply.request_id,
                reply.input_tokens,
                reply.output_tokens,
                read.get(call.key, ""),
                READER if read.get(call.key) else "",
                __devrun__,
                at,
            )
            for call, sitting, reply in came
        ]
        self.store.submit(keep_results, (replies, failures)).result()
        self.taken.stored += len(replies)
        self.taken.input_tokens += sum(one.input_tokens or 0 for one in replies)
        self.taken.output_tokens += sum(one.output_tokens or 0 for one in replies)

    def _reply(self, call: BatchCall, line: ResultLine) -> Reply:
        if line.answer is None:
            assert line.kind is not None
            raise NoReply(line.kind, line.message)
        return self._model(self._batch(call)).answered(line.answer, call.sent, 0.0)

    def _failure(self, call: BatchCall, sitting: Sitting, why: NoReply, at: str) -> BatchFailure:
        self.taken.failed += 1
        self.taken.messages[why.message] = self.taken.messages.get(why.message, 0) + 1
        noted = FailedCall(
            uuid.uuid4().hex,
            call.key,
            call.sitting,
            sitting.participant,
            sitting.experiment,
            call.place,
            str(why.kind),
            why.message,
            1,
            __devrun__,
            at,
        )
        return BatchFailure(call, noted)

    def _batch(self, call: BatchCall) -> BatchRecord:
        if call.batch not in self._batches:
            (self._batches[call.batch],) = self.store.batches([call.batch])
        return self._batches[call.batch]

    def _model(self, batch: BatchRecord) -> HostedModel:
        at = batch.provider, batch.model
        if at not in self._models:
            self._models[at] = reading_model(*at)
        return self._models[at]


def reading_model(provider: str, model: str) -> HostedModel:
    """A model by whose format answers are read; nothing is asked of it, and it needs no key."""
    environment = dict(os.environ)
    of = next((one.of for one in PROVIDERS if one.name == provider), None)
    if of is not None:
        if not any(environment.get(key, "").strip() for key in of.keys):
            environment[of.key] = NO_KEY
        if not (environment.get(of.address, "").strip() or of.url):
            environment[of.address] = of.server
    return hosted(participant(f"{provider}/{model}", Settings(), environment=environment))


def _failed(line: ResultLine) -> bool:
    return line.answer is None or line.answer.status != 200


def result_files(paths: Iterable[Path]) -> list[Path]:
    """The files of results that are named: of a folder every `.jsonl` but the requests.

    Raises:
        BatchesUnusable: there is no such file or folder, or a folder without results.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(one for one in path.glob("*.jsonl") if not one.name.endswith(REQUESTS))
            if not inside:
                raise BatchesUnusable(
                    f"{path} has no results: no file ends in .jsonl but those of requests",
                    "copy the result files there, or fetch them with `devrun batch in`",
                )
            found += inside
        elif path.exists():
            found.append(path)
        else:
            raise BatchesUnusable(
                f"there is no file or folder {path}", "name result files, or their folder"
            )
    return found


def lines_of(path: Path) -> Iterator[Line]:
    """The lines of a file that are not blank.

    Raises:
        BatchesUnusable: it cannot be read.
    """
    with (
        os_errors_as(BatchesUnusable, f"{path} cannot be read", "check the file"),
        path.open("rb") as file,
    ):
        for number, line in enumerate(file, 1):
            if line.strip():
                yield f"{path.name} line {number}", line
