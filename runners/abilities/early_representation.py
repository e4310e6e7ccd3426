"""Early representation: what things are, what they are like, what they are for and what they are
beside other things.

Facts are in `words/facts.toml`, kinds and orders of things in `words/kinds.toml`.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

from dsl.words import capital
from runners.abilities.dice import Dice
from runners.abilities.facts import LEVELS, on_facts
from runners.abilities.pools import a, listed, pools
from runners.abilities.rules import AbilityRules, DraftedItem, among, some_of

RULES = AbilityRules()

for _name, _table in pools("facts").items():
    RULES.graded(_name, LEVELS)(on_facts(_table))


def _two_kinds(dice: Dice, near: bool) -> tuple[tuple[str, list[str]], tuple[str, list[str]]]:
    """Two kinds of things with their names: of one group of kinds if they are to be near, else of
    two.
    """
    groups: dict[str, dict[str, list[str]]] = pools("kinds")["kinds"]
    first, second = dice.some(groups, 2)
    if near:
        one, two = dice.some(groups[first], 2)
        return (one, groups[first][one]), (two, groups[first][two])
    one, two = dice.pick(list(groups[first])), dice.pick(list(groups[second]))
    return (one, groups[first][one]), (two, groups[second][two])


@RULES.graded("odd one out")
def _odd_one_out(dice: Dice, level: int) -> DraftedItem:
    (_, many), (_, few) = _two_kinds(dice, near=level > 1)
    odd = dice.pick(few)
    shown = dice.shuffled([odd, *dice.some(many, level + 2)])
    ask = dice.pick(
        [
            f"All but one of these are of one kind: {listed([a(one) for one in shown])}. Which one is not?",
            f"{capital(listed([a(one) for one in shown]))} are drawn on cards. Which card does not belong with the others?",
        ]
    )
    return some_of(dice, ask, a(odd), map(a, shown))


@RULES.graded("two of a kind")
def _two_of_a_kind(dice: Dice, level: int) -> DraftedItem:
    groups: dict[str, dict[str, list[str]]] = pools("kinds")["kinds"]
    kinds = [one for group in groups.values() for one in group.values()]
    if level == 1:
        kinds = [dice.pick(list(group.values())) for group in groups.values()]
    wanted, *rest = dice.some(kinds, 3 if level < 3 else 4)
    pair = dice.some(wanted, 2)
    shown = dice.shuffled([*pair, *(dice.pick(one) for one in rest)])
    ask = dice.pick(
        [
            f"Two of these are of the same kind: {listed([a(one) for one in shown])}. Which two?",
            f"Somebody sorts {listed([a(one) for one in shown])}. Which two go into the same group?",
        ]
    )
    right = listed([a(one) for one in shown if one in pair])
    return some_of(dice, ask, right, [listed([a(x), a(y)]) for x, y in combinations(shown, 2)])


@RULES.graded("how many of a kind")
def _how_many(dice: Dice, level: int) -> DraftedItem:
    (name, inside), (_, other) = _two_kinds(dice, near=level > 1)
    count = dice.number(1, 4)
    size = 4 + level
    shown = dice.shuffled([*dice.some(inside, count), *dice.some(other, min(size - count, 6))])
    question = f"How many {name} are named here? {capital(listed([a(one) for one in shown]))}."
    return among(question, str(count), ["1", "2", "3", "4"])


@RULES.graded("in order")
def _in_order(dice: Dice, level: int) -> DraftedItem:
    orders: dict[str, Any] = pools("kinds")["orders"]
    order = orders[dice.pick(list(orders))]
    chosen = sorted(dice.some(range(len(order["things"])), 3 if level == 1 else 4))
    rising = [order["things"][at] for at in chosen]
    words = order["more"]
    if dice.flip():
        rising, words = rising[::-1], order["less"]
    shown = dice.shuffled(rising)
    begin = f"Compare {listed(shown)}."
    if level == 1:
        return among(f"{begin} Which is the {words[1]}?", rising[-1], rising)
    if level == 2:
        return among(f"{begin} Which is the second {words[1]}?", rising[2], rising)
    right = ", ".join(rising)
    question = f"{begin} Put them in order, so that each is {words[0]} than the one before. Which order is right?"
    return some_of(dice, question, right, [", ".join(one) for one in permutations(rising)])
