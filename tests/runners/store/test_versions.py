"""Stores of every age have the tables of today, or say why not."""

from __future__ import annotations

import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from rooms import call

from runners.store.connect import connect, parse, writing
from runners.store.store import Store
from runners.store.versions import MIGRATIONS, REVISIONS, migrate
from runners.store.writes import add_calls

FIRST_TABLES = Path(__file__).parent / "first_tables.sql"
NOW = REVISIONS[-1]
NEXT = f"{int(NOW) + 1:04}"
_NEXT = f'''"""A column more."""

import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{NOW}"


def upgrade() -> None:
    op.add_column("studies", sa.Column("title", sa.Text))
'''


def tables(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every table and index as SQLite knows it, whatever the wording of its statement."""
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute("SELECT type, name, tbl_name FROM sqlite_master ORDER BY 1, 2")
        found: dict[str, list[tuple[object, ...]]] = {}
        for kind, name, of in names.fetchall():
            pragma = "table_info" if kind == "table" else "index_info"
            found[f"{kind} {name} {of}"] = connection.execute(f"PRAGMA {pragma}({name})").fetchall()
        return found


def from_the_first_version(store_url: str) -> None:
    """A store with the first tables, migrated to those of today."""
    url, where = parse(store_url)
    engine = connect(url, where, patience=1, reading=False)
    first = FIRST_TABLES.read_text(encoding="utf-8")
    stamp = """
        CREATE TABLE alembic_version (
            version_num VARCHAR(32) NOT NULL,
            CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
        );
        INSERT INTO alembic_version VALUES ('0001')
    """
    try:
        with writing(engine) as connection:
            for statement in f"{first}{stamp}".split(";"):
                connection.exec_driver_sql(statement)
        migrate(engine, where, "0001")
    finally:
        engine.dispose()


def test_migrating_the_first_tables_gives_the_tables_of_a_new_store(tmp_path: Path) -> None:
    Store.open(str(tmp_path / "new.sqlite")).close()
    from_the_first_version(str(tmp_path / "migrated.sqlite"))
    assert tables(tmp_path / "migrated.sqlite") == tables(tmp_path / "new.sqlite")


@pytest.mark.both_databases
def test_alembic_sees_no_difference_to_the_schema(store_url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext
    from sqlalchemy import create_engine

    from runners.store.schema import metadata

    from_the_first_version(store_url)
    engine = create_engine(store_url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_every_revision_is_known_in_order() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    walked = [each.revision for each in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(walked)) == REVISIONS


def test_an_older_store_is_copied_and_then_migrated(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store.open(str(path)) as store:
        store.submit(add_calls, call()).result()
    folder = tmp_path / "100% migrations"
    shutil.copytree(MIGRATIONS, folder)
    (folder / "versions" / f"v{NEXT}_next.py").write_text(_NEXT, encoding="utf-8")
    url, where = parse(str(path))
    engine = connect(url, where, patience=1, reading=False)
    copy = migrate(engine, where, NOW, folder)
    engine.dispose()
    assert copy == tmp_path / f"store.sqlite.before-migration-from-{NOW}"
    assert [column[1] for column in tables(path)["table studies studies"]][-1] == "title"
    with Store.open(str(copy)) as before:
        assert before.calls([call().key]) == {call().key: call()}


@pytest.mark.both_databases
def test_a_new_store_is_made_once_by_many_at_a_time(store_url: str) -> None:
    def visit(number: int) -> int:
        with Store.open(store_url) as store:
            store.submit(add_calls, call(number)).result()
        return number

    with ThreadPoolExecutor(12) as pool:
        assert sorted(pool.map(visit, range(12))) == list(range(12))
    with Store.open(store_url) as store:
        assert len(store.lookup([call(number).key for number in range(12)])) == 12
