"""Finished trials with what was said in them, those that were told in the same words together.

All participants and samples of one draw of a cell are told the same words, so that these are worked
out once for all of them, and the draws of a cell follow each other. Which call stands at which
place was noted when a trial ended; to walk the conversations again, as reading them needs, would
take most of the time of a large study. A trial whose note is missing, or of which there are two, is
walked.

What was said is read only where the words of replies decide something. Elsewhere a reply that ended
as it should has no words here. Nor has a trial words of its own in a large study, but those of the
first draw with the same levels and questions, where nothing hangs on them but how many texts there
are.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from heapq import merge
from itertools import groupby
from typing import TYPE_CHECKING

from coders.lrs import Place
from dsl import experiment as ex
from dsl.expand import steps_within
from dsl.experiment import Experiment, Scorer
from dsl.record import replace
from dsl.trial import Cell, Trial, turns
from runners.analysis.accuracy import METHODS
from runners.analysis.held_trials import ODD, keeps
from runners.analysis.replies import words_sent
from runners.analysis.skeletons import Kinds
from runners.analysis.told_texts import Texts, Words, words_of
from runners.participants.base import Finish
from runners.studies.answers import GivenAnswer, answers_of

if TYPE_CHECKING:
    from runners.store.records import KeptParticipant, StoredReply, StudyTrial
    from runners.store.store import Store
    from runners.studies.study import FinishedTrial, OpenStudy, StudyExperiment

_AT_ONCE = 256  # trials whose replies are read at once


@dataclass(frozen=True, slots=True, eq=False)
class SharedTrial:
    """A trial without its sample, and what is the same for all who were told it.

    `text` is a number for its words (see `words_sent`). `kind` stands for its skeleton: two trials
    with the same one are scored alike if they were marked alike. Where `lent` is given, the words
    in `trial` are of another draw, and `lent` makes the trial with its own.
    """

    trial: Trial
    text: int
    kind: int
    places: tuple[Place, ...]
    lent: Callable[[], Trial] | None = None

    def in_own_words(self) -> Trial:
        """The trial with the words of its own draw."""
        return self.trial if self.lent is None else self.lent()


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """One finished trial. `at` is its place in the rows of the study, `words` the hash of its
    transcript. Where `worded` is false, `answers` that ended as they should have no words;
    `usual` says that all of them ended so, and none has words.
    """

    at: int
    chapter: StudyExperiment
    row: StudyTrial
    participant: KeptParticipant
    scene: SharedTrial
    trial: Trial
    answers: Mapping[Place, GivenAnswer]
    words: str
    worded: bool
    usual: bool

    @property
    def key(self) -> str:
        """The trial's key, under which codes refer to it."""
        return self.row.key


def answered(told: FinishedTrial, kinds: Kinds | None = None, *, at: int = 0) -> Answered:
    """A trial that was walked; `kinds` numbers its skeleton, where it is to be scored."""
    trial = told.transcript.trial
    return Answered(
        at,
        told.chapter,
        told.row,
        told.participant,
        SharedTrial(trial, 0, -1, ()) if kinds is None else scene_of(trial, kinds),
        trial,
        answers_of(told.transcript),
        told.transcript.hash,
        worded=True,
        usual=False,
    )


def scene_of(trial: Trial, kinds: Kinds) -> SharedTrial:
    """The scene of an expanded trial."""
    places = tuple(
        (number, turn.place)
        for number, session in enumerate(trial.sessions)
        for turn in turns(session.nodes)
    )
    return SharedTrial(trial, words_sent(trial), kinds.of(trial), places)


