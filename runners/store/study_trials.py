"""The trials of a study as columns: a large study has hundreds of thousands."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import eq
from typing import Any, overload

from dsl.record import replace
from dsl.trial import Levels
from runners.store.records import Sitting, StudyTrial
from runners.store.text_column import TextColumn

_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class TrialGroup:
    """What the trials of one participant (its key) in one cell share."""

    study: str
    participant: str
    experiment: str
    levels: Levels
    wording: str
    procedure: str
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class StudyTrials(Sequence[StudyTrial]):
    """The trials of a study; the record of one is made when it is asked for.

    `groups` says what several trials share, `group` has the number of each trial's group, `draws`
    and `samples` its draw and sample, `keys` and `sittings` the keys of trials and their sittings.
    """

    groups: Sequence[TrialGroup]
    group: array[int]
    draws: array[int]
    samples: array[int]
    keys: TextColumn
    sittings: TextColumn

    @classmethod
    def of(cls, rows: Iterable[StudyTrial]) -> StudyTrials:
        """The columns of these trials."""
        if isinstance(rows, StudyTrials):
            return rows
        groups: dict[TrialGroup, int] = {}
        columns = array("i"), array("i"), array("i")
        keys, sittings = TextColumn(), TextColumn()
        rest = iter(rows)
        while some := list(islice(rest, _AT_ONCE)):
            for row in some:
                one = row.sitting
                mine = TrialGroup(
                    row.study, one.participant, one.experiment, one.levels, one.wording,
                    row.procedure, row.seed,
                )  # fmt: skip
                numbers = groups.setdefault(mine, len(groups)), one.draw, one.sample
                for column, number in zip(columns, numbers, strict=True):
                    column.append(number)
            keys.extend(row.key for row in some)
            sittings.extend(row.sitting.key for row in some)
        return cls(tuple(groups), *columns, keys, sittings)

    def take(self, rows: Sequence[int]) -> StudyTrials:
        """Those with these numbers, in this order."""
        if len(rows) == len(self) and all(map(eq, rows, range(len(self)))):
            return self
        group, draws, samples = (
            array("i", map(column.__getitem__, rows))
            for column in (self.group, self.draws, self.samples)
        )
        keys, sittings = self.keys.take(rows), self.sittings.take(rows)
        return StudyTrials(self.groups, group, draws, samples, keys, sittings)

    def ordered(self, place: Callable[[TrialGroup], tuple[Any, ...]]) -> StudyTrials:
        """Group by group in the order of `place`, and by draw and sample in each."""
        import numpy as np

        places = list(map(place, self.groups))
        rank = {one: number for number, one in enumerate(sorted(set(places)))}
        ranks = np.array([rank[one] for one in places], dtype=np.int64)
        group, draws, samples = map(np.array, (self.group, self.draws, self.samples))
        return self.take(np.lexsort((samples, draws, ranks[group])).tolist())

    def with_keys(self, keys: Container[str]) -> StudyTrials:
        """Those with one of these keys."""
        return self.take([at for at, key in enumerate(self.keys) if key in keys])

    def of_groups(self, wanted: Iterable[TrialGroup]) -> StudyTrials:
        """Those of some groups, in their order."""
        some = set(wanted)
        places = {at: one for at, one in enumerate(self.groups) if one in some}
        if len(places) == len(self.groups):
            return self
        found = self.take([at for at, group in enumerate(self.group) if group in places])
        numbers = {at: number for number, at in enumerate(places)}
        group = array("i", map(numbers.__getitem__, found.group))
        return replace(found, groups=tuple(places.values()), group=group)

    @property
    def used(self) -> list[TrialGroup]:
        """The groups that have trials here, in the order of their first trials."""
        return [self.groups[number] for number in dict.fromkeys(self.group)]

    @property
    def cells(self) -> list[int]:
        """A number for each group, the same for those that differ in the participant alone."""
        known: dict[object, int] = {}
        return [
            known.setdefault((one.procedure, one.seed, one.levels, one.wording), len(known))
            for one in self.groups
        ]

    @property
    def draws_of_groups(self) -> dict[TrialGroup, set[int]]:
        """The draws of each group that has trials here, in the order of their first trials."""
        found: dict[int, set[int]] = {}
        for group, draw in zip(self.group, self.draws, strict=True):
            found.setdefault(group, set()).add(draw)
        return {self.groups[group]: draws for group, draws in found.items()}

    def __len__(self) -> int:
        return len(self.group)

    def __iter__(self) -> Iterator[StudyTrial]:
        every = zip(self.group, self.draws, self.samples, self.keys, self.sittings, strict=True)
        return (self._record(*one) for one in every)

    @overload
    def __getitem__(self, at: int) -> StudyTrial: ...

    @overload
    def __getitem__(self, at: slice) -> StudyTrials: ...

    def __getitem__(self, at: int | slice) -> StudyTrial | StudyTrials:
        if isinstance(at, slice):
            return self.take(range(len(self))[at])
        return self._record(
            self.group[at], self.draws[at], self.samples[at], self.keys[at], self.sittings[at]
        )

    def _record(self, group: int, draw: int, sample: int, key: str, sitting: str) -> StudyTrial:
        mine = self.groups[group]
        taken = Sitting(
            sitting, mine.participant, mine.experiment, mine.levels, mine.wording, draw, sample
        )
        return StudyTrial(mine.study, key, taken, mine.procedure, mine.seed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))
