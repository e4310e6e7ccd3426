"""Published accuracies of the groups of a bank, a row a participant, and the norms of a bank.

The accuracies are calibrated, in percent and in the aggregate form, as Wang et al. print them. CSV
with a header, or a JSON list of objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from coders.norms.ages import Norms
from dsl.files.csv_reader import (
    NamedTable,
    TableFault,
    TableKind,
    TableUnusable,
    doubled,
    number,
    plain,
)
from dsl.files.data_rows import Broken, read_rows
from dsl.record import record
from dsl.words import and_list

T = TypeVar("T")

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


def json_as(kind: type[T], text: bytes, file: str, advice: str) -> T:
    """What a JSON file of that name says, as the record that declares it; `advice` is given where
    it says something else.

    Raises:
        TableUnusable: it is not JSON, or something in it is missing or of the wrong type.
    """
    import msgspec

    try:
        return msgspec.json.decode(text, type=kind)
    except RecursionError:
        told = "its brackets are nested too deeply"
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        told = str(error)
    raise TableUnusable(file, [TableFault(0, told, advice)])


def read_norms(text: bytes, file: str) -> Norms:
    """The norms in a file of that name.

    Raises:
        TableUnusable: it is not JSON, something in it is missing or of the wrong type, or a group
            has no items, a single option or the name of another.
    """
    advice = "write it like the norms of CogLM, which `devrun norms show` prints"
    found = json_as(Norms, text, file, advice)
    wrong = list(_wrong(found))
    if wrong:
        raise TableUnusable(file, [TableFault(0, one) for one in wrong])
    return found


def _wrong(norms: Norms) -> Iterator[str]:
    if not norms.stages:
        yield "there are no stages"
    if norms.ages[0] > norms.ages[1]:
        yield "the first of `ages` is larger than the second"
    names: dict[str, None] = {}
    stages = [one.name for one in norms.stages]
    for name in dict.fromkeys(one for one in stages if stages.count(one) > 1):
        yield f"the stage `{name}` appears twice"
    for one in norms.published:
        named = [group.name for group in norms.groups if group.names]
        if missing := [name for name in named if name not in one.groups]:
            yield f"`{one.participant}` has no accuracy in {and_list(missing)}"
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
    known = {plain(name): one.name for one in norms.groups for name in one.names}
    known |= dict.fromkeys(PARTICIPANT, PARTICIPANT[0]) | {name: name for name in PRINTED}
    if text.lstrip("\ufeff \t\r\n").startswith("["):
        rows, faults = _objects(text, known)
    else:
        example = "participant,constancy,early representation,...,acc,age"
        needed = (PARTICIPANT[0], *(group.name for group in norms.groups))
        table = NamedTable(text, TableKind(tuple(known), example, "participant"), known.get, needed)
        rows, faults = table.rows, table.faults
    found: list[PublishedRow] = []
    for line, cells in rows:
        made = _published(cells, norms)
        if isinstance(made, PublishedRow):
            found.append(made)
        else:
            faults += [TableFault(line, *one) for one in made]
    if faults:
        raise TableUnusable(file, faults)
    return found


def _objects(
    text: str, known: Mapping[str, str]
) -> tuple[list[tuple[int, dict[str, str]]], list[TableFault]]:
    """The rows of a JSON list, by line, and what is wrong with them."""
    try:
        found = read_rows(text.removeprefix("\ufeff"), ".json").rows
    except Broken as error:
        advice = 'write a list of rows: [{"participant": "...", "constancy": 50, ...}, ...]'
        return [], [TableFault(error.line, error.what, advice)]
    rows, faults = [], []
    for row in found:
        names = [known.get(plain(name), "") for name in row.cells]
        faults += doubled([name for name in names if name], row.line)
        cells = ("" if one is None else str(one).strip() for one in row.cells.values())
        rows.append((row.line, dict(zip(names, cells, strict=True))))
    return rows, faults


def _published(cells: Mapping[str, str], norms: Norms) -> PublishedRow | list[tuple[str, str]]:
    """A row; what is wrong with it, with advice, where it cannot be used."""
    groups = [group.name for group in norms.groups]
    missing = [name for name in (PARTICIPANT[0], *groups) if not cells.get(name)]
    if missing:
        listed = and_list([f"`{name}`" for name in missing])
        advice = "every row has a participant and a calibrated accuracy in percent of each group"
        return [(f"no value for {listed}", advice)]
    figures = {name: number(cells.get(name, "")) for name in (*groups, *PRINTED)}
    wrong = [
        (f"`{cells[name]}` of `{name}` is not a number", "")
        for name, figure in figures.items()
        if figure is None and cells.get(name)
    ]
    for group in norms.groups:
        figure, least = figures[group.name], -100 * group.chance / (1 - group.chance)
        if figure is not None and not least - 0.1 <= figure <= 100:
            told = f"`{group.name}` is {figure:g}, and all wrong is {least:.1f}, all right 100"
            wrong.append((told, "write calibrated accuracies in percent"))
    if wrong:
        return wrong
    accuracies = {name: (figures[name] or 0.0) / 100 for name in groups}
    acc = figures["acc"]
    printed = None if acc is None else acc / 100
    return PublishedRow(cells[PARTICIPANT[0]], accuracies, printed, figures["age"])
