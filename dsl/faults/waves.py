"""E780 to E785, W735: conditions, waves and items that are read from files."""

from __future__ import annotations

from dsl.diagnostic import Fault
from dsl.faults.wording import NoneOfThese


class ColumnMissing(Fault):
    """A file without a column that it must have."""

    code = "E780"
    title = "`{file}` has no column `{name}`"
    caret = "needed here"
    remedy = "name a column `{name}` in its first row: it holds {holds}"

    file: str
    name: str
    holds: str


class LevelOfNoFile(NoneOfThese):
    """A row names a level that its condition does not have."""

    code = "E781"
    title = "`{name}` is no level of `{factor}`"
    caret = "in this row"
    remedy = "write a level of the condition"

    factor: str


class RowMissing(Fault):
    """A wave or an item without a row for some levels."""

    code = "E782"
    title = "`{file}` has no row for {what}"
    caret = "a row is missing"
    remedy = "write each {each} once for every level, under the same name; its words may differ"

    file: str
    what: str
    each: str


class RowTwice(Fault):
    """Two rows for the same level, wave or item."""

    code = "E783"
    title = "there are two rows for {what}"
    caret = "and this one"
    remedy = "keep one of the two rows"

    what: str


class RatingsOfNothing(Fault):
    """Ratings of people that are of no level, wave or item of the script."""

    code = "W735"
    title = "{count} of {total} ratings by people are left out: `{name}` is no {what}"
    caret = "not all of it is used"
    remedy = "write it as in the script, if it is meant"

    count: int
    total: int
    name: str
    what: str


class NotCarried(Fault):
    """What is carried is no record, no last one, or nothing in words."""

    code = "E784"
    title = "`{name}` cannot be carried: {what}"
    caret = "{where}"
    remedy = "{instead}"

    name: str
    what: str
    where: str
    instead: str


class BesideWaves(Fault):
    """A second statement that would give a participant several conversations."""

    code = "E785"
    title = "{what} cannot be in a script with waves"
    caret = "beside `waves {name}`"
    remedy = "{instead}"

    what: str
    name: str
    instead: str
