"""What participants of a study were asked without, read from who they are in the store."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from renderers.asking_words import LIKELIHOOD, asked_without
from runners.store.records import ParticipantRecord


def left_out(participant: ParticipantRecord) -> tuple[str, ...]:
    """The names of what this participant was asked without, in the order of the request."""
    identity = json.loads(participant.identity)
    found = identity.get("left_out", "") if isinstance(identity, dict) else ""
    return tuple(name for name in str(found).split(",") if name)


def in_words(participant: ParticipantRecord) -> bool:
    """Whether this participant answers questions scored by likelihood in words, as simulated ones
    do and whoever was asked so: to the letter an answer on offer, its reply was not weighed.
    """
    return participant.simulated or LIKELIHOOD in left_out(participant)


def omissions(
    participants: Iterable[ParticipantRecord], labels: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """A sentence for each participant and what it was asked without, each said once.

    `labels` is what each is called (by key) where names do not tell them apart.
    """
    called = labels or {}
    return tuple(
        dict.fromkeys(
            sentence
            for one in participants
            for sentence in asked_without(called.get(one.key, one.name), left_out(one))
        )
    )
