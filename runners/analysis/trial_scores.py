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
from itertools import compress
from typing import Any, Protocol

from coders.desk.state import HolisticScore
from coders.lrs import Gate, Lrs, Scored, asked_in
from coders.marks import MarkWord, Verdict, marked
from coders.outcome import Status
from dsl.experiment import IfFailed
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Place, Trial, turns
from renderers.rows.by_coder import ByCoder
from renderers.rows.measures import SHARES, measures
from renderers.rows.trials import CoderRow, QuestionMark, TrialRow
from runners.analysis.means import mean
from runners.analysis.rater_scores import RaterScore, RuleScore, gates_in_dispute, rater_score

DISPUTED = "disputed"
UNDECIDED = "undecided"
UNCODED = "uncoded"
_ZEROS = (Status.GATE_FAILED, Status.NOT_TRAINED, Status.NO_ANSWER, Status.OFF_TASK)


@dataclass(frozen=True, slots=True)
class Coding(ByCoder):
    """One coder's verdicts on one trial, whole. `before` and `after` are the verdicts without what
    an adjudicator settled about marks, and with it; one of them is `verdicts`, and both are None
    where nothing was settled. `notes` are the coder's, by place; None: on the whole transcript.
    """

    verdicts: Mapping[Place, Verdict]
    given: HolisticScore | None = None
    first: HolisticScore | None = None
    before: Mapping[Place, Verdict] | None = None
    after: Mapping[Place, Verdict] | None = None
    notes: Mapping[Place | None, str] | None = None


@dataclass(frozen=True, slots=True)
class TrialFacts:
    """Which trial it is and with whom: what a row repeats."""

    trial: Trial
    model: str
    simulated: bool
    key: str
    text: int


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
    if len(counted) == 1:
        verdict = counted[0].verdicts.get(place)
        return None if verdict is None else verdict.mark
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
    facts: TrialFacts, codings: Sequence[Coding], technical: frozenset[Place]
) -> TrialRow:
    """The row of one trial; without a coding that counts it is uncoded. `technical` are the places
    of lost replies.
    """
    trial = facts.trial
    score = partial(rater_score, asked=asked_in(trial))
    return replace(
        _scored(_coded(codings, technical, score)),
        experiment=trial.experiment,
        levels=trial.cell.levels,
        wording=trial.cell.wording,
        model=facts.model,
        simulated=facts.simulated,
        draw=trial.draw,
        sample=trial.sample,
        key=facts.key,
        text=facts.text,
        name=trial.cell.name,
    )


@dataclass(frozen=True, slots=True)
class _Coded:
    """All that a trial's row says follows from this: what each coder made of it and, where coders
    who count disagree on gates, what they make of it with these open (`undisputed`), failed and
    passed. `before` and `after` are the mean LRS without and with what was adjudicated.
    """

    codings: tuple[tuple[str, str, bool, int | None, int | None], ...]
    owns: tuple[RuleScore, ...]
    invents: tuple[bool, ...]
    lost: tuple[str, ...]
    undisputed: tuple[RuleScore, ...] = ()
    failed: Fraction | None = None
    passed: Fraction | None = None
    before: Fraction | None = None
    after: Fraction | None = None
    settled: bool = False
    recognised: bool = False


class TrialScores:
    """Scores of trials, as rows that say nothing of which trial each is. Trials that the coders
    made the same of share one.
    """

    def __init__(self) -> None:
        self.rows: list[TrialRow] = []
        self._known: dict[_Coded, int] = {}

    def number(
        self,
        codings: Sequence[Coding],
        technical: frozenset[Place],
        *,
        score: ScoreMarks,
        lost: tuple[str, ...] = (),
    ) -> int:
        """The number of a trial's score among `rows`; `score` gives what verdicts on it come to,
        `lost` is how those replies to questions ended that are no whole answer.
        """
        coded = _coded(codings, technical, score, lost)
        found = self._known.get(coded)
        if found is None:
            found = self._known[coded] = self.add(_scored(coded))
        return found

    def add(self, row: TrialRow) -> int:
        """The number of another score."""
        self.rows.append(row)
        return len(self.rows) - 1


