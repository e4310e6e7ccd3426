"""One trial's scores by several coders, made one: what counts, what is disputed, what is missing.

Each coder's marks are scored apart and the scores averaged. A gate on which coders disagree is
never averaged: half of a 5 and a 0 would be a score that nobody gave. Such a trial is disputed
until an adjudicator has settled it, and what was settled about gates always counts. Marks settled
by an adjudicator count only where the adjudicated scores are asked for: the score of record is the
mean of what blind coders said first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from coders.desk.folding import GivenLrs
from coders.lrs import Gate, Place, Scored, Status, score
from coders.marks import RIGHT, WRONG, Flag, Verdict
from dsl.experiment import IfFailed
from dsl.tree import QuestionKind
from dsl.trial import Trial, turns
from renderers.score_rows import CoderRow, TrialRow
from runners.results.means import mean
from runners.results.replies import with_halves

DISPUTED = "disputed"
UNDECIDED = "undecided"
UNCODED = "uncoded"
_ZEROS = (Status.GATE_FAILED, Status.NO_ANSWER, Status.OFF_TASK)


@dataclass(frozen=True, slots=True)
class Coding:
    """One coder's verdicts on one trial, whole; `counted`: whether they are in the mean. `before`
    and `after` are the verdicts without what an adjudicator settled about marks, and with it; one
    of them is `verdicts`, and both are None where nothing was settled.
    """

    coder: str
    kind: str
    counted: bool
    verdicts: Mapping[Place, Verdict]
    given: GivenLrs | None = None
    first: GivenLrs | None = None
    before: Mapping[Place, Verdict] | None = None
    after: Mapping[Place, Verdict] | None = None


@dataclass(frozen=True, slots=True)
class Sat:
    """Which trial it is, and with whom: what a row repeats."""

    trial: Trial
    model: str
    simulated: bool
    key: str
    text: int


def gates_in_dispute(trial: Trial, codings: Iterable[Coding]) -> frozenset[Place]:
    """The places of gates that one coder who counts marks as passed, and another as not."""
    counted = [coding for coding in codings if coding.counted]
    found = set()
    for place in gate_places(trial):
        marks = {
            coding.verdicts[place].mark == RIGHT
            for coding in counted
            if place in coding.verdicts and coding.verdicts[place].mark in (RIGHT, WRONG)
        }
        if len(marks) > 1:
            found.add(place)
    return frozenset(found)


def gate_places(trial: Trial) -> tuple[Place, ...]:
    """The places of control questions that do something when they are failed."""
    return tuple(
        (index, turn.place)
        for index, session in enumerate(trial.sessions)
        for turn in turns(session.nodes)
        if turn.question is not None
        and turn.question.kind is QuestionKind.CONTROL
        and turn.question.if_failed is not IfFailed.COUNT_ANYWAY
    )


class Scoring(Protocol):
    """How a trial is scored by one coder's verdicts."""

    def score(
        self,
        trial: Trial,
        verdicts: Mapping[Place, Verdict],
        *,
        technical: frozenset[Place],
        disputed: frozenset[Place] = frozenset(),
    ) -> Scored:
        """The score, as `coders.lrs.score` has it."""

    def with_halves(
        self, trial: Trial, verdicts: Mapping[Place, Verdict], mark: Fraction
    ) -> Mapping[Place, Verdict]:
        """The verdicts with other marks for half ones, as `replies.with_halves` has them."""


class Anew:
    """Scores each trial by itself."""

    score = staticmethod(score)
    with_halves = staticmethod(with_halves)


