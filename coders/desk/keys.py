"""The keys, once for the coding screen and for plain lines, with the words that explain them.

Flags are pressed before the mark, so that the mark ends the question: two keys at the most.
No letter means a flag in one place and a command in another within one view. Digits alone were
tried for everything and need a table beside the screen; the letters are those of the words.
"""

from __future__ import annotations

from dataclasses import dataclass

from coders.marks import Flag
from coders.packets.content_words import ContentWord
from coders.packets.shape import Asked


@dataclass(frozen=True, slots=True)
class Key:
    """One key: what is pressed, what it stands for, and what the help says of it.

    `value` is a mark, a flag, a candidate, a content word or the name of a command.
    """

    key: str
    value: str
    words: str


MARKS = (
    Key("1", "right", "right"),
    Key("2", "half", "half right"),
    Key("3", "wrong", "wrong"),
)
CONTROL_MARKS = (
    Key("1", "right", "passed"),
    Key("3", "wrong", "failed"),
)

FLAGS = (
    Key("h", Flag.HEDGED, "hedged"),
    Key("i", Flag.INCOMPLETE, "incomplete"),
    Key("f", Flag.FALSE_DETAIL, "false detail"),
    Key("u", Flag.UNCLEAR, "unclear"),
    Key("m", Flag.HALLUCINATION, "made up"),
    Key("p", Flag.IRRELEVANT, "off the point"),
    Key("r", Flag.REFUSAL, "refuses"),
    Key("e", Flag.RECOGNISED, "recognises the study"),
)
"""Flags where marks are given."""

CONTENT_FLAGS = tuple(key for key in FLAGS if key.value != Flag.REFUSAL)
"""Flags where candidates are chosen: that a reply declines is said there by a word of its own."""

CONTENT_WORDS = (
    Key("b", ContentWord.BOTH, ContentWord.BOTH),
    Key("x", ContentWord.NEITHER, ContentWord.NEITHER),
    Key("d", ContentWord.CANNOT_TELL, ContentWord.CANNOT_TELL),
    Key("o", ContentWord.OTHER, ContentWord.OTHER),
    Key("r", ContentWord.REFUSES, ContentWord.REFUSES),
    Key("a", ContentWord.NO_ANSWER, ContentWord.NO_ANSWER),
)

COMMANDS = (
    Key("n", "note", "note"),
    Key("s", "skip", "skip, with a reason"),
    Key("z", "undo", "undo"),
    Key("g", "go to", "go to an item"),
    Key("/", "search", "search"),
    Key("?", "rubric", "the rubric"),
    Key("c", "card", "scene card"),
    Key("t", "story", "the story"),
    Key("q", "leave", "leave; all is kept"),
)
"""Commands; `card` and `story` are of the content view only. `j` and `k` scroll on the screen."""

CONTENT_ONLY = frozenset({"card", "story"})

LRS_KEYS = tuple(Key(str(lrs), str(lrs), f"LRS {lrs}") for lrs in range(6))

_MORE = "lvwyABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Keys for candidates beyond nine: letters that mean nothing else, then capitals."""

AND = Key("+", "and", "and also")
"""For a reply that says several: before an answer on the screen, between them (`1+3`) in lines."""

MOST_CANDIDATES = 9 + len(_MORE)


def mark_keys(asked: Asked) -> tuple[Key, ...]:
    """The marks that a question can get: a control question is passed or failed."""
    return CONTROL_MARKS if asked.is_control else MARKS


def flag_keys(asked: Asked) -> tuple[Key, ...]:
    """The flags that go with a question."""
    return CONTENT_FLAGS if asked.candidates else FLAGS


def candidate_keys(asked: Asked) -> tuple[Key, ...]:
    """A key for each candidate of a question, in the order in which they are shown.

    Candidates beyond the number of keys (there are 39) have an empty key; the plain lines take
    their number.
    """
    signs = [*"123456789", *_MORE]
    signs += [""] * (len(asked.candidates) - len(signs))
    return tuple(
        Key(sign, candidate, candidate)
        for sign, candidate in zip(signs, asked.candidates, strict=False)
    )


def said_keys(asked: Asked) -> tuple[Key, ...]:
    """Everything that can be said of a reply in content view: candidates, then the words."""
    return (*candidate_keys(asked), *CONTENT_WORDS)


def command_keys(*, content: bool) -> tuple[Key, ...]:
    """The commands of a view."""
    return tuple(key for key in COMMANDS if content or key.value not in CONTENT_ONLY)


def pressed(keys: tuple[Key, ...], sign: str) -> Key | None:
    """The key with this sign, or None."""
    for key in keys:
        if key.key == sign and sign:
            return key
    return None


def help_lines(keys: tuple[Key, ...], *, width: int = 78) -> tuple[str, ...]:
    """The keys in lines of at most `width` columns: `1 right   2 half right   3 wrong`."""
    lines: list[str] = []
    for told in (f"{key.key} {key.words}" for key in keys):
        if lines and len(lines[-1]) + 3 + len(told) <= width:
            lines[-1] += f"   {told}"
        else:
            lines.append(told)
    return tuple(lines)
