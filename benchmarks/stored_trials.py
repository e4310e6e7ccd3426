"""How long a run takes to see what is left in a store of 100,000 trials, and in how much memory.

    python benchmarks/stored_trials.py [--trials 10000 100000] [--store URL] [--rounds 3]

For each number of trials a store is filled through the store's own writers with that many finished
trials of four calls each (25 samples of each draw), all but ten. Then whole processes of
`devrun FILE --runs N` run on it against a server on this computer, each until its first request:

- *ten left*: that is when it has decided what is left, since the ten are the last of the plan;
- *another study*: twelve trials of another script on the same store, and on an empty one;
- *bare sqlite3*: a Python process that reads the keys of the study's trials and of the finished
  ones and takes the one from the other: the least that any decision costs (SQLite only);
- with `--whole`, *to the end*: the ten are read, and all trials are scored by the matcher.

Seconds are from the start of the process, of the wall and of the processor; memory is the largest
resident size. Medians of the rounds. `--store` names a PostgreSQL database that is empty; else the
store is a file.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from dsl import __devrun__
from dsl.expand import Expander
from dsl.loading import load
from dsl.trial import turns
from runners.engine.plan import Planned, plan_of
from runners.engine.session import Heard, NextCall, Walk, walks
from runners.engine.study import start, study_scripts
from runners.participants.base import Participant, Settings
from runners.participants.double import Double, Request, completion
from runners.participants.registry import participant
from runners.store.keys import participant_key, transcript_hash
from runners.store.records import CallRecord, TranscriptRecord, now
from runners.store.store import Store
from runners.store.writes import add_calls, add_transcripts, add_trials

ROOT = Path(__file__).resolve().parent.parent
REPLY = "In the basket, because that is where it was put, and nobody told of a move."
CELLS, SAMPLES = 4, 25

SCRIPT = """\
experiment Stored trials

people
    Otto (he): Karim, Lena (she), Sofia (she), Paul

places
    basket: box, drawer, bucket
    cupboard: chest, shelf, crate

conditions knowledge
    away
        let whereabouts: {Otto} is out of the room
    present
        let whereabouts: {Otto} looks on

design
    runs 10
    wording original and permuted
    different basket, cupboard

procedure
    say: {Otto} puts a cup into the {basket}. While {whereabouts}, it is moved to the {cupboard}.
    listen
    test look
        ask: Where will {Otto} look for the cup first?
        answer by knowledge
            away: {basket}
            present: {cupboard}
        wrong:
            {basket}
            {cupboard}
    say: Some time goes by.
    listen
    control reality
        ask: Where is the cup now?
        answer: {cupboard}
        wrong: {basket}
"""

OTHER = SCRIPT.replace("Stored trials", "Other trials")

BARE = """
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as store:
    planned = {key for (key,) in store.execute("SELECT trial FROM study_trials")}
    told = {key for (key,) in store.execute("SELECT trial FROM transcripts")}
print(len(planned - told))
"""


@dataclass(slots=True)
class Clock:
    """When the first request of a process came; the process ends there if it is given."""

    first: float | None = None
    process: subprocess.Popen[bytes] | None = None

    def reset(self) -> None:
        """Wait for the next process."""
        self.first = self.process = None

    def answer(self, request: Request) -> str:
        """A reply in the double's words."""
        if self.first is None:
            self.first = time.perf_counter()
            if self.process is not None:
                self.process.kill()
        return REPLY


@dataclass(frozen=True, slots=True)
class Taken:
    """What a process took: seconds of the wall and of the processor, and MiB."""

    wall: float
    cpu: float
    memory: float


