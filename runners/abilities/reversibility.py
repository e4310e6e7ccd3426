"""Reversibility: to undo in thought what was done."""

from __future__ import annotations

from itertools import permutations

from runners.abilities.dice import Dice
from runners.abilities.pools import a, people, person, pool, pools
from runners.abilities.rules import Draft, Rules, among

RULES = Rules()


def _numbers(
    dice: Dice, right: int, wrong: set[int], unit: str = ""
) -> tuple[str, tuple[str, ...]]:
    """The right number and three wrong ones, none of them below 1."""
    near = [one for one in (right - 1, right + 1, right + 2, right - 2, right + 3) if one > 0]
    found = [one for one in sorted(wrong) if one > 0 and one != right]
    chosen = dice.some(found, 3)
    chosen += [one for one in near if one not in chosen][: 3 - len(chosen)]
    return f"{right}{unit}", tuple(f"{one}{unit}" for one in chosen)


@RULES.named("as long as it was")
def _as_long_as_it_was(dice: Dice) -> Draft:
    who = person(dice)
    rate, hours, now, pause = (dice.number(*ends) for ends in ((1, 4), (2, 6), (3, 15), (1, 2)))
    between = dice.pick(
        [
            "",
            f" Somewhere in between, it stood unlit for {pause} {'hour' if pause == 1 else 'hours'}.",
        ]
    )
    begin = dice.pick(
        [
            f"{who.name}'s thick candle gets {rate} centimetres shorter in each hour that it burns.",
            f"In each hour that it burns, a candle on {who.name}'s shelf loses {rate} centimetres.",
        ]
    ).replace(" 1 centimetres", " 1 centimetre")
    question = (
        f"{begin} It has burnt for {hours} hours in all, and {now} centimetres of it are left.{between} How "
        f"long was it when it was new?"
    )
    right = now + rate * hours
    wrong = {now - rate * hours, now + rate, now + hours, rate * hours, right + rate, right - rate}
    wrong |= {now + rate * (hours + pause)}
    return Draft(question, *_numbers(dice, right, wrong, " centimetres"))


@RULES.named("the way back")
def _the_way_back(dice: Dice) -> Draft:
    who = person(dice)
    stations = dice.some(
        [
            "the mill",
            "the chapel",
            "the stone bridge",
            "the pond",
            "the old oak",
            "the bakery",
            "the fire station",
            "the playground",
        ],
        3,
    )
    start, end = dice.some(["the inn", "the school", "the market", "the lake"], 2)
    order = list(permutations(stations))
    back = stations[::-1]
    once = dice.flip()
    walk = f"first {stations[0]}, then {stations[1]} and last {stations[2]}"
    if once:
        walk = f"{stations[1]} after {stations[0]} and before {stations[2]}"
    question = (
        f"On the way from {start} to {end}, {who.name} passes {walk}. {who.They} comes back by the same way. In which order does "
        f"{who.they} pass them then?"
    )
    wrong = [one for one in order if list(one) != back]
    return Draft(question, ", ".join(back), tuple(", ".join(one) for one in dice.some(wrong, 3)))


@RULES.named("number thought of")
def _number_thought_of(dice: Dice) -> Draft:
    who = person(dice)
    number, more, times = dice.number(2, 9), dice.number(2, 9), dice.number(2, 4)
    kind = dice.pick(["add", "take", "times", "add and times", "times and add"])
    name = {2: "doubles it", 3: "multiplies it by 3", 4: "multiplies it by 4"}[times]
    if kind == "take":
        number += more
    deeds, result = {
        "add": (f"adds {more}", number + more),
        "take": (f"takes away {more}", number - more),
        "times": (name, number * times),
        "add and times": (
            f"adds {more} and then {name.replace('it', 'the sum', 1)}",
            (number + more) * times,
        ),
        "times and add": (f"{name} and then adds {more}", number * times + more),
    }[kind]
    question = f"{who.name} thinks of a number, {deeds}, and gets {result}. Which number was it?"
    wrong = {
        result + more,
        result - more,
        result,
        result * times,
        result // times,
        result // times - more,
        (result - more) // times,
        number + more,
        number + 1,
        number + times,
    }
    right, others = _numbers(dice, number, wrong)
    return Draft(question, right, others)


