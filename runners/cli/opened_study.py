"""Opening a study for a command, and saying once what is to be known about its scripts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runners.cli.fitting import say

if TYPE_CHECKING:
    from runners.results.study import OpenStudy
    from runners.store.store import Store

_SAID = "devrun: scripts said to be read as they were run"


def opened_study(
    store: Store,
    *,
    study: str | None = None,
    paths: Sequence[Path] = (),
    models: Sequence[str] = (),
    only: Sequence[str] = (),
) -> OpenStudy:
    """A study as `runners.results.study` opens it. Of every script that has errors by today's rules
    it says on stderr, once in a command, that it is read as it was run.
    """
    from runners.results.study import opened_study as opened

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
