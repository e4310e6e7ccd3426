"""Sessions of trials that do not count, since another session of the same trial does.

Two people who ran one script with one participant on two computers hold two sessions of each trial.
Where their stores become one, the session of the store that takes counts, and the other is kept
here, whole: replies that differ, and which of them made up a finished trial. They lie in tables of
their own, so that nothing that runs, scores or resumes can take a reply of one session for one of
the other. A mark on each call was the alternative; every question to the store would have had to
heed it. Codes name the words that they are about, and so stay with the session they were given to.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, select

from dsl.projections import digest
from runners.store.call_queries import CallQueries, call_from
from runners.store.records import CallRecord, Sitting, StoredReply
from runners.store.rows import SLICE, insert_new, with_keys
from runners.store.schema import other_calls, other_transcripts, participants

_BATCH = 200  # sessions that are read at once

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OtherReply:
    """A reply of such a session: where it stood, what was said, and what counts at that place:
    None where the session that counts was never asked this in these words.
    """

    place: str
    call: CallRecord
    counts: StoredReply | None


@dataclass(frozen=True, slots=True)
class OtherSession:
    """A session of a trial that does not count. `hash` is that of its transcript, and empty where
    it was not finished; then `trial` is empty, too, and `replies` are those that differ. `model` is
    the participant's name.
    """

    sitting: Sitting
    model: str
    trial: str
    hash: str
    replies: tuple[OtherReply, ...]


def reply_key(call: str, text: str, finish: str) -> str:
    """The key of a call (its key) together with what was answered."""
    return digest("devrun:reply:1", [call, text, finish])


def add_other_calls(connection: Connection, rows: Sequence[Row]) -> set[str]:
    """Keeps these calls, each with its reply, as other ones; gives the sittings with new ones."""
    named = {reply_key(row["call"], row["text"], row["finish"]): row for row in rows}
    replies = with_keys(connection, select(other_calls.c.reply), other_calls.c.reply, tuple(named))
    there = {reply for (reply,) in replies}
    new = {key: row for key, row in named.items() if key not in there}
    insert_new(connection, other_calls, [{**row, "reply": key} for key, row in new.items()])
    return {row["sitting"] for row in new.values()}


def others_in(connection: Connection) -> Iterator[OtherSession]:
    """Every session that does not count: finished ones by trial, then what is left of others.

    Some are read at a time, so that memory does not grow with their number.
    """
    known = connection.execute(select(participants.c.participant, participants.c.name))
    names = {str(key): str(name) for key, name in known}
    query = select(
        other_transcripts.c.trial, other_transcripts.c.hash, other_transcripts.c.calls
    ).order_by(other_transcripts.c.trial, other_transcripts.c.hash)
    result = connection.execution_options(yield_per=_BATCH).execute(query)
    for some in result.partitions(_BATCH):
        triples = {(trial, words): json.loads(calls) for trial, words, calls in some}
        replies = replies_of(connection, [one for many in triples.values() for one in many])
        keys = [str(call) for many in triples.values() for _, call, _ in many]
        counting = CallQueries(connection).lookup(keys)
        for (trial, words), told in triples.items():
            found = tuple(
                OtherReply(str(place), replies[reply], counting.get(call))
                for place, call, reply in told
                if reply in replies
            )
            if found:
                yield _session(found, names, trial, words)
    yield from _unfinished(connection, names)


def _session(
    replies: tuple[OtherReply, ...], names: Mapping[str, str], trial: str = "", words: str = ""
) -> OtherSession:
    sitting = replies[0].call.sitting
    who = names.get(sitting.participant, "the participant")
    return OtherSession(sitting, who, trial, words, replies)


def _unfinished(connection: Connection, names: Mapping[str, str]) -> Iterator[OtherSession]:
    """Replies that belong to no finished session, by sitting."""
    # Hashes of what is told, not the telling: a store with many of them fits into memory.
    told = {
        str(reply)
        for calls in connection.scalars(select(other_transcripts.c.calls))
        for _, _, reply in json.loads(calls)
    }
    query = select(other_calls).order_by(
        other_calls.c.sitting, other_calls.c.at, other_calls.c.reply
    )
    rows = connection.execution_options(yield_per=SLICE).execute(query).mappings()
    left = (row for row in rows if row["reply"] not in told)
    for _, its in groupby(left, itemgetter("sitting")):
        yield _session(_differing(connection, list(map(call_from, its))), names)


def _differing(connection: Connection, calls: Sequence[CallRecord]) -> tuple[OtherReply, ...]:
    counting = CallQueries(connection).lookup([one.key for one in calls])
    return tuple(OtherReply(one.place, one, counting.get(one.key)) for one in calls)


def replies_of(
    connection: Connection, triples: Sequence[tuple[str, str, str]]
) -> dict[str, CallRecord]:
    """The calls of other sessions, by reply key, from (place, call key, reply key) triples; one
    that is not there, or of which the reply is another one by now, is missing.
    """
    wanted = tuple({reply for _, _, reply in triples})
    rows = with_keys(connection, select(other_calls), other_calls.c.reply, wanted)
    found = {row.reply: call_from(row._mapping) for row in rows}
    shared = {str(call): str(reply) for _, call, reply in triples if reply not in found}
    for key, call in CallQueries(connection).calls(tuple(shared)).items():
        if reply_key(key, call.text, call.finish) == shared[key]:
            found[shared[key]] = call
    return found
