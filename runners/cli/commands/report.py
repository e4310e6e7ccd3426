"""`devrun report`: a study as one page."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from renderers.number_words import NOT_DATA
from renderers.terminal import visible
from runners.cli.bank_options import models_table_option, norms_option, with_models
from runners.cli.costs import prices
from runners.cli.errors import UsageError, error_code
from runners.cli.files import refuse_in_the_way, write_over
from runners.cli.open_study import nothing_finished
from runners.cli.options import json_option, rater_options, study_options, whole_number
from runners.cli.output import StatusLine, note, print_json
from runners.cli.table_input import REASONS, norms_in, table_text

if TYPE_CHECKING:
    from runners.analysis.codings import RaterSelection
    from runners.cli.open_study import StudyPart
    from runners.report.data import ReportData


def _how_many(ctx: click.Context, param: click.Parameter, written: str) -> int | None:
    """A number of transcripts; None for all."""
    text = written.strip().casefold()
    if text in ("all", "none"):
        return None if text == "all" else 0
    number = whole_number(text)
    if number is None:
        raise UsageError(
            f"`--transcripts {text}` is not a number of transcripts",
            "write a number, `all` or `none`",
        )
    return number


@click.command(
    "report",
    epilog=(
        "Examples: devrun report; devrun report -o blicket.html blicket.dev; "
        "devrun report -m openai/NAME --transcripts none; devrun report --json"
    ),
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="File for the page (default: report-STUDY.html in this folder).",
)
@click.option(
    "--transcripts",
    callback=_how_many,
    default="2000",
    show_default=True,
    metavar="N|all|none",
    help="Number of transcripts in the page, equally from all cells; or `all`, `none`.",
)
@click.option(
    "--preregistration",
    metavar="FILE|HASH",
    help="Preregistration to compare with (default: the newest sealed for these scripts).",
)
@click.option(
    "--rationality",
    metavar="FILE",
    help="Ratings of the reasons in waves, as for `devrun waves`.",
)
@models_table_option
@norms_option
@rater_options
@study_options
@json_option
def command(
    output: Path | None,
    transcripts: int | None,
    preregistration: str | None,
    rationality: str | None,
    models_file: str | None,
    norms_file: str | None,
    whose: RaterSelection,
    part: StudyPart,
    as_json: bool,
) -> None:
    """Write a report of a study as one HTML page: the newest one, narrowed by PATH, -m and --only.

    The page is a single file that opens offline in any browser and can be printed. Scores are as in
    `devrun score`. Every number is in `devrun report --json`, which has the documents of `devrun
    score`, `devrun agree` and `devrun compare`. An earlier report is replaced; other files are not.
    """
    from coders.tables.wave_ratings import with_reasons
    from runners.analysis.matcher_cache import matcher_cache
    from runners.report.data import report_data
    from runners.store.records import now

    known_prices = prices()
    reasons = None
    if rationality is not None:
        reasons = partial(with_reasons, *table_text(rationality, REASONS))
    with part.opened() as (store, opened), StatusLine(quiet=as_json) as status:
        place = output or Path(f"report-{opened.study.id}.html")
        if not as_json:
            refuse_in_the_way(place)
        with error_code("codes"):
            known = report_data(
                store,
                opened,
                whose,
                prices=known_prices,
                at=now(),
                at_most=transcripts,
                page=not as_json,
                preregistration=preregistration,
                before=partial(matcher_cache, status.begin),
                norms=None if norms_file is None else norms_in(norms_file),
                with_models=partial(with_models, file=models_file),
                reasons=reasons,
                say=status.begin,
            )
        if not known.scores.trials:
            raise nothing_finished(opened, "nothing-to-report")
        if as_json:
            print_json(known.document)
            return
    with StatusLine() as status:
        status.begin("the page")
        page = _page(known).encode("utf-8")
        write_over(place, page)
    _print(known, place, len(page))


def _page(known: ReportData) -> str:
    from renderers.report.page import ReportPage, render_page, stylesheet
    from renderers.report.reader import reader_script, reader_style
    from renderers.report.sections import banner, foot, sections, title
    from renderers.report.values import Value
    from runners.isolated import import_elsewhere

    assert known.carried is not None, "what is printed as JSON has no page"
    import_elsewhere("matplotlib")
    document = Value(known.document)
    return render_page(
        ReportPage(
            title=title(document),
            version=document["report"]["tool_version"].text,
            banner=banner(document),
            sections=sections(
                document, known.scores, known.comparisons, known.waves, known.carried
            ),
            foot=foot(document),
            styles=(stylesheet(), reader_style()),
            scripts=(reader_script(),),
        )
    )


def _print(known: ReportData, place: Path, size: int) -> None:
    """Say on stderr what was written; the place alone goes to stdout, for a script."""
    from renderers.tables.score_words import by_whom

    click.echo(visible(str(place)))
    told = f"{NOT_DATA}; " if known.scores.simulated else ""
    note(
        f"study {known.scores.study}, scored {by_whom(known.scores)}; "
        f"{told}{size / 1_000_000:.1f} MB; opens in any browser, offline"
    )
