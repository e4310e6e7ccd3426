"""Finds the file for a task: every file of the code with its first sentence, or the ten whose name
and docstrings have most of the given words. Of templates it reads the comments.

    python -m benchmarks.files undo log

The architecture page names files for typical tasks only.
"""

from __future__ import annotations

import ast
import math
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("dsl", "renderers", "coders", "runners")
MOST = 10
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def files(words: Sequence[str] = ()) -> list[str]:
    """`path: first paragraph` of the files that fit best, or of all if there are no words. A word
    fits where a word begins with it. It counts twice if it is in the path or the first paragraph,
    and more the fewer files it fits.
    """
    every = _documented()
    scores = [0.0] * len(every)
    for word in (_plain(one) for one in words):
        fits = [(2 * (word in head)) or (word in body) for *_, head, body in every]
        worth = math.log(1 + len(every) / max(1, sum(map(bool, fits))))
        scores = [score + fit * worth for score, fit in zip(scores, fits, strict=True)]
    lines = [f"{path}: {first}" for path, first, *_ in every]
    if not words:
        return lines
    ranked = sorted(zip(scores, lines, strict=True), key=lambda one: (-one[0], one[1]))
    return [line for score, line in ranked[:MOST] if score]


@cache
def _documented() -> tuple[tuple[str, str, str, str], ...]:
    """Path and first paragraph of each file, and the words of these and of all other docstrings."""
    found = []
    inside = (path for name in PACKAGES for path in (ROOT / name).rglob("*"))
    for path in sorted(path for path in inside if path.suffix in (".py", ".jinja")):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".py":
            texts = [ast.get_docstring(one) for one in _in(ast.parse(text))]
        else:
            texts = re.findall(r"\{#-?\s*(.*?)\s*-?#\}", text, re.DOTALL)
        first, _, more = (texts[0] if texts and texts[0] else "").partition("\n\n")
        if first:
            name, told = path.relative_to(ROOT).as_posix(), " ".join(first.split())
            rest = " ".join([more, *filter(None, texts[1:])])
            found.append((name, told, _plain(f"{name} {told}"), _plain(rest)))
    return tuple(found)


def _in(one: Documented) -> Iterator[Documented]:
    """Itself, and its classes and functions. To look at every expression takes long."""
    yield one
    for part in one.body:
        if isinstance(part, Documented):
            yield from _in(part)


def _plain(text: str) -> str:
    return f" {' '.join(re.findall('[a-z0-9]+', text.casefold()))}"


if __name__ == "__main__":
    for line in files(sys.argv[1:]):
        sys.stdout.write(f"{line}\n")
