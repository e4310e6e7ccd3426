"""How comparisons were made, in words, below the tables that show them."""

from __future__ import annotations

from renderers.comparison_rows import (
    Comparison,
    ComparisonKind,
    Comparisons,
    ComparisonScope,
    FamiliarEffect,
    Family,
)
from renderers.design_words import counted
from renderers.terminal import visible


def family_title(family: Family) -> str:
    """The heading of a declared family."""
    return f"declared, family {visible(family.name)}"


def method(found: Comparisons, kinds: tuple[ComparisonKind, ...]) -> list[str]:
    """A line each; `kinds` are those whose tables are shown."""
    lines = []
    if found.provisional:
        lines.append("provisional: by the matcher's marks; code the replies first")
    tested = [one.test for one in found.comparisons if one.test is not None]
    tested += [one.test for one in found.familiar_effects if one.test is not None]
    if found.comparisons or found.familiar:
        lines += [
            "difference: first minus second; pairs: draws told in the same words on both sides, "
            "and in brackets the draws of sides that are not paired (the original wording is one "
            "text)",
            "95%: of a difference, out of both sides' intervals (MOVER), with the correlation over "
            "common draws where paired; none under five draws; pp: percentage points",
        ]
    if any(0 < row.pairs != row.first.n or 0 < row.pairs != row.second.n for row in _cells(found)):
        lines.append(
            "where a draw has no LRS on one side, the difference is over the draws that both have, "
            "and not that of the two means"
        )
    if tested:
        methods = dict.fromkeys(one.method for one in tested)
        lines.append(f"p: {'; '.join(methods)}; least p: what so many could give at all")
        lines.append(
            f"Holm: adjusted over the p values of a family, to be compared with {found.alpha:g}; "
            "simulated participants are a family of their own"
        )
    if found.comparisons or found.familiar_effects:
        lines.append(
            "exploratory: nobody declared it (`compare` in the script's design, or a "
            "preregistration), so it has an interval and no p; of many intervals one in twenty "
            "leaves out the truth"
        )
    if any(row.scope is not ComparisonScope.CELL for row in found.comparisons):
        lines.append(
            "over several cells: those that both sides have, additions left out; an "
            "experiment weighs as much as it has cells; 95% is about these experiments, t over "
            "exp. takes them for a sample and is cut at -5 and 5"
        )
    if found.familiar and ComparisonKind.WORDINGS in kinds:
        lines.append(
            "familiar words: original minus permuted, at the same counterbalance levels; rank: the "
            "place of the original among the permuted draws, from the top, with least p = 1/(draws "
            "+ 1), and no test: one text is no sample. Neither a difference nor none says what a "
            "model has read before"
        )
    return [*lines, *map(visible, found.notes)]


def _cells(found: Comparisons) -> list[Comparison]:
    return [row for row in found.comparisons if row.scope is ComparisonScope.CELL]


def untested(found: Comparisons) -> list[str]:
    """Why declared comparisons have no p value, a line for each reason."""
    reasons: dict[str, int] = {}
    rows: list[Comparison | FamiliarEffect] = [*found.comparisons, *found.familiar_effects]
    for row in rows:
        told = row.untested in found.notes
        if row.family and row.test is None and row.untested and not told:
            reasons[row.untested] = reasons.get(row.untested, 0) + 1
    return [
        f"{counted(count, 'declared comparison')} without p: {reason}"
        for reason, count in reasons.items()
    ]


def declared(family: Family) -> str:
    """What was declared in a family, and where."""
    return f"declared in the {family.source}: {'; '.join(map(visible, family.declared))}"
