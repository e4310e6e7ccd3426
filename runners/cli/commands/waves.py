"""`devrun waves`: ratings in waves beside people's."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import click

from runners.cli.errors import Exit, Stop, UsageError
from runners.cli.open_study import StudyPart, nothing_finished
from runners.cli.options import json_option, study_options
from runners.cli.output import coloured, page_width, print_json, say
from runners.cli.table_input import open_table

if TYPE_CHECKING:
    from coders.tables.wave_ratings import WaveTable
    from dsl.files.people import PeopleRatings, Ties
    from renderers.rows.waves import WaveRating, WaveScores

_COLUMNS = "wave, item, rating, and the conditions"
_SCALE = re.compile(r"(-?[0-9]{1,4}) *(?:-|to) *(-?[0-9]{1,4})")


@click.command(
    "waves",
    short_help="ratings in waves beside people's, and how far they agree",
    epilog="Examples: devrun waves changing_views.dev; devrun waves --item q3 --wave 4 --at "
    "topic=Pets,profile=Ana; devrun waves --table ratings.csv --people people.csv --figures drawn",
)
@click.option(
    "--table",
    "table",
    metavar="FILE",
    help="Ratings of participants, one a row: wave, item, rating, participant, the conditions, and "
    "optionally draw, sample, reason, missing, people, sees_feedback, reversed; - reads standard "
    "input.",
)
@click.option(
    "--people",
    "people",
    metavar="FILE",
    help="People's ratings, one a row: wave, item, rating, rater, and the conditions.",
)
@click.option(
    "--ties",
    type=click.Choice(["nearest", "none"]),
    help="With --people: which rating counts if two are as frequent: the nearest to the median of "
    "all (default), or none.",
)
@click.option(
    "--rationality",
    metavar="FILE",
    help="Ratings, 1 to 5, of participants' reasons: as --people, with participant and draw.",
)
@click.option(
    "--with",
    "second",
    metavar="FILE|STUDY|PATH",
    help="A second table, study or script, of other material: second less first, in pairs.",
)
@click.option("--with-people", metavar="FILE", help="People's ratings of the second.")
@click.option(
    "--scale",
    metavar="'LOW to HIGH'",
    help="With --table: the two ends of the scale (default: 1 to 5).",
)
@click.option(
    "--profile",
    default="profile",
    show_default=True,
    metavar="CONDITION",
    help="The condition that names whom a participant answers as.",
)
@click.option("--item", metavar="ITEM", help="Show every answer to one item.")
@click.option("--wave", type=click.IntRange(0), metavar="N", help="With --item: in this wave.")
@click.option(
    "--at", "at", metavar="CONDITION=LEVEL,...", help="With --item: at these levels only."
)
@click.option("--all", "whole", is_flag=True, help="Also each level of each condition.")
@click.option("--figures", metavar="FOLDER", help="Also write the figures as SVG.")
@click.option("--csv", "as_csv", is_flag=True, help="Print all ratings as CSV, one a row.")
@study_options
@json_option
def command(
    table: str | None,
    people: str | None,
    ties: Ties | None,
    rationality: str | None,
    second: str | None,
    with_people: str | None,
    scale: str | None,
    profile: str,
    item: str | None,
    wave: int | None,
    at: str | None,
    whole: bool,
    figures: str | None,
    as_csv: bool,
    part: StudyPart,
    as_json: bool,
) -> None:
    """Compare ratings that participants gave wave by wave with those of people, in a study (the
    newest one, narrowed by PATH, -m and --only) or in a table.

    Prints the kappa of each participant's ratings and what most people said, as published (without
    weights) and weighted, by wave and over waves; ratings beside people's; whether a participant
    answers as its own profile; and how far people agree. Wave 0, before anything was shown, is in
    no mean. Participants that see feedback are listed apart. See docs/statistics.md.
    """
    if as_csv and as_json:
        raise UsageError(
            "--csv and --json ask for two formats", "leave out one of them", "two-formats"
        )
    if item is None and (wave is not None or at is not None):
        raise UsageError("--wave and --at belong to --item", "add --item ITEM")
    if with_people is not None and second is None:
        raise UsageError("--with-people belongs to --with", "add --with")
    if ties is not None and people is None:
        raise UsageError("--ties belongs to --people", "add --people FILE")
    if table is None and scale is not None:
        raise UsageError("--scale belongs to --table", "the script of a study says its scale")
    if table is not None and any((part.paths, part.study, part.models, part.only)):
        raise UsageError("--table is read instead of a study", "leave out one of them")
    ends = _ends(scale or "1 to 5")

    def ratings(table: str | None, part: StudyPart, people: str | None) -> WaveTable:
        found = _of_study(part) if table is None else _of_table(table, ends)
        return found if people is None else _beside(found, people, ties or "nearest")

    if item is not None:
        levels = _levels(at or "")
        found = _answered(part, levels) if table is None else _of_table(table, ends)
        found = found if people is None else _beside(found, people, ties or "nearest")
        _answers(_asked(found, item, wave, levels), as_csv=as_csv, as_json=as_json)
        return
    found = ratings(table, part, people)
    if as_csv:
        from renderers.tables.wave_answers import rating_rows

        sys.stdout.write(rating_rows(found.rows))
        return
    from runners.comparison.wave_results import wave_scores

    other = None
    if second is not None:
        script = second.endswith(".dev")
        there = StudyPart(
            (second,) if script else (), None if script else second, part.models, part.only,
            part.store_url,
        )  # fmt: skip
        other = ratings(None if table is None else second, there, with_people)
    rated = None if rationality is None else _rationality(found, rationality)
    scores = wave_scores(found, rationality=rated, second=other, profile=profile)
    if figures is not None:
        _draw(scores, Path(figures))
    if as_json:
        from renderers.fields.waves import waves_document

        print_json(waves_document(scores))
        return
    from renderers.tables.waves import render_waves

    click.echo(render_waves(scores, whole=whole, width=page_width(), colour=coloured()))


def _of_table(file: str, scale: tuple[int, int]) -> WaveTable:
    """The ratings in a file."""
    from coders.tables.wave_ratings import read_wave_table

    with open_table(file, _COLUMNS) as source:
        return read_wave_table(source.lines.read(), source.name, _ending(file), scale=scale)


def _of_study(part: StudyPart) -> WaveTable:
    """The ratings of a study."""
    from runners.analysis.wave_ratings import study_ratings

    with part.opened() as (store, opened):
        found = study_ratings(store, opened)
        if not found.rows:
            raise nothing_finished(opened, "no-ratings")
        return found


def _beside(found: WaveTable, people: str, ties: Ties) -> WaveTable:
    """The ratings beside those of people in a file."""
    from coders.tables.wave_ratings import beside, conditions_of, read_people

    with open_table(people, f"{_COLUMNS} and rater") as source:
        given = read_people(
            source.lines.read(), source.name, _ending(people),
            conditions=conditions_of(found.rows), scale=found.scale,
        )  # fmt: skip
    return beside(found, given, ties=ties)


def _rationality(found: WaveTable, file: str) -> PeopleRatings:
    """Ratings of the reasons of participants."""
    from coders.tables.wave_ratings import conditions_of, read_people

    named = [*conditions_of(found.rows), "participant", "draw", "sample"]
    with open_table(file, f"{_COLUMNS}, participant and draw") as source:
        return read_people(
            source.lines.read(), source.name, _ending(file), conditions=named, scale=(1, 5)
        )


def _draw(scores: WaveScores, folder: Path) -> None:
    """Writes the figures as SVG, each for a wide page."""
    from renderers.figures.waves import wave_figures
    from runners.cli.files import write_all_new

    drawn = {
        folder / f"{one.plot.name}.svg": one.plot.wide.encode() for one in wave_figures(scores)
    }
    if not drawn:
        raise _nothing("there is nothing to draw: people rated none of it", "name --people FILE")
    write_all_new(drawn, instead="name another folder", elsewhere="name another folder")
    for place in drawn:
        say(str(place), err=True)


def _ending(file: str) -> str:
    """The ending of a table's name, by which it is read; CSV where it has none that is known."""
    from dsl.files.data_rows import ENDINGS

    ending = PurePath(file).suffix.lower()
    return ending if ending in ENDINGS else ".csv"


