"""How names compare, and which known name an unknown one was meant to be.

Factors, levels, questions, routines, tables and machines compare without regard to case and
spacing, because authors type them again and again from memory. Names in braces compare exactly,
because their first letter decides what is put in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from dsl.patterns import lazy_pattern
from dsl.words import folded

LIKELY = 0.6
"""From this likeness on, a known name is offered in place of an unknown one, if it holds it or is
within a few slips of a finger of it; from `SURE` on in any case."""

SURE = 0.8

QUOTES = "“”„‘’«»\"'`"
"""Marks around a name that come along with pasted text, and are no part of it."""


def closest(text: str, known: Iterable[str]) -> str | None:
    """The known name most like `text`, or None if none is like it; the first of several."""
    # Only a script with a slip needs this.
    from difflib import SequenceMatcher

    from dsl.spelling import few_slips

    wanted = folded(text.strip(QUOTES))
    best, best_likeness = None, LIKELY
    for name in known:
        matcher = SequenceMatcher(None, wanted, folded(name))
        if matcher.real_quick_ratio() < best_likeness or matcher.quick_ratio() < best_likeness:
            continue
        likeness = matcher.ratio()
        inside = re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", folded(name)) is not None
        within_reach = few_slips(wanted, name) is not None
        if likeness < SURE and not inside and not within_reach:
            # Short words share most of their letters by chance: `blue` and `lure`.
            continue
        if likeness > best_likeness or (best is None and likeness >= best_likeness):
            best, best_likeness = name, likeness
    return best


_JOINTS = lazy_pattern(r"(?:[\s,;/&+|]|(?:and|or|with|by)(?!\w))+", re.IGNORECASE)


def listed(text: str, known: Iterable[str]) -> list[str]:
    """The known names that make up `text`, whatever stands between them; empty if anything else
    does, or if it is one name: `basket and box`, `basket / box` and `basket box` are two.
    """
    longest = sorted(known, key=len, reverse=True)
    found: list[str] = []
    at = 0
    while at < len(text):
        name = next((n for n in longest if _at(text, at, n)), None)
        if name is None:
            return []
        found.append(name)
        at += len(name)
        joint = _JOINTS.match(text, at)
        if joint is None and at < len(text):
            return []
        at = joint.end() if joint else at
    return found if len(found) > 1 else []


def _at(text: str, start: int, name: str) -> bool:
    part = text[start : start + len(name)]
    after = text[start + len(name) : start + len(name) + 1]
    return bool(name) and folded(part) == folded(name) and not (after.isalnum() or after == "'")
