"""A study of many experiments on one screen: every cell in a line, then domains, then contrasts.

Twelve tables of an experiment each would have the domains roll out of sight. Here the headings
stand once, the experiment is a line of words above its cells, and what is left out is in `--json`
and in the tables of single experiments.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from dsl.words import counted
from renderers.fields.cell_tables import summary_columns
from renderers.fields.cells import CHANCE_NOTE
from renderers.fields.even import EVEN_NOTE, EVEN_TITLE, even_columns
from renderers.fields.field import Field, columns, field, pick
from renderers.fields.means import CONTRAST, domain_columns, of_the_paper
from renderers.fields.scales import WHOLE
from renderers.fields.script_measures import MEASURES_NOTE, MEASURES_TITLE, measure_columns
from renderers.number_words import NONE, UNKNOWN
from renderers.rows.questions import EvenScore
from renderers.rows.scores import CellScore, ContrastScore, StudyScores
from renderers.rows.script_measures import MeasureScore
from renderers.tables.fitted import Column, grouped_tables, one_table
from renderers.tables.page import Page
from renderers.tables.power import observed_precision
from renderers.tables.run import PROVISIONAL, print_top
from renderers.tables.score_words import INTERVAL_NOTE, without_tests, words_for_none
from renderers.terminal import visible

ADDITIONS = "additions to the paper's cells, not in any mean"
NO_DOMAIN = "no domain"


def render_summary(
    summary: StudyScores, *, missing: int = 0, width: int = 100, colour: bool = False
) -> str:
    """The summary of a run as text, no line wider than `width`; `missing` planned trials are not in
    it, and it says so.
    """
    page = Page(width=width, colour=colour)
    experiments = dict.fromkeys(cell.experiment for cell in summary.cells)
    title = f"{counted(len(experiments), 'experiment')}, provisional scores"
    print_top(page, title, summary.cells, missing)
    page.print("")
    print_summary(page, summary)
    page.heading("notes")
    page.print(PROVISIONAL, *legend(summary))
    return page.text


def print_summary(page: Page, summary: StudyScores) -> None:
    """Print the tables of each participant, and what its draws can tell apart."""
    for model in dict.fromkeys(cell.model for cell in summary.cells):
        cells = [one for one in summary.cells if one.model == model]
        simulated = any(one.simulated for one in cells)
        page.heading(f"cells, {visible(model)}", simulated=simulated)
        _print_cells(page, [one for one in cells if one.experiment not in summary.untested])
        domains = [one for one in of_the_paper(summary.domains) if one.model == model]
        if domains:
            table = one_table(domain_columns(domains), page.width)
            page.table(f"domains, {visible(model)}", table, simulated=simulated)
        contrasts = [one for one in summary.contrasts if one.model == model]
        if contrasts:
            page.heading(f"contrasts, {visible(model)}", simulated=simulated)
            added = {one.experiment for one in cells if one.addition}
            added -= {one.experiment for one in cells if not one.addition}
            _print_contrasts(page, contrasts, added)
        even = [one for one in summary.even_scores if one.model == model]
        if even:
            page.heading(f"{EVEN_TITLE}, {visible(model)}", simulated=simulated)
            _print_below(page, even, even_columns(even))
        measured = [one for one in summary.measure_scores if one.model == model]
        if measured:
            page.heading(f"{MEASURES_TITLE}, {visible(model)}", simulated=simulated)
            _print_below(page, measured, measure_columns(measured))
    page.section("precision", map(observed_precision, summary.telling_apart))


def _print_cells(page: Page, cells: Sequence[CellScore]) -> None:
    """Domain by domain, and after them what was added to the paper's cells."""
    ordered = sorted(cells, key=lambda cell: cell.addition)
    keys = [(cell.addition, cell.domain, cell.experiment, cell.condition) for cell in ordered]
    for head, parts in grouped_tables(summary_columns(ordered), keys, page.width):
        page.print(head)
        above = None
        for (addition, domain, experiment, name), part in parts.items():
            heading = ADDITIONS if addition else domain
            if heading != above and (heading or above):
                page.print(visible(heading or NO_DOMAIN).upper())
            above = heading
            title = ": ".join(visible(word) for word in (experiment, name) if word)
            page.heading(f"+ {title}" if addition else title)
            page.print(part)
        page.print("")


