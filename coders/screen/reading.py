"""A page that is read, scrolled and searched: it draws the rows in view and no others.

A line that is written with the keyboard, as a value: each key gives the next one.

Textual's own input is a widget with a queue of keys of its own: what is typed fast around its
opening and closing gets into the wrong place (measured: a mark ended up in a note). It also copies
by an escape sequence.
"""

from __future__ import annotations

from itertools import accumulate

from textual.events import Resize
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from coders.desk.paragraphs import Paragraph
from coders.packets.shape import Item
from coders.screen.page import ScreenRow, lay_out, rows_of
from coders.screen.text import GUTTER, blank, strip
from dsl.record import record
from dsl.words import folded

WIDEST = 92
"""Columns of a page at most: longer rows are hard to read."""


class ReadingView(ScrollView, can_focus=False):
    """A page of words, scrolled by rows. Nothing but keys moves it."""

    DEFAULT_CSS = f"""
    ReadingView {{
        width: 1fr;
        max-width: {WIDEST};
        height: 1fr;
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size: 0 0;
    }}
    """

    class Moved(Message):
        """Other rows are in view than before, or there are more or fewer."""

        def __init__(self, reading: ReadingView) -> None:
            super().__init__()
            self.reading = reading

        @property
        def control(self) -> ReadingView:
            """The page that moved."""
            return self.reading

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._page: tuple[Paragraph, ...] = ()
        self._rows: tuple[ScreenRow, ...] = ()
        self._blocks: dict[Paragraph, tuple[ScreenRow, ...]] = {}
        self._laid: tuple[tuple[Paragraph, ...], int] | None = None
        self._here = 0
        self._begin: int | None = None
        self._moved = False
        self._at_end = False
        self._sought = ""
        self.stories: tuple[int, ...] = ()
        """Paragraphs (from 0) at which stories begin."""

    @property
    def rows(self) -> tuple[ScreenRow, ...]:
        """The page as laid out."""
        return self._rows

    def show(
        self,
        page: tuple[Paragraph, ...],
        *,
        here: int = 0,
        begin: int | None = None,
        stay: bool = False,
    ) -> None:
        """Shows a page with the question `here` marked and in view, or from the paragraph `begin`
        (from 0) on, where one is given.

        `stay`: leave the page where it was scrolled to.
        """
        self._page, self._here, self._begin = page, here, begin
        self._lay()
        if not stay:
            self._moved, self._sought = False, ""
            self.scroll_to(y=self._place_of(here), animate=False, force=True)
        self.refresh()
        self.post_message(self.Moved(self))

    def fit(self, page: tuple[Paragraph, ...], width: int, *, most: int = 1000) -> None:
        """Shows a page that takes as many rows as it needs at a width, but `most` of them."""
        width = min(width, WIDEST)
        rows = len(lay_out(page, width - GUTTER))
        self.styles.height = max(1, min(rows, most))
        self.show(page)

    def turn(self, rows: int) -> None:
        """Scrolls by so many rows, up if negative."""
        self._moved, self._sought = True, ""
        self.scroll_to(y=self.scroll_target_y + rows, animate=False, force=True)
        self._at_end = round(self.scroll_target_y) + self.size.height >= len(self._rows)
        self.post_message(self.Moved(self))

    def turn_to_story(self, step: int) -> None:
        """Scrolls to the next story, or (-1) to the beginning of this one or the one before."""
        top = round(self.scroll_target_y)
        rows = [self._row_at(paragraph) for paragraph in self.stories]
        there = [row for row in rows if (row - top) * step > 0]
        if there:
            self.turn((there[0] if step > 0 else there[-1]) - top)

    def _row_at(self, paragraph: int) -> int:
        """The first row of a paragraph (from 0)."""
        return sum(len(self._blocks.get(words, ())) for words in self._page[:paragraph])

    def seek(self, wanted: str) -> None:
        """Scrolls to where some words first stand, and keeps them in view until the page is turned;
        stays where it is if they stand nowhere.
        """
        self._sought = wanted
        self._lay()
        if self._laid_now():
            self.scroll_to(y=self._place_of(self._here), animate=False, force=True)
            self.post_message(self.Moved(self))

    def span_words(self) -> str:
        """Which rows are in view, e.g. `rows 1 to 13 of 40, PageDown for more`; empty if all."""
        top, rows = round(self.scroll_target_y), len(self._rows)
        last = min(rows, top + self.size.height)
        if not top and last == rows:
            return ""
        more = ", PageDown for more" if last < rows else ""
        return f"rows {top + 1} to {last} of {rows}{more}"

    def on_resize(self, event: Resize) -> None:
        """Lays the page out again. What a key brought to the top stays there, and the end stays the
        end; else the question that is judged stays in view.
        """
        top = round(self.scroll_target_y)
        paragraph = sum(row.first for row in self._rows[: top + 1])
        wide = self._laid is not None and self._laid[1] != self.size.width - GUTTER
        self._lay()
        if not self._moved:
            top = self._place_of(self._here)
        elif self._at_end:
            top = len(self._rows)
        elif wide:
            top = self._row_of(paragraph)
        self.scroll_to(y=top, animate=False, force=True)
        self.refresh()
        self.post_message(self.Moved(self))

    def _row_with(self, wanted: str) -> int | None:
        """The row in which some words begin that may go on in the next, however they are set."""
        looked_for = folded(wanted)
        number = 0
        for words in self._page:
            block = self._blocks[words]
            texts = [folded(row.text) for row in block]
            place = " ".join(texts).find(looked_for)
            # An empty row leaves a second blank in the middle of words that go on behind it.
            if place < 0 and "" in texts:
                place = " ".join(filter(None, texts)).find(looked_for)
            if place >= 0:
                ends = accumulate(len(text) + 1 for text in texts)
                return number + sum(end <= place for end in ends)
            number += len(block)
        return None

    def _row_of(self, paragraph: int) -> int:
        """The first row of a paragraph, counted from 1."""
        for number, row in enumerate(self._rows):
            paragraph -= row.first
            if paragraph <= 0:
                return number
        return 0

    def render_line(self, y: int) -> Strip:
        """The row at this height of the window."""
        width = self.size.width
        number = round(self.scroll_offset.y) + y
        if number >= len(self._rows):
            return blank(width)
        row = self._rows[number]
        return strip(row, width, here=bool(self._here) and row.question == self._here)

    def _lay(self) -> None:
        width = self.size.width - GUTTER
        if self._laid == (self._page, width) or not self.size.width:
            return
        # Paragraphs that were there before are not wrapped again: a mark changes one of many, and
        # another may be a reply of 200,000 characters.
        known = self._blocks if self._laid and self._laid[1] == width else {}
        self._blocks = {
            words: known[words] if words in known else rows_of(words, width) for words in self._page
        }
        self._rows = tuple(row for words in self._page for row in self._blocks[words])
        self._laid = (self._page, width)
        self.virtual_size = Size(self.size.width, len(self._rows))

    def _laid_now(self) -> bool:
        """Whether the page is laid out; one that lies below another has no width."""
        return self._laid is not None and self._laid[0] == self._page

    def _place_of(self, question: int) -> int:
        """The first row to show so that a question and its reply are in view, or what was sought.

        Where both do not fit, the reply matters more: the question is named in the panel, too.
        """
        sought = self._row_with(self._sought) if self._sought and self._laid_now() else None
        if sought is not None:
            return max(0, sought - self.size.height // 3)
        if self._begin is not None:
            return self._row_at(self._begin)
        here = [number for number, row in enumerate(self._rows) if row.question == question]
        height = self.size.height
        if not question or not here or here[-1] < height:
            return 0
        first, last = here[0], here[-1]
        if last - first < height:
            # A little of what came before is kept in view.
            room = height - (last - first + 1)
            return max(0, first - min(room, max(2, height // 3)))
        reply = max(number for number in here if self._rows[number].first)
        if last - reply < height:
            return last - height + 1
        return first if reply - first <= height // 3 else reply


_ROWS = {"up": -1, "k": -1, "down": 1, "j": 1}
_PAGES = {"pageup": -1, "pagedown": 1, "space": 1, " ": 1}
_STORIES = {"[": -1, "]": 1, "left_square_bracket": -1, "right_square_bracket": 1}
SCROLLING_ONLY = frozenset({"up", "down", "pageup", "pagedown"})
"""Those that scroll while something is written, too."""
_FAR = 10**9


def scroll(reading: ReadingView, key: str) -> bool:
    """Scrolls if the key is one that does; says whether it is."""
    if key in _ROWS:
        reading.turn(_ROWS[key])
    elif key in _PAGES:
        # One row of the page before stays in view, so that the eye finds its place.
        reading.turn(_PAGES[key] * max(1, reading.size.height - 1))
    elif key in _STORIES:
        reading.turn_to_story(_STORIES[key])
    elif key == "home":
        reading.turn(-_FAR)
    elif key == "end":
        reading.turn(_FAR)
    else:
        return False
    return True


AROUND = 24
"""Characters shown before and after what was found."""


def excerpt(item: Item, wanted: str) -> str:
    """The words around the first place where a speech of an item holds what was searched for."""
    looked_for = folded(wanted)
    for line in item.lines:
        flat = " ".join(line.text.split())
        place = flat.casefold().find(looked_for)
        if place >= 0:
            return _around(flat, place, place + len(looked_for))
    return "in a note, or across two messages"


def _around(flat: str, first: int, end: int) -> str:
    """A piece of a text with about as much before and behind, in whole words where it can be."""
    start, stop = max(0, first - AROUND), min(len(flat), end + AROUND)
    if start:
        start = flat.find(" ", start, first) + 1 or start
    if stop < len(flat):
        blank = flat.rfind(" ", end, stop)
        stop = blank if blank >= 0 else stop
    before, behind = ("\u2026" if start else ""), ("\u2026" if stop < len(flat) else "")
    return f"{before}{flat[start:stop]}{behind}"


LONGEST = 2000
"""Characters of a note or reason at most."""
CURSOR = "\u258f"


@record
class InputLine:
    """What is written, and before which character (from 0) the next one goes."""

    text: str = ""
    at: int = 0

    @property
    def shown(self) -> str:
        """The text with the cursor in it."""
        return self.text[: self.at] + CURSOR + self.text[self.at :]

    def insert(self, text: str) -> InputLine:
        """The line with a text at the cursor, as far as there is room."""
        fits = text[: LONGEST - len(self.text)]
        return InputLine(self.text[: self.at] + fits + self.text[self.at :], self.at + len(fits))

    def press(self, key: str) -> InputLine:
        """The line after a key that moves or deletes; the same for every other key."""
        text, at = self.text, self.at
        match key:
            case "left" | "ctrl+b":
                return InputLine(text, max(0, at - 1))
            case "right" | "ctrl+f":
                return InputLine(text, min(len(text), at + 1))
            case "home" | "ctrl+a":
                return InputLine(text, 0)
            case "end" | "ctrl+e":
                return InputLine(text, len(text))
            case "backspace" | "ctrl+h":
                return InputLine(text[: max(0, at - 1)] + text[at:], max(0, at - 1))
            case "delete" | "ctrl+d":
                return InputLine(text[:at] + text[at + 1 :], at)
            case "ctrl+u":
                return InputLine(text[at:], 0)
            case "ctrl+w":
                kept = text[:at].rstrip()
                kept = kept[: kept.rfind(" ") + 1]
                return InputLine(kept + text[at:], len(kept))
            case _:
                return self
