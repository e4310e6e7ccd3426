"""Rows that coders are compared on, taken out of what each made of each trial.

Rows are made for all trials at once. Trials of which single questions were items (content view) are
looked at one after the other: each question may have been judged as that of another trial.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property

import numpy as np

from coders.packets.shape import ContentWord, Phase, View
from coders.statistics.ratings import NOT_RATED, Flags, Ints, MeasurementLevel, distinct
from dsl.record import replace
from runners.agreement.each_coder import PACKET_APART
from runners.agreement.judged_trials import JudgementReader
from runners.agreement.rater_codes import NOT_ASKED, QuestionSlot
from runners.agreement.readings import canonical
from runners.agreement.rows import (
    ASKED,
    CONTROL_SCALE,
    GATE_SCALE,
    LRS_SCALE,
    MARK_SCALE,
    RULE_SCALE,
    RatedMeasure,
    RaterColumn,
    RatingGroup,
    RatingGroups,
    RatingRows,
    RatingScale,
    Small,
    StudyRatings,
)
from runners.analysis.coded_study import CodedStudy
from runners.coding.coded_packets import CodedPacket
from runners.coding.coded_trials import CodedTrial, study_codes
from runners.coding.gold.items import expert_marks
from runners.store.store import Store

_WORDS = tuple(word.value for word in ContentWord)

_Row = tuple[int, int, Sequence[int]]
"""The item group, the draw, and a code for each coder."""


def study_ratings(
    store: Store,
    read: CodedStudy,
    packets: Sequence[CodedPacket],
    *,
    settled: Set[str] = frozenset(),
) -> StudyRatings:
    """The ratings of a study in these packets, which come oldest first. `settled` are the trials
    (by key) on which an adjudicator has judged.

    Where a coder judged one trial in two packets the newer one counts, as in the scores.
    """
    trial_codes = read.trial_codes
    if not len(read.trials):
        # What was coded is of other trials, such as those of another model.
        packets, trial_codes = (), study_codes(())
    judging = JudgementReader(store, read.trials, packets, trial_codes, read.sets)
    # How a coder drifts is seen from marks in content view, and else from LRS.
    content = any(packet.packet.view == View.CONTENT for packet in packets)
    return _RatingsBuilder(judging, content=content).ratings(settled)


class _RatingsBuilder:
    """Rows of what was judged. Arrays have an entry for each judged trial, then for each of its
    question slots, then for each coder.
    """

    def __init__(self, judging: JudgementReader, *, content: bool) -> None:
        self.judging, self.table, self.content = judging, judging.table, content
        self.items, self.slots = judging.items, judging.slots
        self.groups = RatingGroups()
        self.layouts: list[list[int]] = []
        """The item groups of a trial and of its slots, for each design and participant."""
        self.layout_of: dict[tuple[int, str], int] = {}
        self.said: dict[tuple[str, str], dict[str, int]] = {}
        """The number of everything that was said to a question, or that its script names."""
        self.contents: dict[tuple[str, str], list[_Row]] = {}
        self.seen: set[object] = set()
        self.trials = judging.trials()
        self.at = self.trials.at
        coded, members = judging.coded, np.array(self.table.rows.group, dtype=np.int64)
        first, like = distinct([self.table.design[coded], members[coded]])
        alike = np.zeros(first.size, dtype=np.int64)
        for one in np.argsort(first).tolist():
            alike[one] = self.layout(int(coded[first[one]]))
        layouts = np.zeros(len(self.table), dtype=np.int64)
        layouts[coded] = alike[like]
        self.group = _padded(self.layouts, -1, np.int32)[layouts[self.at]]
        drawn = np.array(self.table.rows.draws)[self.at]
        # Runs of one text are independent of each other, whatever their numbers.
        self.rated = self.table.opened.protocol.rated
        self.draw = np.arange(len(self.at)) if self.rated else drawn

    def layout(self, at: int) -> int:
        """The number of the item groups of a trial and its slots; one for each participant."""
        design, who = int(self.table.design[at]), self.table.participant(at).key
        found = self.layout_of.get((design, who))
        if found is None:
            model = self.table.participant(at).name
            trial = self.table.designs[design].trial
            cell = (trial.experiment, trial.cell.condition, trial.cell.wording)
            slots = [
                self.groups.number(
                    RatingGroup(trial.experiment, one.title, (*cell, one.title), model)
                )
                for one in self.slots[design]
            ]
            whole = self.groups.number(RatingGroup(trial.experiment, "", cell, model))
            found = self.layout_of[design, who] = len(self.layouts)
            self.layouts.append([whole, *slots])
        return found

    def new(self, key: object) -> bool:
        """Whether something was not seen before; from now on it was."""
        before = len(self.seen)
        self.seen.add(key)
        return len(self.seen) > before

    def rows(
        self,
        scale: RatingScale,
        group: Small,
        draw: Small,
        codes: Small,
        orders: Small | None = None,
    ) -> RatingRows:
        """Rows in as few bytes as they need."""
        return RatingRows(
            scale,
            self.groups,
            group.astype(np.int32, copy=False),
            draw.astype(np.int32, copy=False),
            codes.astype(np.int8 if len(scale.labels) < 128 else np.int32, copy=False),
            np.empty((len(group), 0), dtype=np.int32) if orders is None else orders,
        )

    def listed_rows(self, scale: RatingScale, listed: Sequence[_Row]) -> RatingRows:
        """Rows that were listed one by one."""
        group, draw, codes = zip(*listed, strict=True)
        return self.rows(scale, np.array(group), np.array(draw), np.array(codes))

    def ratings(self, settled: Set[str]) -> StudyRatings:
        """All that was judged."""
        trials, codes = self.trials, self.judging.codes
        judged, controls = self.questions()
        nothing = judged.chosen(np.zeros(len(judged), dtype=np.bool_))
        marks, ratings = (nothing, judged) if self.rated else (judged, nothing)
        # A code of -1, for no coding, takes the last row.
        made = np.array([*codes.trials, (NOT_RATED,) * 4], dtype=np.int32)[trials.codes]
        lrs, gates, rule, linear = np.moveaxis(made, 2, 0)
        given = np.where(trials.given >= 0, trials.given, lrs)
        final = self.of_trials(LRS_SCALE, given, trials.orders)
        steps = RatingScale(
            tuple(map(str, codes.steps)), tuple(map(float, codes.steps)), MeasurementLevel.INTERVAL
        )
        has_gate = (gates != NOT_RATED).any(axis=1)
        stands_for, still_open = self.members(frozenset()), self.members(settled)
        return StudyRatings(
            columns=tuple(self.columns(lrs)),
            measures={
                RatedMeasure.MARKS: replace(marks, scale=MARK_SCALE),
                RatedMeasure.RATINGS: replace(ratings, scale=LRS_SCALE),
                RatedMeasure.CONTROLS: controls,
                RatedMeasure.GATE: self.of_trials(GATE_SCALE, gates),
                RatedMeasure.RULE: self.of_trials(RULE_SCALE, rule),
                RatedMeasure.FINAL: final,
                RatedMeasure.THREE_STEPS: final,
                RatedMeasure.LINEAR: self.of_trials(steps, linear),
            },
            contents=dict(self.contents_by_question()),
            gate_trials=stands_for[has_gate],
            gate_open=still_open[has_gate],
            repeats=self.repeats(),
            trials=self.rows(
                RatingScale(("judged",)),
                self.group[:, 0],
                self.draw,
                np.where(trials.codes >= 0, 0, NOT_RATED),
            ),
            represented=stands_for,
            stale=self.judging.stale,
        )

    def members(self, besides: Set[str]) -> Ints:
        """How many trials each judged trial stands for, `besides` those with these keys."""
        entry, keys = self.trials.entry, self.table.rows.keys
        counted = entry >= 0
        if besides:
            counted &= [key not in besides for key in keys]
        return np.bincount(entry[counted], minlength=len(self.at))

    # --------------------------------------------------------------------------------- questions

    def questions(self) -> tuple[RatingRows, RatingRows]:
        """The rows of tests and of controls; what was said is put into `contents`."""
        trials = self.trials
        # A code of -1, for no coding, takes the last row.
        of_codes = _padded([*self.judging.codes.marks, []], NOT_ASKED)
        marks = of_codes[trials.codes].transpose(0, 2, 1)
        judged = (marks != NOT_ASKED).any(axis=2)
        orders = None
        if self.content:
            orders = np.where(marks != NOT_ASKED, trials.orders[:, None, :], NOT_RATED)
            for entry in trials.by_question:
                self.by_question(entry, marks[entry], judged[entry], orders[entry])
        tested = _padded([[int(one.tested) for one in slots] for slots in self.slots], NOT_ASKED)
        kinds = tested[self.table.design[self.at]][:, : judged.shape[1]]
        found = []
        scales = (LRS_SCALE if self.rated else MARK_SCALE, CONTROL_SCALE)
        for kind, scale in zip((1, 0), scales, strict=True):
            at = np.nonzero(judged & (kinds == kind))
            found.append(
                self.rows(
                    scale,
                    self.group[:, 1:][at],
                    self.draw[at[0]],
                    np.maximum(marks[at], NOT_RATED),
                    orders[at] if kind and orders is not None else None,
                )
            )
        return found[0], found[1]

    def by_question(self, entry: int, marks: Small, judged: Flags, orders: Small) -> None:
        """Looks at the questions of a trial that was judged question by question: those judged as
        of another trial are taken out of `judged`, and each gets the position of its item.
        """
        newest, design = self.trials.by_question[entry], self.table.design[self.at[entry]]
        shared = any(one is not None and len(self.items.items(one)) > 1 for one in newest)
        for place, slot in enumerate(self.slots[design]):
            if not judged[place]:
                continue
            asked = [
                None if mark == NOT_ASKED else one
                for mark, one in zip(marks[place], newest, strict=True)
            ]
            items = tuple(
                None if one is None else self.items.item(one, slot.place) for one in asked
            )
            if shared and not self.new((items, slot.place[1])):
                judged[place] = False
                continue
            orders[place] = [
                NOT_RATED if item is None or one is None else self.items.position(one, item)
                for item, one in zip(items, newest, strict=True)
            ]
            self.add_contents(entry, slot, int(self.group[entry, place + 1]), newest)

    def add_contents(
        self, entry: int, slot: QuestionSlot, group: int, newest: Sequence[CodedTrial | None]
    ) -> None:
        """Puts what was said in reply to a question, where anybody coded that."""
        at = int(self.at[entry])
        said = [
            ""
            if one is None
            else self.judging.said.get((at, one.packet, one.item), {}).get(slot.place, "")
            for one in newest
        ]
        if not any(said):
            return
        asked = ASKED(self.groups[group])
        known = self.said.setdefault(asked, {word: n for n, word in enumerate(_WORDS)})
        if self.new(("stated", *self.groups[group].cell)):
            trial = self.table.own_trial(at)
            question = next(one for place, _, one in trial.asked() if place == slot.place)
            for text in question.answers:
                known.setdefault(canonical(text, trial.words), len(known))
        codes = [known.setdefault(one, len(known)) if one else NOT_RATED for one in said]
        self.contents.setdefault(asked, []).append((group, int(self.draw[entry]), codes))

    def contents_by_question(self) -> Iterator[tuple[tuple[str, str], RatingRows]]:
        """The rows of what was said, question by question."""
        for asked, listed in self.contents.items():
            yield asked, self.listed_rows(RatingScale(tuple(self.said[asked])), listed)

    # ------------------------------------------------------------------------------ whole trials

    def of_trials(
        self, scale: RatingScale, codes: Small, orders: Small | None = None
    ) -> RatingRows:
        """A row for each trial with a code."""
        which = (codes != NOT_RATED).any(axis=1)
        orders = None if orders is None else orders[which]
        return self.rows(scale, self.group[which, 0], self.draw[which], codes[which], orders)

    def columns(self, lrs: Small) -> Iterator[RaterColumn]:
        """The coders; `lrs` are those by the rule."""
        first = self.trials.first
        for at, (who, packets) in enumerate(self.judging.coders.items()):
            guesses = list(self.guesses(packets))
            both = (first[:, at] >= 0) & (lrs[:, at] >= 0)
            yield RaterColumn(
                *who,
                content=any(one.packet.view == View.CONTENT for one in packets),
                gold=tuple(_gold(packets)),
                models=tuple((so[0], guess[0]) for so, guess in guesses),
                wordings=tuple((so[1], guess[1]) for so, guess in guesses),
                first=tuple(zip(first[both, at].tolist(), lrs[both, at].tolist(), strict=True)),
            )

    # -------------------------------------------------------------------------------- duplicates

    def repeats(self) -> dict[tuple[int, RatedMeasure], RatingRows]:
        """What coders judged twice; pairs that lack a code are left out."""
        codes, rows = self.judging.codes, self.table.rows
        row, column, *both, whole = self.judging.retests.T
        members = np.array(rows.group)[row]
        groups = np.full(len(rows.groups), -1)
        for one in dict.fromkeys(members.tolist()):
            groups[one] = self.groups.number(RatingGroup(rows.groups[one].experiment))
        group, draw = groups[members], np.array(rows.draws)[row]
        lrs = [[one[0]] for one in codes.trials]
        found = {}
        for measure, scale, given in (
            (
                RatedMeasure.RATINGS if self.rated else RatedMeasure.MARKS,
                LRS_SCALE if self.rated else MARK_SCALE,
                _padded(codes.marks, NOT_ASKED),
            ),
            (RatedMeasure.FINAL, LRS_SCALE, _padded(lrs, NOT_RATED)),
        ):
            pairs = np.stack([given[one] for one in both], axis=2)
            kept = np.asarray((pairs >= 0).all(axis=2))
            if measure is RatedMeasure.FINAL:
                kept &= whole[:, None] > 0
            for one in np.unique(column[kept.any(axis=1)]).tolist():
                at = np.nonzero(kept & (column == one)[:, None])
                found[one, measure] = self.rows(scale, group[at[0]], draw[at[0]], pairs[at])
        return found

    # ----------------------------------------------------------------------------------- masking

    @cached_property
    def truth(self) -> dict[str, tuple[str, str]]:
        """The participant and the wording of every trial, by key."""
        names = {one.key: one.name for one in self.table.opened.participants}
        return {
            row.key: (names[row.sitting.participant], row.sitting.wording)
            for row in self.table.opened.rows
        }

    def guesses(
        self, packets: Iterable[CodedPacket]
    ) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
        """What was so of the items that a coder was asked about, and what was guessed: the
        participant and the wording. What has two truths is left out.
        """
        for coded in packets:
            for at, codes in enumerate(coded.states()):
                if codes is None or not codes.masking:
                    continue
                trials = [one.trial for one in coded.columns.behind(at)]
                behind = {self.truth[trial] for trial in trials if trial in self.truth}
                if len(behind) == 1:
                    yield behind.pop(), codes.masking


def _padded(rows: Sequence[Sequence[int]], empty: int, number: type = np.int8) -> Small:
    """Rows of different lengths as one array; marks and ratings are small numbers."""
    width = max(map(len, rows), default=1)
    found: Small = np.full((max(len(rows), 1), width), empty, dtype=number)
    for at, row in enumerate(rows):
        found[at, : len(row)] = row
    return found


def _gold(packets: Iterable[CodedPacket]) -> Iterator[tuple[int, bool]]:
    """Each judgement of silent gold: its position, and whether it is as the experts agreed."""
    for number, coded in enumerate(packets):
        agreed = expert_marks(coded.packet.settings)
        items = coded.columns
        for at, phase in enumerate(items.phases if agreed else ()):
            if phase != Phase.SILENT:
                continue
            judged = coded.state_of(at).judgements
            for question, gold in agreed.get(items.items[at], {}).items():
                one = judged.get(question)
                if one is not None:
                    yield number * PACKET_APART + items.positions[at], gold.is_as(one)
