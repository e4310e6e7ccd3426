"""Which letters a participant takes, of a bank whose items are asked in every rotation.

Then each letter is right equally often, so that a letter that is taken more often is a habit, and
not knowledge. The unit is the item, as of all scores of banks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from dsl import exact
from dsl.trial import Place
from dsl.words import LABELS
from renderers.rows.cell_row import place_of
from renderers.rows.questions import LetterChoice
from renderers.rows.trials import TrialRow
from runners.analysis.means import gap
from runners.analysis.questions.item_scores import ItemMarks


def letter_choices(
    first: TrialRow, items: Mapping[Place, ItemMarks], numbers: Mapping[Place, int]
) -> Iterator[LetterChoice]:
    """A row for each letter; `first` is a trial of the cell, `numbers` are those of its items."""
    known = {numbers[at]: item for at, item in items.items() if item.taken}
    sizes = {at: len(item.file.choices) if item.file else 0 for at, item in known.items()}
    for place in range(max(sizes.values(), default=0)):
        there = {at: item for at, item in known.items() if sizes[at] > place}
        taken = {at: _share(item, place) for at, item in there.items()}
        right = {at: _share(item, place, right=True) for at, item in there.items()}
        yield LetterChoice(
            **place_of(first),
            letter=LABELS[place],
            items=len(there),
            replies=sum(item.taken.total() for item in there.values()),
            taken=exact.mean(list(taken.values())),
            right=exact.mean(list(right.values())),
            more=gap((taken, right)),
        )


def _share(item: ItemMarks, place: int, *, right: bool = False) -> Fraction:
    """How often a place was taken in an item, or was the right one."""
    pairs = item.taken.items()
    count = sum(n for (taken, key), n in pairs if (key if right else taken) == place)
    return Fraction(count, item.taken.total())
