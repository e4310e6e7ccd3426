"""One trial's scores by several coders, made one: what counts, what is disputed, what is missing.

Each coder's marks are scored apart and the scores averaged, also where coders disagree on a gate:
such a trial is disputed until an adjudicator has settled it, and what was settled about gates
always counts. Leaving it out was given up: disputed trials are not like the others, and the mean of
record could lie below every coder's own. The means under other rules are given with it. Marks
settled by an adjudicator count only where the adjudicated scores are asked for: the score of record
is the mean of what blind coders said first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, Protocol

from coders.desk.state import HolisticScore
from coders.lrs import Gate, Lrs, Scored, Status, asked_in
from coders.marks import Flag, MarkWord, Verdict, marked
from dsl.experiment import IfFailed
from dsl.tree import QuestionKind
from dsl.trial import Place, Trial, turns
from renderers.rows.measures import SHARES, measures
from renderers.rows.trials import CoderRow, QuestionMark, TrialRow
from runners.analysis.means import mean
from runners.analysis.rater_scores import RaterScore, gates_in_dispute, rater_score

DISPUTED = "disputed"
UNDECIDED = "undecided"
UNCODED = "uncoded"
_ZEROS = (Status.GATE_FAILED, Status.NOT_TRAINED, Status.NO_ANSWER, Status.OFF_TASK)


@dataclass(frozen=True, slots=True)
class Coding:
    """One coder's verdicts on one trial, whole; `counted`: whether they are in the mean. `before`
    and `after` are the verdicts without what an adjudicator settled about marks, and with it; one
    of them is `verdicts`, and both are None where nothing was settled. `notes` are the coder's, by
    place; None: on the whole transcript.
    """

    coder: str
    kind: str
    counted: bool
    verdicts: Mapping[Place, Verdict]
    given: HolisticScore | None = None
    first: HolisticScore | None = None
    before: Mapping[Place, Verdict] | None = None
    after: Mapping[Place, Verdict] | None = None
    notes: Mapping[Place | None, str] | None = None


@dataclass(frozen=True, slots=True)
class TrialFacts:
    """Which trial it is, with whom, and which replies were lost: what a row repeats."""

    trial: Trial
    model: str
    simulated: bool
    key: str
    text: int
    lost: tuple[str, ...] = ()


def gate_places(trial: Trial) -> tuple[Place, ...]:
    """The places of control questions that do something when they are failed."""
    return tuple(
        place
        for place, _, question in trial.asked(QuestionKind.CONTROL)
        if question.if_failed is not IfFailed.COUNT_ANYWAY
    )


def question_marks(trial: Trial, codings: Sequence[Coding]) -> tuple[QuestionMark, ...]:
    """The marks of the scored questions of a trial."""
    counted = [one for one in codings if one.counted]
    found: list[QuestionMark] = []
    before: Counter[object] = Counter()
    for number, session in enumerate(trial.sessions):
        for turn in turns(session.nodes):
            question = turn.question
            if question is None or question.kind is not QuestionKind.TEST:
                continue
            name, row = (question.name, question.form), turn.row or 0
            found.append(
                QuestionMark(
                    name,
                    session.levels,
                    question.worth * session.worth,
                    mark_of_all(counted, (number, turn.place)),
                    (row, before[number, name, row]),
                )
            )
            before[number, name, row] += 1
    return tuple(found)


def mark_of_all(counted: Sequence[Coding], place: Place) -> Fraction | None:
    """The mean of the marks of all who count; None while one of them has not marked it."""
    found = [one.verdicts.get(place) for one in counted]
    marks = [one.mark for one in found if one is not None and one.mark is not None]
    return mean(marks) if len(marks) == len(counted) else None


class ScoreMarks(Protocol):
    """What one coder's verdicts on a trial come to."""

    def __call__(
        self,
        verdicts: Mapping[Place, Verdict],
        *,
        technical: frozenset[Place],
        disputed: frozenset[Place] = frozenset(),
    ) -> RaterScore:
        """The score, as `rater_score` has it."""


