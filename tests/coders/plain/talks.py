"""A coder who types lines, and what is said back."""

from __future__ import annotations

from collections.abc import Sequence

from coders.desk.desk import Desk
from coders.desk.open_packet import Viewer, no_viewer
from coders.plain.session import PlainCoding


def talk(desk: Desk, lines: Sequence[str], *, width: int = 78, view: Viewer = no_viewer) -> str:
    """Everything that is said, with what is typed behind `> `."""
    told: list[str] = []
    waiting = iter(lines)
    seconds = iter(range(10**9))

    def read() -> str | None:
        line = next(waiting, None)
        if line is not None:
            told.append(f"> {line}")
        return line

    PlainCoding(
        desk, read=read, say=told.append, now=lambda: next(seconds), width=width, view=view
    ).run()
    return "\n".join(told) + "\n"
