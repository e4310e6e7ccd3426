"""Reversibility: to undo in thought what was done."""

from __future__ import annotations

from itertools import permutations, product

from runners.abilities.dice import Dice
from runners.abilities.pools import a, clock, listed, people, person, pool, pools, the
from runners.abilities.rules import AbilityRules, DraftedItem, among, near, number_of, some_of

RULES = AbilityRules()


@RULES.graded("as long as it was")
def _as_long_as_it_was(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    rate, hours, now = dice.number(2, 4), dice.number(2, 6), dice.number(3, 15)
    pause, later = dice.number(2, 3), dice.number(1, 3)
    begin = dice.pick(
        [
            f"{who.name}'s thick candle gets {rate} centimetres shorter in each hour that it burns.",
            f"In each hour that it burns, a candle on {who.name}'s shelf loses {rate} centimetres.",
        ]
    )
    told = f"It burnt for {hours} hours, and {now} centimetres of it are left."
    right = now + rate * hours
    if level > 1:
        told = f"It burnt for {hours} hours, stood unlit for {pause} hours and burnt again for {later + 1} hours; {now} centimetres of it are left."
        right += rate * (later + 1)
    if level == 3:
        told += " In between, a piece of 2 centimetres broke off."
        right += 2
    slips = {now - rate * hours, now + hours, now + rate, *near([right], [rate, rate * pause, 2])}
    question = f"{begin} {told} How long was it when it was new?"
    return number_of(dice, question, right, slips, "{} centimetres", least=2)


@RULES.graded("the way back")
def _the_way_back(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    stations = the(dice.some(pool("stations"), level + 2))
    start, end = the(dice.some(pool("ends_of_ways"), 2))
    walk = f"first {', then '.join(stations[:-1])} and last {stations[-1]}"
    if level == 1 and dice.flip():
        walk = f"{stations[1]} after {stations[0]} and before {stations[2]}"
    begin = f"On the way from {start} to {end}, {who.name} passes {walk}."
    back = stations[::-1]
    if level == 3 or dice.flip():
        at = dice.number(1, len(back) - 2) if level > 1 else 1
        asked, word, right = dice.pick(
            [(back[at], "next after", back[at + 1]), (back[at], "just before", back[at - 1])]
        )
        question = f"{begin} {who.They} comes back by the same way. What does {who.they} pass then {word} {asked}?"
        return some_of(dice, question, right, [x for x in [start, end, *stations] if x != asked])
    question = f"{begin} {who.They} comes back by the same way. In which order does {who.they} pass them then?"
    return some_of(dice, question, ", ".join(back), map(", ".join, permutations(stations)))


@RULES.graded("number thought of")
def _number_thought_of(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    first = now = dice.number(8, 20)
    deeds: list[str] = []
    sizes: list[int] = []
    last = ""
    for _ in range(level):
        # Doubling and halving undo each other, so they never follow one another.
        kinds = [
            one
            for one in ("add", "take", "times", "halve")
            if one != last
            and {one, last} != {"times", "halve"}
            and (one != "halve" or now % 2 == 0)
            and (one != "times" or now < 30)
            and (one != "take" or now > 8)
        ]
        kind = last = dice.pick(kinds)
        size = dice.number(3, 7) if kind in ("add", "take") else 2
        it = "the result" if deeds else "it"
        deeds.append(
            {
                "add": f"adds {size}",
                "take": f"takes away {size}",
                "times": f"doubles {it}",
                "halve": f"halves {it}",
            }[kind]
        )
        now = {"add": now + size, "take": now - size, "times": now * 2, "halve": now // 2}[kind]
        sizes.append(size)
    question = f"{who.name} thinks of a number, {listed(deeds, 'and then')} and gets {now}. Which number did {who.they} think of?"
    return number_of(dice, question, first, {2 * now, now // 2, *near((first, now), sizes)})


@RULES.graded("back to the start")
def _back_to_the_start(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    ways = dice.pick(
        [("north", "south"), ("east", "west"), ("to the left", "to the right"), ("uphill", "downhill")]
    )  # fmt: skip
    while True:
        steps = [(dice.number(2, 9), dice.number(0, 1)) for _ in range(level + 1)]
        at = sum(number if way == 0 else -number for number, way in steps)
        if abs(at) > 1:
            break
    told = [f"{number} steps {ways[way]}" for number, way in steps]
    sizes = sorted({abs(at), *(number for number, _ in steps)} - {abs(at)})
    question = f"{who.name} goes {listed(told, 'and then')}. How does {who.they} get back to where {who.they} began?"
    right = f"{abs(at)} steps {ways[1 if at > 0 else 0]}"
    other = dice.pick(sizes) if sizes else abs(at) + 1
    return among(
        question, right, [f"{number} steps {way}" for number in (abs(at), other) for way in ways]
    )


@RULES.graded("take apart")
def _take_apart(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    steps = dice.pick(pools("deeds")["layers"])
    first = dice.number(0, 5 - (level + 2))
    done = steps["done"][first : first + level + 2]
    undone = steps["undone"][first : first + level + 2][::-1]
    ask = dice.pick(
        [
            f"Now {who.they} wants everything as it was. In which order does {who.they} work?",
            f"Later {who.they} undoes all of it. What does {who.they} do, one after the other?",
        ]
    )
    if level == 1:
        question = f"{who.name} {listed(done)}. {ask}"
        return some_of(dice, question, ", ".join(undone), map(", ".join, permutations(undone)))
    at = dice.number(0, len(undone) - 2)
    ask = f"Later {who.they} undoes all of it, step by step. What does {who.they} do just after {who.they} {undone[at]}?"
    question = f"{who.name} {listed(done)}. {ask}"
    return some_of(dice, question, undone[at + 1], [one for one in undone if one != undone[at]])


@RULES.graded("a pile")
def _pile(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    colours = dice.some(pool("colours"), level + 3)
    thing = dice.pick(["plate", "book", "brick", "cushion", "box"])
    said = ", ".join(f"the {one} one" for one in colours[1:])
    begin = f"{who.name} lays {a(colours[0])} {thing} on the floor and then, always on top, {said}."
    if level > 1:
        one, two = dice.some(range(len(colours)), 2)
        begin += f" Then {who.they} lets the {colours[one]} one and the {colours[two]} one change places."
        colours[one], colours[two] = colours[two], colours[one]
    asked = dice.number(0, len(colours) - 2)
    order, known, right = dice.pick(
        [
            ("after", colours[asked + 1], colours[asked]),
            ("before", colours[asked], colours[asked + 1]),
        ]
    )
    ask = f"{who.They} clears the pile from the top. Which {thing} comes off just {order} the {known} one?"
    return some_of(
        dice,
        f"{begin} {ask}",
        f"the {right} {thing}",
        [f"the {one} {thing}" for one in colours if one != known],
    )


@RULES.graded("turned lid")
def _turned(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    thing, names = dice.pick(pool("threaded")), ["no turn", *pool("turns")]
    ways = ["clockwise", "anticlockwise"]
    while True:
        turns = [(dice.number(1, 3), dice.number(0, 1)) for _ in range(level)]
        total = sum(size if way == 0 else -size for size, way in turns)
        if 0 < abs(total) < 6:
            break
    told = listed([f"by {names[size]} {ways[way]}" for size, way in turns], "and then")
    other = dice.pick([x for x in range(1, 6) if x != abs(total) and abs(x - abs(total)) < 3])
    question = f"{who.name} turns the {thing} {told}. {who.They} wants it as tight as it was at first. How does {who.they} turn it?"
    return among(
        question,
        f"by {names[abs(total)]} {ways[1 if total > 0 else 0]}",
        [f"by {names[x]} {way}" for x in (abs(total), other) for way in ways],
    )


@RULES.named("opposite deed")
def _opposite_deed(dice: Dice) -> DraftedItem:
    who = person(dice)
    deed = dice.pick(pools("deeds")["undone"])
    ask = dice.pick(
        [
            "What makes it as it was?",
            f"What undoes what {who.they} did?",
            f"What should {who.they} do to have it as before?",
        ]
    )
    return among(f"{who.name} {deed['did']}. {ask}", deed["options"][0], deed["options"])


@RULES.named("what can be undone")
def _can_be_undone(dice: Dice) -> DraftedItem:
    who = person(dice)
    ends = pools("deeds")["ends"]
    undoable = dice.flip()
    one, *others = ("undoable", "final") if undoable else ("final", "undoable")
    right, wrong = dice.pick(ends[one]), dice.some(ends[others[0]], 3)
    told = listed([f"{deed}" for deed in dice.shuffled([right, *wrong])])
    ask = (
        "Only one of these can be undone, so that all is as before. Which one?"
        if undoable
        else "Only one of these can never be undone. Which one?"
    )
    return DraftedItem(f"In one day, {who.name} has {told}. {ask}", right, tuple(wrong))


@RULES.graded("at first")
def _at_first(dice: Dice, level: int) -> DraftedItem:
    who = people(dice, level + 1)
    thing = dice.pick(pool("counted"))
    first = now = dice.number(16, 30)
    told, sizes = [], []
    for number in range(level):
        other = who[number + 1].name
        few = dice.number(2, 5)
        if dice.flip():
            now -= few
            told.append(f"gives {few} {thing} to {other}")
        else:
            now += few
            told.append(f"gets {few} {thing} from {other}")
        sizes.append(few)
    question = f"{who[0].name} {listed(told)}. Now {who[0].they} has {now}. How many {thing} did {who[0].name} have at first?"
    slips = {now + now - first, *near((first, now), sizes)}
    return number_of(dice, question, first, slips, least=1)


@RULES.graded("swapped cups")
def _swapped_cups(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    colours = dice.some(pool("colours"), 3)
    places = ["on the left", "in the middle", "on the right"]
    cup = dice.pick(["cup", "box", "hat", "flower pot"])
    order = list(colours)
    swaps = [dice.some(range(3), 2) for _ in range(level)]
    for x, y in reversed(swaps):
        order[x], order[y] = order[y], order[x]
    told = ". Then ".join(
        f"{who.they if n else who.name} lets the {cup} {places[x]} and the {cup} {places[y]} change places"
        for n, (x, y) in enumerate(swaps)
    )
    now = listed([f"{a(one)} {cup} {place}" for one, place in zip(colours, places, strict=True)])
    asked = dice.number(0, 2)
    question = (
        f"{told}. Now there is {now}. Which {cup} was {places[asked]} before {who.they} began?"
    )
    return among(question, f"the {order[asked]} {cup}", [f"the {one} {cup}" for one in colours])


@RULES.graded("turns on the way")
def _turns(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    corners = the(dice.some(pool("stations"), level + 1))
    turns = [dice.pick(["left", "right"]) for _ in corners]
    start, end = the(dice.some(pool("ends_of_ways"), 2))
    other = {"left": "right", "right": "left"}
    said = listed([f"{turn} at {corner}" for turn, corner in zip(turns, corners, strict=True)])
    question = (
        f"On foot from {start} to {end}, {who.name} turns {said}. Then {who.they} goes back by the same streets. What are {who.their} turns on the way back, one after "
        f"the other?"
    )
    right = ", ".join(other[one] for one in reversed(turns))
    return some_of(
        dice,
        question,
        right,
        [", ".join(one) for one in product(("left", "right"), repeat=len(turns))],
    )


@RULES.graded("poured from jug to jug")
def _poured(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    drink = dice.pick(["milk", "water", "juice", "tea", "lemonade"])
    jugs = ["blue jug", "green jug", "red jug"][: 2 if level == 1 else 3]
    # Enough for three times 5 cups out of one jug.
    before = {one: dice.number(18, 24) for one in jugs}
    now, told, sizes = dict(before), [], []
    for _ in range(level):
        few = dice.number(2, 5)
        source, to = dice.some(jugs, 2)
        now[source], now[to] = now[source] - few, now[to] + few
        told.append(f"{few} cups of {drink} from the {source} into the {to}")
        sizes.append(few)
    asked = dice.pick(jugs)
    question = (
        f"{who.name} pours {listed(told, 'and then')}. Now there are {listed([f'{many} cups in the {one}' for one, many in now.items()])}. "
        f"How many cups were in the {asked} before?"
    )
    right = before[asked]
    slips = {now[asked], 2 * now[asked] - right, sum(now.values()), *near([right], sizes)}
    return number_of(dice, question, right, slips)


@RULES.named("secret writing", level=2)
def _secret_writing(dice: Dice) -> DraftedItem:
    who = person(dice)
    words = dice.pick(pools("deeds")["anagrams"]["words"])
    word = dice.pick(words)
    deed, made = dice.pick(
        [
            ("writes a word backwards, from the last letter to the first", word[::-1]),
            ("moves the first letter of a word to its end", word[1:] + word[0]),
            ("moves the last letter of a word to its front", word[-1] + word[:-1]),
            ("moves the first two letters of a word to its end", word[2:] + word[:2]),
            ("moves the last two letters of a word to its front", word[-2:] + word[:-2]),
        ]
    )
    question = (
        f"For a secret message, {who.name} {deed}. The result is “{made}”. What was the word?"
    )
    return among(question, word, words)


@RULES.graded("when it began")
def _when_it_began(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    parts = dice.pick(pools("deeds")["chores"])[:level]
    spent = [dice.number(2, 8) * 10 for _ in parts]
    end = dice.number(15, 21) * 60 + dice.number(0, 5) * 10
    told = listed(
        [f"{part} for {time} minutes" for part, time in zip(parts, spent, strict=True)], "and then"
    )
    question = f"{who.name} {told}. {who.They} finishes at {clock(end)}. At what time did {who.they} begin?"
    right = end - sum(spent)
    slips = {end + sum(spent), right + spent[0], right - spent[-1], *near([right], [10, 60])}
    return some_of(dice, question, clock(right), map(clock, slips))
