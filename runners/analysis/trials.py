"""The finished trials of a study as a table, made once and read by all: a row each, no words.

What most trials share is written once. All draws of a cell at the same counterbalance levels that
ask the same at the same places have one `TrialDesign`, with the words of one of them: a score hangs
on no words, and to fill every trial with its own would take minutes for a hundred thousand. Which
trials have the same design, and which have the same words, was noted when they ended
(`runners.store.keys`); for trials of an older devrun it is worked out here.

Who needs a trial in its own words asks for it (`own_trial`), and with its replies
`trials_with_text`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from coders.statistics.ratings import distinct
from dsl.record import replace
from dsl.trial import Path, Place, Trial
from runners.engine.transcripts import GivenAnswer, answers_of
from runners.participants.base import LOST, Finish
from runners.store.call_queries import APART
from runners.store.keys import design_hash, prompt_hash
from runners.store.noted_trials import KeyRows, NotedTrials, noted_trials
from runners.store.records import ParticipantRecord, StoredReply, StudyTrial
from runners.store.schema import unescape
from runners.store.store import Store
from runners.store.study_trials import StudyTrials
from runners.store.text_column import TextColumn
from runners.studies.study import FinishedTrial, OpenStudy, StudyExperiment
from runners.studies.trial_designs import Designs, TrialDesign
from runners.studies.trial_hashes import HashesByDraw, draw_of, expanded, noted_once

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

ODD = (*sorted(LOST), Finish.FILTERED, Finish.EMPTY)
"""Replies that count otherwise than by their words."""

_AT_ONCE, _REPLIES_AT_ONCE = 256, 20_000
"""So many trials, and so many replies, are read at once; a trial may have a thousand."""


@dataclass(slots=True, eq=False)
class TrialTable:
    """The finished trials of a study, in the order of its rows; columns have an entry for each.

    `transcripts` are the hashes of their conversations; `sizes` says how many calls each has, 0
    where only the replies say. `prompts` has the same number for trials that were sent the same
    words; `design` is a place in `designs`. `odd` has the replies that ended oddly (`ODD`), by row
    and place; no other trial has any. `held` are trials in their own words that need not be
    expanded, by row.
    """

    opened: OpenStudy
    rows: StudyTrials
    transcripts: Sequence[str]
    sizes: Ints
    prompts: Ints
    design: Ints
    designs: Sequence[TrialDesign]
    odd: Mapping[int, Mapping[Place, GivenAnswer]]
    held: Mapping[int, Trial] = field(default_factory=dict)
    _chapters: Sequence[StudyExperiment] = field(init=False)
    _people: Sequence[ParticipantRecord] = field(init=False)
    _cells: Sequence[int] = field(init=False)
    _last: tuple[tuple[int, int], Trial] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        chapters = {one.procedure: one for one in self.opened.chapters}
        people = {one.key: one for one in self.opened.participants}
        self._chapters = [chapters[one.procedure] for one in self.rows.groups]
        self._people = [people[one.participant] for one in self.rows.groups]
        self._cells = self.rows.cells

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def apart(self) -> Ints:
        """A number for each row: 0, and more where replies ended oddly, the same for the same."""
        found, known = np.zeros(len(self), dtype=np.int64), dict[object, int]()
        for at, ended in self.odd.items():
            said = frozenset((place, one.text, one.finish) for place, one in ended.items())
            found[at] = known.setdefault(said, len(known) + 1)
        return found

    def chapter(self, at: int) -> StudyExperiment:
        """The experiment of a row."""
        return self._chapters[self.rows.group[at]]

    def participant(self, at: int) -> ParticipantRecord:
        """Who took the trial of a row."""
        return self._people[self.rows.group[at]]

    def own_trial(self, at: int) -> Trial:
        """The trial of a row in its own words. Rows of one draw are best asked for together."""
        if at in self.held:
            return self.held[at]
        draw = self._cells[self.rows.group[at]], self.rows.draws[at]
        if self._last is None or self._last[0] != draw:
            self._last = draw, expanded(self.opened, self.chapter(at), self.rows[at])
        trial, sample = self._last[1], self.rows.samples[at]
        return trial if trial.sample == sample else replace(trial, sample=sample)

    def draw_of(self, at: int) -> object:
        """What the words of a row follow from: trials of one draw were sent the same."""
        return draw_of(self.rows[at])

    def answers(self, at: int) -> Mapping[Place, GivenAnswer]:
        """How the replies of a row ended; only those that ended oddly have their words."""
        fine = self.designs[self.design[at]].fine
        return {**fine, **self.odd[at]} if at in self.odd else fine

    def with_text(self, at: int, trial: Trial | None = None) -> TrialWithText:
        """A row in its own words, or those of this trial, without the words of its replies."""
        return self.with_answers(at, self.answers(at), trial)

    def with_answers(
        self, at: int, answers: Mapping[Place, GivenAnswer], trial: Trial | None = None
    ) -> TrialWithText:
        """A row in its own words, or those of this trial, with these answers."""
        row, chapter, who = self.rows[at], self.chapter(at), self.participant(at)
        own = self.own_trial(at) if trial is None else trial
        return TrialWithText(at, row, chapter, who, own, answers, self.transcripts[at])

    def by_draw(self, rows: Iterable[int]) -> list[int]:
        """Rows with those of one draw together."""
        some = np.fromiter(rows, dtype=np.int64)
        cells = [(one.procedure, one.seed, one.levels, one.wording) for one in self.rows.groups]
        ranks = {cell: number for number, cell in enumerate(sorted(set(cells)))}
        of_group = np.array([ranks[cell] for cell in cells], dtype=np.int64)
        group, draws = (
            np.array(one, dtype=np.int64)[some] for one in (self.rows.group, self.rows.draws)
        )
        order = np.lexsort((some, draws, of_group[group]))
        found: list[int] = some[order].tolist()
        return found

    def chosen(self, procedures: Container[str]) -> list[int]:
        """The rows of these procedures."""
        wanted = [one.procedure in procedures for one in self.rows.groups]
        return [at for at, group in enumerate(self.rows.group) if wanted[group]]


@dataclass(frozen=True, slots=True, eq=False)
class TrialWithText:
    """One finished trial in its own words, row `at` of a table; `words` is its transcript hash."""

    at: int
    row: StudyTrial
    chapter: StudyExperiment
    participant: ParticipantRecord
    trial: Trial
    answers: Mapping[Place, GivenAnswer]
    words: str

    @property
    def key(self) -> str:
        """The trial's key, under which codes refer to it."""
        return self.row.key


