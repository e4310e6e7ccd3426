"""Seconds and memory of `devrun check`, `plan` and `score` on a large bank of items.

    python benchmarks/bank_size.py [--items 1220] [--samples 4] [--models 2] [--folder DIR] [--full]

`--full` is 1,220 items, 40 samples and 10 models: 488,000 stored replies. The bank is made of
nonsense words in ten groups; replies are a letter, a letter with its words, or a short sentence, as
models give them, right in 45 to 85 of a hundred. They are stored as a run stores them. Making the
store takes minutes, and is done once for a folder that is named.

Each command is a process of its own. `score` finds nothing in the cache, where an earlier round may
have left these replies; `score, cached` is a second time, after the first has kept what it read.
The peer, in a process of its own too, reads the place and the text of every reply with sqlite3 and
compares the letter with that of the key: what any scoring of a store costs. Quote the ratios only.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
from pathlib import Path

from made_replies import store_replies
from made_study import AT
from report_store import taken

from dsl import __devrun__
from dsl.expand import Expander, cells
from dsl.loading import Loaded, load
from dsl.trial import Question, Trial, Turn
from dsl.words import LABELS
from runners.analysis.matcher_cache import VARIABLE
from runners.engine.plan import planned
from runners.engine.study import study_scripts
from runners.store.keys import study_key
from runners.store.records import ParticipantRecord, Start
from runners.store.store import Store
from runners.store.writes import add_trials

FULL = {"items": 1220, "samples": 40, "models": 10}
GROUPS = 10

SCRIPT = """\
experiment Large bank

bank large from large.json
    question from question
    choices from candidates, rotated
    answer from answer, counted from 0
    group from group

design
    runs 1
    samples {samples}
    scoring calibrated accuracy

procedure
    separately
        do large
"""

PEER = """
import json, re, sqlite3, sys
keys = json.loads(open(sys.argv[2]).read())
letter = re.compile(r"\\b([A-D])\\b")
right = {}
with sqlite3.connect(sys.argv[1]) as store:
    for who, place, text in store.execute("SELECT participant, place, text FROM calls"):
        found = letter.search(text)
        said = found[1] if found else ""
        one = right.setdefault(who, [0, 0])
        one[0] += said == keys[place]
        one[1] += 1
