"""Scores on the screen: a table for each experiment and participant, domains, coders, method.

Who scored stands once, at the top; every table of a simulated participant says so in its title, and
what is not known is printed as unknown. One wide table over everything would need a screen that
nobody has.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, TypeVar

from dsl.scoring import ScoreLevel
from renderers import telling_words
from renderers.fields.cell_tables import cell_columns, override_columns
from renderers.fields.coder_means import CODER_MEAN
from renderers.fields.field import columns, pick
from renderers.fields.kinds import kind_columns
from renderers.fields.means import (
    contrast_columns,
    domain_columns,
    experiment_columns,
    of_the_paper,
)
from renderers.fields.trials import trial_columns
from renderers.fitted_table import Column, split_tables
from renderers.page_console import page_console
from renderers.score_rows import (
    CellScore,
    ContrastScore,
    DomainScore,
    ExperimentScore,
    KindScore,
    StudyScores,
    TrialRow,
)
from renderers.score_words import by_whom, method
from renderers.summary_table import legend, print_summary
from renderers.terminal import visible

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from renderers.summary_rows import Summary

Row = TypeVar("Row")
Key = TypeVar("Key", bound=Hashable)
ModelRow = TypeVar("ModelRow", ExperimentScore, DomainScore)

SIMULATED = "SIMULATED"


def render_scores(
    scores: StudyScores,
    *,
    levels: Sequence[str] = ("cell", "domain"),
    gate: str | None = None,
    summary: Summary | None = None,
    width: int = 100,
    colour: bool = False,
) -> str:
    """The tables as text, no line wider than `width`.

    `levels` are of trial, cell, experiment, domain. `gate` (zero, exclude or ungated) adds a column
    with that treatment of failed controls. `summary` has cells and domains on one screen, in place
    of those levels.
    """
    stream = io.StringIO()
    console = page_console(stream, width=width, colour=colour)
    page = _Page(console, scores, width)
    page.top()
    if "trial" in levels:
        page.trials()
    if summary is not None:
        print_summary(console, summary, width=width)
    if "cell" in levels:
        page.cells(gate)
    if "experiment" in levels:
        page.experiments()
    if "domain" in levels:
        page.by_model("domains", of_the_paper(scores.domains), domain_columns)
    page.coders()
    if summary is None:
        page.telling_apart()
    console.print("method", style="bold")
    columns = legend(summary) if summary is not None else ()
    for line in method(scores, levels=levels, gate=gate, summary=columns):
        console.print(line)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


class _Page:
    """Prints the tables one after the other."""

    def __init__(self, console: Console, scores: StudyScores, width: int) -> None:
        self.console = console
        self.scores = scores
        self.width = width

    def top(self) -> None:
        """Whose scores these are, and whether they are data at all."""
        scores = self.scores
        self.console.print(f"Study {visible(scores.study)}, scored {by_whom(scores)}", style="bold")
        if scores.simulated:
            self.console.print(
                "SIMULATED, not data: rows with this label were answered by a program"
            )
        self.console.print("")

    def table(self, title: str, table: RenderableType, *, simulated: bool) -> None:
        mark = f": {SIMULATED}" if simulated else ""
        self.console.print(f"{title}{mark}", style="bold")
        self.console.print(table)
        self.console.print("")

    def split(
        self, rows: Sequence[Row], columns: list[Column], key: Callable[[Row], Key]
    ) -> dict[Key, RenderableType]:
        """A table for each key, all with the same columns."""
        return split_tables(columns, [key(row) for row in rows], self.width)

    def trials(self) -> None:
        rows = self.scores.trials
        simulated = {_sat(row): row.simulated for row in rows}
        for sat, table in self.split(rows, trial_columns(rows), _sat).items():
            title = f"{visible(sat[0])}, trials of {visible(sat[1])}"
            self.table(title, table, simulated=simulated[sat])

    def cells(self, gate: str | None) -> None:
        """Cells, and below those of an experiment its contrasts and what coders overrode."""
        cells, contrasts = self.scores.cells, self.scores.contrasts
        overridden = [cell for cell in cells if cell.overrides.changed or cell.first.n]
        simulated = {_sat(cell): cell.simulated for cell in cells}
        kinds = self.kinds(ScoreLevel.CELL)
        below = (
            ("contrasts", self.split(contrasts, contrast_columns(contrasts), _sat)),
            (
                "LRS changed by coders, and LRS given before any mark",
                self.split(overridden, override_columns(overridden), _sat),
            ),
        )
        for sat, table in self.split(cells, cell_columns(cells, gate), _sat).items():
            title = f"{visible(sat[0])}, {visible(sat[1])}"
            self.table(title, table, simulated=simulated[sat])
            if sat in kinds:
                what, of_kinds = kinds[sat]
                self.table(f"{what}, {visible(sat[1])}", of_kinds, simulated=simulated[sat])
            for what, found in below:
                if sat in found:
                    title = f"{what}, {visible(sat[1])}"
                    self.table(title, found[sat], simulated=simulated[sat])

    def kinds(self, level: ScoreLevel) -> dict[tuple[str, str], tuple[str, RenderableType]]:
        """The kinds of score that each script names beside the LRS: a title and a table."""
        found: dict[tuple[str, str], tuple[str, RenderableType]] = {}
        rows = [row for row in self.scores.kind_scores if row.level is level]
        for experiment in dict.fromkeys(row.experiment for row in rows):
            here = [row for row in rows if row.experiment == experiment]
            tables = self.split(here, kind_columns(here), _sat)
            found |= {
                sat: (here[0].measures[0].kind.criterion, table) for sat, table in tables.items()
            }
        return found

    def experiments(self) -> None:
        """Experiments, and below them the kinds of score that their scripts name."""
        self.by_model("experiments", self.scores.experiments, experiment_columns)
        simulated = {_sat(row): row.simulated for row in self.scores.kind_scores}
        for sat, (what, table) in self.kinds(ScoreLevel.EXPERIMENT).items():
            title = f"{visible(sat[0])}, {what}, {visible(sat[1])}"
            self.table(title, table, simulated=simulated[sat])

    def by_model(
        self,
        what: str,
        rows: Sequence[ModelRow],
        made: Callable[[Sequence[ModelRow]], list[Column]],
    ) -> None:
        """A table for each participant."""
        simulated = {row.model: row.simulated for row in rows}
        for model, table in self.split(rows, made(rows), lambda row: row.model).items():
            self.table(f"{what}, {visible(model)}", table, simulated=simulated[model])

    def telling_apart(self) -> None:
        told = [telling_words.after(one) for one in self.scores.telling_apart]
        if told:
            self.console.print("precision", style="bold")
            for line in told:
                self.console.print(line)
            self.console.print("")

    def coders(self) -> None:
        rows = self.scores.coder_means
        if not self.scores.provisional and rows:
            names = ("coder", "kind", "counted", "trials", "n_draws", "lrs_mean")
            found = columns(pick(CODER_MEAN, *names), rows)
            table = self.split(rows, found, lambda row: None)[None]
            some = any(row.simulated for row in self.scores.trials)
            self.table("mean LRS by coder", table, simulated=some)


def _sat(row: KindScore | CellScore | ContrastScore | TrialRow) -> tuple[str, str]:
    """The experiment, and who sat it."""
    return row.experiment, row.model
