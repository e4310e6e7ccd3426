"""What replies say of a story: whether it is recognised, and what they give away of its source.

Replies are read once, and only of scripts that ask what a story reminds of (`record recognition`);
what is found in them changes no mark.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from coders.recognition import NamedWords, has_citation, has_link, recognises
from dsl.expand import ORIGINAL
from dsl.expanding.steps_within import questions_within
from dsl.tree import QuestionKind
from dsl.trial import Cell
from renderers.rows.cell_row import place_of
from renderers.rows.recognition import ReplySources
from renderers.rows.trials import TrialRow
from runners.analysis.score_table import ScoreTable
from runners.store.records import StudyTrial
from runners.store.store import Store
from runners.studies.study import OpenStudy, StudyExperiment

QUESTION = "recognition"
"""The name of the recorded question that is read."""

SHORTEST = 3
"""Letters; shorter words of a script are not looked for in replies."""

_AT_ONCE = 256  # trials whose replies are read at once

_SAID = {True: 1, None: 2, False: 4}
"""What the replies of a trial say of recognition, together: a bit for each that some reply says."""


@dataclass(slots=True)
class RepliesRead:
    """What was read in replies: by trial key whether the story was recognised, None where the words
    do not decide it, and by cell what they hold of sources.
    """

    recognised: dict[str, bool | None] = field(default_factory=dict)
    sources: tuple[ReplySources, ...] = ()


def read_replies(store: Store, opened: OpenStudy, trials: Sequence[TrialRow]) -> RepliesRead:
    """The replies of these trials, of those scripts that ask for recognition. The store is asked
    for nothing where no script does.
    """
    asking = {one.procedure: one for one in opened.chapters if asks(one)}
    if not asking:
        return RepliesRead()
    table = ScoreTable.of(trials)
    reading = _ReplySearch(opened, asking, dict(zip(table.keys, table.cell.tolist(), strict=True)))
    apart = reading.every_reply(store)
    for start in range(0, len(apart), _AT_ONCE):
        reading.one_by_one(store, apart[start : start + _AT_ONCE])
    counts = reading.counts
    return RepliesRead(
        reading.recognised,
        tuple(
            _sources(table.firsts[cell], counts[cell])
            for cell in dict.fromkeys(table.cell.tolist())
            if cell in counts
        ),
    )


def asks(chapter: StudyExperiment) -> bool:
    """Whether a script asks if the story is recognised."""
    return any(
        step.name == QUESTION
        for step in questions_within(chapter.experiment.steps, QuestionKind.RECORD)
    )


def _places(opened: OpenStudy, chapter: StudyExperiment, row: StudyTrial) -> frozenset[str]:
    """Where recognition is asked in the paper's own stories; in all where it is asked in none."""
    cell = Cell(row.sitting.levels, row.sitting.wording)
    trial = opened.expander(chapter, row.seed).trial(cell, draw=row.sitting.draw)
    asked = [
        (place[1], session.own_story)
        for place, session, question in trial.asked(QuestionKind.RECORD)
        if question.name == QUESTION
    ]
    own = frozenset(place for place, own in asked if own)
    return own or frozenset(place for place, _ in asked)


