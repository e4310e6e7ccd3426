"""Ratings in waves, on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from dsl.words import counted
from renderers.fields.field import Field, by_name, columns, pick
from renderers.fields.waves import (
    AGENT,
    DIFFERENCE,
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
from renderers.rows.waves import PeopleAgreement, WaveFigure, WaveRow, WaveScores
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import Page
from renderers.terminal import visible

SEES = "sees feedback"
MOST_PAIRS = 15
"""So many pairs of participants, of six, are shown unless all is asked for."""


def render_waves(found: WaveScores, *, whole: bool, width: int, colour: bool = False) -> str:
    """All of it as text, no line wider than `width`. `whole`: also the levels of conditions, all
    pairs, and what was published.
    """
    page = Page(width=width, colour=colour)
    page.top(f"Ratings in waves, {visible(found.source)}", simulated=found.simulated)
    rated = any("rationality" in row.figures for row in found.agents)
    agents = ranked(found.agents)
    _apart(page, "agreement with people, waves after 0", agents, _agents)
    if rated:
        _apart(page, "Rationality, waves after 0", agents, _reasons_rated)
    pairs = _in_order(found.pairs, agents)
    if whole or len(pairs) <= MOST_PAIRS:
        _apart(page, "agreement with people, in pairs", pairs, _pairs)
    for name in dict.fromkeys(row.participant for row in agents):
        rows = [row for row in found.waves if row.participant == name]
        sees = f", {SEES}" if rows[0].sees_feedback and SEES not in name else ""
        title, made = f"{visible(name)}{sees}", one_table(_waves(rows), width)
        page.table(title, made, *_before(rows[0]), simulated=rows[0].simulated)
    _apart(page, "does it answer as its own profile? weighted kappa", found.profiles, _profiles)
    _apart(page, "variance between profiles", found.profiles, _variances)
    if found.people:
        people = [*columns(PEOPLE[:3], found.people), *_figure("figure", "value", found.people),
                *columns(PEOPLE[4:], found.people)]  # fmt: skip
        page.table("agreement of people, waves after 0", one_table(people, width))
    _apart(page, "second less first", found.differences, _differences)
    if whole:
        _apart(page, "weighted kappa by level, waves after 0 pooled", found.levels, _levels)
        page.table(
            "Authenticity in Lv et al. (2024), with intervals for their n and even marginals",
            one_table(
                columns(
                    _published("mean", "wave_5", "wave_5_ci95", "wave_10", "wave_10_ci95"),
                    found.published,
                ),
                width,
            ),
        )
        page.table(
            "Rationality in Lv et al. (2024), without intervals: they print no variance",
            one_table(columns(_published("rationality", "rationality_wave_5",
                                         "rationality_wave_10"), found.published), width),
        )  # fmt: skip
    page.section("left out, and settled", map(visible, found.counts))
    page.section("not given", map(visible, _reasons(found, whole=whole)))
    page.heading("method")
    page.print(*map(visible, found.notes))
    if not whole:
        conditions = dict.fromkeys(row.facts["condition"] for row in found.levels)
        more = [f"weighted kappa by {visible(', '.join(conditions))}"] if conditions else []
        more += [f"{len(pairs)} pairs of participants"] if len(pairs) > MOST_PAIRS else []
        page.print(f"`--all` also shows {', '.join([*more, 'and published figures'])}")
    return page.text


def _published(*names: str) -> tuple[Field[WaveRow], ...]:
    return pick(PUBLISHED, "source", "participant", "sees_feedback", *names, "ratings")


def ranked(rows: Sequence[WaveRow]) -> list[WaveRow]:
    """The highest area first; those that see feedback after all that do not."""

    def place(row: WaveRow) -> tuple[bool, bool, float, str]:
        area = row.figures["weighted_area"].value
        return row.sees_feedback, area is None, -(area or 0), row.participant

    return sorted(rows, key=place)


def _in_order(pairs: Sequence[WaveRow], agents: Sequence[WaveRow]) -> list[WaveRow]:
    """Pairs in the order of the participants."""
    places = {row.participant: at for at, row in enumerate(agents)}
    return sorted(pairs, key=lambda row: (places[row.participant], places[row.facts["other"]]))


def _apart(
    page: Page,
    title: str,
    rows: Sequence[WaveRow],
    made: Callable[[Sequence[WaveRow]], list[Column]],
) -> None:
    """A table of those that do not see feedback, and another of those that do."""
    for sees in (False, True):
        here = [row for row in rows if row.sees_feedback is sees]
        if here:
            told = f"{title}: {SEES}, not to be ranked with the others" if sees else title
            simulated = all(row.simulated for row in here)
            page.table(told, one_table(made(here), page.width), simulated=simulated)


def _figure(
    name: str, heading: str, rows: Sequence[WaveRow] | Sequence[PeopleAgreement], *, n: bool = True
) -> list[Column]:
    """A figure, its interval and its n."""
    made = columns(shown(name, heading), rows)
    if n:
        every = (figure_of(row, name) for row in rows)
        cells = (NONE if one is None else f"{one.n:,}" for one in every)
        made.append(Column("n", tuple(cells), joined=True))
    return made


def _agents(rows: Sequence[WaveRow]) -> list[Column]:
    made = columns(pick(AGENT, "participant"), rows)
    made += _figure("authenticity", "as\npublished", rows)
    wave_5, last = shown("authenticity_wave_5", "wave 5"), shown("authenticity_last", "last\nwave")
    made += columns((wave_5[0], last[0]), rows)
    made += _figure("weighted_area", "weighted\narea", rows, n=False)
    return made + columns(pick(AGENT, "skipped"), rows)


def _reasons_rated(rows: Sequence[WaveRow]) -> list[Column]:
    made = columns(pick(AGENT, "participant"), rows)
    made += _figure("rationality", "mean", rows)
    wave_5, last = shown("rationality_wave_5", "wave 5"), shown("rationality_last", "last\nwave")
    return made + columns((*wave_5, *last), rows)


def _pairs(rows: Sequence[WaveRow]) -> list[Column]:
    names = tuple(visible(f"{row.participant} less {row.facts['other']}") for row in rows)
    made = [Column("participants", names, right=False, folds=True, label=True)]
    made += columns(shown("authenticity", "as\npublished"), rows)
    made += _figure("weighted_area", "weighted\narea", rows)
    if any("rationality" in row.figures for row in rows):
        made += columns(shown("rationality", "Rationality"), rows)
    return made


def _waves(rows: Sequence[WaveRow]) -> list[Column]:
    fields = by_name(WAVE)
    made = columns([fields["wave"]], rows)
    made += _figure("unweighted", "kappa", rows)
    made += columns(shown("weighted", "weighted"), rows)
    people = fields["people_mean"].but(heading="people's", none=NONE)
    made += columns((shown("mean", "mean\nrating")[0], people), rows)
    if any("rationality" in row.figures for row in rows):
        made += columns(shown("rationality", "Rationality"), rows)
    return made


def _before(row: WaveRow) -> list[str]:
    """What is said of wave 0, which is in no mean."""
    neutral, people = row.facts["neutral"], row.facts["people_neutral"]
    if row.facts["wave"] or neutral is None:
        return []
    said = NONE if people is None else PART.text(people)
    of = counted(row.figures["mean"].n, "rating")
    return [f"wave 0: neutral {PART.text(neutral)} of {of}, people {said}; in no mean"]


def _profiles(rows: Sequence[WaveRow]) -> list[Column]:
    made = columns(pick(PROFILES, "participant", "profiles"), rows)
    made += columns((shown("own", "own")[0], shown("others", "others")[0]), rows)
    return [*made, *_figure("difference", "difference", rows)]


def _variances(rows: Sequence[WaveRow]) -> list[Column]:
    made = columns(pick(PROFILES, "participant"), rows)
    made += _figure("variance", "variance", rows)
    return made + columns(shown("people_variance", "people's"), rows)


def _differences(rows: Sequence[WaveRow]) -> list[Column]:
    made = columns(pick(DIFFERENCE, "participant", "figure", "wave", "first", "second"), rows)
    return [*made, *_figure("difference", "difference", rows)]


def _levels(rows: Sequence[WaveRow]) -> list[Column]:
    made = columns(pick(LEVEL, "participant", "condition", "level"), rows)
    return [*made, *_figure("weighted", "kappa", rows)]


_CALLED = {
    "authenticity": "as published", "weighted_area": "weighted area", "rationality": "Rationality",
    "difference": "own less others", "variance": "variance between profiles",
}  # fmt: skip


def _reasons(found: WaveScores, *, whole: bool) -> Iterator[str]:
    """Why there is no figure, or no interval, each reason once with where it holds."""
    where: dict[str, list[str]] = {}

    def add(row: WaveRow | PeopleAgreement, name: str, place: str) -> None:
        one: WaveFigure | None = figure_of(row, name)
        reason = "" if one is None else one.reason or one.ci_reason
        if reason:
            where.setdefault(reason, []).append(place)

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
    for reason, every in where.items():
        places = list(dict.fromkeys(every))
        more = f" and {len(places) - _MOST} more" if len(places) > _MOST else ""
        yield f"{reason}: {', '.join(places[:_MOST])}{more}"


_MOST = 3
