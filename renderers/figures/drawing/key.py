"""The key of a figure: the meaning of each mark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from renderers.figures.drawing import marks
from renderers.figures.drawing.letters import breadth, plain
from renderers.figures.drawing.looks import FAINT, Look
from renderers.figures.drawing.panel import Panel
from renderers.figures.drawing.sheet import PageSize, Sheet, leading
from renderers.number_words import INTERVAL


class LegendMark(Enum):
    """The marks that a key knows."""

    MEAN = auto()
    OTHER = auto()
    INTERVAL = auto()
    DRAWS = auto()
    GUESSING = auto()
    TICK = auto()
    LEVEL = auto()


NOBODYS = Look(FAINT, "D")
"""Of a mean in a drawing without any."""


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A mark and what it is; `look` is that of a mean, None where every participant has one."""

    mark: LegendMark
    words: str
    look: Look | None = None


OF_DRAWS = (
    LegendEntry(LegendMark.DRAWS, "a draw"), LegendEntry(LegendMark.MEAN, "mean of the draws")
)  # fmt: skip
"""Of a drawing that has every draw, and their mean."""


def interval(over: str = "", form: str = "{}") -> LegendEntry:
    """The 95% interval, and what it is `over` or holds for; `form` has other words around it."""
    words = ", ".join(filter(None, (INTERVAL, over)))
    return LegendEntry(LegendMark.INTERVAL, form.format(words))


def published(who: str) -> str:
    """What a drawing calls a value that was published of somebody."""
    return f"{who} (published)"


_ICON, _AFTER, _LEFT = 30.0, 16.0, 6.0
_MOST_LOOKS, _APART = 3, 9.0
"""So many looks stand for all of a drawing's participants, and the pixels between their centres."""


def key_height(entries: Sequence[LegendEntry], page: PageSize) -> float:
    """How high a key is, in pixels."""
    places = _places(entries, page)
    return (places[-1][0] + 1) * _line(page) + 4 if places else 0


def draw_key(
    sheet: Sheet, top: float, entries: Sequence[LegendEntry], looks: Iterable[Look] = ()
) -> None:
    """The key, its upper edge at `top`. `looks` are those of the drawing's means; an entry without
    a look of its own shows those that no other entry with its mark has.
    """
    named = {(one.mark, one.look) for one in entries}
    every = list(dict.fromkeys(looks))
    page = sheet.page
    height = key_height(entries, page)
    if not height:
        return
    panel = sheet.panel(0, top, page.width, height, across=(0, page.width), upwards=(height, 0))
    for one, (line, x) in zip(entries, _places(entries, page), strict=True):
        y = (line + 0.5) * _line(page)
        anybodys = [look for look in every if (one.mark, look) not in named][:_MOST_LOOKS]
        _icon(panel, one, [one.look] if one.look else anybodys or [NOBODYS], x + 12, y)
        sheet.lines(
            x + _ICON,
            top + y + 0.36 * page.small,
            one.words,
            room=page.width - x - _ICON - 2,
            most=1,
            size=page.small,
        )


def _line(page: PageSize) -> float:
    return leading(page.small) + 5


def _places(entries: Sequence[LegendEntry], page: PageSize) -> list[tuple[int, float]]:
    """The line of each entry, and its left edge."""
    found: list[tuple[int, float]] = []
    line, x = 0, _LEFT
    for one in entries:
        needed = _ICON + breadth(plain(one.words), page.small)
        if x > _LEFT and x + needed > page.width - 2:
            line, x = line + 1, _LEFT
        found.append((line, x))
        x += needed + _AFTER
    return found


def _icon(panel: Panel, one: LegendEntry, looks: Sequence[Look], x: float, y: float) -> None:
    match one.mark:
        case LegendMark.MEAN | LegendMark.OTHER as mark:
            for place, look in enumerate(looks):
                at = x + _APART * (place - (len(looks) - 1) / 2)
                marks.means(panel, [(at, y)], look, hollow=mark is LegendMark.OTHER)
        case LegendMark.INTERVAL:
            marks.intervals(panel, [(x - 11, x + 11, y)])
        case LegendMark.DRAWS:
            marks.dots(panel, [(x - 6, y + 3), (x, y + 3), (x, y - 3), (x + 6, y + 3)], size=5)
        case LegendMark.GUESSING:
            marks.guesses(panel, [(x, y)], length=16)
        case LegendMark.TICK:
            marks.ticks(panel, [(x, y)], length=14)
        case LegendMark.LEVEL:
            marks.levels(panel, [(x - 11, x + 11, y)])
