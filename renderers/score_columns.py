"""Which columns each table of scores has, and which of them are wanted most.

Columns are made of all rows of one kind at once, whatever experiment or participant they are of:
what is worth a column in one table then has it in all, and a reader finds it in the same place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from renderers.fitted_table import Column
from renderers.run_table import decimal, percent, published
from renderers.score_rows import (
    AccuracyScore,
    CellScore,
    CoderMean,
    ContrastScore,
    DomainScore,
    ExperimentScore,
    Figure,
    Published,
    TrialRow,
)
from renderers.score_words import UNKNOWN
from renderers.terminal import visible


def cell_columns(cells: Sequence[CellScore], gate: str | None) -> list[Column]:
    """Columns of cells. `gate` (zero, exclude or ungated) adds that treatment of controls."""
    columns = []
    if any(cell.condition for cell in cells):
        columns.append(_label("condition", (cell.condition for cell in cells), folds=True))
    columns += [
        _label("wording", (cell.wording for cell in cells)),
        _numbers("n", (str(cell.lrs.n) for cell in cells)),
        _numbers("texts", (str(cell.n_texts) for cell in cells), wanted=2),
        _numbers("LRS", (known(cell.lrs.mean) for cell in cells)),
        _numbers("95%", (between(cell.lrs.ci95) for cell in cells), joined=True),
        _numbers("chance", (known(cell.chance) for cell in cells), wanted=2),
        _numbers("correct", (known_share(cell.share.mean) for cell in cells), wanted=2),
    ]
    if any(cell.twin_share.mean is not None for cell in cells):
        own = [None if c.twin_share.mean is None else c.own_share.mean for c in cells]
        columns += [
            _numbers("own\nstory", map(_some_share, own), wanted=2),
            _numbers(
                "matched\nstories", (_some_share(cell.twin_share.mean) for cell in cells), wanted=2
            ),
        ]
    if gate is not None:
        figures = [_treated(cell, gate) for cell in cells]
        columns.append(_numbers(f"LRS\n{gate}", (known(one.mean) for one in figures)))
        columns.append(_numbers(f"{gate}\nn", (str(one.n) for one in figures), joined=True))
        columns.append(
            _numbers(f"{gate}\n95%", (between(one.ci95) for one in figures), joined=True)
        )
    columns += _zeros(cells)
    columns += _missing(cells)
    columns += [
        _numbers("linear", (known(cell.linear.mean) for cell in cells), wanted=4),
        _numbers("ceiling", (known(cell.attainable) for cell in cells), wanted=6),
    ]
    if any({cell.strict.mean, cell.lenient.mean} != {cell.lrs.mean} for cell in cells):
        columns += [
            _numbers("strict", (known(cell.strict.mean) for cell in cells), wanted=5),
            _numbers("lenient", (known(cell.lenient.mean) for cell in cells), wanted=5),
        ]
    if any(cell.adjusted is not None for cell in cells):
        columns.append(
            _numbers("coder\nadjusted", (known(cell.adjusted) for cell in cells), wanted=2)
        )
    columns.append(_numbers("sd", (_decimals(cell.lrs.sd) for cell in cells), wanted=7))
    return [*columns, *_of_coders(cells), *_references(cells)]


def _zeros(cells: Sequence[CellScore]) -> list[Column]:
    """The share of trials that are 0, by why; a column only where there are some."""
    return [
        _numbers(heading, (_some_share(cell.zeros.get(reason)) for cell in cells), wanted=3)
        for heading, reason in (
            ("control\nfailed", "gate_failed"),
            ("no\nanswer", "no_answer"),
            ("off\ntask", "off_task"),
        )
        if any(cell.zeros.get(reason) for cell in cells)
    ]


def _references(cells: Sequence[CellScore]) -> list[Column]:
    """What was published for these cells, by whom it is of."""
    whose = dict.fromkeys(cell.reference[0] for cell in cells if cell.reference)
    return [
        _numbers(
            f"{visible(who)}\nLRS",
            (
                published(cell.reference[1]) if cell.reference and cell.reference[0] == who else "-"
                for cell in cells
            ),
            wanted=8,
        )
        for who in whose
    ]


def _treated(cell: CellScore, gate: str) -> Figure:
    return {"zero": cell.zero, "exclude": cell.exclude, "ungated": cell.ungated}[gate]


def _missing(cells: Sequence[CellScore]) -> list[Column]:
    """Trials that have no LRS, by why, and what the lost ones could have made of it; a column only
    where there are some.
    """
    counts = (
        ("not\ncoded", [cell.uncoded for cell in cells]),
        ("dis-\nputed", [cell.disputed for cell in cells]),
        ("unde-\ncided", [cell.undecided for cell in cells]),
        ("lost", [cell.technical for cell in cells]),
    )
    columns = [
        _numbers(
            heading,
            (f"{some}/{cell.trials}" for some, cell in zip(found, cells, strict=True)),
            wanted=1,
        )
        for heading, found in counts
        if any(found)
    ]
    bounds = [
        None if cell.bounds is None else (float(cell.bounds[0]), float(cell.bounds[1]))
        for cell in cells
    ]
    if any(bounds):
        columns.append(_numbers("LRS\nbounds", map(between, bounds), wanted=1))
    return columns


def override_columns(cells: Sequence[CellScore]) -> list[Column]:
    """Columns of what coders made of the rule: overrides, and LRS given before any mark."""
    columns = []
    if any(cell.condition for cell in cells):
        columns.append(_label("condition", (cell.condition for cell in cells), folds=True))
    given, first = [cell.overrides for cell in cells], [cell.first for cell in cells]
    return [
        *columns,
        _label("wording", (cell.wording for cell in cells)),
        _numbers("rule\noverridden", (f"{one.changed} of {one.given}" for one in given)),
        _numbers("coders -\nrule", (_signed(one.difference) for one in given)),
        _numbers("given\nfirst", (str(one.n) for one in first)),
        _numbers("coders'\nLRS", (_some(one.given) for one in first)),
        _numbers("rule\nLRS", (_some(one.rule) for one in first)),
    ]


def _of_coders(cells: Sequence[CellScore]) -> list[Column]:
    """Each coder's own mean, where there are several."""
    names = list(dict.fromkeys((one.coder, one.kind) for cell in cells for one in cell.coders))
    if len(names) < 2:
        return []
    return [
        _numbers(
            f"by\n{visible(coder)}",
            (
                _some(
                    next(
                        (o.lrs.mean for o in cell.coders if (o.coder, o.kind) == (coder, kind)),
                        None,
                    )
                )
                for cell in cells
            ),
            wanted=9,
        )
        for coder, kind in names
    ]


