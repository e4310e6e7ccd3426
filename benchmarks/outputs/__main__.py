"""The command; see the package."""

from __future__ import annotations

import argparse
import difflib
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from operator import ne
from pathlib import Path

from benchmarks.outputs.additions import options_of, without_additions
from benchmarks.outputs.answers import Answer, Asked, now
from benchmarks.outputs.corpus import make, upgraded
from benchmarks.outputs.declared import Wanted, wanted
from benchmarks.outputs.figures import differing, is_read
from benchmarks.outputs.questions import Question, questions
from benchmarks.outputs.versions import Version, commit_of, state_of, unpacked
from tests.ready import ROOT

LINES = 12
"""So many lines of each difference are printed; --keep has the rest."""
NEAR = 2000
"""So many lines from the first that differs are paired."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the corpus, ask both versions, and print what differs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.outputs")
    parser.add_argument("commit", help="the version to compare with")
    parser.add_argument(
        "--only", nargs="+", default=[""], metavar="WORDS",
        help="questions with these words in their name, in this order",
    )  # fmt: skip
    parser.add_argument(
        "--keep", type=Path, help="where the corpus and all answers are kept, and not asked again"
    )
    parser.add_argument("--processes", type=int, default=2, help="how many commands at a time")
    parser.add_argument(
        "--words", action="store_true",
        help="compare every byte, and not only the figures of what people read",
    )  # fmt: skip
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        commit = commit_of(options.commit)
        room = (options.keep or Path(temporary)).resolve() / commit[:12]
        room.mkdir(parents=True, exist_ok=True)
        code = unpacked(commit, room / "code")
        return compare(code, room, options.only, processes=options.processes, words=options.words)


def asked_both(code: Path, room: Path) -> tuple[Asked, Asked]:
    """The version whose code lies in a folder and the working tree, with the corpus that the former
    has made and the latter has upgraded.
    """
    home = room / "home"
    home.mkdir(exist_ok=True)
    folders = (code, ROOT)
    kept = [room / "answers" / state_of(folder) for folder in folders]
    before, after = (Version(folder, home) for folder in folders)
    corpus, began = room / "corpus", room / "since.txt"
    print("making the corpus", flush=True)
    make(before, code, corpus)
    if not began.exists():
        began.write_text(now(), encoding="utf-8")
    since = began.read_text(encoding="utf-8")
    corpus_now = upgraded(after, corpus, room / "corpus of now")
    return (
        Asked(before, corpus, room / "before", kept[0], folders, since),
        Asked(after, corpus_now, room / "after", kept[1], folders, since),
    )


def compare(
    code: Path, room: Path, only: Sequence[str], *, processes: int = 2, words: bool = False
) -> int:
    """Compare the version whose code lies in a folder with the working tree."""
    both = asked_both(code, room)
    known = list(questions(room / "corpus"))
    questioned = {one.name: one for words in only for one in known if words in one.name}.values()
    print(f"{len(questioned)} questions to two versions", flush=True)

    listed = () if words else wanted()
    different, added = 0, Counter[str]()
    with ThreadPoolExecutor(processes) as pool:
        for number, question in enumerate(questioned, start=1):
            if number % 100 == 0:
                print(f"{number} of {len(questioned)}", flush=True)
            pair = [pool.submit(one.answer, question) for one in both]
            old, new = (one.result() for one in pair)
            different += report(question, old, new, listed, added, room=room, words=words)
    print("new keys, columns and options:", ", ".join(sorted(added)) or "none")
    print(f"{different} unwanted differences in the answers to {len(questioned)} questions")
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
        # Keys that are new are looked for item by item, so items have to be in one order.
        for one in listed:
            if one.any_order:
                was, is_now = one.applied(name, was, is_now)
        if "--help" in question.words and by_figures:
            was, is_now, by_figures = *options_of(was, is_now, added), False
        elif not words:
            was, is_now = without_additions(name, was, is_now, added)
        for one in listed:
            if not one.any_order:
                was, is_now = one.applied(name, was, is_now)
        lines = [*differing(name, was, is_now)] if by_figures else _lines_differing(was, is_now)
        fewer = any(one.fewer and one.is_for(name) for one in listed)
        if by_figures and not any(line.startswith("-+"[fewer]) for line in lines):
            added["figures that people read"] += 0 if fewer else len(lines)
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
    """The first lines that differ, as a diff. Where two long texts differ much, it takes minutes to
    pair their lines, so it is given some thousand from the first that differs.
    """
    if was == is_now:
        return []
    old, new = was.splitlines(True), is_now.splitlines(True)
    pairs = enumerate(zip(old, new, strict=False))
    first = next((at for at, pair in pairs if ne(*pair)), min(len(old), len(new)))
    near = slice(first, first + NEAR)
    return list(islice(difflib.unified_diff(old[near], new[near], n=0), 2, None))


if __name__ == "__main__":
    sys.exit(main())
