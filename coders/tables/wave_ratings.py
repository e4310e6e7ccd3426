"""A tidy table of ratings in waves, a row a rating: what `devrun waves --csv` writes, or anybody's.

Columns are `wave`, `item` and `rating`, and optionally `participant`, `draw`, `sample`, `missing`
(why there is no rating), `reason`, `people` (what most people said), `simulated` and
`sees_feedback`; every other column is a condition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from dsl.files.csv_reader import TableFault, TableUnusable, number, plain
from dsl.files.data_rows import Broken, DataRow, read_rows
from dsl.files.people import PeopleRatings, PeopleReader, Ties, people_ratings
from dsl.files.source import normalise
from dsl.record import replace
from renderers.rows.waves import WaveRating

_ASIDE = ("missing", "reason", "people", "tied", "raters", "simulated", "sees_feedback", "reversed")
_OF_RUN = ("participant", "draw", "sample")
_KNOWN = {"wave", "item", "rating", "rater", *_ASIDE, *_OF_RUN}
_TRUE, _FALSE = ("true", "yes", "1"), ("false", "no", "0", "")


@dataclass(frozen=True, slots=True)
class WaveTable:
    """The ratings of participants, on a scale between two ends. `people` are the ratings that the
    majorities are of, by the questionnaire, whose name a table does not know.
    """

    source: str
    scale: tuple[int, int]
    rows: tuple[WaveRating, ...]
    people: Mapping[str, PeopleRatings] = field(default_factory=dict)


def read_wave_table(text: str, file: str, ending: str, *, scale: tuple[int, int]) -> WaveTable:
    """The table in a file, whose name ends in `ending` (`.csv`).

    Raises:
        TableUnusable: rows that cannot be used, each with its line.
    """
    try:
        rows = read_rows(normalise(text), ending)
    except Broken as problem:
        raise _unusable(file, problem) from None
    conditions = [one for one in rows.columns if plain(one) not in _KNOWN]
    reader = PeopleReader([*conditions, *_OF_RUN], scale)
    found = [
        _rating(reader, row, place, rating) for row, (place, _), rating in reader.ratings(rows)
    ]
    if reader.faults:
        raise TableUnusable(file, reader.faults)
    return WaveTable(file, scale, tuple(one for one in found if one is not None))


def read_people(
    text: str, file: str, ending: str, *, conditions: Iterable[str], scale: tuple[int, int]
) -> PeopleRatings:
    """People's ratings in a file, under some of these conditions.

    Raises:
        TableUnusable: rows that cannot be used, each with its line.
    """
    try:
        found, faults = people_ratings(normalise(text), ending, tuple(conditions), scale)
    except Broken as problem:
        raise _unusable(file, problem) from None
    if faults:
        raise TableUnusable(file, faults)
    return found


def beside(table: WaveTable, people: PeopleRatings, *, ties: Ties) -> WaveTable:
    """The ratings beside what most of these people said."""
    rows = []
    for row in table.rows:
        most = people.majority(dict(row.levels), row.wave, row.item, ties=ties)
        rows.append(replace(row, people=most.rating, tied=most.tied, raters=most.raters))
    return replace(table, rows=tuple(rows), people={"": people})


def _unusable(file: str, problem: Broken) -> TableUnusable:
    return TableUnusable(file, [TableFault(problem.line, problem.what, problem.instead)])


def _rating(
    reader: PeopleReader,
    row: DataRow,
    place: tuple[tuple[tuple[str, str], ...], int, str],
    rating: int | None,
) -> WaveRating | None:
    """A row as a rating; None after adding a fault."""
    levels, wave, item = place
    cells = {plain(name): _text(cell) for name, cell in row.cells.items()}
    before = len(reader.faults)
    run = dict(levels)
    draw, sample = (_whole(reader, row, name, run.get(name, "1"), 1) for name in _OF_RUN[1:])
    people = _people(reader, row, cells.get("people", ""))
    simulated, told, turned = (
        _truth(reader, row, name, cells.get(name, "")) for name in _ASIDE[-3:]
    )
    if len(reader.faults) > before:
        return None
    missing = cells.get("missing", "") or "not given"
    return WaveRating(
        levels=tuple((name, level) for name, level in levels if name not in _OF_RUN),
        draw=draw, sample=sample, participant=run.get("participant", "participant"), wave=wave,
        item=item, rating=rating, missing="" if rating is not None else missing,
        reason=cells.get("reason", ""), people=people, raters=people is not None,
        simulated=simulated or run.get("participant", "").startswith("sim/"), sees_feedback=told,
        reversed=turned,
    )  # fmt: skip


def _text(cell: object) -> str:
    return cell.strip() if isinstance(cell, str) else ""


def _whole(reader: PeopleReader, row: DataRow, name: str, cell: str, least: int) -> int:
    found = number(cell)
    if found is None or found < least or not found.is_integer():
        told = f"`{name}` is `{cell}`"
        reader.faults.append(TableFault(row.line, told, f"write a whole number from {least}"))
        return least
    return int(found)


def _people(reader: PeopleReader, row: DataRow, cell: str) -> int | None:
    found, (low, high) = number(cell), reader.scale
    if not cell or found == -1 < low:
        return None
    if found is None or not low <= found <= high or not found.is_integer():
        told, advice = f"`people` is `{cell}`", f"write a whole number from {low} to {high}"
        reader.faults.append(TableFault(row.line, told, advice))
        return None
    return int(found)


def _truth(reader: PeopleReader, row: DataRow, name: str, cell: str) -> bool:
    if cell.casefold() not in (*_TRUE, *_FALSE):
        reader.faults.append(TableFault(row.line, f"`{name}` is `{cell}`", "write TRUE or FALSE"))
    return cell.casefold() in _TRUE


def conditions_of(rows: Iterable[WaveRating]) -> Iterator[str]:
    """The conditions of some ratings, each once."""
    yield from dict.fromkeys(name for row in rows for name, _ in row.levels)