def with_text(told: FinishedTrial, *, at: int = 0) -> TrialWithText:
    """A trial of which every word was read."""
    transcript = told.transcript
    return TrialWithText(
        at,
        told.row,
        told.chapter,
        told.participant,
        transcript.trial,
        answers_of(transcript),
        transcript.hash,
    )


def finished_trials(store: Store, opened: OpenStudy, rows: StudyTrials | None = None) -> TrialTable:
    """The finished trials of what was opened of a study, or those of these rows."""
    asked = HashesByDraw(opened)
    listed = opened.rows if rows is None else rows
    noted = noted_trials(store, opened.study.id, listed.keys)
    # With two notes stores were merged, and only the replies say which is meant here.
    once = noted_once(opened, listed, noted)
    unclear = listed.take(np.nonzero(~once)[0].tolist())
    finished = replace(opened, rows=unclear).finished(store) if unclear else ()
    walked = {told.key: told for told in finished}
    sent, design, designs, own = _numbers(listed, noted, once, walked, asked)
    here = np.flatnonzero(design >= 0)
    sent, design = _by_first(sent[here]), design[here]
    chosen = range(len(listed)) if here.size == len(listed) else here.tolist()
    held = {int(np.searchsorted(here, at)): trial for at, trial in own.items()}
    found = listed.take(chosen)
    if walked:
        told = (
            noted.transcript(at) if once[at] else walked[key].transcript.hash
            for at, key in zip(chosen, found.keys, strict=True)
        )
        transcripts = TextColumn(told)
    else:
        transcripts = noted.transcripts(here)
    sizes = np.where(once, noted.sizes, 0)[chosen]
    del noted
    odd = _odd(store, found, design, designs)
    for at, key in enumerate(found.keys if walked else ()):
        if key in walked:
            odd.pop(at, None)
            if ended := _odd_answers(walked[key]):
                odd[at] = ended
    return TrialTable(opened, found, transcripts, sizes, sent, design, designs, odd, held)