def trial_columns(rows: Sequence[TrialRow]) -> list[Column]:
    """Columns of trials."""
    columns = []
    if any(row.condition for row in rows):
        columns.append(_label("condition", (row.condition for row in rows), folds=True))
    columns += [
        _label("wording", (row.wording for row in rows)),
        _numbers("draw", (str(row.draw) for row in rows), label=True),
    ]
    if any(row.sample > 1 for row in rows):
        columns.append(_numbers("sample", (str(row.sample) for row in rows), label=True))
    columns += [
        _words("status", (row.status.replace("_", " ") for row in rows)),
        _numbers("LRS", (known(row.lrs) for row in rows)),
        _numbers("correct", (known_share(row.share) for row in rows)),
        _words("control", (row.gate for row in rows), wanted=1),
    ]
    names = list(dict.fromkeys((one.coder, one.kind) for row in rows for one in row.coders))
    if len(names) > 1:
        columns += [
            _numbers(
                f"by\n{visible(coder)}",
                (
                    next(
                        (
                            str(o.lrs) if o.lrs is not None else UNKNOWN
                            for o in row.coders
                            if (o.coder, o.kind) == (coder, kind)
                        ),
                        "-",
                    )
                    for row in rows
                ),
                wanted=2,
            )
            for coder, kind in names
        ]
    return columns


