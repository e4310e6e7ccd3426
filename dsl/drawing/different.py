"""Values that go to slots, and which of them may not meet: units, swaps and `different`.

Slots that are drawn `together` are one unit, whose rows are drawn as a whole; any other slot is a
unit of its own. `different` is judged where the values end up, after any swap of this draw, because
that is what a participant reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, islice, product

from dsl.experiment import Design, Factor, Permutation, Slot, Word
from dsl.record import record, replace
from dsl.words import folded

_EFFORT = 20_000
"""So many choices are tried, at most, before a draw counts as impossible to fill."""

_WAYS = 256
"""So many combinations of the levels of swaps are looked at, at most."""

Pairs = Mapping[str, frozenset[str]]
"""For each slot those that it may not be equal to."""


class NoWords(ValueError):
    """The pools cannot fill the slots of one draw with different words; checking prevents it."""


@record
class Unit:
    """Slots that are drawn as one, and the rows of words they can take."""

    slots: tuple[str, ...]
    rows: tuple[tuple[Word, ...], ...]


def units(slots: Sequence[Slot], design: Design) -> tuple[Unit, ...]:
    """The units of a script in order of declaration.

    A value without a pronoun takes the one of its slot's original, so that `Martin (he): Oskar`
    needs to be said once. Words that have no values never vary.
    """
    by_name = {slot.name: slot for slot in slots}
    joined: dict[str, tuple[str, ...]] = {}
    for group in design.together:
        known = tuple(name for name in group if name in by_name and name not in joined)
        joined.update(dict.fromkeys(known, known))
    found: dict[tuple[str, ...], Unit] = {}
    for slot in slots:
        members = joined.get(slot.name, (slot.name,))
        if members not in found:
            pools = [pool(by_name[name]) for name in members]
            found[members] = Unit(members, tuple(zip(*pools, strict=False)))
    return tuple(found.values())


def pool(slot: Slot) -> tuple[Word, ...]:
    """The words that permutation draws from: the values, or the original if there are none."""
    given = slot.values or (slot.original,)
    return tuple(with_pronoun(word, slot) for word in given)


def with_pronoun(word: Word, slot: Slot) -> Word:
    """The word with a pronoun: its own, that of the slot's original, or the one for its kind."""
    usual = "they" if slot.kind == "people" else "it"
    return replace(word, pronoun=word.pronoun or slot.original.pronoun or usual)


def different_pairs(design: Design) -> Pairs:
    """Which slots must differ, from every `different` of the design."""
    found: dict[str, set[str]] = {}
    for group in design.different:
        for name in group:
            found.setdefault(name, set()).update(other for other in group if other != name)
    return {name: frozenset(others) for name, others in found.items()}


def swapped(factors: Sequence[Factor], levels: Mapping[str, int]) -> dict[str, str]:
    """Where the value drawn for each slot ends up; slots that stay are left out.

    `levels` holds the place of each counterbalance factor's level; level k moves values k on.
    """
    place: dict[str, str] = {}
    for factor in factors:
        shift = levels[factor.name] if factor.swap else 0
        if not shift:
            continue
        count = len(factor.swap)
        moves = {s: factor.swap[(i + shift) % count] for i, s in enumerate(factor.swap)}
        for slot in moves:
            place.setdefault(slot, slot)
        place = {drawn: moves.get(now, now) for drawn, now in place.items()}
    return place


def _ways_of_swaps(factors: Sequence[Factor]) -> Iterator[dict[str, str]]:
    """`swapped` at every combination of the levels of these factors, of the first `_WAYS`."""
    names = [factor.name for factor in factors]
    turns = islice(product(*(range(len(factor.levels)) for factor in factors)), _WAYS)
    for levels in turns:
        yield swapped(factors, dict(zip(names, levels, strict=True)))


def pairs_through_swaps(pairs: Pairs, factors: Sequence[Factor]) -> Pairs:
    """The pairs that keep `different` true at every level of every swap."""
    closed = {name: set(others) for name, others in pairs.items()}
    for factor in factors:
        members = set(factor.swap)
        touched: set[str] = set()
        for name in members:
            touched |= closed.get(name, set())
        for name in members:
            closed.setdefault(name, set()).update(touched - {name})
        for other in touched:
            closed.setdefault(other, set()).update(members - {other})
    return {name: frozenset(others) for name, others in closed.items()}


_known = lru_cache(maxsize=4096)(folded)


def sort_of(word: Word) -> str:
    """What makes two words the same word for `different`."""
    return _known(word.text)


def conflict(placed: Mapping[str, str], pairs: Pairs) -> bool:
    """Whether two slots that must differ hold the same word."""
    return any(
        name in placed and other in placed and placed[name] == placed[other]
        for name, others in pairs.items()
        for other in others
    )


