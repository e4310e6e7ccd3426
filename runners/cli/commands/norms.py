"""`devrun norms`: ages from the accuracies of a bank, and the norms file that they come from."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from renderers.json_text import json_text
from runners.cli.errors import Exit, Stop, system_errors_as
from runners.cli.norms_file import norms_in
from runners.cli.options import json_option
from runners.cli.output import page_width, print_json, say
from runners.cli.table_input import open_table
from runners.shipped import SHIPPED_NORMS

if TYPE_CHECKING:
    from coders.norms.ages import Norms, Profile
    from coders.norms.fitting import Fit
    from coders.tables.abilities import PublishedRow


@click.group(
    "norms",
    short_help="ages by the norms of a bank, and fitting norms to people",
    epilog="Example: devrun norms table published.csv",
    subcommand_metavar="table|fit|show",
    invoke_without_command=True,
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Compute stages, macro means and ages from published accuracies (`table`), fit an age
    function to people who answered a bank (`fit`), or print the norms of the original CogLM bank
    (`show`).
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


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
    """Compute stages, macro mean and age of each participant in a table, beside printed values.

    FILE is CSV with a header, or a JSON list of objects; - reads standard input. Columns:
    participant (or model), the calibrated accuracy of each ability in percent (named in full or as
    in the paper: const, early, ...), and optionally the printed acc and age.
    """
    from coders.norms.ages import profile_of
    from coders.tables.abilities import read_abilities

    norms = norms_in(norms_file)
    with open_table(table, "a participant and ten abilities in each row") as source:
        rows = read_abilities(source.lines.read(), source.name, norms)
    found = [(row, profile_of(row.accuracies, norms)) for row in rows]
    if as_json:
        print_json(_document(norms, found))
    else:
        _print(norms, found)


@command.command(
    "fit",
    short_help="fit an age function to people who answered a bank",
    epilog="Example: devrun norms fit people.csv --norms bank.json --write norms.json",
)
@click.argument("table", metavar="FILE")
@click.option("--norms", "norms_file", metavar="FILE", help="Stages and bank, if not CogLM's.")
@click.option(
    "--items",
    default=10,
    show_default=True,
    metavar="N",
    type=click.IntRange(1, 10_000),
    help="Items of each ability that a person answered.",
)
@click.option(
    "--minutes",
    default=10.0,
    show_default=True,
    metavar="M",
    type=click.FloatRange(0),
    help="Leave out people who took less.",
)
@click.option("--seed", default=0, show_default=True, metavar="S", help="Of resamples and splits.")
@click.option("--write", "write", metavar="FILE", help="Write a norms file (not over another).")
@json_option
def fit(
    table: str,
    norms_file: str | None,
    items: int,
    minutes: float,
    seed: int,
    write: str | None,
    as_json: bool,
) -> None:
    """Fit an age function to people, each of whom answered N items of each ability.

    FILE is CSV: person, age, minutes, and how many items of each ability are right. Accuracy is
    calibrated (aggregate form) by the mean chance of the ability in the bank that `--norms`
    describes.
    """
    import numpy as np

    from coders.norms.ages import aggregate_calibrated
    from coders.norms.fitting import fit_ages
    from coders.tables.people import read_people

    norms = norms_in(norms_file)
    with open_table(table, "person, age, minutes and items right") as source:
        people, name = read_people(source.lines.read(), source.name, norms, items), source.name
    kept = [person for person in people if person.minutes >= minutes]
    stages = [
        [
            sum(
                aggregate_calibrated(person.right[one.name] / items, one.chance)
                for one in stage.groups
            )
            / len(stage.groups)
            for stage in norms.stages
        ]
        for person in kept
    ]
    scores = [sum(person.right.values()) / (items * len(person.right)) for person in kept]
    ages = [person.age for person in kept]
    try:
        found = fit_ages(np.array(stages), np.array(scores), np.array(ages), seed=seed)
    except ValueError as error:
        told = f"{len(people) - len(kept)} of {len(people)} took less than {minutes:g} minutes"
        raise Stop(Exit.SCRIPT, "no-fit", f"no age function: {error}", told) from None
    document = _fitted(norms, found, name, (min(ages), max(ages)))
    document["fit"] |= {"left_out": len(people) - len(kept), "least_minutes": minutes}
    if write is not None:
        what = f"the norms file `{write}` cannot be written"
        text = json_text(document)
        with (
            system_errors_as(Exit.USAGE, "not-written", what, "name a file that is not there"),
            Path(write).open("x", encoding="utf-8") as file,
        ):
            file.write(f"{text}\n")
    if as_json:
        print_json(document)
        return
    left_out = len(people) - len(kept)
    say(f"people: {found.people}; left out, less than {minutes:g} minutes: {left_out}")
    rho = found.spearman
    ci = "" if rho.ci95 is None else f" ({rho.ci95[0]:.2f} to {rho.ci95[1]:.2f})"
    low, high = found.pearson_ci95
    say(f"accuracy and age: Pearson {found.pearson:.2f} ({low:.2f} to {high:.2f})")
    say(f"accuracy and age: Spearman {rho.rho:.2f}{ci}")
    low, high = found.held_out_range
    say(
        f"predicted and true age of the 20% held out: Spearman {found.held_out:.2f}, mean of 200 "
        f"splits (95% of splits: {low:.2f} to {high:.2f})"
    )
    names = ("intercept", *(stage.name for stage in norms.stages))
    for stage, years, (low, high) in zip(names, found.coefficients, found.limits, strict=True):
        say(f"  {stage}: {years:.2f} years ({low:.2f} to {high:.2f})")
    say("intervals of coefficients: 95%, bootstrap by person")


def _fitted(norms: Norms, found: Fit, file: str, ages: tuple[float, float]) -> dict[str, Any]:
    """A norms file: the stages and bank of `norms` with the coefficients that were found."""
    from dataclasses import asdict

    intercept, *years = found.coefficients
    stages = [
        asdict(stage) | {"years": each} for stage, each in zip(norms.stages, years, strict=True)
    ]
    return {
        "bank": norms.bank,
        "source": f"least squares, {found.people} people of {file}",
        "intercept": intercept,
        "ages": list(ages),
        "stages": stages,
        "fit": {
            "people": found.people,
            "pearson": found.pearson,
            "pearson_ci95": found.pearson_ci95,
            "spearman": found.spearman.rho,
            "spearman_ci95": found.spearman.ci95,
            "held_out_spearman": found.held_out,
            "held_out_range": found.held_out_range,
            "intercept_ci95": found.limits[0],
            "years_ci95": found.limits[1:],
        },
    }


def _document(norms: Norms, found: list[tuple[PublishedRow, Profile]]) -> object:
    from coders.norms.ages import AGE_METHOD

    return {
        "bank": norms.bank,
        "source": norms.source,
        "ages": list(norms.ages),
        "age_ci95_method": AGE_METHOD,
        "rows": [
            {
                "participant": row.participant,
                "stages": [
                    {"stage": stage.name, "calibrated": of.mean, "ci95": [of.low, of.high]}
                    for stage, of in zip(norms.stages, given.stages, strict=True)
                ],
                "macro": given.macro.mean,
                "macro_ci95": [given.macro.low, given.macro.high],
                "printed_macro": row.acc,
                "age": given.age.mean,
                "age_ci95": [given.age.low, given.age.high],
                "extrapolated": given.outside,
                "printed_age": row.age,
            }
            for row, given in found
        ],
    }


def _print(norms: Norms, found: list[tuple[PublishedRow, Profile]]) -> None:
    from renderers.tables.norms import NormsRow, render_norms

    rows = [
        NormsRow(
            row.participant,
            tuple(one.mean for one in given.stages),
            given.macro.mean,
            row.acc,
            given.age.mean,
            (given.age.low, given.age.high),
            given.outside,
            row.age,
        )
        for row, given in found
    ]
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
    if any(row.outside for row in rows):
        notes.append(f"*: extrapolated, beyond the ages of the norms, {least:g} to {most:g}")
    names = [stage.name for stage in norms.stages]
    sys.stdout.write(render_norms(rows, names, notes, width=page_width(140, least=60)))