def _numbers(
    listed: StudyTrials,
    noted: NotedTrials,
    once: Flags,
    walked: Mapping[str, FinishedTrial],
    asked: HashesByDraw,
) -> tuple[Ints, Ints, list[TrialDesign], dict[int, Trial]]:
    """For each row a number of the words sent and the number of its design, -1 where it is not
    finished; the designs; and the trials whose words hang on replies, by row.
    """
    designs = Designs()
    others: dict[str, int] = {}
    own: dict[int, Trial] = {}
    cells = np.array(listed.cells, dtype=np.int64)[np.array(listed.group, dtype=np.int64)]
    draws = np.array(listed.draws, dtype=np.int64)
    # Trials of one draw of which the same was noted are looked at once.
    apart = np.where(once, -1, np.arange(len(listed)))
    first, like = distinct([cells, draws, noted.prompts, noted.designs, apart])
    numbers = np.full((2, first.size), -1, dtype=np.int64)
    for one in np.argsort(first).tolist():
        at = int(first[one])
        path: Path = ()
        trial: Trial | None = None
        if not once[at]:
            if (key := listed.keys[at]) not in walked:
                continue
            path = walked[key].transcript.trial.path
            if path:
                trial = own[at] = walked[key].transcript.trial
        sent = int(noted.prompts[at])
        if once[at] and sent >= 0 and noted.designs[at] >= 0:
            asks = noted.design(at)
        else:
            hashes = (prompt_hash(trial), design_hash(trial)) if trial else asked.of(listed[at])
            prompt, asks = hashes
            sent = noted.prompt_number(prompt)
            if sent < 0:
                sent = len(listed) + others.setdefault(prompt, len(others))
        row = listed[at]
        number = designs.number(
            (asked.key(row, asks), path),
            lambda row=row, trial=trial: trial or asked.trial(row),  # type: ignore[misc]
        )
        numbers[:, one] = sent, number
    sent_in, design = numbers[:, like]
    return sent_in, design, designs.listed, own


