"""The finished trials of a study, one after the other, each with its score and all its codes.

Scores come from the functions that `devrun score` uses, so that a table that is given away cannot
say other than the table on the screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coders.packets.shape import View
from dsl.record import replace
from renderers.rows.trials import TrialRow
from runners.analysis.codings import Codings, MarkedTranscript, RaterSelection
from runners.analysis.questions.kind_scores import KindScores
from runners.analysis.reading import in_declared_order
from runners.analysis.trial_scores import TrialFacts, trial_row
from runners.analysis.verdicts import words_sent
from runners.engine.transcripts import lost_places, unshown_places
from runners.store.study_trials import StudyTrials
from runners.studies.participant_labels import labels_of

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from dsl.trial import Levels, Place, Trial
    from runners.coding.coded_packets import CodedPacket
    from runners.coding.coded_trials import CodedTrial
    from runners.store.store import Store
    from runners.studies.study import OpenStudy


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
        self._codings: Codings | None = Codings(store, opened, whose)
        self.packets = self._codings.packets
        self.provisional = self._codings.by_matcher
        """Whether the marks are those of the matcher, since no person has coded."""
        self.labels = labels_of(opened.participants)
        rows = StudyTrials.of(sorted(opened.rows, key=in_declared_order(opened)))
        self.opened = replace(opened, rows=rows)
        self.as_stored = opened
        """The same trials in the order of the store, as `devrun agree` takes them."""

        self._items = _items(self.packets)

    def item_of(self, coded: CodedTrial, place: Place) -> tuple[str, int]:
        """In which item a question of a trial was judged, and its position in the packet."""
        mine = (coded.item, coded.shown.position)
        return mine if coded.twin else self._items.get((coded.packet, coded.trial, place), mine)

    def trials(self) -> Iterator[ExportTrial]:
        """The trials in the order of the study and its scripts."""
        assert self._codings is not None, "the codes were discarded"
        texts: dict[int, int] = {}
        kinds = KindScores(self.opened.chapters)
        quorum = self._codings.judges
        judges = quorum.judges
        for coded in self._codings.marked(self.store, self.opened):
            told = coded.finished
            trial = told.transcript.trial
            sent = words_sent(trial)
            text = texts.setdefault(sent, len(texts) + 1)
            label = self.labels[told.participant.key]
            facts = TrialFacts(trial, label, told.participant.simulated, told.key, text)
            row = trial_row(facts, coded.codings, lost_places(coded.answers))
            unshown = unshown_places(coded.answers)
            row = replace(row, by_kind=kinds.add(trial, row, coded.codings, unshown))
            given = judges if [*judges] == quorum.given(told.key) else ()
            yield ExportTrial(coded, row, self._codings.brought_home(told), given)

    def forget(self) -> None:
        """Let go of the codes of all trials, which a large study has many of; `packets` stay."""
        self._codings = None
        self._items = {}


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
