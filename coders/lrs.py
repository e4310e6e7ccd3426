"""The LRS of one trial: its status, the share right, and three ways to treat a failed gate.

A function of the trial and one coder's verdicts and of nothing else, so that a key mended in a
script rescores without asking anybody again, and so that two coders are compared before anything
is averaged. Marks still undecided do not stop a score that they could not change: the LRS is
computed for the worst and for the best way to fill them in, and stated where both agree. The
alternative, waiting for every mark, would leave a trial with a failed gate to a person for nothing.

The rule and the list of statuses are our reading of Kosoy et al. (2023), Table 1, which gives 0
"immediately" for a failed control and leaves several questions, half marks and refusals open.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from fractions import Fraction

from coders.bands import linear, rule
from coders.marks import HALF, RIGHT, WRONG, Flag, Verdict
from dsl.experiment import IfFailed
from dsl.record import record
from dsl.tree import QuestionKind
from dsl.trial import Question, Session, Trial, Turn, turns

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

_OFF_TASK = {Flag.IRRELEVANT, Flag.HALLUCINATION}


class Status(StrEnum):
    """What became of a trial; a closed list."""

    SCORED = "scored"
    GATE_FAILED = "gate_failed"
    NO_ANSWER = "no_answer"
    OFF_TASK = "off_task"
    TECHNICAL = "technical"


class Gate(StrEnum):
    """What became of the control questions of a trial's own story."""

    PASSED = "passed"
    FAILED = "failed"
    DISPUTED = "disputed"
    UNDECIDED = "undecided"
    NONE = "none"


class _Treatment(StrEnum):
    """What a failed gate does: what the script says, or one thing for all gates."""

    SCRIPT = "script"
    ZERO = "zero"
    EXCLUDE = "exclude"
    UNGATED = "ungated"


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


