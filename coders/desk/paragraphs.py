"""What a coder reads, as data: paragraphs with a look and, for a speech, who speaks.

The desk says what is to be read (`coders.desk.pages`); the coding screen and the plain lines only
paint it, so that every word stands once.
"""

from __future__ import annotations

from enum import StrEnum

from dsl.record import record


class TextStyle(StrEnum):
    """How words look; never the only sign of what they are."""

    PLAIN = "plain"
    HEADING = "heading"
    STRONG = "strong"
    FAINT = "faint"
    NOTICE = "notice"


@record
class Paragraph:
    """A paragraph: untrusted `text`, who speaks (`label`), and the number of the `question` that it
    asks or answers (0: none that is judged). Rows after the first are indented by `hang` columns.
    """

    text: str
    look: TextStyle = TextStyle.PLAIN
    label: str = ""
    question: int = 0
    hang: int = 0


GAP = Paragraph("")
"""An empty row."""


def heading(text: str) -> Paragraph:
    """The heading of a page or a part of one."""
    return Paragraph(text, TextStyle.HEADING)


def strong(text: str) -> Paragraph:
    """What is asked, or what is most important on a page."""
    return Paragraph(text, TextStyle.STRONG)
