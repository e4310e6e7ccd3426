"""A page of words for the screen, laid out in rows of a given width.

Pages are data, made without Textual: what a coder reads can be asserted whole in a test, and a
reply of 200,000 characters is wrapped once and then drawn a screenful at a time. Textual's own
text widgets wrap and style everything they hold whenever they are drawn, which stands still for
seconds on such a reply.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum

from rich.cells import cell_len

from dsl.record import record
from renderers.terminal import visible

LABEL = 10
"""Columns of the label that says who speaks."""
NARROW = 48
"""Under this many columns a label stands on a row of its own."""
LEAST = 8
"""No row is laid out narrower than this, however narrow the window is."""
STACKED = 4
"""No row holds more characters than this for each of its columns."""


class TextStyle(StrEnum):
    """How words look; never the only sign of what they are."""

    PLAIN = "plain"
    HEADING = "heading"
    STRONG = "strong"
    FAINT = "faint"
    NOTICE = "notice"


@record
class Paragraph:
    """A paragraph: untrusted `text`, who speaks (`label`), and the number of the `question` that it
    asks or answers (0: none that is judged). Rows after the first are indented by `hang` columns.
    """

    text: str
    look: TextStyle = TextStyle.PLAIN
    label: str = ""
    question: int = 0
    hang: int = 0


@record
class ScreenRow:
    """One row of a page; its text is visible text and fits the width it was laid out for."""

    text: str
    look: TextStyle = TextStyle.PLAIN
    label: str = ""
    question: int = 0
    first: bool = True
    """Whether it is the first row of its paragraph."""


GAP = Paragraph("")
"""An empty row."""


def lay_out(page: Iterable[Paragraph], width: int) -> tuple[ScreenRow, ...]:
    """The rows of a page that is `width` columns wide."""
    return tuple(row for words in page for row in rows_of(words, width))


def rows_of(words: Paragraph, width: int) -> tuple[ScreenRow, ...]:
    """The rows of one paragraph, on a page that is `width` columns wide."""
    return tuple(_rows(words, max(LEAST, width)))


def _rows(words: Paragraph, width: int) -> Iterator[ScreenRow]:
    label = visible(words.label)
    apart = bool(label) and width < NARROW
    if apart:
        yield ScreenRow(label, TextStyle.FAINT, "", words.question)
        label = ""
    room = width - LABEL if label else width
    for number, line in enumerate(wrapped(words.text, room, hang=words.hang)):
        text = " " * words.hang + line if number else line
        yield ScreenRow(text, words.look, label, words.question, number == 0 and not apart)


def wrapped(text: str, width: int, *, hang: int = 0) -> Iterator[str]:
    """The text made visible and wrapped to `width` columns, `hang` of them left free; its own line
    ends stay.
    """
    width = max(LEAST, width - hang)
    for line in visible(text).expandtabs(4).split("\n"):
        if len(line) <= width and line.isascii():
            yield line.rstrip()
        else:
            yield from _wrapped_line(line, width)


def _wrapped_line(line: str, width: int) -> Iterator[str]:
    row, used = "", 0
    for piece in re.findall(r"\s*\S+", line.rstrip()) or [""]:
        wide = _room(piece, width)
        if used + wide <= width:
            row, used = row + piece, used + wide
            continue
        left = piece
        if used:
            yield row
            left = piece.lstrip()
        while (used := _room(left, width)) > width:
            head = _head(left, width)
            yield head.rstrip()
            left = left[len(head) :]
        row = left
    yield row


def _room(text: str, width: int) -> int:
    """The columns a text takes; four characters take at least one.

    A letter may bear any number of accents, which take no columns but have to be drawn.
    """
    if len(text) > STACKED * width:
        return width + 1
    return max(cell_len(text), -(-len(text) // STACKED))


def _head(text: str, width: int) -> str:
    """As many characters as fit into the width, at least one."""
    if text[:width].isascii():
        return text[:width]
    used = 0
    for index, character in enumerate(text[: STACKED * width]):
        used += cell_len(character)
        if used > width:
            return text[: max(1, index)]
    return text[: STACKED * width]
