"""Domains side by side, as in Figure 1 of Kosoy et al. (2023), with what that figure leaves out.

Each domain has a place of its own, in the order in which the paper reports them, and participants
stand in it side by side: the mean over cells with its interval, the mean over experiments as a
hollow mark, and what was published for the same cells as a line without interval. The interval is
about the experiments that were run; so each domain says how many these are. For children the word
`unknown` stands there: no LRS of children was ever measured. From seven participants on, and on a
narrow page, participants are rows, since seven shapes are no longer found in a key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from markupsafe import Markup

from renderers.design_words import counted
from renderers.figures import marks
from renderers.figures.drawn import Drawn, told_simulated
from renderers.figures.forest import LRS, Block, Line, Point, forest
from renderers.figures.key import Entry, Mark, draw_key, key_height
from renderers.figures.looks import FAINT, QUIET, Look, looks
from renderers.figures.names import plain, shortened
from renderers.figures.panel import Panel
from renderers.figures.sheet import (
    NARROW,
    WIDE,
    Page,
    Sheet,
    drawing,
    leading,
    top,
)
from renderers.report.parts import (
    Column,
    Plot,
    html_table,
    interval,
    named,
    rounded,
    told,
)
from renderers.score_rows import DomainScore

LRS_MEAN = replace(LRS, title="mean LRS of these experiments, from 0 to 5")

MOST_BESIDE = 6
"""Participants up to which they stand side by side in a wide drawing."""

_Row = tuple[int, DomainScore]
"""A row and its place in the document."""


@dataclass(frozen=True, slots=True)
class _Domain:
    """One domain and its rows, one for each participant."""

    name: str
    rows: tuple[_Row, ...]

    @property
    def experiments(self) -> str:
        """How many experiments the means are of, in words."""
        counts = sorted({len(row.experiments) for _, row in self.rows if row.lrs is not None})
        if not counts:
            return "no experiment has an LRS"
        if len(counts) == 1:
            return (
                "1 experiment only" if counts[0] == 1 else f"mean of these {counts[0]} experiments"
            )
        return f"mean of {counts[0]} to {counts[-1]} experiments"

    @property
    def published(self) -> tuple[str, ...]:
        """What was published for the same cells, and whose it is, in words."""
        given = [row.published for _, row in self.rows if row.published is not None]
        return tuple(
            dict.fromkeys(
                f"{one.who} as published: "
                + ("unknown" if one.lrs is None else f"{float(one.lrs):.2f}")
                for one in given
            )
        )

    @property
    def children(self) -> str:
        """The word for children, where no published figure is theirs."""
        given = any(row.published and row.published.who == "children" for _, row in self.rows)
        return "" if given else "children: unknown"


def domain_figures(rows: Sequence[DomainScore], *, at: str = "/score/domains") -> tuple[Drawn, ...]:
    """One figure for each wording; none where no experiment names a domain. `at` points to the
    rows in the report's document.
    """
    wordings = dict.fromkeys(row.wording for row in rows)
    return tuple(
        _figure([(i, row) for i, row in enumerate(rows) if row.wording == wording], wording, at)
        for wording in wordings
    )


def _figure(rows: Sequence[_Row], wording: str, at: str) -> Drawn:
    domains = [
        _Domain(name, tuple(one for one in rows if one[1].domain == name))
        for name in dict.fromkeys(row.domain for _, row in rows)
    ]
    known = looks(row.model for _, row in rows)
    simulated = any(row.simulated for _, row in rows)
    title = f"Mean LRS by domain, {wording} wording"
    wide = (
        _beside(domains, known, WIDE, title=title, simulated=simulated)
        if len(known) <= MOST_BESIDE
        else _rows(domains, known, WIDE, title=title, simulated=simulated)
    )
    plot = Plot(
        name=f"domains-{wording}",
        title=f"{title}: mean of the experiments that were run.",
        alt=_alt(domains, title, simulated=simulated),
        wide=wide,
        narrow=_rows(domains, known, NARROW, title=title, simulated=simulated),
        note=_note(rows),
    )
    return Drawn(plot, _table(rows, title, at, simulated=simulated), simulated)


def _note(rows: Sequence[_Row]) -> str:
    whose = ", ".join(_published(rows))
    told_of = (
        f" What was published of {whose} is the mean over the very same cells, as it was printed: "
        "other prompts, other coders, and no interval."
        if whose
        else ""
    )
    return (
        "Filled marks are means over cells, with the interval that experiments' intervals give "
        "(MOVER): it is about these experiments and no others. Hollow marks are means over "
        f"experiments.{told_of} No LRS of children was ever measured."
    )


def _published(rows: Sequence[_Row]) -> list[str]:
    """Of whom something was published."""
    return list(dict.fromkeys(row.published.who for _, row in rows if row.published is not None))


def _key(rows: Sequence[_Row], known: dict[str, Look], *, names: bool) -> list[Entry]:
    entries = [Entry(Mark.MEAN, name, look) for name, look in known.items()] if names else []
    if not names:
        entries.append(Entry(Mark.MEAN, "mean over cells"))
    entries += [
        Entry(Mark.INTERVAL, "95% interval, about these experiments"),
        Entry(Mark.OTHER, "mean over experiments"),
    ]
    mark = Mark.LEVEL if names else Mark.TICK
    entries += [Entry(mark, f"{who}, as published") for who in _published(rows)]
    return entries


def _beside(
    domains: Sequence[_Domain],
    known: dict[str, Look],
    page: Page,
    *,
    title: str,
    simulated: bool,
) -> str:
    """Domains from left to right, participants side by side in each."""
    every = [row for domain in domains for row in domain.rows]
    key = _key(every, known, names=True)
    left, width, above, height = 58.0, page.width - 66.0, top(simulated) + 6, 300.0
    slot = width / len(domains)
    below = above + height + 8
    with drawing():
        sheet = Sheet(
            page,
            below + 5 * leading(page.text) + key_height(key, page),
            title=title,
            simulated=simulated,
        )
        panel = sheet.panel(
            left, above, width, height, across=(0, len(domains)), upwards=(LRS.low, LRS.high)
        )
        marks.guides(panel, LRS.ticks, (0, len(domains)), upright=True)
        between = [((one, LRS.low), (one, LRS.high)) for one in range(1, len(domains))]
        panel.strokes(between, colour=FAINT, over=0.5)
        for tick, words in zip(LRS.ticks, LRS.words, strict=True):
            y = above + height * (1 - tick / 5) + 0.36 * page.small
            sheet.text(left - 8, y, words, size=page.small, colour=QUIET, side="right")
        sheet.text(
            18,
            above + height / 2,
            "mean LRS, from 0 to 5",
            size=page.small,
            colour=QUIET,
            turned=True,
        )
        for number, domain in enumerate(domains):
            _slot(
                sheet,
                panel,
                number,
                domain,
                known,
                slot=slot,
                left=left,
                above=above,
                height=height,
            )
            middle = left + (number + 0.5) * slot
            y = sheet.lines(
                middle,
                below + page.text,
                domain.name,
                room=slot - 10,
                most=2,
                bold=True,
                side="center",
            )
            for words in (domain.experiments, domain.children):
                y = sheet.lines(
                    middle,
                    y,
                    words,
                    room=slot - 8,
                    most=2,
                    size=page.small,
                    colour=QUIET,
                    side="center",
                )
        draw_key(sheet, below + 5 * leading(page.text), key)
        return sheet.svg()


def _slot(
    sheet: Sheet,
    panel: Panel,
    number: int,
    domain: _Domain,
    known: dict[str, Look],
    *,
    slot: float,
    left: float,
    above: float,
    height: float,
) -> None:
    """The marks of one domain: participants stand where they stand in every other domain."""
    apart = min(44.0, 0.62 * slot / len(known)) / slot
    models = list(known)
    told_of = any(row.published and row.published.lrs is not None for _, row in domain.rows)
    spots: dict[str, float] = {}
    for _, row in domain.rows:
        spots[row.model] = (
            number
            + (0.36 if told_of else 0.5)
            + apart * (models.index(row.model) - (len(models) - 1) / 2)
        )
    for _, row in domain.rows:
        x = spots[row.model]
        if row.lrs_by_experiment is not None:
            # Beside the filled mark: the two are often the same, and one would hide the other.
            aside = (x + 13 / slot, float(row.lrs_by_experiment))
            marks.means(panel, [aside], known[row.model], size=7, hollow=True)
        if row.ci95 is not None:
            marks.intervals(panel, [(*row.ci95, x)], upright=True)
        if row.lrs is not None:
            marks.means(panel, [(x, float(row.lrs))], known[row.model], size=10)
        else:
            y = above + height - 6
            sheet.text(
                left + slot * x, y, "unknown", size=sheet.page.small, colour=QUIET, side="center"
            )
    published = {row.model: row.published for _, row in domain.rows if row.published is not None}
    if len(set(published.values())) == 1 and len(published) == len(domain.rows):
        (one,) = set(published.values())
        if one.lrs is not None:
            marks.levels(panel, [(number + 0.04, number + 0.96, float(one.lrs))])
            _told_beside(
                sheet, one.who, one.lrs, number, slot=slot, left=left, above=above, height=height
            )
        return
    # Where participants answered different cells, each has a level of its own.
    for model, one in published.items():
        if one.lrs is not None:
            x = spots[model]
            marks.levels(panel, [(x - 0.45 * apart, x + 0.45 * apart, float(one.lrs))])


def _told_beside(
    sheet: Sheet,
    who: str,
    value: Fraction,
    number: int,
    *,
    slot: float,
    left: float,
    above: float,
    height: float,
) -> None:
    """Whose the level is, and which: above its right end, or below where there is no room."""
    y = above + height * (1 - float(value) / 5)
    size = sheet.page.small - 1
    right = left + (number + 0.96) * slot
    name = f"{shortened(plain(who), 0.24 * slot, size)} " if slot > 150 else ""
    words = f"{name}{float(value):.2f}"
    sheet.text(right, y - 5 if value < 4.7 else y + size + 4, words, size=size, side="right")


def _rows(
    domains: Sequence[_Domain],
    known: dict[str, Look],
    page: Page,
    *,
    title: str,
    simulated: bool,
) -> str:
    """Participants as rows, domains under each other."""
    blocks = [
        Block(
            domain.name,
            tuple(_line(row, known[row.model]) for _, row in domain.rows),
            "; ".join(filter(None, (domain.experiments, *domain.published, domain.children))),
        )
        for domain in domains
    ]
    key = _key([row for domain in domains for row in domain.rows], known, names=False)
    return forest(blocks, LRS_MEAN, page, title=title, key=key, simulated=simulated)


def _line(row: DomainScore, look: Look) -> Line:
    published = row.published.lrs if row.published is not None else None
    return Line(
        name=row.model,
        points=_points(row, look),
        published=None if published is None else float(published),
        beside=counted(row.cells, "cell"),
    )


def _points(row: DomainScore, look: Look) -> tuple[Point, ...]:
    points = [] if row.lrs is None else [Point(float(row.lrs), look, row.ci95)]
    if row.lrs_by_experiment is not None:
        # Below the filled mark: the two are often the same, and one would hide the other.
        points.append(Point(float(row.lrs_by_experiment), look, hollow=True, drop=7))
    return tuple(points)


def _alt(domains: Sequence[_Domain], title: str, *, simulated: bool) -> str:
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


def _table(rows: Sequence[_Row], title: str, at: str, *, simulated: bool) -> Markup:
    columns = [
        Column("domain"),
        Column("participant"),
        Column("mean over cells", numeric=True),
        Column("95% interval", numeric=True),
        Column("mean over experiments", numeric=True),
        Column("95% interval", numeric=True),
        Column("experiments", numeric=True),
        Column("cells", numeric=True),
        Column("published, over cells", numeric=True),
        Column("published, over experiments", numeric=True),
        Column("children"),
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
        theirs: list[Markup | str] = [told(None, f"{at}/reference", shown="unknown")] * 2
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
        told(len(row.experiments), f"{at}/n_experiments", shown=str(len(row.experiments))),
        told(row.cells, f"{at}/cells", shown=str(row.cells)),
        *theirs,
        "unknown" if published is None or published.who != "children" else "as published",
    ]
