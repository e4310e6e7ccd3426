"""A drawing of so many pixels, measured from its upper left corner, by matplotlib.

Only matplotlib's objects are used, never pyplot: that one keeps figures for the whole process and
asks for a display. Settings are matplotlib's own defaults and ours for as long as one drawing is
made, whatever a person's settings file says; nothing is written to it. Words are outlines of the
face that comes with matplotlib (`letters.py`), so that a drawing looks the same everywhere, and
none of them is read as mathematics. Matplotlib's log stays silent: that it builds its list of
faces, or keeps it in a temporary folder because a home is read-only, is no news of the study's.

Drawings are made one at a time: matplotlib's settings belong to the process, not to a thread.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from renderers.figures.letters import Label, spelled
from renderers.figures.looks import INK
from renderers.figures.names import fitted, plain
from renderers.figures.panel import Panel
from renderers.figures.tidy_svg import tidied

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.typing import RcKeyType

Side = Literal["left", "center", "right"]
_ANCHOR = {"left": "start", "center": "middle", "right": "end"}
STAMP = "SIMULATED, not data"


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

_SETTINGS: dict[RcKeyType, Any] = {
    "svg.hashsalt": "devrun",
    "svg.image_inline": True,
    "path.simplify": False,
}


@contextmanager
def drawing() -> Iterator[None]:
    """Matplotlib with our settings and without its log, for the length of one drawing."""
    log = logging.getLogger("matplotlib")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        import matplotlib

        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(_SETTINGS)
            yield
    finally:
        log.setLevel(before)


class Sheet:
    """What is drawn on. To be made and used inside `drawing()`."""

    def __init__(self, page: PageSize, height: float) -> None:
        from matplotlib.figure import Figure

        self.page = page
        self.height = round(height)
        # A point is a pixel: matplotlib's SVG has 72 units to the inch.
        self.figure: Figure = Figure(figsize=(page.width / 72, self.height / 72), dpi=72)
        self.figure.patch.set_facecolor("white")
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
        from matplotlib.transforms import Affine2D

        wide, high = width / (across[1] - across[0]), height / (upwards[1] - upwards[0])
        at = Affine2D().translate(-across[0], -upwards[0]).scale(wide, high)
        # Matplotlib counts pixels from below.
        return Panel(self.figure, at.translate(left, self.height - top - height))

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

    def svg(self) -> str:
        """The drawing as a whole SVG document, the same for the same study."""
        page = self.page
        stream = io.StringIO()
        self.figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
        return tidied(
            stream.getvalue(),
            width=page.width,
            height=self.height,
            title=f"{STAMP}. {page.title}" if page.simulated else page.title,
            words=spelled(self._words),
        )


def leading(size: float) -> float:
    """From one baseline to the next, in pixels."""
    return round(1.25 * size)


def room_for(words: str, size: float, *, room: float, most: int, bold: bool = False) -> float:
    """How high words are that are broken into lines."""
    return len(fitted(words, room, size, lines=most, bold=bold)) * leading(size)
