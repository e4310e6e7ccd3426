"""Reads results of batches, out of files in any order, as often as they come.

A line is known by the key of its call. The participant's own reader makes the reply of it, and the
reply is stored as that of an ordinary call. A line whose call has its reply already changes
nothing, and one that nobody knows is counted and shown.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from operator import itemgetter
from pathlib import Path

from coders.reply_outcomes import READER
from dsl import __devrun__
from dsl.errors import os_errors_as
from runners.batches.formats import ResultLine, hosted, missing, result_line
from runners.batches.outcomes import ReplyOutcomes
from runners.batches.writing import REQUESTS, BatchesUnusable
from runners.participants.base import LOST, Settings
from runners.participants.completion import CompletionBody
from runners.participants.failures import NoReply
from runners.participants.hosted import NO_KEY, HostedModel
from runners.participants.registry import PROVIDERS, participant
from runners.store.batches import (
    BatchRecord,
    BatchReply,
    BatchResults,
    end_batches,
    keep_results,
)
from runners.store.records import FailedCall, now
from runners.store.store import Store
from runners.store.writes import countable

_CHUNK = 50_000
_CHUNK_BYTES = 64_000_000
"""Calls that are stored in one transaction, and the bytes of their lines. Results come in any
order, and of an index every page is written again for each transaction that adds to it. The first
transactions are smaller: while one is written the next is read."""
SHOWN = 5
"""Lines that nobody knows or can read of which it is said where they are."""

Line = tuple[str, bytes]
"""Where a line is (`FILE line 3`), and its bytes."""
_Found = dict[str, tuple[ResultLine, str]]
"""By the key of a call what a line says, and where that is."""
_Came = tuple[str, str, CompletionBody, str, str]
"""Sitting and key of a call, what came, its body, and the study by whose scripts it is read."""


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

    def kept(self, results: BatchResults, late: frozenset[str]) -> None:
        """Note what was stored, without what came too late."""
        self.already += len(late)
        for one in results.replies:
            if one.call not in late:
                self.stored += 1
                self.input_tokens += one.input_tokens or 0
                self.output_tokens += one.output_tokens or 0
        for failure in results.failures:
            if failure.call not in late:
                self.failed += 1
                self.messages[failure.message] = self.messages.get(failure.message, 0) + 1


@dataclass(slots=True)
class ResultReader:
    """Takes results into a store. `heard` gets the counts after every few thousand lines."""

    store: Store
    heard: Callable[[TakenIn], object] = lambda taken: None
    taken: TakenIn = field(default_factory=TakenIn)
    _batches: dict[str, BatchRecord] = field(default_factory=dict)
    _models: dict[tuple[str, str], HostedModel] = field(default_factory=dict)
    _outcomes: ReplyOutcomes = field(init=False)
    _writing: tuple[BatchResults, Future[frozenset[str]]] | None = None

    def __post_init__(self) -> None:
        self._outcomes = ReplyOutcomes(self.store)

    def take(self, lines: Iterable[Line]) -> TakenIn:
        """Take in all lines; gives what came of them and of those before."""
        found: _Found = {}
        size, most = 0, max(1, _CHUNK // 8)
        for where, line in lines:
            self.taken.read += 1
            result = result_line(line)
            if result is None:
                self.taken.broken += 1
                self.taken.odd(where, "it is no line of results")
                continue
            before = found.get(result.key)
            if before is not None:
                self.taken.already += 1
            # Of two lines for one call an answer counts before a failure.
            if before is None or (_failed(before[0]) and not _failed(result)):
                found[result.key] = result, where
            size += len(line)
            if len(found) >= most or size >= _CHUNK_BYTES:
                self._store(found)
                found, size, most = {}, 0, min(2 * most, _CHUNK)
        if found:
            self._store(found)
        self._written()
        return self.taken

    def end(self, batch: BatchRecord, rest: Callable[[str], ResultLine] = missing) -> None:
        """Note that no more results of a batch will come: the calls that still wait have none, for
        the reason that `rest` gives.
        """
        while some := self.store.waiting_in(batch.key):
            self._store({one.key: (rest(one.key), "") for one in some})
            self._written()
        self.close((batch.key,))

    def close(self, keys: Collection[str] = ()) -> None:
        """Note of these batches, or all from which something came, whether they are done."""
        at = now()
        for done in [self.store.submit(end_batches, (one, at)) for one in keys or self._batches]:
            done.result()

    def _store(self, found: _Found) -> None:
        """Read these results, and have them written once those before are."""
        calls = self.store.noted(sorted(found))
        others = found.keys() - calls.keys()
        known = self.store.lookup(list(others)) if others else {}
        for key in others:
            if key in known:
                self.taken.already += 1
            else:
                self.taken.foreign += 1
                self.taken.odd(found[key][1], f"no batch of this store has a call {key[:70]}")
        came: list[_Came] = []
        lost: dict[str, NoReply] = {}
        for key, (_, batch, sitting, read, failed, answered) in calls.items():
            of = self._batches.get(batch) or self._batch(batch)
            if answered:
                self.taken.already += 1
                continue
            try:
                body, raw = self._reply(of, found[key][0])
            except NoReply as why:
                if not failed:
                    lost[key] = why
            else:
                came.append((sitting, key, body, raw, of.study if read else ""))
        at = now()
        replies, failures = self._replies(came), self._failures(lost, at)
        results = BatchResults(replies, failures, READER, at)
        self._written()
        self._writing = results, self.store.submit(keep_results, results)
        self.heard(self.taken)

    def _written(self) -> None:
        """Wait until what was read is written."""
        if self._writing is not None:
            results, done = self._writing
            self._writing = None
            self.taken.kept(results, done.result())

    def _reply(self, batch: BatchRecord, line: ResultLine) -> tuple[CompletionBody, str]:
        """What a line answers, and the body; raises NoReply."""
        if line.answer is None:
            assert line.kind is not None
            raise NoReply(line.kind, line.message)
        at = batch.provider, batch.model
        if at not in self._models:
            self._models[at] = reading_model(*at)
        return self._models[at].completion(line.answer)

    def _replies(self, came: list[_Came]) -> list[BatchReply]:
        """The rows of replies, those of a sitting together: two of three indexes go by sittings."""
        came.sort(key=itemgetter(0, 1))
        reading = [one for one in came if one[4] and one[2].finish not in LOST]
        sittings = self.store.trials_at(list({one[0] for one in reading}))
        read = self._outcomes.of(
            [(key, sittings[at], reply.text, study) for at, key, reply, _, study in reading]
        )
        return [
            BatchReply(
                key,
                reply.text,
                reply.finish.value,
                raw,
                reply.model or None,
                reply.request_id,
                countable(reply.input_tokens),
                countable(reply.output_tokens),
                read.get(key, ""),
            )
            for _, key, reply, raw, _ in came
        ]

    def _failures(self, lost: Mapping[str, NoReply], at: str) -> list[FailedCall]:
        """The rows of lines without a reply."""
        calls = self.store.batch_calls(list(lost)).values()
        sittings = self.store.trials_at(list({call.sitting for call in calls}))
        return [
            FailedCall(
                uuid.uuid4().hex,
                call.key,
                call.sitting,
                sittings[call.sitting].participant,
                sittings[call.sitting].experiment,
                call.place,
                str(lost[call.key].kind),
                lost[call.key].message,
                1,
                __devrun__,
                at,
            )
            for call in calls
        ]

    def _batch(self, key: str) -> BatchRecord:
        (self._batches[key],) = self.store.batches([key])
        return self._batches[key]


def reading_model(provider: str, model: str) -> HostedModel:
    """A model by whose format answers are read; nothing is asked of it, and it needs no key."""
    environment = dict(os.environ)
    (of,) = (one.of for one in PROVIDERS if one.name == provider and one.of is not None)
    if not any(environment.get(key, "").strip() for key in of.keys):
        environment[of.key] = NO_KEY
    nowhere = not environment.get(of.address, "").strip() and (not of.url or not of.host)
    if nowhere:
        environment[of.address] = of.server
    found = hosted(participant(f"{provider}/{model}", Settings(), environment=environment))
    found.wire = replace(found.wire, by_files=nowhere)
    return found


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
