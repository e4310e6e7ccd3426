"""How a study came about: every time it was started, with what, and which editions of its scripts.

Later starts join a study, with more participants or a mended key, and tables show what came of all
of them. Whoever is given a study has to see when that was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Connection


@dataclass(frozen=True, slots=True)
class Edition:
    """A script as a start had it: its title, what is sent and how it is judged, by their hashes."""

    experiment: str
    procedure: str
    rubric: str


@dataclass(frozen=True, slots=True)
class KeptStart:
    """One start of a study. `settings` is JSON of what was asked for; `participants` are names."""

    at: str
    tool_version: str
    settings: str
    editions: tuple[Edition, ...]
    participants: tuple[str, ...]


def starts_of(connection: Connection, study: str) -> tuple[KeptStart, ...]:
    """Every start of a study, oldest first."""
    from sqlalchemy import select

    from runners.store.schema import participants, start_participants, start_scripts, starts

    mine = select(starts.c.start).where(starts.c.study == study)
    editions: dict[str, list[Edition]] = {}
    scripts = select(start_scripts).where(start_scripts.c.start.in_(mine))
    for row in connection.execute(scripts).mappings():
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
    rows = connection.execute(select(starts).where(starts.c.study == study)).mappings().all()
    return tuple(
        KeptStart(
            row["at"],
            row["tool_version"],
            row["settings"],
            tuple(sorted(editions.get(row["start"], ()), key=lambda each: each.experiment)),
            tuple(sorted(names.get(row["start"], ()))),
        )
        for row in sorted(rows, key=lambda row: (row["at"], row["start"]))
    )
