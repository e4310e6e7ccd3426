"""Proportion correct on single questions, with published values, mostly of children.

Published percentages are of single questions, and no LRS of children was ever measured, so they
have a separate figure on a scale of percentages. Each has its own row, mark and n: a line through
the rows of participants would look like a criterion to reach.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from dsl.words import and_list
from renderers.figures.cells import MOST, where
from renderers.figures.drawn import Drawn, told_simulated
from renderers.figures.forest import ForestBlock, ForestRow, Point, Scale, forest
from renderers.figures.key import LegendEntry, LegendMark
from renderers.figures.looks import INK, Look, looks
from renderers.figures.sheet import NARROW, WIDE
from renderers.figures.sheets import Indexed, anchor, many, of_sheets
from renderers.report.parts import HtmlColumn, Plot, between, data_value, html_table, named, percent
from renderers.score_rows import PublishedShare, QuestionShare

THEIRS = Look(INK, "P")
"""Of a published share; none of the first six participants has this shape."""
_PLACES = (0.0, 0.25, 0.5, 0.75, 1.0)
SHARE = Scale(
    0, 1, _PLACES, tuple(f"{100 * one:.0f}%" for one in _PLACES), "correct on this question"
)

_Group = Sequence[Indexed[QuestionShare]]


def question_share_figures(
    rows: Sequence[QuestionShare], *, at: str = "/score/question_shares"
) -> tuple[Drawn, ...]:
    """One figure for each experiment with published shares of a question, several if it has very
    many rows. `at` points to the rows in the report's document.
    """
    known = looks(row.model for row in rows)
    found: list[Drawn] = []
    for experiment in dict.fromkeys(row.experiment for row in rows):
        groups: dict[tuple[object, ...], list[Indexed[QuestionShare]]] = {}
        for number, row in enumerate(rows):
            if row.experiment == experiment:
                same = (row.question, row.within, row.published, row.levels, row.wording)
                groups.setdefault(same, []).append((number, row))
        sheets = many(list(groups.values()), MOST)
        for number, sheet in enumerate(sheets, 1):
            found.append(_figure(sheet, known, at, len(found) + 1, of_sheets(number, sheets)))
    return tuple(found)


def _figure(
    groups: Sequence[_Group], known: dict[str, Look], at: str, place: int, which: str
) -> Drawn:
    rows = [one for group in groups for one in group]
    first = rows[0][1]
    simulated = any(row.simulated for _, row in rows)
    whose = list(dict.fromkeys(one.who for _, row in rows for one in row.published))
    others = and_list(whose)
    title = f"{first.experiment}: a question that {others} were asked{which}"
    key = [
        LegendEntry(LegendMark.DRAWS, "a draw"),
        LegendEntry(LegendMark.MEAN, "mean of the draws"),
        LegendEntry(LegendMark.MEAN, f"{others} (published)", THEIRS),
        LegendEntry(LegendMark.INTERVAL, "95% interval"),
        LegendEntry(LegendMark.GUESSING, "chance"),
    ]
    blocks = [_block([row for _, row in group], known) for group in groups]
    wide, narrow = (
        forest(blocks, SHARE, page, title=title, key=key, simulated=simulated)
        for page in (WIDE, NARROW)
    )
    caption = Markup("{}: a question that {} were asked{}").format(
        named(first.experiment), named(others), which
    )
    plot = Plot(
        name=anchor("question-shares", place),
        title=caption,
        alt=_alt(groups, title, simulated=simulated),
        wide=wide,
        narrow=narrow,
        note=_note([row for _, row in rows]),
    )
    return Drawn(plot, _table(rows, caption, at, simulated=simulated), simulated)


def _block(rows: Sequence[QuestionShare], known: dict[str, Look]) -> ForestBlock:
    lines = [_line(row, known[row.model]) for row in rows]
    lines += [
        ForestRow(
            name=f"{one.who} (published)",
            points=(Point(float(one.share), THEIRS, one.ci95),),
            beside=_n(one),
        )
        for one in rows[0].published
    ]
    return ForestBlock(_asked(rows[0]), tuple(lines), where(rows[0]))


def _asked(row: QuestionShare) -> str:
    return f"{row.question}, {row.within}" if row.within else row.question


def _n(one: PublishedShare) -> str:
    return "n unknown" if one.n is None else f"n = {one.n}"


def _line(row: QuestionShare, look: Look) -> ForestRow:
    share = row.right.mean
    if share is None:
        return ForestRow(name=row.model, points=(), beside="n = 0", none="no reply has a mark")
    return ForestRow(
        name=row.model,
        points=(Point(float(share), look, row.right.ci95),),
        draws=tuple(float(value) for value in row.right.draws.values()),
        guessing=None if row.chance is None else float(row.chance),
        beside=f"n = {row.right.n}",
    )


def _note(rows: Sequence[QuestionShare]) -> str:
    published = dict.fromkeys(one for row in rows for one in row.published)
    sources = "; ".join(f"{one.who}, {_n(one)}: {one.source or 'no source'}" for one in published)
    return (
        "Proportion correct on this question alone, ignoring controls; n: draws, or replies if "
        "there is only one text; 95% t interval of the draw means, with one pseudo-draw. Published "
        "values: n counts people, with a Wilson interval if n is known. Runs of one model are not "
        "people, and these figures are not LRS, which were never measured in children. Published "
        f"values as given in the script: {sources}."
    )


def _alt(groups: Sequence[_Group], title: str, *, simulated: bool) -> str:
    parts = [told_simulated(title, simulated=simulated)]
    for group in groups:
        first = group[0][1]
        said = [f"{row.model} {_percent(row)}" for _, row in group]
        said += [f"{one.who} {float(one.share):.0%} ({_n(one)})" for one in first.published]
        parts.append(f"{_asked(first)}, {where(first)}: {'; '.join(said)}.")
    return " ".join(parts)


def _percent(row: QuestionShare) -> str:
    return "without a mark" if row.right.mean is None else f"{float(row.right.mean):.0%}"


def _table(
    rows: Sequence[Indexed[QuestionShare]], title: Markup, at: str, *, simulated: bool
) -> Markup:
    columns = [
        HtmlColumn("question"),
        HtmlColumn("cell"),
        HtmlColumn("sample"),
        HtmlColumn("correct", numeric=True),
        HtmlColumn("95% interval", numeric=True),
        HtmlColumn("n", numeric=True),
        HtmlColumn("chance", numeric=True),
        HtmlColumn("source"),
    ]
    lines: list[list[Markup | str]] = []
    for number, row in rows:
        here = f"{at}/{number}"
        question, cell = named(_asked(row)), named(where(row))
        lines.append(
            [
                question,
                cell,
                named(row.model),
                percent(row.right.mean, f"{here}/share", digits=1, none="none"),
                _ends(row.right.ci95, f"{here}/ci95"),
                data_value(row.right.n, f"{here}/n_draws", shown=str(row.right.n)),
                percent(row.chance, f"{here}/chance", digits=1),
                "",
            ]
        )
        for place, one in enumerate(row.published):
            there = f"{here}/published/{place}"
            lines.append(
                [
                    question,
                    cell,
                    named(one.who),
                    percent(one.share, f"{there}/share", digits=1),
                    _ends(one.ci95, f"{there}/ci95"),
                    data_value(
                        one.n, f"{there}/n", shown="unknown" if one.n is None else str(one.n)
                    ),
                    "",
                    named(one.source),
                ]
            )
    return html_table(title, columns, lines, simulated=simulated)


def _ends(ends: tuple[float, float] | None, place: str) -> Markup:
    if ends is None:
        return data_value(None, place, shown="none")
    return between(percent(ends[0], f"{place}/0"), percent(ends[1], f"{place}/1"))
