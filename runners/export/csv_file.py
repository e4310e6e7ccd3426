"""A table written row by row: UTF-8 without a byte order mark, and line ends as RFC 4180 has them.

A mark at the beginning would let a spreadsheet on Windows open the file by a double click with its
accents right; R and Psych-DS would take it for a part of the first column's name. The codebook says
how a spreadsheet imports UTF-8.
"""

from __future__ import annotations

import csv
from pathlib import Path
from types import TracebackType
from typing import Self

from renderers.csv_text import field
from runners.export.variables import DataFile, Row


class CsvFile:
    """An open table. Use it in a `with` block. `rows` counts what was written, and `filled` in how
    many rows each column has a value.
    """

    def __init__(self, folder: Path, study: str, table: DataFile) -> None:
        self.table = table
        self.rows = 0
        self.filled = [0] * len(table.variables)
        place = folder / table.file(study)
        self._file = place.open("x", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file)
        self._writer.writerow([one.name for one in table.variables])

    def add(self, row: Row) -> None:
        """One row more.

        Raises:
            ValueError: it has not as many fields as the table has columns.
        """
        if len(row) != len(self.table.variables):
            raise ValueError(f"{self.table.name}: {len(row)} fields for its columns")
        fields = [field(value) for value in row]
        for column, text in enumerate(fields):
            if text:
                self.filled[column] += 1
        self._writer.writerow(fields)
        self.rows += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._file.close()
