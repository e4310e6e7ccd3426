"""The tables. Rows are only ever added, except those of `workers`, `claims`, `folds`, `batches` and
`batch_calls`.

Texts go through an escape (see `EscapedText`), times and JSON are text: nothing here is particular
to one database. There are no foreign keys: two stores are merged by union in any order, and every
key is a hash of what it names, so that an orphan shows itself.

`study_trials.sitting` and `calls.sitting` name the same thing (who, which cell, draw and sample),
so that all calls of many trials come with one query. `calls` belong to no study: a reply is found
again by its content, whatever study asked first.

`other_calls` and `other_transcripts` are sessions of trials of which another session counts: stores
that were merged had them. `reply` names a call together with what was answered. An other transcript
names (place, call, reply) triples, and of these the replies that do not differ are in `calls`.

`codes` are the lines of coding logs, one row each, with the whole line in `body`. What is behind
an item (which trials, which place) is in `packet_items`: no file of a packet has it.

`pictures` are named by the hash of their bytes. `start_pictures` say under which name a script
showed them; messages name them by their hashes.

`preregistrations` are the texts that were sealed, each under the hash of all that its row says.

`batches` are files of calls for a provider's batch endpoint, and `batch_calls` the calls in them
whose replies are not here yet, with all that is stored of a call beside its reply. They are this
store's own, as claims are: no merge carries them. `calls.batch` says by which batch a reply came.

`folds` say what came of a log, and which items its packet has: a row is replaced when more of the
log is collected. Nothing is in them that is not in the lines and in `packet_items`, and one is
believed only while the line it ends with (`code`) is the newest of its packet; a store without any
is read as well, but more slowly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Dialect,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    TypeDecorator,
    text,
)

_UNSTORABLE = re.compile("[\x00\x10\ud800-\udfff]")
_ESCAPED = re.compile("\x10([0-9a-f]{4})")


def escape(text: str) -> str:
    """The text with every character that cannot be stored written out; most texts stay as is."""
    if text.isascii() and "\x00" not in text and "\x10" not in text:
        return text
    return _UNSTORABLE.sub(lambda found: f"\x10{ord(found[0]):04x}", text)


def unescape(stored: str) -> str:
    """The text that `escape` was given."""
    if "\x10" not in stored:
        return stored
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), stored)


class EscapedText(TypeDecorator[str]):
    """Any Python text, given back unchanged.

    A reply may hold half of a surrogate pair, which has no UTF-8, or NUL, which PostgreSQL refuses.
    Such characters become DLE (U+0010, "data link escape") and four hexadecimal digits; a DLE
    itself is escaped, too, so that nothing is ambiguous. Storing bytes would have done the same,
    and made every text unreadable in a database browser.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """The text as the database keeps it."""
        return None if value is None else escape(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """The text as it was."""
        return None if value is None else unescape(value)


metadata = MetaData()


def _keys(*names: str, nullable: bool = False) -> Iterator[Column[Any]]:
    return (Column(name, String(64), nullable=nullable) for name in names)


def _words(*names: str, nullable: bool = False) -> Iterator[Column[Any]]:
    return (Column(name, EscapedText, nullable=nullable) for name in names)


def _counts(*names: str, nullable: bool = False) -> Iterator[Column[Any]]:
    return (Column(name, Integer, nullable=nullable) for name in names)


def _truth(name: str) -> Column[bool]:
    return Column(name, Boolean, nullable=False)


def _table(name: str, *parts: Column[Any] | Index, key: tuple[str, ...] = ()) -> Table:
    """A table of these columns and indexes; its key is the first column unless another is named."""
    key = key or (str(parts[0].name),)
    return Table(name, metadata, *parts, PrimaryKeyConstraint(*key, name=f"{name}_pkey"))


scripts = _table("scripts", *_keys("hash"), *_words("content"))

participants = _table(
    "participants",
    *_keys("participant"),
    *_words("name"),
    _truth("simulated"),
    *_words("identity"),
)

studies = _table(
    "studies",
    *_keys("study"),
    _truth("simulated"),
    *_words("tool_version", "at"),
)

starts = _table(
    "starts",
    *_keys("start", "study"),
    *_words("settings", "tool_version", "at"),
    Index("starts_study", "study"),
)

start_scripts = _table(
    "start_scripts",
    *_keys("start"),
    *_words("main", "file"),
    *_keys("hash"),
    *_words("experiment"),
    *_keys("procedure", "rubric"),
    key=("start", "main", "file"),
)

pictures = _table(
    "pictures",
    *_keys("picture"),
    *_words("media_type"),
    Column("content", LargeBinary, nullable=False),
)

start_pictures = _table(
    "start_pictures",
    *_keys("start"),
    *_words("main", "file"),
    *_keys("picture"),
    key=("start", "main", "file"),
)

start_participants = _table(
    "start_participants",
    *_keys("start", "participant"),
    key=("start", "participant"),
)

study_trials = _table(
    "study_trials",
    *_keys("study", "trial", "sitting", "participant", "procedure"),
    *_words("experiment", "levels", "wording"),
    *_counts("draw", "sample"),
    *_words("seed"),
    Index("study_trials_sitting", "sitting"),
    key=("study", "trial"),
)


OUTCOME = ("outcome", "reader")
"""What a reply was read as, and by which version; empty unless later words depend on it."""


def _columns_of_calls() -> tuple[Column[Any], ...]:
    """All that is kept of a call, whether its reply counts or is superseded."""
    return (
        *_keys("call", "sitting", "participant"),
        *_words("experiment", "levels", "wording"),
        *_counts("draw", "sample"),
        *_words("place", "messages", "text", "finish", "raw", "requested", "sent"),
        *_words("model_returned", "request_id", nullable=True),
        *_counts("input_tokens", "output_tokens", nullable=True),
        Column("latency_s", Float, nullable=False),
        *_counts("tries"),
        _truth("simulated"),
        *_words("tool_version", "at"),
        *(Column(name, EscapedText, nullable=False, server_default="") for name in OUTCOME),
        Column("batch", String(64), nullable=False, server_default=""),
    )


ENDED_ODDLY = text("finish <> 'stop'")
"""Calls whose reply did not come to its own end. They are few, and are looked for by how they
ended: an index of all would make every reply dearer to store."""

calls = _table(
    "calls",
    *_columns_of_calls(),
    Index("calls_sitting", "sitting"),
    Index("calls_finish", "finish", sqlite_where=ENDED_ODDLY, postgresql_where=ENDED_ODDLY),
)

other_calls = _table(
    "other_calls",
    *_keys("reply"),
    *_columns_of_calls(),
    Index("other_calls_sitting", "sitting"),
)

attempts = _table(
    "attempts",
    *_keys("attempt", "call", "sitting", "participant"),
    *_words("experiment", "place", "kind", "message"),
    *_counts("tries"),
    *_words("tool_version", "at"),
    Index("attempts_sitting", "sitting"),
)


def _finished_trials(name: str) -> Table:
    """That trials are finished, whether the session counts or another one does."""
    return _table(
        name,
        *_keys("trial", "hash"),
        *_counts("size"),
        *_words("calls", "tool_version", "at"),
        *_keys("prompt", "design", nullable=True),
        key=("trial", "hash"),
    )


transcripts = _finished_trials("transcripts")
other_transcripts = _finished_trials("other_transcripts")

codes = _table(
    "codes",
    *_keys("code", "trial", "transcript", "rubric"),
    *_words("place", "coder", "coder_kind", "mark", "flags", "note"),
    *_keys("packet"),
    *_words("item"),
    *_counts("sequence"),
    *_words("codebook_version", "tool_version", "at", "body"),
    Index("codes_trial", "trial"),
    Index("codes_log", "packet", "sequence", "code"),
)

folds = _table(
    "folds",
    *_keys("packet"),
    *_counts("sequence"),
    *_keys("code"),
    *_counts("scheme"),
    *_words("body"),
)

packets = _table(
    "packets",
    *_keys("packet", "study", "batch"),
    *_words("coder", "coder_kind", "view", "codebook_version"),
    *_words("settings", "header", "tool_version", "at"),
    Index("packets_study", "study"),
)

packet_items = _table(
    "packet_items",
    *_keys("packet", "item"),
    *_counts("position"),
    *_words("phase"),
    *_keys("content"),
    *_words("twin", "behind", "masked"),
    key=("packet", "item"),
)

preregistrations = _table(
    "preregistrations",
    *_keys("seal", "hash"),
    *_words("content", "seen", "tool_version", "at"),
)

batches = _table(
    "batches",
    *_keys("batch", "study", "participant"),
    *_words("provider", "model", "state", "named", "file", "sha256"),
    *_counts("calls", "tokens", "done"),
    *_words("said", "at", "sent_at", "ended_at"),
    Index("batches_study", "study"),
)

batch_calls = _table(
    "batch_calls",
    *_keys("call", "batch", "sitting"),
    *_words("place", "messages", "requested", "sent"),
    _truth("read"),
    *_counts("tries"),
    *_words("kind", "message"),
    Index("batch_calls_batch", "batch"),
    Index("batch_calls_sitting", "sitting"),
)

workers = _table(
    "workers",
    *_keys("worker"),
    *_words("host"),
    *_counts("pid"),
    *_words("started", "beat"),
)

claims = _table(
    "claims",
    *_keys("sitting", "worker"),
    *_words("at"),
    Index("claims_worker", "worker"),
)
