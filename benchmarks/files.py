"""Finds the file for a task: every file of the code with its first sentence, or the ten whose name
and docstrings have most of the given words.

    python -m benchmarks.files undo log

The architecture page names files for typical tasks only.
"""

from __future__ import annotations

import ast
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
    counts twice if it is in the path or the first paragraph, and fits where a word begins with it.
    """
    found = []
    for path, first, head, body in _documented():
        score = sum(
            (2 * (f" {word}" in head)) or (f" {word}" in body)
            for word in (_plain(one).strip() for one in words)
        )
        found.append((-score, f"{path}: {first}"))
    if not words:
        return [line for _, line in found]
    return [line for score, line in sorted(found)[:MOST] if score]


@cache
def _documented() -> tuple[tuple[str, str, str, str], ...]:
    """Path and first paragraph of each file, and the words of these and of all other docstrings."""
    found = []
    for path in sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        texts = [ast.get_docstring(one) for one in _in(tree)]
        first, _, more = (texts[0] or "").partition("\n\n")
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
