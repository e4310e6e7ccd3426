"""Conservation: what is only given another shape is as much as before; what is added to is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runners.abilities.dice import Dice
from runners.abilities.pools import filled, people, person, pools
from runners.abilities.rules import Draft, Rules, among, number_of

RULES = Rules()

_WORDS = {
    "much": (
        {1: "more than at first", -1: "less than at first", 0: "as much as at first"},
        {1: "more than before", -1: "less than before", 0: "the same as before"},
    ),
    "many": ({1: "more than at first", -1: "fewer than at first", 0: "as many as at first"},),
    "long": ({1: "longer than at first", -1: "shorter than at first", 0: "as long as at first"},),
}


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _kept(kind: dict[str, Any]) -> Callable[[Dice, int], Draft]:
    """Each of two people gives what is there another shape; somebody adds or takes something. The
    higher the level, the more of this happens.
    """

    def rule(dice: Dice, level: int) -> Draft:
        who = people(dice, 2)
        change = [0, 0]
        told = []
        reshaped = dice.some(kind["reshaped"], 2)
        signs = dice.shuffled([1, -1, dice.pick([1, -1])])[:level]
        for number in range(level):
            if number < 2:
                told.append((dice.number(0, 1), reshaped[number], 0))
            told.append(
                (
                    dice.number(0, 1),
                    kind["add" if signs[number] > 0 else "take"],
                    signs[number] * dice.number(1, 3),
                )
            )
        lines = []
        for at, text, amount in told:
            change[at] += amount
            lines.append(
                filled(
                    text,
                    who[at],
                    x=who[at].name,
                    xs=who[at].theirs,
                    n=kind["units"][max(abs(amount), 1) - 1],
                )
                + "."
            )
        asked, _other = (who[0], who[1]) if dice.flip() else (who[1], who[0])
        stuff = dice.pick(kind["stuff"])
        begin = filled(kind["begin"], who[0], other=who[1].name)
        if dice.below(3):
            words = dice.pick(_WORDS[kind["words"]])
            ask, right, options = (
                filled(kind["ask"], asked),
                words[_sign(change[who.index(asked)])],
                list(words.values()),
            )
        else:
            ask = kind["versus"]
            right = {1: who[0].name, -1: who[1].name, 0: "both alike"}[_sign(change[0] - change[1])]
            options = [who[0].name, who[1].name, "both alike"]
        return among(" ".join([begin, *lines, ask]).replace("{stuff}", stuff), right, options)

    return rule


for _name, _kind in pools("quantities").items():
    RULES.graded(f"reshaped: {_name}")(_kept(_kind))


@RULES.graded("tower of blocks")
def _blocks(dice: Dice, level: int) -> Draft:
    who, other = people(dice, 2)
    first = now = dice.number(8, 16)
    block = dice.pick(["blocks", "bricks", "boxes", "books", "crates"])
    shapes = dice.shuffled(
        [
            "lays all of them out in a long row",
            "builds two short towers with all of them",
            "makes a wide wall of all of them",
            "spreads all of them over the floor",
        ]
    )
    told = [f"{who.name} has a tower of {first} {block}."]
    sizes = []
    for number in range(level):
        told.append(f"{who.name} takes everything down and {shapes[number]}.")
        few = dice.number(1, 3)
        kind = dice.pick(["brings", "takes away", "counts"])
        sizes.append(few)
        now += {"brings": few, "takes away": -few, "counts": 0}[kind]
        told.append(
            {
                "brings": f"{other.name} brings {few} more.",
                "takes away": f"{other.name} takes away {few}.",
                "counts": f"{other.name} counts {few} of them on the fingers and gives up.",
            }[kind]
        )
    slips = {
        first,
        *(now + x for x in sizes),
        *(now - x for x in sizes),
        *(first + x for x in sizes),
        *(first - x for x in sizes),
    }
    return number_of(dice, f"{' '.join(told)} How many {block} are there now?", now, slips, least=1)


@RULES.graded("folded cloth", (1, 2))
def _folded(dice: Dice, level: int) -> Draft:
    who, other = people(dice, 2)
    cloth, room = dice.pick(
        [
            ("tablecloth", "drawer"),
            ("sail", "chest"),
            ("curtain", "cupboard"),
            ("blanket", "bag"),
            ("flag", "box"),
        ]
    )
    folds = dice.pick(["once", "twice", "three times"])
    change = dice.number(-1, 1)
    deeds = {
        0: "shakes the dust out of it",
        -1: "cuts a strip off its edge",
        1: "sews a border to it",
    }
    second = dice.number(-1, 1) if level == 2 else None
    told = f"{who.name} folds a {cloth} {folds}, so that it fits into a {room}. The next day {who.they} takes it out, opens it out again to the last crease and {deeds[change]}."
    if second is not None:
        own = {
            0: "looks at it from all sides",
            -1: "cuts a strip off the edge of another one",
            1: "sews a border to another one",
        }
        told += f" Meanwhile {other.name} {own[second]}."
    words = {0: "as large as before", -1: "smaller than before", 1: "larger than before"}
    return among(
        f"{told} How large is {who.name}'s {cloth} now, compared with before it was folded?",
        words[change],
        words.values(),
    )


@RULES.named("lump under water", level=2)
def _lump(dice: Dice) -> Draft:
    who = person(dice)
    stuff, thing = dice.pick(
        [
            ("clay", "a lump of clay"),
            ("wax", "a ball of wax that sinks"),
            ("lead", "a piece of soft lead"),
            ("putty", "a lump of putty"),
        ]
    )
    change = dice.number(-1, 1)
    shape = dice.pick(
        ["presses it quite flat", "rolls it out into a long thin roll", "cuts it into small cubes"]
    )
    deed = {
        0: shape,
        1: f"{shape} and adds another bit of {stuff}",
        -1: f"{shape} and lays a bit of it aside",
    }[change]
    question = (
        f"{who.name} lowers {thing} into a glass of water and marks how high the water rises. {who.They} takes the {stuff} out without losing a drop, {deed}, and "
        f"lowers {'everything' if change >= 0 else 'the rest'} into the water again. Where is the water now?"
    )
    words = {0: "exactly at the mark", 1: "higher than the mark", -1: "lower than the mark"}
    return among(question, words[change], words.values())


_CHANGES = (
    ("lump of ice", "melts"), ("lump of butter", "melts in the sun"), ("spoonful of sugar in some tea", "dissolves, until nobody can see any"),
    ("handful of salt in some water", "dissolves, until nobody can see any"), ("cup of water", "freezes in the yard"), ("bar of chocolate", "melts beside the stove"),
    ("bunch of grapes", "is squashed to pulp"),
)  # fmt: skip


@RULES.graded("in another state", (1, 2))
def _another_state(dice: Dice, level: int) -> Draft:
    who, other = people(dice, 2)
    thing, change = dice.pick(_CHANGES)
    amounts = [dice.number(-1, 1) for _ in range(level)]
    if level == 2 and sum(amounts) == 0 and amounts[0] != 0:
        amounts[1] = amounts[0]
    deeds = {
        0: ["looks in through the glass", "lifts the jar and puts it down again"],
        1: ["opens the lid and lets a stone fall in", "opens the lid and pours in some oil"],
        -1: ["opens the lid and takes a spoonful out", "opens the lid and pours out a little"],
    }
    told = f"{who.name} weighs a closed jar with a {thing}. In the jar all of it {change}."
    for one in amounts:
        told += f" {other.name} {dice.pick(deeds[one])}."
    words = {0: "as much as before", 1: "more than before", -1: "less than before"}
    return among(
        f"{told} The jar is closed and weighed once more. How much does it weigh now?",
        words[_sign(sum(amounts))],
        words.values(),
    )
