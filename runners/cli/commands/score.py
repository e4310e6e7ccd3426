"""`devrun score`: what the coders' marks amount to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from coders.outcome import OF_EVERY_GATE
from runners.cli.bank_options import norms_option
from runners.cli.errors import Stop, UsageError
from runners.cli.open_study import nothing_finished, scored
from runners.cli.options import json_option, rater_options, study_options
from runners.cli.output import coloured, page_width, print_json
from runners.cli.table_input import other_bank

if TYPE_CHECKING:
    from runners.analysis.codings import RaterSelection
    from runners.cli.open_study import StudyPart
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

LEVELS = ("trial", "cell", "experiment", "domain")


@click.command(
    "score",
    epilog=(
        "Examples: devrun score; devrun score --by experiment -m openai/NAME; devrun score "
        "--coder matcher --json; devrun score my_study.dev (with its corrected key)"
    ),
)
@click.option(
    "--by",
    "levels",
    multiple=True,
    type=click.Choice(LEVELS),
    help="Tables to print whole; may be repeated (default: what fits one screen).",
)
@click.option("--all", "whole", is_flag=True, help="Print every table and column, and the method.")
@rater_options
@click.option(
    "--gate",
    type=click.Choice([rule.value for rule in OF_EVERY_GATE]),
    help="Also show scores under another rule for failed controls.",
)
@click.option(
    "--likelihoods",
    is_flag=True,
    help="Compare the ways of reading likelihoods, for questions scored by likelihood.",
)
@norms_option
@study_options
@json_option
def command(
    levels: tuple[str, ...],
    whole: bool,
    whose: RaterSelection,
    gate: str | None,
    likelihoods: bool,
    norms_file: str | None,
    part: StudyPart,
    as_json: bool,
) -> None:
    """Score a study: the newest one, narrowed by PATH, -m and --only.

    Each blind coder's marks are scored; scores are averaged over coders, then samples, then draws.
    Before anybody has coded, automatic marks are used and scores are provisional. If PATH is a
    script with the study's wording, its current answers are used: a corrected key rescores the
    study without asking again.

    --likelihoods: for questions scored by likelihood, how often the likeliest answer is right by
    each reading, and for banks by group and method; with --json, all likelihoods.
    """
    from runners.analysis import codings

    if likelihoods and (levels or whole or whose != codings.RaterSelection() or gate is not None):
        raise UsageError(
            "--likelihoods prints a separate table that needs no coder",
            "leave out --by, --all, --coder, --as-paper, --adjudicated and --gate",
        )
    with part.opened() as (store, opened):
        if likelihoods:
            _likelihoods(store, opened, as_json=as_json)
            return
        scores = scored(store, opened, whose, quiet=as_json, norms_file=norms_file)
    if norms_file is not None and all(one.age is None for one in scores.bank_ages):
        raise other_bank(norms_file, [one.why for one in scores.bank_ages])
    if not scores.trials:
        raise nothing_finished(opened, "nothing-to-score")
    if as_json:
        from renderers.fields.scores import score_document

        print_json(score_document(scores))
        return
    from renderers.tables.battery import has_means, render_battery
    from renderers.tables.paper import render_paper
    from renderers.tables.score import render_score_screen, render_scores

    width, colour = page_width(), coloured()
    many = len({cell.experiment for cell in scores.cells}) > 1
    if scores.paper_cells and not (whole or levels or gate):
        page = render_paper(scores, width=width, colour=colour)
    elif not (many or whole or levels):
        page = render_score_screen(scores, gate=gate, width=width, colour=colour)
    elif not (whole or levels or gate) and has_means(scores):
        # A table for each of many experiments would bury what they come to.
        page = render_battery(scores, width=width, colour=colour)
    else:
        chosen = levels or ("cell", "domain")
        page = render_scores(scores, levels=chosen, gate=gate, width=width, colour=colour)
    click.echo(page)


def _likelihoods(store: Store, opened: OpenStudy, *, as_json: bool) -> None:
    """What was weighed, as a table or, option by option, as one document."""
    from renderers.fields.likelihoods import likelihoods_document
    from renderers.tables.likelihood import render_likelihoods
    from runners.analysis.likelihoods import likelihoods

    found = likelihoods(store, opened)
    if not found.replies and not found.in_words:
        raise Stop(
            "nothing-weighed",
            f"no finished trial of study {found.study} has a question scored by likelihood",
            "name another study with --study (`devrun studies` lists them), or write `scored by "
            "likelihood` under a question and run the script",
        )
    if not found.replies:
        raise Stop(
            "nothing-weighed",
            f"every reply of study {found.study} to a question scored by likelihood is a "
            "text answer",
            "local models report likelihoods: -m hf/REPOSITORY or -m hf/FOLDER",
        )
    if as_json:
        print_json(likelihoods_document(found))
        return
    width = page_width()
    click.echo(render_likelihoods(found, width=width, colour=coloured()))
