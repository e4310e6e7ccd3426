"""What a design declares to compare: `compare LEVEL with LEVEL`, and its like.

Only levels of conditions are compared: an LRS is made of all versions and balanced over what is
counterbalanced, so that no trial has one for a level of these. A level may have ` with ` in its
name; every place where the words could be parted is tried.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.checking.labels import level_names
from dsl.checking.naming import closest
from dsl.diagnostic import Pointer
from dsl.experiment import Compared, Factor, What
from dsl.patterns import lazy_pattern
from dsl.record import replace
from dsl.words import folded

_WITH = lazy_pattern(r"\s+with\s+|^with\s+")
GUESSING = "guessing"
WORDINGS = ("original", "permuted")
_CHANCE = ("chance", "a guesser", "guessers", "guess", "chance level")


def comparisons(
    items: Sequence[tree.DesignItem],
    factors: Sequence[Factor],
    measures: Sequence[str],
    found: Findings,
    *,
    whole: bool,
) -> tuple[Compared, ...]:
    """The comparisons that are declared, in their order; what is wrong with others is added.
    `measures` are the names that may stand after `on`, all of them where `whole`.
    """
    kept: list[Compared] = []
    places: dict[tuple[What, frozenset[str], str], tree.Compare] = {}
    for item in items:
        if not isinstance(item, tree.Compare):
            continue
        compared = _compared(item, factors, found)
        if compared is None:
            continue
        on = _measure(item.on, compared.what, measures, found, whole=whole)
        if on is None:
            continue
        compared = replace(compared, on=on)
        same = (compared.what, frozenset((compared.first, compared.second)), on)
        if same in places:
            pointer = Pointer(places[same].span, "first here")
            found.add(faults.comparing.ComparedTwice(span=item.span, pointers=(pointer,)))
            continue
        places[same] = item
        kept.append(compared)
    return tuple(kept)


def _measure(
    on: tree.Name | None, what: What, measures: Sequence[str], found: Findings, *, whole: bool
) -> str | None:
    """The measure after `on`, or empty; None after reporting that it is unknown."""
    if on is None:
        return ""
    known = {folded(one): one for one in measures}
    if what is not What.CONDITIONS:
        _expected_elsewhere(on, found, "leave out `on`: it is for two levels")
    if folded(on.text) not in known and whole:
        found.unknown(faults.names.UnknownQuestion, on, measures, kind="measure")
    return known.get(folded(on.text))


def _compared(item: tree.Compare, factors: Sequence[Factor], found: Findings) -> Compared | None:
    family = item.family.text if item.family is not None else ""
    # The left side of `with B` is empty.
    parted = tuple(item.sides.parted(_WITH))
    conditions = [one for one in factors if one.kind is tree.FactorKind.CONDITIONS]
    levels = {
        folded(level.name): (level.name, one.name) for one in conditions for level in one.levels
    }
    both = next((two for two in parted if all(folded(side.text) in levels for side in two)), None)
    if both is None:
        what = _of_its_own(parted)
        if what is not None:
            if item.more is not None:
                _expected_elsewhere(item.more, found, "leave it out: it is for two levels")
            return Compared(what, family=family)
        _unknown(parted, factors, found)
        return None
    (first, one), (second, other) = (levels[folded(side.text)] for side in both)
    if first == second:
        found.add(faults.comparing.ComparedWithItself(span=both[1].span, name=first))
        return None
    if one != other:
        found.add(
            faults.comparing.ComparedAcross(
                span=item.sides.span, first=first, second=second, one=one, other=other
            )
        )
        return None
    return Compared(
        What.CONDITIONS, one, first, second, _expected(item.more, first, second, found), family
    )


def _of_its_own(parted: Sequence[tuple[tree.Name, tree.Name]]) -> What | None:
    """What is no comparison of levels: with guessing, or the wordings."""
    for first, second in parted:
        if not first.text and folded(second.text) == GUESSING:
            return What.GUESSING
        if sorted((folded(first.text), folded(second.text))) == sorted(WORDINGS):
            return What.WORDINGS
    return None


def _expected(more: tree.Name | None, first: str, second: str, found: Findings) -> str:
    if more is None:
        return ""
    if folded(more.text) == folded(first):
        return "more"
    if folded(more.text) == folded(second):
        return "less"
    _expected_elsewhere(more, found, f"write `expecting more in {first}`, or `... in {second}`")
    return ""


def _expected_elsewhere(more: tree.Name, found: Findings, advice: str) -> None:
    found.add(faults.comparing.ExpectedElsewhere(span=more.span, name=more.text, advice=advice))


def _unknown(
    parted: Sequence[tuple[tree.Name, tree.Name]], factors: Sequence[Factor], found: Findings
) -> None:
    """Says of sides that name no level of a condition what they are, or may have been meant."""
    if not parted:
        return  # a fault of its form, which is reported where it is read
    conditions = [one for one in factors if one.kind is tree.FactorKind.CONDITIONS]
    known = tuple(dict.fromkeys(level.name for one in conditions for level in one.levels))
    every = {folded(name) for name in known}
    for side in max(parted, key=lambda two: sum(folded(one.text) in every for one in two)):
        if not side.text or folded(side.text) in every:
            continue
        other = next((one for one in factors if folded(side.text) in level_names(one)), None)
        if other is not None:
            found.add(
                faults.comparing.ComparedWithin(
                    span=side.span, name=side.text, kind=other.kind.value, factor=other.name
                )
            )
            return
        guessing = folded(side.text) in _CHANCE
        close = GUESSING if guessing else closest(side.text, (*known, GUESSING))
        found.unknown(faults.comparing.UnknownSide, side, known, close=close)
