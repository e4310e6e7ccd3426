"""The tables of banks: scores over items, ages, erasures, models by size and in pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter

from renderers.fields.banks.ages import BANK_AGE
from renderers.fields.banks.erasures import ERASURE
from renderers.fields.banks.hacking import HACKING
from renderers.fields.banks.letters import LETTER
from renderers.fields.banks.majorities import MAJORITY
from renderers.fields.banks.size_and_pairs import PAIR, POINT, SIZE
from renderers.fields.field import by_name, flat, of
from renderers.fields.kinds import MEASURE, Measured
from renderers.rows.bank_ages import BankAge
from renderers.rows.banks import (
    ErasureDrop,
    MajorityScore,
    PairDifference,
    SizePoint,
    SizeSlope,
)
from renderers.rows.questions import HackingScore, KindScore, LetterChoice
from runners.export.csv_file import ExportTable

_CELL = ("experiment", "condition", "wording", "model")
_WHERE = (*_CELL, "simulated")
_AFTER = MEASURE[[one.name for one in MEASURE].index("ci_method") :]

BANKS: ExportTable[Measured] = ExportTable(
    "banks",
    "one kind of score over the items of a bank: of all, a group, a stage or all groups, in a cell",
    (*_CELL, "level", "group", "measure"),
    (
        *flat(
            MEASURE, "level", *_WHERE, "group", "measure", "n_items", "n_replies", "undecided",
            "n_draws", "mean", "sd", "ci95",
        ),
        *_AFTER,
    ),
)  # fmt: skip

AGES: ExportTable[BankAge] = ExportTable(
    "ages",
    "the age of one cell by the norms of its bank",
    _CELL,
    flat(BANK_AGE, *_WHERE, "age", "ci95", "ci_method", "extrapolated", "macro", "left_out", "why"),
)

MAJORITIES: ExportTable[MajorityScore] = ExportTable(
    "majorities",
    "the majority over samples of the items of a bank, or of a group of them, in a cell",
    (*_CELL, "level", "group"),
    flat(
        MAJORITY, "level", *_WHERE, "group", "n_items", "samples_fewest", "samples", "replies",
        "votes", "single", "majority", "ci95", "strict", "ties", "texts", "gain", "gain_ci95",
        "greedy", "greedy_score", "over_greedy", "over_greedy_ci95", "ci_method",
    ),
)  # fmt: skip

LETTERS: ExportTable[LetterChoice] = ExportTable(
    "letters",
    "one letter of the choices of a bank that is asked in every rotation, in a cell",
    (*_CELL, "letter"),
    flat(
        LETTER, *_WHERE, "letter", "n_items", "n_replies", "taken", "right", "more", "more_ci95",
        "ci_method",
    ),
)  # fmt: skip

VERSIONS: ExportTable[HackingScore] = ExportTable(
    "versions",
    "control and manipulated versions of the items of a bank, of a group of them, or of one item, "
    "in a cell",
    (*_CELL, "level", "group", "item"),
    flat(HACKING, *(one.name for one in HACKING if one.name != "levels")),
)

ERASURES: ExportTable[ErasureDrop] = ExportTable(
    "erasures",
    "how much less is earned on one group of a bank under a framing that states an inability",
    (*_CELL, "age_alone", "framing", "tested"),
    flat(
        ERASURE, *_WHERE, "age_alone", "framing", "erased", "reference", "tested", "diagonal",
        "n_items", "calibrated", "before", "after", "drop", "ci95", "ci_method",
    ),
)  # fmt: skip

_SLOPE_CI = by_name(SIZE)["ci95"].but("slope_ci95")
SIZES: ExportTable[tuple[SizeSlope, SizePoint]] = ExportTable(
    "sizes",
    "one model of a table of models, in a group, stage or mean of groups, and the slope by size",
    ("experiment", "condition", "wording", "level", "group", "participant"),
    (
        *of(itemgetter(0), flat(SIZE, "experiment", "condition", "wording", "level", "group")),
        *of(
            itemgetter(1),
            flat(POINT, "participant", "series", "parameters", "accuracy", "ci95", "simulated"),
        ),
        *of(itemgetter(0), flat(SIZE, "n_series", "slope")),
        *of(itemgetter(0), flat([_SLOPE_CI], "slope_ci95")),
        *of(itemgetter(0), flat(SIZE, "ci_method", "people")),
    ),
)

PAIRS: ExportTable[PairDifference] = ExportTable(
    "pairs",
    "two conditions, participants or a model and its counterpart, in a group, a stage or a bank",
    ("experiment", "condition", "wording", "factor", "model", "first", "second", "level", "group"),
    flat(
        PAIR, "experiment", "condition", "wording", "factor", "model", "first", "second",
        "simulated", "level", "group", "n_items", "difference", "ci95", "ci_method", "p", "p_holm",
    ),
)  # fmt: skip


def bank_rows(scores: Iterable[KindScore]) -> Iterator[Measured]:
    """A row for each kind of each level of each cell that asks a bank."""
    for row in scores:
        if row.items is not None:
            yield from ((row, one) for one in row.measures)
