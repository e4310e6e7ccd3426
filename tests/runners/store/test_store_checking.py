"""A store that was changed or lost a part says so, and a whole one says that it is whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from honest import CALLS, fill, trial
from test_codes import PACKET

from runners.store.checks.integrity import Finding, StoreReport, checked
from runners.store.store import Store

WHOLE = StoreReport(studies=1, trials=1, calls=2, transcripts=1, packets=1, codes=3, findings=())

_CHANGED = (
    "another program changed the store: restore an earlier copy; do not trust results that "
    "depend on these"
)
_MISSING = (
    "part of the store is missing: merge the store that has it into this one with `devrun "
    "merge FROM --into STORE`, or restore your last good copy"
)


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with Store.open(store_url) as opened:
        fill(opened)
        yield opened


def findings(store: Store, *statements: str) -> tuple[Finding, ...]:
    """What is found after these changes, which are then taken back."""
    from sqlalchemy import text

    with store._engine.connect() as connection, connection.begin() as changing:
        for statement in statements:
            connection.execute(text(statement))
        found = checked(connection).findings
        changing.rollback()
    return found


def test_a_store_as_devrun_wrote_it_is_whole(store: Store) -> None:
    assert store.checked() == WHOLE


def test_an_empty_store_is_whole(store_url: str) -> None:
    with Store.open(store_url) as store:
        assert store.checked() == StoreReport()


@pytest.mark.both_databases
def test_whatever_was_changed_is_found(store: Store) -> None:
    changes = {
        "UPDATE scripts SET content = 'another'": ("script-hash",),
        """UPDATE participants SET identity = '{"model":"gpt"}'""": ("participant-key",),
        "UPDATE study_trials SET draw = 2": ("trial-key",),
        "UPDATE study_trials SET seed = '7'": ("trial-key",),
        "UPDATE calls SET wording = 'original'": ("call-key",),
        """UPDATE calls SET messages = '[["user","other"]]'""": ("call-key",),
        "UPDATE calls SET text = 'In the basket.'": ("transcript-hash",),
        "UPDATE codes SET body = replace(body, 'mark', 'said')": ("log", "code-key"),
        "UPDATE codes SET sequence = 4 WHERE sequence = 3": ("code-key",),
        "DELETE FROM scripts": ("start-script",),
        "DELETE FROM participants": ("trial-participant", "start-participant"),
        "DELETE FROM studies": ("trial-orphan", "start-orphan", "packet-orphan"),
        "DELETE FROM starts": ("study-start",),
        "DELETE FROM study_trials": ("call-orphan", "attempt-orphan", "transcript-orphan"),
        "DELETE FROM calls": ("transcript-calls",),
        "DELETE FROM transcripts": ("item-words",),
        "DELETE FROM packets": ("item-orphan", "code-orphan"),
        "DELETE FROM codes WHERE sequence < 3": ("log",),
    }
    for change, kinds in changes.items():
        assert (change, tuple(one.kind for one in findings(store, change))) == (change, kinds)
    assert store.checked() == WHOLE


def test_a_finding_is_a_sentence_with_a_few_examples_and_a_remedy(store: Store) -> None:
    assert findings(store, "UPDATE calls SET text = 'In the basket.'") == (
        Finding(
            "transcript-hash",
            1,
            "there is 1 transcript whose replies were changed",
            (trial().key,),
            _CHANGED,
        ),
    )
    assert findings(store, "DELETE FROM study_trials", "DELETE FROM attempts") == (
        Finding(
            "call-orphan",
            2,
            "there are 2 calls without a trial",
            tuple(sorted(one.key for one in CALLS)),
            _MISSING,
        ),
        Finding(
            "transcript-orphan",
            1,
            "there is 1 transcript without a trial",
            (f"{trial().key} {store.transcripts([trial().key])[0].hash}",),
            _MISSING,
        ),
    )
    assert findings(store, "UPDATE codes SET body = replace(body, 'i1', 'i2')")[0] == Finding(
        "log",
        1,
        "there is 1 coding log that was changed after coding",
        (
            f"{PACKET.packet}: Ada, line 1: this line was changed after it was written, or an "
            "earlier one is missing",
        ),
        "collect the coder's own file into an earlier copy of the store: `devrun collect "
        "FILE`; codes of these logs are not counted",
    )


def test_two_truths_of_one_judgement_are_found(store: Store) -> None:
    copy = "INSERT INTO codes SELECT 'x', trial, transcript, rubric, place, coder, coder_kind, "
    rest = "mark, flags, note, packet, item, sequence, codebook_version, tool_version, at, body "
    found = findings(store, f"{copy}{rest}FROM codes WHERE sequence = 2")
    assert [(one.kind, one.count) for one in found] == [("log", 1), ("code-key", 1)]


def test_of_many_faults_of_a_kind_five_are_named_and_all_are_counted(store: Store) -> None:
    columns = "tries, tool_version, at FROM attempts"
    found = findings(
        store,
        *(
            f"INSERT INTO attempts SELECT 'n{number}', call, 'nowhere', participant, experiment, "
            f"place, kind, message, {columns} WHERE attempt LIKE 'a%'"
            for number in range(8)
        ),
    )
    assert [(one.kind, one.count, one.examples) for one in found] == [
        ("attempt-orphan", 8, ("n0", "n1", "n2", "n3", "n4"))
    ]


def test_what_sqlite_finds_wrong_with_its_file_is_all_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store.open(str(path)) as store:
        fill(store)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA writable_schema = 1")
        connection.execute("DELETE FROM sqlite_master WHERE name = 'codes_log'")
    with Store.open(str(path), reading=True) as store:
        (found,) = store.checked().findings
    assert (found.kind, found.message, found.help) == (
        "damaged",
        "the file is damaged: the database reports errors in its pages",
        "restore your last good copy, and check the disk",
    )
    assert found.examples
