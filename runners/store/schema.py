"""The tables. Rows are only ever added, except those of `workers`, `claims` and `folds`.

Texts go through an escape (see `escaping`), times and JSON are text: nothing here is particular to
one database. There are no foreign keys: two stores are merged by union in any order, and every key
is a hash of what it names, so that an orphan shows itself.

`study_trials.sitting` and `calls.sitting` name the same thing (who, which cell, draw and sample),
so that all calls of many trials come with one query. `calls` belong to no study: a reply is found
again by its content, whatever study asked first.

`other_calls` and `other_transcripts` are sessions of trials of which another session counts: stores
that were merged had them. `reply` names a call together with what was answered. An other transcript
names (place, call, reply) triples, and of these the replies that do not differ are in `calls`.

`codes` are the lines of coding logs, one row each, with the whole line in `body`. What stands
behind an item (which trials, which place) is in `packet_items`, and nowhere else: no packet has it.

`pictures` are named by the hash of their bytes. `start_pictures` say under which name a script
showed them; messages name them by their hashes.

`preregistrations` are the texts that were sealed, each under the hash of all that its row says.

`folds` say what came of a log: a row is replaced when more of the log comes home. Nothing is in
them that the lines do not say, and one is believed only while the line it ends with (`code`) is the
newest of its packet; a store without any is read as well, but more slowly.
"""

from __future__ import annotations

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
)

from runners.store.escaping import escape, unescape


