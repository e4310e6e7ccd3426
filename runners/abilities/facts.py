"""Questions on a table of facts: what is said of a thing, and of which thing it is said.

A wrong option is never true: values that could be said of a thing as well are listed in the table
(`also`), and left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runners.abilities.dice import Dice
from runners.abilities.rules import Draft, some_of


def on_facts(table: dict[str, Any]) -> Callable[[Dice], Draft]:
    """Asks for the value of a thing (`about`), or for the thing with a value (`which`)."""
    things: dict[str, str] = table["things"]

    def true_of(thing: str) -> set[str]:
        return {things[thing], *table.get("also", {}).get(thing, ())}

    def rule(dice: Dice) -> Draft:
        thing = dice.pick(list(things))
        value = things[thing]
        if dice.flip():
            question = dice.pick(table["about"])
            options = [value, *(set(things.values()) - true_of(thing))]
            right = value
        else:
            question = dice.pick(table["which"])
            options = [thing, *(one for one in things if value not in true_of(one))]
            right = thing
        for slot, word in {"thing": thing, "value": value}.items():
            question = question.replace(f"{{{slot}}}", word)
        return some_of(dice, question, right, options)

    return rule
