"""One item in one wave: the answers of all participants side by side, and the tidy table."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.words import and_list
from renderers.csv_text import csv_of, field
from renderers.fields.cell_reader import CellReader
from renderers.fields.field import columns, pick
from renderers.fields.waves import RATING, SEES
from renderers.rows.waves import WaveRating
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import Page
from renderers.terminal import visible


def rating_rows(rows: Sequence[WaveRating]) -> str:
    """The ratings as CSV with a header, one a row; conditions come first."""
    conditions = list(dict.fromkeys(name for row in rows for name, _ in row.levels))
    reader = CellReader(RATING, field)
    made = (
        (*(field(dict(row.levels).get(one)) for one in conditions), *reader.cells(row))
        for row in rows
    )
    header = [*map(field, conditions), *(one.name for one in RATING)]
    return csv_of(header, made, end="\r\n")


def render_answers(rows: Sequence[WaveRating], *, width: int, colour: bool = False) -> str:
    """The answers to one item in one wave, by what they were asked under, as text."""
    page = Page(width=width, colour=colour)
    first = rows[0]
    page.top(
        f"Item {visible(first.item)} in wave {first.wave}",
        simulated=any(row.simulated for row in rows),
    )
    groups: dict[tuple[tuple[str, str], ...], list[WaveRating]] = {}
    for row in rows:
        groups.setdefault(row.levels, []).append(row)
    for levels, group in groups.items():
        where = ", ".join(f"{visible(name)} {visible(level)}" for name, level in levels)
        page.table(where or "all", one_table(_columns(group), width), _people(group[0]))
        _profiles(page, group)
        for row in group:
            title = f"{visible(row.participant)} was reminded of"
            page.section(title, (f"- {visible(one)}" for one in row.recalled))
    return page.text


def _profiles(page: Page, rows: Sequence[WaveRating]) -> None:
    """Each profile, with the names of those that have it where there are several."""
    known: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        lines = tuple(visible(one) for one in row.profile.splitlines() if one.strip())
        if lines:
            known.setdefault(lines, []).append(visible(row.participant))
    for lines, names in known.items():
        whose = f" of {and_list(list(dict.fromkeys(names)))}" if len(known) > 1 else ""
        page.section(f"profile{whose}", lines)


def _people(row: WaveRating) -> str:
    if row.people is None:
        return "people: not rated" if not row.tied else "people: a tie, left open"
    of = f" (most of {row.raters})" if row.raters > 1 else ""
    return f"people: {row.people}{of}{', after a tie' if row.tied else ''}"


def _columns(rows: Sequence[WaveRating]) -> list[Column]:
    several = len({(row.draw, row.sample) for row in rows}) > 1
    participant, draw, rating, reason = pick(RATING, "participant", "draw", "rating", "reason")
    shown = (participant.told(_name), *([draw] if several else []), rating, reason.told(_reply))
    return columns(shown, rows)


def _reply(row: WaveRating) -> str:
    return visible(" ".join((row.reason or row.missing).split()))


def _name(row: WaveRating) -> str:
    marks = (("simulated", row.simulated), (SEES, row.sees_feedback))
    told = [one for one, so in marks if so and one not in row.participant]
    return f"{visible(row.participant)} ({', '.join(told)})" if told else visible(row.participant)
