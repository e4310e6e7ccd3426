"""Ratings in waves, on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dsl.words import and_list, counted
from renderers.fields.field import Field, by_name, columns, field, pick
from renderers.fields.scales import TEXT
from renderers.fields.waves import (
    AGENT,
    DIFFERENCE,
    JUDGED,
    LEVEL,
    PART,
    PEOPLE,
    PROFILES,
    PUBLISHED,
    WAVE,
    figure_of,
    shown,
)
from renderers.number_words import NONE
from renderers.rows.waves import PeopleAgreement, WaveRow, WaveScores
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import Page
from renderers.terminal import visible

SEES = "sees feedback"
MOST_PAIRS = 15
"""So many pairs of participants, of six, are shown unless all is asked for."""

_MOST = 3
"""So many places are named for one reason."""

Rows = Sequence[WaveRow] | Sequence[PeopleAgreement]
Shown = tuple[str, str, str]
"""A figure: its name, its heading, and what is shown besides it: `ci`, its interval, and `n`."""

_RATIONALITY: Shown = ("rationality", "Rationality", "ci")
_LAST = "last\nwave"
_OVER_WAVES: tuple[Shown, ...] = (
    ("authenticity", "as\npublished", "ci n"), ("authenticity_wave_5", "wave 5", ""),
    ("authenticity_last", _LAST, ""), ("weighted_area", "weighted\narea", "ci"),
)  # fmt: skip
_REASONS: tuple[Shown, ...] = (
    ("rationality", "mean", "ci n"), ("rationality_wave_5", "wave 5", "ci"),
    ("rationality_last", _LAST, "ci"),
)  # fmt: skip
_PAIRS: tuple[Shown, ...] = (
    ("authenticity", "as\npublished", "ci"), ("weighted_area", "weighted\narea", "ci n"),
    _RATIONALITY,
)  # fmt: skip
_BY_WAVE: tuple[Shown, ...] = (
    ("unweighted", "kappa", "ci n"), ("weighted", "weighted", "ci"), ("mean", "mean\nrating", ""),
)  # fmt: skip
_OWN: tuple[Shown, ...] = (
    ("own", "own", ""),
    ("others", "others", ""),
    ("difference", "difference", "ci n"),
)
_VARIANCES: tuple[Shown, ...] = (
    ("variance", "variance", "ci n"),
    ("people_variance", "people's", "ci"),
)
_CALLED = {
    "authenticity": "as published", "weighted_area": "weighted area", "rationality": "Rationality",
    "difference": "own less others", "variance": "variance between profiles",
}  # fmt: skip


def render_waves(found: WaveScores, *, whole: bool, width: int, colour: bool = False) -> str:
    """All of it as text, no line wider than `width`. `whole`: also the levels of conditions, all
    pairs, and what was published.
    """
    page = Page(width=width, colour=colour)
    page.top(f"Ratings in waves, {visible(found.source)}", simulated=found.simulated)
    agents, pairs = found.agents, found.pairs
    name, skipped = pick(AGENT, "participant"), pick(AGENT, "skipped")
    _apart(page, "agreement with people, waves after 0", agents, (name, _OVER_WAVES, skipped))
    if any("rationality" in row.figures for row in agents):
        _apart(page, "Rationality, waves after 0", agents, (name, _REASONS, ()))
    judged = pick(JUDGED, "judge", "participant")
    told = "Rationality by models as judges, waves after 0"
    _apart(page, told, found.judged, (judged, _REASONS[:1], ()))
    if whole or len(pairs) <= MOST_PAIRS:
        _apart(page, "agreement with people, in pairs", pairs, ((_BOTH,), _PAIRS, ()))
    for one in agents:
        rows = [row for row in found.waves if row.participant == one.participant]
        sees = f", {SEES}" if one.sees_feedback and SEES not in one.participant else ""
        wave = by_name(WAVE)
        people = wave["people_mean"].but(heading="people's", none=NONE)
        made = _columns(rows, (wave["wave"],), _BY_WAVE)
        made += [*columns((people,), rows), *_columns(rows, (), (_RATIONALITY,))]
        title = f"{visible(one.participant)}{sees}"
        page.table(title, one_table(made, width), *_before(rows[0]), simulated=one.simulated)
    of = pick(PROFILES, "participant", "profiles")
    own = "does it answer as its own profile? weighted kappa"
    _apart(page, own, found.profiles, (of, _OWN, ()))
    _apart(page, "variance between profiles", found.profiles, (of[:1], _VARIANCES, ()))
    if found.people:
        made = _columns(found.people, PEOPLE[:3], (("figure", "value", "ci n"),), PEOPLE[4:])
        page.table("agreement of people, waves after 0", one_table(made, width))
    less = pick(DIFFERENCE, "participant", "figure", "wave", "first", "second")
    _apart(page, "second less first", found.differences, (less, _OWN[2:], ()))
    if whole:
        level = pick(LEVEL, "participant", "condition", "level")
        kappa = "weighted kappa by level, waves after 0 pooled"
        _apart(page, kappa, found.levels, (level, (("weighted", "kappa", "ci n"),), ()))
        for title, names in _PUBLISHED.items():
            made = columns(pick(PUBLISHED, *_AGENT, *names, "ratings"), found.published)
            page.table(title, one_table(made, width))
    page.section("left out, and settled", map(visible, found.counts))
    page.section("not given", map(visible, _reasons(found, whole=whole)))
    page.heading("method")
    page.print(*map(visible, found.notes))
    if not whole:
        conditions = dict.fromkeys(row.facts["condition"] for row in found.levels)
        others = [f"weighted kappa by {visible(', '.join(conditions))}"] if conditions else []
        others += [f"{len(pairs)} pairs of participants"] if len(pairs) > MOST_PAIRS else []
        page.print(f"`--all` also shows {and_list([*others, 'published figures'])}")
    return page.text


_AGENT = ("source", "participant", "sees_feedback")
_PUBLISHED = {
    "Authenticity in Lv et al. (2024), with intervals for their n and even marginals":
        ("mean", "wave_5", "wave_5_ci95", "wave_10", "wave_10_ci95"),
    "Rationality in Lv et al. (2024), without intervals: they print no variance":
        ("rationality", "rationality_wave_5", "rationality_wave_10"),
}  # fmt: skip
_BOTH: Field[WaveRow] = field(
    TEXT, "pair", "", lambda row: f"{row.participant} less {row.facts['other']}",
    heading="participants", label=True, folds=True,
)  # fmt: skip


def _apart(
    page: Page,
    title: str,
    rows: Sequence[WaveRow],
    made: tuple[Sequence[Field[WaveRow]], Sequence[Shown], Sequence[Field[WaveRow]]],
) -> None:
    """A table of those that do not see feedback, and another of those that do; `made` are its
    labels, figures and columns after them.
    """
    for sees in (False, True):
        here = [row for row in rows if row.sees_feedback is sees]
        if here:
            told = f"{title}: {SEES}, not to be ranked with the others" if sees else title
            simulated = all(row.simulated for row in here)
            table = one_table(_columns(here, *made), page.width)
            page.table(told, table, simulated=simulated)


def _columns(
    rows: Rows, labels: Sequence[Field[Any]], figures: Sequence[Shown],
    more: Sequence[Field[Any]] = (),
) -> list[Column]:  # fmt: skip
    """The columns of labels, of figures that some row has, and of more."""
    made = columns(labels, rows)
    for name, heading, beside in figures:
        every = [figure_of(row, name) for row in rows]
        if any(one is not None for one in every):
            made += columns(shown(name, heading)[: 2 if "ci" in beside else 1], rows)
            if "n" in beside.split():
                cells = (NONE if one is None else f"{one.n:,}" for one in every)
                made.append(Column("n", tuple(cells), joined=True))
    return made + columns(more, rows)


def _before(row: WaveRow) -> list[str]:
    """What is said of wave 0, which is in no mean."""
    neutral, people = row.facts["neutral"], row.facts["people_neutral"]
    if row.facts["wave"] or neutral is None:
        return []
    said = NONE if people is None else PART.text(people)
    of = counted(row.figures["mean"].n, "rating")
    return [f"wave 0: neutral {PART.text(neutral)} of {of}, people {said}; in no mean"]


def _reasons(found: WaveScores, *, whole: bool) -> Iterator[str]:
    """Why there is no figure, or no interval, each reason once with where it holds."""
    where: dict[str, dict[str, None]] = {}

    def add(row: WaveRow | PeopleAgreement, name: str, place: str) -> None:
        one = figure_of(row, name)
        reason = "" if one is None else one.reason or one.ci_reason
        if reason:
            where.setdefault(reason, {})[place] = None

    for row in (*found.agents, *found.profiles):
        for name, called in _CALLED.items():
            add(row, name, f"{row.participant} {called}")
    for row in found.waves:
        add(row, "unweighted", f"{row.participant} wave {row.facts['wave']}")
    for row in found.levels if whole else ():
        add(row, "weighted", f"{row.participant} {row.facts['level']}")
    for row in found.pairs:
        for name in ("authenticity", "weighted_area"):
            add(row, name, f"{row.participant} less {row.facts['other']}")
    for people in found.people:
        add(people, "figure", f"{people.what}, {people.coefficient}")
    for row in found.differences:
        add(row, "difference", f"{row.participant} {row.facts['figure']}")
    for reason, places in where.items():
        more = f" and {len(places) - _MOST} more" if len(places) > _MOST else ""
        yield f"{reason}: {', '.join(list(places)[:_MOST])}{more}"
