"""Rows of a table file, made of the figures of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any, Generic

from renderers.csv_text import Cell
from renderers.fields.field import Field, Row_contra


class CellReader(Generic[Row_contra]):
    """Makes rows of a table file of the figures of rows, each value as `written` gives it. Several
    figures of one thing, such as a trial, are read once for rows after each other that share it.
    """

    def __init__(self, fields: Iterable[Field[Row_contra]], written: Callable[[Cell], Any]) -> None:
        self._written = written
        self._last: tuple[Row_contra, list[Any]] | None = None
        self._parts: list[tuple[Callable[[Row_contra], Any], CellReader[Any] | None, int]] = []
        for _, each in groupby(fields, key=lambda one: one.inner or one):
            some = list(each)
            own = [one.own for one in some if one.own is not None]
            if some[0].inner is not None and len(some) > 1:
                self._parts.append((some[0].inner, CellReader(own, written), len(some)))
            else:
                self._parts += [(one.value, None, 1) for one in some]

    def cells(self, row: Row_contra) -> list[Any]:
        """The figures of a row.

        Raises TypeError for a figure that is no single value.
        """
        found: list[Any] = []
        for read, reader, size in self._parts:
            value = read(row)
            if reader is None:
                found.append(self._written(_cell(value)))
            elif value is None:
                found += [self._written(None)] * size
            else:
                found += reader.shared(value)
        return found

    def shared(self, row: Row_contra) -> list[Any]:
        """The same, of a row that may come several times after each other."""
        if self._last is None or self._last[0] is not row:
            self._last = row, self.cells(row)
        return self._last[1]


def _cell(value: object) -> Cell:
    if value is None or isinstance(value, Cell):
        return value
    raise TypeError(f"{type(value).__name__} is no field of a table")
