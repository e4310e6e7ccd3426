"""A study as a Psych-DS folder, from which all of its tables can be computed again.

The study is copied into a store of its own first, and everything else is made out of that copy: so
that the store a reader gets is the one the tables came from, whatever was written to the other
meanwhile, and no table can hold what the reader's store lacks.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from runners.export.calls import CALLS, write_calls, write_logs
from runners.export.csv_file import CsvFile
from runners.export.description import description_text
from runners.export.facts import Facts
from runners.export.folder import DESCRIPTION
from runners.export.previous_export import history, keep_theirs, with_theirs
from runners.export.scripts import Laid, kept_files, loaded_files, write_scripts
from runners.export.selection import ExportSelection, narrowed
from runners.export.tables.study_tables import StudyTables
from runners.export.texts import TEXTS, export_text
from runners.preregistration.lookup import fitting
from runners.store.errors import StoreFull, store_errors
from runners.store.noted_trials import KeyRows
from runners.store.store import Store
from runners.studies.study import OpenStudy, opened_study
from runners.studies.unsupported_parameters import omissions

if TYPE_CHECKING:
    from runners.preregistration.lookup import Preregistration

ANALYSIS = Path(__file__).parent / "analysis.R"


def write_psych_ds(
    source: Store, wanted: ExportSelection, folder: Path, *, earlier: Path | None
) -> Facts:
    """Write a study to a folder that is there and empty; gives what was written.

    `earlier` is an older export of the study, of which is kept what people put there.
    Raises NoSuchCoder, PacketUnusable, OSError where the disk does not take it, and StoreUnusable
    where a store cannot be used.
    """
    raw = folder / "data" / "raw"
    raw.mkdir(parents=True)
    kept = raw / "study.sqlite"
    try:
        with Store.open(str(kept)) as copy:
            copy.copy_study(source, wanted.study, seals=_seals(source, wanted))
        _in_one_file(kept)
    except StoreFull as fault:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from fault
    with Store.open(str(kept), reading=True) as store:
        opened = opened_study(
            store, study=wanted.study, paths=wanted.paths, models=wanted.models, only=wanted.only
        )
        return _Export(store, opened, wanted, folder).write(earlier)


def _seals(source: Store, wanted: ExportSelection) -> frozenset[str]:
    """The preregistrations that a study may be compared with, by their hashes: no other plan of
    whoever gives it away is to go along.
    """
    titles = next(one.experiments for one in source.studies() if one.id == wanted.study)
    named = () if wanted.preregistration is None else (wanted.preregistration,)
    return frozenset(one.seal.hash for one in (*fitting(source.seals(), titles), *named))


def _in_one_file(store: Path) -> None:
    """Takes a store out of the mode in which SQLite keeps a log and a map beside it, so that what
    is given away is one file that can be read from any disk.
    """
    with store_errors(str(store)), closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


class _Export:
    def __init__(
        self, store: Store, opened: OpenStudy, wanted: ExportSelection, folder: Path
    ) -> None:
        self.store, self.opened, self.wanted, self.folder = store, opened, wanted, folder
        self.data = folder / "data"
        self.tables = StudyTables(
            store, opened, wanted, lambda table: CsvFile(self.data, opened.study.id, table)
        )
        self._script_of: dict[str, str] = {}

    def write(self, earlier: Path | None) -> Facts:
        """Everything."""
        passing = self.tables.write()
        raw = self.data / "raw"
        with self.tables.file_of(CALLS) as table:
            parts, *replied = write_calls(
                self.store, self.opened, labels=passing.labels, table=table, raw=raw
            )
        logs = tuple(write_logs(self.store, self.opened, raw / "logs"))
        scripts, mended = self._scripts()
        mine = KeyRows(self.opened.rows.keys)
        facts = Facts(
            opened=self.opened,
            wanted=self.wanted,
            provisional=passing.provisional,
            tables=self.tables.files,
            starts=self.store.starts_of(self.opened.study.id),
            counts=self.tables.counts,
            calls=table.rows,
            parts=parts,
            replied=replied,
            logs=logs,
            scripts=scripts,
            mended=mended,
            narrowed=tuple(narrowed(self.wanted, self.opened, self._script_of)),
            notes=omissions(self.opened.participants, passing.labels),
            others=sum(one.trial in mine for one in self.store.others()),
            earlier=history(earlier),
        )
        self._texts(facts, earlier)
        keep_theirs(earlier, self.folder)
        return facts

    def _scripts(self) -> tuple[Laid, Laid]:
        """Where the scripts lie as they were kept, and those whose mended key counts."""
        from dsl.loading import load

        kept = self.store.scripts_of(self.opened.study.id)
        mains = [one for one in kept if one.procedure]
        files = [
            kept_files(main, [one for one in kept if one.main == main.main and not one.procedure])
            for main in mains
        ]
        scripts = write_scripts(files, self.folder / "scripts")
        self._script_of = dict(zip((one.procedure for one in mains), scripts.mains, strict=True))
        chapters = [one for one in self.opened.chapters if one.mended]
        changed = {one.experiment.title: one.procedure for one in chapters}
        loaded = [load(path) for path in self.wanted.paths]
        mine = [one for one in loaded if one.experiment and one.experiment.title in changed]
        if not mine:
            return scripts, Laid((), ())
        mended = write_scripts([loaded_files(one) for one in mine], self.folder / "scripts-mended")
        for one, path in zip(mine, mended.mains, strict=True):
            assert one.experiment is not None
            self._script_of[changed[one.experiment.title]] = path
        return scripts, mended

    def _texts(self, facts: Facts, earlier: Path | None) -> None:
        """The files in words."""
        deviations: tuple[str, ...] = ()
        if (plan := self.wanted.preregistration) is not None:
            deviations = tuple(_deviations(self.store, self.opened, plan))
            _write(self.folder / "preregistration.md", plan.seal.text)
        described = with_theirs(description_text(facts), earlier)
        _write(self.folder / DESCRIPTION, described)
        for name in TEXTS:
            _write(self.folder / name, export_text(name, facts, deviations))
        (self.folder / ANALYSIS.name).write_bytes(ANALYSIS.read_bytes())


def _write(place: Path, text: str) -> None:
    # Half a character, which a name may hold, cannot be in a file.
    place.write_bytes(text.encode("utf-8", "replace"))


def _deviations(store: Store, opened: OpenStudy, plan: Preregistration) -> Iterator[str]:
    """What was done otherwise than the preregistration says, a sentence each."""
    from runners.preregistration.checks import deviations

    found = deviations(store, opened, plan)
    yield found.in_a_line
    for thing in found.things:
        for one in thing.found:
            about = f" ({one.about})" if one.about else ""
            yield f"{thing.what}{about}: planned: {one.planned}; done: {one.done}"
