"""What a rule is: a function that makes an item of one ability from chance alone."""

from __future__ import annotations

from collections.abc import Callable

from dsl.record import record
from runners.abilities.dice import Dice


@record
class Draft:
    """A question with its right option and the wrong ones, in no order."""

    question: str
    right: str
    wrong: tuple[str, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """All options, the right one first."""
        return (self.right, *self.wrong)


Rule = Callable[[Dice], Draft]


class Rules:
    """The rules of one ability by name, in the order in which they are written."""

    def __init__(self) -> None:
        self.by_name: dict[str, Rule] = {}

    def named(self, name: str) -> Callable[[Rule], Rule]:
        """Add a rule under this name."""

        def add(rule: Rule) -> Rule:
            self.by_name[name] = rule
            return rule

        return add


def among(question: str, right: str, options: list[str] | tuple[str, ...]) -> Draft:
    """A draft whose wrong options are all the others of `options`."""
    return Draft(question, right, tuple(one for one in options if one != right))
