"""Facts that can be so or not so, and what is settled by what is known of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

World = TypeVar("World")
Fact = tuple[str, str]

FACTS: tuple[Fact, ...] = (
    ("the gate", "open"), ("the lamp", "on"), ("the dog", "in the yard"), ("the ferry", "late"), ("the stove", "warm"), ("the flag", "up"),
    ("the shop", "closed"), ("the bridge", "wet"), ("the baker", "at home"), ("the boat", "in the harbour"), ("the market", "crowded"),
    ("the well", "full"), ("the tower", "locked"), ("the cat", "on the roof"), ("the road", "blocked"), ("the soup", "on the table"),
)  # fmt: skip
"""None of them follows from another."""


def state(fact: Fact, holds: bool = True) -> str:
    """A fact, or its negation, as a sentence without a full stop."""
    return f"{fact[0]} is {'' if holds else 'not '}{fact[1]}"


def verdict(
    worlds: Iterable[World], known: Callable[[World], bool], asked: Callable[[World], bool]
) -> bool | None:
    """True if what is asked holds in all worlds that what is known allows, False if in none, None
    if in some.
    """
    found = {asked(one) for one in worlds if known(one)}
    return found.pop() if len(found) == 1 else None
