"""The finished trials of a study, one after the other, each with its score and all its codes.

Scores come from the functions that `devrun score` uses, so that a table that is given away cannot
say other than the table on the screen.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coders.packets.shape import View
from dsl.record import replace
from renderers.rows.trials import TrialRow
from runners.agents.identity import agent_in
from runners.analysis.codings import Codings, MarkedTranscript, RaterSelection
from runners.analysis.questions.kind_scores import KindScores
from runners.analysis.reading import in_declared_order
from runners.analysis.trial_scores import TrialFacts, trial_row
from runners.analysis.verdicts import words_sent
from runners.engine.transcripts import Exchange, Transcript, lost_places, unshown_places
from runners.studies.participant_labels import labels_of
from runners.studies.study import FinishedTrial

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from dsl.trial import Levels, Place, Session, Trial
    from runners.analysis.trials import TrialTable
    from runners.coding.coded_packets import CodedPacket
    from runners.coding.coded_trials import CodedTrial
    from runners.store.records import StoredReply
    from runners.store.store import Store
    from runners.studies.study import OpenStudy


_AT_ONCE = 128
"""The replies of so many trials are held at once."""


@dataclass(frozen=True, slots=True)
class ExportTrial:
    """One finished trial. `row` is its score; its `text` is a number from 1 that trials with the
    same words share. `brought` is what everybody coded of it, by itself. `judges` are the finished
    judges, if all of them were given the trial, else nobody.
    """

    coded: MarkedTranscript
    row: TrialRow
    brought: tuple[CodedTrial, ...]
    judges: tuple[str, ...] = ()

    @property
    def trial(self) -> Trial:
        """Its words."""
        return self.coded.finished.transcript.trial

    @property
    def experiment(self) -> Experiment:
        """Its script."""
        return self.coded.finished.chapter.experiment

    @property
    def levels(self) -> Levels:
        """Its levels, and those that are counterbalanced."""
        return self.row.levels + self.trial.balance


class ExportedTrials:
    """What is exported of a study, and whose codes count.

    Raises:
        NoSuchCoder: `whose.coder` has coded nothing here.
    """

    def __init__(self, store: Store, opened: OpenStudy, whose: RaterSelection) -> None:
        self.store = store
        self.whose = whose
        self.codings = Codings(store, opened, whose)
        self.packets = self.codings.packets
        self.provisional = self.codings.by_matcher
        """Whether the marks are those of the matcher, since no person has coded."""
        self.labels = labels_of(opened.participants)
        self.opened = replace(opened, rows=opened.rows.ordered(in_declared_order(opened)))
        self.as_stored = opened
        """The same trials in the order of the store, as `devrun agree` takes them."""

        self._items = _items(self.packets)

    def item_of(self, coded: CodedTrial, place: Place) -> tuple[str, int]:
        """In which item a question of a trial was judged, and its position in the packet."""
        mine = (coded.item, coded.shown.position)
        return mine if coded.twin else self._items.get((coded.packet, coded.trial, place), mine)

    def trials(self, finished: Iterable[FinishedTrial] | None = None) -> Iterator[ExportTrial]:
        """These trials, without them all in the order of the study and its scripts."""
        texts: dict[int, int] = {}
        sessions: Sequence[Session] = ()
        sent = 0
        kinds = KindScores(self.opened.chapters)
        quorum = self.codings.judges
        judges = quorum.judges
        told_of = self.opened.finished(self.store) if finished is None else finished
        for coded in self.codings.marked(told_of):
            told = coded.finished
            trial = told.transcript.trial
            if trial.sessions is not sessions:  # samples of a draw share their words
                sessions, sent = trial.sessions, words_sent(trial)
            text = texts.setdefault(sent, len(texts) + 1)
            label = self.labels[told.participant.key]
            facts = TrialFacts(trial, label, told.participant.simulated, told.key, text)
            row = trial_row(facts, coded.codings, lost_places(coded.answers))
            unshown = unshown_places(coded.answers)
            row = replace(row, by_kind=kinds.add(trial, row, coded.codings, unshown))
            given = judges if [*judges] == quorum.given(told.key) else ()
            yield ExportTrial(coded, row, self.codings.brought_home(told), given)

    def without_messages(self, table: TrialTable) -> Iterator[FinishedTrial]:
        """The trials of a table with their replies, whose exchanges lack branches and messages: to
        work out what was sent with each call takes longer than all else.
        """
        agents = {
            one.key
            for one in self.opened.participants
            if agent_in(json.loads(one.identity)) is not None
        }
        for start in range(0, len(table), _AT_ONCE):
            rows = range(start, min(start + _AT_ONCE, len(table)))
            noted = [
                at for at in rows if table.sizes[at] and table.participant(at).key not in agents
            ]
            keys = [table.rows.keys[at] for at in noted]
            calls = {one.trial: one.calls for one in self.store.transcripts(keys)}
            replies = self.store.of_sittings([table.rows.sittings[at] for at in noted])
            found = {
                key: told
                for at, key in zip(noted, keys, strict=True)
                if (told := _noted(table, at, calls[key], replies[table.rows.sittings[at]]))
            }
            rest = [at for at in rows if table.rows.keys[at] not in found]
            if rest:
                walked = replace(self.opened, rows=table.rows.take(rest)).finished(self.store)
                found |= {one.key: one for one in walked}
            yield from (found[key] for at in rows if (key := table.rows.keys[at]) in found)

    def forget(self) -> None:
        """Let go of the codes of all trials, which a large study has many of; `packets` stay."""
        self.codings.finish()
        self._items = {}


def _noted(
    table: TrialTable, at: int, calls: Sequence[tuple[str, str]], kept: Mapping[str, StoredReply]
) -> FinishedTrial | None:
    """A row with the replies of the calls (place, key) that were noted of it; None where they are
    not those of its turns, each once.
    """
    trial, row = table.own_trial(at), table.rows[at]
    turns = trial.turns
    numbers = {place: number for number, place in turns}
    if not len(numbers) == len(turns) == len(calls):
        return None
    if not all(place in numbers and key in kept for place, key in calls):
        return None
    exchanges = tuple(
        Exchange(key, trial.sessions[number], (), turns[number, place], (), kept[key], number)
        for place, key in calls
        for number in (numbers[place],)
    )
    told = Transcript(trial, row.sitting, exchanges)
    return FinishedTrial(table.chapter(at), row, table.participant(at), told)


def _items(packets: Sequence[CodedPacket]) -> Mapping[tuple[str, str, Place], tuple[str, int]]:
    """The item and its position of every question that was judged by itself (content view)."""
    return {
        (coded.packet.packet, behind.trial, (session, place)): (item.item, item.position)
        for coded in packets
        if coded.packet.view == View.CONTENT
        for item in coded.packet.items
        if not item.twin
        for behind in item.behind
        for _, session, place in behind.places
    }
