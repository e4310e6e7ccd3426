"""A table of models: how large each is, of which series, and with which other it is paired."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import inf

from dsl.files.csv_reader import NamedTable, TableFault, TableKind, TableUnusable, number, plain
from dsl.record import record

COLUMNS = ("participant", "parameters", "series", "counterpart", "control", "manipulated")
_VERSIONS = ("control", "manipulated")
PEOPLE = ("people", "human", "humans")
"""Participants of these names are people: in no mean and no slope of models."""
_SIZE = re.compile(r"([0-9]+(?:[.,][0-9]+)?(?:e[0-9]{1,2})?)\s*(k|m|b|t)?", re.IGNORECASE)
_TIMES = {"": 1, "k": 10**3, "m": 10**6, "b": 10**9, "t": 10**12}


@record
class ModelRow:
    """A model: how many `parameters` it has, None where that is not said; the name of its `series`,
    and of its `counterpart`, each empty if it has none. Or people: their accuracies in `control`
    and `manipulated` versions of items, from 0 to 1, which a study does not have of them.
    """

    participant: str
    parameters: float | None
    series: str
    counterpart: str
    control: float | None = None
    manipulated: float | None = None


def read_models(text: str, file: str) -> Mapping[str, ModelRow]:
    """The models of a table in CSV, by participant. Other columns are left out.

    Raises:
        TableUnusable: a column is missing or there twice, a size is no number, a participant is
            there twice or is its own counterpart, or none has a size and a series or a counterpart;
            each row is named.
    """
    kind = TableKind(COLUMNS, ",".join(COLUMNS), "model")
    table = NamedTable(text, kind, {one: one for one in COLUMNS}.get, ("participant",))
    faults = table.faults
    found: dict[str, ModelRow] = {}
    for line, cells in table.rows:
        made = ModelRow(
            cells["participant"], parameters_in(cells.get("parameters", "")),
            cells.get("series", ""), cells.get("counterpart", ""),
            *(_accuracy(cells.get(one, "")) for one in _VERSIONS),
        )  # fmt: skip
        wrong = _wrong(made, cells)
        if made.participant in found:
            wrong = f"the participant `{made.participant}` appears twice"
        if wrong:
            faults.append(TableFault(line, wrong))
        else:
            found[made.participant] = made
    if not faults and not any(
        one.counterpart or (one.series and one.parameters) or one.control is not None
        for one in found.values()
    ):
        told = "no model has a series with a number of parameters, or a counterpart"
        how = f"the header is {kind.example}; write parameters as 7B or 125M, or as a number"
        faults.append(TableFault(0, told, how))
    if faults:
        raise TableUnusable(file, faults)
    return found


def _wrong(row: ModelRow, cells: Mapping[str, str]) -> str:
    size = cells.get("parameters", "")
    if not row.participant:
        return "the participant is missing"
    if size and row.parameters is None:
        return f"`{size}` is not a number of parameters, such as 7B, 125M or 1.3e9"
    if row.counterpart == row.participant:
        return f"`{row.participant}` is its own counterpart"
    versions = row.control, row.manipulated
    given = [cells.get(one, "") for one in _VERSIONS]
    if any(given) and None in versions:
        return f"control and manipulated are `{given[0]}` and `{given[1]}`, no two accuracies"
    if any(given) and plain(row.participant) not in PEOPLE:
        return f"control and manipulated are of people, and `{row.participant}` is none of them"
    return ""


def _accuracy(cell: str) -> float | None:
    """An accuracy such as 92, 92% or 0.92; None if it is none."""
    found = number(cell.removesuffix("%").strip())
    if found is None or not 0 <= found <= 100:
        return None
    return found / 100 if found > 1 or cell.endswith("%") else found


def parameters_in(cell: str) -> float | None:
    """The number of parameters in a cell such as 7B, 125M or 1.3e9; None if it has none."""
    found = _SIZE.fullmatch(cell)
    if found is None:
        return None
    size = float(found[1].replace(",", ".")) * _TIMES[(found[2] or "").lower()]
    return size if 0 < size < inf else None
