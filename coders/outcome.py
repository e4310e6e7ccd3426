"""What comes of marks and gates: the status of a trial and its LRS, on plain units and controls.

The rule of `coders.lrs` without the trial, so that the coding desk, which sees a packet and no
trial, proposes the very LRS that the score of record will have. Writing the rule a second time for
the desk would be shorter, and the two would drift apart.

Marks still undecided do not stop an outcome that they could not change: it is computed for the
worst and for the best way to fill them in, and stated where both agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from coders.marks import HALF, RIGHT, WRONG, Flag, Verdict
from dsl.exact import weighted_mean
from dsl.experiment import IfFailed
from dsl.record import record, replace
from dsl.scoring import linear, rule

_OFF_TASK = {Flag.IRRELEVANT, Flag.HALLUCINATION}


class Status(StrEnum):
    """What became of a trial; a closed list."""

    SCORED = "scored"
    GATE_FAILED = "gate_failed"
    NOT_TRAINED = "not_trained"
    NO_ANSWER = "no_answer"
    OFF_TASK = "off_task"
    TECHNICAL = "technical"


class Treatment(StrEnum):
    """What a failed gate does: what the script says, or one thing for all gates."""

    SCRIPT = "script"
    ZERO = "zero"
    EXCLUDE = "exclude"
    UNGATED = "ungated"


OF_EVERY_GATE = (Treatment.ZERO, Treatment.EXCLUDE, Treatment.UNGATED)
"""Those that a user can ask for instead of the script's."""


class ControlResult(StrEnum):
    """What became of one control question."""

    PASSED = "passed"
    FAILED = "failed"
    REFUSED = "refused"
    LOST = "lost"
    OPEN = "open"
    TRAINED = "trained"
    """Of a training: its criterion was met."""
    NOT_TRAINED = "not trained"
    NOTHING_TRIED = "nothing tried"
    """Of an exploration: no reply put anything on the machine."""
    NO_TRIES = "no tries"
    """Of tries that are said again: there are none."""


@record
class ScoredQuestion:
    """One scored question. `number` tells it from the others of its trial, `story` is the number of
    its conversation, `verdict` is None when the reply was lost.
    """

    number: int
    story: int
    own_story: bool
    weight: Fraction
    verdict: Verdict | None


@record
class Control:
    """One control question that gates; a training, which gates by its criterion; or an exploration
    in which nothing was tried, by this participant or by the one whose tries it reads.

    `guards` are the numbers of the units it guards; None: all of its story, and where that is the
    paper's own the whole trial.
    """

    story: int
    own_story: bool
    title: str
    if_failed: IfFailed
    guards: tuple[int, ...] | None
    result: ControlResult
    pass_with: tuple[int, int] | None = None
    """(K, N): it is one of N rows of this title that make one gate, passed when K are right."""
    open_rows: int = 1
    """How many replies are open where it is."""

    @property
    def guards_trial(self) -> bool:
        """Whether the whole trial hangs on it."""
        return self.own_story and self.guards is None


@record
class TrialOutcome:
    """A status, its reason in words, the LRS, and the linear score."""

    status: Status
    reason: str
    lrs: int | None
    linear: Fraction | None


def result_of(verdict: Verdict | None) -> ControlResult:
    """What a verdict makes of a control question; without a verdict the reply was lost."""
    if verdict is None:
        return ControlResult.LOST
    if verdict.mark == RIGHT:
        return ControlResult.PASSED
    # A gate is passed or failed: half an answer to one is for a person to settle.
    if verdict.mark is None or verdict.mark == HALF:
        return ControlResult.OPEN
    return ControlResult.REFUSED if Flag.REFUSAL in verdict.flags else ControlResult.FAILED


def gates_of(controls: Sequence[Control]) -> list[Control]:
    """The gates that controls make: rows of one gate are one, in the place of the first.

    It is passed when enough rows are right, and failed when too few can still be; it is lost where
    lost replies would decide.
    """
    rows: dict[tuple[int, str], list[Control]] = {}
    for at, one in enumerate(controls):
        key = (one.story, one.title) if one.pass_with else (one.story, f"{at}")
        rows.setdefault(key, []).append(one)
    return [some[0] if some[0].pass_with is None else _gate_of(some) for some in rows.values()]


def _gate_of(rows: Sequence[Control]) -> Control:
    results = [one.result for one in rows]
    least = (rows[0].pass_with or (len(rows), 0))[0]
    passed, open_rows, lost = (
        results.count(one) for one in (ControlResult.PASSED, ControlResult.OPEN, ControlResult.LOST)
    )
    if passed >= least:
        result = ControlResult.PASSED
    elif passed + open_rows + lost < least:
        refused = ControlResult.FAILED not in results
        result = ControlResult.REFUSED if refused else ControlResult.FAILED
    else:
        result = ControlResult.LOST if passed + open_rows < least else ControlResult.OPEN
    return replace(rows[0], result=result, open_rows=max(open_rows, 1))


def undecided(units: Sequence[ScoredQuestion], gating: Sequence[Control]) -> int:
    """How many scored questions and gates need a person."""
    marks = sum(u.verdict is not None and u.verdict.mark is None for u in units)
    return marks + sum(c.open_rows for c in gating if c.result is ControlResult.OPEN)


