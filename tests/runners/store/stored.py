"""What a store holds that no command reads as it is: calls without a reply, and folded logs."""

from __future__ import annotations

from sqlalchemy import select

from runners.store.records import FailedCall
from runners.store.schema import attempts, study_trials
from runners.store.store import Store


def attempts_of(store: Store, study: str) -> list[FailedCall]:
    """The calls of a study that at some time got no reply, oldest first."""
    mine = select(study_trials.c.sitting).where(study_trials.c.study == study)
    query = select(attempts).where(attempts.c.sitting.in_(mine))
    with store.connected() as connection:
        rows = connection.execute(query.order_by(attempts.c.at, attempts.c.attempt))
        return [FailedCall(*row) for row in rows]


def log_snapshot(store: Store, packet: str, scheme: int) -> str | None:
    """What came of a packet's log up to its last line, in the form of that number."""
    end = store.log_end(packet)
    return None if end is None else store.snapshot_at(packet, end, scheme)
