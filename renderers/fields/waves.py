"""The figures of ratings in waves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Any

from renderers.fields.design import SIMULATED
from renderers.fields.field import (
    Field,
    Kind,
    Scale,
    each,
    field,
    nested,
    of,
    pick,
)
from renderers.fields.scales import LEVELS, NUMBER, OPTIONAL, TEXT, TEXTS, TRUTH, WHOLE
from renderers.number_words import NONE, Ends
from renderers.rows.waves import WaveFigure, WaveRating, WaveRow, WaveScores

PART = Scale[float](Kind.NUMBER, "{:.0%}".format, low=0, high=1, page="percent")
KAPPA = Scale[float](Kind.NUMBER, "{:z.2f}".format, page="rounded")
PRINTED = Scale[float](Kind.NUMBER, "{:.3f}".format)
"""As published."""

ENDS = Scale[Ends](
    Kind.NUMBER, lambda ends: f"{ends[0]:z.2f} to {ends[1]:z.2f}", list, "low and high",
    page="interval",
)  # fmt: skip
SEES = "sees feedback"
NO_PEOPLE = "people rated none of these"

FIGURE: tuple[Field[WaveFigure], ...] = (
    field(KAPPA, "value", "the figure", missing="undefined, as `reason` says", none=NONE),
    field(ENDS, "ci95", "its 95% interval over conversations", missing="as `ci_reason` says",
          heading="95%", joined=True, none=NONE),
    field(WHOLE, "n", "ratings that it rests on", heading="n", joined=True, none=NONE,
          text=lambda one: f"{one.n:,}"),
    field(WHOLE, "conversations", "conversations of these"),
    field(OPTIONAL, "reason", "why there is no figure", missing="there is one"),
    field(OPTIONAL, "ci_reason", "why there is no interval", missing="there is one"),
)  # fmt: skip

RATINGS: Field[Any] = pick(FIGURE, "n")[0].but(heading="ratings")
"""What a page, where it stands by itself, calls the n of a figure."""

PARTICIPANT: Field[Any] = field(
    TEXT, "participant", "whose ratings", heading="participant", label=True, folds=True, once=True
)
FEEDBACK: Field[Any] = field(
    TRUTH, "sees_feedback", "whether it is shown people's ratings of earlier waves",
    levels=(("TRUE", "shown, and never ranked with those that are not"), ("FALSE", "not shown")),
)  # fmt: skip
RATED = {"missing": "no ratings of reasons were given"}


def _of_participant(*fields: Field[WaveRow]) -> tuple[Field[WaveRow], ...]:
    return PARTICIPANT, FEEDBACK, *fields, SIMULATED


def fact(scale: Scale[Any], name: str, what: str, **told: Any) -> Field[WaveRow]:
    """What a row is of, or counts."""
    return field(scale, name, what, lambda row: row.facts[name], **told)


def figure(
    name: str, what: str, heading: str = "", beside: str = "", *, missing: str = ""
) -> Field[WaveRow]:
    """A figure of a row with its interval, n, and the reason if there is none. Tables show its
    value, where a row has it, and `beside` it some of its parts: `ci95 n`.
    """
    return _shown(
        nested(name, what, FIGURE, lambda row: row.figures.get(name), missing=missing),
        heading, beside,
    )  # fmt: skip


def _shown(one: Field[WaveRow], heading: str, beside: str) -> Field[WaveRow]:
    parts: tuple[Field[WaveRow], ...] = of(lambda row: row.figures.get(one.name), FIGURE)
    return replace(
        one, heading=heading, text=parts[0].text, none=NONE, beside=pick(parts, *beside.split()),
        only=lambda row: one.name in row.figures,
    )  # fmt: skip


def part(scale: Scale[Any], name: str, what: str, of: str = "", **told: Any) -> Field[WaveRow]:
    """The value of a figure, or another part `of` it, by itself: `variance`, `variance_ci95`."""
    full = f"{name}_{of}" if of else name
    return field(scale, full, what, lambda row: getattr(row.figures[name], of or "value"), **told)


AUTHENTICITY = (
    figure("authenticity", "mean over waves but 0 of unweighted kappa with people, as published",
           "as\npublished", "ci95 n"),
    figure("authenticity_wave_5", "unweighted kappa in wave 5", "wave 5"),
    figure("authenticity_last", "unweighted kappa in the last wave", "last\nwave"),
    figure("weighted_area", "mean height over waves but 0 of the weighted kappa with people",
           "weighted\narea", "ci95"),
)  # fmt: skip
RATIONALITY = (
    figure("rationality", "mean rating of its reasons, 1 to 5, over waves but 0", "mean", "ci95 n",
           **RATED),
    figure("rationality_wave_5", "the same in wave 5", "wave 5", "ci95", **RATED),
    figure("rationality_last", "the same in the last wave", "last\nwave", "ci95", **RATED),
)  # fmt: skip
AGENT = _of_participant(
    *AUTHENTICITY,
    *RATIONALITY,
    fact(WHOLE, "missing", "ratings that it did not give"),
    fact(WHOLE, "unrated", "its ratings of what people did not rate"),
    fact(WHOLE, "skipped", "steps of the agent of which no reply could be read, each counted once "
         "in a wave", heading="steps\nskipped", rare=True),
)  # fmt: skip

JUDGED = _of_participant(
    fact(TEXT, "judge", "the model as judge", heading="judge"),
    figure("rationality", "mean rating of the reasons by this judge, over waves but 0", "mean",
           "ci95 n"),
    figure("rationality_wave_5", "the same in wave 5"),
)  # fmt: skip
WAVE = _of_participant(
    fact(WHOLE, "wave", "the wave, 0 before anything was shown", heading="wave", label=True),
    figure("unweighted", "unweighted kappa with people", "kappa", "ci95 n"),
    figure("weighted", "kappa with quadratic weights", "weighted", "ci95"),
    figure("mean", "mean rating of what people rated too (of all, where they rated nothing), "
           "reversed items turned", "mean\nrating"),
    figure("change", "mean rating minus that in wave 0"),
    fact(KAPPA, "people_mean", "mean of what most people said", missing=NO_PEOPLE,
         heading="people's", none=NONE),
    fact(PART, "neutral", "share of the middle step", missing="the scale has no middle"),
    fact(PART, "people_neutral", "the same of people", missing=NO_PEOPLE),
    figure("rationality", "mean rating of its reasons, 1 to 5", "Rationality", "ci95", **RATED),
    fact(NUMBER, "only_rating", "the rating that it always gave", missing="it gave several"),
)  # fmt: skip

WAVE_MEAN: tuple[Field[Mapping[str, Any]], ...] = (
    field(WHOLE, "wave", "the wave", itemgetter("wave")),
    field(WHOLE, "n", "ratings of the participant", itemgetter("n")),
    field(KAPPA, "mean", "its mean rating", itemgetter("mean"), missing="it gave none"),
    field(KAPPA, "people_mean", "mean of what most people said", itemgetter("people_mean"),
          heading="people's", missing=NO_PEOPLE),
)  # fmt: skip

LEVEL = _of_participant(
    fact(TEXT, "condition", "the condition", heading="condition", label=True, once=True),
    fact(TEXT, "level", "its level", heading="level", label=True, folds=True),
    figure("weighted", "kappa with quadratic weights, all waves but 0 pooled", "kappa", "ci95 n"),
    each(
        "means", "mean ratings by wave, reversed items turned", WAVE_MEAN,
        lambda row: row.facts["means"],
    ),
)  # fmt: skip

_ONE_PROFILE = {"missing": "fewer than two profiles"}
PROFILES = _of_participant(
    fact(WHOLE, "profiles", "profiles compared", heading="profiles"),
    _shown(part(KAPPA, "variance", "mean variance of its ratings between profiles, item by item",
                **_ONE_PROFILE), "variance", "ci95 n"),
    part(ENDS, "variance", "its 95% interval", "ci95", missing="as `variance_ci_reason` says"),
    part(OPTIONAL, "variance", "why it has none", "ci_reason", missing="it has one"),
    _shown(part(KAPPA, "people_variance", "the same of people", **_ONE_PROFILE), "people's",
           "ci95"),
    part(ENDS, "people_variance", "its 95% interval", "ci95",
         missing="as `people_variance_ci_reason` says"),
    part(OPTIONAL, "people_variance", "why it has none", "ci_reason", missing="it has one"),
    figure("own", "weighted kappa with people of its own profile", "own"),
    figure("others", "the same with people of the other profiles", "others"),
    figure("difference", "own minus others", "difference", "ci95 n"),
)  # fmt: skip

PAIR = _of_participant(
    fact(TEXT, "other", "the participant it is compared with", heading="less", label=True,
         folds=True),
    figure("authenticity", "difference of the mean over waves of unweighted kappa",
           "as\npublished", "ci95"),
    figure("weighted_area", "difference of the area of weighted kappa", "weighted\narea",
           "ci95 n"),
    figure("rationality", "difference of Rationality", "Rationality", "ci95", **RATED),
)  # fmt: skip

PEOPLE: tuple[Field[WaveRow], ...] = (
    fact(TEXT, "what", "what people rated", heading="of", label=True, folds=True, once=True),
    fact(TEXT, "steps", "all steps of the scale, or its three polarities", heading="steps",
         label=True),
    fact(TEXT, "coefficient", "the coefficient", heading="coefficient", label=True),
    figure("figure", "how far people agree, in all waves but 0", "value", "ci95 n"),
    fact(WHOLE, "raters", "people who rated", heading="people"),
    fact(WHOLE, "pairs", "pairs of people that are averaged", heading="pairs", none=NONE,
         missing="not a mean over pairs"),
    fact(WHOLE, "undefined_pairs", "pairs without a correlation", heading="undefined", none=NONE,
         missing="not a mean over pairs", rare=True),
)  # fmt: skip

DIFFERENCE = _of_participant(
    fact(TEXT, "figure", "what is compared", heading="figure", label=True, folds=True, once=True),
    fact(WHOLE, "wave", "the wave", heading="wave", none="all", label=True,
         missing="all waves but 0"),
    fact(KAPPA, "first", "in the first study", heading="first", none=NONE, missing="undefined"),
    fact(KAPPA, "second", "in the second", heading="second", none=NONE, missing="undefined"),
    figure("difference", "second minus first", "difference", "ci95 n"),
)  # fmt: skip

_ABOUT: dict[str, Any] = {"what": "about its 95% interval", "heading": "95%", "joined": True}
PUBLISHED: tuple[Field[WaveRow], ...] = (
    fact(TEXT, "source", "articles (a) or videos (v)", heading="published", label=True, once=True),
    field(TEXT, "participant", "the agent", heading="agent", label=True),
    field(TRUTH, "sees_feedback", "whether it is shown people's ratings of earlier waves",
          heading=SEES.replace(" ", "\n"), levels=(("TRUE", "shown"), ("FALSE", "not shown"))),
    part(PRINTED, "mean", "mean of unweighted kappa over waves 1 to 10", heading="mean"),
    part(PRINTED, "wave_5", "unweighted kappa in wave 5", heading="wave 5"),
    part(ENDS, "wave_5", of="ci95", **_ABOUT),
    part(PRINTED, "wave_10", "unweighted kappa in wave 10", heading="wave 10"),
    part(ENDS, "wave_10", of="ci95", **_ABOUT),
    part(PRINTED, "rationality", "mean Rationality over waves 1 to 10", heading="mean"),
    part(PRINTED, "rationality_wave_5", "Rationality in wave 5", heading="wave 5"),
    part(PRINTED, "rationality_wave_10", "Rationality in wave 10", heading="wave 10"),
    field(WHOLE, "ratings", "ratings in a wave", lambda row: row.figures["mean"].n,
          heading="n"),
)  # fmt: skip

RATING: tuple[Field[WaveRating], ...] = (
    field(TEXT, "participant", "who rated", heading="participant", label=True, folds=True),
    field(NUMBER, "draw", "the draw", heading="draw"),
    field(NUMBER, "sample", "the sample of it"),
    field(WHOLE, "wave", "the wave, 0 before anything was shown"),
    field(TEXT, "item", "the item of the questionnaire"),
    field(Scale[int](Kind.WHOLE), "rating", "the rating", heading="rating", none=NONE,
          missing="as `missing` says"),
    field(OPTIONAL, "missing", "why there is no rating", missing="there is one"),
    field(OPTIONAL, "reason", "the whole reply", heading="reply", folds=True,
          missing="not known"),
    field(Scale[int](Kind.WHOLE), "people", "what most people said",
          missing="nobody rated it, or a tie is left open"),
    field(TRUTH, "tied", "whether several ratings were as frequent",
          levels=(("TRUE", "a tie"), ("FALSE", "no tie"))),
    field(WHOLE, "raters", "people who rated it"),
    SIMULATED,
    FEEDBACK,
    field(TRUTH, "reversed", "whether the item counts the other way round in means",
          levels=(("TRUE", "it does"), ("FALSE", "it counts as it is"))),
    field(OPTIONAL, "skipped", "steps of the agent in this wave of which no reply could be read",
          lambda row: ", ".join(row.skipped), missing="none, or there is no agent"),
)  # fmt: skip

ANSWER: tuple[Field[WaveRating], ...] = (
    field(LEVELS, "levels", "level of each condition"),
    *RATING,
    field(OPTIONAL, "profile", "whom the participant was by then", missing="a table does not say"),
    field(TEXTS, "recalled", "statements that it was reminded of"),
)


WAVES: tuple[Field[WaveScores], ...] = (
    field(TEXT, "source", "the study, or the table that was read"),
    field(Scale[tuple[int, int]](Kind.LIST, plain=list), "scale", "lowest and highest rating"),
    field(TEXTS, "method", "how the figures were computed", "notes"),
    field(TEXTS, "counts", "what is left out, and what was settled"),
    each("agents", "participants, over all waves after 0", AGENT),
    each("waves", "participants in each wave", WAVE),
    each("levels", "participants in each level of each condition", LEVEL),
    each("profiles", "participants compared with other profiles", PROFILES),
    each("pairs", "two participants in the same conversations", PAIR),
    each("people", "agreement of people with each other", PEOPLE),
    each("judged", "ratings of reasons by models as judges", JUDGED),
    each("differences", "the second of two studies minus the first", DIFFERENCE),
    each("published", "figures of the paper", PUBLISHED),
)