def connected(among: Sequence[Unit], pairs: Pairs) -> tuple[tuple[int, ...], ...]:
    """The places of units that must be drawn with an eye on each other, smallest pool first."""
    home = {slot: at for at, unit in enumerate(among) for slot in unit.slots}
    left = dict.fromkeys(range(len(among)))
    found: list[tuple[int, ...]] = []
    while left:
        group = [next(iter(left))]
        del left[group[0]]
        for at in group:
            near = {other for slot in among[at].slots for other in pairs.get(slot, frozenset())}
            reached = sorted({home[name] for name in near if name in home}.intersection(left))
            group.extend(reached)
            for other in reached:
                del left[other]
        found.append(tuple(sorted(group, key=lambda at: (len(among[at].rows), at))))
    return tuple(found)


def solve(
    group: Sequence[Unit],
    wishes: Sequence[Sequence[int]],
    place: Mapping[str, str],
    pairs: Pairs,
) -> tuple[int, ...]:
    """A row for every unit so that all that must differ does; earlier wishes are granted first.

    Raises NoWords where there is no such choice, or none is found with a bounded effort.
    """
    chosen: list[int] = []
    filled: list[dict[str, str]] = [{}]
    waiting = [iter(wishes[0])]
    for _ in range(_EFFORT):
        row = next(waiting[-1], None)
        if row is None:
            waiting.pop()
            if not chosen:
                break
            chosen.pop()
            filled.pop()
            continue
        here = placed(group[len(chosen)], row, place)
        together = {**filled[-1], **here}
        if conflict(together, {name: pairs[name] for name in here if name in pairs}):
            continue
        chosen.append(row)
        if len(chosen) == len(group):
            return tuple(chosen)
        filled.append(together)
        waiting.append(iter(wishes[len(chosen)]))
    names = ", ".join(f"`{slot}`" for unit in group for slot in unit.slots)
    raise NoWords(f"the pools of {names} cannot be filled with different words in every draw")


def impossible(
    slots: Sequence[Slot], design: Design, factors: Sequence[Factor]
) -> tuple[tuple[str, ...], ...]:
    """The groups of slots that no words can keep different, at one level of a swap or another.

    For checking: where this is empty, expansion never raises NoWords. A group whose every two slots
    can differ may still be impossible as a whole, when several `different` overlap.
    """
    pairs = different_pairs(design)
    turning = [factor for factor in factors if factor.swap]
    closed = pairs_through_swaps(pairs, turning)
    among = units(slots, design)
    found: dict[tuple[str, ...], None] = {}
    if design.permutation is Permutation.EVERY_COMBINATION:
        ways: list[tuple[dict[str, str], Pairs]] = [({}, closed)]
    else:
        ways = [(place, pairs) for place in _ways_of_swaps(turning)]
    for group in connected(among, closed):
        members = [among[at] for at in group]
        wishes = [range(len(unit.rows)) for unit in members]
        for place, apart in ways:
            try:
                solve(members, wishes, place, apart)
            except NoWords:
                found[tuple(slot for unit in members for slot in unit.slots)] = None
    return tuple(found)


def words_in_common(
    slots: Sequence[Slot], design: Design, factors: Sequence[Factor]
) -> dict[frozenset[str], str]:
    """Every two slots that may have the same word in one draw, and such a word."""
    together = {name: group for group in design.together for name in group}
    words = {slot.name: tuple(map(sort_of, pool(slot))) for slot in slots}
    common: dict[tuple[str, str], str] = {}
    for first, second in combinations(words, 2):
        if second in together.get(first, ()):
            rows = zip(words[first], words[second], strict=False)
            same = next((one for one, other in rows if one == other), None)
        else:
            same = next((word for word in words[first] if word in words[second]), None)
        if same is not None:
            common[first, second] = same
    if not common:
        return {}
    apart = different_pairs(design)
    found: dict[frozenset[str], str] = {}
    for place in _ways_of_swaps([factor for factor in factors if factor.swap]):
        for drawn, same in common.items():
            first, second = (place.get(slot, slot) for slot in drawn)
            if second not in apart.get(first, ()):
                found.setdefault(frozenset((first, second)), same)
    return found


def all_placed(
    among: Iterable[Unit], rows: Iterable[int], place: Mapping[str, str]
) -> dict[str, str]:
    """What rows of several units put where."""
    filled: dict[str, str] = {}
    for unit, row in zip(among, rows, strict=True):
        filled.update(placed(unit, row, place))
    return filled


def placed(unit: Unit, row: int, place: Mapping[str, str]) -> dict[str, str]:
    """What one row of a unit puts where."""
    words = unit.rows[row]
    return {
        place.get(slot, slot): sort_of(word) for slot, word in zip(unit.slots, words, strict=True)
    }
