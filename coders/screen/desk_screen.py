"""The screen at which a coder sits: it draws the desk's step, and hands keys to the desk.

What it shows is asked of the desk after each act, so that it cannot show what is not in the log.
"""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key, Paste, Resize
from textual.screen import Screen

from coders.desk.desk import Desk
from coders.desk.paragraphs import Paragraph, TextStyle
from coders.desk.state import ItemCodes
from coders.desk.steps import Refused, Step
from coders.packets.shape import PacketUnusable
from coders.screen.answers import AnswerKeys
from coders.screen.modes import ItemList, Mode, Reader
from coders.screen.page import footer_lines, screen_page, side_page
from coders.screen.panels import panel_of
from coders.screen.reading import SCROLLING_ONLY, WIDEST, ReadingView, scroll
from coders.screen.status import Commands, status_line
from coders.screen.text import GUTTER

BESIDE = 130
"""From this many columns on the rubric stands beside the transcript."""
LEAST_PAGE = 6
"""Rows of the transcript that the panel leaves at least."""


class DeskScreen(Screen[None]):
    """Header, page, panel and keys; in a wide window the rubric beside the page."""

    AUTO_FOCUS = None
    DEFAULT_CSS = f"""
    DeskScreen {{ background: ansi_default; layout: vertical; overflow: hidden; }}
    DeskScreen #side {{
        display: none; border-left: solid ansi_default; max-width: {WIDEST}; margin: 0 0 0 1;
    }}
    DeskScreen.-wide #side {{ display: block; }}
    DeskScreen #over {{ display: none; }}
    DeskScreen.-over #over {{ display: block; }}
    DeskScreen.-over Horizontal {{ display: none; }}
    DeskScreen Horizontal {{ height: 1fr; }}
    """

    def __init__(self, desk: Desk, *, clock: Callable[[], float]) -> None:
        super().__init__()
        self.desk = desk
        self._commands = Commands(self)
        self._answers = AnswerKeys(self, self._commands, clock)
        self._mode: Mode | None = None
        self._notice = ""

    def compose(self) -> ComposeResult:
        """The parts, from top to bottom."""
        yield ReadingView(id="status")
        with Horizontal():
            yield ReadingView(id="page")
            yield ReadingView(id="side")
        yield ReadingView(id="over")
        yield ReadingView(id="span")
        yield ReadingView(id="panel")
        yield ReadingView(id="keys")

    def on_mount(self) -> None:
        """Draws the step where the coder stopped last."""
        self.draw()

    def on_resize(self, event: Resize) -> None:
        """Fits everything to the window."""
        self.set_class(event.size.width >= BESIDE, "-wide")
        self.draw()

    def draw(self) -> None:
        """Shows the desk's step as it is now."""
        step, packet = self.desk.step, self.desk.packet
        stay = self._answers.is_same(step)
        width = min(self.app.size.width, WIDEST) - GUTTER
        here = step.question.number if step.question is not None else 0
        self._part("page").show(screen_page(packet, step, width), here=here, stay=stay)
        if self.has_class("-wide"):
            self._part("side").show(side_page(packet.header, step), stay=stay)
        status = status_line(packet.header.coder, step, self.desk.progress, width)
        self._part("status").fit((Paragraph(status, TextStyle.NOTICE),), width + GUTTER)
        self._draw_foot(step, width)

    def _draw_foot(self, step: Step, width: int) -> None:
        """The panel and the keys: the step's, or those of what lies over it."""
        mode, height = self._mode, self.app.size.height
        keys = footer_lines(step, content=self.desk.content, width=width, height=height)
        panel = panel_of(step, self._codes(step), self._answers.pressed, width)
        over = mode is not None and bool(mode.page)
        self.set_class(over, "-over")
        if mode is not None:
            panel, keys = mode.panel, (mode.keys,)
            self._part("over").show(mode.page, here=mode.here, stay=not mode.here)
        if self._notice:
            panel = (Paragraph(self._notice, TextStyle.NOTICE), *panel)
        most = max(LEAST_PAGE, height - LEAST_PAGE - 4)
        self._part("panel").display = bool(panel)
        self._part("panel").fit(panel, width + GUTTER, most=most)
        words = tuple(Paragraph(line, TextStyle.FAINT) for line in keys)
        self._part("keys").fit(words, width + GUTTER)
        self._tell_span()

    def on_reading_view_moved(self, event: ReadingView.Moved) -> None:
        """Tells which rows of the page are in view."""
        if event.control is self._page:
            self._tell_span()

    @property
    def _page(self) -> ReadingView:
        """What is read and scrolled now."""
        return self._part("over" if self.has_class("-over") else "page")

    def _tell_span(self) -> None:
        told = self._page.span_words()
        width = min(self.app.size.width, WIDEST) - GUTTER
        line = (f"-- {told} " if told else "").ljust(width, "-")[:width]
        self._part("span").fit((Paragraph(line, TextStyle.FAINT),), width + GUTTER)

    def _part(self, name: str) -> ReadingView:
        return self.query_one(f"#{name}", ReadingView)

    def _codes(self, step: Step) -> ItemCodes:
        return self.desk.state.codes(step.item.id) if step.item else ItemCodes()

    def say(self, notice: str) -> None:
        """Shows a line above the panel until the next key."""
        self._notice = notice
        self.draw()

    def act(self, act: Callable[[], object]) -> bool:
        """Does an act of the desk and draws what follows; says whether it was done.

        A refusal, or a disk that takes no more, is shown in words.
        """
        self._notice = ""
        done = False
        try:
            act()
        except Refused as refused:
            self._notice = refused.message
        except PacketUnusable as fault:
            self._notice = f"{fault.message}; {fault.help}" if fault.help else fault.message
        else:
            done = True
        self.draw()
        return done

    def seek(self, wanted: str) -> None:
        """Scrolls the transcript to where some words first stand in it."""
        self._part("page").seek(wanted)

    def enter(self, mode: Mode) -> None:
        """Lays something over the desk, which takes the keys until it is left."""
        self._mode = mode
        self._part("over").show(mode.page, here=mode.here)
        self.draw()

    def on_key(self, event: Key) -> None:
        """Gives a key to what lies over the desk; else scrolls, judges, or does a command."""
        event.stop()
        printable = event.is_printable and bool(event.character)
        sign = event.character if printable and event.character else event.key
        if self._mode is not None:
            self._mode_key(self._mode, sign, printable=printable)
            return
        if scroll(self._page, event.key):
            return
        self._notice = ""
        if not self._answers.do(sign) and not self._commands.do(sign):
            self.say(f"`{sign}` does nothing here; ? shows all keys" if printable else "")

    def on_paste(self, event: Paste) -> None:
        """Gives what was pasted to the line that is written, if there is one."""
        event.stop()
        if self._mode is not None:
            self._mode.paste(event.text)
            self.draw()

    def _mode_key(self, mode: Mode, sign: str, *, printable: bool) -> None:
        scrolls = isinstance(mode, Reader) or sign in SCROLLING_ONLY
        if scrolls and not isinstance(mode, ItemList) and scroll(self._page, sign):
            return
        done = mode.press(sign, printable=printable)
        if done is not True:
            self._mode = None
            self._notice = ""
        self.draw()
        if not isinstance(done, bool):
            done()
