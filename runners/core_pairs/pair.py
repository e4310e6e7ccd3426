"""A pair: one question, two pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from dsl.record import record
from runners.abilities.dice import Dice
from runners.core_pairs.drawing import Scene

Facts: TypeAlias = Mapping[str, Any]
"""What a scene is made of, by name: numbers, words, lists of them."""


@record
class Pair:
    """A question and its two pictures. `facts` are those of the control picture; `changed` is the
    one fact, with its other value, that makes the manipulated picture. What is drawn and which of
    the `choices` is right both follow from the facts. `shortcut` is what somebody answers who looks
    but does not use the concept: it is right in the control picture and wrong in the other.
    """

    question: str
    choices: tuple[str, ...]
    facts: Facts
    changed: tuple[str, Any]
    scene: Callable[[Facts], Scene]
    answer: Callable[[Facts], str]
    shortcut: Callable[[Facts], str]

    @property
    def versions(self) -> dict[str, Facts]:
        """The facts of both pictures, by the name of the version."""
        name, value = self.changed
        return {"control": self.facts, "manipulated": {**self.facts, name: value}}

    @property
    def answers(self) -> dict[str, str]:
        """The right answer to each version."""
        return {name: self.answer(facts) for name, facts in self.versions.items()}


Rule: TypeAlias = Callable[[Dice], Pair]
