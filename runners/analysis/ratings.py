"""From coding logs that were collected to rows that coders are compared on.

Judgements become verdicts by the function that the scores use, and sets of marks are scored where
the scores' are (`MarkSets`), so that scores and agreement cannot differ on what a coder meant. What
each coder made of each trial is a number in a table of shape (trials, coders); rows are taken out
of it for all trials at once. Trials of which single questions were items (content view) come one
after the other: each question may have been judged as that of another trial.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from coders.lrs import Gate, Place
from coders.marks import HALF, RIGHT, WRONG
from coders.packets.content_words import CONTENT_WORDS
from coders.packets.shape import CoderKind, View
from dsl.tree import QuestionKind
from dsl.trial import Question, turns
from runners.analysis.agreement_rows import (
    NOT_RATED,
    PACKET_APART,
    CoderGuess,
    Flags,
    Ints,
    ItemGroup,
    RaterColumn,
    RatingRows,
    Repeats,
    Rows,
    Whole,
)
from runners.analysis.answer_normalisation import canonical, stated
from runners.analysis.mark_sets import MarkSets
from runners.analysis.replies import verdicts_of
from runners.analysis.trials import TrialTable, finished_trials, keeps_answers, worded_trials
from runners.coding.judgements import CodedPacket, CodedTrial
from runners.coding.laid_out import LaidOut, laid_out
from runners.studies.answers import lost_places

if TYPE_CHECKING:
    from runners.analysis.scores import CodedStudy
    from runners.analysis.trials import TrialDesign, WordedTrial
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

NOT_ASKED = -2
"""The mark of a question that a coder did not judge; of one that has no mark it is -1."""

_MARKS = {WRONG: 0, HALF: 1, RIGHT: 2}
_GATES = {Gate.FAILED: 0, Gate.PASSED: 1}
_WORDS = tuple(word.value for word in CONTENT_WORDS)


def agreement_rows(
    store: Store,
    opened: OpenStudy,
    packets: Sequence[CodedPacket],
    *,
    read: CodedStudy | None = None,
    settled: Set[str] = frozenset(),
) -> Rows:
    """The rows of a study from these packets, which come oldest first. `read` is what was read of
    the study already. `settled` are the trials (by key) on which an adjudicator has judged.

    Where a coder judged one trial in two packets the newer one counts, as in the scores.
    """
    laid = laid_out(packets) if read is None else read.laid
    if read is None:
        table = finished_trials(
            store, opened, [row for row in opened.rows if _codes(laid, row.key)]
        )
    else:
        table = read.trials
    sets = MarkSets() if read is None else read.sets
    builder = _Builder(store, table, packets, laid, sets)
    return builder.rows(settled, tuple(_guesses(opened, packets)))


def _codes(laid: LaidOut, trial: str) -> list[CodedTrial]:
    """What was coded of a trial, and not settled."""
    every = laid.by_trial.get(trial, ())
    return [one for one in every if one.kind is not CoderKind.ADJUDICATOR]


def _columns(packets: Iterable[CodedPacket]) -> dict[tuple[str, CoderKind], int]:
    """The column of each coder."""
    found: dict[tuple[str, CoderKind], int] = {}
    for packet in packets:
        found.setdefault((packet.packet.coder, packet.kind), len(found))
    return found


class _Items:
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


@dataclass(frozen=True, slots=True)
class _Slot:
    """One control or test question of a design."""

    place: Place
    question: Question
    tested: bool
    title: str


def _slots(design: TrialDesign) -> tuple[_Slot, ...]:
    found: list[_Slot] = []
    for number, session in enumerate(design.trial.sessions):
        version = f" ({session.version})" if session.version else ""
        for turn in turns(session.nodes):
            if (one := turn.question) is not None:
                tested = one.kind is QuestionKind.TEST
                found.append(_Slot((number, turn.place), one, tested, f"{one.title}{version}"))
    return tuple(found)


class _Codes:
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
        slots: Sequence[_Slot],
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
        lrs, line = scored.lrs, scored.lrs_linear
        return (
            NOT_RATED if lrs is None else lrs,
            _GATES.get(scored.gate, NOT_RATED),
            # A 0 is a failed gate or no answer; without an LRS a reply was lost, or is not judged.
            lrs - 1 if lrs else NOT_RATED,
            NOT_RATED if line is None else self.steps.setdefault(line, len(self.steps)),
        )


@dataclass(slots=True)
class _Trials:
    """Trials that somebody judged, in the order of the table: an entry for each, in the arrays of
    shape (trials, coders) one for each coder: -1 where there is none.
    """

    at: list[int]
    page: list[int]
    same: list[int]
    """The number of the items that the trial was judged in: words that were judged already, behind
    another trial, are no second evidence."""
    apart: dict[int, list[CodedTrial | None]]
    """Trials that were judged question by question, by entry."""
    codes: Ints
    orders: Ints
    given: Ints
    first: Ints


class _Builder:
    def __init__(
        self,
        store: Store,
        table: TrialTable,
        packets: Sequence[CodedPacket],
        laid: LaidOut,
        sets: MarkSets,
    ) -> None:
        self.store, self.table, self.laid = store, table, laid
        seats = _columns(packets)
        self.columns = tuple(RaterColumn(coder, kind) for coder, kind in seats)
        self.column_of = {p.packet.packet: seats[p.packet.coder, p.kind] for p in packets}
        # How a coder drifts is seen from marks in content view, and else from LRS.
        self.content = any(packet.packet.view == View.CONTENT for packet in packets)
        self.items, self.codes = _Items(packets), _Codes(sets)
        self.slots = [_slots(one) for one in table.designs]
        self.spots: list[ItemGroup] = []
        self.spot_of: dict[ItemGroup, int] = {}
        self.pages: list[tuple[int, list[int]]] = []
        """The spot of a trial, and those of its slots."""
        self.page_of: dict[tuple[int, str], int] = {}
        self.said: dict[tuple[str, str], dict[str, int]] = {}
        self.seen: set[object] = set()
        self.again: list[tuple[int, int, int, int, int, bool]] = []
        """Column, experiment, draw, the codes of an original and its duplicate, and whether it is
        in rubric view."""
        self.experiments: dict[str, int] = {}
        self.stale = 0

    def rows(self, settled: Set[str], guesses: tuple[CoderGuess, ...]) -> Rows:
        """The rows of all that was judged."""
        self.numbers, self.told = self.judged_apart()
        trials = self.trials()
        marks, controls, contents = self.questions(trials)
        first = np.zeros(len(trials.at), dtype=np.bool_)
        first[np.unique(np.array(trials.same, dtype=np.int64), return_index=True)[1]] = True
        lrs, gates, rule, linear = self.by_rule(trials)
        given = np.where(trials.given >= 0, trials.given, lrs)
        final = np.where(trials.codes >= 0, given, NOT_RATED)
        orders = self.trial_orders(trials)
        has_gate = first & (gates != NOT_RATED).any(axis=1)
        settled_rows = np.array([self.table.rows[at].key in settled for at in trials.at], np.bool_)
        same = np.array(trials.same, dtype=np.int64)
        many = np.bincount(same, minlength=1)
        open_ = np.bincount(same, weights=~settled_rows, minlength=1).astype(np.int64)
        steps = tuple(self.codes.steps)
        return Rows(
            columns=self.columns,
            marks=marks,
            controls=controls,
            contents=contents,
            said=self.said,
            gates=self.of_trials(trials, gates, first),
            gate_trials=many[same[has_gate]],
            gate_open=open_[same[has_gate]],
            rule=self.of_trials(trials, rule, first),
            final=self.of_trials(trials, final, first, orders),
            linear=self.of_trials(trials, linear, first),
            steps=steps,
            repeats=self.repeats(),
            guesses=guesses,
            wholes=self.wholes(trials, lrs, first),
            trials=self.of_trials(
                trials, np.where(trials.codes >= 0, 0, NOT_RATED), first, some=False
            ),
            standing=len(trials.at),
            foreign=self.stale,
        )

    # ------------------------------------------------------------------------ what coders judged

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

        for at in self.table.by_draw(plain):
            add(self.table.worded(at))
        for one in worded_trials(self.store, self.table, replies) if replies else ():
            add(one)
        return numbers, told

    def codes_of(self, at: int) -> list[CodedTrial]:
        """What was coded of a row, in the words that are stored."""
        words = self.table.transcripts[at]
        every = _codes(self.laid, self.table.rows[at].key)
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

    def trials(self) -> _Trials:
        """What each coder made of each trial, the newest of what a coder judged twice."""
        width = len(self.columns)
        rows: list[int] = []
        pages: list[int] = []
        items: list[int] = []
        apart: dict[int, list[CodedTrial | None]] = {}
        numbers: list[list[list[int]]] = [[], [], [], []]
        same: dict[object, int] = {}
        for at, row in enumerate(self.table.rows):
            every = _codes(self.laid, row.key)
            if not every:
                continue
            here = [one for one in every if one.transcript == self.table.transcripts[at]]
            self.stale += len(every) - len(here)
            page = self.page(at)
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
            pages.append(page)
            items.append(same.setdefault(signature, len(same)))
            for listed, values in zip(numbers, self.entry(at, newest), strict=True):
                listed.append(values)
        columns = (np.array(one, dtype=np.int64).reshape(-1, width) for one in numbers)
        return _Trials(rows, pages, items, apart, *columns)

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

    def judged_in(self, coded: CodedTrial) -> object:
        """The items that a trial was judged in."""
        if coded.view is not View.CONTENT:
            return (coded.item,) if coded.judgements else ()
        return tuple(sorted({self.items.item(coded, place) for place in coded.judgements}))

    def page(self, at: int) -> int:
        """The number of the spots of a trial and its questions; one for each participant."""
        design, model = int(self.table.design[at]), self.table.participant(at).name
        found = self.page_of.get((design, model))
        if found is None:
            trial = self.table.designs[design].trial
            cell = (trial.experiment, trial.cell.condition, trial.cell.wording)
            slots = [
                self.spot(ItemGroup(trial.experiment, one.title, (*cell, one.title), model))
                for one in self.slots[design]
            ]
            found = self.page_of[design, model] = len(self.pages)
            self.pages.append((self.spot(ItemGroup(trial.experiment, "", cell, model)), slots))
        return found

    def spot(self, spot: ItemGroup) -> int:
        """The number of a spot."""
        found = self.spot_of.get(spot)
        if found is None:
            found = self.spot_of[spot] = len(self.spots)
            self.spots.append(spot)
        return found

    def new(self, key: object) -> bool:
        """Whether something was not met before; from now on it was."""
        before = len(self.seen)
        self.seen.add(key)
        return len(self.seen) > before

    # --------------------------------------------------------------------------------- questions

    def questions(self, trials: _Trials) -> tuple[RatingRows, RatingRows, RatingRows]:
        """The rows of tests and of controls, and of what was said."""
        most = max(map(len, self.slots), default=0)
        marks = _padded(self.codes.marks, most, NOT_ASKED)
        spots = _padded([slots for _, slots in self.pages], most, -1)
        tested = _padded([[int(one.tested) for one in slots] for slots in self.slots], most, -1)
        at = np.array(trials.at, dtype=np.int64)
        draws = np.array([self.table.rows[one].sitting.draw for one in trials.at], dtype=np.int64)
        whole = np.zeros(len(at), dtype=np.bool_)
        whole[np.unique(np.array(trials.same, dtype=np.int64), return_index=True)[1]] = True
        apart = sorted(trials.apart)
        some = whole.copy()
        some[apart] = False
        which = np.flatnonzero(some)
        # Shape (trials, slots, coders).
        coded = np.where(
            trials.codes[which][:, :, None] >= 0, marks[trials.codes[which]], NOT_ASKED
        ).transpose(0, 2, 1)
        judged = (coded != NOT_ASKED).any(axis=2)
        kinds = tested[self.table.design[at[which]]]
        own = self.by_question(trials, [one for one in apart if whole[one]], draws)
        made = []
        for kind, listed in ((1, own[0]), (0, own[1])):
            row, slot = np.nonzero(judged & (kinds == kind))
            codes = coded[row, slot]
            orders = np.where(codes != NOT_ASKED, trials.orders[which[row]], NOT_RATED)
            rows = _Rows(
                which[row],
                spots[np.array(trials.page, dtype=np.int64)[which[row]], slot],
                draws[which[row]],
                np.maximum(codes, NOT_RATED),
                orders,
            )
            ordered = kind == 1 and self.content
            made.append(rows.joined(listed).sheet(self.spots, ordered=ordered))
        contents = _Rows.of([], len(self.columns)).joined(own[2])
        return made[0], made[1], contents.sheet(self.spots, ordered=False, small=np.int32)

    def by_question(
        self, trials: _Trials, entries: Iterable[int], draws: Ints
    ) -> tuple[list[_Row], list[_Row], list[_Row]]:
        """The rows of trials judged question by question: tests, controls, and contents."""
        rows: tuple[list[_Row], list[_Row], list[_Row]] = ([], [], [])
        for entry in entries:
            newest, at, page = trials.apart[entry], trials.at[entry], trials.page[entry]
            shared = any(
                one is not None and len(self.judged_in(one)) > 1  # type: ignore[arg-type]
                for one in newest
            )
            for place, slot in enumerate(self.slots[self.table.design[at]]):
                codes = [
                    NOT_ASKED if code == NOT_RATED else self.codes.marks[code][place]
                    for code in trials.codes[entry].tolist()
                ]
                if all(code == NOT_ASKED for code in codes):
                    continue
                items = tuple(
                    None if code == NOT_ASKED or one is None else self.items.item(one, slot.place)
                    for code, one in zip(codes, newest, strict=True)
                )
                # A question may have been judged as that of another trial.
                if shared and not self.new((items, slot.place[1])):
                    continue
                orders = [
                    NOT_RATED if item is None or one is None else self.items.position(one, item)
                    for item, one in zip(items, newest, strict=True)
                ]
                spot, draw = self.pages[page][1][place], int(draws[entry])
                rated = [max(code, NOT_RATED) for code in codes]
                rows[0 if slot.tested else 1].append((entry, spot, draw, rated, orders))
                contents = self.contents(at, slot, self.spots[spot], newest)
                if contents is not None:
                    rows[2].append((entry, spot, draw, contents, orders))
        return rows

    def contents(
        self, at: int, slot: _Slot, spot: ItemGroup, newest: Sequence[CodedTrial | None]
    ) -> list[int] | None:
        """The codes of what was said, where anybody coded that."""
        said = [
            "" if one is None else self.told.get((at, one.packet, one.item), {}).get(slot.place, "")
            for one in newest
        ]
        if not any(said):
            return None
        known = self.said.setdefault(
            (spot.experiment, spot.question), {word: n for n, word in enumerate(_WORDS)}
        )
        if self.new(("stated", *spot.cell)):
            trial = self.table.own_trial(at)
            number, place = slot.place
            asked = next(
                turn.question
                for turn in turns(trial.sessions[number].nodes)
                if turn.place == place and turn.question is not None
            )
            for name in stated(asked, trial):
                known.setdefault(name, len(known))
        return [known.setdefault(one, len(known)) if one else NOT_RATED for one in said]

    # ------------------------------------------------------------------------------ whole trials

    def by_rule(self, trials: _Trials) -> tuple[Ints, Ints, Ints, Ints]:
        """The LRS of each coder for each trial, its gate, its LRS if scored, and its line."""
        made = np.array(self.codes.trials, dtype=np.int64).reshape(-1, 4)
        if not len(made):
            empty = np.full(trials.codes.shape, NOT_RATED, dtype=np.int64)
            return empty, empty, empty, empty
        found = np.where(trials.codes[:, :, None] >= 0, made[trials.codes], NOT_RATED)
        return found[..., 0], found[..., 1], found[..., 2], found[..., 3]

    def trial_orders(self, trials: _Trials) -> Ints:
        """When each coder had a trial; of one in several items the first."""
        orders = np.where(trials.codes >= 0, trials.orders, NOT_RATED)
        for entry, newest in trials.apart.items():
            for column, one in enumerate(newest):
                if one is not None and one.view is View.CONTENT:
                    places = [self.items.item(one, place) for place in one.judgements]
                    mine = [self.items.position(one, item) for item in places]
                    orders[entry, column] = min(mine, default=NOT_RATED)
        return orders

    def of_trials(
        self,
        trials: _Trials,
        codes: Ints,
        first: Flags,
        orders: Ints | None = None,
        *,
        some: bool = True,
    ) -> RatingRows:
        """A row for each of the first trials; with `some` for those with a code."""
        which = np.flatnonzero(first & (codes != NOT_RATED).any(axis=1) if some else first)
        pages = np.array([spot for spot, _ in self.pages], dtype=np.int64)
        draws = [self.table.rows[trials.at[one]].sitting.draw for one in which]
        page = np.array(trials.page, dtype=np.int64)[which]
        rows = _Rows(
            which,
            pages[page] if len(pages) else page,
            np.array(draws, dtype=np.int64),
            codes[which],
            codes[which] if orders is None else orders[which],
        )
        return rows.sheet(self.spots, ordered=orders is not None)

    def wholes(self, trials: _Trials, lrs: Ints, first: Flags) -> tuple[Whole, ...]:
        """The LRS that coders gave before any mark, beside the rule's."""
        there = first[:, None] & (trials.first != NOT_RATED) & (lrs != NOT_RATED)
        return tuple(
            Whole(int(column), int(lrs[entry, column]), int(trials.first[entry, column]))
            for entry, column in zip(*np.nonzero(there), strict=True)
        )

    # -------------------------------------------------------------------------------- duplicates

    def repeated(self, at: int, again: CodedTrial, every: Sequence[CodedTrial]) -> None:
        """Pairs of an original and its hidden duplicate; both from one packet."""
        for first in every:
            if first.twin or first.packet != again.packet:
                continue
            items = {self.items.item(first, place) for place in again.judgements}
            # One duplicate of words that stand for several trials is one pair.
            if again.twin in items and self.new((again.packet, again.item)):
                experiment = self.table.rows[at].sitting.experiment
                self.again.append(
                    (
                        self.column_of[again.packet],
                        self.experiments.setdefault(experiment, len(self.experiments)),
                        self.table.rows[at].sitting.draw,
                        self.code(at, first),
                        self.code(at, again),
                        again.view is View.RUBRIC,
                    )
                )

    def repeats(self) -> Repeats:
        """What coders judged twice: questions, then whole trials; pairs that lack a code are left
        out.
        """
        about = np.array(self.again, dtype=np.int64).reshape(-1, 6)
        most = max(map(len, self.slots), default=0)
        marks = _padded(self.codes.marks, most, NOT_ASKED)
        pair, slot = np.nonzero(
            (marks[about[:, 3]] >= 0) & (marks[about[:, 4]] >= 0)
        ) if len(about) else (np.empty(0, np.int64), np.empty(0, np.int64))  # fmt: skip
        codes = np.stack((marks[about[pair, 3], slot], marks[about[pair, 4], slot]), axis=1)
        lrs = np.array([one[0] for one in self.codes.trials], dtype=np.int64)
        whole = np.flatnonzero(about[:, 5] == 1)
        given = lrs[about[whole][:, 3:5]] if len(lrs) else np.empty((0, 2), dtype=np.int64)
        has = (given != NOT_RATED).all(axis=1)
        where = np.concatenate((pair, whole[has]))
        return Repeats(
            about[where, 0],
            about[where, 1],
            about[where, 2],
            np.arange(len(where)) >= len(pair),
            np.concatenate((codes, given[has])),
        )