def _print_contrasts(page: Page, rows: Sequence[ContrastScore], added: Container[str]) -> None:
    """Experiment by experiment; `added` are those that are no experiments of the paper."""
    found = contrast_lines(rows)
    made = contrast_line_columns(found)
    keys = [one.experiment for one in found]
    for head, parts in grouped_tables(made, keys, page.width):
        page.print(head)
        for experiment, part in parts.items():
            title = visible(experiment)
            page.heading(f"+ {title}" if experiment in added else title)
            page.print(part)
        page.print("")


def _print_below(
    page: Page, rows: Sequence[EvenScore | MeasureScore], made: Sequence[Column]
) -> None:
    """Experiment by experiment."""
    for head, parts in grouped_tables(made, [one.experiment for one in rows], page.width):
        page.print(head)
        for experiment, part in parts.items():
            page.heading(visible(experiment))
            page.print(part)
        page.print("")


@dataclass(frozen=True, slots=True)
class ContrastSummary:
    """A contrast in each of its wordings, for one participant and condition."""

    wordings: Mapping[str, ContrastScore]

    @property
    def some(self) -> ContrastScore:
        """The contrast in one of the wordings, for what all of them share."""
        return next(iter(self.wordings.values()))

    @property
    def experiment(self) -> str:
        """The experiment that has the contrast."""
        return self.some.experiment

    @property
    def model(self) -> str:
        """The participant."""
        return self.some.model

    @property
    def simulated(self) -> bool:
        """Whether a program answered."""
        return self.some.simulated


def contrast_lines(rows: Sequence[ContrastScore]) -> list[ContrastSummary]:
    """A line for each participant, contrast and condition, in the order of first occurrence."""
    found: dict[tuple[str, ...], dict[str, ContrastScore]] = {}
    for row in rows:
        at = (row.model, row.experiment, row.contrast, row.condition)
        found.setdefault(at, {})[row.wording] = row
    return [ContrastSummary(one) for one in found.values()]


def contrast_line_columns(rows: Sequence[ContrastSummary]) -> list[Column]:
    """Columns of contrasts whose experiment is above them, wordings next to each other."""
    some = [row.some for row in rows]
    contrast, condition, passed, chance = pick(
        CONTRAST, "contrast", "condition", "passed", "chance"
    )
    wordings = dict.fromkeys(wording for row in rows for wording in row.wordings)
    return [
        *columns((contrast.but(indent=2), condition), some),
        *(
            Column(
                f"{passed.heading},\n{wording}",
                tuple(
                    (passed.text(one) or UNKNOWN) if (one := row.wordings.get(wording)) else NONE
                    for row in rows
                ),
            )
            for wording in wordings
        ),
        *columns([_NOT_DECIDED], rows),
        *columns([chance], some),
    ]


_NOT_DECIDED: Field[ContrastSummary] = field(
    WHOLE, "not_decided", "draws in no wording's figure",
    lambda row: sum(one.split + one.undecided for one in row.wordings.values()),
    heading="not\ndecided", rare=True,
)  # fmt: skip


def legend(summary: StudyScores) -> list[str]:
    """What the columns mean, a line each."""
    cells = summary.cells
    lines = [
        f"n: draws; {INTERVAL_NOTE}",
        "correct: proportion correct, ignoring control questions; own story, matched "
        "stories: the same for the paper's story and its variants (- without versions)",
        f"{CHANCE_NOTE}; control failed: trials scored 0 because a control question was failed",
    ]
    lines += words_for_none(cells)
    if summary.domains:
        lines.append(
            "domain: mean of the paper's cells, and mean of the experiments; both 95% "
            "intervals (MOVER) hold for these experiments only; t (df): interval that "
            "treats the experiments as a sample of the domain, truncated at 0 and 5"
        )
    whose = dict.fromkeys(cell.reference.who for cell in cells if cell.reference)
    if whose:
        names = ", ".join(map(visible, whose))
        lines.append(
            f"{names}: published value for the cell; for domains the mean of the same cells, "
            "- if any has no published value; no interval is available"
        )
    if summary.contrasts:
        lines.append(
            "a draw passes a contrast when all its questions are right; intervals and "
            "further columns: `devrun score --by cell`"
        )
    if summary.even_scores:
        lines.append(EVEN_NOTE)
    if summary.measure_scores:
        lines.append(MEASURES_NOTE)
    return [*lines, *without_tests(summary.untested)]
