"""Seconds and memory of `devrun score` and `devrun report` on a large study in a store.

    python benchmarks/report_store.py [--trials N] [--folder DIR] [--replies-only]
                                      [--commands score agree report]

The study is made up (see `made_study.py`), every reply is stored (`made_replies.py`), and three
blind coders have coded it; with `--replies-only` nobody has, and all is marked by the matcher.
Of many coded trials 5,000 are made, and the others copied (`multiplied_study.py`). A store is made
once for a folder that is named.

Each command is a process of its own. Seconds are of the wall and of processors, those of processes
that it starts among them; memory is the largest sum over all of these at one time, where the system
tells it (Linux). The peer, in a process of its own too, reads every reply of the study with sqlite3
and parses its JSON: what any reading of the words in a store costs. Quote the ratios only.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from made_replies import in_words
from made_study import give_to_coders, make_trials
from multiplied_study import copies, multiply

from runners.store.store import Store

PEER = """
import json, sqlite3, sys
from pathlib import Path
with sqlite3.connect(sys.argv[1]) as store:
    for text, messages, sent in store.execute("SELECT text, messages, sent FROM calls"):
        len(text), json.loads(messages), json.loads(sent)
"""


@dataclass(frozen=True, slots=True)
class Taken:
    """Seconds of the wall and of processors, and the most MiB held at one time."""

    wall: float
    busy: float
    memory: float


class Watch(threading.Thread):
    """Looks every twentieth of a second how much a process and its children hold."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self.process, self.most, self.ended = process, 0.0, threading.Event()

    def run(self) -> None:
        """Until it is asked to end."""
        while not self.ended.wait(0.05):
            self.most = max(self.most, sum(map(_held, with_children(self.process))))


def with_children(process: int) -> list[int]:
    """A process and all that it started, by their numbers."""
    try:
        listed = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
    except OSError:
        return [process]
    return [process, *(one for child in map(int, listed) for one in with_children(child))]


def _held(process: int) -> float:
    """MiB, of which what processes share is counted for each of them."""
    try:
        lines = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    except OSError:
        return 0.0
    return sum(float(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def taken(command: Sequence[str], *, into: Path) -> Taken:
    """What a Python process took that is to end well."""
    before, began = os.times(), time.perf_counter()
    with into.open("wb") as out, tempfile.TemporaryFile() as told:
        process = subprocess.Popen([sys.executable, *command], stdout=out, stderr=told)
        watch = Watch(process.pid)
        watch.start()
        code = process.wait()
        wall = time.perf_counter() - began
        watch.ended.set()
        watch.join()
        if code:
            told.seek(0)
            raise SystemExit(told.read().decode(errors="replace"))
    after = os.times()
    busy = after.children_user + after.children_system
    return Taken(wall, busy - before.children_user - before.children_system, watch.most)


def made(folder: Path, trials: int, *, coded: bool) -> Path:
    """The store, made where it is not there yet."""
    path = folder / f"{'coded' if coded else 'uncoded'}-{trials}.sqlite"
    if not path.exists():
        unfinished = path.with_suffix(".part")
        unfinished.unlink(missing_ok=True)
        # The matcher reads what no coder did: replies of copies would be read too easily.
        times = copies(trials) if coded else 1
        with Store.open(str(unfinished)) as store:
            study, told = make_trials(store, round(trials / times), in_words())
            if coded:
                give_to_coders(store, study, told)
        multiply(unfinished, times)
        unfinished.rename(path)
    return path


def main() -> None:
    """Print a table: what each command took, and how that is to the peer."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--trials", type=int, default=100_000)
    options.add_argument("--folder", type=Path, help="keep the store here, or take it from here")
    options.add_argument("--replies-only", action="store_true", help="nobody has coded")
    options.add_argument(
        "--commands", nargs="+", default=["score", "report"], choices=["score", "agree", "report"]
    )
    chosen = options.parse_args()
    out = sys.stdout.write
    with tempfile.TemporaryDirectory() as empty:
        folder: Path = chosen.folder or Path(empty)
        folder.mkdir(parents=True, exist_ok=True)
        store = made(folder, chosen.trials, coded=not chosen.replies_only)
        said, page = Path(empty) / "said", Path(empty) / "page.html"
        peer = taken(["-c", PEER, str(store)], into=said)
        out(f"{'':14}{'wall s':>8}{'CPU s':>8}{'MiB':>7}{'to the peer':>13}\n")
        out(f"{'sqlite3, json':14}{peer.wall:>8.1f}{peer.busy:>8.1f}{peer.memory:>7.0f}\n")
        for name in chosen.commands:
            where = ["--store", f"sqlite:///{store}"]
            how = ["-o", str(page)] if name == "report" else ["--json"]
            one = taken(["-m", "runners.main", name, *how, *where], into=said)
            ratio = one.busy / peer.busy
            out(f"{name:14}{one.wall:>8.1f}{one.busy:>8.1f}{one.memory:>7.0f}{ratio:>13.2f}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
