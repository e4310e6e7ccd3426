"""Many rows on several drawings, none of which is longer than a sheet of paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

_WORDS = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Part(Generic[Row]):
    """The groups of rows of one drawing. `which` of several it is, in words that follow a title;
    empty for one alone.
    """

    groups: Sequence[Sequence[Row]]
    which: str

    @property
    def rows(self) -> list[Row]:
        """The rows of all groups."""
        return [row for group in self.groups for row in group]


def grouped(rows: Iterable[Row], key: Callable[[Row], object]) -> list[list[Row]]:
    """The rows that have the same key together, in the order in which keys come."""
    groups: dict[object, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return list(groups.values())


def many(groups: Iterable[Sequence[Row]], most: int) -> list[Part[Row]]:
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
    several = len(sheets) > 1
    return [
        Part(sheet, f", part {_word(number)} of {_word(len(sheets))}" if several else "")
        for number, sheet in enumerate(sheets, 1)
    ]


def _word(number: int) -> str:
    """A number that came out of no study, so that it is not taken for one."""
    return _WORDS[number] if number < len(_WORDS) else str(number)
