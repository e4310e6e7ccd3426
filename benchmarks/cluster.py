"""What a run on a Ray cluster of this computer repeats, loses or doubles, and how fast it is.

    python -m benchmarks.cluster [--actors 2 4] [--kills 6] [--conversations 1000] [--seed 1]
    python -m benchmarks.cluster --limits [--actors 4] [--conversations 180]

Conversations of four turns each go to one server in a process of its own that takes 200 ms for each
reply and logs every request, 200 at a time in all, and into one PostgreSQL, a database each: by one
process, then by so many actors, then by the same while `kill -9` ends one of them at a time, at
random moments. Every conversation has a name in it that no other one has, so that no two requests
are the same. After each kill the store is read, and from then on no request may ask what it holds.
Calls a second are those from a tenth to nine tenths of the answers: neither Ray's start nor the end
is among them. Processor seconds are those of the command and all that it started, without the
server and PostgreSQL. Lost are calls that the store lacks at the end. With `--limits` nobody is
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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from sqlalchemy import create_engine, make_url, text

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


@dataclass(frozen=True, slots=True)
class Bench:
    """A server that takes its time and logs, and a PostgreSQL, for all runs after one another."""

    folder: Path
    conversations: int
    address: str
    url: str

    def database(self, name: str) -> str:
        """The URL of a new, empty database."""
        here = make_url(self.url)
        engine = create_engine(
            here.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT"
        )
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return here.set(database=name).render_as_string(hide_password=False)


@contextmanager
def bench(conversations: int) -> Iterator[Bench]:
    """Both at work in a folder of their own, with the script."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cups = ", ".join(f"cup {number}" for number in range(1, conversations + 1))
        script = SCRIPT.format(cups=cups, runs=conversations)
        (folder / "four.dev").write_text(script, encoding="utf-8")
        with (
            postgres(folder) as url,
            slow_server(folder / "requests.jsonl", folder / "answers") as address,
        ):
            place = address.split("//")[1]
            (folder / "prices.toml").write_text(PRICE.format(place), encoding="utf-8")
            yield Bench(folder, conversations, address, url)


def ran(
    at: Bench, *, actors: int | None, kills: int, seed: int, more: tuple[str, ...] = ()
) -> Ended:
    """One run to its end, through so many kills of actors."""
    dice = random.Random(seed)
    folder, url = at.folder, at.database(f"run_{time.monotonic_ns()}")
    for file in ("requests.jsonl", "answers"):
        os.truncate(folder / file, 0)  # the server appends
    log, answered = Log(folder / "requests.jsonl"), Log(folder / "answers", timed=True)
    command = [
        sys.executable, "-m", "runners.main", "four.dev", "--runs", str(at.conversations),
        "-m", "openai/slow-1", "--concurrency", str(PLACES), "--store", url, "--json",
        *(["--on", "ray", "--actors", str(actors)] if actors else []), *more,
    ]  # fmt: skip
    environment = {
        **os.environ, "OPENAI_BASE_URL": at.address, "OPENAI_API_KEY": "none",
        "NO_PROXY": "127.0.0.1", "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    began = time.monotonic()
    quiet = subprocess.DEVNULL
    with (
        (folder / "told").open("wb") as told,
        subprocess.Popen(
            command, cwd=folder, env=environment, stdin=quiet, stdout=quiet, stderr=told
        ) as run,
    ):
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
        why = (folder / "told").read_text(encoding="utf-8")[-2000:]
        raise RuntimeError(f"the run ended with {code}: {why}")
    until = time.monotonic() + 10
    while (left_over := sum(alive(pid, "") for pid in engines)) and time.monotonic() < until:
        time.sleep(0.1)
    calls = log.up_to_now()
    again += sum(call in held for call in calls[met:])
    kept = stored(url)
    with Store.open(url, reading=True) as store:
        study, checked = store.study(), store.checked()
    answered.up_to_now()
    ends = sorted(answered.moments)
    fullest = max(bisect_left(ends, first + 60) - n for n, first in enumerate(ends))
    first, last = len(ends) // 10, len(ends) * 9 // 10
    return Ended(
        done, len(calls), again, len(kept), len(set(kept)), study.trials, study.finished,
        not checked.findings, seconds, (last - first) / (ends[last] - ends[first]),
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
    kinds: list[tuple[int | None, int, tuple[str, ...]]]
    if given.limits:
        kinds = [(one, 0, more) for one, more in product([None, *given.actors], LIMITS)]
    else:
        kinds = [(one, 0, ()) for one in (None, *given.actors)]
        kinds += [(one, given.kills, ()) for one in given.actors if one > 1 and given.kills]
    calls = given.conversations * TURNS
    alone = 0.0
    with bench(given.conversations) as at:
        for actors, kills, more in kinds:
            one = ran(at, actors=actors, kills=kills, seed=given.seed, more=more)
            alone = alone or one.a_second
            what = f"{actors} actors" if actors else "one process"
            told = of_limits(one, more) if more else of_pace(one, calls, alone)
            print(f"{what}, {told}", flush=True)


def of_limits(one: Ended, more: tuple[str, ...]) -> str:
    """What a run under limits took."""
    return (
        f"{' '.join(more)}: {one.requests:,} requests, {one.fullest} in the fullest minute; "
        f"{one.requests * DOLLARS:.2f} dollars"
    )


def of_pace(one: Ended, calls: int, alone: float) -> str:
    """How fast a run was, beside one process, and what is in the store."""
    return (
        f"{one.kills} killed: {one.seconds:.1f} s in all, {one.a_second:.0f} calls/s "
        f"({one.a_second / alone:.2f} of one process); "
        f"{'' if one.processor is None else f'{one.processor:.0f} s of processor; '}"
        f"{one.requests:,} requests for {calls:,} calls, {one.again} for what was stored; "
        f"{one.stored:,} replies stored, {one.stored - one.distinct} doubled, "
        f"{calls - one.distinct} lost; {one.finished:,} of {one.trials:,} trials finished; "
        f"the store is {'whole' if one.whole else 'NOT WHOLE'}; {one.left_over} actors left over"
    )


if __name__ == "__main__":
    main()
