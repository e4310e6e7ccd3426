"""`devrun store check` and `devrun store upgrade`: what a person gets to see."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from runners.store.versions import REVISIONS
from tests.runners.cli.cup_script import run
from tests.shell import Shell


@pytest.fixture
def store(shell: Shell) -> Path:
    run(shell, "--runs", "8")
    return shell.folder / "devrun.sqlite"


def test_a_whole_store_and_one_with_faults(shell: Shell, store: Path) -> None:
    holds = "1 study, 8 trials, 8 calls, 8 transcripts, 0 packets and 0 lines of coding logs"
    assert shell.run("store", "check").stdout == f"devrun.sqlite is intact: {holds}\n"
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("DELETE FROM scripts")
        connection.execute("UPDATE calls SET place = place || '?'")
    done = shell.run("store", "check", code=5)
    lines = done.stdout.splitlines()
    assert [line for line in lines if not line.startswith("    ")] == [
        "there are 8 calls whose key does not match its participant, trial and text",
        "  help: another program changed the store: restore an earlier copy; do not trust "
        "results that depend on these",
        "there is 1 start with a missing script",
        "  help: part of the store is missing: merge the store that has it into this one "
        "with `devrun merge FROM --into STORE`, or restore your last good copy",
    ]
    assert lines[6] == "    and 3 more"
    assert (
        done.stderr
        == """devrun.sqlite has 2 kinds of faults (nothing was changed)
"""
    )
    found = shell.json("store", "check", code=5)
    assert [(one["kind"], one["count"]) for one in found.pop("findings")] == [
        ("call-key", 8),
        ("start-script", 1),
    ]
    assert found == {
        "store": "devrun.sqlite",
        "whole": False,
        "studies": 1,
        "trials": 8,
        "calls": 8,
        "transcripts": 8,
        "packets": 0,
        "codes": 0,
        "others": 0,
        "preregistrations": 0,
    }


def test_a_file_that_was_cut_off(shell: Shell, store: Path) -> None:
    os.truncate(store, store.stat().st_size // 3)
    assert shell.run("store", "check", code=5).stderr.startswith(
        "devrun: the store devrun.sqlite is damaged and cannot be read safely\nhelp: "
    )


def older(store: Path) -> None:
    """Takes the store back to version 0002, as a devrun of that time left it."""
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.executescript(
            "DROP TABLE preregistrations; DROP TABLE other_calls; DROP TABLE other_transcripts;"
            "DROP TABLE pictures; DROP TABLE start_pictures;"
            "ALTER TABLE transcripts DROP COLUMN prompt;"
            "ALTER TABLE transcripts DROP COLUMN design;"
            "DROP TABLE batches; DROP TABLE batch_calls;"
            "ALTER TABLE calls DROP COLUMN batch;"
            "ALTER TABLE calls DROP COLUMN outcome; ALTER TABLE calls DROP COLUMN reader;"
            "DROP TABLE folds; DROP INDEX codes_log; DROP INDEX calls_finish;"
            "CREATE INDEX codes_packet ON codes (packet);"
            "UPDATE alembic_version SET version_num = '0002'"
        )


def test_an_older_store_says_what_to_write_and_that_brings_it_up_to_date_with_a_copy(
    shell: Shell, store: Path
) -> None:
    studies = shell.run("studies").stdout
    older(store)
    for words in (("score",), ("merge", "devrun.sqlite")):
        assert shell.run(*words, code=5).stderr == (
            """devrun: the store devrun.sqlite has the older version 0002 and is not \
upgraded by a command that only reads
help: write `devrun store upgrade --store devrun.sqlite`; the store is copied first
"""
        )
    shutil.copyfile(store, shell.folder / "our lab.sqlite")
    told = shell.run("score", "--store", "our lab.sqlite", code=5).stderr
    assert "`devrun store upgrade --store 'our lab.sqlite'`" in told
    copy = "devrun.sqlite.before-migration-from-0002"
    now = REVISIONS[-1]
    assert shell.run("store", "upgrade").stdout == (
        f"devrun.sqlite: upgraded from version 0002 to {now}; a copy of the old store is in "
        f"{copy}\n"
    )
    assert shell.run("studies").stdout == studies
    assert shell.run("store", "upgrade").stdout == (
        f"devrun.sqlite is up to date: version {REVISIONS[-1]}\n"
    )
    shutil.copy(shell.folder / copy, store)
    assert shell.json("store", "upgrade") == {
        "store": "devrun.sqlite", "version": REVISIONS[-1], "was": "0002", "copy": f"{copy}-2"
    }  # fmt: skip


def test_there_is_no_store_to_bring_up_to_date(shell: Shell) -> None:
    assert shell.run("store", "upgrade", code=5).stderr == (
        "devrun: there is no store devrun.sqlite\n"
        "help: run a script first, or name the store with --store\n"
    )
    assert not (shell.folder / "devrun.sqlite").exists()


def test_a_word_that_store_does_not_know(shell: Shell) -> None:
    assert shell.run("store", "chek", code=2).stderr == (
        "devrun: `devrun store` does not know `chek`\nhelp: did you mean `devrun store check`?\n"
    )
    assert "Commands:" in shell.run("store").stdout
