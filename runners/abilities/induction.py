"""Induction: the rule behind some cases, applied to a new one.

Every rule is the only one of its kind that fits the cases: where cases could be explained in two
ways, the case asked for comes out the same, or is not asked.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.words import capital
from runners.abilities.dice import Dice
from runners.abilities.pools import a, people, person, pool, pools
from runners.abilities.rules import Draft, Rules, among

RULES = Rules()
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _near(dice: Dice, right: int, wrong: set[int]) -> tuple[str, ...]:
    """Three wrong numbers, of those that slips lead to where there are enough."""
    found = dice.some(sorted(one for one in wrong if one > 0 and one != right), 3)
    for more in (1, 2, -1, 3, 4):
        if len(found) < 3 and right + more > 0 and right + more not in found:
            found.append(right + more)
    return tuple(map(str, found[:3]))


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


@RULES.named("equal steps")
def _equal_steps(dice: Dice) -> Draft:
    start, step, down = dice.number(1, 30), dice.number(2, 12), dice.flip()
    if down:
        start += 6 * step
    sign = -1 if down else 1
    row = [start + sign * step * n for n in range(6)]
    who = person(dice)
    story = dice.pick(
        [
            f"A row of numbers begins {_listed(row[:5])}. It goes on in the same way. What comes next?",
            f"On each of five evenings {who.name} counts the apples in the cellar: {_listed(row[:5])}. If it goes on like this, how many are there on the sixth?",
            f"On the first five doors of a street are the numbers {_listed(row[:5])}. Which number is to be expected on the sixth?",
        ]
    )
    return Draft(
        story,
        str(row[5]),
        _near(
            dice,
            row[5],
            {row[5] + 1, row[5] - 1, row[5] + sign * step, row[4] + sign, row[5] - sign * 2},
        ),
    )


@RULES.named("times the same")
def _times(dice: Dice) -> Draft:
    times = dice.pick([2, 3])
    start = dice.number(1, 7) if times == 2 else dice.number(1, 4)
    row = [start * times**n for n in range(6)]
    if dice.flip():
        row = row[::-1]
    thing = dice.pick(
        [
            "A pattern of tiles",
            "A row of numbers",
            "The number of cells on each of five days",
            "A list",
        ]
    )
    question = f"{thing}: {_listed(row[:5])}. The same rule goes on. Which number follows?"
    return Draft(
        question,
        str(row[5]),
        _near(
            dice,
            row[5],
            {
                2 * row[4] - row[3],
                row[5] + 1,
                row[4] + start,
                row[4] * 2 + 1,
                row[5] + 2,
                row[4] - 1,
            },
        ),
    )


@RULES.named("steps that grow")
def _growing(dice: Dice) -> Draft:
    start, first, more = dice.number(1, 12), dice.number(1, 4), dice.number(1, 3)
    row = [start]
    for n in range(5):
        row.append(row[-1] + first + more * n)
    who = person(dice)
    question = (
        f"{who.name} looks for the rule in {_listed(row[:5])}: the step from one number to the next changes, always by the same. Which "
        f"number comes after {row[4]}?"
    )
    last = row[4] - row[3]
    return Draft(
        question,
        str(row[5]),
        _near(
            dice, row[5], {row[4] + last, row[5] + 1, row[5] - 1, row[5] + more + 1, row[4] + first}
        ),
    )


@RULES.named("two before")
def _two_before(dice: Dice) -> Draft:
    row = [dice.number(1, 5), dice.number(2, 7)]
    while len(row) < 7:
        row.append(row[-1] + row[-2])
    question = (
        f"From the third on, each number follows from the two before it, always in the same way: {_listed(row[:6])}. How does "
        f"it go on?"
    )
    return Draft(
        question,
        str(row[6]),
        _near(
            dice, row[6], {2 * row[5] - row[4], row[6] + 1, row[6] - 1, 2 * row[5], row[5] + row[3]}
        ),
    )


@RULES.named("taking turns")
def _taking_turns(dice: Dice) -> Draft:
    one, two = dice.number(2, 9), dice.number(1, 9)
    start = dice.number(1, 20)
    down = min(two, one - 1) if dice.flip() else None
    second = -down if down else two + one
    row = [start]
    for n in range(6):
        row.append(row[-1] + (one if n % 2 == 0 else second))
    who = person(dice)
    question = f"{who.name} hops along a number line, with two kinds of hop by turns, and lands on {_listed(row[:6])}. Where does {who.they} land next?"
    return Draft(
        question,
        str(row[6]),
        _near(
            dice,
            row[6],
            {row[5] + one, row[6] + 1, row[6] - 1, row[5] + 1, row[5] - one, row[6] + 2},
        ),
    )


@RULES.named("number machine")
def _number_machine(dice: Dice) -> Draft:
    times, plus = dice.number(1, 4), dice.number(0, 9)
    if times == 1 and plus == 0:
        plus = 4
    inputs = dice.some(range(1, 11), 4)
    outputs = [times * one + plus for one in inputs]
    cases = "; ".join(
        f"{x} goes in, {y} comes out" for x, y in zip(inputs[:3], outputs[:3], strict=True)
    )
    new, right = inputs[3], outputs[3]
    machine = dice.pick(
        [
            "A machine multiplies by a fixed number and then adds a fixed number, perhaps nothing",
            "A toy computer does the same sum with every number: times something, plus something",
        ]
    )
    question = f"{machine}. {capital(cases)}. What comes out for {new}?"
    return Draft(
        question,
        str(right),
        _near(
            dice,
            right,
            {
                new + outputs[0] - inputs[0],
                right + times,
                right - 1,
                right + 1,
                times * new,
                (times + 1) * new + plus,
            },
        ),
    )


@RULES.named("letters in a row")
def _letters(dice: Dice) -> Draft:
    step = dice.pick([1, 2, 3, -1, -2])
    start = dice.number(5, 9) if step > 0 else dice.number(16, 25)
    row = [_LETTERS[start + step * n] for n in range(6)]
    at = _LETTERS.index(row[5])
    # The first letters label the choices, so none of them is one.
    wrong = [_LETTERS[x] for x in (at - 1, at + 1, at - 2, at + 2, at + 3) if 5 <= x < 26]
    thing = dice.pick(
        [
            "The seats in a row are marked",
            "A child paints letters on flags",
            "The shelves are lettered",
            "A code begins with",
        ]
    )
    question = f"{thing} {', '.join(row[:5])}. By the same rule, which letter is the next?"
    return Draft(question, row[5], tuple(dice.some(wrong, 3)))


_CHANGES: dict[str, Callable[[str], str]] = {
    "reversed": lambda word: word[::-1],
    "first to end": lambda word: word[1:] + word[0],
    "last doubled": lambda word: word + word[-1],
    "first dropped": lambda word: word[1:],
    "ends swapped": lambda word: word[-1] + word[1:-1] + word[0],
    "last to front": lambda word: word[-1] + word[:-1],
}


@RULES.named("changed words")
def _changed_words(dice: Dice) -> Draft:
    words = dice.some(pools("pairs")["short"], 3)
    kind = dice.pick(list(_CHANGES))
    change = _CHANGES[kind]
    others = [one for name, one in _CHANGES.items() if name != kind]
    who = person(dice)
    question = (
        f"In {who.name}'s secret writing, “{words[0]}” becomes “{change(words[0])}” and “{words[1]}” becomes “{change(words[1])}”. What "
        f"becomes of “{words[2]}”?"
    )
    return Draft(question, change(words[2]), tuple(dice.some([one(words[2]) for one in others], 3)))


_KINDS = {
    "shape": ["round", "square", "oval"],
    "colour": ["red", "blue", "green"],
    "size": ["small", "large", "tiny"],
}


@RULES.named("what makes the difference")
def _difference(dice: Dice) -> Draft:
    thing, deed, not_deed, where = dice.pick(
        [
            ("stone", "floats", "sinks", "at a strange lake"),
            ("lamp", "lights up", "stays dark", "when a switch was pressed"),
            ("bottle", "whistles", "makes no sound", "when somebody blew on them"),
            ("seed", "sprouts", "does not sprout", "in a new kind of soil"),
            ("block", "is attracted", "is not attracted", "near a magnet"),
        ]
    )
    key = dice.pick(list(_KINDS))
    yes, no = dice.some(_KINDS[key], 2)
    rest = [name for name in _KINDS if name != key]

    def described(value: str, others: tuple[str, ...]) -> str:
        found = dict(zip(rest, others, strict=True)) | {key: value}
        return f"{found['size']} {found['shape']} {found['colour']} {thing}"

    values = [_KINDS[name][:2] for name in rest]
    combos = [(x, y) for x in values[0] for y in values[1]]
    shown = dice.shuffled(combos)
    # Both outcomes occur with two opposite combinations of the other features, so only `key` tells them apart.
    opposite = {
        combos[0]: combos[3],
        combos[1]: combos[2],
        combos[2]: combos[1],
        combos[3]: combos[0],
    }
    pair = shown[0], opposite[shown[0]]
    cases = [(described(yes, one), deed) for one in pair] + [
        (described(no, one), not_deed) for one in pair
    ]
    told = ". ".join(f"{capital(a(what))} {does}" for what, does in dice.shuffled(cases))
    new = [one for one in combos if one not in pair]
    asked = [described(yes, new[0]), described(no, new[1]), described(no, new[0])]
    wanted = dice.flip()
    if not wanted:
        asked = [described(no, new[0]), described(yes, new[1]), described(yes, new[0])]
    question = (
        f"This was observed {where}. {told}. It depends on a single feature. Which of these others "
        f"{deed if wanted else not_deed}?"
    )
    return Draft(question, a(asked[0]), tuple(map(a, asked[1:])))


@RULES.named("what they have in common")
def _in_common(dice: Dice) -> Draft:
    who = person(dice)
    kinds: dict[str, Callable[[int], bool]] = {
        "multiples of 3": lambda n: n % 3 == 0,
        "multiples of 4": lambda n: n % 4 == 0,
        "multiples of 5": lambda n: n % 5 == 0,
        "odd numbers": lambda n: n % 2 == 1,
        "even numbers": lambda n: n % 2 == 0,
        "numbers that end in 7": lambda n: n % 10 == 7,
        "square numbers": lambda n: int(n**0.5) ** 2 == n,
    }
    name = dice.pick(list(kinds))
    inside = [n for n in range(4, 100) if kinds[name](n)]
    members = dice.some(inside, min(6, len(inside)))
    shown, right = members[:5], members[5]
    outside = [n for n in range(4, 100) if not kinds[name](n)]
    # No wrong number may share another simple property of all that are shown.
    for other in kinds.values():
        if all(other(n) for n in shown):
            outside = [n for n in outside if not other(n)]
            if not other(right):
                return _in_common(dice)
    strict = [n for n in outside if min(shown) <= n <= max(shown)]
    question = f"{who.name} puts numbers into a hat, and all of them follow one simple rule. In it are {_listed(shown)}. Which of these belongs in the hat, too?"
    return Draft(question, str(right), tuple(map(str, dice.some(strict or outside, 3))))


@RULES.named("pairs")
def _pairs(dice: Dice) -> Draft:
    related = pools("pairs")["related"]
    one, two, three, *rest = dice.some(related[dice.pick(list(related))], 6)
    wrong = [second for _, second in rest]
    form = dice.pick(
        [
            "{a} goes with {b} and {c} with {d}. What goes with {e} in the same way?",
            "Two cards of a pack belong together if they are related like {a} and {b}, or {c} and {d}. Which card belongs to {e}?",
        ]
    )
    words = {"a": one[0], "b": one[1], "c": two[0], "d": two[1], "e": three[0]}
    for slot, word in words.items():
        form = form.replace(f"{{{slot}}}", f"“{word}”")
    return Draft(form, three[1], tuple(dice.some(wrong, 3)))


@RULES.named("beads on a string")
def _beads(dice: Dice) -> Draft:
    colours = dice.some(pool("colours"), 3)
    unit = dice.pick([[0, 1], [0, 1, 2], [0, 0, 1], [0, 1, 1], [0, 1, 2, 1], [0, 0, 1, 2]])
    shown = dice.number(2 * len(unit), 2 * len(unit) + len(unit) - 1)
    row = [colours[unit[n % len(unit)]] for n in range(shown + 1)]
    who = person(dice)
    used = sorted({colours[n] for n in unit})
    question = (
        f"{who.name} strings beads in a pattern that is repeated over and over: {', '.join(row[:shown])}. Which colour has the bead "
        f"after that?"
    )
    return among(question, row[shown], used)


@RULES.named("who gets what")
def _who_gets_what(dice: Dice) -> Draft:
    *names, other = people(dice, 5)
    one, two = dice.some(["tea", "juice", "milk", "cocoa"], 2)
    ages = dice.some(range(5, 30), 6)
    low, high = sorted(ages)[:3], sorted(ages)[3:]
    young, old = dice.some(low, 2), dice.some(high, 2)
    limit = (max(young), min(old))
    cases = dice.shuffled(
        [
            f"{names[0].name}, who is {young[0]}, gets {one}",
            f"{names[1].name}, who is {old[0]}, gets {two}",
            f"{names[2].name}, who is {young[1]}, gets {one}",
            f"{names[3].name}, who is {old[1]}, gets {two}",
        ]
    )
    below = dice.flip()
    new = dice.number(2, limit[0] - 1) if below else limit[1] + dice.number(1, 30)
    question = (
        f"At an inn the host chooses the drinks, and nothing counts for it but age. {'; '.join(cases)}. {other.name}, a cousin, is {new}. "
        f"What does {other.they} get?"
    )
    return among(question, one if below else two, [one, two])
