"""`devrun format`: lay scripts out."""

from __future__ import annotations

import difflib

import click

from dsl.words import counted
from runners.cli.errors import Exit, UsageError
from runners.cli.files import write_over
from runners.cli.options import paths_argument
from runners.cli.paths import find_scripts, is_shipped
from runners.cli.script_loading import shell_quoted

ELSEWHERE = "make it writable, or copy it to another folder"


@click.command(
    "format",
    epilog="Examples: devrun format my_study.dev; devrun format experiments --check",
)
@paths_argument
@click.option("--check", is_flag=True, help="Do not write; exit 1 if a file would change.")
def command(paths: tuple[str, ...], check: bool) -> int:
    """Format the scripts in PATH...: four spaces per level, no blanks at line ends.

    Words are never wrapped or changed. A script with errors is left unchanged.
    """
    from dsl.files.source import read
    from dsl.loading import load
    from dsl.parsing.formatting import format_script

    changed = refused = 0
    for path in find_scripts(paths):
        before = read(path, pipe=True).text
        after = format_script(before, str(path))
        if after is None:
            refused += 1
            faults = len(load(path).faults)
            click.echo(
                f"{path}: unchanged, it has {counted(faults, 'fault')}: see `devrun check "
                f"{shell_quoted((path,))}`",
                err=True,
            )
        elif after != before:
            changed += 1
            if check:
                diff = difflib.unified_diff(
                    before.splitlines(), after.splitlines(), str(path), str(path), lineterm=""
                )
                click.echo("\n".join(diff))
            elif is_shipped(path, paths):
                raise UsageError(
                    f"`{path.stem}` comes with devrun and cannot be changed",
                    f"copy it with `devrun new {path.stem}`",
                    "shipped",
                )
            else:
                write_over(path, after.encode(), elsewhere=ELSEWHERE)
                click.echo(f"{path}: formatted")
    return int(Exit.SCRIPT if refused or (check and changed) else Exit.DONE)
