"""The word pools, read from the files in `words`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from dsl.record import record
from dsl.words import PRONOUNS, article, capital
from runners.abilities.dice import Dice

_FOLDER = Path(__file__).resolve().parent / "words"


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


def a(noun: str) -> str:
    """The noun with its article: a cup, an egg."""
    return f"{article(noun)} {noun}"
