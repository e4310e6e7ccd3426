"""The pictures that scripts show, and which start showed which under what name.

A migration is never edited once it was released, and never looks at `schema`, which moves on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from runners.store.migrations.columns import keys, texts

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables of pictures."""
    op.create_table(
        "pictures",
        *keys("picture"),
        *texts("media_type"),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("picture", name="pictures_pkey"),
    )
    op.create_table(
        "start_pictures",
        *keys("start"),
        *texts("main", "file"),
        *keys("picture"),
        sa.PrimaryKeyConstraint("start", "main", "file", name="start_pictures_pkey"),
    )
