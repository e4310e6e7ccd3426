"""`devrun norms`: ages from the accuracies of a bank, and the norms file that they come from."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsl.words import counted
from renderers.json_text import json_text
from runners.cli.command_group import CommandGroup
from runners.cli.errors import Exit, Stop, UsageError
from runners.cli.files import write_new
from runners.cli.options import NumberRange, json_option
from runners.cli.output import page_width, print_document, print_json, say
from runners.cli.table_input import norms_in, open_table
from runners.shipped import SHIPPED_NORMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coders.norms.ages import Norms, Profile
    from coders.statistics.differences import Estimate
    from coders.tables.abilities import PublishedRow
    from renderers.rows.bank_ages import TableAge


@click.group(
    "norms",
    cls=CommandGroup,
    epilog="Example: devrun norms table published.csv",
    subcommand_metavar="table|form|fit|show",
)
def command() -> None:
    """Compute stages, macro means and ages from published accuracies (`table`), draw a form for
    people from a bank (`form`), fit an age function to their answers (`fit`), or print the norms of
    the original CogLM bank (`show`).
    """


@command.command(
    "show",
    short_help="print the norms of the original CogLM bank",
    epilog="Example: devrun norms show > coglm_norms.json",
)
def show() -> None:
    """Print the norms file of the original CogLM bank: coefficients, source, ages, bank."""
    sys.stdout.write(SHIPPED_NORMS.read_text("utf-8"))


@command.command(
    "table",
    short_help="stages, macro mean and age of each row of a table",
    epilog="Examples: devrun norms table published.csv; devrun norms table rows.json --json",
)
@click.argument("table", metavar="FILE")
@click.option("--norms", "norms_file", metavar="FILE", help="A norms file in place of CogLM's.")
@json_option
def table(table: str, norms_file: str | None, as_json: bool) -> None:
    """Compute stages, macro mean and age of each participant in a table of published accuracies.

    FILE is CSV with a header, or a JSON list of objects; - reads standard input. Columns:
    participant (or model), the calibrated accuracy of each ability in percent (named in full or as
    in the paper: const, early, ...), and optionally the printed acc and age.
    """
    from coders.norms.ages import profile_of
    from coders.tables.abilities import read_abilities

    norms = norms_in(norms_file)
    with open_table(table, "a participant and ten abilities in each row") as source:
        rows = read_abilities(source.lines.read(), source.name, norms)
    found = [_row(row, profile_of(row.accuracies, norms), norms) for row in rows]
    if as_json:
        from runners.cli.norms.documents import AGES_OF_TABLE

        print_document(AGES_OF_TABLE, (norms, found))
    else:
        _print(norms, found)


@command.command(
    "form",
    short_help="draw a form for people from a bank, with its key",
    epilog="Example: devrun norms form my_bank.dev --items 10 --seed 1 -o form",
)
@click.argument("script", metavar="PATH")
@click.option(
    "--items",
    default=10,
    show_default=True,
    metavar="N",
    type=click.IntRange(1, 1000),
    help="Items of each group.",
)
@click.option("--seed", default=1, show_default=True, metavar="S", help="Draws items and orders.")
@click.option(
    "-o",
    "--output",
    "folder",
    default="form",
    show_default=True,
    metavar="FOLDER",
    help="Where form.html and form.csv are written; the key is written to FOLDER-key.json.",
)
@json_option
def form(script: str, items: int, seed: int, folder: str, as_json: bool) -> None:
    """Draw N items of each group from the bank of a script, as a form for people.

    form.html is filled in without a network, or printed; form.csv has the same for survey tools.
    Keep the key: it scores the answers (`devrun norms fit --key`). Do not send it to participants.
    """
    from coders.form_drawing import form_of
    from runners.cli.norms.fit import write_form
    from runners.cli.paths import find_scripts
    from runners.cli.script_loading import load_experiments

    experiments = load_experiments(find_scripts((script,)), as_json=as_json)
    if len(experiments) != 1:
        raise Stop(
            "many-scripts",
            f"`{script}` has {len(experiments)} scripts",
            "name one",
            exit_code=Exit.USAGE,
        )
    drawn = form_of(experiments[0], per_group=items, seed=seed)
    files = write_form(drawn, folder)
    if as_json:
        print_json(
            {"questions": len(drawn.questions), "items_per_group": items, "seed": seed, **files}
        )
        return
    groups = sum(len(stage.groups) for stage in drawn.stages)
    asked, of = counted(len(drawn.questions), "question"), counted(groups, "group")
    say(f"{asked}, {items} of each of {of}, seed {seed}")
    say(f"to fill in or print: {files['page']}; for survey tools: {files['table']}")
    say(f"key, not for participants: {files['key']}")
    say(f"then: devrun norms fit answers/*.csv --key {files['key']} --write norms.json")


@command.command(
    "fit",
    short_help="fit an age function to people who answered a bank",
    epilog=(
        "Examples: devrun norms fit answers/*.csv --key form-key.json --write norms.json; "
        "devrun norms fit counts.csv --norms bank.json"
    ),
)
@click.argument("tables", metavar="FILE...", nargs=-1, required=True)
@click.option("--key", "key_file", metavar="KEY", help="The key of the form that people answered.")
@click.option("--norms", "norms_file", metavar="FILE", help="Stages and bank, if not CogLM's.")
@click.option(
    "--items",
    metavar="N",
    type=click.IntRange(1, 10_000),
    help="Items of each ability that a person answered (default: 10; a key says how many).",
)
@click.option(
    "--minutes",
    default=10.0,
    show_default=True,
    metavar="M",
    type=NumberRange(0),
    help="Leave out people who took less time; 0 leaves out nobody.",
)
@click.option(
    "--seed",
    default=0,
    show_default=True,
    metavar="S",
    type=click.IntRange(0),
    help="Seed of splits.",
)
@click.option("--write", metavar="FILE", help="Write a norms file, under a name that is not taken.")
@json_option
def fit(
    tables: tuple[str, ...],
    key_file: str | None,
    norms_file: str | None,
    items: int | None,
    minutes: float,
    seed: int,
    write: str | None,
    as_json: bool,
) -> None:
    """Fit an age function to people, each of whom answered N items of each ability.

    FILE is CSV: person, age (9.5, or 9;6 for 9 years and 6 months), minutes, and with --key a
    column for each question of the form, read as replies of models are (a letter, or words of a
    choice); without it, the number of right answers in each ability. Name all files that people
    saved, such as answers/*.csv.
    Accuracy is calibrated (aggregate form) by the mean chance of the questions of the form, or of
    the ability in the bank that `--norms` describes.
    """
    from runners.cli.norms.fit import answers_in, counts_in, fitted, say_fit

    if key_file is not None and (norms_file is not None or items is not None):
        raise UsageError(
            "a key has its own stages and number of items", "leave out --norms and --items"
        )
    if key_file is not None:
        given = answers_in(tables, key_file, minutes=minutes)
    else:
        given = counts_in(tables, norms_file, 10 if items is None else items, minutes=minutes)
    norms, found = fitted(given, minutes=minutes, seed=seed)
    if write is not None:
        text = f"{json_text(norms)}\n"
        other = "name another file with --write"
        write_new(Path(write), text.encode(), instead=other, elsewhere=other)
    if as_json:
        print_json(norms)
    else:
        say_fit(found)
        if write is not None:
            say(f"norms: {write}; devrun score --norms {write} gives ages by them")


def _row(row: PublishedRow, given: Profile, norms: Norms) -> TableAge:
    from renderers.rows.bank_ages import TableAge
    from renderers.rows.measures import Mean

    def mean(one: Estimate) -> Mean:
        return Mean(one.mean, (one.low, one.high))

    stages = zip(norms.stages, given.stages, strict=True)
    return TableAge(
        row.participant,
        {stage.name: mean(one) for stage, one in stages},
        mean(given.macro),
        row.acc,
        mean(given.age),
        given.outside,
        row.age,
    )


def _print(norms: Norms, rows: Sequence[TableAge]) -> None:
    from renderers.fields.banks.ages import table_age_columns
    from renderers.tables.fitted import one_table
    from renderers.tables.page import Page

    terms = " + ".join(f"{stage.years:.2f} {stage.name}" for stage in norms.stages)
    least, most = norms.ages
    sizes = ", ".join(f"{one.name} {one.items}" for one in norms.groups)
    notes = [
        f"bank: {norms.bank}; items: {sizes}",
        "calibrated accuracy in percent, aggregate form: (accuracy - chance) / (1 - chance)",
        "stages: plain means of their abilities; macro: plain mean of all abilities",
        f"age: {norms.intercept:.2f} + {terms} (accuracies from 0 to 1)",
        f"coefficients: {norms.source}",
        "95%: covers items only, for one participant who answers each item once; neither "
        "differences between people nor the uncertainty of the coefficients",
    ]
    if any(row.extrapolated for row in rows):
        notes.append(f"*: extrapolated, beyond the ages of the norms, {least:g} to {most:g}")
    page = Page(width=page_width(140, least=60))
    page.print(one_table(table_age_columns(rows), page.width), "", *notes)
    click.echo(page.text)
