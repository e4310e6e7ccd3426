"""In which order one coder meets the items, and which of them twice.

Shuffled for each coder, so that tiredness and habit fall on no cell. Two samples of one text, or
two replies of one trial, never follow each other, where the packet allows it: a coder would compare
them instead of judging each. Hidden duplicates come at least thirty items after the first time.
Sorting by text with gaps would keep samples farthest apart, and make the order predictable.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Sequence
from itertools import pairwise
from math import ceil

from dsl.record import record

GAP = 30
"""So many places later a hidden duplicate comes, at least, where the packet is long enough."""

LEAST_DUPLICATES = 20
_REACH = 64
"""So far ahead a fitting item is looked for, and so often a place for a duplicate is drawn."""


@record
class Ordered:
    """`order` are the items as (number, is a duplicate) pairs. `touching` counts neighbours that
    could not be kept apart; `gap` is the least distance of duplicates that was kept; `wanted` is
    how many duplicates were asked for.
    """

    order: tuple[tuple[int, bool], ...]
    touching: int
    gap: int
    wanted: int

    @property
    def duplicates(self) -> int:
        """How many items come twice."""
        return sum(again for _, again in self.order)


def duplicates_wanted(items: int, share: float | None, count: int | None) -> int:
    """How many duplicates: `count` where it is given, else the larger of the share and twenty."""
    if count is not None:
        return count
    if not share or not items:
        return 0
    return max(ceil(items * share), LEAST_DUPLICATES)


def order(kin: Sequence[Collection[Hashable]], *, duplicates: int, lot: random.Random) -> Ordered:
    """An order of the items 0, 1, ...; `kin[i]` are marks of item i, and items that have one in
    common do not follow each other. `duplicates` is how many are to come twice.
    """
    groups = [frozenset(marks) for marks in kin]
    # Counted in the order given: the order of a set differs from one run of Python to the next.
    often = Counter(mark for marks in kin for mark in dict.fromkeys(marks))
    first = _apart(groups, often, lot)
    count = len(first)
    gap = min(GAP, count // 2)
    again = _again(first, groups, min(duplicates, count - gap), gap, lot)
    merged: list[tuple[int, bool]] = []
    for at in range(count + 1):
        if at in again:
            merged.append((again[at], True))
        if at < count:
            merged.append((first[at], False))
    return Ordered(tuple(merged), _touching(merged, groups), gap, duplicates)


def order_in_blocks(
    kin: Sequence[Collection[Hashable]],
    blocks: Sequence[Hashable],
    *,
    duplicates: int,
    lot: random.Random,
) -> Ordered:
    """The same with all items of one block before those of the next; `blocks[i]` is that of item i.
    The blocks come in a random order. Each has its part of the duplicates, of its own items.
    """
    members: dict[Hashable, list[int]] = {}
    for at, block in enumerate(blocks):
        members.setdefault(block, []).append(at)
    every = list(members.values())
    lot.shuffle(every)
    merged: list[tuple[int, bool]] = []
    gaps: list[int] = []
    begun = 0
    for mine in every:
        before, begun = begun, begun + len(mine)
        wanted = round(duplicates * begun / len(kin)) - round(duplicates * before / len(kin))
        found = order([kin[at] for at in mine], duplicates=wanted, lot=lot)
        merged += [(mine[at], again) for at, again in found.order]
        if found.duplicates:
            gaps.append(found.gap)
    touching = _touching(merged, [frozenset(marks) for marks in kin])
    return Ordered(tuple(merged), touching, min(gaps, default=GAP), duplicates)


def spread_in(
    into: int,
    count: int,
    lot: random.Random,
    fits: Callable[[int, int], bool] = lambda which, place: True,
) -> tuple[int, ...]:
    """Places for `count` things among `into` items, one somewhere in each block of equal length,
    where thing `which` fits if there is such a place in its block.
    """
    edges = [round(into * block / count) for block in range(count + 1)] if count else []
    found = []
    for which, (low, high) in enumerate(pairwise(edges)):
        places = range(low, max(low + 1, high))
        found.append(lot.choice([place for place in places if fits(which, place)] or list(places)))
    return tuple(found)


def places_in_blocks(
    blocks: Sequence[Hashable],
    wanted: Sequence[Hashable],
    lot: random.Random,
    fits: Callable[[int, int], bool],
) -> tuple[int, ...]:
    """A place of its own for each thing among items whose blocks are `blocks`: before an item of
    the block that is `wanted` for it, where it fits if there is such a place. No block has fewer
    items than things.
    """
    taken: dict[int, None] = {}
    for which, block in enumerate(wanted):
        free = [at for at, one in enumerate(blocks) if one == block and at not in taken]
        taken[lot.choice([at for at in free if fits(which, at)] or free)] = None
    return tuple(taken)


def _apart(
    groups: Sequence[frozenset[Hashable]], often: Counter[Hashable], lot: random.Random
) -> list[int]:
    """A shuffled order in which neighbours have nothing in common, as far as that can be.

    Whoever of the next few fits is taken; a mark that more than half of what is left have goes
    first, or it would be left alone at the end.
    """
    waiting = list(range(len(groups)))
    lot.shuffle(waiting)
    waiting.reverse()
    left = often.copy()
    common = [mark for mark, many in often.most_common(8) if many > 1]
    found: list[int] = []
    last: frozenset[Hashable] = frozenset()
    while waiting:
        urgent = [mark for mark in common if len(waiting) < 2 * left[mark] < 2 * len(waiting)][:1]
        chosen = len(waiting) - 1
        for at in range(chosen, -1 if urgent else max(-1, chosen - _REACH), -1):
            marks = groups[waiting[at]]
            if marks.isdisjoint(last) and all(one in marks or one in last for one in urgent):
                chosen = at
                break
        taken = waiting.pop(chosen)
        found.append(taken)
        last = groups[taken]
        left.subtract(last)
    return _mended(found, groups, lot)


def _mended(
    found: list[int], groups: Sequence[frozenset[Hashable]], lot: random.Random
) -> list[int]:
    """The order with items that touch their like put between others, where that is possible."""

    def fits(one: int, other: int) -> bool:
        inside = 0 <= one < len(found) and 0 <= other < len(found)
        return not inside or groups[found[one]].isdisjoint(groups[found[other]])

    touching = [at for at in range(1, len(found)) if not fits(at - 1, at)]
    if 4 * len(touching) > len(found):
        return found  # so many are alike that nothing is to be gained
    for at in touching:
        for _ in range(_REACH):
            to = lot.randrange(len(found))
            if abs(to - at) < 2:
                continue
            found[at], found[to] = found[to], found[at]
            if all(fits(one - 1, one) and fits(one, one + 1) for one in (at, to)):
                break
            found[at], found[to] = found[to], found[at]
    return found


def _again(
    first: Sequence[int],
    groups: Sequence[frozenset[Hashable]],
    wanted: int,
    gap: int,
    lot: random.Random,
) -> dict[int, int]:
    """Duplicates by the place in the order before which they are put in, one at each place.

    Both places are drawn on a circle, at least `gap` apart on either side, so that every place is
    as likely as any other to have one of the two. If the second were drawn from what is left after
    the first, most duplicates would be near the end, where a coder could expect them.
    """
    count = len(first)
    places: dict[int, int] = {}
    taken: set[int] = set()
    for tries in range(_REACH * wanted if gap else 0):
        one = lot.randrange(count + 1)
        other = (one + lot.randint(gap, count + 1 - gap)) % (count + 1)
        at, place = sorted((one, other))
        if at in taken or place in places:
            continue
        if _fits(first, groups, at, place) or 2 * tries > _REACH * wanted:
            taken.add(at)
            places[place] = first[at]
            if len(places) == wanted:
                return places
    return _as_many_again(first, groups, wanted, gap, lot)


def _fits(first: Sequence[int], groups: Sequence[frozenset[Hashable]], at: int, place: int) -> bool:
    """Whether the item at `at` has nothing in common with what is around a place."""
    near = [first[other] for other in (place - 1, place) if 0 <= other < len(first)]
    return all(groups[first[at]].isdisjoint(groups[other]) for other in near)


def _as_many_again(
    first: Sequence[int],
    groups: Sequence[frozenset[Hashable]],
    wanted: int,
    gap: int,
    lot: random.Random,
) -> dict[int, int]:
    """The same where so many come twice that most places are taken: as many as there can be."""
    count = len(first)
    eligible = list(range(count - gap + 1)) if gap else []
    eligible = [at for at in eligible if at < count]
    lot.shuffle(eligible)
    places: dict[int, int] = {}
    free = sorted(range(gap, count + 1))
    # Those near the end have the fewest places to go to, so they choose first.
    for at in sorted(eligible[:wanted], reverse=True):
        begin = bisect_right(free, at + gap - 1)
        if begin >= len(free):
            continue
        for _ in range(_REACH):
            pick = lot.randrange(begin, len(free))
            if _fits(first, groups, at, free[pick]):
                break
        places[free.pop(pick)] = first[at]
    return places


def _touching(merged: Sequence[tuple[int, bool]], groups: Sequence[frozenset[Hashable]]) -> int:
    return sum(
        not groups[one].isdisjoint(groups[other]) for (one, _), (other, _) in pairwise(merged)
    )
