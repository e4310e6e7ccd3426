"""What was handed to coders, and what stands behind every item of it.

A migration is never edited once it was released, and never looks at `schema`, which moves on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from runners.store.migrations.columns import counts, keys, texts

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables of packets and of their items."""
    op.create_table(
        "packets",
        *keys("packet", "study", "batch"),
        *texts("coder", "coder_kind", "view", "codebook_version"),
        *texts("settings", "header", "tool_version", "at"),
        sa.PrimaryKeyConstraint("packet", name="packets_pkey"),
    )
    op.create_index("packets_study", "packets", ["study"])
    op.create_table(
        "packet_items",
        *keys("packet", "item"),
        *counts("position"),
        *texts("phase"),
        *keys("content"),
        *texts("twin", "behind", "masked"),
        sa.PrimaryKeyConstraint("packet", "item", name="packet_items_pkey"),
    )
    op.create_index("codes_packet", "codes", ["packet"])