def contrast_columns(rows: Sequence[ContrastScore]) -> list[Column]:
    """Columns of contrasts."""
    columns = [_label("contrast", (row.contrast for row in rows), folds=True)]
    if any(row.condition for row in rows):
        columns.append(_label("condition", (row.condition for row in rows), folds=True))
    columns += [
        _label("wording", (row.wording for row in rows)),
        _numbers("passed", (f"{_plain(row.passed)} of {row.n}" for row in rows)),
        _numbers("95%", (_percents(row.ci95) for row in rows), joined=True),
        _numbers(
            "chance",
            (UNKNOWN if r.chance is None else f"{float(r.chance):.1%}" for r in rows),
        ),
    ]
    for heading, found in (
        ("coders\ndiffer", [row.split for row in rows]),
        ("mark\nmissing", [row.undecided for row in rows]),
    ):
        if any(found):
            columns.append(_numbers(heading, map(str, found), wanted=1))
    return columns


def accuracy_columns(rows: Sequence[AccuracyScore]) -> list[Column]:
    """Columns of accuracies."""
    columns = []
    if any(row.condition for row in rows):
        columns.append(_label("condition", (row.condition for row in rows), folds=True))
    columns += [
        _label("wording", (row.wording for row in rows)),
        _numbers("replies", (str(row.n) for row in rows)),
        _numbers("accuracy", (known_share(row.accuracy) for row in rows)),
        _numbers("chance", (known_share(row.chance) for row in rows)),
    ]
    if any(row.asked_calibrated for row in rows):
        columns.append(_numbers("calibrated", map(_calibrated, rows)))
    if any(row.undecided for row in rows):
        columns.append(_numbers("no\nmark", (str(row.undecided) for row in rows), wanted=1))
    return columns


def _calibrated(row: AccuracyScore) -> str:
    if not row.asked_calibrated:
        return "-"
    # Rounded before it is spelt, so that a hair below nought is not -0.00.
    return UNKNOWN if row.calibrated is None else f"{round(row.calibrated * 100) / 100:.2f}"


def experiment_columns(rows: Sequence[ExperimentScore]) -> list[Column]:
    """Columns of means over the cells of an experiment."""
    return [
        _label("experiment", (row.experiment for row in rows), folds=True),
        _label("wording", (row.wording for row in rows)),
        _numbers("cells", (_of_cells(row.cells, row.missing) for row in rows)),
        _numbers("n", (str(row.lrs.n) for row in rows)),
        _numbers("LRS", (known(row.lrs.mean) for row in rows)),
        _numbers("95%", (between(row.lrs.ci95) for row in rows), joined=True),
        *(
            [_numbers("shared\ndraws", (str(len(row.lrs.draws)) for row in rows))]
            if any(row.lrs.n != len(row.lrs.draws) for row in rows)
            else []
        ),
        _numbers("correct", (known_share(row.share.mean) for row in rows), wanted=1),
        _numbers("linear", (known(row.linear.mean) for row in rows), wanted=2),
        _words("domain", (row.domain or UNKNOWN for row in rows), wanted=3),
    ]


def of_the_paper(rows: Iterable[DomainScore]) -> list[DomainScore]:
    """The domains that have cells of the paper: of additions alone no mean is made."""
    return [row for row in rows if row.cells or row.missing]


