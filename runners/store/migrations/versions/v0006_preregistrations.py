"""Preregistrations as they stood when they were sealed.

A migration is never edited once it was released, and never looks at `schema`, which moves on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table of preregistrations; no store has any yet."""
    op.create_table(
        "preregistrations",
        sa.Column("seal", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("seen", sa.Text, nullable=False),
        sa.Column("tool_version", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("seal", name="preregistrations_pkey"),
    )
