"""Propositions: whether one statement follows from another, contradicts it, or is left open by it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, permutations, product

from dsl.words import capital
from runners.abilities.dice import Dice
from runners.abilities.logic import FACTS, state, verdict
from runners.abilities.pools import DAYS, a, listed, names, person, pool
from runners.abilities.rules import AbilityRules, DraftedItem, among

RULES = AbilityRules()

_FORMS = (
    ("First: {p} Second: {s} If the first is true, what about the second?", ("it must be true", "it must be false", "it is not settled")),
    ("{p} Suppose that this is so. What does it mean for the statement “{s}”?", ("certainly true", "certainly false", "still open")),
    ("You know nothing but this: {p} Somebody says: “{s}” What can you reply?", ("that must be so", "that cannot be so", "nobody can say")),
    ("Statement one: {p} Statement two: {s} How is the second related to the first?", ("it follows", "it is ruled out", "it is left open")),
)  # fmt: skip


def _related(dice: Dice, premise: str, statement: str, holds: bool | None) -> DraftedItem:
    """The question whether the statement holds where the premise does; `holds` is None if that is
    left open.
    """
    form, words = dice.pick(_FORMS)
    if form.endswith("“{s}”?"):
        statement = statement.removesuffix(".")
    question = form.replace("{p}", capital(premise)).replace("{s}", capital(statement))
    return among(question, words[{True: 0, False: 1, None: 2}[holds]], words)


_THINGS = (
    ("boats in the harbour", "white"), ("houses in the lane", "empty"), ("apples in the crate", "ripe"), ("windows of the tower", "open"),
    ("chairs in the hall", "broken"), ("pupils in the class", "ill"), ("goats on the hill", "brown"), ("letters on the desk", "sealed"),
    ("lamps in the park", "lit"), ("books on the shelf", "new"),
)  # fmt: skip
_QUANTIFIERS: dict[str, Callable[[int, int], bool]] = {
    "All of the": lambda k, n: k == n,
    "None of the": lambda k, _: k == 0,
    "Some, but not all of the": lambda k, n: 0 < k < n,
    "At least one of the": lambda k, _: k >= 1,
    "More than half of the": lambda k, n: 2 * k > n,
    "Fewer than half of the": lambda k, n: 2 * k < n,
    "Exactly two of the": lambda k, _: k == 2,
    "All but one of the": lambda k, n: k == n - 1,
}


@RULES.graded("all, some, none", (2, 3))
def _quantifiers(dice: Dice, level: int) -> DraftedItem:
    thing, quality = dice.pick(_THINGS)
    first, other, second = dice.some(_QUANTIFIERS, 3)
    number, n = dice.pick([("six", 6), ("seven", 7), ("eight", 8), ("nine", 9)])
    negated = level == 3 and dice.flip()

    def said(which: str) -> str:
        return f"{which} {thing} {'is' if which == 'At least one of the' else 'are'} {quality}."

    premise = f"There are {number} {thing}. {said(first)}"
    if level == 3:
        premise += f" It is {'not ' if negated else ''}true that {said(other)[0].lower() + said(other)[1:]}"
    worlds = [k for k in range(n + 1) if _QUANTIFIERS[first](k, n)]
    if level == 3:
        worlds = [k for k in worlds if _QUANTIFIERS[other](k, n) != negated]
        if not worlds:
            return _quantifiers(dice, level)
    return _related(
        dice,
        premise,
        said(second),
        verdict(worlds, lambda _: True, lambda k: _QUANTIFIERS[second](k, n)),
    )


_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "exactly": lambda n, x: n == x,
    "at least": lambda n, x: n >= x,
    "at most": lambda n, x: n <= x,
    "more than": lambda n, x: n > x,
    "fewer than": lambda n, x: n < x,
}


@RULES.graded("more or fewer", (1, 2))
def _numbers(dice: Dice, level: int) -> DraftedItem:
    thing = dice.pick(
        [
            "pears in the basket",
            "people in the hall",
            "steps up to the gate",
            "sheep in the pen",
            "pages in the booklet",
            "coins in the chest",
        ]
    )
    first = dice.pick(list(_COMPARED))
    other = dice.pick(["at most", "fewer than"])
    second = dice.pick(list(_COMPARED))
    if level == 2:
        first = dice.pick(["at least", "more than"])
    x = dice.number(8, 30)
    high, y = x + dice.number(3, 6), x + dice.pick([-4, -2, -1, 0, 1, 2, 4])
    if (first, x) == (second, y):
        y += 3
    worlds = [
        n for n in range(80) if _COMPARED[first](n, x) and (level == 1 or _COMPARED[other](n, high))
    ]
    premise = f"There are {first} {x} {f'and {other} {high} ' if level == 2 else ''}{thing}."
    return _related(
        dice,
        premise,
        f"There are {second} {y} {thing}.",
        verdict(worlds, lambda _: True, lambda n: _COMPARED[second](n, y)),
    )


@RULES.graded("and, or, neither", (1, 2))
def _and_or(dice: Dice, level: int) -> DraftedItem:
    one, two = dice.some(FACTS, 2)
    forms: dict[str, Callable[[tuple[bool, ...]], bool]] = {
        f"{state(one)}, and {state(two)}": lambda w: w[0] and w[1],
        f"{state(one)} or {state(two)}, or both": lambda w: w[0] or w[1],
        f"either {state(one)} or {state(two)}, but not both": lambda w: w[0] != w[1],
        f"{state(one, False)}, and {state(two, False)}": lambda w: not w[0] and not w[1],
        f"{state(one)}, and {state(two, False)}": lambda w: w[0] and not w[1],
    }
    simple: dict[str, Callable[[tuple[bool, ...]], bool]] = {
        state(one): lambda w: w[0], state(two): lambda w: w[1], state(one, False): lambda w: not w[0], state(two, False): lambda w: not w[1],
    }  # fmt: skip
    first = dice.pick(list(forms))
    second = dice.pick(list(simple) if level == 1 else [name for name in forms if name != first])
    worlds = list(product((True, False), repeat=2))
    return _related(
        dice, f"{first}.", f"{second}.", verdict(worlds, forms[first], (forms | simple)[second])
    )


@RULES.graded("if", (2, 3))
def _if(dice: Dice, level: int) -> DraftedItem:
    one, two = dice.some(FACTS, 2)
    p, q = (True, True) if level == 2 else (dice.flip(), dice.flip())
    statement, holds = dice.pick(
        [
            (f"if {state(two, not q)}, then {state(one, not p)}", True),
            (f"{state(one, not p)} or {state(two, q)}, or both", True),
            (f"{state(one, p)}, and {state(two, not q)}", False),
            (f"{state(two, not q)}, although {state(one, p)}", False),
            (f"if {state(two, q)}, then {state(one, p)}", None),
            (f"if {state(one, not p)}, then {state(two, not q)}", None),
            (state(one, p), None),
        ]
    )
    return _related(dice, f"if {state(one, p)}, then {state(two, q)}.", f"{statement}.", holds)


@RULES.graded("not not")
def _not_not(dice: Dice, level: int) -> DraftedItem:
    one, two = dice.some(FACTS, 2)
    holds = dice.flip()
    text = state(one, holds)
    for word in dice.some(
        ["it is not true that", "it is wrong that", "it is not the case that"], level
    ):
        text = f"{word} {text}"
        holds = not holds
    asked, claim = dice.pick([one, one, two]), dice.flip()
    return _related(
        dice, f"{text}.", f"{state(asked, claim)}.", None if asked == two else claim == holds
    )


def _not_told(who: list[str], pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Pairs of people that are not compared in so many words."""
    return [pair for pair in permutations(who, 2) if {pair, pair[::-1]}.isdisjoint(pairs)]


