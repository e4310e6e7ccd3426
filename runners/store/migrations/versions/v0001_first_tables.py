"""The first tables.

A migration is never edited once it was released, and never looks at `schema`, which moves on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _key(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(64), nullable=False)


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=nullable)


def _count(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=nullable)


def _yes(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False)


def upgrade() -> None:
    """Make every table of version 0001."""
    op.create_table(
        "scripts",
        _key("hash"),
        _text("content"),
        sa.PrimaryKeyConstraint("hash", name="scripts_pkey"),
    )
    op.create_table(
        "participants",
        _key("participant"),
        _text("name"),
        _yes("simulated"),
        _text("identity"),
        sa.PrimaryKeyConstraint("participant", name="participants_pkey"),
    )
    op.create_table(
        "studies",
        _key("study"),
        _yes("simulated"),
        _text("tool_version"),
        _text("at"),
        sa.PrimaryKeyConstraint("study", name="studies_pkey"),
    )
    op.create_table(
        "starts",
        _key("start"),
        _key("study"),
        _text("settings"),
        _text("tool_version"),
        _text("at"),
        sa.PrimaryKeyConstraint("start", name="starts_pkey"),
    )
    op.create_index("starts_study", "starts", ["study"])
    op.create_table(
        "start_scripts",
        _key("start"),
        _text("main"),
        _text("file"),
        _key("hash"),
        _text("experiment"),
        _key("procedure"),
        _key("rubric"),
        sa.PrimaryKeyConstraint("start", "main", "file", name="start_scripts_pkey"),
    )
    op.create_table(
        "start_participants",
        _key("start"),
        _key("participant"),
        sa.PrimaryKeyConstraint("start", "participant", name="start_participants_pkey"),
    )
    op.create_table(
        "study_trials",
        _key("study"),
        _key("trial"),
        _key("sitting"),
        _key("participant"),
        _key("procedure"),
        _text("experiment"),
        _text("levels"),
        _text("wording"),
        _count("draw"),
        _count("sample"),
        _text("seed"),
        sa.PrimaryKeyConstraint("study", "trial", name="study_trials_pkey"),
    )
    op.create_index("study_trials_sitting", "study_trials", ["sitting"])
    op.create_table(
        "calls",
        _key("call"),
        _key("sitting"),
        _key("participant"),
        _text("experiment"),
        _text("levels"),
        _text("wording"),
        _count("draw"),
        _count("sample"),
        _text("place"),
        _text("messages"),
        _text("text"),
        _text("finish"),
        _text("raw"),
        _text("requested"),
        _text("sent"),
        _text("model_returned", nullable=True),
        _text("request_id", nullable=True),
        _count("input_tokens", nullable=True),
        _count("output_tokens", nullable=True),
        sa.Column("latency_s", sa.Float, nullable=False),
        _count("tries"),
        _yes("simulated"),
        _text("tool_version"),
        _text("at"),
        sa.PrimaryKeyConstraint("call", name="calls_pkey"),
    )
    op.create_index("calls_sitting", "calls", ["sitting"])
    op.create_table(
        "attempts",
        _key("attempt"),
        _key("call"),
        _key("sitting"),
        _key("participant"),
        _text("experiment"),
        _text("place"),
        _text("kind"),
        _text("message"),
        _count("tries"),
        _text("tool_version"),
        _text("at"),
        sa.PrimaryKeyConstraint("attempt", name="attempts_pkey"),
    )
    op.create_index("attempts_sitting", "attempts", ["sitting"])
    op.create_table(
        "transcripts",
        _key("trial"),
        _key("hash"),
        _count("size"),
        _text("calls"),
        _text("tool_version"),
        _text("at"),
        sa.PrimaryKeyConstraint("trial", "hash", name="transcripts_pkey"),
    )
    op.create_table(
        "codes",
        _key("code"),
        _key("trial"),
        _key("transcript"),
        _key("rubric"),
        _text("place"),
        _text("coder"),
        _text("coder_kind"),
        _text("mark"),
        _text("flags"),
        _text("note"),
        _key("packet"),
        _text("item"),
        _count("sequence"),
        _text("codebook_version"),
        _text("tool_version"),
        _text("at"),
        _text("body"),
        sa.PrimaryKeyConstraint("code", name="codes_pkey"),
    )
    op.create_index("codes_trial", "codes", ["trial"])
    op.create_table(
        "workers",
        _key("worker"),
        _text("host"),
        _count("pid"),
        _text("started"),
        _text("beat"),
        sa.PrimaryKeyConstraint("worker", name="workers_pkey"),
    )
    op.create_table(
        "claims",
        _key("sitting"),
        _key("worker"),
        _text("at"),
        sa.PrimaryKeyConstraint("sitting", name="claims_pkey"),
    )
    op.create_index("claims_worker", "claims", ["worker"])
