"""What a step looks like in plain lines: no boxes, no colour, no cursor that moves.

A screen reader reads line by line, so who speaks and what is asked stands in words at the beginning
of a line. An item's transcript is printed once, when the coder comes to it; after that each
question comes with its own reply only, and `t` prints the transcript again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coders.desk import pages
from coders.desk.calibrating import in_words
from coders.desk.keys import (
    AND,
    KeyBinding,
    candidate_keys,
    guess_keys,
    help_lines,
    mark_keys,
    said_keys,
)
from coders.desk.paragraphs import Paragraph, TextStyle, heading
from coders.desk.state import ItemCodes
from coders.desk.steps import WORDINGS, PhaseProgress, Step
from coders.packets.shape import Item, LineKind, PacketQuestion, Phase, View
from dsl.record import replace
from renderers.terminal import in_lines, visible

_PHASES = {
    Phase.TRAINING: "Training item",
    Phase.GATE_A: "Calibration item",
    Phase.GATE_B: "Calibration item, second form,",
}


def wrapped(text: str, *, width: int, indent: str = "") -> list[str]:
    """Untrusted text made visible and broken into lines of at most `width` columns."""
    lines: list[str] = []
    for line in visible(text).split("\n"):
        lines += in_lines(
            line, max(20, width), initial_indent=indent, subsequent_indent=indent
        ) or [""]
    return lines


def labelled(label: str, text: str, *, width: int) -> list[str]:
    """`Reply: ...`, with what follows the first line set in by two."""
    lines = wrapped(f"{label}: {text}", width=width - 2)
    return [lines[0], *(f"  {line}" if line else "" for line in lines[1:])]


def painted(page: Iterable[Paragraph], *, width: int) -> Iterator[str]:
    """Paragraphs as lines: a blank line before each heading but the first, `Who: ...` for a speech;
    the other blank rows of a page are for the eye.
    """
    for number, paragraph in enumerate(page):
        text = paragraph.text
        if paragraph.label:
            yield from labelled(_capital(paragraph.label), text, width=width)
        elif paragraph.look is TextStyle.HEADING:
            yield from [""] if number else []
            end = "" if text.endswith((".", ":", "?", "!")) else "."
            yield from wrapped(f"{_capital(text)}{end}", width=width)
        elif text:
            below = text.startswith("  ")
            yield from wrapped(text.strip(), width=width, indent="  " if below else "")


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _sentences(paragraphs: Iterable[Paragraph], *, width: int) -> Iterator[str]:
    """Paragraphs that stand as fragments on the screen, with a capital."""
    return painted((replace(one, text=_capital(one.text)) for one in paragraphs), width=width)


_TYPED = {
    View.RUBRIC: (
        "1        the mark or answer with key 1",
        "h2       a flag first, then the mark: hedged, half right",
    ),
    View.CONTENT: (
        "1        the mark or answer with key 1",
        "h2       a flag first, then the answer: hedged, the second",
        f"1{AND.key}2      both answers, if the reply gives both",
    ),
    View.RATING: ("4        LRS 4",),
    View.PEOPLE: ("4        rating 4",),
    View.REASONS: ("4        rating 4",),
}


def how_to(view: View, *, pictures: bool = False) -> Iterator[str]:
    """How to work with lines; `pictures`: the packet has some."""
    yield ""
    yield "Write one line for each act and press Enter. For example:"
    yield from (f"  {line}" for line in _TYPED[view])
    if view is View.PEOPLE:
        yield "  n text   a note; z undoes, within a wave"
    else:
        yield "  n text   a note; s reason skips the item; z undoes"
        yield "  g 12     go to item 12; / word searches; l lists your notes"
    if pictures:
        yield "  v        opens a picture; v 2 the one that is called picture 2"
    yield "  ?        the rubric and every key"
    yield "  q        leave; everything is saved, and the same command continues here"
    yield ""


def item_heading(step: Step, progress: PhaseProgress) -> Iterator[Paragraph]:
    """Which item it is, and how far the coder is."""
    words = _PHASES.get(step.phase or Phase.MAIN, "Item")
    yield heading(f"{words} {step.position} of {step.of}")
    if progress.seconds_per_item is not None:
        yield Paragraph(f"{pages.pace_words(progress)}.")


def question(
    step: Step, item: Item, asked: PacketQuestion, codes: ItemCodes, *, width: int
) -> Iterator[str]:
    """The question to judge, its reply, and the keys that answer."""
    yield from asked_and_replied("To judge", item, asked, width=width)
    yield from _sentences(pages.noted(step, codes), width=width)
    standing = step.judged.get(asked.number)
    if step.judged_before and standing is not None:
        told = in_words(standing, asked)
        yield from wrapped(
            f"Your code: {told}. Enter keeps it; `rest` keeps it and all that follow.",
            width=width,
        )
    yield from answers(asked, width=width)


def asked_and_replied(what: str, item: Item, asked: PacketQuestion, *, width: int) -> Iterator[str]:
    """A question of an item, its reply, and the accepted answers where they are shown."""
    yield ""
    yield from labelled(f"{what}, {pages.question_name(item, asked)}", asked.text, width=width)
    for line in item.lines:
        if line.kind is LineKind.REPLY and line.question == asked.number:
            yield from labelled("Reply", line.text, width=width)
    yield from _sentences(pages.accepted(asked), width=width)


def answers(asked: PacketQuestion, *, width: int) -> Iterator[str]:
    """The keys that answer a question."""
    if asked.scale:
        for at, words in asked.scale:
            yield from wrapped(f"{at} {words}", width=width)
        return
    if not asked.candidates:
        yield from help_lines(mark_keys(asked), width=width)
        return
    for number, key in enumerate(candidate_keys(asked), start=1):
        yield from wrapped(f"{number} {key.words}", width=width)
    yield from help_lines(said_keys(asked)[len(asked.candidates) :], width=width)


def masking(step: Step, *, width: int) -> Iterator[str]:
    """Which model, which wording."""
    for words, choices in (
        ((pages.WHICH_MODEL,), guess_keys(step.models)),
        (pages.WHICH_WORDING, guess_keys(WORDINGS)),
    ):
        yield ""
        yield from painted(words, width=width)
        yield from _listed(choices, width=width)


def _listed(keys: tuple[KeyBinding, ...], *, width: int) -> Iterator[str]:
    for key in keys:
        yield from wrapped(key.help, width=width, indent="  ")
