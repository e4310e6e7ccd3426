"""The scripts of a study: by today's rules, and where these find errors, as they were run.

Checking gets stricter. A script that ran had no errors when it ran, so an error found in it later
is newer than the study and must not take the study's replies away. The two hashes that were kept
prove that what is read in spite of errors is what was run and how it was judged; whatever fails
that proof is refused. Noting for each code since which version it exists would have to be kept
right by hand, and storing scripts in a resolved form would help no study that is stored already.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from dsl.diagnostic import Severity
from dsl.expansion import EXPANSIONS
from dsl.experiment import Experiment, Protocol
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import Loaded
from dsl.protocol import under
from dsl.record import replace
from runners.store.errors import StoreMissing, StoreUnusable
from runners.store.records import StudyScript

_SCRIPTS = 32
"""So many are kept: a command may open a study several times."""


@dataclass(frozen=True, slots=True)
class ReadScript:
    """An experiment, and the codes of the errors that are newer than the study it ran in."""

    experiment: Experiment
    errors: tuple[str, ...] = ()


def stored_script(main: StudyScript, parts: Sequence[StudyScript], where: str) -> ReadScript:
    """The experiment of a script out of the store, expanded by the version that ran it. `parts` are
    the files that it includes.

    Raises StoreUnusable where this devrun cannot make the very trials that were run.
    """
    read = _read(main, tuple(parts))
    if isinstance(read, ReadScript):
        return read
    if read:
        raise StoreUnusable(
            f"the script of `{main.experiment}` in {where} has errors in this version of devrun",
            "it was run with another version: install that one, or run the script again",
        )
    raise StoreUnusable(
        f"this version of devrun makes different trials of `{main.experiment}` than were run "
        f"in {where}",
        "the replies belong to different texts: install the version that ran the study, or "
        "run it again",
    )


@lru_cache(_SCRIPTS)
def _read(main: StudyScript, parts: tuple[StudyScript, ...]) -> ReadScript | tuple[str, ...]:
    """A script as it was run; where it cannot be read so, its errors: none if it has none, and
    makes other trials.
    """
    loaded = _loaded(main, parts)
    if loaded.experiment is None:
        experiment = _as_run(_loaded(main, parts, as_run=True), main)
        return _errors(loaded) if experiment is None else ReadScript(experiment, _errors(loaded))
    for experiment in _ways(loaded.experiment):
        if procedure_hash(experiment) == main.procedure:
            return ReadScript(experiment)
    return ()


def scripts_at(paths: Sequence[Path], mains: Sequence[StudyScript]) -> dict[str, ReadScript]:
    """The experiments of scripts that are on the disk now, by procedure hash. One that has errors
    now is read only if it is the very script of the study, which `mains` are.

    Raises StoreMissing for any other script with errors.
    """
    from dsl.loading import load

    found: dict[str, ReadScript] = {}
    for path in paths:
        loaded = load(path)
        if loaded.experiment is None:
            again = load(path, as_run=True)
            same = {main.procedure: one for main in mains if (one := _as_run(again, main))}
            if not same:
                raise StoreMissing(f"{path} has errors", f"`devrun check {path}` lists them")
            errors = _errors(loaded)
            found.update((name, ReadScript(one, errors)) for name, one in same.items())
            continue
        texts = [loaded, *(load(path, added=one) for one in _added_framings(loaded, mains))]
        for text in texts:
            if text.experiment is not None:
                # A key that was mended since counts for a study of an earlier version, too.
                for one in reversed([*_ways(text.experiment)]):
                    found[procedure_hash(one)] = ReadScript(one)
    return found


def _added_framings(loaded: Loaded, mains: Sequence[StudyScript]) -> Iterator[str]:
    """The framings that the command line added to this script when the study was run: those at the
    end of its stored text that the script does not end with itself.
    """
    assert loaded.experiment is not None
    own = _framings_at_end(loaded.sources[loaded.file])
    for main in mains:
        if main.experiment == loaded.experiment.title:
            added = _framings_at_end(main.text)[len(own) :]
            if added:
                yield "\n".join(added)


def _framings_at_end(text: str) -> list[str]:
    """The `framing` statements with which a script ends, each with the lines below it."""
    found: list[str] = []
    below: list[str] = []
    for line in reversed(text.rstrip().split("\n")):
        below.insert(0, line)
        if line.startswith("framing "):
            found.insert(0, "\n".join(below))
            below = []
        elif line[:1].strip() and not line.startswith("#"):
            break
    return found


def _ways(experiment: Experiment) -> Iterator[Experiment]:
    """The ways in which a script may have been run: by each protocol, as each version expands it,
    the newest first. The procedure hash says which one it was.
    """
    for protocol in Protocol:
        for version in EXPANSIONS:
            yield under(replace(experiment, expansion=version), protocol)


def _as_run(loaded: Loaded, main: StudyScript) -> Experiment | None:
    """The experiment that was run, out of a script that has errors now; None if it is another."""
    if loaded.experiment is None:
        return None
    for experiment in _ways(loaded.experiment):
        try:
            found = procedure_hash(experiment), rubric_hash(experiment)
        except LookupError:
            return None  # a name that nothing declares: nobody ran this
        if found == (main.procedure, main.rubric):
            return experiment
    return None


def _errors(loaded: Loaded) -> tuple[str, ...]:
    errors = (fault.code for fault in loaded.faults if fault.severity is Severity.ERROR)
    return tuple(dict.fromkeys(errors))


def _loaded(main: StudyScript, parts: Sequence[StudyScript], *, as_run: bool = False) -> Loaded:
    from dsl.loading import check_text, load

    if not parts and not main.pictures:
        return check_text(main.text, main.file, as_run=as_run)
    # Includes and pictures are read from a folder and from nowhere else, so they get one.
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder).resolve()
        for one in (main, *parts):
            relative = os.path.relpath(one.file, os.path.dirname(main.file) or ".")  # noqa: PTH120 - names, not files
            if place := _placed(home, relative):
                place.write_text(one.text, encoding="utf-8")
        for picture in main.pictures:
            if place := _placed(home, picture.file):
                place.write_bytes(picture.data)
        return load(home / os.path.basename(main.file), as_run=as_run)  # noqa: PTH119


def _placed(home: Path, name: str) -> Path | None:
    """Where a file of a script goes, its folder made; None for a name that leads elsewhere."""
    place = (home / name).resolve()
    if not place.is_relative_to(home):
        return None
    place.parent.mkdir(parents=True, exist_ok=True)
    return place
