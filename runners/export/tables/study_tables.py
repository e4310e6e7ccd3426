"""The tables of a study, of trials and of what is computed over them, in whatever kind of file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from runners.analysis.marks import MarkSets, MarkTableBuilder
from runners.analysis.scores import Gathered, gathered, scores_of
from runners.analysis.trials import finished_trials, trials_with_text
from runners.comparison.bank_pairs import sizes, with_counterparts, within_study
from runners.comparison.erasures import erasures_of
from runners.comparison.families import of_scripts
from runners.comparison.variance import variance_by_source
from runners.export.exported_trials import ExportedTrials
from runners.export.facts import TrialCounts
from runners.export.tables.bank_tables import (
    AGES,
    BANKS,
    ERASURES,
    LETTERS,
    MAJORITIES,
    PAIRS,
    SIZES,
    VERSIONS,
    bank_rows,
)
from runners.export.tables.code_table import CODES, code_rows
from runners.export.tables.measure_tables import MEASURED, SCALES, measured_rows
from runners.export.tables.question_table import question_rows, questions_table
from runners.export.tables.rating_table import ratings_of
from runners.export.tables.trial_tables import (
    SCORES,
    WORDS,
    score_rows,
    trials_table,
    word_rows,
)
from runners.export.tables.variance_tables import PLANNED, SOURCES, source_rows

if TYPE_CHECKING:
    from renderers.fields.field import Row
    from runners.export.csv_file import ExportTable, TableFile
    from runners.export.selection import ExportSelection
    from runners.store.store import Store
    from runners.studies.study import OpenStudy


File = TypeVar("File", bound="TableFile[Any]")


class StudyTables(Generic[File]):
    """Writes the tables of a study, each to what `file` opens for it. `files` are those that were
    opened, and `counts` what was in them.
    """

    def __init__(
        self,
        store: Store,
        opened: OpenStudy,
        wanted: ExportSelection,
        file: Callable[[ExportTable[Any]], File],
    ) -> None:
        self.store, self.opened, self.wanted = store, opened, wanted
        self.files: list[File] = []
        self.counts = TrialCounts()
        self._file = file
        self.passing = ExportedTrials(store, opened, wanted.whose)

    def write(self) -> ExportedTrials:
        """Writes all of them but the calls; gives what is known of the trials."""
        found = self._trials()
        ratings = ratings_of(self.passing)
        if ratings is not None:
            self.fill(*ratings)
        self._over_trials(found)
        return self.passing

    def file_of(self, table: ExportTable[Row]) -> File:
        """The file of one more table."""
        self.files.append(file := self._file(table))
        return file

    def fill(self, table: ExportTable[Row], rows: Iterable[Row]) -> None:
        """Writes one more table with these rows."""
        with self.file_of(table) as file:
            file.fill(rows)

    def _fill_if_any(self, table: ExportTable[Row], rows: Sequence[Row]) -> None:
        if rows:
            self.fill(table, rows)

    def _trials(self) -> Gathered:
        """The tables that one pass over the trials fills; gives the scores of all."""
        trials = finished_trials(self.store, self.passing.opened)
        marks = MarkTableBuilder(trials, self.passing.codings, MarkSets())
        rows = iter(enumerate(trials.rows.keys))
        experiments = [one.experiment for one in self.opened.chapters]
        with (
            self.file_of(trials_table(experiments)) as whole,
            self.file_of(SCORES) as scores,
            self.file_of(questions_table(experiments)) as asked,
            self.file_of(CODES) as codes,
            self.file_of(WORDS) as words,
        ):
            finished = self.passing.without_messages(trials)
            for number, one in enumerate(self.passing.trials(finished), start=1):
                at = next(at for at, key in rows if key == one.row.key)
                marks.put(at, one.coded.codings)
                self.counts.add(one)
                whole.add(one)
                scores.fill(score_rows(one))
                asked.fill(question_rows(one))
                codes.fill(code_rows(self.passing, one))
                words.fill(word_rows(one))
                self.wanted.progress(number)
        self.passing.forget()
        read = partial(trials_with_text, self.store, trials)
        return gathered(trials, marks.made(), read, every_mark=True)

    def _over_trials(self, found: Gathered) -> None:
        """Measures, questionnaires, banks, and what scores vary by, as far as there are any."""
        scores = scores_of(self.passing.codings, found, self.wanted.norms)
        experiments = [one.experiment for one in self.opened.chapters]
        models = self.wanted.table or {}
        if scores.measure_scores:
            self.fill(MEASURED, measured_rows(scores.trials, experiments))
        self._fill_if_any(SCALES, scores.reliabilities)
        if scores.of_items:
            self.fill(BANKS, bank_rows(scores.kind_scores))
        self._fill_if_any(MAJORITIES, scores.majorities)
        self._fill_if_any(LETTERS, scores.letters)
        self._fill_if_any(VERSIONS, scores.hacking)
        self._fill_if_any(AGES, scores.bank_ages)
        drops, _ = erasures_of(self.opened.chapters, scores)
        self._fill_if_any(ERASURES, drops)
        by_size = [(row, one) for row in sizes(scores, models) for one in row.points]
        self._fill_if_any(SIZES, by_size)
        within = within_study(scores, of_scripts(experiments))
        self._fill_if_any(PAIRS, with_counterparts(within, scores, models))
        variances, planned = variance_by_source(self.opened, scores.trials)
        if variances:
            self.fill(SOURCES, source_rows(variances))
        self._fill_if_any(PLANNED, planned)
