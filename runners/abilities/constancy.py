"""Constancy: a thing is still there, and still what it was, when nobody sees it."""

from __future__ import annotations

from dsl.words import capital
from runners.abilities.dice import Dice
from runners.abilities.pools import a, people, person, pool
from runners.abilities.rules import Draft, Rules, among

RULES = Rules()


@RULES.named("under a cover")
def _under_a_cover(dice: Dice) -> Draft:
    who = person(dice)
    one, two = dice.some(pool("things"), 2)
    place, cover, into = (dice.pick(pool(name)) for name in ("surfaces", "covers", "containers"))
    away = dice.pick([(), (one,), (two,), (one, two)])
    both = f"the {one} and the {two}"
    first = dice.pick(
        [
            f"{a(one).capitalize()} and {a(two)} lie on a {place}.",
            f"{who.name} finds {a(one)} and {a(two)} on a {place}.",
        ]
    )
    taken = {
        0: "",
        1: f"{who.They} takes the {''.join(away)} away and puts it into a {into}. ",
        2: f"{who.They} takes both away and puts them into a {into}. ",
    }[len(away)]
    if not first.startswith(who.name):
        taken = taken.replace(who.They, who.name, 1)
    subject = who.They if taken or first.startswith(who.name) else who.name
    if not taken and dice.flip():
        taken = f"{subject} takes neither away. "
        subject = who.They
    right = {0: both, 1: f"only the {two if away == (one,) else one}", 2: "nothing"}[len(away)]
    question = (
        f"{first} {taken}Then {subject.lower() if subject == who.They else subject} spreads a {cover} "
        f"over the whole {place} and leaves. What is under the {cover} now?"
    )
    return among(question, right, [both, f"only the {one}", f"only the {two}", "nothing"])


@RULES.named("in the dark")
def _in_the_dark(dice: Dice) -> Draft:
    who, other = people(dice, 2)
    thing, box = dice.pick(pool("things")), dice.pick(pool("containers"))
    taken = dice.flip()
    middle = (
        f"Just before the light goes out, {other.name} takes the {thing} out again and leaves with it."
        if taken
        else f"Just before the light goes out, {other.name} looks in, closes it again and leaves."
    )
    wait = dice.pick(["an hour", "the whole night", "ten minutes", "half an hour"])
    ask = dice.pick(
        [
            f"Is the {thing} in the {box} while it is dark?",
            f"It is dark, and nobody can see a thing. Is there {a(thing)} in the {box}?",
        ]
    )
    question = (
        f"{who.name} puts {a(thing)} into {a(box)} and closes it. {middle} It stays dark for "
        f"{wait}. {ask}"
    )
    return among(question, "no" if taken else "yes", ["yes", "no"])


@RULES.named("carried inside")
def _carried_inside(dice: Dice) -> Draft:
    who = person(dice)
    small = dice.pick(pool("small"))
    jar = dice.pick(["jar", "tin", "bag", "purse", "bottle", "pouch"])
    start, way, end = dice.some(pool("rooms"), 3)
    tipped = dice.pick([start, way, end])
    out = {
        start: f"There {who.they} takes the {small} out, leaves it there and closes the {jar} again. ",
        way: "",
        end: "",
    }[tipped]
    going = f"{who.They} carries the {jar} through the {way} to the {end}"
    if tipped == way:
        going = (
            f"{who.They} carries the {jar} to the {way}, takes the {small} out and leaves it there, "
            f"and goes on with the {jar} to the {end}"
        )
    question = (
        f"In the {start}, {who.name} drops {a(small)} into a {jar} and closes it. {out}{going}, and puts "
        f"it down without opening it. In which room is the {small} now?"
    )
    return among(question, f"the {tipped}", [f"the {start}", f"the {way}", f"the {end}"])


@RULES.named("colour in a box")
def _colour_in_a_box(dice: Dice) -> Draft:
    who = person(dice)
    thing = dice.pick(["ball", "cube", "yo-yo", "spinning top", "toy car", "wooden egg"])
    box = dice.pick(["box", "tin", "basket", "chest"])
    first, second, third = dice.some(pool("colours"), 3)
    painted = dice.flip()
    there = f"a {first} {thing}, a {second} {box} and a pot of {third} paint"
    if dice.flip():
        there = f"a pot of {third} paint, a {second} {box} and a {first} {thing}"
    there = there.replace("a orange", "an orange")
    deed = (
        f"{who.They} paints the {thing} all over and lets it dry. Then {who.they} lays it"
        if painted
        else f"{who.They} leaves the paint alone. Then {who.they} lays the {thing}"
    )
    asked = dice.pick([thing, thing, box])
    right = second if asked == box else third if painted else first
    question = (
        f"{who.name} has {there}. {deed} into the {box} and closes it. What colour is the {asked} "
        f"while it is closed?"
        if asked == box
        else f"{who.name} has {there}. {deed} into the {box} and closes it, so that nobody can see the "
        f"{thing}. What colour is the {thing} in there?"
    )
    return among(question, right, [first, second, third])