@RULES.named("back to the start")
def _back_to_the_start(dice: Dice) -> Draft:
    who = person(dice)
    ways = dice.pick(
        [("north", "south"), ("east", "west"), ("up", "down"), ("to the left", "to the right")]
    )
    one, two = ways if dice.flip() else ways[::-1]
    first, second = dice.some(range(2, 10), 2)
    steps = "steps" if one not in ("up", "down") else "stairs"
    same = dice.flip()
    second_way = one if same else two
    question = (
        f"{who.name} goes {first} {steps} {one} and then {second} {steps} {second_way}. How does {who.they} get back to where "
        f"{who.they} began?"
    )
    total = first + (second if same else -second)
    right = f"{abs(total)} {steps} {two if total > 0 else one}"
    wrong = {
        f"{number} {steps} {way}"
        for number in (abs(total), first + second, abs(first - second), second, first)
        for way in (one, two)
    }
    wrong = {
        w.replace("1 steps", "1 step").replace("1 stairs", "1 stair") if w.startswith("1 ") else w
        for w in wrong
    }
    if right.startswith("1 "):
        right = right.replace("steps", "step").replace("stairs", "stair")
    return Draft(question, right, tuple(dice.some(sorted(wrong - {right}), 3)))


@RULES.named("take apart")
def _take_apart(dice: Dice) -> Draft:
    who = person(dice)
    steps = dice.pick(pools("deeds")["layers"])
    done, undone = steps["done"], steps["undone"][::-1]
    wrong = [one for one in permutations(undone) if list(one) != undone]
    said = f"{who.name} {done[0]}, {done[1]} and {done[2]}."
    ask = dice.pick(
        [
            f"Now {who.they} wants everything as it was. In which order does {who.they} work?",
            f"Later {who.they} undoes all of it. What does {who.they} do, one after the other?",
        ]
    )
    return Draft(
        f"{said} {ask}", ", ".join(undone), tuple(", ".join(one) for one in dice.some(wrong, 3))
    )


@RULES.named("a pile")
def _pile(dice: Dice) -> Draft:
    who = person(dice)
    colours = dice.some(pool("colours"), 4)
    thing = dice.pick(["plate", "book", "brick", "cushion", "box"])
    said = ", ".join(f"the {one} one" for one in colours[1:])
    added = f"{who.name} lays {a(colours[0])} {thing} on the floor and then, always on top, {said}."
    asked = dice.number(0, 2)
    if dice.flip():
        ask = f"{who.They} clears the pile from the top. Which {thing} comes off just after the {colours[asked + 1]} one?"
        right = colours[asked]
        options = [one for one in colours if one != colours[asked + 1]]
    else:
        ask = f"{who.They} clears the pile from the top. Which {thing} comes off just before the {colours[asked]} one?"
        right = colours[asked + 1]
        options = [one for one in colours if one != colours[asked]]
    return among(
        f"{added} {ask}", f"the {right} {thing}", [f"the {one} {thing}" for one in options]
    )


@RULES.named("turned dial")
def _dial(dice: Dice) -> Draft:
    who = person(dice)
    dial = dice.pick(
        ["dial of a safe", "pointer of a compass rose", "wheel of a valve", "hand of a toy clock"]
    )
    quarters = dice.number(1, 3)
    way, back = dice.shuffled(["clockwise", "anticlockwise"])
    names = ["a quarter turn", "half a turn", "three quarters of a turn"]
    again = dice.number(0, 2)
    second = dice.flip() and quarters + again <= 3 and again > 0
    total = quarters + again if second else quarters
    more = f", and then {names[again - 1]} more the same way" if second else ""
    question = (
        f"{who.name} turns the {dial} by {names[quarters - 1]} {way}{more}. It can be turned back only the way it came. How does it "
        f"get back to where it was?"
    )
    options = [f"by {one} {back}" for one in names] + [f"by {names[total - 1]} {way}"]
    return among(question, f"by {names[total - 1]} {back}", options)


@RULES.named("opposite deed")
def _opposite_deed(dice: Dice) -> Draft:
    who = person(dice)
    right, *others = dice.some(pools("deeds")["opposites"], 4)
    ask = dice.pick(
        [
            "What makes it as it was?",
            f"What undoes what {who.they} did?",
            f"What should {who.they} do to have it as before?",
        ]
    )
    question = f"{who.name} {right['did']}. {ask}"
    return Draft(question, right["undo"], tuple(one["undo"] for one in others))


@RULES.named("marbles at first")
def _marbles_at_first(dice: Dice) -> Draft:
    one, two, three = people(dice, 3)
    thing = dice.pick(["marbles", "cards", "stickers", "stamps", "nuts"])
    gave, got, now = dice.number(2, 5), dice.number(2, 5), dice.number(6, 12)
    kind = dice.pick(["gave", "got", "both"])
    first = {"gave": now + gave, "got": now - got, "both": now + gave - got}[kind]
    story = {
        "gave": f"{one.name} gives {gave} {thing} to {two.name}, and lets {three.name} hold one for a moment.",
        "got": f"{one.name} is given {got} {thing} by {two.name}; {three.name} only watches.",
        "both": f"{one.name} gives {gave} {thing} to {two.name} and gets {got} from {three.name}.",
    }[kind]
    question = f"{story} Now {one.they} has {now}. How many {thing} did {one.name} have at first?"
    wrong = {
        now - gave,
        now + got,
        now + gave,
        now - got,
        now + gave + got,
        now,
        now - gave + got,
        first + 1,
        first - 1,
    }
    right, others = _numbers(dice, first, wrong)
    return Draft(question, right, others)


