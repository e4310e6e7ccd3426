"""What came of each coding log, and a short way to replies that did not end by themselves.

A migration is never edited once it was released, and never looks at `schema`, which moves on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from runners.store.migrations.columns import counts, keys, texts

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table of folded logs, and the indexes that read a long log or a large study."""
    op.create_table(
        "folds",
        *keys("packet"),
        *counts("sequence"),
        *keys("code"),
        *counts("scheme"),
        *texts("body"),
        sa.PrimaryKeyConstraint("packet", name="folds_pkey"),
    )
    op.drop_index("codes_packet", "codes")
    op.create_index("codes_log", "codes", ["packet", "sequence", "code"])
    op.create_index("calls_finish", "calls", ["finish", "sitting"])
