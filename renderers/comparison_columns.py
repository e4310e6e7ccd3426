"""Which columns each table of comparisons has, and which of them are wanted most.

The two sides stand in one column, `seen 2.10, unseen 3.90`: in two they would take the room of the
interval, which says more. A difference is always first minus second.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from renderers.comparison_rows import (
    Comparison,
    ComparisonKind,
    ComparisonScope,
    EffectScale,
    FamiliarCell,
    FamiliarEffect,
    PValue,
    Side,
)
from renderers.fitted_table import Column
from renderers.run_table import decimal
from renderers.score_columns import between
from renderers.score_words import UNKNOWN
from renderers.terminal import visible

MEASURES = {
    EffectScale.LRS: "LRS",
    EffectScale.SHARE: "proportion correct",
    EffectScale.LOG_ODDS: "log-odds of the proportion correct",
}


def over(row: Comparison, *, titled: bool = False) -> str:
    """Over how much a comparison is: a cell, an experiment, a domain, or everything, and in which
    wording. `titled`: the experiment stands in the title of the table.
    """
    if titled:
        whole = row.condition if row.scope is ComparisonScope.CELL else "all its cells"
        return ", ".join(part for part in (whole, row.wording) if part)
    return f"{_where(row)}, {row.wording}"


def _where(row: Comparison) -> str:
    match row.scope:
        case ComparisonScope.BATTERY:
            many = row.n_experiments > 1
            return f"all {row.n_experiments} experiments" if many else "one experiment"
        case ComparisonScope.DOMAIN:
            some = "1 experiment" if row.n_experiments == 1 else f"{row.n_experiments} experiments"
            return f"{row.domain} ({some})"
        case ComparisonScope.EXPERIMENT:
            return f"{row.experiment}, all its cells"
        case ComparisonScope.CELL:
            return ", ".join(part for part in (row.experiment, row.condition) if part)


def comparison_columns(
    rows: Sequence[Comparison], *, tested: bool, titled: bool = False
) -> list[Column]:
    """Columns of comparisons; with `tested` those of a declared family's p values. `titled` as in
    `over`.
    """
    columns = [
        _label("over", (over(row, titled=titled) for row in rows)),
        _words("LRS", map(_sides, rows), folds=True),
        _numbers("pairs", (_pairs(row) for row in rows), wanted=1),
        _numbers("differ-\nence", (signed(row.difference) for row in rows)),
        _numbers("95%", (between(row.ci95) for row in rows), joined=True),
    ]
    if tested:
        columns += _of_tests([row.test for row in rows])
    columns += [
        _numbers("difference,\ncorrect", (_share(row.share_difference) for row in rows), wanted=2),
        _numbers("95%,\ncorrect", (_shares(row.share_ci95) for row in rows), joined=True),
    ]
    if tested and any(row.expected for row in rows):
        columns.append(_words("expected", map(direction, rows), wanted=1))
    if any(row.t95 is not None for row in rows):
        columns.append(_numbers("t over exp. (df)", (_over(row.t95) for row in rows), wanted=4))
    return columns


def direction(row: Comparison) -> str:
    """What was expected of a declared comparison, and whether it was so."""
    if not row.expected:
        return "-"
    more = row.first if row.expected == "more" else row.second
    if row.difference is None:
        return f"more in {more.label}: {UNKNOWN}"
    so = row.difference > 0 if row.expected == "more" else row.difference < 0
    return f"more in {more.label}: {'yes' if so else 'no'}"


def _of_tests(tests: Sequence[PValue | None]) -> list[Column]:
    return [
        _numbers("p", (p_value(None if one is None else one.p) for one in tests)),
        _numbers(
            "Holm", (p_value(None if one is None else one.holm) for one in tests), joined=True
        ),
        _numbers(
            "least\np",
            (p_value(None if one is None else one.smallest) for one in tests),
            wanted=1,
        ),
    ]


def familiar_columns(cells: Sequence[FamiliarCell]) -> list[Column]:
    """Columns of the original among the permuted draws."""
    columns = [_label("experiment", (cell.experiment for cell in cells))]
    if any(cell.condition for cell in cells):
        columns.append(_label("condition", (cell.condition for cell in cells)))
    columns += [
        _numbers("original\nLRS", (decimal(cell.original) for cell in cells)),
        _numbers("texts", (str(cell.n_texts) for cell in cells), wanted=2),
        _numbers("permuted\nLRS", (decimal(cell.permuted) for cell in cells)),
        _numbers("differ-\nence", (signed(cell.difference) for cell in cells)),
        _numbers("rank", (rank(cell) for cell in cells)),
        _numbers("least\np", (p_value(float(cell.least_p)) for cell in cells)),
        _numbers("difference,\ncorrect", (_share(one.share_difference) for one in cells), wanted=1),
        _numbers("log-odds,\ndifference", (_log_odds(one) for one in cells), wanted=2),
    ]
    return columns


def rank(cell: FamiliarCell) -> str:
    """The place of the original from the top: `3 of 11`."""
    place = cell.rank
    told = str(place) if place.denominator == 1 else f"{float(place):.1f}"
    return f"{told} of {len(cell.draws) + 1}"


def effect_columns(effects: Sequence[FamiliarEffect]) -> list[Column]:
    """Columns of the familiar-words effect over experiments."""
    columns = [
        _label("participant", _marked(effects)),
        _label("on", (MEASURES[one.measure] for one in effects)),
        _numbers("experi-\nments", (str(one.n) for one in effects)),
        _numbers("difference", (signed(one.mean) for one in effects)),
        _numbers("95%, t (df)", (_over(one.t95) for one in effects), joined=True),
    ]
    if any(one.test is not None for one in effects):
        columns += _of_tests([one.test for one in effects])
    return columns


def _marked(effects: Sequence[FamiliarEffect]) -> Iterable[str]:
    """The participants, with what is simulated marked where not all of it is."""
    mixed = len({one.simulated for one in effects}) > 1
    for one in effects:
        yield f"{one.model} (SIMULATED)" if mixed and one.simulated else one.model


def p_value(p: float | None) -> str:
    """A p value with three decimals; `-` where there is none."""
    if p is None:
        return "-"
    return "<0.001" if p < 0.0005 else f"{p:.3f}"


def signed(value: Fraction | float | None) -> str:
    """A difference with its sign, or that it is unknown."""
    # Rounded before it is spelt, so that a hair below nought is not -0.00.
    return UNKNOWN if value is None else f"{float(round(value * 100)) / 100 + 0.0:+.2f}"


def _sides(row: Comparison) -> str:
    """Both means. Participants stand in the title of the table, in this order."""
    one, other = _lrs(row.first), _lrs(row.second)
    if row.kind is ComparisonKind.MODELS:
        return f"{one} and {other}"
    if row.kind is ComparisonKind.GUESSING:
        return f"{one}, {row.second.label} {other}"
    return f"{row.first.label} {one}, {row.second.label} {other}"


def _lrs(side: Side) -> str:
    return UNKNOWN if side.lrs is None else decimal(side.lrs)


def _pairs(row: Comparison) -> str:
    """The paired draws, else the draws of both sides."""
    if row.pairs:
        return str(row.pairs)
    if row.kind is ComparisonKind.GUESSING:
        return f"({row.first.n})"
    return f"({row.first.n}, {row.second.n})"


def _share(value: Fraction | None) -> str:
    return "-" if value is None else f"{round(value * 100):+d} pp"


def _shares(ends: tuple[float, float] | None) -> str:
    return "-" if ends is None else f"{round(ends[0] * 100)} to {round(ends[1] * 100)} pp"


def _over(t95: tuple[float, float, int] | None) -> str:
    return "-" if t95 is None else f"{between(t95[:2])} ({t95[2]})"


def _log_odds(cell: FamiliarCell) -> str:
    value = cell.log_odds_difference
    return "-" if value is None else signed(value)


def _words(heading: str, cells: Iterable[str], *, wanted: int = 0, folds: bool = False) -> Column:
    return Column(heading, tuple(map(visible, cells)), wanted=wanted, right=False, folds=folds)


def _label(heading: str, cells: Iterable[str]) -> Column:
    return Column(heading, tuple(map(visible, cells)), right=False, folds=True, label=True)


def _numbers(
    heading: str, cells: Iterable[str], *, wanted: int = 0, joined: bool = False
) -> Column:
    return Column(heading, tuple(cells), wanted=wanted, joined=joined)
