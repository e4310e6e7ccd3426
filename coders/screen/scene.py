"""What the screen shows for a step of the desk: a page to read and a panel with what is asked.

A pure function of the step, the codes that stand for its item, and what is half pressed. The
screen draws it anew after every key; it keeps no picture of its own that could differ.
"""

from __future__ import annotations

from collections.abc import Collection

from coders.desk.state import ItemCodes
from coders.desk.steps import Step, StepKind
from coders.packets.shape import Packet
from coders.screen.feedback import feedback_page, gate_page
from coders.screen.judging import judging_panel, lrs_panel
from coders.screen.masking import masking_panel
from coders.screen.page import (
    Paragraph,
    TextStyle,
    hypothesis_page,
    locked_page,
    ready_page,
    welcome_page,
)
from coders.screen.text import item_page
from dsl.record import record


@record
class Pressed:
    """What is half pressed, and so not yet the desk's: flags before a mark, answers of which there
    are more (`more`: the next one is not the last), the model before the wording, and how often a
    coder said that they want to hand in.
    """

    flags: Collection[str] = ()
    said: tuple[str, ...] = ()
    more: bool = False
    model: str = ""
    handing_in: int = 0


@record
class ScreenView:
    """A page, the panel below it, and the number of the question that is judged (0: none)."""

    page: tuple[Paragraph, ...]
    panel: tuple[Paragraph, ...]
    here: int = 0


HAND_IN = (
    "Enter hands in",
    "hand in now? y: yes   any other key: no",
    "nothing can be changed afterwards. really hand in? y: yes   any other key: no",
)
"""What is asked in turn before a log is handed in."""


def scene_of(
    packet: Packet, step: Step, codes: ItemCodes, pressed: Pressed, width: int
) -> ScreenView:
    """The scene of a step, for a page `width` columns wide."""
    match step.kind:
        case StepKind.WELCOME:
            return ScreenView(welcome_page(packet, width), (_strong("Enter begins"),))
        case StepKind.FEEDBACK:
            return ScreenView(feedback_page(step), (_strong("Enter goes on to the next item"),))
        case StepKind.GATE_RESULT:
            page = gate_page(step.gate, packet.header.gold_note)
            return ScreenView(page, (_strong("Enter goes on   ? opens the rubric"),))
        case StepKind.ENDED:
            page = gate_page(step.gate, packet.header.gold_note)
            return ScreenView(page, (_strong("q leaves"),))
        case StepKind.HYPOTHESIS:
            told = "Enter to write an answer   0 for no idea"
            return ScreenView(hypothesis_page(), (_strong(told),))
        case StepKind.READY:
            return ScreenView(ready_page(step), (_strong(HAND_IN[pressed.handing_in]),))
        case StepKind.LOCKED:
            return ScreenView(locked_page(), (_strong("q leaves"),))
        case _:
            return _item_scene(step, codes, pressed, width)


def _item_scene(step: Step, codes: ItemCodes, pressed: Pressed, width: int) -> ScreenView:
    page = item_page(step.item, step.judged) if step.item else ()
    if step.kind is StepKind.JUDGE:
        here = step.question.number if step.question else 0
        panel = judging_panel(
            step, codes, width, flags=pressed.flags, said=pressed.said, more=pressed.more
        )
        return ScreenView(page, panel, here)
    if step.kind is StepKind.MASKING:
        return ScreenView(page, masking_panel(step, pressed.model, width))
    return ScreenView(page, lrs_panel(step, codes, width))


def _strong(text: str) -> Paragraph:
    return Paragraph(text, TextStyle.STRONG)
