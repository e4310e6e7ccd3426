"""Every way to write a command line wrongly ends in a sentence, and with --json in one document."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shell import EXPERIMENTS, Shell

BLICKET = str(EXPERIMENTS / "blicket.dev")

WRONG = [
    (
        "chek my_study.dev",
        "there is no command `chek`",
        "did you mean `devrun check`? `devrun --help` lists the commands",
    ),
    (
        "blickt",
        "there is no file or folder `blickt`",
        "did you mean `blicket`, which comes with devrun?",
    ),
    (
        "blicket --rusn 2",
        "`devrun run` has no option `--rusn`",
        "did you mean `--runs`? `devrun run --help` lists what can be written",
    ),
    (
        "blicket --runs many",
        "`--runs many` is not a whole number from 1 to 100,000",
        "write for example --runs 1",
    ),
    (
        "blicket --runs 0",
        "`--runs 0` is not a whole number from 1 to 100,000",
        "write for example --runs 1",
    ),
    (
        "blicket --temperature -1",
        "`--temperature -1.0` is not a number of at least 0",
        "write for example --temperature 1",
    ),
    (
        "blicket --wording orignal",
        "`--wording orignal` is not one of original, permuted, both",
        "did you mean `--wording original`? `devrun run --help` lists what can be written",
    ),
    (
        "blicket --only inducton",
        "no condition has a level `inducton`",
        "did you mean `induction`? the levels are: categorisation, induction",
    ),
    (
        "blicket --store=",
        "--store has no value",
        "write sqlite:///FILE, or leave it out for sqlite:///devrun.sqlite",
    ),
    ("show", "FILE is missing", "write it as: devrun show FILE"),
    ("norms fit", "FILE... is missing", "write it as: devrun norms fit FILE..."),
    (
        "norms fits",
        "`devrun norms` does not know `fits`",
        "did you mean `devrun norms fit`?",
    ),
    (
        "norms fit --itms 2",
        "`devrun norms fit` has no option `--itms`",
        "did you mean `--items`? `devrun norms fit --help` lists what can be written",
    ),
    (
        "show blicket gears",
        "unexpected argument `gears` for `devrun show`",
        "`devrun show --help` lists what can be written",
    ),
    (
        "show blicket --draw 11",
        "there is no draw 11: each cell has 10",
        "give a number from 1 to 10, or add --runs 11",
    ),
    ("collect packets --to .", "`--to .` is a folder", "name a file"),
    (
        "plan blicket -m gpt-5.6",
        "`gpt-5.6` is not a provider and a model",
        "did you mean `openai/gpt-5.6`?",
    ),
    (
        "studies --store sqlite:///none.sqlite",
        "there is no store none.sqlite",
        "run a script first, or name the store with --store",
    ),
    (
        "plan blicket -m sim/",
        "`sim/` names no simulated participant",
        "write it like sim/child?p=0.7; `devrun models` lists them",
    ),
    (
        "plan blicket -m /gpt-5.6",
        "`/gpt-5.6` is not a provider and a model",
        "did you mean `openai/gpt-5.6`?",
    ),
    ("list --json=1", "`--json` takes no value", "write `--json` alone"),
]


@pytest.mark.parametrize(("line", "message", "remedy"), WRONG, ids=[line for line, *_ in WRONG])
def test_a_wrong_line_is_answered_with_what_is_wrong_and_what_to_write(
    shell: Shell, line: str, message: str, remedy: str
) -> None:
    done = shell.run(*line.split(), code=None)
    assert done.returncode in (2, 5)
    if "--json" in line:
        assert json.loads(done.stdout)["error"]["message"] == message
        return
    assert done.stdout == ""
    said = f"devrun: {message}\nhelp: {remedy}\n"
    assert done.stderr.removeprefix(_shipped()) == said
    document = json.loads(shell.run(*line.split(), "--json", code=done.returncode).stdout)
    assert (document["error"]["message"], document["error"]["help"]) == (message, remedy)


def _shipped() -> str:
    return f"running the script `blicket` that comes with devrun ({BLICKET})\n"


def test_a_name_that_is_too_long_for_a_file_is_reported_in_short(shell: Shell) -> None:
    assert shell.run("x/" + "y" * 5000, code=2).stderr == (
        f"devrun: `x/{'y' * 58}...` cannot be a path: file name too long\nhelp: name a .dev file\n"
    )


def test_an_option_without_its_value(shell: Shell) -> None:
    assert shell.run("blicket", "-m", code=2).stderr == (
        "devrun: `-m` needs a value after it\nhelp: `devrun run --help` lists what can be written\n"
    )


def test_a_script_in_another_encoding_is_no_fault_of_devrun(shell: Shell) -> None:
    (shell.folder / "old.dev").write_bytes(b"experiment Caf\xe9\n")
    (shell.folder / "wide.dev").write_bytes("experiment A\n".encode("utf-16"))
    for name, words in (
        ("old.dev", "not saved as UTF-8 (the first byte that is not stands in line 1)"),
        ("wide.dev", "saved as UTF-16"),
    ):
        for command in ("run", "check", "show", "plan", "format"):
            assert shell.run(command, name, code=1).stderr == (
                f"devrun: {name} is {words}; save it again as UTF-8\n"
                "help: most editors offer it under Save As, as `UTF-8` or `Unicode (UTF-8)`, "
                "spreadsheets as `CSV UTF-8`\n"
            )
        document = json.loads(shell.run("check", name, "--json", code=1).stdout)
        assert document["error"]["code"] == "unreadable"


def test_a_link_that_leads_nowhere_is_no_misspelling_of_itself(shell: Shell) -> None:
    (shell.folder / "study.dev").symlink_to("moved.dev")
    assert shell.run("check", "study.dev", code=2).stderr == (
        "devrun: `study.dev` is a link to moved.dev, and no file can be read there\n"
        "help: name the file itself, or make the link again\n"
    )


def test_a_script_of_that_name_is_not_suggested_for_its_ending_alone(shell: Shell) -> None:
    (shell.folder / "latin.dev").write_text("experiment A\n", "utf-8")
    assert "did you mean" not in shell.run("nothing.dev", code=2).stderr
    assert "did you mean `latin.dev`?" in shell.run("latn.dev", code=2).stderr


def test_errors_of_a_script_are_pointed_to_where_a_program_reads_them(shell: Shell) -> None:
    (shell.folder / "my study.dev").write_text("experiment A\n", "utf-8")
    document = json.loads(shell.run("my study.dev", "--json", code=1).stdout)
    assert document["error"]["help"] == "`devrun check 'my study.dev' --json` lists them"


def test_help_is_a_word_too(shell: Shell) -> None:
    assert shell.run("help").stdout == shell.run("--help").stdout
    assert shell.run("help", "check").stdout == shell.run("check", "--help").stdout


def test_players_are_a_document_where_one_is_asked_for(shell: Shell) -> None:
    assert shell.run("new", "small").stdout == "small.dev\n"
    rows = json.loads(shell.run("check", "small.dev", "--players", "--json").stdout)
    oracle = next(row for row in rows if row["participant"] == "sim/oracle")
    assert (oracle["told_the_key"], oracle["share"], oracle["provisional_lrs"]) == (True, 1, 5)
    assert rows[0]["participant"] == "guessing, computed"
    assert rows[0]["told_the_key"] is None


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("list >&-", 0),
        pytest.param("show blicket >&-", 0, marks=pytest.mark.thorough),
        ("blicket --runs 1 -m sim/oracle >&- 2>&-", 0),
        ("nothing.dev 2>&-", 2),
        ("show blicket --draw all | head -1 >/dev/null; exit ${PIPESTATUS[0]}", 0),
        pytest.param("list | true; exit ${PIPESTATUS[0]}", 0, marks=pytest.mark.thorough),
        ("explain E001 --json | true; exit ${PIPESTATUS[0]}", 2),
        ("explain E001 2>&1 | true; exit ${PIPESTATUS[0]}", 2),
    ],
)
def test_closed_streams_and_readers_that_leave_are_no_fault(
    shell: Shell, line: str, code: int
) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m runners.main {line}"],
        cwd=shell.folder,
        env=dict(shell.environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_reported(shell: Shell) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "runners.main", "list"],
            cwd=shell.folder,
            env=dict(shell.environment),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == (
        "devrun: the output cannot be written: no space left on device\nhelp: free some "
        "space, or redirect the output; replies are saved\n"
    )
