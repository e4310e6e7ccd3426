"""People who answered a questionnaire of a bank: age, minutes, and items right in each group."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from coders.norms.ages import Norms
from dsl.files.csv_reader import CsvTable, TableFault, TableKind, TableUnusable, doubled, plain
from dsl.record import record

FACTS = ("person", "age", "minutes")


@record
class Person:
    """A person: age in years, minutes taken, and printed name of each group -> items right."""

    name: str
    age: float
    minutes: float
    right: Mapping[str, int]


def read_people(text: str, file: str, norms: Norms, items: int) -> list[Person]:
    """The people of a table in CSV, of whom each answered `items` items of each group.

    Raises:
        TableUnusable: a column is missing or there twice, a cell is no number or an impossible one,
            or a person is there twice; each row is named.
    """
    known = {plain(name): one.name for one in norms.groups for name in one.names}
    known |= {name: name for name in FACTS}
    example = ",".join((*FACTS, *(one.name for one in norms.groups)))
    table = CsvTable(text.splitlines(keepends=True), TableKind(tuple(known), example, "person"))
    names = [known.get(plain(name), "") for name in table.header.fields]
    wanted = (*FACTS, *(one.name for one in norms.groups))
    faults = doubled([name for name in names if name], table.header.line)
    faults += [
        TableFault(table.header.line, f"there is no column `{name}`", f"the header is {example}")
        for name in wanted
        if names and name not in names
    ]
    found: dict[str, Person] = {}
    for row in () if faults else table:
        if isinstance(row, TableFault):
            faults.append(row)
            continue
        cells = dict(zip(names, (one.strip() for one in row.fields), strict=True))
        facts = (fact_fault(name, cells[name]) for name in FACTS)
        wrong = [
            *filter(None, facts),
            *(
                f"`{one.name}` is `{cells[one.name]}`, and not a whole number from 0 to {items}"
                for one in norms.groups
                if not _count(cells[one.name], items)
            ),
        ]
        if cells["person"] in found:
            wrong.append(f"the person `{cells['person']}` is there twice")
        faults += [TableFault(row.line, one) for one in wrong]
        if not wrong:
            right = {one.name: int(cells[one.name]) for one in norms.groups}
            age, minutes = fact_numbers(cells)
            found[cells["person"]] = Person(cells["person"], age, minutes, right)
    if faults:
        raise TableUnusable(file, faults)
    return list(found.values())


def fact_fault(name: str, cell: str) -> str:
    """What is wrong with the person, age or minutes of a row; empty if nothing is."""
    if name == "person":
        return "" if cell else "`person` is empty, and not a name or number"
    try:
        value = float(cell.replace(",", "."))
    except ValueError:
        value = -1.0
    if isfinite(value) and (value > 0 or (value == 0 and name == "minutes")):
        return ""
    return f"`{name}` is `{cell}`, and not a number {'from 0' if name == 'minutes' else 'above 0'}"


def fact_numbers(cells: Mapping[str, str]) -> tuple[float, float]:
    """Age and minutes of a row without faults."""
    age, minutes = (float(cells[one].replace(",", ".")) for one in FACTS[1:])
    return age, minutes


def _count(cell: str, items: int) -> bool:
    try:
        return 0 <= int(cell) <= items
    except ValueError:
        return False
