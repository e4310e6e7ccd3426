"""`devrun waves`: ratings in waves beside people's."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runners.cli.errors import Stop, UsageError
from runners.cli.open_study import StudyPart, nothing_finished
from runners.cli.options import json_option, study_options
from runners.cli.output import coloured, note, page_width, print_document, print_documents
from runners.cli.table_input import REASONS, table_text

if TYPE_CHECKING:
    from coders.tables.wave_ratings import WaveTable
    from dsl.files.people import Ties
    from renderers.rows.waves import WaveRating, WaveScores

_COLUMNS = "wave, item, rating, and the conditions"
_SCALE = re.compile(r"(-?[0-9]{1,4}) *(?:-|to) *(-?[0-9]{1,4})")


@click.command(
    "waves",
    epilog="Examples: devrun waves changing_views.dev; devrun waves --item q3 --wave 4 --at "
    "topic=Pets,profile=Ana; devrun waves --table ratings.csv --people people.csv --figures drawn",
)
@click.option(
    "--table",
    metavar="FILE",
    help="Ratings of participants, one per row: wave, item, rating, participant, the conditions, "
    "and optionally draw, sample, reason, missing, people, tied, raters, sees_feedback, reversed, "
    "skipped; - reads standard input.",
)
@click.option(
    "--people",
    metavar="FILE",
    help="People's ratings, one per row: wave, item, rating, rater, and the conditions.",
)
@click.option(
    "--ties",
    type=click.Choice(["nearest", "none"]),
    help="With --people: which rating counts in a tie: the nearest to the median of "
    "all (default), or none.",
)
@click.option(
    "--rationality",
    metavar="FILE",
    help="Ratings of participants' reasons, 1 to 5: as --people, with participant and draw.",
)
@click.option(
    "--with",
    "second",
    metavar="FILE|STUDY|PATH",
    help="A second table, study or script with other material, to compare in pairs: second minus "
    "first.",
)
@click.option("--with-people", metavar="FILE", help="People's ratings, for the second.")
@click.option("--with-rationality", metavar="FILE", help="Ratings of reasons, for the second.")
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
    help="The condition that names the profile a participant answers as.",
)
@click.option("--item", metavar="ITEM", help="Show every answer to one item.")
@click.option("--wave", type=click.IntRange(0), metavar="N", help="With --item: in this wave.")
@click.option(
    "--at", multiple=True, metavar="CONDITION=LEVEL,...",
    help="With --item: at these levels only; may be repeated.",
)  # fmt: skip
@click.option(
    "--all",
    "whole",
    is_flag=True,
    help="Also print levels of conditions, all pairs and published figures.",
)
@click.option("--figures", metavar="FOLDER", help="Also write the figures as SVG.")
@click.option("--csv", "as_csv", is_flag=True, help="Print all ratings as CSV, one per row.")
@study_options
@json_option
def command(
    table: str | None,
    people: str | None,
    ties: Ties | None,
    rationality: str | None,
    second: str | None,
    with_people: str | None,
    with_rationality: str | None,
    scale: str | None,
    profile: str,
    item: str | None,
    wave: int | None,
    at: tuple[str, ...],
    whole: bool,
    figures: str | None,
    as_csv: bool,
    part: StudyPart,
    as_json: bool,
) -> None:
    """Compare ratings that participants gave wave by wave with those of people, in a study (the
    newest one, narrowed by PATH, -m and --only) or in a table.

    Prints the kappa between each participant's ratings and those of most people, unweighted (as
    published) and weighted, by wave and over waves; mean ratings of both; whether a participant
    answers as its own profile; and how far people agree. Wave 0, before anything was shown, is left
    out of means. Participants that see feedback are listed separately. See docs/statistics.md.
    """
    if as_csv and as_json:
        raise UsageError(
            "--csv and --json ask for two formats", "leave out one of them", "two-formats"
        )
    if item is None and (wave is not None or at):
        raise UsageError("--wave and --at belong to --item", "add --item ITEM")
    if second is None and (with_people is not None or with_rationality is not None):
        raise UsageError("--with-people and --with-rationality belong to --with", "add --with")
    if ties is not None and people is None:
        raise UsageError("--ties belongs to --people", "add --people FILE")
    if table is None and scale is not None:
        raise UsageError("--scale belongs to --table", "the script of a study says its scale")
    if table is not None and part.named:
        raise UsageError("--table is read instead of a study", "leave out one of them")
    ends, levels = _ends(scale or "1 to 5"), _levels(at)
    found = _ratings(
        table, part, people, rationality, ends,
        ties=ties or "nearest", levels=levels, accounts=item is not None,
    )  # fmt: skip
    if item is not None or as_csv:
        rows = found.rows if item is None else _asked(found, item, wave, levels)
        _print_ratings(rows, as_csv=as_csv, as_json=as_json)
        return
    from runners.waves.results import wave_scores

    other = None
    if second is not None:
        there = None if table is None else second
        other = _ratings(there, _other(part, second), with_people, with_rationality, ends)
    scores = wave_scores(found, second=other, profile=profile)
    if figures is not None:
        _draw(scores, Path(figures))
    if as_json:
        from renderers.fields.waves import WAVES

        print_document(WAVES, scores)
        return
    from renderers.tables.waves import render_waves

    click.echo(render_waves(scores, whole=whole, width=page_width(), colour=coloured()))


def _ratings(
    table: str | None, part: StudyPart, people: str | None, rationality: str | None,
    ends: tuple[int, int], *, ties: Ties = "nearest", levels: Mapping[str, str] | None = None,
    accounts: bool = False,
) -> WaveTable:  # fmt: skip
    """The ratings in a table, or of a study those at some levels, beside what people said of them
    and of reasons in other files; `accounts`: with what an agent made of each wave.
    """
    from coders.tables import wave_ratings as tables

    # These may be refused, which is not to wait until a study is read.
    given = None if people is None else table_text(people, f"{_COLUMNS} and rater")
    reasons = None if rationality is None else table_text(rationality, REASONS)
    if table is not None:
        found = tables.read_wave_table(*table_text(table, _COLUMNS), scale=ends)
    else:
        from runners.waves.of_study import StudyWaves

        with part.opened() as (store, opened):
            found = StudyWaves(store, opened).table(levels, accounts=accounts)
            if not found.rows:
                raise nothing_finished(opened, "no-ratings")
    if given is not None:
        named = tables.conditions_of(found.rows)
        said = tables.read_people(*given, conditions=named, scale=found.scale)
        found = tables.beside(found, said, ties=ties)
    return found if reasons is None else tables.with_reasons(*reasons, found)


def _other(part: StudyPart, second: str) -> StudyPart:
    """The same participants in another script or study."""
    script = second.endswith(".dev")
    paths, study = ((second,), None) if script else ((), second)
    return StudyPart(paths, study, part.models, part.only, part.store_url)


def _draw(scores: WaveScores, folder: Path) -> None:
    """Writes the figures as SVG, each for a wide page."""
    from renderers.figures.waves import wave_figures
    from runners.cli.files import write_all_new

    drawn = {folder / f"{one.name}.svg": one.wide.encode() for one in wave_figures(scores)}
    if not drawn:
        raise _nothing("there is nothing to draw: people rated none of it", "name --people FILE")
    write_all_new(drawn, instead="name another folder", elsewhere="name another folder")
    for place in drawn:
        note(str(place))


def _ends(scale: str) -> tuple[int, int]:
    found = _SCALE.fullmatch(scale.strip())
    if found is None or not 1 <= int(found[2]) - int(found[1]) <= 100:
        raise UsageError(f"`{scale}` is no scale", "write its two ends: --scale '1 to 5'")
    return int(found[1]), int(found[2])


def _levels(at: Sequence[str]) -> dict[str, str]:
    """`topic=Pets,profile=Ana`. A comma may be part of a level: `profile=Lind, Ana`."""
    levels: dict[str, str] = {}
    for each in at:
        for part in re.split(r",(?=[^,=]*=)", each):
            name, equals, level = (one.strip() for one in part.partition("="))
            if not (name and equals and level):
                raise UsageError(f"`{part}` names no level", "write --at topic=Pets,profile=Ana")
            if name in levels:
                raise UsageError(f"--at names `{name}` twice", "keep one of them")
            levels[name] = level
    return levels


def _asked(
    found: WaveTable, item: str, wave: int | None, levels: Mapping[str, str]
) -> Sequence[WaveRating]:
    """The answers to one item in one wave, at some levels."""
    rows: Sequence[WaveRating] = found.rows
    at = ", ".join(f"{name}={level}" for name, level in levels.items())
    for told, what, known, wanted in (
        (f"there is no item `{item}`", "items", lambda row: [row.item],
         lambda row: row.item == item),
        (f"`{item}` was not asked in wave {wave}", "waves", lambda row: [row.wave],
         lambda row: wave in (None, row.wave)),
        (f"`{item}` was not asked at {at}", "levels",
         lambda row: [f"{name}={level}" for name, level in row.levels],
         lambda row: levels.items() <= dict(row.levels).items()),
    ):  # fmt: skip
        every = list(dict.fromkeys(str(one) for row in rows for one in known(row)))
        listed = ", ".join(every[:12]) + (" and others" if len(every) > 12 else "")
        if wave is None and what == "waves" and len(every) > 1:
            raise UsageError("no wave is named", f"add --wave N, one of {listed}")
        rows = [row for row in rows if wanted(row)]
        if not rows:
            raise _nothing(told, f"{what} are {listed}")
    return rows


def _nothing(message: str, advice: str) -> Stop:
    return Stop("no-ratings", message, advice)


def _print_ratings(rows: Sequence[WaveRating], *, as_csv: bool, as_json: bool) -> None:
    from renderers.fields.waves import ANSWER
    from renderers.tables.wave_answers import rating_rows, render_answers

    if as_csv:
        sys.stdout.write(rating_rows(rows))
    elif as_json:
        print_documents(ANSWER, rows)
    else:
        click.echo(render_answers(rows, width=page_width(), colour=coloured()))
