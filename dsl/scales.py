"""The points of a scale, each by every name it has: its number and its label.

A key, a lure or a reply may name a point by any of these; all that judges looks the point up here,
so that `answer: very` and the reply "5" mean the same point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from dsl.words import NUMBERS, folded

Point = tuple[str, ...]
"""The names of one point: its number, and its label where it has one (`5`, `very`)."""


def points(rating: tuple[int, int], labels: Sequence[str]) -> tuple[Point, ...]:
    """The points of a scale from low to high; labels are none, or one for each point."""
    low, high = rating
    found: list[Point] = []
    for at, number in enumerate(range(low, high + 1)):
        found.append((f"{number}", *labels[at : at + 1]))
    return tuple(found)


def point_called(name: str, rating: tuple[int, int], labels: Sequence[str]) -> Point | None:
    """The point that is called so, or as it is shown (`5 = very`); None where no point is."""
    return _by_name(rating, tuple(labels)).get(_plain(name))


@lru_cache(maxsize=256)
def _by_name(rating: tuple[int, int], labels: tuple[str, ...]) -> Mapping[str, Point]:
    """The points by every name; where two share one, the first has it."""
    scale = points(rating, labels)
    named = ((_plain(one), point) for point in scale for one in (*point, " = ".join(point)))
    return dict(reversed(list(named)))


@lru_cache(maxsize=256)
def shared_name(
    rating: tuple[int, int], labels: tuple[str, ...]
) -> tuple[str, Point, Point] | None:
    """A label that names another point, too, with its own point and the other: `3` above the number
    1, or one label for two points. None where every name is one point's alone.
    """
    scale = points(rating, labels)
    called: dict[str, list[Point]] = {}
    for point in scale:
        for name in {_called(one) for one in (*point, " = ".join(point))}:
            called.setdefault(name, []).append(point)
    for point in scale:
        for other in called[_called(point[-1])]:
            if other is not point:
                return point[-1], point, other
    return None


def _called(name: str) -> str:
    """A name as it is heard: `3`, `3.0`, `+3` and `three` are one."""
    plain = _plain(name)
    if plain in NUMBERS:
        return str(NUMBERS.index(plain))
    try:
        return f"{float(plain.replace(',', '.')):g}"
    except ValueError:
        return plain


def _plain(text: str) -> str:
    return folded(text).rstrip(".")
