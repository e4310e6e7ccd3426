"""What a head of the language is: the word that begins a line, where it may stand and what follows.

The heads themselves are in `dsl.keywords`.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache

from dsl.record import record


class Place(Enum):
    """A kind of block; the value says in words what is there."""

    TOP = "at the top level of a script"
    POOL = "among the words that vary"
    LEVELS = "among the levels of a factor"
    LEVEL = "under a level"
    MACHINE = "in a machine"
    NEEDS = "around what a machine needs"
    DESIGN = "in the design"
    CONTRAST = "in a contrast"
    FRAMING = "in a framing"
    STEPS = "in a procedure or routine"
    TRAINING = "in a training"
    EXPLORATION = "in an exploration"
    RETELLING = "where tries are retold"
    QUESTION = "in a question"
    QUESTIONNAIRE = "in a questionnaire"
    BANK = "in a bank"
    WAVES = "among waves"
    GUIDE = "in the coding guide"
    MEASURES = "among the measures"
    ARMS = "under `by`"
    WORDS = "in your own words"
    SAME = "where the statement is"


class Tail(Enum):
    """What follows a head on its line, before any colon."""

    NOTHING = "nothing"
    NAME = "a name"
    MAYBE_NAME = "a name, or nothing"
    NUMBER = "a whole number"
    AMOUNT = "a number"
    CHOICE = "one of a few words"
    MAYBE_CHOICE = "one of a few words, or nothing"
    SPECIAL = "something of its own"


@record
class Head:
    """One statement. `form` is how it is written, `example` a line that is right.

    `colon`: words of the author's follow. `by`: arms may be in place of them. `opens`: the block
    that must follow. `choices`: the words that can follow; they are in the order of the manual.
    """

    word: str
    places: tuple[Place, ...]
    example: str
    tail: Tail = Tail.NOTHING
    colon: bool = False
    by: bool = False
    opens: Place | None = None
    choices: tuple[str, ...] = ()
    wants: str = "a name"

    @property
    def first(self) -> str:
        """The first of its words, with which a line of it begins."""
        return self.word.partition(" ")[0]

    @property
    def pattern(self) -> re.Pattern[str]:
        """The head at the start of a line, with any number of spaces between its words."""
        return _pattern(self.word)


@cache
def _pattern(word: str) -> re.Pattern[str]:
    return re.compile(r"[ \t]+".join(word.split()) + r"(?![\w-])")
