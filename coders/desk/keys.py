"""The keys, once for the coding screen and for plain lines, with the words that explain them.

Flags are pressed before the mark, so that the mark ends the question: two keys at the most.
No letter means a flag in one place and a command in another within one view. Digits alone were
tried for everything and need a table beside the screen; the letters are those of the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from coders.desk.steps import NO_IDEA
from coders.marks import Flag
from coders.packets.shape import ContentWord, PacketQuestion, View
from dsl.record import record, replace
from renderers.terminal import columns


@record
class KeyBinding:
    """One key: what is pressed, what it stands for, and what the help says of it.

    `value` is a mark, a flag, a candidate, a content word or the name of a command.
    """

    key: str
    value: str
    words: str

    @property
    def help(self) -> str:
        """The key with its words: `1 right`."""
        return f"{self.key} {self.words}"


MARKS = (
    KeyBinding("1", "right", "right"),
    KeyBinding("2", "half", "half right"),
    KeyBinding("3", "wrong", "wrong"),
)
CONTROL_MARKS = (
    KeyBinding("1", "right", "passed"),
    KeyBinding("3", "wrong", "failed"),
)

FLAGS = (
    KeyBinding("h", Flag.HEDGED, "hedged"),
    KeyBinding("i", Flag.INCOMPLETE, "incomplete"),
    KeyBinding("f", Flag.FALSE_DETAIL, "false detail"),
    KeyBinding("u", Flag.UNCLEAR, "unclear"),
    KeyBinding("m", Flag.HALLUCINATION, "hallucination"),
    KeyBinding("p", Flag.IRRELEVANT, "irrelevant"),
    KeyBinding("r", Flag.REFUSAL, "refusal"),
    KeyBinding("e", Flag.RECOGNISED, "recognises the study"),
)
"""Flags where marks are given."""

CONTENT_FLAGS = tuple(key for key in FLAGS if key.value != Flag.REFUSAL)
"""Flags where candidates are chosen: that a reply declines is said there by a word of its own."""

CONTENT_WORDS = (
    KeyBinding("b", ContentWord.BOTH, ContentWord.BOTH),
    KeyBinding("x", ContentWord.NEITHER, ContentWord.NEITHER),
    KeyBinding("d", ContentWord.CANNOT_TELL, ContentWord.CANNOT_TELL),
    KeyBinding("o", ContentWord.OTHER, ContentWord.OTHER),
    KeyBinding("r", ContentWord.REFUSES, ContentWord.REFUSES),
    KeyBinding("a", ContentWord.NO_ANSWER, ContentWord.NO_ANSWER),
)

COMMANDS = (
    KeyBinding("n", "note", "note"),
    KeyBinding("s", "skip", "skip, with a reason"),
    KeyBinding("z", "undo", "undo"),
    KeyBinding("g", "go to", "go to an item"),
    KeyBinding("l", "list", "list your notes"),
    KeyBinding("/", "search", "search"),
    KeyBinding("?", "rubric", "the rubric"),
    KeyBinding("c", "card", "scene card"),
    KeyBinding("t", "story", "the story"),
    KeyBinding("v", "picture", "view a picture"),
    KeyBinding("q", "leave", "leave; everything is saved"),
)
"""Commands; `card` and `story` are of the content view only, and `picture` of a packet that has
some. `j` and `k` scroll on the screen."""

CONTENT_ONLY = frozenset({"card", "story"})
NOT_ONE_WAY = frozenset({"skip", "go to", "list", "search"})
"""Commands that go to another item, or put one off: not where people rate wave after wave."""

LRS_KEYS = tuple(KeyBinding(str(lrs), str(lrs), f"LRS {lrs}") for lrs in range(6))
"""An LRS, or a rating where one is given instead of marks."""

_MORE = "wyABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Keys for candidates beyond nine: letters that mean nothing else, then capitals."""

AND = KeyBinding("+", "and", "and also")
"""For a reply that says several: before an answer on the screen, between them (`1+3`) in lines."""

_GUESSES = "123456789abdefhimopruvwxyABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Signs for guesses: digits, then letters that are no command, then capitals."""


