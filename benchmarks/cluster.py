"""What a run on a Ray cluster of this computer repeats, loses or doubles, and how fast it is.

    python -m benchmarks.cluster [--actors 2 4] [--kills 6] [--conversations 1000] [--seed 1]
    python -m benchmarks.cluster --limits [--actors 4] [--conversations 180]

Conversations of four turns each go to a server in a process of its own that takes 200 ms for each
reply and logs every request, 200 at a time in all, into a PostgreSQL in a folder of its own: by one
process, then by so many actors, then by the same while `kill -9` ends one of them at a time, at
random moments. Every conversation has a name in it that no other one has, so that no two requests
are the same. After each kill the store is read, and from then on no request may ask what it holds.
Calls a second are those between the first and the last answer; processor seconds are those of the
command and all that it started, without the server and PostgreSQL. With `--limits` nobody is
killed: one run may make 600 requests a minute, and the next may cost 40 dollars.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from bisect import bisect_left
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from benchmarks.kill_twenty import ROOT, SCRIPT, TURNS, Call, Log, postgres, slow_server, stored
from dsl.errors import Exit
from runners.store.claims import alive
from runners.store.store import Store

PLACES = 200
DOLLARS = 0.138  # a call's: 120 tokens are read, and 18 written
PRICE = '"openai/slow-1@{}" = {{ input = 1000, output = 1000, date = 2026-11-20 }}\n'
LIMITS = (
    ("--requests-per-minute", "600"),
    ("--max-cost", "40", "--max-tokens", "30"),
)


@dataclass(frozen=True, slots=True)
class Ended:
    """What came of a run; `again` are requests for what was stored at an earlier kill, and
    `fullest` those of the fullest minute, by the moments of their answers.
    """

    kills: int
    requests: int
    again: int
    stored: int
    distinct: int
    trials: int
    finished: int
    whole: bool
    seconds: float
    a_second: float
    processor: float | None
    left_over: int
    fullest: int


def started_by(driver: int) -> dict[int, tuple[bytes, float]]:
    """The processes that a command started, and itself: names, and processor seconds so far."""
    seen: dict[int, tuple[int, bytes, float]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                name = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            ticks = int(fields[11]) + int(fields[12])
            seen[int(entry.name)] = (int(fields[1]), name, ticks / os.sysconf("SC_CLK_TCK"))
    found = {}
    for pid, (_, name, seconds) in seen.items():
        at = pid
        while at in seen and at != driver:
            at = seen[at][0]
        if at == driver:
            found[pid] = (name, seconds)
    return found


def engines_of(driver: int) -> list[int]:
    """The processes of actors that a command started, and that work."""
    found = started_by(driver)
    return [pid for pid, (name, _) in found.items() if name.startswith(b"ray::Engine")]


def ran(
    folder: Path,
    *,
    actors: int | None,
    kills: int,
    conversations: int,
    seed: int,
    more: tuple[str, ...] = (),
) -> Ended:
    """One run to its end, through so many kills of actors."""
    dice = random.Random(seed)
    cups = ", ".join(f"cup {number}" for number in range(1, conversations + 1))
    (folder / "four.dev").write_text(SCRIPT.format(cups=cups, runs=conversations), encoding="utf-8")
    log, answered = Log(folder / "requests.jsonl"), Log(folder / "answers", timed=True)
    with postgres(folder) as url, slow_server(log.path, answered.path) as address:
        (folder / "prices.toml").write_text(PRICE.format(address.split("//")[1]), encoding="utf-8")
        command = [
            sys.executable, "-m", "runners.main", "four.dev", "--runs", str(conversations),
            "-m", "openai/slow-1", "--concurrency", str(PLACES), "--store", url, "--json",
            *(["--on", "ray", "--actors", str(actors)] if actors else []), *more,
        ]  # fmt: skip
        environment = {
            **os.environ, "OPENAI_BASE_URL": address, "OPENAI_API_KEY": "none",
            "NO_PROXY": "127.0.0.1", "PYTHONPATH": str(ROOT),
        }  # fmt: skip
        began = time.monotonic()
        quiet = subprocess.DEVNULL
        with subprocess.Popen(
            command, cwd=folder, env=environment, stdin=quiet, stdout=quiet, stderr=quiet
        ) as run:
            held: set[Call] = set()
            met = again = done = 0
            while done < kills and run.poll() is None:
                seen = len(log.up_to_now())
                while len(log.up_to_now()) == seen and run.poll() is None:
                    time.sleep(0.01)
                time.sleep(dice.uniform(0, 1.5))
                working = engines_of(run.pid)
                if not working or run.poll() is not None:
                    continue
                os.kill(dice.choice(working), 9)
                done += 1
                again += sum(call in held for call in log.up_to_now()[met:])
                held = set(stored(url))
                # What other actors asked while the store was being read may be in it by now.
                met = len(log.up_to_now())
            used: dict[int, float] = {}
            engines: set[int] = set()
            while run.poll() is None:
                for pid, (process, seconds) in started_by(run.pid).items():
                    used[pid] = seconds
                    engines |= {pid} if process.startswith(b"ray::Engine") else set()
                time.sleep(0.3)
            code = run.wait()
        seconds = time.monotonic() - began
        if code not in {Exit.DONE, Exit.CEILING}:
            raise RuntimeError(f"the run ended with {code}")
        until = time.monotonic() + 10
        while (left_over := sum(alive(pid, "") for pid in engines)) and time.monotonic() < until:
            time.sleep(0.1)
        calls = log.up_to_now()
        again += sum(call in held for call in calls[met:])
        kept = stored(url)
        with Store.open(url, reading=True) as store:
            study, checked = store.study(), store.checked()
        answered.up_to_now()
        at = sorted(answered.moments)
        fullest = max(bisect_left(at, first + 60) - n for n, first in enumerate(at))
        between = answered.moments[-1] - answered.moments[0]
        return Ended(
            done, len(calls), again, len(kept), len(set(kept)), study.trials, study.finished,
            not checked.findings, seconds, (len(answered.moments) - 1) / between,
            None if kills else sum(used.values()), left_over, fullest,
        )  # fmt: skip


def main() -> None:
    """Run each kind and print what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--actors", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--conversations", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limits", action="store_true")
    given = parser.parse_args()
    if given.limits:
        for actors, more in product([None, *given.actors], LIMITS):
            with tempfile.TemporaryDirectory() as name:
                one = ran(
                    Path(name),
                    actors=actors,
                    kills=0,
                    conversations=given.conversations,
                    seed=given.seed,
                    more=more,
                )
            print(
                f"{f'{actors} actors' if actors else 'one process'}, {' '.join(more)}: "
                f"{one.requests:,} requests, {one.fullest} in the fullest minute; "
                f"{one.requests * DOLLARS:.2f} dollars",
                flush=True,
            )
        return
    calls = given.conversations * TURNS
    kinds: list[tuple[int | None, int]] = [(None, 0), *((one, 0) for one in given.actors)]
    kinds += [(one, given.kills) for one in given.actors if one > 1 and given.kills]
    for actors, kills in kinds:
        with tempfile.TemporaryDirectory() as name:
            one = ran(
                Path(name),
                actors=actors,
                kills=kills,
                conversations=given.conversations,
                seed=given.seed,
            )
        print(
            f"{f'{actors} actors' if actors else 'one process'}, {one.kills} killed: "
            f"{one.seconds:.1f} s in all, {one.a_second:.0f} calls/s; "
            f"{'' if one.processor is None else f'{one.processor:.0f} s of processor; '}"
            f"{one.requests:,} requests for {calls:,} calls, {one.again} for what was "
            f"stored; {one.stored:,} replies stored, {one.stored - one.distinct} doubled; "
            f"{one.finished:,} of {one.trials:,} trials finished; the store is "
            f"{'whole' if one.whole else 'NOT WHOLE'}; {one.left_over} actors left over",
            flush=True,
        )


if __name__ == "__main__":
    main()
