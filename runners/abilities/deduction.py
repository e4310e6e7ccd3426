"""Deduction: what follows from rules and assumptions, and what does not."""

from __future__ import annotations

from itertools import pairwise, permutations, product

from dsl.words import capital
from runners.abilities.dice import Dice
from runners.abilities.pools import a, people, pool
from runners.abilities.rules import Draft, Rules, among

RULES = Rules()

FACTS = (
    ("the gate", "open"),
    ("the lamp", "on"),
    ("the dog", "in the yard"),
    ("the ferry", "late"),
    ("the stove", "warm"),
    ("the flag", "up"),
    ("the shop", "closed"),
    ("the bridge", "wet"),
    ("the baker", "at home"),
    ("the boat", "in the harbour"),
    ("the market", "crowded"),
    ("the well", "full"),
    ("the tower", "locked"),
    ("the cat", "on the roof"),
)
"""What can be so or not so, without any of them following from another."""

_UNKNOWN = "left open"
_ANSWERS = {True: "yes", False: "no", None: _UNKNOWN}


def state(fact: tuple[str, str], holds: bool = True) -> str:
    """A fact, or its negation, as a sentence without a full stop."""
    return f"{fact[0]} is {'' if holds else 'not '}{fact[1]}"


def _ask(fact: tuple[str, str]) -> str:
    return f"Is {fact[0]} {fact[1]}?"


def _settled(question: str, answer: bool | None) -> Draft:
    return among(question, _ANSWERS[answer], list(_ANSWERS.values()))


@RULES.named("if and a fact")
def _if(dice: Dice) -> Draft:
    one, two = dice.some(FACTS, 2)
    p, q = dice.flip(), dice.flip()
    kind = dice.pick(["forwards", "backwards", "converse", "inverse"])
    rule = dice.pick(
        [
            f"If {state(one, p)}, then {state(two, q)}.",
            f"Whenever {state(one, p)}, {state(two, q)}.",
        ]
    )
    known, asked, answer = {
        "forwards": (state(one, p), two, q),
        "backwards": (state(two, not q), one, not p),
        "converse": (state(two, q), one, None),
        "inverse": (state(one, not p), two, None),
    }[kind]
    lead = dice.pick(
        [
            "On the island one rule holds without exception.",
            "This is certain.",
            "A watchman can rely on this.",
        ]
    )
    return _settled(f"{lead} {rule} Today {known}. {_ask(asked)}", answer)


@RULES.named("chain of ifs")
def _chain(dice: Dice) -> Draft:
    one, two, three = dice.some(FACTS, 3)
    p, q, r = (dice.flip() for _ in range(3))
    rules = [
        f"If {state(one, p)}, then {state(two, q)}.",
        f"If {state(two, q)}, then {state(three, r)}.",
    ]
    kind = dice.pick(["forwards", "backwards", "open", "open too"])
    known, asked, answer = {
        "forwards": (state(one, p), three, r),
        "backwards": (state(three, not r), one, not p),
        "open": (state(three, r), one, None),
        "open too": (state(one, not p), three, None),
    }[kind]
    return _settled(
        f"{' '.join(dice.shuffled(rules))} It turns out that {known}. {_ask(asked)}", answer
    )


@RULES.named("either or")
def _either(dice: Dice) -> Draft:
    one, two = dice.some(FACTS, 2)
    exclusive = dice.flip()
    tail = ", but not both" if exclusive else ", or both"
    rule = f"Either {state(one)} or {state(two)}{tail}."
    known = dice.flip()
    answer = True if not known else (False if exclusive else None)
    first, second = (one, two) if dice.flip() else (two, one)
    lead = dice.pick(
        ["One thing is sure.", "The guard tells the truth:", "From the hill one can see this much."]
    )
    return _settled(
        f"{lead} {rule} Now somebody finds out that {state(first, known)}. {_ask(second)}", answer
    )


@RULES.named("only if")
def _only_if(dice: Dice) -> Draft:
    one, two = dice.some(FACTS, 2)
    kind = dice.pick(["forwards", "backwards", "converse", "inverse"])
    rule = f"{capital(state(one))} only if {state(two)}."
    known, asked, answer = {
        "forwards": (state(one), two, True),
        "backwards": (state(two, False), one, False),
        "converse": (state(two), one, None),
        "inverse": (state(one, False), two, None),
    }[kind]
    return _settled(f"Remember this rule. {rule} You hear that {known}. {_ask(asked)}", answer)


