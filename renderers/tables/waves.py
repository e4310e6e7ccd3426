"""Ratings in waves, on the screen; the page of a report has most of these tables, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from dsl.record import record
from dsl.words import and_list, counted
from renderers.fields.field import Field, columns, field, pick
from renderers.fields.scales import TEXT
from renderers.fields.waves import (
    AGENT,
    AUTHENTICITY,
    DIFFERENCE,
    JUDGED,
    LEVEL,
    PAIR,
    PART,
    PEOPLE,
    PROFILES,
    PUBLISHED,
    RATIONALITY,
    SEES,
    WAVE,
)
from renderers.number_words import NONE
from renderers.rows.waves import WaveRow, WaveScores
from renderers.tables.fitted import one_table
from renderers.tables.page import Page
from renderers.terminal import visible

MOST_PAIRS = 15
"""So many pairs of participants, of six, are shown unless all is asked for."""

_MOST = 3
"""So many places are named for one reason."""

Row = TypeVar("Row")


@record
class WavesTable:
    """A table of rows, which documents have under `rows`: what they are of, their figures, and
    columns after them. Not all are on the `page` of a report.
    """

    title: str
    rows: str
    labels: tuple[Field[WaveRow], ...]
    figures: tuple[Field[WaveRow], ...]
    more: tuple[Field[WaveRow], ...] = ()
    page: bool = True

    def apart(
        self, rows: Sequence[Row], has: Callable[[Row, str], bool], sees: Callable[[Row], bool]
    ) -> Iterator[tuple[str, list[Row], list[Field[WaveRow]]]]:
        """The rows of those that do not see feedback, and of those that do, each with a title and
        the figures that some row `has`.
        """
        for told in (False, True):
            here = [row for row in rows if sees(row) is told]
            found = [one for one in self.figures if any(has(row, one.name) for row in here)]
            title = f"{self.title}: {SEES}, not to be ranked with the others"
            if found:
                yield title if told else self.title, here, found


TABLES = (
    WavesTable(
        "agreement with people, waves after 0", "agents", pick(AGENT, "participant"),
        AUTHENTICITY, pick(AGENT, "skipped"),
    ),
    WavesTable("Rationality, waves after 0", "agents", pick(AGENT, "participant"), RATIONALITY),
    WavesTable(
        "Rationality by models as judges, waves after 0", "judged",
        pick(JUDGED, "judge", "participant"), pick(JUDGED, "rationality"),
    ),
    WavesTable(
        "agreement with people, in pairs", "pairs", pick(PAIR, "participant", "other"),
        pick(PAIR, "authenticity", "weighted_area", "rationality"),
    ),
    WavesTable(
        "does it answer as its own profile? weighted kappa", "profiles",
        pick(PROFILES, "participant", "profiles"), pick(PROFILES, "own", "others", "difference"),
    ),
    WavesTable(
        "variance between profiles", "profiles", pick(PROFILES, "participant"),
        pick(PROFILES, "variance", "people_variance"),
    ),
    WavesTable(
        "agreement of people, waves after 0", "people", PEOPLE[:3],
        pick(PEOPLE, "figure"), PEOPLE[4:],
    ),
    WavesTable(
        "second minus first", "differences",
        pick(DIFFERENCE, "participant", "figure", "wave", "first", "second"),
        pick(DIFFERENCE, "difference"), page=False,
    ),
    WavesTable(
        "weighted kappa by level, waves after 0 pooled", "levels",
        pick(LEVEL, "participant", "condition", "level"), pick(LEVEL, "weighted"), page=False,
    ),
)  # fmt: skip

_BOTH: Field[WaveRow] = field(
    TEXT, "pair", "", lambda row: f"{row.participant} minus {row.facts['other']}",
    heading="participants", label=True, folds=True,
)  # fmt: skip
_AGENT = ("source", "participant", "sees_feedback")
_OF_PAPER = {
    "Authenticity in Lv et al. (2024), with intervals for their n and even marginals":
        ("mean", "wave_5", "wave_5_ci95", "wave_10", "wave_10_ci95"),
    "Rationality in Lv et al. (2024), without intervals: they print no variance":
        ("rationality", "rationality_wave_5", "rationality_wave_10"),
}  # fmt: skip


def render_waves(found: WaveScores, *, whole: bool, width: int, colour: bool = False) -> str:
    """All of it as text, no line wider than `width`. `whole`: also the levels of conditions, all
    pairs, and what was published.
    """
    page = Page(width=width, colour=colour)
    page.top(f"Ratings in waves, {visible(found.source)}", simulated=found.simulated)
    many_pairs = len(found.pairs) > MOST_PAIRS
    left_out = () if whole else ("levels", "pairs") if many_pairs else ("levels",)
    for one in TABLES:
        labels = (_BOTH,) if one.rows == "pairs" else one.labels
        rows: Sequence[WaveRow] = () if one.rows in left_out else getattr(found, one.rows)
        for title, here, figures in one.apart(rows, _has, lambda row: row.sees_feedback):
            made = columns((*labels, *figures, *one.more), here)
            simulated = all(row.simulated for row in here)
            page.table(title, one_table(made, width), simulated=simulated)
        if one.rows == "pairs":
            _by_wave(page, found)
    for title, names in _OF_PAPER.items() if whole else ():
        made = columns(pick(PUBLISHED, *_AGENT, *names, "ratings"), found.published)
        page.table(title, one_table(made, width))
    page.section("left out, and settled", map(visible, found.counts))
    page.section("not given", map(visible, _reasons(found, whole=whole)))
    page.heading("method")
    page.print(*map(visible, found.notes))
    if not whole:
        conditions = dict.fromkeys(row.facts["condition"] for row in found.levels)
        others = [f"weighted kappa by {visible(', '.join(conditions))}"] if conditions else []
        others += [f"{len(found.pairs)} pairs of participants"] if many_pairs else []
        page.print(f"`--all` also shows {and_list([*others, 'published figures'])}")
    return page.text


def _has(row: WaveRow, name: str) -> bool:
    return name in row.figures


def _by_wave(page: Page, found: WaveScores) -> None:
    """A table for each participant, a row a wave."""
    names = ("wave", "unweighted", "weighted", "mean", "people_mean", "rationality")
    for one in found.agents:
        rows = [row for row in found.waves if row.participant == one.participant]
        made = columns(pick(WAVE, *names), rows)
        sees = f", {SEES}" if one.sees_feedback and SEES not in one.participant else ""
        title = f"{visible(one.participant)}{sees}"
        page.table(title, one_table(made, page.width), *_before(rows[0]), simulated=one.simulated)


def _before(row: WaveRow) -> list[str]:
    """What is said of wave 0, which is left out of means."""
    neutral, people = row.facts["neutral"], row.facts["people_neutral"]
    if row.facts["wave"] or neutral is None:
        return []
    said = NONE if people is None else PART.text(people)
    of = counted(row.figures["mean"].n, "rating")
    return [f"wave 0: neutral {PART.text(neutral)} of {of}, people {said}; left out of means"]


_CALLED = {
    "authenticity": "as published", "weighted_area": "weighted area", "rationality": "Rationality",
    "difference": "own minus others", "variance": "variance between profiles",
}  # fmt: skip
_WHERE: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("agents", _CALLED), ("profiles", _CALLED), ("waves", {"unweighted": "wave {wave}"}),
    ("levels", {"weighted": "{level}"}),
    ("pairs", dict.fromkeys(("authenticity", "weighted_area"), "minus {other}")),
    ("people", {"figure": "{what}, {coefficient}"}), ("differences", {"difference": "{figure}"}),
)  # fmt: skip
"""Figures of rows that may have a reason, and what they are called besides their participant."""


def _reasons(found: WaveScores, *, whole: bool) -> Iterator[str]:
    """Why there is no figure, or no interval, each reason once with where it holds."""
    where: dict[str, dict[str, None]] = {}
    for rows, names in _WHERE:
        for row in getattr(found, rows) if whole or rows != "levels" else ():
            for name, called in names.items():
                one = row.figures.get(name)
                if one is not None and (reason := one.reason or one.ci_reason):
                    place = f"{row.participant} {called.format_map(row.facts)}".strip()
                    where.setdefault(reason, {})[place] = None
    for reason, places in where.items():
        more = f" and {len(places) - _MOST} more" if len(places) > _MOST else ""
        yield f"{reason}: {', '.join(list(places)[:_MOST])}{more}"
