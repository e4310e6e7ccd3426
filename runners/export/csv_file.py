"""A table written row by row: UTF-8 without a byte order mark, and line ends as RFC 4180 has them.

A mark at the beginning would let a spreadsheet on Windows open the file by a double click with its
accents right; R and Psych-DS would take it for a part of the first column's name. The codebook says
how a spreadsheet imports UTF-8.
"""

from __future__ import annotations

import csv
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from operator import add
from pathlib import Path
from typing import Generic, Self

from renderers.csv_text import field
from renderers.fields.cell_reader import CellReader
from renderers.fields.field import Field, Row_contra


@dataclass(frozen=True, slots=True)
class ExportTable(Generic[Row_contra]):
    """A table: its columns, and the records of which each makes a row. `row` says what one row is,
    `key` names the columns that tell rows apart.
    """

    name: str
    row: str
    key: tuple[str, ...]
    columns: tuple[Field[Row_contra], ...]

    def file(self, study: str) -> str:
        """Its name: Psych-DS joins keywords by hyphens and underscores, and ends in `_data`."""
        return f"study-{study}_description-{self.name}_data.csv"


class TableFile(ABC, Generic[Row_contra]):
    """A table that is written to the file `name`. Use it in a `with` block. `rows` counts what was
    written.
    """

    table: ExportTable[Row_contra]
    name: str
    rows: int = 0

    @abstractmethod
    def add(self, row: Row_contra) -> None:
        """One row more."""

    def fill(self, rows: Iterable[Row_contra]) -> None:
        """Several rows more."""
        for row in rows:
            self.add(row)

    @abstractmethod
    def close(self) -> None:
        """Writes what is left."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class CsvFile(TableFile[Row_contra]):
    """A table as CSV. `filled` counts in how many rows each column has a value."""

    def __init__(self, folder: Path, study: str, table: ExportTable[Row_contra]) -> None:
        self.table = table
        self.filled = [0] * len(table.columns)
        self.name = table.file(study)
        self._file = (folder / self.name).open("x", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file)
        self._reader = CellReader(table.columns, field)
        self._writer.writerow([one.name for one in table.columns])

    def add(self, row: Row_contra) -> None:
        """One row more."""
        fields = self._reader.cells(row)
        self.filled = list(map(add, self.filled, map(bool, fields)))
        self._writer.writerow(fields)
        self.rows += 1

    def close(self) -> None:
        """Writes what is left."""
        self._file.close()