@RULES.named("two conditions together")
def _together(dice: Dice) -> Draft:
    one, two, three = dice.some(FACTS, 3)
    both = dice.flip()
    word = "and" if both else "or"
    rule = f"If {state(one)} {word} {state(two)}, then {state(three)}."
    kind = dice.pick([(True, True), (True, False), (False, False), None])
    if kind is None:
        known = f"{state(three, False)}, and {state(one)}" if both else state(three, False)
        return _settled(f"{rule} We know that {known}. {_ask(two)}", False)
    holds = all(kind) if both else any(kind)
    known = f"{state(one, kind[0])}, and {state(two, kind[1])}"
    return _settled(f"{rule} We know that {known}. {_ask(three)}", True if holds else None)


@RULES.named("in order of size")
def _order(dice: Dice) -> Draft:
    names = [one.name for one in people(dice, 4)]
    more, less, most, least = dice.pick(
        [
            ("taller", "shorter", "tallest", "shortest"),
            ("older", "younger", "oldest", "youngest"),
            ("faster", "slower", "fastest", "slowest"),
            ("richer", "poorer", "richest", "poorest"),
        ]
    )
    facts = []
    for high, low in pairwise(names):
        facts.append(
            f"{high} is {more} than {low}." if dice.flip() else f"{low} is {less} than {high}."
        )
    at = dice.number(0, 3)
    word = [f"the {most}", f"the second {most}", f"the second {least}", f"the {least}"][at]
    question = f"{' '.join(dice.shuffled(facts))} Who of the four is {word}?"
    return among(question, names[at], names)


@RULES.named("who has what")
def _who_has_what(dice: Dice) -> Draft:
    who = [one.name for one in people(dice, 3)]
    things = dice.some(["a kite", "a drum", "a sledge", "a tent", "a telescope", "a canoe"], 3)
    owns = dice.shuffled(range(3))
    clues = [(x, y) for x in range(3) for y in range(3) if owns[x] != y]
    chosen: list[tuple[int, int]] = []
    for clue in dice.shuffled(clues):
        chosen.append(clue)
        fits = [p for p in permutations(range(3)) if all(p[x] != y for x, y in chosen)]
        if len(fits) == 1:
            break
    told = " ".join(f"{who[x]} does not have {things[y]}." for x, y in chosen)
    asked = dice.number(0, 2)
    begin = f"{who[0]}, {who[1]} and {who[2]} each have one of three things: {', '.join(things[:2])} or {things[2]}. No two have the same."
    if dice.flip():
        return among(f"{begin} {told} What does {who[asked]} have?", things[owns[asked]], things)
    return among(f"{begin} {told} Who has {things[owns[asked]]}?", who[asked], who)


@RULES.named("rules of a house")
def _house_rules(dice: Dice) -> Draft:
    who = people(dice, 1)[0]
    tickets = dice.some(pool("colours"), 3)
    doors = dice.some(["the north door", "the garden door", "the cellar door", "the glass door"], 3)
    gifts = dice.some(["a paper hat", "a lemon", "a small bell", "a pencil", "a balloon"], 3)
    to_door, to_gift = dice.shuffled(range(3)), dice.shuffled(range(3))
    rules = [
        f"Whoever has {a(tickets[x])} ticket goes in by {doors[to_door[x]]}." for x in range(3)
    ]
    rules += [f"Whoever goes in by {doors[x]} is given {gifts[to_gift[x]]}." for x in range(3)]
    asked = dice.number(0, 2)
    gift = gifts[to_gift[to_door[asked]]]
    begin = f"There are three kinds of tickets, and everybody has just one. {' '.join(dice.shuffled(rules))}"
    if dice.flip():
        return among(
            f"{begin} {who.name} has {a(tickets[asked])} ticket. What is {who.they} given?",
            gift,
            gifts,
        )
    question = f"{begin} Nobody gets anything in another way. {who.name} comes out with {gift}. Which ticket did {who.they} have?"
    return among(question, f"the {tickets[asked]} one", [f"the {one} one" for one in tickets])


