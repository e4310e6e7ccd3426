"""Every option is carried out against the rules that the question states; one must keep them all."""

from __future__ import annotations

import re
from itertools import pairwise


def solve(question: str, options: list[str]) -> str:
    for pattern, keeps in (
        (r"Which order is possible", _errands), (r"one step after the other", _tools), (r"exactly one hour", _hours), (r"small town", _streets),
        (r"rucksack", _rucksack), (r"prices at an inn", _menu), (r"Which moves", _moves), (r"Which time is possible", _free), (r"two boats", _boats),
        (r"set out\?", _set_out), (r"side by side", _seats),
    ):  # fmt: skip
        if re.search(pattern, question):
            (right,) = [one for one in options if keeps(question, one)]
            return right
    return _cheapest(question, options)


def _in_turn(order: list[str], pairs: list[tuple[str, str]]) -> bool:
    return all(order.index(x) < order.index(y) for x, y in pairs)


def _errands(text: str, option: str) -> bool:
    rules = text.split(". ")[1].split("; ")
    pairs = []
    for said in rules:
        rule = said[0].lower() + said[1:]
        if found := re.fullmatch(r"(.+) comes before (.+)", rule):
            pairs.append((found[1], found[2]))
        elif found := re.fullmatch(r"(.+) (?:comes after|has to wait until after) (.+)", rule):
            pairs.append((found[2], found[1]))
    assert len(pairs) == 3
    return _in_turn(option.split(", "), pairs)


def _tools(text: str, option: str) -> bool:
    box, tool = re.findall(r"The (\w+) opens only with the (\w+)", text)[0]
    room, light = re.findall(r"lies in the (\w+), .+ without the (\w+)", text)[0]
    have: set[str] = set()
    for step in option.split(", "):
        if step == f"get the {light}":
            have.add(light)
        elif step == f"go into the {room}" and light in have:
            have.add(room)
        elif step == f"take the {tool}" and room in have:
            have.add(tool)
        elif step == f"open the {box}" and tool in have:
            have.add(box)
        else:
            return False
    return box in have


def _hours(text: str, option: str) -> bool:
    hours = {
        place.lower(): (int(x), int(y))
        for place, x, y in re.findall(r"([Tt]he [\w ]+?) is open from (\d+):00 to (\d+):00", text)
    }
    at = int(re.findall(r"begins at (\d+):00", text)[0])
    for place in option.split(", "):
        opens, closes = hours[place]
        if at < opens or at + 1 > closes:
            return False
        at += 1
    return True


def _streets(text: str, option: str) -> bool:
    listed = re.findall(r"two places: (.+?)\. Today", text)[0].split(", ")
    closed = re.findall(r"Today ([\w ]+–[\w ]+?) is .+, and so is ([\w ]+–[\w ]+)\.", text)[0]
    start, end = re.findall(r"get from the ([\w ]+) to the ([\w ]+)\?", text)[0]
    stops = [
        start,
        *(one.removeprefix("by ").removeprefix("the ") for one in option.split(" and ")),
        end,
    ]
    ways = {frozenset(one.split("–")) for one in listed if one not in closed}
    return all(frozenset(pair) in ways for pair in pairwise(stops))


def _rucksack(text: str, option: str) -> bool:
    weights = {
        name: int(weight) for name, weight in re.findall(r"(?:: |, )([\w ]+?) (\d+) kg", text)
    }
    limit = int(re.findall(r"holds (\d+) kg", text)[0])
    (needed,) = re.findall(r"and the ([\w ]+) has to come", text)
    taken = option.split(", ")
    return needed in taken and sum(weights[one] for one in taken) <= limit


def _menu(text: str, option: str) -> bool:
    prices = {
        name: int(price)
        for name, price in re.findall(r"(\w+) (\d+)(?=[,.])", text.split(". ", maxsplit=1)[0] + ".")
    }
    money = int(re.findall(r"has (\d+) crowns", text)[0])
    (disliked,) = re.findall(r"does not like (\w+)", text)
    dish, drink = option.split(" and ")
    return dish != disliked and prices[dish] + prices[drink] <= money


def _moves(text: str, option: str) -> bool:
    under: dict[str, str | None] = {}
    low, middle, high = re.findall(
        r"the (\w+) one is at the bottom, the (\w+) one in the middle and the (\w+) one on top",
        text,
    )[0]
    under = {low: None, middle: low, high: middle}
    for move in option.split(", "):
        block, onto = re.fullmatch(r"(\w+) (?:to the floor|onto (\w+))", move).groups()  # type: ignore[union-attr]
        if block in under.values() or (onto and onto in under.values()):
            return False
        under[block] = onto
    goal = re.findall(r"with (\w+) at the bottom, (\w+) in the middle and (\w+) on top", text)[0]
    return under == {goal[0]: None, goal[1]: goal[0], goal[2]: goal[1]}


def _free(text: str, option: str) -> bool:
    return option not in re.findall(r"[Oo]n (\w+ (?:morning|afternoon))", text)


def _boats(text: str, option: str) -> bool:
    weights = {
        name: int(weight)
        for name, weight in re.findall(
            r"(\w+) (\d+) kg", text.split("They weigh")[1].split(". ", maxsplit=1)[0] + "."
        )
    }
    limit = int(re.findall(r"carries (\d+) kg", text)[0])
    rowers = set(re.findall(r"only (\w+) and (\w+) can", text)[0])
    boats = [one.split(" with ") for one in option.split("; ")]
    return all(sum(weights[one] for one in boat) <= limit and rowers & set(boat) for boat in boats)


def _minutes(text: str) -> int:
    hours, minutes = text.split(":")
    return 60 * int(hours) + int(minutes)


def _set_out(text: str, option: str) -> bool:
    begins = re.findall(r"at (\d+:\d\d)\.", text)[0]
    spent = sum(int(x) for x in re.findall(r"(\d+) minutes", text))
    return _minutes(option) + spent == _minutes(begins)


def _seats(text: str, option: str) -> bool:
    order = option.split(", ")
    near = [{x, y} for x, y in pairwise(order)]
    apart = set(re.findall(r"(\w+) and (\w+) must not", text)[0])
    together = set(re.findall(r"(\w+) and (\w+) want", text)[0])
    (end,) = re.findall(r"(\w+) needs a seat", text)
    return apart not in near and together in near and end in (order[0], order[-1])


def _cheapest(text: str, options: list[str]) -> str:
    before = int(re.findall(r"before (\d+):00", text)[0])
    ways = [
        (int(price), f"by {way}")
        for way, at, price in re.findall(
            r"[Bb]y (\w+) \w+ gets there at (\d+):00 and pays (\d+)", text
        )
        if int(at) < before
    ]
    return min(ways)[1]
