"""What a participant is sent is what `devrun show` prints, byte for byte, and nothing else."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import pytest

from runners.participants.double import Double, Request
from tests.shell import EXPERIMENTS, Shell


def answer(request: Request) -> str:
    """A reply that depends on everything said before, so that a mixed-up fork would show."""
    told = "\n".join(f"{role}: {text}" for role, text in request.messages)
    return f"reply {hashlib.sha256(told.encode()).hexdigest()[:12]}"


def conversations(shown: list[dict[str, object]]) -> Counter[tuple[tuple[str, str], ...]]:
    """Every request that the shown trials stand for, with the replies that `answer` gives."""
    found: Counter[tuple[tuple[str, str], ...]] = Counter()
    for trial in shown:
        branches: dict[tuple[str, tuple[int, ...]], list[tuple[str, str]]] = {}
        for turn in trial["turns"]:
            version, path = turn["version"], tuple(turn["fork"])
            if (version, path) not in branches:
                # A copy begins with what its trunk held when the copy was made.
                trunk = branches.get((version, path[:-2]), []) if path else []
                branches[version, path] = list(trunk)
            said = branches[version, path]
            if turn["text"] is not None:
                said.append((turn["role"], turn["text"]))
                continue
            found[tuple(said)] += 1
            told = "\n".join(f"{role}: {text}" for role, text in said)
            said.append(("assistant", f"reply {hashlib.sha256(told.encode()).hexdigest()[:12]}"))
    return found


CHAINED = """\
experiment Chained

people
    Otto (he): Lena (she), Paul

versions story
    first
    second

procedure
    instructions: You are sitting in a room with {Otto}.
    say: {Otto} says hello.
    listen
    say: {Otto} waits for you to say hello.
    participant: I say hello, too.
    say: {Otto} puts a {{cup}} down.
    separately
        test cup
            ask: Where is the cup?
            answer: table
            wrong: floor
        scene later
            say: An hour goes by.
            listen
            test still
                ask by story
                    first: Is it still there?
                    second: Is it there now?
                answer: yes
                wrong: no
    say: {Otto} leaves.
    record end
        ask: Who has left?
"""


OTHERS = [pytest.param(name, marks=pytest.mark.thorough) for name in ("sally_anne", "gears")]


@pytest.mark.parametrize("name", ["blicket", "helper_hinderer", "chained", *OTHERS])
def test_every_message_is_what_show_prints(shell: Shell, name: str) -> None:
    path = EXPERIMENTS / f"{name}.dev"
    if name == "chained":
        path = Path(shell.folder / "chained.dev")
        path.write_text(CHAINED, encoding="utf-8")
    shown = shell.json("show", str(path), "--draw", "all", "--runs", "2")
    with Double(then=answer) as double:
        shell.json(str(path), "-m", "openai/any", "--runs", "2", more=double.environment)
        requests = list(double.requests)
    sent = Counter(request.messages for request in requests)
    assert sent == conversations(shown)
    assert all("\x7b" not in t or "{cup}" in t for m in sent for r, t in m if r == "user")
    for request in requests:
        assert set(request.json) <= {"model", "messages", "seed"}


def test_a_second_run_asks_nothing(shell: Shell) -> None:
    ask = (str(EXPERIMENTS / "blicket.dev"), "-m", "openai/any", "--wording", "original", "--runs")
    with Double(then=answer) as double:
        first = shell.json(*ask, "2", more=double.environment)
        again = shell.json(*ask, "2", more=double.environment)
        more = shell.json(*ask, "3", more=double.environment)
    assert again["calls"] == {
        "made": 0,
        "replayed": first["calls"]["made"],
        "retried": 0,
        "failed": 0,
    }
    assert again["trials"]["replayed"] == first["trials"]["completed"] == 4
    assert again["cells"] == first["cells"]
    assert more["calls"]["made"] * 2 == first["calls"]["made"]
    assert more["study"] == first["study"]
