"""What replies say of a story: whether it is recognised, and what they give away of its source.

Replies are read once, and only of scripts that ask what a story reminds of (`record recognition`);
what is found in them changes no mark.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
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
from runners.comparison.reply_search import SAID, GroupSearch, ReplyFinds, ReplySearch
from runners.store.records import StudyTrial
from runners.store.store import Store
from runners.studies.study import OpenStudy, StudyExperiment

QUESTION = "recognition"
"""The name of the recorded question that is read."""

SHORTEST = 3
"""Letters; shorter words of a script are not looked for in replies."""

_AT_ONCE = 256  # trials whose replies are read at once


@dataclass(slots=True)
class RepliesRead:
    """What was read in replies: by trial key whether the story was recognised, None where the words
    do not decide it, and by cell what they hold of sources.
    """

    recognised: dict[str, bool | None] = field(default_factory=dict)
    sources: tuple[ReplySources, ...] = ()


def read_replies(store: Store, opened: OpenStudy, trials: Sequence[TrialRow]) -> RepliesRead:
    """What the replies of these trials say, of those scripts that ask for recognition. The store is
    asked for nothing where no script does.
    """
    replies = StoryReplies(opened)
    found = replies.search.found(store) if replies.search.groups else None
    return replies.read(store, trials, found)


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


class StoryReplies:
    """The replies of those scripts of a study that ask for recognition: what to `search` for in
    them (in no group where no script asks), and what that comes to.

    Most trials are what a sitting holds, and no reply of theirs has a source: what was found in all
    of their replies together is all that is needed. The replies of others are read one by one.
    """

    def __init__(self, opened: OpenStudy) -> None:
        self._opened = opened
        asking = {one.procedure: one for one in opened.chapters if asks(one)}
        every = opened.rows
        self._rows = every.of_groups(one for one in every.groups if one.procedure in asking)
        groups, cells, places = self._rows.groups, self._rows.cells, dict[int, frozenset[str]]()
        for at, group in enumerate(self._rows.group):
            if cells[group] not in places:
                row = self._rows[at]
                places[cells[group]] = _places(opened, asking[row.procedure], row)
        words = [_OriginalWords(opened, one) for one in asking.values()]
        number = {procedure: at for at, procedure in enumerate(asking)}
        self._words = [words[number[one.procedure]] for one in groups]
        sought = [
            GroupSearch(
                places.get(cell, frozenset()),
                None if one.wording == ORIGINAL else number[one.procedure],
            )
            for one, cell in zip(groups, cells, strict=True)
        ]
        names, rows = [one.names for one in words], self._rows
        self.search = ReplySearch(opened.study.id, rows.keys, rows.group, sought, names)

    def read(
        self, store: Store, trials: Sequence[TrialRow], found: ReplyFinds | None
    ) -> RepliesRead:
        """What the replies of these trials say, of which this was `found`; nothing for None."""
        read = RepliesRead()
        if found is None:
            return read
        table = ScoreTable.of(trials)
        cell_of = dict(zip(table.keys, table.cell.tolist(), strict=True))
        counts = defaultdict[int, Counter[str]](Counter)
        for key, said, count in self._said(store, found, cell_of):
            if said:
                read.recognised[key] = (
                    True if said & SAID[True] else None if said & SAID[None] else False
                )
            mine = counts[cell_of[key]]
            mine["trials"] += 1
            for name, number in count.items():
                mine[name] += number
        read.sources = tuple(
            _sources(table.firsts[cell], counts[cell])
            for cell in dict.fromkeys(table.cell.tolist())
            if cell in counts
        )
        return read

    def _said(
        self, store: Store, found: ReplyFinds, keys: Container[str]
    ) -> Iterator[tuple[str, int, Mapping[str, int]]]:
        """Of every trial with one of these keys what its replies say of recognition (`SAID`), and
        its counts.
        """
        alone, rows, apart = set(found.sourced), self._rows, []
        for at, word in found.named:
            group = rows.group[at]
            if word not in self._words[group].drawn(rows.groups[group].seed, rows.draws[at]):
                alone.add(at)
        each = zip(rows.keys, found.said, found.replies, strict=True)
        for at, (key, said, replies) in enumerate(each):
            if key not in keys:
                continue
            if at in alone or not replies:
                apart.append(at)
            else:
                yield key, said, {"replies": replies}
        for start in range(0, len(apart), _AT_ONCE):
            yield from self._one_by_one(store, apart[start : start + _AT_ONCE])

    def _one_by_one(
        self, store: Store, some: Sequence[int]
    ) -> Iterator[tuple[str, int, Mapping[str, int]]]:
        """The same of trials whose replies are read alone; of one with two sessions (stores were
        merged) that of which all replies are there.
        """
        chosen = self._rows.take(some)
        calls: dict[str, list[dict[str, str]]] = {}
        for one in self._opened.transcripts(store, chosen):
            calls.setdefault(one.trial, []).append(dict(one.calls))
        keys = [key for found in calls.values() for one in found for key in one.values()]
        texts = {key: reply.text for key, reply in store.lookup(keys).items()}
        for row, group in zip(chosen, chosen.group, strict=True):
            whole = (one for one in calls.get(row.key, ()) if texts.keys() >= set(one.values()))
            here = next(whole, None)
            if here is None:
                continue
            said = 0
            for place in here.keys() & self.search.groups[group].places:
                said |= SAID[recognises(texts[here[place]])]
            count = Counter(replies=len(here))
            _count(count, map(texts.__getitem__, here.values()), self._words[group], row)
            yield row.key, said, count


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
