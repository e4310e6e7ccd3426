"""The ledger of batches: which files of calls were made, what became of each, which calls are out.

A batch is recorded before it is sent, and a call is in one batch at a time: the key of
`batch_calls` is the call's, so of two processes one gets it. The row of a call goes when its reply
is stored, in the same transaction. Where a line brought no reply the row stays, with what went
wrong, until the call is written into another batch.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

from sqlalchemy import Connection, delete, func, insert, select, update

from dsl.record import record
from runners.store import schema
from runners.store.call_queries import CallQueries
from runners.store.records import FailedCall, Sitting
from runners.store.rows import (
    LARGE_SLICE,
    Queries,
    Row,
    insert_new,
    levels_from,
    record_of,
    row_of,
    with_keys,
)
from runners.store.schema import batch_calls, calls, study_trials
from runners.store.writer import each
from runners.store.writes import add_attempts, countable, sitting_row


class BatchState(StrEnum):
    """How far a batch is."""

    WRITING = "writing"
    """Its file is being written; nothing of it was sent."""
    WRITTEN = "written"
    """Its file is there, and nobody has sent it by devrun."""
    SENDING = "sending"
    """It may have been sent: the provider is asked before it is sent again."""
    SENT = "sent"
    """The provider has it, under the name that is noted."""
    ENDED = "ended"
    """The provider is done with it; its results are not all here."""
    DONE = "done"
    """Nothing more is to be expected of it."""


OPEN = tuple(one.value for one in BatchState if one is not BatchState.DONE)


@record
class BatchRecord:
    """A batch. `participant` is a key, `provider` and `model` what it is called after -m, `named`
    the provider's name for it. `file` is the path of its requests and `sha256` the hash of their
    bytes. `calls` is how many were written, `tokens` the most that they can have to read, `done`
    how many of them the provider says are done. `said` is what the provider last said.
    """

    key: str
    study: str
    participant: str
    provider: str
    model: str
    file: str
    at: str
    state: str = BatchState.WRITING
    named: str = ""
    sha256: str = ""
    calls: int = 0
    tokens: int = 0
    done: int = 0
    said: str = ""
    sent_at: str = ""
    ended_at: str = ""


@record
class BatchCall:
    """A call in a batch. `messages` are as they are stored (`runners.store.messages`). `read`: what
    the reply is read as is stored with it. `tries` are those before that failed, the last of them
    with `kind` (a FailureKind's value) and `message`; without a kind the reply is waited for.
    """

    key: str
    batch: str
    sitting: str
    place: str
    messages: str
    requested: str
    sent: str
    read: bool
    tries: int = 0
    kind: str = ""
    message: str = ""


@record
class BatchReply:
    """The reply to a call of a batch, as far as the call's row does not say it."""

    call: BatchCall
    sitting: Sitting
    text: str
    finish: str
    raw: str
    model_returned: str | None
    request_id: str | None
    input_tokens: int | None
    output_tokens: int | None
    outcome: str
    reader: str
    tool_version: str
    at: str


@record
class BatchFailure:
    """A line of a batch that brought no reply."""

    call: BatchCall
    noted: FailedCall


_CALL = tuple(batch_calls.c["call" if name == "key" else name] for name in BatchCall.__match_args__)
"""What a BatchCall is made of."""


class BatchQueries(Queries):
    """Questions about batches."""

    def batches(self, keys: Collection[str] = (), *, study: str = "") -> tuple[BatchRecord, ...]:
        """The batches whose keys begin so (all of them without any), oldest first."""
        table = schema.batches
        query = select(table).order_by(table.c.at, table.c.batch)
        if study:
            query = query.where(table.c.study == study)
        with self.connected() as connection:
            rows = [row._mapping for row in connection.execute(query)]
        found = (record_of(BatchRecord, row, key=row["batch"]) for row in rows)
        return tuple(one for one in found if not keys or one.key.startswith(tuple(keys)))

    def in_batches(self, sittings: Sequence[str]) -> dict[str, BatchCall]:
        """The calls of these sittings that are in a batch, or failed in one, by key."""
        with self.connected() as connection:
            rows = with_keys(connection, select(*_CALL), batch_calls.c.sitting, sittings)
            return {row[0]: BatchCall(*row) for row in rows}

    def batch_calls(self, keys: Sequence[str]) -> dict[str, BatchCall]:
        """Those of these calls that are in a batch, or failed in one, by key."""
        with self.connected() as connection:
            query = select(*_CALL)
            rows = with_keys(connection, query, batch_calls.c.call, keys, size=LARGE_SLICE)
            return {row[0]: BatchCall(*row) for row in rows}

    def waiting_in(self, batch: str, *, after: str = "", most: int = 1000) -> tuple[BatchCall, ...]:
        """The first calls of a batch whose replies are waited for, by key, `after` this one."""
        with self.connected() as connection:
            query = select(*_CALL).where(
                batch_calls.c.batch == batch, batch_calls.c.kind == "", batch_calls.c.call > after
            )
            rows = connection.execute(query.order_by(batch_calls.c.call).limit(most))
            return tuple(BatchCall(*row) for row in rows)

    def waited_for(self, batches: Sequence[str]) -> dict[str, int]:
        """How many calls of each of these batches wait for their replies."""
        with self.connected() as connection:
            query = select(batch_calls.c.batch, func.count()).where(batch_calls.c.kind == "")
            query = query.group_by(batch_calls.c.batch)
            return dict(with_keys(connection, query, batch_calls.c.batch, batches))

    def trials_at(self, sittings: Sequence[str]) -> dict[str, Sitting]:
        """These sittings by their keys, out of the trials of any study."""
        table = study_trials
        with self.connected() as connection:
            names = ("sitting", "participant", "experiment", "levels", "wording", "draw", "sample")
            query = select(*(table.c[name] for name in names))
            rows = with_keys(connection, query, table.c.sitting, sittings, size=LARGE_SLICE)
            return {
                key: Sitting(key, who, script, levels_from(levels), wording, draw, sample)
                for key, who, script, levels, wording, draw, sample in rows
            }


@each
def add_batch(connection: Connection, item: BatchRecord) -> None:
    """Notes a batch, before its first call."""
    connection.execute(insert(schema.batches), [row_of(schema.batches, item, batch=item.key)])


@each
def put_batch(connection: Connection, item: tuple[str, Mapping[str, str | int]]) -> None:
    """Notes what became of a batch: its key, and the columns that changed. One that is done stays
    so, whatever a slower process has heard of it.
    """
    key, values = item
    mine = schema.batches.c.batch == key, schema.batches.c.state != BatchState.DONE.value
    connection.execute(update(schema.batches).where(*mine).values(dict(values)))


@each
def add_batch_calls(connection: Connection, items: Sequence[BatchCall]) -> frozenset[str]:
    """Puts calls into their batch; gives those that are now in it. The rest is in another one, or
    has its reply.
    """
    keys = [one.key for one in items]
    answered = CallQueries(connection).lookup(keys)
    for start in range(0, len(keys), LARGE_SLICE):
        failed = batch_calls.c.call.in_(keys[start : start + LARGE_SLICE]), batch_calls.c.kind != ""
        connection.execute(delete(batch_calls).where(*failed))
    new = [one for one in items if one.key not in answered]
    if insert_new(connection, batch_calls, [row_of(batch_calls, o, call=o.key) for o in new]):
        return frozenset(one.key for one in new)
    query = select(batch_calls.c.call, batch_calls.c.batch)
    held = dict(with_keys(connection, query, batch_calls.c.call, [one.key for one in new]))
    return frozenset(one.key for one in new if held.get(one.key) == one.batch)


@each
def drop_batch(connection: Connection, key: str) -> None:
    """Takes a batch out of the ledger, with the calls that wait in it: they can be asked again."""
    connection.execute(delete(batch_calls).where(batch_calls.c.batch == key))
    connection.execute(delete(schema.batches).where(schema.batches.c.batch == key))


@each
def keep_results(
    connection: Connection, item: tuple[Sequence[BatchReply], Sequence[BatchFailure]]
) -> None:
    """Stores replies and takes their calls out of their batches; notes lines without a reply."""
    replies, failures = item
    insert_new(connection, calls, [_reply(one) for one in replies])
    keys = [one.call.key for one in replies]
    for start in range(0, len(keys), LARGE_SLICE):
        some = keys[start : start + LARGE_SLICE]
        connection.execute(delete(batch_calls).where(batch_calls.c.call.in_(some)))
    for one in failures:
        values = {"kind": one.noted.kind, "message": one.noted.message, "tries": one.call.tries + 1}
        mine = batch_calls.c.call == one.call.key, batch_calls.c.batch == one.call.batch
        connection.execute(update(batch_calls).where(*mine).values(values))
    add_attempts(connection, [one.noted for one in failures])


def _reply(one: BatchReply) -> Row:
    # Not by way of a CallRecord: the messages are text already, and there are many.
    call, sitting = one.call, one.sitting
    return {
        **sitting_row(sitting),
        "call": call.key,
        "place": call.place,
        "messages": call.messages,
        "text": one.text,
        "finish": one.finish,
        "raw": one.raw,
        "requested": call.requested,
        "sent": call.sent,
        "model_returned": one.model_returned,
        "request_id": one.request_id,
        "input_tokens": countable(one.input_tokens),
        "output_tokens": countable(one.output_tokens),
        "latency_s": 0.0,
        "tries": call.tries + 1,
        "simulated": False,
        "tool_version": one.tool_version,
        "at": one.at,
        "outcome": one.outcome,
        "reader": one.reader,
        "batch": call.batch,
    }
