"""A made-up study in a store, as large as wanted, for benchmarks that read one.

The shipped scripts, run with five simulated participants in two samples, so many draws as give the
number of trials. Three blind coders mark every control and test question, give an LRS, are nine
times in ten of one mind, and judge a tenth of the items twice. Rows, packets and logs go through
the functions of the store that `devrun` uses. What stands for replies is chosen by the benchmark
(`Tell`): none at all, or every one of them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from coders.desk.log import Event, checksum
from coders.packets.file import to_json
from coders.packets.shape import CoderKind, Header, Phase, View
from dsl.expand import Expander, cells
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import load
from dsl.tree import JUDGED, QuestionKind
from dsl.trial import Trial, turns
from runners.coding.log_import import log_lines
from runners.coding.log_snapshots import save_snapshot
from runners.store.keys import sitting_of, study_key
from runners.store.records import (
    ItemSource,
    PacketItem,
    PacketRecord,
    ParticipantRecord,
    Start,
    StudyScript,
    StudyTrial,
)
from runners.store.store import Store
from runners.store.writes import add_trials

SCRIPTS = ("sally_anne", "helper_hinderer", "gears", "blicket")
CODERS = ("Ann", "Ben", "Cleo")
MODELS = ("sim/child", "sim/lure", "sim/random", "sim/reality", "sim/oracle")
SAMPLES = 2
AT = "2026-01-01T00:00:00.000Z"

Places = tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True)
class Made:
    """One trial: where its questions are, which are controls, and what is so of each."""

    behind: ItemSource
    controls: frozenset[int]
    truth: tuple[str, ...]


Tell = Callable[[Store, Trial, StudyTrial, Places, Mapping[str, str]], str]
"""Puts what one trial left into the store; gives the hash of its transcript. It is given where the
judged questions are, and what is so of each by its place.
"""


def make_trials(
    store: Store, wanted: int, tell: Tell, *, seed: int = 1, samples: int = SAMPLES
) -> tuple[str, tuple[Made, ...]]:
    """Fills an empty store with finished trials; gives the study and what was made."""
    study = _start(store)
    return study, tuple(_trials(store, study, wanted, tell, random.Random(seed), samples=samples))


def give_to_coders(store: Store, study: str, made: Sequence[Made], *, seed: int = 2) -> None:
    """Hands every trial to three coders, and brings home what they say of it."""
    rng = random.Random(seed)
    for name in CODERS:
        packet = _packet(study, name, made, rng)
        store.add_packets([packet])
        events = tuple(_log(packet, dict(_truths(made)), rng))
        store.add_codes(tuple(log_lines(packet, events)))
        save_snapshot(store, packet, events)


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
        ParticipantRecord(f"{place:064x}", name, True, "{}") for place, name in enumerate(MODELS)
    )
    study = study_key(procedures, simulated=True)
    store.record(Start("start", study, True, "{}", tuple(scripts), participants, "0", AT))
    return study


def _trials(
    store: Store, study: str, wanted: int, tell: Tell, rng: random.Random, *, samples: int
) -> Iterator[Made]:
    told = [(path, load(path).experiment) for path in _scripts()]
    each = sum(len(cells(one)) for _, one in told if one is not None) * len(MODELS) * samples
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
                for at in range(len(MODELS) * samples):
                    count += 1
                    key = f"f{count:063x}"
                    sitting = sitting_of(
                        f"{at // samples:064x}",
                        experiment.title,
                        cell,
                        draw=draw,
                        sample=at % samples + 1,
                    )
                    rows.append(StudyTrial(study, key, sitting, procedure, expander.seed))
                    truth = tuple(_mark(n in controls, rng) for n, _, _ in places)
                    so = {place: one for (_, _, place), one in zip(places, truth, strict=True)}
                    words = tell(store, trial, rows[-1], places, so)
                    yield Made(ItemSource(key, words, places), controls, truth)
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
        frozenset(
            n for n, (_, _, kind) in enumerate(asked, start=1) if kind is QuestionKind.CONTROL
        ),
    )


def _mark(control: bool, rng: random.Random) -> str:
    if control:
        return "right" if rng.random() < 0.98 else "wrong"
    return rng.choices(("right", "half", "wrong"), (6, 1, 3))[0]


def _truths(made: Sequence[Made]) -> Iterator[tuple[str, Made]]:
    for one in made:
        yield one.behind.trial, one


def _packet(study: str, coder: str, made: Sequence[Made], rng: random.Random) -> PacketRecord:
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
    return PacketRecord(
        header.packet, study, header.batch, coder, CoderKind.BLIND, View.RUBRIC, "c1", "{}",
        json.dumps(to_json(header)), items, "0", AT,
    )  # fmt: skip


def _log(packet: PacketRecord, made: dict[str, Made], rng: random.Random) -> Iterator[Event]:
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
