"""Who else is at work on a study: what several processes on one store share of its money.

A process that holds claims on trials of the study is at work on it. One that was killed counts
until its trials are taken over, which errs on the careful side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Connection


def others_at_work(connection: Connection, study: str, worker: str) -> int:
    """How many other workers than this one (its id) have trials of the study in hand."""
    from sqlalchemy import distinct, func, select

    from runners.store.schema import claims, study_trials

    query = (
        select(func.count(distinct(claims.c.worker)))
        .select_from(claims.join(study_trials, study_trials.c.sitting == claims.c.sitting))
        .where(study_trials.c.study == study, claims.c.worker != worker)
    )
    return connection.scalar(query) or 0
