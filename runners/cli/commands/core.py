"""`devrun core`: accuracies of many models by concept, stage and size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from runners.cli.bank_options import models_in, models_table_option
from runners.cli.errors import Stop, UsageError
from runners.cli.open_study import nothing_finished, scored
from runners.cli.options import json_option, rater_options, study_options, typed
from runners.cli.output import coloured, page_width, print_document
from runners.cli.table_input import open_table
from runners.shipped import SHIPPED_CONCEPTS

if TYPE_CHECKING:
    from coders.tables.results import Concept, ResultTable
    from renderers.rows.scores import StudyScores
    from runners.analysis.codings import RaterSelection
    from runners.cli.open_study import StudyPart

TOP = (25, 50, 100)


@click.command(
    "core",
    epilog=(
        "Examples: devrun core --table leaderboard.csv; devrun core --table leaderboard.csv "
        "--models models.csv --others benchmarks.csv --json; devrun core coglm.dev"
    ),
)
@click.option(
    "--table",
    metavar="FILE",
    help="Published accuracies as CSV: participant (or model), a column for each concept, and "
    "optionally board, mean, parameters, series; - reads standard input.",
)
@click.option(
    "--concepts",
    "concepts_file",
    metavar="FILE",
    help="Stages of the concepts as CSV: concept, stage, and optionally items, chance, also "
    "(default: those of CoreCognition).",
)
@models_table_option
@click.option(
    "--others",
    "others_file",
    metavar="FILE",
    help="Scores of the same models in other tests: one column per test.",
)
@click.option(
    "--top",
    multiple=True,
    type=click.IntRange(4),
    metavar="N",
    help="Repeat everything for the best N models of each board; may be repeated (default: 25, "
    "50, 100).",
)
@click.option(
    "--contrast",
    "contrasts",
    multiple=True,
    metavar="'STAGE - STAGE'",
    help="A difference of stages that you declared beforehand, for a p value; may be repeated.",
)
@click.option(
    "--by-format",
    is_flag=True,
    help="With a study: one more board for the items of each format (text, one picture, ...).",
)
@click.option(
    "--keep-fails",
    is_flag=True,
    help="Of a study: also means over participants of whose replies 20% or more are FAIL.",
)
@click.option("--all", "whole", is_flag=True, help="Print every board and model.")
@rater_options
@study_options
@json_option
def command(
    table: str | None,
    concepts_file: str | None,
    models_file: str | None,
    others_file: str | None,
    top: tuple[int, ...],
    contrasts: tuple[str, ...],
    by_format: bool,
    keep_fails: bool,
    whole: bool,
    whose: RaterSelection,
    part: StudyPart,
    as_json: bool,
) -> None:
    """Compare many models by concept, in a table of published accuracies, or in the banks of a
    study: the newest one, narrowed by PATH, -m and --only.

    Prints the mean accuracy in each concept, with both corrections for chance where chance is
    known; each model's means over items and over concepts; differences of stages, paired by model;
    correlations of concepts; and how much accuracy rises with size. Everything is repeated for each
    board and for its best models only. Means, ranks and comparisons use the concepts that all
    models of a board were shown. Rows named `people` or `human` are people and are left out of
    means. In a study FAIL (a reply that needs a human, was lost, refuses or answers nothing) is
    wrong.
    """
    chosen, declared = top or TOP, [_declared(one) for one in contrasts]
    models = {} if models_file is None else models_in(models_file)
    others = None if others_file is None else _read(others_file, percent=False)
    if table is None:
        if concepts_file is not None:
            raise UsageError("--concepts belongs to --table", "the script of a study names stages")
        from runners.comparison.model_results import results_of_study

        found = results_of_study(
            _scores(part, whose, quiet=as_json), models=models, others=others, top=chosen,
            declared=declared, by_format=by_format, keep_fails=keep_fails,
        )  # fmt: skip
    else:
        from runners.comparison.model_results import results_of_table

        if part.named or by_format or keep_fails or any(typed(whose)):
            raise UsageError("--table is read instead of a study", "leave out one of them")
        results, concepts = _read(table, percent=True), _concepts(concepts_file)
        found = results_of_table(
            results, table, concepts, models=models, others=others, top=chosen, declared=declared
        )
    if not found.models:
        raise Stop(
            "no-concepts",
            f"{found.source}: " + "; ".join(found.left_out or ["there are no groups of items"]),
            "a study needs a bank with groups, a table at least one concept that all models have",
        )
    if as_json:
        from renderers.fields.banks.model_results import RESULTS

        print_document(RESULTS, found)
        return
    from renderers.tables.banks.model_results import render_model_results

    click.echo(render_model_results(found, whole=whole, width=page_width(), colour=coloured()))


def _read(file: str, *, percent: bool) -> ResultTable:
    """A table of accuracies, or of other scores."""
    from coders.tables.results import read_results

    with open_table(file, "participant (or model), and a column for each concept") as source:
        return read_results(source.lines.read(), source.name, percent=percent)


def _concepts(file: str | None) -> Mapping[str, Concept]:
    """Concepts in a file, by default those of CoreCognition."""
    from coders.tables.results import read_concepts

    with open_table(file or str(SHIPPED_CONCEPTS), "concept, stage, items, chance") as source:
        return read_concepts(source.lines.read(), source.name)


def _scores(part: StudyPart, whose: RaterSelection, *, quiet: bool) -> StudyScores:
    """The scores of a study. Raises a Stop where nothing is finished."""
    with part.opened() as (store, opened):
        scores = scored(store, opened, whose, quiet=quiet)
    if not scores.trials:
        raise nothing_finished(opened, "nothing-to-compare")
    return scores


def _declared(contrast: str) -> tuple[str, str]:
    """The two stages of a contrast."""
    first, dash, second = (one.strip() for one in contrast.partition(" - "))
    if not (first and dash and second) or first == second:
        advice = "write it as --contrast 'formal operational - sensorimotor'"
        raise UsageError(f"`{contrast}` does not name two stages", advice)
    return first, second
