"""What a coder reads beside the items: the welcome before the first, and the rubric behind `?`.

Spoken to the person who is about to begin. The packet's own statement is not repeated: it is a
sentence of a methods section, in the past tense, and says of coders what is said here to one of
them. Both are made from the same two lists.

`?` shows the rubric for the current question. Guidance and examples come from a script and are not
trusted: whoever paints these paragraphs escapes hidden characters first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coders.desk.keys import AND, FLAGS, KeyBinding, flag_keys, help_lines
from coders.desk.paragraphs import GAP, Paragraph, heading, strong
from coders.desk.rubric import LRS_WORDS, MARK_TABLE, TABLE_1
from coders.packets.shape import Header, Item, LineKind, Packet, PacketQuestion, QuestionOrder, View
from dsl.words import counted

_WORK = {
    View.RUBRIC: (
        "Each item is a whole conversation: somebody was told one or more stories and asked "
        "questions. Judge the answers: control questions, which come first{within}, are passed or "
        "failed; the others are right, half right or wrong. Your marks give a proposed LRS from 0 "
        "to 5, which you confirm or change."
    ),
    View.RATING: (
        "Each item is a whole conversation: somebody was told one or more stories and asked "
        "questions. Give the replies an LRS from 0 to 5 by the table that ? shows, and nothing "
        "else. Judge how far they are right, and as a child's would be. If a control question is "
        "failed, give 0 at once."
    ),
    View.CONTENT: (
        "Each item is one question and the reply to it. Choose what the reply says, even if it "
        "seems wrong or odd: you are not asked whether it is right. If a question has no list of "
        "answers, mark the reply right, half right or wrong."
    ),
    View.PEOPLE: (
        "You get to know a person by a profile, and rate statements as this person would. Then, "
        "wave after wave, you read what the person reads, may note what in it would change "
        "the person, and rate the statements again."
    ),
    View.REASONS: (
        "Each item is a reason that somebody gave for a rating: first who it speaks for, as this "
        "was then, and what was known; then the statement that was rated and the reply. Rate the "
        "reason by the table below."
    ),
}
_WORK_IN_PARTS = (
    "Each item is a whole conversation: somebody was told one or more stories and asked "
    "questions. Judge the answers in the order in which they were given: control questions are "
    "passed or failed; the others are right, half right or wrong. Your marks give a proposed LRS "
    "from 0 to 5, which you confirm or change."
)
_IN_PARTS = (
    "What was said next depended on how a program took an answer, and may show it. So you see a "
    "conversation as far as the answer to judge, and its next part when you have judged it: from "
    "then on your code stands. Some of these answers enter no score; they are judged all the same."
)
_COPIES = (
    '"copy 2 of 6" in a transcript means that each of these questions was asked in a separate copy '
    "of the conversation: the replies did not depend on each other."
)
_LEAVING = (
    "Every judgement is saved at once. Leave whenever you like with q; the same command continues "
    "at the same place. Code for at most an hour at a time."
)
_ORDER = {
    True: "The items come in a fixed order; g goes back to those that you have seen.",
    False: "The items come in an order of their own; g goes to any of them, which is logged.",
}
_ONE_WAY = "The waves come in order. z undoes within a wave; an earlier one stands."
_BY_QUESTION = "All replies to one question come before those to the next."
_KEEP_TO_IT = (
    "Please do not try to find out: do not look up the study or its stories, and do not talk "
    "about the items with anybody before all coders have handed in."
)


def welcome(packet: Packet) -> Iterator[Paragraph]:
    """The first page, without keys, which the screen and the lines tell each."""
    header = packet.header
    work = map(Paragraph, _work(packet))
    parts: tuple[tuple[str, Iterable[Paragraph]], ...] = (
        (
            f"Welcome, {header.coder}",
            (*map(strong, packet.notices), *work),
        ),
        *([("The ratings", _listed(header.guide))] if header.guide else []),
        ("How long it takes", map(Paragraph, _how_long(packet))),
        ("You are not told:", (*_listed(header.blind_to), Paragraph(_KEEP_TO_IT))),
        ("You may still notice:", _listed(header.not_blind_to)),
    )
    for title, paragraphs in parts:
        yield heading(title)
        yield from paragraphs
        yield GAP


def _how_long(packet: Packet) -> tuple[str, ...]:
    header = packet.header
    by_question = header.view is View.CONTENT and header.question_order is QuestionOrder.QUESTION
    going = _ONE_WAY if header.view is View.PEOPLE else _ORDER[header.fixed_order]
    order = (going, *([_BY_QUESTION] if by_question else []))
    return _amount(packet), " ".join(order), _LEAVING


def _listed(names: Iterable[str]) -> tuple[Paragraph, ...]:
    return tuple(Paragraph(f"- {name}", hang=2) for name in names)


def _work(packet: Packet) -> Iterator[str]:
    story_by_story = packet.header.question_order is QuestionOrder.STORY
    if packet.header.question_order is QuestionOrder.ASKED:
        yield from (_WORK_IN_PARTS, _IN_PARTS)
    else:
        within = " within each story" if story_by_story else ""
        yield _WORK[packet.header.view].format(within=within)
    if any(line.kind is LineKind.COPY for item in packet.items for line in item.lines):
        yield _COPIES
    if packet.pictures:
        yield (
            "Where somebody was shown a picture, its description is in the transcript, and v opens "
            "the picture itself. The description was not shown."
        )
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
    if packet.header.view is View.PEOPLE:
        waves, ratings = len(packet.main), sum(len(item.questions) for item in packet.main)
        study = f"{counted(waves, 'wave')}, with {counted(ratings, 'rating')}"
    told = "; then ".join([*parts, study])
    return f"{told}. After the first few items you see how much time is left."


def _questions(packet: Packet) -> str:
    """How many replies are judged in all, where an item has several."""
    judged = sum(len(item.questions) - len(item.lost) for item in packet.main)
    return "" if judged <= len(packet.main) else f", with {judged:,} replies to judge"


def _items(number: int) -> str:
    return "1 item" if number == 1 else f"{number:,} items"


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


def guide(
    item: Item | None, asked: PacketQuestion | None, *, header: Header
) -> Iterator[Paragraph]:
    """Guidance of the question, then of the item, then the table of marks and what an LRS means;
    where ratings are given the table of these alone.
    """
    content = header.view is View.CONTENT
    if header.view is View.RATING:
        words = (f"{lrs}: {one}" for lrs, one in enumerate(TABLE_1))
        yield from _entries("LRS (Kosoy et al., 2023, Table 1):", words)
        return
    if header.view.has_scale:
        yield from _listed(header.guide)
        return
    if asked is not None:
        examples = (f"{mark}: {words}" for mark, words in asked.examples)
        yield from _entries("Notes on this question:", asked.guidance)
        yield from _entries("Examples:", examples)
        if not asked.is_even:
            yield from _entries("Accepted answers:", asked.accepted)
            yield from _entries("Wrong answers to expect:", asked.lures)
    if item is not None:
        whole = (f"LRS {lrs}: {words}" for lrs, words in item.guide)
        yield from _entries("Examples of whole transcripts:", whole)
    if content if asked is None else asked.candidates:
        yield from _entries("What to choose (flags first):", _CHOOSING)
        return
    yield from _entries("Marks (the flag's letter first, then the mark):", _marks())
    if not content:
        yield from _entries("LRS:", (f"{lrs}: {words}" for lrs, words in enumerate(LRS_WORDS)))


def _marks() -> Iterator[str]:
    signs = {key.value: key.key for key in FLAGS}
    for row in MARK_TABLE:
        mark = {"half": "half right", "any": "any mark"}.get(row.mark, row.mark)
        flag = f", {signs[row.flag]} {row.flag}" if row.flag else ""
        yield f"{mark}{flag}: {row.reply}"
    yield "a control question is passed or failed, never half"


def _entries(title: str, entries: Iterable[str]) -> Iterator[Paragraph]:
    """A title and what belongs to it; nothing at all where that is nothing."""
    below = [Paragraph(f"  {entry}", hang=4) for entry in entries]
    return iter((strong(title), *below) if below else ())


def keys_of_codes(
    asked: PacketQuestion | None, commands: tuple[KeyBinding, ...], width: int
) -> Iterator[Paragraph]:
    """The keys that mean something while a question is judged, for a page `width` columns wide."""
    # In content view the rubric names the flags with their keys.
    flags = flag_keys(asked) if asked is not None and not asked.candidates else ()
    if flags or commands:
        yield heading("Keys")
    if flags:
        yield Paragraph("Flags, before the answer:")
        yield from (Paragraph(f"  {line}") for line in help_lines(flags, width=width - 2))
    yield from map(Paragraph, help_lines(commands, width=width))
