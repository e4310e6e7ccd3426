"""What each coder made of each trial, as numbers in arrays of shape (trials, coders).

Judgements become verdicts by the function that the scores use, and sets of marks are scored where
the scores' are (`MarkSets`), so that scores and agreement cannot differ on what a coder meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from coders.lrs import Place
from coders.packets.shape import CoderKind, View
from runners.agreement.answer_normalisation import canonical
from runners.agreement.rater_codes import RaterCodes, slots_of
from runners.agreement.rows import NOT_RATED, PACKET_APART, Ints
from runners.analysis.experiment_facts import keeps_answers
from runners.analysis.replies import verdicts_of
from runners.analysis.trials import worded_trials
from runners.studies.answers import lost_places

if TYPE_CHECKING:
    from runners.analysis.mark_sets import MarkSets
    from runners.analysis.trials import TrialTable, WordedTrial
    from runners.coding.judgements import CodedPacket, CodedTrial
    from runners.coding.laid_out import LaidOut
    from runners.store.store import Store


def collected(laid: LaidOut, trial: str) -> list[CodedTrial]:
    """What was coded of a trial, and not settled."""
    every = laid.by_trial.get(trial, ())
    return [one for one in every if one.kind is not CoderKind.ADJUDICATOR]


def columns_of(packets: Iterable[CodedPacket]) -> dict[tuple[str, CoderKind], int]:
    """The column of each coder."""
    found: dict[tuple[str, CoderKind], int] = {}
    for packet in packets:
        found.setdefault((packet.packet.coder, packet.kind), len(found))
    return found


class ItemPositions:
    """Which item of content view a question of a trial was, and where every item stood."""

    def __init__(self, packets: Sequence[CodedPacket]) -> None:
        self.first: dict[str, int] = {}
        self.positions: dict[tuple[str, str], int] = {}
        self.of_place: dict[tuple[str, str, Place], str] = {}
        before: dict[tuple[str, CoderKind], int] = {}
        for coded in packets:
            packet, who = coded.packet, (coded.packet.coder, coded.kind)
            number = before[who] = before.get(who, -1) + 1
            self.first[packet.packet] = number * PACKET_APART
            if packet.view != View.CONTENT:
                continue
            for item in packet.items:
                self.positions[packet.packet, item.item] = self.first[packet.packet] + item.position
                if item.twin:
                    continue
                for behind in item.behind:
                    for _, session, place in behind.places:
                        self.of_place[packet.packet, behind.trial, (session, place)] = item.item

    def item(self, coded: CodedTrial, place: Place) -> str:
        """The item in which a question of a trial was judged."""
        return self.of_place.get((coded.packet, coded.trial, place), coded.item)

    def position(self, coded: CodedTrial, item: str) -> int:
        """Where an item stood among all that its coder had."""
        if item == coded.item:
            return self.first[coded.packet] + coded.order
        return self.positions.get((coded.packet, item), NOT_RATED)


@dataclass(slots=True)
class JudgedTrials:
    """Trials that somebody judged, in the order of the table: an entry for each, in the arrays of
    shape (trials, coders) one for each coder: -1 where there is none.
    """

    at: list[int]
    same: list[int]
    """The number of the items that the trial was judged in: words that were judged already, behind
    another trial, are no second evidence."""
    apart: dict[int, list[CodedTrial | None]]
    """Trials that were judged question by question, by entry."""
    codes: Ints
    orders: Ints
    given: Ints
    first: Ints


@dataclass(frozen=True, slots=True)
class RetestPair:
    """A trial that one coder judged twice, with the codes of both; `whole`: in rubric view."""

    column: int
    experiment: str
    draw: int
    first: int
    again: int
    whole: bool


class Judging:
    """Reads what coders judged of the trials of a table."""

    def __init__(
        self,
        store: Store,
        table: TrialTable,
        packets: Sequence[CodedPacket],
        laid: LaidOut,
        sets: MarkSets,
    ) -> None:
        self.store, self.table, self.laid = store, table, laid
        self.columns = columns_of(packets)
        self.column_of = {p.packet.packet: self.columns[p.packet.coder, p.kind] for p in packets}
        self.items, self.codes = ItemPositions(packets), RaterCodes(sets)
        self.slots = [slots_of(one) for one in table.designs]
        self.again: list[RetestPair] = []
        self.paired: set[tuple[str, str]] = set()
        self.about: list[int] = []
        """The rows of which anything was coded, stale codes too."""
        self.stale = 0
        self.numbers, self.told = self.judged_apart()

    def judged_apart(
        self,
    ) -> tuple[dict[tuple[int, str, str], int], dict[object, dict[Place, str]]]:
        """The sets of marks of judgements that need the words of the trial's own draw, by row,
        packet and item; and what was said in them, brought to one form.
        """
        numbers: dict[tuple[int, str, str], int] = {}
        told: dict[object, dict[Place, str]] = {}
        keeps = {one.procedure: keeps_answers(one.experiment) for one in self.table.opened.chapters}
        apart: dict[int, list[CodedTrial]] = {}
        for at in range(len(self.table)):
            mine = [one for one in self.codes_of(at) if self.needs_words(at, one)]
            if mine:
                apart[at] = mine
        replies = [at for at in apart if keeps[self.table.rows[at].procedure]]
        plain = [at for at in apart if not keeps[self.table.rows[at].procedure]]

        def add(one: WordedTrial) -> None:
            design = self.table.designs[self.table.design[one.at]]
            for coded in apart[one.at]:
                key = (one.at, coded.packet, coded.item)
                verdicts = verdicts_of(one.trial, one.answers, coded.judgements)
                numbers[key] = self.codes.sets.number(design, verdicts)
                said = {
                    place: " + ".join(
                        sorted(canonical(text, one.trial.words) for text in each.said)
                    )
                    for place, each in coded.judgements.items()
                    if each.said
                }
                if said:
                    told[key] = said

        by_mark = {at for at in plain if all(one.view is View.RUBRIC for one in apart[at])}
        for at in by_mark:
            add(self.table.worded(at, self.table.designs[self.table.design[at]].trial))
        for at in self.table.by_draw(at for at in plain if at not in by_mark):
            add(self.table.worded(at))
        for one in worded_trials(self.store, self.table, replies) if replies else ():
            add(one)
        return numbers, told

    def codes_of(self, at: int) -> list[CodedTrial]:
        """What was coded of a row, in the words that are stored."""
        words = self.table.transcripts[at]
        every = collected(self.laid, self.table.rows[at].key)
        return [one for one in every if one.transcript == words]

    def needs_words(self, at: int, coded: CodedTrial) -> bool:
        """Whether judgements are read with the words of the trial's own draw."""
        return at in self.table.odd or not coded.judged or coded.view is not View.RUBRIC

    def code(self, at: int, coded: CodedTrial) -> int:
        """The number of what a coder made of a trial."""
        design = self.table.designs[self.table.design[at]]
        lost = lost_places(self.table.odd[at]) if at in self.table.odd else frozenset[Place]()
        if self.needs_words(at, coded):
            marks = self.numbers[at, coded.packet, coded.item]
            alike: object = tuple(coded.judgements)
        else:
            marks = self.codes.sets.judged(design, coded.judged, coded.judgements)
            alike = coded.judged
        slots = self.slots[self.table.design[at]]
        return self.codes.number(marks, coded.judgements, slots, alike=alike, lost=lost)

    def trials(self) -> JudgedTrials:
        """What each coder made of each trial, the newest of what a coder judged twice."""
        width = len(self.columns)
        rows: list[int] = []
        items: list[int] = []
        apart: dict[int, list[CodedTrial | None]] = {}
        numbers: list[list[list[int]]] = [[], [], [], []]
        same: dict[object, int] = {}
        for at, row in enumerate(self.table.rows):
            every = collected(self.laid, row.key)
            if not every:
                continue
            here = [one for one in every if one.transcript == self.table.transcripts[at]]
            self.stale += len(every) - len(here)
            self.about.append(at)
            newest: list[CodedTrial | None] = [None] * width
            for one in here:
                if not one.twin:
                    column = self.column_of[one.packet]
                    before = newest[column]
                    # As in the scores: of two codings by one coder the newest counts.
                    if before is None or one.at > before.at:
                        newest[column] = one
            for one in here:
                if one.twin:
                    self.repeated(at, one, here)
            if not any(newest):
                continue
            if any(one is not None and one.view is View.CONTENT for one in newest):
                apart[len(rows)] = newest
            signature = tuple([None if one is None else self.judged_in(one) for one in newest])
            rows.append(at)
            items.append(same.setdefault(signature, len(same)))
            for listed, values in zip(numbers, self.entry(at, newest), strict=True):
                listed.append(values)
        columns = (np.array(one, dtype=np.int64).reshape(-1, width) for one in numbers)
        return JudgedTrials(rows, items, apart, *columns)

    def entry(
        self, at: int, newest: Sequence[CodedTrial | None]
    ) -> tuple[list[int], list[int], list[int], list[int]]:
        """For each coder the code of a trial, its position, and the LRS given after and before."""
        codes, orders, given, first = ([NOT_RATED] * len(newest) for _ in range(4))
        for column, one in enumerate(newest):
            if one is not None:
                codes[column] = self.code(at, one)
                orders[column] = self.items.position(one, one.item)
                given[column] = NOT_RATED if one.lrs is None else one.lrs.lrs
                first[column] = NOT_RATED if one.first_lrs is None else one.first_lrs.lrs
        return codes, orders, given, first

    def judged_in(self, coded: CodedTrial) -> tuple[str, ...]:
        """The items that a trial was judged in."""
        if coded.view is not View.CONTENT:
            return (coded.item,) if coded.judgements else ()
        return tuple(sorted({self.items.item(coded, place) for place in coded.judgements}))

    def repeated(self, at: int, again: CodedTrial, every: Sequence[CodedTrial]) -> None:
        """Pairs of an original and its hidden duplicate; both from one packet."""
        for first in every:
            if first.twin or first.packet != again.packet:
                continue
            items = {self.items.item(first, place) for place in again.judgements}
            # One duplicate of words that stand for several trials is one pair.
            if again.twin in items and (again.packet, again.item) not in self.paired:
                self.paired.add((again.packet, again.item))
                sitting = self.table.rows[at].sitting
                self.again.append(
                    RetestPair(
                        self.column_of[again.packet],
                        sitting.experiment,
                        sitting.draw,
                        self.code(at, first),
                        self.code(at, again),
                        whole=again.view is View.RUBRIC,
                    )
                )
