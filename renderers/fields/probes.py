"""The figures of `devrun probe`: how likely a model finds the original words."""

from __future__ import annotations

from collections.abc import Sequence

from renderers.fields.design import EXPERIMENT_TITLE, MODEL, OVER, SIMULATED
from renderers.fields.field import Document, Field, Kind, Scale, columns, document, field
from renderers.fields.scales import T_METHOD, TEXT, WHOLE
from renderers.number_words import NONE, Ends
from renderers.rows.likelihoods import WordFamiliarity
from renderers.tables.fitted import Column
from renderers.terminal import visible

_UNIT = "bits per character"
BITS = Scale[float](Kind.NUMBER, "{:.3f}".format, unit=_UNIT, low=0)
MORE_BITS = Scale[float](Kind.NUMBER, "{:+z.3f}".format, unit=_UNIT)
BITS_CI = Scale[Ends](
    Kind.NUMBER, lambda ends: f"{ends[0]:+z.3f} to {ends[1]:+z.3f}", list, f"{_UNIT}, low and high"
)
PART = Scale[float](Kind.NUMBER, "{:.0%}".format, low=0, high=1)
RANK = Scale[float](Kind.NUMBER, "{:.2f}".format, low=0, high=1)
RANK_CI = Scale[Ends](
    Kind.NUMBER, lambda ends: f"{ends[0]:.2f} to {ends[1]:.2f}", list, "ranks, low and high"
)

PROBE: tuple[Field[WordFamiliarity], ...] = (
    EXPERIMENT_TITLE,
    MODEL,
    SIMULATED,
    field(WHOLE, "n_experiments", "experiments in the means"),
    field(
        WHOLE, "n_draws", "pairs of an original and a permuted story: conditions x draws",
        heading="draws",
    ),
    field(
        BITS, "original_bits", "bits of the stories in original wording; fewer are likelier",
    ),
    field(
        BITS, "permuted_bits", "bits of the stories in permuted wording",
    ),
    field(
        MORE_BITS, "difference", "permuted minus original: above 0 the original is likelier",
        heading="differ\u00adence",
    ),
    field(
        BITS_CI, "difference_ci95", "95% t interval of the difference over experiments",
        missing="a single experiment has none", heading="95%", joined=True, none=NONE, rare=True,
    ),
    field(
        PART, "more_likely", "share of the draws in which the original is likelier than the "
        "permuted story",
        heading="original\nlikelier", priority=1,
    ),
    field(
        WHOLE, "n_words", "places at which a story first has a word that varies", heading="words"
    ),
    field(
        PART, "first", "share of these places at which the original word is the likeliest",
        missing="no word of the stories varies",
    ),
    field(
        PART, "first_chance", "that share if a word were chosen at random", missing="as `first`"
    ),
    field(
        RANK, "rank",
        "mean share of the other words that are less likely than the original; .5 by chance",
        missing="as `first`", heading="rank", none=NONE,
    ),
    field(
        RANK, "rank_uncorrected",
        "`rank` by the likelihood alone, which favours words that are common anywhere",
        missing="as `first`",
    ),
    field(
        RANK_CI, "rank_ci95", "95% t interval of the rank over experiments",
        missing="a single experiment has none", heading="95%\n(rank)", joined=True, none=NONE,
        rare=True,
    ),
)  # fmt: skip

NOTES = (
    "stories: the paper's own, without chat template, up to the first test question; bits per "
    "character, fewer are likelier; difference: permuted minus original wording of the same draw",
    "words: where the original story first has a word that varies, the words of its pool, by the "
    "logarithm of their likelihood there minus that at the beginning of a text; rank: share of the "
    "other words that are less likely (.5 by chance)",
    f"all experiments: each has the same weight; 95%: {T_METHOD}",
    "an original that is likelier may have been read, or its words go together better in any text; "
    "a story that is not likelier may have been read all the same. The stories are this battery's "
    "own prose, so no published wording is completed. What is known: how familiar these words are",
)


def probe_document(rows: Sequence[WordFamiliarity]) -> Document:
    """What `devrun probe --json` prints."""
    return {"rows": [document(PROBE, row) for row in rows]}


def probe_columns(rows: Sequence[WordFamiliarity]) -> list[Column]:
    """Columns of the table; the participant is in the title."""
    name: Field[WordFamiliarity] = OVER.told(
        lambda row: visible(row.experiment) or f"all experiments ({row.n_experiments})"
    )
    first: Field[WordFamiliarity] = field(
        TEXT, "first", "how often the original word is the likeliest",
        lambda row: NONE
        if row.first is None or row.first_chance is None
        else f"{PART.text(row.first)} ({PART.text(row.first_chance)})",
        heading="first\n(chance)",
    )  # fmt: skip
    figures = [one for one in PROBE if one.heading and not one.label]
    at = next(number for number, one in enumerate(figures) if one.name == "rank")
    return columns((name, *figures[:at], first, *figures[at:]), rows)
