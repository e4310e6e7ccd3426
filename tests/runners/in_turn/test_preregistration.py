"""From the form to the seal, the run and what was done otherwise, as a person goes the way."""

from __future__ import annotations

import json
import re
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from runners.store.preregistrations import hash_of
from tests.shell import Shell

QUESTIONS = 13
CUP = """\
experiment Where the cup is

design
    runs 5

procedure
    say: A cup is on the shelf.
    test place
        ask: Where is the cup?
        answer: shelf
        wrong: desk
"""


@pytest.fixture
def desk(shell: Shell) -> Path:
    (shell.folder / "cup.dev").write_text(CUP, encoding="utf-8")
    return shell.folder


def answer(path: Path) -> str:
    """Every question of a form answered, as an editor on Windows would save it."""
    text = re.sub(r"\[to be written:[^\]]*\]", "As we said.", path.read_text(encoding="utf-8"))
    path.write_bytes(text.replace("\n", "\r\n").encode())
    return text


def told(done: CompletedProcess[str]) -> str:
    """What was said on stderr, without the warnings about so small a script."""
    lines = done.stderr.splitlines(keepends=True)
    return "".join(line for line in lines if "see `devrun check cup.dev`" not in line)


def change(path: Path, was: str, becomes: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert was in text
    path.write_text(text.replace(was, becomes), encoding="utf-8")


def test_a_study_is_settled_sealed_run_and_held_against_what_was_settled(
    shell: Shell, desk: Path
) -> None:
    written = shell.run("preregister", "cup.dev", "-m", "sim/oracle", "-m", "sim/lure")
    assert written.stdout == "preregistration.md\n"
    assert told(written) == (
        f"SIMULATED: all participants are programs\nwritten: answer its {QUESTIONS} questions, "
        "then run `devrun preregister --seal preregistration.md`\n"
    )
    form = desk / "preregistration.md"
    refused = shell.run("preregister", "--seal", form.name, code=1)
    assert refused.stdout == ""
    assert told(refused).startswith(
        f"devrun: {QUESTIONS} questions in preregistration.md are not answered yet\n"
        "  line 17 (Title): [to be written: what is the title of this study?]\n"
    )
    text = answer(form)
    sealed = shell.run("preregister", "--seal", form.name)
    assert sealed.stdout == f"{hash_of(text)}\n"
    again = shell.json("preregister", "--seal", form.name)
    assert (again["hash"], again["again"], again["earlier"]) == (hash_of(text), True, [])

    shell.run("cup.dev", "-m", "sim/oracle", "-m", "sim/lure")
    done = shell.json("preregister", "--check")
    assert (done["hash"], done["sealed"], done["deviations"]) == (
        hash_of(text), again["sealed"], [],
    )  # fmt: skip
    assert done["n_compared"] == 14

    # More draws than planned, and somebody who was not planned, asked with the same study.
    shell.run("cup.dev", "-m", "sim/oracle", "-m", "sim/random", "--runs", "6")
    lines = shell.run("preregister", "--check").stdout.split("\n")
    assert lines[1] == (
        f"3 deviations from the preregistration {hash_of(text)[:12]} found in 14 checks"
    )
    assert lines[4:13] == [
        "number of runs",
        "  Where the cup is, sim/oracle: planned: 5 runs per cell",
        "                                done:    up to 6",
        "  Where the cup is, sim/random: planned: 5 runs per cell",
        "                                done:    up to 6",
        "",
        "participants",
        "  sim/random: planned: not planned",
        "              done:    asked",
    ]
    (row,) = shell.json("preregister", "--list")
    assert (row["hash"], row["scripts"], row["simulated"], row["text"]) == (
        hash_of(text), ["Where the cup is"], True, text,
    )  # fmt: skip
    assert shell.json("store", "check")["preregistrations"] == 1


def test_a_form_that_was_edited_after_the_seal_is_noticed(shell: Shell, desk: Path) -> None:
    shell.run("preregister", "cup.dev", "-m", "sim/oracle")
    form = desk / "preregistration.md"
    answer(form)
    seal = shell.json("preregister", "--seal", form.name)
    shell.run("cup.dev", "-m", "sim/oracle")
    assert shell.run("preregister", "--check").stderr == ""
    change(form, "As we said.", "As we meant.")
    short = seal["hash"][:12]
    assert shell.run("preregister", "--check").stderr == (
        f"preregistration.md is not the text that was sealed: compared is what was sealed as "
        f"{short} (`devrun preregister --check preregistration.md` compares the file)\n"
    )
    named = shell.run("preregister", "--check", form.name).stdout.split("\n")
    assert named[2].endswith(
        f"never sealed here; chosen as the file preregistration.md, which is not the text sealed "
        f"as {short} at {seal['sealed']} (UTC)"
    )


def test_a_changed_form_is_renewed_and_is_a_new_seal_next_to_the_old_one(
    shell: Shell, desk: Path
) -> None:
    shell.run("preregister", "cup.dev", "-m", "sim/oracle", "-o", "plan.md")
    answer(desk / "plan.md")
    first = shell.json("preregister", "--seal", "plan.md")
    shell.run("cup.dev", "-m", "sim/oracle", "--runs", "1")

    change(desk / "plan.md", "runs = 5", "runs = 9")
    stale = shell.json("preregister", "--seal", "plan.md", code=1)["error"]
    assert stale["message"] == (
        "plan.md lists 0 existing replies and 0 lines of coding logs; devrun.sqlite has 1 and 0"
    )
    renewed = shell.json("preregister", "--renew", "plan.md")
    assert renewed["questions"] == []
    assert [one["calls"] for one in renewed["seen"]["replies"]] == [1]
    second = shell.json("preregister", "--seal", "plan.md")
    assert second["earlier"] == [{"hash": first["hash"], "sealed": first["sealed"]}]
    kept = shell.json("preregister", "--list")
    assert [one["hash"] for one in kept] == [second["hash"], first["hash"]]
    assert json.loads(json.dumps(kept[0]["seen"]))["replies"][0]["calls"] == 1

    # The newest counts: sealed after the first reply, which it says; the first can be named.
    newest = shell.json("preregister", "--check")
    assert (newest["hash"], [one["thing"] for one in newest["deviations"]]) == (
        second["hash"], ["seal", "runs"],
    )  # fmt: skip
    named = shell.json("preregister", "--check", first["hash"][:8])
    assert [(one["thing"], one["done"]) for one in named["deviations"]] == [
        ("runs", "only 1 finished in some cells")
    ]


def test_a_script_that_was_changed_is_not_sealed_until_the_form_is_renewed(
    shell: Shell, desk: Path
) -> None:
    shell.run("preregister", "cup.dev", "-m", "sim/oracle", "-o", "plan.md")
    answer(desk / "plan.md")
    change(desk / "cup.dev", "answer: shelf", "answer: desk")
    change(desk / "cup.dev", "wrong: desk", "wrong: shelf")
    refused = told(shell.run("preregister", "--seal", "plan.md", code=1))
    assert refused == (
        "devrun: the script `Where the cup is` has changed since plan.md was made: the rubric\n"
        "help: restore the script, or update the form: `devrun "
        "preregister --renew plan.md`\n"
    )
    assert not (desk / "devrun.sqlite").exists()
    shell.run("preregister", "--renew", "plan.md")
    shell.run("preregister", "--seal", "plan.md")


def test_a_form_is_not_written_over_and_options_that_do_not_fit_are_refused(
    shell: Shell, desk: Path
) -> None:
    shell.run("preregister", "cup.dev", "-m", "sim/oracle")
    before = (desk / "preregistration.md").read_bytes()
    for words, message in (
        (("cup.dev",), "`preregistration.md` already exists"),
        (("--seal", "preregistration.md", "--list"), "--seal and --list cannot be combined"),
        (("--seal", "preregistration.md", "--runs", "3"),
         "--runs is for a new form and cannot be combined with --seal"),
        (("cup.dev", "--study", "abc"),
         "--study needs --check"),
        ((), "no script was named"),
    ):  # fmt: skip
        refused = shell.run("preregister", *words, code=2).stderr
        assert refused.startswith(f"devrun: {message}\n"), refused
    assert (desk / "preregistration.md").read_bytes() == before
    unread = shell.run("preregister", "--seal", "nowhere.md", code=1).stderr
    assert unread.startswith("devrun: there is no file nowhere.md\nhelp: name the form that ")


def test_a_form_names_no_folder_of_the_computer_it_was_written_on(shell: Shell, desk: Path) -> None:
    named = ("--store", f"sqlite:///{desk / 'lab.sqlite'}")
    shell.run("preregister", str(desk / "cup.dev"), "-m", "sim/oracle", "-o", "plan.md", *named)
    text = answer(desk / "plan.md")
    assert str(desk) not in text
    assert ('file = "cup.dev"' in text, 'store = "lab.sqlite"' in text) == (True, True)
    shell.run("preregister", "--seal", "plan.md", *named)
    done = shell.run("preregister", "cup.dev", "-o", "x" * 300, code=2)
    assert "cannot be written: file name too long" in done.stderr


def test_a_hosted_model_is_settled_without_its_key(shell: Shell, desk: Path) -> None:
    done = shell.run(
        "preregister", "cup.dev", "-m", "openai/some-model", "--param", "top_p=0.9",
        "--max-tokens", "200",
    )  # fmt: skip
    assert told(done).startswith("written: ")
    text = (desk / "preregistration.md").read_text(encoding="utf-8")
    assert 'identity = { "model" = "some-model", "parameters" = ' in text
    assert "| `openai/some-model` | `max_completion_tokens 200` and `top_p 0.9` | - |" in text
    assert "SIMULATED" not in text


def test_a_form_of_a_stranger_writes_nothing_into_the_terminal(shell: Shell, desk: Path) -> None:
    shell.run("preregister", "cup.dev", "-m", "sim/oracle", "-o", "plan.md")
    odd = "\x1b[2J\x07\u202e"
    change(desk / "plan.md", "what is the title of this study?", f"what {odd}?")
    refused = shell.run("preregister", "--seal", "plan.md", code=1).stderr
    assert not {"\x1b", "\x07", "\u202e"} & set(refused)
    assert "what \u241b[2J\u2407<U+202E>?" in refused


def test_a_study_under_another_protocol_than_the_sealed_one_is_a_deviation(
    shell: Shell, desk: Path
) -> None:
    shell.run("preregister", "cup.dev", "-m", "sim/oracle", "-o", "battery.md")
    answer(desk / "battery.md")
    battery = shell.json("preregister", "--seal", "battery.md")["hash"]
    shell.run("cup.dev", "--protocol", "paper", "-m", "sim/oracle")
    done = shell.json("preregister", "--check")
    assert [one for one in done["deviations"] if one["thing"] == "protocol"] == [
        {
            "thing": "protocol",
            "what": "protocol (how it was asked and rated)",
            "about": "",
            "planned": "protocol battery",
            "done": "protocol paper",
        }
    ]
    said = told(shell.run("compare"))
    assert "deviation from it: sealed protocol battery, run protocol paper;" in said

    # A form for the paper's protocol comes first for a study under it, and each study is planned.
    shell.run("preregister", "cup.dev", "-m", "sim/oracle", "--protocol", "paper", "-o", "paper.md")
    answer(desk / "paper.md")
    paper = shell.json("preregister", "--seal", "paper.md")["hash"]
    assert [one["protocol"] for one in shell.json("preregister", "--list")] == ["paper", "battery"]
    done = shell.json("preregister", "--check")
    assert (done["hash"], [one["thing"] for one in done["deviations"]]) == (paper, ["seal"])
    assert "of its protocol" in done["why"]
    shell.run("cup.dev", "-m", "sim/oracle")
    done = shell.json("preregister", "--check")
    assert (done["hash"], done["deviations"]) == (battery, [])


def test_ratings_are_compared_with_what_was_planned(shell: Shell, desk: Path) -> None:
    shell.run("preregister", "cup.dev", "-m", "sim/child", "--protocol", "paper")
    answer(desk / "preregistration.md")
    shell.run("preregister", "--seal", "preregistration.md")
    shell.run("cup.dev", "--protocol", "paper", "-m", "sim/child")
    trials = shell.json("score", "--by", "trial")["trials"]
    rows = [f"{one['trial'][:20]},{coder},{number % 6}" for number, one in enumerate(trials)
            for coder in ("Ada", "Ben", "Cy")]  # fmt: skip
    (desk / "ratings.csv").write_text("item,coder,lrs\n" + "\n".join(rows) + "\n")
    shell.run("collect", "ratings.csv", "--csv")
    done = shell.json("preregister", "--check")
    assert [(one["thing"], one["planned"], one["done"]) for one in done["deviations"]] == [
        ("coders", "2 blind coders", "3 blind coders (Ada, Ben and Cy)")
    ]
