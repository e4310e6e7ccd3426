"""`devrun transcript`: read and search transcripts with their codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import click

from coders.marks import Flag
from runners.cli.errors import Stop, error_code
from runners.cli.open_study import refuse_unfinished
from runners.cli.options import json_option, study_options, together
from runners.cli.output import coloured, page_width, say

if TYPE_CHECKING:
    from renderers.rows.transcripts import ReadTrial
    from runners.analysis.reading import TranscriptFilter
    from runners.cli.open_study import StudyPart

MARKS = ("right", "half", "wrong", "open")
STATUSES = (
    "scored", "gate_failed", "not_trained", "no_answer", "off_task", "technical", "disputed",
    "undecided", "uncoded",
)  # fmt: skip
FLAGS = tuple(flag.value for flag in Flag)


def _filter(*, trial: str, marked: tuple[str, ...], **others: Any) -> TranscriptFilter:
    """Which transcripts are wanted, by these options."""
    from renderers.rows.replies import HUMAN
    from runners.analysis.reading import TranscriptFilter

    marks = tuple(HUMAN if one == "open" else one for one in marked)
    return TranscriptFilter(trial=trial.strip().lower(), marked=marks, **others)


_filter_options = together(
    "chosen",
    _filter,
    click.option(
        "--contains",
        multiple=True,
        metavar="WORDS",
        help="Only transcripts with these words in a reply; repeat to require all.",
    ),
    click.option("--anywhere", is_flag=True, help="Search the prompts too."),
    click.option(
        "--marked",
        multiple=True,
        type=click.Choice(MARKS),
        help="Only transcripts with this mark on a test question; `open`: not decided.",
    ),
    click.option(
        "--flag",
        "flags",
        multiple=True,
        type=click.Choice(FLAGS),
        help="Only transcripts with this flag.",
    ),
    click.option(
        "--status", multiple=True, type=click.Choice(STATUSES), help="Only trials of this status."
    ),
    click.option("--lrs", multiple=True, type=click.IntRange(0, 5), help="Only with this LRS."),
    click.option("--disagree", is_flag=True, help="Only transcripts on which coders disagree."),
    click.option(
        "--wording", type=click.Choice(["original", "permuted"]), help="Only this wording."
    ),
    click.option("--draw", type=click.IntRange(1), help="Only this draw."),
    click.option(
        "--trial",
        metavar="KEY",
        default="",
        help="Only this trial (the beginning of its key is enough).",
    ),
)


@click.command(
    "transcript",
    epilog=(
        "Examples: devrun transcript; devrun transcript blicket.dev --marked wrong; "
        'devrun transcript --contains "as an AI" --list; devrun transcript --disagree; '
        "devrun transcript --trial 3f2a91 --json"
    ),
)
@_filter_options
@click.option(
    "--coder", metavar="NAME", help="Use this coder's marks; `matcher` for automatic marks."
)
@click.option(
    "--thoughts",
    is_flag=True,
    help="Also what the model thought before each reply, if it was sent.",
)
@click.option("--list", "in_brief", is_flag=True, help="One line per trial.")
@click.option("--limit", type=click.IntRange(1), help="At most this many.")
@study_options
@json_option
def command(
    chosen: TranscriptFilter,
    coder: str | None,
    thoughts: bool,
    in_brief: bool,
    limit: int | None,
    part: StudyPart,
    as_json: bool,
) -> None:
    """Print transcripts of a study: the newest one, narrowed by PATH, -m, --only and more.

    On a terminal they open in your pager (`q` quits, `/` searches). Below each reply are the
    question's name, its answer and every coder's mark, or the automatic mark if nobody has coded.
    With several filters, a trial must match all of them.
    """
    from runners.analysis.codings import RaterSelection
    from runners.analysis.reading import read_trials

    with part.opened() as (store, opened), error_code("codes"):
        whose = RaterSelection(coder=coder)
        trials = islice(read_trials(store, opened, whose, chosen, thoughts=thoughts), limit)
        first = next(trials, None)
        if first is None:
            refuse_unfinished(store, opened, "nothing-to-read")
            raise Stop(
                "nothing-to-read",
                f"no finished trial of study {opened.study.id} matches",
                "leave out a filter; `devrun transcript --list` shows all trials",
            )
        everything = chain((first,), trials)
        if as_json:
            from renderers.fields.transcripts import transcripts_json

            click.echo(transcripts_json(opened.study.id, everything))
        elif in_brief:
            from renderers.transcript_page import list_line

            for one in everything:
                say(list_line(one))
        else:
            _pages(everything)


def _pages(trials: Iterator[ReadTrial]) -> None:
    """Every page, through the pager of a terminal; a pipe gets them as they are."""
    width = page_width(120)
    lines = _lines(trials, width, colour=coloured())
    if sys.stdout.isatty():
        # `less` shows colours only when it is asked to, and should not clear what fits.
        os.environ.setdefault("LESS", "-RFX")
        click.echo_via_pager(lines, color=coloured())
        return
    for line in lines:
        click.echo(line, nl=False)


def _lines(trials: Iterator[ReadTrial], width: int, *, colour: bool) -> Iterator[str]:
    from renderers.transcript_page import Tone, transcript_lines

    looks: dict[Tone, dict[str, object]] = {
        Tone.TITLE: {"bold": True},
        Tone.HEADING: {"dim": True},
        Tone.REPLY: {"fg": "cyan"},
        Tone.MARK: {"fg": "yellow"},
        Tone.SIMULATED: {"fg": "red", "bold": True},
    }
    for number, one in enumerate(trials):
        if number:
            yield "\n"
        for line in transcript_lines(one, width=width):
            look = looks.get(line.tone)
            styled = click.style(line.text, **look) if colour and look else line.text  # type: ignore[arg-type]
            yield styled + "\n"
