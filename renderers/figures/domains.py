"""Means by domain, as in Figure 1 of Kosoy et al. (2023), with intervals and sample sizes.

Domains are in the paper's order, each with all participants: the mean over cells with its
interval, the mean over experiments as a hollow mark, and the published mean of the same cells as a
line without interval. Intervals hold for the experiments that were run, so each domain says how
many these are. For children it says `unknown`: no LRS of children was ever measured. With seven or
more participants, and on a narrow page, participants are rows, since a key of seven shapes cannot
be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from dsl.record import replace
from dsl.words import counted
from renderers.fields.means import DOMAIN
from renderers.figures.drawing.looks import Look, looks
from renderers.figures.drawing.sheet import PageSize
from renderers.figures.drawing.sheets import grouped
from renderers.figures.drawn import Drawn, Entry, drawn, in_document
from renderers.figures.forest import LRS, ForestBlock, ForestRow, Point, forest
from renderers.figures.side_by_side import Domain, beside, domain_key, whose_published
from renderers.report.parts import Cell, PageColumn, words
from renderers.report.values import Value
from renderers.rows.scores import DomainScore

LRS_MEAN = replace(LRS, title="mean LRS of these experiments, from 0 to 5")

MOST_BESIDE = 6
"""The most participants shown next to each other in a wide figure."""


def domain_figures(
    rows: Sequence[DomainScore], *, at: str = "/score/domains", chances: Iterable[Value] = ()
) -> tuple[Drawn, ...]:
    """One figure for each wording; none where no experiment names a domain. `at` points to the
    rows in the report's document; `chances` are the LRS of guessing for each of them, if known.
    """
    entries = in_document(DOMAIN, rows, at)
    places = [one.value.place for one in entries]
    by_place = dict(zip(places, chances, strict=False))
    chance: PageColumn[Entry[DomainScore]] = PageColumn(
        "chance", lambda one: by_place[one.value.place].rounded()
    )
    table = (*_LEADING, *((chance,) if by_place else ()), *_COLUMNS)
    return tuple(_figure(own, table) for own in grouped(entries, lambda one: one.row.wording))


def _figure(
    entries: Sequence[Entry[DomainScore]], table: Sequence[PageColumn[Entry[DomainScore]]]
) -> Drawn:
    rows = [one.row for one in entries]
    domains = [Domain(own[0].domain, tuple(own)) for own in grouped(rows, lambda row: row.domain)]
    known = looks(row.model for row in rows)
    title = f"Mean LRS by domain, {rows[0].wording} wording"

    def draw(page: PageSize) -> str:
        if page.narrow or len(known) > MOST_BESIDE:
            return _rows(domains, known, page)
        return beside(domains, known, page)

    return drawn(
        f"domains-{rows[0].wording}",
        title,
        draw,
        said=map(_description, domains),
        caption=f"{title}: means of the experiments that were run.",
        table_title=title,
        note=_note(rows),
        columns=table,
        rows=entries,
        simulated=any(row.simulated for row in rows),
    )


def _note(rows: Sequence[DomainScore]) -> str:
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


def _rows(domains: Sequence[Domain], known: dict[str, Look], page: PageSize) -> str:
    """Participants as rows, domains under each other."""
    blocks = [
        ForestBlock(
            domain.name,
            tuple(_line(row, known[row.model]) for row in domain.rows),
            "; ".join(filter(None, (domain.experiments, *domain.published, domain.children))),
        )
        for domain in domains
    ]
    key = domain_key([row for domain in domains for row in domain.rows], known, names=False)
    return forest(blocks, LRS_MEAN, page, key)


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


def _description(domain: Domain) -> str:
    means = "; ".join(map(_mean_words, domain.rows))
    more = "; ".join(filter(None, (*domain.published, domain.children)))
    return f"{domain.name} ({domain.experiments}): {means}; {more}."


def _mean_words(row: DomainScore) -> str:
    if row.lrs is None:
        return f"{row.model} unknown"
    span = "" if row.ci95 is None else f" ({row.ci95[0]:.2f} to {row.ci95[1]:.2f})"
    return f"{row.model} {float(row.lrs):.2f}{span}"


def _published(one: Entry[DomainScore], key: str) -> Cell:
    published = one.value["reference"]
    if not published.known:
        return published.count()
    return Markup("{} {}").format(published["who"].named(), published[key].rounded())


def _children(one: Entry[DomainScore]) -> str:
    published = one.row.published
    return "unknown" if published is None or published.who != "children" else "as published"


_LEADING: tuple[PageColumn[Entry[DomainScore]], ...] = (
    words("domain", lambda one: one.value["domain"].named()),
    words("participant", lambda one: one.value["model"].named()),
    PageColumn("mean over cells", lambda one: one.value["lrs_mean"].rounded()),
    PageColumn("95% interval", lambda one: one.value["ci95"].interval()),
    PageColumn("published, over cells", lambda one: _published(one, "lrs_mean")),
)
_COLUMNS: tuple[PageColumn[Entry[DomainScore]], ...] = (
    PageColumn("mean over experiments", lambda one: one.value["lrs_mean_by_experiment"].rounded()),
    PageColumn("95% interval", lambda one: one.value["ci95_by_experiment"].interval()),
    PageColumn("experiments", lambda one: one.value["n_experiments"].count()),
    PageColumn("cells", lambda one: one.value["cells"].count()),
    PageColumn(
        "published, over experiments", lambda one: _published(one, "lrs_mean_by_experiment")
    ),
    words("children", _children),
)