def domain_columns(rows: Sequence[DomainScore]) -> list[Column]:
    """Columns of means over a domain, flat over cells and over experiments."""
    whose = list(dict.fromkeys(row.published.who for row in rows if row.published))
    columns = [
        _label("domain", (row.domain for row in rows), folds=True, once=True),
        _label("wording", (row.wording for row in rows)),
        _numbers("cells", (_of_cells(row.cells, row.missing) for row in rows)),
        _numbers("experi-\nments", (str(len(row.experiments)) for row in rows)),
        _numbers("LRS", (known(row.lrs) for row in rows)),
        _numbers("95%", (between(row.ci95) for row in rows), joined=True),
        *(
            _numbers(visible(who), (known(one.lrs if one else None) for one in _of(rows, who)))
            for who in whose
        ),
        _numbers("over\nexperiments", (known(row.lrs_by_experiment) for row in rows), wanted=1),
        _numbers("95%\n(exper.)", (between(row.ci95_by_experiment) for row in rows), joined=True),
        *(
            _numbers(
                f"{visible(who)}, over\nexperiments",
                (known(one.lrs_by_experiment if one else None) for one in _of(rows, who)),
                wanted=2,
            )
            for who in whose
        ),
    ]
    if any(row.t95 is not None for row in rows):
        over = [
            "-" if row.t95 is None else f"{between(row.t95[:2])} ({row.t95[2]})" for row in rows
        ]
        columns.append(_numbers("t (df)", over, wanted=3))
    if any(row.additions for row in rows):
        left_out = (str(row.additions) for row in rows)
        columns.append(_numbers("additions\nleft out", left_out, wanted=4))
    return columns


def _of(rows: Sequence[DomainScore], who: str) -> list[Published | None]:
    """What was published of somebody for each domain; None where there is nothing."""
    return [row.published if row.published and row.published.who == who else None for row in rows]


def coder_columns(rows: Sequence[CoderMean]) -> list[Column]:
    """Columns of coders' own means."""
    return [
        _label("coder", (row.coder for row in rows), folds=True),
        _label("kind", (row.kind for row in rows)),
        _words("in the mean", ("yes" if row.counted else "no" for row in rows)),
        _numbers("trials", (str(row.trials) for row in rows)),
        _numbers("draws", (str(row.lrs.n) for row in rows)),
        _numbers("LRS", (known(row.lrs.mean) for row in rows)),
    ]


def _words(heading: str, cells: Iterable[str], *, wanted: int = 0) -> Column:
    return Column(heading, tuple(map(visible, cells)), wanted=wanted, right=False)


def _label(
    heading: str, cells: Iterable[str], *, folds: bool = False, once: bool = False
) -> Column:
    texts = tuple(map(visible, cells))
    return Column(heading, texts, right=False, folds=folds, label=True, once=once)


def _numbers(
    heading: str,
    cells: Iterable[str],
    *,
    wanted: int = 0,
    joined: bool = False,
    label: bool = False,
) -> Column:
    return Column(heading, tuple(cells), wanted=wanted, joined=joined, label=label)


def known(value: Fraction | None) -> str:
    """A mean with two decimals, or that it is unknown."""
    return UNKNOWN if value is None else decimal(value)


def known_share(value: Fraction | None) -> str:
    """A share in percent, or that it is unknown."""
    return UNKNOWN if value is None else percent(value)


def _some(value: Fraction | None) -> str:
    """A mean, or `-` where there can be none."""
    return "-" if value is None else decimal(value)


def _some_share(value: Fraction | None) -> str:
    return "-" if value is None else percent(value)


def _signed(value: Fraction | None) -> str:
    return "-" if value is None else f"{float(value):+.2f}"


def between(interval: tuple[float, float] | None) -> str:
    """An interval, `2.10 to 3.40`, or `-` where there is none."""
    return "-" if interval is None else f"{interval[0]:.2f} to {interval[1]:.2f}"


def _percents(interval: tuple[float, float] | None) -> str:
    return "-" if interval is None else f"{interval[0]:.0%} to {interval[1]:.0%}"


def _decimals(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _plain(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.1f}"


def _of_cells(there: int, missing: int) -> str:
    """How many cells are in a mean; with those that have no LRS, of how many."""
    return str(there) if not missing else f"{there} of {there + missing}"
