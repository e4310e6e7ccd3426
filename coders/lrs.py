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

from coders.marks import RATINGS, RIGHT, WRONG, Verdict
from coders.outcome import (
    OF_EVERY_GATE,
    Control,
    ControlResult,
    ScoredQuestion,
    Status,
    Treatment,
    gates_of,
    result_of,
    settle,
    undecided,
)
from dsl.exact import weighted_mean
from dsl.experiment import IfFailed
from dsl.loops import Training
from dsl.protocol import rated_places
from dsl.record import record, replace
from dsl.tree import QuestionKind
from dsl.trial import Place, Question, Trial, turns

Lrs = int | Fraction
"""An LRS by one coder: whole, but for the mean of several ratings of one run."""


_NOT_ASKED = {
    ControlResult.TRAINED, ControlResult.NOT_TRAINED, ControlResult.NOTHING_TRIED,
    ControlResult.NO_TRIES,
}  # fmt: skip
"""What gates and is no control question."""
_MISSED = {
    ControlResult.FAILED, ControlResult.REFUSED, ControlResult.NOT_TRAINED,
    ControlResult.NOTHING_TRIED,
}  # fmt: skip


class Gate(StrEnum):
    """What became of the control questions of a trial's own story."""

    PASSED = "passed"
    FAILED = "failed"
    DISPUTED = "disputed"
    UNDECIDED = "undecided"
    NONE = "none"


@record
class GateFigures:
    """The LRS under each treatment of failed gates; None where there is none to give."""

    zero: Lrs | None
    exclude: Lrs | None
    ungated: Lrs | None


_NO_LRS = GateFigures(None, None, None)


@record
class Scored:
    """A trial's score by one coder.

    `share` is the share of marks with the gates ignored, `own_share` and `twin_share` the same
    within the paper's own story and within its twins; None while a mark is undecided. `sure_share`
    takes what is undecided for wrong. `lrs` is the score of record, with failed gates treated as
    the script says. `undecided` counts the scored questions and gates that need a person;
    `twins_failed` the twins whose gate failed.
    """

    status: Status
    reason: str
    share: Fraction | None
    lrs: Lrs | None
    linear: Fraction | None
    gate: Gate
    undecided: int
    twins_failed: int
    own_share: Fraction | None
    twin_share: Fraction | None
    gates: GateFigures
    sure_share: Fraction


@record
class ScoringDesign:
    """All that the score of a trial depends on apart from verdicts: its scored questions (`units`)
    and its gates, each with its place and still without a verdict; the result of a training is
    known.
    """

    units: tuple[tuple[Place, ScoredQuestion], ...]
    gating: tuple[tuple[Place, Control], ...]
    rated: tuple[Place, ...] = ()
    """Where coders give ratings instead of marks (`dsl.protocol`)."""

    lrs: bool = True
    """Whether it has an LRS: items of a bank, asked without other tests, have none."""

    @property
    def has_rows(self) -> bool:
        """Whether several controls make one gate."""
        return any(one.pass_with is not None for _, one in self.gating)


