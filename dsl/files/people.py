"""People's ratings of the items of a questionnaire, wave by wave, and the majority of them.

The file is a tidy table, one rating a row: `wave`, `item` and `rating`, the conditions under which
it was given, and `rater`. Without raters it holds one rating of each item, the majority that
somebody else made. An empty rating, or -1, is one that was not given. Other columns, such as notes,
are left out.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from math import inf
from typing import Literal, get_args

from dsl.files.csv_reader import TableFault, number, plain
from dsl.files.data_rows import Cell, DataRow, DataRows, RowStream, streamed_rows
from dsl.record import record
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
_Rated = tuple[Place, Place, dict[str, int]]
"""A place as it is written, and folded; and the line of each rater there."""


# The same few cells come again and again.
_number = lru_cache(1024)(number)


@lru_cache(4096)
def _spaced(text: str) -> str:
    """The text without spaces around it, and one between words."""
    return " ".join(text.split())


_fold = lru_cache(4096)(folded)


def _folded(place: Place) -> Place:
    """A place with names in which capitals and spaces make no difference, as in scripts."""
    levels, wave, item = place
    return tuple((name, _fold(level)) for name, level in levels), wave, _fold(item)


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


@record
class PeopleRatings:
    """All ratings of a file. `conditions` are those that it names; `given` are the ratings by rater
    at each `place`, `not_given` how many rows have none, and `digest` the SHA-256 of the file's
    text. `unused` are columns without a meaning.
    """

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
        """Under which `given` has the ratings at some levels."""
        here = tuple((name, levels.get(name, "")) for name in self.conditions)
        return _folded((here, wave, item))

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


class PeopleReader:
    """Reads people's ratings from the rows of a file. `faults` are what cannot be used in it; what
    it gives is then not to be used.
    """

    def __init__(self, conditions: Collection[str], scale: tuple[int, int]) -> None:
        """`conditions` are the names that a column of levels may have; `scale` its two ends."""
        self.conditions = {plain(one): one for one in conditions}
        self.scale = scale
        self.faults: list[TableFault] = []

    def read(self, rows: DataRows | RowStream, text: str) -> PeopleRatings:
        """All ratings; `text` is that of the file."""
        given: dict[Place, dict[str, int]] = {}
        empty = 0
        columns = self._columns(rows)
        for _, (_, place, _), rater, rating in self._used(rows):
            if rating is None:
                empty += 1
            else:
                given.setdefault(place, {})[rater] = rating
        if not given and not self.faults:
            self.faults.append(TableFault(1, "no row has a rating", "write at least one rating"))
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        named = tuple(one for one in columns if one in self.conditions.values())
        unused = tuple(one for one in rows.columns if one not in columns.values())
        return PeopleRatings(named, self.scale, given, empty, digest, unused)

    def ratings(
        self, rows: DataRows | RowStream
    ) -> Iterator[tuple[DataRow, Place, str, int | None]]:
        """Each row that can be used, with its place, its rater, and its rating, None if it has
        none.
        """
        for row, (place, _, _), rater, rating in self._used(rows):
            yield row, place, rater, rating

    def _used(
        self, rows: DataRows | RowStream
    ) -> Iterator[tuple[DataRow, _Rated, str, int | None]]:
        """The same, with all that is known of the place. Most cells come again and again, and are
        read once.
        """
        columns = self._columns(rows)
        self.faults += self._faults_of_columns(rows, columns)
        named = [one for one in columns if one in self.conditions.values()]
        of_place = [name for one, name in columns.items() if one not in ("rater", "rating")]
        rater_in, rating_in = columns.get("rater", ""), columns.get("rating", "")
        places: dict[tuple[Cell, ...], _Rated] = {}
        lines: dict[Place, dict[str, int]] = {}
        ratings: dict[Cell, int | None] = {}
        for row in () if self.faults else rows.rows:
            cells = row.cells
            try:
                raw = tuple([cells.get(name) for name in of_place])
                if raw not in places:
                    place = self._place(row, named, columns)
                    folded_place = _folded(place)
                    places[raw] = place, folded_place, lines.setdefault(folded_place, {})
                rated = places[raw]
                rater = _filled(row, rater_in) if rater_in else MAJORITY
                said = cells.get(rating_in)
                if said not in ratings:
                    ratings[said] = self._rating(_text(row, rating_in))
                before = rated[2].setdefault(rater, row.line)
                if before != row.line:
                    who, (_, wave, item) = f"`{rater}`" if rater_in else "somebody", rated[0]
                    raise UnusableRow(
                        f"{who} rated `{item}` in wave {wave} before, in line {before}",
                        "keep one of the two rows; several people need a column `rater`, and "
                        "several conditions a column each",
                    )
            except UnusableRow as fault:
                self.add(row, fault)
                continue
            yield row, rated, rater, ratings[said]

    def add(self, row: DataRow, fault: UnusableRow) -> None:
        """Adds what is wrong in a row."""
        self.faults.append(TableFault(row.line, *fault.args))

    def _columns(self, rows: DataRows | RowStream) -> dict[str, str]:
        """What each column with a meaning is called in the file, in their order there."""
        known = {one: one for one in (*_NEEDED, "rater")} | self.conditions
        found: dict[str, str] = {}
        for name in rows.columns:
            if plain(name) in known:
                found.setdefault(known[plain(name)], name)
        return found

    def _faults_of_columns(
        self, rows: DataRows | RowStream, found: Mapping[str, str]
    ) -> Iterator[TableFault]:
        """Of columns that are there twice, or missing."""
        for name in rows.columns:
            other = next((one for one in found.values() if plain(one) == plain(name)), name)
            if other != name:
                told = f"`{other}` and `{name}` are one column, `{plain(name)}`"
                yield TableFault(1, told, "keep one of them, or rename one")
        missing = [f"`{one}`" for one in _NEEDED if one not in found]
        if missing:
            there = "there is no column" if len(missing) == 1 else "there are no columns"
            others = and_list([f"`{one}`" for one in rows.columns])
            told = f"{there} {and_list(missing)} (the file has {others})"
            yield TableFault(1, told, f"add {and_list(missing)}, or rename columns")

    def _place(self, row: DataRow, named: Iterable[str], columns: Mapping[str, str]) -> Place:
        """What a row is of. Raises UnusableRow."""
        cells = {
            one: _filled(row, name)
            for one, name in columns.items()
            if one not in ("rater", "rating")
        }
        before = ": 0 before anything was shown"
        wave = whole_number("the wave", cells["wave"], (0, inf), before)
        return tuple((one, cells[one]) for one in named), wave, cells["item"]

    def _rating(self, said: str) -> int | None:
        """A rating; None for one that was not given. Raises UnusableRow."""
        if not said or _number(said) == -1 < self.scale[0]:
            return None
        advice = ", as one person gave it, or nothing if there is none"
        return whole_number("the rating", said, self.scale, advice)


def _filled(row: DataRow, column: str) -> str:
    text = _text(row, column)
    if not text:
        raise UnusableRow(f"`{column}` is empty", "fill the cell")
    return text


def _text(row: DataRow, column: str) -> str:
    cell: Cell = row.cells.get(column)
    if cell is None or isinstance(cell, str):
        return _spaced(cell or "")
    raise UnusableRow(f"`{column}` is not text", "write a number or a text")