@RULES.graded("taller and shorter")
def _taller(dice: Dice, level: int) -> DraftedItem:
    who = names(dice, level + 1 if level > 1 else 3)
    more, less = dice.pick(
        [("taller", "shorter"), ("older", "younger"), ("heavier", "lighter"), ("faster", "slower")]
    )

    def said(high: str, low: str) -> str:
        return f"{high} is {more} than {low}" if dice.flip() else f"{low} is {less} than {high}"

    pairs = list(pairwise(who)) if level > 1 and dice.flip() else [(who[0], one) for one in who[1:]]
    if level == 1:
        pairs = pairs[:1]
    one, two = dice.pick(_not_told(who, pairs if level > 1 else []))
    answer = verdict(
        list(permutations(who)),
        lambda order: all(order.index(x) < order.index(y) for x, y in pairs),
        lambda order: order.index(one) < order.index(two),
    )
    premise = listed([said(*pair) for pair in dice.shuffled(pairs)])
    if level == 1:
        premise += f"; {who[2]} is a friend of both"
    return _related(dice, f"{premise}.", f"{said(one, two)}.", answer)


@RULES.graded("earlier and later", (1, 2))
def _earlier(dice: Dice, level: int) -> DraftedItem:
    who = names(dice, level + 2)
    verb = dice.pick(["arrived", "left", "woke up", "finished", "went to bed"])
    first, *rest = who
    orders = list(permutations(who))
    if dice.flip():
        premise = f"{listed(rest)} {'both' if len(rest) == 2 else 'all'} {verb} after {first}"
        known = [(first, one) for one in rest]
    else:
        premise = listed(
            [
                f"{y} {verb} after {x}" if dice.flip() else f"{x} {verb} before {y}"
                for x, y in dice.shuffled(list(pairwise(who)))
            ]
        )
        known = list(pairwise(who))
    early, late = dice.pick(_not_told(who, known if level > 1 else []))
    statement = f"{early} {verb} before {late}." if dice.flip() else f"{late} {verb} after {early}."
    answer = verdict(
        orders,
        lambda order: all(order.index(x) < order.index(y) for x, y in known),
        lambda order: order.index(early) < order.index(late),
    )
    return _related(dice, f"{premise}.", statement, answer)


