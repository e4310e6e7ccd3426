"""What participants of a study were asked without, read from who they are in the store.

A reader of a table must not assume that all participants were asked alike, so each omission is a
sentence next to the table. A column would be empty in nearly every study.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from dsl.words import and_list
from runners.store.records import ParticipantRecord

LIKELIHOOD = "likelihood"
"""What is left out if options are not scored by likelihood."""


def left_out(participant: ParticipantRecord) -> tuple[str, ...]:
    """The names of what this participant was asked without, in the order of the request."""
    identity = json.loads(participant.identity)
    found = identity.get("left_out", "") if isinstance(identity, dict) else ""
    return tuple(name for name in str(found).split(",") if name)


def answered_in_words(participant: ParticipantRecord) -> bool:
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


def asked_without(name: str, left_out: Sequence[str]) -> tuple[str, ...]:
    """A sentence for the parameters that were not sent to a participant, and one for likelihoods;
    none if nothing was left out.
    """
    told: list[str] = []
    parameters = [f"`{one}`" for one in left_out if one != LIKELIHOOD]
    if parameters:
        told.append(f"{name} was asked without {and_list(parameters)}, which it does not support")
    if LIKELIHOOD in left_out:
        told.append(
            f"{name} answered questions that are scored by likelihood in text, since it does not "
            "report likelihoods"
        )
    return tuple(told)
