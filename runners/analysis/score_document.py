"""Scores as one JSON document, for whoever scripts them. Keys may be added, none renamed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import overload

from coders.statistics.coder_effects import METHOD
from coders.statistics.differences import MOVER_MEAN
from coders.statistics.intervals import PSEUDO_DRAW, WILSON
from coders.statistics.resolving import POWER
from renderers.coder_rows import CoderAdjustment
from renderers.score_rows import (
    AccuracyScore,
    CellScore,
    CoderMean,
    ContrastScore,
    DomainScore,
    ExperimentScore,
    Figure,
    QuestionShare,
    StudyScores,
    TellingApart,
    TrialRow,
)
from runners.analysis.document import Json, number

_T = "t over experiments"


def score_document(scores: StudyScores, *, lazily: bool = False) -> Json:
    """What `devrun score --json` prints; null where something is not known.

    `lazily`: the trials are a sequence of which each is made when it is asked for, since a page
    needs few of a hundred thousand.
    """
    trials = _Trials(scores.trials, scores.role)
    return {
        "study": scores.study,
        "simulated": scores.simulated,
        "role": scores.role,
        "provisional": scores.provisional,
        "coders": list(scores.coders),
        "planned": scores.planned,
        "trials": trials if lazily else list(trials),
        "cells": [_cell(row, scores.role) for row in scores.cells],
        "experiments": [experiment_document(row, scores.role) for row in scores.experiments],
        "domains": [domain_document(row, scores.role) for row in scores.domains],
        "contrasts": [_contrast(row) for row in scores.contrasts],
        "accuracies": [_accuracy(row) for row in scores.accuracies],
        "question_shares": [_question_share(row) for row in scores.question_shares],
        "coder_means": [_coder(row) for row in scores.coder_means],
        "coder_adjustment": None
        if scores.adjustment is None
        else adjustment_document(scores.adjustment),
        "telling_apart": [telling_document(row) for row in scores.telling_apart],
        "mended": list(scores.mended),
        "notes": list(scores.notes),
    }


class _Trials(Sequence[Json]):
    def __init__(self, rows: Sequence[TrialRow], role: str) -> None:
        self._rows, self._role = rows, role

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Json: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Json]: ...

    def __getitem__(self, at: int | slice) -> Json | Sequence[Json]:
        if isinstance(at, slice):
            return _Trials(self._rows[at], self._role)
        return _trial(self._rows[at], self._role)


def _trial(row: TrialRow, role: str) -> Json:
    return {
        **_where(row),
        "draw": row.draw,
        "sample": row.sample,
        "trial": row.key,
        "status": row.status,
        "reason": row.reason,
        "share": number(row.share),
        "own_share": number(row.own_share),
        "twin_share": number(row.twin_share),
        "lrs": number(row.lrs),
        "lrs_linear": number(row.linear),
        "lrs_strict": number(row.strict),
        "lrs_lenient": number(row.lenient),
        "lrs_hallucination_zero": number(row.hallucination),
        "lrs_before_adjudication": number(row.before) if row.settled else None,
        "lrs_after_adjudication": number(row.after) if row.settled else None,
        "by_coder": {
            one.coder: {
                "kind": one.kind,
                "counted": one.counted,
                "status": one.status,
                "gate": _gate(one.gate),
                "share": number(one.share),
                "lrs": one.lrs,
                "given_lrs": one.given,
                "first_lrs": one.first,
            }
            for one in row.coders
        },
        "gate": _gate(row.gate),
        "gates": {
            "zero": number(row.zero),
            "exclude": number(row.exclude),
            "ungated": number(row.ungated),
        },
        "role": role,
    }


def _cell(row: CellScore, role: str) -> Json:
    return {
        **_where(row),
        "domain": row.domain or None,
        "addition": row.addition,
        "n_draws": row.lrs.n,
        "n_texts": row.n_texts,
        "trials": row.trials,
        "scored": row.scored,
        "uncoded": row.uncoded,
        "disputed": row.disputed,
        "undecided": row.undecided,
        "technical": row.technical,
        "lrs_mean": number(row.lrs.mean),
        "lrs_sd": row.lrs.sd,
        "ci95": _pair(row.lrs.ci95),
        "ci_method": PSEUDO_DRAW if row.lrs.ci95 is not None else None,
        "share_mean": number(row.share.mean),
        "share_ci95": _pair(row.share.ci95),
        "lrs_linear_mean": number(row.linear.mean),
        "lrs_linear_ci95": _pair(row.linear.ci95),
        "own_share": number(row.own_share.mean),
        "twin_share": number(row.twin_share.mean),
        "lrs_strict": number(row.strict.mean),
        "lrs_lenient": number(row.lenient.mean),
        "zero_share": number(row.zero_share),
        "zero_share_by_reason": _numbers(row.zeros),
        "technical_share": number(row.technical_share),
        "lrs_bounds": None if row.bounds is None else [float(end) for end in row.bounds],
        "chance_lrs": number(row.chance),
        "chance_lrs_gates_guessed": number(row.chance_gates),
        "gate_pass_rate": number(row.gate_passed),
        "max_attainable": number(row.attainable),
        "gates": {
            "zero": number(row.zero.mean),
            "exclude": number(row.exclude.mean),
            "ungated": number(row.ungated.mean),
        },
        "gates_ci95": {
            "zero": _pair(row.zero.ci95),
            "exclude": _pair(row.exclude.ci95),
            "ungated": _pair(row.ungated.ci95),
        },
        "gates_n": {"zero": row.zero.n, "exclude": row.exclude.n, "ungated": row.ungated.n},
        "sensitivity": _sensitivity(row),
        "adjudicated_trials": row.settled,
        "coder_adjusted_lrs": number(row.adjusted),
        "overrides": {
            "given": row.overrides.given,
            "changed": row.overrides.changed,
            "rate": _rate(row.overrides.changed, row.overrides.given),
            "mean_difference": number(row.overrides.difference),
        },
        "lrs_given_first": {
            "n": row.first.n,
            "mean": number(row.first.given),
            "rule_mean": number(row.first.rule),
        },
        "coders": [_coder(one) for one in row.coders],
        "reference": None
        if row.reference is None
        else {"who": row.reference[0], "lrs": float(row.reference[1])},
        "role": role,
    }


def _sensitivity(row: CellScore) -> Json:
    """The mean LRS of a cell under other rules; null where a rule has nothing to act on."""
    other: dict[str, Figure | None] = {
        "half_marks_wrong": row.strict,
        "half_marks_right": row.lenient,
        "linear": row.linear,
        "hallucination_zero": row.hallucination,
        "before_adjudication": row.before if row.settled else None,
        "after_adjudication": row.after if row.settled else None,
    }
    return {
        name: None
        if found is None
        else {"lrs_mean": number(found.mean), "n_draws": found.n, "ci95": _pair(found.ci95)}
        for name, found in other.items()
    }


def _coder(row: CoderMean) -> Json:
    return {
        "coder": row.coder,
        "kind": row.kind,
        "counted": row.counted,
        "trials": row.trials,
        "n_draws": row.lrs.n,
        "lrs_mean": number(row.lrs.mean),
        "ci95": _pair(row.lrs.ci95),
    }


def adjustment_document(made: CoderAdjustment) -> Json:
    """What each coder gives more than the average of the coders, or why that is not said."""
    return {
        "method": None if made.reason else METHOD,
        "reason": made.reason or None,
        "n_trials": made.trials,
        "n_shared": made.shared,
        "coders": [
            {"coder": one.coder, "trials": one.trials, "effect": one.effect} for one in made.coders
        ],
    }


def experiment_document(row: ExperimentScore, role: str) -> Json:
    """The mean of an experiment."""
    return {
        "experiment": row.experiment,
        "domain": row.domain or None,
        "wording": row.wording,
        "model": row.model,
        "simulated": row.simulated,
        "cells": row.cells,
        "cells_without_lrs": row.missing,
        "additions_left_out": row.additions,
        "n_draws": row.lrs.n,
        "n_draws_common": len(row.lrs.draws),
        "lrs_mean": number(row.lrs.mean),
        "ci95": _pair(row.lrs.ci95),
        "ci_method": None
        if row.lrs.ci95 is None
        else f"{PSEUDO_DRAW}, over draws that every cell has",
        "lrs_linear_mean": number(row.linear.mean),
        "share_mean": number(row.share.mean),
        "role": role,
    }


def domain_document(row: DomainScore, role: str) -> Json:
    """The mean of a domain, and what was published for its cells."""
    return {
        "domain": row.domain,
        "model": row.model,
        "wording": row.wording,
        "simulated": row.simulated,
        "lrs_mean": number(row.lrs),
        "lrs_mean_by_experiment": number(row.lrs_by_experiment),
        "ci95": _pair(row.ci95),
        "ci95_by_experiment": _pair(row.ci95_by_experiment),
        "ci_method": None
        if row.ci95 is None
        else f"{MOVER_MEAN}; for these experiments only and no others",
        "t_over_experiments": None
        if row.t95 is None
        else {"method": _T, "ci95": [row.t95[0], row.t95[1]], "df": row.t95[2]},
        "lrs_linear_mean": number(row.linear),
        "lrs_linear_mean_by_experiment": number(row.linear_by_experiment),
        "cells": row.cells,
        "cells_without_lrs": row.missing,
        "additions_left_out": row.additions,
        "n_experiments": len(row.experiments),
        "experiments": list(row.experiments),
        "reference": None
        if row.published is None
        else {
            "who": row.published.who,
            "lrs_mean": number(row.published.lrs),
            "lrs_mean_by_experiment": number(row.published.lrs_by_experiment),
        },
        "role": role,
    }


def telling_document(row: TellingApart) -> Json:
    """What the draws of a participant can tell apart."""
    return {
        "model": row.model,
        "n_draws": row.n,
        "n_draws_fewest": row.fewest,
        "n_draws_most": row.most,
        "lrs_sd": row.sd,
        "half_width": row.half_width,
        "difference": row.difference,
        "power": POWER,
    }


def _contrast(row: ContrastScore) -> Json:
    whole = row.passed.denominator == 1
    return {
        "experiment": row.experiment,
        "contrast": row.contrast,
        "condition": row.condition,
        "model": row.model,
        "simulated": row.simulated,
        "wording": row.wording,
        "n": row.n,
        "passed": int(row.passed) if whole else float(row.passed),
        "split": row.split,
        "undecided": row.undecided,
        "ci95": _pair(row.ci95),
        "ci_method": WILSON if row.ci95 is not None else None,
        "chance": number(row.chance),
    }


def _where(row: TrialRow | CellScore | AccuracyScore | QuestionShare) -> Json:
    """Which cell a row is of, and of whom."""
    return {
        "experiment": row.experiment,
        "condition": row.condition,
        "levels": dict(row.levels),
        "wording": row.wording,
        "model": row.model,
        "simulated": row.simulated,
    }


def _accuracy(row: AccuracyScore) -> Json:
    return {
        **_where(row),
        "n": row.n,
        "undecided": row.undecided,
        "accuracy": number(row.accuracy),
        "chance": number(row.chance),
        "calibrated_accuracy": number(row.calibrated),
    }


def _question_share(row: QuestionShare) -> Json:
    return {
        **_where(row),
        "question": row.question,
        "versions": row.within or None,
        "n_draws": row.right.n,
        "undecided": row.undecided,
        "share": number(row.right.mean),
        "ci95": _pair(row.right.ci95),
        "ci_method": PSEUDO_DRAW if row.right.ci95 is not None else None,
        "chance": number(row.chance),
        "published": [
            {
                "who": one.who,
                "share": number(one.share),
                "n": one.n,
                "ci95": _pair(one.ci95),
                "ci_method": WILSON if one.ci95 is not None else None,
                "source": one.source or None,
            }
            for one in row.published
        ],
    }


def _gate(gate: str) -> str | None:
    """What became of the controls; null while that is not known."""
    return None if gate == "undecided" else gate


def _rate(some: int, of: int) -> float | None:
    return some / of if of else None


def _pair(pair: tuple[float, float] | None) -> list[float] | None:
    return None if pair is None else list(pair)


def _numbers(shares: Mapping[str, Fraction]) -> dict[str, float]:
    return {name: float(value) for name, value in shares.items()}
