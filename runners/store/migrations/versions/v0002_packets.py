"""What was handed to coders, and what stands behind every item of it.

A migration is never edited once it was released, and never looks at `schema`, which moves on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def _key(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(64), nullable=False)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def upgrade() -> None:
    """Make the tables of packets and of their items."""
    op.create_table(
        "packets",
        _key("packet"),
        _key("study"),
        _key("batch"),
        _text("coder"),
        _text("coder_kind"),
        _text("view"),
        _text("codebook_version"),
        _text("settings"),
        _text("header"),
        _text("tool_version"),
        _text("at"),
        sa.PrimaryKeyConstraint("packet", name="packets_pkey"),
    )
    op.create_index("packets_study", "packets", ["study"])
    op.create_table(
        "packet_items",
        _key("packet"),
        _key("item"),
        sa.Column("position", sa.Integer, nullable=False),
        _text("phase"),
        _key("content"),
        _text("twin"),
        _text("behind"),
        _text("masked"),
        sa.PrimaryKeyConstraint("packet", "item", name="packet_items_pkey"),
    )
    op.create_index("codes_packet", "codes", ["packet"])
