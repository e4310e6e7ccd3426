"""Seconds, memory and pace of a study in waves that is as large as half of CogBench.

    python benchmarks/waves.py [--folder DIR] [--profiles 4] [--rounds 1]

A dataset in the published layout is made of nonsense words: 50 topics with ten articles of 2,000
words and ten questions, and 20 profiles. People rated six pairs of topic and profile in 11 waves,
as in the original. It is kept in a folder that is named, and is never part of devrun.

- import, check and plan of all of it, 110,000 calls, in processes of their own, beside a reference:
  Python's csv and json read the files once;
- runs of one topic with so many profiles, and with four times as many, beside a plain script of as
  many calls with as many words (an article and ten questions), by a simulated participant and by a
  server on this computer that answers at once. Each in turn, in a process of its own, medians of
  the rounds. Quote the ratios only.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from report_store import Taken, taken

from runners.participants.double import Double

ROOT = Path(__file__).resolve().parent.parent
TOPICS, PROFILES, WAVES, QUESTIONS, WORDS = 50, 20, 10, 10, 2_000
RATED_TOPICS, RATED_PROFILES = 3, 2
MAIN = ["-m", "runners.main"]
READ = """
import csv, json, sys
from pathlib import Path
for path in Path(sys.argv[1]).iterdir():
    json.loads(path.read_text("utf-8"))
for path in Path(sys.argv[2]).iterdir():
    list(csv.reader(path.open(encoding="utf-8", newline="")))
"""

PLAIN = """\
experiment Plain

questionnaire opinions
    rate 1 to 5
    labels:
        strongly disagree
        disagree
        neither agree nor disagree
        agree
        strongly agree
{items}

design
    runs {runs}
    wording original

procedure
    profile: {profile}
    say: {text}
    separately
        do opinions
"""


def words(dice: random.Random, known: Sequence[str], count: int) -> str:
    """Sentences of nonsense words."""
    said = dice.choices(known, k=count)
    return " ".join(" ".join(said[at : at + 12]).capitalize() + "." for at in range(0, count, 12))


def dataset() -> dict[str, list[dict[str, Any]]]:
    """The files of the articles by name."""
    dice = random.Random(1)
    known = ["".join(dice.choices("abdefgiklmnoprstu", k=dice.randint(2, 9))) for _ in range(900)]
    profiles = [
        {"Name": f"Person {at}", "Age": 20 + at} | {f"Trait {n}": words(dice, known, 12)
                                                    for n in range(12)}
        for at in range(PROFILES)
    ]  # fmt: skip
    flows = []
    for topic in range(TOPICS):
        asked = [{"question": words(dice, known, 12)} for _ in range(QUESTIONS)]
        flows += [
            {"topic": f"Topic {topic}", "category": f"Category {topic // 5}", "iteration": wave,
             "information_flow": [words(dice, known, WORDS)] if wave else [],
             "questionnaire": asked}
            for wave in range(WAVES + 1)
        ]  # fmt: skip
    rated = [
        flow | {"profile": who, "questionnaire": [
            one | {"answer": {"human_rating": dice.randint(1, 5)}} for one in flow["questionnaire"]
        ]}
        for flow in flows[: RATED_TOPICS * (WAVES + 1)] for who in profiles[:RATED_PROFILES]
    ]  # fmt: skip
    return {"profile": profiles, "cogbench_a": flows, "eval_cogbench_a": rated}


def made(folder: Path) -> Path:
    """The dataset, made where it is not there yet."""
    home = folder / "data"
    if not home.exists():
        part = folder / "data.part"
        part.mkdir(parents=True, exist_ok=True)
        for name, value in dataset().items():
            (part / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")
        part.rename(home)
    return home


def plain(folder: Path, calls: int) -> str:
    """The name of a plain script with as many calls."""
    flows = json.loads((folder / "data" / "cogbench_a.json").read_text("utf-8"))
    who = json.loads((folder / "data" / "profile.json").read_text("utf-8"))[0]
    asked = enumerate(flows[1]["questionnaire"])
    script = PLAIN.format(
        items="\n".join(f"    item q{at}: {one['question']}" for at, one in asked),
        runs=calls // QUESTIONS, text=flows[1]["information_flow"][0],
        profile=" ".join(f"{name}: {value}." for name, value in who.items()).replace(":", ""),
    )  # fmt: skip
    name = f"plain_{calls}.dev"
    (folder / name).write_text(script, encoding="utf-8")
    return name


def new(folder: Path, name: str, *options: str) -> Taken:
    """What an import took, in place of an earlier one."""
    (folder / f"{name}.dev").unlink(missing_ok=True)
    shutil.rmtree(folder / f"{name}_files", ignore_errors=True)
    named = ["new", name, "--template", "cogbench", "--from", "data", "--half", "articles"]
    return taken([*MAIN, *named, *options], into=folder / "said")


def ran(folder: Path, script: str, model: str, rounds: int) -> Taken:
    """What a run took, medians of some rounds, each into a new store."""
    found = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as place:
            store = ["--store", f"sqlite:///{place}/run.sqlite", "--json"]
            concurrency = ["--concurrency", "20"] if "/" in model and "sim" not in model else []
            command = [*MAIN, script, "-m", model, *concurrency, *store]
            found.append(taken(command, into=folder / "said"))
    wall, busy, memory = (
        statistics.median(getattr(one, what) for one in found)
        for what in ("wall", "busy", "memory")
    )
    return Taken(wall, busy, memory)


def main() -> None:
    """Print what each command took, and runs in waves beside plain ones."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--folder", type=Path, help="keep the dataset here, or take it from here")
    options.add_argument("--profiles", type=int, default=4)
    options.add_argument("--rounds", type=int, default=1)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as empty:
        folder = (given.folder or Path(empty)).resolve()
        made(folder)
        os.environ["PYTHONPATH"] = str(ROOT)
        os.chdir(folder)
        print(f"{'':28}{'wall s':>8}{'CPU s':>8}{'MiB':>7}{'ratio':>8}")
        imported = new(folder, "whole")
        read = taken(["-c", READ, "data", "whole_files"], into=folder / "said")
        commands = {"check": ["check", "whole.dev"],
                    "plan": ["plan", "whole.dev", "-m", "openai/gpt-4.1"]}  # fmt: skip
        rows = {"reference": read, "import": imported} | {
            name: taken([*MAIN, *command], into=folder / "said")
            for name, command in commands.items()
        }
        for name, one in rows.items():
            show(name, one, read)
        with Double(then="4") as double:
            os.environ.update(double.environment)
            for model in ("sim/oracle", "openai/any"):
                for profiles in (given.profiles, given.profiles * 4):
                    new(folder, "part", "--topics", "1", "--profiles", str(profiles))
                    calls = profiles * (WAVES + 1) * QUESTIONS
                    base = ran(folder, plain(folder, calls), model, given.rounds)
                    show(f"{model}, {calls:,} plain", base, base)
                    show(f"{model}, {calls:,} in waves",
                         ran(folder, "part.dev", model, given.rounds), base)  # fmt: skip


def show(name: str, one: Taken, base: Taken) -> None:
    """A line: what was taken, and its processor time to that of the reference."""
    ratio = one.busy / base.busy
    print(f"{name:28}{one.wall:>8.1f}{one.busy:>8.1f}{one.memory:>7.0f}{ratio:>8.2f}", flush=True)


if __name__ == "__main__":
    main()
