"""Questions on a table of facts: what is said of a thing, of which thing it is said, and, at level
2, what is wrong among several things that are said.

Nothing that is offered as wrong is ever true: values that could be said of a thing as well are
listed in the table (`also`), and left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runners.abilities.dice import Dice
from runners.abilities.pools import listed, person
from runners.abilities.rules import DraftedItem, some_of

LEVELS = (1, 2)


def on_facts(table: dict[str, Any]) -> Callable[[Dice, int], DraftedItem]:
    """Asks for the value of a thing (`about`), or for the thing with a value (`which`); at level 2
    for the one of four things of which something false is said (`said`) or listed (`list`).
    """
    things: dict[str, str] = table["things"]

    def false_of(thing: str) -> list[str]:
        true = {things[thing], *table.get("also", {}).get(thing, ())}
        return sorted({*things.values()} - true)

    def filled(text: str, thing: str, value: str) -> str:
        return text.replace("{thing}", thing).replace("{value}", value)

    def rule(dice: Dice, level: int) -> DraftedItem:
        if level == 2:
            named = dice.some([one for one in things if false_of(one)], 4)
            wrong = dice.pick(named)
            values = {one: things[one] for one in named} | {wrong: dice.pick(false_of(wrong))}
            who = person(dice)
            if "list" in table:
                lines = "; ".join(f"{one} – {value}" for one, value in values.items())
                told = f"makes a list of {table['list']}: {lines}"
            else:
                told = (
                    f"says that {listed([filled(table['said'], *one) for one in values.items()])}"
                )
            question = f"{who.name} {told}. What is {who.they} wrong about?"
            return some_of(dice, question, wrong, named)
        thing = dice.pick(list(things))
        value = things[thing]
        if dice.flip():
            question = filled(dice.pick(table["about"]), thing, value)
            return some_of(dice, question, value, [value, *false_of(thing)])
        others = [one for one in things if value in false_of(one)]
        question = filled(dice.pick(table["which"]), thing, value)
        return some_of(dice, question, thing, [thing, *others])

    return rule
