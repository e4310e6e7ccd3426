"""What each coder made of each trial, as numbers in arrays of shape (trials, coders).

Judgements become verdicts by the function that the scores use, and sets of marks are scored where
the scores' are (`MarkSets`), so that scores and agreement cannot differ on what a coder meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from coders.lrs import Gate, Place
from coders.marks import HALF, RIGHT, WRONG
from coders.packets.shape import CoderKind, View
from coders.statistics.ratings import NOT_RATED, Ints
from dsl.tree import QuestionKind
from dsl.trial import Question, turns
from runners.agreement.answer_normalisation import canonical
from runners.analysis.experiment_facts import keeps_answers
from runners.analysis.trials import worded_trials
from runners.analysis.verdicts import verdicts_of
from runners.studies.answers import lost_places

if TYPE_CHECKING:
    from runners.analysis.mark_sets import MarkSets
    from runners.analysis.trials import TrialDesign, TrialTable, WordedTrial
    from runners.coding.coded_packets import CodedPacket
    from runners.coding.coded_trials import CodedTrial, StudyCodes
    from runners.store.store import Store

NOT_ASKED = -2
"""The mark of a question that a coder did not judge; of one that has no mark it is -1."""

PACKET_APART = 1_000_000
"""Orders go on from one packet of a coder to the next: each has so many to itself."""

_MARKS = {WRONG: 0, HALF: 1, RIGHT: 2}
_GATES = {Gate.FAILED: 0, Gate.PASSED: 1}


def collected(trial_codes: StudyCodes, trial: str) -> list[CodedTrial]:
    """What was coded of a trial, and not settled."""
    every = trial_codes.by_trial.get(trial, ())
    return [one for one in every if one.kind is not CoderKind.ADJUDICATOR]


def by_coder(
    packets: Iterable[CodedPacket],
) -> dict[tuple[str, CoderKind], list[CodedPacket]]:
    """The packets of each coder, a column each."""
    found: dict[tuple[str, CoderKind], list[CodedPacket]] = {}
    for packet in packets:
        found.setdefault((packet.packet.coder, packet.kind), []).append(packet)
    return found


@dataclass(frozen=True, slots=True)
class QuestionSlot:
    """One control or test question of a design."""

    place: Place
    question: Question
    tested: bool
    title: str


def slots_of(design: TrialDesign) -> tuple[QuestionSlot, ...]:
    """The questions of a design, in order."""
    found: list[QuestionSlot] = []
    for number, session in enumerate(design.trial.sessions):
        version = f" ({session.version})" if session.version else ""
        for turn in turns(session.nodes):
            if (one := turn.question) is not None:
                tested = one.kind is QuestionKind.TEST
                found.append(
                    QuestionSlot((number, turn.place), one, tested, f"{one.title}{version}")
                )
    return tuple(found)


class RaterCodes:
    """What coders made of trials, each way once: `marks` at the slots of its design, and what the
    rule makes of them.
    """

    def __init__(self, sets: MarkSets) -> None:
        self.sets = sets
        self.marks: list[list[int]] = []
        self.trials: list[tuple[int, int, int, int]] = []
        """LRS, gate, the LRS where it was scored, and the step on the line."""
        self.steps: dict[Fraction, int] = {}
        self._numbers: dict[object, int] = {}

    def number(
        self,
        marks: int,
        judged: Mapping[Place, object],
        slots: Sequence[QuestionSlot],
        *,
        alike: object,
        lost: frozenset[Place],
    ) -> int:
        """The number of a set of marks with these places judged; `alike` names the places."""
        key = (marks, alike, lost)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.marks)
            self.marks.append(
                [
                    self._mark(marks, one.place) if one.place in judged else NOT_ASKED
                    for one in slots
                ]
            )
            self.trials.append(self._trial(marks, lost))
        return found

    def _mark(self, marks: int, place: Place) -> int:
        verdict = self.sets.listed[marks].verdicts.get(place)
        return NOT_RATED if verdict is None or verdict.mark is None else _MARKS[verdict.mark]

    def _trial(self, marks: int, lost: frozenset[Place]) -> tuple[int, int, int, int]:
        scored = self.sets.score(marks, technical=lost).scored
        lrs, line = scored.lrs, scored.linear
        return (
            NOT_RATED if lrs is None else lrs,
            _GATES.get(scored.gate, NOT_RATED),
            # A 0 is a failed gate or no answer; without an LRS a reply was lost, or is not judged.
            lrs - 1 if lrs else NOT_RATED,
            NOT_RATED if line is None else self.steps.setdefault(line, len(self.steps)),
        )


class ItemPositions:
    """Which item of content view a question of a trial was, and the position of every item."""

    def __init__(self, packets: Sequence[CodedPacket]) -> None:
        self.first: dict[str, int] = {}
        self.positions: dict[tuple[str, str], int] = {}
        self.of_place: dict[tuple[str, str, Place], str] = {}
        for mine in by_coder(packets).values():
            for number, coded in enumerate(mine):
                self.first[coded.packet.packet] = number * PACKET_APART
        for packet in (coded.packet for coded in packets):
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

    def items(self, coded: CodedTrial) -> list[str]:
        """The items that a trial was judged in."""
        if coded.view is not View.CONTENT:
            return [coded.item] if coded.judgements else []
        return sorted({self.item(coded, place) for place in coded.judgements})

    def position(self, coded: CodedTrial, item: str) -> int:
        """The position of an item among all that its coder had."""
        if item == coded.item:
            return self.first[coded.packet] + coded.order
        return self.positions.get((coded.packet, item), NOT_RATED)

    def first_position(self, coded: CodedTrial) -> int:
        """The position of a trial; of one that was judged in several items, that of the first."""
        if coded.view is not View.CONTENT:
            return self.position(coded, coded.item)
        each = (self.position(coded, item) for item in self.items(coded))
        return min(each, default=NOT_RATED)


@dataclass(slots=True)
class JudgedTrials:
    """Distinct trials that somebody judged, in the order of the table: an entry for each, in the
    arrays of shape (trials, coders) one for each coder: -1 where there is none.

    `rows` are the rows of the table that each stands for, the first of them first: words that were
    judged already, behind another trial, are no second evidence. `by_question` has the codings of
    trials that were judged question by question, by entry.
    """

    rows: list[list[int]]
    by_question: dict[int, list[CodedTrial | None]]
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


class JudgementReader:
    """Reads what coders judged of the trials of a table."""

    def __init__(
        self,
        store: Store,
        table: TrialTable,
        packets: Sequence[CodedPacket],
        trial_codes: StudyCodes,
        sets: MarkSets,
    ) -> None:
        self.store, self.table, self.trial_codes = store, table, trial_codes
        self.coders = by_coder(packets)
        self.column_of = {
            one.packet.packet: at for at, mine in enumerate(self.coders.values()) for one in mine
        }
        self.items, self.codes = ItemPositions(packets), RaterCodes(sets)
        self.slots = [slots_of(one) for one in table.designs]
        self.retests: list[RetestPair] = []
        self.paired: set[tuple[str, str]] = set()
        self.coded: list[int] = []
        """The rows of which anything was coded, stale codes too."""
        self.stale = 0
        self.numbers: dict[tuple[int, str, str], int] = {}
        """The sets of marks of judgements that need the words of the trial's own draw, by row,
        packet and item."""
        self.said: dict[tuple[int, str, str], dict[Place, str]] = {}
        """What was said in them, brought to one form."""
        self.read_in_words()

    def read_in_words(self) -> None:
        """Reads the judgements that need the words of the trial's own draw."""
        keeps = {one.procedure: keeps_answers(one.experiment) for one in self.table.opened.chapters}
        marked: list[int] = []
        drawn: list[int] = []
        replied: list[int] = []
        for at in range(len(self.table)):
            mine = [one for one in self.codes_of(at) if self.needs_words(at, one)]
            if mine:
                by_mark = all(one.view is View.RUBRIC for one in mine)
                keep = keeps[self.table.rows[at].procedure]
                (replied if keep else marked if by_mark else drawn).append(at)
        for at in marked:
            self.read(self.table.worded(at, self.table.designs[self.table.design[at]].trial))
        for at in self.table.by_draw(drawn):
            self.read(self.table.worded(at))
        for one in worded_trials(self.store, self.table, replied) if replied else ():
            self.read(one)

    def read(self, one: WordedTrial) -> None:
        """Reads the judgements of a trial by its own words."""
        design = self.table.designs[self.table.design[one.at]]
        for coded in self.codes_of(one.at):
            if not self.needs_words(one.at, coded):
                continue
            key = (one.at, coded.packet, coded.item)
            verdicts = verdicts_of(one.trial, one.answers, coded.judgements)
            self.numbers[key] = self.codes.sets.number(design, verdicts)
            self.said[key] = {
                place: " + ".join(sorted(canonical(text, one.trial.words) for text in each.said))
                for place, each in coded.judgements.items()
                if each.said
            }

    def codes_of(self, at: int) -> list[CodedTrial]:
        """What was coded of a row, in the words that are stored."""
        words = self.table.transcripts[at]
        every = collected(self.trial_codes, self.table.rows[at].key)
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
        rows: list[list[int]] = []
        by_question: dict[int, list[CodedTrial | None]] = {}
        entries: list[list[tuple[int, int, int, int]]] = []
        known: dict[object, int] = {}
        for at in range(len(self.table)):
            every = collected(self.trial_codes, self.table.rows[at].key)
            if not every:
                continue
            here = [one for one in every if one.transcript == self.table.transcripts[at]]
            self.stale += len(every) - len(here)
            self.coded.append(at)
            newest = self.newest(here)
            for one in here:
                if one.twin:
                    self.repeated(at, one, here)
            if not any(newest):
                continue
            entry = [self.entry(at, one) for one in newest]
            items = tuple(None if one is None else tuple(self.items.items(one)) for one in newest)
            place = known.setdefault(items, len(known))
            if place < len(rows):
                rows[place].append(at)
                continue
            rows.append([at])
            entries.append(entry)
            if any(one is not None and one.view is View.CONTENT for one in newest):
                by_question[place] = newest
        numbers = np.array(entries, dtype=np.int64).reshape(len(rows), len(self.coders), 4)
        return JudgedTrials(rows, by_question, *np.moveaxis(numbers, 2, 0))

    def newest(self, here: Iterable[CodedTrial]) -> list[CodedTrial | None]:
        """The coding of each coder that counts: of two by one coder the newest, as in the scores.
        Hidden duplicates are none.
        """
        found: list[CodedTrial | None] = [None] * len(self.coders)
        for one in here:
            column = self.column_of[one.packet]
            before = found[column]
            if not one.twin and (before is None or one.at > before.at):
                found[column] = one
        return found

    def entry(self, at: int, one: CodedTrial | None) -> tuple[int, int, int, int]:
        """The code of a trial, its position, and the LRS given after and before the marks."""
        if one is None:
            return NOT_RATED, NOT_RATED, NOT_RATED, NOT_RATED
        given, first = (NOT_RATED if lrs is None else lrs.lrs for lrs in (one.lrs, one.first_lrs))
        return self.code(at, one), self.items.first_position(one), given, first

    def repeated(self, at: int, again: CodedTrial, every: Sequence[CodedTrial]) -> None:
        """Pairs of an original and its hidden duplicate; both from one packet."""
        for first in every:
            if first.twin or first.packet != again.packet:
                continue
            items = {self.items.item(first, place) for place in again.judgements}
            # One duplicate of words that several trials share is one pair.
            if again.twin in items and (again.packet, again.item) not in self.paired:
                self.paired.add((again.packet, again.item))
                sitting = self.table.rows[at].sitting
                self.retests.append(
                    RetestPair(
                        self.column_of[again.packet],
                        sitting.experiment,
                        sitting.draw,
                        self.code(at, first),
                        self.code(at, again),
                        whole=again.view is View.RUBRIC,
                    )
                )
