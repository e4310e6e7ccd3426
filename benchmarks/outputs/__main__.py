"""The command; see the package."""

from __future__ import annotations

import argparse
import difflib
import re
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path

from benchmarks.outputs.additions import options_of, without_additions
from benchmarks.outputs.answers import Answer, answer, now
from benchmarks.outputs.corpus import make, upgraded
from benchmarks.outputs.figures import differing, is_read
from benchmarks.outputs.questions import Question, questions
from benchmarks.outputs.versions import Version, checked_out
from tests.ready import ROOT

LINES = 12
"""So many lines of each difference are printed; --keep has the rest."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A difference that is wanted, why, and in what texts: what it was (`old`) and what it is; or
    what is not compared, where there is no `new`."""

    why: str
    old: re.Pattern[str]
    new: str | None
    where: str

    def applied(self, name: str, was: str, is_now: str) -> tuple[str, str]:
        """Two texts without this difference."""
        if not fnmatch(name, self.where):
            return was, is_now
        if self.new is None:
            return self.old.sub("", was), self.old.sub("", is_now)
        return self.old.sub(self.new, was), is_now


def wanted() -> tuple[Wanted, ...]:
    """What `differences.toml` lists."""
    file = Path(__file__).with_name("differences.toml")
    listed = tomllib.loads(file.read_text(encoding="utf-8")).get("difference", [])
    return tuple(
        Wanted(
            one["why"],
            re.compile(one["old"], re.M),
            one.get("new"),
            one.get("where", "*"),
        )
        for one in listed
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the corpus, ask both versions, and print what differs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.outputs")
    parser.add_argument("commit", help="the version to compare with")
    parser.add_argument("--only", default="", help="questions with these words in their name")
    parser.add_argument("--keep", type=Path, help="where the corpus and all answers are kept")
    parser.add_argument(
        "--words", action="store_true",
        help="compare every byte, and not only the figures of what people read",
    )  # fmt: skip
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        room = options.keep or Path(temporary)
        room.mkdir(parents=True, exist_ok=True)
        with checked_out(options.commit, Path(temporary) / "code") as code:
            return compare(code, room, options.only, words=options.words)


def compare(code: Path, room: Path, only: str, *, words: bool = False) -> int:
    """Compare the version whose code lies in a folder with the working tree."""
    home = room / "home"
    home.mkdir(exist_ok=True)
    before = Version(code, home)
    corpus = room / "corpus"
    print("making the corpus", flush=True)
    make(before, code, corpus)
    after = Version(ROOT, home)
    corpora = {"before": corpus, "after": upgraded(after, corpus, room / "corpus of now")}
    asked = [one for one in questions(corpus) if only in one.name]
    print(f"{len(asked)} questions to two versions", flush=True)
    since = now()

    listed = () if words else wanted()
    different, added = 0, Counter[str]()
    with ThreadPoolExecutor(2) as pool:
        for number, question in enumerate(asked, start=1):
            if number % 100 == 0:
                print(f"{number} of {len(asked)}", flush=True)
            pair = [
                pool.submit(answer, version, question, corpora[name], room / name, since)
                for version, name in ((before, "before"), (after, "after"))
            ]
            old, new = (one.result() for one in pair)
            different += report(question, old, new, listed, added, room=room, words=words)
    print("new keys, columns and options:", ", ".join(sorted(added)) or "none")
    print(f"{different} unwanted differences in the answers to {len(asked)} questions")
    return int(different > 0)


def report(
    question: Question,
    old: Answer,
    new: Answer,
    listed: Sequence[Wanted],
    added: Counter[str],
    *,
    room: Path,
    words: bool = False,
) -> int:
    """Print where two answers differ; gives in how many texts. What only the newer one has is
    counted in `added`. Every byte of `words` is compared.
    """
    different = 0
    for place in sorted({*old, *new}):
        name = f"{question.name} > {place}"
        was, is_now = old.get(place, ""), new.get(place, "")
        by_figures = not words and is_read(name)
        if not words and place not in old:
            added[f"file {Path(place).suffix}"] += 1
            continue
        if "--help" in question.words and by_figures:
            was, is_now, by_figures = *options_of(was, is_now, added), False
        elif not words:
            was, is_now = without_additions(name, was, is_now, added)
        for one in listed:
            was, is_now = one.applied(name, was, is_now)
        lines = [*differing(name, was, is_now)] if by_figures else _lines_differing(was, is_now)
        if by_figures and not any(line.startswith("-") for line in lines):
            added["figures that people read"] += len(lines)
            continue
        if not lines and (place in old) == (place in new):
            continue
        different += 1
        print(f"\n{name}")
        for line in lines[:LINES]:
            print(f"    {line.rstrip()[:300]}")
        kept = room / "differences" / re.sub(r"[^\w. >-]+", "_", name)[:150].replace(">", "-")
        kept.parent.mkdir(exist_ok=True)
        kept.with_name(kept.name + ".before").write_text(was, encoding="utf-8")
        kept.with_name(kept.name + ".after").write_text(is_now, encoding="utf-8")
    return different


def _lines_differing(was: str, is_now: str) -> list[str]:
    lines = difflib.unified_diff(was.splitlines(True), is_now.splitlines(True), n=0)
    return list(islice(lines, 2, None))


if __name__ == "__main__":
    sys.exit(main())