_Row = tuple[int, int, int, list[int], list[int]]
"""The trial's place, spot, draw, and for each coder a code and a position."""


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows with the place of the trial that each is of."""

    entry: Ints
    spot: Ints
    draw: Ints
    codes: Ints
    orders: Ints

    @classmethod
    def of(cls, rows: Sequence[_Row], width: int) -> _Rows:
        """These rows."""
        entry, spot, draw = (np.array([one[n] for one in rows], dtype=np.int64) for n in range(3))
        codes, orders = (
            np.array([one[n] for one in rows], dtype=np.int64).reshape(-1, width) for n in (3, 4)
        )
        return cls(entry, spot, draw, codes, orders)

    def joined(self, rows: Sequence[_Row]) -> _Rows:
        """These rows and others, in the order of trials."""
        if not rows:
            return self
        other = _Rows.of(rows, self.codes.shape[1])
        entry = np.concatenate((self.entry, other.entry))
        order = np.argsort(entry, kind="stable")
        return _Rows(
            entry[order],
            *(
                np.concatenate(both)[order]
                for both in (
                    (self.spot, other.spot),
                    (self.draw, other.draw),
                    (self.codes, other.codes),
                    (self.orders, other.orders),
                )
            ),
        )

    def sheet(
        self, spots: Sequence[ItemGroup], *, ordered: bool, small: type[np.signedinteger] = np.int8
    ) -> RatingRows:
        """The rows, in as few bytes as they need."""
        return RatingRows(
            spots,
            self.spot.astype(np.int32),
            self.draw.astype(np.int32),
            self.codes.astype(small),
            self.orders if ordered else np.empty((len(self.spot), 0), dtype=np.int64),
        )


def _padded(rows: Sequence[Sequence[int]], width: int, empty: int) -> Ints:
    """Rows of different lengths as one array."""
    found = np.full((max(len(rows), 1), width), empty, dtype=np.int64)
    for at, row in enumerate(rows):
        found[at, : len(row)] = row
    return found


def _guesses(opened: OpenStudy, packets: Sequence[CodedPacket]) -> Iterator[CoderGuess]:
    """What coders guessed of the items that were asked about; what has two truths is left out."""
    columns = _columns(packets)
    names = {one.key: one.name for one in opened.participants}
    truth = {row.key: (names[row.sitting.participant], row.sitting.wording) for row in opened.rows}
    for coded in packets:
        column = columns[coded.packet.coder, coded.kind]
        asked = {
            item: codes.masking
            for item, codes in coded.state.items.items()
            if codes.masking is not None
        }
        for item in coded.packet.items if asked else ():
            guess = asked.get(item.item)
            if guess is None:
                continue
            behind = {truth[one.trial] for one in item.behind if one.trial in truth}
            if len(behind) != 1:
                continue
            ((model, wording),) = behind
            yield CoderGuess(column, guess[0], guess[1], model, wording)
