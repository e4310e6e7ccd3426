"""What is asked of a store about studies: which there are, by whom, how far they are, and what
their trials called.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    distinct,
    exists,
    func,
    select,
    type_coerce,
)
from sqlalchemy.types import NullType

from dsl.files.pictures import PictureFile
from runners.store.records import (
    ParticipantRecord,
    Study,
    StudyScript,
    TrialProgress,
)
from runners.store.rows import (
    BATCH,
    LARGE_SLICE,
    Queries,
    as_stored,
    binary_collation,
    levels_from,
    record_of,
    row_id,
    with_keys,
)
from runners.store.schema import (
    calls,
    claims,
    participants,
    pictures,
    scripts,
    start_participants,
    start_pictures,
    start_scripts,
    starts,
    studies,
    study_trials,
    transcripts,
    unescape,
)
from runners.store.study_trials import StudyTrials, TrialGroup
from runners.store.text_column import TextColumn


@dataclass(frozen=True, slots=True)
class Edition:
    """A script as a start had it: its title, what is sent and how it is judged, by their hashes."""

    experiment: str
    procedure: str
    rubric: str


@dataclass(frozen=True, slots=True)
class StartRecord:
    """One start of a study. `settings` is JSON of what was asked for; `participants` are names."""

    at: str
    tool_version: str
    settings: str
    editions: tuple[Edition, ...]
    participants: tuple[str, ...]


class StudyQueries(Queries):
    """Questions about studies."""

    def studies(self) -> tuple[Study, ...]:
        """Every recorded study, the one that was started last first."""
        with self.connected() as connection:
            rows = connection.execute(select(studies)).mappings().all()
            found = [_study(connection, row) for row in rows]
        return tuple(sorted(found, key=lambda one: (one.last_started, one.id), reverse=True))

    def scripts_of(self, study: str, *, pictures: bool = True) -> tuple[StudyScript, ...]:
        """The scripts of a study as they were when it was last started with them, and the files
        that they include; every included file comes after the script that names it. With `pictures`
        each script has those that it shows.
        """
        with self.connected() as connection:
            query = (
                select(start_scripts, scripts.c.content)
                .join(starts, starts.c.start == start_scripts.c.start)
                .join(scripts, scripts.c.hash == start_scripts.c.hash)
                .where(starts.c.study == study)
                .order_by(
                    starts.c.at.desc(), starts.c.start, start_scripts.c.main, start_scripts.c.file
                )
            )
            rows = connection.execute(query).mappings().all()
            chosen = _last_run(rows)
            shown = _shown(connection, study, chosen) if pictures else {}
            found = [
                record_of(
                    StudyScript,
                    row,
                    text=row["content"],
                    pictures=shown.get(row["main"], ()) if row["procedure"] else (),
                )
                for row in rows
                if (row["start"], row["main"]) in chosen
            ]
            return tuple(
                sorted(found, key=lambda script: (script.main, not script.procedure, script.file))
            )

    def participants_of(self, study: str) -> tuple[ParticipantRecord, ...]:
        """Everybody who took part in a study, in the order of their names."""
        with self.connected() as connection:
            query = (
                select(participants)
                .distinct()
                .join(
                    start_participants,
                    start_participants.c.participant == participants.c.participant,
                )
                .join(starts, starts.c.start == start_participants.c.start)
                .where(starts.c.study == study)
            )
            found = [
                ParticipantRecord(
                    row["participant"], row["name"], row["simulated"], row["identity"]
                )
                for row in connection.execute(query).mappings()
            ]
            return tuple(sorted(found, key=lambda one: (one.name, one.key)))

    def trials_of(self, study: str) -> StudyTrials:
        """The trials of a study, by experiment, cell, participant, draw and sample."""
        table = study_trials
        names = ("experiment", "wording", "levels", "participant", "draw", "sample", "trial")
        columns = [table.c[name] for name in (*names, "procedure", "seed", "sitting")]
        with self.connected() as connection:
            mine = as_stored(connection, table, table.c.study == study)
            order = binary_collation(connection, columns[: len(names)])
            # As they are stored: what many rows say is read once, of their group.
            query = select(*(type_coerce(one, NullType()) for one in columns))
            query = query.where(mine).order_by(*order)
            result = connection.execute(query, execution_options={"yield_per": BATCH})
            groups: dict[tuple[str, ...], int] = {}
            numbers = array("i"), array("i"), array("i")
            keys, sittings = TextColumn(), TextColumn()
            for some in result.partitions():
                titles, told, levels, who, draws, samples, trials, procedures, seeds, taken = zip(
                    *some, strict=True
                )
                shared = zip(who, titles, levels, told, procedures, seeds, strict=True)
                group = [groups.setdefault(one, len(groups)) for one in shared]
                for column, each in zip(numbers, (group, draws, samples), strict=True):
                    column.extend(each)
                keys.extend(trials)
                sittings.extend(taken)
        listed = [
            TrialGroup(study, who, script, levels_from(levels), told, procedure, int(seed))
            for who, script, levels, told, procedure, seed in (map(unescape, one) for one in groups)
        ]
        return StudyTrials(listed, *numbers, keys, sittings)

    def finished(self, trials: Sequence[str]) -> dict[str, int]:
        """Which of these trials have every reply, and how many replies those are."""
        with self.connected() as connection:
            query = select(transcripts.c.trial, transcripts.c.size)
            rows = with_keys(connection, query, transcripts.c.trial, trials)
            return {row.trial: row.size for row in rows}

    def standing(self, study: str, trials: Sequence[str]) -> TrialProgress:
        """Which of these trials are noted as the study's, and which are finished.

        One question answers both for a study that is gone on with; what is finished and not noted
        yet (in other studies) takes a second one.
        """
        with self.connected() as connection:
            noted: set[str] = set()
            done: dict[str, int] = {}
            both = study_trials.outerjoin(transcripts, transcripts.c.trial == study_trials.c.trial)
            query = select(study_trials.c.trial, transcripts.c.size).select_from(both)
            query = query.where(study_trials.c.study == study)
            # Keys in their order are near each other in the index.
            keys, key = sorted(trials), study_trials.c.trial
            for trial, size in with_keys(connection, query, key, keys, size=LARGE_SLICE):
                noted.add(trial)
                if size is not None:
                    done[trial] = size
            strangers = [trial for trial in trials if trial not in noted]
            return TrialProgress(
                frozenset(noted), {**done, **StudyQueries(connection).finished(strangers)}
            )

    def starts_of(self, study: str) -> tuple[StartRecord, ...]:
        """Every start of a study, oldest first."""
        with self.connected() as connection:
            mine = select(starts.c.start).where(starts.c.study == study)
            editions: dict[str, list[Edition]] = {}
            files = select(start_scripts).where(start_scripts.c.start.in_(mine))
            for row in connection.execute(files).mappings():
                if row["procedure"]:
                    one = Edition(row["experiment"], row["procedure"], row["rubric"])
                    editions.setdefault(row["start"], []).append(one)
            names: dict[str, list[str]] = {}
            people = (
                select(start_participants.c.start, participants.c.name)
                .join(participants, participants.c.participant == start_participants.c.participant)
                .where(start_participants.c.start.in_(mine))
            )
            for start, name in connection.execute(people):
                names.setdefault(start, []).append(name)
            rows = (
                connection.execute(select(starts).where(starts.c.study == study)).mappings().all()
            )
            return tuple(
                StartRecord(
                    row["at"],
                    row["tool_version"],
                    row["settings"],
                    tuple(sorted(editions.get(row["start"], ()), key=lambda each: each.experiment)),
                    tuple(sorted(names.get(row["start"], ()))),
                )
                for row in sorted(rows, key=lambda row: (row["at"], row["start"]))
            )

    def asked_last(self, study: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The participants (by name) and scripts (by file) of a study's starts, those that were
        named first in the newest start first; empty where starts do not say.
        """
        with self.connected() as connection:
            query = select(starts.c.settings).where(starts.c.study == study)
            found: tuple[dict[str, None], dict[str, None]] = ({}, {})
            for text in connection.scalars(query.order_by(starts.c.at.desc(), starts.c.start)):
                settings = json.loads(text)
                for names, part in zip(found, ("models", "scripts"), strict=True):
                    names.update((str(name), None) for name in settings.get(part, ()))
            return tuple(found[0]), tuple(found[1])

    def active_workers(self, study: str, *, besides: str) -> int:
        """How many other workers than this one (its id) work on trials of the study: what
        several processes on one store share of its money.

        One that was killed counts until its trials are taken over or another process starts, which
        errs on the careful side.
        """
        with self.connected() as connection:
            query = (
                select(func.count(distinct(claims.c.worker)))
                .select_from(claims.join(study_trials, study_trials.c.sitting == claims.c.sitting))
                .where(study_trials.c.study == study, claims.c.worker != besides)
            )
            return connection.scalar(query) or 0


