"""Propositions: whether one statement follows from another, contradicts it, or is left open by it."""

from __future__ import annotations

from collections.abc import Callable

from dsl.words import capital
from runners.abilities.deduction import FACTS, state
from runners.abilities.dice import Dice
from runners.abilities.pools import a, people, person, pool
from runners.abilities.rules import Draft, Rules, among

RULES = Rules()

_FORMS = (
    (
        "First: {p} Second: {s} If the first is true, what about the second?",
        ("it must be true", "it must be false", "it is not settled"),
    ),
    (
        "{p} — Suppose that this is so. What does it mean for the following statement? {s}",
        ("certainly true", "certainly false", "still open"),
    ),
    (
        "You know nothing but this: {p} Somebody says: “{s}” What can you reply?",
        ("So it must be.", "So it is not.", "Nobody can say."),
    ),
    (
        "Statement one: {p} Statement two: {s} How is the second related to the first?",
        ("it follows", "it is ruled out", "it is left open"),
    ),
)


def _related(dice: Dice, premise: str, statement: str, holds: bool | None) -> Draft:
    """The question whether the statement holds where the premise does; `holds` is None if that is
    left open.
    """
    form, words = dice.pick(_FORMS)
    question = form.replace("{p}", premise).replace("{s}", statement)
    return among(question, words[{True: 0, False: 1, None: 2}[holds]], words)


def _verdict(cases: list[bool]) -> bool | None:
    """True if the statement holds in all cases that the premise allows, False if in none."""
    return True if all(cases) else None if any(cases) else False


_THINGS = (
    ("boats in the harbour", "white"),
    ("houses in the lane", "empty"),
    ("apples in the crate", "ripe"),
    ("windows of the tower", "open"),
    ("chairs in the hall", "broken"),
    ("pupils in the class", "ill"),
    ("goats on the hill", "brown"),
    ("letters on the desk", "sealed"),
    ("lamps in the park", "lit"),
    ("books on the shelf", "new"),
)
_QUANTIFIERS: dict[str, Callable[[int, int], bool]] = {
    "All of the": lambda k, n: k == n,
    "None of the": lambda k, n: k == 0,
    "Some, but not all of the": lambda k, n: 0 < k < n,
    "At least one of the": lambda k, n: k >= 1,
    "More than half of the": lambda k, n: 2 * k > n,
    "Fewer than half of the": lambda k, n: 2 * k < n,
}


@RULES.named("all, some, none")
def _quantifiers(dice: Dice) -> Draft:
    thing, quality = dice.pick(_THINGS)
    first, second = dice.some(_QUANTIFIERS, 2)

    def said(which: str) -> str:
        verb = "is" if which == "At least one of the" else "are"
        return f"{which} {thing} {verb} {quality}."

    number, n = dice.pick([("six", 6), ("seven", 7), ("eight", 8), ("nine", 9)])
    cases = [_QUANTIFIERS[second](k, n) for k in range(n + 1) if _QUANTIFIERS[first](k, n)]
    return _related(
        dice, f"There are {number} {thing}. {said(first)}", said(second), _verdict(cases)
    )


_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "exactly": lambda n, x: n == x,
    "at least": lambda n, x: n >= x,
    "at most": lambda n, x: n <= x,
    "more than": lambda n, x: n > x,
    "fewer than": lambda n, x: n < x,
}


@RULES.named("more or fewer")
def _numbers(dice: Dice) -> Draft:
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
    first, second = dice.pick(list(_COMPARED)), dice.pick(list(_COMPARED))
    x = dice.number(8, 30)
    y = x + dice.pick([-4, -2, -1, 0, 1, 2, 4])
    if (first, x) == (second, y):
        y += 3
    cases = [_COMPARED[second](n, y) for n in range(80) if _COMPARED[first](n, x)]
    return _related(
        dice, f"There are {first} {x} {thing}.", f"There are {second} {y} {thing}.", _verdict(cases)
    )


@RULES.named("and, or, neither")
def _and_or(dice: Dice) -> Draft:
    one, two = dice.some(FACTS, 2)
    forms: dict[str, Callable[[bool, bool], bool]] = {
        f"{state(one)}, and {state(two)}": lambda p, q: p and q,
        f"{state(one)} or {state(two)}, or both": lambda p, q: p or q,
        f"either {state(one)} or {state(two)}, but not both": lambda p, q: p != q,
        f"{state(one, False)}, and {state(two, False)}": lambda p, q: not p and not q,
    }
    simple: dict[str, Callable[[bool, bool], bool]] = {
        state(one): lambda p, q: p,
        state(two): lambda p, q: q,
        state(one, False): lambda p, q: not p,
        state(two, False): lambda p, q: not q,
    }
    first = dice.pick(list(forms))
    second = dice.pick([*simple, *(name for name in forms if name != first)])
    truth = {**forms, **simple}
    table = [(p, q) for p in (True, False) for q in (True, False)]
    cases = [truth[second](p, q) for p, q in table if truth[first](p, q)]
    return _related(dice, f"{capital(first)}.", f"{capital(second)}.", _verdict(cases))


