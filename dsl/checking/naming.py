"""How names compare, and which known name an unknown one was meant to be.

Factors, levels, questions, routines, tables and machines compare without regard to case and
spacing, because authors type them again and again from memory. Names in braces compare exactly,
because their first letter decides what is put in.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.span import Span
from dsl.tree import Name

LIKELY = 0.6
"""From this likeness on, a known name is offered in place of an unknown one."""


def key(text: str) -> str:
    """What two spellings of one name have in common."""
    return " ".join(text.casefold().split())


def closest(text: str, known: Iterable[str]) -> str | None:
    """The known name most like `text`, or None if none is like it; the first of several."""
    # Only a script with a slip needs this.
    from difflib import SequenceMatcher

    wanted = key(text)
    best, best_likeness = None, LIKELY
    for name in known:
        matcher = SequenceMatcher(None, wanted, key(name))
        if matcher.real_quick_ratio() < best_likeness or matcher.quick_ratio() < best_likeness:
            continue
        likeness = matcher.ratio()
        if likeness > best_likeness or (best is None and likeness >= best_likeness):
            best, best_likeness = name, likeness
    return best


def within(name: Name, start: int, end: int) -> Span:
    """The span of a part of a name; all of it where the spacing in the script is not known."""
    whole = name.span
    exact = whole.line == whole.end_line and whole.end_column - whole.column == len(name.text)
    if not exact:
        return whole
    return Span(whole.file, whole.line, whole.column + start, whole.line, whole.column + end)
