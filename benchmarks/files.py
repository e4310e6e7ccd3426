"""Finds the file for a task: every file of the code with its first sentence, or the ten whose name
and docstrings have most of the given words. Of templates, styles and the grammar it reads comments.
The tasks for which docs/architecture.md names a file first count as its words, too.

    python -m benchmarks.files undo log
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
KINDS = (".py", ".jinja", ".css", ".js", ".lark")
MAP = ROOT / "docs" / "architecture.md"
MOST = 10
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def files(words: Sequence[str] = ()) -> list[str]:
    """`path: first paragraph` of the files that fit best, or of all if there are no words. A word
    fits where a word begins with it, in the singular, too. It counts twice if it is in the path,
    the first paragraph or a task, three times if it begins the name of the file, and a little more
    where the docstrings repeat it. It is worth more the fewer files it fits. Of files that fit
    alike the shorter path is first.
    """
    every = _documented()
    scores = [0.0] * len(every)
    for word in (_plain(_singular(one)) for one in words):
        fits = [
            (
                3
                if _plain(Path(path).name).startswith(word)
                else 2 * (word in head) or (word in body)
            )
            + min(body.count(word), MOST) / MOST
            for path, _, head, body in every
        ]
        worth = math.log(1 + len(every) / max(1, sum(map(bool, fits))))
        scores = [score + fit * worth for score, fit in zip(scores, fits, strict=True)]
    lines = [f"{path}: {first}" for path, first, *_ in every]
    if not words:
        return lines
    ranked = sorted(
        (-score, len(path), line)
        for score, (path, *_), line in zip(scores, every, lines, strict=True)
        if score
    )
    return [line for *_, line in ranked[:MOST]]


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@cache
def _documented() -> tuple[tuple[str, str, str, str], ...]:
    """Path and first paragraph of each file, and the words of these and of all else that is said of
    it.
    """
    found, tasks = [], _tasks()
    inside = (path for name in PACKAGES for path in (ROOT / name).rglob("*"))
    for path in sorted(path for path in inside if path.suffix in KINDS):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".py":
            parts = list(_in(ast.parse(text)))
            texts = [ast.get_docstring(one) for one in parts]
            texts += [one.name for one in parts if not isinstance(one, ast.Module)]
        else:
            texts = [one.strip() for one in re.findall(_COMMENT[path.suffix], text, re.DOTALL)]
        first, _, more = (texts[0] if texts and texts[0] else "").partition("\n\n")
        if first:
            name, told = path.relative_to(ROOT).as_posix(), " ".join(first.split())
            head = " ".join([name, told, *tasks.get(name, ())])
            rest = " ".join([more, *filter(None, texts[1:]), *_FAULT.findall(text)])
            found.append((name, told, _plain(head), _plain(rest)))
    return tuple(found)


_FAULT = re.compile(r"\b[EW][1-7]\d\d\b")
_COMMENT = {
    ".jinja": r"\{#-?(.*?)-?#\}",
    ".css": r"/\*(.*?)\*/",
    ".js": r"^// (.*?)\n",
    ".lark": r"^// (.*?)\n",
}


def _tasks() -> dict[str, list[str]]:
    """The tasks for which the page names a file first, by file; a name alone is in the folder of
    the one before.
    """
    found: dict[str, list[str]] = {}
    for row in re.findall(r"^\| (.+?) \| (.+?) \|", MAP.read_text(encoding="utf-8"), re.MULTILINE):
        task, first = row
        folder = ""
        for name in re.findall(r"`([\w./]+\.\w+)`", first):
            folder = name.rpartition("/")[0] or folder
            found.setdefault(f"{folder}/{name.rpartition('/')[2]}", []).append(task)
    return found


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
