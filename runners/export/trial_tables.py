"""The tables of whole trials: `trials`, `scores` by coder, and `words`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl.tree import FactorKind
from runners.analysis.additions import is_addition
from runners.export.dictionary import named
from runners.export.own_columns import Factors, factors_of
from runners.export.variables import DataFile, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dsl.experiment import Experiment
    from runners.export.exported_trials import ExportTrial

SCORES = DataFile(
    "scores",
    "one coder's score of one finished trial",
    ("trial", "coder", "coder_kind"),
    named(
        "trial", "simulated", "experiment", "condition", "wording", "model", "draw", "sample",
        "coder", "coder_kind", "counted", "status", "gate", "share", "lrs", "given_lrs",
        "first_lrs",
    ),
)  # fmt: skip

WORDS = DataFile(
    "words",
    "one word that varies, in one finished trial",
    ("trial", "slot"),
    named("trial", "simulated", "experiment", "wording", "draw", "slot", "word"),
)


class TrialsTable:
    """The table `trials`, whose factors are those of the study's scripts."""

    def __init__(self, experiments: Sequence[Experiment]) -> None:
        self._factors: Factors = factors_of(
            experiments, FactorKind.CONDITIONS, FactorKind.COUNTERBALANCE
        )
        self.table = DataFile(
            "trials",
            "one finished trial",
            ("trial",),
            (
                *named("trial", "simulated", "experiment", "domain", "addition", "condition"),
                *self._factors.columns,
                *named(
                    "wording", "model", "participant", "draw", "sample", "seed", "text", "status",
                    "reason", "gate", "share", "own_share", "twin_share", "lrs", "lrs_linear",
                    "lrs_strict", "lrs_lenient", "lrs_zero", "lrs_exclude", "lrs_ungated",
                    "lrs_hallucination_zero", "lrs_before_adjudication", "lrs_after_adjudication",
                    "coders",
                ),
            ),
        )  # fmt: skip

    def row(self, one: ExportTrial) -> Row:
        """The row of a trial."""
        told, row = one.coded.told, one.row
        trial, experiment = told.transcript.trial, told.chapter.experiment
        return (
            row.key, row.simulated, row.experiment,
            dict(experiment.meta).get("domain") or None,
            is_addition(experiment, row.levels), row.condition or None,
            *self._factors.fields(row.levels, trial.balance),
            row.wording, row.model, told.participant.key, row.draw, row.sample, trial.seed,
            row.text, row.status, row.reason or None, row.gate, row.share, row.own_share,
            row.twin_share, row.lrs, row.linear, row.strict, row.lenient, row.zero, row.exclude,
            row.ungated, row.hallucination, row.before, row.after,
            sum(coder.counted for coder in row.coders),
        )  # fmt: skip


def score_rows(one: ExportTrial) -> Iterator[Row]:
    """The rows of `scores` of a trial."""
    row = one.row
    for coder in row.coders:
        yield (
            row.key, row.simulated, row.experiment, row.condition or None, row.wording, row.model,
            row.draw, row.sample, coder.coder, coder.kind, coder.counted, coder.status, coder.gate,
            coder.share, coder.lrs, coder.given, coder.first,
        )  # fmt: skip


def word_rows(one: ExportTrial) -> Iterator[Row]:
    """The rows of `words` of a trial."""
    row = one.row
    for slot, word in one.coded.told.transcript.trial.words:
        yield (row.key, row.simulated, row.experiment, row.wording, row.draw, slot, word)
