"""Everything that `devrun compare` and the report say: what is compared, and what was declared.

It is made of the scores and asks the store nothing: a report computes both from one reading. Which
of it gets a p value is decided in `family_tests` alone.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from dsl.record import replace
from renderers.rows.comparisons import Comparison, ComparisonKind, Comparisons
from renderers.rows.scores import StudyScores
from runners.analysis.score_notes import left_out_unequally
from runners.comparison import cells, contamination, means
from runners.comparison.bank_pairs import found_among, within_study
from runners.comparison.cells import DifferentQuestions
from runners.comparison.erasures import erasures_of
from runners.comparison.even import even_differences
from runners.comparison.families import (
    ALPHA,
    PART,
    DeclaredComparison,
    TestedComparisons,
    apply_tests,
    of_script,
    together,
)
from runners.comparison.guessing import Guessers, with_guessing
from runners.comparison.means import domain_differences
from runners.comparison.measured import on_measures
from runners.comparison.recognition import by_recognition
from runners.comparison.replies import RepliesRead, asks
from runners.comparison.task_age import by_age
from runners.comparison.variance import variance_by_source
from runners.studies.study import OpenStudy


def compared(
    opened: OpenStudy,
    scores: StudyScores,
    preregistered: Sequence[DeclaredComparison] = (),
    *,
    alpha: float = ALPHA,
    late: Sequence[DeclaredComparison] = (),
    why: str = "",
    replies: RepliesRead | None = None,
    variance: bool = False,
    within: float = 0.0,
) -> Comparisons:
    """Every comparison within a study: conditions, participants, guessing, familiar words.

    P values get those that a preregistration declared, and the scripts. `alpha` is the
    level that families are held at. `late` were declared in a preregistration that does not count,
    and `why` says why not. `replies`: what was read in replies (`read_replies`), if they were.
    `variance`: also the variance by source. `within`: bounds of equivalence for what declares none.
    """
    declared = together(
        preregistered,
        tuple(
            of_script(chapter.experiment.title, one)
            for chapter in opened.chapters
            for one in chapter.declared
        ),
    )
    whole = len(opened.rows) >= opened.study.trials
    scored = scores.scored_cells
    candidates = (
        *cells.conditions(opened.chapters, scored, DifferentQuestions(opened, scores.trials)),
        *cells.models(scored),
        *means.models_over_cells(scored),
        *domain_differences(scores.domains, scored),
        *with_guessing(scored, scores.trials, Guessers(opened)),
        *on_measures(opened.chapters, declared, scores),
    )
    familiar = tuple(contamination.familiar_cells(scores.cells, contamination.sides_of(opened)))
    effects = tuple(contamination.effects(familiar))
    read = replies or RepliesRead()
    by_source, planned = variance_by_source(opened, scores.trials) if variance else ((), ())
    drops, contrasts = erasures_of(opened.chapters, scores)
    paired = within_study(scores, declared)
    of_items = tuple(one for one in declared if found_among(paired, one))
    others = tuple(one for one in declared if one not in of_items)
    found = apply_tests(candidates, effects, others, whole=whole)
    return Comparisons(
        study=scores.study,
        simulated=scores.simulated,
        role=scores.role,
        provisional=scores.provisional and bool(scored or scores.of_items),
        alpha=alpha,
        families=found.families,
        comparisons=tuple(_bounded(row, within) for row in found.comparisons if not row.measure),
        measured=tuple(row for row in found.comparisons if row.measure),
        familiar=familiar,
        familiar_effects=found.effects,
        ages=tuple(by_age(opened.chapters, scores.cells)),
        even=tuple(even_differences(scores.even_scores)),
        erasures=drops,
        erasure_contrasts=contrasts,
        majorities=scores.majorities,
        pairs=paired,
        recognition=tuple(by_recognition(scores.trials, read.recognised)),
        reply_sources=read.sources,
        variance=by_source,
        d_study=planned,
        asks_recognition=any(map(asks, opened.chapters)),
        notes=(
            *_notes(found, whole=whole, untested=scores.untested),
            *_afterwards(opened),
            *_late(late, why, {one.words for one in declared}),
            *_other_bounds(found.comparisons, within),
            *left_out_unequally(scored),
            *scores.judge_notes,
            *scores.fail_notes,
        ),
    )


def _bounded(row: Comparison, within: float) -> Comparison:
    """The comparison with these bounds of equivalence, unless it has some. Guessing has none."""
    if not within or row.within or row.kind is ComparisonKind.GUESSING:
        return row
    return replace(row, within=within)


def _other_bounds(rows: Sequence[Comparison], within: float) -> tuple[str, ...]:
    """Declared bounds that are not those which were asked for."""
    other = dict.fromkeys(row.within for row in rows if row.within not in (0, within))
    return tuple(
        f"deviation: bounds of ±{within:g} LRS were asked for, but ±{declared:g} were declared in "
        "the preregistration; these are used for the comparisons that it declares"
        for declared in other
        if within
    )


def _late(
    late: Sequence[DeclaredComparison], why: str, declared: Container[str]
) -> tuple[str, ...]:
    """What a preregistration declares that does not count, and no script that was run."""
    return tuple(
        f"declared in a preregistration {why}, so without p: {one.words}"
        for one in late
        if one.words not in declared
    )


def _afterwards(opened: OpenStudy) -> tuple[str, ...]:
    """What a file declares that was named after the study was run."""
    return tuple(
        "declared in the current file but not in the script that was run, so without p: "
        f"{of_script(chapter.experiment.title, one).words}"
        for chapter in opened.chapters
        for one in chapter.experiment.design.compared
        if one not in chapter.declared
    )


def _notes(found: TestedComparisons, *, whole: bool, untested: Container[str]) -> tuple[str, ...]:
    if not whole:
        # What was declared may well be in the part that was left out.
        return (PART,) if found.families else ()
    return tuple(
        f"declared in the {one.source}, so without p: {one.words}, which asks no test question and "
        "has no LRS"
        if one.experiment in untested
        else f"declared in the {one.source} but not run in this study: {one.words}"
        for one in found.not_found
    )
