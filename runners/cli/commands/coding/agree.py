"""`devrun agree`: agreement between coders, for a study or a table of ratings made anywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from runners.cli.errors import UsageError, error_code
from runners.cli.next_steps import first_step
from runners.cli.options import json_option, study_options
from runners.cli.output import coloured, note, page_width, print_document, print_json, say
from runners.cli.table_input import open_table

if TYPE_CHECKING:
    from coders.statistics.ratings import Ratings
    from renderers.tables.agreement import AgreementSection
    from runners.agreement.results import StudyAgreement
    from runners.cli.open_study import StudyPart
    from runners.store.store import Store


MOST_WORDS = 150
"""Of the paragraph of a method section."""


@click.command(
    "agree",
    epilog=(
        "Examples: devrun agree; devrun agree experiments/blicket.dev --json; "
        "devrun agree --methods; "
        "devrun agree --table ratings.csv --categories 0,1,2,3,4,5; "
        "devrun agree --table names.csv --level nominal"
    ),
)
@click.option(
    "--table",
    metavar="CSV",
    help="A CSV file with the header item,CODER,CODER and one row per item, or item,coder,lrs and "
    "one row per rating; empty fields are missing ratings; - reads standard input.",
)
@click.option(
    "--level",
    type=click.Choice(["nominal", "ordinal", "interval", "ratio"]),
    help="Measurement level of the table (default: ordinal if all categories are numbers, else "
    "nominal).",
)
@click.option(
    "--categories",
    metavar="A,B,C",
    help="All categories of the table, used or not (default: those that occur, with a warning).",
)
@click.option("--as-paper", is_flag=True, help="Pool authors with blind coders, as in the paper.")
@click.option(
    "--methods",
    is_flag=True,
    help="Print a method-section paragraph of at most 150 words on how the study was coded.",
)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Print all tables; with --methods, all that is known of the coding.",
)
@click.option(
    "--bootstrap",
    type=click.IntRange(0, 100_000),
    default=2000,
    show_default=True,
    metavar="N",
    help="Bootstrap replicates; 0 for no bootstrap intervals.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the bootstrap."
)
@study_options
@json_option
def command(
    table: str | None,
    level: str | None,
    categories: str | None,
    as_paper: bool,
    methods: bool,
    everything: bool,
    bootstrap: int,
    seed: int,
    part: StudyPart,
    as_json: bool,
) -> None:
    """Print how far coders agree: each coefficient with its interval, or why it is undefined.

    The figures to report come first, with a sentence to paste; --all prints all tables.

    Without --table: the coders of a study before adjudication (the newest study, or --study,
    narrowed by PATH, -m and --only). With --table: ratings from a file. Name all categories, since
    unused ones count too.
    """
    if table is not None:
        if part.named or as_paper or methods:
            raise UsageError(
                "--table reads a file; PATH, --study, -m, --only, --as-paper and --methods need "
                "a study",
                "use two commands",
                "table-and-study",
            )
        ratings, name = _ratings(table, level, categories)
        _report(ratings, name, bootstrap=bootstrap, seed=seed, as_json=as_json)
        return
    for option, value in (("--level", level), ("--categories", categories)):
        if value is not None:
            raise UsageError(
                f"{option} needs --table",
                f"write it as: devrun agree --table FILE.csv {option} {value}",
                "no-table",
            )
    from runners.agreement.agreement import study_agreement
    from runners.agreement.collecting import NothingCoded
    from runners.agreement.document import study_document
    from runners.agreement.page import first_sections, sections, title

    with part.opened() as (store, chosen):
        try:
            with error_code("codes"):
                found = study_agreement(
                    store, chosen, as_paper=as_paper, replicates=bootstrap, seed=seed
                )
                paragraph = _methods(store, found, everything=everything) if methods else ""
        except NothingCoded as error:
            error.help = first_step(store, chosen, packed=error.packed)
            raise
    if as_json:
        print_json({"methods": paragraph} if methods else study_document(found))
    elif methods:
        say(paragraph)
    else:
        _page(title(found), sections(found) if everything else first_sections(found))


def _ratings(table: str, level: str | None, categories: str | None) -> tuple[Ratings, str]:
    """The ratings in a file, or on standard input, and what to call it."""
    from coders.statistics.ratings import MeasurementLevel
    from coders.tables.ratings import ratings_from, read_table
    from dsl.files.csv_reader import DELIMITERS

    with open_table(table, "the header item,CODER,CODER") as source:
        name = source.name
        read = read_table(source.lines.read(), name)
    declared = None if categories is None else _split(categories)
    ratings = ratings_from(
        read, level=None if level is None else MeasurementLevel(level), categories=declared
    )
    if read.delimiter != ",":
        note(f"{name}: columns are separated by {DELIMITERS[read.delimiter]}")
    if declared is None:
        note(
            f"categories were taken from the data: {_listed(ratings.labels)}; unused "
            "categories are missing, which changes weighted coefficients and chance "
            "agreement; name all of them with --categories"
        )
    if level is None and ratings.level is MeasurementLevel.ORDINAL:
        note(
            "the categories are numbers, so the level is ordinal; add --level nominal if "
            "the numbers are names"
        )
    return ratings, name


def _split(categories: str) -> list[str]:
    import csv

    separator = ";" if ";" in categories and "," not in categories else ","
    return next(csv.reader([categories], delimiter=separator), [])


def _listed(labels: tuple[str, ...]) -> str:
    shown = ", ".join(labels[:20])
    return f"{shown}, and {len(labels) - 20} more" if len(labels) > 20 else shown


def _report(ratings: Ratings, name: str, *, bootstrap: int, seed: int, as_json: bool) -> None:
    from coders.statistics.agreement import agreement
    from runners.agreement.ratings_document import AGREEMENT
    from runners.agreement.table_page import table_sections

    found = agreement(ratings, replicates=bootstrap, seed=seed)
    if as_json:
        print_document(AGREEMENT, found)
    else:
        _page(f"agreement in {name}", tuple(table_sections(found)))


def _page(title: str, sections: Sequence[AgreementSection]) -> None:
    from renderers.tables.agreement import render_agreement

    click.echo(render_agreement(title, sections, width=page_width(120), colour=coloured()))


def _methods(store: Store, found: StudyAgreement, *, everything: bool) -> str:
    """The paragraph of a method section: what a paper has room for, or all that is known."""
    from renderers.coding_methods import coding_methods
    from runners.agreement.coding_facts import coding_facts
    from runners.agreement.to_report import agreement_sentence

    facts = coding_facts(store, found)
    if everything:
        return coding_methods(facts)
    return short_methods(facts, agreement_sentence(found))


def short_methods(facts: Mapping[str, object], agreement: str) -> str:
    """The paragraph in at most `MOST_WORDS` words, without facts that there is no room for."""
    from runners.cli.sentences import sentences

    shown = dict(facts)
    for left_out in ("repeated", "guessed", "overridden", None):
        said = " ".join(sentences("coding_methods", coding=shown, agreement=agreement))
        if left_out is None or len(said.split()) <= MOST_WORDS:
            break
        shown[left_out] = None
    return said
