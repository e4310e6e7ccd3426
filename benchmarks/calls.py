"""How fast 4,000 calls go, compared with a bare loop over the same SDK and with Inspect AI.

    python benchmarks/calls.py [--inspect PYTHON] [--connections 50 200] [--rounds 3]
    python benchmarks/calls.py --memory 10000 40000 100000

1,000 conversations of four turns each, against a server in a process of its own that takes 200 ms
for each reply, everybody through the SDK of OpenAI. Whole processes, taken in turn within one run;
medians of the rounds. `--inspect` names the Python of an environment in which `pip install
inspect-ai openai` was run; without it Inspect is left out.

- *bare loop*: `asyncio` and `openai.AsyncOpenAI`, nothing kept, nothing retried: what
  the SDK costs.
- *devrun*: `devrun bench.dev -m openai/slow-1 --concurrency N`: every reply committed to a new
  SQLite store before the next turn is sent, then scored by the matcher.
- *Inspect AI*: a task of 1,000 samples with four `generate` calls each, no scorer, its log written,
  no display, as many samples at once as connections.

Seconds are of the wall and of the processor (user and system); memory is the largest resident size.

`--memory` runs so many calls of `sim/oracle` instead, four in each trial, and each trial in drawn
words of its own; more than 400,000 calls are those of several simulated participants, who are asked
in the same words. Memory is then the largest sum over the process and those that it starts: until
the last reply is stored (*asking*), and to the end, with the table of scores.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from report_store import Watch

ROOT = Path(__file__).resolve().parent.parent
CONVERSATIONS, TURNS = 1_000, 4
CALLS = CONVERSATIONS * TURNS
MOST_RUNS = 100_000
PLAYERS = ("sim/oracle", "sim/child", "sim/random", "sim/reality", "sim/rambling")
"""A run has at most so many draws of a cell; of more trials each of these has a part."""

SCRIPT = """\
experiment Four turns

people
    Otto (he): Karim, Lena (she), Sofia (she), Paul

design
    runs 10
    wording original

procedure
    say: {Otto} puts a cup into the basket and goes out. While he is out, it is moved to the box.
    listen
    test look
        ask: Where will {Otto} look for the cup first?
        answer: basket
        wrong: box
    say: {Otto} comes back.
    listen
    control reality
        ask: Where is the cup now?
        answer: box
        wrong: basket
"""

OWN_WORDS = """\
experiment Words of its own

people
    Otto (he): Karim, Lena (she), Sofia (she), Paul, Amina (she), Jonas, Mateo, Ines (she)
    Eva (she): Hanna, Tariq (he), Nora, Emil (he), Rosa, Viktor (he), Yara

things
    cup: scarf, torch, spoon, shell, coin, ribbon, pencil, marble, button, feather

places
    shelf: drawer, trunk, crate, basket, locker, suitcase, tin, bag
    table: bench, stool, chair, desk, windowsill, ledge, counter, bookcase

counterbalance direction
    swap shelf, table

design
    runs 10
    wording permuted
    different shelf, table

procedure
    say: {Otto} puts {a cup} on the {shelf}. {Eva} watches.
    listen
    test look
        ask: {Otto} goes out, and {Eva} moves the {cup} to the {table}. Where will {Otto} look?
        answer: {shelf}
        wrong: {table}
    say: {Otto} comes back.
    listen
    control reality
        ask: Where is the {cup} now?
        answer: {table}
        wrong: {shelf}
"""

BARE = """
import asyncio, sys, openai
async def main():
    connections = int(sys.argv[1])
    # On busy cores 200 connections take longer than the SDK's five seconds.
    client = openai.AsyncOpenAI(max_retries=0, timeout=openai.Timeout(600, connect=60))
    turns = (
        "Otto puts a cup into the basket and goes out. While he is out, it is moved to the box.",
        "Where will Otto look for the cup first?", "Otto comes back.", "Where is the cup now?",
    )
    gate = asyncio.Semaphore(connections)
    async def converse():
        messages = []
        for turn in turns:
            messages.append({"role": "user", "content": turn})
            async with gate:
                found = await client.chat.completions.create(model="slow-1", messages=messages)
            messages.append({"role": "assistant", "content": found.choices[0].message.content})
    await asyncio.gather(*(converse() for _ in range(CONVERSATIONS)))
    await client.close()
asyncio.run(main())
""".replace("CONVERSATIONS", str(CONVERSATIONS))

INSPECT = """
import sys
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.solver import generate, user_message
connections = int(sys.argv[1])
task = Task(
    dataset=[
        Sample(input="Otto puts a cup into the basket and goes out. While he is out, it is moved "
                     "to the box.", target="basket", id=number)
        for number in range(CONVERSATIONS)
    ],
    solver=[
        generate(), user_message("Where will Otto look for the cup first?"),
        generate(), user_message("Otto comes back."),
        generate(), user_message("Where is the cup now?"), generate(),
    ],
)
(log,) = eval(task, model="openai/slow-1", model_args={"responses_api": False}, display="none",
              max_connections=connections, max_samples=connections, log_dir=sys.argv[2])