class _ReplySearch:
    """Reads the replies of some trials: `cell_of` has the number of the cell of each (by key).

    Most trials are what a sitting holds, and no reply of theirs has a source: their replies are
    read as they come out of the store, and searched many at a time. The others are read one by one.
    """

    def __init__(
        self, opened: OpenStudy, asking: Mapping[str, StudyExperiment], cell_of: Mapping[str, int]
    ) -> None:
        self.opened, self.cell_of = opened, cell_of
        every = opened.rows
        mine = every.of_groups(one for one in every.groups if one.procedure in asking)
        self.rows = mine.with_keys(cell_of)
        words = {procedure: _OriginalWords(opened, one) for procedure, one in asking.items()}
        self.words = [words[one.procedure] for one in self.rows.groups]
        cells, places = self.rows.cells, dict[int, frozenset[str]]()
        for at, group in enumerate(self.rows.group):
            if cells[group] not in places:
                row = self.rows[at]
                places[cells[group]] = _places(opened, asking[row.procedure], row)
        self.places = [places.get(cell, frozenset()) for cell in cells]
        self.recognised: dict[str, bool | None] = {}
        self.counts: defaultdict[int, Counter[str]] = defaultdict(Counter)

    def every_reply(self, store: Store) -> list[int]:
        """Reads the replies of all trials, and gives the rows of those that must be read alone."""
        rows, group = self.rows, self.rows.group
        where = {trial: at for at, trial in enumerate(rows.keys)}
        whole = bytearray(len(rows))
        every = frozenset[str]().union(*self.places)
        for some in store.replies_by_trial(self.opened.study.id, every):
            # Where these differ stores were merged, a run broke off, or calls of an earlier edition
            # are there.
            read = [
                (where[one.trial], one)
                for one in some
                if one.trial in where and one.size == one.count
            ]
            alone = set(self.may_name_source([(at, one.texts) for at, one in read]))
            for at, one in read:
                if at not in alone:
                    whole[at] = True
                    here = self.places[group[at]]
                    said = 0
                    for place, text in one.told:
                        if place in here:
                            said |= _SAID[recognises(text)]
                    self.add(one.trial, said, {"replies": one.count})
        return [at for at, done in enumerate(whole) if not done]

    def may_name_source(self, replies: Sequence[tuple[int, str]]) -> Iterator[int]:
        """The rows of these replies (one text for each row) that may hold something of a source."""
        together = "\n".join(text for _, text in replies)
        for found in (has_link, has_citation):
            if found(together, at_most=None):
                yield from (at for at, text in replies if found(text, at_most=None))
        rows = self.rows
        by_words: dict[_OriginalWords, list[tuple[int, str]]] = {}
        for at, text in replies:
            if rows.groups[rows.group[at]].wording != ORIGINAL:
                by_words.setdefault(self.words[rows.group[at]], []).append((at, text))
        for words, some in by_words.items():
            for number, word in words.names.each([text for _, text in some]):
                at = some[number][0]
                if word not in words.drawn(rows.groups[rows.group[at]].seed, rows.draws[at]):
                    yield at

    def one_by_one(self, store: Store, some: Sequence[int]) -> None:
        """Reads the replies of trials alone; of one with two sessions (stores were merged) that of
        which all replies are there.
        """
        chosen = self.rows.take(some)
        calls: dict[str, list[dict[str, str]]] = {}
        for one in self.opened.transcripts(store, chosen):
            calls.setdefault(one.trial, []).append(dict(one.calls))
        keys = [key for found in calls.values() for one in found for key in one.values()]
        texts = {key: reply.text for key, reply in store.lookup(keys).items()}
        for row, group in zip(chosen, chosen.group, strict=True):
            whole = (one for one in calls.get(row.key, ()) if texts.keys() >= set(one.values()))
            here = next(whole, None)
            if here is None:
                continue
            said, places = 0, self.places[group]
            for place in here.keys() & places:
                said |= _SAID[recognises(texts[here[place]])]
            count = Counter(replies=len(here))
            _count(count, map(texts.__getitem__, here.values()), self.words[group], row)
            self.add(row.key, said, count)

    def add(self, key: str, said: int, count: Mapping[str, int]) -> None:
        """Takes in a trial: what its replies say of recognition (`_SAID`), and its counts."""
        if said:
            self.recognised[key] = (
                True if said & _SAID[True] else None if said & _SAID[None] else False
            )
        mine = self.counts[self.cell_of[key]]
        mine["trials"] += 1
        mine.update(count)


class _OriginalWords:
    """Finds words of the original in replies to permuted draws. A script says them nowhere but in
    its slots (E319), so that a draw has been sent those that are among its words, and no others.
    """

    def __init__(self, opened: OpenStudy, chapter: StudyExperiment) -> None:
        self._opened, self._chapter = opened, chapter
        slots = [slot for slot in chapter.experiment.slots if slot.values]
        self.names = NamedWords(
            slot.original.text for slot in slots if len(slot.original.text) >= SHORTEST
        )
        self._drawn: dict[tuple[int, int], set[str]] = {}

    def found(self, reply: str, row: StudyTrial) -> bool:
        """Whether a reply has an original word that the participant was not sent."""
        if row.sitting.wording == ORIGINAL:
            return False
        return not self.names.found(reply) <= self.drawn(row.seed, row.sitting.draw)

    def drawn(self, seed: int, draw: int) -> set[str]:
        """The original words that are among the words of a draw, too."""
        at = (seed, draw)
        if at not in self._drawn:
            expander = self._opened.expander(self._chapter, seed)
            words = expander.assignment.permuted(draw - 1).values()
            forms = (text for word in words for text in (word.text, word.plural or ""))
            self._drawn[at] = self.names.found(" | ".join(forms))
        return self._drawn[at]


def _count(
    count: Counter[str], replies: Iterable[str], words: _OriginalWords, row: StudyTrial
) -> None:
    for text in replies:
        link, citation, named = has_link(text), has_citation(text), words.found(text, row)
        count["links"] += link
        count["citations"] += citation
        count["named"] += named
        count["any"] += link or citation or named


def _sources(trial: TrialRow, count: Counter[str]) -> ReplySources:
    return ReplySources(
        **place_of(trial),
        trials=count["trials"],
        replies=count["replies"],
        links=count["links"],
        citations=count["citations"],
        original_words=None if trial.wording == ORIGINAL else count["named"],
        any=count["any"],
    )
