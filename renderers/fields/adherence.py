"""The figures of what was done against what was preregistered."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from renderers.fields.design import SIMULATED, STUDY
from renderers.fields.field import Field, each, field, of
from renderers.fields.scales import OPTIONAL, TEXT, TIME, WHOLE

CHECK: tuple[Field[Any], ...] = (
    field(TEXT, "thing", "name of the check, for programs", "name"),
    field(TEXT, "what", "what is compared", heading="check"),
)
DEVIATION: tuple[Field[Any], ...] = (
    field(TEXT, "about", "the script, model or coder; may be empty", heading="where"),
    field(TEXT, "planned", "what was planned"),
    field(TEXT, "done", "what was done"),
)
HASH: Field[Any] = field(
    OPTIONAL, "hash", "SHA-256 of the preregistration", missing="the study has none"
)
SEALED: Field[Any] = field(
    TIME, "sealed", "when it was sealed", lambda found: found.sealed or None,
    missing="it never was, in this store",
)  # fmt: skip
ADHERENCE: tuple[Field[Any], ...] = (
    STUDY,
    SIMULATED,
    HASH,
    SEALED,
    field(TEXT, "why", "how the preregistration was chosen, or why there is none"),
    field(TEXT, "line", "the result in a sentence", "in_a_line"),
    field(WHOLE, "n_compared", "checks that could be done", lambda found: len(found.compared)),
    field(WHOLE, "n_deviations", "deviations in all of these", "deviations"),
    each(
        "deviations", "each deviation",
        (
            *of(itemgetter(0), CHECK),
            *of(itemgetter(1), DEVIATION),
        ),
        lambda found: [(one, it) for one in found.things for it in one.found],
    ),
    each(
        "compared", "each check that could be done",
        (*CHECK, field(WHOLE, "n_deviations", "deviations", lambda one: len(one.found))),
    ),
    each(
        "not_compared", "each check that could not be done",
        (*CHECK, field(TEXT, "reason", "why not")),
    ),
)  # fmt: skip
