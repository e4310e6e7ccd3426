"""Where in a script something stands."""

from __future__ import annotations

from dsl.record import record, values


@record
class Span:
    """A stretch of a script, from a first character up to, not including, an end.

    Lines and columns count from 1; columns count code points, so a tab is one column and an
    emoji is one column. `end_column` is the column after the last character.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __lt__(self, other: Span) -> bool:
        return values(self) < values(other)

    def to(self, other: Span) -> Span:
        """The stretch from the start of this span to the end of `other`."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)
