"""Whose marks count: three options that every command on scores has, and the one way to read them.

An option `--marks by-paper|adjudicated|NAME` was the alternative; a coder may be called anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from runners.cli.errors import UsageError

if TYPE_CHECKING:
    from runners.analysis.codings import Whose

F = TypeVar("F", bound=Callable[..., Any])


def rater_options(command: F) -> F:
    """`--coder --as-paper --adjudicated`: whose marks count."""
    for option in reversed(
        (
            click.option(
                "--coder",
                metavar="NAME",
                help="Only this coder's marks; `matcher` for the matcher.",
            ),
            click.option(
                "--as-paper", is_flag=True, help="Count authors as coders, as the paper did."
            ),
            click.option(
                "--adjudicated", is_flag=True, help="Adjudicated marks, where there are any."
            ),
        )
    ):
        command = option(command)
    return command


def chosen_raters(coder: str | None, *, as_paper: bool, adjudicated: bool) -> Whose:
    """Whose marks count by these options.

    Raises:
        Stop: one coder alone and several are asked for at once.
    """
    from runners.analysis.codings import Whose

    if coder is not None and (as_paper or adjudicated):
        raise UsageError(
            "--coder asks for one coder alone, and --as-paper and --adjudicated for several",
            "leave one of them out",
        )
    return Whose(as_paper, adjudicated, coder)