assert log.status == "success", log.error
""".replace("CONVERSATIONS", str(CONVERSATIONS))


@dataclass(frozen=True, slots=True)
class Taken:
    """What one process took: seconds of the wall, of the processor, MiB."""

    wall: float
    cpu: float
    memory: float


@contextmanager
def slow_server() -> Iterator[tuple[str, list[dict[str, int]]]]:
    """The address of a slow server; what it counted is in the list afterwards."""
    command = [sys.executable, str(ROOT / "benchmarks/slow_server.py")]
    counted: list[dict[str, int]] = []
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip(), counted
        finally:
            rest, _ = server.communicate()
            counted.append(json.loads(rest))


def timed(command: Sequence[str], environment: dict[str, str], folder: Path) -> Taken:
    """Runs a command to its good end. Raises a RuntimeError with what it said otherwise."""
    with (folder / "said.txt").open("w+b") as said:
        began = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=said, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise RuntimeError(f"{command[0]} failed:\n{said.read().decode(errors='replace')}")
    return Taken(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def once(who: str, connections: int, inspect: str | None) -> Taken:
    """One run of one of the three, with a server and a folder of its own."""
    with tempfile.TemporaryDirectory() as name, slow_server() as (url, counted):
        folder = Path(name)
        (folder / "bench.dev").write_text(SCRIPT, encoding="utf-8")
        environment = {
            **os.environ,
            "OPENAI_BASE_URL": url,
            "OPENAI_API_KEY": "none",
            "NO_PROXY": "127.0.0.1",
            "DEVRUN_STORE": "sqlite:///bench.sqlite",
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        commands = {
            "bare loop": [sys.executable, "-c", BARE, str(connections)],
            "devrun": [
                sys.executable, "-m", "runners.main", "bench.dev", "--runs", str(CONVERSATIONS),
                "-m", "openai/slow-1", "--concurrency", str(connections),
            ],
            "Inspect AI": [inspect or "", "-c", INSPECT, str(connections), "logs"],
        }  # fmt: skip
        if who == "devrun":
            environment["PYTHONPATH"] = str(ROOT)
        taken = timed(commands[who], environment, folder)
    if counted[0]["requests"] != CALLS:
        raise RuntimeError(f"{who} made {counted[0]['requests']} calls, not {CALLS}")
    return taken


def most_held(calls: int) -> tuple[int, float, float, float]:
    """A run of so many calls or a few more: how many, MiB that it holds while it asks, and to its
    end; processor seconds.
    """
    trials = -(-calls // TURNS)
    players = PLAYERS[: -(-trials // MOST_RUNS)]
    runs = -(-trials // len(players))
    calls = runs * len(players) * TURNS
    with tempfile.TemporaryDirectory() as name:
        script, path = Path(name) / "own.dev", Path(name) / "own.sqlite"
        script.write_text(OWN_WORDS, encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "DEVRUN_CACHE": f"{name}/cache"}
        command = [
            sys.executable, "-m", "runners.main", str(script),
            *(word for player in players for word in ("-m", player)),
            "--runs", str(runs), "--store", f"sqlite:///{path}",
        ]  # fmt: skip
        silent = subprocess.DEVNULL
        process = subprocess.Popen(command, env=environment, stdout=silent, stderr=silent)
        watch = Watch(process.pid)
        watch.start()
        asking, before = 0.0, os.times()
        while process.poll() is None:
            if stored(path) < calls:
                asking = watch.most
            time.sleep(0.2)
        watch.ended.set()
        watch.join()
        if process.returncode or stored(path) != calls:
            raise RuntimeError(f"the run ended with {process.returncode}")
        after = os.times()
    used = after.children_user + after.children_system
    return calls, asking, watch.most, used - before.children_user - before.children_system


def stored(path: Path) -> int:
    """How many calls a new store holds."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT max(rowid) FROM calls").fetchone()[0] or 0)
    except sqlite3.OperationalError:  # the run has not made it yet
        return 0


def show_memory(sizes: Sequence[int]) -> None:
    """Run each size once and print what it held."""
    print(f"{'calls':>10}{'asking MiB':>12}{'in all MiB':>12}{'CPU s':>8}{'ms a call':>11}")
    for size in sizes:
        calls, asking, most, cpu = most_held(size)
        print(f"{calls:>10,}{asking:>12.0f}{most:>12.0f}{cpu:>8.0f}{1000 * cpu / calls:>11.2f}")
        sys.stdout.flush()


def main() -> None:
    """Time all of them and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--inspect", help="the Python of an environment with Inspect AI")
    parser.add_argument("--connections", type=int, nargs="+", default=[50, 200])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--memory", type=int, nargs="+", help="of runs of so many calls")
    asked = parser.parse_args()
    if asked.memory:
        show_memory(asked.memory)
        return
    runners = ["bare loop", "devrun", *(["Inspect AI"] if asked.inspect else [])]
    for connections in asked.connections:
        times: dict[str, list[Taken]] = {who: [] for who in runners}
        for _ in range(asked.rounds):
            for who in runners:
                times[who].append(once(who, connections, asked.inspect))
        show(connections, times, asked.rounds)


def show(connections: int, times: dict[str, list[Taken]], rounds: int) -> None:
    """Print the medians, and each as a ratio to the bare loop's."""
    print(f"{connections} connections, medians of {rounds}")
    print(f"{'':<12}{'wall s':>8}{'ratio':>7}{'calls/s':>9}{'CPU s':>8}{'ratio':>7}{'MiB':>7}")
    middle = {
        who: Taken(*(statistics.median(getattr(one, name) for one in found) for name in
                     ("wall", "cpu", "memory")))
        for who, found in times.items()
    }  # fmt: skip
    bare = middle["bare loop"]
    for who, one in middle.items():
        print(
            f"{who:<12}{one.wall:>8.1f}{one.wall / bare.wall:>7.2f}{CALLS / one.wall:>9.0f}"
            f"{one.cpu:>8.1f}{one.cpu / bare.cpu:>7.2f}{one.memory:>7.0f}"
        )


if __name__ == "__main__":
    main()
