"""The command line says what is wrong and what to do, and leaves with the code it promises."""

from __future__ import annotations

import itertools
import json
import threading

import pytest

from runners.cli.app import COMMANDS, command_module
from runners.participants.double import Behaviour, Double, Request, ServerAnswer, error
from tests.patience import PATIENCE
from tests.shell import EXPERIMENTS, Shell

BLICKET = str(EXPERIMENTS / "blicket.dev")


def told(shell: Shell, *arguments: str, code: int) -> str:
    return shell.run(*arguments, code=code).stderr.strip()


def test_alone_it_prints_help(shell: Shell) -> None:
    assert shell.run().stdout == shell.run("--help").stdout
    assert "devrun experiments/blicket.dev" in shell.run().stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_of_the_table_is_called_so_and_has_an_example(shell: Shell, name: str) -> None:
    import importlib

    line = COMMANDS[name]
    command = importlib.import_module(command_module(name)).command
    assert command.name == name
    assert line in shell.run("--help").stdout
    text = shell.run(name, "--help").stdout
    assert "Example" in text or "Run one by" in text


def test_a_misspelt_command_is_not_taken_for_a_script(shell: Shell) -> None:
    assert told(shell, "chek", code=2) == (
        "devrun: there is no command `chek`\n"
        "help: did you mean `devrun check`? `devrun --help` lists the commands"
    )


def test_a_file_that_is_not_there(shell: Shell) -> None:
    assert told(shell, "my_study.dev", code=2) == (
        "devrun: there is no file or folder `my_study.dev`\n"
        "help: check the spelling; `devrun list` names the scripts that come with devrun"
    )


def test_a_shipped_script_asked_for_where_it_is_not(shell: Shell) -> None:
    assert told(shell, "experiments/blicket.dev", code=2) == (
        "devrun: there is no file or folder `experiments/blicket.dev`\n"
        "help: a script of that name comes with devrun: run it with `devrun blicket`, or copy it "
        "here with `devrun new blicket`"
    )


def test_a_bare_name_runs_the_shipped_script_and_says_so(shell: Shell) -> None:
    done = shell.run("blicket", "--runs", "1")
    assert done.stderr.startswith("running the script `blicket` that comes with devrun")
    assert "SIMULATED, not data" in done.stdout


def test_the_battery_is_there_by_its_name_from_any_folder(shell: Shell, thorough: bool) -> None:
    names = sorted(path.stem for path in EXPERIMENTS.glob("*.dev"))
    listed = [row["name"] for row in shell.json("list") if not row["addition"]]
    assert listed == names
    checked = shell.run("check", "experiments").stderr
    assert checked == f"{len(names)} scripts checked: no errors\n"
    every = ("experiments", "-m", "sim/oracle", "--runs", "1")
    # Only where these are run do they take two seconds.
    done = shell.run(*every) if thorough else shell.run(*every, "--only", "nothing", code=2)
    said = done.stderr.splitlines()[0]
    assert said == f"running {len(names)} scripts that come with devrun, from {EXPERIMENTS}"
    kept = shell.run("format", "experiments", "--check")
    assert (kept.returncode, kept.stdout) == (0, "")


def test_new_gives_a_copy_and_never_writes_over_a_file(shell: Shell) -> None:
    assert shell.run("new", "blicket").stdout == "blicket.dev\n"
    copy = (shell.folder / "blicket.dev").read_text(encoding="utf-8")
    assert copy == (EXPERIMENTS / "blicket.dev").read_text(encoding="utf-8")
    assert told(shell, "new", "blicket", code=2) == (
        "devrun: `blicket.dev` already exists\nhelp: choose another name: devrun new blicket_2"
    )
    assert shell.run("new", "my_study").stdout == "my_study.dev\n"
    assert shell.run("check", "my_study.dev").stdout == ""
    cells = shell.json("my_study.dev", "-m", "sim/oracle")["cells"]
    assert {cell["provisional_lrs"] for cell in cells} == {5.0}


def test_a_file_called_like_a_command_is_reached_by_its_path(shell: Shell) -> None:
    (shell.folder / "check").write_text(
        "experiment A\nprocedure\n    test b\n        ask: C?\n        answer: yes\n", "utf-8"
    )
    assert shell.json("./check", "-m", "sim/oracle", "--runs", "1")["trials"]["completed"] == 1


