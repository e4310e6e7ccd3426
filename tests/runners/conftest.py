"""Tests of these folders look at what commands print and keep: they call them (tests/here.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.here import Here, here


@pytest.fixture
def shell(tmp_path: Path) -> Here:
    return here(tmp_path / "desk")
