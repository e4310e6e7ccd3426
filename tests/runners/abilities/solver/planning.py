"""Every option is carried out against the rules that the question states; one must keep them all."""

from __future__ import annotations

import re
from itertools import pairwise

from tests.runners.abilities.solver.reading import found, only, parts, sentences


def solve(question: str, options: list[str]) -> str:
    for pattern, keeps in (
        (r"plans these things", _errands), (r"go to these places", _tools), (r"exactly one hour", _hours), (r"small town", _streets), (r"rucksack", _rucksack),
        (r"prices at an inn", _menu), (r"Which moves", _moves), (r"Which time is possible", _free), (r"two boats", _boats), (r"to sit", _seats),
    ):  # fmt: skip
        if re.search(pattern, question):
            return only(options, lambda option, keeps=keeps: keeps(question, option))  # type: ignore[misc]
    return _set_out(question, options) if "set out?" in question else _cheapest(question, options)


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]


def _errands(text: str, option: str) -> bool:
    order = option.split(", ")
    assert sorted(order) == sorted(
        parts(found(r"plans these things for [\w ]+: (.+?)\. ", text)[0])
    )
    for rule in found(r"\. (.+)\. Which order", text)[0].split("; "):
        if before := re.fullmatch(r"(.+) comes before (.+)", _lower(rule)):
            first, then = before.groups()
        else:
            then, first = found(
                r"^(.+) (?:comes after|has to wait until after) (.+)$", _lower(rule)
            )
        if order.index(first) > order.index(then):
            return False
    return True


def _tools(text: str, option: str) -> bool:
    needs = dict(re.findall(r"get into the (\w+) without the ([\w ]+?)(?=;|\.)", text))
    holds = {place: thing for thing, place in re.findall(r"the ([\w ]+?) is in the (\w+)", text)}
    (goal,) = found(r"wants the ([\w ]+)\.", text)
    have = set()
    for place in (one.removeprefix("the ") for one in option.split(", ")):
        if place in needs and needs[place] not in have:
            return False
        have.add(holds[place])
    return goal in have


def _hours(text: str, option: str) -> bool:
    hours = {
        place.lower(): (int(x), int(y))
        for place, x, y in re.findall(r"([Tt]he [\w ]+?) is open from (\d+):00 to (\d+):00", text)
    }
    at = int(found(r"begins at (\d+):00", text)[0])
    order = option.split(", ")
    assert sorted(order) == sorted(hours)
    return all(
        hours[place][0] <= at + n and at + n + 1 <= hours[place][1] for n, place in enumerate(order)
    )


def _streets(text: str, option: str) -> bool:
    listed, closed = found(r"two places: (.+?)\. Today these are closed: (.+?)\. How", text)
    start, end = found(r"get from the ([\w ]+) to the ([\w ]+)\?", text)
    ways = {frozenset(one.split("–")) for one in listed.split(", ")} - {
        frozenset(one.split("–")) for one in parts(closed)
    }
    stops = [start, *found(r"^by the ([\w ]+) and the ([\w ]+)$", option), end]
    return all(frozenset(pair) in ways for pair in pairwise(stops))


def _rucksack(text: str, option: str) -> bool:
    weights = {
        name: int(weight) for name, weight in re.findall(r"(?:: |, )([\w ]+?) (\d+) kg", text)
    }
    (limit,), (needed,) = (
        found(r"holds (\d+) kg", text),
        found(r"and the ([\w ]+) has to come", text),
    )
    taken = option.split(", ")
    apart = re.search(r"The ([\w ]+) and the ([\w ]+) do not fit", text)
    if apart and set(apart.groups()) <= set(taken):
        return False
    return needed in taken and sum(weights[one] for one in taken) <= int(limit)