def trial_row(
    sat: Sat,
    codings: Sequence[Coding],
    technical: frozenset[Place],
    *,
    scoring: Scoring | None = None,
) -> TrialRow:
    """The row of one trial; without a coding that counts it is uncoded."""
    here = scoring or Anew()
    score, with_halves = here.score, here.with_halves
    trial = sat.trial
    own = [score(trial, one.verdicts, technical=technical) for one in codings]
    coders = tuple(_coder_row(one, found) for one, found in zip(codings, own, strict=True))
    counted = [one for one in codings if one.counted]
    disputed = gates_in_dispute(trial, counted)
    scores = [found for one, found in zip(codings, own, strict=True) if one.counted]
    if disputed:
        scores = [
            score(trial, one.verdicts, technical=technical, disputed=disputed) for one in counted
        ]
    if not scores:
        return _row(sat, UNCODED, "nobody who counts has coded it", "undecided", coders)
    status, reason = _status(counted, scores, disputed=bool(disputed))

    def halved(mark: Fraction) -> Fraction | None:
        found = []
        for one, scored in zip(counted, scores, strict=True):
            changed = with_halves(trial, one.verdicts, mark)
            if changed is not one.verdicts:
                scored = score(trial, changed, technical=technical, disputed=disputed)  # noqa: PLW2901
            found.append(scored.lrs)
        return _all(found)

    def settled(which: Sequence[Mapping[Place, Verdict] | None]) -> Fraction | None:
        return _all(
            scored.lrs
            if over is None or over is one.verdicts
            else score(trial, over, technical=technical, disputed=disputed).lrs
            for one, scored, over in zip(counted, scores, which, strict=True)
        )

    # Some coders' scores may stand all the same; their mean would not be one over the coders, and
    # bounds over other trials than the mean's would not be its bounds.
    whole = status not in (DISPUTED, UNDECIDED)
    return TrialRow(
        experiment=trial.experiment,
        levels=trial.cell.levels,
        wording=trial.cell.wording,
        model=sat.model,
        simulated=sat.simulated,
        draw=trial.draw,
        sample=trial.sample,
        key=sat.key,
        text=sat.text,
        status=status,
        reason=reason,
        gate=_gate(scores),
        share=_all(found.share for found in scores),
        own_share=_all(found.own_share for found in scores),
        twin_share=_all(found.twin_share for found in scores),
        lrs=mean(found.lrs for found in scores) if whole else None,
        linear=mean(found.lrs_linear for found in scores) if whole else None,
        strict=halved(WRONG) if whole else None,
        lenient=halved(RIGHT) if whole else None,
        # A dispute that changes nothing under one treatment would leave the means of the
        # treatments over different trials.
        zero=_all(found.gates.zero for found in scores) if status != DISPUTED else None,
        exclude=_all(found.gates.exclude for found in scores) if status != DISPUTED else None,
        ungated=_all(found.gates.ungated for found in scores),
        zeros=_zeros(scores) if whole else {},
        coders=coders,
        name=trial.cell.name,
        hallucination=mean(
            0 if found.lrs is not None and _invents(one) else found.lrs
            for one, found in zip(counted, scores, strict=True)
        )
        if whole
        else None,
        before=settled([one.before for one in counted]) if status != DISPUTED else None,
        after=settled([one.after for one in counted]) if status != DISPUTED else None,
        settled=any(one.after is not None for one in counted),
    )


def _row(sat: Sat, status: str, reason: str, gate: str, coders: tuple[CoderRow, ...]) -> TrialRow:
    trial = sat.trial
    return TrialRow(
        trial.experiment, trial.cell.levels, trial.cell.wording, sat.model, sat.simulated,
        trial.draw, trial.sample, sat.key, sat.text, status, reason, gate, coders=coders,
        name=trial.cell.name,
    )  # fmt: skip


def _invents(coding: Coding) -> bool:
    """Whether the coder flags any reply of the trial as hallucinated."""
    return any(Flag.HALLUCINATION in verdict.flags for verdict in coding.verdicts.values())


def _coder_row(coding: Coding, own: Scored) -> CoderRow:
    return CoderRow(
        coding.coder,
        coding.kind,
        coding.counted,
        own.status.value if own.lrs is not None or own.status is not Status.SCORED else UNDECIDED,
        own.gate.value,
        own.share,
        own.lrs,
        coding.given.lrs if coding.given is not None else None,
        coding.first.lrs if coding.first is not None else None,
    )


def _status(
    counted: Sequence[Coding], scores: Sequence[Scored], *, disputed: bool
) -> tuple[str, str]:
    """The status that the coders agree on; what one of them has open is open."""
    missing = [found for found in scores if found.lrs is None and found.status is Status.SCORED]
    if missing and disputed:
        return DISPUTED, "the coders disagree on a control question: `devrun adjudicate`"
    if missing and any(found.undecided for found in missing):
        most = max(found.undecided for found in missing)
        return UNDECIDED, "1 reply needs a human" if most == 1 else f"{most} replies need a human"
    statuses = list(dict.fromkeys(found.status.value for found in scores))
    if len(statuses) == 1:
        reason = scores[0].reason
        if not reason and any(found.twins_failed for found in scores):
            reason = "a control question of a twin was failed"
        return statuses[0], reason
    told = ", ".join(
        f"{one.coder} says {found.status.value}" for one, found in zip(counted, scores, strict=True)
    )
    return Status.SCORED.value, f"the coders differ: {told}"


def _gate(scores: Sequence[Scored]) -> str:
    gates = {found.gate for found in scores}
    if len(gates) == 1:
        return gates.pop().value
    return (Gate.DISPUTED if Gate.DISPUTED in gates else Gate.UNDECIDED).value


def _all(values: Iterable[Fraction | int | None]) -> Fraction | None:
    """The mean over the coders, if every one of them has a value."""
    found = list(values)
    return None if None in found else mean(found)


def _zeros(scores: Sequence[Scored]) -> dict[str, Fraction]:
    return {
        status.value: Fraction(
            sum(found.status is status and found.lrs == 0 for found in scores), len(scores)
        )
        for status in _ZEROS
    }
