"""A conversation in lines, for `devrun code --plain` and `devrun adjudicate`.

Lines serve a terminal, a screen reader, ssh and a pipe alike.
"""

from __future__ import annotations

import sys


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
