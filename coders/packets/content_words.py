"""What a reply can say beside the candidates: the fixed words of content view.

They are the same for every question, so that their being there says nothing. A seventh, "it says
two of them", was left out: a coder picks each of the two, or `both`.
"""

from __future__ import annotations

from enum import StrEnum


class ContentWord(StrEnum):
    """What was said, where it is none of the candidates. The value is what coders read."""

    BOTH = "both, or all of them"
    NEITHER = "neither, or none of them"
    CANNOT_TELL = "that it cannot be told"
    OTHER = "something else"
    REFUSES = "it declines to answer"
    NO_ANSWER = "it does not answer"


CONTENT_WORDS = tuple(ContentWord)
"""All of them, in the order in which they are offered."""
