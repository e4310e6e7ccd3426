"""Agreement on a study as one JSON document, for whoever scripts it.

At the top stand the figures for the marks of test questions, under the same keys as for a table of
ratings; everything else is under keys of its own.
"""

from __future__ import annotations

from coders.statistics.intervals import Interval
from coders.statistics.masking import Masking
from runners.agreement.coefficients import agreement_document as figures
from runners.agreement.each_coder import CoderPart
from runners.agreement.measures import Reliability
from runners.agreement.results import Group, OtherRaters, QuestionPart, StudyAgreement
from runners.analysis.document import number
from runners.coding.coder_progress import CoderReport

Json = dict[str, object]


def study_document(found: StudyAgreement) -> Json:
    """What `devrun agree --json` prints of a study. Null where nothing can be said, with a reason.

    `value` and `ci95` are as computed, not rounded; `n_items` counts what a figure rests on.
    """
    return {
        "study": found.study,
        "simulated": found.simulated,
        **figures(found.marks.agreement),
        "pooled": list(found.pooled),
        "as_paper": found.as_paper,
        "trials": {
            "asked_for": found.trials,
            "coded": found.standing,
            "different": found.coded,
            "double_coded": found.double,
            "double_share": found.double / found.coded if found.coded else None,
            "gate_disputed": found.disputed,
            "gate_disputed_trials": found.disputed_trials,
            "gate_disputed_open": found.disputed_open,
            "other_words": found.stale,
        },
        "resampled": "experiment x draw, within experiments",
        "questions": [_question(one) for one in found.questions],
        "gate": _part(found.gate),
        "control_questions": _part(found.controls),
        "lrs": _part(found.rule),
        "lrs_with_zeros": _part(found.final),
        "lrs_in_three_steps": {
            "categories_before": len(found.final.agreement.labels),
            "categories_after": len(found.three_steps.agreement.labels),
            **_part(found.three_steps),
        },
        "lrs_linear": _part(found.linear),
        "by_experiment": [_group("experiment", one) for one in found.experiments],
        "by_model": [_group("model", one) for one in found.models],
        "authors": None if found.authors is None else _apart(found.authors),
        "judges": [_apart(one) for one in found.judges],
        "hidden": list(found.hidden),
        "packets": [_report(one) for one in found.reports],
        "each_coder": [_person(one) for one in found.people],
    }


def _part(part: Reliability) -> Json:
    return {"what": part.title, "unit": part.unit, **figures(part.agreement)}


def _question(one: QuestionPart) -> Json:
    return {
        "experiment": one.experiment,
        "question": one.question,
        "kind": one.kind,
        "coded": one.coded,
        **figures(one.part.agreement),
    }


def _group(what: str, group: Group) -> Json:
    return {
        what: group.name,
        "marks": _part(group.marks),
        "gate": _part(group.gate),
        "lrs": _part(group.rule),
    }


def _apart(apart: OtherRaters) -> Json:
    return {
        "coders": list(apart.coders),
        "marks": _part(apart.marks),
        "lrs": _part(apart.rule),
        "shift_by_model": [
            {"model": one.model, "n": one.n, "difference": float(one.difference)}
            for one in apart.shifts
        ],
    }


def _report(one: CoderReport) -> Json:
    return {
        "coder": one.coder,
        "kind": one.kind.value,
        "packet": one.packet,
        "view": one.view.value,
        "locked": one.locked,
        "items": one.items,
        "done": one.done,
        "skipped": len(one.skipped),
        "story_opened": one.opened,
        "lrs_given": one.rated,
        "lrs_overridden": one.overridden,
        "training_done": one.training_done,
        "gates": [
            {
                "form": gate.form,
                "right": gate.right,
                "marks": gate.marks,
                "gates_wrong": gate.gates_wrong,
                "passed": gate.passed,
            }
            for gate in one.gates
        ],
        "silent_gold_done": one.gold_done,
    }


def _person(one: CoderPart) -> Json:
    return {
        "coder": one.coder,
        "kind": one.kind.value,
        "again": {
            "marks": None if one.again_marks is None else figures(one.again_marks),
            "lrs": None if one.again_lrs is None else figures(one.again_lrs),
        },
        "lrs_first": {
            "n": one.first.n,
            "same_as_rule": one.first.same,
            "mean_difference": number(one.first.difference),
        },
        "blocks": [
            {
                "unit": one.unit,
                "first": block.first,
                "last": block.last,
                "compared": block.compared,
                "agreement": block.agreement,
                "agreement_ci95": limits(block.agreement_interval),
                "gold": block.gold,
                "gold_right": block.gold_right,
                "gold_ci95": limits(block.gold_interval),
            }
            for block in one.blocks
        ],
        "masking": {"model": _masked(one.model), "wording": _masked(one.wording)},
    }


def _masked(found: Masking | None) -> Json | None:
    if found is None:
        return None
    return {
        "asked": found.guesses + found.no_idea,
        "guessed": found.guesses,
        "right": found.right,
        "no_idea": found.no_idea,
        "accuracy": found.right / found.guesses if found.guesses else None,
        "accuracy_ci95": limits(found.accuracy),
        "chance": found.chance,
        "arms": [
            {
                "arm": arm.arm,
                "right": arm.right,
                "wrong": arm.wrong,
                "no_idea": arm.no_idea,
                "bang_index": arm.index,
                "ci95": limits(arm.interval),
            }
            for arm in found.arms
        ],
    }


def limits(found: Interval | None) -> list[float] | None:
    """An interval as a pair of numbers."""
    return None if found is None else [found.low, found.high]
