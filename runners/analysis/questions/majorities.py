"""The majority over samples of each item of a bank, beside single replies and a greedy run.

The unit is the item, as of all scores of banks: the majorities of its draws are averaged, intervals
are over items, and differences are paired by item. Stages and the mean of groups are plain means of
groups.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from coders.votes import MajorityVote, majority
from dsl import exact
from dsl.experiment import Stage
from dsl.scoring import ScoreLevel
from dsl.trial import Place
from renderers.rows.banks import MajorityScore
from renderers.rows.cell_row import place_of
from renderers.rows.trials import TrialRow
from runners.analysis.means import gap, mean
from runners.analysis.questions.item_scores import ItemMarks, accuracy_of, levels_of
from runners.store.records import ParticipantRecord
from runners.studies.participant_labels import parameters_of

Values = Mapping[int, Fraction]
"""Something of each item, by its number."""


@dataclass(frozen=True, slots=True)
class VotedCell:
    """One cell of a bank: its first trial, its items by place, and the stages of its script."""

    first: TrialRow
    items: Mapping[Place, ItemMarks]
    stages: Sequence[Stage]


def greedy_of(
    participants: Iterable[ParticipantRecord], labels: Mapping[str, str]
) -> dict[str, str]:
    """The label of each participant -> that of the one asked in the same way but at temperature 0,
    if there is one beside it.
    """
    known = [(_but_temperature(one), one) for one in participants if one.key in labels]
    greedy = {who: one for who, one in known if parameters_of(one).get("temperature") == 0}
    return {
        labels[one.key]: labels[greedy[who].key]
        for who, one in known
        if who in greedy and greedy[who] != one
    }


def _but_temperature(one: ParticipantRecord) -> str:
    """All that makes a participant but its temperature."""
    parameters = {k: v for k, v in parameters_of(one).items() if k != "temperature"}
    return json.dumps([json.loads(one.identity) | {"parameters": parameters}], sort_keys=True)


def majority_rows(
    cells: Sequence[VotedCell], numbers: Mapping[Place, int], greedy: Mapping[str, str]
) -> Iterator[MajorityScore]:
    """The rows (`levels_of`) of each cell in which some text has several samples. `numbers` are
    those of the items, the same in every cell.
    """
    by_where = {_where(cell.first, cell.first.model): cell for cell in cells}
    for cell in cells:
        every = [votes for item in cell.items.values() for votes in item.votes.values()]
        if all(votes.total() < 2 for votes in every):
            continue
        other = greedy.get(cell.first.model, "")
        beside = by_where.get(_where(cell.first, other)) if other else None
        groups: dict[str, list[Place]] = {}
        for place, item in cell.items.items():
            groups.setdefault(item.group, []).append(place)
        made = {name: _Votes(cell, beside, some, numbers) for name, some in groups.items()}
        whole = _Votes(cell, beside, list(cell.items), numbers)
        for level, name, names in levels_of(list(groups), cell.stages):
            parts = [whole] if level is ScoreLevel.CELL else [made[one] for one in names]
            yield _row(cell, beside, level, name, parts)


def _where(row: TrialRow, model: str) -> tuple[object, ...]:
    return row.experiment, row.levels, row.wording, model


class _Votes:
    """What the samples of some items of a cell voted for, and the marks of single replies, `beside`
    those of a greedy run.
    """

    def __init__(
        self,
        cell: VotedCell,
        beside: VotedCell | None,
        places: Sequence[Place],
        numbers: Mapping[Place, int],
    ) -> None:
        items = {numbers[place]: cell.items[place] for place in places}
        self.items = len(items)
        self.texts = [votes for item in items.values() for votes in item.votes.values()]
        self._majorities = {number: _majorities(item) for number, item in items.items()}
        self.single = _singles(items)
        there = {} if beside is None else beside.items
        self.greedy = _singles({numbers[at]: there[at] for at in places if at in there})

    @cached_property
    def won(self) -> Values:
        """The mean majority of each item over its draws."""
        return {
            number: exact.mean([one.mark for one in found])
            for number, found in self._majorities.items()
            if found
        }

    @property
    def strict(self) -> Fraction | None:
        """The mean over items with ties as wrong."""
        every = self._majorities.values()
        return mean(exact.mean([one.strict for one in found]) for found in every if found)

    @property
    def ties(self) -> int:
        """Texts of which several readings have most votes."""
        return sum(one.tied > 1 for found in self._majorities.values() for one in found)


def _row(
    cell: VotedCell, beside: VotedCell | None, level: ScoreLevel, name: str, parts: Sequence[_Votes]
) -> MajorityScore:
    """The row of a group, or the plain mean of several."""
    texts = [votes for part in parts for votes in part.texts]
    counts = [votes.total() for votes in texts]
    return MajorityScore(
        **place_of(cell.first),
        level=level,
        group=name,
        items=sum(part.items for part in parts),
        samples=(min(counts), max(counts)),
        replies=sum(counts),
        votes=sum(votes.total() - votes[None] for votes in texts),
        majority=accuracy_of([part.won for part in parts]),
        strict=_plain_mean([part.strict for part in parts]),
        ties=sum(part.ties for part in parts),
        texts=len(texts),
        single=accuracy_of([part.single for part in parts]),
        gain=gap(*((part.won, part.single) for part in parts)),
        greedy="" if beside is None else beside.first.model,
        greedy_score=_plain_mean([mean(part.greedy.values()) for part in parts]),
        over_greedy=gap(*((part.won, part.greedy) for part in parts)),
    )


def _majorities(item: ItemMarks) -> list[MajorityVote]:
    """The majority of each draw of an item in which something was voted for."""
    read = (
        {vote: n for vote, n in votes.items() if vote is not None} for votes in item.votes.values()
    )
    return [one for votes in read if (one := majority(votes)) is not None]


def _singles(items: Mapping[int, ItemMarks]) -> Values:
    """The mean mark of each item over samples, then draws."""
    found = {number: item.marked() for number, item in items.items()}
    return {
        number: one.mark
        for number, one in found.items()
        if one is not None and one.mark is not None
    }


def _plain_mean(parts: Sequence[Fraction | None]) -> Fraction | None:
    return None if None in parts else mean(parts)
