"""Whether an SQLite store is still the file that was opened, and what it held if it is not.

A file that is deleted or moved while a process has it open goes on taking what is written, and is
gone for good when the process ends; SQLite does not notice. So the file's identity is compared
after every commit. One connection is kept open for as long as something is written: through it
everything can still be read, and saved to a new file. To keep the new replies alone in memory was
the alternative; they would lack all that they refer to.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from runners.store.errors import StoreGone

if TYPE_CHECKING:
    from sqlalchemy import Engine

_MOST = 1000  # files that are saved next to each other


class StoreFileState:
    """The file of one store and its log, as they were when it was opened to write."""

    def __init__(self, engine: Engine, path: Path, where: str) -> None:
        self._path, self._where = path.absolute(), where
        self._kept = engine.raw_connection()
        """Open until the end, so that the file can be read when its name is gone."""
        connection = self._kept.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        self._connection: sqlite3.Connection = connection
        # The log is opened with the first statement that reads.
        self._connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
        self._file, self._log = _identity(self._path), _identity(self._log_path)

    @classmethod
    def of(cls, engine: Engine, where: str) -> StoreFileState | None:
        """That of a database; None for a server's, and where nothing tells files apart."""
        name = engine.url.database
        if engine.dialect.name != "sqlite" or not name or "uri" in engine.url.query:
            return None
        made = cls(engine, Path(name), where)
        if made._file is None:
            # Some file systems number no files.
            made.close()
            return None
        return made

    @property
    def _log_path(self) -> Path:
        return self._path.with_name(self._path.name + "-wal")

    def see(self) -> None:
        """Raises StoreGone where the file or its log is another one, or gone; saves it before."""
        happened = self._happened()
        if not happened:
            return
        try:
            saved = self._save()
        except (OSError, sqlite3.Error) as error:
            raise StoreGone(
                f"{happened}; its content could not be saved: {error}",
                "restore a copy of the file; replies received since then must be asked for again",
            ) from error
        raise StoreGone(
            f"{happened}; the run was stopped, and the whole content is saved in {saved}",
            f"to continue, move {saved} to {self._where} and give the same command again",
        )

    def _happened(self) -> str:
        """What became of the file, as a sentence; empty where nothing changed."""
        now = _identity(self._path)
        if now is None and not self._path.exists():
            return f"the store {self._where} was deleted or moved while it was in use"
        if now != self._file:
            return f"the store {self._where} was replaced by another file while it was in use"
        if self._log is not None and _identity(self._log_path) != self._log:
            return (
                f"{self._log_path.name}, a part of the store {self._where}, was deleted while the "
                "store was in use"
            )
        return ""

    def _save(self) -> Path:
        """Writes everything to a file that is not there yet: beside the store, or where else there
        is a folder with room for it.
        """
        problem: OSError | sqlite3.Error | None = None
        for folder in (self._path.parent, Path.home(), Path(tempfile.gettempdir())):
            try:
                place = _new_file(folder, self._path.name)
            except OSError as error:
                problem = problem or error
                continue
            try:
                with closing(sqlite3.connect(place)) as target:
                    self._connection.backup(target)
            except sqlite3.Error as error:
                # Half of it would be taken for the whole; another disk may have more room.
                place.unlink(missing_ok=True)
                problem = problem or error
                continue
            return place
        assert problem is not None
        raise problem

    def close(self) -> None:
        """Lets go of the file."""
        self._kept.close()


def _new_file(folder: Path, name: str) -> Path:
    """An empty file of ours in a folder. Raises OSError."""
    for number in range(1, _MOST):
        place = folder / (f"{name}.saved" if number == 1 else f"{name}.saved-{number}")
        try:
            os.close(os.open(place, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            continue
        return place
    raise FileExistsError(f"{folder} already has {_MOST} saved stores")


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from every other; None where it is not there, or the disk numbers none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found.st_ino else None
