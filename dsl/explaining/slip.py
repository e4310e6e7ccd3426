"""What went wrong in a line, and what would make it readable; faults that many statements share."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from dsl.diagnostic import Fault, Span
from dsl.faults.braces import BraceInName
from dsl.faults.lines import Incomplete, MissingColon, MissingName, SurplusColon, SurplusWords
from dsl.heads import Head, Place, Tail
from dsl.parsing.draft import Draft
from dsl.patterns import lazy_pattern
from dsl.record import record

_LONGEST_SHOWN = 60


@record
class Slip:
    """A fault and its repair in the draft: the words of the mended line, or None to lose it.

    `guessed`: something in the mended line is made up, so the tree will not be what was meant.
    """

    fault: Fault
    mend: str | None = None
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A line that cannot be read: its words without indentation, and the block it is in.

    `place` is None in a block whose head could not be read either. `at` is where in the words the
    parser stopped, counted from 0.
    """

    draft: Draft
    line: int
    at: int
    place: Place | None
    words: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", self.draft.content(self.line))

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """A stretch of the words, all of them by default."""
        first = self.draft.start(self.line)
        stop = len(self.words) if end is None else end
        return self.draft.span(self.line, first + start, first + stop)

    def find(self, part: str, start: int = 0) -> Span:
        """Where a part of the words is."""
        at = max(0, self.words.find(part, start))
        return self.span(at, at + len(part))

    @property
    def has_block(self) -> bool:
        """Whether anything is set deeper below."""
        return any(not self.draft.is_blank(n) for n in self.draft.below(self.line))


@record
class Parts:
    """A line that begins with a head, taken apart around its first colon."""

    head: Head
    end: int
    tail: str
    colon: bool
    after: str

    def brace_in(self, spot: Spot, what: str) -> Slip | None:
        """Braces in the name after the head."""
        colon = spot.words.find(":", self.end) if self.colon else None
        return brace_in(spot, what, self.end, colon)

    @classmethod
    def of(cls, spot: Spot, head: Head) -> Parts:
        """The parts of a line."""
        found = head.pattern.match(spot.words)
        end = found.end() if found else 0
        tail, colon, after = spot.words[end:].partition(":")
        return cls(head, end, tail.strip(), bool(colon), after.strip())


def cut(text: str) -> str:
    """Words of a script as a message can bear them."""
    text = " ".join(text.split()) if len(text) < 10 * _LONGEST_SHOWN else text[:_LONGEST_SHOWN]
    return text if len(text) < _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1].rstrip() + "…"


PLACEHOLDER = "?"
"""A name that no author gives, so that the block of a nameless line can still be read."""

_BRACES = lazy_pattern(r"\{[^{}]*\}?|\}")
_DASH = lazy_pattern(r"(?:[-=]*>|[-=\u2013\u2014\u2192;,]+)(?:[ \t]+|$)")
"""What is written for the colon elsewhere: dashes, arrows, `=`, `;`."""

_FORM = lazy_pattern(r"([a-z][\w-]*(?: [a-z][\w-]*)?)[ \t]+(?=[A-Z{“\"¿¡])")
"""The name of a form before a sentence: `own What do you do next?`."""

_PARTED = lazy_pattern(r"[ \t]+(?:[-=]*>|[-=\u2013\u2014\u2192]+|;)[ \t]+|;[ \t]+")


def without_dash(words: str) -> str:
    """Words without the dash, arrow or the like before them that is used as the colon."""
    return _DASH.sub("", words, count=1) if _DASH.match(words) else words


def parted(words: str) -> tuple[str, str] | None:
    """What is before and after a mark that was written for a colon; None without one."""
    found = _PARTED.search(words)
    return (words[: found.start()], words[found.end() :]) if found else None


def missing_colon(spot: Spot, parts: Parts, head: str, rest: str) -> Slip:
    """Words follow a head as if there were a colon."""
    rest = without_dash(rest)
    form = _FORM.match(rest) if parts.head.tail is Tail.MAYBE_NAME else None
    if form is not None:
        head, rest = f"{head} {form[1]}", rest[form.end() :]
    mended = f"{head}: {rest}".rstrip()
    if not rest and not spot.has_block:
        fault = MissingColon(span=spot.span(), head=head, mended=cut(parts.head.example))
        return Slip(fault)
    return Slip(MissingColon(span=spot.span(0, parts.end), head=head, mended=cut(mended)), mended)


def missing_name(spot: Spot, parts: Parts) -> Slip:
    """A head that names something names nothing."""
    fault = MissingName(
        span=spot.span(0, parts.end),
        head=parts.head.word,
        what=parts.head.wants if parts.head.tail is Tail.NAME else "a name",
        example=parts.head.example,
    )
    colon = f": {parts.after}" if parts.head.colon else ""
    return Slip(fault, f"{parts.head.word} {PLACEHOLDER}{colon}".rstrip(), guessed=True)


def surplus_colon(spot: Spot, why: str, mended: str) -> Slip:
    """A colon after a head that takes no words."""
    at = spot.words.find(":")
    return Slip(SurplusColon(span=spot.span(at, at + 1), why=why, mended=cut(mended)), mended)


def surplus_words(spot: Spot, start: int, words: str, head: str, mended: str) -> Slip:
    """Words from `start` on, after a head that takes nothing there."""
    fault = SurplusWords(
        span=spot.find(words, start), words=cut(words), head=head, mended=cut(mended)
    )
    return Slip(fault, mended)


def incomplete(spot: Spot, head: str, form: str, mended: str, *, sure: bool) -> Slip | None:
    """A statement in another form than its own; None where it is in that form. `sure`: the mended
    line is what was meant.
    """
    if spot.words.split() == mended.split():
        return None
    fault = Incomplete(span=spot.span(), head=head, form=form, mended=cut(mended), sure=sure)
    return Slip(fault, mended, guessed=not sure)


def brace_in(spot: Spot, what: str, start: int = 0, end: int | None = None) -> Slip | None:
    """Braces where a fixed name is wanted, in a stretch of the words."""
    limit = len(spot.words) if end is None else end
    found = _BRACES.search(spot.words, start, limit)
    if found is None:
        return None
    name = re.sub(r"[{}]", "", spot.words[:limit])
    inside = re.sub(r"[{}]", "", found[0]).strip()
    fault = BraceInName(span=spot.span(*found.span()), what=what, inside=inside)
    return Slip(fault, name + spot.words[limit:], guessed=True)
