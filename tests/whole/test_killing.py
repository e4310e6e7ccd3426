"""kill -9 at any moment loses at most what was in flight, and repeats nothing that was finished."""

from __future__ import annotations

import sqlite3
import threading
import time
import zlib
from contextlib import closing
from itertools import count
from math import inf
from random import Random

from runners.participants.double import Double, Request
from tests.patience import PATIENCE
from tests.shell import EXPERIMENTS, Shell
from tests.steered_scripts import SNACKS_HEAD

CONCURRENCY = 8
A_ROUND = 30
"""So many requests at most are answered between two kills."""


def test_kills_again_and_again_lose_no_trial_and_repeat_none(
    shell: Shell, dice: Random, thorough: bool
) -> None:
    """Every trial is there once, and calls in all are at most those planned and those in flight."""
    kills = 200 if thorough else 8
    runs = str(kills // 2 + 1)

    numbers, answered, most = count(), threading.Condition(), [inf]

    def slowly(request: Request) -> str:
        time.sleep(dice.uniform(0.005, 0.03))  # a server that takes its time, not a way to wait
        number = next(numbers)
        with answered:
            # The run cannot end before it is killed, however long that takes on a busy machine.
            assert answered.wait_for(lambda: number < most[0], PATIENCE)
        return "The first one."

    def answer_until(number: float) -> None:
        with answered:
            most[0] = number
            answered.notify_all()

    script = str(EXPERIMENTS / "blicket.dev")
    arguments = (script, "-m", "openai/any", "--concurrency", str(CONCURRENCY), "--runs", runs)
    planned = shell.json("plan", script, "--runs", runs)
    with Double(then=slowly) as double:
        for _ in range(kills):
            before = len(double.requests)
            answer_until(before + A_ROUND)
            process = shell.start(*arguments, more=double.environment)
            assert double.arrived(before + dice.randrange(1, 18), within_s=PATIENCE)
            time.sleep(dice.uniform(0, 0.02))  # a moment that falls anywhere in the work
            assert process.poll() is None
            process.kill()
            process.communicate()
        answer_until(inf)
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
