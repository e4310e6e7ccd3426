"""Headings of tables whose cells a template writes, since some join figures or have small print.

What each figure is called is declared with it, as for all other tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from renderers.fields.adherence import CHECK, DEVIATION
from renderers.fields.banks.erasures import ERASURE_CONTRAST
from renderers.fields.cells import CELL, CHANCE, DRAWS, TEXTS, TREATMENTS, ZEROS
from renderers.fields.coding.coders import (
    ASKED_ABOUT,
    CODED_QUESTION,
    GATES,
    LRS_FIRST,
    MASKING,
    NO_IDEA,
    NOTE,
    PACKET,
    SHIFT,
)
from renderers.fields.coding.coefficients import (
    COEFFICIENT,
    KAPPA,
    MEASURE,
    NAME,
    NAMED,
    PERCENT,
    in_a_sentence,
)
from renderers.fields.comparison.comparisons import CHANGED, COMPARISON
from renderers.fields.design import CELL_NAME, CONDITION, EXPERIMENT_TITLE, MODEL, OVER, WORDING
from renderers.fields.field import by_name, pick
from renderers.fields.means import CODER_EFFECT, CODER_MEAN, EXPERIMENT, TELLING_APART
from renderers.fields.studies import PARTICIPANT, REFERENCE, SCRIPT
from renderers.fields.trials import CONTROL, IN_DRAW, MEASURES
from renderers.report.columns import column, titled, typeset
from renderers.report.parts import PageColumn
from renderers.report.values import Value

_WITH_INTERVAL = "{} [95%]"
_OF_CELLS = by_name(CELL)
_LRS, _DRAWS = _OF_CELLS["lrs_mean"], _OF_CELLS["n_draws"]
_CODER, _KIND, _COUNTED, _TRIALS, _CODER_DRAWS, _CODER_LRS = pick(
    CODER_MEAN, "coder", "kind", "counted", "trials", "n_draws", "lrs_mean"
)
_MEANS = pick(EXPERIMENT, "experiment", "model", "wording", "lrs_mean", "ci95", "n_draws")

_APART = by_name(COMPARISON)
_PERCENT, _KAPPA = NAMED[PERCENT], NAMED[KAPPA]
_DRAW, _TRIAL = pick(IN_DRAW, "draw", "trial")
_SHARE, _TRIAL_LRS = pick(MEASURES, "share", "lrs")
_ITEMS = by_name(COEFFICIENT)["n_items"]
_RIGHT, _ACCURACY, _CHANCE_RIGHT = pick(MASKING, "right", "accuracy", "chance")


def called(name: str) -> str:
    """What a page calls a coefficient of agreement."""
    return typeset(in_a_sentence(name))


HEADINGS: Mapping[str, Sequence[PageColumn[Value] | str]] = {
    "cells": (
        titled(CONDITION),
        titled(MODEL, WORDING, form="{}, {}"),
        column(_LRS, titled(_LRS, form=_WITH_INTERVAL)),
        titled(DRAWS),
        column(_DRAWS, titled(_DRAWS, TEXTS, form="{} ({})")),
        titled(ZEROS),
        column(_OF_CELLS["share_mean"]),
        column(CHANCE, titled(CHANCE, _OF_CELLS["reference"], form="{}, {}, best rule")),
    ),
    "over": [titled(OVER)],
    "model": [titled(MODEL)],
    "means": [titled(_LRS, form="Mean {}")],
    "expected": [titled(_APART["expected"])],
    "pairs": [column(_APART["n_pairs"])],
    **{
        name: [column(figure, titled(figure, form=_WITH_INTERVAL))]
        for name, figure in (
            ("difference", _APART["difference"]),
            ("changed", by_name(CHANGED)["difference"]),
            ("own", _APART["own_difference"]),
            ("correct", _APART["share_difference"]),
        )
    },
    "tests": [
        column(_APART["p"]),
        column(_APART["p_holm"], titled(_APART["p"], _APART["p_holm"], form="{}, {}")),
        column(_APART["p_smallest"]),
    ],
    "coder_means": (
        *map(column, (_CODER, _KIND, _TRIALS, _CODER_DRAWS)),
        column(_CODER_LRS, titled(_CODER_LRS, form=_WITH_INTERVAL)),
        column(_COUNTED),
    ),
    "coder_effects": (*map(column, CODER_EFFECT),),
    "coder_adjusted": (
        titled(CELL_NAME),
        column(_LRS, titled(_LRS, form="{} as coded")),
        *map(column, (_OF_CELLS["coder_adjusted_lrs"], _DRAWS)),
    ),
    "packets": (
        *map(column, (_CODER, *pick(PACKET, "view", "done", "locked"))),
        titled(GATES),
        *map(column, pick(PACKET, "silent_gold_done", "story_opened", "lrs_overridden")),
    ),
    "aim": (*map(column, pick(PACKET, "coder", "aim_guess")),),
    "notes": (*map(column, (_CODER, *NOTE)),),
    "again": (
        column(_CODER),
        column(_PERCENT, titled(_PERCENT, form="{} on marks")),
        column(_KAPPA, typeset(_KAPPA.what)),
        column(_PERCENT, titled(_PERCENT, form="{} on LRS")),
        column(by_name(LRS_FIRST)["same_as_rule"]),
    ),
    "not_pooled": (*map(column, (_CODER, *SHIFT)),),
    "questions": (
        *map(column, (*pick(CODED_QUESTION, "question", "experiment", "kind", "coded"), _PERCENT)),
        column(_KAPPA, typeset(_KAPPA.what)),
        column(_ITEMS),
    ),
    "agreement": (
        *map(column, (MEASURE, NAME, *pick(COEFFICIENT, "value", "ci95"))),
        column(_ITEMS, _ITEMS.heading),
        column(by_name(COEFFICIENT)["method"]),
    ),
    "masking": (
        column(_CODER),
        titled(ASKED_ABOUT),
        column(_RIGHT, titled(_RIGHT, form="{} guesses")),
        column(_ACCURACY, titled(_ACCURACY, form=_WITH_INTERVAL)),
        *map(column, (_CHANCE_RIGHT, NO_IDEA)),
    ),
    "experiments": (*map(column, _MEANS), column(CHANCE)),
    "experiment": (titled(EXPERIMENT_TITLE),),
    "erasures": (
        *map(column, pick(
            ERASURE_CONTRAST, "model", "age_alone", "groups", "n_items", "diagonal", "off_diagonal",
            "difference",
        )),
    ),
    "disagreements": (
        *map(titled, (_TRIAL, CELL_NAME)),
        *map(column, (MODEL, _DRAW)),
        titled(_CODER, _TRIAL_LRS, _SHARE, CONTROL, form="{}: {}, {}, {}"),
    ),
    "participants": (
        *map(titled, pick(PARTICIPANT, "model", "parameters", "returned")),
        *(titled(at, form="{} (UTC)") for at in pick(PARTICIPANT, "first_reply", "last_reply")),
        column(by_name(PARTICIPANT)["replies"]),
    ),
    "scripts": (
        *map(titled, pick(SCRIPT, "experiment", "procedure", "rubric", "mended")),
        column(by_name(SCRIPT)["draws"]),
    ),
    "references": (
        *map(column, (EXPERIMENT_TITLE, *pick(REFERENCE, "for", "who"))),
        PageColumn(titled(by_name(REFERENCE)["value"])),
        titled(by_name(REFERENCE)["source"], form="{}, or why it is unknown"),
    ),
    "deviations": (*map(column, pick((*CHECK, *DEVIATION), "about", "what", "planned", "done")),),
    "gates": (
        titled(CELL_NAME),
        *map(column, (WORDING, MODEL)),
        *map(column, pick(CELL, "gate_pass_rate", "max_attainable")),
        *(column(mean) for mean, _, _ in TREATMENTS.values()),
    ),
    "telling": (
        *map(column, pick(
            TELLING_APART, "model", "n_draws", "lrs_sd", "half_width", "difference",
            "own_half_width", "own_difference",
        )),
    ),
}  # fmt: skip