def calls_of_finished(
    connection: Connection, study: str, *columns: ColumnElement[Any]
) -> Select[Any]:
    """A question about the calls of each trial of a study that has one transcript. SQLite takes
    them in the order in which they ended: their calls lie together then, and a page of the file is
    read once. Trial by trial in the order of keys it would be read again for nearly every call.
    """
    mine, ended = study_trials.c, transcripts.c
    several = select(mine.trial).join(transcripts, ended.trial == mine.trial)
    once = several.where(mine.study == study).group_by(mine.study, mine.trial)
    query = (
        select(*columns)
        .select_from(transcripts)
        .join(study_trials, (mine.study == study) & (mine.trial == ended.trial))
        .join(calls, calls.c.sitting == mine.sitting)
        .where(as_stored(connection, transcripts, ended.trial.in_(once.having(func.count() == 1))))
    )
    if connection.dialect.name == "sqlite":
        return query.group_by(row_id(transcripts))
    return query.group_by(mine.study, mine.trial)


def calls_of_others(study: str, *columns: ColumnElement[Any]) -> Select[Any]:
    """A question about the calls of each other trial of a study that has any."""
    mine = study_trials.c
    noted = select(func.count()).where(transcripts.c.trial == mine.trial).scalar_subquery()
    query = select(*columns).select_from(study_trials).join(calls, calls.c.sitting == mine.sitting)
    return query.where(mine.study == study, noted != 1).group_by(mine.study, mine.trial)


