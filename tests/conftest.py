"""What every test may ask for."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.shell import ROOT, VENDORS, Shell

# Whoever runs the tests may keep keys of their own in the computer's keyring.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"

# A job in the background of a shell ignores Ctrl-C and hands that on to what it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

if TYPE_CHECKING:
    from tests.postgres import Postgres


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    folder = tmp_path / "desk"
    folder.mkdir()
    kept = {k: v for k, v in os.environ.items() if not k.startswith(VENDORS)}
    return Shell(folder, {**kept, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}, plain=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all tests of this process."""
    from tests.postgres import served

    with served() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a store that does not exist yet: the test runs on both databases."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'store.sqlite'}"
        return
    with request.getfixturevalue("postgres").database() as url:
        yield url
