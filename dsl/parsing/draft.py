"""A script on its way to a tree: the lines as written beside the lines as they are parsed.

Recovery never edits the script. It mends, loses or shifts lines of a draft and parses that again,
and every place found in the draft is taken back to the script as written. The alternative, pushing
made-up tokens into the parser, ties each repair to the parser's states.
"""

from __future__ import annotations

from dsl.diagnostic import Fault, Span
from dsl.record import field, record, working

LOST = "\0"
"""What stands for a line that could not be read; `_LOST` in the grammar."""


@record
class _Patch:
    """Where a mended line differs from the line as written: between `head` and `tail` columns."""

    head: int
    new_tail: int
    old_tail: int

    @classmethod
    def between(cls, new: str, old: str) -> _Patch:
        """The shortest stretch outside of which both lines are alike."""
        shortest = min(len(new), len(old))
        head = next((n for n in range(shortest) if new[n] != old[n]), shortest)
        room = shortest - head
        tail = next((n for n in range(room) if new[-1 - n] != old[-1 - n]), room)
        return cls(head + 1, len(new) - tail + 1, len(old) - tail + 1)

    def carried(self, column: int) -> int:
        """The column as written of what stands at `column` in the mended line."""
        if column <= self.head:
            return column
        if column >= self.new_tail:
            return column + self.old_tail - self.new_tail
        return min(column, self.old_tail)


@working
class Draft:
    """Lines count from 1, as in messages; index 0 of each list is an empty line.

    `written` is never changed. `lines` is what is parsed: same indentation as written (in plain
    spaces), no spaces at the end. `indents` is the indentation that counts, which recovery may set.
    """

    file: str
    written: list[str]
    lines: list[str]
    indents: list[str]
    faults: list[Fault] = field(default_factory=list)
    complete: bool = True
    as_written: bool = False
    """Whether words are words, even where they look like something else that is meant."""
    names: frozenset[str] | None = None
    """What can stand in braces, once a message needs it."""
    _mended: dict[int, _Patch] = field(default_factory=dict)
    _noted: set[tuple[type[Fault], int]] = field(default_factory=set)
    _slips: dict[int, int] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """What is parsed: index 0 gives the line end before the first line."""
        return "\n".join(self.lines) + "\n"

    def content(self, line: int) -> str:
        """The words of a line without its indentation."""
        return self.lines[line].lstrip(" \t")

    def start(self, line: int) -> int:
        """The column of the first word of a line."""
        return len(self.lines[line]) - len(self.content(line)) + 1

    def is_blank(self, line: int) -> bool:
        """Whether nothing stands in a line, or a note."""
        words = self.content(line)
        return not words or is_note(words)

    def above(self, line: int) -> int | None:
        """The nearest line above that holds something."""
        return next((n for n in range(line - 1, 0, -1) if not self.is_blank(n)), None)

    def parent(self, line: int) -> int | None:
        """The line whose block `line` stands in, by indentation."""
        indent = self.indents[line]
        for n in range(line - 1, 0, -1):
            other = self.indents[n]
            if len(other) < len(indent) and not self.is_blank(n) and indent.startswith(other):
                return n
        return None

    def below(self, line: int) -> range:
        """The lines that are set deeper under `line`, empty ones between them included."""
        indent, last = self.indents[line], line
        for n in range(line + 1, len(self.lines)):
            if self.is_blank(n):
                continue
            if len(self.indents[n]) <= len(indent) or not self.indents[n].startswith(indent):
                break
            last = n
        return range(line + 1, last + 1)

    def first(self, start: int, stop: int) -> int | None:
        """The first of these lines that holds something."""
        return next((n for n in range(start, stop) if not self.is_blank(n)), None)

    def indent_below(self, line: int) -> str:
        """The indentation of the first line that is set deeper under `line`; empty without one."""
        return next((self.indents[n] for n in self.below(line) if self.indents[n]), "")

    def note(self, fault: Fault, line: int) -> None:
        """Keep a fault of layout, once for each line however often the draft is parsed."""
        if (type(fault), line) not in self._noted:
            self._noted.add((type(fault), line))
            self.faults.append(fault)

    def is_noted(self, line: int, *kinds: type[Fault]) -> bool:
        """Whether a fault of layout of one of these kinds was kept for a line."""
        return any((kind, line) in self._noted for kind in kinds)

    def add(self, fault: Fault, line: int) -> None:
        """Keep a fault of syntax in a line."""
        self.faults.append(fault)
        self._slips[line] = self.slips(line) + 1

    def slips(self, line: int) -> int:
        """How many faults of syntax have been found in a line."""
        return self._slips.get(line, 0)

    def lose(self, line: int) -> None:
        """Put the mark for something lost in place of a line and all that is set deeper."""
        self.complete = False
        for n in self.below(line):
            self.lines[n] = ""
        self.lines[line] = self.lines[line][: self.start(line) - 1] + LOST

    def blank(self, line: int) -> None:
        """Take a line away altogether, with all that is set deeper."""
        self.lose(line)
        self.lines[line] = ""

    def mend(self, line: int, words: str) -> None:
        """Put other words in place of those of a line, its indentation kept."""
        self.lines[line] = self.lines[line][: self.start(line) - 1] + words.rstrip()
        self._mended[line] = _Patch.between(self.lines[line], self.written[line].rstrip())

    def shift(self, lines: range, old: str, new: str) -> None:
        """Let lines that are set in by `old` count as set in by `new`."""
        for n in lines:
            if self.indents[n].startswith(old):
                self.indents[n] = new + self.indents[n][len(old) :]

    def span(self, line: int, column: int, end_column: int) -> Span:
        """A stretch of one line, taken back to the script as written and kept inside it."""
        if line in self._mended:
            patch = self._mended[line]
            column, end_column = patch.carried(column), patch.carried(end_column)
        last = len(self.written[line]) + 1
        if not 1 <= column <= end_column <= last:
            column, end_column = sorted(max(1, min(at, last)) for at in (column, end_column))
        return Span(self.file, line, column, line, end_column)

    def whole(self, line: int) -> Span:
        """All the words of a line."""
        words = self.written[line].strip()
        start = self.written[line].find(words) + 1
        return Span(self.file, line, start, line, start + len(words))


def is_note(words: str) -> bool:
    """Whether a line without its indentation is a note: `# ...`, or a bare `#`."""
    return words == "#" or words.startswith(("# ", "#\t"))
