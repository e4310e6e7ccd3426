"""The console that every printed page is drawn on: into text, and with nothing read into its words.

Markup, emoji codes and highlighting are off in this one place, since what is printed may come from
a script or a model; a page that made a console of its own could forget one of them.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


def page_console(stream: io.StringIO, *, width: int, colour: bool) -> Console:
    """A console that writes lines no wider than `width` into `stream`, in colour if wanted."""
    from rich.console import Console

    return Console(
        file=stream,
        width=width,
        force_terminal=colour,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )


def plain_lines(shown: RenderableType, *, width: int) -> list[str]:
    """What is shown as lines of plain text, none wider than `width` or with blanks at its end."""
    stream = io.StringIO()
    page_console(stream, width=width, colour=False).print(shown)
    return [line.rstrip() for line in stream.getvalue().splitlines()]
