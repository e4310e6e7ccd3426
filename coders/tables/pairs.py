"""A table of pairs: which item of a bank is the manipulated version of which other."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.files.csv_reader import NamedTable, TableFault, TableKind, TableUnusable

COLUMNS = ("control", "manipulated")


def read_pairs(text: str, file: str) -> Mapping[str, str]:
    """The control of each manipulated item, by their ids, of a table in CSV. Other columns are left
    out.

    Raises:
        TableUnusable: a column is missing, a cell is empty, or an item is in two pairs; each row is
            named.
    """
    kind = TableKind(COLUMNS, ",".join(COLUMNS), "pair")
    table = NamedTable(text, kind, {one: one for one in COLUMNS}.get, COLUMNS)
    faults = table.faults
    found: dict[str, str] = {}
    known: set[str] = set()
    for line, cells in table.rows:
        control, manipulated = (cells[one] for one in COLUMNS)
        again = next((one for one in (control, manipulated) if one in known), None)
        if not control or not manipulated:
            faults.append(TableFault(line, "one of the two items is missing"))
        elif control == manipulated:
            faults.append(TableFault(line, f"`{control}` is paired with itself"))
        elif again is not None:
            faults.append(TableFault(line, f"`{again}` is in a pair above"))
        else:
            found[manipulated] = control
            known |= {control, manipulated}
    if faults:
        raise TableUnusable(file, faults)
    return found
