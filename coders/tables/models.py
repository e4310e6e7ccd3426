"""A table of models: how large each is, of which series, and with which other it is paired."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dsl.files.csv_reader import NamedTable, TableFault, TableKind, TableUnusable
from dsl.record import record

COLUMNS = ("participant", "parameters", "series", "counterpart")
_SIZE = re.compile(r"([0-9]+(?:[.,][0-9]+)?(?:e[0-9]{1,2})?)\s*(k|m|b|t)?", re.IGNORECASE)
_TIMES = {"": 1, "k": 10**3, "m": 10**6, "b": 10**9, "t": 10**12}


@record
class ModelRow:
    """A model: how many `parameters` it has, None where that is not said; the name of its `series`,
    and of its `counterpart`, each empty if it has none.
    """

    participant: str
    parameters: float | None
    series: str
    counterpart: str


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
        )  # fmt: skip
        wrong = _wrong(made, cells.get("parameters", ""))
        if made.participant in found:
            wrong = f"the participant `{made.participant}` appears twice"
        if wrong:
            faults.append(TableFault(line, wrong))
        else:
            found[made.participant] = made
    if not faults and not any(
        one.counterpart or (one.series and one.parameters) for one in found.values()
    ):
        told = "no model has a series with a number of parameters, or a counterpart"
        faults.append(TableFault(0, told, "write parameters as 7B or 125M, or as a number"))
    if faults:
        raise TableUnusable(file, faults)
    return found


def _wrong(row: ModelRow, size: str) -> str:
    if not row.participant:
        return "the participant is missing"
    if size and row.parameters is None:
        return f"`{size}` is not a number of parameters, such as 7B, 125M or 1.3e9"
    if row.counterpart == row.participant:
        return f"`{row.participant}` is its own counterpart"
    return ""


def parameters_in(cell: str) -> float | None:
    """The number of parameters in a cell such as 7B, 125M or 1.3e9; None if it has none."""
    found = _SIZE.fullmatch(cell)
    if found is None:
        return None
    number = float(found[1].replace(",", ".")) * _TIMES[(found[2] or "").lower()]
    return number or None
