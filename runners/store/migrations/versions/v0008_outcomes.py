"""What a reply was read as where later words depend on it, and the version of that reading.

A migration is never edited once it was released, and never looks at `schema`, which moves on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the columns. They are empty for older calls, on which nothing depended."""
    for table in ("calls", "other_calls"):
        for name in ("outcome", "reader"):
            op.add_column(
                table, sa.Column(name, sa.Text, nullable=False, server_default=sa.text("''"))
            )