@RULES.named("swapped cups")
def _swapped_cups(dice: Dice) -> Draft:
    who = person(dice)
    colours = dice.some(pool("colours"), 3)
    places = ["left", "middle", "right"]
    first, second = dice.some(
        ["left and the middle", "middle and the right", "left and the right"], 2
    )
    cup = dice.pick(["cup", "box", "hat", "flower pot"])
    order = list(colours)
    for swap in (second, first):
        x, y = (places.index(one) for one in swap.split(" and the "))
        order[x], order[y] = order[y], order[x]
    asked = dice.number(0, 2)
    now = f"a {colours[0]} one on the left, a {colours[1]} one in the middle and a {colours[2]} one on the right".replace(
        "a orange", "an orange"
    )
    question = (
        f"{who.name} swaps the {first} {cup}, and after that the {second} {cup}. Now there stands {now}. Which {cup} stood "
        f"{['on the left', 'in the middle', 'on the right'][asked]} before {who.they} began?"
    )
    return among(question, f"the {order[asked]} one", [f"the {one} one" for one in colours])


@RULES.named("turns on the way")
def _turns(dice: Dice) -> Draft:
    who = person(dice)
    corners = dice.some(
        ["the church", "the post office", "the fountain", "the school", "the bakery"], 2
    )
    turns = [dice.pick(["left", "right"]) for _ in corners]
    start, end = dice.some(["the tower", "the station", "the market", "the museum"], 2)
    other = {"left": "right", "right": "left"}
    asked = dice.number(0, 1)
    said = f"turns {turns[0]} at {corners[0]} and {turns[1]} at {corners[1]}"
    question = (
        f"On foot from {start} to {end}, {who.name} {said}. {who.They} goes back by the same streets. Which way does {who.they} turn at "
        f"{corners[asked]} on the way back?"
    )
    if dice.flip():
        question = (
            f"On foot from {start} to {end}, {who.name} {said}. What are {who.their} turns on the way back by the same streets, "
            f"one after the other?"
        )
        options = [f"{x}, then {y}" for x in ("left", "right") for y in ("left", "right")]
        return among(question, f"{other[turns[1]]}, then {other[turns[0]]}", options)
    return among(question, other[turns[asked]], ["left", "right"])


@RULES.named("poured from jug to jug")
def _poured(dice: Dice) -> Draft:
    who = person(dice)
    drink = dice.pick(["milk", "water", "juice", "tea", "lemonade"])
    first, second = dice.number(2, 5), dice.number(2, 5)
    left, right_now = dice.number(3, 9), dice.number(8, 14)
    question = (
        f"{who.name} pours {first} cups of {drink} from the blue jug into the green one, and then {second} cups from the green one "
        f"into a bowl. Now there are {left} cups in the blue jug and {right_now} in the green one. How many cups were in the "
    )
    if dice.flip():
        number, wrong = (
            left + first,
            {left - first, left, left + first + second, left + second, left + first - second},
        )
        question += "blue jug before?"
    else:
        number = right_now - first + second
        wrong = {
            right_now + first - second,
            right_now,
            right_now - first,
            right_now + second,
            right_now + first + second,
        }
        question += "green jug before?"
    right, others = _numbers(dice, number, wrong)
    return Draft(question, right, others)


@RULES.named("secret writing")
def _secret_writing(dice: Dice) -> Draft:
    who = person(dice)
    word = dice.pick(
        [
            "stone",
            "crate",
            "plant",
            "spoon",
            "chair",
            "bread",
            "flute",
            "grape",
            "mouse",
            "tiger",
            "cloud",
            "brick",
        ]
    )
    kind = dice.pick(["reversed", "first to end", "last to front"])
    made = {
        "reversed": word[::-1],
        "first to end": word[1:] + word[0],
        "last to front": word[-1] + word[:-1],
    }[kind]
    deed = {
        "reversed": "writes a word backwards, from the last letter to the first",
        "first to end": "takes the first letter of a word and writes it at the end",
        "last to front": "takes the last letter of a word and writes it at the front",
    }[kind]
    question = (
        f"For a secret message, {who.name} {deed}. The result is “{made}”. What was the word?"
    )
    wrong = {
        made[::-1],
        made[1:] + made[0],
        made[-1] + made[:-1],
        word[0] + word[1:][::-1],
        word[:2] + word[2:][::-1],
        word[1] + word[0] + word[2:],
    }
    return Draft(question, word, tuple(dice.some(sorted(wrong - {word}), 3)))
