"""Rules found from the cases: every hypothesis of a kind is tried, and all that fit must agree."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations, pairwise

_PAIRS = (
    "baker bread potter jug tailor suit cobbler boot brewer beer joiner table",
    "bird nest bee hive dog kennel horse stable fox den spider web",
    "hot cold long short full empty early late wet dry deep shallow",
    "hand glove foot sock head cap pillow pillowcase letter envelope sword sheath",
    "cow calf cat kitten sheep lamb goat kid hen chick pig piglet",
)


def solve(question: str, options: list[str]) -> str:
    for pattern, answer in (
        (r"goes in,", _machine), (r"becomes “", _code), (r"single feature", _feature), (r"in the hat", _hat), (r"related like|goes with", _pair),
        (r"strings beads", _beads), (r"nothing counts for it but age", _age), (r"[A-Z], [A-Z], [A-Z]", _letters),
    ):  # fmt: skip
        if re.search(pattern, question):
            return answer(question, options)
    return _row(question, options)


def _row(text: str, options: list[str]) -> str:
    """The next number: the first of four ways to go on that fits all that is there."""
    (listed,) = re.findall(r"\d+(?:, \d+){3,}", text)
    row = [int(one) for one in listed.split(", ")]
    steps = [b - a for a, b in pairwise(row)]
    found = set()
    if len(set(steps)) == 1:
        found.add(row[-1] + steps[0])
    if all(row) and len({b / a for a, b in pairwise(row)}) == 1:
        found.add(row[-1] * row[-1] // row[-2])
    second = [b - a for a, b in pairwise(steps)]
    if len(set(second)) == 1:
        found.add(row[-1] + steps[-1] + second[-1])
    if "two before it" in text and all(
        a + b == c for a, b, c in zip(row, row[1:], row[2:], strict=False)
    ):
        found.add(row[-1] + row[-2])
    if "by turns" in text and len(set(steps[::2])) == 1 and len(set(steps[1::2])) == 1:
        found.add(row[-1] + steps[-2])
    (right,) = found
    return str(right)


def _machine(text: str, options: list[str]) -> str:
    cases = [(int(x), int(y)) for x, y in re.findall(r"(\d+) goes in, (\d+) comes out", text)]
    new = int(re.findall(r"What comes out for (\d+)", text)[0])
    found = {
        m * new + b for m in range(60) for b in range(60) if all(m * x + b == y for x, y in cases)
    }
    (right,) = found
    return str(right)


_CODES: tuple[Callable[[str], str], ...] = (
    lambda w: w[::-1], lambda w: w[1:] + w[0], lambda w: w + w[-1], lambda w: w[1:], lambda w: w[-1] + w[1:-1] + w[0], lambda w: w[-1] + w[:-1],
    lambda w: w[:-1], lambda w: w[0] + w, lambda w: w,
)  # fmt: skip


def _code(text: str, options: list[str]) -> str:
    cases = re.findall(r"“(\w+)” becomes “(\w+)”", text)
    (new,) = re.findall(r"becomes of “(\w+)”", text)
    (right,) = {code(new) for code in _CODES if all(code(one) == two for one, two in cases)}
    return right


def _features(words: str) -> tuple[str, ...]:
    return tuple(words.split()[:3])


def _feature(text: str, options: list[str]) -> str:
    told = re.findall(r"An? (\w+ \w+ \w+) \w+ ([\w ]+)\.", text)
    assert len(told) == 4
    asked = re.findall(r"Which of these others ([\w ]+)\?", text)[0]
    cases = [(_features(words), does == asked) for words, does in told]
    rights = set()
    for at in range(3):
        yes = {one[at] for one, does in cases if does}
        no = {one[at] for one, does in cases if not does}
        if not yes & no:
            fits = [option for option in options if _features(option.split(" ", 1)[1])[at] in yes]
            rights |= set(fits)
    (right,) = rights
    return right


def _hat(text: str, options: list[str]) -> str:
    shown = [int(one) for one in re.findall(r"In it are ([\d, ]+)\.", text)[0].split(", ")]
    rules = [
        *(lambda n, d=d: n % d == 0 for d in (2, 3, 4, 5)),
        lambda n: n % 2 == 1, lambda n: n % 10 == 7, lambda n: round(n**0.5) ** 2 == n,
    ]  # fmt: skip
    fitting = [rule for rule in rules if all(rule(n) for n in shown)]
    assert fitting
    sets = [{one for one in options if rule(int(one))} for rule in fitting]
    (right,) = set.union(*sets)
    assert all(right in one for one in sets)
    return right


def _pair(text: str, options: list[str]) -> str:
    quoted = re.findall(r"“(\w+)”", text)
    (line,) = [one.split() for one in _PAIRS if set(quoted) <= set(one.split())]
    pairs = dict(zip(line[::2], line[1::2], strict=True))
    assert pairs[quoted[0]] == quoted[1]
    assert pairs[quoted[2]] == quoted[3]
    return pairs[quoted[4]]


def _beads(text: str, options: list[str]) -> str:
    row = re.findall(r"over and over: ([\w, ]+)\.", text)[0].split(", ")
    found = set()
    for size in range(1, len(row) // 2 + 1):
        if all(row[n] == row[n - size] for n in range(size, len(row))):
            found.add(row[len(row) - size])
    (right,) = found
    return right


def _age(text: str, options: list[str]) -> str:
    cases = [(int(age), drink) for age, drink in re.findall(r"who is (\d+), gets (\w+)", text)]
    new = int(re.findall(r"a cousin, is (\d+)", text)[0])
    ages = {drink: [age for age, got in cases if got == drink] for _, drink in cases}
    (young, old) = sorted(ages, key=lambda drink: max(ages[drink]))
    assert max(ages[young]) < min(ages[old])
    assert new < max(ages[young]) or new > min(ages[old])
    return young if new < max(ages[young]) else old


def _letters(text: str, options: list[str]) -> str:
    row = [ord(one) for one in re.findall(r"\b[A-Z](?=[,.])", text)]
    (step,) = {b - a for a, b in pairwise(row)}
    assert len(list(combinations(row, 2))) == 10
    return chr(row[-1] + step)
