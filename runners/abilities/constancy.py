"""Constancy: a thing is still there, and still what it was, when nobody sees it."""

from __future__ import annotations

from itertools import combinations

from dsl.words import capital
from runners.abilities.changes import asked_of, changes
from runners.abilities.dice import Dice
from runners.abilities.pools import a, listed, one_by_one, people, person, pool, pools, the
from runners.abilities.rules import AbilityRules, DraftedItem, among, near, number_of, some_of

RULES = AbilityRules()


def _together(things: list[str]) -> str:
    """What is left, as an answer."""
    if not things:
        return "nothing"
    if len(things) == 1:
        return f"only the {things[0]}"
    return listed(the(things))


def _what_is_left(dice: Dice, question: str, left: set[str], seen: list[str]) -> DraftedItem:
    """Of the things that were seen, those that are left; others of their sets are wrong."""
    sets = [set(one) for size in range(len(seen) + 1) for one in combinations(seen, size)]
    options = {_together([one for one in seen if one in these]) for these in sets}
    return some_of(dice, question, _together([one for one in seen if one in left]), options)


@RULES.graded("under a cover")
def _under_a_cover(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    things = dice.some(pool("things"), 3)
    place, cover = dice.pick(pool("surfaces")), dice.pick(pool("covers"))
    seen, there = things[:2], set(things[:2])
    deeds, last = [], None
    for _ in range(level + (level == 3)):
        thing = last = dice.pick([one for one in things if one != last])
        if thing in there:
            deeds.append(f"takes the {thing} away")
        elif thing in seen:
            deeds.append(f"puts the {thing} back on the {place}")
        else:
            deeds.append(f"puts {a(thing)} on the {place}, too")
            seen.append(thing)
        there ^= {thing}
    told = [f"{capital(a(things[0]))} and {a(things[1])} lie on a {place}.", one_by_one(who, deeds)]
    question = f"{' '.join(told)} In the end {who.they} spreads a {cover} over the whole {place} and leaves. What is under the {cover} now?"
    return _what_is_left(dice, question, there, seen)


@RULES.graded("in the dark")
def _in_the_dark(dice: Dice, level: int) -> DraftedItem:
    who, other = people(dice, 2)
    things, boxes = dice.some(pool("things"), 2), dice.some(pool("containers"), 2)
    at = dict(zip(things, boxes, strict=True))
    told = [
        f"{who.name} puts {a(things[0])} into {a(boxes[0])} and {a(things[1])} into {a(boxes[1])}."
    ]
    deeds = []
    for _ in range(level):
        thing = dice.pick(things)
        new = next(one for one in boxes if one != at[thing])
        deeds.append(f"moves the {thing} from the {at[thing]} to the {new}")
        at[thing] = new
    told.append(one_by_one(other, deeds))
    asked, place = dice.pick(things), dice.pick(boxes)
    question = f"{' '.join(told)} Then both are shut and the light goes out, so that nobody can see anything. Is the {asked} in the {place} now?"
    return among(question, "yes" if at[asked] == place else "no", ["yes", "no"])


@RULES.graded("carried inside")
def _carried_inside(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    small = dice.pick(pool("small"))
    jar = dice.pick(pool("pouches"))
    rooms = dice.some(pool("rooms"), 4 if level == 3 else level + 2)
    left = dice.number(0, len(rooms) - 1)
    told = [f"In the {rooms[0]}, {who.name} puts {a(small)} into a {jar} and closes it."]
    for number, room in enumerate(rooms):
        if number:
            told.append(f"{who.They} carries the {jar} {'on ' if number > 1 else ''}to the {room}.")
        if number == left and number < len(rooms) - 1:
            told.append(
                f"{'There' if number else 'Then'} {who.they} takes the {small} out, leaves it behind and closes the {jar} again."
            )
        elif number and number < left and level > 1:
            told.append(f"There {who.they} takes the {small} out, looks at it and puts it back.")
    question = f"{' '.join(told)} There {who.they} puts the {jar} down without opening it. In which room is the {small} now?"
    return among(question, f"the {rooms[left]}", the(rooms))


@RULES.graded("colour in a box")
def _colour_in_a_box(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    thing, box = dice.pick(pool("toys")), dice.pick(["box", "tin", "chest", "bucket with a lid"])
    colours = dice.some(pool("colours"), 2 + level)
    now = {thing: colours[0], box: colours[1]}
    there = dice.shuffled([f"{a(colours[0])} {thing}", f"{a(colours[1])} {box}"])
    told = [f"{who.name} has {there[0]} and {there[1]}."]
    for colour in colours[2:]:
        painted = dice.pick([thing, box])
        if dice.below(3):
            told.append(f"{who.They} paints the {painted} {colour} all over and lets it dry.")
            now[painted] = colour
        else:
            told.append(
                f"{who.They} thinks of painting the {painted} {colour}, but leaves it as it is."
            )
    asked = dice.pick([thing, box])
    question = f"{' '.join(told)} Then {who.they} lays the {thing} into the {box}, closes it and turns off the light. What colour is the {asked} now?"
    return some_of(dice, question, now[asked], colours)


@RULES.graded("looks bigger or smaller", (1, 2))
def _looks_bigger(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    happens: dict[str, list[str]] = pools("deeds")["grows"]
    things = dice.some(happens, 3)
    told = changes(dice, things)
    asked, way = asked_of(dice, told)
    view = dice.pick(pools("deeds")["views"] if level == 2 else ["watches {things} from a window"])
    view = view.replace("{things}", listed([a(one) for one in things]))
    deeds = "; ".join(happens[thing][1 - sign] for thing, sign in told)
    words = {-1: "smaller than before", 1: "bigger than before", 0: "as big as before"}
    question = f"{who.name} {view}. Meanwhile, {deeds}. How big is the {asked} itself now, whatever it looks like?"
    return among(question, words[way], words.values())


@RULES.graded("how many in the bag")
def _how_many_in_the_bag(dice: Dice, level: int) -> DraftedItem:
    who, other = people(dice, 2)
    things, bag = dice.pick(pool("counted")), dice.pick(pool("pouches"))
    first = now = dice.number(6, 20)
    deeds = []
    for _ in range(level):
        few = dice.number(2, 5)
        kind = dice.pick(["out", "in", "shaken"] if now > 5 else ["in", "shaken"])
        now += {"out": -few, "in": few, "shaken": 0}[kind]
        deeds.append(
            {
                "out": f"takes {few} of them out without looking in",
                "in": f"puts {few} more into it without looking in",
                "shaken": f"shakes it {few} times without opening it",
            }[kind]
        )
    question = f"{who.name} puts {first} {things} into a {bag} and closes it. {one_by_one(other, deeds)} How many {things} are in the {bag} now?"
    numbers = [int(word) for one in deeds for word in one.split() if word.isdigit()]
    return number_of(dice, question, now, near((first, now), numbers), least=1)


@RULES.graded("closed boxes change places")
def _closed_boxes(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    inside = dice.some(pool("small"), 3)
    box, boxes = dice.pick([("box", "boxes"), ("tin", "tins"), ("jar", "jars"), ("bag", "bags")])
    places = ["on the left", "in the middle", "on the right"]
    order = list(inside)
    told = []
    for number in range(level):
        first, second = dice.pick([(0, 1), (1, 2), (0, 2)])
        if level == 1 and dice.below(3) == 0:
            told.append(
                f"{who.name} lifts the one {places[first]} and the one {places[second]}, and puts each back where it was."
            )
            continue
        order[first], order[second] = order[second], order[first]
        told.append(
            f"{who.name if not number else 'Then ' + who.they} lets the one {places[first]} and the one {places[second]} change places."
        )
    asked = dice.pick(inside)
    question = (
        f"Three closed {boxes} stand side by side: {a(inside[0])} is in the {box} on the left, {a(inside[1])} in the one in the middle and "
        f"{a(inside[2])} in the one on the right. {' '.join(told)} No {box} is opened. Where is the {asked} now?"
    )
    return among(question, places[order.index(asked)], places)


@RULES.graded("behind a mask")
def _behind_a_mask(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    animals = dice.some(pool("animals"), 4)
    pets = dice.some(pool("pets"), 2)
    told = [
        f"{pets[0]} is {a(animals[0])}, and {pets[1]} is {a(animals[1])}.",
        f"For a play, {who.name} ties on masks: {pets[0]} gets that of {a(animals[2])}, and {pets[1]} that of {a(animals[3])}.",
    ]
    masks = [animals[2], animals[3]]
    for _ in range(level - 1):
        change = dice.flip()
        told.append(
            f"Then {who.they} lets the two change masks."
            if change
            else f"Then {who.they} takes both masks off, dusts them and ties each back on where it was."
        )
        masks = masks[::-1] if change else masks
    at = dice.number(0, 1)
    if dice.flip():
        question = f"{' '.join(told)} What animal is {pets[at]} really, behind the mask?"
        return among(question, a(animals[at]), map(a, animals))
    question = f"{' '.join(told)} What animal does {pets[at]} look like now, to people who see only the mask?"
    return among(question, a(masks[at]), map(a, animals))


@RULES.graded("through a tunnel")
def _through_a_tunnel(dice: Dice, level: int) -> DraftedItem:
    way, movers = dice.pick(
        [
            ("long tunnel", ["bus", "lorry", "tractor", "cyclist", "taxi"]),
            ("pipe under the road", ["fox", "hedgehog", "rat", "badger", "cat"]),
            ("covered bridge", ["horse", "cart", "dog", "postman", "goat"]),
        ]
    )
    seen = dice.some(movers, 2 if level == 1 else 3)
    inside = set(seen)
    told = [
        f"{listed([capital(a(seen[0])), *map(a, seen[1:])])} go into a {way} that has two ends."
    ]
    for _ in range(level if level < 3 else 4):
        one = dice.pick(seen)
        if one in inside:
            told.append(
                f"The {one} comes out {dice.pick(['at the far end', 'again at the near end'])}."
            )
            inside.remove(one)
        else:
            told.append(f"The {one} goes in again.")
            inside.add(one)
    question = f"{' '.join(told)} From outside, nobody can see into it. What is in there now?"
    return _what_is_left(dice, question, inside, seen)


@RULES.named("with closed eyes")
def _with_closed_eyes(dice: Dice) -> DraftedItem:
    who, other = people(dice, 2)
    one, two = dice.some(pool("yard"), 2)
    turn = dice.pick(
        [
            f"turns {who.their} back",
            f"closes {who.their} eyes",
            f"pulls {who.their} hat over {who.their} eyes",
        ]
    )
    gone = dice.pick(
        ["carries the {} out of the yard", "sells the {} to a stranger who drives off with it"]
    )
    stays = dice.pick(
        ["wipes the dust from the {}", "paints a number on the {}", "walks once round the {}"]
    )
    deeds = dice.shuffled([gone.format(one), stays.format(two)])
    asked = dice.pick([one, two])
    question = (
        f"{who.name} sees {a(one)} and {a(two)} in the yard. Then {who.they} {turn}. {other.name} comes, {deeds[0]} and {deeds[1]}. "
        f"{who.name} has not looked again. Is the {asked} in the yard at this moment?"
    )
    return among(question, "no" if asked == one else "yes", ["yes", "no"])


@RULES.graded("out of sight behind a door")
def _behind_a_door(dice: Dice, level: int) -> DraftedItem:
    who, baby = people(dice, 2)
    rooms = dice.some(pool("rooms"), 3 if level == 1 else 4)
    path = [rooms[1]]
    for _ in range({1: dice.number(0, 1), 2: 2, 3: 4}[level]):
        path.append(dice.pick([one for one in rooms if one != path[-1]]))
    told = [
        f"{who.name} and little {baby.name} are in the {rooms[0]}. Next to it are {listed([f'the {one}' for one in rooms[1:]])}."
    ]
    told.append(f"{who.name} goes to the {path[0]} and shuts the door.")
    told += [
        f"From there {who.they} goes {'back ' if room in (rooms[0], *path[:n]) else ''}to the {room}."
        for n, room in enumerate(path)
        if n
    ]
    question = f"{' '.join(told)} {baby.name} had {baby.their} eyes shut all the time. In which room is {who.name} now?"
    return among(question, f"the {path[-1]}", [f"the {one}" for one in rooms])


@RULES.graded("picture face down")
def _picture_face_down(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    front, back, *others = dice.some(pool("pictures"), 4)
    board = dice.pick(["slate", "whiteboard", "chalkboard"])
    now: dict[str, str | None] = {"front": front, "back": back}
    told = [f"A small {board} shows {a(front)} on its front and {a(back)} on its back."]
    kinds = {1: ["wiped"], 2: ["wiped", "drawn"], 3: ["wiped", "drawn", "drawn"]}[level]
    for kind in dice.shuffled(kinds):
        side = dice.pick(list(now))
        now[side] = others.pop() if kind == "drawn" else None
        then = f" and draws {a(now[side] or '')} there" if now[side] else ""
        told.append(f"{who.name if len(told) == 1 else who.They} wipes the {side} clean{then}.")
    asked = dice.pick(list(now))
    question = f"{' '.join(told)} Then {who.they} puts the {board} into a dark bag. What is on its {asked}, which nobody can see?"
    shown = [one for one in (front, back, *now.values()) if one]
    options = [*(f"a picture of {a(one)}" for one in shown), "no picture"]
    right = f"a picture of {a(now[asked] or '')}" if now[asked] else "no picture"
    return some_of(dice, question, right, options)


@RULES.named("through bent glass", level=2)
def _bent_glass(dice: Dice) -> DraftedItem:
    shapes: dict[str, list[str]] = pools("kinds")["shapes"]
    real = dice.some(shapes, 3)
    things = [dice.pick(shapes[one]) for one in real]
    seen = dice.pick([real[1:] + real[:1], real[2:] + real[:2]])
    made = listed([f"{a(x)} made as {a(y)}" for x, y in zip(things, real, strict=True)])
    looks = listed([f"the {x} looks like {a(y)}" for x, y in zip(things, seen, strict=True)])
    at = dice.number(0, 2)
    ask = f"What shape is the {things[at]} really?"
    if shown := dice.flip():
        ask = f"What shape does the {things[at]} seem to have?"
    glass = dice.pick(["a pane of bent glass", "a bowl full of water", "a glass door with ripples"])
    question = f"On a wall there hang {made}. Seen through {glass}, {looks}. {ask}"
    return among(question, a((seen if shown else real)[at]), map(a, real))


@RULES.graded("in coloured light", (1, 2))
def _coloured_light(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    things = dice.some(pool("paper_things"), 2)
    light, ground, *dyes = dice.some(
        [one for one in pool("colours") if one not in ("white", "black", "grey", "brown")], 4
    )
    by = dice.pick(["a lamp that gives only {} light", "a window of {} glass"]).format(light)
    told = f"A white {things[0]} and a white {things[1]} lie on {a(ground)} table. {capital(by)} makes both look {light}."
    painted, other = dice.shuffled(things)
    told += f" {who.name} takes the {painted} out into the sun, paints it {dyes[0]} and puts it back into that light."
    if level == 2:
        told += f" {who.They} thinks of painting the {other} {dyes[1]}, but leaves it as it is."
    asked, right = (painted, dyes[0]) if dice.below(3) else (other, "white")
    question = f"{told} What colour is the {asked} itself now, whatever it looks like?"
    return some_of(dice, question, right, ["white", light, ground, *dyes[:level]])
