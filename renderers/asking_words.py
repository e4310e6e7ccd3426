"""What a report says of how participants were asked, where that is not how it was wished for.

A reader of a table sees who answered, and must not take it that all were asked alike: each omission
is a sentence beside the table. A column would be empty in nearly every study.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.words import and_list

LIKELIHOOD = "likelihood"
"""What is left out where options are not weighed."""


def asked_without(name: str, left_out: Sequence[str]) -> tuple[str, ...]:
    """A sentence for the parameters that a participant was asked without, and one for likelihoods;
    none where nothing was left out.
    """
    told: list[str] = []
    parameters = [f"`{one}`" for one in left_out if one != LIKELIHOOD]
    if parameters:
        takes = "which it does not take"
        told.append(f"{name} was asked without {and_list(parameters)}, {takes}")
    if LIKELIHOOD in left_out:
        told.append(
            f"{name} was asked in words where a question is scored by likelihood, since it does "
            "not tell likelihoods"
        )
    return tuple(told)
