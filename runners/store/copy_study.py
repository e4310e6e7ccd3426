"""Copies one study out of a store: all that its tables are made of, and nothing of other studies.

What a study asked and was answered is found by its sittings, so that calls of unfinished trials and
of an earlier edition of a script come along: they were paid for. Workers and claims stay behind,
which are about processes, and the folders of the computer on which scripts lay. Copying the whole
file and deleting the rest was the alternative, for SQLite alone; a deleted page of another study
could have stayed in the file.
"""

from __future__ import annotations

import json
import os.path
from collections.abc import Collection, Iterable, Iterator
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, or_, select

from runners.store import schema as s
from runners.store.rows import BATCH, batches, insert_counted


def copy_study(
    target: Connection, source: Connection, study: str, seals: Collection[str] = ()
) -> None:
    """Adds to `target` everything that `source` has of a study (its whole id), and the sealed
    preregistrations with these hashes, which belong to no study.

    Both must be inside a transaction, that of `source` on one state of it. Memory does not grow
    with the study.
    """
    root = _common_root(source, study)
    for table, mine in parts_of(study):
        # Several hundred pictures at once may be more than fits.
        size = 1 if table is s.pictures else BATCH
        for rows in batches(source, table, mine, size=size):
            insert_counted(target, table, [_without_root(table, row, root) for row in rows])
    _seals(target, source, seals)


def parts_of(study: str) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    """Every table that a study has a part in, and which of its rows are the study's."""
    of_study = s.study_trials.c.study == study
    sittings = select(s.study_trials.c.sitting).where(of_study)
    trials = select(s.study_trials.c.trial).where(of_study)
    starts = select(s.starts.c.start).where(s.starts.c.study == study)
    packets = select(s.packets.c.packet).where(s.packets.c.study == study)
    texts = select(s.start_scripts.c.hash).where(s.start_scripts.c.start.in_(starts))
    shown = select(s.start_pictures.c.picture).where(s.start_pictures.c.start.in_(starts))
    people = select(s.start_participants.c.participant).where(
        s.start_participants.c.start.in_(starts)
    )
    own = select(s.study_trials.c.participant).where(of_study)
    yield s.studies, s.studies.c.study == study
    yield s.starts, s.starts.c.study == study
    yield s.scripts, s.scripts.c.hash.in_(texts)
    yield s.start_scripts, s.start_scripts.c.start.in_(starts)
    yield s.pictures, s.pictures.c.picture.in_(shown)
    yield s.start_pictures, s.start_pictures.c.start.in_(starts)
    who = s.participants.c.participant
    yield s.participants, or_(who.in_(people), who.in_(own))
    yield s.start_participants, s.start_participants.c.start.in_(starts)
    yield s.study_trials, of_study
    for table in (s.calls, s.attempts, s.other_calls):
        yield table, table.c.sitting.in_(sittings)
    for table in (s.transcripts, s.other_transcripts):
        yield table, table.c.trial.in_(trials)
    yield s.packets, s.packets.c.study == study
    for table in (s.packet_items, s.codes, s.folds):
        yield table, table.c.packet.in_(packets)


def _common_root(source: Connection, study: str) -> CommonRoot:
    """Where the files of a study's scripts lay."""
    query = (
        select(s.start_scripts.c.main, s.start_scripts.c.file)
        .join(s.starts, s.starts.c.start == s.start_scripts.c.start)
        .where(s.starts.c.study == study)
    )
    return CommonRoot(name for pair in source.execute(query) for name in pair)


def _without_root(table: Table, row: dict[str, Any], root: CommonRoot) -> dict[str, Any]:
    """A row without the folders of the computer that the study was run on."""
    if table.name == "starts":
        return row | {"settings": root.settings_without(row["settings"])}
    if table.name == "start_scripts":
        return row | {name: root.without(row[name]) for name in ("main", "file")}
    if table.name == "start_pictures":
        return row | {"main": root.without(row["main"])}
    return row


def _seals(target: Connection, source: Connection, seals: Collection[str]) -> None:
    for rows in batches(source, s.preregistrations, s.preregistrations.c.hash.in_(seals)):
        insert_counted(target, s.preregistrations, rows)


class CommonRoot:
    """What the names of files have in common, where they are absolute.

    A store keeps a script under the name that was given, which may begin with somebody's home. Who
    is given a study needs the names from where they part, and no more: the order of the scripts,
    which is that of their names, stays what it was.
    """

    def __init__(self, names: Iterable[str]) -> None:
        every = tuple(names)
        folders = [_parts(name)[:-1] for name in every if is_absolute(name)]
        self._root = os.path.commonprefix(folders)  # noqa: RUF071 - of parts
        # A name that is not absolute sorts after one that is: `./` keeps it so.
        self._mixed = len(folders) < len(every)

    def without(self, name: str) -> str:
        """The name seen from there; one that is not absolute stays as it is."""
        if not is_absolute(name):
            return name
        rest = "/".join(_parts(name)[len(self._root) :])
        return f"./{rest}" if self._mixed else rest

    def settings_without(self, settings: str) -> str:
        """The settings of a start (JSON) with its scripts under such names."""
        found = json.loads(settings)
        if not isinstance(found, dict) or not isinstance(found.get("scripts"), list):
            return settings
        found["scripts"] = [self.without(str(name)) for name in found["scripts"]]
        return json.dumps(found, sort_keys=True, ensure_ascii=False)


def is_absolute(name: str) -> bool:
    """Whether a name begins at the root of a disk, of whatever system."""
    return PurePosixPath(name).is_absolute() or bool(PureWindowsPath(name).anchor)


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part for part in name.replace("\\", "/").split("/") if part)
