"""`devrun adjudicate`, typed line by line, killed, taken up again, and as a document."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest

from coders.packets.shape import Item, Line, LineKind, Packet, PacketQuestion, View
from dsl.record import replace
from tests.patience import PATIENCE
from tests.runners.coding.homes import (
    LOCK,
    coded,
    item,
    items,
    kept,
    made_store,
    packet,
    write_file,
    write_log,
)
from tests.shell import Shell

MAIN = items(2)
ANNA = packet("Anna", MAIN)
BEN = packet("Ben", tuple(replace(one, id=f"b{one.id}") for one in MAIN))
CEM = packet("Cem", tuple(replace(one, id=f"c{one.id}") for one in MAIN))


def study(shell: Shell, *coders: tuple[Packet, list[tuple[str, str]]], locked: bool = True) -> None:
    """A store in which these coders gave these (control, test) marks, and their packets."""
    made_store(shell.folder / "devrun.sqlite", [made for made, _ in coders]).close()
    folder = shell.folder / "packets"
    for made, marks in coders:
        write_file(folder, made)
        write_log(folder, made, [*coded(made.main, marks), *([LOCK] if locked else [])])
    shell.run("collect", "packets")


def two(shell: Shell) -> None:
    study(
        shell,
        (ANNA, [("right", "half"), ("right", "right")]),
        (BEN, [("right", "wrong"), ("wrong", "right")]),
    )


def typed(shell: Shell, *lines: str, words: tuple[str, ...] = ()) -> str:
    text = "".join(f"{line}\n" for line in lines)
    return shell.run("adjudicate", "--coder", "Eve", *words, typed=text).stdout


def test_gates_come_first_and_each_is_settled_with_a_reason(shell: Shell) -> None:
    two(shell)
    said = typed(shell, "1", "s Ben pressed the wrong key", words=("--method", "third"))
    assert said.startswith(
        "\n"
        "Disagreement 1 of 2, on a control question.\n"
        "Told: Story 2: Otto has a torch and a box.\n"
        "Asked 1: Where is the box?\n"
        "Reply 1: In the hall.\n"
        "Asked 2: Where is the torch?\n"
        "Reply 2: In the yard.\n"
        "\n"
        "To resolve, control question 1: Where is the box?\n"
        "Reply: In the hall.\n"
    )
    first = said.partition("Reply: In the hall.\n")[2].split("\n")[:2]
    assert sorted(line.partition(": ")[2] for line in first) == ["failed", "passed"]
    assert [line.partition(": ")[0] for line in first] == ["coder 1", "coder 2"]
    assert "Resolved: passed. 1 left.\n" in said
    assert "Disagreement 2 of 2, on a question.\n" in said
    assert "Anna" not in said
    assert "Ben" not in said.replace("Ben pressed", "")
    (log,) = (shell.folder / "packets").glob("Eve.adjudication-*.log.jsonl")
    assert said.endswith(
        f"1 of 2 disagreements resolved; saved in packets/{log.name} and devrun.sqlite\n"
        "causes: slip 1\n"
    )
    kept_line = json.loads(log.read_text(encoding="utf-8").split("\n")[0])
    assert {name: kept_line[name] for name in ("mark", "reason", "error", "method")} == {
        "mark": "right", "reason": "Ben pressed the wrong key", "error": "slip", "method": "third",
    }  # fmt: skip


def test_undo_put_off_and_slips_of_the_hand(shell: Shell) -> None:
    two(shell)
    said = typed(
        shell, "z", "9", "2", "1", "because", "s", "3", "y half a word", "z", "t", "?", "q"
    )
    told = [line for line in said.split("\n") if line]
    for wanted in (
        "there is nothing to undo",
        "Postponed; it comes back at the end.",
        "Undone.",
        "Resolved: wrong. 1 left.",
    ):
        assert wanted in told
    assert "`2` does nothing here: 1 passed, 3 failed" in said
    assert "not resolved: a letter and a reason are needed" in said
    assert told[-1].startswith("0 of 2 disagreements resolved")


def test_what_is_settled_stays_settled_and_nothing_is_asked_twice(shell: Shell) -> None:
    two(shell)
    typed(shell, "1", "s slip")
    said = typed(shell, "h2", "r not in the book")
    assert said.count("To resolve") == 1
    assert "Resolved: half right, hedged. 0 left.\n" in said
    assert "2 of 2 disagreements resolved" in said
    assert said.endswith("causes: slip 1, rubric unclear 1\n")
    assert "To resolve" not in typed(shell)
    found = shell.json("adjudicate")
    assert [(one["control"], one["settled"]["mark"]) for one in found["disagreements"]] == [
        (True, "right"),
        (False, "half"),
    ]
    assert found["disagreements"][1]["settled"]["error"] == "rubric unclear"
    assert found["compared"] == 4


def test_the_document_names_no_coder(shell: Shell) -> None:
    two(shell)
    document = shell.run("adjudicate", "--json").stdout
    assert "Anna" not in document
    assert "Ben" not in document
    first = json.loads(document)["disagreements"][0]
    assert {one["coder"] for one in first["codes"]} == {"coder 1", "coder 2"}
    assert {one["mark"] for one in first["codes"]} == {"right", "wrong"}
    assert (first["text"], first["control"], first["settled"]) == ("Where is the box?", True, None)


def test_notes_stand_next_to_the_code_of_their_coder(shell: Shell) -> None:
    made_store(shell.folder / "devrun.sqlite", [ANNA, BEN]).close()
    for made, given, note in ((ANNA, "right", ""), (BEN, "wrong", "box\x1b[2J or <b>hall</b>?")):
        write_file(shell.folder / "packets", made)
        acts = coded(made.main, [(given, "right"), ("right", "right")])
        first = {"item": made.main[0].id, "question": 1, "note": note}
        noted = [("note", first), ("note", {**first, "question": 0, "note": "hard"})]
        write_log(shell.folder / "packets", made, [*acts, *(noted if note else ()), LOCK])
    shell.run("collect", "packets")
    said = typed(shell, "q")
    assert "failed; note: box␛[2J or <b>hall</b>?; hard\n" in said
    codes = shell.json("adjudicate")["disagreements"][0]["codes"]
    assert {one["mark"]: one["note"] for one in codes} == {
        "right": None, "wrong": "box\x1b[2J or <b>hall</b>?; hard",
    }  # fmt: skip


def test_medians_leave_to_a_person_what_has_no_middle(shell: Shell) -> None:
    study(
        shell,
        (ANNA, [("right", "half"), ("right", "right")]),
        (BEN, [("right", "wrong"), ("wrong", "right")]),
        (CEM, [("right", "half")]),
    )
    done = shell.run("adjudicate", "--method", "median")
    assert done.stdout.startswith("1 of 2 disagreements resolved; ")
    assert done.stderr == (
        "the rest has no median and needs a person: `devrun adjudicate --coder Eve "
        "--method third` asks about these only\n"
    )
    found = shell.json("adjudicate", "--method", "median")
    assert [one["settled"] and one["settled"]["reason"] for one in found["disagreements"]] == [
        None, "median of 3",
    ]  # fmt: skip
    said = typed(shell, "1", "s a slip", words=("--method", "third"))
    assert said.count("Disagreement ") == 1
    assert "1 of 1 disagreement resolved; " in said
    found = shell.json("adjudicate")
    assert [(one["settled"]["by"], one["settled"]["mark"]) for one in found["disagreements"]] == [
        ("Eve", "right"),
        ("median", "half"),
    ]


def test_lines_take_the_majority_and_the_median(shell: Shell) -> None:
    study(
        shell,
        (ANNA, [("right", "half"), ("right", "right")]),
        (BEN, [("right", "wrong"), ("wrong", "right")]),
        (CEM, [("right", "right"), ("right", "right")]),
    )
    said = typed(shell, "=", "=", "-")
    assert "Resolved by majority: passed. 1 left.\n" in said
    assert "these codes have no majority\n" in said
    assert "Resolved by median: half right. 0 left.\n" in said


def test_what_another_settled_is_left_alone_and_said(shell: Shell) -> None:
    two(shell)
    typed(shell, "1", "s slip")
    done = shell.run("adjudicate", "--coder", "Fay", "--method", "third")
    assert done.stderr == (
        """1 disagreement adjudicated earlier by Eve; unchanged
