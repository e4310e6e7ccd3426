"""Sentences fitted to a terminal, so that none is broken in the middle of a word.

Where the output is no terminal, a line stays a line: it may be searched, or read by a program.
Tables and lines of a script are laid out by whoever draws them and do not come here.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator

import click

_DRAWN = re.compile(r"\s*\d* [|]|\s*-->")
"""A line of a script with its number, the carets below it, and the place."""
_NARROWEST = 40
USUAL = 100
"""Columns of a page that is printed where there is no terminal."""


def page_width(most: int = 200) -> int:
    """How wide a page of tables is: as the terminal, but no wider than `most`, beyond which lines
    are hard to follow.
    """
    return max(_NARROWEST, min(shutil.get_terminal_size((USUAL, 24)).columns, most))


def say(text: str, *, err: bool = False) -> None:
    """Print a text, its lines broken between words where a terminal would break them anywhere."""
    stream = sys.stderr if err else sys.stdout
    if stream.isatty():
        text = fitted(text, shutil.get_terminal_size((80, 24)).columns)
    click.echo(text, err=err)


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
