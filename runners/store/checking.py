"""Whether a store still says what was put into it: every hash made again, every reference followed.

Keys are hashes of what they name, so that a change by anything but devrun shows itself, and there
are no foreign keys, so that a part that is missing does. What is found is counted by kind with a
few examples: a damaged store would give the same sentence ten thousand times. Nothing is mended: a
store that mends itself could not be told from one that was tampered with.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from dsl.identity import trial_key
from dsl.trial import Cell
from runners.store.rows import Sitting, options_in

if TYPE_CHECKING:
    from sqlalchemy import Connection, RowMapping, Select, Table

_BATCH = 500  # rows that are held at once
_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of thing that is wrong: a sentence, how many there are, some of them, and a remedy.

    `kind` is a short word that stays the same, for programs.
    """

    kind: str
    count: int
    message: str
    examples: tuple[str, ...]
    help: str


@dataclass(frozen=True, slots=True)
class StoreReport:
    """What a store holds, and what is wrong with it. `others` are finished sessions of trials of
    which another session counts.
    """

    studies: int
    trials: int
    calls: int
    transcripts: int
    packets: int
    codes: int
    findings: tuple[Finding, ...]
    others: int = 0
    preregistrations: int = 0


@dataclass(slots=True)
class _Kind:
    """A kind of fault: one of it and many of it in words, what is wrong, and a remedy."""

    name: str
    one: str
    clause: str
    help: str
    many: str = ""
    count: int = 0
    examples: list[str] = field(default_factory=list)

    def note(self, example: str) -> None:
        self.count += 1
        if len(self.examples) < _EXAMPLES:
            self.examples.append(example)

    def found(self) -> Finding:
        named = f"1 {self.one}" if self.count == 1 else f"{self.count:,} {self.many or self.one}"
        if self.count > 1 and not self.many:
            named += "s"
        there = "there is" if self.count == 1 else "there are"
        message = f"{there} {named} {self.clause}"
        return Finding(self.name, self.count, message, tuple(self.examples), self.help)


_CHANGED = (
    "something else than devrun changed the store: bring back a copy from before that; what rests "
    "on these is not to be trusted"
)
_MISSING = (
    "a part of the store is missing: merge the store that has it into this one with `devrun merge "
    "FROM --into STORE`, or bring back your last good copy"
)


def checked(connection: Connection) -> StoreReport:
    """Reads the whole store, on a connection that sees one state of it. Memory does not grow with
    the store, except with its longest coding log.
    """
    from runners.store import schema

    damaged = _damage(connection)
    if damaged is not None:
        # What such a file says about itself means nothing.
        return StoreReport(0, 0, 0, 0, 0, 0, (damaged,))
    values = _values(connection)
    if values.count:
        # Hashes and references are made of these.
        return StoreReport(0, 0, 0, 0, 0, 0, (values.found(),))
    kinds = (
        *_names(connection),
        *_pictures(connection),
        _seals(connection),
        _trials(connection),
        _calls(connection),
        *_transcripts(connection),
        *_others(connection),
        *_logs(connection),
        *_orphans(connection),
        _items(connection),
    )
    return StoreReport(
        studies=_size(connection, schema.studies),
        trials=_size(connection, schema.study_trials),
        calls=_size(connection, schema.calls),
        transcripts=_size(connection, schema.transcripts),
        packets=_size(connection, schema.packets),
        codes=_size(connection, schema.codes),
        others=_size(connection, schema.other_transcripts),
        preregistrations=_size(connection, schema.preregistrations),
        findings=tuple(kind.found() for kind in kinds if kind.count),
    )


def _size(connection: Connection, table: Table) -> int:
    from sqlalchemy import func, select

    return int(connection.scalar(select(func.count()).select_from(table)) or 0)


def _rows(connection: Connection, query: Select[Any]) -> Iterator[RowMapping]:
    yield from connection.execution_options(yield_per=_BATCH).execute(query).mappings()


