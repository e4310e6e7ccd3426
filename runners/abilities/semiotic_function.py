"""Semiotic function: one thing stands for another.

Some signs are everybody's (`words/symbols.toml`); others are agreed on in the question, so that
nothing but the agreement says what they mean.
"""

from __future__ import annotations

from typing import Any

from dsl.words import capital
from runners.abilities.dice import Dice
from runners.abilities.pools import a, people, person, pool, pools
from runners.abilities.rules import Draft, Rule, Rules, among

RULES = Rules()
_WRONG = 3
_SYLLABLES = ("zu", "mip", "tor", "kel", "fa", "dro", "nib", "ga", "sool", "ped", "lum", "rik")


def _about(group: dict[str, Any]) -> Rule:
    def rule(dice: Dice) -> Draft:
        sign, *others = dice.some(group["signs"], 1 + _WRONG)
        wrong = tuple(group["signs"][one] for one in others)
        question = dice.pick(group["about"]).replace("{sign}", sign)
        return Draft(question, group["signs"][sign], wrong)

    return rule


def _which(group: dict[str, Any]) -> Rule:
    def rule(dice: Dice) -> Draft:
        sign, *others = dice.some(group["signs"], 1 + _WRONG)
        question = dice.pick(group["which"]).replace("{meaning}", group["signs"][sign])
        return Draft(question, sign, tuple(others))

    return rule


for _name, _group in pools("symbols").items():
    RULES.named(f"meaning of {_name}")(_about(_group))
    RULES.named(f"sign of {_name}")(_which(_group))


def _words(dice: Dice, count: int) -> list[str]:
    """Invented words of two syllables."""
    return [
        first + second
        for first, second in zip(
            dice.some(_SYLLABLES, count), dice.some(_SYLLABLES, count), strict=True
        )
    ]


@RULES.named("pretend play")
def _pretend_play(dice: Dice) -> Draft:
    who, other = people(dice, 2)
    props = dice.some(
        ["stick", "cushion", "pot lid", "shoe box", "blanket", "broom", "bottle top", "saucepan"], 4
    )
    roles = dice.some(
        [
            "horse",
            "ship",
            "shield",
            "baby",
            "cave",
            "dragon",
            "crown",
            "treasure",
            "rocket",
            "mountain",
        ],
        4,
    )
    listing = [f"the {prop} is the {role}" for prop, role in zip(props, roles, strict=True)]
    said = f"{', '.join(listing[:-1])} and {listing[-1]}"
    asked = dice.number(0, 3)
    deed = dice.pick(
        ["hides", "picks up", "drops", "sits down on", "runs away from", "carries away"]
    )
    if dice.flip():
        ask = f"{who.name} {deed} the {props[asked]}. What is it in the game?"
        right, options = f"the {roles[asked]}", [f"the {one}" for one in roles]
    else:
        ask = f"In the game {other.name} {deed} the {roles[asked]}. Which real thing is it?"
        right, options = f"the {props[asked]}", [f"the {one}" for one in props]
    return among(f"{who.name} and {other.name} agree on a game: {said}. {ask}", right, options)


@RULES.named("legend of a map")
def _legend(dice: Dice) -> Draft:
    signs = dice.some(
        [
            "a dotted line",
            "a small triangle",
            "a black square",
            "a wavy line",
            "a ring",
            "a cross",
            "a grey patch",
            "a double line",
        ],
        4,
    )
    meant = dice.some(
        [
            "footpath",
            "spring",
            "farmhouse",
            "stream",
            "well",
            "chapel",
            "swamp",
            "railway",
            "cave",
            "ruin",
        ],
        4,
    )
    who = person(dice)
    listing = "; ".join(f"{sign} for a {one}" for sign, one in zip(signs, meant, strict=True))
    asked = dice.number(0, 3)
    if dice.flip():
        ask = f"{who.name} follows the map and finds {signs[asked]} next to the camp. What is really next to the camp?"
        return among(
            f"The mapmaker used these signs: {listing}. {ask}",
            f"a {meant[asked]}",
            [f"a {one}" for one in meant],
        )
    ask = f"{who.name} adds the {meant[asked]} that was forgotten. What does {who.they} draw?"
    return among(f"The mapmaker used these signs: {listing}. {ask}", signs[asked], signs)