print(right)
"""


def bank(items: int, dice: random.Random) -> list[dict[str, object]]:
    """Items of two to four choices in ten groups."""
    made: list[dict[str, object]] = []
    for n in range(items):
        words = ["".join(dice.choices("bdfgklmnprst", k=5)) for _ in range(2 + n % 3)]
        question = f"In the small town of {n}, which of these is it that people call {words[0]}?"
        choices = [f"the {word} of number {n}" for word in words]
        made.append(
            {
                "question": question,
                "candidates": choices,
                "answer": dice.randrange(len(choices)),
                "group": f"group {n % GROUPS}",
            }
        )
    return made


def reply_to(question: Question, *, ability: float, dice: random.Random) -> str:
    """A short reply, right with this probability."""
    key = question.options.index(question.key.answer[0].phrases[0].text)
    others = [at for at in range(len(question.options)) if at != key]
    at = key if dice.random() < ability else dice.choice(others)
    letter, words = LABELS[at], question.options[at]
    form = dice.choices(
        ("{0}", "{0}.", "{0}) {1}", "The answer is {0}.", "Answer: {0}", "{1}", r"\boxed{{{0}}}"),
        (30, 10, 20, 15, 10, 10, 5),
    )[0]
    return form.format(letter, words)


def filled(folder: Path, *, items: int, samples: int, models: int) -> tuple[Path, Path, Path]:
    """The script, its store and the letters of its keys by place, made where they are not there."""
    folder.mkdir(parents=True, exist_ok=True)
    script, keys = folder / "large.dev", folder / "keys.json"
    store = folder / f"large-{items}-{samples}-{models}.sqlite"
    dice = random.Random(1)
    (folder / "large.json").write_text(json.dumps(bank(items, dice)), encoding="utf-8")
    script.write_text(SCRIPT.format(samples=samples), encoding="utf-8")
    loaded = load(script)
    assert loaded.experiment is not None
    expander = Expander(loaded.experiment)
    trial = expander.trial(cells(loaded.experiment)[0], draw=1)
    letters = {}
    for (_, place), _, question in trial.asked():
        key = question.key.answer[0].phrases[0].text
        letters[place] = LABELS[question.options.index(key)]
    keys.write_text(json.dumps(letters), encoding="utf-8")
    if not store.exists():
        part = store.with_suffix(".part")
        part.unlink(missing_ok=True)
        with Store.open(str(part)) as opened:
            _fill(opened, loaded, expander, trial, samples=samples, models=models, dice=dice)
        part.rename(store)
    return script, store, keys


def _fill(
    store: Store,
    loaded: Loaded,
    expander: Expander,
    trial: Trial,
    *,
    samples: int,
    models: int,
    dice: random.Random,
) -> None:
    """Every trial of every model, finished."""
    scripts = study_scripts([loaded])
    procedure = scripts[0].procedure
    study = study_key([(procedure, expander.seed)], simulated=False)
    people = tuple(
        ParticipantRecord(f"{n:064x}", f"maker/model-{n}", False, "{}") for n in range(models)
    )
    store.record(Start("start", study, False, "{}", tuple(scripts), people, __devrun__, AT))
    for n, who in enumerate(people):
        ability = 0.45 + 0.4 * n / max(1, models - 1)

        def say(turn: Turn, ability: float = ability) -> tuple[str, str]:
            assert turn.question is not None
            return reply_to(turn.question, ability=ability, dice=dice), "stop"

        for sample in range(1, samples + 1):
            one = expander.trial(trial.cell, draw=1, sample=sample)
            row = planned(one, procedure).of_study(study, who.key)
            store.submit(add_trials, (row,))
            _, kept = store_replies(store, one, row, say, simulated=False)
            kept.result()


def main() -> None:
    """Print what each command took, and how that is to the peer."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--items", type=int, default=FULL["items"])
    options.add_argument("--samples", type=int, default=4)
    options.add_argument("--models", type=int, default=2)
    options.add_argument("--full", action="store_true", help="1,220 items, 40 samples, 10 models")
    options.add_argument("--folder", type=Path, help="keep the store here, or take it from here")
    given = options.parse_args()
    size = FULL if given.full else {name: getattr(given, name) for name in FULL}
    out = sys.stdout.write
    with tempfile.TemporaryDirectory() as empty:
        script, store, keys = filled(given.folder or Path(empty), **size)
        said = Path(empty) / "said"
        os.environ[VARIABLE] = str(Path(empty) / "cache")
        replies = size["items"] * size["samples"] * size["models"]
        out(f"{replies:,} replies\n{'':16}{'wall s':>8}{'CPU s':>8}{'MiB':>7}{'to the peer':>13}\n")
        peer = taken(["-c", PEER, str(store), str(keys)], into=said)
        out(f"{'sqlite3':16}{peer.wall:>8.1f}{peer.busy:>8.1f}{peer.memory:>7.0f}\n")
        where = ["--store", f"sqlite:///{store}"]
        names = [word for n in range(size["models"]) for word in ("-m", f"openai/model-{n}")]
        for name, command in (
            ("check", ["check", str(script)]),
            ("plan", ["plan", str(script), *names]),
            ("score", ["score", *where]),
            ("score, cached", ["score", *where]),
        ):
            one = taken(["-m", "runners.main", *command], into=said)
            ratio = one.busy / peer.busy
            out(f"{name:16}{one.wall:>8.1f}{one.busy:>8.1f}{one.memory:>7.0f}{ratio:>13.2f}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
