"""Truth tables over the sentences, and every order, share and week tried out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import permutations, product

from tests.runners.abilities.solver.reading import answered, found, parts

Case = dict[str, bool]
Formula = Callable[[Case], bool]


def solve(question: str, options: list[str]) -> str:
    return answered(
        question, options,
        (
            (r"Who of them is", _order), (r"No two have the same", _share), (r"kinds of tickets", _tickets), (r"the truth\. Where", _boxes), (r"far country", _kinds),
            (r"side by side", _seats), (r"day of the week", _week), (r"", _table),
        ),
    )  # fmt: skip


_OPPOSITES = {
    "closed": "open", "off": "on", "outdoors": "indoors", "on time": "late", "down": "up", "dry": "wet", "out": "at home", "at sea": "in the harbour", "awake": "asleep",
    "unlocked": "locked", "clear": "blocked", "silent": "ringing", "free of ice": "frozen",
}  # fmt: skip
_STATES = "|".join(sorted({*_OPPOSITES, *_OPPOSITES.values()}, key=len, reverse=True))


def literal(words: str) -> tuple[str, bool]:
    """A simple sentence as the name of what it is about, and whether it affirms it."""
    words = words.strip(" .,").lower()
    thing, how = words.replace(" is not ", " is ").split(" is ")
    name = f"{thing} is {_OPPOSITES.get(how, how)}"
    return name, (" is not " in words) == (how in _OPPOSITES)


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
    said = re.findall(rf"\bthe (\w+) is (?:not )?({_STATES})\b", text.lower())
    return sorted({literal(f"the {thing} is {how}")[0] for thing, how in said})


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


def _table(text: str, options: list[str]) -> str:
    *told, ask = re.split(r"(?<=[.:?]) ", text)
    found = re.fullmatch(r"Is (the \w+) (.+)\?", ask)
    assert found
    asked, wanted = literal(f"{found[1]} is {found[2]}")
    rules = [rule for rule in map(_rule, told) if rule is not None]
    assert len(rules) >= 2, text
    return _WORDS[
        verdict(
            sorted({*names_in(" ".join(told)), asked}), rules, lambda case: case[asked] == wanted
        )
    ]


def _order(text: str, options: list[str]) -> str:
    more = {"taller", "older", "faster", "richer"}
    facts = re.findall(r"(\w+) is (\w+) than (\w+)\.", text)
    (word,) = found(r"Who of them is (.+)\?", text)
    people = sorted({one for first, _, second in facts for one in (first, second)})
    (order,) = [
        one
        for one in permutations(people)
        if all((one.index(x) < one.index(y)) == (how in more) for x, how, y in facts)
    ]
    if "neither" in word:
        (middle,) = order[1:-1]
        return middle
    ranked = (
        order if word.split()[-1] in {"tallest", "oldest", "fastest", "richest"} else order[::-1]
    )
    return ranked[1 if "second" in word else 0]


def _share(text: str, options: list[str]) -> str:
    people, things = (
        parts(one) for one in found(r"^(.+) each have one of \w+ things: (.+?)\. No two", text)
    )
    barred = re.findall(r"(\w+) does not have (.+?)\.", text)
    shares = [dict(zip(people, one, strict=True)) for one in permutations(things)]
    (only,) = [one for one in shares if all(one[who] != what for who, what in barred)]
    if asked := re.search(r"What does (\w+) have", text):
        return only[asked[1]]
    (wanted,) = found(r"Who has (.+?)\?", text)
    return next(who for who, what in only.items() if what == wanted)


_VERBS = r" (?:goes in by|comes to|is given) "


def _tickets(text: str, options: list[str]) -> str:
    leads = {}
    for rule in re.findall(r"Whoever (.+?)\.", text):
        start, to = re.fullmatch(rf"(?:has |goes in by |comes to )(.+?){_VERBS}(.+)", rule).groups()  # type: ignore[union-attr]
        assert start not in leads
        leads[start] = to

    def end(start: str) -> str:
        return end(leads[start]) if start in leads else start

    if has := re.search(r"(?<!Whoever) has (an? \w+ ticket)\. What", text):
        return end(has[1])
    (got,) = found(r"\. \w+ is given (.+?)\. Which", text)
    (ticket,) = [one for one in leads if one.endswith("ticket") and end(one) == got]
    return ticket


def _boxes(text: str, options: list[str]) -> str:
    claims = re.findall(r"says that it is (not )?in the (\w+) box", text)
    wanted = {"one": 1, "two": 2, "three": 3}[found(r"Exactly (\w+) of them", text)[0]]
    boxes = [
        one.removeprefix("the ") for one in parts(found(r"^The \w+ is in (.+?) box\.", text)[0])
    ]
    (right,) = [x for x in boxes if sum((x == box) != bool(no) for no, box in claims) == wanted]
    return f"in the {right} box"


def _kinds(text: str, options: list[str]) -> str:
    rules = [
        (word.lower(), one, two)
        for word, one, two in re.findall(r"(All|No) (\w+) are (\w+)\.", text)
    ]
    no, known = found(r"is (not )?one of the (\w+)\.", text)
    (asked,) = found(r"one of the (\w+)\?", text)
    names = sorted({one for rule in rules for one in rule[1:]} | {known, asked})
    formulas: list[Formula] = [
        lambda case, r=r: not case[r[1]] or case[r[2]] == (r[0] == "all") for r in rules
    ]  # type: ignore[misc]
    return _WORDS[
        verdict(names, [*formulas, lambda case: case[known] != bool(no)], lambda case: case[asked])
    ]


def _seats(text: str, options: list[str]) -> str:
    people = parts(found(r"^(.+?) sit side by side", text)[0])
    tests: tuple[tuple[str, Callable[..., bool]], ...] = (
        (r"(\w+) sits directly to the left of (\w+)", lambda x, y: x + 1 == y), (r"(\w+) sits directly to the right of (\w+)", lambda x, y: x - 1 == y),
        (r"(\w+) sits somewhere to the left of (\w+)", lambda x, y: x < y), (r"(\w+) and (\w+) do not sit side by side", lambda x, y: abs(x - y) > 1),
        (r"(\w+) sits at one of the two ends", lambda x: x in (0, len(people) - 1)),
    )  # fmt: skip
    facts = [
        (test, who if isinstance(who, tuple) else (who,))
        for pattern, test in tests
        for who in re.findall(pattern, text)
    ]
    assert len(facts) == text.count(". ") - 1
    (order,) = [
        one
        for one in permutations(people)
        if all(test(*(one.index(x) for x in who)) for test, who in facts)
    ]
    places = {
        "at the left end": 0,
        "on the left": 0,
        "in the middle": 1,
        "second from the left": 1,
        "second from the right": -2,
        "at the right end": -1,
        "on the right": -1,
    }
    return order[places[found(r"Who sits (.+?)\?", text)[0]]]


def _week(text: str, options: list[str]) -> str:
    days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    size = {"one day": 1, "two days": 2, "three days": 3}
    text = text.replace("The ", "the ")
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
