"""The LRS of one trial: its status, the share right, and three ways to treat a failed gate.

A function of the trial and one coder's verdicts and of nothing else, so that a key mended in a
script rescores without asking anybody again, and so that two coders are compared before anything
is averaged. Marks still undecided do not stop a score that they could not change (the rule itself
is in `coders.outcome`). The alternative, waiting for every mark, would leave a trial with a failed
gate to a person for nothing.

The rule and the list of statuses are our reading of Kosoy et al. (2023), Table 1, which gives 0
"immediately" for a failed control and leaves several questions, half marks and refusals open.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction

from coders.bands import linear, rule
from coders.marks import Flag, Verdict
from coders.outcome import Control, Result, Status, Treatment, Unit, result_of, settle, undecided
from dsl.experiment import IfFailed
from dsl.record import record
from dsl.tree import QuestionKind
from dsl.trial import Trial, turns

__all__ = [
    "Gate",
    "GateFigures",
    "Place",
    "Scored",
    "Status",
    "UnitMark",
    "linear",
    "rule",
    "score",
]

Place = tuple[int, str]
"""(index of the session in the trial, place of the turn)."""


class Gate(StrEnum):
    """What became of the control questions of a trial's own story."""

    PASSED = "passed"
    FAILED = "failed"
    DISPUTED = "disputed"
    UNDECIDED = "undecided"
    NONE = "none"


@record
class UnitMark:
    """One scored question of a trial: how much it is worth and what it earned, gates ignored."""

    session: int
    place: str
    title: str
    own_story: bool
    weight: Fraction
    mark: Fraction | None
    flags: tuple[Flag, ...]


@record
class GateFigures:
    """The LRS under each treatment of failed gates; None where there is none to give."""

    zero: int | None
    exclude: int | None
    ungated: int | None


@record
class Scored:
    """A trial's score by one coder.

    `share` is the share of marks with the gates ignored, `own_share` and `twin_share` the same
    within the paper's own story and within its twins; None while a mark is undecided. `lrs` is the
    score of record, with failed gates treated as the script says. `undecided` counts the scored
    questions and gates that need a person; `twins_failed` the twins whose gate failed.
    """

    status: Status
    reason: str
    share: Fraction | None
    lrs: int | None
    lrs_linear: Fraction | None
    gate: Gate
    undecided: int
    twins_failed: int
    own_share: Fraction | None
    twin_share: Fraction | None
    gates: GateFigures
    marks: tuple[UnitMark, ...]


def score(
    trial: Trial,
    verdicts: Mapping[Place, Verdict],
    *,
    technical: Collection[Place] = (),
    disputed: Collection[Place] = (),
) -> Scored:
    """The score of `trial` by one coder's `verdicts`.

    `technical`: places whose reply was cut off by our own limit or never came; a place without a
    verdict counts as one of them. `disputed`: gates on which coders disagree; they stay undecided.
    """
    units: list[Unit] = []
    gating: list[Control] = []
    marks: list[UnitMark] = []
    disputes = False
    for index, session in enumerate(trial.sessions):
        asked = [turn for turn in turns(session.nodes) if turn.question is not None]
        numbers: dict[str, list[int]] = {}
        controls = []
        for turn in asked:
            question = turn.question
            assert question is not None
            at = (index, turn.place)
            verdict = None if at in technical else verdicts.get(at)
            if question.kind is QuestionKind.TEST:
                weight = question.worth * session.worth
                unit = Unit(len(units), index, session.own_story, weight, verdict)
                numbers.setdefault(question.name, []).append(unit.number)
                units.append(unit)
                marks.append(_mark(unit, turn.place, question.title))
            elif question.kind is QuestionKind.CONTROL:
                result = Result.OPEN if at in disputed else result_of(verdict)
                disputes = disputes or (at in disputed and session.own_story)
                if question.if_failed is not IfFailed.COUNT_ANYWAY:
                    controls.append((question, result))
        for question, result in controls:
            named = tuple(n for name in question.guards for n in numbers.get(name, ()))
            guards = named if question.guards else None
            own = session.own_story
            gating.append(Control(index, own, question.title, question.if_failed, guards, result))
    share, own_marks = _share(marks), [m for m in marks if m.own_story]
    outcome = settle(units, gating, Treatment.SCRIPT)
    waiting = undecided(units, gating)
    if (
        outcome.status is Status.SCORED
        and not waiting
        and all(control.result is Result.PASSED for control in gating)
    ):
        # There is nothing to treat in one way or another.
        figures = [outcome.lrs] * 3
    else:
        figures = [
            settle(units, gating, each).lrs
            for each in (Treatment.ZERO, Treatment.EXCLUDE, Treatment.UNGATED)
        ]
    return Scored(
        status=outcome.status,
        reason=outcome.reason,
        share=share,
        lrs=outcome.lrs,
        lrs_linear=outcome.linear,
        gate=Gate.DISPUTED if disputes else _gate(gating),
        undecided=waiting,
        twins_failed=len({c.story for c in gating if _closes_twin(c)}),
        own_share=share if len(own_marks) == len(marks) else _share(own_marks),
        twin_share=_share([m for m in marks if not m.own_story]),
        gates=GateFigures(*figures),
        marks=tuple(marks),
    )


def _mark(unit: Unit, place: str, title: str) -> UnitMark:
    mark = unit.verdict.mark if unit.verdict else None
    flags = unit.verdict.flags if unit.verdict else ()
    return UnitMark(unit.story, place, title, unit.own_story, unit.weight, mark, flags)


def _closes_twin(control: Control) -> bool:
    missed = control.result in (Result.FAILED, Result.REFUSED)
    return missed and not control.own_story and control.guards is None


def _gate(gating: Sequence[Control]) -> Gate:
    results = [c.result for c in gating if c.guards_trial]
    if not results:
        return Gate.NONE
    if Result.FAILED in results or Result.REFUSED in results:
        return Gate.FAILED
    if Result.OPEN in results or Result.LOST in results:
        return Gate.UNDECIDED
    return Gate.PASSED


def _share(marks: Sequence[UnitMark]) -> Fraction | None:
    total = sum((m.weight for m in marks), Fraction(0))
    if not total or any(m.mark is None for m in marks):
        return None
    return sum((m.weight * (m.mark or 0) for m in marks), Fraction(0)) / total
