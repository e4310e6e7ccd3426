"""Profiles over the groups of a bank's items: a row for each group, participants below each other.

Groups are in the order of their stages, each stage ending with its mean. What is earned without
reading is on a line of its own below the participants, with marks that no participant has. Bars and
radar charts were rejected: in both the order of groups makes shapes that mean nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor

from markupsafe import Markup

from dsl.scoring import Accuracy, AggregateCalibrated, CalibratedAccuracy, ScoreKind, ScoreLevel
from renderers.fields.design import MODEL
from renderers.fields.field import pick
from renderers.fields.kinds import BLIND, ITEM_HEADINGS, MEASURE, Measured, row_name
from renderers.figures.drawing.key import LegendEntry, LegendMark, interval
from renderers.figures.drawing.looks import QUIET, Look, looks
from renderers.figures.drawing.sheet import PageSize
from renderers.figures.drawing.sheets import grouped, many
from renderers.figures.drawn import Drawn, Entry, drawn, in_document
from renderers.figures.forest import ForestBlock, ForestRow, ForestScale, Point, forest
from renderers.report.columns import column, marked, titled
from renderers.report.parts import Cell, PageColumn, words
from renderers.report.values import Value
from renderers.rows.questions import Blind, KindScore
from renderers.terminal import visible

MOST_CONDITIONS = 4
"""Of a script with more conditions, such as many framings, only the first has a profile."""
MOST_BESIDE = 4
"""So many participants are in one drawing, which then fills a sheet of paper."""

_APART = 13.0
_BLIND_LOOKS = {
    Blind.LETTER_IN_FILE: Look(QUIET, "^"),
    Blind.LETTER_SHOWN: Look(QUIET, "v"),
    Blind.LONGEST: Look(QUIET, "D"),
}

Kinds = dict[str, Entry[Measured]]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of scores, with each of its kinds by name as the document has it."""

    row: KindScore
    kinds: Kinds

    @property
    def drawn(self) -> Entry[Measured]:
        """The kind on the scale: calibrated in the aggregate form, where chance is 0."""
        return self.kinds[AggregateCalibrated.name]


def ability_figures(rows: Sequence[KindScore]) -> tuple[Drawn, ...]:
    """A figure for each experiment, condition and wording that asks a bank with groups."""
    measured = [(row, one) for row in rows for one in row.measures]
    entries = iter(in_document(MEASURE, measured, "/score/measures"))
    found = [Row(row, {one.kind.name: next(entries) for one in row.measures}) for row in rows]
    there = [one for one in found if one.row.items is not None and _LEVEL in one.kinds]
    made: list[Drawn] = []
    for own in grouped(there, lambda one: one.row.experiment):
        first = list(dict.fromkeys(one.row.condition for one in own))[:MOST_CONDITIONS]
        conditions = {one.row.condition for one in own}
        shown = first if len(conditions) <= MOST_CONDITIONS else first[:1]
        some = [one for one in own if one.row.condition in shown]
        for cell in grouped(some, lambda one: (one.row.condition, one.row.wording)):
            if any(one.row.level is ScoreLevel.GROUP for one in cell):
                participants = grouped(cell, lambda one: one.row.model)
                for part in many([participants], MOST_BESIDE):
                    made.append(_figure(part.rows, part.which, len(made)))
    return tuple(made)


_LEVEL = AggregateCalibrated.name
_GROUP, _ITEMS, _CI95 = pick(MEASURE, "group", "n_items", "ci95")


def _figure(participants: Sequence[Sequence[Row]], which: str, number: int) -> Drawn:
    rows = [one for own in participants for one in own if one.row.level in _SHOWN]
    known = looks(one.row.model for one in rows)
    first = rows[0].row
    where = ", ".join(filter(None, (first.experiment, first.condition, which.removeprefix(", "))))
    title = f"Profile by group, {visible(where)}"
    blocks = list(_blocks(rows, known))
    scale = _scale(rows)
    key = [LegendEntry(LegendMark.MEAN, visible(name), look) for name, look in known.items()]
    key.append(interval("over items"))
    if any(one.drawn.row[1].baselines for one in rows):
        key += [LegendEntry(LegendMark.OTHER, what, _BLIND_LOOKS[rule]) for rule, _, what in BLIND]

    def draw(page: PageSize) -> str:
        return forest(blocks, scale, page, key)

    return drawn(
        f"profile-{number}",
        title,
        draw,
        said=map(_said, rows),
        caption=f"{title}: calibrated accuracy, aggregate form.",
        table_title=title,
        note=_NOTE,
        columns=_columns(rows),
        rows=rows,
        simulated=any(one.row.simulated for one in rows),
    )


_SHOWN = (ScoreLevel.GROUP, ScoreLevel.STAGE, ScoreLevel.MACRO)
_NOTE = (
    "Aggregate: (accuracy - chance) / (1 - chance) of a group's items together, 0 for guessing; "
    "item-wise: the mean of the same over items. Stages and the mean of groups are plain means. "
    "Intervals are over items, each the mean of its runs. Hollow marks are what is earned without "
    "reading, in the aggregate form: by the best letter throughout, in the order of the file and "
    "as shown, and by the longest option."
)


