"""The marks of replies to the choices of a bank by the matcher and, where it needs a human, by a
quorum of models as judges (Li et al., 2025, appendix D.2).

Judges are those who coded such replies in content view as models. What at least three quarters of
those who were given a reply read in it counts; where they do not agree, or read no choice, the
reply is FAIL and wrong. A reply that was given to fewer than two judges still needs a human: to
count it as wrong would punish a participant for whom nobody has asked the judges yet.

What people coded of the same replies enters no mark: agreement with it is printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from coders.choice_methods import FEWEST_JUDGES, choice_said, quorum, quorum_reason
from coders.content_marks import verdict as content_verdict
from coders.marks import Flag, MarkWord, Verdict, wrong
from coders.packets.shape import CoderKind, View
from coders.statistics.intervals import wilson
from coders.votes import vote_of
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Place, Question
from dsl.words import and_list, counted
from renderers.number_words import NOT_DATA
from runners.analysis.trials import TrialWithText
from runners.analysis.verdicts import judge, verdicts_of
from runners.coding.coded_packets import HUMAN, CodedPacket
from runners.coding.coded_trials import CodedTrial, StudyCodes
from runners.engine.transcripts import answers_of
from runners.studies.study import FinishedTrial

QUORUM = "quorum"
"""The name under which these marks are asked for, as `matcher` is that of the matcher's."""

_MATCHER, _JUDGES, _FAIL = "the matcher", "the quorum", "FAIL"
_SIMULATED = "judge sim/"


@dataclass(slots=True)
class _QuorumCounts:
    """How many replies were marked by whom, and of how many people read the same."""

    marked: Counter[str] = field(default_factory=Counter)
    open: int = 0
    replies: set[tuple[str, str, tuple[str, ...], str]] = field(default_factory=set)
    """Who among people coded which reply to which question and choices."""
    compared: Counter[str] = field(default_factory=Counter)
    same: Counter[str] = field(default_factory=Counter)


class Quorum:
    """Judges of a study, and how many replies they settled of the trials that were marked."""

    def __init__(self, codes: StudyCodes) -> None:
        self._given = [
            (one.packet.coder, one.packet.trials) for one in codes.packets if _judges(one)
        ]
        self._tally = _QuorumCounts()

    @property
    def judges(self) -> tuple[str, ...]:
        """The names of all judges who have finished, as coders."""
        return tuple(sorted({name for name, _ in self._given}))

    def given(self, trial: str) -> list[str]:
        """Those of them who were given replies of a trial (its key)."""
        return sorted({name for name, trials in self._given if trial in trials})

    def add_matched(self, replies: int) -> None:
        """Count replies of a trial in which the matcher reads everything, and no person has coded
        anything.
        """
        self._tally.marked[_MATCHER] += replies

    def verdicts(
        self, one: TrialWithText, matched: Mapping[Place, Verdict], codes: Sequence[CodedTrial]
    ) -> dict[Place, Verdict]:
        """The verdicts on a trial: the matcher's, and the quorum's where these need a human."""
        judges = self.given(one.key)
        found = dict(matched)
        by: dict[Place, str] = {}
        for place, _, question in one.trial.asked(QuestionKind.ITEM):
            verdict = matched.get(place)
            if verdict is None or not question.options:
                continue
            by[place] = _MATCHER
            if verdict.word is not MarkWord.HUMAN:
                continue
            if len(judges) < FEWEST_JUDGES:
                del by[place]
                self._tally.open += 1
                continue
            readings = readings_of(judges, codes, place, question)
            found[place] = _read(readings, question)
            by[place] = _JUDGES if quorum(readings) else _FAIL
        self._tally.marked.update(by.values())
        self._compare(one, found, by, codes)
        return found

    def _compare(
        self,
        one: TrialWithText,
        found: Mapping[Place, Verdict],
        by: Mapping[Place, str],
        codes: Sequence[CodedTrial],
    ) -> None:
        """Compares verdicts with those of people who coded the same replies. Equal replies to a
        question were coded once, and count once.
        """
        asked = {place: question for place, _, question in one.trial.asked(QuestionKind.ITEM)}
        for each in codes:
            if each.kind not in HUMAN:
                continue
            theirs = verdicts_of(one.trial, one.answers, each.judgements)
            for place, whose in by.items():
                question, text = asked[place], one.answers[place].text
                reply = each.coder, question.text, question.options, text
                judged = place in each.judgements and theirs[place].mark is not None
                if judged and reply not in self._tally.replies:
                    self._tally.replies.add(reply)
                    self._tally.compared[whose] += 1
                    self._tally.same[whose] += _same(theirs[place], found[place])

    def notes(self) -> Iterator[str]:
        """Who judged, what was settled, and agreement with people, a sentence each."""
        told = self._tally
        names = and_list([one.removeprefix("judge ") for one in self.judges])
        count = told.marked.total() + told.open
        yield (
            f"of {counted(count, 'reply', 'replies')} to choices the matcher reads "
            f"{told.marked[_MATCHER]:,}; in {told.marked[_JUDGES]:,} at least three quarters of "
            f"the judges read the same choice; {told.marked[_FAIL]:,} are FAIL, and wrong. Judges "
            f"(models, no people): {names}"
        )
        if told.open:
            yield (
                f"{counted(told.open, 'reply', 'replies')} that the matcher does not read were "
                f"given to fewer than {FEWEST_JUDGES} judges, and have no mark: `devrun packets "
                "--judges`"
            )
        if any(one.startswith(_SIMULATED) for one in self.judges):
            yield f"{NOT_DATA}: a judge is a program"
        if people := sorted({who for who, *_ in told.replies}):
            yield (
                f"people ({and_list(people)}) read the same as "
                + "; ".join(
                    _agreement(whose, told.same[whose], told.compared[whose])
                    for whose in (_MATCHER, _JUDGES, _FAIL)
                    if told.compared[whose]
                )
            )