@RULES.graded("inside of what is inside")
def _inside(dice: Dice, level: int) -> DraftedItem:
    chain = [
        dice.pick(pool("small")),
        dice.pick(["purse", "pouch", "tin"]),
        dice.pick(["shoe box", "bag"]),
        dice.pick(["suitcase", "chest"]),
        dice.pick(["boat", "van"]),
    ]
    other = dice.pick([one for one in pool("small") if one != chain[0]])
    chain = chain[: level + 2]
    facts = [f"the {x} is in the {y}" for x, y in pairwise(chain)]
    x, y = sorted(dice.some(range(len(chain)), 2))
    statement, holds = dice.pick(
        [
            (f"the {chain[x]} is in the {chain[y]}", True), (f"the {chain[x]} is not in the {chain[y]}", False), (f"the {chain[y]} is in the {chain[x]}", False),
            (f"the {other} is in the {chain[-1]}", None), (f"the {other} is not in the {chain[1]}", None), (f"the {chain[-1]} is not empty", True),
            (f"the {chain[-1]} is empty", False), (f"the {chain[1]} is open", None),
        ]
    )  # fmt: skip
    return _related(dice, f"{listed(dice.shuffled(facts))}.", f"{statement}.", holds)


_KINDS = (
    ("sparrow", "bird", "animal"), ("violin", "musical instrument", "thing that people make"), ("oak", "tree", "plant"), ("poodle", "dog", "animal"),
    ("tulip", "flower", "plant"), ("hammer", "tool", "thing that people make"), ("salmon", "fish", "animal"), ("armchair", "piece of furniture", "thing that people make"),
)  # fmt: skip


@RULES.named("kinds of things")
def _kinds(dice: Dice) -> DraftedItem:
    who = person(dice).name
    which = dice.pick(_KINDS)
    verb = dice.pick(["is drawing", "is looking at", "is dreaming of", "is writing about"])
    known, asked = dice.number(0, 2), dice.number(0, 2)
    if known == asked:
        known, asked = 0, dice.number(1, 2)
    denied, not_said = dice.flip(), dice.flip()
    # What is drawn is a narrow kind only if it is each wider one.
    worlds = [
        (narrow, narrow or middle, narrow or middle or wide)
        for narrow, middle, wide in product((True, False), repeat=3)
    ]
    answer = verdict(
        worlds, lambda world: world[known] != denied, lambda world: world[asked] != not_said
    )
    premise = f"what {who} {verb} is {'not ' if denied else ''}{a(which[known])}."
    statement = f"what {who} {verb} is {'not ' if not_said else ''}{a(which[asked])}."
    return _related(dice, premise, statement, answer)


