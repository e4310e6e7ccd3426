"""`devrun preregister`: settle a study before it is run, seal it, hear what was different later."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runners.cli.completion import SCRIPT
from runners.cli.errors import UsageError, error_code, given_options
from runners.cli.open_study import open_store, open_study
from runners.cli.options import (
    Expansion,
    SamplingOptions,
    expansion_options,
    json_option,
    protocol_option,
    sampling_options,
    store_option,
)
from runners.cli.output import note, print_json, say
from runners.cli.participants_option import models_option
from runners.cli.paths import find_scripts

if TYPE_CHECKING:
    from runners.preregistration.adherence import Adherence

FORM = Path("preregistration.md")
_MODES = ("--renew", "--seal", "--check", "--list")
"""Options that do something else than write a new form."""

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
    epilog=(
        "Examples: devrun preregister sally_anne -m openai/NAME --runs 20; "
        "devrun preregister --seal preregistration.md; devrun preregister --check"
    ),
)
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=SCRIPT)
@models_option("A model to be asked; may be repeated (default: DEVRUN_MODEL, else sim/child).")
@expansion_options
@protocol_option
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
    protocol: str | None,
    sampling: SamplingOptions,
    output: Path | None,
    renew: Path | None,
    seal: Path | None,
    check: str | None,
    listing: bool,
    study: str | None,
    store_url: str,
    as_json: bool,
) -> None:
    """Write the form, renew it, seal it, or say what was done otherwise."""
    from runners.cli.planning import preregistration_form

    _refuse_misuse(given_options(), paths)
    if listing:
        preregistration_form.list_forms(store_url, as_json=as_json)
    elif check is not None:
        _check_study(paths, check or None, study, store_url, as_json=as_json)
    elif renew is not None:
        preregistration_form.renew_form(renew, paths, store_url, as_json=as_json)
    elif seal is not None:
        preregistration_form.seal_form(seal, paths, store_url, as_json=as_json)
    else:
        place = output or FORM
        preregistration_form.new_form(
            paths, models, size, sampling, protocol, place, store_url, as_json=as_json
        )


def _refuse_misuse(given: Sequence[str], paths: tuple[str, ...]) -> None:
    modes = [one for one in given if one in _MODES]
    shaping = [one for one in given if one not in (*_MODES, "--study", "--store", "--json")]
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
    if "--study" in given and modes != ["--check"]:
        raise UsageError("--study needs --check", "leave it out")
    if paths and modes == ["--list"]:
        raise UsageError("--list shows every preregistration", "leave the paths out")


def _check_study(
    paths: tuple[str, ...], wanted: str | None, study: str | None, store_url: str, *, as_json: bool
) -> None:
    """Compare a study with its preregistration, or with the one that is named.

    Raises:
        FormUnusable: the named one does not exist, or is not a preregistration.
    """
    from runners.preregistration.checks import deviations
    from runners.preregistration.lookup import edited_since, find_preregistration

    found = find_scripts(paths) if paths else ()
    with open_store(store_url, reading=True) as store:
        opened = open_study(store, study=study, paths=found)
        plan = find_preregistration(store, opened, wanted)
        with error_code("codes"):
            adherence = deviations(store, opened, plan)
        if plan is not None and wanted is None and edited_since(store, opened, FORM):
            note(
                f"{FORM} is not the text that was sealed: compared is what was sealed as "
                f"{plan.seal.hash[:12]} (`devrun preregister --check {FORM}` compares the file)"
            )
    if as_json:
        print_json(adherence.document)
    else:
        _print(adherence)


def _print(adherence: Adherence) -> None:
    mark = ", SIMULATED: not data" if adherence.simulated else ""
    say(f"Study {adherence.study}{mark}")
    say(adherence.in_a_line)
    if not adherence.hash:
        return
    sealed = f"sealed at {adherence.sealed} (UTC)" if adherence.sealed else "never sealed here"
    say(f"{adherence.hash}, {sealed}; chosen as {adherence.why}")
    for thing in adherence.things:
        if thing.found:
            say(f"\n{thing.what}")
        for one in thing.found:
            about = f"{one.about}: " if one.about else ""
            say(f"  {about}planned: {one.planned}")
            say(f"  {' ' * len(about)}done:    {one.done}")
    say("\nas planned:")
    for thing in adherence.compared:
        if not thing.found:
            say(f"  {thing.what}")
    say("\nnot checked:")
    for thing in adherence.not_compared:
        say(f"  {thing.what}: {thing.reason}")
