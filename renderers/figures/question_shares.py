"""Proportion correct on single questions, with published values, mostly of children.

Published percentages are of single questions, and no LRS of children was ever measured, so they
have a separate figure on a scale of percentages. Each has its own row, mark and n: a line through
the rows of participants would look like a criterion to reach.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from dsl.words import and_list
from renderers.fields.design import CELL_NAME
from renderers.fields.field import pick
from renderers.fields.means import PUBLISHED_SHARE, QUESTION_SHARE
from renderers.figures.cells import MOST, where
from renderers.figures.drawing.key import OF_DRAWS, LegendEntry, LegendMark, interval, published
from renderers.figures.drawing.looks import INK, Look, looks
from renderers.figures.drawing.sheets import Part, grouped, many
from renderers.figures.drawn import Drawn, Entry, drawn, in_document
from renderers.figures.forest import ForestBlock, ForestRow, ForestScale, Point, forest
from renderers.report.columns import column, titled
from renderers.report.parts import PageColumn, named, words
from renderers.report.values import Value
from renderers.rows.questions import PublishedShare, QuestionShare

THEIRS = Look(INK, "P")
"""Of a published share; none of the first six participants has this shape."""
_PLACES = (0.0, 0.25, 0.5, 0.75, 1.0)
SHARE = ForestScale(
    0, 1, _PLACES, tuple(f"{100 * one:.0f}%" for one in _PLACES), "correct on this question"
)

_Group = Sequence[Entry[QuestionShare]]
_Line = tuple[QuestionShare, Value, bool]
"""A line of the table: the question, who has which share, and whether that was published."""


def question_share_figures(rows: Sequence[QuestionShare]) -> tuple[Drawn, ...]:
    """One figure for each experiment with published shares of a question, several if it has very
    many rows.
    """
    known = looks(row.model for row in rows)
    entries = in_document(QUESTION_SHARE, rows, "/score/question_shares")
    parts = [
        part
        for own in grouped(entries, lambda one: one.row.experiment)
        for part in many(grouped(own, _same_question), MOST)
    ]
    return tuple(_figure(part, known, place) for place, part in enumerate(parts, 1))


def _same_question(one: Entry[QuestionShare]) -> tuple[object, ...]:
    row = one.row
    return (row.question, row.within, row.published, row.levels, row.wording)


def _figure(part: Part[Entry[QuestionShare]], known: dict[str, Look], place: int) -> Drawn:
    rows = [one.row for one in part.rows]
    experiment = rows[0].experiment
    others = and_list(list(dict.fromkeys(one.who for row in rows for one in row.published)))
    blocks = [_block([one.row for one in group], known) for group in part.groups]
    key = [
        *OF_DRAWS,
        LegendEntry(LegendMark.MEAN, published(others), THEIRS),
        interval(),
        LegendEntry(LegendMark.GUESSING, _CHANCE.name),
    ]
    return drawn(
        f"question-shares-{place}",
        f"{experiment}: a question that {others} were asked{part.which}",
        lambda page: forest(blocks, SHARE, page, key),
        said=map(_description, part.groups),
        caption=Markup("{}: a question that {} were asked{}").format(
            named(experiment), named(others), part.which
        ),
        note=_note(rows),
        columns=_COLUMNS,
        rows=[line for one in part.rows for line in _lines(one)],
        simulated=any(row.simulated for row in rows),
    )


def _block(rows: Sequence[QuestionShare], known: dict[str, Look]) -> ForestBlock:
    lines = [_line(row, known[row.model]) for row in rows]
    lines += [
        ForestRow(
            name=published(one.who),
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
    theirs = dict.fromkeys(one for row in rows for one in row.published)
    sources = "; ".join(f"{one.who}, {_n(one)}: {one.source or 'no source'}" for one in theirs)
    return (
        "Proportion correct on this question alone, ignoring controls; n: draws, or replies if "
        "there is only one text; 95%: t interval of the draw means, with two pseudo-draws. "
        "Published values: n counts people, with a Wilson interval if n is known. Runs of one "
        "model are not people, and these figures are not LRS, which were never measured in "
        f"children. Published values as given in the script: {sources}."
    )


def _description(group: _Group) -> str:
    first = group[0].row
    said = [f"{one.row.model} {_percent(one.row)}" for one in group]
    said += [f"{one.who} {float(one.share):.0%} ({_n(one)})" for one in first.published]
    return f"{_asked(first)}, {where(first)}: {'; '.join(said)}."


def _percent(row: QuestionShare) -> str:
    return "without a mark" if row.right.mean is None else f"{float(row.right.mean):.0%}"


def _lines(one: Entry[QuestionShare]) -> Iterator[_Line]:
    yield one.row, one.value, False
    for theirs in one.value["published"]:
        yield one.row, theirs, True


_QUESTION, _SHARE, _CI95, _CHANCE = pick(QUESTION_SHARE, "question", "share", "ci95", "chance")
_WHO, _N, _SOURCE = pick(PUBLISHED_SHARE, "who", "n", "source")
_CHANCE_COLUMN = column(_CHANCE, digits=1)
_COLUMNS: tuple[PageColumn[_Line], ...] = (
    words(titled(_QUESTION), lambda line: named(_asked(line[0]))),
    words(titled(CELL_NAME), lambda line: named(where(line[0]))),
    words(titled(_WHO), lambda line: line[1]["who" if line[2] else "model"].named()),
    column(_SHARE, digits=1, none="none").of(lambda line: line[1]),
    column(_CI95).of(lambda line: line[1]),
    PageColumn(titled(_N), lambda line: line[1]["n" if line[2] else "n_draws"].count()),
    PageColumn(_CHANCE_COLUMN.title, lambda line: "" if line[2] else _CHANCE_COLUMN.cell(line[1])),
    words(titled(_SOURCE), lambda line: line[1]["source"].named() if line[2] else ""),
)
