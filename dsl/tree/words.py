"""The author's own words: lines of prose, names, and arms by factor."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.diagnostic import Span
from dsl.patterns import lazy_pattern
from dsl.record import record

AND, OR = (lazy_pattern(rf"(?i)\s+{joint}\s+") for joint in ("and", "or"))
"""What joins parts of a label."""


@record
class Text:
    """Plain words; `{{` and `}}` are single braces by now."""

    words: str
    span: Span


@record
class Brace:
    """A `{...}` and the words in it, without spaces at the ends; the span has the braces."""

    inside: str
    span: Span


Part = Text | Brace


@record
class ProseLine:
    """One line of prose. `deeper`: set deeper than the block, so it keeps its own line.
    `new_paragraph`: an empty line is before it. `literal`: a cell of a data file.
    """

    parts: tuple[Part, ...]
    deeper: bool
    new_paragraph: bool
    span: Span
    literal: bool = False

    def written(self) -> str:
        """The line as it is in the script, its slots in braces."""
        return "".join(
            part.words if isinstance(part, Text) else f"{{{part.inside}}}" for part in self.parts
        )


@record
class Prose:
    """The words after a colon: the rest of that line and the deeper lines below."""

    lines: tuple[ProseLine, ...]
    span: Span


@record
class Name:
    """A label: the words as written with inner spaces collapsed to one."""

    text: str
    span: Span

    def part(self, start: int, end: int) -> Name:
        """Some of the words as a name of their own."""
        return Name(self.text[start:end], self.span.part(self.text, start, end))

    def split(self, joint: re.Pattern[str]) -> Iterator[Name]:
        """What stands between the joints: `a`, `b` and `c` of `a or b or c`."""
        at = 0
        for found in joint.finditer(self.text):
            yield self.part(at, found.start())
            at = found.end()
        yield self.part(at, len(self.text))

    def parted(self, joint: re.Pattern[str]) -> Iterator[tuple[Name, Name]]:
        """Every way to part the words in two at a joint."""
        for found in joint.finditer(self.text):
            yield self.part(0, found.start()), self.part(found.end(), len(self.text))


@record
class Arm:
    """`LEVEL: words`; the label may join levels by `or` and `and`, or be `otherwise`."""

    label: Name
    words: Prose
    span: Span


@record
class By:
    """`by FACTOR, FACTOR` and its arms."""

    factors: tuple[Name, ...]
    arms: tuple[Arm, ...]
    span: Span


Words = Prose | By
