"""Who answered a study's calls, under which name and when, and what it took in tokens.

Summed in the database, so that memory does not grow with the store.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import case, func, or_, select

from dsl.trial import Levels
from runners.store.queries import Queries, levels_from
from runners.store.schema import calls, starts, study_trials


@dataclass(frozen=True, slots=True)
class Usage:
    """The replies of one participant (its key) in a study, and their tokens."""

    participant: str
    replies: int
    input_tokens: int
    output_tokens: int


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


class UsageQueries(Queries):
    """Questions about what replies took."""

    def usage_of(self, study: str, participants: Sequence[str]) -> tuple[Usage, ...]:
        """What these participants' replies to a study's trials came to, since it was first started.

        A reply that was there before the study was paid for by another one.
        """
        with self.connected() as connection:
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
                    calls.c.sitting.in_(mine),
                    calls.c.participant.in_(participants),
                    calls.c.at >= first,
                )
                .group_by(calls.c.participant)
                .order_by(calls.c.participant)
            )
            return tuple(
                Usage(who, replies, int(read), int(written))
                for who, replies, read, written in connection.execute(query)
            )

    def model_replies(self, study: str) -> tuple[ModelReplies, ...]:
        """The replies to all calls of a study's trials, whenever they came."""
        with self.connected() as connection:
            mine = select(study_trials.c.sitting).where(study_trials.c.study == study)
            uncounted = or_(calls.c.input_tokens.is_(None), calls.c.output_tokens.is_(None))
            names = ("participant", "experiment", "levels", "wording", "model_returned")
            group = [calls.c[name] for name in names]
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
                    who, script, levels_from(levels), wording, name, int(n), first, last,
                    *map(int, numbers),
                )
                for who, script, levels, wording, name, n, first, last, *numbers in (
                    connection.execute(query)
                )
            ]  # fmt: skip
        return tuple(sorted(found, key=_order))


def _order(one: ModelReplies) -> tuple[str, str, Levels, str, str]:
    return one.participant, one.experiment, one.levels, one.wording, one.returned or ""