def readings_of(
    coders: Sequence[str], codes: Sequence[CodedTrial], place: Place, question: Question
) -> list[str | None]:
    """The choice that each of these coders read in a reply, empty where it is none; None for one
    who did not say.
    """
    judged = {each.coder: each.judgements.get(place) for each in codes}
    said = [judged.get(name) for name in coders]
    return [
        choice_said(one.said, question.options) if one is not None and one.said else None
        for one in said
    ]


def unread_choices(told: FinishedTrial) -> frozenset[Place]:
    """The places of replies to the choices of a bank that the matcher leaves to somebody."""
    trial = told.transcript.trial
    choices = {place for place, _, one in trial.asked(QuestionKind.ITEM) if one.options}
    if not choices:
        return frozenset()
    found = judge(trial, answers_of(told.transcript)).verdicts
    return frozenset(at for at in choices if at in found and found[at].word is MarkWord.HUMAN)


def _judges(coded: CodedPacket) -> bool:
    """Whether a model has judged all of a packet by what replies say."""
    automatic = coded.kind is CoderKind.AUTOMATIC and coded.packet.view == View.CONTENT
    return automatic and coded.locked


def _read(readings: Sequence[str | None], question: Question) -> Verdict:
    """The verdict on a reply in which judges read this."""
    said, reason = quorum(readings), quorum_reason(readings)
    if not said:
        return wrong(None, f"FAIL: {reason or 'no judge has read it'}", Flag.IRRELEVANT)
    return replace(content_verdict([said], True, (), question), reason=reason)


def _same(one: Verdict, other: Verdict) -> bool:
    """Whether two read the same answer, or, where one only marked, give the same mark."""
    votes = vote_of(one), vote_of(other)
    return one.mark == other.mark if None in votes else votes[0] == votes[1]


def _agreement(whose: str, same: int, n: int) -> str:
    about = wilson(same, n)
    ends = "" if about is None else f" (95% {about.low:.0%} to {about.high:.0%}, Wilson)"
    return f"{whose} in {same:,} of {n:,}{ends}"
