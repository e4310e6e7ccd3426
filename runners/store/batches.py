"""The ledger of batches: which files of calls were made, what became of each, which calls are out.

A batch is recorded before it is sent, and a call is in one batch at a time: the key of
`batch_calls` is the call's, so of two processes one gets it. A call waits while it has no reply and
no failure. The rows of a batch go together when none of its calls waits any more: to delete each
with its reply took as long as all else. Where a line brought no reply the row stays, with what went
wrong, until the call is written into another batch.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from functools import partial

from sqlalchemy import Connection, delete, func, insert, select, update

from dsl import __devrun__
from dsl.record import record, values
from runners.store import schema
from runners.store.records import FailedCall, Sitting
from runners.store.rows import (
    LARGE_SLICE,
    Queries,
    insert_values,
    levels_from,
    record_of,
    row_of,
    staged,
    with_keys,
)
from runners.store.schema import attempts, batch_calls, calls, study_trials
from runners.store.writer import each
from runners.store.writes import add_attempts


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
    """A call in a batch, without its words. `read`: what the reply is read as is stored with it.
    `tries` are those that failed, the last of them with `kind` (a FailureKind's value) and
    `message`. Without a kind the reply is waited for, or it is `answered`.
    """

    key: str
    batch: str
    sitting: str
    place: str
    read: bool
    tries: int = 0
    kind: str = ""
    message: str = ""
    answered: bool = False


NotedCall = tuple[str, str, str, str, bool, int, bool, bool]
"""A call in the ledger: key, batch, sitting, place, whether its reply is `read` as it is stored,
how many tries have failed, and whether that of this batch has, and it is answered."""


@record
class BatchRequest:
    """A call that goes into a batch, in the order of the columns of the ledger. `messages` are as
    they are stored (`runners.store.messages`); `tries` are those before that failed.
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


BatchReply = tuple[str, str, str, str, str | None, str | None, int | None, int | None, str]
"""The reply to a call of a batch, as it is stored: what of the call's row the ledger does not say
(`REPLY_COLUMNS`)."""
REPLY_COLUMNS = (
    "call",
    "text",
    "finish",
    "raw",
    "model_returned",
    "request_id",
    "input_tokens",
    "output_tokens",
    "outcome",
)


@record
class BatchResults:
    """What results of batches came to: replies in an order that is the same for all who store them,
    and calls without one. `reader` is the version that read outcomes, `at` when it did.
    """

    replies: Sequence[BatchReply]
    failures: Sequence[FailedCall]
    reader: str
    at: str


_ANSWERED = select(calls.c.call).where(calls.c.call == batch_calls.c.call).exists()
_WAITING = batch_calls.c.kind == "", ~_ANSWERED
_CALL = (
    batch_calls.c.call,
    *(batch_calls.c[name] for name in BatchCall.__match_args__[1:-1]),
    _ANSWERED,
)
"""What a BatchCall is made of."""
_NOTED = (
    *(batch_calls.c[name] for name in ("call", "batch", "sitting", "place", "read", "tries")),
    (batch_calls.c.kind != ""),
    _ANSWERED,
)
_STORED: dict[str, str] = {
    **{name: f"came.{name}" for name in REPLY_COLUMNS},
    **{name: f"noted.{name}" for name in ("sitting", "place", "messages", "requested", "sent")},
    **{
        name: f"trial.{name}"
        for name in ("participant", "experiment", "levels", "wording", "draw", "sample")
    },
    "batch": "noted.batch",
    "tries": "noted.tries + 1",
    "latency_s": "0.0",
    "simulated": "false",
    "tool_version": f"'{__devrun__}'",
}
"""From where each column of a stored call comes."""


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

    def in_batches(
        self, keys: Sequence[str] = (), *, sittings: Sequence[str] = ()
    ) -> dict[str, BatchCall]:
        """Those of these calls, or of the calls of these sittings, that are in a batch or failed in
        one, by key.
        """
        with self.connected() as connection:
            column = batch_calls.c.call if keys else batch_calls.c.sitting
            rows = with_keys(connection, select(*_CALL), column, keys or sittings)
            return {row[0]: BatchCall(*row) for row in rows}

    def noted(self, keys: Sequence[str]) -> list[NotedCall]:
        """Those of these calls that are in a batch, or failed in one: there may be very many."""
        with self.connected() as connection:
            query = select(*_NOTED)
            rows = with_keys(connection, query, batch_calls.c.call, keys, size=LARGE_SLICE)
            return list(map(tuple, rows))

    def attempted(self, keys: Sequence[str]) -> set[str]:
        """Those of these keys under which a failure is stored."""
        with self.connected() as connection:
            column = attempts.c.attempt
            rows = with_keys(connection, select(column), column, keys, size=LARGE_SLICE)
            return {row[0] for row in rows}

    def waiting_in(self, batch: str, *, most: int = 1000) -> tuple[BatchCall, ...]:
        """The first calls of a batch whose replies are waited for, by key."""
        with self.connected() as connection:
            query = select(*_CALL).where(batch_calls.c.batch == batch, *_WAITING)
            rows = connection.execute(query.order_by(batch_calls.c.call).limit(most))
            return tuple(BatchCall(*row) for row in rows)

    def waited_for(self, batches: Sequence[str]) -> dict[str, int]:
        """How many calls of each of these batches wait for their replies."""
        with self.connected() as connection:
            query = select(batch_calls.c.batch, func.count()).where(*_WAITING)
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
def put_batch(connection: Connection, item: tuple[BatchRecord, Mapping[str, str | int]]) -> None:
    """Notes what became of a batch: the columns that changed. One that is done stays so, and one
    that is to be sent again, whatever a slower process has heard of it under its old name.
    """
    batch, values = item
    table = schema.batches.c
    mine = table.batch == batch.key, table.named == batch.named
    as_known = table.state != BatchState.DONE.value
    connection.execute(update(schema.batches).where(*mine, as_known).values(dict(values)))


def end_batches(connection: Connection, items: Sequence[tuple[str, str]]) -> Sequence[None]:
    """Notes that batches (their keys) are done now (a time), and takes their calls out of the
    ledger, but those without a reply. One of which a call still waits stays as it is.
    """
    in_batch = batch_calls.c.batch
    if _all_answered(connection, [key for key, _ in items]):
        ended = list(items)
        connection.execute(delete(batch_calls))
    else:
        waiting = select(batch_calls.c.call).where(*_WAITING).limit(1)
        ended = [
            (key, at)
            for key, at in items
            if connection.execute(waiting.where(in_batch == key)).first() is None
        ]
        gone = in_batch.in_([key for key, _ in ended]), (batch_calls.c.kind == "") | _ANSWERED
        connection.execute(delete(batch_calls).where(*gone))
    for key, at in ended:
        done = {"state": BatchState.DONE.value, "ended_at": at}
        mine = schema.batches.c.batch == key, schema.batches.c.state != BatchState.DONE.value
        connection.execute(update(schema.batches).where(*mine).values(done))
    return [None] * len(items)


def _all_answered(connection: Connection, keys: Collection[str]) -> bool:
    """Whether the ledger has calls of these batches only, and all have their replies.

    SQLite alone is asked. It drops all rows of a table at once, and some of them one by one; and in
    the order of keys it reads each page of two indexes once, in a quarter of the time that one
    batch after the other takes. To PostgreSQL another process may write meanwhile.
    """
    if connection.dialect.name != "sqlite":
        return False
    others = select(batch_calls.c.batch).where(batch_calls.c.batch.not_in(keys)).limit(1)
    if connection.execute(others).first() is not None:
        return False
    # With a limit SQLite keeps to the order.
    unanswered = (
        "SELECT noted.call FROM (SELECT call FROM batch_calls ORDER BY call LIMIT -1) noted "
        "WHERE NOT EXISTS (SELECT 1 FROM calls one WHERE one.call = noted.call) LIMIT 1"
    )
    return connection.exec_driver_sql(unanswered).first() is None


@each
def add_batch_calls(connection: Connection, items: Sequence[BatchRequest]) -> frozenset[str]:
    """Puts calls into their batch; gives those that are now in it. The rest is in another one, or
    has its reply.
    """
    keys = sorted(one.key for one in items)
    query = select(calls.c.call)
    answered = {
        row[0] for row in with_keys(connection, query, calls.c.call, keys, size=LARGE_SLICE)
    }
    failed = [one.key for one in items if one.tries]
    for start in range(0, len(failed), LARGE_SLICE):
        some = batch_calls.c.call.in_(failed[start : start + LARGE_SLICE])
        connection.execute(delete(batch_calls).where(some, batch_calls.c.kind != ""))
    new = [one for one in items if one.key not in answered]
    names = tuple(column.name for column in batch_calls.columns)
    if insert_values(connection, batch_calls, names, list(map(values, new))) == len(new):
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
def keep_results(connection: Connection, item: BatchResults) -> frozenset[str]:
    """Stores replies, and notes lines without one. Gives the calls that nobody waited for any more:
    of these nothing was stored.
    """
    late: set[str] = set()
    if item.replies:
        with staged(connection, calls, REPLY_COLUMNS, item.replies, name="came") as came:
            late |= _kept(connection, came, item)
    noted: list[FailedCall] = []
    for one in item.failures:
        mine = batch_calls.c.call == one.call, *_WAITING
        said = {"kind": one.kind, "message": one.message, "tries": batch_calls.c.tries + 1}
        if connection.execute(update(batch_calls).where(*mine).values(said)).rowcount:
            noted.append(one)
        else:
            late.add(one.call)
    add_attempts(connection, noted)
    return frozenset(late)


def _kept(connection: Connection, came: str, item: BatchResults) -> set[str]:
    """Stores the replies in a table of replies that came; gives those that are not stored by it."""
    run = partial(connection.exec_driver_sql, execution_options={"preserve_rowcount": True})
    # CROSS JOIN has SQLite go by these rows, in their order, and not by the ledger's.
    order = "ORDER BY noted.sitting, came.call"
    if connection.dialect.name == "sqlite":
        order = ""
    stored = run(
        f"INSERT INTO calls ({', '.join(_STORED)}, reader, at) SELECT "
        f"{', '.join(_STORED.values())}, CASE WHEN came.outcome = '' THEN '' ELSE '{item.reader}' "
        f"END, '{item.at}' FROM {came} came "
        "CROSS JOIN batch_calls noted CROSS JOIN study_trials trial WHERE noted.call = came.call "
        f"AND trial.sitting = noted.sitting {order} ON CONFLICT DO NOTHING"
    ).rowcount
    if stored == len(item.replies):
        return set()
    # Another process was quicker with some, at another moment, or has dropped their batch.
    mine = run(
        f"SELECT came.call FROM {came} came CROSS JOIN calls one WHERE one.call = came.call "
        f"AND one.at = '{item.at}'"
    ).scalars()
    return {call for call, *_ in item.replies}.difference(mine)
