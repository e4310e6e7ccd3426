"""What a column is: its name, what it says, and which values it takes.

One name means one thing in every table of an export, since Psych-DS describes the columns of a
whole data set in one list (Psych-DS, rules and conventions, `variableMeasured`). The words here are
the codebook, `dataset_description.json` and what a test holds the files against, all three.
"""

from __future__ import annotations

from dataclasses import dataclass

from renderers.csv_text import Cell
from renderers.fields.field import Variable


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of rows. `row` says what one row is, `key` names the columns that tell rows apart."""

    name: str
    row: str
    key: tuple[str, ...]
    variables: tuple[Variable, ...]

    def file(self, study: str) -> str:
        """Its name: Psych-DS joins keywords by hyphens and underscores, and ends in `_data`."""
        return f"study-{study}_description-{self.name}_data.csv"


Row = tuple[Cell, ...]
"""The fields of one row, in the order of the table's variables."""
