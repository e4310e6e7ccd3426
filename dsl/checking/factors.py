"""Factors and their levels: conditions, versions, counterbalances and swaps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.checking.labels import OTHERWISE
from dsl.checking.naming import listed
from dsl.checking.nodes import head_word
from dsl.diagnostic import Pointer, Span
from dsl.experiment import Factor, Level, Slot
from dsl.words import folded

Item = TypeVar("Item", tree.Own, tree.Worth)

AS_WRITTEN = "as written"
SWAPPED = "swapped"
TIMES = ("once", "twice", "three times", "four times", "five times", "six times", "seven times")


def factors_of(
    declared: Iterable[tree.FactorNode], slots: Mapping[str, Slot], found: Findings
) -> tuple[tuple[Factor, ...], dict[str, tree.FactorNode]]:
    """Every factor in order of declaration, and where each is declared."""
    factors: list[Factor] = []
    places: dict[str, tree.FactorNode] = {}
    seen: dict[str, Span] = {}
    for one in declared:
        if not found.is_first(one.name, "factor", seen):
            continue
        factor = _factor(one, slots, found)
        if factor.levels:
            factors.append(factor)
            places[factor.name] = one
    return tuple(factors), places


def _factor(one: tree.FactorNode, slots: Mapping[str, Slot], found: Findings) -> Factor:
    if one.swap is not None:
        return _swap(one, one.swap, slots, found)
    levels: list[Level] = []
    seen: dict[str, Span] = {}
    for level in one.levels:
        _check_name(level.name, found)
        if found.is_first(level.name, "level", seen):
            worth, own = _worth(one, level, found), _own(one, level, found)
            levels.append(Level(level.name.text, worth, own))
    if len(levels) < 2 and len(levels) == len(one.levels) and not one.from_file:
        found.add(faults.levels.TooFewLevels(span=one.name.span, name=one.name.text))
    return Factor(one.kind, one.name.text, tuple(levels))


def _check_name(name: tree.Name, found: Findings) -> None:
    if folded(name.text) == OTHERWISE:
        reason = "`otherwise` closes a list of arms"
        found.add(
            faults.names.ReservedName(span=name.span, kind="level", name=name.text, reason=reason)
        )
    words = name.text.casefold()
    for joiner, said, pattern in (
        ("`and`", "and", r"(?i)\s+and\s+"),
        ("`or`", "or", r"(?i)\s+or\s+"),
        ("a comma", ",", r"\s*,\s*"),
    ):
        if said in words and re.search(pattern, name.text):
            mended = re.sub(pattern, " with ", name.text)
            found.add(faults.names.JoiningName(span=name.span, joiner=joiner, mended=mended))
            return


def _of_version(
    one: tree.FactorNode, level: tree.LevelNode, kind: type[Item], found: Findings
) -> Item | None:
    """The only item of this kind under a level, if the level may have it."""
    items = [item for item in level.items if isinstance(item, kind)]
    found.once(items, level.name.text)
    if items and one.kind is not tree.FactorKind.VERSIONS:
        head = head_word(items[0])
        found.add(faults.levels.VersionsOnly(span=items[0].span, head=head, kind=one.kind.value))
        return None
    return items[0] if items else None


def _own(one: tree.FactorNode, level: tree.LevelNode, found: Findings) -> bool:
    return _of_version(one, level, tree.Own, found) is not None


def _worth(one: tree.FactorNode, level: tree.LevelNode, found: Findings) -> Fraction:
    worth = _of_version(one, level, tree.Worth, found)
    if worth is None:
        return Fraction(1)
    if worth.amount <= 0:
        found.add(faults.design.NotPositive(span=worth.span, head="worth", least="1"))
        return Fraction(1)
    return worth.amount


def _swap(
    one: tree.FactorNode, swap: tree.Swap, slots: Mapping[str, Slot], found: Findings
) -> Factor:
    joined = joined_by_and(swap.slots, slots)
    names = slot_group(swap.slots, slots, Findings() if joined else found)
    if len(swap.slots) < 2:
        mended = joined and f"{swap.verb} {joined}"
        found.add(faults.design.GroupTooSmall(span=swap.span, head=swap.verb, mended=mended))
    _of_one_kind(swap, names, slots, found)
    count = max(len(names), 2)
    if swap.verb == "swap" and count > 2:
        found.add(faults.design.GroupTooSmall(span=swap.span, head="swap", many=True))
    return Factor(one.kind, one.name.text, tuple(map(Level, swap_levels(swap.verb, count))), names)


_SORTS = {"people": "people", "things": "things", "places": "things", "numbers": "numbers"}
"""By their pool, words that cannot stand for words of another sort. A basket may be a thing or a
place, and `words` and `phrases` hold anything.
"""


def _of_one_kind(
    swap: tree.Swap, names: Sequence[str], slots: Mapping[str, Slot], found: Findings
) -> None:
    """Warns of a person and a thing that change places, with their articles and pronouns."""
    apart = [slots[name] for name in names if slots[name].kind in _SORTS]
    other = next((slot for slot in apart if _SORTS[slot.kind] != _SORTS[apart[0].kind]), None)
    if other is not None:
        first = apart[0]
        found.add(
            faults.method.SwapAcrossKinds(
                span=swap.span, first=first.name, first_kind=first.kind,
                second=other.name, second_kind=other.kind,
            )
        )  # fmt: skip


def swap_levels(verb: str, count: int) -> tuple[str, ...]:
    """The levels of a swap or a rotation of so many slots; level k moves every value k places."""
    if verb == "swap":
        return AS_WRITTEN, SWAPPED
    moved = (
        f"rotated {TIMES[n - 1] if n <= len(TIMES) else f'{n} times'}" for n in range(1, count)
    )
    return AS_WRITTEN, *moved


def joined_by_and(names: Sequence[tree.Name], slots: Mapping[str, Slot]) -> str:
    """Slots with something else than commas between them, as they are written; else nothing."""
    return ", ".join(listed(names[0].text, slots)) if len(names) == 1 else ""


def slot_group(
    names: Iterable[tree.Name], slots: Mapping[str, Slot], found: Findings
) -> tuple[str, ...]:
    """Slots named after `different`, `together`, `swap` or `rotate`, each known and named once."""
    group: dict[str, tree.Name] = {}
    known: dict[str, list[str]] = {}
    for slot in slots:
        known.setdefault(folded(slot), []).append(slot)
    for name in names:
        candidates = known.get(folded(name.text), [])
        exact = name.text if name.text in slots else candidates[0] if len(candidates) == 1 else None
        if exact is None:
            found.unknown(faults.names.UnknownSlot, name, slots)
        elif exact in group:
            first = Pointer(group[exact].span, "first here")
            found.add(faults.names.NamedTwice(span=name.span, name=exact, pointers=(first,)))
        else:
            group[exact] = name
    return tuple(group)
