"""The tables of a study, of trials and of what is computed over them, in whatever kind of file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from renderers.fields.field import Row_contra
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
    from runners.export.csv_file import ExportTable
    from runners.export.selection import ExportSelection
    from runners.store.store import Store
    from runners.studies.study import OpenStudy


class TableFile(Protocol, Generic[Row_contra]):
    """A table that rows are added to."""

    rows: int
    name: str

    def add(self, row: Row_contra, /) -> None:
        """One row more."""

    def fill(self, rows: Iterable[Row_contra], /) -> None:
        """Several rows more."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


File = TypeVar("File", bound=TableFile[Any])


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
            described, rows = ratings
            with self.file_of(described) as rated:
                rated.fill(rows)
        self._over_trials(found)
        return self.passing

    def file_of(self, table: ExportTable[Row]) -> File:
        """The file of one more table."""
        self.files.append(file := self._file(table))
        return file

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
        if scores.measure_scores:
            with self.file_of(MEASURED) as measured:
                experiments = [one.experiment for one in self.opened.chapters]
                measured.fill(measured_rows(scores.trials, experiments))
        if scores.reliabilities:
            with self.file_of(SCALES) as scales:
                scales.fill(scores.reliabilities)
        if scores.of_items:
            with self.file_of(BANKS) as banks:
                banks.fill(bank_rows(scores.kind_scores))
        if scores.majorities:
            with self.file_of(MAJORITIES) as majorities:
                majorities.fill(scores.majorities)
        if scores.letters:
            with self.file_of(LETTERS) as letters:
                letters.fill(scores.letters)
        if scores.hacking:
            with self.file_of(VERSIONS) as versions:
                versions.fill(scores.hacking)
        if scores.bank_ages:
            with self.file_of(AGES) as ages:
                ages.fill(scores.bank_ages)
        drops, _ = erasures_of(self.opened.chapters, scores)
        if drops:
            with self.file_of(ERASURES) as erasures:
                erasures.fill(drops)
        models = self.wanted.table or {}
        by_size = [(row, one) for row in sizes(scores, models) for one in row.points]
        declared = of_scripts(one.experiment for one in self.opened.chapters)
        paired = with_counterparts(within_study(scores, declared), scores, models)
        if by_size:
            with self.file_of(SIZES) as table_of_sizes:
                table_of_sizes.fill(by_size)
        if paired:
            with self.file_of(PAIRS) as table_of_pairs:
                table_of_pairs.fill(paired)
        variances, planned = variance_by_source(self.opened, scores.trials)
        if variances:
            with self.file_of(SOURCES) as sources:
                sources.fill(source_rows(variances))
        if planned:
            with self.file_of(PLANNED) as table:
                table.fill(planned)