def _damage(connection: Connection) -> Finding | None:
    """What SQLite finds wrong with its own file. A server looks after its own."""
    from sqlalchemy import text

    if connection.dialect.name != "sqlite":
        return None
    told = [str(line) for line in connection.scalars(text("PRAGMA integrity_check"))]
    if told == ["ok"]:
        return None
    return Finding(
        "damaged",
        len(told),
        "the file is damaged: the database finds faults in its own pages",
        tuple(told[:_EXAMPLES]),
        "bring back your last good copy, and see that the disk is well",
    )


def _values(connection: Connection) -> _Kind:
    """Values that are not of their column's kind."""
    from runners.store.values import wrong_values

    kind = _Kind("wrong-value", "value", "that cannot be read", _CHANGED)
    for wrong in wrong_values(connection):
        kind.note(str(wrong))
    return kind


# ------------------------------------------------------------------------------- hashes


def _names(connection: Connection) -> Iterator[_Kind]:
    """Scripts and participants, which are named by what they say."""
    from sqlalchemy import select

    from runners.store.keys import participant_key
    from runners.store.schema import participants, scripts
    from runners.store.writing import text_hash

    kind = _Kind("script-hash", "script", "that is not the text it was stored as", _CHANGED)
    for row in _rows(connection, select(scripts)):
        if text_hash(row["content"]) != row["hash"]:
            kind.note(row["hash"])
    yield kind
    kind = _Kind(
        "participant-key", "participant", "whose key was not made of its parameters", _CHANGED
    )
    for row in _rows(connection, select(participants)):
        if participant_key(json.loads(row["identity"])) != row["participant"]:
            kind.note(f"{row['name']} ({row['participant']})")
    yield kind


def _pictures(connection: Connection) -> Iterator[_Kind]:
    """Pictures, which are named by their bytes, and calls that show some that are not there."""
    from sqlalchemy import select

    from dsl.files.pictures import digest_of, media_type_of
    from runners.store import messages
    from runners.store.schema import calls, other_calls
    from runners.store.schema import pictures as table

    kind = _Kind("picture-hash", "picture", "that is not the one it was stored as", _CHANGED)
    there = frozenset(connection.scalars(select(table.c.picture)))
    for digest in sorted(there):
        # One by one: a batch of rows may be more than fits.
        query = select(table).where(table.c.picture == digest)
        for row in connection.execute(query).mappings():
            content = row["content"]
            if (digest_of(content), media_type_of(content)) != (digest, row["media_type"]):
                kind.note(digest)
    yield kind
    kind = _Kind("call-picture", "call", "that shows a picture that is not there", _MISSING)
    # Most calls show none, and their messages need not be read: a picture is noted in a third part.
    for one in (calls, other_calls):
        query = select(one.c.call, one.c.messages).where(one.c.messages.contains(",[["))
        for row in _rows(connection, query):
            if not there.issuperset(messages.shown_in(row["messages"])):
                kind.note(row["call"])
    yield kind


def _seals(connection: Connection) -> _Kind:
    """Preregistrations, each under the hash of all that its row says."""
    from sqlalchemy import select

    from runners.store.schema import preregistrations as table
    from runners.store.seals import Seal, hash_of, seal_key

    kind = _Kind("seal", "preregistration", "that is not the one that was sealed", _CHANGED)
    for row in _rows(connection, select(table)):
        kept = Seal(row["hash"], row["content"], row["seen"], row["tool_version"], row["at"])
        if (seal_key(kept), hash_of(kept.text)) != (row["seal"], row["hash"]):
            kind.note(row["hash"])
    return kind


def _trials(connection: Connection) -> _Kind:
    from sqlalchemy import select

    from runners.store.schema import study_trials

    kind = _Kind(
        "trial-key", "trial", "whose key was not made of its cell, draw, sample and seed", _CHANGED
    )
    for row in _rows(connection, select(study_trials)):
        sitting = _sitting(row)
        cell = Cell(sitting.levels, sitting.wording)
        key = trial_key(
            row["procedure"],
            cell,
            sitting.draw,
            sitting.sample,
            int(row["seed"]),
            sitting.participant,
        )
        if (key, sitting.key) != (row["trial"], row["sitting"]):
            kind.note(row["trial"])
    return kind


