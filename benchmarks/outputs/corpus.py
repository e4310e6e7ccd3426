"""The corpus: a folder a study, made through the command line alone, so that any version can make
it. Whoever adds a kind of study to devrun adds one here.
"""

from __future__ import annotations

import csv
import io
import json
import random
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from benchmarks.outputs.versions import Version
from runners.participants.double import Behaviour, Double, error, replied
from tests.ready import ROOT

CODERS = ("Ann", "Ben", "Cleo")
SEED = ("--seed", "5")
"""Of packets, whose order nobody could draw again otherwise."""
PRICED = '"openai/any@{place}" = {{ input = 2, output = 8, date = 2026-03-01 }}\n'
CUP = """\
experiment The cup

reference children 85%: somebody (1985), left only

things
    cup: scarf, torch, lamp

conditions end
    moved
    left

design
    runs 6
    compare moved with left

procedure
    say: {A cup} is in the box.
    when moved
        say: Then the {cup} is put into the bag.
    separately
        test now
            ask: Where is the {cup} now?
            choices:
                The box
                The bag
            answer by end
                moved: The bag
                left: The box
        control first
            ask: Where was the {cup} at first?
            choices:
                The box
                The bag
            answer: The box
"""

Make = Callable[[Version, Path, Path], None]
"""Fills a folder with a study: of this version, whose code lies in the second folder."""


def make(version: Version, code: Path, corpus: Path) -> None:
    """Make every study of the corpus that is not there yet."""
    for name, filled in STUDIES.items():
        folder = corpus / name
        if not folder.exists():
            made = corpus / f"{name} (unfinished)"
            shutil.rmtree(made, ignore_errors=True)
            made.mkdir(parents=True)
            filled(version, made, code)
            made.rename(folder)


def upgraded(version: Version, corpus: Path, copy: Path) -> Path:
    """A copy of the corpus whose stores this version has upgraded, as it asks users to."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(corpus, copy)
    for store in sorted(copy.glob("*/*.sqlite")):
        version.done(store.parent, "store", "upgrade", "--store", f"sqlite:///{store.name}")
    return copy


def _scripts(version: Version, folder: Path, code: Path) -> None:
    """No study: every script there is, and every one with a fault."""
    for place in ("experiments", "additions", "tests/dsl/scripts"):
        shutil.copytree(code / place, folder / Path(place).name)
    for place in ("tests/dsl/faults", "tests/runners/check/faults"):
        shutil.copytree(code / place, folder / "faults", dirs_exist_ok=True)


def _battery(version: Version, folder: Path, code: Path) -> None:
    """The twelve scripts and the additions, in brief, and coded by nobody."""
    paths = sorted(
        map(str, [*(code / "experiments").glob("*.dev"), *(code / "additions").glob("*")])
    )
    scripts = [path for path in paths if path.endswith(".dev")]
    asked = ("-m", "sim/child?p=0.7", "-m", "sim/lure")
    version.done(folder, "run", *scripts, *asked, "--runs", "2")


def _paradigms(version: Version, folder: Path, code: Path) -> None:
    """Rewritten paradigms: accuracy, loops, ratings, likelihoods, pictures, waves."""
    shutil.copytree(code / "tests/dsl/scripts", folder / "scripts")
    scripts = [
        str(path.relative_to(folder))
        for path in sorted((folder / "scripts").rglob("*.dev"))
        if not version.run(folder, "check", str(path)).returncode
    ]
    version.done(folder, "run", *scripts, "-m", "sim/child?p=0.6", "--runs", "2")


def _coded(version: Version, folder: Path, code: Path) -> None:
    """Four scripts, three blind coders with gold and hidden duplicates, a judge, adjudicated."""
    scripts = [
        _script(folder, code, name)
        for name in ("blicket", "sally_anne", "smarties", "altruistic_helping")
    ]
    asked = ("-m", "sim/child?p=0.7", "-m", "sim/lure", "-m", "sim/random")
    version.done(folder, "run", *scripts, *asked, "--runs", "3")
    names = [word for name in CODERS for word in ("--coder", name)]
    version.done(folder, "packets", *names, "--gold", "starter", *SEED)
    for seed, name in enumerate(CODERS):
        _code(version, folder, name, seed)
    version.done(folder, "packets", "--coder", "Judge", "--duplicates", "4", "--to", "judge", *SEED)
    judged = ("--judge", "sim/oracle")
    version.run(folder, "code", "judge/Judge.packet.jsonl", *judged)
    version.run(folder, "collect", "packets", "judge")
    version.run(folder, "adjudicate", "--method", "median", "--coder", "Eve")


def _content(version: Version, folder: Path, code: Path) -> None:
    """One script, each reply on its own: two blind coders of an overlapping half, and an author."""
    script = _script(folder, code, "helper_hinderer")
    version.done(folder, "run", script, "-m", "sim/child?p=0.6", "--runs", "4")
    named = ("--coder", "Ann", "--coder", "Ben", "--author", "Dora")
    version.done(folder, "packets", *named, "--view", "content", "--share", "50%", *SEED)
    for seed, name in enumerate(("Ann", "Ben", "Dora"), start=7):
        _code(version, folder, name, seed)
    version.run(folder, "collect", "packets")


def _in_part(version: Version, folder: Path, code: Path) -> None:
    """Two coders of whom one is half-way and the other handed in; codes of a third from a table."""
    (folder / "cup.dev").write_text(CUP, encoding="utf-8")
    version.done(folder, "run", "cup.dev", "-m", "sim/child?p=0.6", "-m", "sim/reality")
    version.done(folder, "packets", "--coder", "Ann", "--coder", "Ben", "--keyed", *SEED)
    _code(version, folder, "Ann", 21)
    _code(version, folder, "Ben", 22, lines=60)
    version.run(folder, "collect", "packets")
    _table(version, folder, "Cleo")


def _asked(version: Version, folder: Path, code: Path) -> None:
    """A server's models: prices, odd replies, refusals and failed calls; preregistered."""
    (folder / "cup.dev").write_text(CUP, encoding="utf-8")
    rng = random.Random(3)
    with Double(then=lambda request: _odd(rng)) as double:
        place = double.environment["OPENAI_BASE_URL"].removeprefix("http://")
        (folder / "prices.toml").write_text(PRICED.format(place=place), encoding="utf-8")
        also = {"more": double.environment}
        asked = ("cup.dev", "-m", "openai/any", "-m", "anthropic/any")
        version.done(folder, "preregister", *asked, "--runs", "6", **also)
        form = folder / "preregistration.md"
        text = form.read_text(encoding="utf-8")
        form.write_text(re.sub(r"\[to be written:[^\]]*\]", "As we said.", text), encoding="utf-8")
        version.done(folder, "preregister", "--seal", form.name, **also)
        ceiling = ("--max-tokens", "50", "--max-cost", "0.0005")
        version.run(folder, "run", "cup.dev", "-m", "openai/any", "--seed", "2", *ceiling, **also)
        # Other settings than the sealed ones, so that there is something to say of them.
        version.run(folder, "run", *asked, "--runs", "4", "--samples", "2", **also)
    version.done(folder, "packets", "--coder", "Ann", "--coder", "Ben", "--keyed", *SEED)
    for seed, name in enumerate(("Ann", "Ben"), start=31):
        _code(version, folder, name, seed)
    version.run(folder, "collect", "packets")


