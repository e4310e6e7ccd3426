"""Runs of nine words and sentences that our scripts share with published prompt sets.

    python benchmarks/published_prompts.py FOLDER --name NAME --source WHERE [--note WORDS]
    python benchmarks/published_prompts.py --check [FOLDER] [--draws N]

The first adds a published set, or replaces the one of that name: every text, CSV and JSON file of
the folder is read. The second prints what the shipped scripts share with the sets kept, or with a
folder whose words are not to be kept; it leaves with 1 where there is anything.

Of a published set only digests are kept: the first six bytes of SHA-256 of nine words in a row, or
of a whole sentence of five to eight words (a longer one holds nine in a row). Words are folded to
small letters, and what is no letter or digit is left out. The sets themselves are not kept: whether
they may be passed on is not settled for most of them, and a repository that holds published prompts
teaches them to whatever is trained on it. Comparing whole sentences alone was not enough: a story
that is copied with its sentences joined differently would pass.
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import json
import re
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from pathlib import Path

from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.loading import load
from dsl.tree import FactorKind
from dsl.trial import Fork, Node, ScriptedTurn, Trial
from renderers.prompt import system_text, user_text

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests" / "whole" / "published_nine_grams.txt"
SCRIPTS = tuple(sorted((*ROOT.glob("experiments/*.dev"), *ROOT.glob("additions/*.dev"))))

RUN = 9
SHORTEST = 5
BYTES = 6
DRAWS = 12

WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
SENTENCE = re.compile(r"[.!?\n]+")
READ = {".txt", ".md", ".csv", ".tsv", ".json", ".jsonl"}

Digests = frozenset[bytes]
Pieces = dict[bytes, str]
"""The words behind each digest."""


@dataclass(frozen=True, slots=True)
class PublishedSet:
    """The digests of one published set, and where its words stand."""

    name: str
    source: str
    note: str
    runs: Digests
    sentences: Digests


@dataclass(frozen=True, slots=True)
class Shared:
    """A run of nine words or a short sentence of ours that stands in a published set, too."""

    script: str
    words: str
    published: str


# What a text holds.


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in small letters, without what stands between them."""
    plain = unicodedata.normalize("NFKC", text).replace("\u2019", "'").casefold()
    return tuple(WORD.findall(plain))


def digest(words: Sequence[str]) -> bytes:
    """What is kept of some words: six bytes, from which they cannot be read."""
    return _digest(" ".join(words))


@lru_cache(maxsize=1 << 16)  # what a script says is said again in each draw
def _digest(words: str) -> bytes:
    return hashlib.sha256(words.encode("utf-8")).digest()[:BYTES]


def runs_of(text: str) -> Pieces:
    """Every nine words in a row, also across the ends of sentences."""
    words = words_of(text)
    found = (" ".join(words[at : at + RUN]) for at in range(len(words) - RUN + 1))
    return {_digest(run): run for run in found}


def sentences_of(text: str) -> Pieces:
    """Every sentence of five to eight words."""
    found = (words_of(part) for part in SENTENCE.split(text))
    return {digest(one): " ".join(one) for one in found if SHORTEST <= len(one) < RUN}


def pieces_of(texts: Iterable[str]) -> Pieces:
    """The runs of nine words and the short sentences of all the texts."""
    found: Pieces = {}
    for text in texts:
        found.update(runs_of(text))
        found.update(sentences_of(text))
    return found


# What is said to a participant.


def told(trial: Trial) -> Iterator[str]:
    """Every message that a participant may be sent in a trial, and every reply put in its mouth."""
    for session in trial.sessions:
        yield system_text(session)
        yield from _told_in(session.nodes)


def _told_in(nodes: tuple[Node, ...]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Fork):
            for branch in node.branches:
                yield from _told_in(branch)
        else:
            yield user_text(node)
            if isinstance(node, ScriptedTurn):
                yield node.reply
            elif node.question is not None:
                # By themselves, too: the letter of a choice is none of its words.
                yield node.question.text
                yield from node.question.options


def balances(experiment: Experiment) -> int:
    """How many draws have every combination of the levels that are balanced over runs."""
    return prod(len(one.levels) for one in experiment.of_kind(FactorKind.COUNTERBALANCE))


def said_by(experiment: Experiment, *, draws: int = DRAWS) -> frozenset[str]:
    """Every message of every cell in both wordings, in so many draws or as many as are balanced."""
    expander, draws = Expander(experiment), max(draws, balances(experiment))
    return frozenset(
        text
        for cell in cells(experiment, wordings=("original", "permuted"))
        for draw in range(1, draws + 1)
        for text in told(expander.trial(cell, draw=draw))
    )


def shared(script: str, texts: Iterable[str], sets: Sequence[PublishedSet]) -> tuple[Shared, ...]:
    """What the texts of a script have in common with the published sets, in order of the words."""
    ours = pieces_of(texts)
    found = (
        Shared(script, ours[one], published.name)
        for published in sets
        for one in ours.keys() & (published.runs | published.sentences)
    )
    return tuple(sorted(found, key=lambda one: (one.script, one.words, one.published)))


# Published sets, in a folder and in the file that is kept.


