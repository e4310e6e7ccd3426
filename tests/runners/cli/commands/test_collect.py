"""`devrun collect`: what it prints when logs and tables are returned."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coders.packets.shape import Packet
from dsl.record import replace
from tests.runners.coding.homes import (
    LOCK,
    Act,
    coded,
    item,
    items,
    lrs,
    made_store,
    packet,
    write_file,
    write_log,
)
from tests.shell import Shell

MAIN = items(3)
FORM = item(4)
ANNA = packet("Anna", MAIN, gate_a=[FORM])
BEN = packet("Ben", MAIN)
MARKS = coded(MAIN, [("right", "right"), ("right", "half"), ("wrong", "right")])
PASSED: list[Act] = [
    *coded([FORM], [("right", "right")]),
    ("gate", {"form": "gate A", "right": 93, "marks": 96, "gates_wrong": 1, "passed": True}),
]


def home(shell: Shell) -> Path:
    made_store(shell.folder / "devrun.sqlite", [ANNA, BEN]).close()
    return shell.folder / "packets"


def coded_by(folder: Path, made: Packet, *more: Act) -> None:
    write_file(folder, made)
    write_log(folder, made, [*(PASSED if made.gate_a else []), *MARKS, *more])


def test_each_coder_is_named_and_who_is_still_to_come(shell: Shell) -> None:
    folder = home(shell)
    quick = ("mark", {"item": "i1", "question": 2, "mark": "wrong", "flags": [], "ms": 700})
    coded_by(
        folder,
        ANNA,
        quick,
        *(lrs(one.id, 4, proposed=4) for one in MAIN[:2]),
        lrs("i3", 2, proposed=0),
        LOCK,
    )
    write_file(folder, BEN)
    write_log(folder, BEN, [*MARKS[:4], ("skip", {"item": "i3", "reason": "cut\x1b[2J off"})])
    done = shell.run("collect", "packets")
    assert done.stdout == (
        """packets/Anna.log.jsonl: 18 new lines
packets/Ben.log.jsonl: 7 new lines
Anna (blind): 3 of 3 items coded, handed in
    calibration A: passed (93 of 96 marks as in the gold, 1 control not)
    computed LRS overridden in 1 of 3 items
    1 of 6 judgements made in under a second
