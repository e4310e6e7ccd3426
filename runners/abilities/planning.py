"""Planning: which of several plans keeps all rules. Of the options, exactly one does."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations

from dsl.words import capital
from runners.abilities.dice import Dice
from runners.abilities.pools import people, person, pool
from runners.abilities.rules import Draft, Rules

RULES = Rules()
_WRONG = 3


def _in_order(steps: tuple[str, ...] | list[str]) -> str:
    return ", ".join(steps)


def _orders(names: list[str], orders: list[tuple[int, ...]]) -> list[str]:
    """Each order of numbers as one of names."""
    return [_in_order([names[x] for x in one]) for one in orders]


def _one_of(question: str, dice: Dice, right: list[str], wrong: list[str]) -> Draft:
    """One plan that is right among three that are not."""
    return Draft(question, dice.pick(right), tuple(dice.some(wrong, _WRONG)))


@RULES.named("errands in order")
def _errands(dice: Dice) -> Draft:
    who = person(dice)
    jobs = dice.some(pool("jobs"), 4)
    before = dice.some(list(combinations(range(4), 2)), 3)
    words = ["{x} comes before {y}", "{y} comes after {x}", "{y} has to wait until after {x}"]
    rules = [dice.pick(words).replace("{x}", jobs[x]).replace("{y}", jobs[y]) for x, y in before]
    orders = list(permutations(range(4)))
    good = [one for one in orders if all(one.index(x) < one.index(y) for x, y in before)]
    bad = [one for one in orders if one not in good]
    named = dice.shuffled(jobs)
    question = (
        f"{who.name} plans four things for {dice.pick(['Saturday', 'the morning', 'a day off', 'this afternoon'])}: {', '.join(named[:3])} and {named[3]}. "
        f"{capital(rules[0])}; {rules[1]}; {rules[2]}. Which order is possible?"
    )
    return _one_of(question, dice, _orders(jobs, good), _orders(jobs, bad))


@RULES.named("one tool needs another")
def _tools(dice: Dice) -> Draft:
    who = person(dice)
    room, keys, box = (
        dice.pick(["shed", "cellar", "attic", "barn"]),
        dice.pick(["key", "crowbar"]),
        dice.pick(["chest", "trunk", "crate"]),
    )
    light = dice.pick(["lantern", "torch"])
    goal = dice.pick(["map", "violin", "silver spoon", "letter", "photo album"])
    where = dice.pick(["on a hook in the hall", "under the doormat", "behind the clock"])
    steps = [f"get the {light}", f"go into the {room}", f"take the {keys}", f"open the {box}"]
    story = (
        f"{who.name} wants the {goal}, which is in the {box} in the garden. The {box} opens only with the {keys}. The {keys} lies in the {room}, which is "
        f"so dark that nobody can go in without the {light}. The {light} is {where}."
    )
    rules = [(0, 1), (1, 2), (2, 3)]
    orders = list(permutations(range(4)))
    bad = [one for one in orders if not all(one.index(x) < one.index(y) for x, y in rules)]
    question = f"{story} What should {who.they} do, one step after the other?"
    return _one_of(question, dice, [_in_order(steps)], _orders(steps, bad))


@RULES.named("opening hours")
def _opening_hours(dice: Dice) -> Draft:
    who = person(dice)
    places = dice.some(
        [
            "the bank",
            "the bakery",
            "the library",
            "the pharmacy",
            "the town hall",
            "the post office",
        ],
        3,
    )
    start = dice.number(8, 11)
    while True:
        hours = [
            (dice.number(start - 1, start + 2), dice.number(start + 1, start + 4)) for _ in places
        ]
        if not all(a < b for a, b in hours):
            continue
        orders = list(permutations(range(3)))
        good = [
            one
            for one in orders
            if all(
                hours[x][0] <= start + n and start + n + 1 <= hours[x][1] for n, x in enumerate(one)
            )
        ]
        if len(good) in (1, 2, 3) and len(orders) - len(good) >= _WRONG:
            break
    told = "; ".join(
        f"{place} is open from {x}:00 to {y}:00"
        for place, (x, y) in zip(places, hours, strict=True)
    )
    question = (
        f"{who.name} has something to do at three places, and needs exactly one hour at each, the way there included. {capital(told)}. {who.They} begins at "
        f"{start}:00, makes no break and has to be let in and out during opening hours. In which order can it be done?"
    )
    bad = [one for one in orders if one not in good]
    return _one_of(question, dice, _orders(places, good), _orders(places, bad))


@RULES.named("way through the streets")
def _streets(dice: Dice) -> Draft:
    who = person(dice)
    start, end = dice.some(["the station", "the school", "the castle", "the hotel"], 2)
    stops = dice.some(
        ["the mill", "the pond", "the theatre", "the church", "the park", "the old wall"], 4
    )
    routes = [
        (stops[0], stops[1]),
        (stops[0], stops[3]),
        (stops[2], stops[1]),
        (stops[2], stops[3]),
    ]
    links = {(start, stops[0]), (start, stops[2]), (stops[1], end), (stops[3], end), *routes}
    closed_one = dice.pick([(start, stops[0]), (start, stops[2])])
    closed_two = dice.pick([(stops[1], end), (stops[3], end)])

    def way(route: tuple[str, str]) -> list[tuple[str, str]]:
        whole = (start, *route, end)
        return list(pairwise(whole))

    good = [route for route in routes if not {closed_one, closed_two} & set(way(route))]
    bad = [route for route in routes if route not in good]

    def street(ends: tuple[str, str]) -> str:
        return "–".join(one.removeprefix("the ") for one in ends)

    listed = ", ".join(map(street, dice.shuffled(sorted(links))))
    reason = dice.pick(["is closed for a race", "is closed for repairs", "is closed to everybody"])
    question = (
        f"These are all streets of a small town, each between two places: {listed}. Today {street(closed_one)} {reason}, and so is "
        f"{street(closed_two)}. How does {who.name} get from {start} to {end}?"
    )
    return _one_of(
        question, dice, [f"by {x} and {y}" for x, y in good], [f"by {x} and {y}" for x, y in bad]
    )


@RULES.named("not too heavy")
def _not_too_heavy(dice: Dice) -> Draft:
    who = person(dice)
    things = dice.some(
        [
            "tent",
            "stove",
            "blanket",
            "lamp",
            "kettle",
            "rope",
            "tin of soup",
            "cushion",
            "camera",
            "axe",
        ],
        5,
    )
    while True:
        weights = [dice.number(1, 6) for _ in things]
        must = dice.number(0, 4)
        limit = dice.number(8, 12)
        sets = list(combinations(range(5), 3))
        good = [one for one in sets if must in one and sum(weights[x] for x in one) <= limit]
        bad = [one for one in sets if one not in good]
        if good and sum(must in one for one in bad) >= 2 and len(good) >= 2:
            break
    told = ", ".join(f"{one} {weight} kg" for one, weight in zip(things, weights, strict=True))
    question = (
        f"{who.name} wants to carry three of these things: {told}. The rucksack holds {limit} kg at most, and the {things[must]} has to come along. Which three can "
        f"{who.they} take?"
    )

    def said(one: tuple[int, ...]) -> str:
        return _in_order([things[x] for x in one])

    return _one_of(question, dice, [said(x) for x in good], [said(x) for x in bad])


@RULES.named("within the money")
def _money(dice: Dice) -> Draft:
    who, guest = people(dice, 2)
    mains = dice.some(["soup", "stew", "omelette", "pancakes", "dumplings"], 3)
    drinks = dice.some(["tea", "juice", "cider", "cocoa"], 2)
    while True:
        prices = {one: dice.number(3, 9) for one in (*mains, *drinks)}
        money = dice.number(8, 13)
        sets = [(x, y) for x in mains for y in drinks]
        good = [
            one for one in sets if prices[one[0]] + prices[one[1]] <= money and one[0] != mains[0]
        ]
        bad = [one for one in sets if one not in good]
        if good and len(bad) >= _WRONG:
            break
    told = ", ".join(f"{one} {price}" for one, price in dice.shuffled(prices.items()))
    question = (
        f"The prices at an inn are, in crowns: {told}. {who.name} has {money} crowns for one dish and one drink for {guest.name}, who does not like {mains[0]}. What "
        f"can {who.they} order?"
    )
    return _one_of(
        question, dice, [f"{x} and {y}" for x, y in good], [f"{x} and {y}" for x, y in bad]
    )


@RULES.named("tower of blocks")
def _tower(dice: Dice) -> Draft:
    x, y, z = dice.some(pool("colours"), 3)
    orders: list[tuple[str, ...]] = [
        order for order in permutations((x, y, z)) if order != (z, y, x)
    ]
    goal = dice.pick([order for order in orders if order[0] != x])
    # The tower stands x, y, z from the bottom; z and y go to the floor, then the goal is built.
    moves = [f"{z} to the floor", f"{y} to the floor"]
    free: dict[tuple[str, ...], list[str]] = {
        (y, x, z): [*moves, f"{x} onto {y}", f"{z} onto {x}"],
        (y, z, x): [*moves, f"{z} onto {y}", f"{x} onto {z}"],
        (z, x, y): [*moves, f"{x} onto {z}", f"{y} onto {x}"],
    }
    right = free[goal]
    wrong = [
        [right[1], right[0], *right[2:]],
        [right[0], right[1], right[3], right[2]],
        [right[0], right[2], right[1], right[3]],
        [right[2], *right[:2], right[3]],
    ]
    valid = [one for one in wrong if _towers(one, (x, y, z)) == goal]
    wrong = [one for one in wrong if one not in valid]
    question = (
        f"In a tower of three blocks, the {x} one is at the bottom, the {y} one in the middle and the {z} one on top. Only a block with nothing on it may be moved, one at a time. "
        f"Which moves lead to a tower with {goal[0]} at the bottom, {goal[1]} in the middle and {goal[2]} on top?"
    )
    return _one_of(question, dice, [_in_order(right)], [_in_order(one) for one in wrong])


def _towers(moves: list[str], start: tuple[str, ...]) -> tuple[str, ...] | None:
    """The tower of three that the moves lead to; None for moves that are not allowed."""
    piles = [list(start)]
    for move in moves:
        block, _, to = move.partition(" ")
        source = next((pile for pile in piles if pile[-1] == block), None)
        if source is None:
            return None
        target = next((pile for pile in piles if to == f"onto {pile[-1]}"), None)
        if target is None and to != "to the floor":
            return None
        source.pop()
        if target is None:
            piles.append([block])
        else:
            target.append(block)
        piles = [pile for pile in piles if pile]
    return next((tuple(pile) for pile in piles if len(pile) == 3), None)


@RULES.named("when all are free")
def _all_free(dice: Dice) -> Draft:
    names = [one.name for one in people(dice, 3)]
    days = dice.some(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"], 4)
    times = ["morning", "afternoon"]
    slots = [(day, time) for day in days for time in times]
    good = dice.pick(slots)
    offered = [good, *dice.some([one for one in slots if one != good], 3)]
    busy = {slot: names[n] for n, slot in enumerate(offered[1:])}
    told = []
    for name in dice.shuffled(names):
        slot = next(s for s, who in busy.items() if who == name)
        told.append(
            f"{name} cannot come on {slot[0]} {slot[1]}"
            if dice.flip()
            else f"on {slot[0]} {slot[1]} {name} is away"
        )
    what = dice.pick(["rehearse", "meet for chess", "build a raft", "bake together"])
    question = f"{names[0]}, {names[1]} and {names[2]} want to {what}, all three of them. {capital(told[0])}; {told[1]}; {told[2]}. Apart from that they are free. Which time is possible?"
    return _one_of(
        question, dice, [f"{good[0]} {good[1]}"], [f"{day} {time}" for day, time in offered[1:]]
    )


@RULES.named("boat over the river")
def _boat(dice: Dice) -> Draft:
    names = [one.name for one in people(dice, 4)]
    while True:
        weights = [dice.number(4, 9) * 10 for _ in names]
        limit = dice.number(10, 15) * 10
        rowers = dice.some(range(4), 2)
        splits = [((0, x), tuple(y for y in range(1, 4) if y != x)) for x in (1, 2, 3)]
        good = [
            s
            for s in splits
            if all(
                sum(weights[i] for i in half) <= limit and any(i in rowers for i in half)
                for half in s
            )
        ]
        bad = [s for s in splits if s not in good]
        if len(good) == 1 and len(bad) == 2:
            break

    def said(split: tuple[tuple[int, ...], tuple[int, ...]]) -> str:
        return "; ".join(" with ".join(names[i] for i in half) for half in split)

    told = ", ".join(f"{name} {weight} kg" for name, weight in zip(names, weights, strict=True))
    question = (
        f"Four people want to cross a lake in two boats that are alike, two in each. They weigh: {told}. A boat carries {limit} kg at most, and in each there has to be at least one "
        f"who can row; only {names[rowers[0]]} and {names[rowers[1]]} can. How should they share the boats?"
    )
    return Draft(question, said(good[0]), tuple(said(one) for one in bad))


@RULES.named("when to set out")
def _set_out(dice: Dice) -> Draft:
    who = person(dice)
    event = dice.pick(["the concert", "the train", "the wedding", "the film", "the lesson"])
    begins = dice.number(10, 19) * 60 + dice.pick([0, 15, 30, 45])
    walk, bus, spare = dice.number(1, 4) * 5, dice.number(2, 8) * 5, dice.number(1, 3) * 5
    latest = begins - walk - bus - spare
    verb = "leaves" if event == "the train" else "begins"

    def clock(minutes: int) -> str:
        return f"{minutes // 60}:{minutes % 60:02}"

    question = (
        f"{capital(event)} {verb} at {clock(begins)}. {who.name} walks {walk} minutes to the bus, rides for {bus} minutes and wants to be there {spare} minutes before. A bus comes every "
        f"minute. What is the latest time at which {who.they} can set out?"
    )
    wrong = {
        begins - walk - bus,
        begins - bus - spare,
        latest + 60,
        latest - 60,
        begins - walk - spare,
        latest + spare + walk + bus + spare,
        latest + 5,
        latest - 5,
    } - {latest, begins}
    wrong = {one for one in wrong if one < begins + 40}
    return Draft(question, clock(latest), tuple(clock(one) for one in dice.some(sorted(wrong), 3)))


@RULES.named("who sits where")
def _seating(dice: Dice) -> Draft:
    names = [one.name for one in people(dice, 4)]
    one, two, three, four = dice.some(range(4), 4)
    end = dice.pick([two, four])
    orders = list(permutations(range(4)))

    def fits(order: tuple[int, ...]) -> bool:
        near = {frozenset(pair) for pair in pairwise(order)}
        return {one, two} not in near and {one, three} in near and end in (order[0], order[-1])

    good = [order for order in orders if fits(order)]
    bad = [order for order in orders if not fits(order)]
    table = dice.pick(["on a bench", "along one side of a long table", "in a row of four seats"])
    question = (
        f"{', '.join(names[:3])} and {names[3]} are to sit {table}. {names[one]} and {names[two]} must not sit side by side. {names[one]} and {names[three]} want to sit next to "
        f"each other. {names[end]} needs a seat at one of the two ends. Which order is right?"
    )
    return _one_of(question, dice, _orders(names, good), _orders(names, bad))


@RULES.named("cheapest in time")
def _cheapest(dice: Dice) -> Draft:
    who = person(dice)
    ways = dice.some(["by bus", "by train", "by ferry", "by coach", "by taxi", "by plane"], 4)
    deadline = dice.number(14, 18)
    while True:
        arrive = [dice.number(deadline - 3, deadline + 2) for _ in ways]
        price = [dice.number(5, 40) for _ in ways]
        fits = [x for x in range(4) if arrive[x] < deadline]
        if 2 <= len(fits) <= 3 and len({*price}) == 4 and deadline not in arrive:
            best = min(fits, key=price.__getitem__)
            if price[best] != min(price) or dice.flip():
                break
    told = "; ".join(
        f"{way} {who.they} gets there at {x}:00 and pays {y} crowns"
        for way, x, y in zip(ways, arrive, price, strict=True)
    )
    question = f"{who.name} has to be in town before {deadline}:00 and wants to pay as little as possible. {capital(told)}. How should {who.they} travel?"
    return Draft(question, ways[best], tuple(way for way in ways if way != ways[best]))
