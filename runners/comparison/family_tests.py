"""P values of what was declared, and Holm's correction within each family.

A comparison that nobody declared leaves here without a p value, whatever its differences are. So
does every one where only a part of the study was asked for: a family corrected for the part that
somebody chose to see would have smaller p values the less is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from coders.statistics.tests_exact import above_guessing, holm, sign_flip
from dsl.record import replace
from dsl.words import folded
from renderers.rows.comparisons import (
    Comparison,
    ComparisonKind,
    ComparisonScope,
    EffectScale,
    FamiliarEffect,
    Family,
    PValue,
)
from runners.comparison.differences import Guessed, UntestedComparison, turned
from runners.comparison.families import DeclaredComparison

PART = "p values need whole families: leave out PATH, -m and --only"
RECORD = "only the effect on the LRS is tested"
ONE_EXPERIMENT = "one experiment gives a single difference, which cannot be tested"
GUESS_METHOD = "exact one-sided test against the exact distribution of guessing, one trial per text"


@dataclass(frozen=True, slots=True)
class TestedComparisons:
    """Comparisons and effects with what a test says of those that were declared."""

    comparisons: tuple[Comparison, ...]
    effects: tuple[FamiliarEffect, ...]
    families: tuple[Family, ...]
    not_found: tuple[DeclaredComparison, ...]
    """Declared, and not to be found in the study."""


def apply_tests(
    candidates: Sequence[UntestedComparison],
    effects: Sequence[FamiliarEffect],
    declared: Sequence[DeclaredComparison],
    *,
    whole: bool,
) -> TestedComparisons:
    """Tests what was declared. `whole`: all of the study is here."""
    found: set[DeclaredComparison] = set()
    rows: list[Comparison] = []
    for one in candidates:
        its = next((each for each in declared if _declares(each, one.row)), None)
        if its is None:
            rows.append(replace(one.row, untested=""))
        else:
            found.add(its)
            rows.append(_tested(one, its, whole=whole))
    wordings = next((one for one in declared if one.kind is ComparisonKind.WORDINGS), None)
    if wordings is not None and effects:
        found.add(wordings)
        effects = [_tested_effect(effect, wordings, whole=whole) for effect in effects]
    corrected = _corrected([*rows, *effects])
    return TestedComparisons(
        tuple(row for row in corrected if isinstance(row, Comparison)),
        tuple(row for row in corrected if isinstance(row, FamiliarEffect)),
        _families(declared, corrected),
        tuple(one for one in declared if one not in found),
    )


def _declares(declared: DeclaredComparison, row: Comparison) -> bool:
    """Whether a declaration is about this comparison."""
    if declared.kind is not row.kind or declared.on != row.measure:
        return False
    named = folded(declared.experiment)
    if declared.kind is ComparisonKind.GUESSING:
        return named in ("", folded(row.experiment))
    labels = {folded(row.first.label), folded(row.second.label)}
    if labels != {folded(declared.first), folded(declared.second)}:
        return False
    if declared.kind is ComparisonKind.DOMAINS:
        return True
    if declared.kind is ComparisonKind.CONDITIONS:
        return named == folded(row.experiment)
    if named:
        alone = row.scope is ComparisonScope.CELL and not row.levels
        return (row.scope is ComparisonScope.EXPERIMENT or alone) and named == folded(
            row.experiment
        )
    if declared.domain:
        return row.scope is ComparisonScope.DOMAIN and folded(declared.domain) == folded(row.domain)
    return row.scope is ComparisonScope.BATTERY


def _tested(one: UntestedComparison, declared: DeclaredComparison, *, whole: bool) -> Comparison:
    """The comparison as it was declared, with its p value not yet adjusted."""
    if declared.first and folded(one.row.first.label) != folded(declared.first):
        one = turned(one)
    row = replace(
        one.row,
        family=declared.family,
        expected=declared.expect,
        within=declared.equivalent_within,
        within_declared=bool(declared.equivalent_within),
    )
    if row.untested:
        return row
    if not whole:
        return replace(row, untested=PART)
    if one.guessed is not None:
        return replace(row, test=_guessed(one.guessed, declared.family))
    return replace(row, test=_flipped(one.differences, declared.family, "draws"))


def _tested_effect(
    effect: FamiliarEffect, declared: DeclaredComparison, *, whole: bool
) -> FamiliarEffect:
    named = replace(effect, family=declared.family)
    if effect.measure is not EffectScale.LRS:
        return replace(named, untested=RECORD)
    if effect.n < 2:
        return replace(named, untested=ONE_EXPERIMENT)
    if not whole:
        return replace(named, untested=PART)
    values = tuple(effect.by_experiment.values())
    return replace(named, test=_flipped(values, declared.family, "experiments"))


def _flipped(differences: Sequence[float], family: str, units: str) -> PValue | None:
    found = sign_flip(differences)
    if found is None:
        return None
    ways = "all sign changes" if found.exact else "99,999 sampled sign changes, seed 0"
    method = f"two-sided sign-flip test over {units}, {ways}"
    return PValue(family, found.p, found.smallest, found.p, found.n, found.ties, method)


def _guessed(guessed: Guessed, family: str) -> PValue | None:
    odds: dict[Fraction, Fraction] = dict(guessed.guessing)
    p = above_guessing(guessed.shares, odds)
    if p is None:
        return None
    n = len(guessed.shares)
    smallest = float(odds[max(odds)]) ** n
    return PValue(family, p, smallest, p, n, 0, GUESS_METHOD)


def _corrected(
    rows: Iterable[Comparison | FamiliarEffect],
) -> list[Comparison | FamiliarEffect]:
    """The rows with Holm's p, family by family."""
    found = list(rows)
    families: dict[tuple[str, bool], list[tuple[int, PValue]]] = {}
    for at, row in enumerate(found):
        if row.test is not None:
            families.setdefault((row.family, row.simulated), []).append((at, row.test))
    for tests in families.values():
        adjusted = holm([test.p for _, test in tests])
        for (at, test), p in zip(tests, adjusted, strict=True):
            found[at] = replace(found[at], test=replace(test, holm=p))
    return found


def _families(
    declared: Sequence[DeclaredComparison], rows: Sequence[Comparison | FamiliarEffect]
) -> tuple[Family, ...]:
    found: list[Family] = []
    for name in dict.fromkeys(one.family for one in declared):
        mine = [one for one in declared if one.family == name]
        members = [row for row in rows if row.family == name]
        for simulated in sorted({row.simulated for row in members}) or [False]:
            tests = [row for row in members if row.simulated is simulated]
            found.append(
                Family(
                    name,
                    tuple(one.words for one in mine),
                    " and ".join(dict.fromkeys(one.source for one in mine)),
                    simulated,
                    sum(row.test is not None for row in tests),
                )
            )
    return tuple(found)
