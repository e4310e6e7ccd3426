"""What the writer does with each kind of row. Every function adds, and none changes what is there,
except `put_log_snapshots`.

Each takes many items, so that one commit costs one statement a table. Two processes may bring the
same reply: the one that was stored first is the one that counts, and both are given that.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, select, text
from sqlalchemy.dialects import postgresql, sqlite

from runners.store import messages, schema
from runners.store.call_queries import CallQueries
from runners.store.keys import code_key, text_hash
from runners.store.records import (
    CallRecord,
    FailedCall,
    LogLine,
    LogSnapshotRecord,
    PacketRecord,
    Sitting,
    Start,
    StoredReply,
    StudyTrial,
    TranscriptRecord,
)
from runners.store.rows import Row, Value, insert_new, row_of
from runners.store.writer import each


def add_calls(connection: Connection, items: Sequence[CallRecord]) -> Sequence[StoredReply]:
    """Stores replies; gives, for each call, the reply that the store now has for it."""
    unique = {item.key: item for item in items}
    if insert_new(connection, schema.calls, [_call(item) for item in unique.values()]):
        return [unique[item.key].kept for item in items]
    stored = CallQueries(connection).lookup(tuple(unique))
    return [stored[item.key] for item in items]


def add_attempts(connection: Connection, items: Sequence[FailedCall]) -> Sequence[None]:
    """Notes calls that got no reply."""
    rows = [
        row_of(schema.attempts, item, attempt=item.id, **sitting_row(item.sitting))
        for item in items
    ]
    insert_new(connection, schema.attempts, rows)
    return [None] * len(items)


def add_transcripts(connection: Connection, items: Sequence[TranscriptRecord]) -> Sequence[None]:
    """Notes that trials are finished."""
    table = schema.transcripts
    rows = {
        (item.trial, item.hash): row_of(table, item, size=len(item.calls), calls=_json(item.calls))
        for item in items
    }
    insert_new(connection, table, list(rows.values()))
    return [None] * len(items)


def add_trials(connection: Connection, items: Sequence[Sequence[StudyTrial]]) -> Sequence[None]:
    """Notes which trials belong to a study."""
    rows = {
        (item.study, item.key): row_of(
            schema.study_trials,
            item,
            trial=item.key,
            seed=str(item.seed),
            **sitting_row(item.sitting),
        )
        for many in items
        for item in many
    }
    insert_new(connection, schema.study_trials, list(rows.values()))
    return [None] * len(items)


@each
def add_starts(connection: Connection, start: Start) -> None:
    """Records that a study was started, with its scripts and participants."""
    insert_new(connection, schema.studies, [row_of(schema.studies, start)])
    insert_new(connection, schema.starts, [row_of(schema.starts, start, start=start.id)])
    texts = {text_hash(script.text): script.text for script in start.scripts}
    insert_new(
        connection, schema.scripts, [{"hash": key, "content": text} for key, text in texts.items()]
    )
    insert_new(
        connection,
        schema.start_scripts,
        [
            row_of(schema.start_scripts, script, start=start.id, hash=text_hash(script.text))
            for script in start.scripts
        ],
    )
    _pictures(connection, start)
    insert_new(
        connection,
        schema.participants,
        [row_of(schema.participants, one, participant=one.key) for one in start.participants],
    )
    insert_new(
        connection,
        schema.start_participants,
        [{"start": start.id, "participant": participant.key} for participant in start.participants],
    )


def _pictures(connection: Connection, start: Start) -> None:
    """Keeps the pictures of a start, each once, before anything that shows one can be asked."""
    shown = [(script.main, one) for script in start.scripts for one in script.pictures]
    for key, picture in {one.digest: one for _, one in shown}.items():
        # One by one: together they may be larger than a statement may be.
        row: Row = {"picture": key, "media_type": picture.media_type, "content": picture.data}
        insert_new(connection, schema.pictures, [row])
    insert_new(
        connection,
        schema.start_pictures,
        [
            {"start": start.id, "main": main, "file": one.file, "picture": one.digest}
            for main, one in shown
        ],
    )


@each
def add_packet_batch(connection: Connection, packets: Sequence[PacketRecord]) -> None:
    """Notes packets that were made together, and the sources of their items."""
    for packet in packets:
        insert_new(connection, schema.packets, [row_of(schema.packets, packet)])
        insert_new(
            connection,
            schema.packet_items,
            [
                row_of(
                    schema.packet_items,
                    item,
                    packet=packet.packet,
                    behind=json.dumps(
                        [[one.trial, one.transcript, one.places] for one in item.behind],
                        ensure_ascii=False,
                    ),
                    masked=json.dumps(item.masked, ensure_ascii=False),
                )
                for item in packet.items
            ],
        )


@each
def add_codes(connection: Connection, lines: Sequence[LogLine]) -> int | LogLine:
    """Stores lines of coding logs; gives how many of them are new.

    A line is known by its packet, its number and its words, so that a log may be collected again
    and again. Where there are other words under the number of one of them, nothing is stored and
    the first such line is given: two truths could not be distinguished afterwards.
    """
    packets = sorted({line.packet for line in lines})
    _one_at_a_time(connection, packets)
    query = select(schema.codes.c.packet, schema.codes.c.sequence, schema.codes.c.code)
    query = query.where(schema.codes.c.packet.in_(packets))
    stored = connection.execute(query) if packets else ()
    there = {(packet, sequence): key for packet, sequence, key in stored}
    known = frozenset(there.values())
    keys = [(code_key(line.packet, line.sequence, line.line), line) for line in lines]
    for key, line in keys:
        if there.setdefault((line.packet, line.sequence), key) != key:
            return line
    rows = {
        key: row_of(schema.codes, line, code=key, body=line.line)
        for key, line in keys
        if key not in known
    }
    insert_new(connection, schema.codes, list(rows.values()))
    return len(rows)


@each
def put_log_snapshots(connection: Connection, item: LogSnapshotRecord) -> None:
    """Stores what came of a log, in place of what was there about a shorter part of it."""
    code = code_key(item.packet, item.sequence, item.line)
    put_log_snapshot_rows(connection, [row_of(schema.folds, item, code=code)])


def put_log_snapshot_rows(connection: Connection, rows: Sequence[Row]) -> None:
    """Stores rows of `folds`; see `put_log_snapshots`."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(schema.folds)
    fresh = {name: statement.excluded[name] for name in ("sequence", "code", "scheme", "body")}
    # Another process may have collected more of the log meanwhile.
    longer = schema.folds.c.sequence <= statement.excluded.sequence
    for row in rows:
        connection.execute(
            statement.values(dict(row)).on_conflict_do_update(
                index_elements=["packet"], set_=fresh, where=longer
            )
        )


