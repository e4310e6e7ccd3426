"""What a report page is made of: figures that say where they come from, tables, plots, sections.

Every number that came out of a study is written as `<data value=... data-from=...>`, with the place
in `devrun report --json` that it repeats (a JSON pointer, RFC 6901). A page whose numbers are typed
into sentences cannot be held against anything; this one is walked by a test, and by who doubts it.

Everything here is escaped by markupsafe: a plain `str` is text, only `Markup` is HTML, and this
folder alone makes any.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from markupsafe import Markup, escape

_SHORT = 8
"""Rows of a table that fits on a sheet."""

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
class Column:
    """A column of a table; `numeric` ones stand to the right."""

    title: str
    numeric: bool = False


Cell = str | Markup


def named(text: str) -> Markup:
    """Words that somebody else chose (a model, a coder, a level, a title): they may be anything,
    and a direction of writing stays within them.
    """
    return Markup("<bdi>{}</bdi>").format(text)


def paragraph(*parts: Cell, kind: str = "") -> Markup:
    """A paragraph of these parts, a space between each two; nothing where there are none."""
    said = [part for part in parts if part]
    if not said:
        return Markup("")
    side = Markup(' class="{}"').format(kind) if kind else Markup("")
    return Markup("<p{}>{}</p>").format(side, Markup(" ").join(said))


def listed(parts: Iterable[Cell], *, ordered: bool = False, kind: str = "") -> Markup:
    """A list; nothing where there is nothing in it."""
    lines = [Markup("<li>{}</li>").format(part) for part in parts if part]
    if not lines:
        return Markup("")
    side = Markup(' class="{}"').format(kind) if kind else Markup("")
    return Markup("<{0}{1}>{2}</{0}>").format(
        "ol" if ordered else "ul", side, Markup("").join(lines)
    )


def joined(parts: Sequence[Cell], last: str = "and") -> Markup:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return Markup("").join(parts)
    return Markup("{} {} {}").format(Markup(", ").join(parts[:-1]), last, parts[-1])


def heading(title: Cell) -> Markup:
    """A heading within a section."""
    return Markup("<h3>{}</h3>").format(title)


def folded(summary: Cell, body: Markup) -> Markup:
    """What is opened by whoever wants it: long tables, and what repeats a figure."""
    return Markup("<details><summary>{}</summary>{}</details>").format(summary, body)


def two_lines(figure: Cell, *below: Cell) -> Markup:
    """A figure with what belongs to it in small print below, parted by commas; no piece of that is
    broken at the end of a line.
    """
    said = [Markup('<span class="line">{}</span>').format(one) for one in below if one]
    if not said:
        return Markup("{}").format(figure)
    return Markup("{}<br><small>{}</small>").format(figure, Markup(", ").join(said))


def linked(anchor: str, words: Cell) -> Markup:
    """A link to a place on the page."""
    return Markup('<a href="#{}">{}</a>').format(anchor, words)


def told(value: Fraction | float | str | None, source: str, *, shown: str) -> Markup:
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
        return told(value, source, shown=none)
    # -0.004 rounds to a nought that should not look negative.
    return told(value, source, shown=f"{round(float(value), digits) + 0.0:.{digits}f}")


def percent(
    value: Fraction | float | None, source: str, *, digits: int = 0, none: str = "unknown"
) -> Markup:
    """A share between 0 and 1 as a percentage."""
    if value is None:
        return told(value, source, shown=none)
    return told(value, source, shown=f"{round(100 * float(value), digits) + 0.0:.{digits}f}%")


def points(value: Fraction | float | None, source: str, *, none: str = "unknown") -> Markup:
    """A difference of two shares in percentage points, with its sign."""
    if value is None:
        return told(value, source, shown=none)
    return told(value, source, shown=f"{round(100 * float(value)):+d} pp")


def interval(ends: Sequence[float] | None, source: str, *, digits: int = 2) -> Markup:
    """An interval, each end a number of its own; "none" where there is none."""
    if ends is None:
        return told(None, source, shown="none")
    low = rounded(ends[0], f"{source}/0", digits=digits)
    high = rounded(ends[1], f"{source}/1", digits=digits)
    return between(low, high)


def between(low: Markup, high: Markup) -> Markup:
    """An interval of two numbers that are not parted at the end of a line."""
    return Markup('<span class="range">[{}, {}]</span>').format(low, high)


def html_table(
    caption: Cell,
    columns: Sequence[Column],
    rows: Iterable[Sequence[Cell]],
    *,
    simulated: bool,
    note: Cell = "",
) -> Markup:
    """A table whose first column heads its rows; it scrolls by itself where it is too wide."""
    mark = Markup(' <strong class="simulated">{}</strong>').format(SIMULATED) if simulated else ""
    head = Markup("").join(
        Markup('<th scope="col"{}>{}</th>').format(_side(column), column.title)
        for column in columns
    )
    lines = [_row(columns, row) for row in rows]
    # On paper a short table stays on one sheet.
    kind = "table short" if len(lines) <= _SHORT else "table"
    foot = Markup('<p class="note">{}</p>').format(note) if note else Markup("")
    return Markup(
        '<div class="{}" role="region" aria-label="{}" tabindex="0"><table>'
        "<caption><span>{}{}</span></caption><thead><tr>{}</tr></thead><tbody>{}</tbody></table>"
        "</div>{}"
    ).format(kind, escape(caption).striptags(), caption, mark, head, Markup("").join(lines), foot)


def figure(plot: Plot, table: Markup, *, simulated: bool) -> Markup:
    """A plot with its words, its alternative text, and its table folded beneath it.

    The drawings are images of their own and no part of the page, so that no style or name of theirs
    meets the page's, and the page's policy needs no exception for them.
    """
    mark = Markup('<strong class="simulated">{}</strong> ').format(SIMULATED) if simulated else ""
    note = Markup('<p class="note">{}</p>').format(plot.note) if plot.note else ""
    return Markup(
        '<figure id="figure-{}"><picture><source media="(max-width: 620px)" srcset="{}">'
        '<img src="{}" alt="{}"></picture><figcaption>{}{}</figcaption>{}'
        "<details><summary>The same as a table</summary>{}</details></figure>"
    ).format(
        plot.name, _source(plot.narrow), _source(plot.wide), plot.alt, mark, plot.title, note, table
    )


def _source(svg: str) -> str:
    from base64 import b64encode

    return "data:image/svg+xml;base64," + b64encode(svg.encode("utf-8")).decode("ascii")


def _side(column: Column) -> Markup:
    return Markup(' class="number"') if column.numeric else Markup("")


def _row(columns: Sequence[Column], row: Sequence[Cell]) -> Markup:
    cells = [Markup('<th scope="row"{}>{}</th>').format(_side(columns[0]), row[0])]
    cells += [
        Markup("<td{}>{}</td>").format(_side(column), cell)
        for column, cell in zip(columns[1:], row[1:], strict=True)
    ]
    return Markup("<tr>{}</tr>").format(Markup("").join(cells))