def _blocks(rows: Sequence[Row], known: dict[str, Look]) -> Iterator[ForestBlock]:
    """Each stage with its groups and its mean, groups without a stage, and the mean of all."""
    named = grouped(rows, lambda one: (one.row.level, one.row.group))
    by_name = {(own[0].row.level, own[0].row.group): own for own in named}
    stages = [own for (level, _), own in by_name.items() if level is ScoreLevel.STAGE]
    staged = {group for own in stages for group in own[0].row.groups}
    for own in stages:
        inner = [by_name[ScoreLevel.GROUP, one] for one in own[0].row.groups]
        lines = [_line(some, known) for some in inner]
        mean = _line(own, known, "mean of the stage")
        yield ForestBlock(visible(own[0].row.group), (*lines, *([mean] if len(inner) > 1 else [])))
    left = [
        own
        for (level, group), own in by_name.items()
        if level is ScoreLevel.GROUP and group not in staged
    ]
    if left:
        yield ForestBlock("groups" if stages else "", tuple(_line(own, known) for own in left))
    macro = by_name.get((ScoreLevel.MACRO, ""))
    if macro is not None:
        yield ForestBlock("all groups", (_line(macro, known, row_name(macro[0].row)),))


def _line(own: Sequence[Row], known: dict[str, Look], name: str = "") -> ForestRow:
    """A group with its participants, each below the one before, and the rules without reading."""
    points = []
    drop = 0.0
    for look_of, look in known.items():
        row = next((one for one in own if one.row.model == look_of), None)
        figure = None if row is None else row.drawn.row[1].figure
        if figure is not None and figure.mean is not None:
            points.append(Point(float(figure.mean), look, figure.ci95, drop=drop))
        drop += _APART
    for baseline in own[0].drawn.row[1].baselines:
        look = _BLIND_LOOKS[baseline.rule]
        points.append(Point(float(baseline.score), look, hollow=True, drop=drop - 1))
    items = own[0].row.items
    return ForestRow(name or row_name(own[0].row), tuple(points), beside=f"n = {items}")


def _scale(rows: Sequence[Row]) -> ForestScale:
    """From the lowest end of an interval or baseline, in steps of .25, to 1."""
    lowest = [0.0]
    for one in rows:
        figure = one.drawn.row[1]
        lowest += [float(each.score) for each in figure.baselines]
        lowest += [float(figure.figure.mean or 0), *(figure.figure.ci95 or ())[:1]]
    steps = floor(4 * min(lowest))
    ticks = tuple(step / 4 for step in range(steps, 5))
    said = tuple("0, chance" if not tick else f"{100 * tick:.0f}" for tick in ticks)
    title = "calibrated accuracy in percent (aggregate form); 100 is all right"
    return ForestScale(min(ticks), 1.0, ticks, said, title, zero=0.0)


def _said(one: Row) -> str:
    figure = one.drawn.row[1].figure
    name = f"{visible(one.row.model)}, {row_name(one.row)}"
    if figure.mean is None:
        return f"{name}: unknown."
    ends = [f"{100 * one:z.0f}" for one in figure.ci95 or ()]
    span = f" ({' to '.join(ends)})" if ends else ""
    return f"{name}: {100 * float(figure.mean):z.0f}{span}, {one.row.items} items."


def _columns(rows: Sequence[Row]) -> tuple[PageColumn[Row], ...]:
    """The table: accuracy, both forms of calibrated accuracy, their interval, the baselines."""
    blind = any(one.drawn.row[1].baselines for one in rows)
    some = len({one.row.simulated for one in rows}) > 1
    return (
        words(titled(_GROUP), lambda one: Markup("<bdi>{}</bdi>").format(row_name(one.row))),
        words(titled(MODEL), lambda one: marked(
            one.drawn.value, one.drawn.value["model"].named(), where=some
        )),
        column(_ITEMS).of(lambda one: one.drawn.value),
        *map(_mean, (Accuracy, CalibratedAccuracy, AggregateCalibrated)),
        column(_CI95).of(lambda one: one.drawn.value),
        *(map(_blind, Blind) if blind else ()),
    )  # fmt: skip


def _mean(kind: type[ScoreKind]) -> PageColumn[Row]:
    """The mean of a kind of score, under its heading in tables of banks."""
    heading = ITEM_HEADINGS.get(kind, kind.heading).capitalize()
    write = Value.rounded if kind.low is None else Value.percent
    return PageColumn(heading, lambda one: write(one.kinds[kind.name].value["mean"]))


def _blind(rule: Blind) -> PageColumn[Row]:
    """What a rule earns that does not read."""
    return PageColumn(rule.value.capitalize(), lambda one: _earned(one, rule))


def _earned(one: Row, rule: Blind) -> Cell:
    name = next(name for known, name, _ in BLIND if known is rule)
    value = one.drawn.value
    if rule is Blind.LONGEST or not value[f"{name}_which"].known:
        return value[name].rounded()
    return Markup("{} ({})").format(value[name].rounded(), value[f"{name}_which"].text)