give the same command to continue
"""
    )
    assert "Disagreement 1 of 1, on a question.\n" in done.stdout
    typed(shell, "3", "s slip")
    done = shell.run("adjudicate", "--coder", "Fay", "--method", "third")
    assert (done.stdout, done.stderr) == (
        "",
        """2 disagreements adjudicated earlier by Eve; unchanged
next:
  devrun score --adjudicated   scores after adjudication
""",
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_what_was_settled_outlives_the_adjudicator(
    shell: Shell, sign: signal.Signals, code: int
) -> None:
    two(shell)
    running = subprocess.Popen(
        [sys.executable, "-m", "runners.main", "adjudicate", "--coder", "Eve"],
        cwd=shell.folder,
        env=dict(shell.environment),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write("1\ns slip\n")
    running.stdin.flush()
    while not running.stdout.readline().startswith("Resolved: "):
        pass
    running.send_signal(sign)
    _, said = running.communicate(timeout=PATIENCE)
    assert (running.returncode, "Traceback" in said) == (code, False), said
    if sign is signal.SIGINT:
        assert said == (
            "devrun: interrupted\nhelp: finished work is saved; give the same command to continue\n"
        )
    assert "Disagreement 2 of 2" in typed(shell)


def test_without_a_store_none_is_made(shell: Shell) -> None:
    done = shell.run("adjudicate", "--coder", "Eve", code=5)
    assert done.stderr.startswith("devrun: there is no store devrun.sqlite\n")
    assert not (shell.folder / "devrun.sqlite").exists()


def test_a_coder_who_has_sent_nothing_is_waited_for(shell: Shell) -> None:
    made_store(shell.folder / "devrun.sqlite", [ANNA, BEN]).close()
    write_log(shell.folder / "packets", ANNA, [*coded(MAIN, [("right", "half")] * 2), LOCK])
    shell.run("collect", "packets")
    done = shell.run("adjudicate", "--coder", "Eve", code=1)
    assert done.stderr.startswith(
        "devrun: Ben has not handed in yet, so nothing can be adjudicated: 4 judgements may still "
        "change\n"
    )


def test_a_story_that_is_nowhere_at_hand_is_not_noted_as_read(shell: Shell) -> None:
    asked = PacketQuestion(1, "test", "Where is it?", candidates=("the hall", "the yard"))
    lines = (Line(LineKind.TOLD, "Where is it?", 1), Line(LineKind.REPLY, "Hall or yard.", 1))
    reply = Item("i1", "1" * 64, lines, (asked,))
    both = [packet(name, (reply,), view=View.CONTENT) for name in ("Anna", "Ben")]
    made_store(shell.folder / "devrun.sqlite", both).close()
    for made, said in zip(both, (["the hall"], ["the yard"]), strict=True):
        write_file(shell.folder / "packets", made)
        act = {"item": "i1", "question": 1, "said": said, "plain": True, "flags": []}
        write_log(shell.folder / "packets", made, [("said", act), LOCK])
    shell.run("collect", "packets")
    assert "the story of this reply is not available" in typed(shell, "t")
    (log,) = (shell.folder / "packets").glob("Eve.*.log.jsonl")
    assert log.read_text(encoding="utf-8") == ""


def test_coders_who_agree_leave_nothing_to_settle(shell: Shell) -> None:
    same = [("right", "half"), ("right", "right")]
    study(shell, (ANNA, same), (BEN, same))
    assert typed(shell) == (
        "nothing to adjudicate: the coders agree on all 4 judgements made by two of them\n"
    )


def test_nothing_is_settled_before_everybody_handed_in(shell: Shell) -> None:
    study(shell, (ANNA, [("right", "half")]), (BEN, [("right", "wrong")]), locked=False)
    done = shell.run("adjudicate", "--coder", "Eve", code=1)
    assert done.stderr == (
        """devrun: Anna and Ben have not handed in yet, so nothing can be adjudicated: \