class EscapedText(TypeDecorator[str]):
    """Any Python text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """The text as the database keeps it."""
        return None if value is None else escape(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """The text as it was."""
        return None if value is None else unescape(value)


metadata = MetaData()


def _key(name: str, *, nullable: bool = False) -> Column[str]:
    return Column(name, String(64), nullable=nullable)


def _words(name: str, *, nullable: bool = False) -> Column[str]:
    return Column(name, EscapedText, nullable=nullable)


def _count(name: str, *, nullable: bool = False) -> Column[int]:
    return Column(name, Integer, nullable=nullable)


scripts = Table(
    "scripts",
    metadata,
    _key("hash"),
    _words("content"),
    PrimaryKeyConstraint("hash", name="scripts_pkey"),
)

participants = Table(
    "participants",
    metadata,
    _key("participant"),
    _words("name"),
    Column("simulated", Boolean, nullable=False),
    _words("identity"),
    PrimaryKeyConstraint("participant", name="participants_pkey"),
)

studies = Table(
    "studies",
    metadata,
    _key("study"),
    Column("simulated", Boolean, nullable=False),
    _words("tool_version"),
    _words("at"),
    PrimaryKeyConstraint("study", name="studies_pkey"),
)

starts = Table(
    "starts",
    metadata,
    _key("start"),
    _key("study"),
    _words("settings"),
    _words("tool_version"),
    _words("at"),
    PrimaryKeyConstraint("start", name="starts_pkey"),
    Index("starts_study", "study"),
)

start_scripts = Table(
    "start_scripts",
    metadata,
    _key("start"),
    _words("main"),
    _words("file"),
    _key("hash"),
    _words("experiment"),
    _key("procedure"),
    _key("rubric"),
    PrimaryKeyConstraint("start", "main", "file", name="start_scripts_pkey"),
)

pictures = Table(
    "pictures",
    metadata,
    _key("picture"),
    _words("media_type"),
    Column("content", LargeBinary, nullable=False),
    PrimaryKeyConstraint("picture", name="pictures_pkey"),
)

start_pictures = Table(
    "start_pictures",
    metadata,
    _key("start"),
    _words("main"),
    _words("file"),
    _key("picture"),
    PrimaryKeyConstraint("start", "main", "file", name="start_pictures_pkey"),
)

start_participants = Table(
    "start_participants",
    metadata,
    _key("start"),
    _key("participant"),
    PrimaryKeyConstraint("start", "participant", name="start_participants_pkey"),
)

study_trials = Table(
    "study_trials",
    metadata,
    _key("study"),
    _key("trial"),
    _key("sitting"),
    _key("participant"),
    _key("procedure"),
    _words("experiment"),
    _words("levels"),
    _words("wording"),
    _count("draw"),
    _count("sample"),
    Column("seed", EscapedText, nullable=False),
    PrimaryKeyConstraint("study", "trial", name="study_trials_pkey"),
    Index("study_trials_sitting", "sitting"),
)


def _asked_and_answered() -> tuple[Column[Any], ...]:
    """All that is kept of a call, whether its reply counts or stands beside one that does."""
    return (
        _key("call"),
        _key("sitting"),
        _key("participant"),
        _words("experiment"),
        _words("levels"),
        _words("wording"),
        _count("draw"),
        _count("sample"),
        _words("place"),
        _words("messages"),
        _words("text"),
        _words("finish"),
        _words("raw"),
        _words("requested"),
        _words("sent"),
        _words("model_returned", nullable=True),
        _words("request_id", nullable=True),
        _count("input_tokens", nullable=True),
        _count("output_tokens", nullable=True),
        Column("latency_s", Float, nullable=False),
        _count("tries"),
        Column("simulated", Boolean, nullable=False),
        _words("tool_version"),
        _words("at"),
    )


calls = Table(
    "calls",
    metadata,
    *_asked_and_answered(),
    PrimaryKeyConstraint("call", name="calls_pkey"),
    Index("calls_sitting", "sitting"),
    Index("calls_finish", "finish", "sitting"),
)

other_calls = Table(
    "other_calls",
    metadata,
    _key("reply"),
    *_asked_and_answered(),
    PrimaryKeyConstraint("reply", name="other_calls_pkey"),
    Index("other_calls_sitting", "sitting"),
)

attempts = Table(
    "attempts",
    metadata,
    _key("attempt"),
    _key("call"),
    _key("sitting"),
    _key("participant"),
    _words("experiment"),
    _words("place"),
    _words("kind"),
    _words("message"),
    _count("tries"),
    _words("tool_version"),
    _words("at"),
    PrimaryKeyConstraint("attempt", name="attempts_pkey"),
    Index("attempts_sitting", "sitting"),
)

transcripts = Table(
    "transcripts",
    metadata,
    _key("trial"),
    _key("hash"),
    _count("size"),
    _words("calls"),
    _words("tool_version"),
    _words("at"),
    _key("prompt", nullable=True),
    _key("design", nullable=True),
    PrimaryKeyConstraint("trial", "hash", name="transcripts_pkey"),
)

other_transcripts = Table(
    "other_transcripts",
    metadata,
    _key("trial"),
    _key("hash"),
    _count("size"),
    _words("calls"),
    _words("tool_version"),
    _words("at"),
    _key("prompt", nullable=True),
    _key("design", nullable=True),
    PrimaryKeyConstraint("trial", "hash", name="other_transcripts_pkey"),
)

codes = Table(
    "codes",
    metadata,
    _key("code"),
    _key("trial"),
    _key("transcript"),
    _key("rubric"),
    _words("place"),
    _words("coder"),
    _words("coder_kind"),
    _words("mark"),
    _words("flags"),
    _words("note"),
    _key("packet"),
    _words("item"),
    _count("sequence"),
    _words("codebook_version"),
    _words("tool_version"),
    _words("at"),
    _words("body"),
    PrimaryKeyConstraint("code", name="codes_pkey"),
    Index("codes_trial", "trial"),
    Index("codes_log", "packet", "sequence", "code"),
)

folds = Table(
    "folds",
    metadata,
    _key("packet"),
    _count("sequence"),
    _key("code"),
    _count("scheme"),
    _words("body"),
    PrimaryKeyConstraint("packet", name="folds_pkey"),
)

packets = Table(
    "packets",
    metadata,
    _key("packet"),
    _key("study"),
    _key("batch"),
    _words("coder"),
    _words("coder_kind"),
    _words("view"),
    _words("codebook_version"),
    _words("settings"),
    _words("header"),
    _words("tool_version"),
    _words("at"),
    PrimaryKeyConstraint("packet", name="packets_pkey"),
    Index("packets_study", "study"),
)

packet_items = Table(
    "packet_items",
    metadata,
    _key("packet"),
    _key("item"),
    _count("position"),
    _words("phase"),
    _key("content"),
    _words("twin"),
    _words("behind"),
    _words("masked"),
    PrimaryKeyConstraint("packet", "item", name="packet_items_pkey"),
)

preregistrations = Table(
    "preregistrations",
    metadata,
    _key("seal"),
    _key("hash"),
    _words("content"),
    _words("seen"),
    _words("tool_version"),
    _words("at"),
    PrimaryKeyConstraint("seal", name="preregistrations_pkey"),
)

workers = Table(
    "workers",
    metadata,
    _key("worker"),
    _words("host"),
    _count("pid"),
    _words("started"),
    _words("beat"),
    PrimaryKeyConstraint("worker", name="workers_pkey"),
)

claims = Table(
    "claims",
    metadata,
    _key("sitting"),
    _key("worker"),
    _words("at"),
    PrimaryKeyConstraint("sitting", name="claims_pkey"),
    Index("claims_worker", "worker"),
)
