"""The scores of a study: every finished trial, by whom it was judged, and what follows from that.

Whose codes count is settled in `codings`. A trial that nobody coded is left out of figures that
people made, and counted: filling it in with the matcher's marks would mix two kinds of evidence in
one mean.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from coders.norms.ages import Norms
from dsl.checking.warnings.shared_words import shares_questions
from dsl.expanding.steps_within import asks_tests
from dsl.record import replace
from dsl.scoring import ScoreLevel
from dsl.tree import QuestionKind
from renderers.rows.bank_ages import BankAge, PublishedAge
from renderers.rows.likelihoods import WeighedReply
from renderers.rows.questions import KindScore
from renderers.rows.scores import CellScore, ContrastScore, StudyScores
from renderers.rows.trials import TrialRow
from runners.analysis import cell_scores, coder_means, contrast_scores, domain_scores, telling_apart
from runners.analysis.cell_scores import n_word_sets, paper_cells
from runners.analysis.coded_study import CodedStudy
from runners.analysis.codings import MATCHER, WEIGHED, Codings, NoSuchCoder, RaterSelection
from runners.analysis.marks import MarkSets, MarkTable, ReadWords, mark_table
from runners.analysis.matcher_cache import Before
from runners.analysis.questions import (
    even_scores,
    kind_scores,
    majorities,
    measure_scores,
    question_shares,
)
from runners.analysis.questions.fails import Fails, fail_notes
from runners.analysis.score_notes import (
    left_out_unequally,
    notes,
    role,
    scored_by_likelihood,
    unchanged_marks,
    unused_judges,
)
from runners.analysis.score_table import CellKey, Order, ScoreTable, scores_of_trials
from runners.analysis.trial_scores import TrialScores, question_marks
from runners.analysis.trials import TrialTable, finished_trials, trials_with_text
from runners.analysis.verdicts import places_of
from runners.engine.transcripts import lost_places, unshown_places
from runners.store.store import Store
from runners.studies.participant_labels import labels_of
from runners.studies.study import OpenStudy
from runners.studies.unsupported_parameters import omissions

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
    every_mark: bool = False,
    norms: Norms | None = None,
) -> StudyScores:
    """Every score of what was opened of a study. `read` is what was read of it already, and its
    codes are used up; `before` keeps what the matcher makes of a large study. Rows stand as in the
    scripts (`as_declared`), with the marks of all questions if `every_mark`. Ages are by these
    `norms`, else by those of the original CogLM bank.

    Raises:
        NoSuchCoder: `whose.coder` has coded nothing here.
    """
    trial_codes = None if read is None else read.trial_codes
    codings = Codings(store, opened, whose, trial_codes=trial_codes, before=before)
    table = finished_trials(store, opened) if read is None else read.trials
    sets = None if read is None else read.sets
    return scores_of(codings, _read(store, table, codings, sets, every_mark=every_mark), norms)


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
    return scores_of(codings, _read(store, finished_trials(store, opened), codings, order=order))


def _read(
    store: Store,
    table: TrialTable,
    codings: Codings,
    sets: MarkSets | None = None,
    *,
    order: Order | None = None,
    every_mark: bool = False,
) -> Gathered:
    """What trials come to by these codes, which are used up; `sets` may know some ways of marking,
    and the rest is as `gathered` has it.
    """
    codings.recall(store, table)
    words = partial(trials_with_text, store, table)
    marks = mark_table(table, codings, words, sets)
    codings.finish()
    return gathered(table, marks, words, order=order, every_mark=every_mark)


@dataclass(frozen=True, slots=True)
class Gathered:
    """Scored trials, and what figures over them are made of: the scores of `trials` in their order
    (`scored`), and as they are shown (`table`).
    """

    trials: TrialTable
    marks: MarkTable
    scored: ScoreTable
    table: ScoreTable
    cells: cell_scores.Cells
    n_word_sets: Mapping[CellKey, int]
    kinds: kind_scores.KindScores
    shares: question_shares.QuestionShares
    even: even_scores.EvenScores
    measures: measure_scores.MeasureScores

    def contrasts(self, cells: Sequence[CellScore | TrialRow]) -> tuple[ContrastScore, ...]:
        """How often each contrast was passed, in the order of these cells."""
        return contrast_scores.rows(self.trials, self.marks, self.scored, cells)


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
    sharing = {
        one.procedure for one in opened.chapters if every_mark or shares_questions(one.experiment)
    }
    scored = _scored(table, marks, labels, sharing)
    cells = cell_scores.Cells(opened.chapters)
    for mine in scored.cells.values():
        at = int(mine.rows[0])
        cells.add(partial(table.own_trial, at), scored[at])
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
    changed: dict[int, TrialRow] = {}
    for at in table.by_draw(table.chosen(by_question)):
        trial, row, codings = table.own_trial(at), scored[at], marks.codings(at)
        by_kind = kind_figures.add(trial, row, codings, unshown_places(table.odd.get(at, {})))
        if by_kind:
            changed[at] = replace(row, by_kind=by_kind)
        shares.add(trial, row, codings)
    even = even_scores.EvenScores(opened.chapters)
    asks_even = {one.procedure for one in opened.chapters if even.wants(one.experiment.title)}
    for at in table.chosen(asks_even):
        even.add(table.designs[table.design[at]].trial, scored[at], marks.codings(at))
    measures = measure_scores.MeasureScores(opened.chapters)
    for at, values in measures.of_table(table, scored, marks, read):
        changed[at] = replace(changed.get(at, scored[at]), measured=values)
    scored = scored.changed(changed)
    place = as_declared(opened, labels) if order is None else order
    return Gathered(
        table,
        marks,
        scored,
        scored.sorted(place),
        cells,
        n_word_sets(table, scored),
        kind_figures,
        shares,
        even,
        measures,
    )


def _scored(
    table: TrialTable, marks: MarkTable, labels: Mapping[str, str], sharing: Container[str]
) -> ScoreTable:
    """The scores of all trials, in their order. Trials that were marked alike are scored once."""
    scores = TrialScores()
    firsts, like = _marked_alike(table, marks)
    numbers: list[int] = []
    for at in firsts:
        design, codings = table.designs[table.design[at]], marks.codings(at)
        answers = table.odd.get(at, {})
        lost = lost_places(answers)
        asked = lost.intersection(places_of(design.trial, *QuestionKind)) if lost else lost
        ends = tuple(answers[place].finish.value for place in sorted(asked))
        score = partial(marks.sets.score_of, design)
        number = scores.number(codings, lost, score=score, lost=ends)
        if table.chapter(at).procedure in sharing:
            made = question_marks(design.trial, codings)
            number = scores.add(replace(scores.rows[number], marks=made))
        numbers.append(number)
    return scores_of_trials(table, scores.rows, np.array(numbers, dtype=np.int64)[like], labels)


def _marked_alike(table: TrialTable, marks: MarkTable) -> tuple[list[int], list[int]]:
    """Of each way in which a trial was marked its first row, and the way of every row."""
    skeletons = np.array([one.skeleton for one in table.designs], dtype=np.int32)
    columns = (
        skeletons[table.design].reshape(-1, 1) if len(table) else np.empty((0, 1), dtype=np.int32),
        table.apart.astype(np.int32).reshape(-1, 1),
        marks.marks,
        marks.before,
        marks.after,
        marks.given,
        marks.first,
    )
    whole = np.ascontiguousarray(np.concatenate(columns, axis=1))
    known: dict[bytes, int] = {}
    firsts: list[int] = []
    like: list[int] = []
    for at, row in enumerate(whole):
        number = known.setdefault(row.tobytes(), len(known))
        if number == len(firsts):
            firsts.append(at)
        like.append(number)
    return firsts, like


def scores_of(codings: Codings, found: Gathered, norms: Norms | None = None) -> StudyScores:
    """Every figure over scored trials of a study."""
    opened, table = found.trials.opened, found.table
    labels = labels_of(opened.participants)
    marked = table.counted()
    firsts = [table[int(mine.rows[0])] for mine in table.cells.values()]
    made = coder_means.adjustment(table)
    scored = coder_means.adjusted(found.cells.rows(table, found.n_word_sets), table, made)
    untested = tuple(
        one.experiment.title
        for one in opened.chapters
        if not (asks_tests(one.experiment) or opened.protocol.rated)
    )
    tested = [one for one in scored if one.experiment not in untested]
    experiments, domains = domain_scores.over_cells(tested)
    counted = sorted(
        {one.coder for row, _ in marked for one in row.coders if one.counted} - {WEIGHED}
    )
    weighed = sum(n for row, n in marked if any(one.kind == WEIGHED for one in row.coders))
    all_weighed = codings.by_matcher and 0 < weighed == len(table)
    kind_rows = found.kinds.rows(firsts)
    ages, published = _ages(kind_rows, opened, norms)
    fails = Fails.by_board(kind_rows) if codings.quorum is not None else {}
    judged = () if codings.quorum is None else tuple(codings.quorum.notes())
    failed = () if codings.quorum is None else tuple(fail_notes(fails))
    return StudyScores(
        study=opened.study.id,
        simulated=opened.simulated,
        role=WEIGHED if all_weighed else role(codings),
        provisional=codings.by_matcher and not all_weighed,
        coders=tuple(counted),
        planned=len(opened.rows),
        trials=table,
        cells=scored,
        experiments=experiments,
        domains=domains,
        contrasts=found.contrasts(scored),
        coder_means=coder_means.over(table),
        mended=tuple(one.experiment.title for one in opened.chapters if one.mended),
        notes=(
            *notes(codings, marked, stale=int(found.marks.stale.sum())),
            *unused_judges(codings, kind_rows),
            *judged,
            *failed,
            *unchanged_marks(codings, opened, counted),
            *scored_by_likelihood(weighed, len(table)),
            *left_out_unequally(tested),
            *omissions(opened.participants, labels),
        ),
        telling_apart=telling_apart.found(tested),
        kind_scores=kind_rows,
        failing=frozenset(at for at, one in fails.items() if one.too_many),
        judge_notes=judged,
        fail_notes=failed,
        bank_ages=ages,
        majorities=found.kinds.majorities(majorities.greedy_of(opened.participants, labels)),
        format_scores=found.kinds.by_format(),
        letters=found.kinds.letters(),
        hacking=found.kinds.hacking(),
        published_ages=published,
        adjustment=made,
        question_shares=found.shares.rows(firsts),
        even_scores=found.even.rows(firsts),
        measure_scores=found.measures.rows(firsts),
        reliabilities=found.measures.scales.rows(firsts),
        totals=found.measures.totals.rows(firsts),
        untested=untested,
        remarks=codings.remarks,
        aim_guesses=codings.aim_guesses,
        protocol=opened.protocol,
        paper_cells=paper_cells(opened, scored),
    )


def _ages(
    rows: Sequence[KindScore], opened: OpenStudy, norms: Norms | None
) -> tuple[tuple[BankAge, ...], tuple[PublishedAge, ...]]:
    """Ages of the cells that ask a bank with groups, and published ones beside them."""
    if not any(row.level is ScoreLevel.GROUP for row in rows):
        return (), ()
    from runners.analysis.questions.bank_ages import age_rows, published_rows, shipped_norms

    used = shipped_norms() if norms is None else norms
    ages = age_rows(rows, [one.experiment for one in opened.chapters], used)
    if all(one.age is None for one in ages):
        return ages, ()
    groups = tuple(dict.fromkeys(row.group for row in rows if row.level is ScoreLevel.GROUP))
    return ages, published_rows(used, groups)


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