def asked_in(trial: Trial) -> ScoringDesign:
    """What is asked in a trial, as far as its score hangs on it: its tests, or else its items."""
    kinds = {question.kind for _, _, question in trial.asked()}
    has_lrs = QuestionKind.TEST in kinds or QuestionKind.ITEM not in kinds
    scored = QuestionKind.TEST if has_lrs else QuestionKind.ITEM
    units: list[tuple[Place, ScoredQuestion]] = []
    gating: list[tuple[Place, Control]] = []
    for index, session in enumerate(trial.sessions):
        own, numbers = session.own_story, dict[str, list[int]]()
        named_own = session.names_own
        gates: list[tuple[Place, Question]] = []
        for turn in turns(session.nodes):
            question, at = turn.question, (index, turn.place)
            if question is None:
                continue
            if question.kind is scored:
                asked = session.is_own(question, named=named_own)
                weight = question.worth * session.worth
                unit = ScoredQuestion(len(units), index, asked, weight, None)
                numbers.setdefault(question.name, []).append(unit.number)
                units.append((at, unit))
            elif (
                question.kind is QuestionKind.CONTROL
                and question.if_failed is not IfFailed.COUNT_ANYWAY
            ):
                gates.append((at, question))
        for training in session.trainings:
            if training.if_failed is not IfFailed.COUNT_ANYWAY:
                gating.append(((index, f"train {training.name}"), _trained(index, own, training)))
        for explored in session.explorations:
            if not explored.tries:
                idle = _untried(index, own, explored.machine, ControlResult.NOTHING_TRIED)
                gating.append(((index, f"explore {explored.machine}"), idle))
        for told in session.retold:
            if told.missing:
                untold = _untried(index, own, told.machine, ControlResult.NO_TRIES)
                gating.append(((index, told.place), untold))
        for at, question in gates:
            named = tuple(n for name in question.guards for n in numbers.get(name, ()))
            guards = named if question.guards else None
            gate = Control(
                index,
                own,
                question.title,
                question.if_failed,
                guards,
                ControlResult.OPEN,
                question.pass_with,
            )
            gating.append((at, gate))
    return ScoringDesign(tuple(units), tuple(gating), rated_places(trial), has_lrs)


def _trained(story: int, own: bool, training: Training) -> Control:
    """The gate of a training, whose result is known from the replies."""
    until = training.criterion
    title = f"the criterion of {training.name} ({until.words}, at most {until.bound})"
    result = ControlResult.TRAINED if training.met else ControlResult.NOT_TRAINED
    return Control(story, own, title, training.if_failed, None, result)


def _untried(story: int, own: bool, machine: str, result: ControlResult) -> Control:
    """The gate of a machine of which nobody tried anything: "I cannot tell" is then no finding."""
    return Control(story, own, machine, IfFailed.SCORE_ZERO, None, result)


def score_of(
    asked: ScoringDesign,
    verdicts: Mapping[Place, Verdict],
    *,
    technical: Collection[Place] = (),
    disputed: Collection[Place] = (),
) -> Scored:
    """The score of every trial in which this is asked, by one coder's `verdicts`.

    `technical`: places whose reply was cut off by our own limit or never came; a place without a
    verdict counts as one of them. `disputed`: gates on which coders disagree; they stay undecided.
    """
    read = (verdicts[at].word for at in asked.rated if at in verdicts)
    ratings = [RATINGS[word] for word in read if word in RATINGS]
    if ratings:
        return _by_rating(ratings, missing=len(asked.rated) - len(ratings))
    units, gating = _judged(asked, verdicts, technical, disputed)
    disputes = any(at in disputed and one.own_story for at, one in asked.gating)
    found = _scored(units, gating, disputes=disputes)
    return found if asked.lrs else replace(found, lrs=None, linear=None, gates=_NO_LRS)


def _by_rating(ratings: Sequence[int], *, missing: int) -> Scored:
    """The score of a trial that was rated: each prompt counts alike, as in the paper. Why a rating
    is 0 is not known, and neither are a share of marks and what became of its controls.
    """
    whole, rest = divmod(sum(ratings), len(ratings))
    mean: Lrs = Fraction(sum(ratings), len(ratings)) if rest else whole
    lrs = None if missing else mean
    reason = f"{missing} prompts have no rating" if missing else ""
    return Scored(
        status=Status.SCORED,
        reason=reason,
        share=None,
        lrs=lrs,
        linear=None,
        gate=Gate.NONE,
        undecided=missing,
        twins_failed=0,
        own_share=None,
        twin_share=None,
        gates=GateFigures(lrs, lrs, lrs),
        sure_share=Fraction(0),
    )


def lrs_of(
    asked: ScoringDesign,
    verdicts: Mapping[Place, Verdict],
    *,
    technical: Collection[Place] = (),
    disputed: Collection[Place] = (),
) -> int | None:
    """The LRS alone that `score_of` has, in a third of the time."""
    if not asked.lrs:
        return None
    return settle(*_judged(asked, verdicts, technical, disputed), Treatment.SCRIPT).lrs


