"""A conversation in lines, for `devrun code --plain` and `devrun adjudicate`.

Lines serve a terminal, a screen reader, ssh and a pipe alike.
"""

from __future__ import annotations

import os
import sys


def has_screen() -> bool:
    """Whether there is a terminal that can show a screen and has keys.

    The screen is drawn where errors go, so that is to be a terminal, too.
    """
    terminals = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    return terminals and os.environ.get("TERM", "") != "dumb"


def accept_any_encoding() -> None:
    """Take what is typed as it comes: one odd letter in a note must not end the work."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def say_line(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


def read_line() -> str | None:
    """The next line, asked for on a terminal; None at the end."""
    if sys.stdin.isatty():
        sys.stdout.write("> ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    return line.rstrip("\r\n") if line else None
