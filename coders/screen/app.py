"""The coding screen as a program: keys only, in the colours of the coder's own terminal.

It sets no colours of its own. A theme with a background would have to be right on every screen,
and with NO_COLOR would still be grey on grey; bold, reverse and underlined work everywhere, and
nothing depends on them alone.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from textual.app import App, AutopilotCallbackType
from textual.binding import Binding
from textual.screen import Screen

from coders.desk.desk import Desk
from coders.desk.open_packet import Viewer, no_viewer
from coders.screen.desk_screen import DeskScreen


class KeyboardApp(App[None]):
    """A program of keys and the one screen that `made` makes. `run` returns when it is left."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS = [  # noqa: RUF012
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(self, made: Callable[[], Screen[None]]) -> None:
        # From the start: the filter that NO_COLOR asks for is chosen by it, once.
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self._interrupted = False
        self._made = made

    def get_default_screen(self) -> Screen[None]:
        """There is no other screen, so that no key can get to a wrong one."""
        return self._made()

    def action_leave(self) -> None:
        """Leaves; every judgement is kept already."""
        self.exit()

    def action_interrupt(self) -> None:
        """Leaves as if the program were interrupted."""
        self._interrupted = True
        self.exit()

    def run(
        self,
        *,
        headless: bool = False,
        inline: bool = False,
        inline_no_clear: bool = False,
        mouse: bool = False,
        size: tuple[int, int] | None = None,
        auto_pilot: AutopilotCallbackType | None = None,
        loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """Shows the screen until the coder leaves.

        Raises KeyboardInterrupt, the terminal being right again, if that was by Ctrl-C. A fault of
        ours is raised, not printed.
        """
        super().run(
            headless=headless,
            inline=inline,
            inline_no_clear=inline_no_clear,
            mouse=mouse,
            size=size,
            auto_pilot=auto_pilot,
            loop=loop,
        )
        if self._exception is not None:
            raise self._exception
        if self._interrupted:
            raise KeyboardInterrupt

    def _fatal_error(self) -> None:
        # Textual would print a traceback with the values of all variables, replies among them.
        self._close_messages_no_wait()


class CodingApp(KeyboardApp):
    """The screen on which one coder codes one packet. `run` returns when the coder leaves.

    `clock` counts seconds; it times how long a coder looks before a judgement. `view` opens a
    picture.
    """

    def __init__(
        self,
        desk: Desk,
        *,
        clock: Callable[[], float] = time.monotonic,
        view: Viewer = no_viewer,
    ) -> None:
        super().__init__(lambda: DeskScreen(desk, clock=clock, view=view))
        self.desk = desk
