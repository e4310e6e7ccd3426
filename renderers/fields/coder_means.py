"""Each coder's own mean, and what coders give more or less than others."""

from __future__ import annotations

from renderers.fields.field import Field, each, field
from renderers.fields.scales import CI, LRS, OPTIONAL, RATIO, TEXT, WHOLE
from renderers.fields.trials import CI95, WHO
from renderers.rows.coders import CoderAdjustment, CoderEffect
from renderers.rows.scores import CoderMean

CODER_MEAN: tuple[Field[CoderMean], ...] = (
    *WHO,
    field(WHOLE, "trials", "trials that the coder gave an LRS", heading="trials"),
    field(WHOLE, "n_draws", "draws in the mean", "lrs.n", heading="draws"),
    field(LRS, "lrs_mean", "the coder's own mean LRS", "lrs.mean", heading="LRS"),
    field(CI, "ci95", CI95, "lrs.ci95"),
)  # fmt: skip

CODER_EFFECT: tuple[Field[CoderEffect], ...] = (
    field(TEXT, "coder", "name of the coder"),
    field(WHOLE, "trials", "trials that the coder gave an LRS"),
    field(RATIO, "effect", "LRS points given by the coder relative to the average coder"),
)  # fmt: skip

ADJUSTMENT: tuple[Field[CoderAdjustment], ...] = (
    field(OPTIONAL, "method", "how the effects were computed"),
    field(OPTIONAL, "reason", "why there are no effects"),
    field(WHOLE, "n_trials", "trials with an LRS", "trials"),
    field(WHOLE, "n_shared", "trials with an LRS from two coders or more", "shared"),
    each("coders", "each coder's effect", lambda made: made.coders, CODER_EFFECT),
)
