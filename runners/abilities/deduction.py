"""Deduction: what follows from rules and assumptions, and what does not."""

from __future__ import annotations

from itertools import pairwise, permutations, product

from dsl.words import capital
from runners.abilities.dice import Dice
from runners.abilities.logic import FACTS, Fact, either_state, verdict
from runners.abilities.pools import DAYS, a, listed, names, person, pool
from runners.abilities.rules import AbilityRules, DraftedItem, among, some_of

RULES = AbilityRules()

_ANSWERS = {True: "yes", False: "no", None: "left open"}


def _settled(question: str, answer: bool | None) -> DraftedItem:
    return among(question, _ANSWERS[answer], _ANSWERS.values())


def _asked(dice: Dice, told: str, fact: Fact, answer: bool | None) -> DraftedItem:
    """Asks whether a fact holds, or whether its opposite does; `answer` is on the fact itself."""
    way = dice.flip()
    right = answer if way or answer is None else not answer
    return _settled(f"{told} Is {fact[0]} {fact[1 if way else 2]}?", right)


@RULES.graded("if and a fact", (1, 2))
def _if(dice: Dice, level: int) -> DraftedItem:
    one, two = dice.some(FACTS, 2)
    p, q = (dice.flip(), dice.flip()) if level == 2 else (True, True)
    rule = dice.pick(
        [
            f"If {either_state(one, p)}, then {either_state(two, q)}.",
            f"Whenever {either_state(one, p)}, {either_state(two, q)}.",
        ]
    )
    known, asked, answer = dice.pick(
        [
            (either_state(one, p), two, q), (either_state(two, not q), one, not p),
            (either_state(two, q), one, None), (either_state(one, not p), two, None),
        ]
    )  # fmt: skip
    lead = dice.pick(
        [
            "On the island one rule holds without exception.",
            "This is certain.",
            "A watchman can rely on this.",
        ]
    )
    return _asked(dice, f"{lead} {rule} Today {known}.", asked, answer)


@RULES.graded("chain of ifs", (2, 3))
def _chain(dice: Dice, level: int) -> DraftedItem:
    facts = dice.some(FACTS, level + 1)
    holds = [level == 2 or dice.flip() for _ in facts]
    rules = [
        f"If {either_state(x, p)}, then {either_state(y, q)}."
        for (x, p), (y, q) in pairwise(zip(facts, holds, strict=True))
    ]
    first, last = (facts[0], holds[0]), (facts[-1], holds[-1])
    known, asked, answer = dice.pick(
        [
            (either_state(*first), last[0], last[1]), (either_state(last[0], not last[1]), first[0], not first[1]),
            (either_state(*last), first[0], None), (either_state(first[0], not first[1]), last[0], None),
        ]
    )  # fmt: skip
    return _asked(
        dice, f"{' '.join(dice.shuffled(rules))} It turns out that {known}.", asked, answer
    )


@RULES.graded("either or", (1, 2))
def _either(dice: Dice, level: int) -> DraftedItem:
    one, two, three = dice.some(FACTS, 3)
    exclusive, known = dice.flip(), dice.flip()
    rule = f"Either {either_state(one)} or {either_state(two)}{', but not both' if exclusive else ', or both'}."
    first, second = (one, two) if dice.flip() else (two, one)
    lead = dice.pick(
        ["One thing is sure.", "The guard tells the truth.", "From the hill one can see this much."]
    )
    told = f"{lead} {rule} Now somebody finds out that {either_state(first, known)}."
    answer = True if not known else (False if exclusive else None)
    if level == 1:
        return _asked(dice, told, second, answer)
    holds = dice.flip()
    extra = f"If {either_state(second, holds)}, then {either_state(three)}."
    return _asked(
        dice, f"{told} It is also known: {extra}", three, True if answer == holds else None
    )


@RULES.named("only if", level=2)
def _only_if(dice: Dice) -> DraftedItem:
    one, two = dice.some(FACTS, 2)
    known, asked, answer = dice.pick(
        [(either_state(one), two, True), (either_state(two, False), one, False), (either_state(two), one, None), (either_state(one, False), two, None)]
    )  # fmt: skip
    told = f"Remember this rule. {capital(either_state(one))} only if {either_state(two)}. You hear that {known}."
    return _asked(dice, told, asked, answer)


@RULES.graded("two conditions together", (2, 3))
def _together(dice: Dice, level: int) -> DraftedItem:
    facts = dice.some(FACTS, 3)
    both = dice.flip()
    signs = [level == 2 or dice.flip() for _ in facts]
    said = [either_state(fact, sign) for fact, sign in zip(facts, signs, strict=True)]
    rule = f"If {said[0]} {'and' if both else 'or'} {said[1]}, then {said[2]}."
    asked = dice.number(0, 2)
    known = {at: dice.flip() for at in range(3) if at != asked}

    def holds(world: tuple[bool, ...]) -> bool:
        true = [one == sign for one, sign in zip(world, signs, strict=True)]
        when = (true[0] and true[1]) if both else (true[0] or true[1])
        return (not when or true[2]) and all(world[at] == one for at, one in known.items())

    worlds = list(product((True, False), repeat=3))
    if not any(holds(one) for one in worlds):
        return _together(dice, level)
    told = ", and ".join(either_state(facts[at], one) for at, one in known.items())
    question = f"{rule} We know that {told}."
    return _asked(dice, question, facts[asked], verdict(worlds, holds, lambda world: world[asked]))


