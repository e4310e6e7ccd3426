"""kill -9 at any moment loses at most what was in flight, and repeats nothing that was finished."""

from __future__ import annotations

import json
import re
import sqlite3
import time
import zlib
from contextlib import closing
from math import inf
from pathlib import Path
from random import Random

import pytest

from runners.participants.double import Double, Request
from tests.patience import PATIENCE, Gate
from tests.shell import EXPERIMENTS, Shell
from tests.steered_scripts import SNACKS_HEAD

CONCURRENCY = 8
A_ROUND = 30
"""So many requests at most are answered between two kills."""


def test_kills_again_and_again_lose_no_trial_and_repeat_none(
    shell: Shell, dice: Random, thorough: bool
) -> None:
    """Every trial is there once, and calls in all are at most those planned and those in flight."""
    kills = 200 if thorough else 5
    runs = str(kills // 2 + 1)

    gate = Gate()

    def slowly(request: Request) -> str:
        time.sleep(dice.uniform(0.005, 0.03))  # a server that takes its time, not a way to wait
        gate.pass_through()
        return "The first one."

    script = str(EXPERIMENTS / "blicket.dev")
    arguments = (script, "-m", "openai/any", "--concurrency", str(CONCURRENCY), "--runs", runs)
    planned = shell.json("plan", script, "--runs", runs)
    with Double(then=slowly) as double:
        for _ in range(kills):
            before = len(double.requests)
            gate.open_to(before + A_ROUND)
            process = shell.start(*arguments, more=double.environment)
            assert double.arrived(before + dice.randrange(1, 18), within_s=PATIENCE)
            time.sleep(dice.uniform(0, 0.02))  # a moment that falls anywhere in the work
            assert process.poll() is None
            process.kill()
            process.communicate()
        gate.open_to(inf)
        done = shell.json(*arguments, more=double.environment)
        asked = len(double.requests)
    assert done["trials"]["failed"] == done["trials"]["left"] == 0
    assert done["trials"]["planned"] == planned["trials"]
    assert done["trials"]["completed"] + done["trials"]["replayed"] == planned["trials"]
    assert planned["calls"] <= asked <= planned["calls"] + kills * CONCURRENCY
    with closing(sqlite3.connect(shell.folder / "devrun.sqlite")) as store:
        (rows,) = store.execute("select count(*) from calls").fetchone()
    assert rows == planned["calls"]


STEERED = (
    SNACKS_HEAD.format(runs=8)
    + """\
        record snack
            ask: Which would you like, the {carrot} or the {cookie}?
            choices rotated:
                the {carrot}
                the {cookie}
            then
                unclear, ask again at most 3 times: Please name one of the two.
                otherwise: Good.
        test take
            say by snack
                the carrot: {Ida} wants the {cookie}.
                otherwise: {Ida} wants the {carrot}.
            ask: Which one does {Ida} take, the {carrot} or the {cookie}?
            answer by snack
                the carrot: {cookie}
                otherwise: {carrot}
            wrong:
                {carrot}
                {cookie}
        when take was wrong or unclear
            record why
                ask: Why do you think so?
        control story
            ask: Who was the story about?
            answer: {Ida}
"""
)
SAID = ("A", "B", "I cannot say.", "Both of them.", "The first one.", "Whatever you like.")


def test_a_script_that_answers_back_goes_the_same_way_after_kills(
    shell: Shell, dice: Random
) -> None:
    """The same replies lead to the same words, however often the run is killed on its way."""
    (shell.folder / "snacks.dev").write_text(STEERED, "utf-8")

    def by_what_was_said(request: Request) -> str:
        time.sleep(0.01)  # a server that takes its time
        return SAID[zlib.crc32(repr(request.messages).encode()) % len(SAID)]

    found = []
    for kills in (0, 5):
        store = shell.folder / f"killed-{kills}.sqlite"
        arguments = ("snacks.dev", "-m", "openai/any", "--concurrency", "4", "--store")
        with Double(then=by_what_was_said) as double:
            asked = 0
            for _ in range(kills):
                process = shell.start(*arguments, f"sqlite:///{store}", more=double.environment)
                moment = asked + dice.randrange(1, 6)
                assert double.arrived(moment, within_s=PATIENCE)
                process.kill()
                process.communicate()
                asked = len(double.requests)
            shell.json(*arguments, f"sqlite:///{store}", more=double.environment)
            asked = len(double.requests)
        with closing(sqlite3.connect(store)) as connection:
            rows = connection.execute(
                "select draw, place, messages, text, outcome, reader from calls order by 1, 2"
            ).fetchall()
        assert len(rows) <= asked <= len(rows) + kills * 4
        found.append(rows)
    assert found[0] == found[1]
    assert len(found[0]) > 30, len(found[0])
    assert {outcome for *_, outcome, _ in found[0]} >= {"the carrot", "the cookie", "unclear", ""}


IN_WAVES = """experiment Views

conditions profile from profiles.csv

waves reading from articles.csv
{carry}
questionnaire opinions
    rate 1 to 5
    items from questions.csv

design
    runs 1
    wording original

procedure
    profile: {{all of profile}}
    say: Read this. {{text}}
    separately
        do opinions
{record}"""
CARRY = "    carry view: I have no view yet.\n"
RECORD = """    say: What you noted before: {view}
    record view
        ask: Write down what you now think.
"""
ASKED = re.compile(r"name: (Ada|Ben|Cleo|Dora)")
READ = re.compile(r"Article (\d)")


def thought_of(request: Request) -> str:
    """A reply that hangs on every word that was sent, in the form that is asked for."""
    time.sleep(0.01)  # a server that takes its time
    sent = request.messages[-1][1]
    number = zlib.crc32(repr(request.messages).encode())
    said = f"thought {number}"
    if "JSON list" in sent:
        return json.dumps([{"statement": f"A {said}.", "score": 1 + number % 5}] * 2)
    if "New profile:" in sent:
        names = ASKED.search(sent)
        assert names is not None
        return f"New profile:\n{names[0]}\nmood: {said}"
    return said if "Write down" in sent else f"Thought: {said}\nRating: {1 + number % 5}"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("model", "carry", "record"),
    [("openai/any?agent=coggpt", "", ""), ("openai/any", CARRY, RECORD)],
    ids=["agent", "carry"],
)
def test_a_run_that_is_killed_inside_waves_remembers_the_same(
    shell: Shell, dice: Random, model: str, carry: str, record: str
) -> None:
    """Nothing that was stored is asked again; profiles are asked side by side, each in order."""
    kills, people = 20, ("Ada", "Ben", "Cleo", "Dora")
    for name, lines in {
        "views.dev": [IN_WAVES.format(carry=carry, record=record)],
        "profiles.csv": ["name,mood", *(f"{one},calm" for one in people)],
        "articles.csv": ["wave,text", *(f"{at},Article {at} says much." for at in (1, 2, 3, 4))],
        "questions.csv": ["item,words", "a,Dogs are loud.", "b,Dogs are kind."],
    }.items():
        (shell.folder / name).write_text("\n".join(lines), "utf-8")
    found = []
    for times in (0, kills):
        store = shell.folder / f"killed-{times}.sqlite"
        arguments = (
            "views.dev",
            "-m",
            model,
            "--concurrency",
            "4",
            "--store",
            f"sqlite:///{store}",
        )
        asked, stored = 0, set[str]()
        with Double(then=thought_of) as double:
            for at in range(times + 1):
                if at < times:
                    process = shell.start(*arguments, more=double.environment)
                    assert double.arrived(asked + dice.randrange(1, 6), within_s=PATIENCE)
                    process.kill()
                    process.communicate()
                else:
                    shell.json(*arguments, more=double.environment)
                fresh = {repr([*map(list, one.messages)]) for one in double.requests[asked:]}
                assert not stored & fresh
                asked = len(double.requests)
                rows = calls_of(store)
                stored = {repr(json.loads(sent)) for _, _, _, sent, _ in rows}
            sent = [one.messages for one in double.requests]
        assert len(stored) == len(rows) <= asked <= len(rows) + times * 4
        found.append(rows)
        if not times:
            waves: dict[str, list[str]] = {one: [] for one in people}
            whose = [ASKED.findall(repr(one))[0] for one in sent]
            for name, one in zip(whose, sent, strict=True):
                waves[name] += READ.findall(repr(one))
            assert all(one == sorted(one) and set(one) == set("1234") for one in waves.values())
            assert len(set(whose[:8])) > 1
            # What all copies of a conversation begin with is read once in a wave.
            assert not any(repr(one).count("Read this.") > 1 for one in sent)
    assert found[0] == found[1]


def calls_of(store: Path) -> list[tuple[str, ...]]:
    """Levels, place, reply, what was sent, and what came of it, of all stored calls."""
    with closing(sqlite3.connect(store)) as connection:
        if not connection.execute("select 1 from sqlite_master where name = 'calls'").fetchone():
            return []
        return connection.execute(
            "select levels, place, text, messages, outcome from calls order by 1, 2"
        ).fetchall()
