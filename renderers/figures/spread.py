"""Cells as rows with several means each: of rules for failed controls, or of coders.

Mean LRS under the three rules for failed controls is drawn for cells in which they differ; each
coder's own mean, for cells that several coded, to see whether one is stricter. Means over
everything that a coder coded are not drawn: coders of different cells cannot be compared by them.

Rows continue over experiments, so that a battery needs a few figures and not one per experiment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from dsl.words import capital
from renderers.fields.cells import CELL, TREATMENTS
from renderers.fields.design import CELL_NAME, EXPERIMENT_TITLE, MODEL
from renderers.fields.field import pick
from renderers.fields.means import CODER_MEAN, CODER_MEANS_TITLE
from renderers.fields.trials import CODER_NAME, CONTROL_RULES, NOT_COUNTED
from renderers.figures.cells import NO_DRAW, where
from renderers.figures.drawing.key import LegendEntry, LegendMark, interval
from renderers.figures.drawing.looks import Look, look, looks
from renderers.figures.drawing.sheets import Part, grouped, many
from renderers.figures.drawn import Drawn, Entry, Row, drawn, in_document
from renderers.figures.forest import LRS, ForestBlock, ForestRow, Point, forest
from renderers.report.columns import column, titled
from renderers.report.parts import PageColumn, named, words
from renderers.report.values import Value
from renderers.rows.measures import Figure
from renderers.rows.scores import CellScore, CoderMean

APART = 11
"""Pixels from one mean of a row to the next."""

Cells = Sequence[Entry[CellScore]]
Means = Callable[[CellScore], Mapping[str, Figure]]
"""The means in a cell's row, each with its name."""


