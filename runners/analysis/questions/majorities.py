"""The majority over samples of each item of a bank, beside single replies and a greedy run.

The unit is the item, as of all scores of banks: the majorities of its draws are averaged, intervals
are over items, and differences are paired by item.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from coders.votes import majority
from dsl.scoring import ACCURACY, ScoreLevel
from dsl.trial import Place
from renderers.rows.cell_row import place_of
from renderers.rows.majorities import MajorityScore
from renderers.rows.trials import TrialRow
from runners.analysis.means import figure, gap, mean
from runners.analysis.questions.item_scores import Item
from runners.analysis.score_table import CellKey
from runners.store.records import ParticipantRecord
from runners.studies.participant_labels import parameters_of


@dataclass(frozen=True, slots=True)
class BankCell:
    """One cell of a bank: its first trial, and its items by place."""

    first: TrialRow
    items: Mapping[Place, Item]


def greedy_of(
    participants: Iterable[ParticipantRecord], labels: Mapping[str, str]
) -> dict[str, str]:
    """The label of each participant -> that of the one of its name at temperature 0, if there is
    one beside it.
    """
    known = [(one, labels[one.key]) for one in participants if one.key in labels]
    greedy = {one.name: label for one, label in known if parameters_of(one).get("temperature") == 0}
    return {
        label: greedy[one.name]
        for one, label in known
        if one.name in greedy and greedy[one.name] != label
    }


def majority_rows(
    cells: Mapping[CellKey, BankCell], numbers: Mapping[Place, int], greedy: Mapping[str, str]
) -> Iterator[MajorityScore]:
    """Rows of each cell in which some text has several samples: of all items and of each group.
    `numbers` are those of the items, the same in every cell.
    """
    by_where = {_where(cell.first, cell.first.model): cell for cell in cells.values()}
    for cell in cells.values():
        if not any(_repeated(item) for item in cell.items.values()):
            continue
        other = greedy.get(cell.first.model, "")
        beside = by_where.get(_where(cell.first, other)) if other else None
        groups: dict[str, list[Place]] = {}
        for place, item in cell.items.items():
            groups.setdefault(item.group, []).append(place)
        yield _row(cell, beside, list(cell.items), numbers)
        if len(groups) > 1:
            for name, places in groups.items():
                row = _row(cell, beside, places, numbers)
                yield replace(row, level=ScoreLevel.GROUP, group=name)


def _where(row: TrialRow, model: str) -> tuple[object, ...]:
    return row.experiment, row.levels, row.wording, model


def _repeated(item: Item) -> bool:
    return any(votes.total() > 1 for votes in item.votes.values())


def _row(
    cell: BankCell,
    beside: BankCell | None,
    places: Sequence[Place],
    numbers: Mapping[Place, int],
) -> MajorityScore:
    """The row of some items of a cell, `beside` the cell of a greedy run."""
    items = {numbers[place]: cell.items[place] for place in places}
    texts = [votes for item in items.values() for votes in item.votes.values()]
    found = {number: _majorities(item) for number, item in items.items()}
    won = {number: each[0] for number, each in found.items() if each is not None}
    strict = [each[1] for each in found.values() if each is not None]
    single = _singles(items)
    greedy = _singles(
        {} if beside is None else {numbers[p]: beside.items[p] for p in places if p in beside.items}
    )
    counts = [votes.total() for votes in texts]
    return MajorityScore(
        **place_of(cell.first),
        level=ScoreLevel.CELL,
        group="",
        items=len(items),
        samples=(min(counts), max(counts)),
        replies=sum(counts),
        votes=sum(votes.total() - votes[None] for votes in texts),
        majority=figure(won, kind=ACCURACY),
        strict=mean(strict),
        ties=sum(each[2] for each in found.values() if each is not None),
        texts=len(texts),
        single=figure(single, kind=ACCURACY),
        gain=gap((won, single)),
        greedy="" if beside is None else beside.first.model,
        greedy_score=mean(greedy.values()),
        over_greedy=gap((won, greedy)),
    )


def _majorities(item: Item) -> tuple[Fraction, Fraction, int] | None:
    """The mean majority over the draws of an item, the same with ties as wrong, and how many of
    them are ties; None without a vote.
    """
    found = [
        one
        for votes in item.votes.values()
        if (one := majority({v: n for v, n in votes.items() if v is not None})) is not None
    ]
    if not found:
        return None
    whole, strict = (
        sum(part, Fraction(0)) / len(found)
        for part in zip(*((one.mark, one.strict) for one in found), strict=True)
    )
    return whole, strict, sum(one.tied > 1 for one in found)


def _singles(items: Mapping[int, Item]) -> dict[int, Fraction]:
    """The mean mark of each item over samples, then draws."""
    found = {number: item.marked() for number, item in items.items()}
    return {
        number: one.mark
        for number, one in found.items()
        if one is not None and one.mark is not None
    }
