"""Who answered a study's calls: under which name, when, and what it took.

Summed in the database, cell by cell, so that memory does not grow with the store and a part of a
study can be picked out afterwards.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsl.trial import Levels

if TYPE_CHECKING:
    from sqlalchemy import Connection


@dataclass(frozen=True, slots=True)
class ModelReplies:
    """The replies of one participant (its key) in one cell that came under one returned name.

    `returned` is None where the provider names no model. `first` and `last` are times, UTC. Tokens
    are those that were counted; of `uncounted` replies they are not known. `tries` counts attempts.
    """

    participant: str
    experiment: str
    levels: Levels
    wording: str
    returned: str | None
    replies: int
    first: str
    last: str
    input_tokens: int
    output_tokens: int
    uncounted: int
    tries: int


def answered(connection: Connection, study: str) -> tuple[ModelReplies, ...]:
    """The replies to all calls of a study's trials, whenever they came."""
    from sqlalchemy import case, func, or_, select

    from runners.store.schema import calls, study_trials

    mine = select(study_trials.c.sitting).where(study_trials.c.study == study)
    uncounted = or_(calls.c.input_tokens.is_(None), calls.c.output_tokens.is_(None))
    group = (
        calls.c.participant,
        calls.c.experiment,
        calls.c.levels,
        calls.c.wording,
        calls.c.model_returned,
    )
    query = (
        select(
            *group,
            func.count(),
            func.min(calls.c.at),
            func.max(calls.c.at),
            func.coalesce(func.sum(calls.c.input_tokens), 0),
            func.coalesce(func.sum(calls.c.output_tokens), 0),
            func.sum(case((uncounted, 1), else_=0)),
            func.sum(calls.c.tries),
        )
        .where(calls.c.sitting.in_(mine))
        .group_by(*group)
    )
    found = [
        ModelReplies(
            who,
            experiment,
            tuple((str(factor), str(level)) for factor, level in json.loads(levels)),
            wording,
            returned,
            int(replies),
            first,
            last,
            int(read),
            int(written),
            int(missing),
            int(tries),
        )
        for (
            who,
            experiment,
            levels,
            wording,
            returned,
            replies,
            first,
            last,
            read,
            written,
            missing,
            tries,
        ) in connection.execute(query)
    ]
    return tuple(
        sorted(
            found,
            key=lambda one: (
                one.participant, one.experiment, one.levels, one.wording, one.returned or "",
            ),
        )
    )  # fmt: skip


def judges_of(connection: Connection, study: str) -> tuple[tuple[str, str], ...]:
    """The (packet, name) pairs of the models that judged packets of a study, by name."""
    from sqlalchemy import select

    from runners.store.schema import packets

    query = select(packets.c.packet, packets.c.coder).where(
        packets.c.study == study, packets.c.coder_kind == "automatic"
    )
    return tuple(sorted(((key, name) for key, name in connection.execute(query)), key=_by_name))


def _by_name(judge: tuple[str, str]) -> tuple[str, str]:
    return judge[1], judge[0]


def starts_of(connection: Connection, study: str) -> tuple[tuple[str, str, str], ...]:
    """When a study was started, with what settings (canonical JSON), and by which devrun; oldest
    first.
    """
    from sqlalchemy import select

    from runners.store.schema import starts

    query = select(starts.c.at, starts.c.settings, starts.c.tool_version)
    query = query.where(starts.c.study == study).order_by(starts.c.at, starts.c.start)
    return tuple((at, settings, version) for at, settings, version in connection.execute(query))
