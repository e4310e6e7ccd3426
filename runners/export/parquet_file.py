"""A table as a Parquet file, written some rows at a time.

Columns have the types, units and words of the same declarations as the CSV files. Texts are
verbatim, since nobody opens such a file as a spreadsheet.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from dsl import __devrun__
from dsl.errors import DevrunError
from renderers.csv_text import Cell
from renderers.fields.cell_reader import CellReader
from renderers.fields.field import Field, Kind, Row_contra
from runners.export.csv_file import ExportTable, TableFile

ROWS = 20_000
"""The rows of a group, which is what is in memory."""


class NoParquet(DevrunError):
    """A study that cannot be written as Parquet here."""

    code = "no-parquet"


class ParquetFile(TableFile[Row_contra]):
    """A table as Parquet.

    Raises:
        NoParquet: pyarrow is not installed.
    """

    def __init__(self, folder: Path, study: str, table: ExportTable[Row_contra]) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError as error:
            raise NoParquet(
                "`--to parquet` needs the package pyarrow",
                "install it with: pip install 'devrun[parquet]'",
            ) from error
        self.table, self.name = table, f"{table.name}.parquet"
        types = {
            Kind.TRUTH: pyarrow.bool_(), Kind.WHOLE: pyarrow.int64(), Kind.NUMBER: pyarrow.float64()
        }  # fmt: skip
        self._schema = pyarrow.schema(
            [
                pyarrow.field(
                    one.name, types.get(one.kind, pyarrow.string()), metadata=_described(one)
                )
                for one in table.columns
            ],
            metadata={"study": study, "devrun": __devrun__, "row": table.row},
        )
        self._reader = CellReader(table.columns, _value)
        self._waiting: list[list[Cell]] = []
        self._batch = pyarrow.RecordBatch.from_arrays
        self._array = pyarrow.array
        self._file: Any = pyarrow.parquet.ParquetWriter(
            folder / self.name, self._schema, compression="zstd"
        )

    def add(self, row: Row_contra) -> None:
        """One row more."""
        self._waiting.append(self._reader.cells(row))
        self.rows += 1
        if len(self._waiting) >= ROWS:
            self._write()

    def _write(self) -> None:
        columns = zip(*self._waiting, strict=True)
        try:
            arrays = [
                self._array(column, type=one.type)
                for one, column in zip(self._schema, columns, strict=True)
            ]
        except OverflowError as error:
            raise NoParquet(
                f"{self.name} cannot be written: a number, such as a seed, is too large for it",
                "export another format, such as --to psych-ds",
            ) from error
        self._file.write_batch(self._batch(arrays, schema=self._schema))
        self._waiting.clear()

    def close(self) -> None:
        """Writes what is left."""
        try:
            if self._waiting:
                self._write()
        finally:
            self._file.close()


def _value(value: Cell) -> Cell:
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, str) and not value.isascii():
        # Half a character, which a reply may hold, cannot be in a file.
        return value.encode("utf-8", "backslashreplace").decode()
    return value


def _described(one: Field[Any]) -> dict[str, str]:
    """What a column is, in words; empty ones are left out."""
    told = {"what": one.what, "values": one.values, "unit": one.unit, "missing": one.missing}
    return {name: text for name, text in told.items() if text}
