"""Sessions of trials that stores held differently: one of them counts, the others are kept.

A migration is never edited once it was released, and never looks at `schema`, which moves on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from runners.store.migrations.columns import keys

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables of the other sessions; no store has any yet."""
    op.create_table(
        "other_calls",
        *keys("reply"),
        *_columns_of("calls"),
        sa.PrimaryKeyConstraint("reply", name="other_calls_pkey"),
    )
    op.create_index("other_calls_sitting", "other_calls", ["sitting"])
    op.create_table(
        "other_transcripts",
        *_columns_of("transcripts"),
        sa.PrimaryKeyConstraint("trial", "hash", name="other_transcripts_pkey"),
    )


def _columns_of(table: str) -> list[sa.Column[object]]:
    """Columns like those that a table of the store has at this version."""
    there = sa.Table(table, sa.MetaData(), autoload_with=op.get_bind())
    return [sa.Column(one.name, one.type, nullable=one.nullable) for one in there.columns]
