"""The figures of even questions: how often each of two answers was chosen over draws."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from renderers.fields.design import (
    CONDITION,
    EXPERIMENT_TITLE,
    HAVING_IT,
    MODEL,
    SIMULATED,
    WHERE,
    WORDING,
)
from renderers.fields.field import Field, columns, field, pick
from renderers.fields.scales import (
    SHARE,
    SHARE_CI,
    SHARE_DIFFERENCE,
    SHARE_DIFFERENCE_CI,
    TEXT,
    WHOLE,
)
from renderers.fields.trials import CI_METHOD
from renderers.number_words import NONE, percent
from renderers.rows.comparisons import EvenDifference
from renderers.rows.questions import Evenness, EvenScore
from renderers.tables.fitted import Column
from renderers.terminal import visible

EVEN_QUESTIONS = "even questions"
EVEN_TITLE = f"{EVEN_QUESTIONS}: two answers that should be chosen equally often"
EVEN_NOTE = (
    "even questions are in no LRS; share: of the draws that chose one of the two answers, those "
    "that chose the first, with its exact 95% interval; controls ignored. Uneven: the interval "
    "excludes 50%; even: its 90% interval lies within 25 to 75%, for which ten draws are never "
    "enough; open: neither is shown"
)

EVEN: tuple[Field[EvenScore], ...] = (
    *WHERE,
    field(
        TEXT, "question", "name of the question, with its form where there are several",
        heading="question",
    ),
    HAVING_IT,
    field(TEXT, "first", "the first of the two answers, as the script has it"),
    field(TEXT, "second", "the second of them"),
    field(WHOLE, "n_draws", "draws in the shares", "n", heading="n"),
    field(WHOLE, "undecided", "trials without a mark", heading="mark\nmissing", rare=True),
    field(SHARE, "first_share", "proportion that chose the first answer", heading="first"),
    field(
        SHARE, "second_share", "proportion that chose the second answer", heading="second",
        priority=2,
    ),
    field(
        SHARE, "neither_share", "proportion that chose neither: another choice, both, or a refusal",
        heading="neither", priority=1,
    ),
    field(WHOLE, "n_chose", "draws that chose one of the two", "chose"),
    field(
        SHARE, "share", "proportion of the first answer in the draws that chose one of the two",
        missing="no draw chose one of the two", heading="share", none=NONE,
    ),
    field(
        SHARE_CI, "ci95", "95% interval of that proportion", heading="95%", joined=True, none=NONE,
        missing="no draw chose one of the two",
    ),
    CI_METHOD,
    field(
        TEXT, "reading", "what the interval shows",
        lambda row: None if row.reading is None else row.reading.value,
        levels=(
            (Evenness.UNEVEN.value, "the 95% interval excludes one half"),
            (Evenness.EVEN.value, "the 90% interval lies within 25 to 75%"),
            (Evenness.OPEN.value, "neither"),
        ),
        missing="no draw chose one of the two", heading="shows", none=NONE,
    ),
)  # fmt: skip

_ASKED: Field[EvenScore] = field(
    TEXT, "asked", "the question and the first of its two answers",
    lambda row: f"{visible(row.question)}: {visible(row.first)}",
    heading="question: first answer", label=True, folds=True,
)  # fmt: skip


EVEN_TABLE = pick(
    EVEN, "question", "experiment", "condition", "wording", "model", "n_draws", "first_share",
    "second_share", "neither_share", "share", "ci95", "reading", "undecided",
)  # fmt: skip


def even_columns(rows: Sequence[EvenScore]) -> list[Column]:
    """Columns of even questions; experiment and participant are in the title."""
    names = (
        "condition", "n_draws", "first_share", "second_share", "neither_share", "share", "ci95",
        "reading", "undecided",
    )  # fmt: skip
    condition, *figures = pick(EVEN, *names)
    return columns((_ASKED, condition, WORDING, *figures), rows)


def _share_of(share: Fraction | None, n: int) -> str:
    return f"{percent(share)} of {n}" if n else NONE


EVEN_DIFFERENCE: tuple[Field[EvenDifference], ...] = (
    EXPERIMENT_TITLE,
    CONDITION,
    WORDING,
    MODEL.but(missing="two participants are compared"),
    SIMULATED,
    field(
        TEXT, "question", "name of the question",
        text=lambda row: f"{visible(row.question)}: {visible(row.answer)}",
        heading="question: answer", label=True, folds=True,
    ),
    HAVING_IT,
    field(TEXT, "answer", "the answer that is counted, as the script has it"),
    field(TEXT, "first", "the participant, or the condition"),
    field(TEXT, "second", "what it is compared with"),
    field(WHOLE, "first_n", "draws of the first that chose one of the two"),
    field(
        SHARE, "first_share", "proportion of the answer in these draws", heading="share,\nfirst",
        text=lambda row: _share_of(row.first_share, row.first_n),
    ),
    field(WHOLE, "second_n", "draws of the second that chose one of the two"),
    field(
        SHARE, "second_share", "proportion of the answer in these draws", heading="share,\nsecond",
        text=lambda row: _share_of(row.second_share, row.second_n),
    ),
    field(
        SHARE_DIFFERENCE, "difference", "first proportion minus second", heading="differ\u00adence",
        none=NONE, missing="on one side no draw chose one of the two",
    ),
    field(
        SHARE_DIFFERENCE_CI, "ci95", "95% interval of the difference", heading="95%", joined=True,
        none=NONE, missing="on one side no draw chose one of the two",
    ),
    CI_METHOD,
)  # fmt: skip
EVEN_DIFFERENCE_TABLE = pick(
    EVEN_DIFFERENCE, "question", "condition", "wording", "first_share", "second_share",
    "difference", "ci95",
)  # fmt: skip
"""The experiment and both sides are in the title."""
