"""Facts that can be so or not so, and what is settled by what is known of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

World = TypeVar("World")
Fact = tuple[str, str, str]

FACTS: tuple[Fact, ...] = (
    ("the gate", "open", "closed"), ("the lamp", "on", "off"), ("the dog", "indoors", "outdoors"), ("the ferry", "late", "on time"), ("the flag", "up", "down"),
    ("the shop", "open", "closed"), ("the bridge", "wet", "dry"), ("the baker", "at home", "out"), ("the boat", "in the harbour", "at sea"), ("the cat", "asleep", "awake"),
    ("the tower", "locked", "unlocked"), ("the road", "blocked", "clear"), ("the radio", "on", "off"), ("the bell", "ringing", "silent"), ("the pond", "frozen", "free of ice"),
)  # fmt: skip
"""A thing, how it can be, and the opposite. None of them follows from another."""


def state(fact: Fact, holds: bool = True) -> str:
    """A fact, or its negation, as a sentence without a full stop."""
    return f"{fact[0]} is {'' if holds else 'not '}{fact[1]}"


def either_state(fact: Fact, holds: bool = True) -> str:
    """The same, with the opposite in place of a negation."""
    return f"{fact[0]} is {fact[1 if holds else 2]}"


def verdict(
    worlds: Iterable[World], known: Callable[[World], bool], asked: Callable[[World], bool]
) -> bool | None:
    """True if what is asked holds in all worlds that what is known allows, False if in none, None
    if in some.
    """
    found = {asked(one) for one in worlds if known(one)}
    return found.pop() if len(found) == 1 else None
