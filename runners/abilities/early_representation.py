"""Early representation: what things are, what they are like and what they are for.

The facts are in `words/facts.toml`. A wrong option is never true of the thing: values that could
be said of it as well are listed there, and left out.
"""

from __future__ import annotations

from typing import Any

from runners.abilities.dice import Dice
from runners.abilities.pools import pools
from runners.abilities.rules import Draft, Rule, Rules

RULES = Rules()
_WRONG = 3


def _true_of(attribute: dict[str, Any], thing: str) -> set[str]:
    """What may be said of a thing."""
    return {attribute["things"][thing], *attribute.get("also", {}).get(thing, ())}


def _about(attribute: dict[str, Any]) -> Rule:
    """Asks for the value of a thing."""

    def rule(dice: Dice) -> Draft:
        thing = dice.pick(list(attribute["things"]))
        others = sorted(set(attribute["things"].values()) - _true_of(attribute, thing))
        question = dice.pick(attribute["about"]).replace("{thing}", thing)
        return Draft(question, attribute["things"][thing], tuple(dice.some(others, _WRONG)))

    return rule


def _which(attribute: dict[str, Any]) -> Rule:
    """Asks for the thing with a value."""

    def rule(dice: Dice) -> Draft:
        thing = dice.pick(list(attribute["things"]))
        value = attribute["things"][thing]
        others = [one for one in attribute["things"] if value not in _true_of(attribute, one)]
        question = dice.pick(attribute["which"]).replace("{value}", value)
        return Draft(question, thing, tuple(dice.some(others, _WRONG)))

    return rule


for _name, _attribute in pools("facts").items():
    RULES.named(f"{_name} of a thing")(_about(_attribute))
    RULES.named(f"thing of a {_name}")(_which(_attribute))
