"""The lines under tables of comparisons: how each figure was made, and what it cannot show."""

from __future__ import annotations

from collections.abc import Sequence

from renderers.fields.banks.majorities import NOTE as MAJORITY_NOTE
from renderers.fields.banks.size_and_pairs import PAIR_NOTE
from renderers.fields.comparison.recognition import RECOGNITION_NOTE, SOURCES_NOTE
from renderers.rows.comparisons import (
    Comparison,
    ComparisonKind,
    Comparisons,
    ComparisonScope,
    PValue,
)
from renderers.tables.banks.erasures import ERASURE_METHOD
from renderers.tables.score_words import PROVISIONAL_IN_SHORT
from renderers.tables.variance import variance_method
from renderers.terminal import visible


def method(found: Comparisons, kinds: tuple[ComparisonKind, ...]) -> list[str]:
    """A line each; `kinds` are those whose tables are shown."""
    lines = []
    if found.provisional:
        lines.append(PROVISIONAL_IN_SHORT)
    tested = [one.test for one in (*found.comparisons, *found.measured) if one.test is not None]
    tested += [one.test for one in found.familiar_effects if one.test is not None]
    if found.comparisons or found.measured or found.familiar:
        lines += [
            "difference: first minus second; pairs: draws with the same words on both "
            "sides; in parentheses the draws of unpaired sides (the original wording is one "
            "text)",
            "95%: interval of the difference from both sides' intervals (MOVER), using the "
            "correlation of shared draws if paired; not given below five draws; pp: "
            "percentage points",
        ]
        lines += equivalence_method(found.comparisons)
    if any(row.changed is not None for row in found.comparisons):
        lines.append(
            "different questions: proportion correct in the scored questions that do not read the "
            "same in both conditions, controls ignored; where conditions share questions "
            "(same words), this is the comparison of record, and p is its"
        )
    if any(row.own_difference is not None for row in found.comparisons):
        lines.append("own: proportion correct in the paper's own stories, controls ignored")
    if any(0 < row.pairs != row.first.n or 0 < row.pairs != row.second.n for row in _cells(found)):
        lines.append(
            "if a draw has no LRS on one side, the difference uses only draws scored on "
            "both sides, so it is not the difference of the two means"
        )
    lines += _of_tests(found, tested)
    if found.comparisons or found.familiar_effects:
        lines.append(
            "exploratory: not declared (by `compare` in the script's design, or in a "
            "preregistration), so an interval but no p; about one in twenty 95% intervals "
            "misses the true value"
        )
    if any(row.kind is ComparisonKind.DOMAINS for row in found.comparisons):
        lines.append(
            "domains: means over the paper's cells of each, not paired; 95% holds for these "
            "experiments only; of LaMDA no interval is known"
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
    if found.ages and ComparisonKind.AGES in kinds:
        lines.append(
            "rho: Spearman's correlation of the mean LRS of an experiment with the midpoint of the "
            "age range of its children; 95%: Fisher z (Bonett and Wright); negative: higher LRS in "
            "tasks of younger children. The experiments were chosen and not sampled, and differ in "
            "much else than age"
        )
    if found.even and ComparisonKind.EVEN in kinds:
        lines.append(
            "even questions: of the draws that chose one of two answers, the share of the first, "
            "first side minus second; not paired; 95%: MOVER from both exact intervals"
        )
    if found.erasures and ComparisonKind.ERASURES in kinds:
        lines.append(ERASURE_METHOD)
    if found.pairs and ComparisonKind.BANKS in kinds:
        lines.append(PAIR_NOTE)
    if found.majorities and ComparisonKind.MAJORITIES in kinds:
        lines.append(MAJORITY_NOTE)
    if ComparisonKind.RECOGNITION in kinds:
        lines += recognition_method(found)
    if found.variance and ComparisonKind.VARIANCE in kinds:
        lines += variance_method(found.variance, found.d_study)
    return [*lines, *map(visible, found.notes)]


def recognition_method(found: Comparisons) -> list[str]:
    """What the tables of recognition show, and what they cannot."""
    lines = [RECOGNITION_NOTE] if found.recognition else []
    if any(one.any for one in found.reply_sources):
        lines.append(SOURCES_NOTE)
    elif found.reply_sources:
        replies = sum(one.replies for one in found.reply_sources)
        lines.append(
            f"none of {replies:,} replies holds a link, a citation or, in permuted wording, a "
            "word of the original that the participant was not sent"
        )
    return lines


def short_method(
    found: Comparisons, shown: Sequence[Comparison], *, own: bool, unpaired: bool
) -> list[str]:
    """The same for the screen, of the comparisons that are `shown`; `own`: with their column of
    the paper's own stories; `unpaired`: with draws of sides that are not paired.
    """
    lines = []
    if found.provisional:
        lines.append(PROVISIONAL_IN_SHORT)
    lines.append("difference: first minus second, with its 95% interval; pp: percentage points")
    if unpaired:
        lines.append(
            "pairs: draws with the same words on both sides; in parentheses those of each side, "
            "not paired"
        )
    if any(row.changed is not None for row in shown):
        lines.append(
            "of record: where conditions share questions, the proportion correct in the others, in "
            "pp; else the LRS"
        )
    if own:
        lines.append("own: proportion correct in the paper's own stories")
    if any(row.within for row in shown):
        lines += equivalence_method(shown)
    lines += _of_tests(found, [row.test for row in shown if row.test is not None])
    if any(row.exploratory for row in shown):
        lines.append(
            "exploratory: not declared, so no p; about one in twenty intervals misses the true "
            "value"
        )
    return [*lines, *map(visible, found.notes)]


def equivalence_method(rows: Sequence[Comparison]) -> list[str]:
    """What a difference that was not detected shows, and what bounds of equivalence do."""
    if not any(row.within for row in rows):
        return [
            "a 95% interval that holds 0 does not show that two are equal: that needs bounds "
            "(`equivalent_within` in a preregistration, or `--equivalent-within 0.5`)"
        ]
    chosen = any(row.within and not row.within_declared for row in rows)
    return [
        "equivalent: the whole 95% interval of the difference (of record) lies within the bounds, "
        "that is, two one-sided tests at 2.5% each; one LRS point is 25% of the questions"
        + ("; bounds that were not declared before the run are exploratory" if chosen else "")
    ]


def _of_tests(found: Comparisons, tests: Sequence[PValue]) -> list[str]:
    if not tests:
        return []
    methods = dict.fromkeys(one.method for one in tests)
    return [
        f"p: {'; '.join(methods)}; least p: the smallest possible with this n",
        f"Holm: p adjusted within its family, to be compared with {found.alpha:g}; "
        "simulated participants form a separate family",
    ]


def _cells(found: Comparisons) -> list[Comparison]:
    return [row for row in found.comparisons if row.scope is ComparisonScope.CELL]