def _menu(text: str, option: str) -> bool:
    prices = {
        name: int(price)
        for name, price in re.findall(r"(\w+) (\d+)(?=[,.])", sentences(text)[1] + ".")
    }
    money = int(found(r"has (\d+) crowns", text)[0])
    dislikes = dict(re.findall(r"(\w+) does not like (\w+)", text))
    if shared := re.match(r"(\w+) for (\w+), (\w+) for (\w+) and twice (\w+)", option):
        one, first, two, second, drink = shared.groups()
        return (
            dislikes[first] != one
            and dislikes[second] != two
            and prices[one] + prices[two] + 2 * prices[drink] <= money
        )
    dish, drink = option.split(" and ")
    return dish not in dislikes.values() and prices[dish] + prices[drink] <= money


def _moves(text: str, option: str) -> bool:
    low, middle, high = found(
        r"the (\w+) one is at the bottom, the (\w+) one in the middle and the (\w+) one on top",
        text,
    )
    under: dict[str, str | None] = {low: None, middle: low, high: middle}
    for move in option.split(", "):
        block, onto = re.fullmatch(r"(\w+) (?:to the floor|onto (\w+))", move).groups()  # type: ignore[union-attr]
        if block in under.values() or (onto and onto in under.values()) or block == onto:
            return False
        under[block] = onto
    goal = found(r"with (\w+) at the bottom, (\w+) in the middle and (\w+) on top", text)
    return under == {goal[0]: None, goal[1]: goal[0], goal[2]: goal[1]}


def _free(text: str, option: str) -> bool:
    slot = r"(\w+ (?:morning|afternoon))"
    return option not in re.findall(rf"cannot come on {slot}", text) + re.findall(
        rf"[Oo]n {slot} \w+ is away", text
    )


def _boats(text: str, option: str) -> bool:
    weights = {name: int(weight) for name, weight in re.findall(r"(\w+) (\d+) kg[,.]", text)}
    limit = int(found(r"carries (\d+) kg", text)[0])
    rowers = set(found(r"only (\w+) and (\w+) can", text))
    boats = [one.split(" with ") for one in option.split("; ")]
    quarrel = re.search(r"(\w+) and (\w+) have quarrelled", text)
    if quarrel and set(quarrel.groups()) in [set(boat) for boat in boats]:
        return False
    return all(sum(weights[one] for one in boat) <= limit and rowers & set(boat) for boat in boats)


def _minutes(text: str) -> int:
    hours, minutes = text.split(":")
    return 60 * int(hours) + int(minutes)


def _set_out(text: str, options: list[str]) -> str:
    begins = _minutes(found(r"at (\d+:\d\d)\.", text)[0])
    spare, walk, ride = (
        int(found(pattern, text)[0])
        for pattern in (r"there (\d+) minutes before", r"walks (\d+)", r"rides for (\d+)")
    )
    (every,) = found(r"every (minute|\d+ minutes)", text)
    size = 1 if every == "minute" else int(every.split()[0])

    def in_time(option: str) -> bool:
        at = _minutes(option) + walk
        return at + (-(at - 360)) % size + ride + spare <= begins

    return max((one for one in options if in_time(one)), key=_minutes)


def _seats(text: str, option: str) -> bool:
    order = option.split(", ")
    near = [{x, y} for x, y in pairwise(order)]
    left, end = (
        re.search(r"(\w+) wants to sit somewhere to the left of (\w+)", text),
        re.search(r"(\w+) needs a seat", text),
    )
    return (
        set(found(r"(\w+) and (\w+) must not", text)) not in near
        and set(found(r"(\w+) and (\w+) want to", text)) in near
        and (not end or end[1] in (order[0], order[-1]))
        and (not left or order.index(left[1]) < order.index(left[2]))
    )


def _cheapest(text: str, options: list[str]) -> str:
    deadline = int(found(r"before (\d+):00", text)[0])
    arrive = {}
    for way, told, price in re.findall(r"[Bb]y (\w+) \w+ gets there (.+?) and pays (\d+)", text):
        # Either the hour itself, or hours after an hour.
        hours = re.findall(r"\d+", told.replace(":00", ""))
        arrive[f"by {way}"] = (sum(map(int, hours)), int(price))
    return min((price, way) for way, (at, price) in arrive.items() if at < deadline)[1]