def _calls(connection: Connection) -> _Kind:
    from sqlalchemy import select

    from runners.store.schema import calls as table

    kind = _Kind(
        "call-key", "call", "whose key was not made of who was asked, where and in which words",
        _CHANGED,
    )  # fmt: skip
    names = (
        "call", "sitting", "participant", "experiment", "levels", "wording", "draw", "sample",
        "place", "messages", "requested",
    )  # fmt: skip
    for row in _rows(connection, select(*(table.c[name] for name in names))):
        if _asked(row) != (row["call"], row["sitting"]):
            kind.note(row["call"])
    return kind


def _asked(row: RowMapping) -> tuple[str, str]:
    """The keys of the call and of the sitting that a row ought to have."""
    from runners.store import messages
    from runners.store.keys import call_key

    said, sitting = messages.read(row["messages"]), _sitting(row).key
    return call_key(sitting, row["place"], said, options_in(row["requested"])), sitting


def _sitting(row: RowMapping) -> Sitting:
    """The sitting that a row tells of, under the key that it ought to have."""
    from runners.store.keys import sitting_of

    levels = tuple((str(factor), str(level)) for factor, level in json.loads(row["levels"]))
    cell = Cell(levels, row["wording"])
    return sitting_of(
        row["participant"], row["experiment"], cell, draw=row["draw"], sample=row["sample"]
    )


def _transcripts(connection: Connection) -> tuple[_Kind, _Kind]:
    from sqlalchemy import select

    from runners.store.keys import transcript_hash
    from runners.store.reading import kept_by_key
    from runners.store.schema import transcripts

    lost = _Kind("transcript-calls", "transcript", "of which a reply is not there", _MISSING)
    changed = _Kind(
        "transcript-hash", "transcript", "whose replies are not those that were given", _CHANGED
    )
    rows = _rows(connection, select(transcripts.c.trial, transcripts.c.hash, transcripts.c.calls))
    while some := list(islice(rows, _BATCH)):
        told = [(row, [(str(p), str(key)) for p, key in json.loads(row["calls"])]) for row in some]
        replies = kept_by_key(connection, [key for _, pairs in told for _, key in pairs])
        for row, pairs in told:
            if not all(key in replies for _, key in pairs):
                lost.note(row["trial"])
            elif row["hash"] != transcript_hash((p, key, replies[key].text) for p, key in pairs):
                changed.note(row["trial"])
    return lost, changed


def _others(connection: Connection) -> tuple[_Kind, _Kind, _Kind]:
    """The sessions of trials that do not count."""
    from runners.store.checking_others import check_other_calls, check_other_transcripts

    keys = _Kind(
        "other-call-key", "call", "of a session that does not count whose key was not made of what "
        "was asked and answered", _CHANGED,
    )  # fmt: skip
    lost = _Kind(
        "other-transcript-calls", "transcript",
        "of a session that does not count of which a reply is not there", _MISSING,
    )  # fmt: skip
    changed = _Kind(
        "other-transcript-hash", "transcript",
        "of a session that does not count whose replies are not those that were given", _CHANGED,
    )  # fmt: skip
    check_other_calls(connection, _asked, keys.note)
    check_other_transcripts(connection, lost.note, changed.note)
    return keys, lost, changed


def _logs(connection: Connection) -> tuple[_Kind, _Kind]:
    from sqlalchemy import select

    from coders.desk.log import read_log
    from coders.packets.shape import PacketUnusable
    from runners.store.reading_codes import codes_of
    from runners.store.schema import codes
    from runners.store.writing import code_key

    log = _Kind(
        "log", "coding log", "that is not as the coding tool wrote it",
        "collect the coder's own file into a store from before this: `devrun collect FILE`; codes "
        "of these logs count for nothing",
    )  # fmt: skip
    named = _Kind(
        "code-key", "line", "of a coding log whose key was not made of its words", _CHANGED, "lines"
    )
    packets = connection.scalars(select(codes.c.packet).distinct().order_by(codes.c.packet)).all()
    for packet in packets:
        lines = codes_of(connection, packet)
        try:
            read_log("".join(f"{line.line}\n" for line in lines), lines[0].coder)
        except PacketUnusable as fault:
            log.note(f"{packet}: {fault.message}")
        query = select(codes.c.code, codes.c.sequence, codes.c.body)
        for row in _rows(connection, query.where(codes.c.packet == packet)):
            if code_key(packet, row["sequence"], row["body"]) != row["code"]:
                named.note(f"{packet}, line {row['sequence']}")
    return log, named


