"""From coding logs that came home to rows, while the study is read one trial after the other.

Judgements become verdicts by the function that the scores use, so that scores and agreement cannot
differ on what a coder meant. Where many trials were judged alike that is done once for all of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from coders.lrs import Gate, Place, Scored, score
from coders.marks import Verdict
from coders.packets.content_words import CONTENT_WORDS
from coders.packets.shape import CoderKind, View
from dsl.tree import QuestionKind
from dsl.trial import Trial, turns
from runners.analysis.agreement_rows import (
    NOT_RATED,
    CoderGuess,
    ItemGroup,
    Pile,
    RaterColumn,
    Rows,
    Twice,
    Whole,
)
from runners.analysis.agreement_seats import Items, QuestionSlot, RaterMarks, Seat, TrialQuestions
from runners.analysis.answer_normalisation import canonical, stated
from runners.analysis.held_trials import HeldTrial, held_trials
from runners.analysis.own_scores import Verdicts
from runners.analysis.remembered_scores import RememberedScores
from runners.analysis.replies import verdicts_of
from runners.coding.judgements import CodedPacket, CodedTrial
from runners.coding.laid_out import LaidOut, laid_out
from runners.studies.answers import lost_places

if TYPE_CHECKING:
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

_MARKS = {Fraction(0): 0, Fraction(1, 2): 1, Fraction(1): 2}
_WORDS = tuple(word.value for word in CONTENT_WORDS)


def agreement_rows(
    store: Store,
    opened: OpenStudy,
    packets: Sequence[CodedPacket],
    *,
    laid: LaidOut | None = None,
    remembered: RememberedScores | None = None,
    settled: Set[str] = frozenset(),
) -> Rows:
    """The rows of a study from these packets, which come oldest first; `laid` is what is in them,
    and in packets of adjudicators, where it was laid out already. `remembered` is what others know
    of the study's scores. `settled` are the trials (by key) on which an adjudicator has judged.

    Where a coder judged one trial in two packets the newer one counts, as in the scores.
    """
    seats: dict[tuple[str, CoderKind], int] = {}
    for packet in packets:
        seats.setdefault((packet.packet.coder, packet.kind), len(seats))
    mine = laid_out(packets) if laid is None else laid
    known = RememberedScores() if remembered is None else remembered
    builder = _Builder(seats, packets, _names(opened), known, settled)
    coded_rows = tuple(row for row in opened.rows if _judged_in(mine, row.key))
    telling = held_trials(store, opened, coded_rows, in_words=mine.in_words, kinds=known.kinds)
    for held in telling:
        builder.take(held, _judged_in(mine, held.row.key))
        if laid is None:
            # What was coded of a trial is let go of before the next.
            mine.let_go(held.row.key)
    return builder.rows(tuple(_guesses(opened, packets, seats)))


def _judged_in(laid: LaidOut, trial: str) -> list[CodedTrial]:
    """What was coded of a trial, and not settled."""
    every = laid.by_trial.get(trial, [])
    return [one for one in every if one.kind is not CoderKind.ADJUDICATOR]


def _names(opened: OpenStudy) -> Mapping[str, str]:
    return {one.key: one.name for one in opened.participants}


class _Builder:
    def __init__(
        self,
        seats: Mapping[tuple[str, CoderKind], int],
        packets: Sequence[CodedPacket],
        names: Mapping[str, str],
        remembered: RememberedScores,
        settled: Set[str],
    ) -> None:
        self.remembered, self.settled = remembered, settled
        self.columns = tuple(RaterColumn(coder, kind) for coder, kind in seats)
        self.column_of = {p.packet.packet: seats[p.packet.coder, p.kind] for p in packets}
        self.index, self.names = Items(packets), names
        self.spots: list[ItemGroup] = []
        self.spot_of: dict[ItemGroup, int] = {}
        width = len(seats)
        # How a coder drifts is seen from marks in content view, and else from LRS.
        in_order = any(packet.packet.view == View.CONTENT for packet in packets)
        self.marks = Pile(self.spots, width, ordered=in_order)
        self.final = Pile(self.spots, width, ordered=True)
        self.contents, self.linear = (Pile(self.spots, width, many=True) for _ in range(2))
        self.controls, self.trials, self.gates, self.rule = (
            Pile(self.spots, width) for _ in range(4)
        )
        self.said: dict[tuple[str, str], dict[str, int]] = {}
        self.twice = Twice()
        self.wholes: list[Whole] = []
        self.standing = self.foreign = 0
        self.seen: set[object] = set()
        # For each way in which a transcript was judged: its row among the gates, if it has one.
        self.gate_of: dict[object, int | None] = {}
        self.gate_trials, self.gate_open = array("q"), array("q")
        self.steps: dict[Fraction, int] = {}
        self.pages: dict[tuple[int, str], TrialQuestions] = {}
        self.places: dict[tuple[Place, ...], tuple[Place, ...]] = {}
        # Like trials judged alike. What is named by its id is held, so that ids stay true.
        self.alike: dict[tuple[int, int], tuple[RaterMarks, object]] = {}

    def rows(self, guesses: tuple[CoderGuess, ...]) -> Rows:
        """The rows of all that was taken."""
        return Rows(
            columns=self.columns,
            marks=self.marks.sheet(),
            controls=self.controls.sheet(),
            contents=self.contents.sheet(),
            said=self.said,
            gates=self.gates.sheet(),
            gate_trials=np.asarray(self.gate_trials, dtype=np.int64),
            gate_open=np.asarray(self.gate_open, dtype=np.int64),
            rule=self.rule.sheet(),
            final=self.final.sheet(),
            linear=self.linear.sheet(),
            steps=tuple(self.steps),
            repeats=self.twice.repeats(),
            guesses=guesses,
            wholes=tuple(self.wholes),
            trials=self.trials.sheet(),
            standing=self.standing,
            foreign=self.foreign,
        )

    def take(self, held: HeldTrial, codings: Sequence[CodedTrial]) -> None:
        """Add everything that was judged of one trial."""
        newest: list[CodedTrial | None] = [None] * len(self.columns)
        twins: list[CodedTrial] = []
        for one in codings:
            if one.transcript != held.words:
                self.foreign += 1
            elif one.twin:
                twins.append(one)
            else:
                column = self.column_of[one.packet]
                before = newest[column]
                # As in the scores: of two codings by one coder the newest counts.
                if before is None or one.at > before.at:
                    newest[column] = one
        page = self.page(held)
        for again in twins:
            self.repeat(held, page, again, codings)
        seats = [self.seat(held, page, one) if one is not None else None for one in newest]
        if not any(seats):
            return
        self.standing += 1
        # Words that were judged already, behind another trial, are no second evidence.
        signature = tuple([seat.signature if seat else None for seat in seats])
        if self.new(signature):
            many = len(self.gates.spot)
            self.questions(held, page, seats)
            self.trial(held, page, seats)
            added = len(self.gates.spot) > many
            self.gate_of[signature] = many if added else None
            if added:
                self.gate_trials.append(0)
                self.gate_open.append(0)
        at = self.gate_of.get(signature)
        if at is not None:
            self.gate_trials[at] += 1
            self.gate_open[at] += held.row.key not in self.settled

    def page(self, held: HeldTrial) -> TrialQuestions:
        """The questions of a trial, and where their rows belong."""
        model = self.names[held.row.sitting.participant]
        if held.kind is None:
            return self.made_page(held.trial, model)
        key = (id(held.trial), model)
        if key not in self.pages:
            self.pages[key] = self.made_page(held.trial, model)
        return self.pages[key]

    def made_page(self, trial: Trial, model: str) -> TrialQuestions:
        cell = (trial.experiment, trial.cell.condition, trial.cell.wording)
        asked: list[QuestionSlot] = []
        for number, session in enumerate(trial.sessions):
            version = f" ({session.version})" if session.version else ""
            for turn in turns(session.nodes):
                question = turn.question
                if question is None:
                    continue
                title = f"{question.title}{version}"
                tested = question.kind is QuestionKind.TEST
                spot = self.spot(ItemGroup(trial.experiment, title, (*cell, title), model))
                asked.append(QuestionSlot((number, turn.place), question, tested, spot))
        spot = self.spot(ItemGroup(trial.experiment, "", cell, model))
        return TrialQuestions(trial, tuple(asked), spot, {})

    def spot(self, spot: ItemGroup) -> int:
        """The number of a spot."""
        found = self.spot_of.get(spot)
        if found is None:
            found = self.spot_of[spot] = len(self.spots)
            self.spots.append(spot)
        return found

    def seat(self, held: HeldTrial, page: TrialQuestions, coded: CodedTrial) -> Seat:
        """One coder's judgements of a trial."""
        judged = self.judged(held, page, coded)
        order = self.index.position(coded, coded.item)
        if coded.view is not View.CONTENT:
            return Seat(judged, coded, order)
        items = {place: self.index.item(coded, place) for place in coded.judgements}
        orders = {place: self.index.position(coded, item) for place, item in items.items()}
        return Seat(judged, coded, order, items, orders)

    def judged(self, held: HeldTrial, page: TrialQuestions, coded: CodedTrial) -> RaterMarks:
        """What judgements come to, by the functions that scores use; once for like trials that were
        judged alike.
        """
        kind = held.kind if held.usual else None
        key = None if kind is None else (kind, id(coded.judgements))
        found = None if key is None else self.alike.get(key)
        if found is not None:
            return found[0]
        verdicts, scored = self.scored(held, coded)
        marks = {place: _mark(verdicts.get(place)) for place in coded.judgements}
        places = tuple(marks)
        tests, controls = (
            tuple(marks[o.place] for o in page.asked if o.place in marks and o.tested is tested)
            for tested in (True, False)
        )
        judged = RaterMarks(
            marks,
            self.places.setdefault(places, places),
            tests,
            controls,
            scored.lrs,
            {Gate.FAILED: 0, Gate.PASSED: 1}.get(scored.gate, NOT_RATED),
            # A 0 is a failed gate or no answer; without an LRS a reply was lost, or is not judged.
            scored.lrs - 1 if scored.lrs else NOT_RATED,
            self.step(scored.lrs_linear),
        )
        if key is not None:
            self.alike[key] = judged, coded.judgements
        return judged

    def scored(self, held: HeldTrial, coded: CodedTrial) -> tuple[Verdicts, Scored]:
        """The verdicts that judgements come to, and the score that follows."""
        trial, answers, kind = held.trial, held.answers, held.kind
        lost = frozenset[Place]() if held.usual else lost_places(answers)
        if kind is not None and held.usual:
            verdicts = self.remembered.marked(kind, trial, answers, coded.judgements)
        else:
            verdicts = verdicts_of(trial, answers, coded.judgements)
        if kind is None:
            return verdicts, score(trial, verdicts, technical=lost)
        return verdicts, self.remembered.of(kind).own(trial, verdicts, technical=lost).scored

    def step(self, value: Fraction | None) -> int:
        """The number of a value on the line."""
        return NOT_RATED if value is None else self.steps.setdefault(value, len(self.steps))

    def new(self, key: object) -> bool:
        """Whether something was not met before; from now on it was."""
        before = len(self.seen)
        self.seen.add(key)
        return len(self.seen) > before

    def questions(
        self, held: HeldTrial, page: TrialQuestions, seats: Sequence[Seat | None]
    ) -> None:
        """A row for each question that anybody judged."""
        draw = held.row.sitting.draw
        marks = [seat.judged.marks if seat else {} for seat in seats]
        when = [seat.order if seat else NOT_RATED for seat in seats]
        several = any(seat is not None and seat.items is not None for seat in seats)
        there = [seat.judged for seat in seats if seat]
        places = there[0].places
        if not several and all(one.places is places for one in there):
            self.alike_places(page, draw, seats, when)
            return
        shared = several and any(s is not None and len(s.signature) > 1 for s in seats)
        for asked in page.asked:
            place, orders = asked.place, when
            codes = [one.get(place) for one in marks]
            if several or None in codes:
                if all(code is None for code in codes):
                    continue
                # A question may have been judged as that of another trial.
                if shared and not self.new((tuple(s and s.item(place) for s in seats), place[1])):
                    continue
                orders = [seat.order_of(place) if seat else NOT_RATED for seat in seats]
            rated = [NOT_RATED if code is None else code for code in codes]
            pile = self.marks if asked.tested else self.controls
            pile.add(asked.spot, draw, rated, orders)
            if several:
                self.contents_of(held, asked, seats, orders)

    def alike_places(
        self, page: TrialQuestions, draw: int, seats: Sequence[Seat | None], when: Sequence[int]
    ) -> None:
        """The rows of a trial of which everybody judged the same questions, all in one item."""
        judged = [seat.judged if seat else None for seat in seats]
        places = next(one.places for one in judged if one is not None)
        spots = page.spots_at(places)
        for pile, at, tested in (
            (self.marks, spots[0], True),
            (self.controls, spots[1], False),
        ):
            none = (NOT_RATED,) * len(at)
            each = [
                none if one is None else one.tests if tested else one.controls for one in judged
            ]
            pile.spot.extend(at)
            pile.draw.extend([draw] * len(at))
            pile.codes.extend(chain.from_iterable(zip(*each, strict=True)))
            if pile.ordered:
                pile.orders.extend(list(when) * len(at))

    def contents_of(
        self,
        held: HeldTrial,
        asked: QuestionSlot,
        seats: Sequence[Seat | None],
        orders: Sequence[int],
    ) -> None:
        """A row for what was said, where anybody coded that."""
        said = [_said(seat, asked.place) for seat in seats]
        if not any(said):
            return
        spot = self.spots[asked.spot]
        key = (spot.experiment, spot.question)
        known = self.said.setdefault(key, {word: n for n, word in enumerate(_WORDS)})
        if self.new(("stated", *spot.cell)):
            for name in stated(asked.question, held.trial):
                known.setdefault(name, len(known))
        codes = []
        for one in said:
            if not one:
                codes.append(NOT_RATED)
                continue
            told = " + ".join(sorted(canonical(text, held.trial.words) for text in one))
            codes.append(known.setdefault(told, len(known)))
        self.contents.add(asked.spot, held.row.sitting.draw, codes, orders)

    def trial(self, held: HeldTrial, page: TrialQuestions, seats: Sequence[Seat | None]) -> None:
        """The rows of a whole trial."""
        draw, none = held.row.sitting.draw, [NOT_RATED] * len(seats)
        gates, rule, final, linear, orders = none[:], none[:], none[:], none[:], none[:]
        for column, seat in enumerate(seats):
            if seat is None:
                continue
            judged, first = seat.judged, seat.coded.first_lrs
            if first is not None and judged.lrs is not None:
                self.wholes.append(Whole(column, judged.lrs, first.lrs))
            gates[column], rule[column], linear[column] = judged.gate, judged.rule, judged.step
            final[column] = _final(seat)
            orders[column] = (
                min(seat.orders.values(), default=NOT_RATED) if seat.orders is not None
                else seat.order if judged.marks else NOT_RATED
            )  # fmt: skip
        self.trials.add(page.spot, draw, [0 if seat else NOT_RATED for seat in seats], none)
        for pile, codes in (
            (self.gates, gates),
            (self.rule, rule),
            (self.final, final),
            (self.linear, linear),
        ):
            if max(codes) != NOT_RATED:
                pile.add(page.spot, draw, codes, orders)

    def repeat(
        self,
        held: HeldTrial,
        page: TrialQuestions,
        again: CodedTrial,
        codings: Sequence[CodedTrial],
    ) -> None:
        """Pairs of an original and its hidden duplicate; both from one packet."""
        for first in codings:
            if first.twin or first.packet != again.packet or first.transcript != again.transcript:
                continue
            items = {self.index.item(first, place) for place in again.judgements}
            # One duplicate of words that stand for several trials is one pair.
            if again.twin not in items or not self.new((again.packet, again.item)):
                continue
            before, after = self.judged(held, page, first), self.judged(held, page, again)
            of = (self.column_of[again.packet], held.trial.experiment, held.row.sitting.draw)
            marks = [(before.marks.get(at, NOT_RATED), mark) for at, mark in after.marks.items()]
            self.twice.add(*of, marks, whole=False)
            if again.view is View.RUBRIC:
                self.twice.add(*of, [(_lrs(before), _lrs(after))], whole=True)


def _mark(verdict: Verdict | None) -> int:
    return NOT_RATED if verdict is None or verdict.mark is None else _MARKS[verdict.mark]


def _said(seat: Seat | None, place: Place) -> tuple[str, ...]:
    judgement = seat.coded.judgements.get(place) if seat else None
    return judgement.said if judgement is not None else ()


def _final(seat: Seat) -> int:
    """What the coder left standing, where the coder gave an LRS; else the rule's."""
    given = seat.coded.lrs
    return given.lrs if given is not None else _lrs(seat.judged)


def _lrs(judged: RaterMarks) -> int:
    return NOT_RATED if judged.lrs is None else judged.lrs


def _guesses(
    opened: OpenStudy,
    packets: Iterable[CodedPacket],
    seats: Mapping[tuple[str, CoderKind], int],
) -> Iterator[CoderGuess]:
    """What coders guessed of the items that were asked about; what has two truths is left out."""
    names = _names(opened)
    truth = {row.key: (names[row.sitting.participant], row.sitting.wording) for row in opened.rows}
    for coded in packets:
        column = seats[coded.packet.coder, coded.kind]
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
