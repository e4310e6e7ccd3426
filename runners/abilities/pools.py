"""The word pools, read from the files in `words`, and sentences about people."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from dsl.record import record
from dsl.words import PRONOUNS, article, capital
from runners.abilities.dice import Dice

_FOLDER = Path(__file__).resolve().parent / "words"
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@cache
def pools(file: str) -> dict[str, Any]:
    """A file of word pools: a list of words or a table under each name."""
    return tomllib.loads((_FOLDER / f"{file}.toml").read_text("utf-8"))


def pool(name: str) -> list[str]:
    """A list of words of `words/general.toml`."""
    found: list[str] = pools("general")[name]
    return found


@record
class Person:
    """Somebody by first name, with the pronoun `she` or `he`."""

    name: str
    they: str

    @property
    def them(self) -> str:
        """her, him."""
        return PRONOUNS[self.they][1]

    @property
    def their(self) -> str:
        """her, his."""
        return PRONOUNS[self.they][2]

    @property
    def theirs(self) -> str:
        """hers, his."""
        return {"she": "hers", "he": "his"}[self.they]

    @property
    def They(self) -> str:  # noqa: N802
        """She, He."""
        return capital(self.they)


def people(dice: Dice, count: int) -> list[Person]:
    """So many different people."""
    names = [(name, they) for they in ("she", "he") for name in pool(they)]
    return [Person(*one) for one in dice.some(names, count)]


def person(dice: Dice) -> Person:
    """Somebody."""
    return people(dice, 1)[0]


def names(dice: Dice, count: int) -> list[str]:
    """The names of so many different people."""
    return [one.name for one in people(dice, count)]


def a(noun: str) -> str:
    """The noun with its article: a cup, an egg."""
    return f"{article(noun)} {noun}"


def filled(text: str, who: Person, **words: str) -> str:
    """The text with its slots filled: {who}, {they}, {them}, {their}, {theirs} and others."""
    slots = {
        "who": who.name, "they": who.they, "They": who.They, "them": who.them, "their": who.their,
        "theirs": who.theirs, **words,
    }  # fmt: skip
    for slot, word in slots.items():
        text = text.replace(f"{{{slot}}}", word)
    return text


def listed(words: Sequence[str], last: str = "and") -> str:
    """a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def the(words: Sequence[str]) -> list[str]:
    """Each word with its article: the cup, the ball."""
    return [f"the {one}" for one in words]


def clock(minutes: int) -> str:
    """Minutes after midnight as a time: 9:05."""
    return f"{minutes // 60}:{minutes % 60:02}"


def one_by_one(who: Person, deeds: Sequence[str]) -> str:
    """What somebody does, a sentence a deed: Ada sings. Then she eats. Then she sleeps."""
    return " ".join(
        f"Then {who.they} {deed}." if number else f"{who.name} {deed}."
        for number, deed in enumerate(deeds)
    )