@RULES.named("if")
def _if(dice: Dice) -> Draft:
    one, two = dice.some(FACTS, 2)
    p, q = dice.flip(), dice.flip()
    rule = f"If {state(one, p)}, then {state(two, q)}."
    statement, holds = dice.pick(
        [
            (f"If {state(two, not q)}, then {state(one, not p)}.", True),
            (f"{capital(state(one, p))}, and {state(two, not q)}.", False),
            (f"{capital(state(two, not q))}, although {state(one, p)}.", False),
            (f"If {state(two, q)}, then {state(one, p)}.", None),
            (f"{capital(state(one, p))}.", None),
        ]
    )
    return _related(dice, rule, statement, holds)


@RULES.named("not not")
def _not_not(dice: Dice) -> Draft:
    one, two = dice.some(FACTS, 2)
    depth = dice.number(1, 2)
    holds = dice.flip()
    text = state(one, holds)
    for word in dice.some(
        ["it is not true that", "it is wrong that", "it is not the case that"], depth
    ):
        text = f"{word} {text}"
        holds = not holds
    asked = dice.pick([one, one, two])
    claim = dice.flip()
    answer = None if asked == two else claim == holds
    return _related(dice, f"{capital(text)}.", f"{capital(state(asked, claim))}.", answer)


@RULES.named("taller and shorter")
def _taller(dice: Dice) -> Draft:
    one, two, three = (who.name for who in people(dice, 3))
    more, less = dice.pick(
        [("taller", "shorter"), ("older", "younger"), ("heavier", "lighter"), ("faster", "slower")]
    )

    def said(high: str, low: str) -> str:
        return f"{high} is {more} than {low}" if dice.flip() else f"{low} is {less} than {high}"

    chain = dice.flip()
    premise = (
        f"{said(one, two)}, and {said(two, three)}."
        if chain
        else f"{said(one, two)}, and {said(one, three)}."
    )
    pairs = dice.pick(
        [
            ((one, three), True),
            ((three, one), False),
            ((three, two), False if chain else None),
            ((two, three), True if chain else None),
        ]
    )
    return _related(dice, premise, f"{said(*pairs[0])}.", pairs[1])


@RULES.named("earlier and later")
def _earlier(dice: Dice) -> Draft:
    one, two, three = (who.name for who in people(dice, 3))
    verb = dice.pick(["arrived", "left", "woke up", "finished", "went to bed"])
    kind = dice.pick(["between", "both after"])
    premise = {
        "between": f"{one} {verb} before {two}, and {three} {verb} after {two}.",
        "both after": f"{two} and {three} both {verb} after {one}.",
    }[kind]
    order = dice.some([one, two, three], 2)
    places = {"between": {one: 0, two: 1, three: 2}, "both after": {one: 0, two: 1, three: 1}}[kind]
    early, late = order
    statement = f"{early} {verb} before {late}." if dice.flip() else f"{late} {verb} after {early}."
    apart = places[late] - places[early]
    return _related(dice, premise, statement, None if apart == 0 else apart > 0)


@RULES.named("inside of what is inside")
def _inside(dice: Dice) -> Draft:
    small, thing = dice.pick(pool("small")), dice.pick(["tin", "purse", "shoe box", "pouch"])
    big = dice.pick(["suitcase", "chest", "cupboard", "boat", "van"])
    place = dice.pick(pool("rooms"))
    premise = f"The {small} is in the {thing}, and the {thing} is in the {big}."
    statement, holds = dice.pick(
        [
            (f"The {small} is in the {big}.", True),
            (f"The {small} is not in the {big}.", False),
            (f"The {big} is in the {place}.", None),
            (f"The {thing} is open.", None),
            (f"The {big} is in the {thing}.", False),
            (f"The {thing} is not empty.", True),
            (f"The {thing} and the {big} belong to different people.", None),
        ]
    )
    return _related(dice, premise, statement, holds)


_KINDS = (
    ("sparrow", "bird", "animal"),
    ("violin", "musical instrument", "thing that people make"),
    ("oak", "tree", "plant"),
    ("poodle", "dog", "animal"),
    ("tulip", "flower", "plant"),
    ("hammer", "tool", "thing that people make"),
    ("salmon", "fish", "animal"),
    ("armchair", "piece of furniture", "thing that people make"),
)


