"""Rules found from the cases: every hypothesis of a kind is tried, and all that fit must agree."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations, pairwise, product

from tests.runners.abilities.solver.reading import answered, found, only

_PAIRS = (
    "baker bread potter jug tailor suit cobbler boot brewer beer joiner table milliner hat author novel",
    "bird nest bee hive dog kennel horse stable fox den spider web pig sty hen coop",
    "hot cold long short full empty early late wet dry deep shallow loud quiet rich poor",
    "hand glove foot sock head cap pillow pillowcase letter envelope sword sheath neck scarf book jacket",
    "cow calf cat kitten sheep lamb goat kid hen chick pig piglet duck duckling horse foal",
    "tree branch book page house roof hand finger bird wing ship mast clock dial car wheel",
    "carpenter saw painter brush gardener spade fisherman net photographer camera hairdresser comb surgeon scalpel writer pen",
)


def solve(question: str, options: list[str]) -> str:
    return answered(
        question, options,
        (
            (r"goes in,", _machine), (r"becomes “", _code), (r"This was observed", _feature), (r"in the hat", _hat), (r"related like|goes with", _pair),
            (r"strings beads", _beads), (r"chooses the drinks", _inn), (r"By which rule", _named), (r"[A-Z], [A-Z], [A-Z]", _letters), (r"", _row),
        ),
    )  # fmt: skip


def _listed(text: str) -> list[int]:
    return [int(one) for one in re.findall(r"\d+(?:, \d+){3,}", text)[0].split(", ")]


def _row(text: str, options: list[str]) -> str:
    """The next number by every way to go on that fits all that is there; they have to agree."""
    row = _listed(text)
    steps = [b - a for a, b in pairwise(row)]
    if far := re.search(r"the (\d+)th of the row", text):
        (step,) = set(steps)
        return str(row[0] + step * (int(far[1]) - 1))
    right = set()
    for times, plus in product((1, 2, 3), range(-3, 4)):
        right |= {
            n
            for n in [row[-1] * times + plus]
            if times > 1 and all(a * times + plus == b for a, b in pairwise(row))
        }
        right |= {
            n
            for n in [(row[-1] - plus) // times]
            if times > 1 and all(b * times + plus == a for a, b in pairwise(row))
        }
    second = [b - a for a, b in pairwise(steps)]
    if len(set(second)) == 1:
        right.add(row[-1] + steps[-1] + second[-1])
    if all(a * 2 == b for a, b in pairwise(steps)):
        right.add(row[-1] + steps[-1] * 2)
    if all(a == b * 2 for a, b in pairwise(steps)):
        right.add(row[-1] + steps[-1] // 2)
    if "two before it" in text:
        right |= {
            row[-1] + row[-2] + more
            for more in range(-3, 4)
            if all(a + b + more == c for a, b, c in zip(row, row[1:], row[2:], strict=False))
        }
    if len(set(steps[::2])) == 1 and len(set(steps[1::2])) == 1:
        right.add(row[-1] + steps[-2])
    (one,) = right
    return str(one)


def _named(text: str, options: list[str]) -> str:
    row = _listed(text)

    def fits(option: str) -> bool:
        times, more, less = (
            re.search(pattern, option)
            for pattern in (r"multiply by (\d+)", r"add (\d+)", r"take away (\d+)")
        )
        size, plus = (
            int(times[1]) if times else 1,
            (int(more[1]) if more else 0) - (int(less[1]) if less else 0),
        )
        return all(a * size + plus == b for a, b in pairwise(row))

    return only(options, fits)


def _machine(text: str, options: list[str]) -> str:
    cases = [(int(x), int(y)) for x, y in re.findall(r"(\d+) goes in, (\d+) comes out", text)]
    new = int(found(r"What comes out for (\d+)", text)[0])
    (right,) = {
        m * new + b
        for m in range(60)
        for b in range(-20, 60)
        if all(m * x + b == y for x, y in cases)
    }
    return str(right)


_CODES: tuple[Callable[[str], str], ...] = (
    lambda w: w[::-1], lambda w: w[1:] + w[0], lambda w: w + w[-1], lambda w: w[1:], lambda w: w[-1] + w[1:-1] + w[0], lambda w: w[-1] + w[:-1],
    lambda w: w[:-1], lambda w: w[0] + w, lambda w: w,
)  # fmt: skip


def _code(text: str, options: list[str]) -> str:
    cases = re.findall(r"“(\w+)” becomes “(\w+)”", text)
    (new,) = found(r"becomes of “(\w+)”", text)
    (right,) = {
        two(one(new))
        for one, two in product(_CODES, repeat=2)
        if all(two(one(word)) == code for word, code in cases)
    }
    return right


def _feature(text: str, options: list[str]) -> str:
    told = [
        (tuple(words.split()), does)
        for words, does in re.findall(r"An? (\w+ \w+ \w+) \w+ ([\w ]+)\.", text)
    ]
    assert len(told) == 4
    (asked,) = found(r"Which of these others ([\w ]+)\?", text)
    size = 1 if "single feature" in text else 2
    outcomes = {does for _, does in told}
    rights = set()
    for places in combinations(range(3), size):
        for outcome in outcomes:
            # The outcome comes with these values together, and with nothing else.
            for values in {
                tuple(words[at] for at in places) for words, does in told if does == outcome
            }:
                if all(
                    (tuple(words[at] for at in places) == values) == (does == outcome)
                    for words, does in told
                ):
                    wanted = outcome == asked
                    rights |= {
                        one
                        for one in options
                        if (tuple(one.split()[1:4][at] for at in places) == values) == wanted
                    }
    (right,) = rights
    return right


def _hat(text: str, options: list[str]) -> str:
    shown = [int(one) for one in found(r"In it are ([\d, ]+)\.", text)[0].split(", ")]
    rules = [
        *(lambda n, d=d: n % d == 0 for d in (2, 3, 4, 5, 6, 7, 8, 9, 11)), *(lambda n, d=d: n % 10 == d for d in range(10)), *(lambda n, d=d: n // 10 == d for d in range(10)),
        *(lambda n, d=d: n // 10 + n % 10 == d for d in range(2, 18)), lambda n: n % 2 == 1, lambda n: round(n**0.5) ** 2 == n, lambda n: n % 10 - n // 10 == 1,
    ]  # fmt: skip
    sets = [
        {one for one in options if rule(int(one))} for rule in rules if all(rule(n) for n in shown)
    ]
    assert sets
    (right,) = set.intersection(*sets)
    assert all(one == {right} for one in sets), (sets, text)
    return right


def _pair(text: str, options: list[str]) -> str:
    quoted = re.findall(r"“(\w+)”", text)
    rows = [dict(zip(one.split()[::2], one.split()[1::2], strict=True)) for one in _PAIRS]
    (pairs,) = [
        row for row in rows if row.get(quoted[0]) == quoted[1] and row.get(quoted[2]) == quoted[3]
    ]
    return pairs[quoted[4]]


def _beads(text: str, options: list[str]) -> str:
    row = found(r"over and over: ([\w, ]+)\.", text)[0].split(", ")
    number = re.search(r"bead number (\d+)", text)
    at = int(number[1]) - 1 if number else len(row)
    right = set()
    for size in range(1, len(row) // 2 + 1):
        if all(row[n] == row[n - size] for n in range(size, len(row))):
            right.add(row[at % size])
    (one,) = right
    return one


def _inn(text: str, options: list[str]) -> str:
    cases = re.findall(r"(\d+) years old(?: and with (\d+) bags)?, gets (\w+)", text)
    new = found(r"Then comes \w+, (\d+) years old(?: and with (\d+) bags)?\.", text)
    rights = set()
    for at in (0, 1) if cases[0][1] else (0,):
        sizes = {
            drink: [int(case[at]) for case in cases if case[2] == drink] for *_, drink in cases
        }
        low, high = sorted(sizes, key=lambda drink: max(sizes[drink]))
        if max(sizes[low]) < min(sizes[high]) and (at == 0 or "by a simple rule" in text):
            number = int(new[at])
            assert number < max(sizes[low]) or number > min(sizes[high])
            rights.add(low if number < max(sizes[low]) else high)
    (right,) = rights
    return right


def _letters(text: str, options: list[str]) -> str:
    row = [ord(one) for one in re.findall(r"\b[A-Z](?=[,.])", text)]
    steps = [b - a for a, b in pairwise(row)]
    assert len(row) == 5
    assert len(set(steps[::2])) == len(set(steps[1::2])) == 1
    return chr(row[-1] + steps[-2])