def _ends(scale: str) -> tuple[int, int]:
    found = _SCALE.fullmatch(scale.strip())
    if found is None or not 1 <= int(found[2]) - int(found[1]) <= 100:
        raise UsageError(f"`{scale}` is no scale", "write its two ends: --scale '1 to 5'")
    return int(found[1]), int(found[2])


def _answered(part: StudyPart, levels: Mapping[str, str]) -> WaveTable:
    """The ratings of a study at some levels, with profiles and what was recalled."""
    from runners.analysis.wave_ratings import study_answers

    with part.opened() as (store, opened):
        found = study_answers(store, opened, levels)
        if not found.rows:
            raise nothing_finished(opened, "no-ratings")
        return found


def _levels(at: str) -> dict[str, str]:
    """`topic=Pets,profile=Ana`."""
    levels = {}
    for part in at.split(",") if at else ():
        name, equals, level = (one.strip() for one in part.partition("="))
        if not (name and equals and level):
            raise UsageError(f"`{part}` names no level", "write --at topic=Pets,profile=Ana")
        levels[name] = level
    return levels


def _asked(
    found: WaveTable, item: str, wave: int | None, levels: Mapping[str, str]
) -> list[WaveRating]:
    """The answers to one item in one wave, at some levels."""
    rows = [row for row in found.rows if row.item == item]
    if not rows:
        items = dict.fromkeys(row.item for row in found.rows)
        raise _nothing(f"there is no item `{item}`", f"items are {_some(items)}")
    waves = dict.fromkeys(row.wave for row in rows)
    if wave is None and len(waves) > 1:
        raise UsageError("no wave is named", f"add --wave N, one of {_some(waves)}")
    rows = [row for row in rows if wave in (None, row.wave)]
    if not rows:
        raise _nothing(f"`{item}` was not asked in wave {wave}", f"waves are {_some(waves)}")
    here = [row for row in rows if levels.items() <= dict(row.levels).items()]
    if not here:
        known = dict.fromkeys(f"{name}={level}" for row in rows for name, level in row.levels)
        asked = ", ".join(f"{name}={level}" for name, level in levels.items())
        raise _nothing(f"`{item}` was not asked at {asked}", f"levels are {_some(known)}")
    return here


def _some(names: dict[str, None] | dict[int, None]) -> str:
    """The first of some names."""
    shown = [str(one) for one in names]
    return ", ".join(shown[:12]) + (" and others" if len(shown) > 12 else "")


def _nothing(message: str, advice: str) -> Stop:
    return Stop(Exit.SCRIPT, "no-ratings", message, advice)


def _answers(rows: list[WaveRating], *, as_csv: bool, as_json: bool) -> None:
    from renderers.fields.field import document
    from renderers.fields.waves import ANSWER
    from renderers.tables.wave_answers import rating_rows, render_answers

    if as_csv:
        sys.stdout.write(rating_rows(rows))
    elif as_json:
        print_json([document(ANSWER, row) for row in rows])
    else:
        click.echo(render_answers(rows, width=page_width(), colour=coloured()))