def _study(connection: Connection, row: RowMapping) -> Study:
    study = row["study"]
    inside = StudyQueries(connection)
    started = select(starts.c.at).where(starts.c.study == study).order_by(starts.c.at)
    times = connection.scalars(started).all() or [row["at"]]
    trials = select(func.count()).select_from(study_trials).where(study_trials.c.study == study)
    ended = exists().where(transcripts.c.trial == study_trials.c.trial)
    files = inside.scripts_of(study, pictures=False)
    return Study(
        id=study,
        simulated=row["simulated"],
        first_started=times[0],
        last_started=times[-1],
        experiments=tuple(one.experiment for one in files if one.experiment),
        participants=inside.participants_of(study),
        trials=connection.scalar(trials) or 0,
        finished=connection.scalar(trials.where(ended)) or 0,
        tool_version=row["tool_version"],
    )


def _last_run(rows: Sequence[RowMapping]) -> set[tuple[str, str]]:
    """The (start, main script) pairs of the starts that ran a procedure last; newest rows first."""
    newest: dict[str, str] = {}
    for row in rows:
        if row["procedure"]:
            newest.setdefault(row["procedure"], row["start"])
    return {
        (row["start"], row["main"])
        for row in rows
        if row["procedure"] and newest[row["procedure"]] == row["start"]
    }


def _shown(
    connection: Connection, study: str, chosen: set[tuple[str, str]]
) -> dict[str, tuple[PictureFile, ...]]:
    """The pictures of a study at these starts, by the main script that shows them."""
    query = (
        select(start_pictures)
        .join(starts, starts.c.start == start_pictures.c.start)
        .where(starts.c.study == study)
        .order_by(start_pictures.c.file)
    )
    rows = [
        row for row in connection.execute(query).mappings() if (row["start"], row["main"]) in chosen
    ]
    keys = sorted({row["picture"] for row in rows})
    held = with_keys(connection, select(pictures), pictures.c.picture, keys)
    kept = {key: (media_type, content) for key, media_type, content in held}
    found: dict[str, tuple[PictureFile, ...]] = {}
    for row in rows:
        key = row["picture"]
        if key in kept:  # `devrun store check` tells of one that is missing
            media_type, content = kept[key]
            one = PictureFile(row["file"], media_type, key, content)
            found[row["main"]] = (*found.get(row["main"], ()), one)
    return found
