"""What an adjudicator reads: the list of disagreements, and one of them next to its story.

Pure: pages are paragraphs, made from the disagreements, what was decided, and a width. Coders are
A, B, C in an order of their own for each transcript. `ShownParts` are what can be opened beside
these: the story of a reply, and pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from string import ascii_uppercase

from coders.adjudication.disagreements import Opinion, majority, median
from coders.desk import pages
from coders.desk.calibrating import in_words
from coders.desk.keys import (
    AND,
    CONTENT_WORDS,
    KeyBinding,
    answer_keys,
    candidate_keys,
    flag_keys,
    mark_keys,
    one_after_another,
)
from coders.desk.open_packet import nearest_picture, picture_called
from coders.desk.paragraphs import Paragraph, TextStyle, heading, strong
from coders.desk.state import Judgement
from coders.desk.steps import Refused
from coders.packets.pictures import numbered_pictures
from coders.packets.shape import Line, PacketQuestion
from coders.screen.page import wrapped
from coders.screen.panels import Pressed, in_columns, one_row
from renderers.terminal import columns
from runners.cli.adjudication.reasons import in_plain_words
from runners.coding.adjudication import Adjudication
from runners.coding.disputes import Dispute
from runners.coding.packet_items import PacketItemFinder

MAJORITY = KeyBinding("=", "majority", "majority")
MEDIAN = KeyBinding("-", "median", "median")

LIST_KEYS = (
    KeyBinding("enter", "open", "open"),
    KeyBinding("u", "unresolved", "unresolved or all"),
    KeyBinding("d", "difference", "kind of difference"),
    KeyBinding("c", "kind", "control or other questions"),
    KeyBinding("m", "majority", "with a majority or not"),
    KeyBinding("p", "question", "pick a question"),
    KeyBinding("n", "noted", "with notes"),
    KeyBinding("a", "every", "remove filters"),
    KeyBinding("=", "all by majority", "take every majority listed"),
    KeyBinding("-", "all by median", "take every median listed"),
    KeyBinding("z", "undo", "undo"),
    KeyBinding("?", "help", "help"),
    KeyBinding("q", "leave", "leave; everything is saved"),
)
"""The keys of the list."""

CASE_KEYS = (
    KeyBinding("l", "list", "list"),
    KeyBinding(">", "next", "next"),
    KeyBinding("<", "back", "back"),
    KeyBinding("z", "undo", "undo"),
    KeyBinding("t", "transcript", "whole transcript or story"),
    KeyBinding("v", "picture", "view a picture"),
    KeyBinding("?", "help", "rubric and keys"),
    KeyBinding("q", "leave", "leave"),
)
"""The keys at one disagreement, beside those that decide it; see `case_keys`."""

QUESTION = 34
"""Columns for a question and its number in the list; coders' codes share the rest, with"""
LEAST_CODE = 10
"""columns for each at least."""
LEAST_COLUMN = 20
"""Columns at least for a coder's code, where coders stand side by side."""


def case_keys(*, pictures: bool) -> tuple[KeyBinding, ...]:
    """The keys at a disagreement; that for `pictures` where there are some."""
    return tuple(key for key in CASE_KEYS if pictures or key.value != "picture")


def coder_letter(number: int) -> str:
    """What the coder at a place (from 0) is called: A, B, C."""
    return ascii_uppercase[number] if number < len(ascii_uppercase) else str(number + 1)


