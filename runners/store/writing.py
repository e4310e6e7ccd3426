"""What the writer does with each kind of row. Every function adds, and none changes what is there,
except `put_folds`.

Each takes many items, so that one commit costs one statement a table. Two processes may bring the
same reply: the one that was stored first is the one that counts, and both are given that.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dsl.canonical import digest
from runners.store import messages
from runners.store.inserting import Row, insert_new
from runners.store.reading import kept_by_key
from runners.store.rows import (
    Attempt,
    KeptCall,
    KeptCode,
    KeptFold,
    KeptPacket,
    KeptTranscript,
    Sitting,
    Start,
    StoredReply,
    StudyTrial,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection


def add_calls(connection: Connection, items: Sequence[KeptCall]) -> Sequence[StoredReply]:
    """Stores replies; gives, for each call, the reply that the store now has for it."""
    from runners.store.schema import calls

    unique = {item.key: item for item in items}
    if insert_new(connection, calls, [_call(item) for item in unique.values()]):
        return [unique[item.key].kept for item in items]
    stored = kept_by_key(connection, tuple(unique))
    return [stored[item.key] for item in items]


def add_attempts(connection: Connection, items: Sequence[Attempt]) -> Sequence[None]:
    """Notes calls that got no reply."""
    from runners.store.schema import attempts

    rows: list[Row] = [
        {
            "attempt": item.id,
            "call": item.call,
            "sitting": item.sitting,
            "participant": item.participant,
            "experiment": item.experiment,
            "place": item.place,
            "kind": item.kind,
            "message": item.message,
            "tries": item.tries,
            "tool_version": item.tool_version,
            "at": item.at,
        }
        for item in items
    ]
    insert_new(connection, attempts, rows)
    return [None] * len(items)


def add_transcripts(connection: Connection, items: Sequence[KeptTranscript]) -> Sequence[None]:
    """Notes that trials are finished."""
    from runners.store.schema import transcripts

    rows: dict[tuple[str, str], Row] = {
        (item.trial, item.hash): {
            "trial": item.trial,
            "hash": item.hash,
            "size": len(item.calls),
            "calls": _json([list(pair) for pair in item.calls]),
            "tool_version": item.tool_version,
            "at": item.at,
            "prompt": item.prompt,
            "design": item.design,
        }
        for item in items
    }
    insert_new(connection, transcripts, list(rows.values()))
    return [None] * len(items)


def add_trials(connection: Connection, items: Sequence[Sequence[StudyTrial]]) -> Sequence[None]:
    """Notes which trials belong to a study."""
    from runners.store.schema import study_trials

    rows: dict[tuple[str, str], Row] = {
        (item.study, item.key): {
            "study": item.study,
            "trial": item.key,
            "procedure": item.procedure,
            "seed": str(item.seed),
            **_sitting(item.sitting),
        }
        for many in items
        for item in many
    }
    insert_new(connection, study_trials, list(rows.values()))
    return [None] * len(items)


def add_starts(connection: Connection, items: Sequence[Start]) -> Sequence[None]:
    """Records that studies were started, with their scripts and participants."""
    for item in items:
        _start(connection, item)
    return [None] * len(items)


def _start(connection: Connection, start: Start) -> None:
    from runners.store import schema

    when: Row = {"tool_version": start.tool_version, "at": start.at}
    insert_new(
        connection, schema.studies, [{"study": start.study, "simulated": start.simulated, **when}]
    )
    insert_new(
        connection,
        schema.starts,
        [{"start": start.id, "study": start.study, "settings": start.settings, **when}],
    )
    texts = {text_hash(script.text): script.text for script in start.scripts}
    insert_new(
        connection, schema.scripts, [{"hash": key, "content": text} for key, text in texts.items()]
    )
    insert_new(
        connection,
        schema.start_scripts,
        [
            {
                "start": start.id,
                "main": script.main,
                "file": script.file,
                "hash": text_hash(script.text),
                "experiment": script.experiment,
                "procedure": script.procedure,
                "rubric": script.rubric,
            }
            for script in start.scripts
        ],
    )
    _pictures(connection, start)
    insert_new(
        connection,
        schema.participants,
        [
            {
                "participant": participant.key,
                "name": participant.name,
                "simulated": participant.simulated,
                "identity": participant.identity,
            }
            for participant in start.participants
        ],
    )
    insert_new(
        connection,
        schema.start_participants,
        [{"start": start.id, "participant": participant.key} for participant in start.participants],
    )


def _pictures(connection: Connection, start: Start) -> None:
    """Keeps the pictures of a start, each once, before anything that shows one can be asked."""
    from runners.store import schema

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


def add_packet_batch(
    connection: Connection, items: Sequence[Sequence[KeptPacket]]
) -> Sequence[None]:
    """Notes packets that were made together, and what stands behind their items."""
    from runners.store import schema

    for packet in (packet for batch in items for packet in batch):
        insert_new(
            connection,
            schema.packets,
            [
                {
                    "packet": packet.packet,
                    "study": packet.study,
                    "batch": packet.batch,
                    "coder": packet.coder,
                    "coder_kind": packet.coder_kind,
                    "view": packet.view,
                    "codebook_version": packet.codebook_version,
                    "settings": packet.settings,
                    "header": packet.header,
                    "tool_version": packet.tool_version,
                    "at": packet.at,
                }
            ],
        )
        insert_new(
            connection,
            schema.packet_items,
            [
                {
                    "packet": packet.packet,
                    "item": item.item,
                    "position": item.position,
                    "phase": item.phase,
                    "content": item.content,
                    "twin": item.twin,
                    "behind": json.dumps(
                        [[b.trial, b.transcript, [list(p) for p in b.places]] for b in item.behind],
                        ensure_ascii=False,
                    ),
                    "masked": json.dumps([list(pair) for pair in item.masked], ensure_ascii=False),
                }
                for item in packet.items
            ],
        )
    return [None] * len(items)


def add_codes(
    connection: Connection, items: Sequence[Sequence[KeptCode]]
) -> Sequence[int | KeptCode]:
    """Stores lines of coding logs; gives for each lot how many of its lines are new.

    A line is known by its packet, its number and its words, so that a log may come home as often as
    it likes. Where a lot has other words under a number that is there, nothing of it is stored and
    the first such line is given: two truths could not be told apart afterwards.
    """
    from sqlalchemy import select

    from runners.store.schema import codes

    given: list[int | KeptCode] = []
    for many in items:
        packets = sorted({code.packet for code in many})
        _one_at_a_time(connection, packets)
        query = select(codes.c.packet, codes.c.sequence, codes.c.code)
        stored = connection.execute(query.where(codes.c.packet.in_(packets))) if packets else ()
        there = {(packet, sequence): key for packet, sequence, key in stored}
        known = frozenset(there.values())
        keys = [(_code_key(code), code) for code in many]
        clash = next(
            (
                code
                for key, code in keys
                if there.setdefault((code.packet, code.sequence), key) != key
            ),
            None,
        )
        if clash is not None:
            given.append(clash)
            continue
        rows = {key: _code(code) for key, code in keys if key not in known}
        insert_new(connection, codes, list(rows.values()))
        given.append(len(rows))
    return given


def put_folds(connection: Connection, items: Sequence[KeptFold]) -> Sequence[None]:
    """Stores what came of logs, in place of what was there about a shorter part of the same log."""
    put_fold_rows(
        connection,
        [
            {
                "packet": item.packet,
                "sequence": item.sequence,
                "code": code_key(item.packet, item.sequence, item.line),
                "scheme": item.scheme,
                "body": item.body,
            }
            for item in items
        ],
    )
    return [None] * len(items)


def put_fold_rows(connection: Connection, rows: Sequence[Row]) -> None:
    """Stores rows of `folds`; see `put_folds`."""
    from sqlalchemy.dialects import postgresql, sqlite

    from runners.store.schema import folds

    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(folds)
    fresh = {name: statement.excluded[name] for name in ("sequence", "code", "scheme", "body")}
    # Another process may have brought more of the log home meanwhile.
    longer = folds.c.sequence <= statement.excluded.sequence
    for row in rows:
        connection.execute(
            statement.values(dict(row)).on_conflict_do_update(
                index_elements=["packet"], set_=fresh, where=longer
            )
        )


def _one_at_a_time(connection: Connection, packets: Sequence[str]) -> None:
    """Waits for whoever brings codes of these packets home just now; SQLite's write lock does so by
    itself.
    """
    from sqlalchemy import text

    if connection.dialect.name != "postgresql":
        return
    for packet in packets:
        query = text("SELECT pg_advisory_xact_lock(5033162, hashtext(:packet))")
        connection.execute(query, {"packet": packet})


def code_key(packet: str, sequence: int, line: str) -> str:
    """The key of a line of a coding log: its packet, its number and its words."""
    return digest("devrun:code:1", [packet, sequence, line])


def _code_key(code: KeptCode) -> str:
    return code_key(code.packet, code.sequence, code.line)


def _code(code: KeptCode) -> Row:
    return {
        "code": _code_key(code),
        "trial": code.trial,
        "transcript": code.transcript,
        "rubric": code.rubric,
        "place": code.place,
        "coder": code.coder,
        "coder_kind": code.coder_kind,
        "mark": code.mark,
        "flags": code.flags,
        "note": code.note,
        "packet": code.packet,
        "item": code.item,
        "sequence": code.sequence,
        "codebook_version": code.codebook_version,
        "tool_version": code.tool_version,
        "at": code.at,
        "body": code.line,
    }


def text_hash(text: str) -> str:
    """The name under which a script's text is kept: SHA-256 of its UTF-8."""
    import hashlib

    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _sitting(sitting: Sitting) -> Row:
    return {
        "sitting": sitting.key,
        "participant": sitting.participant,
        "experiment": sitting.experiment,
        "levels": _json([list(pair) for pair in sitting.levels]),
        "wording": sitting.wording,
        "draw": sitting.draw,
        "sample": sitting.sample,
    }


def _call(item: KeptCall) -> Row:
    return {
        "call": item.key,
        **_sitting(item.sitting),
        "place": item.place,
        "messages": messages.written(item.messages),
        "text": item.text,
        "finish": item.finish,
        "raw": item.raw,
        "requested": item.requested,
        "sent": item.sent,
        "model_returned": item.model_returned,
        "request_id": item.request_id,
        "input_tokens": _countable(item.input_tokens),
        "output_tokens": _countable(item.output_tokens),
        "latency_s": item.latency_s,
        "tries": item.tries,
        "simulated": item.simulated,
        "tool_version": item.tool_version,
        "at": item.at,
    }


def _countable(tokens: int | None) -> int | None:
    """A number of tokens as servers report it; None for one that nobody can have counted, and that
    no database could hold. The body as it came has it still.
    """
    return tokens if tokens is not None and 0 <= tokens < 2**31 else None


def _json(value: list[list[str]]) -> str:
    # Readable in a database browser: what cannot be stored is escaped by the column, not here.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
