"""Scores on the screen: a table for each experiment and participant, domains, coders, method.

Every table of a simulated participant says so in its title, and what is not known is printed as
unknown. One wide table over everything would need a screen that nobody has.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from renderers.fitted_table import Column, fitted_table
from renderers.run_table import decimal, percent
from renderers.score_rows import (
    CellScore,
    CoderMean,
    ContrastScore,
    DomainScore,
    ExperimentScore,
    Figure,
    StudyScores,
    TrialRow,
)
from renderers.score_words import UNKNOWN, by_whom, method, remarks
from renderers.terminal import visible

if TYPE_CHECKING:
    from rich.console import Console

Row = TypeVar("Row", ExperimentScore, DomainScore)

SIMULATED = "SIMULATED, not data"


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
    from rich.console import Console

    stream = io.StringIO()
    console = Console(
        file=stream,
        width=width,
        force_terminal=colour,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    page = _Page(console, scores, width)
    if "trial" in levels:
        page.by_experiment(_trial_columns)
    if "cell" in levels:
        page.cells(gate)
    if "experiment" in levels:
        page.experiments()
    if "domain" in levels:
        page.domains()
    page.coders()
    console.print("how this was computed", style="bold")
    for line in method(scores, gate=gate):
        console.print(line)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


class _Page:
    """Prints the tables one after the other."""

    def __init__(self, console: Console, scores: StudyScores, width: int) -> None:
        self.console = console
        self.scores = scores
        self.width = width

    def table(
        self,
        title: str,
        columns: Sequence[Column],
        *,
        simulated: bool,
        below: Sequence[str] = (),
    ) -> None:
        mark = f": {SIMULATED}" if simulated else ""
        self.console.print(f"{title}{mark}", style="bold")
        self.console.print(fitted_table(columns, self.width))
        for line in below:
            self.console.print(line)
        self.console.print("")

    def by_experiment(self, columns: Callable[[Sequence[TrialRow]], list[Column]]) -> None:
        """A table of trials for each experiment and participant."""
        groups: dict[tuple[str, str], list[TrialRow]] = {}
        for row in self.scores.trials:
            groups.setdefault((row.experiment, row.model), []).append(row)
        for (experiment, model), rows in groups.items():
            title = f"{visible(experiment)}, trials of {visible(model)}"
            self.table(title, columns(rows), simulated=rows[0].simulated)

    def cells(self, gate: str | None) -> None:
        groups: dict[tuple[str, str], list[CellScore]] = {}
        for cell in self.scores.cells:
            groups.setdefault((cell.experiment, cell.model), []).append(cell)
        for (experiment, model), cells in groups.items():
            title = f"{visible(experiment)}, {visible(model)}, {by_whom(self.scores)}"
            self.table(
                title,
                _cell_columns(cells, gate),
                simulated=cells[0].simulated,
                below=remarks(cells),
            )
            contrasts = [
                one
                for one in self.scores.contrasts
                if one.experiment == experiment and one.model == model
            ]
            if contrasts:
                title = f"{visible(experiment)}, contrasts of {visible(model)}"
                self.table(title, _contrast_columns(contrasts), simulated=cells[0].simulated)

    def experiments(self) -> None:
        for model, rows in _by_model(self.scores.experiments):
            title = f"experiments, {visible(model)}, {by_whom(self.scores)}"
            self.table(title, _experiment_columns(rows), simulated=rows[0].simulated)

    def domains(self) -> None:
        for model, rows in _by_model(self.scores.domains):
            title = f"domains, {visible(model)}, {by_whom(self.scores)}"
            self.table(title, _domain_columns(rows), simulated=rows[0].simulated)

    def coders(self) -> None:
        if not self.scores.provisional and self.scores.coder_means:
            title = "coders, each one's own mean"
            columns = _coder_columns(self.scores.coder_means)
            some = any(row.simulated for row in self.scores.trials)
            self.table(title, columns, simulated=some)


def _by_model(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    for model in dict.fromkeys(row.model for row in rows):
        yield model, [row for row in rows if row.model == model]


def _cell_columns(cells: Sequence[CellScore], gate: str | None) -> list[Column]:
    columns = []
    if any(cell.condition for cell in cells):
        columns.append(_words("condition", (cell.condition for cell in cells), folds=True))
    columns += [
        _words("wording", (cell.wording for cell in cells)),
        _numbers("n", (str(cell.lrs.n) for cell in cells)),
        _numbers("texts", (str(cell.n_texts) for cell in cells), wanted=1),
        _numbers("LRS", (known(cell.lrs.mean) for cell in cells)),
        _numbers("95%", (between(cell.lrs.ci95) for cell in cells)),
        _numbers("chance", (known(cell.chance) for cell in cells), wanted=2),
        _numbers("share\nright", (known_share(cell.share.mean) for cell in cells), wanted=2),
    ]
    if gate is not None:
        figures = [_treated(cell, gate) for cell in cells]
        columns.append(_numbers(f"LRS\n{gate}", (known(one.mean) for one in figures)))
        columns.append(_numbers(f"{gate}\nn", (str(one.n) for one in figures)))
        columns.append(_numbers(f"{gate}\n95%", (between(one.ci95) for one in figures), wanted=3))
    for heading, reason in (
        ("0: control\nfailed", "gate_failed"),
        ("0: no\nanswer", "no_answer"),
        ("0: off\ntask", "off_task"),
    ):
        shares = [cell.zeros.get(reason) for cell in cells]
        if any(shares):
            columns.append(_numbers(heading, (percent(one) for one in shares), wanted=3))
    columns += _missing(cells)
    columns += [
        _numbers("1+4x\nshare", (known(cell.linear.mean) for cell in cells), wanted=4),
        _numbers("at\nmost", (known(cell.attainable) for cell in cells), wanted=6),
        _numbers("strict", (known(cell.strict.mean) for cell in cells), wanted=5),
        _numbers("lenient", (known(cell.lenient.mean) for cell in cells), wanted=5),
        _numbers("sd", (_decimals(cell.lrs.sd) for cell in cells), wanted=7),
    ]
    if any(cell.twin_share.mean is not None for cell in cells):
        columns += [
            _numbers("own\nstory", (known_share(cell.own_share.mean) for cell in cells), wanted=5),
            _numbers("twins", (known_share(cell.twin_share.mean) for cell in cells), wanted=5),
        ]
    columns += _of_coders(cells)
    whose = dict.fromkeys(cell.reference[0] for cell in cells if cell.reference)
    columns += [
        _numbers(
            f"{visible(who)}\nLRS",
            (
                visible(cell.reference[1])
                if cell.reference and cell.reference[0] == who
                else UNKNOWN
                for cell in cells
            ),
            wanted=8,
        )
        for who in whose
    ]
    return columns


def _treated(cell: CellScore, gate: str) -> Figure:
    return {"zero": cell.zero, "exclude": cell.exclude, "ungated": cell.ungated}[gate]


def _missing(cells: Sequence[CellScore]) -> list[Column]:
    """Trials that have no LRS, by why; a column only where there are some."""
    counts = (
        ("not\ncoded", [cell.uncoded for cell in cells]),
        ("disputed", [cell.disputed for cell in cells]),
        ("undecided", [cell.undecided for cell in cells]),
        ("lost", [cell.technical for cell in cells]),
    )
    return [
        _numbers(
            heading,
            (f"{some}/{cell.trials}" for some, cell in zip(found, cells, strict=True)),
            wanted=1,
        )
        for heading, found in counts
        if any(found)
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
                known(
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


def _trial_columns(rows: Sequence[TrialRow]) -> list[Column]:
    columns = []
    if any(row.condition for row in rows):
        columns.append(_words("condition", (row.condition for row in rows), folds=True))
    columns += [
        _words("wording", (row.wording for row in rows)),
        _numbers("draw", (str(row.draw) for row in rows)),
    ]
    if any(row.sample > 1 for row in rows):
        columns.append(_numbers("sample", (str(row.sample) for row in rows)))
    columns += [
        _words("status", (row.status.replace("_", " ") for row in rows)),
        _numbers("LRS", (known(row.lrs) for row in rows)),
        _numbers("share\nright", (known_share(row.share) for row in rows)),
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


def _contrast_columns(rows: Sequence[ContrastScore]) -> list[Column]:
    columns = [_words("contrast", (row.contrast for row in rows), folds=True)]
    if any(row.condition for row in rows):
        columns.append(_words("condition", (row.condition for row in rows), folds=True))
    columns += [
        _words("wording", (row.wording for row in rows)),
        _numbers("passed", (f"{_plain(row.passed)} of {row.n}" for row in rows)),
        _numbers("95%", (_percents(row.ci95) for row in rows)),
        _numbers(
            "chance",
            (UNKNOWN if r.chance is None else f"{float(r.chance):.1%}" for r in rows),
        ),
    ]
    for heading, found in (
        ("coders\ndiffer", [row.split for row in rows]),
        ("needs\na human", [row.undecided for row in rows]),
    ):
        if any(found):
            columns.append(_numbers(heading, map(str, found), wanted=1))
    return columns


def _experiment_columns(rows: Sequence[ExperimentScore]) -> list[Column]:
    return [
        _words("experiment", (row.experiment for row in rows), folds=True),
        _words("wording", (row.wording for row in rows)),
        _numbers("cells", (_of_cells(row.cells, row.missing) for row in rows)),
        _numbers("n", (str(row.lrs.n) for row in rows)),
        _numbers("LRS", (known(row.lrs.mean) for row in rows)),
        _numbers("95%", (between(row.lrs.ci95) for row in rows)),
        _numbers("share\nright", (known_share(row.share.mean) for row in rows), wanted=1),
        _numbers("1+4x\nshare", (known(row.linear.mean) for row in rows), wanted=2),
        _words("domain", (row.domain or UNKNOWN for row in rows), wanted=3),
    ]


def _domain_columns(rows: Sequence[DomainScore]) -> list[Column]:
    return [
        _words("domain", (row.domain for row in rows), folds=True),
        _words("wording", (row.wording for row in rows)),
        _numbers("cells", (_of_cells(row.cells, row.missing) for row in rows)),
        _numbers("experi-\nments", (str(len(row.experiments)) for row in rows)),
        _numbers("LRS", (known(row.lrs) for row in rows)),
        _numbers("95%", (between(row.ci95) for row in rows)),
        _numbers("over\nexperiments", (known(row.lrs_by_experiment) for row in rows)),
        _numbers("its 95%", (between(row.ci95_by_experiment) for row in rows), wanted=1),
        _numbers(
            "t (df)",
            ("-" if row.t95 is None else f"{between(row.t95[:2])} ({row.t95[2]})" for row in rows),
            wanted=2,
        ),
        _numbers("additions\nleft out", (str(row.additions) for row in rows), wanted=3),
    ]


def _coder_columns(rows: Sequence[CoderMean]) -> list[Column]:
    return [
        _words("coder", (row.coder for row in rows), folds=True),
        _words("kind", (row.kind for row in rows)),
        _words("in the mean", ("yes" if row.counted else "no" for row in rows)),
        _numbers("trials", (str(row.trials) for row in rows)),
        _numbers("draws", (str(row.lrs.n) for row in rows)),
        _numbers("LRS", (known(row.lrs.mean) for row in rows)),
    ]


def _words(heading: str, cells: Iterable[str], *, wanted: int = 0, folds: bool = False) -> Column:
    return Column(heading, tuple(map(visible, cells)), wanted=wanted, right=False, folds=folds)


def _numbers(heading: str, cells: Iterable[str], *, wanted: int = 0) -> Column:
    return Column(heading, tuple(cells), wanted=wanted)


def known(value: Fraction | None) -> str:
    """A mean with two decimals, or that it is unknown."""
    return UNKNOWN if value is None else decimal(value)


def known_share(value: Fraction | None) -> str:
    """A share in percent, or that it is unknown."""
    return UNKNOWN if value is None else percent(value)


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