def _by_first(numbers: Ints) -> Ints:
    """Other numbers for the same: 0 for the first, 1 for the first that differs, and so on."""
    _, first, inverse = np.unique(numbers, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[inverse]


def table_of(opened: OpenStudy, told: Sequence[FinishedTrial]) -> TrialTable:
    """A table of trials that were walked already."""
    designs, prompts = Designs(), dict[str, int]()
    asked = HashesByDraw(opened)
    sent, design = [], []
    odd: dict[int, Mapping[Place, GivenAnswer]] = {}
    for at, one in enumerate(told):
        trial = one.transcript.trial
        sent.append(prompts.setdefault(prompt_hash(trial), len(prompts)))
        key: tuple[object, ...] = (
            trial.cell.levels,
            trial.cell.wording,
            trial.balance,
            design_hash(trial),
            trial.path,
        )
        if asked.ambiguous(one.chapter):
            key = (*key, trial.draw)
        design.append(designs.number(key, lambda trial=trial: trial))  # type: ignore[misc]
        if ended := _odd_answers(one):
            odd[at] = ended
    return TrialTable(
        opened,
        StudyTrials.of(one.row for one in told),
        [one.transcript.hash for one in told],
        np.zeros(len(told), dtype=np.int64),
        np.array(sent, dtype=np.int64),
        np.array(design, dtype=np.int64),
        designs.listed,
        odd,
        {at: one.transcript.trial for at, one in enumerate(told)},
    )


def trials_with_text(
    store: Store, table: TrialTable, rows: Sequence[int]
) -> Iterator[TrialWithText]:
    """These rows with the words of their replies, those of one draw together."""
    unclear = {table.rows.keys[at]: at for at in rows if not table.sizes[at]}
    ordered = table.by_draw(at for at in rows if table.sizes[at])
    most = max((len(table.designs[table.design[at]].places) for at in ordered), default=1)
    at_once = max(1, min(_AT_ONCE, _REPLIES_AT_ONCE // max(1, most)))
    for start in range(0, len(ordered), at_once):
        some = ordered[start : start + at_once]
        answers = _answers(store, table, some)
        for at in some:
            if at in answers:
                yield table.with_answers(at, answers[at])
    if unclear:
        for told in replace(table.opened, rows=table.rows.with_keys(unclear)).finished(store):
            yield with_text(told, at=unclear[told.key])


def _answers(
    store: Store, table: TrialTable, rows: Sequence[int]
) -> dict[int, Mapping[Place, GivenAnswer]]:
    """The answers of those of these rows that have all; rows of one design that were answered alike
    share them.
    """
    found: dict[int, Mapping[Place, GivenAnswer]] = {}
    known: dict[object, Mapping[Place, GivenAnswer]] = {}
    apart: list[int] = []
    sittings = {at: table.rows.sittings[at] for at in rows}
    told = store.told_in(list(sittings.values()))
    for at, sitting in sittings.items():
        count, texts = told.get(sitting, (0, ""))
        design = int(table.design[at])
        if count == table.sizes[at] and (design, texts) not in known:
            parts = texts.split(APART)
            said = frozenset(zip(parts[::3], parts[1::3], parts[2::3], strict=True))
            answers = {
                unescape(place): GivenAnswer(unescape(text), Finish(finish))
                for place, finish, text in said
            }
            if len(answers) == count:
                placed = table.designs[design].of_places(answers)
                # The database may join the same replies in another order.
                known[design, texts] = known.setdefault((design, said), placed)
        if count == table.sizes[at] and (design, texts) in known:
            found[at] = known[design, texts]
        else:
            apart.append(at)  # calls of an earlier edition are there, too, or some are missing
    if apart:
        calls = {
            one.trial: one.calls for one in store.transcripts([table.rows.keys[at] for at in apart])
        }
        replies = store.of_sittings([sittings[at] for at in apart])
        for at in apart:
            kept = replies[sittings[at]]
            mine = {p: _answer(kept[key]) for p, key in calls[table.rows.keys[at]] if key in kept}
            found[at] = table.designs[table.design[at]].of_places(mine)
    whole = {at: len(table.designs[table.design[at]].places) for at in found}
    return {at: answers for at, answers in found.items() if len(answers) == whole[at]}


def _odd_answers(told: FinishedTrial) -> Mapping[Place, GivenAnswer]:
    return {
        place: answer
        for place, answer in answers_of(told.transcript).items()
        if answer.finish in ODD
    }


def _odd(
    store: Store,
    rows: StudyTrials,
    design: Ints,
    designs: Sequence[TrialDesign],
) -> dict[int, Mapping[Place, GivenAnswer]]:
    """The replies of trials with a transcript that ended oddly, by row and place."""
    sittings = KeyRows(rows.sittings)
    replies = store.replies_that_ended(ODD, sittings)
    places = sittings.rows(list(replies)).tolist()
    at_of = {rows.keys[at]: at for at in places}
    del sittings
    found: dict[int, Mapping[Place, GivenAnswer]] = {}
    for trial, calls in store.calls_in(list(at_of)):
        at = at_of[trial]
        kept = replies[rows.sittings[at]]
        ended = {place: _answer(kept[key]) for place, key in calls if key in kept}
        turns = designs[design[at]].places
        mine = {place: ended[place[1]] for place in turns if place[1] in ended}
        if mine:
            found[at] = mine
    return found


def _answer(kept: StoredReply) -> GivenAnswer:
    return GivenAnswer(kept.text, Finish(kept.finish))
