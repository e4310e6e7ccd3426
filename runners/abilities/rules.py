"""What a rule is: a function that makes an item of one ability from chance alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dsl.record import record
from runners.abilities.dice import Dice

_WRONG = 3
LEVELS = (1, 2, 3)
"""How difficult an item is by its rule: the more has to be kept in mind, the higher."""


@record
class DraftedItem:
    """A question with its right option and the wrong ones, in no order."""

    question: str
    right: str
    wrong: tuple[str, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """All options, the right one first."""
        return (self.right, *self.wrong)


@record
class Rule:
    """Makes drafts of a level of difficulty, one of `levels`."""

    make: Callable[[Dice, int], DraftedItem]
    levels: tuple[int, ...]


Graded = Callable[[Dice, int], DraftedItem]
Plain = Callable[[Dice], DraftedItem]


class AbilityRules:
    """The rules of one ability by name, in the order in which they are written."""

    def __init__(self) -> None:
        self.by_name: dict[str, Rule] = {}

    def graded(self, name: str, levels: tuple[int, ...] = LEVELS) -> Callable[[Graded], Graded]:
        """Add a rule under this name that makes items of several levels."""

        def add(make: Graded) -> Graded:
            self.by_name[name] = Rule(make, levels)
            return make

        return add

    def named(self, name: str, level: int = 1) -> Callable[[Plain], Plain]:
        """Add a rule under this name whose items are all of one level."""

        def add(make: Plain) -> Plain:
            self.by_name[name] = Rule(lambda dice, _: make(dice), (level,))
            return make

        return add


def among(question: str, right: str, options: Iterable[str]) -> DraftedItem:
    """A draft whose wrong options are all the others of `options`."""
    return DraftedItem(question, right, tuple(one for one in options if one != right))


def some_of(dice: Dice, question: str, right: str, options: Iterable[str]) -> DraftedItem:
    """A draft whose wrong options are three of the others of `options`."""
    return DraftedItem(question, right, tuple(dice.some(sorted({*options} - {right}), _WRONG)))


def number_of(
    dice: Dice, question: str, right: int, slips: Iterable[int], form: str = "{}", *, least: int = 0
) -> DraftedItem:
    """A draft whose options are numbers: three that slips lead to, none below `least`; where they
    are too few, numbers near the right one. The right one is as likely the least as the greatest.
    """
    found = {one for one in slips if one >= least and one != right}
    step = 1
    while not _both_sides(found, right, least):
        found |= {one for one in (right - step, right + step) if one >= least}
        step += 1
    below = dice.shuffled(sorted(one for one in found if one < right))
    above = dice.shuffled(sorted(one for one in found if one > right))
    low = min(dice.number(0, _WRONG), len(below))
    wrong = [*below[:low], *above[: _WRONG - low]]
    return DraftedItem(question, form.format(right), tuple(form.format(one) for one in wrong))


def near(numbers: Iterable[int], sizes: Iterable[int]) -> set[int]:
    """What slips lead to from these numbers: themselves, and each size more or less."""
    steps = [0, *sizes]
    return {number + way * step for number in numbers for step in steps for way in (1, -1)}


def _both_sides(found: set[int], right: int, least: int) -> bool:
    below = sum(one < right for one in found)
    return below >= min(_WRONG, right - least) and len(found) - below >= _WRONG