def list_page(
    rows: Sequence[tuple[int, Dispute, tuple[Opinion, ...]]],
    settled: Mapping[str, Judgement],
    width: int,
) -> tuple[Paragraph, ...]:
    """For each disagreement its number, what each coder gave, what was decided, and the first row
    of its question. The place in the list (from 1) is the paragraphs' question.
    """
    if not rows:
        return (strong("No disagreement is listed under these filters."),)
    most = max(len(opinions) for _, _, opinions in rows)
    table = [_cells(*row, settled, most) for row in rows]
    *shown, _ = zip(*table, strict=True)
    each = max(LEAST_CODE, (width - QUESTION) // max(1, most))
    room = [min(max(map(columns, cells)), each) for cells in shown]
    left = max(8, width - sum(room) - 2 * len(room))
    return tuple(
        Paragraph(line, question=at)
        for at, (*cells, question) in enumerate(table, start=1)
        for line in _columns([(one,) for one in (*cells, one_row(question, left))], [*room, left])
    )


def _cells(
    number: int,
    dispute: Dispute,
    opinions: tuple[Opinion, ...],
    settled: Mapping[str, Judgement],
    most: int,
) -> tuple[str, ...]:
    """The columns of a row, of which `most` are coders'."""
    asked = dispute.asked
    decided = settled.get(dispute.case.key)
    mark = "*" if any(one.note for one in opinions) else ""
    codes = [f"{coder_letter(at)} {in_plain_words(one, asked)}" for at, one in enumerate(opinions)]
    codes += [""] * (most - len(codes))
    done = f"= {in_words(decided, asked)}" if decided else ""
    control = "control: " if dispute.case.control else ""
    return (f"{number}{mark}", *codes, done, f"{control}{asked.text}")


def list_panel(filters: str, listed: int, every: int, left: int) -> tuple[Paragraph, ...]:
    """What the list shows, and how many are left."""
    return (
        strong(f"{listed} of {every} disagreements listed; {left} unresolved"),
        Paragraph(f"listed: {filters}"),
        Paragraph("* a coder noted something", TextStyle.FAINT),
    )


def case_panel(
    dispute: Dispute,
    opinions: tuple[Opinion, ...],
    decided: tuple[Judgement, str] | None,
    pressed: Pressed,
    width: int,
    *,
    whole: bool,
) -> Iterator[Paragraph]:
    """The question, the coders' codes side by side, what was decided, and the keys that decide."""
    asked = dispute.asked
    question = f"{pages.question_name(dispute.item, asked)}: {asked.text}"
    yield strong(question if whole else one_row(question, width))
    yield from pages.accepted(asked)
    yield from codes_side_by_side(opinions, asked, width)
    found = tuple(_proposals(dispute, asked))
    if decided is not None:
        judgement, reason = decided
        yield strong(f"resolved: {in_words(judgement, asked)} ({reason})")
    letters = " ".join(coder_letter(at) for at in range(len(opinions)))
    picks = f"{letters} as this coder"
    yield from map(strong, one_after_another((picks, *found), width=width))
    yield from _answers(asked, pressed, width)


def _proposals(dispute: Dispute, asked: PacketQuestion) -> Iterator[str]:
    most, middle = majority(dispute.case.opinions), median(dispute.case.opinions)
    if most is not None:
        yield f"{MAJORITY.help}: {in_plain_words(most, asked)}"
    if middle is not None and (most is None or middle.substance != most.substance):
        yield f"{MEDIAN.help}: {in_plain_words(middle, asked)}"


def _answers(asked: PacketQuestion, pressed: Pressed, width: int) -> Iterator[Paragraph]:
    """The keys of marks or answers, and of flags."""
    if asked.candidates:
        named = tuple(f"{key.key or '-'} {key.words}" for key in candidate_keys(asked))
        yield from map(strong, in_columns(named, width))
        words = (key.help for key in CONTENT_WORDS)
        more = f"{AND.key} several"
        yield from map(strong, one_after_another((*words, more), width=width))
        if pressed.said:
            yield strong(f"it says: {' and '.join(pressed.said)}; what else?")
    else:
        marks = (key.help for key in mark_keys(asked))
        yield from map(strong, one_after_another(marks, width=width))
    flags = tuple(
        f"[{key.help}]" if key.value in pressed.flags else key.help for key in flag_keys(asked)
    )
    yield from map(Paragraph, one_after_another(("flags first:", *flags), width=width))


def codes_side_by_side(
    opinions: Sequence[Opinion], asked: PacketQuestion, width: int
) -> Iterator[Paragraph]:
    """What each coder gave and noted, in columns where they are wide enough, else below each
    other.
    """
    cells = [
        (coder_letter(at), in_plain_words(one, asked), f"note: {one.note}" if one.note else "")
        for at, one in enumerate(opinions)
    ]
    each = width // len(cells) - 2
    if each < LEAST_COLUMN:
        for letter, code, note in cells:
            yield Paragraph(f"{letter}  {code}{f'; {note}' if note else ''}", hang=3)
        return
    coded = [(f"{letter}  {code}", note) for letter, code, note in cells]
    yield from map(Paragraph, _columns(coded, len(cells) * [each]))


def _columns(cells: Sequence[tuple[str, ...]], room: Sequence[int]) -> Iterator[str]:
    """Cells of several paragraphs side by side, as lines, each in so many columns; each paragraph
    begins on one line.
    """
    starts = list(accumulate((each + 2 for each in room), initial=0))
    for parts in zip(*cells, strict=True):
        blocks = [
            list(wrapped(part, each, hang=0)) if part else []
            for part, each in zip(parts, room, strict=True)
        ]
        for at in range(max(map(len, blocks))):
            line = ""
            for start, block in zip(starts, blocks, strict=False):
                line += " " * (start - columns(line)) + (block[at] if at < len(block) else "")
            yield line.rstrip()


def help_page(keys: Sequence[KeyBinding], width: int) -> tuple[Paragraph, ...]:
    """The keys, in words."""
    return (heading("Keys"), *map(Paragraph, key_rows(keys, width)))


def key_rows(keys: Iterable[KeyBinding], width: int) -> tuple[str, ...]:
    """The keys with their words, in lines of at most `width` columns."""
    told = (key.help.replace("enter ", "Enter ") for key in keys)
    return one_after_another(told, width=width)


def picked(opinions: Sequence[Opinion], asked: PacketQuestion, sign: str) -> Opinion | None:
    """The code of the coder with this letter; None where the key is an answer of the question."""
    if any(key.key == sign for key in answer_keys(asked)):
        return None
    letters = [coder_letter(at) for at in range(len(opinions))]
    return opinions[letters.index(sign)] if sign in letters else None


class ShownParts:
    """Stories and pictures of the disputes of a table, as they are among these items."""

    def __init__(self, table: Adjudication, items: PacketItemFinder) -> None:
        self._table, self._items = table, items

    def story(self, dispute: Dispute) -> tuple[Line, ...]:
        """The story of a reply in content view, its opening being logged first. Raises Refused
        where there is none.
        """
        lines = self._story(dispute)
        if not lines:
            raise Refused("the story of this reply is not available")
        self._table.opened_story(dispute)
        return lines

    def count(self, dispute: Dispute) -> int:
        """How many pictures can be opened."""
        return len(numbered_pictures(self._pictured(dispute)))

    def nearest(self, dispute: Dispute) -> str:
        """The number of the picture that was shown last before the reply, as typed."""
        return nearest_picture(self._pictured(dispute), dispute.case.question) or "1"

    def picture(self, dispute: Dispute, number: str) -> bytes:
        """The bytes of a picture, by its number as typed. In content view that opens the story.
        Raises Refused where there is none.
        """
        digest = picture_called(number, self._pictured(dispute))
        if self._table.content:
            self._table.opened_story(dispute)
        return self._items.picture(digest)

    def _pictured(self, dispute: Dispute) -> tuple[Line, ...]:
        return self._story(dispute) if self._table.content else dispute.item.lines

    def _story(self, dispute: Dispute) -> tuple[Line, ...]:
        return self._items.story(dispute.packet.packet, dispute.item.id)
