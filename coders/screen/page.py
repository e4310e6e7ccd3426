"""The pages of words on the screen, laid out in rows of a given width.

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

from coders.desk.keys import (
    CONTENT_FLAGS,
    FLAGS,
    MARKS,
    KeyBinding,
    command_keys,
    flag_keys,
    help_lines,
)
from coders.desk.steps import Step, StepKind
from coders.desk.welcome import guide_lines, welcome
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


_CALIBRATION = frozenset({"note", "undo", "rubric", "card", "story", "leave"})
_AFTER = frozenset({"undo", "go to", "search", "rubric", "leave"})
_ONLY = {
    StepKind.WELCOME: frozenset({"rubric", "leave"}),
    StepKind.FEEDBACK: frozenset({"note", "undo", "rubric", "leave"}),
    StepKind.GATE_RESULT: frozenset({"rubric", "leave"}),
    StepKind.MASKING: frozenset({"note", "undo", "rubric", "leave"}),
    StepKind.HYPOTHESIS: _AFTER,
    StepKind.READY: _AFTER,
    StepKind.LOCKED: frozenset({"leave"}),
    StepKind.ENDED: frozenset({"leave"}),
}
LOW = 20
"""In a window of fewer rows the keys are only behind `?`."""


def footer_lines(step: Step, *, content: bool, width: int, height: int) -> tuple[str, ...]:
    """The commands of a step, in lines of at most `width` columns."""
    keys = command_keys(content=content)
    if step.kind in _ONLY:
        keys = tuple(key for key in keys if key.value in _ONLY[step.kind])
    elif step.phase is not Phase.MAIN:
        keys = tuple(key for key in keys if key.value in _CALIBRATION)
    if height < LOW:
        keys = tuple(key for key in keys if key.value in ("rubric", "leave"))
    return help_lines(keys, width=width)


SCROLLING = "arrows, j, k, PageUp, PageDown, Home and End scroll"


def welcome_page(packet: Packet, width: int) -> tuple[Paragraph, ...]:
    """What a coder reads before the first item."""
    return tuple(_welcome(packet, width))


def _welcome(packet: Packet, width: int) -> Iterator[Paragraph]:
    for part in welcome(packet):
        yield Paragraph(part.heading, TextStyle.HEADING)
        yield from map(Paragraph, part.paragraphs)
        yield from (Paragraph(f"- {one}", hang=2) for one in part.listed)
        yield from map(Paragraph, part.after)
        yield GAP
    yield Paragraph("Keys", TextStyle.HEADING)
    yield from map(Paragraph, _keys(packet.header.view, width))


def _keys(view: View, width: int) -> Iterator[str]:
    content = view is View.CONTENT
    flags: tuple[KeyBinding, ...] = CONTENT_FLAGS if content else FLAGS
    if content:
        yield "press the key next to an answer; first +, if the reply also gives another one"
        yield "press a flag first, e.g. h and then the answer, if the reply is not plain:"
    else:
        yield "   ".join(help_lines(MARKS, width=width))
        yield "press a flag first, e.g. h and then 2 for half right, hedged:"
    yield from (f"   {line}" for line in help_lines(flags, width=width - 4))
    yield from help_lines(command_keys(content=content), width=width)
    yield SCROLLING


def guide_page(header: Header, step: Step, width: int) -> tuple[Paragraph, ...]:
    """The rubric as it is opened by `?`, with the keys, for a page `width` columns wide."""
    return (*side_page(header, step), GAP, *_keys_of_codes(header, step, width))


def side_page(header: Header, step: Step) -> tuple[Paragraph, ...]:
    """The rubric as it stands beside the transcript in a wide window."""
    content = header.view is View.CONTENT
    lines = guide_lines(step.item, step.question, content=content)
    return (Paragraph("Rubric", TextStyle.HEADING), *map(_line, lines))


def _line(line: str) -> Paragraph:
    if line.startswith("  "):
        return Paragraph(line, hang=4)
    return Paragraph(line, TextStyle.STRONG)


def _keys_of_codes(header: Header, step: Step, width: int) -> Iterator[Paragraph]:
    content = header.view is View.CONTENT
    yield Paragraph("Keys", TextStyle.HEADING)
    # In content view the rubric names the flags with their keys.
    if step.question is not None and not step.question.candidates:
        yield Paragraph("flags, before the answer:")
        lines = help_lines(flag_keys(step.question), width=width - 2)
        yield from (Paragraph(f"  {line}") for line in lines)
    yield from (Paragraph(line) for line in help_lines(command_keys(content=content), width=width))
    yield Paragraph(SCROLLING)


def hypothesis_page() -> tuple[Paragraph, ...]:
    """The question about the study's hypothesis."""
    return (
        Paragraph("One question about the study", TextStyle.HEADING),
        GAP,
        Paragraph(
            "All items are coded. What do you think this study wants to find out, and what do its "
            "authors expect? Your answer shows how blind the coding was; nothing is right or "
            "wrong."
        ),
    )


def ready_page(step: Step) -> tuple[Paragraph, ...]:
    """What is left before handing in."""
    return tuple(_ready(step))


def _ready(step: Step) -> Iterator[Paragraph]:
    yield Paragraph("Everything is coded", TextStyle.HEADING)
    yield GAP
    if step.skipped:
        told = ", ".join(map(str, step.skipped))
        noun = "one item was" if len(step.skipped) == 1 else f"{len(step.skipped)} items were"
        yield Paragraph(f"{noun} skipped and not coded: {told}", TextStyle.STRONG)
        yield Paragraph("g and its number goes back to one.")
    else:
        yield Paragraph("No item was skipped.")
    yield GAP
    yield Paragraph(
        "Until you hand in you can go back to any item with g and change your codes; the first "
        "ones are kept as well. Afterwards nothing can be changed."
    )


def locked_page() -> tuple[Paragraph, ...]:
    """After handing in."""
    return (
        Paragraph("Handed in", TextStyle.HEADING),
        GAP,
        Paragraph(
            "Thank you. Nothing can be changed any more. q leaves and says what to send where."
        ),
    )
