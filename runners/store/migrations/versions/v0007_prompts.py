"""What was sent in a finished trial and what was asked where, as two hashes beside its transcript.

A migration is never edited once it was released, and never looks at `schema`, which moves on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns. They stay empty for older trials, for which reading works them out."""
    for table in ("transcripts", "other_transcripts"):
        for name in ("prompt", "design"):
            op.add_column(table, sa.Column(name, sa.String(64), nullable=True))
