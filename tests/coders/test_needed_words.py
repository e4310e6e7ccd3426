"""What a pattern needs is in every text in which it is found, and none is missed for want of it."""

from __future__ import annotations

import re
import re._constants as op  # the parts of a parsed pattern
import re._parser as parser
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

import coders.matching
from coders.matching.text import wrapping
from dsl.patterns import lazy_pattern

MODULES = [
    *(one.name for one in walk_packages(coders.matching.__path__, "coders.matching.")),
    *("dsl.checking.words.lookup", "dsl.words"),
    *("runners.check.players", "runners.participants.sim.mindless"),
]
BEGINS = wrapping._BEGINS_NEXT
NEEDING = type(lazy_pattern("", needs="a"))


def needing() -> Iterator[Any]:
    """Each pattern of the matcher and of these files that needs something."""
    for name in MODULES:
        for value in vars(import_module(name)).values():
            yield from within(value)


def within(value: Any) -> Iterator[Any]:
    if isinstance(value, NEEDING):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from within(one)


PATTERNS = {one.pattern: one for one in needing()}


def shortest(parsed: Any) -> Iterator[str]:
    """Short texts that a pattern describes, one at least for each of its alternatives."""
    texts = [""]
    for kind, value in parsed:
        parts = list(shortest_part(kind, value))
        # Each part in each of its ways once, beside the first way of the others.
        texts = [texts[0] + part for part in parts] + [text + parts[0] for text in texts[1:]]
    yield from texts


def shortest_part(kind: Any, value: Any) -> Iterator[str]:
    match kind:
        case op.LITERAL:
            yield chr(value)
        case op.BRANCH:
            for way in value[1]:
                yield from shortest(way)
        case op.SUBPATTERN:
            yield from shortest(value[-1])
        case op.MAX_REPEAT | op.MIN_REPEAT:
            for times in {value[0], max(1, value[0])}:
                yield from (one * times for one in shortest(value[2]))
        case op.IN:
            signs = (sign if tag is op.LITERAL else sign[0] for tag, sign in value if tag in SIGNS)
            yield from map(chr, signs)
            if not {tag for tag, _ in value} <= SIGNS:
                yield "x"
        case op.NOT_LITERAL | op.ANY:
            yield "x"
        case op.ASSERT:
            yield from shortest(value[1]) if value[0] > 0 else [""]
        case _:
            yield ""


SIGNS = {op.LITERAL, op.RANGE}


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=lambda one: one.pattern[:30])
def test_every_turn_has_something_that_is_looked_for_first(pattern: Any) -> None:
    described = list(shortest(parser.parse(pattern.pattern)))
    assert described
    without = [text for text in described if not any(one in text for one in pattern.needs)]
    assert without == []


def test_every_beginning_of_a_question_has_something_that_is_looked_for() -> None:
    described = list(shortest(parser.parse(wrapping._NEXT.pattern)))
    assert [text for text in described if not any(map(text.__contains__, BEGINS))] == []


def test_a_turn_without_it_is_noticed() -> None:
    tree = parser.parse(r"\b(?:[ab] )?(?:sure|certain(?:ly)?) to (?:go|[0-9]{2,3})\b")
    described = set(shortest(tree))
    assert {"sure to go", "a sure to go", "certainly to go", "sure to 00"} <= described
    assert any("sure" not in one for one in described)


def test_what_it_needs_changes_nothing_else() -> None:
    late = lazy_pattern(r"\b(?:one|two)\b", needs="one|two")
    early = re.compile(late.pattern)
    for text in ("", "one two", "tone", "thr ee"):
        assert bool(late.search(text)) is bool(early.search(text))
        assert late.sub("x", text) == early.sub("x", text)
        assert late.findall(text) == early.findall(text)