def trial_row(
    facts: TrialFacts,
    codings: Sequence[Coding],
    technical: frozenset[Place],
    *,
    score: ScoreMarks | None = None,
) -> TrialRow:
    """The row of one trial; without a coding that counts it is uncoded. `score` may know what
    verdicts come to already.
    """
    trial = facts.trial
    own_of = score or partial(rater_score, asked=asked_in(trial))
    every = [own_of(one.verdicts, technical=technical) for one in codings]
    coders = tuple([coder_row(one, own) for one, own in zip(codings, every, strict=True)])
    counted = [one for one in codings if one.counted]
    owns = [own for one, own in zip(codings, every, strict=True) if one.counted]
    if not owns:
        return _row(facts, UNCODED, "no valid codes", "undecided", coders)
    disputed = gates_in_dispute(owns)
    scores = [own.scored for own in owns]
    undisputed = [
        own_of(one.verdicts, technical=technical, disputed=disputed).scored if disputed else score
        for one, score in zip(counted, scores, strict=True)
    ]
    status, reason = _status(counted, scores, undisputed)

    def settled(which: Sequence[Mapping[Place, Verdict] | None]) -> Fraction | None:
        return _all_lrs(
            own.scored.lrs
            if over is None or over is one.verdicts
            else own_of(over, technical=technical).scored.lrs
            for one, own, over in zip(counted, owns, which, strict=True)
        )

    def with_gates(word: MarkWord) -> Fraction | None:
        """The mean LRS with every disputed control taken for passed, or for failed."""
        verdict = marked(word, (), "in dispute")
        over = [{**one.verdicts, **dict.fromkeys(disputed, verdict)} for one in counted]
        return _mean_lrs(tuple(own_of(one, technical=technical).scored.lrs for one in over))

    # Some coders' scores may be known all the same; their mean would not be one over the coders,
    # and bounds over other trials than the mean's would not be its bounds.
    whole = status != UNDECIDED
    lrs = _mean_lrs(tuple([found.lrs for found in scores])) if whole else None
    shares: dict[str, Any] = {
        name: _all([getattr(found, name) for found in scores]) for name in SHARES
    }
    return TrialRow(
        experiment=trial.experiment,
        levels=trial.cell.levels,
        wording=trial.cell.wording,
        model=facts.model,
        simulated=facts.simulated,
        draw=trial.draw,
        sample=trial.sample,
        key=facts.key,
        text=facts.text,
        status=status,
        reason=reason,
        gate=_gate(undisputed),
        lrs=lrs,
        linear=mean(found.linear for found in scores) if whole else None,
        strict=_all_lrs(own.strict for own in owns) if whole else None,
        lenient=_all_lrs(own.lenient for own in owns) if whole else None,
        zero=_all_lrs(found.gates.zero for found in scores),
        exclude=_all_lrs(found.gates.exclude for found in scores),
        ungated=_all_lrs(found.gates.ungated for found in scores),
        zeros=_zeros(scores) if whole else {},
        coders=coders,
        name=trial.cell.name,
        hallucination=_mean_lrs(
            tuple(
                [
                    0 if own.invents and own.scored.lrs is not None else own.scored.lrs
                    for own in owns
                ]
            )
        )
        if whole
        else None,
        before=settled([one.before for one in counted]),
        after=settled([one.after for one in counted]),
        undisputed=None if status == DISPUTED else lrs,
        disputed_failed=with_gates(MarkWord.WRONG) if status == DISPUTED else lrs,
        disputed_passed=with_gates(MarkWord.RIGHT) if status == DISPUTED else lrs,
        settled=any(one.after is not None for one in counted),
        sure_share=mean(found.sure_share for found in scores),
        lost=facts.lost,
        recognised=any(
            Flag.RECOGNISED in each.flags for one in counted for each in one.verdicts.values()
        ),
        **shares,
    )


def _row(
    facts: TrialFacts, status: str, reason: str, gate: str, coders: tuple[CoderRow, ...]
) -> TrialRow:
    trial = facts.trial
    return TrialRow(
        trial.experiment, trial.cell.levels, trial.cell.wording, facts.model, facts.simulated,
        trial.draw, trial.sample, facts.key, facts.text, status, reason, gate, coders=coders,
        name=trial.cell.name, lost=facts.lost, **measures(lambda name: None),
    )  # fmt: skip


def coder_row(coding: Coding, own: RaterScore) -> CoderRow:
    """What one coder makes of a trial."""
    mine = own.scored
    return CoderRow(
        coding.coder,
        coding.kind,
        coding.counted,
        mine.status.value
        if mine.lrs is not None or mine.status is not Status.SCORED
        else UNDECIDED,
        mine.gate.value,
        mine.share,
        mine.lrs,
        coding.given.lrs if coding.given is not None else None,
        coding.first.lrs if coding.first is not None else None,
    )


def _open(scores: Sequence[Scored]) -> list[Scored]:
    return [found for found in scores if found.lrs is None and found.status is Status.SCORED]


def _status(
    counted: Sequence[Coding], scores: Sequence[Scored], undisputed: Sequence[Scored]
) -> tuple[str, str]:
    """The status that the coders agree on; what one of them has open is open. `undisputed` are the
    scores with every gate open on which coders disagree.
    """
    missing = _open(scores)
    if not missing and _open(undisputed):
        return DISPUTED, "the coders disagree on a control question: `devrun adjudicate`"
    if missing and any(found.undecided for found in missing):
        most = max(found.undecided for found in missing)
        return UNDECIDED, "1 reply needs a human" if most == 1 else f"{most} replies need a human"
    statuses = list(dict.fromkeys(found.status.value for found in scores))
    if len(statuses) == 1:
        reason = scores[0].reason
        if not reason and any(found.twins_failed for found in scores):
            reason = "a control question of a matched story was failed"
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


def _all(values: Sequence[Fraction | None]) -> Fraction | None:
    """The mean over the coders, if every one of them has a value."""
    return None if any(value is None for value in values) else mean(values)


def _all_lrs(values: Iterable[Lrs | None]) -> Fraction | None:
    """The mean LRS over the coders, if every one of them has one."""
    found = tuple(values)
    return None if None in found else _mean_lrs(found)


@lru_cache(maxsize=4096)
def _mean_lrs(values: tuple[Lrs | None, ...]) -> Fraction | None:
    """The mean of what LRS there are. Coders give one of six, so that few means are ever made."""
    return mean(values)


def _zeros(scores: Sequence[Scored]) -> Mapping[str, Fraction]:
    return _shares(tuple([found.status if found.lrs == 0 else None for found in scores]))


@lru_cache(maxsize=4096)
def _shares(statuses: tuple[Status | None, ...]) -> Mapping[str, Fraction]:
    """The share of coders by whom a trial is 0, for each reason."""
    return {one.value: Fraction(statuses.count(one), len(statuses)) for one in _ZEROS}
