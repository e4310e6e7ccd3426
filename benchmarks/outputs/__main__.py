"""The command; see the package."""

from __future__ import annotations

import argparse
import difflib
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path

from benchmarks.outputs.answers import Answer, answer, now
from benchmarks.outputs.corpus import make
from benchmarks.outputs.questions import Question, questions
from benchmarks.outputs.versions import Version, checked_out
from tests.ready import ROOT

LINES = 12
"""So many lines of each difference are printed; --keep has the rest."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A difference that is wanted, why, and in what texts: what it was (`old`) and what it is; or
    what is not compared, where there is no `new`.
    """

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
        Wanted(one["why"], re.compile(one["old"], re.M), one.get("new"), one.get("where", "*"))
        for one in listed
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the corpus, ask both versions, and print what differs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.outputs")
    parser.add_argument("commit", help="the version to compare with")
    parser.add_argument("--only", default="", help="questions with these words in their name")
    parser.add_argument("--keep", type=Path, help="where the corpus and all answers are kept")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        room = options.keep or Path(temporary)
        room.mkdir(parents=True, exist_ok=True)
        with checked_out(options.commit, Path(temporary) / "code") as code:
            return compare(code, room, options.only)


def compare(code: Path, room: Path, only: str) -> int:
    """Compare the version whose code lies in a folder with the working tree."""
    home = room / "home"
    home.mkdir(exist_ok=True)
    before = Version(code, home)
    corpus = room / "corpus"
    print("making the corpus", flush=True)
    make(before, code, corpus)
    asked = [one for one in questions(corpus) if only in one.name]
    print(f"{len(asked)} questions to two versions", flush=True)
    since = now()

    listed, different = wanted(), 0
    after = Version(ROOT, home)
    with ThreadPoolExecutor(2) as pool:
        for number, question in enumerate(asked, start=1):
            if number % 100 == 0:
                print(f"{number} of {len(asked)}", flush=True)
            pair = [
                pool.submit(answer, version, question, corpus, room / name, since)
                for version, name in ((before, "before"), (after, "after"))
            ]
            old, new = (one.result() for one in pair)
            different += report(question, old, new, listed, room)
    print(f"{different} unwanted differences in the answers to {len(asked)} questions")
    return int(different > 0)


def report(
    question: Question, old: Answer, new: Answer, listed: Sequence[Wanted], room: Path
) -> int:
    """Print where two answers differ; gives in how many texts."""
    different = 0
    for place in sorted({*old, *new}):
        name = f"{question.name} > {place}"
        was, is_now = old.get(place, ""), new.get(place, "")
        for one in listed:
            was, is_now = one.applied(name, was, is_now)
        if was == is_now and (place in old) == (place in new):
            continue
        different += 1
        print(f"\n{name}")
        for line in islice(_differing(was, is_now), LINES):
            print(f"    {line[:300]}")
        kept = room / "differences" / re.sub(r"[^\w. >-]+", "_", name)[:150].replace(">", "-")
        kept.parent.mkdir(exist_ok=True)
        kept.with_name(kept.name + ".before").write_text(was, encoding="utf-8")
        kept.with_name(kept.name + ".after").write_text(is_now, encoding="utf-8")
    return different


def _differing(was: str, is_now: str) -> Iterator[str]:
    lines = difflib.unified_diff(was.splitlines(), is_now.splitlines(), lineterm="", n=0)
    return islice(lines, 2, None)


if __name__ == "__main__":
    sys.exit(main())
