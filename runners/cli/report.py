"""`devrun report`: a study as one page."""

from __future__ import annotations

import json
from pathlib import Path

import click

from runners.cli.exits import Exit
from runners.cli.fitting import say
from runners.cli.options import json_option, store_option, study_options


@click.command(
    "report",
    short_help="a study as one page that opens anywhere",
    epilog=(
        "Examples: devrun report; devrun report -o blicket.html --only causal; "
        "devrun report --transcripts none; devrun report --json"
    ),
)
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=str)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Where the page goes; else report-STUDY.html here.",
)
@click.option("--coder", metavar="NAME", help="Only this coder's marks; `matcher` for the matcher.")
@click.option("--as-paper", is_flag=True, help="Count authors as coders, as the paper did.")
@click.option("--adjudicated", is_flag=True, help="Adjudicated marks, where there are any.")
@study_options
@store_option
@json_option
def command(
    paths: tuple[str, ...],
    output: Path | None,
    coder: str | None,
    as_paper: bool,
    adjudicated: bool,
    study: str | None,
    models: tuple[str, ...],
    only: tuple[str, ...],
    store_url: str,
    as_json: bool,
) -> int:
    """Write a study as one HTML page: the newest one, narrowed by PATH, -m and --only."""
    from markupsafe import Markup

    from dsl import __devrun__
    from renderers.report.page import Page, render_page, stylesheet
    from renderers.report.sections import sections
    from renderers.report.values import Value
    from runners.cli.coded import codes_of
    from runners.cli.paths import scripts
    from runners.cli.stores import opened as opened_store
    from runners.results.report import gathered
    from runners.results.scores import Whose
    from runners.results.study import opened_study

    found = scripts(paths) if paths else ()
    with opened_store(store_url, reading=True) as store:
        opened = opened_study(store, study=study, paths=found, models=models, only=only)
        with codes_of(opened.study.id):
            known = gathered(store, opened, Whose(as_paper, adjudicated, coder))
    if as_json:
        click.echo(json.dumps(known.document, ensure_ascii=False, indent=2))
        return int(Exit.DONE)
    page = Page(
        title=f"Study {opened.study.id}",
        version=__devrun__,
        banner=Markup(""),
        sections=sections(Value(known.document)),
        foot=Markup(""),
        styles=(stylesheet(),),
    )
    place = output or Path(f"report-{opened.study.id}.html")
    place.write_text(render_page(page), encoding="utf-8", newline="\n")
    say(f"written: {place}", err=True)
    return int(Exit.DONE)
