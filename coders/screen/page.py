"""The pages of words on the screen, laid out in rows of a given width.

Pages are data, made without Textual: what a coder reads can be asserted whole in a test, and a
reply of 200,000 characters is wrapped once and then drawn a screenful at a time. Textual's own
text widgets wrap and style everything they hold whenever they are drawn, which stands still for
seconds on such a reply.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rich.cells import cell_len

from coders.desk.keys import (
    CONTENT_FLAGS,
    FLAGS,
    LRS_KEYS,
    MARKS,
    KeyBinding,
    command_keys,
    help_lines,
    mark_keys,
)
from coders.desk.pages import item_page, page_of
from coders.desk.paragraphs import GAP, Paragraph, TextStyle, heading
from coders.desk.steps import Step, StepKind
from coders.desk.welcome import guide, keys_of_codes
from coders.packets.shape import Header, Packet, Phase, View
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


@record
class ScreenRow:
    """One row of a page; its text is visible text and fits the width it was laid out for."""

    text: str
    look: TextStyle = TextStyle.PLAIN
    label: str = ""
    question: int = 0
    first: bool = True
    """Whether it is the first row of its paragraph."""


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


_CALIBRATION = frozenset({"note", "undo", "rubric", "card", "story", "picture", "leave"})
_AFTER = frozenset({"undo", "go to", "list", "search", "rubric", "leave"})
_ONLY = {
    StepKind.WELCOME: frozenset({"rubric", "leave"}),
    StepKind.CHANGE: frozenset({"undo", "rubric", "leave"}),
    StepKind.FEEDBACK: frozenset({"note", "undo", "rubric", "picture", "leave"}),
    StepKind.GATE_RESULT: frozenset({"rubric", "leave"}),
    StepKind.MASKING: frozenset({"note", "undo", "rubric", "leave"}),
    StepKind.HYPOTHESIS: _AFTER,
    StepKind.READY: _AFTER,
    StepKind.LOCKED: frozenset({"leave"}),
    StepKind.ENDED: frozenset({"leave"}),
}
LOW = 20
"""In a window of fewer rows the keys are only behind `?`."""


def footer_lines(
    step: Step, *, view: View, width: int, height: int, pictures: bool = False
) -> tuple[str, ...]:
    """The commands of a step, in lines of at most `width` columns; `pictures`: it has some."""
    keys = command_keys(view, pictures=pictures)
    if step.kind in _ONLY:
        keys = tuple(key for key in keys if key.value in _ONLY[step.kind])
    elif step.phase is not Phase.MAIN:
        keys = tuple(key for key in keys if key.value in _CALIBRATION)
    if height < LOW:
        keys = tuple(key for key in keys if key.value in ("rubric", "leave"))
    return help_lines(keys, width=width)


SCROLLING = "arrows, j, k, Space, PageUp, PageDown, Home and End scroll; [ and ] by story"


def screen_page(packet: Packet, step: Step, width: int) -> tuple[Paragraph, ...]:
    """The page of a step, for a page `width` columns wide: with the keys before the first item, and
    with the item itself below what the experts made of it.
    """
    page = page_of(packet, step)
    if step.kind is StepKind.WELCOME:
        return (*page, heading("Keys"), *map(Paragraph, _keys(packet, width)))
    if step.kind is StepKind.FEEDBACK and step.item is not None:
        again = item_page(step.item, step.judged)
        return (*page, GAP, heading("The item again"), GAP, *again)
    return page


def _keys(packet: Packet, width: int) -> Iterator[str]:
    view = packet.header.view
    content = view is View.CONTENT
    flags: tuple[KeyBinding, ...] = CONTENT_FLAGS if content else FLAGS
    if view.has_scale:
        flags = ()
        yield "   ".join(help_lines(mark_keys(packet.main[0].questions[0]), width=width))
    elif view is View.RATING:
        flags = ()
        yield "   ".join(help_lines(LRS_KEYS, width=width))
    elif content:
        yield "press the key next to an answer; first +, if the reply also gives another one"
        yield "press a flag first, e.g. h and then the answer, if the reply is not plain:"
    else:
        yield "   ".join(help_lines(MARKS, width=width))
        yield "press a flag first, e.g. h and then 2 for half right, hedged:"
    yield from (f"   {line}" for line in help_lines(flags, width=width - 4))
    commands = command_keys(view, pictures=bool(packet.pictures))
    yield from help_lines(commands, width=width)
    yield SCROLLING


def guide_page(packet: Packet, step: Step, width: int) -> tuple[Paragraph, ...]:
    """The rubric as it is opened by `?`, with the keys, for a page `width` columns wide."""
    header, pictures = packet.header, bool(packet.pictures)
    commands = command_keys(header.view, pictures=pictures)
    keys = keys_of_codes(step.question, commands, width)
    return (*side_page(header, step), GAP, *keys, Paragraph(SCROLLING))


def side_page(header: Header, step: Step) -> tuple[Paragraph, ...]:
    """The rubric as it stands beside the transcript in a wide window."""
    lines = guide(step.item, step.question, header=header)
    return (heading("Rubric"), *lines)
