"""How many tokens a study's replies came to, by participant: what a bill is made of.

Summed in the database, so that memory does not grow with the store. A reply that its provider gave
no count for is taken to have a token for every character.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Connection


@dataclass(frozen=True, slots=True)
class Usage:
    """The replies of one participant (its key) in a study, and their tokens."""

    participant: str
    replies: int
    input_tokens: int
    output_tokens: int


def usage_of(connection: Connection, study: str, participants: Sequence[str]) -> tuple[Usage, ...]:
    """What these participants' replies to a study's trials came to, since it was first started.

    A reply that was there before the study was paid for by another one.
    """
    from sqlalchemy import func, select

    from runners.store.schema import calls, starts, study_trials

    mine = select(study_trials.c.sitting).where(study_trials.c.study == study)
    first = select(func.min(starts.c.at)).where(starts.c.study == study).scalar_subquery()
    query = (
        select(
            calls.c.participant,
            func.count(),
            func.sum(func.coalesce(calls.c.input_tokens, func.length(calls.c.messages))),
            func.sum(func.coalesce(calls.c.output_tokens, func.length(calls.c.text))),
        )
        .where(
            calls.c.sitting.in_(mine), calls.c.participant.in_(participants), calls.c.at >= first
        )
        .group_by(calls.c.participant)
        .order_by(calls.c.participant)
    )
    return tuple(
        Usage(who, replies, int(read), int(written))
        for who, replies, read, written in connection.execute(query)
    )


def asked_last(connection: Connection, study: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The participants (by name) and scripts (by file) of a study's starts, those that were named
    first in the newest start first; empty where starts do not say.
    """
    from sqlalchemy import select

    from runners.store.schema import starts

    query = select(starts.c.settings).where(starts.c.study == study)
    found: tuple[dict[str, None], dict[str, None]] = ({}, {})
    for text in connection.scalars(query.order_by(starts.c.at.desc(), starts.c.start)):
        settings = json.loads(text)
        for names, part in zip(found, ("models", "scripts"), strict=True):
            names.update((str(name), None) for name in settings.get(part, ()))
    return tuple(found[0]), tuple(found[1])
