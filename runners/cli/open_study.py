"""Opening a study for a command, and saying what is to be known about its scripts and trials."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runners.cli.errors import Exit, Stop
from runners.cli.output import say

if TYPE_CHECKING:
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

_SAID = "devrun: scripts said to be read as they were run"


def open_study(
    store: Store,
    *,
    study: str | None = None,
    paths: Sequence[Path] = (),
    models: Sequence[str] = (),
    only: Sequence[str] = (),
) -> OpenStudy:
    """A study as `runners.studies.study` opens it. Of every script that has errors by today's rules
    it says on stderr, once in a command, that it is read as it was run.
    """
    from runners.studies.study import opened_study as opened

    found = opened(store, study=study, paths=paths, models=models, only=only)
    said = click.get_current_context().meta.setdefault(_SAID, set())
    for chapter in found.chapters:
        line = (chapter.experiment.title, chapter.errors)
        if chapter.errors and line not in said:
            said.add(line)
            say(read_as_run(*line), err=True)
    return found


def read_as_run(title: str, errors: Sequence[str]) -> str:
    """What is said of a script that ran without errors and has some today."""
    return (
        f"the script of `{title}` has {', '.join(errors)} by today's rules; it is read as it ran "
        f"(`devrun explain {errors[0]}`)"
    )


def nothing_finished(opened: OpenStudy, code: str, *, called: str = "") -> Stop:
    """Why there is nothing: no trial of the study is finished, or none of the part asked for.

    `code` is the short word for `--json`; `called` is what the study is called beside another.
    """
    study, asked = opened.study, len(opened.rows)
    named = f"study {study.id} ({called})" if called else f"study {study.id}"
    if not study.finished:
        return Stop(
            Exit.SCRIPT,
            code,
            f"no trial of {named} is finished",
            "run it again: it goes on where it stopped",
        )
    here, verb = ("the one trial", "is not") if asked == 1 else (f"the {asked} trials", "are not")
    return Stop(
        Exit.SCRIPT,
        code,
        f"{here} asked for {verb} finished, though {study.finished} of {named} are",
        "leave out PATH, -m or --only, or run it again: it goes on where it stopped",
    )