@RULES.named("kinds of things")
def _kinds(dice: Dice) -> Draft:
    who = person(dice)
    narrow, middle, wide = dice.pick(_KINDS)
    verb = dice.pick(["is drawing", "is looking at", "is dreaming of", "is writing about"])
    colour = dice.pick(pool("colours"))
    premise = f"{who.name} {verb} {a(middle)}."
    statement, holds = dice.pick(
        [
            (f"{who.name} {verb} {a(wide)}.", True),
            (f"{who.name} {verb} {a(narrow)}.", None),
            (f"{who.name} {verb} {a(f'{colour} {middle}')}.", None),
            (f"There is no {middle} that {who.name} {verb}.", False),
            (f"What {who.name} {verb} is {a(wide)}.", True),
            (f"{who.name} {verb} nothing that is {a(middle)}.", False),
        ]
    )
    return _related(dice, premise, statement, holds)


@RULES.named("north and south")
def _north(dice: Dice) -> Draft:
    one, two = dice.some(
        ["the mill", "the chapel", "the lake", "the tower", "the farm", "the camp"], 2
    )
    ways = {"north": "south", "south": "north", "east": "west", "west": "east"}
    way = dice.pick(list(ways))
    across = dice.pick([x for x in ways if x not in (way, ways[way])])
    far = dice.number(3, 9)
    premise = f"{capital(one)} lies {far} kilometres {way} of {two}."
    statement, holds = dice.pick(
        [
            (f"{capital(two)} lies {ways[way]} of {one}.", True),
            (f"{capital(two)} lies {way} of {one}.", False),
            (f"{capital(one)} lies {ways[way]} of {two}.", False),
            (f"There is a road between {one} and {two}.", None),
            (f"Somebody lives {across} of {two}.", None),
            (f"From {one} to {two} it is more than {far - 1} kilometres.", True),
            (f"From {two} to {one} it is less than {far - 1} kilometres.", False),
        ]
    )
    return _related(dice, premise, statement, holds)


@RULES.named("one colour all over")
def _colour(dice: Dice) -> Draft:
    thing, part = dice.pick(
        [
            ("door", "handle"),
            ("boat", "mast"),
            ("cart", "bell"),
            ("fence", "gate"),
            ("box", "lock"),
            ("kite", "tail"),
        ]
    )
    one, two = dice.some(pool("colours"), 2)
    premise = f"The whole outside of the {thing} is {one}, and it has no other colour there."
    statement, holds = dice.pick(
        [
            (f"The outside of the {thing} is not {two}.", True),
            (f"The outside of the {thing} is {two}.", False),
            (
                f"There is a {two} spot on the outside of the {thing}.".replace(
                    "a orange", "an orange"
                ),
                False,
            ),
            (f"The inside of the {thing} is {two}.", None),
            (f"The {thing} has a {part}.", None),
            (f"Nothing on the outside of the {thing} is {two}.", True),
        ]
    )
    return _related(dice, premise, statement, holds)


@RULES.named("only")
def _only(dice: Dice) -> Draft:
    group, may = dice.pick(
        [
            ("members of the club", "use the boat"),
            ("people with a ticket", "enter the hall"),
            ("children under ten", "ride the carousel"),
            ("residents of the street", "park there"),
            ("pupils of the school", "borrow the books"),
        ]
    )
    who = person(dice)
    premise = dice.pick([f"Only {group} may {may}.", f"Nobody may {may}, except {group}."])
    statement, holds = dice.pick(
        [
            (f"Everybody who may {may} is one of the {group}.", True),
            (f"All {group} may {may}.", None),
            (f"Somebody who is not one of the {group} may {may}.", False),
            (f"{who.name} is not one of the {group}, but may {may}.", False),
            (f"{who.name} is one of the {group}, but may not {may}.", None),
            (f"Whoever is not one of the {group} may not {may}.", True),
        ]
    )
    return _related(dice, premise, statement, holds)


@RULES.named("open on some days")
def _days(dice: Dice) -> Draft:
    days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    place = dice.pick(["museum", "swimming pool", "library", "zoo", "post office"])
    first, last = dice.number(0, 2), dice.number(3, 5)
    inside, outside = days[first : last + 1], [*days[:first], *days[last + 1 :]]
    hour = dice.number(10, 15)
    premise = f"Every week the {place} is open from {days[first]} to {days[last]}, and closed on all other days."
    on, off = dice.pick(inside), dice.pick(outside)
    statement, holds = dice.pick(
        [
            (f"The {place} is open on {on}.", True),
            (f"The {place} is open on {off}.", False),
            (f"The {place} is closed on {off}.", True),
            (f"The {place} is closed all day on {on}.", False),
            (f"The {place} is open on {on} at {hour}:00.", None),
            (f"The {place} has many visitors on {on}.", None),
        ]
    )
    return _related(dice, premise, statement, holds)