def test_a_script_with_errors_is_not_run_and_every_error_is_reported(shell: Shell) -> None:
    (shell.folder / "bad.dev").write_text(
        "experiment Bad\n\npeople\n    Sally (she): Runa\n\nprocedure\n    say: {Saly} sits.\n"
        "    test a\n        ask: Where is {Ane}?\n        answer: here\n",
        encoding="utf-8",
    )
    done = shell.run("bad.dev", code=1)
    assert done.stdout == ""
    assert done.stderr.count("error[") == 2
    assert "2 errors in bad.dev; nothing was run" in done.stderr
    document = json.loads(shell.run("bad.dev", "--json", code=1).stdout)
    assert document["error"]["code"] == "script-errors"
    rows = json.loads(shell.run("check", "bad.dev", "--json", code=1).stdout)
    errors = [(row["line"], row["column"]) for row in rows if row["severity"] == "error"]
    assert errors == [(7, 10), (9, 23)]


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("opnai/gpt-5.6", "there is no provider called `opnai`"),
        ("gpt-5.6", "`gpt-5.6` is not a provider and a model"),
        ("sim/orcale", "orcale"),
        ("openai/gpt-5.6", "OPENAI_API_KEY"),
    ],
)
def test_a_participant_that_cannot_be_asked_is_wrong_usage(
    shell: Shell, model: str, message: str
) -> None:
    said = told(shell, BLICKET, "-m", model, code=2)
    assert message in said
    assert "\nhelp: " in said
    assert not (shell.folder / "devrun.sqlite").exists()


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        (error(401, "Incorrect API key provided"), "OPENAI_API_KEY"),
        (error(404, "The model `any` does not exist", code="model_not_found"), "any"),
    ],
)
def test_a_participant_that_is_turned_away_ends_with_3_and_a_sentence(
    shell: Shell, behaviour: Behaviour, words: str
) -> None:
    with Double(then=behaviour) as double:
        done = shell.run(BLICKET, "-m", "openai/any", code=3, more=double.environment)
        assert len(double.requests) <= 48, "of 480 calls, those in flight and no more"
    assert words in done.stderr
    assert "got no reply" in done.stderr


@pytest.mark.thorough
def test_a_server_that_is_not_there(shell: Shell) -> None:
    """It is waited for three seconds. What is said then is held for each adapter, too."""
    with Double() as double:
        environment = dict(double.environment)
    done = shell.run(BLICKET, "-m", "openai/any", "--runs", "1", code=3, more=environment)
    assert "is the server running" in done.stderr.lower()


def test_what_came_is_kept_when_the_rest_fails(shell: Shell) -> None:
    answers: list[Behaviour] = ["The first one."] * 10
    now: list[Behaviour] = [error(401, "no")]
    # One server for both runs: another address would be another participant.
    with Double(*answers, then=lambda _: now[0]) as double:
        asked = (BLICKET, "-m", "openai/any", "--runs", "2")
        first = shell.json(*asked, code=3, more=double.environment)
        made = first["calls"]["made"]
        # A reply on its way when the participant is let be may be lost, but none that came.
        assert 0 < made <= 10
        now[0] = "The first one."
        rest = shell.json(*asked, more=double.environment)
    assert rest["trials"]["failed"] == 0
    planned = shell.json("plan", BLICKET, "--runs", "2")["calls"]
    assert rest["calls"]["made"] == planned - made


def test_a_failure_is_said_once_with_the_trials_it_hit(shell: Shell) -> None:
    with Double(then=error(401, "no")) as double:
        done = shell.run(
            BLICKET, "-m", "openai/any", "--concurrency", "1", code=3, more=double.environment
        )
    assert done.stdout == ""
    assert done.stderr.replace(double.url, "URL").splitlines() == [
        "1 call got no reply: the server at URL refused the key (401): no",
        "  Blicket detector, categorisation and induction / categorisation / original / draw 1, "
        "openai/any",
        "  openai/any was not asked again",
        "  help: check the key in OPENAI_API_KEY and its access to this model",
        "40 trials: 0 completed, 1 failed, 39 left; 0 calls made; study "
        + done.stderr.split("study ")[1].split()[0]
        + " in sqlite:///devrun.sqlite",
        "all received replies are saved; the same command asks only for the missing ones",
    ]


def test_next_steps_are_the_same_run(shell: Shell) -> None:
    shell.run("new", "my study")
    options = ("--runs", "2", "--wording", "original", "--store", "sqlite:///lab.sqlite")
    done = shell.run("my study.dev", "-m", "sim/oracle", *options)
    assert done.stderr.splitlines()[-3:] == [
        "  devrun show 'my study.dev' --wording original   show the text sent, cell by cell",
        "  devrun 'my study.dev' --wording original --runs 2 --store sqlite:///lab.sqlite -m "
        "openai/NAME   ask a real model (OPENAI_API_KEY must be set)",
        "  devrun 'my study.dev' --wording original --runs 2 --store sqlite:///lab.sqlite "
        "-m sim/oracle --json   the same table as JSON; nothing is asked again",
    ]
    again = shell.json("my study.dev", "-m", "sim/oracle", *options)
    assert again["calls"]["made"] == 0


