"""Which options of a command were written on the command line."""

from __future__ import annotations

import click
from click.core import ParameterSource


def given_options() -> list[str]:
    """The options that were written, by their first names, in the order of the command's help."""
    context = click.get_current_context()
    return [
        one.opts[0]
        for one in context.command.params
        if isinstance(one, click.Option)
        and one.name
        and context.get_parameter_source(one.name) is ParameterSource.COMMANDLINE
    ]
