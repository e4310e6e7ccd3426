"""What a coder reads before the first item: what this is, what is not told, how long, how to begin.

One text for the screen and for plain lines, spoken to the person who is about to begin. The
packet's own statement is not repeated: it is a sentence of a methods section, in the past tense,
and says of coders what is said here to one of them. Both are made from the same two lists.
"""

from __future__ import annotations

from collections.abc import Iterator

from coders.packets.shape import Item, LineKind, Packet, View
from dsl.record import record

_WORK = {
    View.RUBRIC: (
        "Each item is a whole conversation: somebody was told one or more stories and asked "
        "questions. Judge the answers, first to the control questions (passed or failed), then "
        "to the others (right, half right or wrong). Your marks give a proposed LRS from 0 to 5, "
        "which you confirm or change."
    ),
    View.CONTENT: (
        "Each item is one question and the reply to it. Choose what the reply says, even if it "
        "seems wrong or odd: you are not asked whether it is right. If a question has no list of "
        "answers, mark the reply right, half right or wrong."
    ),
}
_COPIES = (
    '"copy 2 of 6" in a transcript means that each of these questions was asked in a separate copy '
    "of the conversation: the replies did not depend on each other."
)
_LEAVING = (
    "Every judgement is saved at once. Leave whenever you like with q; the same command continues "
    "at the same place. Code for at most an hour at a time."
)
_KEEP_TO_IT = (
    "Please do not try to find out: do not look up the study or its stories, and do not talk "
    "about the items with anybody before all coders have handed in."
)

NOTE = "Note to the study's owner on these items:"
"""Before the note that came with the gold, which is written for owners."""


@record
class WelcomePart:
    """A part of the welcome: a heading, paragraphs, a list, and what stands below the list."""

    heading: str
    paragraphs: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def welcome(packet: Packet) -> tuple[WelcomePart, ...]:
    """The parts of the first page, without keys, which the screen and the lines tell each."""
    header = packet.header
    return (
        WelcomePart(f"Welcome, {header.coder}", tuple(_work(packet))),
        WelcomePart("How long it takes", (_amount(packet), _LEAVING)),
        WelcomePart("You are not told", (), header.blind_to, (_KEEP_TO_IT,)),
        WelcomePart("You may still notice", (), header.not_blind_to),
    )


def _work(packet: Packet) -> Iterator[str]:
    yield _WORK[packet.header.view]
    if any(line.kind is LineKind.COPY for item in _all_items(packet) for line in item.lines):
        yield _COPIES
    if packet.header.keyed:
        yield "What counts as right is shown with each question."


def _amount(packet: Packet) -> str:
    """How many items, and of them how many to learn by."""
    parts = []
    if packet.training:
        told = _items(len(packet.training))
        parts.append(f"{told} for training, with the experts' codes and reasons")
    if packet.gate_a:
        told = _items(len(packet.gate_a))
        again = ", with a second attempt on other items" if packet.gate_b else ""
        parts.append(f"{told} for calibration: 90% of your marks must agree with theirs{again}")
    study = f"{_items(len(packet.main))} of the study{_questions(packet)}"
    told = "; then ".join([*parts, study])
    return f"{told}. After the first few items you see how much time is left."


def _questions(packet: Packet) -> str:
    """How many replies are judged in all, where an item has several."""
    judged = sum(len(item.questions) - len(item.lost) for item in packet.main)
    return "" if judged <= len(packet.main) else f", with {judged:,} replies to judge"


def _items(number: int) -> str:
    return "1 item" if number == 1 else f"{number:,} items"


def _all_items(packet: Packet) -> tuple[Item, ...]:
    return (*packet.training, *packet.gate_a, *packet.gate_b, *packet.main)
