"""Induction: the rule behind some cases, found and applied to a new one.

Every rule is the only one of its kind that fits the cases: where cases could be explained in two
ways, the case asked for comes out the same, or is not asked.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise, product

from dsl.words import capital
from runners.abilities.dice import Dice
from runners.abilities.pools import a, listed, names, person, pool, pools
from runners.abilities.rules import AbilityRules, DraftedItem, among, near, number_of, some_of

RULES = AbilityRules()
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _row(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _next(dice: Dice, question: str, row: list[int], right: int) -> DraftedItem:
    """A question on the number that follows, with the slips that a wrong step leads to."""
    last, step = row[-1], row[-1] - row[-2]
    wrong_steps = {last + step, last + step + 1, right + step, last + row[1] - row[0]}
    return number_of(dice, question, right, {*wrong_steps, *near([right], [1, 2])})


@RULES.graded("equal steps")
def _equal_steps(dice: Dice, level: int) -> DraftedItem:
    start, step = dice.number(1, 40), dice.number(2, 12)
    if level > 1 and dice.flip():
        start, step = start + 12 * step, -step
    row = [start + step * n for n in range(5)]
    who = person(dice)
    if level < 3:
        story = dice.pick(
            [
                f"A row of numbers begins {_row(row)}. It goes on in the same way. What comes next?",
                f"On five evenings {who.name} counts the jars in the cellar: {_row(row)}. If it goes on like this, how many are there on the sixth?",
                f"The first five lockers in a row have the numbers {_row(row)}. Which number is to be expected on the sixth?",
            ]
        )
        return _next(dice, story, row, row[-1] + step)
    far = dice.number(8, 11)
    right = start + step * (far - 1)
    slips = {start + step * far, start + step * (far - 2), right + 1, right - 1, row[-1] + step}
    question = f"{who.name} writes {_row(row)} and goes on in the same way. Which number is the {far}th of the row?"
    return number_of(dice, question, right, slips)


@RULES.graded("times the same")
def _times(dice: Dice, level: int) -> DraftedItem:
    times, plus = dice.pick([(2, 0), (3, 0)] if level < 3 else [(2, 1), (2, -1), (3, 1)])
    start = dice.number(2, 15 if times == 2 else 6)
    row = [start]
    for _ in range(5):
        row.append(row[-1] * times + plus)
    if level == 2:
        row = row[::-1]
    thing = dice.pick(
        ["the tiles in a pattern", "a row of numbers", "the cells on each of five days", "the members of a club in five years"]
    )  # fmt: skip
    question = f"{person(dice).name} writes down {thing}: {_row(row[:5])}. Each number is made from the one before by the same rule. Which number follows?"
    return _next(dice, question, row[:5], row[5])


@RULES.graded("steps that grow", (2, 3))
def _growing(dice: Dice, level: int) -> DraftedItem:
    start, first, more = dice.number(1, 30), dice.number(1, 6), dice.number(1, 4)
    steps = [first + more * n for n in range(5)]
    if level == 3:
        steps = [first * 2**n for n in range(5)]
    row = list(accumulate([start, *steps]))
    if dice.flip():
        row = [row[-1] + start - one for one in row]
    who = person(dice)
    question = f"{who.name} looks for the rule in {_row(row[:5])}: the step from one number to the next changes, too. Which number comes after {row[4]}?"
    return _next(dice, question, row[:5], row[5])


@RULES.graded("two before", (2, 3))
def _two_before(dice: Dice, level: int) -> DraftedItem:
    row = [dice.number(1, 9), dice.number(2, 12)]
    less = dice.number(1, 2) if level == 3 else 0
    while len(row) < 7:
        row.append(row[-1] + row[-2] + less)
    question = f"In {person(dice).name}'s row, from the third on, each number follows from the two before it, always in the same way: {_row(row[:6])}. How does it go on?"
    return _next(dice, question, row[:6], row[6])


@RULES.graded("taking turns", (2, 3))
def _taking_turns(dice: Dice, level: int) -> DraftedItem:
    one = dice.number(3, 12)
    second = dice.pick([-2, -1, 1, 2, 3]) if level == 2 else -dice.number(3, one + 3)
    start = dice.number(12, 40)
    if second == one:
        second += 1
    row = list(accumulate([start, *(one if n % 2 == 0 else second for n in range(6))]))
    who = person(dice)
    question = f"{who.name} hops along a number line, with two kinds of hop by turns, and lands on {_row(row[:6])}. Where does {who.they} land next?"
    return _next(dice, question, row[:6], row[6])


@RULES.graded("number machine")
def _number_machine(dice: Dice, level: int) -> DraftedItem:
    times, plus = (1, dice.number(3, 15)) if level == 1 else (dice.number(2, 5), dice.number(0, 12))
    if level == 3:
        plus = -dice.number(1, times)
    inputs = dice.some(range(2, 13), 4)
    outputs = [times * one + plus for one in inputs]
    cases = "; ".join(
        f"{x} goes in, {y} comes out" for x, y in zip(inputs[:3], outputs[:3], strict=True)
    )
    new, right = inputs[3], outputs[3]
    machine = dice.pick(
        [
            "A machine does the same sum with every number",
            "A toy computer treats all numbers by the same rule: times something, then plus or minus something",
        ]
    )
    slips = {new + outputs[0] - inputs[0], times * new, (times + 1) * new + plus}
    slips |= near([right], [times, 1])
    return number_of(dice, f"{machine}. {capital(cases)}. What comes out for {new}?", right, slips)


@RULES.graded("letters in a row", (1, 2))
def _letters(dice: Dice, level: int) -> DraftedItem:
    steps = [dice.pick([1, 2, 3])] * 2 if level == 1 else dice.some([-1, 1, 2, 3, 4], 2)
    at = list(accumulate([0, *(steps[n % 2] for n in range(5))]))
    # The first letters label the choices, so none of them is one.
    start = dice.number(5 - min(at), 25 - max(at))
    at = [start + one for one in at]
    if level == 1 and dice.flip():
        at = at[::-1]
    row = [_LETTERS[n] for n in at]
    others = [_LETTERS[at[5] + x] for x in (-3, -2, -1, 1, 2, 3) if 5 <= at[5] + x < 26]
    thing = dice.pick(
        [
            "The seats in a row are marked",
            f"{person(dice).name} paints letters on flags:",
            "The shelves are lettered",
            "A code begins with",
        ]
    )
    question = f"{thing} {', '.join(row[:5])}. By the same rule, which letter is the next?"
    return some_of(dice, question, row[5], others)


_CHANGES: tuple[Callable[[str], str], ...] = (
    lambda word: word[::-1], lambda word: word[1:] + word[0], lambda word: word + word[-1], lambda word: word[1:],
    lambda word: word[-1] + word[1:-1] + word[0], lambda word: word[-1] + word[:-1], lambda word: word[:-1], lambda word: word[0] + word,
)  # fmt: skip


def _then(first: Callable[[str], str], second: Callable[[str], str]) -> Callable[[str], str]:
    return lambda word: second(first(word))


@RULES.graded("changed words")
def _changed_words(dice: Dice, level: int) -> DraftedItem:
    words = dice.some(pools("pairs")["short"], 3)
    change, *others = dice.some(_CHANGES, len(_CHANGES))
    if level > 1:
        more = others[0]
        change = _then(change, more)
        others += [_then(x, y) for x, y in product(_CHANGES, repeat=2)]
    shown = words[: 3 if level == 3 else 2]
    new = next(one for one in dice.shuffled(pools("pairs")["short"]) if one not in words)
    fits = [one for one in (*_CHANGES, *others) if all(one(word) == change(word) for word in shown)]
    if any(one(new) != change(new) for one in fits) or change(new) == new:
        return _changed_words(dice, level)
    told = listed([f"“{word}” becomes “{change(word)}”" for word in shown])
    options = {one(new) for one in others if abs(len(one(new)) - len(change(new))) < 2}
    question = f"In {person(dice).name}'s secret writing, {told}. What becomes of “{new}”?"
    return some_of(dice, question, change(new), options)


_KINDS = {"shape": ["round", "square"], "colour": ["red", "blue"], "size": ["small", "large"]}


@RULES.graded("what makes the difference", (2, 3))
def _difference(dice: Dice, level: int) -> DraftedItem:
    thing, deed, not_deed, where = dice.pick(
        [
            ("stone", "floats", "sinks", "at a strange lake"), ("lamp", "lights up", "stays dark", "when a switch was pressed"),
            ("bottle", "whistles", "makes no sound", "when somebody blew on them"), ("seed", "sprouts", "does not sprout", "in a new kind of soil"),
            ("block", "is attracted", "is not attracted", "near a magnet"), ("fruit", "is eaten", "is left", "when a monkey was offered some"),
        ]
    )  # fmt: skip
    kinds = dice.shuffled(_KINDS)
    wanted = [dice.pick(_KINDS[one]) for one in kinds[: level - 1]]
    cases = [
        dict(zip(kinds, values, strict=True)) for values in product(*(_KINDS[one] for one in kinds))
    ]

    def does(case: dict[str, str]) -> bool:
        return all(case[kind] == value for kind, value in zip(kinds, wanted, strict=False))

    def said(case: dict[str, str]) -> str:
        return f"{case['size']} {case['shape']} {case['colour']} {thing}"

    shuffled = dice.shuffled(cases)
    yes, _no = [one for one in shuffled if does(one)], [one for one in shuffled if not does(one)]
    if level == 2:
        opposite = {kind: next(x for x in _KINDS[kind] if x != yes[0][kind]) for kind in kinds[1:]}
        pair = [yes[0], yes[0] | opposite]
        other = next(x for x in _KINDS[kinds[0]] if x != wanted[0])
        shown = [*pair, *({**one, kinds[0]: other} for one in pair)]
        rule = "It depends on a single feature."
    else:
        rest = kinds[2]
        same = yes[0]
        flip = [
            {**same, kind: next(x for x in _KINDS[kind] if x != same[kind])} for kind in kinds[:2]
        ]
        swapped = {**same, rest: next(x for x in _KINDS[rest] if x != same[rest])}
        shown = [same, *flip, {**swapped, kinds[0]: flip[0][kinds[0]], kinds[1]: flip[1][kinds[1]]}]
        rule = "It takes two features together."
    new = [one for one in cases if one not in shown]
    asked = dice.flip()
    right = [one for one in new if does(one) == asked]
    wrong = [one for one in new if does(one) != asked]
    if not right or not wrong or (level == 3 and not asked):
        right = [one for one in new if does(one)]
        wrong = [one for one in new if not does(one)]
        asked = True
    told = ". ".join(
        f"{capital(a(said(one)))} {deed if does(one) else not_deed}" for one in dice.shuffled(shown)
    )
    ask = f"Which of these others {deed if asked else not_deed}?"
    chosen = dice.pick(right)
    return DraftedItem(
        f"This was observed {where}. {told}. {rule} {ask}",
        a(said(chosen)),
        tuple(a(said(one)) for one in dice.some(wrong, 3)),
    )


_COMMON: dict[int, dict[str, Callable[[int], bool]]] = {
    1: {"even": lambda n: n % 2 == 0, "odd": lambda n: n % 2 == 1, "by 5": lambda n: n % 5 == 0},
    2: {"by 3": lambda n: n % 3 == 0, "by 4": lambda n: n % 4 == 0, "by 7": lambda n: n % 7 == 0, "ends in 7": lambda n: n % 10 == 7, "ends in 3": lambda n: n % 10 == 3},
    3: {"square": lambda n: int(n**0.5) ** 2 == n, "alike": lambda n: n % 11 == 0, "sum 9": lambda n: n // 10 + n % 10 == 9, "sum 8": lambda n: n // 10 + n % 10 == 8, "one more": lambda n: n % 10 == n // 10 + 1},
}  # fmt: skip


_RIVALS: tuple[Callable[[int], bool], ...] = (
    *(rule for rules in _COMMON.values() for rule in rules.values()), *(lambda n, d=d: n % d == 0 for d in range(2, 10)), *(lambda n, d=d: n % 10 == d for d in range(10)),
    *(lambda n, d=d: n // 10 == d for d in range(10)), *(lambda n, d=d: n // 10 + n % 10 == d for d in range(2, 18)),
)  # fmt: skip
"""All simple rules that somebody may find in the numbers shown."""


@RULES.graded("what they have in common")
def _in_common(dice: Dice, level: int) -> DraftedItem:
    rule = dice.pick(list(_COMMON[level].values()))
    members = dice.some([n for n in range(10, 100) if rule(n)], 6)
    shown, right = members[:-1], members[-1]
    also = [one for one in _RIVALS if all(one(n) for n in shown)]
    outside = [
        n
        for n in range(10, 100)
        if not any(one(n) for one in also) and min(shown) <= n <= max(shown)
    ]
    if len(members) < 5 or not all(one(right) for one in also) or len(outside) < 3:
        return _in_common(dice, level)
    question = f"{person(dice).name} puts numbers into a hat, and all of them follow one simple rule. In it are {_row(shown)}. Which of these belongs in the hat, too?"
    return some_of(dice, question, str(right), map(str, outside))


@RULES.named("pairs")
def _pairs(dice: Dice) -> DraftedItem:
    related = pools("pairs")["related"]
    one, two, three, *rest = dice.some(related[dice.pick(list(related))], 6)
    form = dice.pick(
        [
            "{a} goes with {b} and {c} with {d}. What goes with {e} in the same way?",
            "Two cards of a pack belong together if they are related like {a} and {b}, or {c} and {d}. Which card belongs to {e}?",
        ]
    )
    for slot, word in {"a": one[0], "b": one[1], "c": two[0], "d": two[1], "e": three[0]}.items():
        form = form.replace(f"{{{slot}}}", f"“{word}”")
    return DraftedItem(form, three[1], tuple(second for _, second in rest))


@RULES.graded("beads on a string")
def _beads(dice: Dice, level: int) -> DraftedItem:
    colours = dice.some(pool("colours"), 3)
    unit = dice.pick(
        [[0, 1, 2], [0, 0, 1], [0, 1, 1]]
        if level == 1
        else [[0, 1, 2, 1], [0, 0, 1, 2], [0, 1, 2, 2], [0, 1, 0, 2, 2]]
    )
    shown = dice.number(2 * len(unit), 3 * len(unit) - 1)
    row = [colours[unit[n % len(unit)]] for n in range(40)]
    far = shown + (dice.number(3, 8) if level == 3 else 1)
    begin = f"{person(dice).name} strings beads in a pattern that is repeated over and over: {', '.join(row[:shown])}."
    ask = (
        f"Which colour has bead number {far} of the string?"
        if level == 3
        else "Which colour has the bead after that?"
    )
    return among(f"{begin} {ask}", row[far - 1], sorted({*row}))


@RULES.graded("who gets what")
def _who_gets_what(dice: Dice, level: int) -> DraftedItem:
    who = names(dice, 5)
    one, two = dice.some(["tea", "juice", "milk", "cocoa"], 2)
    low, high = dice.some(range(8, 20), 3), dice.some(range(25, 40), 3)
    sizes = dice.some(range(2, 10), 5)
    below = dice.flip()
    young, old = (one, two) if dice.flip() else (two, one)
    new = dice.number(5, max(low[:2]) - 1) if below else dice.number(min(high[:2]) + 1, 60)
    ages = [low[0], high[0], low[1], high[1]]
    shown = dice.shuffled(list(zip(ages, who, sizes, strict=False)))
    bags = "" if level == 1 else " and with {} bags"
    told = "; ".join(
        f"{name}, {age} years old{bags.format(size)}, gets {young if age < 22 else old}"
        for age, name, size in shown
    )
    rule = {
        1: "the host chooses the drinks by age", 2: "the host chooses the drinks by age and nothing else", 3: "the host chooses the drinks by a simple rule",
    }[level]  # fmt: skip
    if level == 3:
        by_size = sorted(shown, key=lambda case: case[2])
        if len({case[0] < 22 for case in by_size[:2]}) == 1:
            return _who_gets_what(dice, level)
    question = f"At an inn {rule}. {told}. Then comes {who[4]}, {new} years old{bags.format(sizes[4])}. What will {who[4]} get?"
    return among(question, young if below else old, [one, two])


def _rule_said(times: int, plus: int) -> str:
    """How a number is made from the one before."""
    if times == 1:
        return f"add {plus} each time"
    then = "" if plus == 0 else f", then {'add' if plus > 0 else 'take away'} {abs(plus)}"
    return f"multiply by {times}{then}"


@RULES.graded("rule in words")
def _rule_in_words(dice: Dice, level: int) -> DraftedItem:
    start = dice.number(2, 12)
    if level == 1:
        times, plus = 1, dice.number(3, 12)
        others = [(1, plus + x) for x in (-2, -1, 1, 2)]
    elif level == 2:
        # Both lead to the second number; the third decides.
        factor = dice.number(2, 4)
        step = start * (factor - 1)
        both = [(factor, 0), (1, step)]
        (times, plus), slip = both if dice.flip() else both[::-1]
        others = [slip, (factor + 1, 0), (1, step + dice.pick([-1, 1]))]
    else:
        times, plus = dice.number(2, 4), dice.pick([-1, 1, 2, 3])
        others = [(times, plus + 1), (times + 1, plus), (times + 1, plus - 1), (times, plus - 1)]
    row = [start]
    for _ in range(4 if level == 1 else 3):
        row.append(row[-1] * times + plus)
    wrong = [one for one in others if any(x * one[0] + one[1] != y for x, y in pairwise(row))]
    chosen = dice.some(wrong, 3)
    if level == 3:
        # The step that leads to the second number alone is the slip that is made most.
        chosen[0] = (1, row[1] - row[0])
    question = f"{person(dice).name} writes {_row(row)}. By which rule is each number made from the one before?"
    return DraftedItem(question, _rule_said(times, plus), tuple(_rule_said(*one) for one in chosen))