def _judged(
    asked: ScoringDesign,
    verdicts: Mapping[Place, Verdict],
    technical: Collection[Place],
    disputed: Collection[Place],
) -> tuple[list[ScoredQuestion], list[Control]]:
    """The scored questions and gates with what was made of each."""

    def given(at: Place) -> Verdict | None:
        return None if at in technical else verdicts.get(at)

    units = [
        ScoredQuestion(one.number, one.story, one.own_story, one.weight, given(at))
        for at, one in asked.units
    ]
    gating = [
        Control(
            one.story,
            one.own_story,
            one.title,
            one.if_failed,
            one.guards,
            _result(one, given(at), disputed=at in disputed),
            one.pass_with,
        )
        for at, one in asked.gating
    ]
    return units, gates_of(gating) if asked.has_rows else gating


def gates_passed(asked: ScoringDesign, verdicts: Mapping[Place, Verdict]) -> dict[Place, bool]:
    """Which control questions were passed, of those with a mark; a row is what its gate is."""
    found: dict[Place, bool] = {}
    rows: dict[tuple[int, str], list[tuple[Place, Control]]] = {}
    for at, one in asked.gating:
        verdict = verdicts.get(at)
        if one.pass_with is not None:
            judged = replace(one, result=result_of(verdict))
            rows.setdefault((one.story, one.title), []).append((at, judged))
        elif verdict is not None and verdict.mark in (RIGHT, WRONG):
            found[at] = verdict.right
    for some in rows.values():
        (gate,) = gates_of([one for _, one in some])
        if gate.result is not ControlResult.OPEN:
            found.update((at, gate.result is ControlResult.PASSED) for at, _ in some)
    return found


def _result(gate: Control, given: Verdict | None, *, disputed: bool) -> ControlResult:
    """What became of a gate; that of a training stands already."""
    if gate.result is not ControlResult.OPEN:
        return gate.result
    return ControlResult.OPEN if disputed else result_of(given)


def _scored(
    units: Sequence[ScoredQuestion], gating: Sequence[Control], *, disputes: bool
) -> Scored:
    own = [unit for unit in units if unit.own_story]
    share = _share(units)
    outcome = settle(units, gating, Treatment.SCRIPT)
    waiting = undecided(units, gating)
    if (
        outcome.status is Status.SCORED
        and not waiting
        and all(control.result is ControlResult.PASSED for control in gating)
    ):
        # There is nothing to treat in one way or another.
        figures = [outcome.lrs] * 3
    else:
        figures = [settle(units, gating, each).lrs for each in OF_EVERY_GATE]
    return Scored(
        status=outcome.status,
        reason=outcome.reason,
        share=share,
        lrs=outcome.lrs,
        linear=outcome.linear,
        gate=Gate.DISPUTED if disputes else _gate(gating),
        undecided=waiting,
        twins_failed=len({c.story for c in gating if _closes_twin(c)}),
        own_share=share if len(own) == len(units) else _share(own),
        twin_share=_share([unit for unit in units if not unit.own_story]),
        gates=GateFigures(*figures),
        sure_share=share if share is not None else _sure_share(units) or Fraction(0),
    )


def _closes_twin(control: Control) -> bool:
    missed = control.result in _MISSED
    return missed and not control.own_story and control.guards is None


def _gate(gating: Sequence[Control]) -> Gate:
    results = [c.result for c in gating if c.guards_trial and c.result not in _NOT_ASKED]
    if not results:
        return Gate.NONE
    if ControlResult.FAILED in results or ControlResult.REFUSED in results:
        return Gate.FAILED
    if ControlResult.OPEN in results or ControlResult.LOST in results:
        return Gate.UNDECIDED
    return Gate.PASSED


def _share(units: Sequence[ScoredQuestion]) -> Fraction | None:
    """The share of marks; None of none, and while a mark is undecided."""
    if any(unit.verdict is None or unit.verdict.mark is None for unit in units):
        return None
    return _sure_share(units)


def _sure_share(units: Sequence[ScoredQuestion]) -> Fraction | None:
    """The share of marks that are sure: what is undecided or lost counts as wrong."""
    return weighted_mean(
        [(one.weight, WRONG if one.verdict is None else one.verdict.mark or WRONG) for one in units]
    )
