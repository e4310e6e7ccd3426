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
        "Each item is a whole conversation: somebody was told a story or several, and was asked "
        "questions. You judge the answers, first those to the control questions (passed or "
        "failed), then the others (right, half right or wrong). From your marks an LRS of 0 to 5 "
        "is proposed for the whole, which you confirm or change."
    ),
    View.CONTENT: (
        "Each item is one question and the reply to it. You choose what the reply says, also if "
        "it seems wrong or odd to you: whether it is right is not asked. Where a question comes "
        "without a list of answers, mark the reply right, half right or wrong."
    ),
}
_COPIES = (
    '"copy 2 of 6" in a transcript means that each of these questions was asked in a copy of the '
    "conversation of its own: who answered one had not seen the others."
)
_LEAVING = (
    "Every judgement is kept the moment it is made. Leave whenever you like with q: the same "
    "command comes back to the same place. An hour at a time is enough."
)
_KEEP_TO_IT = (
    "Please do not try to find it out: do not look up the study, the stories or the people in "
    "them, and do not speak about the items with anybody before all coders have handed in."
)

NOTE = "Told to the study's owner of these items:"
"""What stands before the note that came with the gold, which speaks to owners."""


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
        WelcomePart("You may see all the same", (), header.not_blind_to),
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
        parts.append(f"{told} to learn by, with what experts said of each and why")
    if packet.gate_a:
        told = _items(len(packet.gate_a))
        again = ", with a second try on others" if packet.gate_b else ""
        parts.append(f"{told} without that: nine tenths of your marks have to be theirs{again}")
    study = f"{_items(len(packet.main))} of the study{_questions(packet)}"
    told = "; then ".join([*parts, study])
    return f"{told}. After the first few you are told how much time is left."


def _questions(packet: Packet) -> str:
    """How many replies are judged in all, where an item has several."""
    judged = sum(len(item.questions) - len(item.lost) for item in packet.main)
    return "" if judged <= len(packet.main) else f", with {judged:,} replies to judge"


def _items(number: int) -> str:
    return "1 item" if number == 1 else f"{number:,} items"


def _all_items(packet: Packet) -> tuple[Item, ...]:
    return (*packet.training, *packet.gate_a, *packet.gate_b, *packet.main)
