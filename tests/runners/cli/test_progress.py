"""What is shown while a run goes on, above all while nothing moves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from dsl.record import replace
from runners.cli.progress import (
    Progress,
    figures,
    not_asked_again,
    stopping,
    under_way,
    waited_for,
    waiting,
)
from runners.engine.outcome import (
    Calls,
    Cost,
    Down,
    Snapshot,
    Stopping,
    Trials,
    Trouble,
    Waited,
)
from runners.engine.tally import Tally
from runners.participants.double import Double, rate_limited
from runners.participants.failures import FailureKind, NoReply
from tests.patience import PATIENCE
from tests.runners.cli.cup_script import TEXT
from tests.shell import ROOT
from tests.terminals import Bytes


def snapshot(trouble: Trouble | None = None) -> Snapshot:
    return Snapshot(
        planned=8,
        trials=Trials(completed=2, failed=1),
        calls=Calls(made=25, retried=3),
        seconds=10.0,
        rate=0.3,
        eta=20.0,
        failures=(),
        trouble=trouble,
    )


def test_the_figures_next_to_the_bar() -> None:
    assert figures(snapshot()) == "25 calls, 0.3 trials/s, 20 s left, 3 retried, 1 failed"


def test_the_sum_is_next_to_the_bar_and_under_a_ceiling_with_what_was_paid_before() -> None:
    paid = Cost(
        now=Decimal("0.42"),
        earlier=Decimal("1.20"),
        ceiling=None,
        reached=False,
        input_tokens=0,
        output_tokens=0,
        unmeasured=0,
        unpriced=(),
        prices=(),
    )
    rest = "0.3 trials/s, 20 s left, 3 retried, 1 failed"
    assert figures(replace(snapshot(), cost=paid)) == f"25 calls, $0.42, {rest}"
    held = replace(paid, ceiling=Decimal(5))
    assert figures(replace(snapshot(), cost=held)) == f"25 calls, $1.62 of $5.00, {rest}"


def test_time_left_is_not_guessed_while_no_reply_comes() -> None:
    here = snapshot(Trouble("openai/any", "the server is full", None))
    assert figures(here) == "25 calls, 0.3 trials/s, 3 retried, 1 failed"


@pytest.mark.parametrize(
    ("trouble", "silent", "line"),
    [
        (None, 9.0, ""),
        (
            None,
            45.0,
            "no reply for 45 s: waiting for trials that another devrun is running (Ctrl-C "
            "stops; all replies are saved)",
        ),
        (Trouble("openai/any", "the server is full", None), 1.0, ""),
        (
            Trouble("openai/any", "the server is full", None),
            200.0,
            "no reply for 3 min: the server is full; trying again after growing pauses",
        ),
        (
            Trouble("openai/any", "too many requests", 130.0),
            5.0,
            "no reply for 5 s: too many requests; next attempt in 30 s, as requested",
        ),
        (
            Trouble("openai/any", "\x1b]0;title\x07\u202efull", 90.0),
            5.0,
            "no reply for 5 s: ␛]0;title␇<U+202E>full; trying again after growing pauses",
        ),
    ],
)
def test_a_run_in_which_nothing_moves_says_why(
    trouble: Trouble | None, silent: float, line: str
) -> None:
    assert waiting(snapshot(trouble), silent=silent, now=100.0) == line


def test_who_is_waited_for_is_shown_with_the_time() -> None:
    """Also while others reply: the one who hangs is the one that the run waits for."""
    waited = (
        Waited("openai/slow", 8, since=55.0, limit=300.0),
        Waited("openai/quick", 8, since=91.0, limit=300.0),
        Waited("hf/\x1b[2J", 1, since=-100.0, limit=None),
    )
    here = replace(snapshot(), waited=waited)
    assert waited_for(here, now=100.0) == [
        "waiting for openai/slow: 8 calls, the first for 45 s; timeout 5 min",
        "waiting for hf/␛[2J: 1 call, on its way for 3 min",
    ]
    assert waiting(here, silent=45.0, now=100.0) == ""


def test_a_participant_that_is_left_out_is_named_while_others_go_on() -> None:
    seen: list[Snapshot] = []

    class Watcher:
        def update(self, snapshot: Snapshot) -> None:
            seen.append(snapshot)

    tally = Tally("study", 8, Watcher())
    tally.try_failed("a/b", NoReply(FailureKind.RATE_LIMITED, "full", retry_after=7000))
    tally.participant_down(Down("a/b", "rate limited", "it asks to wait 1.9 hours: full", ""))
    assert not_asked_again(seen[-1]) == ["a/b is not asked again: it asks to wait 1.9 hours: full"]
    assert seen[-1].trouble is None


def test_what_becomes_of_calls_under_way_is_said_once_where_there_is_no_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with Progress(quiet=True) as progress:
        progress.update(snapshot())
        for _ in range(2):
            progress.update(replace(snapshot(), stopping=Stopping(8, 30.0)))
    said = " ".join(capsys.readouterr().err.split())
    assert said == (
        "stopping: waiting up to 30 s for 8 calls in progress (Ctrl-C again stops at once)"
    )
    assert stopping(Stopping(0, 30.0)) == ""


@pytest.mark.parametrize(
    ("now", "experiments", "line"),
    [
        (("Gears",), ("Gears",), ""),
        ((), ("Blicket", "Gears"), ""),
        (("Gears",), ("Blicket", "Gears"), "now: Gears (2 of 2)"),
        (("Gears", "Blicket"), ("Blicket", "Gears"), "now: Gears (2 of 2), Blicket (1 of 2)"),
        (("C", "B", "A", "D"), tuple("ABCD"), "now: C (3 of 4), B (2 of 4) and 2 more"),
        (("\x1b[2J",), ("A", "\x1b[2J"), "now: ␛[2J (2 of 2)"),
    ],
)
def test_the_experiment_under_way_stands_below_the_bar_of_them_all(
    now: tuple[str, ...], experiments: tuple[str, ...], line: str
) -> None:
    assert under_way(now, experiments) == line


def test_an_experiment_is_under_way_as_long_as_a_trial_of_it_is_running() -> None:
    seen: list[tuple[str, ...]] = []

    class Watcher:
        def update(self, snapshot: Snapshot) -> None:
            seen.append(snapshot.under_way)

    tally = Tally("study", 8, Watcher())
    tally.begun("Gears")
    tally.begun("Gears")
    tally.begun("Blicket")
    tally.ended("Gears")
    tally.completed()
    tally.ended("Gears")
    tally.completed()
    assert seen == [
        ("Gears",), ("Gears",), ("Gears", "Blicket"), ("Gears", "Blicket"), ("Blicket",),
    ]  # fmt: skip


def test_trouble_is_over_with_the_next_reply() -> None:
    seen: list[Trouble | None] = []

    class Watcher:
        def update(self, snapshot: Snapshot) -> None:
            seen.append(snapshot.trouble)

    tally = Tally("study", 8, Watcher())
    tally.try_failed("openai/any", NoReply(FailureKind.OVERLOADED, "the server is full"))
    tally.call_made(2)
    assert seen == [Trouble("openai/any", "the server is full", None), None]


def test_a_pause_that_a_provider_asks_for_is_shown_on_a_terminal(tmp_path: Path) -> None:
    import pty

    script = tmp_path / "cup.dev"
    script.write_text(TEXT, encoding="utf-8")
    inner, outer = pty.openpty()
    with Double(then=rate_limited("200")) as double:
        process = subprocess.Popen(
            [sys.executable, "-m", "runners.main", script.name, "-m", "openai/any"],
            cwd=tmp_path,
            env={
                **{k: v for k, v in os.environ.items() if not k.startswith(("DEVRUN_", "OPENAI_"))},
                **double.environment,
                "PYTHONPATH": str(ROOT),
                "TERM": "xterm",
                "COLUMNS": "200",
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=outer,
        )
        os.close(outer)
        terminal = Bytes(process, inner)
        try:
            seen = terminal.press("", lambda out: b"as requested" in out)
            process.send_signal(signal.SIGINT)
            end = terminal.press("", lambda out: b"give the same command to continue" in out)
            assert process.wait(timeout=PATIENCE) == 130
        finally:
            process.kill()
        assert process.stdout is not None
        assert process.stdout.read() == b""
        process.stdout.close()
    os.close(inner)
    assert b"limits the number of requests (429)" in seen
    assert b"as requested" in seen
    assert b"give the same command to continue" in end
