"""The figures of one cell: a row for each cell, wording and participant.

Every figure is a mean over draws of means over samples of means over coders, each over the trials
that have it, and says how many draws that are. Trials without an LRS are counted by why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from coders import guessing
from coders.exact import total
from coders.guessing import Guessing
from dsl.experiment import Experiment
from dsl.scoring import ACCURACY, LRS, ScoreKind
from dsl.trial import Levels, Trial
from renderers.score_rows import CellScore, Figure, TrialRow
from runners.analysis import coder_means
from runners.analysis.additions import is_addition
from runners.analysis.means import draw_means, figure, mean
from runners.analysis.published import reference
from runners.analysis.trial_scores import DISPUTED, UNCODED, UNDECIDED
from runners.studies.study import StudyExperiment

_Key = tuple[str, Levels, str, str]

FEW_TECHNICAL = Fraction(1, 20)
"""A larger share of technical trials than this is shown with the bounds that it allows."""


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a cell's first trial says of all: what a guesser gets, with gates passed and with gates
    guessed, and whether the paper's own story has twins.
    """

    chance: Fraction | None
    chance_gates: Guessing | None
    told_again: bool


class Cells:
    """Gathers what cells need of trials while these are met, one trial of each cell at a time."""

    def __init__(self, chapters: Sequence[StudyExperiment]) -> None:
        self._experiments = {one.experiment.title: one.experiment for one in chapters}
        self._facts: dict[_Key, _Facts] = {}

    def met(self, told: Callable[[], Trial], row: TrialRow) -> None:
        """A trial of the study, in its order; `told` gives it in its own words."""
        key = _key(row)
        if key not in self._facts:
            trial = told()
            self._facts[key] = _Facts(
                LRS.chance(tuple(guessing.questions(trial).values())),
                guessing.chance(trial, gates_guessed=True),
                any(not session.own_story for session in trial.sessions),
            )

    def rows(self, trials: Iterable[TrialRow]) -> tuple[CellScore, ...]:
        """The cells in the order met."""
        groups: dict[_Key, list[TrialRow]] = {}
        for row in trials:
            groups.setdefault(_key(row), []).append(row)
        return tuple(
            _cell(self._experiments[key[0]], group, self._facts[key])
            for key, group in groups.items()
        )


def _key(row: TrialRow) -> _Key:
    return row.experiment, row.levels, row.wording, row.model


def _cell(
    experiment: Experiment,
    rows: list[TrialRow],
    facts: _Facts,
) -> CellScore:
    first = rows[0]
    statuses = [row.status for row in rows]
    technical = _share((row, row.status == "technical") for row in rows if row.status != UNCODED)
    passed = _share((row, row.gate == "passed") for row in rows if row.gate in ("passed", "failed"))
    ungated = all(row.gate == "none" for row in rows)
    return CellScore(
        experiment=experiment.title,
        domain=dict(experiment.meta).get("domain", ""),
        levels=first.levels,
        wording=first.wording,
        model=first.model,
        simulated=first.simulated,
        addition=is_addition(experiment, first.levels),
        trials=len(rows),
        scored=sum(row.lrs is not None for row in rows),
        uncoded=statuses.count(UNCODED),
        disputed=statuses.count(DISPUTED),
        undecided=statuses.count(UNDECIDED),
        technical=statuses.count("technical"),
        n_texts=len({row.text for row in rows}),
        lrs=_figure((row.draw, row.lrs) for row in rows),
        linear=_figure((row.draw, row.linear) for row in rows),
        share=_figure(((row.draw, row.share) for row in rows), kind=ACCURACY),
        own_share=_figure(((row.draw, row.own_share) for row in rows), kind=ACCURACY),
        twin_share=_figure(((row.draw, row.twin_share) for row in rows), kind=ACCURACY),
        strict=_figure((row.draw, row.strict) for row in rows),
        lenient=_figure((row.draw, row.lenient) for row in rows),
        zero=_figure((row.draw, row.zero) for row in rows),
        exclude=_figure((row.draw, row.exclude) for row in rows),
        ungated=_figure((row.draw, row.ungated) for row in rows),
        zeros=_zeros(rows),
        zero_share=_zero_share(rows),
        technical_share=technical,
        bounds=_bounds(rows) if technical is not None and technical > FEW_TECHNICAL else None,
        gate_passed=passed,
        attainable=Fraction(5) if ungated else None if passed is None else 5 * passed,
        chance=facts.chance,
        chance_gates=facts.chance_gates.lrs if facts.chance_gates is not None else None,
        overrides=coder_means.overrides(rows),
        first=coder_means.first_given(rows),
        coders=coder_means.in_cell(rows),
        reference=reference(experiment, first.levels),
        name=experiment.only_condition,
        hallucination=_figure((row.draw, row.hallucination) for row in rows),
        before=_figure((row.draw, row.before) for row in rows),
        after=_figure((row.draw, row.after) for row in rows),
        settled=sum(row.settled for row in rows),
        draws=len({row.draw for row in rows}),
        statuses=Counter(statuses),
        told_again=facts.told_again,
        lost=Counter(end for row in rows if row.status == "technical" for end in row.lost),
    )


def _figure(values: Iterable[tuple[int, Fraction | None]], *, kind: ScoreKind = LRS) -> Figure:
    return figure(draw_means(values), kind=kind)


def _share(values: Iterable[tuple[TrialRow, bool]]) -> Fraction | None:
    """The share of trials of which something holds, as a mean over draws."""
    return mean(draw_means((row.draw, int(holds)) for row, holds in values).values())


def _zeros(rows: Sequence[TrialRow]) -> dict[str, Fraction]:
    """The share of trials that are 0, by status; over those that have an LRS."""
    scored = [row for row in rows if row.lrs is not None]
    reasons = dict.fromkeys(reason for row in scored for reason in row.zeros)
    found = {
        reason: mean(draw_means((row.draw, row.zeros[reason]) for row in scored).values())
        for reason in reasons
    }
    return {reason: share for reason, share in found.items() if share is not None}


def _zero_share(rows: Sequence[TrialRow]) -> Fraction | None:
    return mean(
        draw_means(
            (row.draw, total(row.zeros.values())) for row in rows if row.lrs is not None
        ).values()
    )


def _bounds(rows: Sequence[TrialRow]) -> tuple[Fraction, Fraction] | None:
    """The mean LRS with every technical trial taken for 0, and for 5."""
    ends = [
        mean(
            draw_means(
                (row.draw, end if row.status == "technical" else row.lrs) for row in rows
            ).values()
        )
        for end in (Fraction(0), Fraction(5))
    ]
    return None if ends[0] is None or ends[1] is None else (ends[0], ends[1])
