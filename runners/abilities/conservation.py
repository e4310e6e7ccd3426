"""Conservation: what is only given another shape is as much as before; what is added to is not."""

from __future__ import annotations

from typing import Any

from dsl.words import capital
from runners.abilities.dice import Dice
from runners.abilities.pools import Person, people, person, pools
from runners.abilities.rules import Draft, Rule, Rules, among

RULES = Rules()

_ANSWERS = (
    {"more": "more than before", "less": "less than before", "same": "as much as before"},
    {"more": "it is more now", "less": "it is less now", "same": "it is the same"},
    {"more": "there is more", "less": "there is less", "same": "nothing has changed in that"},
)
_COUNTED = (
    {"more": "more than before", "less": "fewer than before", "same": "as many as before"},
    {"more": "there are more", "less": "there are fewer", "same": "just as many"},
)
_LONG = (
    {"more": "longer than before", "less": "shorter than before", "same": "as long as before"},
    {"more": "further than before", "less": "not as far as before", "same": "just as far"},
)
_HEAVY = ({"more": "more than before", "less": "less than before", "same": "the same as before"},)
_BY_KIND = {"row": _COUNTED, "string": _LONG, "weight": _HEAVY, "area": (_ANSWERS[0],)}


def _filled(text: str, stuff: str, who: Person, other: Person) -> str:
    words = {
        "stuff": stuff,
        "stuff_": capital(stuff),
        "who": who.name,
        "they": who.they,
        "them": who.them,
        "their": who.their,
        "their2": other.their,
        "other": other.name,
    }
    for slot, word in words.items():
        text = text.replace(f"{{{slot}}}", word)
    return text


def _changed(name: str, kind: dict[str, Any]) -> Rule:
    """What is there is reshaped and, or not, added to or taken from."""

    def rule(dice: Dice) -> Draft:
        who, other = people(dice, 2)
        stuff = dice.pick(kind["stuff"])
        what = dice.pick(["more", "less", "same"])
        deed = dice.pick(kind["reshaped" if what == "same" else what])
        ask_at = dice.below(len(kind["ask"]))
        answers = _BY_KIND.get(name, _ANSWERS)
        words = answers[ask_at] if name == "string" else dice.pick(answers)
        ask = kind["ask"][ask_at]
        if name == "area" and ask_at == 1:
            words = {"more": words["less"], "less": words["more"], "same": words["same"]}
        begin = dice.pick(kind["begin"])
        question = _filled(f"{begin} Then {deed}. {ask}", stuff, who, other)
        return among(question, words[what], list(words.values()))

    return rule


for _name, _kind in pools("quantities").items():
    RULES.named(f"reshaped: {_name}")(_changed(_name, _kind))


@RULES.named("two that were alike")
def _two_alike(dice: Dice) -> Draft:
    one, two = people(dice, 2)
    stuff, start, shapes, bit = dice.pick(
        [
            (
                "dough",
                "two balls of dough of the same weight",
                ["flattens {own}", "rolls {own} out thinly"],
                "tears a pinch off {own} and eats it",
            ),
            (
                "juice",
                "two equal glasses, filled to the same line with juice",
                ["pours {own} into a tall vase", "pours {own} into a soup plate"],
                "drinks a sip of {own}",
            ),
            (
                "wool",
                "two equal balls of wool",
                ["unwinds {own}", "winds {own} on a long stick"],
                "cuts a piece off {own} for the cat",
            ),
            (
                "beans",
                "two equal bags of beans",
                ["spreads {own} out on a tray", "sorts {own} into six little pots"],
                "gives away three of {own}",
            ),
        ]
    )
    shaper, keeper = (one, two) if dice.flip() else (two, one)
    loser = dice.pick([shaper, keeper, None])
    deed = f"{shaper.name} {dice.pick(shapes)}".replace("{own}", f"all of {_own(shaper)}")
    other = f"{keeper.name} leaves {_own(keeper)} as it is"
    if loser is shaper:
        tail = f" and then {bit}; {other}".replace("{own}", _own(shaper))
    elif loser is keeper:
        tail = f", while {keeper.name} {bit}".replace("{own}", _own(keeper))
    else:
        tail = f"; {other}"
    question = (
        f"{one.name} and {two.name} have {start}, one each. {deed}{tail}. Who has more {stuff} now?"
    )
    right = {one: two.name, two: one.name, None: "both have equally much"}[loser]
    return among(question, right, [one.name, two.name, "both have equally much"])


