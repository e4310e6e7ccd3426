"""A store that cannot be used says why in a sentence, and nothing in it is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from rooms import call

from runners.store.connect import without_passwords
from runners.store.errors import (
    StoreDamaged,
    StoreForeign,
    StoreFull,
    StoreLocked,
    StoreMissing,
    StoreReadOnly,
    StoreTooNew,
    StoreUnreachable,
    StoreUnusable,
)
from runners.store.store import Store
from runners.store.versions import REVISIONS
from runners.store.writer import Writer
from runners.store.writes import add_calls


def refused(url: str | Path, *, reading: bool = False) -> StoreUnusable:
    with pytest.raises(StoreUnusable) as caught:
        Store.open(str(url), patience=0.05, reading=reading)
    assert caught.value.help
    return caught.value


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A store with one reply in it."""
    path = tmp_path / "store.sqlite"
    with Store.open(str(path)) as store:
        store.submit(add_calls, call()).result()
    return path


def still_there(path: Path) -> bool:
    with Store.open(str(path)) as store:
        return store.calls([call().key]) == {call().key: call()}


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("These are my notes about the marble.\n" * 50, encoding="utf-8")
    error = refused(path)
    assert isinstance(error, StoreForeign)
    assert str(error) == f"{path} is not a devrun store: it is not an SQLite file"
    assert path.read_text(encoding="utf-8").startswith("These are my notes")


def test_somebody_elses_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url)")
    before = path.read_bytes()
    error = refused(path)
    assert isinstance(error, StoreForeign)
    assert str(error) == f"{path} is not a devrun store: it holds tables like bookmarks"
    assert path.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == [path]


def test_a_damaged_store(filled: Path) -> None:
    size = filled.stat().st_size
    with filled.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * (size - 100))
    error = refused(filled)
    assert isinstance(error, StoreDamaged)
    assert str(error) == f"the store {filled} is damaged and cannot be read safely"


def test_a_store_cut_off_in_the_middle(filled: Path) -> None:
    os.truncate(filled, filled.stat().st_size // 3)
    with pytest.raises(StoreDamaged), Store.open(str(filled)) as store:
        store.calls([call().key])


def test_a_store_with_a_column_of_another_name(filled: Path) -> None:
    """A bit in its first page is enough for that, and for nothing else that would be noticed."""
    with closing(sqlite3.connect(filled)) as connection, connection:
        connection.execute("ALTER TABLE calls RENAME COLUMN finish TO finisj")
    with pytest.raises(StoreDamaged), Store.open(str(filled)) as store:
        store.submit(add_calls, call(2)).result()


def test_a_store_of_a_newer_devrun(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0917'")
    for reading in (False, True):
        error = refused(filled, reading=reading)
        assert isinstance(error, StoreTooNew)
        assert str(error) == (
            f"the store {filled} has version 0917; this devrun knows versions up to {REVISIONS[-1]}"
        )


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    error = refused(tmp_path / "nowhere" / "store.sqlite")
    assert isinstance(error, StoreUnreachable)
    assert "there is no folder" in str(error)


def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    assert str(refused(tmp_path)) == f"{tmp_path} is a folder"


def test_a_name_that_no_disk_holds_is_refused(tmp_path: Path) -> None:
    path = tmp_path / ("a" * 300)
    assert str(refused(path)) == f"the store {path} cannot be opened: file name too long"


def test_reading_makes_no_store(tmp_path: Path) -> None:
    path = tmp_path / "none.sqlite"
    assert isinstance(refused(path, reading=True), StoreMissing)
    path.touch()
    error = refused(path, reading=True)
    assert str(error) == f"{path} is not a devrun store: it is empty"
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://host/db", "a store cannot be in mysql, only in SQLite or PostgreSQL"),
        ("sqlite://", "a store in memory would be lost at the end of the run"),
        ("sqlite:///:memory:", "a store in memory would be lost at the end of the run"),
        (":memory:", "a store in memory would be lost at the end of the run"),
        (
            "sqlite:///file::memory:?uri=true",
            "a store in memory would be lost at the end of the run",
        ),
        (
            "sqlite:///file:x?mode=memory&uri=true",
            "a store in memory would be lost at the end of the run",
        ),
        ("sqlite+aiosqlite:///x", "a store cannot be opened with the driver aiosqlite"),
        ("postgresql+psycopg2://h/d", "a store cannot be opened with the driver psycopg2"),
        ("postgresql://me:pa ss@host:port/db", "the store's URL is not valid"),
    ],
)
def test_a_url_that_names_no_store(url: str, sentence: str) -> None:
    assert str(refused(url)) == sentence


