"""Premise and statement parsed into conditions, which are compared in every case of a small world."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import permutations, product
from typing import Any

from tests.runners.abilities.solver.deduction import Case, Formula, literal, names_in, verdict

_WIDER = {
    "sparrow": "bird", "bird": "animal", "violin": "musical instrument", "musical instrument": "thing that people make", "oak": "tree",
    "tree": "plant", "poodle": "dog", "dog": "animal", "tulip": "flower", "flower": "plant", "hammer": "tool", "tool": "thing that people make",
    "salmon": "fish", "fish": "animal", "armchair": "piece of furniture", "piece of furniture": "thing that people make",
}  # fmt: skip
_SAID = {
    True: r"must be true|certainly true|So it must be|it follows",
    False: r"must be false|certainly false|So it is not|ruled out",
    None: r"not settled|still open|Nobody can say|left open",
}


def solve(question: str, options: list[str]) -> str:
    premise, statement = _parts(question)
    (right,) = [one for one in options if re.search(_SAID[_related(premise, statement)], one)]
    return right


def _parts(text: str) -> tuple[str, str]:
    for pattern in (
        r"First: (.+) Second: (.+) If the first is true",
        r"(.+) — Suppose that this is so\. .+ following statement\? (.+)",
        r"You know nothing but this: (.+) Somebody says: “(.+)”",
        r"Statement one: (.+) Statement two: (.+) How is the second",
    ):
        if found := re.match(pattern, text):
            return found[1], found[2]
    raise AssertionError(text)


def _related(premise: str, statement: str) -> bool | None:
    for pattern, answer in (
        (r"^There are (?:six|seven|eight|nine) ", _counted), (r"^There are (?:exactly|at|more|fewer)", _compared), (r" than ", _ranked),
        (r"\b(?:before|after)\b", _timed), (r"is in the ([\w ]+), and the \1 is in the ", _inside), (r"(?:is drawing|looking at|dreaming of|writing about)", _kind),
        (r"kilometres", _map), (r"whole outside", _coloured), (r"may ", _allowed), (r"Every week", _open),
    ):  # fmt: skip
        if re.search(pattern, premise):
            return answer(premise, statement)
    return _facts(premise, statement)


def _over(
    cases: list[Any], premise: Callable[[Any], bool], statement: Callable[[Any], bool]
) -> bool | None:
    seen = {statement(case) for case in cases if premise(case)}
    assert seen
    return seen.pop() if len(seen) == 1 else None


def _counted(premise: str, statement: str) -> bool | None:
    word, said = re.match(r"There are (\w+) .+?\. (.+)", premise).groups()  # type: ignore[union-attr]
    n = ["six", "seven", "eight", "nine"].index(word) + 6

    def fits(text: str) -> Callable[[int], bool]:
        return {
            "All": lambda k: k == n, "None": lambda k: k == 0, "Some": lambda k: 0 < k < n, "At": lambda k: k > 0,
            "More": lambda k: k > n / 2, "Fewer": lambda k: k < n / 2,
        }[text.split(maxsplit=1)[0].strip(",")]  # fmt: skip

    return _over(list(range(n + 1)), fits(said), fits(statement))


def _compared(premise: str, statement: str) -> bool | None:
    def fits(text: str) -> Callable[[int], bool]:
        how, x = re.match(
            r"There are (exactly|at least|at most|more than|fewer than) (\d+)", text
        ).groups()  # type: ignore[union-attr]
        limit = int(x)
        return {
            "exactly": lambda n: n == limit, "at least": lambda n: n >= limit, "at most": lambda n: n <= limit, "more than": lambda n: n > limit,
            "fewer than": lambda n: n < limit,
        }[how]  # fmt: skip

    return _over(list(range(100)), fits(premise), fits(statement))


def _ordered(text: str, pattern: str, first: set[str]) -> list[tuple[str, str]]:
    return [(x, y) if how in first else (y, x) for x, how, y in re.findall(pattern, text)]


def _ranked(premise: str, statement: str) -> bool | None:
    return _in_orders(
        premise, statement, r"(\w+) is (\w+) than (\w+)", {"taller", "older", "heavier", "faster"}
    )


def _timed(premise: str, statement: str) -> bool | None:
    both = re.sub(
        r"(\w+) and (\w+) both ([\w ]+?) after (\w+)\.",
        r"\1 \3 after \4, and \2 \3 after \4.",
        premise,
    )
    return _in_orders(
        both,
        statement,
        r"([A-Z]\w+) (?:arrived|left|woke up|finished|went to bed) (before|after) (\w+)",
        {"before"},
    )


def _in_orders(premise: str, statement: str, pattern: str, first: set[str]) -> bool | None:
    known, asked = _ordered(premise, pattern, first), _ordered(statement, pattern, first)
    assert len(known) == 2
    assert len(asked) == 1
    people = sorted({one for pair in known for one in pair})
    orders = [{name: n for n, name in enumerate(order)} for order in permutations(people)]
    ((x, y),) = asked
    return _over(orders, lambda at: all(at[a] < at[b] for a, b in known), lambda at: at[x] < at[y])


def _inside(premise: str, statement: str) -> bool | None:
    small, thing, again, big = re.match(
        r"The ([\w ]+) is in the ([\w ]+), and the ([\w ]+) is in the ([\w ]+)\.", premise
    ).groups()  # type: ignore[union-attr]
    assert thing == again
    inside = {(small, thing), (thing, big), (small, big)}
    if statement == f"The {thing} is not empty.":
        return True
    if found := re.match(r"The ([\w ]+?) is (not )?in the ([\w ]+)\.", statement):
        pair = found[1], found[3]
        if pair in inside:
            return not found[2]
        return bool(found[2]) if pair[::-1] in inside else None
    return None


def _kind(premise: str, statement: str) -> bool | None:
    (what,) = re.findall(
        r"(?:drawing|looking at|dreaming of|writing about) an? ([\w ]+)\.", premise
    )
    (named,) = re.findall(
        r"(?:drawing|looking at|dreaming of|writing about) (?:is |nothing that is )?an? ([\w ]+)\.",
        statement,
    ) or re.findall(r"There is no ([\w ]+?) that", statement)
    wider = [what]
    while wider[-1] in _WIDER:
        wider.append(_WIDER[wider[-1]])
    denied = statement.startswith("There is no") or "nothing that is" in statement
    return (not denied) if named in wider else None


def _map(premise: str, statement: str) -> bool | None:
    one, far, way, _two = re.match(
        r"(The \w+) lies (\d+) kilometres (\w+) of (the \w+)\.", premise
    ).groups()  # type: ignore[union-attr]
    back = {"north": "south", "south": "north", "east": "west", "west": "east"}
    if found := re.match(r"(The \w+) lies (\w+) of (the \w+)\.", statement):
        straight = found[1] == one
        return found[2] == (way if straight else back[way])
    if found := re.search(r"(more|less) than (\d+)", statement):
        return int(far) > int(found[2]) if found[1] == "more" else int(far) < int(found[2])
    return None


def _coloured(premise: str, statement: str) -> bool | None:
    (colour,) = re.findall(r"is (\w+), and it has no other", premise)
    if "outside" not in statement:
        return None
    named = re.search(r"(?:is (?:not )?|There is an? )(\w+)(?: spot|\.)", statement)
    assert named
    denied = " not " in statement or statement.startswith("Nothing")
    return (named[1] == colour) != denied


def _allowed(premise: str, statement: str) -> bool | None:
    """One person, who is of the group or not, and may or may not."""
    cases = [{"group": g, "may": m} for g, m in product((True, False), repeat=2)]
    rule: Formula = lambda case: case["group"] or not case["may"]  # noqa: E731
    if re.match(r"Everybody who may|Whoever is not", statement):
        return _over(cases, rule, lambda case: case["group"] or not case["may"])
    if re.match(r"Somebody who is not|\w+ is not one of", statement):
        return _over(cases, rule, lambda case: case["may"] and not case["group"])
    assert re.match(r"All |\w+ is one of the .+ but may not", statement)
    seen = _over(cases, lambda case: rule(case) and case["group"], lambda case: case["may"])
    assert seen is None
    return None


def _open(premise: str, statement: str) -> bool | None:
    days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    first, last = re.findall(r"from (\w+) to (\w+)", premise)[0]
    is_open = days[days.index(first) : days.index(last) + 1]
    (day,) = re.findall(r"on (\w+day)", statement)
    if re.search(r"visitors|\d:00", statement):
        return None
    return (day in is_open) != ("closed" in statement)


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
