"""A drawing of so many pixels, measured from its upper left corner.

Words are text, laid out by the breadths of one face (`letters.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from markupsafe import escape

from renderers.figures.drawing.letters import Label, fitted, plain, spelled
from renderers.figures.drawing.looks import INK, QUIET
from renderers.figures.drawing.panel import Marks, Panel, path
from renderers.number_words import NOT_DATA

Side = Literal["left", "center", "right"]
_ANCHOR = {"left": "start", "center": "middle", "right": "end"}
STAMP = NOT_DATA


@dataclass(frozen=True, slots=True)
class PageSize:
    """For what a drawing is made: its width, and the size of its words, in pixels; what it is
    called, and whether it has to say that it is simulated.
    """

    width: int
    text: float
    small: float
    narrow: bool
    title: str = ""
    simulated: bool = False

    @property
    def top(self) -> float:
        """Where a drawing begins, below the words that say that it is simulated."""
        return 22.0 if self.simulated else 8.0


WIDE = PageSize(900, 13, 12, narrow=False)
NARROW = PageSize(360, 12, 11, narrow=True)


class Sheet:
    """What is drawn on."""

    def __init__(self, page: PageSize, height: float) -> None:
        self.page = page
        self.height = round(height)
        self._marks: Marks = []
        self._words: list[Label] = []
        if page.simulated:
            self.text(page.width / 2, 15, STAMP, bold=True, side="center", colour="#a33b00")

    def panel(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        *,
        across: tuple[float, float],
        upwards: tuple[float, float],
    ) -> Panel:
        """A part of the sheet with scales of its own; where `upwards` begins with the larger number
        its scale runs downwards.
        """
        return Panel(self._marks, left, top, width, height, across, upwards)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float | None = None,
        colour: str = INK,
        bold: bool = False,
        side: Side = "left",
        turned: bool = False,
    ) -> None:
        """One line of words; `y` is its baseline. `turned`: it runs upwards."""
        size = self.page.text if size is None else size
        line = plain(words)
        if not line:
            return
        self._words.append(Label(x, y, line, size, colour, _ANCHOR[side], bold, turned))

    def lines(
        self,
        x: float,
        y: float,
        words: str,
        *,
        room: float,
        most: int,
        size: float | None = None,
        colour: str = INK,
        bold: bool = False,
        side: Side = "left",
    ) -> float:
        """Words in lines no broader than `room`, the first one's baseline at `y`; gives the
        baseline after the last.
        """
        size = self.page.text if size is None else size
        for line in fitted(words, room, size, lines=most, bold=bold):
            self.text(x, y, line, size=size, colour=colour, bold=bold, side=side)
            y += leading(size)
        return y

    def note(
        self,
        x: float,
        y: float,
        words: str,
        *,
        room: float | None = None,
        most: int = 1,
        side: Side = "left",
        turned: bool = False,
    ) -> float:
        """Small words of less weight, such as those of a scale; in at most so many lines where
        there is only so much `room`.
        """
        if room is not None:
            size = self.page.small
            return self.lines(x, y, words, room=room, most=most, size=size, colour=QUIET, side=side)
        self.text(x, y, words, size=self.page.small, colour=QUIET, side=side, turned=turned)
        return y + leading(self.page.small)

    def svg(self) -> str:
        """The drawing as a whole SVG document, the same for the same study."""
        width, height = self.page.width, self.height
        title = f"{STAMP}. {self.page.title}" if self.page.simulated else self.page.title
        ground = path(f"M0 0H{width}V{height}H0z", fill="#ffffff")
        marks = "".join(one for _, one in sorted(self._marks, key=lambda mark: mark[0]))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}"><title>{escape(plain(title))}</title>'
            f"{ground}{marks}{spelled(self._words)}</svg>"
        )


def leading(size: float) -> float:
    """From one baseline to the next, in pixels."""
    return round(1.25 * size)


def room_for(words: str, size: float, *, room: float, most: int, bold: bool = False) -> float:
    """How high words are that are broken into lines."""
    return len(fitted(words, room, size, lines=most, bold=bold)) * leading(size)
