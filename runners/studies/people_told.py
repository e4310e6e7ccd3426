"""Participants who were told how people rated, in a study whose scripts may hold other ratings."""

from __future__ import annotations

import json
from collections.abc import Sequence

from dsl.experiment import Experiment
from runners.agents.identity import PEOPLE, TOLD
from runners.participants.with_agent import ratings_of
from runners.store.errors import StoreMissing
from runners.store.records import ParticipantRecord


def told_as_now(
    asked: Sequence[ParticipantRecord], experiments: Sequence[Experiment]
) -> tuple[tuple[ParticipantRecord, ...], tuple[str, ...]]:
    """Those who were told the ratings of people that scripts now hold, or none; and the names of
    those left out since they were asked again with these.

    Raises StoreMissing for one who was told others and was not asked again: what it was asked
    cannot be made again.
    """
    now_told = set(ratings_of(experiments))
    identities = [json.loads(one.identity) for one in asked]
    others = [
        TOLD in found and not now_told <= set(found[PEOPLE].split(",")) for found in identities
    ]
    if not any(others):
        return tuple(asked), ()
    current = [
        {**found, PEOPLE: ""} for found, other in zip(identities, others, strict=True) if not other
    ]
    before = [one for one, other in zip(asked, others, strict=True) if other]
    for one in before:
        if {**json.loads(one.identity), PEOPLE: ""} not in current:
            raise StoreMissing(
                f"{one.name} was told people's ratings that differ from those in the files now",
                "leave out the path to use the study's own copy, name other participants with -m, "
                "or run again: it is then asked again",
            )
    return tuple(one for one in asked if one not in before), tuple(one.name for one in before)
