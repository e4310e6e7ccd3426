"""The scores of a study: every finished trial, by whom it was judged, and what follows from that.

Whose codes count is settled in `codings`. A trial that nobody coded is left out of figures that
people made, and counted: filling it in with the matcher's marks would mix two kinds of evidence in
one mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from dsl.checking.warnings.shared_words import shares_questions
from dsl.expand import asks_tests
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Place
from renderers.rows.scores import CellScore, ContrastScore, StudyScores
from renderers.rows.trials import TrialRow
from runners.analysis import cell_scores, coder_means, contrast_scores, domain_scores, telling_apart
from runners.analysis.codings import MATCHER, WEIGHED, Codings, NoSuchCoder, RaterSelection
from runners.analysis.mark_sets import MarkSets
from runners.analysis.marks import MarkTable, ReadWords, mark_table
from runners.analysis.paper_table import paper_cells
from runners.analysis.questions import (
    even_scores,
    kind_scores,
    measure_scores,
    question_shares,
)
from runners.analysis.score_notes import notes, role, scored_by_likelihood, unchanged_marks
from runners.analysis.score_table import CellKey, ScoreTable, cell_key, rows_of
from runners.analysis.trial_scores import TrialFacts, question_marks, trial_row
from runners.analysis.trials import TrialTable, finished_trials, trials_with_text
from runners.analysis.verdicts import places_of
from runners.analysis.word_sets import n_word_sets
from runners.engine.transcripts import lost_places
from runners.studies.unsupported_parameters import omissions

if TYPE_CHECKING:
    from renderers.rows.likelihoods import WeighedReply
    from runners.analysis.matcher_cache import Before
    from runners.coding.coded_trials import StudyCodes
    from runners.store.records import ParticipantRecord
    from runners.store.store import Store
    from runners.studies.study import OpenStudy


Order = Callable[[TrialRow], tuple[object, ...]]
"""The place of a trial among others."""

__all__ = [
    "NoSuchCoder",
    "RaterSelection",
    "gathered",
    "labels_of",
    "scores_by_matcher",
    "study_scores",
]


def study_scores(
    store: Store,
    opened: OpenStudy,
    whose: RaterSelection,
    *,
    read: CodedStudy | None = None,
    before: Before | None = None,
    order: Order | None = None,
    every_mark: bool = False,
) -> StudyScores:
    """Every score of what was opened of a study. `read` is what was read of it already, and its
    codes are used up; `before` keeps what the matcher makes of a large study. Rows stand in this
    `order`, else as in the scripts (`as_declared`), with the marks of all questions if
    `every_mark`.

    Raises:
        NoSuchCoder: `whose.coder` has coded nothing here.
    """
    trial_codes = None if read is None else read.trial_codes
    codings = Codings(store, opened, whose, trial_codes=trial_codes, before=before)
    table = finished_trials(store, opened) if read is None else read.trials
    sets = MarkSets() if read is None else read.sets
    words = partial(trials_with_text, store, table)
    marks = mark_table(table, codings, words, sets)
    codings.finish()
    return scores_of(codings, gathered(table, marks, words, order=order, every_mark=every_mark))


def scores_by_matcher(
    store: Store, opened: OpenStudy, *, order: Order, before: Before | None = None
) -> StudyScores:
    """The scores of what was opened of a study as the matcher marks it, whoever has coded: those of
    a run.
    """
    from runners.coding.coded_trials import study_codes

    codings = Codings(
        store, opened, RaterSelection(coder=MATCHER), trial_codes=study_codes(()), before=before
    )
    table = finished_trials(store, opened)
    words = partial(trials_with_text, store, table)
    marks = mark_table(table, codings, words)
    codings.finish()
    return scores_of(codings, gathered(table, marks, words, order=order))


@dataclass(frozen=True, slots=True, eq=False)
class CodedStudy:
    """What was read of a study, once for all who ask: its finished trials, what was coded of them,
    and the sets of marks that were scored so far.
    """

    trials: TrialTable
    trial_codes: StudyCodes
    sets: MarkSets


@dataclass(frozen=True, slots=True)
class Gathered:
    """Scored trials, and what figures over them are made of. `order` has the place in `trials`, and
    in `marks`, of each row of `table`.
    """

    trials: TrialTable
    marks: MarkTable
    table: ScoreTable
    order: tuple[int, ...]
    cells: cell_scores.Cells
    n_word_sets: Mapping[CellKey, int]
    kinds: kind_scores.KindScores
    shares: question_shares.QuestionShares
    even: even_scores.EvenScores
    measures: measure_scores.MeasureScores

    def contrasts(self, cells: Sequence[CellScore | TrialRow]) -> tuple[ContrastScore, ...]:
        """How often each contrast was passed, in the order of these cells."""
        scored = sorted(zip(self.order, self.table.rows, strict=True), key=itemgetter(0))
        return contrast_scores.rows(self.trials, self.marks, scored, cells)


def gathered(
    table: TrialTable,
    marks: MarkTable,
    read: ReadWords,
    *,
    order: Order | None = None,
    every_mark: bool = False,
) -> Gathered:
    """The scores of these trials by these marks; `read` gives the replies that no coder judges.
    Trials that were marked alike are scored once. Their rows hold the marks of questions if
    conditions of the script share some, or `every_mark`.
    """
    opened, labels = table.opened, labels_of(table.opened.participants)
    kinds, patterns = _patterns(table, marks)
    scored = [_scored(table, marks, at, labels) for at in kinds]
    sharing = {
        one.procedure for one in opened.chapters if every_mark or shares_questions(one.experiment)
    }
    for pattern, at in enumerate(kinds):
        if table.rows[at].procedure in sharing:
            trial = table.designs[table.design[at]].trial
            codings = marks.codings(at)
            scored[pattern] = replace(scored[pattern], marks=question_marks(trial, codings))
    rows = rows_of(table, scored, patterns, labels)
    cells = cell_scores.Cells(opened.chapters)
    for at, row in enumerate(rows):
        cells.add(partial(table.own_trial, at), row)
    kind_figures = kind_scores.KindScores(opened.chapters)
    shares = question_shares.QuestionShares(opened.chapters)
    # A guesser's chances are those of each draw's own words: two words that are drawn alike are one
    # answer less.
    by_question = {
        one.procedure
        for one in opened.chapters
        if kind_figures.names(one.experiment.title)
        or any(reference.question for reference in one.experiment.references)
    }
    for at in table.by_draw(
        at for at, row in enumerate(table.rows) if row.procedure in by_question
    ):
        trial, row, codings = table.own_trial(at), rows[at], marks.codings(at)
        by_kind = kind_figures.add(trial, row, codings)
        if by_kind:
            rows[at] = replace(row, by_kind=by_kind)
        shares.add(trial, row, codings)
    even = even_scores.EvenScores(opened.chapters)
    for at, row in enumerate(rows):
        if even.wants(row.experiment):
            even.add(table.designs[table.design[at]].trial, row, marks.codings(at))
    measures = measure_scores.MeasureScores(opened.chapters)
    for at, values in measures.of_table(table, rows, marks, read):
        rows[at] = replace(rows[at], measured=values)
    place = as_declared(opened, labels) if order is None else order
    ordered = tuple(_ordered(rows, place))
    return Gathered(
        table,
        marks,
        ScoreTable(
            tuple(map(rows.__getitem__, ordered)),
            scored,
            np.array(patterns, dtype=np.int64)[list(ordered)],
        ),
        ordered,
        cells,
        n_word_sets(table, rows),
        kind_figures,
        shares,
        even,
        measures,
    )


def _ordered(rows: Sequence[TrialRow], place: Order) -> Iterator[int]:
    """The numbers of rows in their order, cell by cell, and by draw and sample in each."""
    cells: dict[CellKey, list[int]] = {}
    for at, row in enumerate(rows):
        cells.setdefault(cell_key(row), []).append(at)
    for some in sorted(cells.values(), key=lambda some: place(rows[some[0]])):
        yield from sorted(some, key=lambda at: (rows[at].draw, rows[at].sample))


def _patterns(table: TrialTable, marks: MarkTable) -> tuple[list[int], list[int]]:
    """Of each way in which a trial was marked its first row, and the way of every row."""
    skeletons = np.array([one.skeleton for one in table.designs], dtype=np.int32)
    lost = np.full(len(table), -1, dtype=np.int32)
    lost[list(table.odd)] = list(table.odd)  # a trial that lost a reply is one of its own
    columns = (
        skeletons[table.design].reshape(-1, 1) if len(table) else np.empty((0, 1), dtype=np.int32),
        lost.reshape(-1, 1),
        marks.marks,
        marks.before,
        marks.after,
        marks.given,
        marks.first,
    )
    whole = np.ascontiguousarray(np.concatenate(columns, axis=1))
    known: dict[bytes, int] = {}
    firsts: list[int] = []
    patterns: list[int] = []
    for at, row in enumerate(whole):
        pattern = known.setdefault(row.tobytes(), len(known))
        if pattern == len(firsts):
            firsts.append(at)
        patterns.append(pattern)
    return firsts, patterns


def _scored(table: TrialTable, marks: MarkTable, at: int, labels: Mapping[str, str]) -> TrialRow:
    """The row of a trial."""
    design, who = table.designs[table.design[at]], table.participant(at)
    codings, answers = marks.codings(at), table.answers(at)
    lost = lost_places(answers) if at in table.odd else frozenset[Place]()
    asked = lost.intersection(places_of(design.trial, *QuestionKind)) if lost else lost
    ends = tuple(answers[place].finish.value for place in sorted(asked))
    key, text = table.rows[at].key, int(table.prompts[at])
    facts = TrialFacts(design.trial, labels[who.key], who.simulated, key, text, ends)
    return trial_row(facts, codings, lost, score=partial(marks.sets.score_of, design))


def scores_of(codings: Codings, found: Gathered) -> StudyScores:
    """Every figure over scored trials of a study."""
    opened, table = found.trials.opened, found.table
    rows = tuple(table.rows)
    labels = labels_of(opened.participants)
    made = coder_means.adjustment(rows)
    scored = coder_means.adjusted(found.cells.rows(table, found.n_word_sets), table, made)
    untested = tuple(
        one.experiment.title
        for one in opened.chapters
        if not (asks_tests(one.experiment) or opened.protocol.rated)
    )
    tested = [one for one in scored if one.experiment not in untested]
    experiments, domains = domain_scores.over_cells(tested)
    counted = sorted({one.coder for row in rows for one in row.coders if one.counted} - {WEIGHED})
    weighed = sum(any(one.kind == WEIGHED for one in row.coders) for row in rows)
    all_weighed = codings.by_matcher and bool(rows) and weighed == len(rows)
    return StudyScores(
        study=opened.study.id,
        simulated=opened.simulated,
        role=WEIGHED if all_weighed else role(codings),
        provisional=codings.by_matcher and not all_weighed,
        coders=tuple(counted),
        planned=len(opened.rows),
        trials=rows,
        cells=scored,
        experiments=experiments,
        domains=domains,
        contrasts=found.contrasts(scored),
        coder_means=coder_means.over(table),
        mended=tuple(one.experiment.title for one in opened.chapters if one.mended),
        notes=(
            *notes(codings, rows, stale=int(found.marks.stale.sum())),
            *unchanged_marks(codings, opened, counted),
            *scored_by_likelihood(weighed, len(rows)),
            *omissions(opened.participants, labels),
        ),
        telling_apart=telling_apart.found(tested),
        kind_scores=found.kinds.rows(rows),
        adjustment=made,
        question_shares=found.shares.rows(rows),
        even_scores=found.even.rows(rows),
        measure_scores=found.measures.rows(rows),
        reliabilities=found.measures.scales.rows(rows),
        totals=found.measures.totals.rows(rows),
        untested=untested,
        remarks=codings.remarks,
        aim_guesses=codings.aim_guesses,
        protocol=opened.protocol,
        paper_cells=paper_cells(opened, scored),
    )


def as_declared(
    opened: OpenStudy, labels: Mapping[str, str]
) -> Callable[[TrialRow | WeighedReply], tuple[object, ...]]:
    """The order of experiments, participants, wordings and levels in the study and its scripts; a
    store has them in the order of the alphabet.
    """
    experiments = {one.experiment.title: at for at, one in enumerate(opened.chapters)}
    models = {label: at for at, label in enumerate(labels.values())}
    levels = {
        (one.experiment.title, factor.name, level.name): at
        for one in opened.chapters
        for factor in one.experiment.factors
        for at, level in enumerate(factor.levels)
    }

    def place(row: TrialRow | WeighedReply) -> tuple[object, ...]:
        return (
            experiments[row.experiment],
            models[row.model],
            row.wording,
            tuple(levels[row.experiment, factor, level] for factor, level in row.levels),
            row.draw,
            row.sample,
        )

    return place


def labels_of(participants: Sequence[ParticipantRecord]) -> dict[str, str]:
    """What each participant (by key) is called: its name, and where two have one name, as much of
    the key as tells them apart, since other parameters make another participant.
    """
    names = [one.name for one in participants]
    return {
        one.key: one.name if names.count(one.name) == 1 else f"{one.name} #{one.key[:6]}"
        for one in participants
    }
