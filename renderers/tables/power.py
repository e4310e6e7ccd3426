"""Power in simulated studies, as plain rows and as a table for a terminal.

The precision of so many draws, expected and observed, in a sentence or two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from dsl.words import and_list, counted
from renderers.fields.field import Field, Kind, Scale, columns, field, pick
from renderers.fields.scales import NUMBER, RATIO, SHARE_CI, TEXT, TEXTS, WHOLE
from renderers.number_words import Ends
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import plain_lines
from renderers.terminal import visible

if TYPE_CHECKING:
    from renderers.rows.scores import TellingApart


class Against(StrEnum):
    """What a cell is compared with."""

    CELL = "cell"
    GUESSING = "guessing"


class PowerMethod(StrEnum):
    """How a difference is found."""

    INTERVAL = "interval"
    SIGN_FLIP = "sign-flip"
    ABOVE_GUESSING = "above guessing"
    HOLM = "after Holm"


@dataclass(frozen=True, slots=True)
class PowerRow:
    """The proportion of simulated studies that found a difference of two mean LRS with `n` runs of
    each cell (or of the one cell, compared with guessing), by one method. In a row on own stories
    `lrs` is None, `own` has the two proportions correct in them, and `questions` are own questions.

    `rho` is the correlation of two answers of one trial. `family` counts the declared p values that
    Holm's correction is over, 0 if nothing is declared. `found` is None if the method cannot be
    used with so few runs; `ci95` is for the proportion, given the number of simulated studies.
    """

    experiments: tuple[str, ...]
    questions: int
    against: Against
    lrs: tuple[float, float] | None
    rho: float
    n: int
    method: PowerMethod
    family: int
    found: float | None
    ci95: tuple[float, float] | None
    own: tuple[float, float] | None = None


def _compared(row: PowerRow) -> str:
    """The two means, in words."""
    if row.lrs is not None:
        return " and ".join(f"{mean:.2f}" for mean in row.lrs)
    return " and ".join(f"{mean:.0%}" for mean in row.own or ())


_PAIR = Scale[Ends](Kind.LIST, plain=list)
POWER_ROW: tuple[Field[PowerRow], ...] = (
    field(TEXTS, "experiments", "titles of the scripts that are simulated alike"),
    field(NUMBER, "questions", "scored questions in a trial; of own stories those"),
    field(
        TEXT, "against", "what a cell is compared with",
        levels=(("cell", "another cell"), ("guessing", "chance")),
    ),
    field(
        _PAIR, "lrs", "the two mean LRS", heading="LRS", label=True, text=_compared,
        missing="the row is of own stories",
    ),
    field(
        RATIO, "rho", "correlation of two answers in a trial", heading="correlation", label=True,
        text=lambda row: f"{row.rho:.1f}",
    ),
    field(NUMBER, "n", "runs of each cell"),
    field(TEXT, "method", "how a difference is found"),
    field(WHOLE, "family", "declared comparisons that Holm's correction is over; 0 for none"),
    field(RATIO, "found", "share of studies that find it", missing="too few runs for the method"),
    field(SHARE_CI, "ci95", "95% interval of this share", missing="there is none"),
    field(
        _PAIR, "own", "the two proportions correct in own stories", heading="correct", label=True,
        text=_compared, missing="the row is of LRS",
    ),
)  # fmt: skip

_METHODS = {
    PowerMethod.INTERVAL: "the 95% interval of the difference (MOVER) excludes 0",
    PowerMethod.SIGN_FLIP: "the exact sign-flip p is at most .05",
    PowerMethod.ABOVE_GUESSING: "the exact one-sided p against guessing is at most .05",
    PowerMethod.HOLM: (
        "that p after Holm's correction over the {} declared, if the others do not differ"
    ),
}


def power_lines(
    rows: Sequence[PowerRow],
    *,
    studies: int,
    seed: int,
    sharing: Sequence[str] = (),
    width: int = 100,
) -> list[str]:
    """The rows as tables of percentages, one for each kind of scoring and comparison; the lines of
    a table are not wider than `width`. `sharing` are the scripts whose conditions share questions.
    """
    lines = [
        f"Power in simulated studies, in percent: {studies:,} studies per figure (seed {seed}), "
        f"margin of error ±{196 * 0.5 / studies**0.5:.1f}. Correlation: of two answers in one "
        "trial. The draws of two cells are paired, their answers independent; all questions "
        "differ between the cells.",
    ]
    if sharing:
        lines.append(
            f"Not so in {visible(_titles(tuple(sharing)))}: conditions share questions (W634), and "
            "are compared on the others, which are fewer."
        )
    for kind in dict.fromkeys(map(_kind, rows)):
        lines += ["", *_table([row for row in rows if _kind(row) == kind], width)]
    return lines


def _kind(row: PowerRow) -> tuple[tuple[str, ...], int, Against, bool]:
    """Rows of one table have this in common."""
    return row.experiments, row.questions, row.against, row.own is None


def _table(rows: Sequence[PowerRow], width: int) -> list[str]:
    first = rows[0]
    runs = sorted({row.n for row in rows})
    methods = list(dict.fromkeys(row.method for row in rows))
    own = first.own is not None
    what = "two cells" if first.against is Against.CELL else "a cell and chance"
    asked = counted(first.questions, "own question" if own else "scored question")
    titles = visible(_titles(first.experiments))
    shown = {
        (_compared(row), row.rho, row.n, row.method): "-"
        if row.found is None
        else f"{100 * row.found:.0f}"
        for row in rows
    }
    lines = list({(_compared(row), row.rho): row for row in rows}.values())
    pair, rho = pick(POWER_ROW, "own" if own else "lrs", "rho")
    means = replace(pair, kind=Kind.TEXT)
    table = [
        *columns((means,) if own and first.questions == 1 else (means, rho), lines),
        *(
            Column(
                counted(n, "run"),
                tuple(
                    "/".join(shown[_compared(row), row.rho, n, how] for how in methods)
                    for row in lines
                ),
            )
            for n in runs
        ),
    ]
    told = [_METHODS[method].format(first.family) for method in methods]
    alike = (
        ["rows with equal LRS are false positives: correlated answers in one trial are not guesses"]
        if any(row.lrs is not None and row.lrs[0] == row.lrs[1] for row in rows)
        else []
    )
    return [
        f"{titles}: {'own stories of ' if own else ''}{what}, {asked} per trial",
        f"percentage of studies in which: {'; '.join(told)}",
        *alike,
        *plain_lines(one_table(table, width), width=width),
    ]


def _titles(titles: tuple[str, ...]) -> str:
    if len(titles) <= 3:
        return and_list(titles)
    return f"{titles[0]}, {titles[1]} and {len(titles) - 2} more"


FEWEST = 5
"""Draws; under them no interval is given."""


class ResolutionWords(Protocol):
    """What a number of draws can tell apart, given how much they vary."""

    @property
    def half_width(self) -> float:
        """About that of an interval in mid-scale."""

    @property
    def difference(self) -> float | None:
        """The smallest difference that is detected; None if none is."""


def observed_precision(told: TellingApart) -> str:
    """What the draws of a study can tell apart, given how much they were found to vary."""
    draws = f"{counted(told.n, 'draw')} per cell"
    if told.fewest != told.most:
        draws = f"{told.fewest} to {told.most} draws per cell, computed with {told.n}"
    if told.half_width is None or told.sd is None:
        return f"{visible(told.model)}, {draws}: {_too_few('draws')}"
    varied = "no variation between draws" if not told.sd else f"sd {told.sd:.2f}"
    opening = (
        f"{visible(told.model)}, {draws} ({varied}): the margin of error of an LRS in mid-scale is "
        f"about {_margin(_tenths(told.half_width))}; "
    )
    own = ""
    if told.own_half_width is not None:
        found = "none" if told.own_difference is None else f"{_points(told.own_difference)} pp"
        own = f"; own stories: {_margin(_points(told.own_half_width))}, {found}"
    if told.difference is None:
        return f"{opening}no difference between cells is detected with 80% power{own}"
    return f"{opening}differences of {_tenths(told.difference)} are detected with 80% power{own}"


def expected_precision(runs: int, bounds: Sequence[ResolutionWords] | None) -> str:
    """What so many runs will tell apart; `bounds` are the best and the worst case, None where there
    are too few.
    """
    runs_told = counted(runs, "run")
    if bounds is None:
        return f"{runs_told} per cell: {_too_few('runs')}"
    best, worst = bounds
    width = _range(_tenths(best.half_width), _tenths(worst.half_width))
    apart = _range(_difference(best), _difference(worst))
    ends = (
        ""
        if " to " not in width + apart
        else " (lower: answers within a run are independent; upper: all right or all wrong)"
    )
    return (
        f"{runs_told} per cell: the margin of error (95%) will be about {_margin(width)} LRS "
        f"in mid-scale; two cells must differ by {apart} for 80% power{ends}"
    )


def expected_own_precision(runs: int, bounds: Sequence[ResolutionWords]) -> str:
    """The same of the proportion correct in own stories, in percentage points."""
    best, worst = bounds
    width = _range(_points(best.half_width), _points(worst.half_width))
    apart = _range(
        *("more than 100" if one.difference is None else _points(one.difference) for one in bounds)
    )
    return (
        f"own stories: the margin of error with {counted(runs, 'run')} will be about "
        f"{_margin(width)} percentage points; two cells must differ by {apart} for 80% power"
    )


def _points(value: float) -> str:
    """A width in percentage points, never shown as 0."""
    return f"{100 * value:.0f}" if value >= 0.005 else "less than 1"


def _difference(told: ResolutionWords) -> str:
    return (
        "more than the range of the scale" if told.difference is None else _tenths(told.difference)
    )


def _margin(width: str) -> str:
    return width.replace("less than ", "less than ±", 1) if width[0] == "l" else f"±{width}"


def _tenths(value: float) -> str:
    """A width on the scale of the LRS, never shown as 0."""
    return f"{value:.1f}" if value >= 0.05 else "less than 0.1"


def _range(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


def _too_few(what: str) -> str:
    return f"precision unknown: no interval is given below {FEWEST} {what}"