@RULES.named("far away")
def _far_away(dice: Dice) -> Draft:
    who = person(dice)
    tiny = dice.pick(["a matchbox", "a beetle", "a walnut", "a thumbnail", "a bean"])
    huge = dice.pick(["a cupboard", "a barn door", "a mattress", "a wardrobe"])
    moving = dice.pick(["lorry", "bus", "tractor", "ship", "train", "balloon with a basket"])
    kind = dice.pick(["far", "near", "less", "more"])
    if kind == "far":
        story = f"{who.name} watches a {moving} go away, until it looks no bigger than {tiny}."
        thing, right = moving, "as big as before"
    elif kind == "near":
        story = (
            f"{who.name} looks for a toy {moving.split()[0]} and finds it. {who.They} holds it closer and "
            f"closer to {who.their} eye, until it seems as big as {huge}."
        )
        thing, right = f"toy {moving.split()[0]}", "as big as before"
    elif kind == "less":
        thing = dice.pick(["snowman", "ice cube", "candle", "bar of soap"])
        cause = {
            "snowman": "melts in the sun",
            "ice cube": "melts in a glass of tea",
            "candle": "burns down",
            "bar of soap": "is used up day by day",
        }[thing]
        story = f"{who.name} watches how {a(thing)} {cause}, until it is no bigger than {tiny}."
        right = "smaller than before"
    else:
        thing, cause = dice.pick(
            [
                ("balloon", "is blown up"),
                ("snowball", "is rolled through deep snow"),
                ("pumpkin", "grows in the field"),
                ("heap of leaves", "is raked together"),
            ]
        )
        story = f"{who.name} watches how a {thing} {cause}, until it is as big as {huge}."
        right = "bigger than before"
    question = f"{story} How big is the {thing} now, whatever it looks like?"
    return among(question, right, ["as big as before", "smaller than before", "bigger than before"])


@RULES.named("how many in the bag")
def _how_many_in_the_bag(dice: Dice) -> Draft:
    who, other = people(dice, 2)
    things = dice.pick(["marbles", "beads", "coins", "nuts", "buttons", "pebbles", "shells"])
    bag = dice.pick(["bag", "sock", "pouch", "tin"])
    many, few = dice.number(5, 12), dice.number(2, 4)
    kind = dice.pick(["none", "out", "in"])
    middle = {
        "none": f"{other.name} shakes it {few} times and gives it back.",
        "out": f"Without looking, {other.name} takes {few} of them out and gives it back.",
        "in": f"Without looking in, {other.name} adds {few} more and gives it back.",
    }[kind]
    right = {"none": many, "out": many - few, "in": many + few}[kind]
    question = (
        f"{who.name} puts {many} {things} into a {bag} and ties it up. {middle} "
        f"How many {things} are in the {bag}?"
    ).replace("a sock and ties it up", "a sock and ties a knot in it")
    question = question.replace("a tin and ties it up", "a tin and shuts it")
    numbers = [many - few, many, many + few]
    return among(question, str(right), [str(one) for one in numbers])


@RULES.named("closed boxes change places")
def _closed_boxes(dice: Dice) -> Draft:
    who = person(dice)
    one, two, three = dice.some(pool("small"), 3)
    box = dice.pick(["box", "tin", "cup with a lid", "egg carton"])
    boxes = {"box": "boxes", "tin": "tins", "cup with a lid": "cups", "egg carton": "cartons"}[box]
    places = ["on the left", "in the middle", "on the right"]
    moved = dice.pick([None, (0, 1), (1, 2), (0, 2)])
    names = ["left", "middle", "right"]
    order = [0, 1, 2]
    if moved is None:
        deed = f"{who.name} lifts all three {boxes}, dusts the table and puts each one back where it was."
    else:
        first, second = moved if dice.flip() else moved[::-1]
        deed = (
            f"{who.name} lets the {names[first]} and the {names[second]} one change places, without "
            f"opening them."
        )
        order[first], order[second] = order[second], order[first]
    asked = dice.number(0, 2)
    thing = (one, two, three)[asked]
    begin = dice.pick(["Three closed", "On a table there are three closed"])
    are = " stand side by side" if begin == "Three closed" else ", side by side"
    question = (
        f"{begin} {boxes}{are}: {a(one)} is in the left one, {a(two)} in the middle one and {a(three)} "
        f"in the right one. {deed} Where is the {thing} now?"
    )
    return among(question, places[order[asked]], places)


@RULES.named("behind a mask")
def _behind_a_mask(dice: Dice) -> Draft:
    who = person(dice)
    animal, mask, third = dice.some(pool("animals"), 3)
    name = dice.pick(["Biscuit", "Pepper", "Shadow", "Muffin", "Clover", "Socks"])
    event = dice.pick(["carnival", "the school play", "a birthday party"])
    asked = dice.number(0, 2)
    ask, right = [
        (f"What animal is {name} under the mask?", animal),
        ("What animal does the mask show?", mask),
        (f"What animal stands next to {name}?", third),
    ][asked]
    mentions = [
        f"{name} is {a(animal)} that belongs to {who.name}.",
        f"For {event}, {who.name} ties a mask on {name} that looks like {a(mask)}.",
        f"Next to {name} stands {a(third)} without a mask.",
    ]
    question = f"{' '.join(mentions)} {ask}"
    return among(question, right, [animal, mask, third])


