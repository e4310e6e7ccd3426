"""What a coder reads beside the items: the welcome before the first, and the rubric behind `?`.

One text for the screen and for plain lines, spoken to the person who is about to begin. The
packet's own statement is not repeated: it is a sentence of a methods section, in the past tense,
and says of coders what is said here to one of them. Both are made from the same two lists.

`?` shows the rubric for the current question, as lines of plain text, the same on the screen and
with plain lines. Guidance and examples come from a script and are not trusted: whoever shows these
lines escapes hidden characters first.
"""

from __future__ import annotations

from collections.abc import Iterator

from coders.desk.keys import AND, FLAGS
from coders.desk.rubric import LRS_WORDS, MARK_TABLE
from coders.packets.shape import Item, LineKind, Packet, PacketQuestion, View
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


_CHOOSING = (
    "what the reply says, not what would be right",
    f"{AND.key} before an answer: the reply gives this answer and the next one too",
    "h hedged: prefers one answer and leaves another open (`probably`, `could be`)",
    "i incomplete: not all the parts asked for",
    "f false detail: also says something false about the scene",
    "u unclear: muddled but with one reading, or said after correcting itself",
    "m hallucination: answers with a person or thing not in the scene",
    "p irrelevant: does not address the question",
    "e recognised: names the study that the story comes from",
    'a refusal, also "as an AI I cannot know", is not "cannot be told"',
)


def guide_lines(
    item: Item | None, asked: PacketQuestion | None, *, content: bool
) -> tuple[str, ...]:
    """Guidance of the question, then of the item, then the table of marks and what an LRS means.

    Lines that begin with two blanks belong to the line above them.
    """
    lines = [*(_of_question(asked) if asked is not None else ())]
    if item is not None and item.guide:
        lines.append("Examples of whole transcripts:")
        lines.extend(f"  LRS {lrs}: {words}" for lrs, words in item.guide)
    if content and (asked is None or asked.candidates):
        return (*lines, "What to choose (flags first):", *(f"  {told}" for told in _CHOOSING))
    signs = {key.value: key.key for key in FLAGS}
    lines.append("Marks (the flag's letter first, then the mark):")
    for row in MARK_TABLE:
        mark = {"half": "half right", "any": "any mark"}.get(row.mark, row.mark)
        flag = f", {signs[row.flag]} {row.flag}" if row.flag else ""
        lines.append(f"  {mark}{flag}: {row.reply}")
    lines.append("  a control question is passed or failed, never half")
    if not content:
        lines.append("LRS:")
        lines.extend(f"  {lrs}: {words}" for lrs, words in enumerate(LRS_WORDS))
    return tuple(lines)


def _of_question(asked: PacketQuestion) -> tuple[str, ...]:
    lines: list[str] = []
    if asked.guidance:
        lines.append("Notes on this question:")
        lines.extend(f"  {note}" for note in asked.guidance)
    if asked.examples:
        lines.append("Examples:")
        lines.extend(f"  {mark}: {words}" for mark, words in asked.examples)
    if asked.accepted:
        lines.append("Accepted answers:")
        lines.extend(f"  {answer}" for answer in asked.accepted)
    if asked.lures:
        lines.append("Wrong answers to expect:")
        lines.extend(f"  {answer}" for answer in asked.lures)
    return tuple(lines)