def settle(
    units: Sequence[ScoredQuestion],
    gating: Sequence[Control],
    treatment: Treatment = Treatment.SCRIPT,
) -> TrialOutcome:
    """The outcome, if it is the same however the undecided marks and gates turn out."""
    worst = _outcome(units, gating, treatment, best=False)
    if not undecided(units, gating):
        return worst
    best = _outcome(units, gating, treatment, best=True)
    if worst.status is Status.TECHNICAL or worst == best:
        return worst
    if worst.lrs == best.lrs and worst.status is best.status:
        same = worst.linear if worst.linear == best.linear else None
        return TrialOutcome(worst.status, _waiting(units, gating), worst.lrs, same)
    return TrialOutcome(Status.SCORED, _waiting(units, gating), None, None)


def _waiting(units: Sequence[ScoredQuestion], gating: Sequence[Control]) -> str:
    count = undecided(units, gating)
    return "1 reply needs a human" if count == 1 else f"{count} replies need a human"


def _outcome(
    units: Sequence[ScoredQuestion], gating: Sequence[Control], treatment: Treatment, *, best: bool
) -> TrialOutcome:
    """The outcome with everything undecided filled in for the best, or for the worst."""
    if not units:
        return TrialOutcome(Status.SCORED, "nothing is scored here", None, None)
    dropped: set[int] = set()
    zeroed: set[int] = set()
    if treatment is not Treatment.UNGATED:
        for control in gating:
            result = control.result
            if result is ControlResult.OPEN:
                result = ControlResult.PASSED if best else ControlResult.FAILED
            if result in (ControlResult.PASSED, ControlResult.TRAINED, ControlResult.LOST):
                continue
            if result is ControlResult.NO_TRIES:
                reason = f"there were no tries of {control.title} to say again"
                return TrialOutcome(Status.TECHNICAL, reason, None, None)
            excludes = treatment is Treatment.EXCLUDE or (
                treatment is Treatment.SCRIPT and control.if_failed is IfFailed.EXCLUDE
            )
            if control.guards_trial:
                name = f"the control question {control.title}"
                if result is ControlResult.NOTHING_TRIED:
                    status, reason = Status.NO_ANSWER, f"nothing was tried on {control.title}"
                elif result is ControlResult.NOT_TRAINED:
                    status, reason = Status.NOT_TRAINED, f"{control.title} was not met"
                elif result is ControlResult.REFUSED:
                    status, reason = Status.NO_ANSWER, f"{name} got no answer"
                else:
                    status, reason = Status.GATE_FAILED, f"{name} was answered wrongly"
                lost = TrialOutcome(status, reason, None, None)
                return lost if excludes else TrialOutcome(status, reason, 0, Fraction(0))
            hit = {unit.number for unit in units if _guarded(unit, control)}
            (dropped if excludes else zeroed).update(hit)
    lost_gate = treatment is not Treatment.UNGATED and any(
        c.result is ControlResult.LOST for c in gating
    )
    if lost_gate or any(unit.verdict is None for unit in units):
        return TrialOutcome(Status.TECHNICAL, "a reply was lost or cut off", None, None)
    return _from_marks(units, dropped, zeroed, treatment, best=best)


def _from_marks(
    units: Sequence[ScoredQuestion],
    dropped: set[int],
    zeroed: set[int],
    treatment: Treatment,
    *,
    best: bool,
) -> TrialOutcome:
    verdicts = [u.verdict for u in units if u.verdict is not None]
    # In the worst case an undecided reply is what the others are.
    judged = [v for v in verdicts if v.decided or best]
    if all(Flag.REFUSAL in v.flags and v.mark == WRONG for v in judged):
        reason = "no scored question was answered"
        if treatment is Treatment.EXCLUDE:
            return TrialOutcome(Status.NO_ANSWER, reason, None, None)
        if treatment is not Treatment.UNGATED:
            return TrialOutcome(Status.NO_ANSWER, reason, 0, Fraction(0))
    elif all(_OFF_TASK.intersection(v.flags) and v.mark == WRONG for v in judged):
        return TrialOutcome(Status.OFF_TASK, "every answer is beside the point", 0, Fraction(0))
    earned: list[tuple[Fraction, Fraction]] = []
    unclear = False
    for unit, verdict in zip(units, verdicts, strict=True):
        if unit.number in dropped:
            continue
        mark = verdict.mark if verdict.mark is not None else (RIGHT if best else WRONG)
        if unit.number in zeroed:
            mark = WRONG
        earned.append((unit.weight, mark))
        unclear = unclear or (Flag.UNCLEAR in verdict.flags and mark == RIGHT)
    share = weighted_mean(earned)
    if share is None:
        return TrialOutcome(Status.SCORED, "every scored question was excluded", None, None)
    return TrialOutcome(Status.SCORED, "", rule(share, unclear=unclear), linear(share))


def _guarded(unit: ScoredQuestion, control: Control) -> bool:
    if control.guards is not None:
        return unit.number in control.guards
    return unit.story == control.story
