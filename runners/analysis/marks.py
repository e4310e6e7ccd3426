"""Whose marks there are of each finished trial, as a table: a row a trial, a column a rater.

A mark table holds numbers of sets of marks (`MarkSets`), so that trials which were marked alike are
seen to be without a look at any mark. What coders marked in rubric view needs no words. What was
said in content view is read with the words of the trial's own draw, as are replies that ended oddly
and what an adjudicator settled; the matcher, and questions of which an answer is kept or weighed,
need the replies themselves.

The ways in which trials were marked, each known by a number and scored once.

Coders mark most trials in one of a few ways, and a score hangs on the design of a trial and its
marks and on no words. So a hundred thousand trials with three coders have a few thousand scores,
and agreement and scores, which ask for the same ones, share them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coders.desk.state import HolisticScore, Judgement
from coders.marks import Verdict
from coders.packets.shape import CoderKind
from coders.statistics.ratings import distinct
from coders.votes import vote_of
from dsl.trial import Place
from runners.analysis.codings import WEIGHED, Codings
from runners.analysis.experiment_facts import words_decide
from runners.analysis.matched_trials import others_for
from runners.analysis.matcher_cache import unpacked
from runners.analysis.rater_scores import RaterScore, RuleScore, RuleScores, Verdicts, rater_score
from runners.analysis.trial_scores import Coding
from runners.analysis.trials import Flags, Ints, TrialTable, TrialWithText
from runners.analysis.verdicts import verdicts_of
from runners.coding.coded_trials import CodedTrial
from runners.engine.transcripts import GivenAnswer, unanswered_places
from runners.studies.trial_designs import TrialDesign

NONE = -1

Numbers = NDArray[np.int32]

ReadWords = Callable[[Sequence[int]], Iterable[TrialWithText]]
"""Reads rows of a trial table with the words of their replies."""


@dataclass(frozen=True, slots=True)
class Rater:
    """Who marked trials. `kind` is blind, author, automatic, matcher or likelihood."""

    name: str
    kind: str
    counted: bool


@dataclass(frozen=True, slots=True, eq=False)
class MarkTable:
    """The marks of a trial table, of shape (trials, raters); -1 is none.

    `marks`, `before` and `after` are numbers in `sets`: the marks that count, and those without and
    with what an adjudicator settled (-1 where nothing was). `given` and `first` are the LRS that a
    rater gave after the marks and before them. `stale` trials (a column) have codes of other words.
    """

    raters: tuple[Rater, ...]
    marks: Numbers
    before: Numbers
    after: Numbers
    given: Numbers
    first: Numbers
    stale: Ints
    sets: MarkSets

    def codings(self, at: int) -> tuple[Coding, ...]:
        """Every rater's verdicts on a trial, those who count first."""
        return tuple(
            Coding(
                rater.name,
                rater.kind,
                rater.counted,
                self.sets.listed[number],
                _lrs(int(self.given[at, column]), first=False),
                _lrs(int(self.first[at, column]), first=True),
                self._verdicts(self.before[at, column]),
                self._verdicts(self.after[at, column]),
            )
            for column, rater in enumerate(self.raters)
            if (number := int(self.marks[at, column])) != NONE
        )

    def _verdicts(self, number: int) -> Verdicts | None:
        return None if number == NONE else self.sets.listed[number]


def _lrs(given: int, *, first: bool) -> HolisticScore | None:
    """An LRS that a rater gave, of which no more is kept than what it is."""
    return None if given == NONE else HolisticScore(given, None, first, "", seq=0)


def mark_table(
    table: TrialTable, codings: Codings, read: ReadWords, sets: MarkSets | None = None
) -> MarkTable:
    """The marks of these trials by whoever `codings` has; `sets` may know some ways of marking."""
    builder = MarkTableBuilder(table, codings, MarkSets() if sets is None else sets)
    if codings.by_matcher:
        builder.by_matcher(read)
    else:
        builder.by_people(read)
    return builder.made()


