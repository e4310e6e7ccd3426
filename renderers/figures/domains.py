"""Means by domain, as in Figure 1 of Kosoy et al. (2023), with intervals and sample sizes.

Domains are in the paper's order, each with all participants: the mean over cells with its
interval, the mean over experiments as a hollow mark, and the published mean of the same cells as a
line without interval. Intervals hold for the experiments that were run, so each domain says how
many these are. For children it says `unknown`: no LRS of children was ever measured.

Domains are from left to right, participants side by side in each. With seven or more participants,
with more means than there is room for, and on a narrow page, participants are rows, since a key of
seven shapes cannot be read, nor can means that lie on each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from dsl.record import replace
from dsl.words import counted
from renderers.fields.cells import CHANCE
from renderers.fields.field import pick
from renderers.fields.means import CHILDREN, DOMAIN, OVER_CELLS, OVER_EXPERIMENTS
from renderers.figures.drawing import marks
from renderers.figures.drawing.key import (
    LegendEntry,
    LegendMark,
    draw_key,
    interval,
    key_height,
    published,
)
from renderers.figures.drawing.letters import plain, shortened
from renderers.figures.drawing.looks import FAINT, Look, looks
from renderers.figures.drawing.panel import Panel, Spot
from renderers.figures.drawing.sheet import PageSize, Sheet, leading
from renderers.figures.drawing.sheets import Part, grouped, many
from renderers.figures.drawn import Drawn, Entry, drawn, entry_columns, in_document
from renderers.figures.forest import LRS, ForestBlock, ForestRow, Point, forest
from renderers.number_words import UNKNOWN
from renderers.report.columns import titled
from renderers.report.parts import Cell, PageColumn, words
from renderers.report.values import Value
from renderers.rows.scores import DomainScore

LRS_MEAN = replace(LRS, title="mean LRS of these experiments, from 0 to 5")

Domain = Sequence[DomainScore]
"""The rows of one domain, one for each participant."""

MOST_BESIDE = 6
"""The most participants, and domains, shown next to each other in a wide figure."""
MOST_MEANS = 24
"""The most means, of all domains together, for which such a figure has room."""
MOST_ROWS = 36
"""The most rows that fit on a sheet of paper."""


def domain_figures(
    rows: Sequence[DomainScore], *, chances: Iterable[Value] = ()
) -> tuple[Drawn, ...]:
    """One figure for each wording; none where no experiment names a domain. `chances` are
    the LRS of guessing for each of the rows, if known.
    """
    entries = in_document(DOMAIN, rows, "/score/domains")
    places = [one.value.place for one in entries]
    by_place = dict(zip(places, chances, strict=False))
    chance: PageColumn[Entry[DomainScore]] = PageColumn(
        titled(CHANCE), lambda one: by_place[one.value.place].rounded()
    )
    (reference,) = pick(DOMAIN, "reference")
    table = (
        *entry_columns(pick(DOMAIN, "domain", "model", "lrs_mean", "ci95"), entries),
        PageColumn(
            titled(reference, form=f"{{}}, {OVER_CELLS}"), lambda one: _published(one, "lrs_mean")
        ),
        *((chance,) if by_place else ()),
        *entry_columns(pick(DOMAIN, *_OVER), entries),
        PageColumn(
            titled(reference, form=f"{{}}, {OVER_EXPERIMENTS}"),
            lambda one: _published(one, "lrs_mean_by_experiment"),
        ),
        words(titled(CHILDREN), lambda one: CHILDREN.text(one.row) or ""),
    )
    found: list[Drawn] = []
    for own in grouped(entries, lambda one: one.row.wording):
        known = looks(one.row.model for one in own)
        domains = grouped(own, lambda one: one.row.domain)
        fits = max(len(known), len(domains)) <= MOST_BESIDE
        fits = fits and len(known) * len(domains) <= MOST_MEANS
        parts = many(domains, MOST_MEANS if fits else MOST_ROWS)
        for place, part in enumerate(parts, 1):
            name = f"domains-{own[0].row.wording}" + (f"-{place}" if part.which else "")
            found.append(_figure(name, part, known, table, fits=fits))
    return tuple(found)


def _figure(
    name: str,
    part: Part[Entry[DomainScore]],
    known: dict[str, Look],
    table: Sequence[PageColumn[Entry[DomainScore]]],
    *,
    fits: bool,
) -> Drawn:
    """One figure; domains are side by side where that `fits`."""
    rows = [one.row for one in part.rows]
    domains = [[one.row for one in own] for own in part.groups]
    title = f"Mean LRS by domain, {rows[0].wording} wording{part.which}"

    def draw(page: PageSize) -> str:
        if page.narrow or not fits:
            return _rows(domains, known, page)
        return beside(domains, known, page)

    return drawn(
        name,
        title,
        draw,
        said=map(_description, domains),
        caption=f"{title}: means of the experiments that were run.",
        table_title=title,
        note=_note(rows),
        columns=table,
        rows=part.rows,
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
            domain[0].domain,
            tuple(_line(row, known[row.model]) for row in domain),
            "; ".join(filter(None, (_experiments(domain), *_figures(domain), _children(domain)))),
        )
        for domain in domains
    ]
    key = domain_key([row for domain in domains for row in domain], known, names=False)
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
    means = "; ".join(map(_mean_words, domain))
    more = "; ".join(filter(None, (*_figures(domain), _children(domain))))
    return f"{domain[0].domain} ({_experiments(domain)}): {means}; {more}."


def _mean_words(row: DomainScore) -> str:
    if row.lrs is None:
        return f"{row.model} {UNKNOWN}"
    span = "" if row.ci95 is None else f" ({row.ci95[0]:.2f} to {row.ci95[1]:.2f})"
    return f"{row.model} {float(row.lrs):.2f}{span}"


def _published(one: Entry[DomainScore], key: str) -> Cell:
    published = one.value["reference"]
    if not published.known:
        return published.count()
    return Markup("{} {}").format(published["who"].named(), published[key].rounded())


_OVER = ("lrs_mean_by_experiment", "ci95_by_experiment", "n_experiments", "cells")


def _experiments(domain: Domain) -> str:
    """How many experiments the means are of, in words."""
    counts = sorted({len(row.experiments) for row in domain if row.lrs is not None})
    if not counts:
        return "no experiment has an LRS"
    if len(counts) == 1:
        return "1 experiment only" if counts[0] == 1 else f"mean of these {counts[0]} experiments"
    return f"mean of {counts[0]} to {counts[-1]} experiments"


def _figures(domain: Domain) -> tuple[str, ...]:
    """What was published for the same cells, and whose it is, in words."""
    given = [row.published for row in domain if row.published is not None]
    return tuple(
        dict.fromkeys(
            f"{published(one.who)}: " + (UNKNOWN if one.lrs is None else f"{float(one.lrs):.2f}")
            for one in given
        )
    )


def _children(domain: Domain) -> str:
    """The word for children, where no published figure is theirs."""
    given = any(row.published and row.published.who == "children" for row in domain)
    return "" if given else "children: unknown"


def whose_published(rows: Sequence[DomainScore]) -> list[str]:
    """Of whom something was published."""
    return list(dict.fromkeys(row.published.who for row in rows if row.published is not None))


def domain_key(
    rows: Sequence[DomainScore], known: dict[str, Look], *, names: bool
) -> list[LegendEntry]:
    """The key of a drawing of domains; `names`: it has the participants, who are not next to
    their marks.
    """
    entries = (
        [LegendEntry(LegendMark.MEAN, name, look) for name, look in known.items()] if names else []
    )
    if not names:
        entries.append(LegendEntry(LegendMark.MEAN, f"mean {OVER_CELLS}"))
    entries += [
        interval("for these experiments"),
        LegendEntry(LegendMark.OTHER, f"mean {OVER_EXPERIMENTS}"),
    ]
    mark = LegendMark.LEVEL if names else LegendMark.TICK
    entries += [LegendEntry(mark, published(who)) for who in whose_published(rows)]
    return entries


def beside(
    domains: Sequence[Domain],
    known: dict[str, Look],
    page: PageSize,
) -> str:
    """Domains from left to right, participants side by side in each."""
    every = [row for domain in domains for row in domain]
    key = domain_key(every, known, names=True)
    left, width, above, height = 58.0, page.width - 66.0, page.top + 6, 300.0
    slot = width / len(domains)
    below = above + height + 8
    sheet = Sheet(page, below + 5 * leading(page.text) + key_height(key, page))
    panel = sheet.panel(
        left, above, width, height, across=(0, len(domains)), upwards=(LRS.low, LRS.high)
    )
    marks.guides(panel, LRS.ticks, (0, len(domains)), upright=True)
    between = [((one, LRS.low), (one, LRS.high)) for one in range(1, len(domains))]
    panel.strokes(between, colour=FAINT, over=0.5)
    for tick, word in zip(LRS.ticks, LRS.words, strict=True):
        sheet.note(left - 8, panel.at((0, tick))[1] + 0.36 * page.small, word, side="right")
    sheet.note(18, above + height / 2, f"mean {LRS.title}", turned=True)
    for number, domain in enumerate(domains):
        _slot(sheet, panel, number, domain, known, slot=slot)
        middle, _ = panel.at((number + 0.5, 0))
        y = sheet.lines(
            middle,
            below + page.text,
            domain[0].domain,
            room=slot - 10,
            most=2,
            bold=True,
            side="center",
        )
        for note in (_experiments(domain), _children(domain)):
            y = sheet.note(middle, y, note, room=slot - 8, most=2, side="center")
    draw_key(sheet, below + 5 * leading(page.text), key, known.values())
    return sheet.svg()


def _slot(
    sheet: Sheet,
    panel: Panel,
    number: int,
    domain: Domain,
    known: dict[str, Look],
    *,
    slot: float,
) -> None:
    """The marks of one domain: participants are where they are in every other domain."""
    apart = min(44.0, 0.62 * slot / len(known)) / slot
    models = list(known)
    told_of = any(row.published and row.published.lrs is not None for row in domain)
    spots: dict[str, float] = {}
    for row in domain:
        spots[row.model] = (
            number
            + (0.36 if told_of else 0.5)
            + apart * (models.index(row.model) - (len(models) - 1) / 2)
        )
    for row in domain:
        x = spots[row.model]
        if row.lrs_by_experiment is not None:
            # Next to the filled mark: the two are often the same, and one would hide the other.
            aside = (x + 13 / slot, float(row.lrs_by_experiment))
            marks.means(panel, [aside], known[row.model], size=7, hollow=True)
        if row.ci95 is not None:
            marks.intervals(panel, [(*row.ci95, x)], upright=True)
        if row.lrs is not None:
            marks.means(panel, [(x, float(row.lrs))], known[row.model], size=10)
        else:
            at, ground = panel.at((x, 0))
            sheet.note(at, ground - 6, UNKNOWN, side="center")
    published = {row.model: row.published for row in domain if row.published is not None}
    if len(set(published.values())) == 1:
        (one,) = set(published.values())
        if one.lrs is not None:
            marks.levels(panel, [(number + 0.04, number + 0.96, float(one.lrs))])
            _level_words(
                sheet, one.who, float(one.lrs), panel.at((number + 0.96, float(one.lrs))), slot
            )
        return
    # Where participants answered different cells, each has a level of its own.
    for model, one in published.items():
        if one.lrs is not None:
            x = spots[model]
            marks.levels(panel, [(x - 0.45 * apart, x + 0.45 * apart, float(one.lrs))])


def _level_words(sheet: Sheet, who: str, value: float, end: Spot, slot: float) -> None:
    """Whose the level is, and which: above its right end, or below where there is no room."""
    (x, y), size = end, sheet.page.small - 1
    name = f"{shortened(plain(who), 0.24 * slot, size)} " if slot > 150 else ""
    words = f"{name}{value:.2f}"
    sheet.text(x, y - 5 if value < 4.7 else y + size + 4, words, size=size, side="right")
