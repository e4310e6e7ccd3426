"""Batches, the calls that are in them, and by which batch a reply came.

A migration is never edited once it was released, and never looks at `schema`, which moves on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from runners.store.migrations.columns import counts, keys, texts

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the tables, and add the column; it is empty for older calls."""
    op.create_table(
        "batches",
        *keys("batch", "study", "participant"),
        *texts("provider", "model", "state", "named", "file", "sha256"),
        *counts("calls", "tokens", "done"),
        *texts("said", "at", "sent_at", "ended_at"),
        sa.PrimaryKeyConstraint("batch", name="batches_pkey"),
    )
    op.create_index("batches_study", "batches", ["study"])
    op.create_table(
        "batch_calls",
        *keys("call", "batch", "sitting"),
        *texts("place", "messages", "requested", "sent"),
        sa.Column("read", sa.Boolean, nullable=False),
        *counts("tries"),
        *texts("kind", "message"),
        sa.PrimaryKeyConstraint("call", name="batch_calls_pkey"),
    )
    op.create_index("batch_calls_batch", "batch_calls", ["batch"])
    op.create_index("batch_calls_sitting", "batch_calls", ["sitting"])
    for table in ("calls", "other_calls"):
        op.add_column(
            table, sa.Column("batch", sa.String(64), nullable=False, server_default=sa.text("''"))
        )