@pytest.mark.parametrize("option", ["ssl=secret", "connect_timeout=secret"])
def test_an_option_of_a_url_that_cannot_be(option: str) -> None:
    error = refused(f"postgresql://127.0.0.1:1/db?{option}")
    assert isinstance(error, StoreForeign)
    assert "postgresql://127.0.0.1:1/db has an option that PostgreSQL does not" in str(error)
    assert "secret" not in f"{error} {error.help}"


def test_a_password_is_never_said() -> None:
    error = refused("postgresql+psycopg://me:secret@127.0.0.1:1/db?password=secret")
    assert isinstance(error, StoreUnreachable)
    assert "secret" not in f"{error} {error.help}"
    assert "postgresql+psycopg://me:***@127.0.0.1:1/db" in str(error)


def test_stars_stand_only_where_a_password_stood() -> None:
    assert without_passwords("postgresql://ada:@/lab") == "postgresql://ada:@/lab"
    hidden = without_passwords("postgresql://ada:@/lab?password=secret")
    assert hidden == "postgresql://ada:@/lab?password=PASSWORD"
    assert "//me:@127.0.0.1:1/db" in str(refused("postgresql+psycopg://me:@127.0.0.1:1/db"))


def test_a_locked_store_is_waited_for_and_then_named(filled: Path) -> None:
    with (
        Store.open(str(filled), patience=0.05) as store,
        closing(sqlite3.connect(filled, isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreLocked) as caught:
            store.submit(add_calls, call(2)).result()
        assert str(caught.value) == (
            f"the store {filled} is locked: another process is writing to it"
        )
        assert store.lookup([call().key])  # reading goes on
        other.execute("ROLLBACK")
        with pytest.raises(StoreLocked):
            store.submit(add_calls, call(3)).result()  # a run cannot go on unrecorded
    assert still_there(filled)


def test_an_option_that_is_no_number_is_named_as_one(tmp_path: Path) -> None:
    error = refused(f"sqlite:///{tmp_path}/new.sqlite?timeout=abc")
    assert str(error).endswith("new.sqlite has an option that SQLite does not take")


def test_a_reply_waits_for_as_long_as_a_large_transaction_of_another_process(filled: Path) -> None:
    with (
        Store.open(str(filled), patience=0.05) as store,
        closing(sqlite3.connect(filled, isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        waiting = store.submit(add_calls, call(2))
        with pytest.raises(TimeoutError):
            waiting.result(0.2)
        other.execute("ROLLBACK")
        waiting.result()
        assert store.lookup([call(2).key])


def test_a_store_that_is_closed_waits_no_longer_for_a_lock(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[bool] = []
    committed = Writer._committed

    def watched(writer: Writer, batch: Any) -> Any:
        tried.append(writer._closed)
        return committed(writer, batch)

    monkeypatch.setattr(Writer, "_committed", watched)
    with closing(sqlite3.connect(filled, isolation_level=None)) as other:
        store = Store.open(str(filled), patience=0.2)
        other.execute("BEGIN IMMEDIATE")
        waiting = store.submit(add_calls, call(2))
        store.close()
        other.execute("ROLLBACK")
    assert isinstance(waiting.exception(), StoreLocked)
    assert tried.count(True) <= 1


def test_who_interrupts_does_not_wait_for_a_lock(filled: Path) -> None:
    """A second Ctrl-C ends a run at once, as is said at the first one."""
    with closing(sqlite3.connect(filled, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with suppress(KeyboardInterrupt), Store.open(str(filled), patience=10) as store:
            waiting = store.submit(add_calls, call(2))
            raise KeyboardInterrupt
        assert not waiting.done()
        other.execute("ROLLBACK")
    waiting.exception()  # the writer ends here, and elsewhere with its process


def test_a_full_disk_refuses_and_loses_nothing(filled: Path) -> None:
    from sqlalchemy import event

    with Store.open(str(filled)) as store:

        @event.listens_for(store._engine, "checkout")
        def _small(connection: sqlite3.Connection, *_: object) -> None:
            connection.execute("PRAGMA max_page_count = 1")  # SQLite takes the pages in use

        waiting = [
            store.submit(add_calls, call(number, text="x" * 4000)) for number in range(2, 40)
        ]
        errors = [each.exception() for each in waiting]
        assert isinstance(errors[-1], StoreFull)
        assert str(errors[-1]) == f"the store {filled} cannot grow: the disk is full"
        kept = [number for number, error in enumerate(errors, start=2) if error is None]
    assert still_there(filled)
    with Store.open(str(filled)) as store:
        found = store.lookup([call(number).key for number in range(2, 40)])
        assert set(found) == {call(number).key for number in kept}


_QUOTA = """
import resource, signal, sys
sys.path.insert(0, sys.argv[2])
from rooms import call
from runners.store.errors import StoreUnusable
from runners.store.store import Store
from runners.store.versions import REVISIONS
from runners.store.writes import add_calls
with Store.open(sys.argv[1]) as store:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
    kept = 0
    try:
        for number in range(2, 2000):
            store.submit(add_calls, call(number, text="x" * 4000)).result()
            kept += 1
    except StoreUnusable as error:
        print(type(error).__name__, kept)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limits on file sizes")
def test_a_quota_on_files_is_a_full_disk(filled: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _QUOTA, str(filled), str(Path(__file__).parent)],
        capture_output=True,
        text=True,
        check=True,
    )
    name, kept = done.stdout.split()
    assert name == "StoreFull"
    assert still_there(filled)
    with Store.open(str(filled)) as store:
        assert len(store.lookup([call(number).key for number in range(2, 2000)])) == int(kept)


@pytest.fixture
def open_to_all(filled: Path) -> Iterator[Path]:
    """A copy of the store in a folder that every user may enter."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    copy = folder / "store.sqlite"
    shutil.copy(filled, copy)
    copy.chmod(0o444)
    yield copy
    folder.chmod(0o755)
    shutil.rmtree(folder)


_UNPRIVILEGED = """
import os, sys, tempfile
path, tests, *modes = sys.argv[1:]
sys.path.insert(0, tests)
from rooms import call
from runners.store.errors import StoreUnusable
from runners.store.store import Store
from runners.store.versions import REVISIONS
from runners.store.writes import add_calls
if os.geteuid() == 0:
    # Whoever that is may not read the interpreter's files: import everything before.
    with tempfile.TemporaryDirectory() as folder, Store.open(folder + "/warm.sqlite") as store:
        store.submit(add_calls, call()).result()
        store.submit(add_calls, call()).result()
        store.calls([call().key])
    os.setuid(65534)
for mode in modes:
    try:
        with Store.open(path, patience=0.1, reading=mode == "reading") as store:
            if mode == "reading":
                print(len(store.calls([call().key])))
            else:
                store.submit(add_calls, call(2)).result()
    except StoreUnusable as error:
        print(type(error).__name__, error)
"""


def as_somebody(path: Path, *modes: str) -> list[str]:
    """What a user without rights to the folder gets to see, a line for each."""
    done = subprocess.run(
        [sys.executable, "-c", _UNPRIVILEGED, str(path), str(Path(__file__).parent), *modes],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
@pytest.mark.parametrize("rights", [0o755, 0o555])
def test_a_read_only_store_can_be_read_and_not_written(open_to_all: Path, rights: int) -> None:
    open_to_all.parent.chmod(rights)
    assert as_somebody(open_to_all, "reading", "writing") == [
        "1",
        f"{StoreReadOnly.__name__} the store {open_to_all} cannot be written: the file or "
        "its folder is read-only",
    ]
    assert still_there(open_to_all)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_a_store_that_may_not_be_read(open_to_all: Path) -> None:
    """Nor can its scores, as is said of one that is only not written."""
    open_to_all.chmod(0)
    said = f"the store {open_to_all} cannot be read: its permissions do not allow it"
    assert as_somebody(open_to_all, "reading", "writing") == [f"StoreUnreachable {said}"] * 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_what_lies_in_a_log_on_a_read_only_disk_is_not_passed_over(
    open_to_all: Path, filled: Path
) -> None:
    """Copied while a run went on: the newest replies are in the log, and not in the file."""
    with Store.open(str(filled)) as store:
        store.submit(add_calls, call(2)).result()
        shutil.copy(f"{filled}-wal", f"{open_to_all}-wal")
    open_to_all.parent.chmod(0o555)
    assert as_somebody(open_to_all, "reading") == [
        f"{StoreReadOnly.__name__} the store {open_to_all} cannot be read here: its "
        "folder is read-only, and part of the store is still in store.sqlite-wal"
    ]


def test_a_store_without_one_of_its_tables_is_damaged(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute("DROP TABLE starts")
    with Store.open(str(filled), reading=True) as store, pytest.raises(StoreDamaged):
        store.participants_of("study-1")