# ------------------------------------------------------------------------------- orphans


def _orphans(connection: Connection) -> Iterator[_Kind]:
    """Rows that name something that is not there."""
    from sqlalchemy import select

    from runners.store import schema as s

    trials, starts = s.study_trials.c, s.starts.c
    for name, one, clause, column, parent in (
        ("call-orphan", "call", "of no trial", s.calls.c.sitting, trials.sitting),
        ("other-call-orphan", "call", "of a session that does not count and of no trial",
         s.other_calls.c.sitting, trials.sitting),
        ("other-transcript-orphan", "transcript",
         "of a session that does not count and of no trial",
         s.other_transcripts.c.trial, trials.trial),
        ("attempt-orphan", "attempt", "of no trial", s.attempts.c.sitting, trials.sitting),
        ("transcript-orphan", "transcript", "of no trial", s.transcripts.c.trial, trials.trial),
        ("trial-orphan", "trial", "of no study", trials.study, s.studies.c.study),
        ("trial-participant", "trial", "of a participant that is not there",
         trials.participant, s.participants.c.participant),
        ("study-start", "study", "that was never started", s.studies.c.study, starts.study),
        ("start-orphan", "start", "of no study", starts.study, s.studies.c.study),
        ("start-script", "start", "of a script that is not there",
         s.start_scripts.c.hash, s.scripts.c.hash),
        ("start-picture", "start", "of a picture that is not there",
         s.start_pictures.c.picture, s.pictures.c.picture),
        ("picture-orphan", "picture", "of no start",
         s.pictures.c.picture, s.start_pictures.c.picture),
        ("start-participant", "start", "with a participant that is not there",
         s.start_participants.c.participant, s.participants.c.participant),
        ("packet-orphan", "packet", "of no study", s.packets.c.study, s.studies.c.study),
        ("item-orphan", "item", "of no packet", s.packet_items.c.packet, s.packets.c.packet),
        ("code-orphan", "line", "of a coding log of no packet",
         s.codes.c.packet, s.packets.c.packet),
    ):  # fmt: skip
        kind = _Kind(name, one, clause, _MISSING, "studies" if one == "study" else "")
        there = select(parent).distinct().subquery()
        owner = there.c[parent.name]
        # A join, since neither database looks up `NOT IN` quickly once the list is long.
        query = select(*column.table.primary_key).outerjoin(there, owner == column)
        for row in _rows(connection, query.where(owner.is_(None))):
            kind.note(" ".join(str(part) for part in row.values()))
        yield kind


def _items(connection: Connection) -> _Kind:
    """Items of packets that stand for words that are not there."""
    from sqlalchemy import select

    from runners.store.schema import packet_items as table

    kind = _Kind("item-words", "item", "of a packet whose transcript is not there", _MISSING)
    query = select(table.c.packet, table.c.item, table.c.behind).where(table.c.behind != "[]")
    rows = _rows(connection, query)
    while some := list(islice(rows, _BATCH)):
        told = [(row, [(t, words) for t, words, _ in json.loads(row["behind"])]) for row in some]
        there = _told(connection, [trial for _, pairs in told for trial, _ in pairs])
        for row, pairs in told:
            if not there.issuperset(pairs):
                kind.note(f"{row['packet']} {row['item']}")
    return kind


def _told(connection: Connection, trials: Sequence[str]) -> set[tuple[str, str]]:
    """The transcripts of these trials, as (trial, hash) pairs, whichever session counts."""
    from runners.store.reading import told_of

    return told_of(connection, trials)
