"""Published accuracies of the groups of a bank, a row a participant, and the norms of a bank.

The accuracies are calibrated, in percent and in the aggregate form, as Wang et al. print them. CSV
with a header, or a JSON list of objects.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite

from coders.norms.ages import Norms
from dsl.files.csv_reader import CsvTable, TableFault, TableKind, TableUnusable, doubled, plain
from dsl.record import record
from dsl.words import and_list

PARTICIPANT = ("participant", "model")
"""The names that the column of participants may have."""
PRINTED = ("acc", "age")
"""The columns of the figures that are printed beside a row: macro mean in percent, age in years."""


@record
class PublishedRow:
    """A participant with the calibrated accuracy of each group, 1 is all right, by printed name;
    `acc` (1 is all right) and `age` (years) are the printed figures, None where there are none.
    """

    participant: str
    accuracies: Mapping[str, float]
    acc: float | None
    age: float | None


def read_norms(text: bytes, file: str) -> Norms:
    """The norms in a file of that name.

    Raises:
        TableUnusable: it is not JSON, something in it is missing or of the wrong type, or a group
            has no items, a single option or the name of another.
    """
    import msgspec

    try:
        found = msgspec.json.decode(text, type=Norms)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        advice = "write it like the norms of CogLM, which `devrun norms show` prints"
        raise TableUnusable(file, [TableFault(0, str(error), advice)]) from None
    wrong = list(_wrong(found))
    if wrong:
        raise TableUnusable(file, [TableFault(0, one) for one in wrong])
    return found


def _wrong(norms: Norms) -> Iterator[str]:
    if not norms.stages:
        yield "there are no stages"
    names: dict[str, None] = {}
    for stage in norms.stages:
        if not stage.groups:
            yield f"the stage `{stage.name}` has no groups"
        for group in stage.groups:
            if not group.names:
                yield f"a group of the stage `{stage.name}` has no name"
            elif not group.options or min(group.options) < 2 or min(group.options.values()) < 1:
                yield f"the group `{group.name}` needs items with two or more options"
            for name in dict.fromkeys(plain(one) for one in group.names):
                if name in names or name in (*PARTICIPANT, *PRINTED):
                    yield f"the name `{name}` is taken already"
                names[name] = None


def read_abilities(text: str, file: str, norms: Norms) -> list[PublishedRow]:
    """The rows of a table, whose columns are named as the groups of the norms may be.

    Raises:
        TableUnusable: a column is missing or there twice, or a row has no figure or an impossible
            one; each row is named.
    """
    faults: list[TableFault] = []
    found: list[PublishedRow] = []
    known = {plain(name): one.name for one in norms.groups for name in one.names}
    known |= dict.fromkeys(PARTICIPANT, PARTICIPANT[0]) | {name: name for name in PRINTED}
    for row in _rows(text, known):
        if isinstance(row, TableFault):
            faults.append(row)
        else:
            made, wrong = _published(*row, norms)
            faults += wrong
            if made is not None:
                found.append(made)
    if faults:
        raise TableUnusable(file, faults)
    return found


Cells = Mapping[str, object]


def _rows(text: str, known: Mapping[str, str]) -> Iterator[tuple[int, Cells] | TableFault]:
    """Line (of JSON, the number of the object) and cells by the names that are known."""
    if text.lstrip("\ufeff \t\r\n").startswith("["):
        try:
            rows = json.loads(text.removeprefix("\ufeff"))
        except (ValueError, RecursionError) as error:
            yield TableFault(0, f"this is no JSON ({error})")
            return
        if not rows:
            yield TableFault(0, "the table has no rows")
        for number, row in enumerate(rows, start=1):
            if isinstance(row, dict):
                names = [known.get(plain(str(name)), "") for name in row]
                twice = doubled([name for name in names if name], number)
                yield from twice
                if not twice:
                    yield number, dict(zip(names, row.values(), strict=True))
            else:
                yield TableFault(number, "this is no JSON object")
        return
    example = "participant,constancy,early representation,...,acc,age"
    table = CsvTable(
        text.splitlines(keepends=True), TableKind(tuple(known), example, "participant")
    )
    names = [known.get(plain(name), "") for name in table.header.fields]
    twice = doubled([name for name in names if name], table.header.line)
    yield from twice
    for row in () if twice else table:
        if isinstance(row, TableFault):
            yield row
        else:
            yield row.line, dict(zip(names, row.fields, strict=True))


def _published(
    line: int, cells: Cells, norms: Norms
) -> tuple[PublishedRow | None, Sequence[TableFault]]:
    faults: list[TableFault] = []
    missing = [group.name for group in norms.groups if _empty(cells.get(group.name))]
    who = str(cells.get(PARTICIPANT[0]) or "").strip()
    if not who:
        missing.insert(0, PARTICIPANT[0])
    if missing:
        listed = and_list([f"`{name}`" for name in missing])
        advice = "every row has a participant and a calibrated accuracy in percent of each group"
        return None, [TableFault(line, f"no value for {listed}", advice)]
    figures: dict[str, float | None] = {}
    for name in (*(group.name for group in norms.groups), *PRINTED):
        cell = cells.get(name)
        figures[name] = None if _empty(cell) else _number(cell)
        if not _empty(cell) and figures[name] is None:
            faults.append(TableFault(line, f"`{cell}` of `{name}` is no number"))
    for group in norms.groups:
        figure, least = figures[group.name], -100 * group.chance / (1 - group.chance)
        if figure is not None and not least - 0.1 <= figure <= 100:
            told = f"`{group.name}` is {figure:g}, and all wrong is {least:.1f}, all right 100"
            faults.append(TableFault(line, told, "write calibrated accuracies in percent"))
    if faults:
        return None, faults
    accuracies = {one.name: (figures[one.name] or 0.0) / 100 for one in norms.groups}
    acc = figures["acc"]
    printed = None if acc is None else acc / 100
    return PublishedRow(who, accuracies, printed, figures["age"]), ()


def _empty(cell: object) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def _number(cell: object) -> float | None:
    """The number in a cell, with a point or a comma before its decimals; None if it is none."""
    if isinstance(cell, bool):
        return None
    try:
        found = float(cell.strip().replace(",", ".") if isinstance(cell, str) else str(cell))
    except ValueError:
        return None
    return found if isfinite(found) else None
