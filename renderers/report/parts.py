"""What a report page is made of: figures that say where they come from, tables, plots, sections.

Every number that came out of a study is written as `<data value=... data-from=...>`, with the place
in `devrun report --json` that it repeats (a JSON pointer, RFC 6901). A page whose numbers are typed
into sentences cannot be held against anything; this one is walked by a test, and by who doubts it.

Everything here is escaped by markupsafe: a plain `str` is text, only `Markup` is HTML, and this
folder alone makes any. What stands around the figures is written in templates.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from markupsafe import Markup

from renderers.report.templating import macro

SIMULATED = "simulated, not data"
"""What stands in every table and figure of a study in which nobody real took part."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page under a heading of its own, reached as `#anchor`."""

    anchor: str
    title: str
    body: Markup


@dataclass(frozen=True, slots=True)
class Plot:
    """A figure as it is drawn, twice: `wide` for a screen or a sheet, `narrow` for a telephone.

    Both are whole SVG documents; `alt` says in words what the figure shows, for who cannot see it.
    `title` is a sentence and `note` what must be known to read it (n, method, what the marks are).
    """

    name: str
    title: str
    alt: str
    wide: str
    narrow: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class HtmlColumn:
    """A column of a table; `numeric` ones stand to the right."""

    title: str
    numeric: bool = False


Cell = str | Markup


def named(text: str) -> Markup:
    """Words that somebody else chose (a model, a coder, a level, a title): they may be anything,
    and a direction of writing stays within them.
    """
    return Markup("<bdi>{}</bdi>").format(text)


def data_value(value: Fraction | float | str | None, source: str, *, shown: str) -> Markup:
    """A number as it is shown, with its exact value and the place in the document it is from.

    `value` None is shown as it is told, and counts as null in the document.
    """
    exact = "null" if value is None else float(value) if isinstance(value, Fraction) else value
    return Markup('<data value="{}" data-from="{}">{}</data>').format(exact, source, shown)


def rounded(
    value: Fraction | float | None, source: str, *, digits: int = 2, none: str = "unknown"
) -> Markup:
    """A number rounded to so many digits; `none` where it is not known."""
    if value is None:
        return data_value(value, source, shown=none)
    # -0.004 rounds to a nought that should not look negative.
    return data_value(value, source, shown=f"{round(float(value), digits) + 0.0:.{digits}f}")


def percent(
    value: Fraction | float | None, source: str, *, digits: int = 0, none: str = "unknown"
) -> Markup:
    """A share between 0 and 1 as a percentage."""
    if value is None:
        return data_value(value, source, shown=none)
    return data_value(value, source, shown=f"{round(100 * float(value), digits) + 0.0:.{digits}f}%")


def points(value: Fraction | float | None, source: str, *, none: str = "unknown") -> Markup:
    """A difference of two shares in percentage points, with its sign."""
    if value is None:
        return data_value(value, source, shown=none)
    return data_value(value, source, shown=f"{round(100 * float(value)):+d} pp")


def interval(ends: Sequence[float] | None, source: str, *, digits: int = 2) -> Markup:
    """An interval, each end a number of its own; "none" where there is none."""
    if ends is None:
        return data_value(None, source, shown="none")
    low = rounded(ends[0], f"{source}/0", digits=digits)
    high = rounded(ends[1], f"{source}/1", digits=digits)
    return between(low, high)


def between(low: Markup, high: Markup) -> Markup:
    """An interval of two numbers that are not parted at the end of a line."""
    return Markup('<span class="range">[{}, {}]</span>').format(low, high)


def html_table(
    caption: Cell,
    columns: Sequence[HtmlColumn],
    rows: Iterable[Sequence[Cell]],
    *,
    simulated: bool,
    note: Cell = "",
) -> Markup:
    """A table whose first column heads its rows; it scrolls by itself where it is too wide."""
    found: Markup = macro("table_of_cells")(caption, columns, list(rows), simulated, note)
    return found


def figure(plot: Plot, table: Markup, *, simulated: bool) -> Markup:
    """A plot with its words, its alternative text, and its table folded beneath it.

    The drawings are images of their own and no part of the page, so that no style or name of theirs
    meets the page's, and the page's policy needs no exception for them.
    """
    found: Markup = macro("figure")(
        plot, _source(plot.wide), _source(plot.narrow), table, simulated
    )
    return found


def _source(svg: str) -> str:
    return "data:image/svg+xml;base64," + b64encode(svg.encode("utf-8")).decode("ascii")
