"""The figures of ratings in waves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from renderers.fields.design import SIMULATED
from renderers.fields.field import Document, Field, Kind, Row, Scale, document, each, field, nested
from renderers.fields.scales import (
    LEVELS,
    NUMBER,
    OPTIONAL,
    TEXT,
    TEXTS,
    TRUTH,
    WHOLE,
)
from renderers.number_words import NONE, Ends
from renderers.rows.waves import (
    AgentScore,
    Individuation,
    LevelScore,
    PeopleAgreement,
    PublishedKappa,
    SourceDifference,
    WaveFigure,
    WaveMean,
    WaveRating,
    WaveScore,
    WaveScores,
)

PART = Scale[float](Kind.NUMBER, "{:.0%}".format, low=0, high=1, page="percent")
KAPPA = Scale[float](Kind.NUMBER, "{:z.2f}".format, page="rounded")
PRINTED = Scale[float](Kind.NUMBER, "{:.3f}".format)
"""As published."""

ENDS = Scale[Ends](
    Kind.NUMBER, lambda ends: f"{ends[0]:z.2f} to {ends[1]:z.2f}", list, "low and high",
    page="interval",
)  # fmt: skip
NO_PEOPLE = "people rated none of these"

FIGURE: tuple[Field[WaveFigure], ...] = (
    field(KAPPA, "value", "the figure", missing="undefined, as `reason` says"),
    field(ENDS, "ci95", "its 95% interval over conversations", missing="as `ci_reason` says"),
    field(WHOLE, "n", "ratings that it rests on"),
    field(WHOLE, "conversations", "conversations of these"),
    field(OPTIONAL, "reason", "why there is no figure", missing="there is one"),
    field(OPTIONAL, "ci_reason", "why there is no interval", missing="there is one"),
)

PARTICIPANT: Field[Any] = field(
    TEXT, "participant", "whose ratings", heading="participant", label=True, folds=True, once=True
)
FEEDBACK: Field[Any] = field(
    TRUTH, "sees_feedback", "whether it is shown people's ratings of earlier waves",
    levels=(("TRUE", "shown, and never ranked with those that are not"), ("FALSE", "not shown")),
)  # fmt: skip


def shown(
    name: str, heading: str, scale: Scale[float] = KAPPA, *, priority: int = 0
) -> tuple[Field[Any], Field[Any]]:
    """The columns of a figure that rows have under a name: its value and its interval."""

    def part(of: str) -> Callable[[object], Any]:
        return lambda row: None if (one := getattr(row, name)) is None else getattr(one, of)

    return (
        field(scale, name, heading, part("value"), heading=heading, none=NONE, priority=priority),
        field(ENDS, f"{name}_ci95", heading, part("ci95"), heading="95%", joined=True, none=NONE,
              priority=priority),
    )  # fmt: skip


AGENT: tuple[Field[AgentScore], ...] = (
    PARTICIPANT,
    FEEDBACK,
    nested("authenticity", "mean over waves but 0 of unweighted kappa with people, as published",
           lambda row: row.theirs, FIGURE),
    nested("authenticity_wave_5", "unweighted kappa in wave 5", lambda row: row.fifth, FIGURE),
    nested("authenticity_last", "unweighted kappa in the last wave", lambda row: row.last, FIGURE),
    nested("weighted_area", "mean height over waves but 0 of the weighted kappa with people",
           lambda row: row.area, FIGURE),
    nested("rationality", "mean rating of its reasons, 1 to 5, over waves but 0",
           lambda row: row.rationality, FIGURE, missing="no ratings of reasons were given"),
    field(WHOLE, "missing", "ratings that it did not give"),
    field(WHOLE, "unrated", "its ratings of what people did not rate"),
    SIMULATED,
)  # fmt: skip

WAVE: tuple[Field[WaveScore], ...] = (
    PARTICIPANT,
    FEEDBACK,
    field(WHOLE, "wave", "the wave, 0 before anything was shown", heading="wave", label=True),
    nested("unweighted", "unweighted kappa with people", lambda row: row.unweighted, FIGURE),
    nested("weighted", "kappa with quadratic weights", lambda row: row.weighted, FIGURE),
    nested("mean", "mean rating, reversed items turned", lambda row: row.mean, FIGURE),
    field(KAPPA, "people_mean", "mean of what most people said", missing=NO_PEOPLE),
    field(PART, "neutral", "share of the middle step", missing="the scale has no middle"),
    field(PART, "people_neutral", "the same of people", missing=NO_PEOPLE),
    nested("rationality", "mean rating of its reasons, 1 to 5", lambda row: row.rationality,
           FIGURE, missing="no ratings of reasons were given"),
    field(NUMBER, "only_rating", "the rating that it always gave", "step",
          missing="it gave several"),
    SIMULATED,
)  # fmt: skip

WAVE_MEAN: tuple[Field[WaveMean], ...] = (
    field(WHOLE, "wave", "the wave"),
    field(WHOLE, "n", "ratings of the participant"),
    field(KAPPA, "mean", "its mean rating", missing="it gave none"),
    field(KAPPA, "people_mean", "mean of what most people said", missing=NO_PEOPLE),
)

LEVEL: tuple[Field[LevelScore], ...] = (
    PARTICIPANT,
    FEEDBACK,
    field(TEXT, "condition", "the condition", heading="condition", label=True, once=True),
    field(TEXT, "level", "its level", heading="level", label=True, folds=True),
    nested("weighted", "kappa with quadratic weights, all waves but 0 pooled",
           lambda row: row.weighted, FIGURE),
    each("means", "mean ratings by wave, reversed items turned", lambda row: row.means, WAVE_MEAN),
    SIMULATED,
)  # fmt: skip

INDIVIDUATION: tuple[Field[Individuation], ...] = (
    PARTICIPANT,
    FEEDBACK,
    field(WHOLE, "profiles", "profiles compared", heading="profiles"),
    field(KAPPA, "variance", "mean variance of its ratings between profiles, item by item",
          heading="variance", none=NONE, missing="fewer than two profiles"),
    field(KAPPA, "people_variance", "the same of people", heading="people's", none=NONE,
          missing="fewer than two profiles"),
    nested("own", "weighted kappa with people of its own profile", lambda row: row.own, FIGURE),
    nested("others", "the same with people of the other profiles", lambda row: row.others, FIGURE),
    nested("difference", "own less others", lambda row: row.difference, FIGURE),
    SIMULATED,
)  # fmt: skip

PEOPLE: tuple[Field[PeopleAgreement], ...] = (
    field(TEXT, "what", "what people rated", heading="of", label=True, folds=True, once=True),
    field(TEXT, "steps", "all steps of the scale, or its three polarities", heading="steps",
          label=True),
    field(TEXT, "coefficient", "the coefficient", heading="coefficient", label=True),
    nested("figure", "how far people agree, in all waves but 0", lambda row: row.figure, FIGURE),
    field(WHOLE, "raters", "people who rated", heading="people"),
    field(WHOLE, "pairs", "pairs of people that are averaged", heading="pairs", none=NONE,
          missing="not a mean over pairs"),
    field(WHOLE, "undefined_pairs", "pairs without a correlation", "undefined",
          heading="undefined", none=NONE, missing="not a mean over pairs",
          only=lambda row: bool(row.undefined)),
)  # fmt: skip

DIFFERENCE: tuple[Field[SourceDifference], ...] = (
    PARTICIPANT,
    FEEDBACK,
    field(TEXT, "figure", "what is compared", heading="figure", label=True, folds=True, once=True),
    field(WHOLE, "wave", "the wave", heading="wave", none="all", label=True,
          missing="all waves but 0"),
    field(KAPPA, "first", "in the first study", heading="first", none=NONE, missing="undefined"),
    field(KAPPA, "second", "in the second", heading="second", none=NONE, missing="undefined"),
    nested("difference", "second less first", lambda row: row.difference, FIGURE),
    SIMULATED,
)  # fmt: skip

PUBLISHED: tuple[Field[PublishedKappa], ...] = (
    field(TEXT, "source", "articles (a) or videos (v)", heading="published", label=True, once=True),
    field(TEXT, "participant", "the agent", heading="agent", label=True),
    field(TRUTH, "sees_feedback", "whether it is shown people's ratings of earlier waves",
          heading="sees\nfeedback", levels=(("TRUE", "shown"), ("FALSE", "not shown"))),
    field(PRINTED, "mean", "mean of unweighted kappa over waves 1 to 10", heading="mean"),
    field(PRINTED, "wave_5", "unweighted kappa in wave 5", "fifth", heading="wave 5"),
    field(ENDS, "wave_5_ci95", "about its 95% interval", "fifth_ci95", heading="95%", joined=True),
    field(PRINTED, "wave_10", "unweighted kappa in wave 10", "tenth", heading="wave 10"),
    field(ENDS, "wave_10_ci95", "about its 95% interval", "tenth_ci95", heading="95%",
          joined=True),
    field(WHOLE, "ratings", "ratings in a wave", heading="n"),
)  # fmt: skip

RATING: tuple[Field[WaveRating], ...] = (
    field(TEXT, "participant", "who rated"),
    field(NUMBER, "draw", "the draw"),
    field(NUMBER, "sample", "the sample of it"),
    field(WHOLE, "wave", "the wave, 0 before anything was shown"),
    field(TEXT, "item", "the item of the questionnaire"),
    field(Scale[int](Kind.WHOLE), "rating", "the rating", missing="as `missing` says"),
    field(OPTIONAL, "missing", "why there is no rating", missing="there is one"),
    field(OPTIONAL, "reason", "the whole reply", missing="not known"),
    field(Scale[int](Kind.WHOLE), "people", "what most people said",
          missing="nobody rated it, or a tie is left open"),
    field(TRUTH, "tied", "whether several ratings were as frequent",
          levels=(("TRUE", "a tie"), ("FALSE", "no tie"))),
    field(WHOLE, "raters", "people who rated it"),
    SIMULATED,
    FEEDBACK,
    field(TRUTH, "reversed", "whether the item counts the other way round in means",
          levels=(("TRUE", "it does"), ("FALSE", "it counts as it is"))),
)  # fmt: skip

ANSWER: tuple[Field[WaveRating], ...] = (
    field(LEVELS, "levels", "level of each condition"),
    *RATING,
    field(OPTIONAL, "profile", "whom the participant was by then", missing="a table does not say"),
    field(TEXTS, "recalled", "statements that it was reminded of"),
)


def waves_document(found: WaveScores) -> Document:
    """All of it as one object."""

    def rows(fields: Sequence[Field[Row]], every: Sequence[Row]) -> list[Document]:
        return [document(fields, row) for row in every]

    return {
        "source": found.source,
        "scale": list(found.scale),
        "method": TEXTS.json(found.notes),
        "counts": TEXTS.json(found.counts),
        "agents": rows(AGENT, found.agents),
        "waves": rows(WAVE, found.waves),
        "levels": rows(LEVEL, found.levels),
        "profiles": rows(INDIVIDUATION, found.individuation),
        "people": rows(PEOPLE, found.people),
        "differences": rows(DIFFERENCE, found.differences),
        "published": rows(PUBLISHED, found.published),
    }
