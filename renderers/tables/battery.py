"""The scores of several experiments on one screen: domains and their experiments, a column for
each participant.

Rows of domains are means over the paper's cells, as on the first screen of a report. One wording is
shown, the permuted one if there is any: two would be two screens, and `devrun compare` compares
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dsl.expand import PERMUTED
from renderers import domain_order
from renderers.fields.cells import CHANCE
from renderers.fields.design import DOMAIN_NAME, EXPERIMENT_TITLE
from renderers.fields.field import Field, columns
from renderers.number_words import NONE, UNKNOWN, between, decimal
from renderers.rows.scores import CellScore, DomainScore, ExperimentScore, StudyScores
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import SIMULATED, Page
from renderers.tables.score import coder_means
from renderers.tables.score_words import by_whom, not_scored, short_method
from renderers.tables.summary import NO_DOMAIN
from renderers.terminal import visible

Mean = DomainScore | ExperimentScore
BROADEST = 18
"""The most columns of a participant's name in one line of a heading."""


@dataclass(frozen=True, slots=True)
class _BatteryLine:
    """A domain or an experiment: its mean for each participant, and its cells of the paper."""

    title: str
    means: Mapping[str, Mean]
    cells: Sequence[CellScore]


def render_battery(scores: StudyScores, *, width: int = 100, colour: bool = False) -> str:
    """The means of domains and of experiments in one wording, as text; no line wider than
    `width`.
    """
    page = Page(width=width, colour=colour)
    page.top(f"Study {visible(scores.study)}, scored {by_whom(scores)}", simulated=scores.simulated)
    wordings = list(dict.fromkeys(row.wording for row in scores.experiments))
    wording = PERMUTED if PERMUTED in wordings else wordings[0]
    everybody = all(row.simulated for row in scores.experiments)
    page.table(
        f"domains and experiments, {visible(wording)} wording: mean LRS and 95% interval",
        one_table(_columns(_lines(scores, wording), mixed=not everybody), width),
        *not_scored(scores),
        simulated=everybody,
    )
    page.print(*coder_means(scores))
    page.heading("method")
    page.print(*short_method(scores, gate=None, cells=False))
    others = [f"{visible(one)} wording" for one in wordings if one != wording]
    rest = ("cells", "contrasts", "means over experiments", "precision", "method in full")
    page.left_out(*others, *rest, command="devrun score")
    return page.text


def has_means(scores: StudyScores) -> bool:
    """Whether there is a cell of the paper: of additions alone no mean is made."""
    return not all(cell.addition for cell in scores.cells)


def _lines(scores: StudyScores, wording: str) -> list[_BatteryLine]:
    """Each domain, and below it its experiments."""
    cells = [cell for cell in scores.cells if cell.wording == wording and not cell.addition]
    found = []
    for name in sorted(dict.fromkeys(cell.domain for cell in cells), key=domain_order.place):
        here = [cell for cell in cells if cell.domain == name]
        means = {
            row.model: row
            for row in scores.domains
            if row.wording == wording and row.domain == name
        }
        found.append(_BatteryLine(visible(name or NO_DOMAIN).upper(), means, here))
        for title in dict.fromkeys(cell.experiment for cell in here):
            own = {
                row.model: row
                for row in scores.experiments
                if row.wording == wording and row.experiment == title
            }
            mine = [cell for cell in here if cell.experiment == title]
            found.append(_BatteryLine(f"  {visible(title)}", own, mine))
    return found


def _columns(lines: Sequence[_BatteryLine], *, mixed: bool) -> list[Column]:
    simulated = {model: row.simulated for line in lines for model, row in line.means.items()}
    whose = dict.fromkeys(
        cell.reference.who for line in lines for cell in line.cells if cell.reference
    )
    return [
        *columns([_TITLE], lines),
        *(
            Column(
                _heading(model, marked=mixed and program),
                tuple(_mean(line.means.get(model)) for line in lines),
            )
            for model, program in simulated.items()
        ),
        *columns([_CHANCE], lines),
        *(
            Column(visible(who), tuple(_over(_published(line, who)) for line in lines), priority=1)
            for who in whose
        ),
    ]


_TITLE: Field[_BatteryLine] = EXPERIMENT_TITLE.but(
    heading=f"{DOMAIN_NAME.heading}, {EXPERIMENT_TITLE.heading}"
).told(lambda line: line.title)
_CHANCE: Field[_BatteryLine] = CHANCE.but(priority=0).told(
    lambda line: _over([cell.chance for cell in _once(line)], none=UNKNOWN)
)


def _heading(model: str, *, marked: bool) -> str:
    """A participant's name, a long one in a line for each of its parts."""
    name = visible(model)
    lines = [name if len(name) <= BROADEST else name.replace("/", "/\n")]
    return "\n".join([*lines, *([SIMULATED] if marked else [])])


def _mean(row: Mean | None) -> str:
    if row is None:
        return NONE
    if isinstance(row, DomainScore):
        mean, ends = row.lrs, row.ci95
    else:
        mean, ends = row.lrs.mean, row.lrs.ci95
    return UNKNOWN if mean is None else f"{decimal(mean)} {between(ends)}"


def _once(line: _BatteryLine) -> list[CellScore]:
    """Each cell once, whoever was asked."""
    return list({(cell.experiment, cell.levels): cell for cell in line.cells}.values())


def _published(line: _BatteryLine, who: str) -> list[Fraction | None]:
    """What was published of somebody for these cells."""
    return [
        cell.reference.lrs if cell.reference is not None and cell.reference.who == who else None
        for cell in _once(line)
    ]


def _over(values: Sequence[Fraction | None], *, none: str = NONE) -> str:
    """The mean; `none` where one is missing."""
    known = [value for value in values if value is not None]
    return (
        decimal(sum(known, Fraction(0)) / len(known))
        if known and len(known) == len(values)
        else none
    )
