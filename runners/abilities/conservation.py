"""Conservation: what is only given another shape is as much as before; what is added to is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runners.abilities.changes import asked_of, change_of, changes
from runners.abilities.dice import Dice
from runners.abilities.pools import Person, a, filled, listed, people, pool, pools
from runners.abilities.rules import AbilityRules, DraftedItem, among, near, number_of

RULES = AbilityRules()

_WORDS = {
    "much": (
        {1: "more than at first", -1: "less than at first", 0: "as much as at first"},
        {1: "more than before", -1: "less than before", 0: "the same as before"},
    ),
    "many": ({1: "more than at first", -1: "fewer than at first", 0: "as many as at first"},),
    "long": ({1: "longer than at first", -1: "shorter than at first", 0: "as long as at first"},),
}


def _kept(kind: dict[str, Any]) -> Callable[[Dice, int], DraftedItem]:
    """Each of three people gives what is there another shape; one adds something, one takes
    something. At level 2 this happens twice, at level 3 the amounts differ.
    """

    def said(one: Person, way: int, amount: int, it: str) -> str:
        deed = kind["add" if way > 0 else "take"]
        return filled(deed, one, it=it, n=kind["units"][amount - 1])

    def rule(dice: Dice, level: int) -> DraftedItem:
        who = people(dice, 3)
        told = changes(dice, who, level) if level < 3 else changes(dice, who) + changes(dice, who)
        shapes = dice.shuffled(kind["reshaped"])
        lines, done = [], []
        for number, (one, way) in enumerate(told):
            amount = dice.number(1, 3) if level == 3 else 1
            done.append((one, way * amount))
            if number < 3:
                shape = filled(shapes[number], one, xs=one.theirs)
                then = f"; then {one.they} {said(one, way, amount, kind['it'])}" if way else ""
                lines.append(f"{one.name} {shape}{then}.")
            elif way:
                lines.append(f"Then {one.name} {said(one, way, amount, one.theirs)}.")
        ask, right, options = _asked(dice, kind, who, [change_of(one, done) for one in who])
        story = kind["begin"].replace("{people}", listed([one.name for one in who]))
        question = " ".join([story, *lines, ask]).replace("{stuff}", dice.pick(kind["stuff"]))
        return among(question, right, options)

    return rule


def _asked(
    dice: Dice, kind: dict[str, Any], who: list[Person], changed: list[int]
) -> tuple[str, str, list[str]]:
    """How much somebody has now, or who has most, least or as much as at first; with the answer
    and all options.
    """
    names = [one.name for one in who]
    wanted = [max(changed), min(changed), 0]
    clear = [n for n, change in enumerate(wanted) if changed.count(change) == 1]
    if clear and dice.flip():
        which = dice.pick(clear)
        return kind["who"][which], names[changed.index(wanted[which])], names
    one, way = asked_of(dice, list(zip(who, changed, strict=True)))
    words = dice.pick(_WORDS[kind["words"]])
    return filled(kind["ask"], one), words[way], list(words.values())


for _name, _kind in pools("quantities").items():
    RULES.graded(f"reshaped: {_name}")(_kept(_kind))


@RULES.graded("tower of blocks")
def _blocks(dice: Dice, level: int) -> DraftedItem:
    who, other = people(dice, 2)
    first = now = dice.number(13, 20)
    block = dice.pick(pool("blocks"))
    shapes = dice.shuffled(pool("block_shapes"))
    told = [f"{who.name} has a tower of {first} {block}."]
    sizes = []
    for number in range(level):
        few, way = dice.number(2, 4), dice.number(-1, 1)
        sizes.append(few)
        now += way * few
        deed = {
            1: f"brings {few} more",
            -1: f"takes away {few}",
            0: f"counts {few} of them on the fingers and gives up",
        }[way]
        told.append(f"{who.name} takes everything down and {shapes[number]}. {other.name} {deed}.")
    question = f"{' '.join(told)} How many {block} are there now?"
    return number_of(dice, question, now, near((first, now), sizes), least=1)


def _one_of_three(
    dice: Dice, level: int, things: list[str], deeds: dict[int, list[str]], who: list[Person]
) -> tuple[str, str, int]:
    """What people do to three things, the one that is asked for, and how it has changed. `deeds`
    has two ways to say each change, with {it} for the thing.
    """
    told = changes(dice, things, level)
    lines = []
    for number, (thing, way) in enumerate(told):
        again, at = number // 3, number % 3
        deed = deeds[way][again].replace("{it}", thing)
        lines.append(f"{who[again].They if at else f'Then {who[again].name}'} {deed}.")
    return " ".join(lines), *asked_of(dice, told)


@RULES.graded("folded cloth", (1, 2))
def _folded(dice: Dice, level: int) -> DraftedItem:
    who = people(dice, 2)
    cloths = dice.some(pool("cloths"), 3)
    folds = dice.pick(["once", "twice", "three times"])
    deeds = {
        0: ["shakes the dust out of the {it}", "looks at the {it} from all sides"],
        -1: ["cuts a strip off the edge of the {it}", "snips the corners off the {it}"],
        1: ["sews a border to the {it}", "sews another piece of cloth to the {it}"],
    }
    told, asked, way = _one_of_three(dice, level, cloths, deeds, who)
    begin = f"{who[0].name} folds {listed([a(one) for one in cloths])} {folds}, so that they fit into {a(dice.pick(pool('containers')))}, and later opens them out again to the last crease."
    words = {0: "as large as before", -1: "smaller than before", 1: "larger than before"}
    ask = f"How large is the {asked} now, compared with before it was folded?"
    return among(f"{begin} {told} {ask}", words[way], words.values())


@RULES.graded("lump under water", (1, 2))
def _lump(dice: Dice, level: int) -> DraftedItem:
    who = people(dice, 2)
    stuff = dice.pick(["clay", "putty", "modelling clay", "soft lead"])
    colours = dice.some(["red", "blue", "green", "yellow", "white", "black"], 3)
    lumps = [f"{one} lump" for one in colours]
    deeds = {
        0: ["presses the {it} quite flat", "cuts the {it} into small cubes"],
        1: [f"kneads another bit of {stuff} into the {{it}}", f"adds some {stuff} to the {{it}}"],
        -1: ["breaks a bit off the {it} and lays it aside", "takes some of the {it} away"],
    }
    told, asked, way = _one_of_three(dice, level, lumps, deeds, who)
    begin = f"{who[0].name} lowers three lumps of {stuff}, {listed([a(one) for one in colours])} one, into three glasses of water, each into its own, and marks how high the water rises. Then {who[0].they} takes them out without losing a drop."
    words = {0: "exactly at the mark", 1: "higher than the mark", -1: "lower than the mark"}
    ask = f"Each lump, as it is now, is lowered into its glass again. Where is the water in the glass of the {asked} now?"
    return among(f"{begin} {told} {ask}", words[way], words.values())


@RULES.graded("in another state", (1, 2))
def _another_state(dice: Dice, level: int) -> DraftedItem:
    who = people(dice, 2)
    kinds = dice.some(pools("deeds")["states"], 3)
    deeds = {
        0: ["looks into the jar with the {it}", "lifts the jar with the {it} and puts it down again"],
        1: ["opens the jar with the {it} and lets a stone fall in", "opens the jar with the {it} and pours in some oil"],
        -1: ["opens the jar with the {it} and takes a spoonful out", "opens the jar with the {it} and pours out a little"],
    }  # fmt: skip
    told, asked, way = _one_of_three(dice, level, [one["it"] for one in kinds], deeds, who)
    happens = listed([f"the {one['it']} {one['happens']}" for one in kinds])
    begin = f"{who[0].name} closes and weighs three jars, one with {listed([one['what'] for one in kinds]).replace(', ', ', one with ').replace(' and ', ' and one with ')}. In the jars, {happens}."
    words = {0: "as much as before", 1: "more than before", -1: "less than before"}
    ask = f"All jars are closed and weighed once more. How much does the jar with the {asked} weigh now?"
    return among(f"{begin} {told} {ask}", words[way], words.values())
