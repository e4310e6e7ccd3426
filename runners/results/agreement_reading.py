"""From coding logs that came home to rows, while the study is read one trial after the other.

Every trial is expanded and told once, and judgements become verdicts by the function that the
scores use, so that scores and agreement cannot differ on what a coder meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from coders.lrs import Gate, Place, Scored, score
from coders.marks import Verdict
from coders.packets.content_words import CONTENT_WORDS
from coders.packets.shape import CoderKind, View
from dsl.tree import QuestionKind
from dsl.trial import Question, Trial, turns
from runners.coding.judgements import CodedPacket, CodedTrial, coded_trials
from runners.results.agreement_rows import (
    NOT_RATED,
    PACKET_APART,
    Column,
    Guess,
    Repeat,
    Row,
    Rows,
    Whole,
)
from runners.results.replies import answers_of, lost_places, verdicts_of
from runners.results.said_words import canonical, stated

if TYPE_CHECKING:
    from runners.results.judging import Answer
    from runners.results.study import OpenStudy, Told
    from runners.store.store import Store

_MARKS = {Fraction(0): 0, Fraction(1, 2): 1, Fraction(1): 2}
_WORDS = tuple(word.value for word in CONTENT_WORDS)


def agreement_rows(store: Store, opened: OpenStudy, packets: Sequence[CodedPacket]) -> Rows:
    """The rows of a study from these packets, which come oldest first.

    Where a coder judged one trial in two packets the newer one counts, as in the scores.
    """
    seats: dict[tuple[str, CoderKind], int] = {}
    for packet in packets:
        seats.setdefault((packet.packet.coder, packet.kind), len(seats))
    rows = Rows(tuple(Column(coder, kind) for coder, kind in seats))
    index = _Items(packets)
    by_trial: dict[str, list[CodedTrial]] = {}
    for coded in coded_trials(packets):
        by_trial.setdefault(coded.trial, []).append(coded)
    builder = _Builder(rows, seats, index)
    coded_rows = tuple(row for row in opened.rows if row.key in by_trial)
    # Each trial is expanded and told once, and let go of before the next.
    for told in replace(opened, rows=coded_rows).told(store):
        builder.take(told, by_trial.pop(told.key))
    rows.guesses.extend(_guesses(opened, packets, seats))
    return rows


def _names(opened: OpenStudy) -> Mapping[str, str]:
    return {one.key: one.name for one in opened.participants}


class _Items:
    """Where each item of content view stands: which item a question of a trial was, and when."""

    def __init__(self, packets: Sequence[CodedPacket]) -> None:
        self.positions: dict[tuple[str, str], int] = {}
        self.of_place: dict[tuple[str, str, Place], str] = {}
        before: dict[tuple[str, CoderKind], int] = {}
        for coded in packets:
            packet, who = coded.packet, (coded.packet.coder, coded.kind)
            number = before[who] = before.get(who, -1) + 1
            for item in packet.items:
                at = number * PACKET_APART + item.position
                self.positions[packet.packet, item.item] = at
                if packet.view != View.CONTENT or item.twin:
                    continue
                for behind in item.behind:
                    for _, session, place in behind.places:
                        self.of_place[packet.packet, behind.trial, (session, place)] = item.item

    def item(self, coded: CodedTrial, place: Place) -> str:
        """The item in which a question of a trial was judged."""
        return self.of_place.get((coded.packet, coded.trial, place), coded.item)

    def position(self, packet: str, item: str) -> int:
        """Where an item stood in its packet."""
        return self.positions.get((packet, item), NOT_RATED)


@dataclass(slots=True)
class _Seat:
    """What one coder has to say of one trial."""

    verdicts: dict[Place, Verdict]
    scored: Scored
    items: dict[Place, str]
    orders: dict[Place, int]
    coded: CodedTrial

    @property
    def shares(self) -> bool:
        """Whether a question of this trial may have been judged as that of another trial."""
        return len(set(self.items.values())) > 1


class _Builder:
    def __init__(self, rows: Rows, seats: Mapping[tuple[str, CoderKind], int], index: _Items):
        self.rows = rows
        self.seats = seats
        self.index = index
        self.seen: set[tuple[object, ...]] = set()
        self.steps: dict[Fraction, int] = {}
        self.categories = rows.said
        self.scores: dict[object, Scored] = {}

    def take(self, told: Told, codings: Sequence[CodedTrial]) -> None:
        """Add everything that was judged of one trial."""
        trial, words = told.transcript.trial, told.transcript.hash
        own = [one for one in codings if one.transcript == words]
        self.rows.foreign += len(codings) - len(own)
        answers = answers_of(told.transcript)
        seats: list[_Seat | None] = [None] * len(self.seats)
        for (coder, kind), place in self.seats.items():
            mine = [one for one in own if one.coder == coder and one.kind is kind]
            originals = [one for one in mine if not one.twin]
            if originals:
                # As in the scores: of two codings by one coder the newest counts.
                newest = max(originals, key=lambda one: one.at)
                seats[place] = self._seat(trial, answers, newest)
            self._repeats(place, trial, answers, mine)
        if not any(seats):
            return
        self.rows.standing += 1
        cell = (trial.experiment, trial.cell.condition, trial.cell.wording)
        base = Row(trial.experiment, "", cell, told.participant.name, trial.draw, ())
        # Words that were judged already, behind another trial, are no second evidence.
        if not self._new(tuple(_signature(seat) for seat in seats)):
            return
        self._questions(base, trial, seats)
        self._trial(base, seats)

    def _seat(self, trial: Trial, answers: Mapping[Place, Answer], coded: CodedTrial) -> _Seat:
        items = {place: self.index.item(coded, place) for place in coded.judgements}
        orders = {place: self.index.position(coded.packet, item) for place, item in items.items()}
        found = verdicts_of(trial, answers, coded.judgements)
        return _Seat(found, self._scored(trial, found, lost_places(answers)), items, orders, coded)

    def _scored(
        self, trial: Trial, found: Mapping[Place, Verdict], lost: frozenset[Place]
    ) -> Scored:
        """The score of a trial. It depends on levels and verdicts and on no words, and so many a
        trial has the score of one before.
        """
        given = tuple((place, one.mark, one.flags) for place, one in found.items())
        key = (trial.experiment, trial.cell.levels, trial.balance, given, lost)
        scored = self.scores.get(key)
        if scored is None:
            scored = self.scores[key] = score(trial, found, technical=lost)
        return scored

    def _new(self, key: tuple[object, ...]) -> bool:
        """Whether something was not met before; from now on it was."""
        if key in self.seen:
            return False
        self.seen.add(key)
        return True

    def _questions(self, base: Row, trial: Trial, seats: Sequence[_Seat | None]) -> None:
        shared = any(seat is not None and seat.shares for seat in seats)
        for number, session in enumerate(trial.sessions):
            for turn in turns(session.nodes):
                question, place = turn.question, (number, turn.place)
                if question is None or not any(s and place in s.items for s in seats):
                    continue
                items = tuple(seat.items.get(place) if seat else None for seat in seats)
                if shared and not self._new((items, turn.place)):
                    continue
                version = f" ({session.version})" if session.version else ""
                title = f"{question.title}{version}"
                orders = tuple(seat.orders.get(place, -1) if seat else -1 for seat in seats)
                at = replace(base, question=title, cell=(*base.cell, title), orders=orders)
                tested = question.kind is QuestionKind.TEST
                (self.rows.marks if tested else self.rows.controls).append(
                    replace(at, codes=tuple(_mark(seat, place) for seat in seats))
                )
                self._contents(at, trial, question, place, seats)

    def _contents(
        self,
        at: Row,
        trial: Trial,
        question: Question,
        place: Place,
        seats: Sequence[_Seat | None],
    ) -> None:
        said = [_said(seat, place) for seat in seats]
        if not any(said):
            return
        key = (at.experiment, at.question)
        known = self.categories.setdefault(key, {word: n for n, word in enumerate(_WORDS)})
        if self._new(("stated", *at.cell)):
            for name in stated(question, trial):
                known.setdefault(name, len(known))
        codes = []
        for one in said:
            if not one:
                codes.append(NOT_RATED)
                continue
            told = " + ".join(sorted(canonical(text, trial.words) for text in one))
            codes.append(known.setdefault(told, len(known)))
        self.rows.contents.append(replace(at, codes=tuple(codes)))

    def _trial(self, base: Row, seats: Sequence[_Seat | None]) -> None:
        there = tuple(0 if seat else NOT_RATED for seat in seats)
        self.rows.trials.append(replace(base, codes=there))
        for column, seat in enumerate(seats):
            first = seat.coded.first_lrs if seat is not None else None
            if seat is not None and first is not None and seat.scored.lrs is not None:
                self.rows.wholes.append(Whole(column, seat.scored.lrs, first.lrs))
        orders = tuple(min(seat.orders.values(), default=-1) if seat else -1 for seat in seats)
        base = replace(base, orders=orders)
        for rows, code in (
            (self.rows.gates, _gate),
            (self.rows.rule, _rule),
            (self.rows.final, _final),
            (self.rows.linear, self._step),
        ):
            codes = tuple(code(seat) if seat else NOT_RATED for seat in seats)
            if any(one != NOT_RATED for one in codes):
                rows.append(replace(base, codes=codes))

    def _step(self, seat: _Seat) -> int:
        value = seat.scored.lrs_linear
        if value is None:
            return NOT_RATED
        if value not in self.steps:
            self.steps[value] = len(self.steps)
            self.rows.steps.append(value)
        return self.steps[value]

    def _repeats(
        self,
        column: int,
        trial: Trial,
        answers: Mapping[Place, Answer],
        mine: Sequence[CodedTrial],
    ) -> None:
        """Pairs of an original and its hidden duplicate; both from one packet."""
        for again in mine:
            if not again.twin:
                continue
            for first in mine:
                if first.twin or first.packet != again.packet:
                    continue
                items = {self.index.item(first, place) for place in again.judgements}
                # One duplicate of words that stand for several trials is one pair.
                if again.twin not in items or not self._new((again.packet, again.item)):
                    continue
                before = self._seat(trial, answers, first)
                after = self._seat(trial, answers, again)
                for place in again.judgements:
                    marks = _mark(before, place), _mark(after, place)
                    self._repeat(column, trial, place[1], marks)
                if again.view is View.RUBRIC:
                    self._repeat(column, trial, "", (_score(before), _score(after)))

    def _repeat(self, column: int, trial: Trial, question: str, codes: tuple[int, int]) -> None:
        if NOT_RATED not in codes:
            at = (column, trial.experiment, trial.draw, question)
            self.rows.repeats.append(Repeat(*at, *codes))


def _mark(seat: _Seat | None, place: Place) -> int:
    verdict = seat.verdicts.get(place) if seat and place in seat.items else None
    return NOT_RATED if verdict is None or verdict.mark is None else _MARKS[verdict.mark]


def _gate(seat: _Seat) -> int:
    return {Gate.FAILED: 0, Gate.PASSED: 1}.get(seat.scored.gate, NOT_RATED)


def _rule(seat: _Seat) -> int:
    """A 0 is a failed gate or no answer; without an LRS a reply was lost or is not judged yet."""
    return seat.scored.lrs - 1 if seat.scored.lrs else NOT_RATED


def _said(seat: _Seat | None, place: Place) -> tuple[str, ...]:
    judgement = seat.coded.judgements.get(place) if seat else None
    return judgement.said if judgement is not None else ()


def _final(seat: _Seat) -> int:
    """What the coder left standing, where the coder gave an LRS; else the rule's."""
    given = seat.coded.lrs
    value = given.lrs if given is not None else seat.scored.lrs
    return NOT_RATED if value is None else value


def _score(seat: _Seat) -> int:
    return NOT_RATED if seat.scored.lrs is None else seat.scored.lrs


def _signature(seat: _Seat | None) -> tuple[str, ...] | None:
    return tuple(sorted(set(seat.items.values()))) if seat else None


def _guesses(
    opened: OpenStudy,
    packets: Iterable[CodedPacket],
    seats: Mapping[tuple[str, CoderKind], int],
) -> Iterator[Guess]:
    """What coders guessed of the items that were asked about; what has two truths is left out."""
    names = _names(opened)
    truth = {row.key: (names[row.sitting.participant], row.sitting.wording) for row in opened.rows}
    for coded in packets:
        column = seats[coded.packet.coder, coded.kind]
        for item in coded.packet.items:
            guess = coded.folded.codes(item.item).masking
            behind = {truth[one.trial] for one in item.behind if one.trial in truth}
            if guess is None or len(behind) != 1:
                continue
            ((model, wording),) = behind
            yield Guess(column, guess[0], guess[1], model, wording)
