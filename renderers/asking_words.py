"""Sentences on participants that were not asked as requested.

A reader of a table must not assume that all participants were asked alike, so each omission is a
sentence next to the table. A column would be empty in nearly every study.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.words import and_list

LIKELIHOOD = "likelihood"
"""What is left out if options are not scored by likelihood."""


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