def answered_trials(
    store: Store,
    opened: OpenStudy,
    *,
    every_word: bool,
    texts: Texts | None = None,
    in_words: Container[str] = (),
    kinds: Kinds | None = None,
    known: Container[str] | None = None,
) -> Iterator[Answered]:
    """Every finished trial, by experiment, cell and draw. With `every_word` all are `worded` whose
    marks are not `known` (by key), else those of experiments in which a mark may hang on the words
    of a reply.

    With `texts` a trial may be lent the words of another draw; those `in_words` (by key) have their
    own. `kinds` has the numbers of skeletons, where others number them, too.
    """
    hashes = store.told_words(opened.study.id)
    numbers = Kinds() if kinds is None else kinds
    scenes = _Scenes(opened, numbers, None if every_word and known is None else texts, in_words)
    noted: list[tuple[int, StudyTrial]] = []
    others: list[int] = []
    for at, row in enumerate(opened.rows):
        if len(hashes.get(row.key, ())) == 1:
            noted.append((at, row))
        else:
            others.append(at)
    noted.sort(key=lambda one: (words_of(one[1]), one[0]))
    worded = {
        chapter.procedure: every_word or words_decide(chapter.experiment)
        for chapter in opened.chapters
    }
    reader = _Reader(store, opened, hashes, scenes)
    order = {at: place for place, (at, _) in enumerate(noted)}
    for procedure, some in groupby(noted, lambda one: one[1].procedure):
        if not worded[procedure]:
            yield from reader.unworded(list(some))
            continue
        told: list[tuple[int, StudyTrial]] = []
        read: list[tuple[int, StudyTrial]] = []
        for one in some:
            (told if known is not None and one[1].key in known else read).append(one)
        # In one order whatever is known: the first trial of a cell says what a guesser gets.
        parts = (reader.unworded(told) if told else (), reader.worded(read))
        yield from merge(*parts, key=lambda one: order[one.at])
    # Two hashes: stores were merged, and only the replies say which of them is meant here.
    walked = replace(opened, rows=tuple(opened.rows[at] for at in others))
    places = {opened.rows[at].key: at for at in others}
    for whole in walked.told(store) if others else ():
        yield answered(whole, numbers, at=places[whole.key])


def words_decide(experiment: Experiment) -> bool:
    """Whether marks may hang on what a reply says though people coded: an answer that is kept for a
    later question, and one that was weighed, are read by rule.
    """
    return keeps(experiment) or any(
        isinstance(step, ex.QuestionStep) and step.rubric.scorer is Scorer.LIKELIHOOD
        for step in steps_within(experiment.steps)
    )


def _guessed_by_draw(experiment: Experiment) -> bool:
    """Whether the chances of a guesser are taken from each draw's own words: for accuracy, and for
    questions with a figure of somebody else's. Two words that are drawn alike are one answer less.
    """
    return experiment.design.scoring in METHODS or any(
        one.question for one in experiment.references
    )


class _Scenes:
    """The scene of each trial; holds the last one, since those who were told it come together."""

    def __init__(
        self, opened: OpenStudy, kinds: Kinds, texts: Texts | None, in_words: Container[str]
    ) -> None:
        self.opened, self.texts, self.in_words = opened, texts, in_words
        self.chapters = {one.procedure: one for one in opened.chapters}
        self.people = {one.key: one for one in opened.participants}
        self.lending = (
            {one.procedure for one in opened.chapters if not _guessed_by_draw(one.experiment)}
            if texts is not None
            else set[str]()
        )
        self.kinds = kinds
        self.last: dict[bool, tuple[Words, SharedTrial]] = {}
        self.first: dict[tuple[object, ...], SharedTrial] = {}

    def of(self, row: StudyTrial) -> SharedTrial:
        """The scene of a trial that is not expanded yet."""
        words = words_of(row)
        lent = row.procedure in self.lending and row.key not in self.in_words
        last = self.last.get(lent)
        if last is None or last[0] != words:
            scene = self.lent(row) if lent else self.scene(self.expanded(row))
            last = self.last[lent] = words, scene
        return last[1]

    def expanded(self, row: StudyTrial) -> Trial:
        """A trial in its own words, without its sample."""
        chapter, sitting = self.chapters[row.procedure], row.sitting
        cell = Cell(sitting.levels, sitting.wording, chapter.experiment.only_condition)
        return self.opened.expander(chapter, row.seed).trial(cell, draw=sitting.draw)

    def lent(self, row: StudyTrial) -> SharedTrial:
        """The scene of a trial in the words of the first draw of its cell with the same levels and
        the same shape.
        """
        assert self.texts is not None, "words are lent only where texts are counted apart"
        words = procedure, seed, *cell, draw = words_of(row)
        text, shape = self.texts.of(words)
        expander = self.opened.expander(self.chapters[procedure], seed)
        like = (procedure, seed, *cell, expander.assignment.levels.at(draw - 1), shape)
        first = self.first.get(like)
        if first is None:
            first = self.first[like] = self.scene(self.expanded(row))
        return SharedTrial(
            replace(first.trial, draw=draw, words=()),
            text,
            first.kind,
            first.places,
            partial(self.expanded, row),
        )

    def scene(self, trial: Trial) -> SharedTrial:
        """The scene of an expanded trial."""
        return scene_of(trial, self.kinds)


