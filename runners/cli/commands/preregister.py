"""`devrun preregister`: settle a study before it is run, seal it, hear what was different later."""

from __future__ import annotations

from pathlib import Path

import click

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
Write a preregistration of a study that is yet to be run: a form as the OSF has it, filled with all
that scripts and settings say, and with a question wherever only you know the answer.

\b
  1. devrun preregister PATH... -m MODEL   writes the form
  2. answer its questions; change settings in its block, then --renew FILE
  3. devrun preregister --seal FILE        keeps it, and prints its hash
  4. run the study; devrun preregister --check   says what was done otherwise

A sealed text is never changed: a new version is a new seal beside it. The hash is what you give the
OSF (or whoever keeps the time for you) together with the text.
"""


@click.command(
    "preregister",
    help=HELP,
    short_help="settle a study before it is run, and seal it",
    epilog=(
        "Examples: devrun preregister sally_anne -m openai/NAME --runs 20; "
        "devrun preregister --seal preregistration.md; devrun preregister --check"
    ),
)
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=SCRIPT)
@models_option("Who is to be asked; may be given again. Else DEVRUN_MODEL, else sim/child.")
@expansion_options
@sampling_options
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help=f"Where the form goes (else {FORM}).",
)
@click.option(
    "--renew",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Make the parts of a form again from its block, its scripts and the store.",
)
@click.option(
    "--seal",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep a form as it is in the store, with its hash and the time.",
)
@click.option(
    "--check",
    is_flag=False,
    flag_value="",
    metavar="[FILE|HASH]",
    help="Say what was done otherwise in a study; else by the newest that names its scripts.",
)
@click.option("--list", "listing", is_flag=True, help="The preregistrations that were sealed.")
@click.option("--study", metavar="ID", help="With --check: which study; else the newest.")
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
    from runners.cli import preregistration_form

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
            f"{' and '.join(modes)} are two things to do",
            "give one of them; first the form, then --renew, --seal and, after the run, --check",
        )
    if modes and shaping:
        raise UsageError(
            f"{shaping[0]} shapes a new form, and {modes[0]} takes one as it is",
            "change the block in the form, and give `--renew FILE`",
        )
    if study is not None and modes != ["--check"]:
        raise UsageError(
            "--study goes with --check: a preregistration is of scripts",
            "leave it out",
        )
    if paths and modes == ["--list"]:
        raise UsageError("--list shows every preregistration", "leave the paths out")
