"""Means by domain, as in Figure 1 of Kosoy et al. (2023), with intervals and sample sizes.

Domains are in the paper's order, each with all participants: the mean over cells with its
interval, the mean over experiments as a hollow mark, and the published mean of the same cells as a
line without interval. Intervals hold for the experiments that were run, so each domain says how
many these are. For children it says `unknown`: no LRS of children was ever measured. With seven or
more participants, and on a narrow page, participants are rows, since a key of seven shapes cannot
be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from dsl.record import replace
from dsl.words import counted
from renderers.figures.drawn import Drawn, told_simulated
from renderers.figures.forest import LRS, ForestBlock, ForestRow, Point, forest
from renderers.figures.looks import Look, looks
from renderers.figures.sheet import NARROW, WIDE, PageSize
from renderers.figures.side_by_side import (
    Domain,
    DomainRow,
    beside,
    domain_key,
    whose_published,
)
from renderers.report.parts import (
    HtmlColumn,
    Plot,
    data_value,
    html_table,
    interval,
    named,
    rounded,
)
from renderers.score_rows import DomainScore

LRS_MEAN = replace(LRS, title="mean LRS of these experiments, from 0 to 5")

MOST_BESIDE = 6
"""The most participants shown next to each other in a wide figure."""


def domain_figures(rows: Sequence[DomainScore], *, at: str = "/score/domains") -> tuple[Drawn, ...]:
    """One figure for each wording; none where no experiment names a domain. `at` points to the
    rows in the report's document.
    """
    wordings = dict.fromkeys(row.wording for row in rows)
    return tuple(
        _figure([(i, row) for i, row in enumerate(rows) if row.wording == wording], wording, at)
        for wording in wordings
    )


def _figure(rows: Sequence[DomainRow], wording: str, at: str) -> Drawn:
    domains = [
        Domain(name, tuple(one for one in rows if one[1].domain == name))
        for name in dict.fromkeys(row.domain for _, row in rows)
    ]
    known = looks(row.model for _, row in rows)
    simulated = any(row.simulated for _, row in rows)
    title = f"Mean LRS by domain, {wording} wording"
    wide = (
        beside(domains, known, WIDE, title=title, simulated=simulated)
        if len(known) <= MOST_BESIDE
        else _rows(domains, known, WIDE, title=title, simulated=simulated)
    )
    plot = Plot(
        name=f"domains-{wording}",
        title=f"{title}: means of the experiments that were run.",
        alt=_alt(domains, title, simulated=simulated),
        wide=wide,
        narrow=_rows(domains, known, NARROW, title=title, simulated=simulated),
        note=_note(rows),
    )
    return Drawn(plot, _table(rows, title, at, simulated=simulated), simulated)


def _note(rows: Sequence[DomainRow]) -> str:
    whose = ", ".join(whose_published(rows))
    told_of = (
        f" Published values ({whose}) are means over the same cells; they come from other prompts "
        "and coders, and have no interval."
        if whose
        else ""
    )
    return (
        "Filled marks are means over cells, with 95% intervals (MOVER) that hold for these "
        f"experiments only. Hollow marks are means over experiments.{told_of} No LRS of children "
        "was ever measured."
    )


def _rows(
    domains: Sequence[Domain],
    known: dict[str, Look],
    page: PageSize,
    *,
    title: str,
    simulated: bool,
) -> str:
    """Participants as rows, domains under each other."""
    blocks = [
        ForestBlock(
            domain.name,
            tuple(_line(row, known[row.model]) for _, row in domain.rows),
            "; ".join(filter(None, (domain.experiments, *domain.published, domain.children))),
        )
        for domain in domains
    ]
    key = domain_key([row for domain in domains for row in domain.rows], known, names=False)
    return forest(blocks, LRS_MEAN, page, title=title, key=key, simulated=simulated)


def _line(row: DomainScore, look: Look) -> ForestRow:
    published = row.published.lrs if row.published is not None else None
    return ForestRow(
        name=row.model,
        points=_points(row, look),
        published=None if published is None else float(published),
        beside=counted(row.cells, "cell"),
    )


def _points(row: DomainScore, look: Look) -> tuple[Point, ...]:
    points = [] if row.lrs is None else [Point(float(row.lrs), look, row.ci95)]
    if row.lrs_by_experiment is not None:
        # Below the filled mark, since the two are often equal and one would hide the other.
        points.append(Point(float(row.lrs_by_experiment), look, hollow=True, drop=7))
    return tuple(points)


def _alt(domains: Sequence[Domain], title: str, *, simulated: bool) -> str:
    parts = [told_simulated(title, simulated=simulated)]
    for domain in domains:
        told_of = "; ".join(_said(row) for _, row in domain.rows)
        more = "; ".join(filter(None, (*domain.published, domain.children)))
        parts.append(f"{domain.name} ({domain.experiments}): {told_of}; {more}.")
    return " ".join(parts)


def _said(row: DomainScore) -> str:
    if row.lrs is None:
        return f"{row.model} unknown"
    span = "" if row.ci95 is None else f" ({row.ci95[0]:.2f} to {row.ci95[1]:.2f})"
    return f"{row.model} {float(row.lrs):.2f}{span}"


def _table(rows: Sequence[DomainRow], title: str, at: str, *, simulated: bool) -> Markup:
    columns = [
        HtmlColumn("domain"),
        HtmlColumn("participant"),
        HtmlColumn("mean over cells", numeric=True),
        HtmlColumn("95% interval", numeric=True),
        HtmlColumn("mean over experiments", numeric=True),
        HtmlColumn("95% interval", numeric=True),
        HtmlColumn("experiments", numeric=True),
        HtmlColumn("cells", numeric=True),
        HtmlColumn("published, over cells", numeric=True),
        HtmlColumn("published, over experiments", numeric=True),
        HtmlColumn("children"),
    ]
    return html_table(
        title,
        columns,
        [_told(row, f"{at}/{number}") for number, row in rows],
        simulated=simulated,
    )


def _told(row: DomainScore, at: str) -> list[Markup | str]:
    published = row.published
    if published is None:
        theirs: list[Markup | str] = [data_value(None, f"{at}/reference", shown="unknown")] * 2
    else:
        theirs = [
            Markup("{} {}").format(named(published.who), rounded(value, f"{at}/reference/{key}"))
            for value, key in (
                (published.lrs, "lrs_mean"),
                (published.lrs_by_experiment, "lrs_mean_by_experiment"),
            )
        ]
    return [
        named(row.domain),
        named(row.model),
        rounded(row.lrs, f"{at}/lrs_mean"),
        interval(row.ci95, f"{at}/ci95"),
        rounded(row.lrs_by_experiment, f"{at}/lrs_mean_by_experiment"),
        interval(row.ci95_by_experiment, f"{at}/ci95_by_experiment"),
        data_value(len(row.experiments), f"{at}/n_experiments", shown=str(len(row.experiments))),
        data_value(row.cells, f"{at}/cells", shown=str(row.cells)),
        *theirs,
        "unknown" if published is None or published.who != "children" else "as published",
    ]
