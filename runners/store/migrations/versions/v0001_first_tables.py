"""The first tables, from which migrations set out.

Only stores that exist are migrated, so these tables are there; tests/runners/store/first_tables.sql
shows them. New stores are made from `schema`.

A migration is never edited once it was released, and never looks at `schema`, which moves on.
"""

from __future__ import annotations

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Nothing: a store of this version has its tables."""
