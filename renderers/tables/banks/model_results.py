"""Many models in several concepts, on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.words import counted
from renderers.fields.banks.model_results import (
    CONCEPT,
    CORRELATIONS,
    DIFFERENCE,
    MODEL,
    PERCENT,
    RESULTS,
)
from renderers.fields.field import Field, by_name, columns
from renderers.number_words import NONE, hundredths
from renderers.rows.model_results import (
    ConceptCorrelation,
    ModelResult,
    ModelResults,
)
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import Page
from renderers.terminal import visible

DIFFERENCES = by_name(DIFFERENCE)

BEST = 10
"""So many models are shown unless all are asked for."""


def render_model_results(
    found: ModelResults, *, whole: bool, width: int, colour: bool = False
) -> str:
    """All of it as text, no line wider than `width`. `whole`: every model and board."""
    page = Page(width=width, colour=colour)
    simulated = any(row.simulated for row in found.concepts)
    page.top(f"Accuracy by concept, {visible(found.source)}", simulated=simulated)
    boards = found.boards if whole else found.boards[:1]
    for board in boards:
        _board(page, found, board, whole=whole)
    if found.differences:
        first = [row for row in found.differences if row.cut == found.boards[0]]
        title = f"differences of stages in points, paired by model{_named(found.boards[0])}"
        page.table(title, one_table(columns(DIFFERENCE[1:], first), width), simulated=simulated)
        title = "mean correlations of concepts (r x 100)"
        several = len({row.cut for row in found.differences}) > 1
        if several:
            title = f"the same of all boards and their best models, and {title}"
        if several or found.stage_correlations:
            page.table(title, one_table(_cuts(found), width), simulated=simulated)
    if found.others:
        page.table(
            f"{_OTHERS.what}{_named(boards[0])}",
            one_table(columns(CORRELATIONS, found.others), width),
            simulated=simulated,
        )
    page.section("left out", map(visible, found.left_out))
    page.section("to be looked at", map(visible, found.to_look_at))
    page.heading("method")
    page.print(*found.notes)
    rest = [one or "the rest" for one in found.boards[len(boards) :]]
    if rest:
        page.print(f"other boards ({', '.join(map(visible, rest))}) and all models: --all")
    return page.text


def _named(board: str) -> str:
    return f", {visible(board)}" if board else ""


def _board(page: Page, found: ModelResults, board: str, *, whole: bool) -> None:
    concepts = [row for row in found.concepts if row.board == board]
    simulated = any(row.simulated for row in concepts)
    title = f"accuracy in percent, mean of {counted(concepts[0].models, 'model')}{_named(board)}"
    page.table(title, one_table(columns(CONCEPT, concepts), page.width), simulated=simulated)
    models = [row for row in found.models if row.board == board]
    shown = models if whole else [row for row in models if (row.rank or 0) <= BEST]
    which = "models" if len(shown) == len(models) else f"the best {BEST} of {len(models)} models"
    table = one_table([*columns(MODEL, shown), *_stages(shown)], page.width)
    page.table(f"{which}, accuracy in percent{_named(board)}", table, simulated=simulated)
    pairs = [row for row in found.correlations if row.board == board]
    if pairs:
        title = f"correlations of concepts over {pairs[0].models} models (Pearson's r x 100)"
        table = one_table(_triangle(pairs), page.width)
        page.table(f"{title}{_named(board)}", table, simulated=simulated)


def _stages(rows: Sequence[ModelResult]) -> list[Column]:
    names = dict.fromkeys(name for row in rows for name, _ in row.stages)
    return [
        Column(
            visible(name).replace(" ", "\n"),
            tuple(_percent(dict(row.stages).get(name)) for row in rows),
        )
        for name in names
    ]


def _percent(value: float | None) -> str:
    return NONE if value is None else PERCENT.text(value) or NONE


_R, _OTHERS = by_name(CORRELATIONS)["r"], by_name(RESULTS)["other_tests"]
_CONCEPT: Field[tuple[int, str]] = by_name(CORRELATIONS)["first"].told(
    lambda one: f"{one[0]} {visible(one[1])}"
)


def _triangle(pairs: Sequence[ConceptCorrelation]) -> list[Column]:
    """The lower triangle: a row and a column for each concept, by number."""
    names = list(dict.fromkeys(name for row in pairs for name in (row.first, row.second)))
    r = {(row.first, row.second): row.r for row in pairs}
    numbered = list(enumerate(names[1:], start=2))
    return [
        *columns([_CONCEPT], numbered),
        *(
            Column(
                str(at),
                tuple(
                    "" if row < at else hundredths(r.get((one, other)))
                    for row, other in enumerate(names[1:], start=1)
                ),
            )
            for at, one in enumerate(names[:-1], start=1)
        ),
    ]


def _cuts(found: ModelResults) -> list[Column]:
    """A row for each cut; columns for each difference of stages, and for mean correlations."""
    cuts = {(row.cut, row.models): row for row in found.differences}
    apart = {(row.cut, row.first, row.second): row for row in found.differences}
    r = {(row.cut, row.first, row.second): row.r for row in found.stage_correlations}
    made = columns((DIFFERENCES["models_of"], DIFFERENCES["models"]), list(cuts.values()))
    differences = dict.fromkeys((row.first, row.second) for row in found.differences)
    # Those of a single cut stand in the table above.
    for first, second in differences if len(cuts) > 1 else ():
        rows = [apart[cut, first, second] for cut, _ in cuts]
        made += columns(
            [
                DIFFERENCES["difference"].but(heading=f"{visible(first)}\n- {visible(second)}"),
                DIFFERENCES["ci95"],
            ],
            rows,
        )
    for one, two in dict.fromkeys((row.first, row.second) for row in found.stage_correlations):
        told = (
            f"{_R.heading} within\n{visible(one)}"
            if one == two
            else f"{_R.heading} {visible(one)}\n{visible(two)}"
        )
        cells = tuple(hundredths(r.get((cut, one, two))) for cut, _ in cuts)
        made.append(Column(told, cells))
    return made
