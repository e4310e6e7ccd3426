"""`--framing`: words around every scored question, without a change of the script."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from dsl.words import folded
from runners.cli.errors import UsageError

framing_option = click.option(
    "--framing",
    multiple=True,
    metavar="NAME|FILE",
    help="Words around every scored question, compared with none (`devrun list --framings`); may "
    "be repeated.",
)


def framing_lines(framings: Sequence[str]) -> str:
    """The lines of framings, each the name of one that comes with devrun, or a file.

    Raises:
        Stop: there is no such framing and no such file.
    """
    if not framings:
        return ""
    from dsl.files.framings import shipped_framings
    from dsl.files.source import read
    from dsl.spelling import closest

    lines: list[str] = []
    known = shipped_framings()
    for one in framings:
        if folded(one) in known:
            lines.append(f"framing {folded(one)}")
        elif Path(one).is_file():
            lines.append(read(one).text)
        else:
            close = closest(folded(one), known)
            raise UsageError(
                f"there is no framing `{one}`, and no file of that name",
                f"did you mean `{close}`?" if close else f"write a file, or: {', '.join(known)}",
                "unknown-framing",
            )
    return "\n".join(lines)
