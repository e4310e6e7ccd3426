"""What each coder made of each trial, as numbers in arrays of shape (trials, coders).

Judgements become verdicts by the function that the scores use, and sets of marks are scored where
the scores' are (`MarkSets`), so that scores and agreement cannot differ on what a coder meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from coders.desk.state import Judgement
from coders.packets.shape import CoderKind, View
from coders.statistics.ratings import NOT_RATED, Flags, Ints, distinct
from dsl.trial import Place
from runners.agreement.each_coder import ItemPositions, by_coder
from runners.agreement.rater_codes import RaterCodes, slots_of
from runners.agreement.readings import canonical
from runners.agreement.rows import Small
from runners.analysis.experiment_facts import keeps_answers
from runners.analysis.marks import MarkSets
from runners.analysis.trials import TrialTable, TrialWithText, trials_with_text
from runners.analysis.verdicts import verdicts_of
from runners.coding.coded_packets import CodedPacket
from runners.coding.coded_trials import CodedTrial, StudyCodes
from runners.engine.transcripts import unanswered_places
from runners.store.store import Store


@dataclass(slots=True)
class JudgedTrials:
    """Distinct trials that somebody judged, in the order of the table: an entry for each, in the
    arrays of shape (trials, coders) one for each coder: -1 where there is none.

    `at` is the row of each in the table, and `entry` says for every row of the table which of them
    stands for it, -1 where nobody judged it: words that were judged already, behind another trial,
    are no second evidence. `by_question` has the codings of trials that were judged question by
    question, by entry.
    """

    at: Ints
    entry: Ints
    by_question: dict[int, list[CodedTrial | None]]
    codes: Small
    orders: Small
    given: Small
    first: Small


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
        self.retests: Ints = np.empty((0, 5), dtype=np.int64)
        """What a coder judged twice: its row, the coder's column, the numbers of what was made of
        it first and again, and whether that was in rubric view. In the order of rows.
        """
        self.paired: set[tuple[str, str]] = set()
        self.entries = trial_codes.table
        self.rows = self.entries.rows(table.rows.keys)
        """Of each entry of the code table its row."""
        self.columns = np.array(
            [self.column_of.get(one.by.packet, -1) for one in self.entries.readers], dtype=np.int64
        )[self.entries.packets]
        """And its coder; -1 for those who settle what others coded."""
        collected = (self.rows >= 0) & (self.columns >= 0)
        same = self.entries.of_words(self.rows, table.transcripts)
        self.here = collected & same
        self.coded: Ints = np.flatnonzero(np.bincount(self.rows[collected]))
        """The rows of which anything was coded, stale codes too."""
        self.stale = int((collected & ~same).sum())
        chapters = table.opened.chapters
        keeping = {one.procedure for one in chapters if keeps_answers(one.experiment)}
        self.replied = {at for at in table.odd if table.chapter(at).procedure in keeping}
        """Rows that are read with their replies: one ended oddly, and another one is a key."""
        odd = np.zeros(len(table), dtype=np.bool_)
        odd[list(self.replied)] = True
        self.in_words = self.here & ((self.entries.judged == 0) | odd[self.rows])
        """The entries that are read with the words of the trial's own draw."""
        self.apart: dict[int, list[CodedTrial]] = {}
        """All that was coded of each row of these."""
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
        for at in np.unique(self.rows[self.in_words]).tolist():
            mine = self.apart[at] = self.codes_of(at)
            mine = [one for one in mine if self.needs_words(at, one)]
            by_mark = all(one.view.whole for one in mine)
            keep = keeps[self.table.chapter(at).procedure]
            (replied if keep else marked if by_mark else drawn).append(at)
        for at in marked:
            self.read(self.table.with_text(at, self.table.designs[self.table.design[at]].trial))
        for at in self.table.by_draw(drawn):
            self.read(self.table.with_text(at))
        for one in trials_with_text(self.store, self.table, replied) if replied else ():
            self.read(one)
            replied.remove(one.at)
        if replied:
            # Their replies are no longer in the store.
            self.here &= ~np.isin(self.rows, replied)
            self.in_words &= self.here

    def read(self, one: TrialWithText) -> None:
        """Reads the judgements of a trial by its own words."""
        design = self.table.designs[self.table.design[one.at]]
        for coded in self.apart[one.at]:
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
        """What was coded of a row and not settled, in the words that are stored."""
        words = self.table.transcripts[at]
        every = self.entries.of(self.table.rows.keys[at])
        return [
            one
            for one in every
            if one.kind is not CoderKind.ADJUDICATOR and one.transcript == words
        ]

    def needs_words(self, at: int, coded: CodedTrial) -> bool:
        """Whether judgements are read with the words of the trial's own draw."""
        return at in self.replied or not coded.judged or not coded.view.whole

    def code(self, at: int, coded: CodedTrial) -> int:
        """The number of what a coder made of a trial."""
        if not self.needs_words(at, coded):
            return self.plain_code(at, coded.judged, coded.judgements)
        marks = self.numbers[at, coded.packet, coded.item]
        return self.number(at, marks, coded.judgements, alike=tuple(coded.judgements))

    def plain_code(self, at: int, judged: int, judgements: Mapping[Place, Judgement]) -> int:
        """The same of judgements, by their number too, that need no words."""
        design, odd = self.table.designs[self.table.design[at]], self.table.odd.get(at, {})
        marks = self.codes.sets.judged(design, judged, judgements, odd)
        return self.number(at, marks, judgements, alike=judged)

    def number(self, at: int, marks: int, judged: Mapping[Place, object], *, alike: object) -> int:
        """The number of a set of marks of a trial; `alike` names the places that were judged."""
        lost = unanswered_places(self.table.odd.get(at, {}))
        slots = self.slots[self.table.design[at]]
        return self.codes.number(marks, judged, slots, alike=alike, lost=lost)

    def trials(self) -> JudgedTrials:
        """What each coder made of each trial, the newest of what a coder judged twice."""
        plain = self.plain_rows()
        found = np.full((len(self.table), len(self.coders), 4), NOT_RATED, dtype=np.int32)
        apart = self.read_rows(plain, found)
        judged = (found[:, :, 0] != NOT_RATED).any(axis=1)
        alike = np.arange(len(self.table))
        by_question: dict[int, list[CodedTrial | None]] = {}
        known: dict[object, int] = {}
        for row in np.nonzero(judged & ~plain)[0].tolist():
            newest = apart[row]
            items = tuple(None if one is None else tuple(self.items.items(one)) for one in newest)
            alike[row] = known.setdefault(items, row)
            if alike[row] == row and any(one and one.view is View.CONTENT for one in newest):
                by_question[row] = newest
        at = np.nonzero(judged & (alike == np.arange(len(alike))))[0]
        entry = np.where(judged, np.searchsorted(at, alike), -1)
        by_entry = {int(entry[row]): newest for row, newest in by_question.items()}
        return JudgedTrials(at, entry, by_entry, *np.moveaxis(found[at], 2, 0))

    def plain_rows(self) -> Flags:
        """Rows whose marks need no words, in items of no other trial, by each coder in one packet:
        they need not be looked at one by one.
        """
        plain = np.ones(len(self.table), dtype=np.bool_)
        plain[self.rows[self.in_words]] = False
        sizes = [len(one.items) for one in self.entries.readers]
        items = np.cumsum([0, *sizes])[self.entries.packets] + self.entries.items
        raters = self.rows * len(self.coders) + self.columns
        for keys, which in ((items, self.here), (raters, self.here & (self.entries.twin == 0))):
            some = keys[which]
            plain[self.rows[which][np.bincount(some)[some] > 1]] = False
        return plain

    def read_rows(self, plain: Flags, found: Small) -> dict[int, list[CodedTrial | None]]:
        """Puts what each coder made of each trial into `found` (rows, coders, 4), and what
        was judged twice into `retests`. Gives the codings that count of rows that are not plain.

        Everything is numbered in the order of rows, duplicates first.
        """
        codes = self.entries
        apart: dict[int, list[CodedTrial | None]] = {}
        retests: list[tuple[int, ...]] = []
        pairs = self.repeated_entries(plain)
        first = np.nonzero(self.here & (codes.twin == 0) & plain[self.rows])[0]
        entries = np.concatenate([pairs.ravel(), first])
        ranks = np.concatenate([np.arange(pairs.size), pairs.size + self.columns[first]])
        entries = entries[np.lexsort((ranks, self.rows[entries]))]
        rows = self.rows[entries]
        firsts, inverse = distinct(
            [self.table.design[rows], self.table.apart[rows], codes.judged[entries]]
        )
        jobs = [
            (row, at, way)
            for way, (row, at) in enumerate(
                zip(rows[firsts].tolist(), firsts.tolist(), strict=True)
            )
        ]
        jobs += [(row, -1, -1) for row in np.unique(self.rows[self.here & ~plain[self.rows]])]
        made = np.empty(len(firsts), dtype=np.int64)
        for row, at, way in sorted(jobs):
            if way >= 0:
                made[way] = self.plain_code(row, *codes.judgements(int(entries[at])))
                continue
            here = self.apart.pop(row, None) or self.codes_of(row)
            newest = apart[row] = self.newest(here)
            for one in here:
                if one.twin:
                    retests += self.repeated(row, one, here)
            if any(newest):
                found[row] = [self.entry(row, one) for one in newest]
        number = np.full(len(codes), NOT_RATED, dtype=np.int64)
        number[entries] = made[inverse]
        for place, column in enumerate((number, self.positions(), codes.given, codes.first)):
            found[self.rows[first], self.columns[first], place] = column[first]
        one, again = pairs.T
        of_pairs = self.rows[one], self.columns[one], number[one], number[again], np.ones_like(one)
        others = np.array(retests, dtype=np.int64).reshape(-1, 5)
        every = np.concatenate([others, np.stack(of_pairs, axis=1)])
        self.retests = every[np.argsort(every[:, 0], kind="stable")]
        return apart

    def positions(self) -> Ints:
        """The position of each entry among all that its coder had."""
        found = np.zeros(len(self.entries), dtype=np.int64)
        for number, reader in enumerate(self.entries.readers):
            if reader.by.packet in self.items.first:
                mine = self.entries.packets == number
                each = np.array(reader.items.positions, dtype=np.int64)
                found[mine] = self.items.first[reader.by.packet] + each[self.entries.items[mine]]
        return found

    def repeated_entries(self, plain: Flags) -> Ints:
        """Pairs of an original and its hidden duplicate in plain rows, of shape (pairs, 2)."""
        codes = self.entries
        here = self.here & plain[self.rows]
        keys = self.rows * len(codes.readers) + codes.packets
        firsts = np.nonzero(here & (codes.twin == 0))[0]
        firsts = firsts[np.argsort(keys[firsts])]
        again = np.nonzero(here & (codes.twin == 1))[0]
        again = again[np.argsort(self.rows[again], kind="stable")]
        if not len(firsts):
            return np.empty((0, 2), dtype=np.int64)
        near = firsts[np.minimum(np.searchsorted(keys[firsts], keys[again]), len(firsts) - 1)]
        listed = zip(
            codes.packets[again].tolist(), codes.items[near].tolist(), codes.items[again].tolist(),
            strict=True,
        )  # fmt: skip
        items = [one.items for one in codes.readers]
        of_it = [items[n].twins[twin] == items[n].items[item] for n, item, twin in listed]
        both = (keys[near] == keys[again]) & np.array(of_it, dtype=np.bool_)
        return np.stack([near[both], again[both]], axis=1)

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

    def repeated(
        self, at: int, again: CodedTrial, every: Sequence[CodedTrial]
    ) -> Iterator[tuple[int, ...]]:
        """Pairs of an original and its hidden duplicate as `retests`; both from one packet."""
        for first in every:
            if first.twin or first.packet != again.packet:
                continue
            items = {self.items.item(first, place) for place in again.judgements}
            # One duplicate of words that several trials share is one pair.
            if again.twin in items and (again.packet, again.item) not in self.paired:
                self.paired.add((again.packet, again.item))
                codes = self.code(at, first), self.code(at, again)
                yield at, self.column_of[again.packet], *codes, again.view.whole
