"""What a store holds that no command reads as it is: calls without a reply, and folded logs."""

from __future__ import annotations

from sqlalchemy import select

from runners.store.records import FailedCall
from runners.store.rows import record_of
from runners.store.schema import attempts, study_trials
from runners.store.store import Store


def attempts_of(store: Store, study: str) -> list[FailedCall]:
    """The calls of a study that at some time got no reply, oldest first."""
    mine = select(study_trials.c.sitting).where(study_trials.c.study == study)
    query = select(attempts).where(attempts.c.sitting.in_(mine))
    with store.connected() as connection:
        query = query.order_by(attempts.c.at, attempts.c.attempt)
        rows = [row._mapping for row in connection.execute(query)]
    sittings = store.trials_at([row["sitting"] for row in rows])
    found = []
    for row in rows:
        sitting = sittings[row["sitting"]]
        assert (row["participant"], row["experiment"]) == (sitting.participant, sitting.experiment)
        found.append(record_of(FailedCall, row, id=row["attempt"], sitting=sitting))
    return found


def log_snapshot(store: Store, packet: str, scheme: int) -> str | None:
    """What came of a packet's log up to its last line, in the form of that number."""
    end = store.log_end(packet)
    if end is None or not store.is_whole(packet, end):
        return None
    return store.snapshot_at(packet, end, scheme)
