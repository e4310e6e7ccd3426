"""The figures of questions scored by likelihood: of each option of a reply, and of cells."""

from __future__ import annotations

from operator import itemgetter

from dsl.scoring import ScoreLevel
from renderers.fields.cells import TEXTS
from renderers.fields.design import PLACE, SIMULATED, STUDY, WHERE
from renderers.fields.field import Document, Field, document, each, field, keyed, of
from renderers.fields.kinds import row_name
from renderers.fields.scales import (
    COUNTS,
    DECIMAL,
    KEY,
    MEASURE_CI,
    NUMBER,
    OPTIONAL,
    RATIO,
    SHARE,
    TEXT,
    TRUTH,
    WHOLE,
)
from renderers.fields.trials import CI_METHOD
from renderers.number_words import NONE
from renderers.rows.likelihoods import (
    Likelihoods,
    OptionNumbers,
    ReadingShare,
    WeighedCell,
    WeighedGroup,
    WeighedReply,
)

REPLY: tuple[Field[WeighedReply], ...] = (
    field(KEY, "trial", "the trial: one participant in one cell, draw and sample", "key"),
    *WHERE,
    field(NUMBER, "draw", "number of the draw"),
    field(NUMBER, "sample", "number of the repeat of the same text"),
    field(TEXT, "version", "the version of the story that was asked about"),
    PLACE,
    field(TEXT, "question", "name of the question"),
    field(TEXT, "kind", "test, item (of a bank), control, record or practice"),
    field(
        OPTIONAL,
        "group",
        "group of the items of a bank",
        missing="not an item, or its bank has no groups",
    ),
    field(TEXT, "reading", "which number decided the reply"),
)

OPTION: tuple[Field[OptionNumbers], ...] = (
    field(TEXT, "option", "the option's words"),
    field(TEXT, "letter", "the option's letter", missing="options have none"),
    field(
        RATIO, "sum", "natural logarithm of the likelihood of the option's words",
        missing="the number does not apply",
    ),
    field(RATIO, "per_token", "`sum` divided by the option's tokens", missing="as `sum`"),
    field(RATIO, "per_character", "`sum` divided by the option's characters", missing="as `sum`"),
    field(
        RATIO, "against_bare_prompt", "`sum` minus its value without the question",
        missing="as `sum`",
    ),
    field(
        RATIO, "letter_sum", "natural logarithm of the likelihood of the option's letter",
        missing="as `sum`",
    ),
    field(
        RATIO, "per_token_of_whole", "mean over the tokens of prompt and option together",
        missing="as `sum`, or the options are replies in a conversation",
    ),
    field(TRUTH, "chosen", "whether it is the reply"),
    field(TRUTH, "right", "whether it is right by the key"),
)  # fmt: skip

ROW: tuple[Field[tuple[WeighedReply, OptionNumbers]], ...] = (
    *of(itemgetter(0), REPLY),
    *of(itemgetter(1), OPTION),
)

READING: tuple[Field[ReadingShare], ...] = (
    field(WHOLE, "n", "replies that have this number"),
    field(
        SHARE, "right", "share of them whose likeliest option is right; ties are wrong",
        missing="there are none", none=NONE,
    ),
    field(
        DECIMAL, "calibrated", "mean of (right - chance) / (1 - chance): 0 is guessing",
        missing="there are none", none=NONE,
    ),
)  # fmt: skip

GROUP: tuple[Field[WeighedGroup], ...] = (
    field(
        TEXT, "level", "what it is of", "level.value",
        levels=(
            (ScoreLevel.GROUP.value, "a group of the items of a bank"),
            (ScoreLevel.MACRO.value, "plain mean of all groups"),
            (ScoreLevel.CELL.value, "all items"),
        ),
    ),
    field(
        OPTIONAL, "group", "group of the items of a bank", missing="it is of all items",
        heading="group", label=True, text=lambda group: row_name(group) or "no group",
    ),
    field(WHOLE, "n_items", "items", "n", heading="n"),
    field(WHOLE, "n", "their replies", "replies"),
    field(SHARE, "chance", "share expected from guessing", heading="chance", none=NONE),
    field(
        DECIMAL, "calibrated", "calibrated accuracy by the reading that decided", "figure.mean",
        missing="no reply has the number", heading="calibrated", none=NONE,
    ),
    field(
        MEASURE_CI, "ci95", "95% interval over items", "figure.ci95", heading="95%", joined=True,
        none=NONE,
    ),
    CI_METHOD.read_by(lambda group: group.figure.ci_method),
    keyed("readings", "each reading", READING, lambda one: one.reading, "shares"),
)  # fmt: skip

CELL: tuple[Field[WeighedCell], ...] = (
    *WHERE,
    field(WHOLE, "n", "replies to test questions", heading="n"),
    TEXTS.but(what="distinct texts among them", priority=2).read_by(lambda cell: cell.texts),
    field(
        SHARE, "chance", "share expected from guessing", heading="chance", priority=1, none=NONE
    ),
    field(COUNTS, "decided_by", "replies that each reading decided", lambda c: dict(c.decided)),
    keyed("readings", "each reading", READING, lambda one: one.reading, "shares"),
    each("groups", "groups of the items of a bank", GROUP),
)  # fmt: skip

LIKELIHOODS: tuple[Field[Likelihoods], ...] = (
    STUDY,
    SIMULATED,
    field(WHOLE, "in_words", "replies to such questions that are text, without likelihoods"),
    each(
        "rows", "each option of each reply", ROW,
        lambda found: ((one, option) for one in found.replies for option in one.options),
    ),
    each("cells", "cells of the design", CELL),
)  # fmt: skip


def likelihoods_document(found: Likelihoods) -> Document:
    """What `devrun score --likelihoods --json` prints: a row for each option of each reply, and
    what the readings come to. Logarithms are natural; null where a number does not apply.
    """
    return document(LIKELIHOODS, found)
