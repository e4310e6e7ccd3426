"""A study as plain lines: a trial a line, words verbatim, as `devrun transcript --json` has it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING

from renderers.fields.transcripts import transcript_line
from runners.analysis.reading import TranscriptFilter, read_trials
from runners.export.exported import Exported
from runners.export.folder import whole_file

if TYPE_CHECKING:
    from runners.export.selection import ExportSelection
    from runners.store.store import Store
    from runners.studies.study import OpenStudy


def write_lines(
    store: Store,
    opened: OpenStudy,
    wanted: ExportSelection,
    place: Path,
    *,
    replaces: Callable[[Path], bool],
) -> Exported:
    """Write the lines to a file; see `whole_folder`. Raises CannotWrite, NoSuchCoder."""
    with (
        whole_file(place, replaces=replaces) as part,
        part.open("x", encoding="utf-8", newline="\n") as file,
    ):
        trials = _write(store, opened, wanted, file)
    return Exported(str(place), trials, (place.name,))


def print_lines(
    store: Store, opened: OpenStudy, wanted: ExportSelection, stream: IO[str]
) -> Exported:
    """Write the lines to a stream. Raises NoSuchCoder."""
    return Exported("-", _write(store, opened, wanted, stream), ())


def _write(store: Store, opened: OpenStudy, wanted: ExportSelection, file: IO[str]) -> int:
    done = 0
    for one in read_trials(store, opened, wanted.whose, TranscriptFilter()):
        file.write(transcript_line(opened.study.id, one) + "\n")
        done += 1
        wanted.progress(done)
    return done
