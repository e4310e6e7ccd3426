"""Preregistrations as they stood when they were sealed.

A migration is never edited once it was released, and never looks at `schema`, which moves on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from runners.store.migrations.columns import keys, texts

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table of preregistrations; no store has any yet."""
    op.create_table(
        "preregistrations",
        *keys("seal", "hash"),
        *texts("content", "seen", "tool_version", "at"),
        sa.PrimaryKeyConstraint("seal", name="preregistrations_pkey"),
    )
