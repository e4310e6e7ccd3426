"""No command uses a store with triggers, or with a view in place of a table."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from runners.store.errors import StoreForeign
from runners.store.store import Store
from tests.runners.store.rooms import start

TRIGGER = "CREATE TRIGGER t AFTER INSERT ON calls BEGIN UPDATE calls SET text = 'yes'; END"
VIEW = "ALTER TABLE transcripts RENAME TO old; CREATE VIEW transcripts AS SELECT * FROM old"


@pytest.mark.parametrize("reading", [True, False])
@pytest.mark.parametrize(
    ("statement", "named"), [(TRIGGER, "the trigger `t`"), (VIEW, "the view `transcripts`")]
)
def test_it_is_refused(statement: str, named: str, reading: bool, tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite"
    with Store.open(str(path)) as store:
        store.record(start())
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statement)
    with pytest.raises(StoreForeign, match=named):
        Store.open(str(path), reading=reading)
