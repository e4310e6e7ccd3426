"""Reads some lines of results: which calls of the ledger they answer, and the rows of the replies.

A line is known by the key of its call. The participant's own reader makes the reply of it, and the
reply is stored as that of an ordinary call. A line whose call has its reply already changes
nothing, and one that nobody knows is counted and shown. Nothing is written here, so that another
process can read while this one stores what came before.

Files are read again, with lines of calls that failed and were written into another batch since. So
a failure is stored under a hash of its line, by which it is not taken for one of the later try.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import itemgetter

import msgspec

from coders.reply_outcomes import READER
from dsl import __devrun__
from dsl.record import replace
from runners.batches.formats import ResultLine, hosted, result_line
from runners.batches.outcomes import ReplyOutcomes
from runners.participants.base import LOST, Reply, Settings
from runners.participants.failures import NoReply
from runners.participants.hosted import NO_KEY, HostedModel
from runners.participants.registry import PROVIDERS, participant
from runners.store.batches import BatchRecord, BatchReply, BatchResults
from runners.store.records import FailedCall, now
from runners.store.rows import stored_row
from runners.store.store import Store
from runners.store.writes import countable

SHOWN = 5
"""Lines that nobody knows or can read of which it is said where they are."""

Line = tuple[str, bytes]
"""Where a line is (`FILE line 3`), and its bytes."""
Found = Mapping[str, Sequence[tuple[ResultLine, Line]]]
"""By the key of a call what its lines say, and these."""
_Columns = tuple[str, str, str, str, str | None, str | None, int | None, int | None]
_Came = tuple[str, _Columns, str]
"""The sitting of a call, its reply but for what it is read as, and the study by whose scripts it
is read."""
_Lost = tuple[str, str, str, list[tuple[NoReply, list[str]]]]
"""A call, its sitting and place, and why each of its lines brings no reply, with what the line is
stored under as that of the first try, the second and so on up to this one."""


@dataclass(slots=True)
class TakenIn:
    """What came of some results: lines `read`, replies `stored`, lines that said nothing new
    (`already`), calls that `failed` with their messages, lines of calls that nobody knows
    (`foreign`) and lines that are no results (`broken`), each with the first places; and the tokens
    of what was stored. Every line is one of these; calls that failed for want of a line are
    `silent`.
    """

    read: int = 0
    stored: int = 0
    already: int = 0
    failed: int = 0
    silent: int = 0
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

    def and_of(self, other: TakenIn) -> None:
        """Note what was read elsewhere: its counts of lines, and their places."""
        for name in ("read", "already", "foreign", "broken"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.places += other.places[: SHOWN - len(self.places)]

    def kept(self, results: BatchResults, late: frozenset[str]) -> None:
        """Note what was stored, without what came too late."""
        self.already += len(late)
        for call, *_, read, written, _ in results.replies:
            if call not in late:
                self.stored += 1
                self.input_tokens += read or 0
                self.output_tokens += written or 0
        for failure in results.failures:
            if failure.call not in late:
                self.failed += 1
                self.messages[failure.message] = self.messages.get(failure.message, 0) + 1


@dataclass(frozen=True, slots=True)
class ReadLines:
    """What lines came to: the rows to store, the counts of lines, and the batches they are of."""

    results: BatchResults
    taken: TakenIn
    batches: frozenset[str]

    def __reduce__(self) -> tuple[object, ...]:
        # Pickle would look for each text among all that came before it.
        replies = msgspec.msgpack.encode(self.results.replies)
        rest = replace(self.results, replies=())
        return _unpacked, (replies, rest, self.taken, self.batches)


def _unpacked(
    replies: bytes, rest: BatchResults, taken: TakenIn, batches: frozenset[str]
) -> ReadLines:
    found = msgspec.msgpack.decode(replies, type=list[BatchReply])
    return ReadLines(replace(rest, replies=found), taken, batches)


@dataclass(slots=True)
class LineReader:
    """Reads lines of results, by what a store says of their calls."""

    store: Store
    _batches: dict[str, BatchRecord] = field(default_factory=dict)
    _models: dict[tuple[str, str], HostedModel] = field(default_factory=dict)
    _outcomes: ReplyOutcomes = field(init=False)

    def __post_init__(self) -> None:
        self._outcomes = ReplyOutcomes(self.store)

    def lines(self, lines: Sequence[Line], *, fresh: bool = False) -> ReadLines:
        """What these lines come to. Of two for one call an answer counts before a failure. `fresh`
        lines were not read before.
        """
        taken = TakenIn(len(lines))
        found: dict[str, list[tuple[ResultLine, Line]]] = {}
        for line in lines:
            result = result_line(line[1])
            if result is None:
                taken.broken += 1
                taken.odd(line[0], "it is no line of results")
            else:
                found.setdefault(result.key, []).append((result, line))
        return self.results(found, taken, fresh=fresh)

    def results(self, found: Found, taken: TakenIn, *, fresh: bool) -> ReadLines:
        """What these results come to, with counts of the lines that they were read of."""
        calls = self.store.noted(sorted(found))
        noted = {key for key, *_ in calls}
        others = [key for key in found if key not in noted]
        known = self.store.lookup(others) if others else {}
        for key in others:
            if key in known:
                taken.already += len(found[key])
                continue
            taken.foreign += len(found[key])
            for _, (where, _) in found[key]:
                taken.odd(where, f"no batch of this store has a call {key[:70]}")
        came: list[_Came] = []
        lost: list[_Lost] = []
        for key, batch, sitting, place, read, tries, failed, answered in calls:
            of = self._batches.get(batch) or self._batch(batch)
            taken.already += len(found[key]) - 1
            if answered:
                taken.already += 1
                continue
            why: list[tuple[NoReply, list[str]]] = []
            for result, (_, line) in found[key]:
                told = self._reply(of, result)
                if isinstance(told, NoReply):
                    ids = [_failure_id(key, line, number) for number in range(tries + 1)]
                    why.append((told, ids))
                    continue
                body, raw = told
                reads = read and body.finish not in LOST
                came.append((sitting, _columns(key, body, raw), of.study if reads else ""))
                break
            else:
                if failed:
                    taken.already += 1
                else:
                    lost.append((key, sitting, place, why))
        at = now()
        failures = self._failures(lost, at, fresh=fresh)
        taken.already += len(lost) - len(failures)
        results = BatchResults(self._replies(came), failures, READER, at)
        return ReadLines(results, taken, frozenset(batch for _, batch, *_ in calls))

    def _reply(self, batch: BatchRecord, line: ResultLine) -> tuple[Reply, str] | NoReply:
        """What a line answers, and the body, or why there is no reply."""
        answer = line.answer()
        if answer is None:
            assert line.kind is not None
            return NoReply(line.kind, line.message)
        at = batch.provider, batch.model
        if at not in self._models:
            self._models[at] = reading_model(*at)
        try:
            return self._models[at].completion(answer)
        except NoReply as why:
            return why

    def _replies(self, came: list[_Came]) -> list[BatchReply]:
        """The replies, those of a sitting together: two of three indexes go by sittings."""
        came.sort(key=itemgetter(0))
        reading = [one for one in came if one[2]]
        sittings = self.store.trials_at(list({at for at, *_ in reading}))
        read = self._outcomes.of(
            [(key, sittings[at], text, study) for at, (key, text, *_), study in reading]
        )
        return [stored_row((*reply, read.get(reply[0], ""))) for _, reply, _ in came]

    def _failures(self, lost: Sequence[_Lost], at: str, *, fresh: bool) -> list[FailedCall]:
        """The rows of calls without a reply, but for those of which each line was stored before."""
        ids = [] if fresh else [one for *_, why in lost for _, each in why for one in each]
        before = self.store.attempted(ids)
        sittings = self.store.trials_at(list({sitting for _, sitting, *_ in lost}))
        found: list[FailedCall] = []
        for key, sitting, place, why in lost:
            new = next((one for one in why if before.isdisjoint(one[1])), None)
            if new is None:
                continue
            told, ids = new
            found.append(
                FailedCall(
                    id=ids[-1],
                    call=key,
                    sitting=sittings[sitting],
                    place=place,
                    kind=str(told.kind),
                    message=told.message,
                    tries=1,
                    tool_version=__devrun__,
                    at=at,
                )
            )
        return found

    def _batch(self, key: str) -> BatchRecord:
        (self._batches[key],) = self.store.batches([key])
        return self._batches[key]


@cache
def _reader_of(url: str) -> LineReader:
    return LineReader(Store.open(url, reading=True))


def read_lines(url: str, lines: Sequence[Line], *, fresh: bool) -> ReadLines:
    """What lines come to by the store at a URL, which stays open for the next: for a process that
    does nothing else.
    """
    return _reader_of(url).lines(lines, fresh=fresh)


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


def _columns(key: str, reply: Reply, raw: str) -> _Columns:
    return (
        key,
        reply.text,
        str(reply.finish),
        raw,
        reply.model_returned or None,
        reply.request_id,
        countable(reply.input_tokens),
        countable(reply.output_tokens),
    )


def _failure_id(key: str, line: bytes, number: int) -> str:
    """What a call's line without a reply is stored under, as that of the try of this number."""
    return hashlib.sha256(b"%s %d %s" % (key.encode(), number, line.strip())).hexdigest()
