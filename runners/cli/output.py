"""What every command prints with: the terminal's width and colours, sentences that fit it, one JSON
document, one line of progress. The bars of a run are in `progress.py`.

Where the output is no terminal, a line stays a line: it may be searched, or read by a program.
Tables and lines of a script are laid out by whoever draws them.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Self, TypeVar

import click

from dsl.patterns import lazy_pattern
from renderers.terminal import visible

if TYPE_CHECKING:
    from renderers.diagnostics import Paint
    from renderers.fields.field import Field

Row = TypeVar("Row")

_DRAWN = lazy_pattern(r"\s*\d* [|]|\s*-->")
"""A line of a script with its number, the carets below it, and the place."""
_CLEAR = "\r\x1b[2K"
_NARROWEST = 40
USUAL = 100
"""Columns of a page that is printed where there is no terminal."""
_LOOKS = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "place": {"fg": "blue"},
    "caret": {"fg": "red"},
    "help": {"fg": "green", "bold": True},
}


def page_width(most: int = 200, *, least: int = _NARROWEST) -> int:
    """How wide a page of tables is: as the terminal, but no wider than `most`, beyond which lines
    are hard to follow.
    """
    return max(least, min(_terminal_width(USUAL), most))


def line_width() -> int:
    """How wide the lines of a conversation are: a column less than the terminal, 100 at most."""
    return max(_NARROWEST, min(_terminal_width(80) - 1, 100))


def _terminal_width(unknown: int) -> int:
    from shutil import get_terminal_size  # with it come three ways to compress files

    return get_terminal_size((unknown, 24)).columns


def coloured(*, stderr: bool = False) -> bool:
    """Whether what is printed there has colours: it is a terminal, and nobody said NO_COLOR."""
    stream = sys.stderr if stderr else sys.stdout
    return stream.isatty() and not os.environ.get("NO_COLOR")


def painter(*, stderr: bool) -> Paint:
    """Colours for the lines of a script on a terminal that has them, else none."""
    if os.environ.get("TERM") == "dumb" or not coloured(stderr=stderr):
        return lambda _role, words: words
    return lambda role, words: click.style(words, **_LOOKS[role])  # type: ignore[arg-type]


def say(text: str, *, err: bool = False, painted: bool = False) -> None:
    """Print a text, its lines broken between words where a terminal would break them anywhere.

    Characters that a terminal acts on are shown in place of acted on; a `painted` text is safe
    already, and its colours are the only such characters.
    """
    if not painted:
        text = visible(text)
    stream = sys.stderr if err else sys.stdout
    if stream.isatty():
        text = fitted(text, _terminal_width(80))
    click.echo(text, err=err)


def note(text: str, *, painted: bool = False) -> None:
    """Print on stderr what stands beside the result: notes, refusals, and what comes next."""
    say(text, err=True, painted=painted)


def print_json(document: Any) -> None:
    """Print a document piece by piece, without a character that a terminal acts on."""
    from renderers.json_text import json_parts

    for part in json_parts(document):
        click.echo(part, nl=False)
    click.echo()


def print_document(fields: Iterable[Field[Row]], row: Row) -> None:
    """Print the figures of a row as one document."""
    from renderers.fields.field import document

    print_json(document(fields, row))


def print_documents(fields: Sequence[Field[Row]], rows: Iterable[Row]) -> None:
    """Print the figures of each row, in one list."""
    from renderers.fields.field import document

    print_json([document(fields, row) for row in rows])


class StatusLine:
    """A line on stderr that says what is being done, gone at the end; nothing where that is no
    terminal, or `quiet` is asked for.
    """

    def __init__(self, *, quiet: bool = False) -> None:
        """Decide whether there is anything to draw on."""
        self._shown = sys.stderr.isatty() and not quiet
        self._begun = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.update("")

    def update(self, line: str) -> None:
        """Put this line in place of the one before."""
        if self._shown:
            click.echo(_CLEAR + line, err=True, nl=False)

    def begin(self, what: str) -> None:
        """Say what is begun now, and how long all has taken so far."""
        self.update(f"{what} ({time.monotonic() - self._begun:.0f} s)")

    def keep(self) -> None:
        """Leave the line where it is, and go on below it."""
        if self._shown:
            click.echo(err=True)


def fitted(text: str, width: int) -> str:
    """The text with no line wider than `width` unless a single word is, which is broken only where
    its script has no spaces; a continued line is indented two columns further. Colours take no
    room, and an East Asian character two columns.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        plain = click.unstyle(line)
        if _columns(plain) <= width or _DRAWN.match(plain):
            lines.append(line)
            continue
        indent = " " * (len(plain) - len(plain.lstrip()) + 2)
        lines += _broken(line.split(" "), max(width, _NARROWEST), indent)
    return "\n".join(lines)


def _broken(words: list[str], width: int, indent: str) -> Iterator[str]:
    # Not textwrap, which would count the signs of a colour as columns.
    line, *rest = words
    for word in rest:
        if _columns(line) + 1 + _columns(word) <= width or not line.strip():
            line += f" {word}"
        else:
            yield line.rstrip()
            line = indent + word
        if _columns(line) > width and not line.isascii():
            *full, line = _chopped(line, width, indent)
            yield from full
    yield line.rstrip()


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    plain = click.unstyle(text)
    if plain.isascii():
        return len(plain)
    from rich.cells import cell_len

    return cell_len(plain)


def _chopped(line: str, width: int, indent: str) -> Iterator[str]:
    """A line that is one long word, in parts that fit: a sentence of Japanese has no spaces."""
    if click.unstyle(line) != line or line.rsplit(maxsplit=1)[-1].isascii():
        yield line
        return
    from rich.cells import chop_cells

    first, *_ = chop_cells(line, width)
    yield first
    rest = line[len(first) :]
    yield from (indent + part for part in chop_cells(rest, width - len(indent)))
