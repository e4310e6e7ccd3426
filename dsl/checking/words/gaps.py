"""Lets that have no words in some combination of levels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dsl.checking.declared import RowColumns
from dsl.checking.space import Region, Space
from dsl.experiment import Case, Pronoun, Template, Use, UseKind, named


def gap_of(
    piece: Use | Pronoun,
    reach: Region,
    row: RowColumns | None,
    *,
    lets: Mapping[str, tuple[Case[Template], ...]],
    space: Space,
    known: dict[tuple[str, Region], tuple[str, Region] | None] | None = None,
) -> tuple[str, Region] | None:
    """A let without words that is needed to say a let or a column, and where; None if all is said.

    A let that has no part at all has been reported as a circle, or as too much. `known` keeps what
    was found of lets, which may stand in each other many times over.
    """
    known = {} if known is None else known
    kind, name = piece.kind, piece.name
    if kind is UseKind.COLUMN and row is not None:
        templates = [(reach, cells[name]) for cells in row.cells if name in cells]
        return _gap_in(templates, lets, space, known)
    if kind is not UseKind.LET or not lets.get(name):
        return None
    at = (name, reach)
    if at not in known:
        parts = list(space.taken(lets[name], reach))
        left = reach
        for part, _ in parts:
            left &= ~part
        known[at] = (name, left) if left else _gap_in(parts, lets, space, known)
    return known[at]


def _gap_in(
    templates: Iterable[tuple[Region, Template]],
    lets: Mapping[str, tuple[Case[Template], ...]],
    space: Space,
    known: dict[tuple[str, Region], tuple[str, Region] | None],
) -> tuple[str, Region] | None:
    for part, template in templates:
        for piece in named(template) if part else ():
            gap = gap_of(piece, part, None, lets=lets, space=space, known=known)
            if gap is not None:
                return gap
    return None
