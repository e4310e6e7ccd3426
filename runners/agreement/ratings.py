"""Rows that coders are compared on, taken out of what each made of each trial.

Rows are made for all trials at once. Trials of which single questions were items (content view)
come one after the other: each question may have been judged as that of another trial.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import TYPE_CHECKING

import numpy as np

from coders.packets.content_words import CONTENT_WORDS
from coders.packets.shape import View
from dsl.trial import turns
from runners.agreement.answer_normalisation import stated
from runners.agreement.judged_trials import JudgedTrials, Judging, collected, columns_of
from runners.agreement.rater_codes import NOT_ASKED, QuestionSlot
from runners.agreement.rating_arrays import RatedItem, RatingArrays, padded
from runners.agreement.rows import (
    NOT_RATED,
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
from runners.analysis.mark_sets import MarkSets
from runners.analysis.trials import finished_trials
from runners.coding.judgements import CodedPacket, CodedTrial
from runners.coding.laid_out import laid_out

if TYPE_CHECKING:
    from runners.analysis.scores import CodedStudy
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

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
            store, opened, [row for row in opened.rows if collected(laid, row.key)]
        )
    else:
        table = read.trials
    sets = MarkSets() if read is None else read.sets
    judging = Judging(store, table, packets, laid, sets)
    # How a coder drifts is seen from marks in content view, and else from LRS.
    content = any(packet.packet.view == View.CONTENT for packet in packets)
    return _Builder(judging, content=content).rows(settled, tuple(_guesses(opened, packets)))


class _Builder:
    def __init__(self, judging: Judging, *, content: bool) -> None:
        self.judging, self.table, self.content = judging, judging.table, content
        self.items, self.codes, self.slots = judging.items, judging.codes, judging.slots
        self.spots: list[ItemGroup] = []
        self.spot_of: dict[ItemGroup, int] = {}
        self.pages: list[tuple[int, list[int]]] = []
        """The spot of a trial, and those of its slots."""
        self.page_of: dict[tuple[int, str], int] = {}
        self.said: dict[tuple[str, str], dict[str, int]] = {}
        self.seen: set[object] = set()

    def rows(self, settled: Set[str], guesses: tuple[CoderGuess, ...]) -> Rows:
        """The rows of all that was judged."""
        trials = self.judging.trials()
        for at in self.judging.about:
            self.page(at)
        pages = np.array([self.page(at) for at in trials.at], dtype=np.int64)
        marks, controls, contents = self.questions(trials, pages)
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
            columns=tuple(RaterColumn(*one) for one in self.judging.columns),
            marks=marks,
            controls=controls,
            contents=contents,
            said=self.said,
            gates=self.of_trials(trials, pages, gates, first),
            gate_trials=many[same[has_gate]],
            gate_open=open_[same[has_gate]],
            rule=self.of_trials(trials, pages, rule, first),
            final=self.of_trials(trials, pages, final, first, orders),
            linear=self.of_trials(trials, pages, linear, first),
            steps=steps,
            repeats=self.repeats(),
            guesses=guesses,
            wholes=self.wholes(trials, lrs, first),
            trials=self.of_trials(
                trials, pages, np.where(trials.codes >= 0, 0, NOT_RATED), first, some=False
            ),
            standing=len(trials.at),
            foreign=self.judging.stale,
        )

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

    def questions(
        self, trials: JudgedTrials, pages: Ints
    ) -> tuple[RatingRows, RatingRows, RatingRows]:
        """The rows of tests and of controls, and of what was said."""
        most = max(map(len, self.slots), default=0)
        marks = padded(self.codes.marks, most, NOT_ASKED)
        spots = padded([slots for _, slots in self.pages], most, -1)
        tested = padded([[int(one.tested) for one in slots] for slots in self.slots], most, -1)
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
        own = self.by_question(trials, [one for one in apart if whole[one]], pages)
        made = []
        for kind, listed in ((1, own[0]), (0, own[1])):
            row, slot = np.nonzero(judged & (kinds == kind))
            codes = coded[row, slot]
            orders = np.where(codes != NOT_ASKED, trials.orders[which[row]], NOT_RATED)
            rows = RatingArrays(
                which[row],
                spots[pages[which[row]], slot],
                draws[which[row]],
                np.maximum(codes, NOT_RATED),
                orders,
            )
            ordered = kind == 1 and self.content
            made.append(rows.joined(listed).sheet(self.spots, ordered=ordered))
        contents = RatingArrays.of([], len(self.judging.columns)).joined(own[2])
        return made[0], made[1], contents.sheet(self.spots, ordered=False, small=np.int32)

    def by_question(
        self, trials: JudgedTrials, entries: Iterable[int], pages: Ints
    ) -> tuple[list[RatedItem], list[RatedItem], list[RatedItem]]:
        """The rows of trials judged question by question: tests, controls, and contents."""
        rows: tuple[list[RatedItem], list[RatedItem], list[RatedItem]] = ([], [], [])
        for entry in entries:
            newest, at, page = trials.apart[entry], trials.at[entry], int(pages[entry])
            shared = any(one is not None and len(self.judging.judged_in(one)) > 1 for one in newest)
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
                spot, draw = self.pages[page][1][place], self.table.rows[at].sitting.draw
                rated = [max(code, NOT_RATED) for code in codes]
                rows[0 if slot.tested else 1].append((entry, spot, draw, rated, orders))
                contents = self.contents(at, slot, self.spots[spot], newest)
                if contents is not None:
                    rows[2].append((entry, spot, draw, contents, orders))
        return rows

    def contents(
        self, at: int, slot: QuestionSlot, spot: ItemGroup, newest: Sequence[CodedTrial | None]
    ) -> list[int] | None:
        """The codes of what was said, where anybody coded that."""
        said = [
            ""
            if one is None
            else self.judging.told.get((at, one.packet, one.item), {}).get(slot.place, "")
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

    def by_rule(self, trials: JudgedTrials) -> tuple[Ints, Ints, Ints, Ints]:
        """The LRS of each coder for each trial, its gate, its LRS if scored, and its line."""
        made = np.array(self.codes.trials, dtype=np.int64).reshape(-1, 4)
        if not len(made):
            empty = np.full(trials.codes.shape, NOT_RATED, dtype=np.int64)
            return empty, empty, empty, empty
        found = np.where(trials.codes[:, :, None] >= 0, made[trials.codes], NOT_RATED)
        return found[..., 0], found[..., 1], found[..., 2], found[..., 3]

    def trial_orders(self, trials: JudgedTrials) -> Ints:
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
        trials: JudgedTrials,
        pages: Ints,
        codes: Ints,
        first: Flags,
        orders: Ints | None = None,
        *,
        some: bool = True,
    ) -> RatingRows:
        """A row for each of the first trials; with `some` for those with a code."""
        which = np.flatnonzero(first & (codes != NOT_RATED).any(axis=1) if some else first)
        spots = np.array([spot for spot, _ in self.pages], dtype=np.int64)
        draws = [self.table.rows[trials.at[one]].sitting.draw for one in which]
        rows = RatingArrays(
            which,
            spots[pages[which]] if len(spots) else which,
            np.array(draws, dtype=np.int64),
            codes[which],
            codes[which] if orders is None else orders[which],
        )
        return rows.sheet(self.spots, ordered=orders is not None)

    def wholes(self, trials: JudgedTrials, lrs: Ints, first: Flags) -> tuple[Whole, ...]:
        """The LRS that coders gave before any mark, beside the rule's."""
        there = first[:, None] & (trials.first != NOT_RATED) & (lrs != NOT_RATED)
        return tuple(
            Whole(int(column), int(lrs[entry, column]), int(trials.first[entry, column]))
            for entry, column in zip(*np.nonzero(there), strict=True)
        )

    # -------------------------------------------------------------------------------- duplicates

    # -------------------------------------------------------------------------------- duplicates

    def repeats(self) -> Repeats:
        """What coders judged twice: questions, then whole trials; pairs that lack a code are left
        out.
        """
        pairs = self.judging.again
        experiments = {name: n for n, name in enumerate(dict.fromkeys(p.experiment for p in pairs))}
        about = np.array(
            [
                (one.column, experiments[one.experiment], one.draw, one.first, one.again, one.whole)
                for one in pairs
            ],
            dtype=np.int64,
        ).reshape(-1, 6)
        marks = padded(self.codes.marks, max(map(len, self.slots), default=0), NOT_ASKED)
        before, after = marks[about[:, 3]], marks[about[:, 4]]
        pair, slot = np.nonzero((before >= 0) & (after >= 0))
        codes = np.stack((before[pair, slot], after[pair, slot]), axis=1)
        lrs = np.array([one[0] for one in self.codes.trials] or [NOT_RATED], dtype=np.int64)
        whole = np.flatnonzero(about[:, 5])
        given = lrs[about[whole][:, 3:5]]
        has = (given != NOT_RATED).all(axis=1)
        where = np.concatenate((pair, whole[has]))
        return Repeats(
            about[where, 0],
            about[where, 1],
            about[where, 2],
            np.arange(len(where)) >= len(pair),
            np.concatenate((codes, given[has])),
        )


def _guesses(opened: OpenStudy, packets: Sequence[CodedPacket]) -> Iterator[CoderGuess]:
    """What coders guessed of the items that were asked about; what has two truths is left out."""
    columns = columns_of(packets)
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
