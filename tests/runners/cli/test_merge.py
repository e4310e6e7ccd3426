"""`devrun merge`: several stores become one, and what contradicts is named and left alone."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing

from cup_script import run

from tests.shell import Shell


def test_runs_of_two_machines_become_one_study(shell: Shell) -> None:
    run(shell, "--runs", "2", "--store", "a.sqlite")
    run(shell, "--runs", "4", "--store", "b.sqlite")
    told = shell.run("merge", "a.sqlite", "b.sqlite", "--into", "lab.sqlite").stdout
    assert told == (
        "a.sqlite: 1 study, 2 trials, 2 calls and 2 transcripts new in lab.sqlite\n"
        "b.sqlite: 2 trials, 2 calls and 2 transcripts new in lab.sqlite\n"
    )
    again = shell.json("merge", "b.sqlite", "--into", "lab.sqlite")
    nothing = dict.fromkeys(("studies", "trials", "calls", "transcripts", "packets", "codes"), 0)
    assert again == {
        "into": "lab.sqlite",
        "sources": [{"store": "b.sqlite", "taken": True, "new": nothing, "contradictions": []}],
    }
    (study,) = shell.json("studies", "--store", "lab.sqlite")
    assert (study["trials"], study["finished"]) == (4, 4)
    assert shell.json("score", "--store", "lab.sqlite") == shell.json(
        "score", "--store", "b.sqlite"
    )
    assert shell.run("store", "check", "--store", "lab.sqlite").returncode == 0


def test_a_question_answered_in_two_ways_is_named_and_nothing_of_that_store_is_taken(
    shell: Shell,
) -> None:
    run(shell, "--runs", "1", "--store", "a.sqlite")
    shutil.copy(shell.folder / "a.sqlite", shell.folder / "b.sqlite")
    with closing(sqlite3.connect(shell.folder / "b.sqlite")) as connection, connection:
        connection.execute(
            "UPDATE calls SET text = 'I do not know.' WHERE call = (SELECT min(call) FROM calls)"
        )
    run(shell, "--runs", "2", "--store", "b.sqlite")
    before = shell.json("studies", "--store", "a.sqlite")
    done = shell.run("merge", "b.sqlite", "--into", "a.sqlite", code=5)
    first, second, third = done.stderr.splitlines()
    assert done.stdout == ""
    assert first == "devrun: b.sqlite contradicts a.sqlite; nothing of it was taken"
    assert second.endswith(
        ": b.sqlite has another reply of sim/oracle to the same words than a.sqlite"
    )
    assert third == "help: keep it as a store of its own: `devrun score --store b.sqlite`"
    assert shell.json("studies", "--store", "a.sqlite") == before
    (source,) = shell.json("merge", "b.sqlite", "--into", "a.sqlite", code=5)["sources"]
    assert (source["taken"], source["new"], len(source["contradictions"])) == (False, None, 1)


def test_packets_and_their_codes_come_with_their_study(shell: Shell) -> None:
    run(shell, "--runs", "1", "--store", "a.sqlite")
    shell.run("packets", "--coder", "Ada", "--store", "a.sqlite")
    shell.run("merge", "a.sqlite", "--into", "lab.sqlite")
    found = shell.json("store", "check", "--store", "lab.sqlite")
    assert (found["whole"], found["packets"]) == (True, 1)


def test_what_cannot_be_merged_is_said_before_a_store_is_made(shell: Shell) -> None:
    run(shell, "--runs", "1", "--store", "a.sqlite")
    for words, code, sentence, remedy in (
        (
            ("merge",),
            2,
            "no store is named",
            "name the stores to take from: `devrun merge other.sqlite --into devrun.sqlite`",
        ),
        (
            ("merge", "a.sqlite", "none.sqlite"),
            5,
            "there is no store none.sqlite",
            "run a script first, or name the store with --store",
        ),
        (
            ("merge", "a.sqlite", "--into", "./a.sqlite"),
            2,
            "a.sqlite cannot be merged into itself",
            "name another store with --into",
        ),
    ):
        assert shell.run(*words, code=code).stderr == f"devrun: {sentence}\nhelp: {remedy}\n"
    assert not (shell.folder / "devrun.sqlite").exists()
