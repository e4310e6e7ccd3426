"""Tables: every row has a cell for every column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from dsl import faults, tree
from dsl.checking.declared import ANYWHERE
from dsl.checking.findings import Findings
from dsl.checking.words.braces import Braces
from dsl.checking.words.pools import check_reserved
from dsl.diagnostic import Span
from dsl.experiment import Table
from dsl.words import folded

Named = TypeVar(
    "Named", tree.TableNode, tree.MachineNode, tree.Routine | tree.Bank, tree.QuestionnaireNode
)
NONE: Mapping[str, tree.Routine | tree.Bank] = {}


def declared_once(
    items: Iterable[Named],
    kind: str,
    found: Findings,
    taken: Mapping[str, tree.Routine | tree.Bank] = NONE,
) -> dict[str, Named]:
    """What is declared under each name, by the key of the name; a second one is reported, and one
    with a name that is `taken`.
    """
    seen = {key: other.name.span for key, other in taken.items()}
    return {folded(item.name.text): item for item in items if found.is_first(item.name, kind, seen)}


def columns_of(table: tree.TableNode, found: Findings) -> tuple[str, ...]:
    """The names of a table's columns."""
    columns: dict[str, Span] = {}
    for column in table.columns:
        check_reserved("column", column, found)
        found.is_first(column, "column", columns, exact=True)
    return tuple(columns)


def table_of(table: tree.TableNode, columns: tuple[str, ...], braces: Braces) -> Table:
    """A table with its cells resolved; rows of another length are reported and left out."""
    rows = []
    for row in table.rows:
        cells = tuple(braces.line(cell, ANYWHERE) for cell in row.cells)
        if len(cells) == len(table.columns):
            rows.append(cells[: len(columns)])
        else:
            braces.found.add(
                faults.design.RowCells(
                    span=row.span, cells=len(cells), columns=len(table.columns),
                    named=", ".join(columns),
                )
            )  # fmt: skip
    return Table(table.name.text, columns, tuple(rows))
