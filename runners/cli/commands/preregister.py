"""`devrun preregister`: settle a study before it is run, seal it, hear what was different later."""

from __future__ import annotations

from pathlib import Path

import click

from runners.cli import preregistration_form
from runners.cli.completion import SCRIPT
from runners.cli.errors import UsageError
from runners.cli.options import (
    Expansion,
    Sampling,
    expansion_options,
    json_option,
    models_option,
    sampling_options,
    store_option,
    typed,
)

FORM = Path("preregistration.md")

HELP = """\
Write a preregistration before a study is run: an OSF form, filled in from scripts and settings,
with a question wherever only you know the answer.

\b
  1. devrun preregister PATH... -m MODEL   writes the form
  2. answer its questions; change settings in its block, then --renew FILE
  3. devrun preregister --seal FILE        stores it and prints its hash
  4. run the study; devrun preregister --check   lists deviations

A sealed form is never changed; a new version gets its own seal. Register the form and its hash
with the OSF or another registry.
"""


@click.command(
    "preregister",
    help=HELP,
    short_help="write and seal a preregistration",
    epilog=(
        "Examples: devrun preregister sally_anne -m openai/NAME --runs 20; "
        "devrun preregister --seal preregistration.md; devrun preregister --check"
    ),
)
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=SCRIPT)
@models_option("A model to be asked; may be repeated (default: DEVRUN_MODEL, else sim/child).")
@expansion_options
@sampling_options
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help=f"File for the form (default: {FORM}).",
)
@click.option(
    "--renew",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Regenerate the form's automatic sections.",
)
@click.option(
    "--seal",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Seal a form: store it with its hash and the time.",
)
@click.option(
    "--check",
    is_flag=False,
    flag_value="",
    metavar="[FILE|HASH]",
    help="Compare a study with its preregistration (default: the newest that names its scripts).",
)
@click.option("--list", "listing", is_flag=True, help="List sealed preregistrations.")
@click.option("--study", metavar="ID", help="With --check: the study (default: the newest).")
@store_option
@json_option
def command(
    paths: tuple[str, ...],
    models: tuple[str, ...],
    size: Expansion,
    sampling: Sampling,
    output: Path | None,
    renew: Path | None,
    seal: Path | None,
    check: str | None,
    listing: bool,
    study: str | None,
    store_url: str,
    as_json: bool,
) -> int:
    """Write the form, renew it, seal it, or say what was done otherwise."""
    shaping = [
        *(["-m"] if models else []),
        *typed(size),
        *typed(sampling),
        *([] if output is None else ["-o"]),
    ]
    modes = [
        name
        for name, value in (
            ("--renew", renew),
            ("--seal", seal),
            ("--check", check),
            ("--list", listing or None),
        )
        if value is not None
    ]
    _refuse_misuse(modes, shaping, paths, study)
    if listing:
        return preregistration_form.list_forms(store_url, as_json=as_json)
    if check is not None:
        from runners.cli.preregistration_check import check_study

        return check_study(paths, check or None, study, store_url, as_json=as_json)
    if renew is not None:
        return preregistration_form.renew_form(renew, paths, store_url, as_json=as_json)
    if seal is not None:
        return preregistration_form.seal_form(seal, paths, store_url, as_json=as_json)
    return preregistration_form.new_form(
        paths, models, size, sampling, output or FORM, store_url, as_json=as_json
    )


def _refuse_misuse(
    modes: list[str], shaping: list[str], paths: tuple[str, ...], study: str | None
) -> None:
    if len(modes) > 1:
        raise UsageError(
            f"{' and '.join(modes)} cannot be combined",
            "give one: first the form, then --renew, --seal and, after the run, --check",
        )
    if modes and shaping:
        raise UsageError(
            f"{shaping[0]} is for a new form and cannot be combined with {modes[0]}",
            "change the settings block in the form, then give `--renew FILE`",
        )
    if study is not None and modes != ["--check"]:
        raise UsageError(
            "--study needs --check",
            "leave it out",
        )
    if paths and modes == ["--list"]:
        raise UsageError("--list shows every preregistration", "leave the paths out")
