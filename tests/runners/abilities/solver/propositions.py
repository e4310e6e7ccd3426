"""Premise and statement parsed into conditions, which are compared in every case of a small world."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import permutations, product
from typing import Any

from tests.runners.abilities.solver.deduction import Case, Formula, literal, names_in, verdict
from tests.runners.abilities.solver.reading import found, only, parts

_WIDER = {
    "sparrow": "bird", "bird": "animal", "violin": "musical instrument", "musical instrument": "thing that people make", "oak": "tree",
    "tree": "plant", "poodle": "dog", "dog": "animal", "tulip": "flower", "flower": "plant", "hammer": "tool", "tool": "thing that people make",
    "salmon": "fish", "fish": "animal", "armchair": "piece of furniture", "piece of furniture": "thing that people make",
}  # fmt: skip
_SAID = {
    True: r"must be true|certainly true|must be so|it follows",
    False: r"must be false|certainly false|cannot be so|ruled out",
    None: r"not settled|still open|nobody can say|left open",
}


def solve(question: str, options: list[str]) -> str:
    premise, statement = _parts(question)
    return only(
        options, lambda option: bool(re.search(_SAID[_related(premise, statement)], option))
    )


def _parts(text: str) -> tuple[str, str]:
    for pattern in (
        r"First: (.+) Second: (.+) If the first is true",
        r"(.+) Suppose that this is so\. .+ statement “(.+)”\?",
        r"You know nothing but this: (.+) Somebody says: “(.+)”",
        r"Statement one: (.+) Statement two: (.+) How is the second",
    ):
        if parted := re.match(pattern, text):
            premise, statement = parted.groups()
            return premise, f"{statement.removesuffix('.')}."
    raise AssertionError(text)


def _related(premise: str, statement: str) -> bool | None:
    for pattern, answer in (
        (r"^There are (?:six|seven|eight|nine) ", _counted), (r"^There are (?:exactly|at|more|fewer)", _compared), (r" than ", _ranked),
        (r"\b(?:before|after)\b", _timed), (r"(?:is drawing|looking at|dreaming of|writing about)", _kind), (r"kilometres", _map),
        (r"The whole", _coloured), (r" may ", _allowed), (r"Every week", _open), (rf"^The [\w ]+ is in the {_BAGS}\b", _inside),
    ):  # fmt: skip
        if re.search(pattern, premise):
            return answer(premise, statement)
    return _facts(premise, statement)


_BAGS = "(?:tin|purse|pouch|shoe box|bag|suitcase|chest|boat|van)"


def _over(
    cases: Iterable[Any], premise: Callable[[Any], bool], statement: Callable[[Any], bool]
) -> bool | None:
    seen = {statement(case) for case in cases if premise(case)}
    assert seen
    return seen.pop() if len(seen) == 1 else None


def _counted(premise: str, statement: str) -> bool | None:
    number, said = found(r"There are (\w+) .+?\. (.+)", premise)
    n = ["six", "seven", "eight", "nine"].index(number) + 6

    def fits(text: str) -> Callable[[int], bool]:
        if it := re.match(r"It is (not )?true that (.+)", text):
            inner = fits(it[2])
            return lambda k: inner(k) != bool(it[1])
        tests: tuple[tuple[str, Callable[[int], bool]], ...] = (
            ("all but one", lambda k: k == n - 1), ("all", lambda k: k == n), ("none", lambda k: k == 0), ("some", lambda k: 0 < k < n), ("at least one", lambda k: k > 0),
            ("more than half", lambda k: k > n / 2), ("fewer than half", lambda k: k < n / 2), ("exactly two", lambda k: k == 2),
        )  # fmt: skip
        return next(test for word, test in tests if text.lower().startswith(word))

    facts = [fits(one) for one in re.split(r"(?<=\.) ", said)]
    return _over(range(n + 1), lambda k: all(fact(k) for fact in facts), fits(statement))


def _compared(premise: str, statement: str) -> bool | None:
    def fits(text: str) -> Callable[[int], bool]:
        tests = re.findall(r"(exactly|at least|at most|more than|fewer than) (\d+)", text)
        return lambda n: all(
            {
                "exactly": n == int(x),
                "at least": n >= int(x),
                "at most": n <= int(x),
                "more than": n > int(x),
                "fewer than": n < int(x),
            }[how]
            for how, x in tests
        )

    return _over(range(100), fits(premise), fits(statement))


def _ranked(premise: str, statement: str) -> bool | None:
    return _in_orders(
        premise, statement, r"(\w+) is (\w+) than (\w+)", {"taller", "older", "heavier", "faster"}
    )


def _timed(premise: str, statement: str) -> bool | None:
    verbs = "arrived|left|woke up|finished|went to bed"
    if together := re.match(rf"(.+) (?:both|all) (?:{verbs}) after (\w+)\.", premise):
        premise = " ".join(f"{one} arrived after {together[2]}." for one in parts(together[1]))
    return _in_orders(
        premise, statement, rf"([A-Z]\w+) (?:{verbs}) (before|after) (\w+)", {"before"}
    )


def _in_orders(premise: str, statement: str, pattern: str, first: set[str]) -> bool | None:
    def read(text: str) -> list[tuple[str, str]]:
        return [(x, y) if how in first else (y, x) for x, how, y in re.findall(pattern, text)]

    known, ((x, y),) = read(premise), read(statement)
    people = sorted({one for pair in (*known, (x, y)) for one in pair})
    orders = [{name: n for n, name in enumerate(order)} for order in permutations(people)]
    return _over(orders, lambda at: all(at[a] < at[b] for a, b in known), lambda at: at[x] < at[y])


def _inside(premise: str, statement: str) -> bool | None:
    around = {
        one.lower(): other
        for one, other in re.findall(
            r"the ([\w ]+?) is in the ([\w ]+?)(?=,| and|\.)", premise, re.IGNORECASE
        )
    }

    def holders(one: str) -> list[str]:
        return [around[one], *holders(around[one])] if one in around else []

    if empty := re.match(r"The ([\w ]+?) is (not )?empty", statement):
        return bool(empty[2]) if empty[1] in around.values() else None
    if placed := re.match(r"The ([\w ]+?) is (not )?in the ([\w ]+)\.", statement):
        one, no, other = placed.groups()
        if other in holders(one):
            return not no
        return bool(no) if one in holders(other) else None
    return None


def _kind(premise: str, statement: str) -> bool | None:
    def read(text: str) -> tuple[bool, str]:
        no, what = found(
            r"(?:drawing|looking at|dreaming of|writing about) is (not )?an? ([\w ]+)\.", text
        )
        return not no, what

    def wider(what: str) -> list[str]:
        return [what, *wider(_WIDER[what])] if what in _WIDER else [what]

    (known, one), (asked, other) = read(premise), read(statement)
    kinds = sorted({one, other, *wider(one), *wider(other)})
    worlds = [
        dict(zip(kinds, values, strict=True))
        for values in product((True, False), repeat=len(kinds))
    ]
    nested = [
        world
        for world in worlds
        if all(not world[x] or world[y] for x, y in _WIDER.items() if x in world and y in world)
    ]
    return _over(nested, lambda world: world[one] == known, lambda world: world[other] == asked)


def _map(premise: str, statement: str) -> bool | None:
    back = {"north": "south", "south": "north", "east": "west", "west": "east"}
    lines = [
        (one.lower(), int(far), way, two)
        for one, far, way, two in re.findall(
            r"([Tt]he \w+) lies (\d+) kilometres (\w+) of (the \w+)", premise
        )
    ]
    axis = lines[0][2]
    at = {lines[0][3]: 0}
    for one, far, way, two in lines * 2:
        size = far if way == axis else -far
        if two in at:
            at[one] = at[two] + size
        elif one in at:
            at[two] = at[one] - size
    placed = re.match(r"(The \w+) lies (\w+) of (the \w+)\.", statement)
    if not placed or placed[1].lower() not in at or placed[3] not in at:
        return None
    apart = at[placed[1].lower()] - at[placed[3]]
    assert placed[2] in (axis, back[axis])
    return (apart > 0) == (placed[2] == axis)


def _coloured(premise: str, statement: str) -> bool | None:
    side, colour = found(r"whole (\w+) of the \w+ is (\w+), and it has no other", premise)
    how, where, named = found(r"^(Some|No) part of the (\w+) of the \w+ is (\w+)\.", statement)
    return None if where != side else (named == colour) == (how == "Some")


def _allowed(premise: str, statement: str) -> bool | None:
    """One person, who is of the group or not, and may or may not."""
    rule, fact, _ = premise.split(".")
    worlds = list(product((True, False), repeat=2))

    def said(text: str) -> Callable[[tuple[bool, ...]], bool]:
        no = " not " in text
        return (
            (lambda world: world[0] != no)
            if "one of the" in text
            else (lambda world: world[1] != no)
        )

    def allows(world: tuple[bool, ...]) -> bool:
        if rule.startswith("Only"):
            return world[0] or not world[1]
        return (not world[0] or world[1]) if rule.startswith("All") else world[0] == world[1]

    assert re.match("Only|All", rule) or rule.endswith("but nobody else may")
    return _over(worlds, lambda world: allows(world) and said(fact)(world), said(statement))


def _open(premise: str, statement: str) -> bool | None:
    days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    (place,), (which, how, day) = (
        found(r"Every week the ([\w ]+) is open", premise),
        found(r"week the ([\w ]+) is (open|closed) on (\w+)\.", statement),
    )
    first, last = found(r"from (\w+) to (\w+)", premise)
    is_open = set(days[days.index(first) : days.index(last) + 1])
    if shut := re.search(r"this week it is closed on (\w+)", premise):
        is_open.remove(shut[1])
    return None if which != place else (day in is_open) == (how == "open")


def _formula(text: str) -> Formula:
    text = text.strip(" .")
    text = text[0].lower() + text[1:]
    for lead in ("it is not true that ", "it is wrong that ", "it is not the case that "):
        if text.startswith(lead):
            inner = _formula(text[len(lead) :])
            return lambda case: not inner(case)
    if found := re.fullmatch(r"if (.+?), then (.+)", text):
        when, then = _formula(found[1]), _formula(found[2])
        return lambda case: not when(case) or then(case)
    for pattern, joined in (
        (r"either (.+) or (.+), but not both", lambda p, q: p != q), (r"(.+) or (.+), or both", lambda p, q: p or q),
        (r"(.+), (?:and|although) (.+)", lambda p, q: p and q),
    ):  # fmt: skip
        if found := re.fullmatch(pattern, text):
            one, two = _formula(found[1]), _formula(found[2])
            return lambda case, j=joined, x=one, y=two: j(x(case), y(case))  # type: ignore[misc]
    name, affirmed = literal(text)

    def simple(case: Case) -> bool:
        return case[name] == affirmed

    return simple


def _facts(premise: str, statement: str) -> bool | None:
    return verdict(names_in(f"{premise} {statement}"), [_formula(premise)], _formula(statement))
