"""The tables of cells: those of `score`, those of a run, and the summary of many experiments."""

from __future__ import annotations

from collections.abc import Sequence

from renderers.fields.cells import (
    CELL,
    CHANCE,
    FIRST_GIVEN,
    OVERRIDDEN,
    STORY_SHARES,
    TEXTS,
    TREATMENTS,
    WORD_SETS,
    Cells,
    zero_for,
)
from renderers.fields.design import WHERE
from renderers.fields.field import (
    by_name,
    columns,
    columns_by_coder,
    field,
    pick,
)
from renderers.fields.scales import COUNTS, WHOLE
from renderers.fields.trials import LINEAR, NEEDS_HUMAN
from renderers.number_words import UNKNOWN, decimal
from renderers.rows.scores import CellScore
from renderers.tables.fitted import Column
from renderers.terminal import visible

_BY_NAME = by_name(CELL)

ZEROS = (
    zero_for("gate_failed", "a control question was answered wrongly", "control\nfailed"),
    zero_for("not_trained", "a training ended without its criterion", "not\ntrained"),
    zero_for("no_answer", "nothing was answered", "no\nanswer"),
    zero_for("off_task", "every answer was off task", "off\ntask"),
)


def cell_columns(cells: Sequence[CellScore], gate: str | None) -> list[Column]:
    """Columns of `score`. `gate` (zero, exclude or ungated) adds that treatment of controls."""
    first = (
        *pick(CELL, "condition", "wording", "n_draws"), WORD_SETS, TEXTS,
        *pick(CELL, "lrs_mean", "ci95"), CHANCE, *pick(CELL, "share_mean"),
    )  # fmt: skip
    then = (
        "uncoded", "disputed", "undecided", "technical", "lrs_bounds", "lrs_linear_mean",
        "max_attainable", "lrs_strict", "lrs_lenient", "coder_adjusted_lrs", "lrs_sd",
    )  # fmt: skip
    own, matched = STORY_SHARES
    own_ci95, matched_ci95 = pick(CELL, "own_share_ci95", "twin_share_ci95")
    stories = (own, own_ci95, matched, matched_ci95)
    treated = TREATMENTS[gate] if gate is not None else ()
    return [
        *columns((*first, *stories, *treated, *ZEROS, *pick(CELL, *then)), cells),
        *columns_by_coder(
            cells,
            lambda cell: (
                (one.coder, one.kind, UNKNOWN if one.lrs.mean is None else decimal(one.lrs.mean))
                for one in cell.coders
            ),
            priority=9,
        ),
        *_references(cells, priority=3),
    ]


def override_columns(cells: Sequence[CellScore]) -> list[Column]:
    """Columns of what coders made of the rule: overrides, and LRS given before any mark."""
    return columns(
        (
            *pick(CELL, "condition", "wording"),
            *pick(OVERRIDDEN, "changed", "mean_difference"),
            *FIRST_GIVEN,
        ),
        cells,
    )


def summary_columns(cells: Sequence[CellScore]) -> list[Column]:
    """Columns of cells, each of which is named in a line above its rows."""
    failed = any(cell.gate_failed for cell in cells)
    waits = any(cell.needs_human for cell in cells)
    return [
        *columns(
            (
                _BY_NAME["wording"].but(indent=2),
                _BY_NAME["n_draws"].but(priority=5),
                WORD_SETS,
                TEXTS.but(priority=8),
                *_MEANS,
                CHANCE.but(priority=3),
                *(share.but(priority=1) for share in _SHARES),
                _GATE_FAILED.but(priority=2 if failed else 6),
                _NEEDS_HUMAN.but(priority=1 if waits else 7),
                _BY_NAME["technical"],
            ),
            cells,
        ),
        *_references(cells, priority=4),
    ]


def run_columns(cells: Sequence[CellScore]) -> list[Column]:
    """Columns of the table at the end of a run."""
    return [
        *columns(
            (
                *pick(CELL, "condition", "wording"),
                _DRAWS,
                WORD_SETS,
                TEXTS.but(priority=4),
                _MEANS[0],
                CHANCE.but(priority=1),
                *(share.but(priority=0) for share in _SHARES),
                _GATE_FAILED.but(priority=2),
                _NEEDS_HUMAN,
            ),
            cells,
        ),
        *_references(cells, priority=3),
    ]


_MEANS = pick(CELL, "lrs_mean", "ci95")
_SHARES = (_BY_NAME["share_mean"], *STORY_SHARES)
_OWN, _TWIN = STORY_SHARES
_DRAWS: Cells = field(WHOLE, "n", "draws with a finished trial", "draws", heading="n")
_FAILURES: Cells = field(
    WHOLE, "gate_failures", "trials scored 0 for a failed control question",
    lambda cell: cell.statuses.get("gate_failed", 0),
)  # fmt: skip
_GATE_FAILED: Cells = ZEROS[0].read_by(lambda cell: cell.gate_failed)
_NEEDS_HUMAN: Cells = field(
    WHOLE, "needs_human", "trials without an LRS that a person could score",
    heading=NEEDS_HUMAN, text=lambda cell: f"{cell.needs_human}/{cell.trials}",
)  # fmt: skip
OF_A_RUN: tuple[Cells, ...] = (
    *WHERE,
    *pick(CELL, "domain", "addition"),
    _DRAWS,
    *pick(CELL, "trials"),
    TEXTS,
    WORD_SETS,
    _FAILURES,
    field(
        WHOLE, "no_answer", "trials scored 0: no answer, or off task",
        lambda cell: cell.statuses.get("no_answer", 0) + cell.statuses.get("off_task", 0),
    ),
    _BY_NAME["technical"],
    field(
        COUNTS, "lost_replies", "how the lost replies of trials without a score ended",
        lambda cell: dict(sorted(cell.lost.items())),
    ),
    _BY_NAME["lrs_mean"].but("provisional_lrs"),
    *pick(CELL, "ci95", "ci_method"),
    _BY_NAME["lrs_linear_mean"].but(LINEAR.name),
    _BY_NAME["share_mean"].but("share"),
    _OWN.but(missing="no mark, or there is no matched story").read_by(
        lambda cell: _OWN.value(cell) if cell.told_again else None
    ),
    _TWIN,
    CHANCE,
    _NEEDS_HUMAN,
    _BY_NAME["reference"],
)  # fmt: skip


def _references(cells: Sequence[CellScore], *, priority: int) -> list[Column]:
    """What was published for these cells, a column for each of whom it is."""
    every = (cell.reference for cell in cells)
    found = [{} if one is None else {one.who: one.lrs} for one in every]
    return [
        Column(
            f"{visible(who)}\n{_MEANS[0].heading}",
            tuple(decimal(one.get(who)) for one in found),
            priority,
        )
        for who in dict.fromkeys(who for one in found for who in one)
    ]