@dataclass(slots=True)
class BuilderContext:
    """A folder with scripts, and a server that counts."""

    folder: Path
    store: str
    double: Double
    clock: Clock
    environment: Mapping[str, str]
    participant: Participant = field(init=False)

    def __post_init__(self) -> None:
        self.participant = participant(
            "openai/stored", Settings(), environment=self.double.environment
        )
        (self.folder / "stored.dev").write_text(SCRIPT, encoding="utf-8")
        (self.folder / "other.dev").write_text(OTHER, encoding="utf-8")

    def taken(self, *command: str, whole: bool = False) -> Taken:
        """Runs a Python process up to its first request, or to its good end."""
        self.clock.reset()
        with (self.folder / "said.txt").open("w+b") as said:
            began = time.perf_counter()
            process = subprocess.Popen(
                [sys.executable, *command],
                cwd=self.folder,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )
            if not whole:
                self.clock.process = process
            _, status, usage = os.wait4(process.pid, 0)
            ended = time.perf_counter()
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode and (whole or self.clock.first is None):
                said.seek(0)
                raise RuntimeError(said.read().decode(errors="replace"))
        first = ended if whole or self.clock.first is None else self.clock.first
        return Taken(first - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)

    def run(
        self, script: str, runs: int, samples: int, *, store: str = "", whole: bool = False
    ) -> Taken:
        """One `devrun SCRIPT --runs N`."""
        return self.taken(
            "-m", "runners.main", script, "-m", "openai/stored", "--runs", str(runs),
            "--samples", str(samples), "--store", store or self.store, whole=whole,
        )  # fmt: skip

    def fill(self, trials: int) -> None:
        """Adds trials of the script up to this number, all finished but the last ten."""
        loaded = load(self.folder / "stored.dev")
        assert loaded.experiment is not None
        expander = Expander(loaded.experiment)
        plan = plan_of(expander, runs=trials // (CELLS * SAMPLES), samples=SAMPLES)
        key = participant_key(self.participant.identity())
        procedure = next(iter(plan_of(expander, runs=1))).procedure
        begun = start(study_scripts([loaded]), {procedure: expander.seed}, [self.participant], {})
        with Store.open(self.store) as store:
            store.record(begun)
            there = store.study(begun.study).finished
            for some in batches(islice(plan, there, trials - 10)):
                waiting: list[Future[Any]] = []
                rows = tuple(one.of_study(begun.study, key) for one in some)
                waiting.append(store.submit(add_trials, rows))
                for one in some:
                    calls, told = self.told(one, key)
                    waiting += [store.submit(add_calls, call) for call in calls]
                    waiting.append(store.submit(add_transcripts, told))
                for each in waiting:
                    each.result()

    def told(self, planned: Planned, who: str) -> tuple[list[CallRecord], TranscriptRecord]:
        """A finished trial, as the engine would have stored it."""
        trial, sitting = planned.expand(), planned.sitting(who)
        found: dict[str, CallRecord] = {}
        for walk in walks(trial, sitting.key):
            for step in asked(walk):
                found[step.place] = CallRecord(
                    key=step.key, sitting=sitting, place=step.place, messages=step.messages,
                    text=REPLY, finish="stop", raw=completion(REPLY).decode(),
                    requested="{}", sent='{"model":"stored"}', model_returned="double-1",
                    request_id="r", input_tokens=90, output_tokens=16, latency_s=0.6, tries=1,
                    simulated=False, tool_version=__devrun__, at=now(),
                )  # fmt: skip
        order = [turn.place for session in trial.sessions for turn in turns(session.nodes)]
        said = [(place, found[place].key, REPLY) for place in order]
        pairs = tuple((place, key) for place, key, _ in said)
        told = TranscriptRecord(planned.key(who), transcript_hash(said), pairs, __devrun__, now())
        return list(found.values()), told


def asked(walk: Walk) -> Iterator[NextCall]:
    """Every call of a walk without branches, each answered with the reply."""
    step = next(walk, None)
    while step is not None:
        assert isinstance(step, NextCall)
        yield step
        try:
            step = walk.send(Heard(REPLY))
        except StopIteration:
            return


def batches(plan: Iterator[Planned]) -> Iterator[list[Planned]]:
    """Five hundred at a time."""
    while some := list(islice(plan, 500)):
        yield some


def middle(found: list[Taken]) -> Taken:
    """The median of each figure."""
    return Taken(
        statistics.median(one.wall for one in found),
        statistics.median(one.cpu for one in found),
        statistics.median(one.memory for one in found),
    )


def main() -> None:
    """Fill, run, and print a table for each number of trials."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--trials", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--store", help="an empty PostgreSQL database; else a file is made")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--whole", action="store_true", help="run once to the end, too")
    given = parser.parse_args()
    clock = Clock()
    with tempfile.TemporaryDirectory() as name, Double(then=clock.answer) as double:
        folder = Path(name)
        environment = {**os.environ, **double.environment, "PYTHONPATH": str(ROOT)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        store = given.store or f"sqlite:///{folder / 'stored.sqlite'}"
        bench = BuilderContext(folder, store, double, clock, environment)
        for trials in sorted(given.trials):
            began = time.perf_counter()
            bench.fill(trials)
            seconds = time.perf_counter() - began
            print(f"{trials:,} trials, filled in {seconds:.0f} s", flush=True)
            show(bench, trials, given.rounds, bare=given.store is None, whole=given.whole)


def show(bench: BuilderContext, trials: int, rounds: int, *, bare: bool, whole: bool) -> None:
    """Run each kind of process and print what it took."""
    runs = trials // (CELLS * SAMPLES)
    rows: dict[str, list[Taken]] = {}
    for number in range(rounds):
        alone = f"sqlite:///{bench.folder / f'empty-{trials}-{number}.sqlite'}"
        rows.setdefault("ten left", []).append(bench.run("stored.dev", runs, SAMPLES))
        rows.setdefault("another study, here", []).append(bench.run("other.dev", 3, 1))
        rows.setdefault("another study, alone", []).append(
            bench.run("other.dev", 3, 1, store=alone)
        )
        if bare:
            path = bench.store.removeprefix("sqlite:///")
            rows.setdefault("bare sqlite3", []).append(bench.taken("-c", BARE, path))
    if whole:
        rows["ten left, to the end"] = [bench.run("stored.dev", runs, SAMPLES, whole=True)]
    print(f"{'':22}{'wall s':>8}{'CPU s':>8}{'MiB':>7}")
    for what, found in rows.items():
        one = middle(found)
        print(f"{what:22}{one.wall:>8.2f}{one.cpu:>8.2f}{one.memory:>7.0f}", flush=True)


if __name__ == "__main__":
    main()