@dataclass(frozen=True, slots=True)
class _Reader:
    store: Store
    opened: OpenStudy
    hashes: Mapping[str, Sequence[str]]
    scenes: _Scenes

    def worded(self, rows: list[tuple[int, StudyTrial]]) -> Iterator[Answered]:
        """Trials with the words of their replies."""
        for start in range(0, len(rows), _AT_ONCE):
            some = rows[start : start + _AT_ONCE]
            calls = {
                one.trial: one.calls for one in self.store.transcripts([row.key for _, row in some])
            }
            replies = self.store.of_sittings([row.sitting.key for _, row in some])
            for at, row in some:
                scene, kept = self.scenes.of(row), replies[row.sitting.key]
                said = {place: _answer(kept[key]) for place, key in calls[row.key] if key in kept}
                answers = {one: said[one[1]] for one in scene.places if one[1] in said}
                if len(answers) == len(scene.places):
                    yield self.made(at, row, scene, answers, worded=True, usual=False)

    def unworded(self, rows: list[tuple[int, StudyTrial]]) -> Iterator[Answered]:
        """Trials with the words of those replies only that did not end as they should."""
        odd = self.store.replies_that_ended(ODD, {row.sitting.key for _, row in rows})
        oddly = [row.key for _, row in rows if row.sitting.key in odd]
        calls = {one.trial: one.calls for one in self.store.transcripts(oddly)} if oddly else {}
        usual: dict[tuple[Place, ...], Mapping[Place, GivenAnswer]] = {}
        fine = GivenAnswer("", Finish.STOP)
        for at, row in rows:
            kept = odd.get(row.sitting.key)
            scene = self.scenes.of(row)
            answers = usual.setdefault(scene.places, dict.fromkeys(scene.places, fine))
            ended: dict[str, GivenAnswer] = {}
            if kept is not None:
                ended = {place: _answer(kept[key]) for place, key in calls[row.key] if key in kept}
            if ended:
                answers = {one: ended.get(one[1], fine) for one in scene.places}
            yield self.made(at, row, scene, answers, worded=False, usual=not ended)

    def made(
        self,
        at: int,
        row: StudyTrial,
        scene: SharedTrial,
        answers: Mapping[Place, GivenAnswer],
        *,
        worded: bool,
        usual: bool,
    ) -> Answered:
        """A trial of which the answers were read."""
        trial, chapter = scene.trial, self.scenes.chapters[row.procedure]
        if trial.sample != row.sitting.sample:
            trial = replace(trial, sample=row.sitting.sample)
        who = self.scenes.people[row.sitting.participant]
        words = self.hashes[row.key][0]
        return Answered(at, chapter, row, who, scene, trial, answers, words, worded, usual)


def _answer(kept: StoredReply) -> GivenAnswer:
    return GivenAnswer(kept.text, Finish(kept.finish))