@RULES.graded("north and south", (1, 2))
def _north(dice: Dice, level: int) -> DraftedItem:
    one, two, three = dice.some(
        ["the mill", "the chapel", "the lake", "the tower", "the farm", "the camp"], 3
    )
    ways = {"north": "south", "south": "north", "east": "west", "west": "east"}
    way = dice.pick(list(ways))
    near, far = dice.number(2, 5), dice.number(6, 9)
    premise = f"{one} lies {far} kilometres {way} of {two}"
    pairs: list[tuple[str, str, bool | None]] = [(one, two, True), (two, one, False)]
    if level == 1:
        premise += f", and {far + near} kilometres from {three}"
        pairs += [(one, three, None), (three, two, None)]
    elif dice.flip():
        premise += f", and {two} lies {near} kilometres {way} of {three}"
        pairs += [(two, three, True), (one, three, True), (three, one, False)]
    else:
        premise += f", and {three} lies {near} kilometres {way} of {two}"
        pairs += [(one, three, True), (three, one, False), (three, two, True)]
    x, y, holds = dice.pick(pairs)
    claim = dice.pick([way, way, ways[way]])
    if claim != way and holds is not None:
        holds = not holds
    if dice.below(6) == 0:
        return _related(dice, f"{premise}.", f"there is a road between {x} and {y}.", None)
    return _related(dice, f"{premise}.", f"{x} lies {claim} of {y}.", holds)


@RULES.named("one colour all over")
def _colour(dice: Dice) -> DraftedItem:
    thing = dice.pick(["door", "boat", "cart", "fence", "box", "kite", "wardrobe"])
    one, two = dice.some(pool("colours"), 2)
    side, other = dice.some(["inside", "outside"], 2)
    which, where = dice.pick([one, two]), dice.pick([side, side, other])
    denied = dice.flip()
    answer = None if where == other else (which == one) != denied
    premise = f"the whole {side} of the {thing} is {one}, and it has no other colour there."
    statement = f"{'no' if denied else 'some'} part of the {where} of the {thing} is {which}."
    return _related(dice, premise, statement, answer)


@RULES.named("only", level=2)
def _only(dice: Dice) -> DraftedItem:
    group, may = dice.pick(
        [
            ("members of the club", "use the boat"), ("people with a ticket", "enter the hall"), ("children under ten", "ride the carousel"),
            ("residents of the street", "park there"), ("pupils of the school", "borrow the books"), ("sailors with a licence", "hire the yacht"),
        ]
    )  # fmt: skip
    who = person(dice).name
    inside = dice.flip()
    rules: list[tuple[str, Callable[[tuple[bool, ...]], bool]]] = [
        (f"only {group} may {may}", lambda w: w[0] or not w[1]), (f"all {group} may {may}", lambda w: not w[0] or w[1]),
        (f"{group} may {may}, but nobody else may", lambda w: w[0] == w[1]),
    ]  # fmt: skip
    premise, known = dice.pick(rules)
    allowed = dice.flip()
    belongs = f"{who} is {'' if inside else 'not '}one of the {group}."
    permitted = f"{who} may {'' if allowed else 'not '}{may}."
    first, second = (0, inside), (1, allowed)
    if dice.flip():
        belongs, permitted, first, second = permitted, belongs, second, first
    answer = verdict(
        list(product((True, False), repeat=2)),
        lambda world: known(world) and world[first[0]] == first[1],
        lambda world: world[second[0]] == second[1],
    )
    return _related(dice, f"{premise}. {belongs}", permitted, answer)


@RULES.graded("open on some days", (1, 2))
def _days(dice: Dice, level: int) -> DraftedItem:
    place, other = dice.some(["museum", "swimming pool", "library", "zoo", "post office"], 2)
    first, last = dice.number(0, 2), dice.number(3, 5)
    premise = f"every week the {place} is open from {DAYS[first]} to {DAYS[last]}, and closed on all other days"
    days = set(range(first, last + 1))
    if level == 2:
        feast = dice.pick(sorted(days))
        premise += f"; only this week it is closed on {DAYS[feast]}, too"
        days.remove(feast)
    day, is_open = dice.number(0, 6), dice.flip()
    which = dice.pick([place, place, other])
    answer = None if which == other else (day in days) == is_open
    statement = f"this week the {which} is {'open' if is_open else 'closed'} on {DAYS[day]}."
    return _related(dice, f"{premise}.", statement, answer)
