"""The tables of banks: scores over items, ages, erasures, models by size and in pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter

from renderers.fields.bank_ages import BANK_AGE
from renderers.fields.erasures import ERASURE
from renderers.fields.field import by_name, low_and_high, of, pick
from renderers.fields.kinds import MEASURE, Measured
from renderers.fields.majorities import MAJORITY
from renderers.fields.size_and_pairs import PAIR, POINT, SIZE
from renderers.rows.bank_ages import BankAge
from renderers.rows.erasures import ErasureDrop
from renderers.rows.majorities import MajorityScore
from renderers.rows.questions import KindScore
from renderers.rows.size_and_pairs import PairDifference, SizePoint, SizeSlope
from runners.export.csv_file import ExportTable

_WHERE = ("experiment", "condition", "wording", "model", "simulated")
_AFTER = MEASURE[[one.name for one in MEASURE].index("ci_method") :]

BANKS: ExportTable[Measured] = ExportTable(
    "banks",
    "one kind of score over the items of a bank: of all, a group, a stage or all groups, in a cell",
    ("experiment", "condition", "wording", "model", "level", "group", "measure"),
    (
        *pick(
            MEASURE, "level", *_WHERE, "group", "measure", "n_items", "n_replies", "undecided",
            "n_draws", "mean", "sd",
        ),
        *low_and_high(by_name(MEASURE)["ci95"]),
        *_AFTER,
    ),
)  # fmt: skip

AGES: ExportTable[BankAge] = ExportTable(
    "ages",
    "the age of one cell by the norms of its bank",
    ("experiment", "condition", "wording", "model"),
    (
        *pick(BANK_AGE, *_WHERE, "age"),
        *low_and_high(by_name(BANK_AGE)["ci95"]),
        *pick(BANK_AGE, "ci_method", "extrapolated", "macro", "left_out", "why"),
    ),
)


MAJORITIES: ExportTable[MajorityScore] = ExportTable(
    "majorities",
    "the majority over samples of the items of a bank, or of a group of them, in a cell",
    ("experiment", "condition", "wording", "model", "level", "group"),
    (
        *pick(
            MAJORITY, "level", *_WHERE, "group", "n_items", "samples_fewest", "samples", "replies",
            "votes", "single", "majority",
        ),
        *low_and_high(by_name(MAJORITY)["ci95"]),
        *pick(MAJORITY, "strict", "ties", "texts", "gain"),
        *low_and_high(by_name(MAJORITY)["gain_ci95"]),
        *pick(MAJORITY, "greedy", "greedy_score", "over_greedy"),
        *low_and_high(by_name(MAJORITY)["over_greedy_ci95"]),
        *pick(MAJORITY, "ci_method"),
    ),
)  # fmt: skip

ERASURES: ExportTable[ErasureDrop] = ExportTable(
    "erasures",
    "how much less is earned on one group of a bank under a framing that states an inability",
    ("experiment", "condition", "wording", "model", "age_alone", "framing", "tested"),
    (
        *pick(
            ERASURE, "experiment", "condition", "wording", "model", "simulated", "age_alone",
            "framing", "erased", "reference", "tested", "diagonal", "n_items", "calibrated",
            "before", "after", "drop",
        ),
        *low_and_high(by_name(ERASURE)["ci95"]),
        *pick(ERASURE, "ci_method"),
    ),
)  # fmt: skip

_SIZES = by_name(SIZE)
_POINTS = by_name(POINT)
SIZES: ExportTable[tuple[SizeSlope, SizePoint]] = ExportTable(
    "sizes",
    "one model of a table of models, in a group, stage or mean of groups, and the slope by size",
    ("experiment", "condition", "wording", "level", "group", "participant"),
    (
        *of(
            itemgetter(0),
            pick(SIZE, "experiment", "condition", "wording", "level", "group"),
        ),
        *of(itemgetter(1), pick(POINT, "participant", "series", "parameters", "accuracy")),
        *of(itemgetter(1), low_and_high(_POINTS["ci95"])),
        *of(itemgetter(1), pick(POINT, "simulated")),
        *of(itemgetter(0), pick(SIZE, "n_series", "slope")),
        *of(
            itemgetter(0),
            [one.but(f"slope_{one.name}") for one in low_and_high(_SIZES["ci95"])],
        ),
        *of(itemgetter(0), pick(SIZE, "ci_method", "people")),
    ),
)

PAIRS: ExportTable[PairDifference] = ExportTable(
    "pairs",
    "two conditions, participants or a model and its counterpart, in a group, a stage or a bank",
    ("experiment", "condition", "wording", "factor", "model", "first", "second", "level", "group"),
    (
        *pick(
            PAIR, "experiment", "condition", "wording", "factor", "model", "first", "second",
            "simulated", "level", "group", "n_items", "difference",
        ),
        *low_and_high(by_name(PAIR)["ci95"]),
        *pick(PAIR, "ci_method", "p", "p_holm"),
    ),
)  # fmt: skip


def bank_rows(scores: Iterable[KindScore]) -> Iterator[Measured]:
    """A row for each kind of each level of each cell that asks a bank."""
    for row in scores:
        if row.items is not None:
            yield from ((row, one) for one in row.measures)
