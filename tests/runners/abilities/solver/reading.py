"""How the solvers read sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

Answer = Callable[[str, list[str]], str]


def found(pattern: str, text: str) -> tuple[str, ...]:
    """The groups of the first place that fits; there has to be one."""
    match = re.search(pattern, text)
    assert match, (pattern, text)
    return match.groups()


def sentences(text: str) -> list[str]:
    """The sentences of a text without their full stops."""
    return [one.rstrip(".") for one in re.split(r"(?<=[.?!;:]) ", text)]


def parts(text: str) -> list[str]:
    """The parts of a list: a, b and c."""
    return re.split(r", and |, | and then | and | or ", text)


def answered(question: str, options: list[str], ways: Sequence[tuple[str, Answer]]) -> str:
    """What the first way says whose pattern is in the question."""
    for pattern, answer in ways:
        if re.search(pattern, question):
            return answer(question, options)
    raise AssertionError(question)


def only(options: list[str], holds: Callable[[str], bool]) -> str:
    """The one option of which it holds."""
    (right,) = [one for one in options if holds(one)]
    return right


def stated(text: str, things: list[str]) -> dict[str, str]:
    """What is said of each thing in a list of statements: from its name up to that of the next."""
    places = {one: re.search(rf"{re.escape(one)}\b", text).start() for one in things}  # type: ignore[union-attr]
    said = {}
    for one, at in places.items():
        end = min((place for place in places.values() if place > at), default=len(text))
        said[one] = text[at + len(one) : end]
    return said
