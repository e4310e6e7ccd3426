"""A tidy table of ratings in waves, a row a rating: what `devrun waves --csv` writes, or anybody's.

Columns are `wave`, `item` and `rating`, and optionally `participant`, `draw`, `sample`, `missing`
(why there is no rating), `reason`, `people` (what most people said), `tied`, `raters`,
`simulated`, `sees_feedback`, `reversed` and `skipped`; every other column is a condition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf

from dsl.files.csv_reader import TableFault, TableUnusable, number, plain
from dsl.files.data_rows import Broken, DataRow, read_rows
from dsl.files.people import (
    COLUMNS,
    PeopleRatings,
    PeopleReader,
    Place,
    Ties,
    UnusableRow,
    people_ratings,
    whole_number,
)
from dsl.files.source import normalise
from dsl.record import replace
from renderers.csv_text import restored
from renderers.rows.waves import WaveRating

_TRUTHS = ("simulated", "sees_feedback", "reversed", "tied")
_OF_RUN = ("participant", "draw", "sample")
_KNOWN = {*COLUMNS} - {"note", "change", "experiment"}
"""The columns with a meaning; all others are conditions."""

_TRUE, _FALSE = ("true", "yes", "1"), ("false", "no", "0", "")


@dataclass(frozen=True, slots=True)
class WaveTable:
    """The ratings of participants, on a scale between two ends. `people` are the ratings that the
    majorities are of, by the questionnaire, whose name a table does not know; `reasons` those
    of the reasons that participants gave, if there are any.
    """

    source: str
    scale: tuple[int, int]
    rows: tuple[WaveRating, ...]
    people: Mapping[str, PeopleRatings] = field(default_factory=dict)
    reasons: PeopleRatings | None = None


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
    found = []
    for row, place, _, _, rating in reader.ratings(rows):
        try:
            one = _rating(row, place, rating, scale)
            # In a table for spreadsheets a reply that could be a formula begins with an apostrophe.
            found.append(one if "json" in ending else replace(one, reason=restored(one.reason)))
        except UnusableRow as fault:
            reader.add(row, fault)
    if reader.faults:
        raise TableUnusable(file, reader.faults)
    return WaveTable(file, scale, tuple(found))


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


def with_reasons(text: str, file: str, ending: str, table: WaveTable) -> WaveTable:
    """The table with ratings, 1 to 5, of the reasons that its participants gave. Raises as
    `read_people` does.
    """
    named = [*conditions_of(table.rows), *_OF_RUN]
    return replace(table, reasons=read_people(text, file, ending, conditions=named, scale=(1, 5)))


def beside(table: WaveTable, people: PeopleRatings, *, ties: Ties) -> WaveTable:
    """The ratings beside what most of these people said."""
    rows = []
    for row in table.rows:
        most = people.majority(dict(row.levels), row.wave, row.item, ties=ties)
        rows.append(replace(row, people=most.rating, tied=most.tied, raters=most.raters))
    return replace(table, rows=tuple(rows), people={"": people})


def _unusable(file: str, problem: Broken) -> TableUnusable:
    return TableUnusable(file, [TableFault(problem.line, problem.what, problem.instead)])


def _rating(row: DataRow, place: Place, rating: int | None, scale: tuple[int, int]) -> WaveRating:
    """A row as a rating. Raises UnusableRow."""
    levels, wave, item = place
    cells = {plain(name): cell for name, cell in row.cells.items() if isinstance(cell, str)}
    run = dict(levels)

    def text(name: str) -> str:
        return cells.get(name, "").strip()

    def truth(name: str) -> bool:
        if text(name).casefold() not in (*_TRUE, *_FALSE):
            raise UnusableRow(f"`{name}` is `{text(name)}`", "write TRUE or FALSE")
        return text(name).casefold() in _TRUE

    draw, sample = (whole_number(f"`{one}`", run.get(one, "1"), (1, inf)) for one in _OF_RUN[1:])
    said, people = text("people"), None
    if said and not number(said) == -1 < scale[0]:
        people = whole_number("`people`", said, scale)
    raters = text("raters") or str(int(people is not None))
    simulated, sees, turned, tied = map(truth, _TRUTHS)
    who = run.get("participant", "participant")
    return WaveRating(
        levels=tuple((name, level) for name, level in levels if name not in _OF_RUN),
        draw=draw, sample=sample, participant=who, wave=wave, item=item, rating=rating,
        missing="" if rating is not None else text("missing") or "not given",
        reason=text("reason"), people=people, tied=tied,
        raters=whole_number("`raters`", raters, (0, inf)),
        simulated=simulated or who.startswith("sim/"), sees_feedback=sees, reversed=turned,
        skipped=tuple(filter(None, map(str.strip, text("skipped").split(",")))),
    )  # fmt: skip


def conditions_of(rows: Iterable[WaveRating]) -> Iterator[str]:
    """The conditions of some ratings, each once."""
    yield from dict.fromkeys(name for row in rows for name, _ in row.levels)
