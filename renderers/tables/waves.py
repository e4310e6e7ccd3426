"""Ratings in waves, on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from dsl.words import counted
from renderers.fields.field import by_name, columns, pick
from renderers.fields.waves import (
    AGENT,
    DIFFERENCE,
    INDIVIDUATION,
    LEVEL,
    PART,
    PEOPLE,
    PUBLISHED,
    WAVE,
    shown,
)
from renderers.number_words import NONE
from renderers.rows.waves import (
    AgentScore,
    Individuation,
    LevelScore,
    SourceDifference,
    WaveFigure,
    WaveScore,
    WaveScores,
)
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import Page
from renderers.terminal import visible

Row = TypeVar("Row", AgentScore, LevelScore, Individuation, SourceDifference)

SEES = "sees feedback"


def render_waves(found: WaveScores, *, whole: bool, width: int, colour: bool = False) -> str:
    """All of it as text, no line wider than `width`. `whole`: also the levels of conditions."""
    page = Page(width=width, colour=colour)
    page.top(f"Ratings in waves, {visible(found.source)}", simulated=found.simulated)
    _apart(page, "agreement with people, waves after 0", found.agents, _agents)
    for name in dict.fromkeys(row.participant for row in ranked(found.agents)):
        rows = [row for row in found.waves if row.participant == name]
        sees = f", {SEES}" if rows[0].sees_feedback and SEES not in name else ""
        title, made = f"{visible(name)}{sees}", one_table(_waves(rows), width)
        page.table(title, made, *_before(rows[0]), simulated=rows[0].simulated)
    _apart(page, "does it answer as its own profile? (weighted kappa)", found.individuation,
           _profiles)  # fmt: skip
    if found.people:
        people = [*columns(PEOPLE[:3], found.people), *_figure("figure", "value", found.people),
                *columns(PEOPLE[4:], found.people)]  # fmt: skip
        page.table("agreement of people, waves after 0", one_table(people, width))
    _apart(page, "second less first", found.differences, _differences)
    if whole:
        _apart(page, "weighted kappa by level, waves after 0 pooled", found.levels, _levels)
        page.table(
            "Authenticity in Lv et al. (2024), with intervals for their n and even marginals",
            one_table(columns(PUBLISHED, found.published), width),
        )
    page.section("left out, and settled", map(visible, found.counts))
    page.section("not given", map(visible, _reasons(found, whole=whole)))
    page.heading("method")
    page.print(*map(visible, found.notes))
    if found.levels and not whole:
        conditions = ", ".join(dict.fromkeys(row.condition for row in found.levels))
        page.print(
            f"`--all` also shows weighted kappa by {visible(conditions)}, and published figures"
        )
    return page.text


def ranked(rows: Sequence[AgentScore]) -> list[AgentScore]:
    """The highest area first; those that see feedback after all that do not."""
    return sorted(
        rows,
        key=lambda row: (
            row.sees_feedback, row.area.value is None, -(row.area.value or 0), row.participant
        ),
    )  # fmt: skip


def _apart(
    page: Page, title: str, rows: Sequence[Row], made: Callable[[Sequence[Row]], list[Column]]
) -> None:
    """A table of those that do not see feedback, and another of those that do."""
    for sees in (False, True):
        here = [row for row in rows if row.sees_feedback is sees]
        if here:
            told = f"{title}: {SEES}, not to be ranked with the others" if sees else title
            simulated = all(row.simulated for row in here)
            page.table(told, one_table(made(here), page.width), simulated=simulated)


def _figure(name: str, heading: str, rows: Sequence[object], *, n: bool = True) -> list[Column]:
    """A figure, its interval and its n."""
    made = columns(shown(name, heading), rows)
    figures = [getattr(row, name) for row in rows]
    if n:
        made.append(Column("n", tuple(f"{one.n:,}" for one in figures), joined=True))
    return made


def _agents(rows: Sequence[AgentScore]) -> list[Column]:
    rows = ranked(rows)
    made = columns(pick(AGENT, "participant"), rows)
    made += _figure("theirs", "as\npublished", rows)
    made += columns((shown("fifth", "wave 5")[0], shown("last", "last\nwave")[0]), rows)
    made += _figure("area", "weighted\narea", rows, n=False)
    if any(row.rationality is not None for row in rows):
        made += columns(shown("rationality", "Rationality"), rows)
    return made


def _waves(rows: Sequence[WaveScore]) -> list[Column]:
    fields = by_name(WAVE)
    made = columns([fields["wave"]], rows)
    made += _figure("unweighted", "kappa", rows)
    made += columns(shown("weighted", "weighted"), rows)
    people = fields["people_mean"].but(heading="people's", none=NONE)
    made += columns((shown("mean", "mean\nrating")[0], people), rows)
    if any(row.rationality is not None for row in rows):
        made += columns(shown("rationality", "Rationality"), rows)
    return made


def _before(row: WaveScore) -> list[str]:
    """What is said of wave 0, which is in no mean."""
    if row.wave or row.neutral is None:
        return []
    people = PART.text(row.people_neutral) if row.people_neutral is not None else NONE
    mine = PART.text(row.neutral)
    return [
        f"wave 0: neutral {mine} of {counted(row.mean.n, 'rating')}, people {people}; in no mean"
    ]


def _profiles(rows: Sequence[Individuation]) -> list[Column]:
    made = columns(pick(INDIVIDUATION, "participant", "variance", "people_variance"), rows)
    made += columns((shown("own", "own")[0], shown("others", "others")[0]), rows)
    return [*made, *_figure("difference", "difference", rows)]


def _differences(rows: Sequence[SourceDifference]) -> list[Column]:
    made = columns(pick(DIFFERENCE, "participant", "figure", "wave", "first", "second"), rows)
    return [*made, *_figure("difference", "difference", rows)]


def _levels(rows: Sequence[LevelScore]) -> list[Column]:
    made = columns(pick(LEVEL, "participant", "condition", "level"), rows)
    return [*made, *_figure("weighted", "kappa", rows)]


def _reasons(found: WaveScores, *, whole: bool) -> Iterator[str]:
    """Why there is no figure, or no interval, each reason once with where it holds."""
    where: dict[str, list[str]] = {}

    def add(one: WaveFigure | None, place: str) -> None:
        reason = "" if one is None else one.reason or one.ci_reason
        if reason:
            where.setdefault(reason, []).append(place)

    for agent in found.agents:
        add(agent.theirs, f"{agent.participant} as published")
        add(agent.area, f"{agent.participant} weighted area")
        add(agent.rationality, f"{agent.participant} Rationality")
    for wave in found.waves:
        add(wave.unweighted, f"{wave.participant} wave {wave.wave}")
    for level in found.levels if whole else ():
        add(level.weighted, f"{level.participant} {level.level}")
    for people in found.people:
        add(people.figure, f"{people.what}, {people.coefficient}")
    for profile in found.individuation:
        add(profile.difference, f"{profile.participant} own less others")
    for apart in found.differences:
        add(apart.difference, f"{apart.participant} {apart.figure}")
    for reason, places in where.items():
        more = f" and {len(places) - _MOST} more" if len(places) > _MOST else ""
        yield f"{reason}: {', '.join(places[:_MOST])}{more}"


_MOST = 3
