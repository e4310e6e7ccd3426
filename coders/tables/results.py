"""Published accuracies, as leaderboards print them: a row a participant, a column a concept.

A concept is a group of items, such as object permanence. A second table, of concepts, may say of
which stage each is, how many items it has and what guessing gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from coders.tables.models import PEOPLE, parameters_in
from dsl.files.csv_reader import (
    NamedTable,
    TableFault,
    TableKind,
    TableUnusable,
    number,
    plain,
)
from dsl.record import record

_ROLES = {
    "participant": "participant", "model": "participant", "board": "board", "mean": "mean",
    "parameters": "parameters", "billions_in_name": "billions", "series": "series",
}  # fmt: skip
_EXAMPLE = "participant (or model),board,parameters,series,boundary,continuity,...,mean"
_CONCEPT_COLUMNS = ("concept", "stage", "items", "chance", "also")


@record
class ResultRow:
    """A participant on a board (empty where the table has none): the accuracy in each concept, from
    0 to 1, None where it was not shown; the printed `mean`; `parameters` and `series` as in a table
    of models.
    """

    board: str
    participant: str
    accuracies: tuple[float | None, ...]
    mean: float | None
    parameters: float | None
    series: str

    @property
    def people(self) -> bool:
        """Whether it is of people."""
        return plain(self.participant) in PEOPLE


@record
class ResultTable:
    """The rows of a table, the concepts in the order of its columns, and what was ignored."""

    concepts: tuple[str, ...]
    rows: tuple[ResultRow, ...]
    ignored: tuple[str, ...]


@record
class Concept:
    """What is known of a concept: its `name` to print, its `stage`, empty if it has none, how many
    `items` it has and the accuracy of `chance`, None where that is unknown.
    """

    name: str
    stage: str = ""
    items: int | None = None
    chance: float | None = None


def read_results(text: str, file: str, *, percent: bool = True) -> ResultTable:
    """The rows of a table in CSV. A column of numbers is a concept, unless it has a name of its
    own: participant (or model), board, mean, parameters, billions_in_name (parameters in billions),
    series. An empty cell is a concept that was not shown. Columns of words are ignored.

    Accuracies are in percent, or from 0 to 1 if no number is larger. Without `percent` they are any
    numbers, and kept as they are: scores of other tests.

    Raises:
        TableUnusable: no column is of participants or none of a concept, a column or a participant
            of a board is there twice, or a cell is impossible; each row is named.
    """
    kind = TableKind((), _EXAMPLE, "participant")
    table = NamedTable(text, kind, lambda name: _ROLES.get(name, name), ("participant",))
    if table.faults:
        raise TableUnusable(file, table.faults)
    return _typed(table.rows, file, percent=percent)


Lines = Sequence[tuple[int, Mapping[str, str]]]


def _typed(rows: Lines, file: str, *, percent: bool) -> ResultTable:
    names = [one for one in rows[0][1] if one and one not in _ROLES.values()]
    concepts = tuple(one for one in names if _numeric(rows, one))
    if not concepts:
        told, advice = "no column is of numbers", f"write accuracies in percent: {_EXAMPLE}"
        raise TableUnusable(file, [TableFault(0, told, advice)])
    every = [_number(cells[one]) or 0.0 for _, cells in rows for one in concepts]
    scale = 100.0 if percent and max(every) > 1 else 1.0
    faults: list[TableFault] = []
    found: dict[tuple[str, str], ResultRow] = {}
    for line, cells in rows:
        values = {one: _number(cells[one]) for one in concepts}
        mean = _number(cells.get("mean", ""))
        wrong = [
            f"`{cells[one]}` of `{one}` is not a number"
            for one, value in values.items()
            if cells[one] and value is None
        ]
        wrong += _wrong(cells, mean, values if percent else {}, scale)
        row = ResultRow(
            cells.get("board", ""),
            cells["participant"],
            tuple(None if one is None else one / scale for one in values.values()),
            None if mean is None else mean / scale,
            _parameters(cells),
            cells.get("series", ""),
        )
        if (row.board, row.participant) in found:
            where = f" on the board `{row.board}`" if row.board else ""
            wrong.append(f"the participant `{row.participant}` appears twice{where}")
        found[row.board, row.participant] = row
        faults += [TableFault(line, one) for one in wrong]
    if faults:
        raise TableUnusable(file, faults)
    ignored = tuple(one for one in names if one not in concepts)
    return ResultTable(concepts, tuple(found.values()), ignored)


def _wrong(
    cells: Mapping[str, str], mean: float | None, values: Mapping[str, float | None], scale: float
) -> Iterator[str]:
    if not cells["participant"]:
        yield "the participant is missing"
    if cells.get("mean") and mean is None:
        yield f"`{cells['mean']}` of `mean` is not a number"
    for name in ("parameters", "billions"):
        if cells.get(name) and _parameters({name: cells[name]}) is None:
            yield f"`{cells[name]}` is not a number of parameters, such as 7B, 125M or 1.3e9"
    for name, value in (*values.items(), ("mean", mean if values else None)):
        if value is not None and not 0 <= value <= scale:
            yield f"`{name}` is {value:g}, and accuracies are from 0 to {scale:g}"


def _parameters(cells: Mapping[str, str]) -> float | None:
    if cells.get("parameters"):
        return parameters_in(cells["parameters"])
    return parameters_in(f"{cells['billions']}B") if cells.get("billions") else None


def _numeric(rows: Lines, name: str) -> bool:
    """Whether more cells of a column are numbers than are words."""
    written = [cells[name] for _, cells in rows if cells[name]]
    return 2 * sum(_number(one) is not None for one in written) > len(written)


def _number(cell: str) -> float | None:
    """The number in a cell, with or without a percent sign."""
    return number(cell.removesuffix("%").rstrip())


def read_concepts(text: str, file: str) -> Mapping[str, Concept]:
    """What a table in CSV says of concepts, by every name in `bare` form that it gives them.
    Columns: concept, stage, and optionally items, chance (from 0 to 1), also (another name).

    Raises:
        TableUnusable: a column is missing, a name is there twice, or a number is impossible.
    """
    columns = {one: one for one in _CONCEPT_COLUMNS}
    kind = TableKind(_CONCEPT_COLUMNS, ",".join(_CONCEPT_COLUMNS), "concept", exact=False)
    table = NamedTable(text, kind, columns.get, ("concept", "stage"))
    faults = table.faults
    found: dict[str, Concept] = {}
    for line, cells in table.rows:
        items, chance = _number(cells.get("items", "")), _number(cells.get("chance", ""))
        if not cells["concept"]:
            faults.append(TableFault(line, "the concept is missing"))
        if cells.get("items") and (items is None or items < 1 or items != int(items)):
            faults.append(TableFault(line, f"`{cells['items']}` is not a number of items"))
        if cells.get("chance") and (chance is None or not 0 < chance < 1):
            told = f"the chance `{cells['chance']}` is not between 0 and 1"
            faults.append(TableFault(line, told))
        made = Concept(
            cells["concept"], cells.get("stage", ""), None if items is None else int(items), chance
        )
        for name in filter(None, (made.name, cells.get("also", ""))):
            if bare(name) in found:
                faults.append(TableFault(line, f"the concept `{name}` appears twice"))
            found[bare(name)] = made
    if faults:
        raise TableUnusable(file, faults)
    return found


def bare(name: str) -> str:
    """A name without capitals, blanks and signs, which leaderboards write in several ways."""
    return re.sub(r"[\W_]+", "", name.casefold())
