"""Sets of words: which draws have the same one, and whether the pools have one for each draw.

Two draws have the same set of words if each slot has the same word in both, or if slots whose words
a counterbalance moves have the same words between them: a story of {red} and {blue} and its twin
with the two colours swapped are two trials, and one set of words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice, product

from dsl.drawing.different import (
    all_placed,
    conflict,
    different_pairs,
    pairs_through_swaps,
    units,
)
from dsl.experiment import Design, Factor, Slot, Word

WordSet = tuple[tuple[str, ...], ...]
"""The words of each group of slots that change places, in alphabetical order."""

_EFFORT = 2000
"""So many combinations of words are looked at, at most, when those of the pools are counted."""


def places(slots: Iterable[str], factors: Sequence[Factor]) -> tuple[tuple[str, ...], ...]:
    """The slots, those whose words change places in one group; any other is a group of its own."""
    groups: dict[str, tuple[str, ...]] = {name: (name,) for name in slots}
    for factor in factors:
        moved = [other for name in factor.swap for other in groups.get(name, (name,))]
        if not groups.keys().isdisjoint(moved):
            groups.update(dict.fromkeys(moved, tuple(dict.fromkeys(moved))))
    return tuple(dict.fromkeys(groups.values()))


def word_set(words: Mapping[str, Word], groups: Iterable[Iterable[str]]) -> WordSet:
    """The set of words of one draw, from the word in each slot."""
    return tuple(tuple(sorted([words[name].text for name in group])) for group in groups)


def word_sets_up_to(
    most: int, slots: Sequence[Slot], design: Design, factors: Sequence[Factor]
) -> int:
    """How many sets of words the pools can give, or `most` if they can give as many or more, or if
    that is not known within a bounded effort."""
    among = units(slots, design)
    pairs = pairs_through_swaps(different_pairs(design), factors)
    groups = places((slot.name for slot in slots), factors)
    found: set[WordSet] = set()
    combinations = product(*(range(len(unit.rows)) for unit in among))
    for rows in islice(combinations, _EFFORT):
        if not conflict(all_placed(among, rows, {}), pairs):
            drawn = (
                zip(u.slots, u.rows[row], strict=True) for u, row in zip(among, rows, strict=True)
            )
            found.add(word_set(dict(chain.from_iterable(drawn)), groups))
        if len(found) >= most:
            return most
    return len(found) if next(combinations, None) is None else most