class _Result(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    REFUSED = "refused"
    LOST = "lost"
    OPEN = "open"


@record
class _Control:
    session: int
    own_story: bool
    question: Question
    result: _Result


@record
class _Unit:
    session: int
    own_story: bool
    place: str
    question: Question
    weight: Fraction
    verdict: Verdict | None
    """None when the reply was lost."""


@record
class _Outcome:
    status: Status
    reason: str
    lrs: int | None
    linear: Fraction | None


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
    units: list[_Unit] = []
    controls: list[_Control] = []
    disputes = False
    for index, session in enumerate(trial.sessions):
        for turn in turns(session.nodes):
            question = turn.question
            if question is None:
                continue
            at = (index, turn.place)
            verdict = None if at in technical else verdicts.get(at)
            if question.kind is QuestionKind.TEST:
                units.append(_unit(index, session, turn, question, verdict))
            elif question.kind is QuestionKind.CONTROL:
                result = _Result.OPEN if at in disputed else _result(verdict)
                disputes = disputes or (at in disputed and session.own_story)
                controls.append(_Control(index, session.own_story, question, result))
    gating = [c for c in controls if c.question.if_failed is not IfFailed.COUNT_ANYWAY]
    marks = tuple(_mark(unit) for unit in units)
    outcome = _settle(units, gating, _Treatment.SCRIPT)
    figures = [
        _settle(units, gating, each).lrs
        for each in (_Treatment.ZERO, _Treatment.EXCLUDE, _Treatment.UNGATED)
    ]
    return Scored(
        status=outcome.status,
        reason=outcome.reason,
        share=_share(marks),
        lrs=outcome.lrs,
        lrs_linear=outcome.linear,
        gate=Gate.DISPUTED if disputes else _gate(gating),
        undecided=_undecided(units, gating),
        twins_failed=len({c.session for c in gating if _closes_twin(c)}),
        own_share=_share(tuple(m for m in marks if m.own_story)),
        twin_share=_share(tuple(m for m in marks if not m.own_story)),
        gates=GateFigures(*figures),
        marks=marks,
    )


def _unit(
    index: int, session: Session, turn: Turn, question: Question, verdict: Verdict | None
) -> _Unit:
    weight = question.worth * session.worth
    return _Unit(index, session.own_story, turn.place, question, weight, verdict)


def _mark(unit: _Unit) -> UnitMark:
    mark = unit.verdict.mark if unit.verdict else None
    flags = unit.verdict.flags if unit.verdict else ()
    title = unit.question.title
    return UnitMark(unit.session, unit.place, title, unit.own_story, unit.weight, mark, flags)


def _result(verdict: Verdict | None) -> _Result:
    if verdict is None:
        return _Result.LOST
    if verdict.mark == RIGHT:
        return _Result.PASSED
    # A gate is passed or failed: half an answer to one is for a person to settle.
    if verdict.mark is None or verdict.mark == HALF:
        return _Result.OPEN
    return _Result.REFUSED if Flag.REFUSAL in verdict.flags else _Result.FAILED


def _closes_twin(control: _Control) -> bool:
    missed = control.result in (_Result.FAILED, _Result.REFUSED)
    return missed and not control.own_story and not control.question.guards


def _gate(gating: list[_Control]) -> Gate:
    results = [c.result for c in gating if c.own_story and not c.question.guards]
    if not results:
        return Gate.NONE
    if _Result.FAILED in results or _Result.REFUSED in results:
        return Gate.FAILED
    if _Result.OPEN in results or _Result.LOST in results:
        return Gate.UNDECIDED
    return Gate.PASSED


def _undecided(units: list[_Unit], gating: list[_Control]) -> int:
    marks = sum(u.verdict is not None and u.verdict.mark is None for u in units)
    return marks + sum(c.result is _Result.OPEN for c in gating)


def _share(marks: tuple[UnitMark, ...]) -> Fraction | None:
    total = sum((m.weight for m in marks), Fraction(0))
    if not total or any(m.mark is None for m in marks):
        return None
    return sum((m.weight * (m.mark or 0) for m in marks), Fraction(0)) / total


def _settle(units: list[_Unit], gating: list[_Control], treatment: _Treatment) -> _Outcome:
    """The outcome, if it is the same however the undecided marks and gates turn out."""
    worst = _outcome(units, gating, treatment, best=False)
    best = _outcome(units, gating, treatment, best=True)
    if worst.status is Status.TECHNICAL or worst == best:
        return worst
    if worst.lrs == best.lrs and worst.status is best.status:
        same = worst.linear if worst.linear == best.linear else None
        return _Outcome(worst.status, _waiting(units, gating), worst.lrs, same)
    return _Outcome(Status.SCORED, _waiting(units, gating), None, None)


def _waiting(units: list[_Unit], gating: list[_Control]) -> str:
    count = _undecided(units, gating)
    return "1 reply needs a human" if count == 1 else f"{count} replies need a human"


def _outcome(
    units: list[_Unit], gating: list[_Control], treatment: _Treatment, *, best: bool
) -> _Outcome:
    """The outcome with everything undecided filled in for the best, or for the worst."""
    dropped: set[str] = set()
    zeroed: set[str] = set()
    if treatment is not _Treatment.UNGATED:
        for control in gating:
            result = control.result
            if result is _Result.OPEN:
                result = _Result.PASSED if best else _Result.FAILED
            if result in (_Result.PASSED, _Result.LOST):
                continue
            excludes = treatment is _Treatment.EXCLUDE or (
                treatment is _Treatment.SCRIPT and control.question.if_failed is IfFailed.EXCLUDE
            )
            if control.own_story and not control.question.guards:
                name = f"the control question {control.question.title}"
                if result is _Result.REFUSED:
                    status, reason = Status.NO_ANSWER, f"{name} got no answer"
                else:
                    status, reason = Status.GATE_FAILED, f"{name} was answered wrongly"
                lost = _Outcome(status, reason, None, None)
                return lost if excludes else _Outcome(status, reason, 0, Fraction(0))
            hit = {_key(unit) for unit in units if _guarded(unit, control)}
            (dropped if excludes else zeroed).update(hit)
    lost_gate = treatment is not _Treatment.UNGATED and any(
        c.result is _Result.LOST for c in gating
    )
    if lost_gate or any(unit.verdict is None for unit in units):
        return _Outcome(Status.TECHNICAL, "a reply was lost or cut off", None, None)
    return _from_marks(units, dropped, zeroed, treatment, best=best)


def _from_marks(
    units: list[_Unit],
    dropped: set[str],
    zeroed: set[str],
    treatment: _Treatment,
    *,
    best: bool,
) -> _Outcome:
    verdicts = [u.verdict for u in units if u.verdict is not None]
    if not verdicts:
        return _Outcome(Status.SCORED, "nothing is scored here", None, None)
    # In the worst case an undecided reply is what the others are.
    judged = [v for v in verdicts if v.decided or best]
    if all(Flag.REFUSAL in v.flags and v.mark == WRONG for v in judged):
        reason = "no scored question was answered"
        if treatment is _Treatment.EXCLUDE:
            return _Outcome(Status.NO_ANSWER, reason, None, None)
        if treatment is not _Treatment.UNGATED:
            return _Outcome(Status.NO_ANSWER, reason, 0, Fraction(0))
    elif all(_OFF_TASK.intersection(v.flags) and v.mark == WRONG for v in judged):
        return _Outcome(Status.OFF_TASK, "every answer is beside the point", 0, Fraction(0))
    total = earned = Fraction(0)
    unclear = False
    for unit, verdict in zip(units, verdicts, strict=True):
        if _key(unit) in dropped:
            continue
        total += unit.weight
        mark = verdict.mark if verdict.mark is not None else (RIGHT if best else WRONG)
        if _key(unit) in zeroed:
            mark = WRONG
        earned += unit.weight * mark
        unclear = unclear or (mark == RIGHT and Flag.UNCLEAR in verdict.flags)
    if not total:
        return _Outcome(Status.SCORED, "every scored question was excluded", None, None)
    share = earned / total
    return _Outcome(Status.SCORED, "", rule(share, unclear=unclear), linear(share))


def _key(unit: _Unit) -> str:
    return f"{unit.session} {unit.place}"


def _guarded(unit: _Unit, control: _Control) -> bool:
    named = control.question.guards
    same = unit.session == control.session
    return same and (not named or unit.question.name in named)
