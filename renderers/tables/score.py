"""Scores on the screen: a table for each experiment and participant, domains, coders, method.

Who scored is said once, at the top; every table of a simulated participant says so in its title,
and what is not known is printed as unknown. One wide table over everything would need a screen that
nobody has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dsl.scoring import ScoreLevel
from dsl.words import and_list, counted
from renderers.fields.cell_tables import cell_columns, override_columns
from renderers.fields.even import EVEN_TITLE, even_columns
from renderers.fields.field import columns, pick
from renderers.fields.kinds import kind_columns
from renderers.fields.means import (
    CODER_MEAN,
    CODER_MEANS_TITLE,
    contrast_columns,
    domain_columns,
    experiment_columns,
    of_the_paper,
)
from renderers.fields.script_measures import (
    MEASURES_TITLE,
    RELIABILITY_TITLE,
    SURVIVAL_TITLE,
    TOTALS_TITLE,
    measure_columns,
    of_trainings,
    reliability_columns,
    survival_columns,
    total_columns,
)
from renderers.fields.trials import NOT_COUNTED, trial_columns
from renderers.number_words import UNKNOWN, decimal
from renderers.rows.questions import EvenScore, KindScore
from renderers.rows.scores import (
    CellScore,
    ContrastScore,
    StudyScores,
)
from renderers.rows.script_measures import (
    MeasureScore,
    ScaleReliability,
    TotalScale,
    over_many_conditions,
)
from renderers.rows.trials import TrialRow
from renderers.tables.banks.groups import (
    OF_CELLS,
    print_ages,
    print_banks,
    print_hacking,
    print_letters,
    print_majorities,
)
from renderers.tables.fitted import Column, one_table, split_tables
from renderers.tables.page import SIMULATED, Page
from renderers.tables.power import observed_precision
from renderers.tables.score_words import (
    OWN_SHARE,
    by_whom,
    method,
    not_scored,
    short_method,
)
from renderers.tables.summary import (
    contrast_line_columns,
    contrast_lines,
)
from renderers.terminal import visible

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST_ROWS = 20
"""With more cells and contrasts than this, contrasts are not on the screen of an experiment."""

ParticipantRow = (
    KindScore
    | CellScore
    | ContrastScore
    | EvenScore
    | MeasureScore
    | ScaleReliability
    | TotalScale
    | TrialRow
)


def render_scores(
    scores: StudyScores,
    *,
    levels: Sequence[str] = ("cell", "domain"),
    gate: str | None = None,
    width: int = 100,
    colour: bool = False,
) -> str:
    """The tables as text, no line wider than `width`.

    `levels` are of trial, cell, experiment, domain. `gate` (zero, exclude or ungated) adds a column
    with that treatment of failed controls.
    """
    page = Page(width=width, colour=colour)
    page.top(f"Study {visible(scores.study)}, scored {by_whom(scores)}", simulated=scores.simulated)
    if "trial" in levels:
        page.tables(
            scores.trials,
            trial_columns(scores.trials),
            _table_key,
            lambda sat: f"{visible(sat[0])}, trials of {visible(sat[1])}",
        )
    if "cell" in levels:
        _cells(page, scores, gate)
    if "experiment" in levels:
        _experiments(page, scores)
    if "domain" in levels:
        domains = of_the_paper(scores.domains)
        page.by_participant("domains", domains, domain_columns(domains))
    print_coders(page, scores)
    page.section("precision", map(observed_precision, scores.telling_apart))
    page.heading("method")
    page.print(*method(scores, levels=levels, gate=gate))
    return page.text


def render_score_screen(
    scores: StudyScores, *, gate: str | None = None, width: int = 100, colour: bool = False
) -> str:
    """The scores of one experiment on one screen: a table of all participants' cells with the
    columns that matter most, contrasts and kinds of score, and where to find the rest. `gate` as
    in `render_scores`.
    """
    page = Page(width=width, colour=colour)
    page.top(f"Study {visible(scores.study)}, scored {by_whom(scores)}", simulated=scores.simulated)
    cells = scores.scored_cells
    title = visible(scores.cells[0].experiment)
    notes = not_scored(scores)
    made = cell_columns(cells, gate)
    without = page.leading(title, cells, made, *notes)
    if not cells and scores.of_items:
        page.heading(title)
    elif not cells:
        page.section(title, notes)
    lines = contrast_lines(scores.contrasts)
    shown = lines if len(cells) + len(lines) <= MOST_ROWS else []
    page.leading("contrasts: draws with all questions right", shown, contrast_line_columns(shown))
    page.leading(EVEN_TITLE, scores.even_scores, even_columns(scores.even_scores))
    measured, items = over_many_conditions(scores.measure_scores), scores.reliabilities
    if subscales := len(measured) > MOST_ROWS:
        measured = tuple(row for row in measured if not row.of_subscale)
        items = tuple(row for row in items if not row.subscale)
    if no_coefficients := len(items) > MOST_ROWS and not any(map(_has_coefficient, items)):
        items = ()
    page.leading(MEASURES_TITLE, measured, measure_columns(measured))
    trained = of_trainings(measured)
    page.leading(SURVIVAL_TITLE, trained, survival_columns(trained))
    page.leading(TOTALS_TITLE, scores.totals, total_columns(scores.totals))
    page.leading(RELIABILITY_TITLE, items, reliability_columns(items))
    kinds = [row for row in scores.kind_scores if row.level in OF_CELLS]
    without_groups: tuple[str, ...] = ()
    if scores.of_items:
        without_groups = print_banks(page, scores)
        if not cells:
            page.section("notes", map(visible, scores.notes))
    elif kinds:
        page.leading(kinds[0].measures[0].kind.criterion, kinds, kind_columns(kinds))
    page.print(*coder_means(scores))
    page.heading("method")
    headings = {one.name for one in made} - {*without}
    page.print(*short_method(scores, gate=gate, shown=headings))
    intervals = ["own stories"] * (OWN_SHARE in headings) + ["contrasts"] * bool(shown)
    rest = [f"intervals of {and_list(intervals)}"] if intervals else []
    if lines and not shown:
        rest.append("contrasts")
    if no_coefficients:
        rest.append("alpha and omega, which none of these draws have")
    if subscales and len(items) < len(scores.reliabilities):
        rest.append("subscales")
    rest += ["domains", "precision"] * bool(cells)
    page.left_out(*rest, *without_groups, "method in full", command="devrun score")
    return page.text


def _has_coefficient(row: ScaleReliability) -> bool:
    return row.alpha.value is not None or row.omega.value is not None or bool(row.missing)


def _cells(page: Page, scores: StudyScores, gate: str | None) -> None:
    """Cells, and below those of an experiment its contrasts and what coders overrode."""
    cells, contrasts, even = scores.scored_cells, scores.contrasts, scores.even_scores
    measured, items = scores.measure_scores, scores.reliabilities
    trained = of_trainings(measured)
    overridden = [cell for cell in cells if cell.overrides.changed or cell.first.n]
    simulated = {_table_key(cell): cell.simulated for cell in scores.cells}
    kinds = _kinds(page, scores, *OF_CELLS)
    below = (
        ("contrasts", _split(page, contrasts, contrast_columns(contrasts))),
        (EVEN_TITLE, _split(page, even, even_columns(even))),
        (MEASURES_TITLE, _split(page, measured, measure_columns(measured))),
        (SURVIVAL_TITLE, _split(page, trained, survival_columns(trained))),
        (TOTALS_TITLE, _split(page, scores.totals, total_columns(scores.totals))),
        (RELIABILITY_TITLE, _split(page, items, reliability_columns(items))),
        (
            "LRS changed by coders, and LRS given before any mark",
            _split(page, overridden, override_columns(overridden)),
        ),
    )
    scored = _split(page, cells, cell_columns(cells, gate))
    for sat, is_simulated in simulated.items():
        if sat in scored:
            title = f"{visible(sat[0])}, {visible(sat[1])}"
            page.table(title, scored[sat], simulated=is_simulated)
        found = [kinds[sat]] if sat in kinds else []
        found += [(what, tables[sat]) for what, tables in below if sat in tables]
        for what, one in found:
            page.table(f"{what}, {visible(sat[1])}", one, simulated=is_simulated)
    print_letters(page, scores.letters)
    print_hacking(page, scores.hacking, whole=True)
    print_ages(page, scores)
    print_majorities(page, scores.majorities)


def _split(
    page: Page, rows: Sequence[ParticipantRow], columns: list[Column]
) -> dict[tuple[str, str], RenderableType]:
    """A table for each experiment and participant, all with the same columns."""
    return split_tables(columns, list(map(_table_key, rows)), page.width)


def _kinds(
    page: Page, scores: StudyScores, *levels: ScoreLevel
) -> dict[tuple[str, str], tuple[str, RenderableType]]:
    """The kinds of score that each script names in addition to the LRS: a title and a table."""
    found: dict[tuple[str, str], tuple[str, RenderableType]] = {}
    rows = [row for row in scores.kind_scores if row.level in levels]
    for experiment in dict.fromkeys(row.experiment for row in rows):
        here = [row for row in rows if row.experiment == experiment]
        tables = _split(page, here, kind_columns(here))
        found |= {sat: (here[0].measures[0].kind.criterion, table) for sat, table in tables.items()}
    return found


def _experiments(page: Page, scores: StudyScores) -> None:
    """Experiments, and below them the kinds of score that their scripts name."""
    rows = scores.experiments
    page.by_participant("experiments", rows, experiment_columns(rows))
    simulated = {_table_key(row): row.simulated for row in scores.kind_scores}
    for sat, (what, table) in _kinds(page, scores, ScoreLevel.EXPERIMENT).items():
        title = f"{visible(sat[0])}, {what}, {visible(sat[1])}"
        page.table(title, table, simulated=simulated[sat])


def print_coders(page: Page, scores: StudyScores) -> None:
    """The mean of each coder, where somebody coded."""
    rows = scores.coder_means
    if not scores.provisional and rows:
        names = ("coder", "kind", "counted", "trials", "n_draws", "lrs_mean")
        table = one_table(columns(pick(CODER_MEAN, *names), rows), page.width)
        some = any(one.simulated for one in scores.cells)
        page.table(CODER_MEANS_TITLE, table, simulated=some)


def coder_means(scores: StudyScores) -> list[str]:
    """The mean of each coder in a line, and a blank line, where somebody coded."""
    if scores.provisional or not scores.coder_means:
        return []
    each = (
        f"{visible(one.coder)} {UNKNOWN if one.lrs.mean is None else decimal(one.lrs.mean)} "
        f"({counted(one.trials, 'trial')}{'' if one.counted else f', {NOT_COUNTED}'})"
        for one in scores.coder_means
    )
    mark = f", {SIMULATED}" if any(one.simulated for one in scores.cells) else ""
    return [f"{CODER_MEANS_TITLE}{mark}: {', '.join(each)}", ""]


def _table_key(row: ParticipantRow) -> tuple[str, str]:
    """The experiment and the participant: a table each."""
    return row.experiment, row.model
