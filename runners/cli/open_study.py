"""Opening a store or a study for a command, and saying what is to be known of its scripts and
trials.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsl.errors import reason_of
from dsl.record import record
from runners.cli.errors import Stop, error_code
from runners.cli.output import StatusLine, note
from runners.cli.paths import find_scripts
from runners.cli.table_input import norms_in

if TYPE_CHECKING:
    from renderers.rows.scores import StudyScores
    from runners.analysis.codings import RaterSelection
    from runners.store.store import Store
    from runners.studies.study import OpenStudy


_SAID = "devrun: scripts said to be read as they were run"


@record
class StudyPart:
    """Which recorded study is asked for, and which part of it."""

    paths: tuple[str, ...]
    study: str | None
    models: tuple[str, ...]
    only: tuple[str, ...]
    store_url: str

    @property
    def named(self) -> bool:
        """Whether anything but the store is."""
        return any((self.paths, self.study, self.models, self.only))

    @property
    def scripts(self) -> tuple[Path, ...]:
        """The scripts that are named; none means all."""
        return find_scripts(self.paths) if self.paths else ()

    def of(self, store: Store) -> OpenStudy:
        """It, out of this store."""
        return open_study(
            store,
            study=self.study,
            paths=self.scripts,
            models=self.models,
            only=self.only,
        )

    @contextmanager
    def opened(self) -> Iterator[tuple[Store, OpenStudy]]:
        """Its store, open for reading, and it."""
        with open_store(self.store_url, reading=True) as store:
            yield store, self.of(store)


def open_study(
    store: Store,
    *,
    study: str | None = None,
    paths: Sequence[Path] = (),
    models: Sequence[str] = (),
    only: Sequence[str] = (),
) -> OpenStudy:
    """A study as `runners.studies.study` opens it. Of every script that has errors by today's rules
    it says on stderr, once in a command, that it is read as it was run, and of every participant
    that was asked again with other ratings of people, that what it said before is left out.
    """
    from runners.studies.study import opened_study as opened

    found = opened(store, study=study, paths=paths, models=models, only=only)
    said = click.get_current_context().meta.setdefault(_SAID, set())
    for chapter in found.chapters:
        line = (chapter.experiment.title, chapter.errors)
        if chapter.errors and line not in said:
            said.add(line)
            note(read_as_run(*line))
    for name in found.asked_again:
        if name not in said:
            said.add(name)
            told = "was asked again after people's ratings had changed"
            note(f"{name} {told}: its earlier replies are left out")
    return found


def read_as_run(title: str, errors: Sequence[str]) -> str:
    """What is said of a script that ran without errors and has some today."""
    return (
        f"the script of `{title}` has {', '.join(errors)} under the current rules; it is "
        f"read as it was run (`devrun explain {errors[0]}`)"
    )


def scored(
    store: Store,
    opened: OpenStudy,
    whose: RaterSelection,
    *,
    quiet: bool,
    norms_file: str | None = None,
    every_mark: bool = False,
) -> StudyScores:
    """The scores of a study, with ages by a file of norms, and with `every_mark` those of each
    coder. Unless `quiet`, a terminal shows how far the replies are read.
    """
    from runners.analysis.matcher_cache import matcher_cache
    from runners.analysis.scores import study_scores

    with error_code("codes"), StatusLine(quiet=quiet) as status:
        return study_scores(
            store,
            opened,
            whose,
            before=partial(matcher_cache, status.begin),
            every_mark=every_mark,
            norms=None if norms_file is None else norms_in(norms_file),
        )


def refuse_unfinished(store: Store, opened: OpenStudy, code: str) -> None:
    """Raises a Stop where no trial of what was opened is finished; `code` as there."""
    if not opened.has_finished(store):
        raise nothing_finished(opened, code)


def nothing_finished(opened: OpenStudy, code: str) -> Stop:
    """Why there is nothing: no trial of the study is finished, or none of the part asked for.

    `code` is the short word for `--json`.
    """
    study, asked = opened.study, len(opened.rows)
    named = f"study {study.id}"
    if not study.finished:
        return Stop(
            code,
            f"no trial of {named} is finished",
            "run it again to continue",
        )
    here, verb = ("the one trial", "is not") if asked == 1 else (f"the {asked} trials", "are not")
    return Stop(
        code,
        f"{here} asked for {verb} finished, though {study.finished} of {named} are",
        "leave out PATH, -m or --only, or run it again to continue",
    )


@contextmanager
def open_store(url: str, *, reading: bool = False) -> Iterator[Store]:
    """The store at `url`, closed at the end.

    Raises:
        StoreUnusable: when it is opened or later.
    """
    from runners.store.errors import StoreUnusable
    from runners.store.store import Store

    try:
        with Store.open(url, reading=reading) as store, _damage_named(store):
            yield store
    except PermissionError as fault:
        raise StoreUnusable(
            f"`{fault.filename}` cannot be used: {reason_of(fault)}",
            "check the folder's permissions, or name another file with --store",
        ) from fault


@contextmanager
def _damage_named(store: Store) -> Iterator[None]:
    """Raises StoreDamaged in place of what a value raised that devrun never writes: somebody else
    changed the store, and devrun has no fault.
    """
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError):
        if os.environ.get("DEVRUN_DEBUG") != "1":
            refuse_damaged(store)
        raise


def refuse_damaged(store: Store) -> None:
    """Raises StoreDamaged where a store holds a value that devrun never writes; may read all of
    it.
    """
    from runners.store.errors import StoreDamaged

    wrong = store.wrong_value()
    if wrong is not None:
        raise StoreDamaged(
            f"the store {store.where} holds a value that cannot be read: {wrong}",
            f"another program wrote it; `devrun store check --store {store.where}` lists all "
            "such values",
        ) from None


@contextmanager
def open_existing_store(url: str) -> Iterator[Store]:
    """The store at `url` to write to, if it is there: one that is made now knows nothing yet.

    An older one is brought up to date. Raises:
        StoreUnusable: there is no such store, or it cannot be used.
    """
    from runners.store.errors import StoreForeign, StoreMissing, StoreUnusable
    from runners.store.store import Store

    try:
        Store.open(url, reading=True).close()
    except (StoreMissing, StoreForeign):
        raise
    except (StoreUnusable, PermissionError):
        # It may only be too old to be read. Other faults are reported when it is opened.
        pass
    with open_store(url) as store:
        yield store
