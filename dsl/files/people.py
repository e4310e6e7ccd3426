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
from statistics import median
from typing import Literal, get_args

from dsl.files.csv_reader import TableFault, number, plain
from dsl.files.data_rows import Cell, DataRow, DataRows, read_rows
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
    found = reader.read(read_rows(text, ending), text)
    return found, tuple(reader.faults)


class PeopleReader:
    """Reads people's ratings from the rows of a file. `faults` are what cannot be used in it; what
    it gives is then not to be used.
    """

    def __init__(self, conditions: Collection[str], scale: tuple[int, int]) -> None:
        """`conditions` are the names that a column of levels may have; `scale` its two ends."""
        self.conditions = {plain(one): one for one in conditions}
        self.scale = scale
        self.faults: list[TableFault] = []
        self.columns: Mapping[str, str] = {}

    def read(self, rows: DataRows, text: str) -> PeopleRatings:
        """All ratings; `text` is that of the file."""
        given: dict[Place, dict[str, int]] = {}
        empty = 0
        for _, (place, rater), rating in self.ratings(rows):
            if rating is None:
                empty += 1
            else:
                given.setdefault(_folded(place), {})[rater] = rating
        if not given and not self.faults:
            self.faults.append(TableFault(1, "no row has a rating", "write at least one rating"))
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        named = tuple(self._named(self.columns))
        unused = tuple(one for one in rows.columns if one not in self.columns.values())
        return PeopleRatings(named, self.scale, given, empty, digest, unused)

    def ratings(self, rows: DataRows) -> Iterator[tuple[DataRow, tuple[Place, str], int | None]]:
        """Each row that can be used, with its place, its rater, and its rating, None if it has
        none.
        """
        columns = self.columns = self._columns(rows)
        named = self._named(columns)
        lines: dict[tuple[Place, str], int] = {}
        for row in () if self.faults else rows.rows:
            found = self._row(row, columns, named)
            if found is None:
                continue
            at, rating = found
            before = lines.setdefault((_folded(at[0]), at[1]), row.line)
            if before == row.line:
                yield row, at, rating
                continue
            (_, wave, item), rater = at
            who = f"`{rater}`" if "rater" in columns else "somebody"
            self._fault(
                row, f"{who} rated `{item}` in wave {wave} before, in line {before}",
                "keep one of the two rows; several people need a column `rater`, and several "
                "conditions a column each",
            )  # fmt: skip

    def _named(self, columns: Iterable[str]) -> list[str]:
        """The conditions among some columns."""
        return [one for one in columns if one in self.conditions.values()]

    def _columns(self, rows: DataRows) -> dict[str, str]:
        """What each column with a meaning is called in the file, conditions in their order there;
        adds a fault where one is missing.
        """
        known = {one: one for one in ("wave", "item", "rater", "rating")} | self.conditions
        found: dict[str, str] = {}
        for name in rows.columns:
            meant = known.get(plain(name))
            if meant in found:
                told = f"`{found[meant]}` and `{name}` are one column, `{meant}`"
                self.faults.append(TableFault(1, told, "keep one of them, or rename one"))
            elif meant is not None:
                found[meant] = name
        missing = [f"`{one}`" for one in _NEEDED if one not in found]
        if missing:
            there = "there is no column" if len(missing) == 1 else "there are no columns"
            others = and_list([f"`{one}`" for one in rows.columns])
            told = f"{there} {and_list(missing)} (the file has {others})"
            self.faults.append(TableFault(1, told, f"add {and_list(missing)}, or rename columns"))
        return found

    def _row(
        self, row: DataRow, columns: Mapping[str, str], named: Iterable[str]
    ) -> tuple[tuple[Place, str], int | None] | None:
        """Place and rater, and the rating; None after adding a fault."""
        cells = dict(self._texts(row, columns))
        if len(cells) < len(columns):
            return None
        empty = next((one for one in columns if one != "rating" and not cells[one]), None)
        if empty is not None:
            self._fault(row, f"`{columns[empty]}` is empty", "fill the cell")
            return None
        wave, said = _number(cells["wave"]), cells["rating"]
        if wave is None or wave < 0 or not wave.is_integer():
            told = f"the wave is `{cells['wave']}`"
            self._fault(row, told, "write a whole number: 0 before anything was shown")
            return None
        place = tuple((one, cells[one]) for one in named), int(wave), cells["item"]
        rater, (low, high), rating = cells.get("rater", MAJORITY), self.scale, _number(said)
        if not said or rating == -1 < low:
            return (place, rater), None
        if rating is None or not low <= rating <= high or not rating.is_integer():
            told = f"the rating is `{said}`"
            self._fault(row, told, f"write a whole number from {low} to {high}, as one "
                               "person gave it, or nothing if there is none")  # fmt: skip
            return None
        return (place, rater), int(rating)

    def _texts(self, row: DataRow, columns: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """The cells of a row by the meaning of their columns, without spaces around them."""
        for meant, name in columns.items():
            cell: Cell = row.cells.get(name)
            if cell is None or isinstance(cell, str):
                yield meant, _spaced(cell or "")
            else:
                self._fault(row, f"`{name}` is not text", "write a number or a text")

    def _fault(self, row: DataRow, message: str, help_text: str) -> None:
        self.faults.append(TableFault(row.line, message, help_text))
