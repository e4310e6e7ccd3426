"""Preregistrations that were sealed: what they said, when, and what had been seen by then.

A seal is named by the hash of all of it, so that a changed text or time shows itself. A text that
is sealed again, by this store or by one that was merged into it, keeps both seals; the first one
counts. The hash of the text alone as a key was the alternative: of two stores the one that takes
would then decide when something was sealed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, case, func, select, union_all

from dsl.projections import digest
from dsl.record import replace
from runners.store.rows import Queries, insert_new, row_of
from runners.store.schema import (
    calls,
    codes,
    other_calls,
    participants,
    preregistrations,
    study_trials,
)
from runners.store.writer import each


@dataclass(frozen=True, slots=True)
class Seal:
    """A preregistration as it was sealed. `hash` is of its text (see `hash_of`); `seen` is JSON of
    what the store held of its scripts then; `at` is the time, UTC. `altered`: something else than
    devrun changed any of this after it was kept.
    """

    hash: str
    text: str
    seen: str
    tool_version: str
    at: str
    altered: bool = field(default=False, compare=False)


SeenCalls = tuple[str, str, bool, int, str]
"""The title of a script, the name of a participant (whatever its parameters were), whether it is
simulated, how many replies of it there are, and when the newest came (UTC)."""


@dataclass(frozen=True, slots=True)
class Replied:
    """The replies to a study's trials: how many, of these how many before a moment, and the times
    of the first and the last (UTC; empty without any). `beside` are replies that a merge kept
    beside others that count.
    """

    replies: int
    before: int
    first: str
    last: str
    beside: int


class PreregistrationQueries(Queries):
    """Questions about preregistrations, and about what there is that they may have known."""

    def seals(self) -> tuple[Seal, ...]:
        """Every seal, oldest first."""
        with self.connected() as connection:
            told = (
                preregistrations.c.hash,
                preregistrations.c.content,
                preregistrations.c.seen,
                preregistrations.c.tool_version,
                preregistrations.c.at,
            )
            rows = connection.execute(select(preregistrations.c.seal, *told))
            seals = (_read(key, Seal(*row)) for key, *row in rows)
            return tuple(sorted(seals, key=lambda one: (one.at, seal_key(one))))

    def seen(self, experiments: Sequence[str]) -> tuple[list[SeenCalls], int]:
        """What there is of the scripts with these titles, in whatever words they were asked:
        replies, and how many lines of coding logs that judge them. Sessions that a merge kept as
        superseded are counted, too.
        """
        with self.connected() as connection:
            replies = union_all(
                *(
                    select(
                        table.c.experiment, table.c.participant, table.c.simulated, table.c.at
                    ).where(table.c.experiment.in_(experiments))
                    for table in (calls, other_calls)
                )
            ).subquery()
            group = (replies.c.experiment, participants.c.name, replies.c.simulated)
            query = (
                select(*group, func.count(), func.max(replies.c.at))
                .join(participants, participants.c.participant == replies.c.participant)
                .group_by(*group)
            )
            found: list[SeenCalls] = [tuple(row) for row in connection.execute(query)]
            order = {title: at for at, title in enumerate(experiments)}
            found.sort(key=lambda one: (order[one[0]], *one[1:3]))
            return found, _judgements(connection, experiments)

    def replied(self, study: str, before: str) -> Replied:
        """When the trials of a study were answered, and how often before a moment (UTC)."""
        with self.connected() as connection:
            mine = select(study_trials.c.sitting).where(study_trials.c.study == study)
            # The time stands behind long texts in a row: one reading of the table, not two.
            early = func.coalesce(func.sum(case((calls.c.at < before, 1), else_=0)), 0)
            query = select(func.count(), early, func.min(calls.c.at), func.max(calls.c.at))
            row = connection.execute(query.where(calls.c.sitting.in_(mine))).one()
            others = (
                select(func.count()).select_from(other_calls).where(other_calls.c.sitting.in_(mine))
            )
            beside = int(connection.scalar(others) or 0)
            return Replied(int(row[0]), int(row[1]), row[2] or "", row[3] or "", beside)


def normalised(text: str) -> str:
    """A text with line feeds for every kind of line end, and one of them at its end."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n"


def hash_of(text: str) -> str:
    """SHA-256 of a text's UTF-8, its line ends normalised, so that an editor's habits change
    nothing.
    """
    return hashlib.sha256(normalised(text).encode("utf-8", "surrogatepass")).hexdigest()


def seal_key(seal: Seal) -> str:
    """The key of a seal: all that it says."""
    return digest("devrun:seal:1", [seal.hash, seal.text, seal.seen, seal.tool_version, seal.at])


@each
def add_seals(connection: Connection, seal: Seal) -> Seal:
    """Keeps a seal; gives the first one of its text, which counts."""
    for kept in PreregistrationQueries(connection).seals():
        if kept.hash == seal.hash:
            return kept
    row = row_of(preregistrations, seal, seal=seal_key(seal), content=seal.text)
    insert_new(connection, preregistrations, [row])
    return seal


def _read(key: str, kept: Seal) -> Seal:
    if (seal_key(kept), hash_of(kept.text)) == (key, kept.hash):
        return kept
    return replace(kept, altered=True)


def _judgements(connection: Connection, experiments: Sequence[str]) -> int:
    mine = select(study_trials.c.trial).where(study_trials.c.experiment.in_(experiments)).distinct()
    query = select(func.count()).select_from(codes)
    return int(connection.scalar(query.where(codes.c.trial.in_(mine))) or 0)
