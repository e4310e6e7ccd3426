"""Seconds and memory of `devrun agree` on a large study in a store, and of a library in a loop.

    python benchmarks/agree_store.py [--trials N] [--replicates N] [--folder DIR]

The study is made up (see `made_study.py`). One trial in a hundred lost a reply to a limit. Replies
are kept only where one was lost, since agreement on marks reads no others, and transcripts have
made-up hashes. Of many trials 5,000 are made, and the others copied. A store is made once for a
folder that is named.

`devrun agree --json` runs in a process of its own, whose time and memory are printed. The peer is
the `krippendorff` library (one coefficient, ordinal alpha), called once a replicate on as many
trials with resampled clusters; a few replicates are timed and the rest is extrapolated.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path

from made_study import AT, CODERS, Places, Tell, give_to_coders, make_trials
from multiplied_study import copies, multiply

from dsl.trial import Trial
from runners.store.keys import design_hash, prompt_hash
from runners.store.records import CallRecord, StudyTrial, TranscriptRecord
from runners.store.store import Store
from runners.store.writes import add_calls, add_transcripts

TIMED = 5


def without_words() -> Tell:
    """A trial leaves a transcript with a made-up hash; one in a hundred lost a reply to a limit."""
    numbers = count(1)

    def tell(
        store: Store, trial: Trial, row: StudyTrial, places: Places, so: Mapping[str, str]
    ) -> str:
        number = next(numbers)
        words = f"e{number:063x}"
        calls = tuple((place, f"{number:032x}{n:032x}") for n, _, place in places)
        if number % 100 == 0:
            store.submit(add_calls, _cut(row, *calls[-1]))
        hashes = prompt_hash(trial), design_hash(trial)
        store.submit(add_transcripts, TranscriptRecord(row.key, words, calls, "0", AT, *hashes))
        return words

    return tell


def _cut(row: StudyTrial, place: str, key: str) -> CallRecord:
    return CallRecord(
        key, row.sitting, place, (), "The mar", "length", "", "{}", "{}", None, None, None, None,
        0.1, 1, True, "0", AT,
    )  # fmt: skip


def peer_seconds(trials: int, draws: int) -> float:
    """Seconds that one replicate of ordinal alpha takes with the krippendorff library."""
    import krippendorff
    import numpy as np

    rng = np.random.default_rng(2)
    codes = rng.integers(0, 6, (trials, len(CODERS))).astype(float)
    clusters = np.array_split(np.arange(trials), draws)
    began = time.perf_counter()
    for _ in range(TIMED):
        drawn = rng.integers(0, draws, draws)
        data = codes[np.concatenate([clusters[one] for one in drawn])].T
        krippendorff.alpha(data, level_of_measurement="ordinal", value_domain=np.arange(6.0))
    return (time.perf_counter() - began) / TIMED


_AGREE = """
import atexit, sys
from pathlib import Path
from runners.main import main

def tell():
    status = Path("/proc/self/status")
    lines = status.read_text("ascii").splitlines() if status.exists() else []
    peak = [line.split()[1] for line in lines if line.startswith("VmHWM")]
    sys.stderr.write(f"\\npeak {peak[0] if peak else 'nan'}")

atexit.register(tell)
sys.exit(main())
"""


def measured(arguments: Sequence[str]) -> tuple[str, float, float, float]:
    """What `devrun` printed, its seconds by the wall and of processors, and its peak MiB."""
    before, began = os.times(), time.perf_counter()
    command = [sys.executable, "-c", _AGREE, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    wall, after = time.perf_counter() - began, os.times()
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    busy = after.children_user + after.children_system
    busy -= before.children_user + before.children_system
    return done.stdout, wall, busy, float(done.stderr.rsplit("peak ", 1)[1]) / 1024


def main() -> None:
    """Print seconds, memory and the ratio to the peer."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--trials", type=int, default=100_000)
    options.add_argument("--replicates", type=int, default=2000)
    options.add_argument("--folder", type=Path, help="keep the store here, or take it from here")
    chosen = options.parse_args()
    out = sys.stdout.write
    with tempfile.TemporaryDirectory() as empty:
        folder: Path = chosen.folder or Path(empty)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"study-{chosen.trials}.sqlite"
        if not path.exists():
            began = time.perf_counter()
            unfinished = path.with_suffix(".part")
            unfinished.unlink(missing_ok=True)
            times = copies(chosen.trials)
            with Store.open(str(unfinished)) as store:
                made = make_trials(store, round(chosen.trials / times), without_words())
                give_to_coders(store, *made)
            multiply(unfinished, times)
            unfinished.rename(path)
            out(f"the store was made in {time.perf_counter() - began:.0f} s\n")
        where = ("--store", f"sqlite:///{path}", "--bootstrap", str(chosen.replicates))
        text, wall, busy, peak = measured(["agree", "--json", *where])
    found = json.loads(text)
    trials = found["trials"]
    out(
        f"{trials['asked_for']:,} trials, {trials['coded']:,} coded, {trials['double_coded']:,} by "
        f"two or more of {len(found['coders'])} coders; {trials['other_words']} of other words\n"
        f"{found['items']:,} marks of test questions; quadratic kappa of the LRS "
        f"{found['lrs']['coefficients']['cohen_kappa_quadratic']['value']:.3f}\n"
        f"devrun agree --json, {chosen.replicates:,} replicates: {wall:.1f} s ({busy:.1f} s of "
        f"processor time), peak memory {peak:.0f} MiB\n"
    )
    draws = max(1, trials["asked_for"] // 30)
    peer = peer_seconds(trials["asked_for"], draws) * chosen.replicates
    out(
        f"krippendorff, one coefficient, {TIMED} replicates timed: {peer:.0f} s for "
        f"{chosen.replicates:,}; {peer / wall:.0f} times all of the above\n"
    )


if __name__ == "__main__":
    main()
