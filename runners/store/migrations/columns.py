"""Columns of the tables that migrations make; a kind that is here stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa


def keys(*names: str) -> Iterator[sa.Column[Any]]:
    """Hashes."""
    return (sa.Column(name, sa.String(64), nullable=False) for name in names)


def texts(*names: str) -> Iterator[sa.Column[Any]]:
    """Texts."""
    return (sa.Column(name, sa.Text, nullable=False) for name in names)


def counts(*names: str) -> Iterator[sa.Column[Any]]:
    """Whole numbers."""
    return (sa.Column(name, sa.Integer, nullable=False) for name in names)
