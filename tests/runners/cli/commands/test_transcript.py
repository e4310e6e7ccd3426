"""`devrun transcript` from the shell: the page, the filters, the document, and hostile words."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

from runners.participants.double import Double
from tests.runners.analysis.scoring_rooms import coded, honest, study
from tests.shell import Shell

SCRIPT = """\
experiment The mug

things
    mug: scarf, torch

places
    shelf: drawer, trunk
    table: bench, stool

design
    runs 2
    wording original

procedure
    instructions: You hear a story.
    say: The {mug} stands on the {shelf}. {Otto} moves it.
    test place
        ask: Where is the {mug} now?
        answer: {table}
        wrong: {shelf}

people
    Otto (he): Karim
"""
PAGE = """\
== The mug / original / draw 1 / openai/any ==
LRS 5: scored; 100% correct, ignoring controls
words: original
trial KEY
system  You hear a story.
prompt  The mug stands on the shelf. Otto moves it.

        Where is the mug now?
reply   It is on the table.
          test place; right: `table`
          matcher: right (it says table)
"""


def mug(shell: Shell, *replies: str) -> None:
    """Runs the script with a participant that says these in turn."""
    (shell.folder / "mug.dev").write_text(SCRIPT, encoding="utf-8")
    with Double(*replies) as double:
        shell.run("mug.dev", "-m", "openai/any", "--concurrency", "1", more=double.environment)


def test_what_was_thought_is_shown_on_request_and_is_no_part_of_the_reply(shell: Shell) -> None:
    mug(shell, "<think>The shelf? No, the table.</think>It is on the table.")
    page = shell.run("transcript", "--draw", "1").stdout
    assert without_keys(page).startswith(PAGE)
    page = shell.run("transcript", "--draw", "1", "--thoughts").stdout
    thought = "          thought before the reply, coded by nobody: The shelf? No, the table.\n"
    assert thought + "reply   It is on the table." in page
    told = json.loads(shell.run("transcript", "--thoughts", "--json").stdout)
    said = [one for one in told["trials"][0]["conversation"] if one["speaker"] == "reply"]
    assert said[0]["thoughts"] == "The shelf? No, the table."


def without_keys(page: str) -> str:
    return re.sub(r"^trial [0-9a-f]{12}$", "trial KEY", page, flags=re.MULTILINE)


def keys(shell: Shell, *arguments: str) -> list[str]:
    return [line[:12] for line in shell.run("transcript", "--list", *arguments).stdout.splitlines()]


def test_the_page_has_every_word_and_the_mark_next_to_the_reply(shell: Shell) -> None:
    mug(shell, "It is on the table.", "On the shelf.")
    page = without_keys(shell.run("transcript", "--draw", "1").stdout)
    assert page == PAGE


def test_trials_are_found_by_words_marks_scores_and_keys(shell: Shell) -> None:
    mug(shell, "It is on the TABLE.", "On the shelf.")
    both = keys(shell)
    assert len(both) == 2
    assert keys(shell, "--contains", "the table") == both[:1]
    assert keys(shell, "--contains", "stands on", "--anywhere") == both
    assert keys(shell, "--marked", "wrong") == both[1:]
    assert keys(shell, "--lrs", "5") == both[:1]
    assert keys(shell, "--trial", both[1]) == both[1:]
    assert keys(shell, "--wording", "original", "--limit", "1") == both[:1]
    none = shell.run("transcript", "--contains", "stands on", code=1)
    assert "devrun: no finished trial of study" in none.stderr


def test_what_a_terminal_would_obey_is_shown_and_does_nothing(shell: Shell) -> None:
    hostile = "\x1b[2J\x1b]52;c;eA==\x07 \u202eelbat [bold]x[/bold] " + "w" * 300
    mug(shell, hostile)
    page = shell.run("transcript", "--draw", "1").stdout
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", page)
    assert "␛[2J" in page
    assert "<U+202E>elbat [bold]x[/bold]" in page
    assert max(map(len, page.splitlines())) <= 100
    assert page.count("w") >= 300
    document = json.loads(shell.run("transcript", "--draw", "1", "--json").stdout)
    (reply,) = [one for one in document["trials"][0]["conversation"] if one["speaker"] == "reply"]
    assert reply["text"] == hostile
    assert reply["finish"] == "stop"


def test_the_document_spells_half_a_character(shell: Shell) -> None:
    mug(shell, "half \ud83d of it, on the table")
    document = json.loads(shell.run("transcript", "--draw", "1", "--json").stdout)
    (reply,) = [one for one in document["trials"][0]["conversation"] if one["speaker"] == "reply"]
    assert reply["text"] == "half \ud83d of it, on the table"


def test_codes_of_people_stand_where_the_matchers_stood(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle")
    coded(shell, "Anna", honest)
    coded(shell, "Ben", honest, lrs=lambda told: (2, False))
    coded(shell, "Cleo", honest, lrs=lambda told: (1, True))
    page = shell.run("transcript", "--limit", "1").stdout
    assert "Anna (blind): right\n" in page
    lines = page.splitlines()
    given = ["Ben (blind): LRS 2 (made up)", "Cleo (blind): LRS 1 before any mark (made up)"]
    assert [line for line in lines if "(made up)" in line] == given
    (told,) = shell.json("transcript", "--limit", "1")["trials"]
    assert told["given"][0] == {
        "coder": "Ben", "kind": "blind", "counted": True, "lrs": 2, "proposed": None,
        "first": False, "reason": "made up",
    }  # fmt: skip
    assert "matcher" not in page
    assert "SIMULATED, not data" in page.splitlines()[1]
    stranger = shell.run("transcript", "--coder", "Zoe", code=2)
    assert "`Zoe` has not coded anything" in stranger.stderr
    assert "choose among: Anna, Ben, Cleo, matcher" in stranger.stderr


def test_who_has_not_coded_a_reply_yet_disagrees_with_nobody(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle")
    coded(shell, "Anna", honest)
    begun = iter([("right", ())])
    coded(shell, "Ben", lambda seen: next(begun, None), lock=False)
    page = shell.run("transcript").stdout
    assert "Ben (blind): right\n" in page
    assert "Ben (blind): not coded\n" in page
    assert "needs a human (" not in page
    shell.run("transcript", "--disagree", code=1)


def test_notes_of_coders_stand_next_to_the_mark_and_at_the_head(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle")
    coded(shell, "Anna", honest, notes={1: "which\x1b[2J box?", 0: "odd <b>talk</b>"})
    page = shell.run("transcript", "--limit", "1").stdout
    assert "Anna (blind) noted: odd <b>talk</b>" in page
    assert "Anna (blind): right; note: which␛[2J box?" in page
    (told,) = shell.json("transcript", "--limit", "1")["trials"]
    assert told["notes"] == [
        {"coder": "Anna", "kind": "blind", "counted": True, "note": "odd <b>talk</b>"}
    ]
    marks = [one for said in told["conversation"] for one in said.get("marks", ())]
    assert [one["note"] for one in marks if one["note"]] == ["which\x1b[2J box?"]
    remarks = shell.json("score")["coder_notes"]
    assert [one["note"] for one in remarks[:2]] == ["odd <b>talk</b>", "which\x1b[2J box?"]
    assert [(one["place"], len(one["trials"])) for one in remarks[:2]] == [
        ("", 1), ("/test look, search", 1),
    ]  # fmt: skip
    told_of = f"{len(remarks)} notes by coders: see `devrun agree --all`"
    assert told_of in shell.run("score").stdout
    shell.run("export", "-o", "out")
    (table,) = (shell.folder / "out" / "data").glob("*codes_data.csv")
    rows = csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    assert sum("box?" in one["note"] for one in rows) == len(remarks) // 2


def test_a_reply_that_was_cut_off_says_so(shell: Shell, tmp_path: Path) -> None:
    from runners.participants.double import replied

    (shell.folder / "mug.dev").write_text(SCRIPT, encoding="utf-8")
    with Double(replied("On the ta", "length"), "The table.") as double:
        shell.run("mug.dev", "-m", "openai/any", "--concurrency", "1", code=None,
                  more=double.environment)  # fmt: skip
    page = shell.run("transcript", "--status", "technical").stdout
    assert "          ended: length\n" in page
    assert "no LRS: technical" in page
