"""`devrun merge`: several stores become one, and what contradicts is named and left alone."""

from __future__ import annotations

import shutil

from dsl.words import counted
from runners.participants.double import Double
from tests.runners.cli.cup_script import TEXT, run
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
    kinds = (
        "studies",
        "trials",
        "calls",
        "transcripts",
        "packets",
        "codes",
        "others",
        "preregistrations",
    )
    nothing = dict.fromkeys(kinds, 0)
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


def test_of_a_trial_that_two_people_told_one_session_counts_and_the_other_is_kept(
    shell: Shell,
) -> None:
    said = ["In the cup.", "Under the table."]
    (shell.folder / "cup.dev").write_text(TEXT, encoding="utf-8")
    with Double(then=lambda request: said[0]) as double:
        for store in ("a.sqlite", "b.sqlite"):
            words = ("cup.dev", "-m", "openai/x", "--runs", "1", "--store", store)
            shell.run(*words, more=double.environment)
            said.reverse()
    before = shell.json("score", "--store", "a.sqlite")
    shutil.copyfile(shell.folder / "a.sqlite", shell.folder / "our lab.sqlite")
    assert shell.run("merge", "b.sqlite", "--into", "our lab.sqlite").stdout.endswith(
        "list them with `devrun store others --store 'our lab.sqlite'`\n"
    )
    merged = shell.run("merge", "b.sqlite", "--into", "a.sqlite").stdout
    trials = len(before["trials"])
    assert merged.startswith(
        "b.sqlite: nothing new in a.sqlite\n"
        f"{counted(trials, 'trial')} {'was' if trials == 1 else 'were'} run in both stores: the "
        "session of a.sqlite counts, and that of b.sqlite is superseded\n"
    )
    assert merged.endswith("list them with `devrun store others --store a.sqlite`\n")
    assert shell.json("score", "--store", "a.sqlite") == before
    others = shell.json("store", "others", "--store", "a.sqlite")
    assert len(others) == trials
    assert {
        (one["model"], one["finished"], turn["text"], turn["counts"])
        for one in others
        for turn in one["turns"]
    } == {("openai/x", True, "Under the table.", "In the cup.")}
    listed = shell.run("store", "others", "--words", "--store", "a.sqlite").stdout
    assert listed.count("superseded: Under the table.\n        counts:     In the cup.") == trials
    (again,) = shell.json("merge", "b.sqlite", "--into", "a.sqlite")["sources"]
    assert set(again["new"].values()) == {0}
    found = shell.json("store", "check", "--store", "a.sqlite")
    assert (found["whole"], found["others"]) == (True, trials)
    assert shell.run("store", "others", "--store", "b.sqlite").stderr == (
        "b.sqlite has no superseded sessions\n"
    )


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
            "name the stores to merge: `devrun merge other.sqlite --into devrun.sqlite`",
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
