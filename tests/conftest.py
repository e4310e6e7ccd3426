"""What every test may ask for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.shell import ROOT, Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    folder = tmp_path / "desk"
    folder.mkdir()
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("DEVRUN_", "OPENAI_"))}
    return Shell(folder, {**kept, "PYTHONPATH": str(ROOT), "COLUMNS": "100"})