class MarkTableBuilder:
    """The marks of a trial table while they are found."""

    def __init__(self, table: TrialTable, codings: Codings, sets: MarkSets) -> None:
        self.table, self.codings, self.sets = table, codings, sets
        self.raters = _raters(codings)
        self.columns = {(one.name, one.kind): at for at, one in enumerate(self.raters)}
        shape = (len(table), len(self.raters))
        self.marks, self.before, self.after, self.given, self.first = (
            np.full(shape, NONE, dtype=np.int32) for _ in range(5)
        )
        self.stale = np.zeros(len(table), dtype=np.int64)

    def made(self) -> MarkTable:
        """What was put so far."""
        return MarkTable(
            self.raters,
            self.marks,
            self.before,
            self.after,
            self.given,
            self.first,
            self.stale,
            self.sets,
        )

    def by_matcher(self, read: ReadWords) -> None:
        """The matcher's marks, of which some may be known."""
        unknown = [*range(len(self.table))]
        if self.codings.known is not None:
            unknown = [at for at in unknown if not self.known(at)]
        for one, coding in self.codings.by_program(read(unknown), others_for(len(unknown))):
            self.put(one.at, (coding,))

    def known(self, at: int) -> bool:
        """Whether the cache has the marks of a row; then they are put."""
        text = self.codings.known_marks(self.table, at)
        if text is None:
            return False
        design = self.table.designs[self.table.design[at]]
        self.marks[at, self.columns[self.codings.program]] = self.sets.cached(design, text)
        return True

    def by_people(self, read: ReadWords) -> None:
        """What coders marked; rows that need words are read last."""
        table = self.table
        chapters = table.opened.chapters
        needs_words = np.zeros(len(table), dtype=np.bool_)
        needs_words[
            table.chosen({one.procedure for one in chapters if words_decide(one.experiment)})
        ] = True
        plain = self.put_marks(needs_words)
        apart: dict[int, tuple[CodedTrial, ...]] = {}
        by_text: dict[int, tuple[CodedTrial, ...]] = {}
        for at in np.nonzero(~plain)[0].tolist():
            here = self.codings.codes_of(table.rows.keys[at], table.transcripts[at]).here
            (by_text if needs_words[at] else apart)[at] = here
        by_mark = {at for at, codes in apart.items() if _by_mark(codes)}
        for at in by_mark:
            design = table.designs[table.design[at]]
            self.put(at, self.codings.codings(table.with_text(at, design.trial), apart[at]))
        for at in table.by_draw(at for at in apart if at not in by_mark):
            self.put(at, self.codings.codings(table.with_text(at), apart[at]))
        for one in read([*by_text]):
            self.put(one.at, self.codings.codings(one, by_text[one.at]))

    def put_marks(self, needs_words: Flags) -> Flags:
        """Puts what coders marked in rubric view in trials whose words decide nothing, and gives
        which rows these are: only the others need be looked at one by one.
        """
        table, codes = self.table, self.codings.code_table
        if not len(table):
            return ~needs_words
        rows = codes.rows(table.rows.keys)
        same = codes.of_words(rows, table.transcripts)
        known = (rows >= 0) & (codes.twin == 0)
        self.stale[rows[known & ~same]] = 1
        here = known & same
        columns = np.array(
            [
                -1 if not one.by.view.whole
                else self.columns.get((one.by.coder, one.by.kind.value), -1)
                for one in codes.readers
            ],
            dtype=np.int64,
        )[codes.packets]  # fmt: skip
        plain = ~needs_words
        plain[rows[here & ((columns < 0) | (codes.judged == 0))]] = False
        # What a coder judged in two packets is joined.
        places = rows * len(self.raters) + columns
        counts = np.bincount(places[here & (columns >= 0)], minlength=self.marks.size)
        plain[np.nonzero(counts > 1)[0] // len(self.raters)] = False
        entries = np.nonzero(here & plain[rows])[0]
        entries = entries[np.argsort(rows[entries], kind="stable")]
        rows, columns = rows[entries], columns[entries]
        self.marks[rows, columns] = self.numbers(rows, entries)
        for lrs, to in ((codes.given, self.given), (codes.first, self.first)):
            to[rows, columns] = lrs[entries]
        return plain

    def numbers(self, rows: Ints, entries: Ints) -> Ints:
        """The sets of marks that these entries of the code table come to in these rows; each is
        looked up once.
        """
        table, codes = self.table, self.codings.code_table
        first, like = distinct([table.design[rows], table.apart[rows], codes.judged[entries]])
        found = np.empty(len(first), dtype=np.int64)
        for at in np.argsort(first).tolist():
            row, entry = int(rows[first[at]]), int(entries[first[at]])
            design, odd = table.designs[table.design[row]], table.odd.get(row, {})
            found[at] = self.sets.judged(design, *codes.judgements(entry), odd)
        return found[like]

    def put(self, at: int, codings: Iterable[Coding]) -> None:
        """Every coder's verdicts on a trial."""
        design = self.table.designs[self.table.design[at]]
        for one in codings:
            column = self.columns[one.coder, one.kind]
            self.marks[at, column] = self.sets.number(design, one.verdicts)
            if one.before is not None and one.after is not None:
                self.before[at, column] = self.sets.number(design, one.before)
                self.after[at, column] = self.sets.number(design, one.after)
            self.put_lrs(at, column, one.given, one.first)

    def put_lrs(
        self, at: int, column: int, given: HolisticScore | None, first: HolisticScore | None
    ) -> None:
        """The LRS that a coder gave after the marks, and before them."""
        for one, to in ((given, self.given), (first, self.first)):
            if one is not None:
                to[at, column] = one.lrs


def _raters(codings: Codings) -> tuple[Rater, ...]:
    """Those who count first, by name; before them the key, which marks what was weighed."""
    by_key = Rater(WEIGHED, WEIGHED, counted=True)
    if codings.by_matcher:
        return by_key, Rater(*codings.program, counted=True)
    people = dict.fromkeys(
        Rater(one.packet.coder, one.kind.value, codings.counts(one.packet.coder, one.kind))
        for one in codings.packets
        if one.kind is not CoderKind.ADJUDICATOR
    )
    return by_key, *sorted(people, key=lambda one: (not one.counted, one.name))


def _by_mark(codes: Sequence[CodedTrial]) -> bool:
    """Whether all of these are marks, which say the same in any draw's words."""
    return all(one.view.whole for one in codes)


_NOWHERE = frozenset[Place]()


class MarkSet(dict[Place, Verdict]):
    """One coder's verdicts on a trial of some design, and their `number` among sets. Marks, flags
    and what the items of a bank vote for are those of every trial that has this set; reasons and
    what was matched elsewhere are those of the first.
    """

    __slots__ = ("design", "number")

    def __init__(self, design: TrialDesign, verdicts: Verdicts, number: int) -> None:
        super().__init__(verdicts)
        self.design, self.number = design, number


class MarkSets:
    """Sets of marks by number, and what each comes to."""

    def __init__(self) -> None:
        self.listed: list[MarkSet] = []
        self._numbers: dict[object, int] = {}
        self._latest: tuple[int, Verdicts, int] = (NONE, {}, NONE)
        self._judged: dict[tuple[int, int], int] = {}
        self._cached: dict[tuple[int, str], int] = {}
        self._scores: dict[tuple[int, frozenset[Place], frozenset[Place]], RaterScore] = {}
        self._by_rule: dict[int, RuleScores] = {}
        self._by_questions: dict[object, RuleScores] = {}
        self._alike: dict[object, RuleScore] = {}

    def number(self, design: TrialDesign, verdicts: Mapping[Place, Verdict]) -> int:
        """The number of the set that these verdicts are."""
        if isinstance(verdicts, MarkSet) and self.listed[verdicts.number] is verdicts:
            return verdicts.number
        skeleton, latest, number = self._latest
        if verdicts is latest and design.skeleton == skeleton:
            return number  # trials that were answered alike follow each other
        # One flat tuple: a tuple for each place would be most of what is kept.
        marks = [part for at, one in verdicts.items() for part in (at, one.word, one.flags)]
        votes = [vote_of(verdicts[at]) for at in design.voted if at in verdicts]
        key = (design.skeleton, *marks, *votes)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.listed)
            self.listed.append(MarkSet(design, verdicts, found))
        self._latest = design.skeleton, verdicts, found
        return found

    def judged(
        self,
        design: TrialDesign,
        number: int,
        judgements: Mapping[Place, Judgement],
        odd: Mapping[Place, GivenAnswer],
    ) -> int:
        """The number of the set that marks of one coder come to where no word of a reply counts.
        `number` is that of the judgements; `odd` are the replies that ended oddly.
        """
        at = (design.skeleton, number)
        found = self._judged.get(at)
        if found is None:
            verdicts = verdicts_of(design.trial, design.fine, judgements)
            found = self._judged[at] = self.number(design, verdicts)
        if not odd:
            return found
        whole, lost = self.listed[found], unanswered_places(odd)
        if any(place in whole and place not in judgements for place in odd.keys() - lost):
            # What was withheld is no answer, where no coder says otherwise.
            answers = {**design.fine, **odd}
            return self.number(design, verdicts_of(design.trial, answers, judgements))
        return self.number(design, {at: one for at, one in whole.items() if at not in lost})

    def cached(self, design: TrialDesign, text: str) -> int:
        """The number of the set that the matcher's cache has as this text."""
        at = (design.skeleton, text)
        found = self._cached.get(at)
        if found is None:
            verdicts = unpacked(text)
            assert verdicts is not None, "the cache gives no text that cannot be read"
            found = self._cached[at] = self.number(design, verdicts)
        return found

    def score_of(
        self,
        design: TrialDesign,
        verdicts: Mapping[Place, Verdict],
        *,
        technical: frozenset[Place] = _NOWHERE,
        disputed: frozenset[Place] = _NOWHERE,
    ) -> RaterScore:
        """What verdicts come to, with these replies lost and these gates in dispute."""
        return self.score(self.number(design, verdicts), technical=technical, disputed=disputed)

    def score(
        self,
        number: int,
        *,
        technical: frozenset[Place] = _NOWHERE,
        disputed: frozenset[Place] = _NOWHERE,
    ) -> RaterScore:
        """What a set comes to, with these replies lost and these gates in dispute."""
        at = (number, technical, disputed)
        found = self._scores.get(at)
        if found is None:
            one = self.listed[number]
            found = self._scores[at] = rater_score(
                one,
                one.design.asked,
                technical=technical,
                disputed=disputed,
                known=self._rules_of(one.design),
            )
        return found

    def _rules_of(self, design: TrialDesign) -> RuleScores:
        """The scores of a design so far."""
        found = self._by_rule.get(design.skeleton)
        if found is None:
            asked = design.asked
            # The rule looks at what is asked and in what order, and not at the places.
            questions = tuple(tuple(one for _, one in some) for some in (asked.units, asked.gating))
            key = (*questions, asked.rated, asked.lrs)
            found = self._by_questions.setdefault(key, RuleScores(self._alike))
            self._by_rule[design.skeleton] = found
        return found