@RULES.named("who tells the truth")
def _truth(dice: Dice) -> Draft:
    boxes = dice.some(pool("colours"), 3)
    who = [one.name for one in people(dice, 3)]
    treasure = dice.pick(["ring", "map", "letter", "key"])
    while True:
        claims = [(dice.number(0, 2), dice.flip()) for _ in who]
        wanted = dice.pick([1, 2])
        fits = [x for x in range(3) if sum((x == box) == yes for box, yes in claims) == wanted]
        if len(fits) == 1 and len({*claims}) == 3:
            break
    said = " ".join(
        f"{name} says that it is {'' if yes else 'not '}in the {boxes[box]} box."
        for name, (box, yes) in zip(who, claims, strict=True)
    )
    count = {1: "one of the three tells", 2: "two of the three tell"}[wanted]
    question = (
        f"The {treasure} is in the {boxes[0]}, the {boxes[1]} or the {boxes[2]} box. {said} Exactly {count} the truth. Where is the "
        f"{treasure}?"
    )
    return among(question, f"in the {boxes[fits[0]]} box", [f"in the {one} box" for one in boxes])


@RULES.named("invented kinds")
def _kinds(dice: Dice) -> Draft:
    one, two, three = dice.some(
        ["zorps", "minks of Tal", "glimmers", "wumbles", "drofts", "pliffs"], 3
    )
    name = dice.pick(["Pim", "Oda", "Tuk", "Rill"])
    first = dice.pick(["all", "no"])
    second = dice.pick(["all", "no"])
    rules = [f"{capital(first)} {one} are {two}.", f"{capital(second)} {two} are {three}."]
    kind = dice.pick(["first", "second", "third"])
    # What is known of Pim, and what of it can be settled by a table of all cases.
    known = {"first": one, "second": two, "third": three}[kind]
    asked = dice.pick([x for x in (one, two, three) if x != known])
    fits = set()
    for case in product((True, False), repeat=3):
        is_a = dict(zip((one, two, three), case, strict=True))
        if (
            is_a[known]
            and (not is_a[one] or is_a[two] == (first == "all"))
            and (not is_a[two] or is_a[three] == (second == "all"))
        ):
            fits.add(is_a[asked])
    answer = fits.pop() if len(fits) == 1 else None
    question = f"In a far country this is so. {' '.join(dice.shuffled(rules))} {name} is one of the {known}. Is {name} one of the {asked}?"
    return _settled(question, answer)


@RULES.named("seats in a row")
def _seats(dice: Dice) -> Draft:
    names = [one.name for one in people(dice, 4)]
    left = dice.shuffled(names)
    place = dice.pick(["on a bench", "in the front row", "in a cable car", "on a wall"])
    facts = [
        (f"{left[0]} sits at the left end.", f"Nobody sits to the left of {left[0]}.")[
            dice.below(2)
        ],
        (
            f"{left[1]} sits directly to the left of {left[2]}.",
            f"{left[2]} sits directly to the right of {left[1]}.",
        )[dice.below(2)],
        (
            f"{left[3]} does not sit between two others.",
            f"{left[3]} sits somewhere to the right of {left[2]}.",
        )[dice.below(2)],
    ]
    asked = dice.number(1, 3)
    where = [
        "at the left end",
        "second from the left",
        "second from the right",
        "at the right end",
    ][asked]
    question = f"Four people sit side by side {place}, all facing the same way. {' '.join(dice.shuffled(facts))} Who sits {where}?"
    return among(question, left[asked], names)


@RULES.named("days of the week")
def _days(dice: Dice) -> Draft:
    days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    events = dice.some(
        ["the fair", "the concert", "the market", "the race", "the wedding", "the auction"], 3
    )
    start, one, two = dice.number(0, 6), dice.number(1, 3), dice.number(1, 3)
    sign_one, sign_two = dice.pick([1, -1]), dice.pick([1, -1])
    second = start + sign_one * one
    third = second + sign_two * two
    words = {1: "one day", 2: "two days", 3: "three days"}
    facts = [
        f"{capital(events[1])} is {words[one]} {'after' if sign_one > 0 else 'before'} {events[0]}.",
        f"{capital(events[2])} is {words[two]} {'after' if sign_two > 0 else 'before'} {events[1]}.",
        f"{capital(events[0])} is on a {days[start]}.",
    ]
    right = days[third % 7]
    wrong = {
        days[x % 7]
        for x in (
            second - sign_two * two,
            start + two,
            start - two,
            third + 1,
            third - 1,
            second,
            start - sign_one * one,
        )
    } - {right}
    question = f"{' '.join(dice.shuffled(facts))} On which day of the week is {events[2]}?"
    return Draft(question, right, tuple(dice.some(sorted(wrong), 3)))