2 judgements may still change
help: collect their logs when they have handed in: `devrun collect FILE...`; for somebody who will \
not, add --no-wait Anna
"""
    )
    done = shell.run("adjudicate", "--coder", "Eve", "--no-wait", "Anne", code=2)
    assert done.stderr.endswith("is called `Anne`\nhelp: its coders are Anna and Ben\n")
    gone = ("--no-wait", "Anna", "--no-wait", "Ben")
    found = json.loads(shell.run("adjudicate", *gone, "--json").stdout)
    assert (found["waiting"], len(found["disagreements"])) == (0, 1)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "the adjudicator is missing"),
        (("--coder", "anna"), "`Anna` coded this study and cannot adjudicate under the same name"),
    ],
)
def test_who_settles_is_somebody_with_another_name(
    shell: Shell, words: tuple[str, ...], message: str
) -> None:
    two(shell)
    done = shell.run("adjudicate", *words, code=2)
    assert done.stderr.startswith(f"devrun: {message}\n")


def test_one_coder_alone_disagrees_with_nobody(shell: Shell) -> None:
    study(shell, (ANNA, [("right", "half")]))
    done = shell.run("adjudicate", "--coder", "Eve", code=1)
    assert done.stderr.startswith(
        "devrun: no reply of this study has been coded by two blind coders\n"
    )


def test_two_codebooks_are_not_settled_as_one(shell: Shell) -> None:
    other = replace(BEN, header=replace(BEN.header, codebook_version="codebook-2"))
    assert kept(other).codebook_version == "codebook-2"
    study(shell, (ANNA, [("right", "half")]), (other, [("right", "wrong")]))
    done = shell.run("adjudicate", "--coder", "Eve", code=1)
    assert done.stderr.startswith(
        "devrun: 2 judgements of two coders were made in different views or with different "
        "codebooks and cannot be adjudicated together\n"
    )


def test_nothing_that_was_said_acts_on_the_terminal(shell: Shell) -> None:
    hostile = "In \x1b[2Jthe\x07 \x1b]52;c;cmVk\x1b\\hall \x9b31m\u202e. [/b][@click=app.quit]x"
    attacked = item(1, replies=("In the hall.", hostile))
    one, two = packet("Anna", (attacked,)), packet("Ben", (replace(attacked, id="b1"),))
    study(shell, (one, [("right", "half")]), (two, [("right", "wrong")]))
    said = typed(shell, "t", "?", "3", "y \x1b[31mred")
    assert "Resolved: wrong. 0 left." in said
    assert "[/b][@click=app.quit]x" in said
    assert all(sign == "\n" or sign.isprintable() for sign in said)


def test_what_was_said_is_settled_in_the_words_of_the_packet(shell: Shell) -> None:
    asked = PacketQuestion(1, "test", "Where is it?", candidates=("the hall", "the yard"))
    lines = (Line(LineKind.TOLD, "Where is it?", 1), Line(LineKind.REPLY, "Hall or yard.", 1))
    reply = Item("i1", "1" * 64, lines, (asked,))
    one = packet("Anna", (reply,), view=View.CONTENT)
    two = packet("Ben", (replace(reply, id="b1"),), view=View.CONTENT)
    made_store(shell.folder / "devrun.sqlite", [one, two]).close()
    for made, said in ((one, ["the hall"]), (two, ["the hall", "the yard"])):
        write_file(shell.folder / "packets", made)
        act = {"item": made.main[0].id, "question": 1, "said": said, "plain": True, "flags": []}
        write_log(shell.folder / "packets", made, [("said", act), LOCK])
    shell.run("collect", "packets")
    story = (Line(LineKind.TOLD, "Otto left the torch somewhere."), *lines)
    one, two = (replace(made, stories={made.main[0].id: story}) for made in (one, two))
    for made in (one, two):
        write_file(shell.folder / "packets", made)
    printed = typed(shell, "q", words=("--method", "third"))
    assert "Told:" not in printed
    assert "t story (which is logged)" in printed
    (log,) = (shell.folder / "packets").glob("Eve.*.log.jsonl")
    assert log.read_text(encoding="utf-8") == ""
    printed = typed(shell, "t", "h1", "y it leans to one", words=("--method", "third"))
    assert "Told: Otto left the torch somewhere.\n" in printed
    noted = json.loads(log.read_text(encoding="utf-8").split("\n")[0])
    assert (noted["kind"], noted["what"]) == ("reveal", "story")
    assert "Resolved: the hall, not plainly. 0 left.\n" in printed
    (found,) = shell.json("adjudicate")["disagreements"]
    settled = found["settled"]
    assert (settled["said"], settled["plain"], settled["flags"], settled["mark"]) == (
        ["the hall"], False, [], None,
    )  # fmt: skip
    refused = shell.run("adjudicate", "--method", "median", code=2)
    assert refused.stderr.startswith("devrun: content codes have no median\n")