def texts_in(path: Path) -> Iterator[str]:
    """The texts of a file: every string of a JSON file, every field of a table, or all of it."""
    whole = path.read_text(encoding="utf-8-sig", errors="replace")
    match path.suffix.lower():
        case ".json":
            yield from _strings(json.loads(whole))
        case ".jsonl":
            for line in filter(None, map(str.strip, whole.split("\n"))):
                yield from _strings(json.loads(line))
        case ".csv" | ".tsv":
            first = whole.partition("\n")[0]
            divider = max("\t;|,", key=first.count)
            csv.field_size_limit(sys.maxsize)
            for row in csv.reader(whole.split("\n"), delimiter=divider):
                yield from row
        case _:
            yield whole


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


def published_in(folder: Path, *, name: str, source: str, note: str = "") -> PublishedSet:
    """The digests of the files of a folder, at any depth."""
    texts = [text for path in _files(folder) for text in texts_in(path)]
    runs = frozenset(one for text in texts for one in runs_of(text))
    sentences = frozenset(one for text in texts for one in sentences_of(text))
    return PublishedSet(name, source, note, runs, sentences)


def _files(folder: Path) -> list[Path]:
    if folder.is_file():
        return [folder]
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in READ)


HEADER = """\
Digests of published prompt sets, against which the shipped scripts are held: of every nine words
in a row, and of every sentence of five to eight words, the first six bytes of SHA-256 in base64.
Their words are not here. benchmarks/published_prompts.py wrote this, and says how to add a set."""


def write_sets(path: Path, sets: Iterable[PublishedSet]) -> None:
    """Keeps the sets, in order of their names."""
    lines = [f"# {line}" for line in HEADER.split("\n")]
    for one in sorted(sets, key=lambda one: one.name.casefold()):
        lines += ["", f"set: {one.name}", f"source: {one.source}"]
        lines += [f"note: {one.note}"] if one.note else []
        for kind, digests in (("runs", one.runs), ("sentences", one.sentences)):
            lines.append(f"{kind}: {len(digests)}")
            lines += textwrap.wrap(base64.b64encode(b"".join(sorted(digests))).decode("ascii"), 96)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def read_sets(path: Path) -> tuple[PublishedSet, ...]:
    """The sets that are kept in a file."""
    blocks = path.read_text(encoding="utf-8").split("\n\n")[1:]
    return tuple(map(_read_set, blocks))


def _read_set(block: str) -> PublishedSet:
    fields: dict[str, str] = {}
    packed: dict[str, list[str]] = {"runs": [], "sentences": []}
    at = ""
    for line in block.strip().split("\n"):
        name, colon, value = line.partition(": ")
        if colon:
            fields[name], at = value, name
        else:
            packed[at].append(line)
    digests = {kind: _unpacked("".join(lines)) for kind, lines in packed.items()}
    for kind, found in digests.items():
        if len(found) != int(fields[kind]):
            raise ValueError(
                f"{fields['set']}: {fields[kind]} {kind} are announced, {len(found)} are there"
            )
    return PublishedSet(
        fields["set"],
        fields["source"],
        fields.get("note", ""),
        digests["runs"],
        digests["sentences"],
    )


def _unpacked(packed: str) -> Digests:
    raw = base64.b64decode(packed)
    return frozenset(raw[at : at + BYTES] for at in range(0, len(raw), BYTES))


# The two commands.


def check(sets: Sequence[PublishedSet], *, draws: int) -> tuple[Shared, ...]:
    """What the shipped scripts share with the sets."""
    found: list[Shared] = []
    for path in SCRIPTS:
        experiment = load(path).experiment
        if experiment is None:
            raise SystemExit(f"{path.name} has errors: see `devrun check {path.name}`")
        found += shared(path.stem, said_by(experiment, draws=draws), sets)
    return tuple(found)


def main() -> int:
    """Adds a published set, or checks the scripts; gives the exit code."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("folder", type=Path, nargs="?", help="files of a published set")
    asked.add_argument("--name", help="what the set is called")
    asked.add_argument("--source", help="where its words stand: repository, commit, file")
    asked.add_argument("--note", default="", help="what of the set was left out, and why")
    asked.add_argument("--check", action="store_true", help="print what the scripts share with it")
    asked.add_argument("--draws", type=int, default=DRAWS, help="how many draws of each cell")
    told_to = asked.parse_args()
    kept = read_sets(KEPT) if KEPT.exists() else ()
    if told_to.check:
        sets = kept
        if told_to.folder is not None:
            sets = (published_in(told_to.folder, name=str(told_to.folder), source="here"),)
        found = check(sets, draws=told_to.draws)
        for one in found:
            sys.stdout.write(f"{one.script}: {one.words} ({one.published})\n")
        runs, sentences = (sum(map(len, one)) for one in zip(*map(_sizes, sets), strict=True))
        sys.stdout.write(f"{len(found)} in common with {runs} runs, {sentences} sentences\n")
        return 1 if found else 0
    if not (told_to.folder and told_to.name and told_to.source):
        asked.error("a set needs a folder, --name and --source; or write --check")
    added = published_in(
        told_to.folder, name=told_to.name, source=told_to.source, note=told_to.note
    )
    write_sets(KEPT, (*(one for one in kept if one.name != added.name), added))
    sys.stdout.write(f"{added.name}: {len(added.runs)} runs, {len(added.sentences)} sentences\n")
    return 0


def _sizes(one: PublishedSet) -> tuple[Digests, Digests]:
    return one.runs, one.sentences


if __name__ == "__main__":
    sys.exit(main())
