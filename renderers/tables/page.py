"""The page that everything printed is put on: into text, and with nothing read into its words.

Markup, emoji codes and highlighting are off in this one place, since what is printed may come from
a script or a model; a page that made a console of its own could forget one of them.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable, Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Protocol, TypeVar

from dsl.words import and_list
from renderers.number_words import NOT_DATA
from renderers.tables.fitted import Column, leading_table, split_tables
from renderers.terminal import visible

if TYPE_CHECKING:
    from rich.console import RenderableType

Key = TypeVar("Key", bound=Hashable)

SIMULATED = "SIMULATED"
"""Part of the title of a table of simulated participants."""


class OfParticipant(Protocol):
    """A row about a participant, who may be simulated."""

    @property
    def simulated(self) -> bool:
        """Whether a program answered."""


class OfModel(OfParticipant, Protocol):
    """A row about one participant."""

    @property
    def model(self) -> str:
        """The participant."""


Row = TypeVar("Row", bound=OfParticipant)


class Page:
    """Lines and tables one below another, no line wider than `width`, in colour if wanted."""

    def __init__(self, *, width: int, colour: bool = False) -> None:
        from rich.console import Console

        self.width = width
        self._left_out: dict[str, None] = {}
        self._stream = io.StringIO()
        self._console = Console(
            file=self._stream,
            width=width,
            force_terminal=colour,
            no_color=not colour,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
        )

    @property
    def lines(self) -> list[str]:
        """What has been printed, without blanks at the ends of lines."""
        return [line.rstrip() for line in self._stream.getvalue().splitlines()]

    @property
    def text(self) -> str:
        """The same as one text."""
        return "\n".join(self.lines)

    def print(self, *shown: RenderableType) -> None:
        """Each of these, one below another; words have to be visible already."""
        for one in shown:
            self._console.print(one)

    def heading(self, title: str, *, simulated: bool = False) -> None:
        """A title, with a mark if it is of simulated participants."""
        self._console.print(f"{title}: {SIMULATED}" if simulated else title, style="bold")

    def top(self, title: str, *, simulated: bool) -> None:
        """What the page is about, and whether some of it is not data."""
        self.heading(title)
        if simulated:
            self.print(f"{NOT_DATA}: rows with this label were answered by a program")
        self.print("")

    def section(self, title: str, lines: Iterable[str]) -> None:
        """Lines under a heading, and a blank line; nothing where there are no lines."""
        found = list(lines)
        if found:
            self.heading(title)
            self.print(*found, "")

    def table(self, title: str, *shown: RenderableType, simulated: bool = False) -> None:
        """A table under its title, the lines below it, and a blank line."""
        self.heading(title, simulated=simulated)
        self.print(*shown, "")

    def tables(
        self,
        rows: Sequence[Row],
        columns: Sequence[Column],
        key: Callable[[Row], Key],
        title: Callable[[Key], str],
    ) -> None:
        """A table of the rows of each key, all with the same columns."""
        simulated = {key(row): row.simulated for row in rows}
        for one, table in split_tables(columns, list(map(key, rows)), self.width).items():
            self.table(title(one), table, simulated=simulated[one])

    def by_participant(
        self, title: str, rows: Sequence[OfModel], columns: Sequence[Column]
    ) -> None:
        """A table of the rows of each participant."""
        self.tables(rows, columns, _model, lambda model: f"{title}, {visible(model)}")

    def leading(
        self,
        title: str,
        rows: Sequence[Row],
        columns: Sequence[Column],
        *below: RenderableType,
        whose: Callable[[Row], str] = attrgetter("model"),
    ) -> tuple[str, ...]:
        """One table of all rows, if there are any, under a line that says whose they are: of its
        columns those that matter most. The headings of the others, of which `left_out` tells.
        """
        if not rows:
            return ()
        simulated = {whose(row): row.simulated for row in rows}
        head, parts, names = leading_table(columns, list(map(whose, rows)), self.width)
        self._left_out |= dict.fromkeys(names)
        if len(parts) == 1:
            ((one, part),) = parts.items()
            title = ", ".join(filter(None, (title, visible(one))))
            self.table(title, head, part, *below, simulated=simulated[one])
            return tuple(names)
        self.heading(title)
        self.print(head)
        for one, part in parts.items():
            self.heading(visible(one), simulated=simulated[one])
            self.print(part)
        self.print(*below, "")
        return tuple(names)

    def left_out(self, *more: str, command: str) -> None:
        """Say in a line which columns of leading tables and what `more` are not on this page."""
        # A heading such as `95%, own` is one name in a list.
        columns = and_list([f"`{one}`" if "," in one else one for one in self._left_out])
        missing = "; ".join([*([f"columns {columns}"] if columns else []), *more])
        also = f" ({missing})" if missing else ""
        self.print(f"`{command} --all` shows the rest{also}; `--json` has every figure")


def _model(row: OfModel) -> str:
    return row.model


def plain_lines(shown: RenderableType, *, width: int) -> list[str]:
    """What is shown as lines of plain text, none wider than `width` or with blanks at its end."""
    page = Page(width=width)
    page.print(shown)
    return page.lines
