"""What coded trials are held against: their questions, the words coded, and how replies ended.

Marks need no words. Which questions are at which places, and what they gate and are worth, is the
same in all draws of one cell at one set of counterbalance levels, so one trial is expanded for all
of these; or one for each draw, where questions come in an order that varies and matters. That a
coding belongs to the words that are stored is seen from the transcript's hash, which was noted when
the trial ended. Telling every trial again, as the scores do, would take minutes for many of them.

What a coder says was said is read with the words of its own draw, and where a key is an earlier
answer of the participant's the trial is told again.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coders.lrs import Place
from dsl import experiment as ex
from dsl.expand import Expander, steps_within
from dsl.experiment import Experiment, Order
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Cell, Trial, turns
from runners.analysis.skeletons import Kinds
from runners.participants.base import LOST, Finish
from runners.studies.answers import GivenAnswer, answers_of

if TYPE_CHECKING:
    from runners.store.records import StoredReply, StudyTrial
    from runners.store.store import Store
    from runners.studies.study import FinishedTrial, OpenStudy, StudyExperiment

ODD = (*sorted(LOST), Finish.FILTERED, Finish.EMPTY)
"""Replies that count otherwise than by their words."""


@dataclass(frozen=True, slots=True)
class HeldTrial:
    """One finished trial. `words` is the hash of its transcript.

    `trial` has the right questions at the right places, and answers at all of them; its draw,
    sample and words, and the texts of `answers`, are the trial's own only where words were asked
    for; where they were not, `kind` is the number of its skeleton. `usual`: no reply ended oddly.
    """

    row: StudyTrial
    trial: Trial
    answers: Mapping[Place, GivenAnswer]
    words: str
    kind: int | None = None
    usual: bool = False


def held_trials(
    store: Store,
    opened: OpenStudy,
    rows: Sequence[StudyTrial],
    *,
    in_words: Container[str] = (),
    kinds: Kinds | None = None,
) -> Iterator[HeldTrial]:
    """Those of these trials that are finished, in their order.

    `in_words`: trials (by key) of which the words are needed. `kinds` has the numbers of skeletons,
    where others number them, too.
    """
    hashes = store.told_words(opened.study.id)
    numbers = Kinds() if kinds is None else kinds
    chapters = {chapter.procedure: _Shapes(chapter, numbers) for chapter in opened.chapters}

    def must_be_told(row: StudyTrial) -> bool:
        # Two hashes: stores were merged, and only the replies say which of them is meant here.
        kept_answers = row.key in in_words and chapters[row.procedure].keeps
        return kept_answers or len(hashes.get(row.key, ())) != 1

    odd = store.replies_that_ended(ODD, {row.sitting.key for row in rows})
    oddly = [row.key for row in rows if row.sitting.key in odd]
    calls = {one.trial: one.calls for one in store.transcripts(oddly)} if oddly else {}
    telling = replace(opened, rows=tuple(filter(must_be_told, rows))).told(store)
    told: FinishedTrial | None = next(telling, None)
    for row in rows:
        if must_be_told(row):
            if told is not None and told.key == row.key:
                transcript = told.transcript
                yield HeldTrial(row, transcript.trial, answers_of(transcript), transcript.hash)
                told = next(telling, None)
            continue
        worded, oddly_ended = row.key in in_words, row.sitting.key in odd
        shape = chapters[row.procedure].shape(row, in_words=worded)
        answers = shape.answers
        if oddly_ended:
            answers = shape.with_odd(calls[row.key], odd[row.sitting.key])
        kind = None if worded else shape.kind
        yield HeldTrial(row, shape.trial, answers, hashes[row.key][0], kind, usual=not oddly_ended)


@dataclass(slots=True, eq=False)
class Shape:
    """A trial, an answer that ended as it should at each of its places, and the number of its
    skeleton.
    """

    trial: Trial
    answers: Mapping[Place, GivenAnswer]
    kind: int

    def __init__(self, trial: Trial, kinds: Kinds) -> None:
        usual = GivenAnswer("", Finish.STOP)
        self.trial = trial
        self.answers = {
            (number, turn.place): usual
            for number, session in enumerate(trial.sessions)
            for turn in turns(session.nodes)
        }
        self.kind = kinds.of(trial)

    def with_odd(
        self, calls: Sequence[tuple[str, str]], replies: Mapping[str, StoredReply]
    ) -> Mapping[Place, GivenAnswer]:
        """The answers, where some replies ended oddly; `calls` are (place, call key) pairs."""
        odd = {
            place: GivenAnswer(replies[key].text, Finish(replies[key].finish))
            for place, key in calls
            if key in replies
        }
        return {at: odd.get(at[1], answer) for at, answer in self.answers.items()}


@dataclass(slots=True)
class _Shapes:
    """The shapes of one experiment's trials."""

    chapter: StudyExperiment
    kinds: Kinds
    expanders: dict[int, Expander] = field(default_factory=dict)
    alike: dict[tuple[object, ...], Shape] = field(default_factory=dict)
    worded: dict[int, Shape] = field(default_factory=dict)
    worded_in: tuple[object, ...] = ()
    varies: bool = False
    keeps: bool = False

    def __post_init__(self) -> None:
        self.varies = order_matters(self.chapter.experiment)
        self.keeps = keeps(self.chapter.experiment)

    def shape(self, row: StudyTrial, *, in_words: bool) -> Shape:
        """The shape of a trial; its own words are in it where they are asked for."""
        sitting = row.sitting
        expander = self.expanders.get(row.seed)
        if expander is None:
            expander = self.expanders[row.seed] = Expander(self.chapter.experiment, seed=row.seed)
        cell = (row.seed, sitting.levels, sitting.wording)
        draw = sitting.draw
        if in_words:
            # All participants and samples of one cell follow each other.
            if cell != self.worded_in:
                self.worded.clear()
                self.worded_in = cell
            if draw not in self.worded:
                self.worded[draw] = Shape(_expanded(expander, row), self.kinds)
            return self.worded[draw]
        key = (*cell, draw if self.varies else expander.assignment.levels.at(draw - 1))
        found = self.alike.get(key)
        if found is None:
            found = self.alike[key] = Shape(_expanded(expander, row), self.kinds)
        return found


def _expanded(expander: Expander, row: StudyTrial) -> Trial:
    sitting = row.sitting
    cell = Cell(sitting.levels, sitting.wording)
    return expander.trial(cell, draw=sitting.draw, sample=sitting.sample)


def order_matters(experiment: Experiment) -> bool:
    """Whether draws with the same levels may differ in which question is at which place, or in
    which of two gates is met first where these do different things.

    Questions of one name are told apart by their order, so that where orders vary each name must
    be that of one question only.
    """
    steps = tuple(steps_within(experiment.steps))
    ordered = (step.order for step in steps if isinstance(step, ex.InOrder | ex.ForEach))
    if all(order is Order.FIXED for order in ordered):
        return False
    asked = [step for step in steps if isinstance(step, ex.QuestionStep)]
    gates = {one.rubric.if_failed for one in asked if one.kind is QuestionKind.CONTROL}
    names = {(one.kind, one.name) for one in asked}
    return len(gates) > 1 or len(names) < len(asked)


def keeps(experiment: Experiment) -> bool:
    """Whether an answer of the participant's is the key of a later question."""
    steps = steps_within(experiment.steps)
    return any(isinstance(step, ex.QuestionStep) and step.keep is not None for step in steps)
