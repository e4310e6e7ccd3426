"""Questions about the calls of each trial of a study, for sums and joined texts.

Calls are found by an index of sittings, whose order is that of hashes; which trials come after each
other decides how much of the file is read.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, select

from runners.store.rows import as_stored, row_id
from runners.store.schema import calls, study_trials, transcripts


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