Ben (blind): 2 of 3 items coded, unfinished, not handed in
    skipped i3: cut␛[2J off
    0 of 4 judgements made in under a second
"""
    )
    assert done.stderr == (
        """saved in devrun.sqlite
Ben has not handed in yet; collect again when they have
"""
    )
    again = shell.run("collect", "packets/Anna.log.jsonl")
    assert again.stdout.startswith("packets/Anna.log.jsonl: nothing new; 18 collected before\n")


def test_when_all_have_handed_in_the_next_steps_are_named(shell: Shell) -> None:
    folder = home(shell)
    for made in (ANNA, BEN):
        coded_by(folder, made, LOCK)
    done = shell.run("collect", "packets")
    assert done.stderr.endswith(
        "next:\n  devrun agree   agreement between the coders\n  devrun adjudicate --coder "
        "Eve --method third   let a third person resolve disagreements\n  devrun score   "
        "scores by the coders\n"
    )


def test_what_was_coded_again_counts_instead_and_is_waited_for_by_nobody(shell: Shell) -> None:
    recomputed = replace(
        ANNA, header=replace(ANNA.header, packet="recomputed", made="2026-01-02T12:00:00Z")
    )
    made_store(shell.folder / "devrun.sqlite", [ANNA, recomputed]).close()
    write_log(shell.folder / "first", ANNA, [*PASSED, *MARKS[:2]])
    write_log(shell.folder / "second", recomputed, [*PASSED, *MARKS])
    begun = shell.run("collect", "first", "second")
    assert "not counted" not in begun.stdout
    assert begun.stderr.endswith("Anna has not handed in yet; collect again when they have\n")
    write_log(shell.folder / "second", recomputed, [LOCK])
    done = shell.run("collect", "first", "second")
    assert done.stdout == (
        "first/Anna.log.jsonl: nothing new; 7 collected before\nsecond/Anna.log.jsonl: 1 "
        "new line; 13 collected before\nAnna (blind): 1 of 3 items coded, unfinished, not "
        "handed in\n    not counted: replaced by a later packet with all of these items\n   "
        " calibration A: passed (93 of 96 marks as in the gold, 1 control not)\n   "
        " 0 of 2 judgements made in under a second\nAnna (blind): 3 of 3 items coded, "
        "handed in\n    calibration A: passed (93 of 96 marks as in the gold, 1 control not)\n"
        "    0 of 6 judgements made in under a second\n"
    )
    assert done.stderr.endswith("next:\n  devrun score   scores by the coders\n")
    found = shell.json("collect", "first", "second")
    assert [one["replaced"] for one in found["coders"]] == [True, False]
    assert found["waiting_for"] == []


def test_what_is_refused_is_named_and_ends_in_its_own_code(shell: Shell) -> None:
    folder = home(shell)
    coded_by(folder, ANNA, LOCK)
    (folder / "Ben.log.jsonl").write_text("no log\nat all\n", encoding="utf-8")
    done = shell.run("collect", "packets", code=5)
    assert "packets/Anna.log.jsonl: 14 new lines\n" in done.stdout
    assert done.stderr.startswith(
        "not imported: packets/Ben.log.jsonl, line 1: this is not a line of a coding log\n"
        "help: send the log as the coding tool left it, or a copy from before; if there is none, "
        "the coder's `devrun code PACKET --repair` drops the damaged lines and says which\n"
    )
    found = shell.json("collect", "packets", code=5)
    assert [one["new"] for one in found["files"]] == [0]
    assert [one["file"] for one in found["refused"]] == ["packets/Ben.log.jsonl"]
    assert found["waiting_for"] == ["Ben"]
    assert [(one["coder"], one["items"]) for one in found["coders"]] == [
        ("Anna", {"done": 3, "of": 3})
    ]


def test_a_table_comes_home_under_the_name_of_its_coder(shell: Shell) -> None:
    home(shell)
    table = shell.folder / "codes.csv"
    table.write_text("item,question,mark,group\ni1,1,right,a\ni1,2,=2,a\n", encoding="utf-8")
    done = shell.run("collect", "codes.csv", "--csv", "--coder", "Anna", code=5)
    assert (done.stdout, done.stderr) == (
        "",
        """not imported: codes.csv, line 3: there is no mark `=2`
help: write right, half or wrong
""",
    )
    table.write_text("item,question,mark,group\ni1,1,right,a\ni1,2,0,a\n", encoding="utf-8")
    done = shell.run("collect", "codes.csv", "--csv", "--coder", "Anna")
    assert done.stdout == (
        "codes.csv: 4 new lines\nAnna (blind, from a table): 1 of 3 items coded, handed in\n"
    )
    assert done.stderr.startswith("codes.csv: ignored columns: group\n")


def test_of_very_many_faults_the_first_twenty_are_reported(shell: Shell) -> None:
    home(shell)
    table = shell.folder / "codes.csv"
    rows = "".join(f"x{number},1,right\n" for number in range(150))
    table.write_text(f"item,question,mark\n{rows}", encoding="utf-8")
    done = shell.run("collect", "codes.csv", "--csv", "--coder", "Anna", code=5)
    lines = done.stderr.splitlines()
    assert len(lines) == 22
    assert lines[20] == "help: keys of trials have a column `trial`"
    assert lines[19].startswith("not imported: codes.csv, line 21: no packet of study ")
    assert lines[21] == "and 130 more faults: --json lists all"
    found = shell.json("collect", "codes.csv", "--csv", "--coder", "Anna", code=5)
    assert len(found["refused"]) == 150


def test_a_table_in_the_encoding_of_excel_comes_home(shell: Shell) -> None:
    home(shell)
    text = "item\tquestion\tmark\tnote\r\ni1\t1\t1\tSchön\r\n"
    (shell.folder / "unicode.txt").write_bytes(text.encode("utf-16"))
    done = shell.run("collect", "unicode.txt", "--csv", "--coder", "Anna")
    assert done.stdout.startswith("unicode.txt: 4 new lines\n")
    (shell.folder / "ansi.csv").write_bytes(text.encode("cp1252"))
    refused = shell.run("collect", "ansi.csv", "--csv", "--coder", "Anna", code=5)
    assert refused.stderr == (
        "not imported: ansi.csv is not saved as UTF-8 (the first byte that is not stands in line "
        "2); save it again as UTF-8\nhelp: most editors offer it under Save As, as `UTF-8` or "
        "`Unicode (UTF-8)`, spreadsheets as `CSV UTF-8`\n"
    )
    (shell.folder / "codes.xlsx").write_bytes(b"PK\x03\x04" + bytes(range(256)))
    refused = shell.run("collect", "codes.xlsx", "--csv", "--coder", "Anna", code=5)
    assert refused.stderr.startswith("not imported: codes.xlsx is a document of an office program")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "no file was named"),
        (("a.log", "--coder", "A"), "`--coder` needs --csv: a log already names its coder"),
        (("a.log", "--kind", "author"), "`--kind` needs --csv: a log already names its coder"),
    ],
)
def test_wrong_usage_is_reported(shell: Shell, words: tuple[str, ...], message: str) -> None:
    done = shell.run("collect", *words, code=2)
    assert done.stderr.startswith(f"devrun: {message}\n")


def test_a_table_of_marks_needs_its_coder(shell: Shell) -> None:
    """Only a table of ratings may name its coders in a column; the study says which it is."""
    home(shell)
    (shell.folder / "a.csv").write_text("item,question,mark\n")
    done = shell.run("collect", "a.csv", "--csv", code=2)
    assert done.stderr.startswith("devrun: the coder of the table is missing\n")


def test_a_table_that_is_not_there_is_missing_before_its_coder(shell: Shell) -> None:
    home(shell)
    done = shell.run("collect", "ratings.csv", "--csv", code=5)
    assert done.stderr.startswith("devrun: there is no file ratings.csv\n")


def test_without_a_store_none_is_made(shell: Shell) -> None:
    error = shell.json("collect", "packets", code=5)["error"]
    assert error["code"] == "store"
    assert not (shell.folder / "devrun.sqlite").exists()


def test_a_judge_works_on_a_packet_from_the_command_line(shell: Shell) -> None:
    folder = home(shell)
    write_file(folder, ANNA)
    found = shell.json("code", "packets/Anna.packet.jsonl", "--judge", "sim/random")
    assert {key: found[key] for key in ("coder", "simulated", "judged", "finished")} == {
        "coder": "judge sim/random", "simulated": True, "judged": 3, "finished": True,
    }  # fmt: skip
    told = shell.run("code", "packets/Anna.packet.jsonl", "--judge", "sim/random")
    assert told.stdout == (
        "judge sim/random: 3 of 3 items judged, 0 skipped, 0 replies asked for now. SIMULATED, "
        "not data.\n"
    )
    done = shell.run("collect", "packets/Anna.judge-sim-random.log.jsonl")
    assert done.stdout.endswith(
        "judge sim/random (automatic): 3 of 3 items coded, handed in\n    hidden in `agree` "
        "and `score` until all people who were given these items have handed in\n"
    )
    refused = shell.run("code", "packets/Anna.packet.jsonl", "--judge", "sim/oracle", code=2)
    assert refused.stderr.startswith(
        "devrun: `sim/oracle` needs the key, which a judge does not have\n"
    )
    assert (
        json.loads((folder / "Anna.judge-sim-random.log.jsonl").read_text().split("\n")[0])["kind"]
        == "judging"
    )
