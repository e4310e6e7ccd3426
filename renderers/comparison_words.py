"""How comparisons were made, in words, below the tables that show them."""

from __future__ import annotations

from dsl.words import counted
from renderers.comparison_rows import (
    Comparison,
    ComparisonKind,
    Comparisons,
    ComparisonScope,
    FamiliarEffect,
    Family,
)
from renderers.terminal import visible


def family_title(family: Family) -> str:
    """The heading of a declared family."""
    return f"declared, family {visible(family.name)}"


def method(found: Comparisons, kinds: tuple[ComparisonKind, ...]) -> list[str]:
    """A line each; `kinds` are those whose tables are shown."""
    lines = []
    if found.provisional:
        lines.append("provisional: automatic scores; have the replies coded before you report them")
    tested = [one.test for one in found.comparisons if one.test is not None]
    tested += [one.test for one in found.familiar_effects if one.test is not None]
    if found.comparisons or found.familiar:
        lines += [
            "difference: first minus second; pairs: draws with the same words on both "
            "sides; in parentheses the draws of unpaired sides (the original wording is one "
            "text)",
            "95%: interval of the difference from both sides' intervals (MOVER), using the "
            "correlation of shared draws if paired; not given below five draws; pp: "
            "percentage points",
        ]
    if any(0 < row.pairs != row.first.n or 0 < row.pairs != row.second.n for row in _cells(found)):
        lines.append(
            "if a draw has no LRS on one side, the difference uses only draws scored on "
            "both sides, so it is not the difference of the two means"
        )
    if tested:
        methods = dict.fromkeys(one.method for one in tested)
        lines.append(f"p: {'; '.join(methods)}; least p: the smallest possible with this n")
        lines.append(
            f"Holm: p adjusted within its family, to be compared with {found.alpha:g}; "
            "simulated participants form a separate family"
        )
    if found.comparisons or found.familiar_effects:
        lines.append(
            "exploratory: not declared (by `compare` in the script's design, or in a "
            "preregistration), so an interval but no p; about one in twenty 95% intervals "
            "misses the true value"
        )
    if any(row.scope is not ComparisonScope.CELL for row in found.comparisons):
        lines.append(
            "over several cells: those that both sides have, without additions; each cell "
            "has equal weight; 95% holds for these experiments only; t over exp. treats "
            "them as a sample, truncated at -5 and 5"
        )
    if found.familiar and ComparisonKind.WORDINGS in kinds:
        lines.append(
            "familiar words: original minus permuted, at the same counterbalance levels; "
            "rank: position of the original among the permuted draws, from the top; least p "
            "= 1/(draws + 1). This is not a test, since one text is not a sample. A "
            "difference does not show that a model has seen the study, and its absence does "
            "not show that it has not"
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