def _one_at_a_time(connection: Connection, packets: Sequence[str]) -> None:
    """Waits for whoever collects codes of these packets just now; SQLite's write lock does so by
    itself.
    """
    if connection.dialect.name != "postgresql":
        return
    for packet in packets:
        query = text("SELECT pg_advisory_xact_lock(5033162, hashtext(:packet))")
        connection.execute(query, {"packet": packet})


def sitting_row(sitting: Sitting) -> dict[str, Value]:
    """The columns of a sitting."""
    return {
        "sitting": sitting.key,
        "participant": sitting.participant,
        "experiment": sitting.experiment,
        "levels": _json(sitting.levels),
        "wording": sitting.wording,
        "draw": sitting.draw,
        "sample": sitting.sample,
    }


def _call(item: CallRecord) -> Row:
    own = sitting_row(item.sitting)
    own |= {"call": item.key, "messages": messages.written(item.messages)}
    own |= {name: countable(getattr(item, name)) for name in ("input_tokens", "output_tokens")}
    return row_of(schema.calls, item, **own)


def countable(tokens: int | None) -> int | None:
    """A number of tokens as servers report it; None for one that nobody can have counted, and that
    no database could hold. The body as it came has it still.
    """
    return tokens if tokens is not None and 0 <= tokens < 2**31 else None


def _json(value: Iterable[tuple[str, str]]) -> str:
    # Readable in a database browser: what cannot be stored is escaped by the column, not here.
    return json.dumps(tuple(value), ensure_ascii=False, separators=(",", ":"))
