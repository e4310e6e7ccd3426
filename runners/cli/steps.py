"""What a command that takes a while is at, in one line on a terminal; nothing anywhere else."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

import click

_CLEAR = "\r\x1b[2K"


class Steps:
    """A line on stderr that says what is being done and for how long, gone at the end."""

    def __init__(self, *, quiet: bool = False) -> None:
        """Decide whether there is anything to draw on."""
        self._shown = sys.stderr.isatty() and not quiet
        self._begun = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown:
            click.echo(_CLEAR, err=True, nl=False)

    def at(self, what: str) -> None:
        """Say what is begun now."""
        if self._shown:
            taken = time.monotonic() - self._begun
            click.echo(f"{_CLEAR}{what} ({taken:.0f} s)", err=True, nl=False)