def test_only_names_levels(shell: Shell) -> None:
    cells = shell.json("blicket", "-m", "sim/oracle", "--runs", "1", "--only", "induction")["cells"]
    assert {cell["condition"] for cell in cells} == {"induction"}
    assert told(shell, "blicket", "--only", "inducton", code=2) == (
        "running the script `blicket` that comes with devrun (" + BLICKET + ")\n"
        "devrun: no condition has a level `inducton`\n"
        "help: did you mean `induction`? the levels are: categorisation, induction"
    )


def test_a_store_that_is_no_store_is_code_5(shell: Shell) -> None:
    (shell.folder / "notes.sqlite").write_text("Dear diary, this is no database at all.", "utf-8")
    said = told(shell, BLICKET, "-m", "sim/oracle", "--store", "sqlite:///notes.sqlite", code=5)
    assert "notes.sqlite" in said
    assert (shell.folder / "notes.sqlite").read_text("utf-8").startswith("Dear diary")


def test_studies_lists_what_was_run(shell: Shell) -> None:
    run = shell.json("blicket", "-m", "sim/oracle", "--runs", "2")
    (study,) = shell.json("studies")
    assert study["study"] == run["study"]
    assert (study["finished"], study["trials"], study["simulated"]) == (8, 8, True)
    more = shell.json("blicket", "-m", "sim/lure", "--runs", "3")
    assert more["study"] == run["study"]
    (joined,) = shell.json("studies")
    assert (joined["trials"], joined["models"]) == (20, ["sim/lure", "sim/oracle"])


def test_a_study_that_is_simulated_in_part_names_the_part(shell: Shell) -> None:
    with Double(then="The first one.") as double:
        options = ("blicket", "-m", "openai/any", "-m", "sim/oracle", "--runs", "1")
        done = shell.run(*options, more=double.environment)
    assert done.stdout.startswith(
        "Blicket detector, categorisation and induction: in part SIMULATED, not data (sim/oracle)\n"
    )
    assert "\n    openai/any, sim/oracle (simulated)\n" in shell.run("studies").stdout
    (study,) = shell.json("studies")
    assert study["simulated"] is False


def test_json_is_one_document_with_the_promised_keys(shell: Shell) -> None:
    document = shell.json("blicket", "-m", "sim/oracle", "--runs", "1")
    assert set(document) >= {
        "study", "simulated", "store", "trials", "calls", "cost_usd", "cells", "contrasts",
    }  # fmt: skip
    trials = document["trials"]
    assert trials["planned"] == sum(v for k, v in trials.items() if k != "planned")
    assert set(document["cells"][0]) >= {
        "experiment", "condition", "levels", "wording", "model", "n", "n_texts",
        "n_word_sets", "gate_failures", "provisional_lrs", "share", "chance_lrs", "needs_human",
    }  # fmt: skip
    assert set(document["contrasts"][0]) >= {
        "experiment", "contrast", "model", "wording", "n", "passed", "chance",
    }  # fmt: skip


def test_replies_under_way_are_kept_when_a_participant_is_turned_away(shell: Shell) -> None:
    """Fifteen calls wait for their reply when the sixteenth is refused for good."""
    refused, turn = threading.Event(), itertools.count(1)

    def behave(request: Request) -> str | ServerAnswer:
        if next(turn) == 16:
            refused.set()
            return error(401, "no more")
        assert refused.wait(PATIENCE)
        return "The first one."

    with Double(then=behave) as double:
        asked = (BLICKET, "-m", "openai/any", "--concurrency", "16")
        done = shell.json(*asked, code=3, more=double.environment)
    # A reply that comes before the refusal is read lets one more call be asked.
    assert done["calls"]["made"] == len(double.requests) - 1 >= 15


def test_settings_that_have_no_effect_are_named(shell: Shell) -> None:
    done = shell.run("blicket", "-m", "sim/oracle", "--runs", "1", "--temperature", "0")
    assert (
        "--temperature, --max-tokens and other parameters have no effect on simulated participants"
        in done.stderr
    )
    assert "INCOMPLETE" not in done.stdout


def test_a_table_of_a_run_that_broke_off_says_so(shell: Shell) -> None:
    with Double(*["The first one."] * 40, then=error(401, "no")) as double:
        asked = (BLICKET, "-m", "openai/any", "--runs", "2")
        done = shell.run(*asked, code=3, more=double.environment)
    assert "INCOMPLETE: " in done.stdout


def test_show_sets_the_original_beside_permuted_words_even_where_it_is_not_run(
    shell: Shell,
) -> None:
    text = (EXPERIMENTS / "blicket.dev").read_text("utf-8")
    script = shell.folder / "permuted.dev"
    script.write_text(text.replace("wording original and permuted", "wording permuted"), "utf-8")
    page = shell.run("show", "permuted.dev").stdout
    assert "original wording is shown for comparison; the design does not run it." in page
    assert "(original)" in page
    assert "(permuted)" in page
    assert {one["wording"] for one in shell.json("show", "permuted.dev")} == {"permuted"}