def _coded(
    codings: Sequence[Coding],
    technical: frozenset[Place],
    own_of: ScoreMarks,
    lost: tuple[str, ...] = (),
) -> _Coded:
    every = [own_of(one.verdicts, technical=technical) for one in codings]
    found = _Coded(
        tuple(
            [
                (one.coder, one.kind, one.counted, _given(one.given), _given(one.first))
                for one in codings
            ]
        ),
        tuple([own.by_rule for own in every]),
        tuple([own.invents for own in every]),
        lost,
    )
    counted = [one for one in codings if one.counted]
    owns = [own for one, own in zip(codings, every, strict=True) if one.counted]
    if not owns:
        return found

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

    found = replace(
        found,
        before=settled([one.before for one in counted]),
        after=settled([one.after for one in counted]),
        settled=any(one.after is not None for one in counted),
        recognised=any(own.recognises for own in owns),
    )
    disputed = gates_in_dispute(owns)
    if not disputed:
        return found
    return replace(
        found,
        undisputed=tuple(
            [
                own_of(one.verdicts, technical=technical, disputed=disputed).by_rule
                for one in counted
            ]
        ),
        failed=with_gates(MarkWord.WRONG),
        passed=with_gates(MarkWord.RIGHT),
    )


def _given(lrs: HolisticScore | None) -> int | None:
    return None if lrs is None else lrs.lrs


def _scored(coded: _Coded) -> TrialRow:
    coders = tuple(map(_coder_row, coded.codings, coded.owns))
    which = [one.counted for one in coders]
    owns = list(compress(coded.owns, which))
    if not owns:
        return _row(UNCODED, "no valid codes", "undecided", coders=coders, lost=coded.lost)
    scores = [own.scored for own in owns]
    undisputed = [own.scored for own in coded.undisputed] or scores
    status, reason = _status(list(compress(coders, which)), scores, undisputed)
    # Some coders' scores may be known all the same; their mean would not be one over the coders,
    # and bounds over other trials than the mean's would not be its bounds.
    whole = status != UNDECIDED
    lrs = _mean_lrs(tuple([found.lrs for found in scores])) if whole else None
    invented = [
        0 if invents and own.scored.lrs is not None else own.scored.lrs
        for own, invents in zip(owns, compress(coded.invents, which), strict=True)
    ]
    shares = {name: _all([getattr(found, name) for found in scores]) for name in SHARES}
    return _row(
        status,
        reason,
        _gate(undisputed),
        coders=coders,
        lost=coded.lost,
        lrs=lrs,
        linear=mean(found.linear for found in scores) if whole else None,
        strict=_all_lrs(own.strict for own in owns) if whole else None,
        lenient=_all_lrs(own.lenient for own in owns) if whole else None,
        zero=_all_lrs(found.gates.zero for found in scores),
        exclude=_all_lrs(found.gates.exclude for found in scores),
        ungated=_all_lrs(found.gates.ungated for found in scores),
        zeros=_zeros(scores) if whole else {},
        hallucination=_mean_lrs(tuple(invented)) if whole else None,
        before=coded.before,
        after=coded.after,
        undisputed=None if status == DISPUTED else lrs,
        disputed_failed=coded.failed if status == DISPUTED else lrs,
        disputed_passed=coded.passed if status == DISPUTED else lrs,
        settled=coded.settled,
        sure_share=mean(found.sure_share for found in scores),
        recognised=coded.recognised,
        **shares,
    )


def _row(status: str, reason: str, gate: str, **known: Any) -> TrialRow:
    """A row that says nothing of which trial it is."""
    row = measures(lambda name: None) | known
    return TrialRow("", (), "", "", False, 0, 0, "", 0, status, reason, gate, **row)


def _coder_row(coding: tuple[str, str, bool, int | None, int | None], own: RuleScore) -> CoderRow:
    """What one coder makes of a trial."""
    coder, kind, counted, given, first = coding
    mine = own.scored
    open_still = mine.lrs is None and mine.status is Status.SCORED
    return CoderRow(
        coder,
        kind,
        counted,
        UNDECIDED if open_still else mine.status.value,
        mine.gate.value,
        mine.share,
        mine.lrs,
        given,
        first,
    )


def _open(scores: Sequence[Scored]) -> list[Scored]:
    return [found for found in scores if found.lrs is None and found.status is Status.SCORED]


def _status(
    counted: Sequence[CoderRow], scores: Sequence[Scored], undisputed: Sequence[Scored]
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