@RULES.named("two signs in one")
def _two_signs(dice: Dice) -> Draft:
    shapes = dice.some(["circle", "square", "triangle", "star", "diamond"], 2)
    animals = dice.some(pool("animals"), 2)
    mark, quality, plain = dice.pick(
        [
            ("a dot inside", "asleep", "awake"),
            ("a line below", "old", "young"),
            ("a second outline", "big", "small"),
            ("a tail of three strokes", "hungry", "fed"),
        ]
    )
    which, marked = dice.number(0, 1), dice.flip()
    shown = f"a {shapes[which]} with {mark}" if marked else f"a {shapes[which]} without {mark}"
    place = dice.pick(["zoo keepers", "farm hands", "vets", "stable boys"])
    question = (
        f"Among {place}, {a(shapes[0])} on the board stands for {a(animals[0])} and {a(shapes[1])} for "
        f"{a(animals[1])}. With {mark} it means that the animal is {quality}; otherwise it is {plain}. "
        f"Today there is {shown}. What does it say?"
    )
    options = [f"the {animal} is {one}" for animal in animals for one in (quality, plain)]
    return among(question, f"the {animals[which]} is {quality if marked else plain}", options)


@RULES.named("invented language")
def _invented_language(dice: Dice) -> Draft:
    who, other = people(dice, 2)
    nouns = dice.some(["milk", "bread", "rain", "soup", "tea", "sand", "bath", "stone"], 2)
    kinds = dice.some(["cold", "warm", "old", "new", "good", "dark"], 2)
    words = _words(dice, 4)
    if len({*words}) < 4:
        words = ["zumip", "torkel", "fadro", "nibga"]
    known = ", ".join(
        f"“{word}” means {meaning}" for word, meaning in zip(words, [*nouns, *kinds], strict=True)
    )
    noun, kind = dice.number(0, 1), dice.number(0, 1)
    order = dice.flip()
    said = f"{words[noun]} {words[2 + kind]}"
    rule = "What a thing is like is said after its name."
    if order:
        said = f"{words[2 + kind]} {words[noun]}"
        rule = "What a thing is like is said before its name."
    question = (
        f"{who.name} and {other.name} have a secret language: {known}. {rule} {who.name} whispers: "
        f"“{said}”. What is {who.they} talking about?"
    )
    options = [f"{one} {two}" for two in nouns for one in kinds]
    return among(question, f"{kinds[kind]} {nouns[noun]}", options)


@RULES.named("counters for a herd")
def _counters(dice: Dice) -> Draft:
    who = person(dice)
    one, two = dice.some(["bean", "pebble", "nut", "shell", "button"], 2)
    animal = dice.pick(["sheep", "goat", "cow", "goose"])
    plural = {"sheep": "sheep", "goat": "goats", "cow": "cows", "goose": "geese"}[animal]
    many = dice.pick([5, 10])
    ones, groups = dice.number(1, 4), dice.number(2, 4)
    value = ones + many * groups
    wrong = {
        ones + groups,
        groups + many * ones,
        many * (ones + groups),
        value + many,
        value - 1,
        value - many,
    }
    wrong -= {value}
    there = [f"{ones} {one}{'s' if ones > 1 else ''}", f"{groups} {two}s"]
    question = (
        f"{who.name} cannot write, and keeps count with small things in a bag: each {one} stands for a single {animal}, "
        f"each {two} for {many} of them. This evening there are {' and '.join(dice.shuffled(there))} in the bag. How many "
        f"{plural} does {who.they} have?"
    )
    return Draft(question, str(value), tuple(map(str, dice.some(sorted(wrong), 3))))


