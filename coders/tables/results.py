"""Published accuracies, as leaderboards print them: a row a participant, a column a concept.

A concept is a group of items, such as object permanence. A second table, of concepts, may say of
which stage each is, how many items it has and what guessing gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from coders.tables.models import parameters_in
from dsl.files.csv_reader import CsvTable, TableFault, TableKind, TableUnusable, doubled, plain
from dsl.record import record

PEOPLE = ("people", "human", "humans")
"""Participants of these names are people: in no mean and no slope of models."""

_ROLES = {
    "participant": "participant", "model": "participant", "board": "board", "mean": "mean",
    "parameters": "parameters", "billions_in_name": "billions", "series": "series",
}  # fmt: skip
_EXAMPLE = "participant,board,parameters,series,boundary,continuity,...,mean"
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
    table = CsvTable(text.splitlines(keepends=True), TableKind((), _EXAMPLE, "participant"))
    names = [plain(name) for name in table.header.fields]
    roles = [_ROLES.get(name, name) for name in names]
    faults = doubled([one for one in roles if one], table.header.line)
    if names and "participant" not in roles:
        told = "there is no column `participant` (or `model`)"
        faults.append(TableFault(table.header.line, told, f"write a header such as {_EXAMPLE}"))
    rows = []
    for row in () if faults else table:
        if isinstance(row, TableFault):
            faults.append(row)
        else:
            rows.append((row.line, [cell.strip() for cell in row.fields]))
    found, wrong = _typed(names, roles, rows, percent=percent) if not faults else (None, [])
    faults += wrong
    if found is None or faults:
        raise TableUnusable(file, faults)
    return found


Lines = Sequence[tuple[int, Sequence[str]]]


def _typed(
    names: Sequence[str], roles: Sequence[str], rows: Lines, *, percent: bool
) -> tuple[ResultTable | None, list[TableFault]]:
    own = set(_ROLES.values())
    numbers = [at for at, one in enumerate(roles) if one not in own and _numeric(rows, at)]
    concepts = tuple(names[at] for at in numbers)
    ignored = tuple(
        names[at] for at, one in enumerate(roles) if one not in own and at not in numbers
    )
    if not concepts:
        told = "no column is of numbers"
        return None, [TableFault(0, told, f"write accuracies in percent: {_EXAMPLE}")]
    every = [_number(cells[at]) or 0.0 for _, cells in rows for at in numbers]
    scale = 100.0 if percent and max(every) > 1 else 1.0
    faults: list[TableFault] = []
    found: dict[tuple[str, str], ResultRow] = {}
    for line, cells in rows:
        by_role = dict(zip(roles, cells, strict=True))
        values = {names[at]: _number(cells[at]) for at in numbers}
        mean = _number(by_role.get("mean", ""))
        wrong = [
            f"`{cells[at]}` of `{names[at]}` is no number"
            for at in numbers
            if cells[at] and _number(cells[at]) is None
        ]
        wrong += _wrong(by_role, mean, values if percent else {}, scale)
        row = ResultRow(
            by_role.get("board", ""),
            by_role["participant"],
            tuple(None if one is None else one / scale for one in values.values()),
            None if mean is None else mean / scale,
            _parameters(by_role),
            by_role.get("series", ""),
        )
        if (row.board, row.participant) in found:
            where = f" on the board `{row.board}`" if row.board else ""
            wrong.append(f"the participant `{row.participant}` is there twice{where}")
        found[row.board, row.participant] = row
        faults += [TableFault(line, one) for one in wrong]
    return ResultTable(concepts, tuple(found.values()), ignored), faults


def _wrong(
    cells: Mapping[str, str], mean: float | None, values: Mapping[str, float | None], scale: float
) -> Iterator[str]:
    if not cells["participant"]:
        yield "the participant is missing"
    if cells.get("mean") and mean is None:
        yield f"`{cells['mean']}` of `mean` is no number"
    for name in ("parameters", "billions"):
        if cells.get(name) and _parameters({name: cells[name]}) is None:
            yield f"`{cells[name]}` is no number of parameters, such as 7B, 125M or 1.3e9"
    for name, value in (*values.items(), ("mean", mean if values else None)):
        if value is not None and not 0 <= value <= scale:
            yield f"`{name}` is {value:g}, and accuracies are from 0 to {scale:g}"


def _parameters(cells: Mapping[str, str]) -> float | None:
    if cells.get("parameters"):
        return parameters_in(cells["parameters"])
    return parameters_in(f"{cells['billions']}B") if cells.get("billions") else None


def _numeric(rows: Lines, at: int) -> bool:
    """Whether more cells of a column are numbers than are words."""
    written = [cells[at] for _, cells in rows if cells[at]]
    return 2 * sum(_number(one) is not None for one in written) > len(written)


_NUMBER = re.compile(
    r"[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:e[+-]?[0-9]{1,2})?", re.IGNORECASE
)


def _number(cell: str) -> float | None:
    found = _NUMBER.fullmatch(cell.removesuffix("%").rstrip())
    return None if found is None else float(found[0].replace(",", "."))


def read_concepts(text: str, file: str) -> Mapping[str, Concept]:
    """What a table in CSV says of concepts, by every name in `bare` form that it gives them.
    Columns: concept, stage, and optionally items, chance (from 0 to 1), also (another name).

    Raises:
        TableUnusable: a column is missing, a name is there twice, or a number is impossible.
    """
    kind = TableKind(_CONCEPT_COLUMNS, ",".join(_CONCEPT_COLUMNS), "concept", exact=False)
    table = CsvTable(text.splitlines(keepends=True), kind)
    names = [plain(name) for name in table.header.fields]
    faults = doubled(names, table.header.line)
    if names and not {"concept", "stage"} <= set(names):
        told = "there must be columns `concept` and `stage`"
        faults.append(TableFault(table.header.line, told, f"the header is {kind.example}"))
    found: dict[str, Concept] = {}
    for row in () if faults else table:
        if isinstance(row, TableFault):
            faults.append(row)
            continue
        cells = dict(zip(names, (one.strip() for one in row.fields), strict=False))
        items, chance = _number(cells.get("items", "")), _number(cells.get("chance", ""))
        if not cells["concept"]:
            faults.append(TableFault(row.line, "the concept is missing"))
        if cells.get("items") and (items is None or items < 1 or items != int(items)):
            faults.append(TableFault(row.line, f"`{cells['items']}` is no number of items"))
        if cells.get("chance") and (chance is None or not 0 < chance < 1):
            told = f"the chance `{cells['chance']}` is not between 0 and 1"
            faults.append(TableFault(row.line, told))
        made = Concept(
            cells["concept"], cells.get("stage", ""), None if items is None else int(items), chance
        )
        for name in filter(None, (made.name, cells.get("also", ""))):
            if bare(name) in found:
                faults.append(TableFault(row.line, f"the concept `{name}` is there twice"))
            found[bare(name)] = made
    if faults:
        raise TableUnusable(file, faults)
    return found


def bare(name: str) -> str:
    """A name without capitals, blanks and signs, which leaderboards write in several ways."""
    return re.sub(r"[\W_]+", "", name.casefold())
