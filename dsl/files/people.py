"""People's ratings of the items of a questionnaire, wave by wave, and the majority of them.

The file is a tidy table, one rating a row: `wave`, `item` and `rating`, the conditions under which
it was given, and `rater`. Without raters it holds one rating of each item, the majority that
somebody else made. An empty rating, or -1, is one that was not given. Other columns, such as notes,
are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from math import inf
from typing import Any, Literal, get_args

from dsl.files.csv_reader import CsvRow, TableFault, columns_missing, doubled, number, plain
from dsl.files.data_rows import Cell, DataRow, DataRows, RowStream, streamed_rows
from dsl.projections import hashed
from dsl.record import field, hashed_record, record, working
from dsl.trial import Levels
from dsl.words import and_list, folded

Ties = Literal["nearest", "none"]
"""What a tie gives: of the ratings that are tied, the one `nearest` to the median of all ratings,
then to the middle of the scale, then the lower one; or `none`."""

TIES: tuple[Ties, ...] = get_args(Ties)
_NEEDED = ("wave", "item", "rating")
COLUMNS = (*_NEEDED, "rater", "note", "change", "missing", "reason", "people", "tied", "raters",
           "skipped", "simulated", "sees_feedback", "reversed", "participant", "draw", "sample",
           "experiment")  # fmt: skip
"""The columns that tables of ratings have or are written with, beside the conditions."""

MAJORITY = "majority"
"""The rater of a file without raters."""

Place = tuple[Levels, int, str]
"""(levels of the file's conditions, wave, item)."""
_fold = lru_cache(4096)(folded)
# The same few cells come again and again.
_number = lru_cache(1024)(number)


@record
class Majority:
    """The rating that most gave. None where nobody gave one, or the tie is left open."""

    rating: int | None
    tied: bool
    raters: int


def majority(ratings: Iterable[int], *, scale: tuple[int, int], ties: Ties = "nearest") -> Majority:
    """The most frequent of some ratings on a scale from its lowest to its highest step.

    Examples
    --------
    >>> majority([2, 2, 4, 4, 5], scale=(1, 5))
    Majority(rating=4, tied=True, raters=5)
    >>> majority([1, 5], scale=(1, 5), ties="none").rating is None
    True
    """
    found = sorted(ratings)
    if not found:
        return Majority(None, False, 0)
    counts = Counter(found)
    most = max(counts.values())
    first = [one for one in sorted(counts) if counts[one] == most]
    if len(first) == 1:
        return Majority(first[0], False, len(found))
    if ties == "none":
        return Majority(None, True, len(found))
    from statistics import median  # needed for ties alone; with it come random numbers

    centre, middle = median(found), sum(scale) / 2
    nearest = min(first, key=lambda one: (abs(one - centre), abs(one - middle), one))
    return Majority(nearest, True, len(found))


@hashed_record
class PeopleRatings:
    """All ratings of a file. `conditions` are those that it names; `given` are the ratings by rater
    at each `place`, `not_given` how many rows have none, and `digest` the SHA-256 of the file's
    text. `unused` are columns without a meaning.
    """

    __aside__ = ("given",)  # they follow from the text

    conditions: tuple[str, ...]
    scale: tuple[int, int]
    given: Mapping[Place, Mapping[str, int]]
    not_given: int
    digest: str
    unused: tuple[str, ...] = ()

    @property
    def raters(self) -> tuple[str, ...]:
        """Everybody who gave a rating, in the order of the file."""
        return tuple(dict.fromkeys(name for each in self.given.values() for name in each))

    def of(self, levels: Mapping[str, str], wave: int, item: str) -> Mapping[str, int]:
        """The ratings by rater at some levels, of which those that the file does not name make no
        difference; empty where there are none.
        """
        return self.given.get(self.place(levels, wave, item), {})

    def place(self, levels: Mapping[str, str], wave: int, item: str) -> Place:
        """Under which `given` has the ratings at some levels: capitals and spaces make no
        difference in names, as in scripts.
        """
        here = tuple((name, _fold(levels.get(name, ""))) for name in self.conditions)
        return here, wave, _fold(item)

    def majority(
        self, levels: Mapping[str, str], wave: int, item: str, *, ties: Ties = "nearest"
    ) -> Majority:
        """What most said there."""
        return majority(self.of(levels, wave, item).values(), scale=self.scale, ties=ties)


@lru_cache(8)
def people_ratings(
    text: str, ending: str, conditions: tuple[str, ...], scale: tuple[int, int]
) -> tuple[PeopleRatings, tuple[TableFault, ...]]:
    """All ratings in the text of a file whose name ends in `ending` (`.csv`), under some of these
    conditions, and what cannot be used in it. A command reads a script from the disk and from the
    store, and its ratings once. Raises Broken.
    """
    reader = PeopleReader(conditions, scale)
    found = reader.read(streamed_rows(text, ending), text)
    return found, tuple(reader.faults)


class UnusableRow(Exception):
    """A row that cannot be used: what is wrong in it, and what to write."""


def whole_number(name: str, cell: str, ends: tuple[int, float], advice: str = "") -> int:
    """The whole number in a cell. Raises UnusableRow for any other, and beyond its ends."""
    found, (low, high) = _number(cell), ends
    if found is None or not low <= found <= high or not found.is_integer():
        to = f" to {high}" if high < inf else ""
        raise UnusableRow(f"{name} is `{cell}`", f"write a whole number from {low}{to}{advice}")
    return int(found)


@working
class _Column:
    """A column with a meaning: its name, its heading in the file (empty where it is not
    there), and what its cells say so far.
    """

    name: str
    heading: str
    known: dict[Cell, tuple[Any, Any]] = field(default_factory=dict)


class PeopleReader:
    """Reads people's ratings from the rows of a file. `faults` are what cannot be used in it; what
    it gives is then not to be used.
    """

    def __init__(self, conditions: Collection[str], scale: tuple[int, int]) -> None:
        """`conditions` are the names that a column of levels may have; `scale` its two ends."""
        self.conditions = conditions
        self.known = {plain(one): one for one in (*_NEEDED, "rater", *conditions)}
        self.scale = scale
        self.faults: list[TableFault] = []

    def read(self, rows: DataRows | RowStream, text: str) -> PeopleRatings:
        """All ratings; `text` is that of the file."""
        given: dict[Place, dict[str, int]] = {}
        empty = 0
        for _, _, place, rater, rating in self.ratings(rows):
            if rating is None:
                empty += 1
            else:
                given.setdefault(place, {})[rater] = rating
        if not given and not self.faults:
            self.faults.append(TableFault(1, "no row has a rating", "write at least one rating"))
        digest = hashed(text.encode("utf-8", "surrogatepass")).hex()
        columns = self._columns(rows.columns)
        named = tuple(one for one in columns if one in self.conditions)
        unused = tuple(one for one in rows.columns if one not in columns.values())
        return PeopleRatings(named, self.scale, given, empty, digest, unused)

    def ratings(
        self, rows: DataRows | RowStream
    ) -> Iterator[tuple[Any, Place, Place, str, int | None]]:
        """Each row that can be used (a DataRow, or the CsvRow of a stream), with its place as it is
        written, its place as `PeopleRatings.place` has it, its rater, and its rating, None if it
        has none. Most cells and places come again and again, and are read once.
        """
        columns = self._columns(rows.columns)
        self.faults += doubled([one for one in map(plain, rows.columns) if one in self.known], 1)
        if missing := columns_missing(_NEEDED, columns):
            others = and_list([f"`{one}`" for one in rows.columns])
            told = f"{missing} (the file has {others})"
            self.faults.append(TableFault(1, told, "add what is missing, or rename columns"))
        levels_of = tuple(one for one in columns if one in self.conditions)
        names = (*levels_of, "wave", "item", "rater", "rating")
        reading = [_Column(one, columns.get(one, "")) for one in names]
        placing, (raters, ratings) = reading[:-2], reading[-2:]
        cells_of: Callable[[Any], tuple[Cell, ...]] = rows.cells([one.heading for one in reading])
        # Under which place some cells are, and in which line each rater rated it.
        places: dict[tuple[Cell, ...], tuple[Place, Place, dict[str, int]]] = {}
        lines: dict[Place, dict[str, int]] = {}
        row: Any
        for row in () if self.faults else rows.rows:
            cells = cells_of(row)
            at, rated_by, rated = cells[:-2], cells[-2], cells[-1]
            try:
                if at not in places:
                    found = [self._read(*one) for one in zip(placing, at, strict=True)]
                    *levels, (wave, _), (item, key) = found
                    place = tuple([one for _, one in levels]), wave, key
                    written = tuple([one for one, _ in levels]), wave, item
                    places[at] = written, place, lines.setdefault(place, {})
                written, place, before = places[at]
                if rated_by not in raters.known:
                    self._read(raters, rated_by)
                if rated not in ratings.known:
                    self._read(ratings, rated)
                rater, rating = raters.known[rated_by][0], ratings.known[rated][0]
                if before.setdefault(rater, row.line) != row.line:
                    who = f"`{rater}`" if raters.heading else "somebody"
                    _, wave, item = written
                    raise UnusableRow(
                        f"{who} rated `{item}` in wave {wave} before, in line {before[rater]}",
                        "keep one of the two rows; several people need a column `rater`, and "
                        "several conditions a column each",
                    )
            except UnusableRow as fault:
                self.add(row, fault)
                continue
            yield row, written, place, rater, rating

    def _read(self, column: _Column, cell: Cell) -> tuple[Any, Any]:
        """What a cell says, and what this is among places. Raises UnusableRow."""
        if cell not in column.known:
            column.known[cell] = self._said(column.name, column.heading, cell)
        return column.known[cell]

    def _said(self, name: str, column: str, cell: Cell) -> tuple[Any, Any]:
        """What a cell says, and what this is among places. Raises UnusableRow."""
        if not column:
            return MAJORITY, MAJORITY
        if cell is not None and not isinstance(cell, str):
            raise UnusableRow(f"`{column}` is not text", "write a number or a text")
        said = " ".join((cell or "").split())
        if name == "rating":
            return self._rating(said), None
        if not said:
            raise UnusableRow(f"`{column}` is empty", "fill the cell")
        if name == "wave":
            before = ": 0 before anything was shown"
            return whole_number("the wave", said, (0, inf), before), None
        if name in ("item", "rater"):
            return said, _fold(said)
        return (name, said), (name, _fold(said))

    def add(self, row: DataRow | CsvRow, fault: UnusableRow) -> None:
        """Adds what is wrong in a row."""
        self.faults.append(TableFault(row.line, *fault.args))

    def _columns(self, columns: Iterable[str]) -> dict[str, str]:
        """What each column with a meaning is called in the file, in their order there."""
        named = {self.known.get(plain(one), ""): one for one in columns}
        return {name: one for name, one in named.items() if name}

    def _rating(self, said: str) -> int | None:
        """A rating; None for one that was not given. Raises UnusableRow."""
        if not said or _number(said) == -1 < self.scale[0]:
            return None
        advice = ", as one person gave it, or nothing if there is none"
        return whole_number("the rating", said, self.scale, advice)