@RULES.named("through a tunnel")
def _through_a_tunnel(dice: Dice) -> Draft:
    mover, goes, way, short = dice.pick(
        [
            ("train", "rolls", "a long tunnel", "tunnel"),
            ("bus", "drives", "a long tunnel", "tunnel"),
            ("tram", "rolls", "a long tunnel", "tunnel"),
            ("cyclist", "rides", "a long tunnel", "tunnel"),
            ("fox", "runs", "a pipe under the road", "pipe"),
            ("hedgehog", "walks", "a hollow log", "log"),
        ]
    )
    it = "the cyclist" if mover == "cyclist" else "it"
    end, right = dice.pick(
        [
            (f"For a while nobody sees {it}, at either end.", 0),
            (f"A moment later {it} comes out at the far end and goes on.", 1),
            (f"A moment later {it} comes out again at the near end, and stays there.", 2),
        ]
    )
    lead = dice.pick(["From a hill, some children watch. ", "It is early in the morning. ", ""])
    question = (
        f"{lead}{capital(a(mover))} {goes} into {way} that has two ends and no other way out. {end} "
        f"Where is the {mover} now?"
    )
    options = [
        f"inside the {short}",
        f"past the far end of the {short}",
        f"in front of the near end of the {short}",
    ]
    return among(question, options[right], options)


@RULES.named("with closed eyes")
def _with_closed_eyes(dice: Dice) -> Draft:
    who, other = people(dice, 2)
    thing, gone, stays = dice.pick(
        [
            (
                "tree",
                "cuts it down and drags it out of the yard",
                "waters it and sweeps the leaves",
            ),
            (
                "bicycle",
                "gets on it and rides it out of the yard",
                "pumps up its tyres and oils it",
            ),
            ("ladder", "carries it out of the yard", "wipes the dust from it"),
            ("scarecrow", "burns it in a fire", "gives it another hat"),
            ("tent", "packs it up and drives off with it", "ties its ropes more firmly"),
            ("cart", "pulls it out of the yard", "fills it with straw"),
            ("kennel", "chops it up for firewood", "paints its roof"),
            ("bench", "saws it to pieces", "sits down on it and reads"),
        ]
    )
    away = dice.flip()
    turn = dice.pick(
        [
            f"turns {who.their} back",
            f"closes {who.their} eyes",
            f"pulls {who.their} hat over {who.their} eyes",
        ]
    )
    question = (
        f"{who.name} looks at a {thing} in the yard. Then {who.they} {turn}. {other.name} comes and "
        f"{gone if away else stays}. {who.name} still has not looked again. Is the {thing} in the yard at "
        f"this moment?"
    )
    return among(question, "no" if away else "yes", ["yes", "no"])


@RULES.named("out of sight behind a door")
def _behind_a_door(dice: Dice) -> Draft:
    who, baby = people(dice, 2)
    rooms = dice.some(pool("rooms"), 3)
    at = dice.number(0, 2)
    walked = [
        f"{who.name} gets up to leave the {rooms[0]}, but finds the door to the {rooms[1]} locked, and the "
        f"{rooms[2]} is behind it, so {who.they} sits down again where {who.they} was. The light goes out.",
        f"{who.name} leaves the {rooms[0]}, goes into the {rooms[1]}, shuts the door and stays there. Next to "
        f"it is the {rooms[2]}, which is empty.",
        f"{who.name} leaves the {rooms[0]}, walks through the {rooms[1]} and sits down in the {rooms[2]} "
        f"behind a closed door.",
    ][at]
    question = (
        f"{who.name} and little {baby.name} are in the {rooms[0]}. {walked} {baby.name} cannot see {who.them} "
        f"any more. Where is {who.name}?"
    )
    return among(question, f"in the {rooms[at]}", [f"in the {one}" for one in rooms])


@RULES.named("picture face down")
def _picture_face_down(dice: Dice) -> Draft:
    who = person(dice)
    one, two, _three = dice.some(pool("pictures"), 3)
    made = dice.pick(["draws", "paints"])
    kind = dice.pick(["first", "second", "wiped"])
    board = dice.pick(["slate", "whiteboard", "chalkboard"])
    deed = {
        "first": f"{who.They} turns it face down as it is, without wiping off the {one}. Next to it {who.they} "
        f"lays a card with {a(two)} on it.",
        "second": f"{who.They} wipes off the {one}, {made} {a(two)} instead and turns the {board} face down.",
        "wiped": f"{who.They} thinks about adding {a(two)}, but wipes everything off and turns the {board} face down.",
    }[kind]
    right = {
        "first": f"a picture of {a(one)}",
        "second": f"a picture of {a(two)}",
        "wiped": "no picture at all",
    }[kind]
    question = (
        f"{who.name} {made} {a(one)} on a small {board}. {deed} What is on the side of the {board} that "
        f"nobody can see?"
    )
    return among(
        question, right, [f"a picture of {a(one)}", f"a picture of {a(two)}", "no picture at all"]
    )
