"""A study in which nobody answered: every command says so, and how to go on."""

from __future__ import annotations

import json

import pytest

from runners.participants.double import Double, error
from tests.shell import EXPERIMENTS, Shell

SCRIPT = str(EXPERIMENTS / "blicket.dev")
COMMANDS = (
    ("score", "nothing-to-score"),
    ("compare", "nothing-to-compare"),
    ("report", "nothing-to-report"),
    ("transcript", "nothing-to-read"),
    ("replay", "nothing-to-replay"),
    ("export", "nothing-to-export"),
    ("export --to jsonl -o lines", "nothing-to-export"),
)


def told(shell: Shell, *arguments: str) -> dict[str, str]:
    found = json.loads(shell.run(*arguments, "--json", code=1).stdout)["error"]
    assert isinstance(found, dict)
    return found


@pytest.fixture
def refused(shell: Shell) -> str:
    """The id of a study of which no call got a reply."""
    with Double(then=error(401, "no")) as double:
        run = shell.json(SCRIPT, "--runs", "1", "-m", "openai/any", code=3, more=double.environment)
    return str(run["study"])


def test_every_command_says_that_no_trial_is_finished(shell: Shell, refused: str) -> None:
    for command, code in COMMANDS:
        assert told(shell, *command.split()) == {
            "code": code,
            "message": f"no trial of study {refused} is finished",
            "help": "run it again to continue",
        }
    assert all(one.name.startswith("devrun.sqlite") for one in shell.folder.iterdir())


def test_of_a_part_without_a_finished_trial_the_rest_is_not_denied(shell: Shell) -> None:
    both = ("-m", "openai/any", "-m", "sim/lure")
    with Double(then=error(401, "no")) as double:
        run = shell.json(SCRIPT, "--runs", "1", *both, code=3, more=double.environment)
    study = run["study"]
    for command, code in COMMANDS:
        assert told(shell, *command.split(), "-m", "openai/any") == {
            "code": code,
            "message": f"the 4 trials asked for are not finished, though 4 of study {study} are",
            "help": "leave out PATH, -m or --only, or run it again to continue",
        }