@RULES.graded("in order of size")
def _order(dice: Dice, level: int) -> DraftedItem:
    who = names(dice, level + 2)
    more, less, most, least = dice.pick(
        [
            ("taller", "shorter", "tallest", "shortest"), ("older", "younger", "oldest", "youngest"), ("faster", "slower", "fastest", "slowest"),
            ("richer", "poorer", "richest", "poorest"),
        ]
    )  # fmt: skip
    facts = [
        f"{high} is {more} than {low}." if dice.flip() else f"{low} is {less} than {high}."
        for high, low in pairwise(who)
    ]
    places = [f"the {most}", f"the second {most}", f"the second {least}", f"the {least}"]
    at = dice.number(0, 3)
    if len(who) == 3:
        places = [f"the {most}", f"neither the {most} nor the {least}", f"the {least}"]
        at = dice.number(0, 2)
    right = who[at] if at < 2 or len(who) == 3 else who[at - 4]
    return some_of(
        dice, f"{' '.join(dice.shuffled(facts))} Who of them is {places[at]}?", right, who
    )


@RULES.graded("who has what")
def _who_has_what(dice: Dice, level: int) -> DraftedItem:
    size = 3 if level < 3 else 4
    who = names(dice, size)
    things = dice.some(["a kite", "a drum", "a sledge", "a tent", "a telescope", "a canoe"], size)
    owns = dice.shuffled(range(size))
    clues = [(x, y) for x in range(size) for y in range(size) if owns[x] != y]
    chosen: list[tuple[int, int]] = []
    if level == 1:
        x = dice.number(0, 2)
        chosen = [(x, y) for y in range(3) if owns[x] != y]
    for clue in dice.shuffled(clues):
        if sum(all(p[x] != y for x, y in chosen) for p in permutations(range(size))) == 1:
            break
        chosen.append(clue)
    told = " ".join(
        f"{who[x]} does not have {things[y]}." for x, y in dice.shuffled(sorted({*chosen}))
    )
    asked = dice.number(0, size - 1)
    begin = f"{listed(who)} each have one of {'three' if size == 3 else 'four'} things: {listed(things, 'or')}. No two have the same."
    if dice.flip():
        return among(f"{begin} {told} What does {who[asked]} have?", things[owns[asked]], things)
    return among(f"{begin} {told} Who has {things[owns[asked]]}?", who[asked], who)


