"""A screen of pages: one to read, what is asked, and the keys; subclasses say what stands there.

In a wide window what is asked and the rubric stand to the right of what is read, and otherwise what
is asked stands below it. What is shown is asked of the subclass after each key, so that the screen
cannot show what is not in the log.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key, Paste, Resize
from textual.screen import Screen

from coders.desk.paragraphs import Paragraph, TextStyle
from coders.desk.steps import Refused
from coders.screen.modes import ItemList, Mode, Reader
from coders.screen.reading import SCROLLING_ONLY, WIDEST, ReadingView, scroll
from coders.screen.text import GUTTER
from dsl.errors import DevrunError
from dsl.record import record

WIDE = 110
"""From this many columns on, what is asked is to the right of what is read."""
BESIDE = 46
"""The fewest columns of what is to the right."""
LEAST_PAGE = 6
"""Rows that what is asked leaves at least to what is read, or to the rubric."""


@record
class ScreenContent:
    """What a screen shows. `page` is read and scrolled, with the question `here` marked and in
    view, or from the paragraph `begin` (from 0) on; `stay` leaves it where it was scrolled to.
    `stories` are paragraphs that [ and ] go to.
    `panel` is what is asked, and `side` stands below it in a wide window, unless the page takes the
    whole width there, too.
    """

    status: str
    page: tuple[Paragraph, ...]
    panel: tuple[Paragraph, ...]
    keys: tuple[str, ...]
    side: tuple[Paragraph, ...] = ()
    here: int = 0
    begin: int | None = None
    stay: bool = False
    stories: tuple[int, ...] = ()
    whole_width: bool = False


class PageScreen(Screen[None]):
    """Status, page, what is asked, and keys; a mode may lie over them and take the keys."""

    AUTO_FOCUS = None
    DEFAULT_CSS = f"""
    PageScreen {{ background: ansi_default; layout: vertical; overflow: hidden; }}
    PageScreen #right {{ display: none; border-left: solid ansi_default; max-width: {WIDEST}; }}
    PageScreen #side {{ margin: 1 0 0 0; }}
    PageScreen.-beside #right {{ display: block; }}
    PageScreen.-beside #page {{ margin: 0 1 0 0; }}
    PageScreen #over {{ display: none; }}
    PageScreen.-over #over {{ display: block; }}
    PageScreen.-over Horizontal {{ display: none; }}
    PageScreen Horizontal {{ height: 1fr; }}
    """

    def __init__(self) -> None:
        super().__init__()
        self._mode: Mode | None = None
        self._notice = ""

    # ---------------------------------------------------------------- what subclasses say

    @abstractmethod
    def content(self, width: int, beside: int) -> ScreenContent:
        """What is shown now: for a page `width` columns wide, and a panel of `beside` columns."""

    @abstractmethod
    def press(self, sign: str) -> bool:
        """Does what a key means; whether it means anything."""

    # ---------------------------------------------------------------- parts and drawing

    def compose(self) -> ComposeResult:
        """The parts, from top to bottom."""
        yield ReadingView(id="status")
        with Horizontal():
            yield ReadingView(id="page")
            with Vertical(id="right"):
                yield ReadingView(id="beside")
                yield ReadingView(id="side")
        yield ReadingView(id="over")
        yield ReadingView(id="span")
        yield ReadingView(id="panel")
        yield ReadingView(id="keys")

    def on_mount(self) -> None:
        """Draws what there is at the start."""
        self.draw()

    def on_resize(self, event: Resize) -> None:
        """Fits everything to the window."""
        self.draw()

    @property
    def is_wide(self) -> bool:
        """Whether there is room for what is asked beside what is read."""
        return self.app.size.width >= WIDE

    @property
    def foot_width(self) -> int:
        """The columns of a page that takes the whole width."""
        return min(self.app.size.width, WIDEST) - GUTTER

    def draw(self) -> None:
        """Shows everything as it is now."""
        width = beside = self.foot_width
        if self.is_wide:
            total = self.app.size.width
            right = max(BESIDE, min(WIDEST, total - WIDEST))
            self.query_one("#right").styles.width = right
            # One column is the border's, and one the page's margin.
            width, beside = min(total - right - 1, WIDEST) - GUTTER, right - 1 - GUTTER
        now, mode, height = self.content(width, beside), self._mode, self.app.size.height
        panel, keys = now.panel, now.keys
        side_by_side = self.is_wide and not now.whole_width
        self.set_class(side_by_side, "-beside")
        self._part("page").show(now.page, here=now.here, begin=now.begin, stay=now.stay)
        self._part("page").stories = now.stories
        self._part("status").fit(
            (Paragraph(now.status, TextStyle.NOTICE),), self.foot_width + GUTTER
        )
        over = mode is not None and bool(mode.page)
        self.set_class(over, "-over")
        if mode is not None:
            panel, keys = mode.panel, (mode.keys,)
            self._part("over").show(mode.page, here=mode.here, stay=not mode.here)
        if self._notice:
            panel = (Paragraph(self._notice, TextStyle.NOTICE), *panel)
        most = max(LEAST_PAGE, height - LEAST_PAGE - 4)
        if side_by_side and not over:
            self._part("beside").fit(panel, beside + GUTTER, most=most)
            self._part("side").show(now.side, stay=now.stay)
        else:
            self._part("panel").fit(panel, self.foot_width + GUTTER, most=most)
        self._part("panel").display = bool(panel) and (over or not side_by_side)
        words = tuple(Paragraph(line, TextStyle.FAINT) for line in keys)
        self._part("keys").fit(words, self.foot_width + GUTTER)
        self._tell_span()

    def on_reading_view_moved(self, event: ReadingView.Moved) -> None:
        """Tells which rows of the page are in view."""
        if event.control is self.page:
            self._tell_span()

    @property
    def page(self) -> ReadingView:
        """What is read and scrolled now."""
        return self._part("over" if self.has_class("-over") else "page")

    def _tell_span(self) -> None:
        told = self.page.span_words()
        line = (f"-- {told} " if told else "").ljust(self.foot_width, "-")[: self.foot_width]
        self._part("span").fit((Paragraph(line, TextStyle.FAINT),), self.foot_width + GUTTER)

    def _part(self, name: str) -> ReadingView:
        return self.query_one(f"#{name}", ReadingView)

    # ---------------------------------------------------------------- acts and keys

    def say(self, notice: str) -> None:
        """Shows a line above what is asked until the next key."""
        self._notice = notice
        self.draw()

    def act(self, act: Callable[[], object]) -> bool:
        """Does an act and draws what follows; says whether it was done.

        A refusal, or a disk that takes no more, is shown in words.
        """
        self._notice = ""
        done = False
        try:
            act()
        except Refused as refused:
            self._notice = refused.message
        except DevrunError as fault:
            self._notice = f"{fault.message}; {fault.help}" if fault.help else fault.message
        else:
            done = True
        self.draw()
        return done

    def seek(self, wanted: str) -> None:
        """Scrolls the page to where some words first stand in it."""
        self._part("page").seek(wanted)

    def enter(self, mode: Mode) -> None:
        """Lays something over the screen, which takes the keys until it is left."""
        self._mode = mode
        self._part("over").show(mode.page, here=mode.here)
        self.draw()

    def on_key(self, event: Key) -> None:
        """Gives a key to what lies over the screen; else scrolls, or does what it means."""
        event.stop()
        printable = event.is_printable and bool(event.character)
        sign = event.character if printable and event.character else event.key
        if self._mode is not None:
            self._mode_key(self._mode, sign, printable=printable)
            return
        if self.scrolls(event.key):
            return
        self._notice = ""
        if not self.press(sign):
            self.say(f"`{sign}` does nothing here; ? shows all keys" if printable else "")

    def scrolls(self, key: str) -> bool:
        """Scrolls the page if the key is one that does; says whether it is."""
        return scroll(self.page, key)

    def on_paste(self, event: Paste) -> None:
        """Gives what was pasted to the line that is written, if there is one."""
        event.stop()
        if self._mode is not None:
            self._mode.paste(event.text)
            self.draw()

    def _mode_key(self, mode: Mode, sign: str, *, printable: bool) -> None:
        scrolls = isinstance(mode, Reader) or sign in SCROLLING_ONLY
        if scrolls and not isinstance(mode, ItemList) and scroll(self.page, sign):
            return
        done = mode.press(sign, printable=printable)
        if done is not True:
            self._mode = None
            self._notice = ""
        self.draw()
        if not isinstance(done, bool):
            done()