def _merged(version: Version, folder: Path, code: Path) -> None:
    """Two stores with other replies to the same trials, and a third of another date, in one."""
    (folder / "cup.dev").write_text(CUP, encoding="utf-8")
    ask = ("run", "cup.dev", "-m", "openai/any", "--runs", "3")
    replies = {"one": "The box", "two": "The bag", "dated": "It is in the box."}
    said: list[str] = []
    # One server for all three: its address is part of what a participant is.
    with Double(then=lambda request: said[-1]) as double:
        for name, reply in replies.items():
            said.append(reply)
            where = ("--store", f"sqlite:///{name}.sqlite")
            version.done(folder, *ask, *where, more=double.environment)
    version.run(folder, "run", "cup.dev", "-m", "sim/child", "--store", "sqlite:///one.sqlite")
    version.run(folder, "run", "cup.dev", "-m", "sim/child", "-m", "sim/lure",
                "--store", "sqlite:///two.sqlite")  # fmt: skip
    for name in ("one", "two"):
        version.done(folder, "merge", f"{name}.sqlite")


def _old(version: Version, folder: Path, code: Path) -> None:
    """A store that an older devrun made, whose choices had one order in all rows of a loop."""
    text = (ROOT / "tests/runners/analysis/earlier/snacks_of_expansion_1.sql").read_text("utf-8")
    with closing(sqlite3.connect(folder / "devrun.sqlite")) as store:
        store.executescript(text)
    version.done(folder, "store", "upgrade")


def _script(folder: Path, code: Path, name: str) -> str:
    shutil.copy(code / f"experiments/{name}.dev", folder)
    return f"{name}.dev"


def _code(version: Version, folder: Path, name: str, seed: int, *, lines: int = 6000) -> None:
    """Code a packet on lines, with keys drawn at random: mostly the first, some flags and notes."""
    rng = random.Random(seed)
    keys = ("1", "1", "1", "1", "1", "1", "2", "2", "3", "h2", "r3", "4", "")
    typed = "\n" + "".join(f"{rng.choice(keys)}\n" for _ in range(lines)) + "q\n"
    version.run(folder, "code", f"packets/{name}.packet.jsonl", "--plain", typed=typed)


def _table(version: Version, folder: Path, name: str) -> None:
    """Codes of a coder who wrote them into a table: of every trial, at random."""
    rng = random.Random(name)
    told = json.loads(version.run(folder, "transcript", "--json").stdout)
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(("trial", "question", "mark", "note"))
    for trial in told["trials"]:
        for number in (1, 2):
            table.writerow((trial["key"], number, rng.choice(("right", "half", "wrong")), "n"))
    (folder / "codes.csv").write_text(out.getvalue(), encoding="utf-8")
    # Half a mark for a control question is refused, and its row left out.
    version.run(folder, "collect", "codes.csv", "--csv", "--coder", name)


def _odd(rng: random.Random) -> Behaviour:
    """A reply: plain, marked up, doubtful, hostile, empty, cut short, or none."""
    said = rng.choice(("The box", "The bag", "the box.", "**The bag**", "A", "B) The bag"))
    return rng.choice(
        (
            *[said] * 8,
            f"I think it is in {said}, but I am not sure.",
            "<script>alert(1)</script> \x1b[31mThe box\x1b[0m",
            "",
            replied("I cannot help with that.", "refusal"),
            replied("The b", "length"),
            error(400, "too odd", type="invalid_request_error"),
        )
    )


STUDIES: dict[str, Make] = {
    "scripts": _scripts,
    "battery": _battery,
    "paradigms": _paradigms,
    "coded": _coded,
    "content": _content,
    "in_part": _in_part,
    "asked": _asked,
    "merged": _merged,
    "old": _old,
}