def mark_keys(asked: PacketQuestion) -> tuple[KeyBinding, ...]:
    """The marks that a question can get: a control question is passed or failed, one of two even
    answers is chosen, or neither, and a rating is a point of the question's scale, or an LRS.
    """
    if asked.scale:
        return tuple(KeyBinding(str(at), str(at), f"rating {at}") for at, _ in asked.scale)
    if asked.is_rated:
        return LRS_KEYS
    if asked.is_even:
        words = (" / ".join(asked.accepted), "neither of them", " / ".join(asked.lures))
        return tuple(replace(key, words=told) for key, told in zip(MARKS, words, strict=True))
    return CONTROL_MARKS if asked.is_control else MARKS


def flag_keys(asked: PacketQuestion) -> tuple[KeyBinding, ...]:
    """The flags that go with a question; none with a rating."""
    if asked.is_rated:
        return ()
    return CONTENT_FLAGS if asked.candidates else FLAGS


def candidate_keys(asked: PacketQuestion) -> tuple[KeyBinding, ...]:
    """A key for each candidate of a question, in the order in which they are shown.

    Candidates beyond the number of keys (there are 37) have an empty key; the plain lines take
    their number.
    """
    signs = [*"123456789", *_MORE]
    signs += [""] * (len(asked.candidates) - len(signs))
    return tuple(
        KeyBinding(sign, candidate, candidate)
        for sign, candidate in zip(signs, asked.candidates, strict=False)
    )


def said_keys(asked: PacketQuestion) -> tuple[KeyBinding, ...]:
    """Everything that can be said of a reply in content view: candidates, then the words."""
    return (*candidate_keys(asked), *CONTENT_WORDS)


def command_keys(view: View, *, pictures: bool = False) -> tuple[KeyBinding, ...]:
    """The commands of a view; that for `pictures` where there are some."""
    left_out = frozenset[str]() if view is View.CONTENT else CONTENT_ONLY
    if view is View.PEOPLE:
        left_out |= NOT_ONE_WAY
    return tuple(
        key
        for key in COMMANDS
        if key.value not in left_out and (pictures or key.value != "picture")
    )


def answer_keys(asked: PacketQuestion) -> tuple[KeyBinding, ...]:
    """The keys that answer a question: what its reply can say, or the marks."""
    return said_keys(asked) if asked.candidates else mark_keys(asked)


def guess_keys(answers: Sequence[str]) -> tuple[KeyBinding, ...]:
    """A key for each answer to the masking question: digits, then letters; 0 for no idea."""
    named = [answer for answer in answers if answer != NO_IDEA]
    keys = [KeyBinding(sign, answer, answer) for sign, answer in zip(_GUESSES, named, strict=False)]
    return (*keys, KeyBinding("0", NO_IDEA, NO_IDEA))


def pressed(keys: tuple[KeyBinding, ...], sign: str) -> KeyBinding | None:
    """The key with this sign, or None."""
    for key in keys:
        if key.key == sign and sign:
            return key
    return None


def by_number(keys: tuple[KeyBinding, ...], sign: str) -> KeyBinding | None:
    """The key at a place counted from 1, for lists with more keys than signs, or None."""
    at = int(sign) if sign.isascii() and sign.isdecimal() and len(sign) < 10 else 0
    return keys[at - 1] if 1 <= at <= len(keys) else None


def help_lines(keys: tuple[KeyBinding, ...], *, width: int = 78) -> tuple[str, ...]:
    """The keys in lines of at most `width` columns: `1 right   2 half right   3 wrong`."""
    return one_after_another((key.help for key in keys), width=width)


COLUMN_GAP = 3


def one_after_another(texts: Iterable[str], *, width: int) -> tuple[str, ...]:
    """Short texts in lines of at most `width` columns."""
    lines: list[str] = []
    for text in texts:
        if lines and columns(lines[-1]) + COLUMN_GAP + columns(text) <= width:
            lines[-1] += " " * COLUMN_GAP + text
        else:
            lines.append(text)
    return tuple(lines)