@RULES.named("flags of a harbour")
def _flags(dice: Dice) -> Draft:
    colours = dice.some(pool("colours"), 3)
    messages = dice.some(
        [
            "a boat is in trouble",
            "the ferry is late",
            "a storm is coming",
            "the harbour is full",
            "fresh fish is on sale",
            "the tide is going out",
        ],
        3,
    )
    who = person(dice)
    rule = "; ".join(f"{colour} for “{one}”" for colour, one in zip(colours, messages, strict=True))
    up, down = dice.some(range(3), 2)
    question = (
        f"The harbour has a flag for each message: {rule}. A flag that is taken down no longer counts. In the morning "
        f"the {colours[down]} and the {colours[up]} flag are up. At noon the {colours[down]} one is taken down. "
        f"{who.name} comes in the afternoon. What does {who.they} learn from the flags?"
    )
    return among(question, messages[up], messages)


@RULES.named("pictures in a diary")
def _diary(dice: Dice) -> Draft:
    who = person(dice)
    signs = dice.some(
        [
            ("a cake", "somebody has a birthday"),
            ("a wave", "swimming lesson"),
            ("a tooth", "visit to the dentist"),
            ("a suitcase", "a trip"),
            ("a note of music", "choir practice"),
            ("a broom", "cleaning day"),
            ("a pair of skates", "ice rink"),
        ],
        4,
    )
    days = dice.some(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"], 4)
    entries = "; ".join(f"{day}: {sign}" for day, (sign, _) in zip(days, signs, strict=True))
    legend = ", ".join(f"{sign} stands for “{meaning}”" for sign, meaning in dice.shuffled(signs))
    asked = dice.number(0, 3)
    begin = f"{who.name} draws in a diary instead of writing. There, {legend}. This week has these entries: {entries}."
    if dice.flip():
        return among(
            f"{begin} What is on {days[asked]}?", signs[asked][1], [one for _, one in signs]
        )
    return among(f"{begin} On which day is “{signs[asked][1]}”?", days[asked], days)


@RULES.named("plan with a scale")
def _plan(dice: Dice) -> Draft:
    who = person(dice)
    unit = dice.pick([(1, "step"), (2, "steps"), (5, "steps"), (10, "steps")])
    side, other = dice.number(3, 9), dice.number(2, 8)
    place = dice.pick(["playground", "garden", "market square", "schoolyard", "barn"])
    square = dice.pick(["square", "finger's breadth", "matchstick"])
    squares = {
        "square": "squares",
        "finger's breadth": "fingers' breadths",
        "matchstick": "matchsticks",
    }[square]
    question = (
        f"On {who.name}'s plan of the {place}, one {square} stands for {unit[0]} {unit[1]}. On the plan, the long side has "
        f"{side + other} {squares} and the distance from the gate to the pump {side} {squares}. How many steps is it from the gate to "
        f"the pump?"
    )
    right = side * unit[0]
    wrong = [
        x
        for x in {
            side + unit[0],
            (side + other) * unit[0],
            side + other,
            right + unit[0],
            right - unit[0],
            2 * right,
        }
        if x not in (right, 0)
    ]
    return Draft(question, str(right), tuple(map(str, dice.some(sorted(wrong), 3))))


@RULES.named("word for another word")
def _word_for_another(dice: Dice) -> Draft:
    who, other = people(dice, 2)
    one, two, three = dice.some(pool("things"), 3)
    question = (
        f"For a day {who.name} and {other.name} swap words: they say “{one}” for {a(two)}, “{two}” for {a(three)} and “{three}” "
        f"for {a(one)}. "
    )
    chain = {one: two, two: three, three: one}
    said = dice.pick([one, two, three])
    if dice.flip():
        question += (
            f"{capital(who.name)} asks: “Please give me the {said}.” What does {other.name} bring?"
        )
        return among(question, a(chain[said]), [a(x) for x in (one, two, three)])
    meant = chain[said]
    question += (
        f"{other.name} would like {a(meant)}. For what does {other.they} ask, in these words?"
    )
    return among(question, f"“{said}”", [f"“{x}”" for x in (one, two, three)])
