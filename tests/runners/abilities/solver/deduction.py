"""Truth tables over the sentences, and every order, share and week tried out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import permutations, product

Case = dict[str, bool]
Formula = Callable[[Case], bool]


def solve(question: str, options: list[str]) -> str:
    for pattern, answer in (
        (r"Who of the four", _order), (r"each have one of three", _share), (r"kinds of tickets", _tickets), (r"the truth\. Where", _boxes),
        (r"far country", _kinds), (r"side by side", _seats), (r"day of the week", _week),
    ):  # fmt: skip
        if re.search(pattern, question):
            return answer(question, options)
    return _table(question)


def literal(words: str) -> tuple[str, bool]:
    """A simple sentence as the name of what it is about, and whether it affirms it."""
    words = words.strip(" .,").lower()
    return words.replace(" is not ", " is "), " is not " not in words


def _holds(words: str) -> Formula:
    name, affirmed = literal(words)
    return lambda case: case[name] == affirmed


def _rule(sentence: str) -> Formula | None:
    """A sentence as a formula; None for one that says nothing about facts."""
    if found := re.search(r"(?:If|Whenever) (.+?), (?:then )?(.+)", sentence):
        then = _holds(found[2])
        if parts := re.fullmatch(r"(.+) (and|or) (.+)", found[1]):
            one, two, word = _holds(parts[1]), _holds(parts[3]), parts[2]
            return lambda case: (
                not ((one(case) and two(case)) if word == "and" else (one(case) or two(case)))
                or then(case)
            )
        when = _holds(found[1])
        return lambda case: not when(case) or then(case)
    if found := re.search(r"Either (.+) or (.+), (but not both|or both)", sentence):
        one, two, both = _holds(found[1]), _holds(found[2]), found[3] == "or both"
        return lambda case: one(case) != two(case) or (both and one(case))
    if found := re.search(r"(.+) only if (.+)", sentence):
        when, then = _holds(found[1]), _holds(found[2])
        return lambda case: not when(case) or then(case)
    if found := re.search(
        r"(?:Today|turns out that|finds out that|hear that|know that) (the .+)", sentence
    ):
        facts = [_holds(one) for one in re.split(r", and ", found[1])]
        return lambda case: all(fact(case) for fact in facts)
    return None


def names_in(text: str) -> list[str]:
    """Every simple sentence of the text without its negation."""
    found = re.findall(r"\bthe (\w+) is (?:not )?((?:in|on|at) the \w+|at home|\w+)", text.lower())
    return sorted({f"the {thing} is {state}" for thing, state in found})


def verdict(names: list[str], rules: Iterable[Formula], asked: Formula) -> bool | None:
    """True if what is asked holds in all cases that the rules allow, False if in none."""
    kept = list(rules)
    cases = [
        dict(zip(names, values, strict=True))
        for values in product((True, False), repeat=len(names))
    ]
    seen = {asked(case) for case in cases if all(rule(case) for rule in kept)}
    assert seen
    return seen.pop() if len(seen) == 1 else None


_WORDS = {True: "yes", False: "no", None: "left open"}


def _table(text: str) -> str:
    *told, ask = re.split(r"(?<=[.:?]) ", text)
    found = re.fullmatch(r"Is (the \w+) (.+)\?", ask)
    assert found
    asked = f"{found[1]} is {found[2]}".lower()
    rules = [rule for rule in map(_rule, told) if rule is not None]
    assert len(rules) >= 2, text
    return _WORDS[
        verdict(sorted({*names_in(" ".join(told)), asked}), rules, lambda case: case[asked])
    ]


def _order(text: str, options: list[str]) -> str:
    more = {"taller", "older", "faster", "richer"}
    facts = re.findall(r"(\w+) is (\w+) than (\w+)\.", text)
    (word,) = re.findall(r"is the ([\w ]+)\?", text)
    top = word.split()[-1] in {"tallest", "oldest", "fastest", "richest"}
    answers = set()
    for order in permutations(options):
        if all((order.index(x) < order.index(y)) == (how in more) for x, how, y in facts):
            ranked = order if top else order[::-1]
            answers.add(ranked[1 if "second" in word else 0])
    (right,) = answers
    return right


def _share(text: str, options: list[str]) -> str:
    names = re.match(r"(\w+), (\w+) and (\w+) each", text).groups()  # type: ignore[union-attr]
    things = re.findall(r"things: (.+?), (.+?) or (.+?)\.", text)[0]
    barred = re.findall(r"(\w+) does not have (.+?)\.", text)
    kept = [dict(zip(names, one, strict=True)) for one in permutations(things)]
    kept = [one for one in kept if all(one[who] != what for who, what in barred)]
    (only,) = kept
    if asked := re.search(r"What does (\w+) have", text):
        return only[asked[1]]
    (wanted,) = re.findall(r"Who has (.+?)\?", text)
    return next(who for who, what in only.items() if what == wanted)


def _tickets(text: str, options: list[str]) -> str:
    doors = dict(re.findall(r"has an? (\w+) ticket goes in by (the .+?)\.", text))
    gifts = dict(re.findall(r"goes in by (the \w+ door) is given (.+?)\.", text))
    if has := re.search(r"\w+ has an? (\w+) ticket\. What", text):
        return gifts[doors[has[1]]]
    (got,) = re.findall(r"comes out with (.+?)\.", text)
    (colour,) = [one for one, door in doors.items() if gifts[door] == got]
    return f"the {colour} one"


def _boxes(text: str, options: list[str]) -> str:
    claims = re.findall(r"says that it is (not )?in the (\w+) box", text)
    wanted = 1 if "Exactly one" in text else 2
    boxes = re.findall(r"in the (\w+), the (\w+) or the (\w+) box", text)[0]
    (right,) = [x for x in boxes if sum((x == box) != bool(no) for no, box in claims) == wanted]
    return f"in the {right} box"


def _kinds(text: str, options: list[str]) -> str:
    rules = [
        (word.lower(), one, two)
        for word, one, two in re.findall(r"(All|No) ([\w ]+?) are ([\w ]+)\.", text)
    ]
    (known,), (asked,) = (
        re.findall(r"is one of the ([\w ]+)\.", text),
        re.findall(r"one of the ([\w ]+)\?", text),
    )
    names = sorted({one for rule in rules for one in rule[1:]} | {known, asked})
    formulas: list[Formula] = [
        lambda case, r=r: not case[r[1]] or case[r[2]] == (r[0] == "all") for r in rules
    ]  # type: ignore[misc]
    return _WORDS[verdict(names, [*formulas, lambda case: case[known]], lambda case: case[asked])]


def _seats(text: str, options: list[str]) -> str:
    def fits(order: tuple[str, ...]) -> bool:
        at = {name: n for n, name in enumerate(order)}
        tests = [
            at[x] == 0
            for x in re.findall(
                r"(\w+) sits at the left end\.|Nobody sits to the left of (\w+)", text
            )
            for x in x
            if x
        ]
        tests += [
            at[x] + 1 == at[y]
            for x, y in re.findall(r"(\w+) sits directly to the left of (\w+)", text)
        ]
        tests += [
            at[x] - 1 == at[y]
            for x, y in re.findall(r"(\w+) sits directly to the right of (\w+)", text)
        ]
        tests += [
            at[x] > at[y]
            for x, y in re.findall(r"(\w+) sits somewhere to the right of (\w+)", text)
        ]
        tests += [at[x] in (0, 3) for x in re.findall(r"(\w+) does not sit between", text)]
        assert len(tests) == 3
        return all(tests)

    (order,) = [one for one in permutations(options) if fits(one)]
    (where,) = re.findall(r"Who sits (.+?)\?", text)
    return order[
        {
            "at the left end": 0,
            "second from the left": 1,
            "second from the right": 2,
            "at the right end": 3,
        }[where]
    ]


def _week(text: str, options: list[str]) -> str:
    days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    size = {"one day": 1, "two days": 2, "three days": 3}
    text = text[0].lower() + re.sub(r"(?<=\. )The", "the", text[1:])
    ((anchor, day),) = re.findall(r"(the \w+) is on a (\w+)\.", text)
    known = {anchor: days.index(day)}
    facts = re.findall(
        r"(the \w+) is (one day|two days|three days) (after|before) (the \w+)\.", text
    )
    for _ in facts:
        for one, number, way, two in facts:
            shift = size[number] * (1 if way == "after" else -1)
            if two in known:
                known[one] = known[two] + shift
            elif one in known:
                known[two] = known[one] - shift
    (asked,) = re.findall(r"is (the \w+)\?", text)
    return days[known[asked] % 7]
