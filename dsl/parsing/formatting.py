"""Lays a script out: four spaces a step, no blanks at the ends of lines, one empty line at most.

It works on lines, not on the tree: a script printed from its tree would lose its notes and the
author's own line breaks, and the words of a script are never wrapped again. That nothing but the
layout changes is not argued but looked up: the tree must be the same before and after.
"""

from __future__ import annotations

from itertools import pairwise

from dsl.diagnostic import Span
from dsl.files.source import normalise
from dsl.parsing.draft import Draft, is_note
from dsl.parsing.grammar import block_indents
from dsl.parsing.layout import survey
from dsl.parsing.parser import parse

STEP = "    "
_TAB_WIDTH = 4


class LayoutChangedMeaning(Exception):
    """A script would read otherwise after it is laid out: a fault of this program."""


def format_script(text: str, file: str) -> str | None:
    """The script laid out, or None when it has a fault of syntax. Laying out twice changes nothing.

    Raises `LayoutChangedMeaning`, which no script should bring about.
    """
    before = parse(text, file)
    if before.faults:
        return None
    draft = survey(file, normalise(text))
    indents = _indents(draft)
    lines = [
        f"{indents[n]}{draft.content(n)}" if n in indents else ""
        for n in range(1, len(draft.lines))
    ]
    laid_out = "\n".join(_single_gaps(lines))
    laid_out += "\n" if laid_out else ""
    after = parse(laid_out, file)
    if after.faults or not same(before.script, after.script):
        raise LayoutChangedMeaning(f"{file} would not mean the same if it were laid out anew")
    return laid_out


def _indents(draft: Draft) -> dict[int, str]:
    """The new indentation of every line that holds something, notes included."""
    blocks = block_indents(draft)
    found = {n: STEP * len(stack) + _extra(draft, n, stack) for n, stack in blocks.items()}
    held = [0, *sorted(blocks), len(draft.lines)]
    for above, below in pairwise(held):
        for n in range(above + 1, below):
            if is_note(draft.content(n)):
                beside = _beside(draft, n, above, below)
                found[n] = found.get(beside, "")
    return found


def _extra(draft: Draft, n: int, stack: tuple[str, ...]) -> str:
    """How much deeper a line of words is set than its block, which has a meaning and stays."""
    base = stack[-1] if stack else ""
    return " " * (_width(draft.indents[n]) - _width(base))


def _beside(draft: Draft, note: int, above: int, below: int) -> int:
    """The line that a note belongs to: set in like it, else the one below."""
    depth = draft.indents[note]
    if above > 0 and depth == draft.indents[above]:
        return above
    if below < len(draft.lines) or not depth:
        return below
    return above


def _width(indent: str) -> int:
    return len(indent.expandtabs(_TAB_WIDTH))


def _single_gaps(lines: list[str]) -> list[str]:
    """The lines without empty ones at the ends, and without two empty ones in a row."""
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    while kept and not kept[-1]:
        kept.pop()
    return kept


def same(one: object, other: object) -> bool:
    """Whether two trees are alike but for the places where things are."""
    if isinstance(one, Span) and isinstance(other, Span):
        return True
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    names: tuple[str, ...] = getattr(type(one), "__match_args__", ())
    if type(one) is type(other) and names:
        return all(same(getattr(one, name), getattr(other, name)) for name in names)
    return one == other
