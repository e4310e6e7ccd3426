"""Sessions of trials that stores held differently: one of them counts, the others are kept.

A migration is never edited once it was released, and never looks at `schema`, which moves on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables of the other sessions; no store has any yet."""
    op.create_table(
        "other_calls",
        sa.Column("reply", sa.String(64), nullable=False),
        sa.Column("call", sa.String(64), nullable=False),
        sa.Column("sitting", sa.String(64), nullable=False),
        sa.Column("participant", sa.String(64), nullable=False),
        sa.Column("experiment", sa.Text, nullable=False),
        sa.Column("levels", sa.Text, nullable=False),
        sa.Column("wording", sa.Text, nullable=False),
        sa.Column("draw", sa.Integer, nullable=False),
        sa.Column("sample", sa.Integer, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("messages", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("finish", sa.Text, nullable=False),
        sa.Column("raw", sa.Text, nullable=False),
        sa.Column("requested", sa.Text, nullable=False),
        sa.Column("sent", sa.Text, nullable=False),
        sa.Column("model_returned", sa.Text, nullable=True),
        sa.Column("request_id", sa.Text, nullable=True),
        sa.Column("input_tokens", sa.Integer, nullable=True),
        sa.Column("output_tokens", sa.Integer, nullable=True),
        sa.Column("latency_s", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("simulated", sa.Boolean, nullable=False),
        sa.Column("tool_version", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("reply", name="other_calls_pkey"),
    )
    op.create_index("other_calls_sitting", "other_calls", ["sitting"])
    op.create_table(
        "other_transcripts",
        sa.Column("trial", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("calls", sa.Text, nullable=False),
        sa.Column("tool_version", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("trial", "hash", name="other_transcripts_pkey"),
    )
