"""The ratings of each participant beside people's, as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from coders.statistics.ratings import Flags, Floats, Ints
from coders.statistics.wave_kappas import pair_tables
from coders.tables.wave_ratings import WaveTable, conditions_of
from dsl.files.people import PeopleRatings
from dsl.trial import Levels
from renderers.rows.waves import WaveRating
from runners.waves.estimates import Estimates, mean

EXPERIMENT = "experiment"
"""What tells the scripts of one study apart, where several have waves."""


class RatedPlaces:
    """Numbers of conversations, waves and items that hold for all participants of some tables, so
    that they can be compared. A conversation is all that was asked under one set of levels of
    `conditions`, in any draw.
    """

    def __init__(self, *tables: WaveTable) -> None:
        self.scale = tables[0].scale
        self.conditions = conversation_conditions(tables[0])
        rows = [row for table in tables for row in table.rows]
        self._keys: dict[Levels, tuple[str, ...]] = {}
        for levels in dict.fromkeys(row.levels for row in rows):
            named = dict(levels)
            self._keys[levels] = tuple(named.get(one, "") for one in self.conditions)
        self.levels = sorted(set(self._keys.values()))
        self.waves = sorted({row.wave for row in rows})
        self._numbers = {key: at for at, key in enumerate(self.levels)}
        self._waves = {wave: at for at, wave in enumerate(self.waves)}
        self._items: dict[tuple[int, int, str], int] = {}

    def of(self, rows: Sequence[WaveRating]) -> Ints:
        """Conversation, wave, and item of that wave and conversation, of each row: (3, rows)."""
        found = []
        for row in rows:
            here = self._numbers[self._keys[row.levels]], self._waves[row.wave]
            item = self._items.setdefault((*here, row.item), len(self._items))
            found.append((*here, item))
        return np.array(found, dtype=np.int64).reshape(-1, 3).T


class WaveParticipant:
    """A participant. Each array has an entry for each of its `rows`: `mine` and `theirs` are steps
    from 0, or -1 for none; `reasons` how its reason was rated, NaN for none.
    """

    def __init__(
        self, rows: Sequence[WaveRating], places: RatedPlaces, rationality: PeopleRatings | None
    ) -> None:
        first = rows[0]
        self.head = (first.participant, first.simulated, first.sees_feedback)
        self.rows, self.places, self.rationality = rows, places, rationality
        self.low, high = places.scale
        self.k = high - self.low + 1
        self.waves, self.levels, self.conditions = places.waves, places.levels, places.conditions
        self.conversation, self.wave, self.item = places.of(rows)
        self.turned = np.array([row.reversed for row in rows])
        self.mine = self._steps(row.rating for row in rows)
        self.theirs = self._steps(row.people for row in rows)
        self.reasons = np.full(len(rows), np.nan)
        if rationality is not None:
            said = [_rationality(row, rationality) for row in rows]
            self.reasons = np.array(said, dtype=np.float64)

    def _steps(self, ratings: Iterable[int | None]) -> Ints:
        found = [-1 if one is None else one - self.low for one in ratings]
        return np.array(found, dtype=np.int64)

    @property
    def paired(self) -> Flags:
        """Which ratings stand beside people's."""
        return (self.mine >= 0) & (self.theirs >= 0)

    @property
    def beside(self) -> Flags:
        """Which ratings enter means: those that stand beside people's, and in waves in which people
        rated nothing all. Otherwise means would be over other items than people's.
        """
        return self.paired | ~np.isin(self.wave, self.wave[self.paired])

    def tables(self, use: Flags | None = None) -> Floats:
        """Its ratings against people's, (conversations, waves, k, k); `use`: of these rows."""
        use = self.paired if use is None else use & self.paired
        pairs = np.array([self.conversation, self.wave, self.mine, self.theirs])
        return pair_tables(pairs[:, use], shape=(len(self.levels), len(self.waves), self.k))

    def sums(self, values: Floats) -> tuple[Floats, Floats]:
        """Sums and counts of values that there are, by conversation and wave."""
        there = ~np.isnan(values)
        shape = (len(self.levels), len(self.waves))
        flat = np.ravel_multi_index((self.conversation[there], self.wave[there]), shape)
        size = shape[0] * shape[1]
        total: Floats = np.bincount(flat, values[there], size).astype(np.float64).reshape(shape)
        return total, np.bincount(flat, minlength=size).reshape(shape).astype(np.float64)

    def opinions(self, *, people: bool = False) -> Floats:
        """Its ratings, or people's, those of reversed items turned; NaN for none."""
        steps = np.where(self.beside, self.theirs if people else self.mine, -1)
        turned = np.where(self.turned, self.k - 1 - steps, steps) + self.low
        return np.where(steps < 0, np.nan, turned)

    def mean(self, values: Floats) -> Estimates:
        """The mean by wave of values on the scale."""
        return mean(*self.sums(values), self.waves, self.levels, self.places.scale)

    def reason_mean(self, use: Flags | None = None) -> Estimates | None:
        """How its reasons were rated by wave; None where nobody's were."""
        if self.rationality is None:
            return None
        values = self.reasons if use is None else np.where(use, self.reasons, np.nan)
        why, scale = "none of its reasons was rated", self.rationality.scale
        return mean(*self.sums(values), self.waves, self.levels, scale, reason=why)


def _rationality(row: WaveRating, given: PeopleRatings) -> float:
    run = {"participant": row.participant, "draw": str(row.draw), "sample": str(row.sample)}
    most = given.majority({**dict(row.levels), **run}, row.wave, row.item).rating
    return np.nan if most is None else float(most)


def participants_of(table: WaveTable, places: RatedPlaces) -> list[WaveParticipant]:
    """The participants of a table, by name."""
    by_name: dict[str, list[WaveRating]] = {}
    for row in table.rows:
        by_name.setdefault(row.participant, []).append(row)
    return [WaveParticipant(rows, places, table.reasons) for _, rows in sorted(by_name.items())]


def conversation_conditions(table: WaveTable) -> list[str]:
    """The conditions that tell conversations apart: those of people's ratings if there are any,
    else all but the wording.
    """
    there = list(conditions_of(table.rows))
    named = {name for each in table.people.values() for name in each.conditions}
    if named:
        named.add(EXPERIMENT)
        return [one for one in there if one in named]
    return [one for one in there if one != "wording"]