@RULES.graded("rules of a house")
def _house_rules(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    layers = [
        [f"{a(one)} ticket" for one in dice.some(pool("colours"), 3)],
        dice.some(["the north door", "the garden door", "the cellar door", "the glass door"], 3),
        dice.some(["the tower room", "the mirror room", "the music room", "the map room"], 3),
        dice.some(["a paper hat", "a whistle", "a small bell", "a pencil", "a balloon"], 3),
    ]  # fmt: skip
    verbs = ["has", "goes in by", "comes to", "is given"]
    kept = {1: (0, 3), 2: (0, 1, 3), 3: (0, 1, 2, 3)}[level]
    maps = [dice.shuffled(range(3)) for _ in kept[1:]]
    rules = [
        f"Whoever {verbs[x]} {layers[x][n]} {verbs[y]} {layers[y][to[n]]}."
        for (x, y), to in zip(pairwise(kept), maps, strict=True) for n in range(3)
    ]  # fmt: skip
    asked = end = dice.number(0, 2)
    for to in maps:
        end = to[end]
    begin = f"At a fair there are three kinds of tickets, and everybody has just one. {' '.join(dice.shuffled(rules))} Nobody gets anything in another way."
    if dice.flip():
        question = f"{begin} {who.name} has {layers[0][asked]}. What is {who.they} given?"
        return among(question, layers[3][end], layers[3])
    question = f"{begin} {who.name} is given {layers[3][end]}. Which ticket does {who.they} have?"
    return among(question, layers[0][asked], layers[0])


@RULES.graded("who tells the truth", (2, 3))
def _truth(dice: Dice, level: int) -> DraftedItem:
    size = level + 1
    boxes, who = dice.some(pool("colours"), size), names(dice, size)
    treasure = dice.pick(["ring", "map", "letter", "key"])
    while True:
        claims = [(dice.number(0, size - 1), dice.flip()) for _ in who]
        wanted = dice.number(1, size - 1)
        fits = [x for x in range(size) if sum((x == box) == yes for box, yes in claims) == wanted]
        if len(fits) == 1 and len({*claims}) == size:
            break
    said = " ".join(
        f"{name} says that it is {'' if yes else 'not '}in the {boxes[box]} box."
        for name, (box, yes) in zip(who, claims, strict=True)
    )
    count = ["", "one of them tells", "two of them tell", "three of them tell"][wanted]
    question = f"The {treasure} is in {listed([f'the {one}' for one in boxes], 'or')} box. {said} Exactly {count} the truth. Where is the {treasure}?"
    return among(question, f"in the {boxes[fits[0]]} box", [f"in the {one} box" for one in boxes])


@RULES.graded("invented kinds")
def _kinds(dice: Dice, level: int) -> DraftedItem:
    kinds = dice.some(
        ["zorps", "tals", "glimmers", "wumbles", "drofts", "pliffs", "minks"], level + 1
    )
    name = dice.pick(["Pim", "Oda", "Tuk", "Rill", "Bram", "Wex"])
    words = [dice.pick(["all", "no"]) for _ in kinds[1:]]
    rules = [
        f"{capital(word)} {x} are {y}." for word, (x, y) in zip(words, pairwise(kinds), strict=True)
    ]
    known, asked = dice.some(range(len(kinds)), 2)
    negative = dice.flip()

    def holds(world: tuple[bool, ...]) -> bool:
        rules_hold = all(
            not x or y == (word == "all")
            for word, (x, y) in zip(words, pairwise(world), strict=True)
        )
        return rules_hold and world[known] != negative

    answer = verdict(
        list(product((True, False), repeat=len(kinds))), holds, lambda world: world[asked]
    )
    told = f"{name} is {'not ' if negative else ''}one of the {kinds[known]}."
    question = f"In a far country this is so. {' '.join(dice.shuffled(rules))} {told} Is {name} one of the {kinds[asked]}?"
    return _settled(question, answer)


@RULES.graded("seats in a row")
def _seats(dice: Dice, level: int) -> DraftedItem:
    left = names(dice, level + 2)
    size = len(left)
    place = dice.pick(["on a bench", "in the front row", "in a cable car", "on a wall"])
    facts: list[tuple[str, tuple[str, ...], str]] = []
    for x, y in permutations(range(size), 2):
        if x + 1 == y:
            said = [
                f"{left[x]} sits directly to the left of {left[y]}.",
                f"{left[y]} sits directly to the right of {left[x]}.",
            ]
            facts.append(("next", (left[x], left[y]), dice.pick(said)))
        elif x < y:
            facts += [
                ("left", (left[x], left[y]), f"{left[x]} sits somewhere to the left of {left[y]}."),
                ("apart", (left[x], left[y]), f"{left[x]} and {left[y]} do not sit side by side."),
            ]
    facts += [("end", (left[x],), f"{left[x]} sits at one of the two ends.") for x in (0, size - 1)]

    def fits(order: tuple[str, ...], fact: tuple[str, tuple[str, ...], str]) -> bool:
        at = [order.index(one) for one in fact[1]]
        return {
            "next": lambda: at[0] + 1 == at[1], "left": lambda: at[0] < at[1], "apart": lambda: abs(at[0] - at[1]) > 1, "end": lambda: at[0] in (0, size - 1),
        }[fact[0]]()  # fmt: skip

    orders: list[tuple[str, ...]] = list(permutations(left))
    chosen: list[str] = []
    for fact in dice.shuffled(facts):
        fewer = [one for one in orders if fits(one, fact)]
        if len(fewer) < len(orders):
            orders, chosen = fewer, [*chosen, fact[2]]
    ends = {3: ["on the left", "in the middle", "on the right"]}.get(
        size,
        ["at the left end", "second from the left", "second from the right", "at the right end"],
    )
    asked = dice.number(0, len(ends) - 1)
    right = left[asked] if asked < 2 or size == 3 else left[asked - 4]
    question = f"{listed(dice.shuffled(left))} sit side by side {place}, all facing the same way. {' '.join(dice.shuffled(chosen))} Who sits {ends[asked]}?"
    return some_of(dice, question, right, left)


@RULES.graded("days of the week")
def _days(dice: Dice, level: int) -> DraftedItem:
    events = dice.some(
        ["the fair", "the concert", "the market", "the race", "the wedding", "the auction"],
        level + 2,
    )
    words = {1: "one day", 2: "two days", 3: "three days"}
    at, facts = [dice.number(0, 6)], []
    for one, two in pairwise(events):
        step = dice.pick([-3, -2, -1, 1, 2, 3])
        at.append(at[-1] + step)
        facts.append(
            f"{capital(two)} is {words[abs(step)]} {'after' if step > 0 else 'before'} {one}."
            if dice.flip()
            else f"{capital(one)} is {words[abs(step)]} {'before' if step > 0 else 'after'} {two}."
        )
    facts.append(f"{capital(events[0])} is on a {DAYS[at[0]]}.")
    right = DAYS[at[-1] % 7]
    slips = {DAYS[x % 7] for x in (*at[:-1], 2 * at[0] - at[-1], at[-1] + 1, at[-1] - 1)}
    question = f"{' '.join(dice.shuffled(facts))} On which day of the week is {events[-1]}?"
    return some_of(dice, question, right, slips)
