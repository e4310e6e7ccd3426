"""The screen on which a packet is coded: it draws the desk's step, and hands keys to the desk."""

from __future__ import annotations

from collections.abc import Callable

from coders.desk.desk import Desk
from coders.desk.open_packet import IN_ITEM, Viewer
from coders.desk.pages import paragraph_of, story_begins, story_headings
from coders.desk.state import ItemCodes
from coders.desk.steps import Step
from coders.packets.shape import LineKind, View
from coders.screen.answers import AnswerKeys
from coders.screen.page import footer_lines, screen_page, side_page
from coders.screen.page_screen import PageScreen, ScreenContent
from coders.screen.panels import panel_of
from coders.screen.status import Commands, status_line


class DeskScreen(PageScreen):
    """Header, page, panel and keys; in a wide window panel and rubric beside the page."""

    def __init__(self, desk: Desk, *, clock: Callable[[], float], view: Viewer) -> None:
        super().__init__()
        self.desk = desk
        self.view = view
        self._commands = Commands(self)
        self._page_of = ""
        self._answers = AnswerKeys(self, self._commands, clock)

    def content(self, width: int, beside: int) -> ScreenContent:
        """The desk's step as it is now."""
        step, packet = self.desk.step, self.desk.packet
        # Statements are rated one after the other; their page stays where it was scrolled to.
        stay = self._answers.is_same(step) or self._on_one_page(step)
        whole, height = self.is_wide, self.app.size.height
        codes = self.desk.state.codes(step.item.id) if step.item else ItemCodes()
        foot, shown = self.foot_width, step.item if step.kind in IN_ITEM else None
        return ScreenContent(
            status=status_line(packet.header.coder, step, self.desk.progress, foot),
            page=screen_page(packet, step, width),
            panel=panel_of(step, codes, self._answers.pressed, beside, whole=whole),
            keys=footer_lines(
                step,
                view=packet.header.view,
                width=foot,
                height=height,
                pictures=bool(self.desk.pictures),
            ),
            side=side_page(packet.header, step) if whole else (),
            here=step.question.number if step.question is not None else 0,
            begin=_begin(step, packet.header.view),
            stay=stay,
            stories=story_headings(shown, step.judged) if shown is not None else (),
        )

    def _on_one_page(self, step: Step) -> bool:
        before, self._page_of = self._page_of, step.item.id if step.item else ""
        return self.desk.packet.header.view is View.PEOPLE and before == self._page_of != ""

    def press(self, sign: str) -> bool:
        """Judges, or does a command; whether the key means anything."""
        return self._answers.do(sign) or self._commands.do(sign)


def _begin(step: Step, view: View) -> int | None:
    """Where a story begins of which nothing was judged yet: it is read before its first question.
    None where it was read, and the question is what is looked at. Where people rate, it is what
    this wave is about.
    """
    asked, item = step.question, step.item
    if view is View.PEOPLE and item is not None:
        read = [at for at, line in enumerate(item.lines) if line.kind is LineKind.STORY]
        return paragraph_of(item, {}, read[-1]) if read else None
    if asked is None or item is None or step.judged_before:
        return None
    if any(item.question(number).story == asked.story for number in step.judged):
        return None
    return story_begins(item, step.judged, asked.number)