def spread_figures(
    name: str,
    title: str,
    cells: Cells,
    *,
    means: Means,
    known: Mapping[str, Look],
    key: Iterable[str],
    note: str,
    columns: Sequence[PageColumn[Row]],
    lines: Callable[[Entry[CellScore]], Iterable[Row]],
    section: str = "",
) -> tuple[Drawn, ...]:
    """Figures of these cells, none longer than a sheet of paper. `known` gives each mean its look,
    `key` the words for it in the key, and `lines` the lines of a cell in the table; `section` is
    the section that has the table, if another one does.
    """
    entries = [
        *(LegendEntry(LegendMark.MEAN, *one) for one in zip(key, known.values(), strict=True)),
        interval(form="{} of a mean"),
    ]

    def figure(place: int, part: Part[Entry[CellScore]]) -> Drawn:
        blocks = [
            ForestBlock(
                f"{group[0].row.experiment}: {where(group[0].row)}",
                tuple(_line(one.row, means(one.row), known) for one in group),
            )
            for group in part.groups
        ]
        return drawn(
            f"{name}-{place}",
            f"{title}{part.which}",
            lambda page: forest(blocks, LRS, page, entries),
            said=[_description(group, means) for group in part.groups],
            note=note,
            columns=columns,
            rows=[line for one in part.rows for line in lines(one)],
            simulated=any(one.row.simulated for one in part.rows),
            section=section,
        )

    groups = grouped(cells, lambda one: (one.row.experiment, one.row.levels, one.row.wording))
    parts = many(groups, max(4, 90 // max(len(known) + 1, 3)))
    return tuple(figure(place, part) for place, part in enumerate(parts, 1))


def _line(row: CellScore, means: Mapping[str, Figure], known: Mapping[str, Look]) -> ForestRow:
    order = list(known)
    points = [
        Point(float(one.mean), known[name], one.ci95, drop=APART * order.index(name))
        for name, one in means.items()
        if one.mean is not None
    ]
    counts = [one.n for one in means.values()]
    same = len(set(counts)) == 1
    return ForestRow(
        name=row.model,
        points=tuple(points),
        beside=f"n = {counts[0] if same else f'{min(counts)} to {max(counts)}'}" if counts else "",
        none=NO_DRAW,
    )


def _description(group: Cells, means: Means) -> str:
    """Every mean of a group of cells, in words."""
    first = group[0].row
    said = "; ".join(f"{one.row.model}: {_means_words(means(one.row))}" for one in group)
    return f"{first.experiment}, {where(first)}: {said}."


def _means_words(means: Mapping[str, Figure]) -> str:
    return ", ".join(
        f"{name} {'none' if one.mean is None else format(float(one.mean), '.2f')}"
        for name, one in means.items()
    )


_LOOKS = {name: look(number) for number, name in enumerate(CONTROL_RULES)}


def gate_figures(rows: Sequence[CellScore]) -> tuple[Drawn, ...]:
    """Figures of the cells in which the rules differ, none if there is no such cell."""
    return spread_figures(
        "gates",
        "Mean LRS under three rules for failed controls",
        [one for one in in_document(CELL, rows, "/score/cells") if _differ(one.row)],
        means=_means,
        known=_LOOKS,
        key=[f"{name}: {rule}" for name, rule in CONTROL_RULES.items()],
        note="Means over draws with their 95% intervals (t interval of the draw means, with one "
        "pseudo-draw). n: draws; fewer if trials are left out.",
        columns=_COLUMNS,
        lines=lambda one: (one,),
        section="gates",
    )


def _differ(row: CellScore) -> bool:
    means = {(one.mean, one.n) for one in _means(row).values()}
    return row.gate_passed is not None and len(means) > 1


def _means(row: CellScore) -> dict[str, Figure]:
    return {name: getattr(row, name) for name in CONTROL_RULES}


def _treated(name: str) -> tuple[PageColumn[Entry[CellScore]], ...]:
    """The columns of one rule."""
    mean, n, interval = TREATMENTS[name]
    return (
        column(mean, none="none").of(lambda one: one.value["gates"]),
        column(interval).of(lambda one: one.value["gates_ci95"]),
        column(n).of(lambda one: one.value["gates_n"]),
    )


_COLUMNS: tuple[PageColumn[Entry[CellScore]], ...] = (
    column(EXPERIMENT_TITLE).of(lambda one: one.value),
    words(titled(CELL_NAME), lambda one: named(where(one.row))),
    column(MODEL).of(lambda one: one.value),
    *(made for name in CONTROL_RULES for made in _treated(name)),
)


_CoderLine = tuple[Entry[CellScore], CoderMean, Value]
"""A cell, and the mean of one of its coders, as a row and as the document has it."""


def coder_mean_figures(rows: Sequence[CellScore]) -> tuple[Drawn, ...]:
    """Figures of the cells in which the means of coders differ, none where there are none."""
    several = [
        one
        for one in in_document(CELL, rows, "/score/cells")
        if len({mean.lrs.mean for mean in one.row.coders} - {None}) > 1
    ]
    known = looks(_name(mean) for one in several for mean in one.row.coders)
    return spread_figures(
        "coder-means",
        capital(CODER_MEANS_TITLE),
        several,
        means=lambda row: {_name(one): one.lrs for one in row.coders},
        known=known,
        key=known,
        note="Mean over the draws that each coder coded, with its 95% interval (t interval of the "
        "draw means, with one pseudo-draw). Intervals do not treat the coders as a sample of "
        "coders. n: draws. Cells in which the means of coders are equal are not here.",
        columns=_CODER_COLUMNS,
        lines=_lines,
    )


def _name(one: CoderMean) -> str:
    """Who it is; whoever is not blind is named with what they are."""
    kind = "" if one.kind == "blind" else one.kind
    apart = "" if one.counted else NOT_COUNTED
    words = ", ".join(filter(None, (kind, apart)))
    return f"{one.coder} ({words})" if words else one.coder


def _lines(one: Entry[CellScore]) -> Iterator[_CoderLine]:
    for mean, value in zip(one.row.coders, one.value["coders"], strict=True):
        yield one, mean, value


_LRS, _CI95, _DRAWS = pick(CODER_MEAN, "lrs_mean", "ci95", "n_draws")
_CODER_COLUMNS: tuple[PageColumn[_CoderLine], ...] = (
    column(EXPERIMENT_TITLE).of(lambda line: line[0].value),
    words(titled(CELL_NAME), lambda line: named(where(line[0].row))),
    column(MODEL).of(lambda line: line[0].value),
    words(titled(CODER_NAME), lambda line: named(_name(line[1]))),
    *(
        made.of(lambda line: line[2])
        for made in (column(_LRS, none="none"), column(_CI95), column(_DRAWS))
    ),
)
