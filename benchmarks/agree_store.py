"""Seconds and memory of `devrun agree` on a large study in a store, beside a library in a loop.

    python benchmarks/agree_store.py [--trials N] [--replicates N] [--folder DIR]

The study is made up: the shipped scripts, told to five simulated participants in two samples, so
many draws as give N trials. Three blind coders mark every control and test question, give an LRS,
are nine times in ten of one mind, and judge a tenth of the items twice. One trial in a hundred lost
a reply to a limit. Rows, packets and logs go through the functions of the store that `devrun` uses;
replies are kept only where one was lost, since agreement on marks reads no others, and transcripts
have made-up hashes. Making it takes minutes, and is done once for a folder that is named.

`devrun agree --json` runs in a process of its own, whose time and memory are printed. The peer is
the `krippendorff` library (one coefficient, ordinal alpha), called once a replicate on as many
trials with clusters drawn anew; a few replicates are timed and the rest is extrapolated.
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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from coders.desk.log import Event, checksum
from coders.packets.fields import of_header
from coders.packets.shape import CoderKind, Header, Phase, View
from dsl.expand import Expander, cells
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import load
from dsl.tree import QuestionKind
from dsl.trial import Trial, turns
from runners.coding.collecting import kept_codes
from runners.coding.folds import keep_fold
from runners.engine.keys import sitting_of, study_key
from runners.store import KeptCall, KeptTranscript, Start, Store, StudyScript, StudyTrial
from runners.store.rows import Behind, KeptPacket, KeptParticipant, PacketItem
from runners.store.writing import add_calls, add_transcripts, add_trials

SCRIPTS = ("sally_anne", "helper_hinderer", "gears", "blicket")
CODERS = ("Ann", "Ben", "Cleo")
MODELS = ("sim/child", "sim/lure", "sim/random", "sim/reality", "sim/oracle")
SAMPLES = 2
AT = "2026-01-01T00:00:00.000Z"
TIMED = 5
JUDGED = (QuestionKind.CONTROL, QuestionKind.TEST)

Places = tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True)
class Made:
    """One trial: where its questions are, which are controls, and what is so of each."""

    behind: Behind
    controls: frozenset[int]
    truth: tuple[str, ...]


def make(store: Store, wanted: int, seed: int = 1) -> int:
    """Fills an empty store; gives how many trials the study has."""
    rng = random.Random(seed)
    study = _start(store)
    made = list(_trials(store, study, wanted, rng))
    for name in CODERS:
        packet = _packet(study, name, made, rng)
        store.hand_out([packet])
        events = tuple(_log(packet, dict(_truths(made)), rng))
        store.bring_home(tuple(kept_codes(packet, events)))
        keep_fold(store, packet.packet, events)
    return len(made)


def _scripts() -> Iterator[Path]:
    home = Path(__file__).resolve().parent.parent / "experiments"
    for name in SCRIPTS:
        yield home / f"{name}.dev"


def _start(store: Store) -> str:
    scripts, procedures = [], []
    for path in _scripts():
        experiment = load(path).experiment
        assert experiment is not None
        procedure = procedure_hash(experiment)
        procedures.append((procedure, experiment.design.seed))
        text = path.read_text(encoding="utf-8")
        names = (path.name, path.name, text, experiment.title)
        scripts.append(StudyScript(*names, procedure, rubric_hash(experiment)))
    participants = tuple(
        KeptParticipant(f"{place:064x}", name, True, "{}") for place, name in enumerate(MODELS)
    )
    study = study_key(procedures, simulated=True)
    store.record(Start("start", study, True, "{}", tuple(scripts), participants, "0", AT))
    return study


def _trials(store: Store, study: str, wanted: int, rng: random.Random) -> Iterator[Made]:
    told = [(path, load(path).experiment) for path in _scripts()]
    each = sum(len(cells(one)) for _, one in told if one is not None) * len(MODELS) * SAMPLES
    draws = max(1, round(wanted / each))
    count = 0
    for _, experiment in told:
        assert experiment is not None
        expander, procedure = Expander(experiment), procedure_hash(experiment)
        rows: list[StudyTrial] = []
        for cell in cells(experiment):
            for draw in range(1, draws + 1):
                trial = expander.trial(cell, draw=draw)
                places, controls = _places(trial)
                for at in range(len(MODELS) * SAMPLES):
                    count += 1
                    key, words = f"t{count:063x}", f"w{count:063x}"
                    sitting = sitting_of(
                        f"{at // SAMPLES:064x}",
                        experiment.title,
                        cell,
                        draw=draw,
                        sample=at % SAMPLES + 1,
                    )
                    rows.append(StudyTrial(study, key, sitting, procedure, expander.seed))
                    calls = tuple((place, f"{count:032x}{n:032x}") for n, _, place in places)
                    if count % 100 == 0:
                        store.submit(add_calls, _cut(rows[-1], *calls[-1]))
                    kept = KeptTranscript(key, words, calls, "0", AT)
                    store.submit(add_transcripts, kept)
                    truth = tuple(_mark(n in controls, rng) for n, _, _ in places)
                    yield Made(Behind(key, words, places), controls, truth)
        store.submit(add_trials, rows).result()


def _places(trial: Trial) -> tuple[Places, frozenset[int]]:
    asked = [
        (session, turn.place, turn.question.kind)
        for session, one in enumerate(trial.sessions)
        for turn in turns(one.nodes)
        if turn.question is not None and turn.question.kind in JUDGED
    ]
    return (
        tuple((n, session, place) for n, (session, place, _) in enumerate(asked, start=1)),
        frozenset(n for n, (_, _, kind) in enumerate(asked, start=1) if kind is JUDGED[0]),
    )


def _cut(row: StudyTrial, place: str, key: str) -> KeptCall:
    return KeptCall(
        key, row.sitting, place, (), "The mar", "length", "", "{}", "{}", None, None, None, None,
        0.1, 1, True, "0", AT,
    )  # fmt: skip


def _mark(control: bool, rng: random.Random) -> str:
    if control:
        return "right" if rng.random() < 0.98 else "wrong"
    return rng.choices(("right", "half", "wrong"), (6, 1, 3))[0]


def _truths(made: Sequence[Made]) -> Iterator[tuple[str, Made]]:
    for one in made:
        yield one.behind.trial, one


def _packet(study: str, coder: str, made: Sequence[Made], rng: random.Random) -> KeptPacket:
    ids = iter({rng.getrandbits(64): None for _ in range(2 * len(made) + 1000)})
    firsts = [(f"{next(ids):016x}", "", one) for one in made]
    again = rng.sample(firsts, len(firsts) // 10)
    shown = firsts + [(f"{next(ids):016x}", item, one) for item, _, one in again]
    rng.shuffle(shown)
    header = Header(
        coder.ljust(32, "0"), "b" * 32, coder, CoderKind.BLIND, View.RUBRIC, False, "c1", "0", AT,
        len(shown), (), (), "", Fraction(1, 5), Fraction(1, 10),
    )  # fmt: skip
    items = tuple(
        PacketItem(item, at, Phase.MAIN, one.behind.transcript, twin, (one.behind,))
        for at, (item, twin, one) in enumerate(shown, start=1)
    )
    return KeptPacket(
        header.packet, study, header.batch, coder, CoderKind.BLIND, View.RUBRIC, "c1", "{}",
        json.dumps(of_header(header)), items, "0", AT,
    )  # fmt: skip


def _log(packet: KeptPacket, made: dict[str, Made], rng: random.Random) -> Iterator[Event]:
    """The lines that the desk would have written, without what was only shown."""
    acts: list[tuple[str, dict[str, object]]] = []
    for item in packet.items:
        one = made[item.behind[0].trial]
        right = 0
        for (question, _, _), truth in zip(one.behind.places, one.truth, strict=True):
            control = question in one.controls
            mark = truth if rng.random() < 0.93 else _mark(control, rng)
            right += mark == "right"
            data = {"item": item.item, "question": question, "mark": mark, "flags": []}
            acts.append(("mark", {**data, "ms": rng.randrange(800, 30_000)}))
        lrs = 1 + round(4 * right / len(one.truth))
        given = {"item": item.item, "lrs": lrs, "proposed": lrs, "first": False, "reason": ""}
        acts.append(("lrs", {**given, "ms": rng.randrange(800, 30_000)}))
    before = ""
    for seq, (kind, data) in enumerate([*acts, ("lock", {})], start=1):
        day, second = divmod(seq, 86_400)
        clock = f"{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}"
        at = f"2026-01-{2 + day:02d}T{clock}Z"
        told = {
            "seq": seq, "kind": kind, "at": at, "packet": packet.packet, "coder": packet.coder,
            "codebook_version": "c1", "tool_version": "0",
        }  # fmt: skip
        body = json.dumps({**told, **data})
        total = checksum(before, body)
        line = f'{body[:-1]}, "sum": "{total}"}}'
        yield Event(seq, kind, data, at, packet.packet, packet.coder, "c1", "0", total, line)  # type: ignore[arg-type]
        before = total


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
            with Store.open(str(unfinished)) as store:
                make(store, chosen.trials)
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
