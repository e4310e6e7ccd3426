"""Planning: which of several plans keeps all rules. Of the options, exactly one does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, permutations

from dsl.words import capital
from runners.abilities.dice import Dice
from runners.abilities.pools import DAYS, clock, listed, names, people, person, pool, the
from runners.abilities.rules import AbilityRules, DraftedItem, near, some_of
from runners.abilities.towers import FLOOR, Move, built, towers

RULES = AbilityRules()
_WRONG = 3
Order = tuple[int, ...]


def _one_of(dice: Dice, question: str, right: Sequence[str], wrong: Sequence[str]) -> DraftedItem:
    """One plan that is right among three that are not."""
    return DraftedItem(question, dice.pick(right), tuple(dice.some(dict.fromkeys(wrong), _WRONG)))


def _best_of(dice: Dice, question: str, plans: dict[str, int]) -> DraftedItem:
    """Of plans with the number of rules that each breaks, one that breaks none among those that
    break as few as possible, so that none is wrong at first sight.
    """
    right = [one for one, broken in plans.items() if broken == 0]
    near = [one for one, broken in plans.items() if broken == 1]
    far = sorted((one for one, broken in plans.items() if broken > 1), key=plans.__getitem__)
    wrong = near if len(near) >= _WRONG else [*near, *far[: _WRONG - len(near)]]
    return _one_of(dice, question, right, wrong)


def _kept(
    dice: Dice, things: Sequence[str], rules: Sequence[Callable[[Order], bool]]
) -> dict[str, int]:
    """Each order of things with the number of rules that it breaks."""
    return {
        ", ".join(things[x] for x in order): sum(not rule(order) for rule in rules)
        for order in dice.shuffled(permutations(range(len(things))))
    }


def _earlier(x: int, y: int) -> Callable[[Order], bool]:
    return lambda order: order.index(x) < order.index(y)


def _at(x: int, first: int, last: int) -> Callable[[Order], bool]:
    return lambda order: first <= order.index(x) <= last


@RULES.graded("errands in order")
def _errands(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    size = level + 2
    jobs = dice.some(pool("jobs"), size)
    before = dice.some(list(combinations(range(size), 2)), level + 1)
    words = ["{x} comes before {y}", "{y} comes after {x}", "{y} has to wait until after {x}"]
    rules = [dice.pick(words).replace("{x}", jobs[x]).replace("{y}", jobs[y]) for x, y in before]
    day = dice.pick(["Saturday", "the morning", "a day off", "this afternoon"])
    question = f"{who.name} plans these things for {day}: {listed(dice.shuffled(jobs))}. {capital('; '.join(rules))}. Which order is possible?"
    return _best_of(dice, question, _kept(dice, jobs, [_earlier(x, y) for x, y in before]))


@RULES.graded("one tool needs another")
def _tools(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    goal, places = dice.pick(pool("goals")), dice.some(pool("outbuildings"), level + 2)
    tools = dice.some(pool("tools"), level + 1)
    told = [f"the {goal} is in the {places[0]}"]
    for at, tool in enumerate(tools):
        told.append(f"nobody can get into the {places[at]} without the {tool}")
        told.append(f"the {tool} is in the {places[at + 1]}")
    told.append(f"the {places[-1]} is open to everybody")
    steps = list(reversed(places))
    rules = [_earlier(x, x + 1) for x in range(len(steps) - 1)]
    question = f"{who.name} wants the {goal}. What {who.they} knows: {'; '.join(dice.shuffled(told))}. In which order does {who.they} go to these places?"
    return _best_of(dice, question, _kept(dice, the(steps), rules))


@RULES.graded("opening hours", (2, 3))
def _opening_hours(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    size = level + 1
    places = dice.some(pool("shops"), size)
    start = dice.number(8, 11)
    while True:
        hours = [
            (opens, opens + dice.number(1, 3))
            for opens in (start + dice.number(-1, size - 1) for _ in places)
        ]
        rules = [
            _at(x, opens - start, closes - start - 1) for x, (opens, closes) in enumerate(hours)
        ]
        plans = _kept(dice, places, rules)
        good = sum(broken == 0 for broken in plans.values())
        if good and len(plans) - good >= _WRONG:
            break
    told = "; ".join(
        f"{place} is open from {x}:00 to {y}:00"
        for place, (x, y) in zip(places, hours, strict=True)
    )
    question = (
        f"{who.name} has something to do at {'three' if size == 3 else 'four'} places and needs exactly one hour at each, the way there included. {capital(told)}. {who.They} begins at "
        f"{start}:00, takes no break and can be at a place only while it is open. In which order can it be done?"
    )
    return _best_of(dice, question, plans)


@RULES.graded("way through the streets", (1, 2))
def _streets(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    start, end = dice.some(pool("ends_of_streets"), 2)
    stops = dice.some(pool("stops"), 4 if level == 1 else 6)
    half = len(stops) // 2
    links = (
        [(start, x) for x in stops[:half]]
        + [(x, y) for x in stops[:half] for y in stops[half:]]
        + [(y, end) for y in stops[half:]]
    )
    routes = [(x, y) for x in stops[:half] for y in stops[half:]]

    def broken(route: tuple[str, str], shut: list[tuple[str, str]]) -> int:
        return sum(one in shut for one in pairwise((start, *route, end)))

    while True:
        closed = dice.some(links, 2 if level == 1 else 4)
        plans = {f"by the {x} and the {y}": broken((x, y), closed) for x, y in routes}
        if 0 in plans.values() and sum(map(bool, plans.values())) >= _WRONG:
            break

    def street(ends: tuple[str, str]) -> str:
        return "–".join(ends)

    question = (
        f"These are all streets of a small town, each between two places: {', '.join(map(street, dice.shuffled(links)))}. Today these are closed: "
        f"{listed([street(one) for one in closed])}. How does {who.name} get from the {start} to the {end}?"
    )
    return _best_of(dice, question, plans)


@RULES.graded("not too heavy", (1, 2))
def _not_too_heavy(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    size = 4 + level
    things = dice.some(pool("gear"), size)
    while True:
        weights = [dice.number(1, 6) for _ in things]
        must = dice.number(0, size - 1)
        limit = dice.number(8, 11)
        apart = dice.some([x for x in range(size) if x != must], 2)
        plans = {
            ", ".join(things[x] for x in one): (sum(weights[x] for x in one) > limit)
            + (must not in one)
            + (level == 2 and {*apart} <= {*one})
            for one in combinations(range(size), 3)
        }
        if 0 in plans.values() and sum(one == 1 for one in plans.values()) >= _WRONG:
            break
    told = ", ".join(f"{one} {weight} kg" for one, weight in zip(things, weights, strict=True))
    extra = (
        f" The {things[apart[0]]} and the {things[apart[1]]} do not fit in together."
        if level == 2
        else ""
    )
    question = (
        f"{who.name} wants to carry three of these things: {told}. The rucksack holds {limit} kg at most, and the {things[must]} has to come along.{extra} Which three can "
        f"{who.they} take?"
    )
    return _best_of(dice, question, plans)


@RULES.graded("within the money", (1, 2))
def _money(dice: Dice, level: int) -> DraftedItem:
    who, *guests = people(dice, level + 1)
    mains, drinks = dice.some(pool("mains"), 3), dice.some(pool("drinks"), 2)
    while True:
        prices = {one: dice.number(3, 9) for one in (*mains, *drinks)}
        money = dice.number(8, 13) * level
        if level == 1:
            plans = {
                f"{x} and {y}": (prices[x] + prices[y] > money) + (x == mains[0])
                for x in mains
                for y in drinks
            }
        else:
            plans = {
                f"{x} for {guests[0].name}, {y} for {guests[1].name} and twice {z}": (prices[x] + prices[y] + 2 * prices[z] > money) + (x == mains[0]) + (y == mains[1])
                for x, y in permutations(mains, 2) for z in drinks
            }  # fmt: skip
        if 0 in plans.values() and sum(one == 1 for one in plans.values()) >= _WRONG:
            break
    told = ", ".join(f"{one} {price}" for one, price in dice.shuffled(prices.items()))
    likes = "; ".join(
        f"{guest.name} does not like {one}" for guest, one in zip(guests, mains, strict=False)
    )
    what = (
        f"one dish and one drink for {guests[0].name}"
        if level == 1
        else f"two different dishes and two drinks of one kind for {guests[0].name} and {guests[1].name}"
    )
    question = f"The prices at an inn are, in crowns: {told}. {who.name} has {money} crowns for {what}. {likes}. What can {who.they} order?"
    return _best_of(dice, question, plans)


@RULES.graded("tower of blocks", (2, 3))
def _tower(dice: Dice, level: int) -> DraftedItem:
    colours = dice.some(pool("colours"), 3)
    goal, way = dice.pick(
        [(x, way) for x, way in towers().items() if (len(way) > 3) == (level == 3)]
    )
    others = [(block, to) for block in range(3) for to in range(4) if block != to]
    slips = [
        *permutations(way),
        *((*way[:n], one, *way[n + 1 :]) for n in range(len(way)) for one in others),
    ]

    def said(moves: Sequence[Move]) -> str:
        return ", ".join(
            f"{colours[x]} {'to the floor' if to == FLOOR else f'onto {colours[to]}'}"
            for x, to in moves
        )

    bottom, middle, top = (colours[x] for x in goal)
    question = (
        f"In a tower of three blocks, the {colours[0]} one is at the bottom, the {colours[1]} one in the middle and the {colours[2]} one on top. Only a block with nothing on it may be "
        f"moved, one at a time. Which moves lead to a tower with {bottom} at the bottom, {middle} in the middle and {top} on top?"
    )
    wrong = [said(one) for one in slips if built(one) != frozenset({goal})]
    return _one_of(dice, question, [said(way)], wrong)


@RULES.graded("when all are free")
def _all_free(dice: Dice, level: int) -> DraftedItem:
    who = names(dice, level + 2)
    slots = [f"{day} {time}" for day in dice.some(DAYS[:5], 4) for time in ("morning", "afternoon")]
    good, *busy = dice.some(slots, 4 if level < 3 else 5)
    away = [(slot, who[n % len(who)]) for n, slot in enumerate(busy)]
    told = [
        f"{name} cannot come on {slot}" if dice.flip() else f"on {slot} {name} is away"
        for slot, name in away
    ]
    slot, name = dice.pick(away)
    told.append(
        f"{dice.pick([one for one in who if one != name])} is free on {listed(dice.shuffled([slot, good]), 'and on')}"
    )
    what = dice.pick(["rehearse", "meet for chess", "build a raft", "bake together"])
    question = f"{listed(who)} want to {what}, all of them together. {capital('; '.join(dice.shuffled(told)))}. Apart from that they are free. Which time is possible?"
    return some_of(dice, question, good, [good, *busy])


@RULES.graded("boat over the lake", (2, 3))
def _boat(dice: Dice, level: int) -> DraftedItem:
    who = names(dice, 4)
    while True:
        weights, limit = [dice.number(4, 9) * 10 for _ in who], dice.number(10, 15) * 10
        rowers, quarrel = dice.some(range(4), 2), dice.some(range(4), 2)
        plans = {}
        for x in (1, 2, 3):
            halves = [(0, x), tuple(y for y in range(1, 4) if y != x)]
            broken = [
                sum(weights[i] for i in half) > limit
                or not any(i in rowers for i in half)
                or (level == 3 and {*half} == {*quarrel})
                for half in halves
            ]
            plans["; ".join(" with ".join(who[i] for i in half) for half in halves)] = sum(broken)
        if list(plans.values()).count(0) == 1:
            break
    told = ", ".join(f"{name} {weight} kg" for name, weight in zip(who, weights, strict=True))
    extra = (
        f" {who[quarrel[0]]} and {who[quarrel[1]]} have quarrelled and must not share a boat."
        if level == 3
        else ""
    )
    question = (
        f"Four people want to cross a lake in two boats that are alike, two in each. They weigh: {told}. A boat carries {limit} kg at most, and in each there has to be at least one "
        f"who can row; only {who[rowers[0]]} and {who[rowers[1]]} can.{extra} How should they share the boats?"
    )
    right = next(one for one, broken in plans.items() if not broken)
    return DraftedItem(question, right, tuple(one for one in plans if one != right))


@RULES.graded("when to set out", (1, 2))
def _set_out(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    event, verb = dice.pick(
        [("the concert", "begins"), ("the train", "leaves"), ("the wedding", "begins"), ("the film", "begins"), ("the lesson", "begins")]
    )  # fmt: skip
    begins = dice.number(10, 19) * 60 + dice.pick([0, 15, 30, 45])
    walk, bus, spare = dice.number(1, 4) * 5, dice.number(2, 8) * 5, dice.number(1, 3) * 5
    wanted = f"wants to be there {spare} minutes before"
    if level == 1:
        ride = (
            f"walks {walk} minutes to the bus and rides for {bus} minutes; a bus comes every minute"
        )
        latest = begins - walk - bus - spare
    else:
        every = dice.pick([20, 30])
        latest_bus = (begins - spare - bus) // every * every
        ride = f"walks {walk} minutes to the bus and rides for {bus} minutes; a bus leaves every {every} minutes, the first one at 6:00"
        latest = latest_bus - walk
    question = f"{capital(event)} {verb} at {clock(begins)}. {who.name} {wanted}. {who.They} {ride}. What is the latest time at which {who.they} can set out?"
    whole = begins - walk - bus - spare
    slips = {whole, whole + spare, whole + walk, whole + bus, latest + walk, latest - spare}
    slips |= near([latest], [5, 15] if level == 1 else [5, 15, every])
    return some_of(dice, question, clock(latest), map(clock, slips))


@RULES.graded("who sits where")
def _seating(dice: Dice, level: int) -> DraftedItem:
    who = names(dice, level + 3)
    size = len(who)
    one, two, three, four = dice.some(range(size), 4)

    def near(order: Order, x: int, y: int) -> bool:
        return abs(order.index(x) - order.index(y)) == 1

    told = [
        f"{who[one]} and {who[two]} must not sit side by side", f"{who[one]} and {who[three]} want to sit next to each other",
        f"{who[four]} needs a seat at one of the two ends", f"{who[two]} wants to sit somewhere to the left of {who[three]}",
    ]  # fmt: skip
    rules: list[Callable[[Order], bool]] = [
        lambda order: not near(order, one, two), lambda order: near(order, one, three), lambda order: four in (order[0], order[-1]),
        lambda order: order.index(two) < order.index(three),
    ]  # fmt: skip
    kept = 2 if level == 1 else level + 1
    table = dice.pick(["on a bench", "along one side of a long table", f"in a row of {size} seats"])
    question = f"{listed(dice.shuffled(who))} are to sit {table}. {'. '.join(told[:kept])}. Which order, from the left to the right, is possible?"
    return _best_of(dice, question, _kept(dice, who, rules[:kept]))


@RULES.graded("cheapest in time", (1, 2))
def _cheapest(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    ways = dice.some(pool("rides"), 4)
    deadline = dice.number(14, 18)
    while True:
        arrive = [deadline + dice.pick([-3, -2, -1, 1, 2]) for _ in ways]
        price = [dice.number(5, 40) for _ in ways]
        ride = [dice.number(1, 4) for _ in ways]
        fits = [x for x in range(4) if arrive[x] < deadline]
        if 2 <= len(fits) <= 3 and len({*price}) == 4:
            break
    best = min(fits, key=price.__getitem__)
    when = [
        f"at {x}:00"
        if level == 1
        else f"{hours} {'hour' if hours == 1 else 'hours'} after leaving at {x - hours}:00"
        for x, hours in zip(arrive, ride, strict=True)
    ]
    told = "; ".join(
        f"{way} {who.they} gets there {x} and pays {y} crowns"
        for way, x, y in zip(ways, when, price, strict=True)
    )
    question = f"{who.name} has to be in town before {deadline}:00 and wants to pay as little as possible. {capital(told)}. How should {who.they} travel?"
    return DraftedItem(question, ways[best], tuple(way for way in ways if way != ways[best]))