def _own(who: Person) -> str:
    return {"she": "hers", "he": "his"}[who.they]


@RULES.named("stack and row of blocks")
def _blocks(dice: Dice) -> Draft:
    who, other = people(dice, 2)
    many = dice.number(6, 14)
    change = dice.pick([0, -2, -1, 1, 2])
    block = dice.pick(["blocks", "bricks", "boxes", "books", "crates"])
    towards = dice.pick(
        [
            "lays all of them out in a long row",
            "builds two short towers with all of them",
            "makes a wide wall of all of them",
        ]
    )
    middle = {
        True: f"{other.name} watches and counts up to {many + dice.pick([-2, -1, 1, 2])} on the fingers.",
        False: f"Then {other.name} {'brings' if change > 0 else 'takes away'} {abs(change)} of them"
        f"{' more' if change > 0 else ''}.".replace("of them more", "more"),
    }[change == 0]
    question = (
        f"{who.name} has a tower of {many} {block}. {who.They} takes it down and {towards}. {middle} How many {block} are "
        f"there now?"
    )
    right = many + change
    return Draft(
        question,
        str(right),
        tuple(str(many + x) for x in dice.some([y for y in (-2, -1, 0, 1, 2) if y != change], 3)),
    )


@RULES.named("folded letter")
def _folded(dice: Dice) -> Draft:
    who = person(dice)
    paper, room = dice.pick(
        [
            ("tablecloth", "drawer"),
            ("sail", "chest"),
            ("newspaper", "pocket"),
            ("blanket", "bag"),
            ("flag", "box"),
        ]
    )
    kind = dice.pick(["same", "less", "more"])
    longer = "glues a sheet to its edge" if paper == "newspaper" else "sews a border to it"
    tail = {
        "same": "takes it out and opens it out again to the last crease",
        "less": "takes it out, cuts a strip off its edge and opens it out again",
        "more": f"takes it out, opens it out again and {longer}",
    }[kind]
    times = dice.pick(["once", "twice", "three times"])
    question = (
        f"{who.name} folds a {paper} {times}, so that it fits into a {room}. The next day {who.they} {tail}. How large is "
        f"the {paper} now, compared with before it was folded?"
    )
    words = {
        "same": "as large as before",
        "less": "smaller than before",
        "more": "larger than before",
    }
    return among(question, words[kind], list(words.values()))


@RULES.named("stone under water")
def _stone(dice: Dice) -> Draft:
    who = person(dice)
    thing = dice.pick(["a lump of clay", "a ball of wax that sinks", "a piece of soft lead"])
    name = {
        "a lump of clay": "the clay",
        "a ball of wax that sinks": "the wax",
        "a piece of soft lead": "the lead",
    }[thing]
    kind = dice.pick(["same", "more", "less"])
    deed = {
        "same": "presses it quite flat",
        "more": "presses it flat and sticks another bit of the same kind to it",
        "less": "presses it flat and pinches off a bit",
    }[kind]
    question = (
        f"{who.name} lowers {thing} into a full glass and marks how high the water rises. {who.They} takes {name} out without "
        f"losing a drop, {deed}, and lowers all of it into the water again. Where is the water now?"
    )
    words = {
        "same": "exactly at the mark",
        "more": "higher than the mark",
        "less": "lower than the mark",
    }
    return among(question, words[kind], list(words.values()))
