"""Many rows on several drawings, none of which is longer than a sheet of paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_WORDS = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
Row = TypeVar("Row")
Indexed = tuple[int, Row]
"""A row and its place in the report's document."""


def many(groups: Sequence[Sequence[Row]], most: int) -> list[list[list[Row]]]:
    """The groups on as many drawings as they need, each of at most `most` rows; a group is divided
    only where it is larger than that by itself.
    """
    sheets: list[list[list[Row]]] = []
    room = 0
    for group in groups:
        pieces = [list(group[start : start + most]) for start in range(0, len(group), most)]
        for piece in pieces:
            if not sheets or len(piece) > room:
                sheets.append([])
                room = most
            sheets[-1].append(piece)
            room -= len(piece)
    return sheets


def of_sheets(number: int, sheets: Sequence[object]) -> str:
    """Which of several drawings this is, in words that follow a title; empty for one alone."""
    return f", part {_word(number)} of {_word(len(sheets))}" if len(sheets) > 1 else ""


def _word(number: int) -> str:
    """A number that came out of no study, so that it is not taken for one."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


def anchor(name: str, place: int) -> str:
    """A name for an element of the page: titles may hold anything, so they are no part of it."""
    return f"{name}-{place}"
