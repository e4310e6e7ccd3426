"""Everything that a lab does with a store, with PostgreSQL in its place, says the same."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import inf
from random import Random

import pytest

from runners.participants.double import Double, Request
from runners.store.store import Store
from tests.patience import PATIENCE, Gate
from tests.postgres import Postgres
from tests.shell import EXPERIMENTS, Shell

SCRIPT = str(EXPERIMENTS / "blicket.dev")


@pytest.fixture
def url(postgres: Postgres) -> Iterator[str]:
    with postgres.database() as made:
        yield made


def test_a_study_is_run_packed_scored_merged_and_checked_as_in_a_file(
    shell: Shell, url: str
) -> None:
    on_server = {"DEVRUN_STORE": url}
    shell.run(SCRIPT, "--runs", "2", "-m", "sim/lure")
    shell.run(SCRIPT, "--runs", "2", "-m", "sim/lure", more=on_server)
    again = shell.json(SCRIPT, "--runs", "2", "-m", "sim/lure", more=on_server)
    assert again["calls"]["made"] == again["trials"]["left"] == 0
    assert shell.json("score", more=on_server) == shell.json("score")
    shell.run("packets", "--coder", "Ada", "--to", "packed", more=on_server)
    assert shell.run("store", "check", more=on_server).stdout.startswith(
        f"{url.partition('?')[0]} is intact: 1 study, "
    )
    (merged,) = shell.json("merge", url, "--into", "devrun.sqlite")["sources"]
    assert {kind: new for kind, new in merged["new"].items() if new} == {"packets": 1}
    (back,) = shell.json("merge", "devrun.sqlite", "--into", url)["sources"]
    assert set(back["new"].values()) == {0}


def test_no_command_prints_the_password_of_a_store(shell: Shell, url: str, thorough: bool) -> None:
    """What is printed goes into files that are given away; the server here takes any password."""
    in_its_place = url.replace("postgres@", "postgres:hush@")
    every = ("replay", "score", "compare", "studies")
    for secret, instead, commands in (
        (in_its_place, ":***@", every),
        (f"{url}&password=hush", "=PASSWORD", every if thorough else ("replay",)),
    ):
        asked = shell.run(SCRIPT, "--runs", "1", "-m", "sim/lure", "--store", secret)
        again = shell.run("replay", "--store", secret)
        pages = [shell.run(command, "--store", secret, "--json") for command in commands]
        for done in (asked, again, *pages):
            assert "hush" not in done.stdout + done.stderr
        for told in (asked.stderr, again.stderr, pages[0].stdout):
            assert instead in told


def test_two_runners_of_one_study_that_are_killed_again_and_again_ask_nothing_twice(
    shell: Shell, url: str, dice: Random, thorough: bool
) -> None:
    """Calls in all are at most those planned and those in flight whenever a runner was killed."""
    concurrency, kills = 4, 100 if thorough else 3
    runs, gate = str(kills + 1), Gate()

    def slowly(request: Request) -> str:
        time.sleep(dice.uniform(0.005, 0.02))  # a server that takes its time, not a way to wait
        gate.pass_through()
        return "The first one."

    arguments = (SCRIPT, "-m", "openai/any", "--concurrency", str(concurrency), "--runs", runs)
    arguments = (*arguments, "--store", url)
    planned = shell.json("plan", SCRIPT, "--runs", runs)
    with Double(then=slowly) as double:
        gate.open_to(0)
        runners = [shell.start(*arguments, more=double.environment) for _ in range(2)]
        for number in range(kills):
            moment = len(double.requests) + dice.randrange(5, 20)
            gate.open_to(moment)
            assert double.arrived(moment, within_s=PATIENCE)
            process = runners[number % 2]
            process.kill()
            process.communicate()
            runners[number % 2] = shell.start(*arguments, more=double.environment)
        gate.open_to(inf)
        for process in runners:
            assert "Traceback" not in "".join(process.communicate())
            assert process.returncode == 0
        asked = len(double.requests)
    assert planned["calls"] <= asked <= planned["calls"] + kills * concurrency
    with Store.open(url, reading=True) as store:
        study = store.study()
        found = store.checked()
    assert study.trials == study.finished == found.transcripts == planned["trials"]
    assert (found.calls, found.findings) == (planned["calls"], ())
