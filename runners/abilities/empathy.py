"""Empathy: what somebody else sees, knows, feels and wants."""

from __future__ import annotations

from runners.abilities.dice import Dice
from runners.abilities.pools import Person, a, people, person, pool, pools
from runners.abilities.rules import Draft, Rules, among

RULES = Rules()


def _which_of_two(question: str, one: Person, two: Person, holds: tuple[bool, bool]) -> Draft:
    """Of whom of two people something holds."""
    options = [f"only {one.name}", f"only {two.name}", "both of them", "neither of them"]
    order = [(True, False), (False, True), (True, True), (False, False)]
    return among(question, options[order.index(holds)], options)


@RULES.named("somebody's turn to choose")
def _turn_to_choose(dice: Dice) -> Draft:
    one, two = people(dice, 2)
    mine, hers, his = dice.some(pools("minds")["hobbies"], 3)
    loves = dice.pick(
        ["spends every free hour on", "talks of nothing but", "could go on all day about"]
    )
    lines = dice.shuffled(
        [
            (None, mine, f"You yourself love {mine}."),
            (one, hers, f"{one.name} {loves} {hers}."),
            (two, his, f"{two.name}'s great joy is {his}."),
        ]
    )
    asked, wanted, _ = lines[dice.number(0, 2)]
    what = dice.pick(["a film", "a programme", "a talk"])
    turn = "your" if asked is None else f"{asked.name}'s"
    chooses = "do you" if asked is None else f"does {asked.name}"
    question = (
        f"Three of you share a television and take turns in choosing what to watch. "
        f"{' '.join(line for _, _, line in lines)} Tonight it is {turn} turn. What {chooses} most "
        f"likely choose?"
    )
    return among(
        question, f"{what} about {wanted}", [f"{what} about {one}" for one in (mine, hers, his)]
    )


@RULES.named("two sides of a card")
def _two_sides(dice: Dice) -> Draft:
    one, two = people(dice, 2)
    mine, theirs = dice.some(pool("pictures"), 2)
    board = dice.pick(
        ["a stiff card", "a wooden board", "a large poster on a frame", "a folding screen"]
    )
    asked = dice.pick(["you", "one", "two"])
    turned = dice.flip()
    turn = "Then you turn it round, so that each side faces the other way. " if turned else ""
    question = (
        f"Between you and {one.name} stands {board}. On the side towards you there is {a(mine)}, on the side towards "
        f"{one.name} {a(theirs)}. {two.name} stands right at the edge, and from there neither side can be seen. {turn}"
        f"What picture {'do you' if asked == 'you' else 'does ' + (one if asked == 'one' else two).name} see now?"
    )
    sees = {"you": theirs if turned else mine, "one": mine if turned else theirs}
    right = f"the {sees[asked]}" if asked in sees else "neither picture"
    return among(question, right, [f"the {mine}", f"the {theirs}", "neither picture"])


@RULES.named("left and right of somebody")
def _left_and_right(dice: Dice) -> Draft:
    who = person(dice)
    one, two = dice.some(pool("things"), 2)
    facing = dice.flip()
    stand = (
        dice.pick(
            [
                f"You and {who.name} sit at a table, facing each other.",
                f"{who.name} stands opposite you and looks at you.",
            ]
        )
        if facing
        else dice.pick(
            [
                f"You sit right behind {who.name} in the boat, and both of you look ahead.",
                f"You stand behind {who.name} in the queue, both facing the same way.",
            ]
        )
    )
    side, other = dice.shuffled(["left", "right"])
    asked, mine = dice.pick([(one, side), (two, other)])
    theirs = {"left": "right", "right": "left"}[mine] if facing else mine
    question = f"{stand} On your {side} lies {a(one)}, on your {other} {a(two)}. Where is the {asked} for {who.name}?"
    return among(
        question, f"on {who.their} {theirs}", [f"on {who.their} left", f"on {who.their} right"]
    )


@RULES.named("moved while away")
def _moved_while_away(dice: Dice) -> Draft:
    one, two = people(dice, 2)
    thing = dice.pick(pool("things"))
    first, second = dice.some(pool("containers"), 2)
    knows = dice.flip()
    while_away = dice.pick(
        [
            "goes to fetch some water",
            "goes out to feed the hens",
            "goes to open the door",
            "leaves to make a call",
        ]
    )
    seen = dice.pick(
        [
            f"Through the window, {one.name} sees {two.them} do it.",
            f"On the way, {one.name} turns round and watches all of it.",
        ]
        if knows
        else [
            f"{one.name} hears and sees nothing of it.",
            f"{one.name} does not notice, and nobody mentions it.",
        ]
    )
    question = (
        f"{one.name} puts {a(thing)} into the {first} and {while_away}. Meanwhile, {two.name} moves the {thing} from the "
        f"{first} to the {second}. {seen} {one.name} comes back and wants the {thing}. Where does {one.they} look "
        f"first?"
    )
    return among(
        question, f"in the {second if knows else first}", [f"in the {first}", f"in the {second}"]
    )


@RULES.named("who knows")
def _who_knows(dice: Dice) -> Draft:
    one, two = people(dice, 2)
    box = dice.pick(["parcel", "shoe box", "suitcase", "paper bag", "chest"])
    ways = {
        True: [
            "opens it a little and looks in",
            "takes off the lid and sees what is in it",
            "has packed it",
        ],
        False: [
            "only carries it up the stairs",
            "only sees that it is large and blue",
            "sits on it to rest",
            "reads the address on it",
        ],
    }
    knows = dice.flip(), dice.flip()
    deeds = [dice.pick(ways[one]) for one in knows]
    if deeds[0] == deeds[1]:
        deeds[1] = {
            True: "is shown by the sender what is in it",
            False: "lifts it and puts it down again",
        }[knows[1]]
    question = (
        f"There is a closed {box} in the hall. {one.name} {deeds[0]}. {two.name} {deeds[1]}. The two of them do not talk "
        f"about it. Who knows what is in the {box}?"
    )
    return _which_of_two(question, one, two, knows)


@RULES.named("wish and outcome")
def _wish(dice: Dice) -> Draft:
    one, two = people(dice, 2)
    first, second = dice.some(pools("minds")["foods"], 2)
    place = dice.pick(["the school canteen", "the inn", "the camp", "grandmother's kitchen"])
    likes = dice.pick(
        [("hopes that there will be", "would be very unhappy about"), ("longs for", "cannot stand")]
    )
    asked = dice.pick([one, two])
    got = dice.pick([first, second])
    glad = got == (first if asked is one else second)
    question = (
        f"On the way to {place}, {one.name} {likes[0]} {first} and {likes[1]} {second}. {two.name} {likes[0]} {second} and "
        f"{likes[1]} {first}. Today there is nothing but {got}. How does {asked.name} feel?"
    )
    return among(question, "glad" if glad else "disappointed", ["glad", "disappointed"])


@RULES.named("feeling in a situation")
def _feeling(dice: Dice) -> Draft:
    who = person(dice)
    groups = pools("minds")["feelings"]
    group = dice.pick(groups)
    event = dice.pick(group["events"])
    for slot, word in (
        ("who", who.name),
        ("they", who.they),
        ("them", who.them),
        ("their", who.their),
    ):
        event = event.replace(f"{{{slot}}}", word)
    ask = dice.pick(
        [
            f"Which word fits best for {who.name} at this moment?",
            f"What does {who.name} most likely feel?",
        ]
    )
    others = [one["feels"] for one in groups if one is not group]
    return Draft(f"{event} {ask}", group["feels"], tuple(dice.some(others, dice.number(2, 3))))


@RULES.named("cooking for a guest")
def _cooking(dice: Dice) -> Draft:
    who = person(dice)
    diet, dishes = dice.pick(list(pools("minds")["diets"].items()))
    right = dice.pick(dishes["without"])
    wrong = dice.some(dishes["with"], 3)
    own = dice.pick(wrong)
    begin = dice.pick(
        [
            f"{who.name} is coming to dinner. {who.They} eats {diet}; you eat everything, and like {own} best.",
            f"You like {own} best. Tonight {who.name} is your guest, who eats {diet}.",
        ]
    )
    question = f"{begin} Which of these can you put on the table for {who.them}?"
    return Draft(question, right, tuple(wrong))


@RULES.named("over the wall")
def _over_the_wall(dice: Dice) -> Draft:
    one, two = people(dice, 2)
    wall = dice.number(12, 16) * 10
    sees = dice.flip(), dice.flip()
    eyes = [wall + dice.number(1, 3) * 10 if one else wall - dice.number(1, 4) * 10 for one in sees]
    hidden = dice.pick(["a pond", "a fox asleep", "a tent", "a cart full of hay", "a snowman"])
    question = (
        f"Close behind a wall that is {wall} centimetres high there is {hidden}, not even half as high. In front of the "
        f"wall stand {one.name}, whose eyes are {eyes[0]} centimetres above the ground, and {two.name}, whose eyes are "
        f"at {eyes[1]} centimetres. You look down from a tree and see everything. Who can look over the wall, too?"
    )
    return _which_of_two(question, one, two, sees)


@RULES.named("note in a language")
def _note(dice: Dice) -> Draft:
    one, two, three = people(dice, 3)
    first, second, third = dice.some(pools("minds")["languages"], 3)
    speaks = dice.shuffled([first, second, third])
    wanted = dice.number(0, 2)
    who = (one, two, three)
    listing = (
        f"{one.name} reads only {speaks[0]}, {two.name} only {speaks[1]} and {three.name} only {speaks[2]}. "
        f"You know all three languages."
    )
    if dice.flip():
        question = f"{listing} You leave a note in {speaks[wanted]} on the door. Who can read it?"
        return among(question, who[wanted].name, [x.name for x in who])
    question = (
        f"{listing} {who[wanted].name} is to feed the cat tonight, and you leave a note about it. In which language do you "
        f"write it?"
    )
    return among(question, speaks[wanted], speaks)


@RULES.named("what the tin says")
def _tin(dice: Dice) -> Draft:
    one, two = people(dice, 2)
    label, inside = dice.pick(pools("minds")["tins"]), dice.pick(pools("minds")["contents"])
    asked = dice.pick([one, two])
    where = dice.pick(["on the shelf", "on the counter", "in the cupboard"])
    looks = dice.pick(["has opened it and looked", "was there when it was filled"])
    lines = dice.shuffled(
        [f"{one.name} {looks}.", f"{two.name} has never seen it before and cannot look in."]
    )
    question = (
        f"A closed tin {where} has a label that says “{label}”. In truth there are {inside} in it. {' '.join(lines)} What does "
        f"{asked.name} think is in the tin?"
    )
    return among(question, inside if asked is one else label, [label, inside])


@RULES.named("who heard it")
def _who_heard(dice: Dice) -> Draft:
    one, two = people(dice, 2)
    sound = dice.pick(["the doorbell", "the telephone", "the kettle whistle", "the dog bark"])
    sound_is = {"the kettle whistle": "the kettle", "the dog bark": "the dog"}.get(sound, sound)
    ways = {
        True: [
            "is reading right beside it",
            "is quietly peeling apples in the same room",
            "is sitting next to it and drawing",
        ],
        False: [
            "is listening to loud music with headphones",
            "is fast asleep with plugs in the ears",
            "is mowing the lawn at the other end of the garden",
            "is out shopping in the next town",
        ],
    }
    hears = dice.flip(), dice.flip()
    first = dice.pick(ways[hears[0]])
    second = dice.pick([way for way in ways[hears[1]] if way != first])
    verb = {
        "the doorbell": "rings",
        "the telephone": "rings",
        "the kettle whistle": "whistles",
        "the dog bark": "barks",
    }[sound]
    question = (
        f"In the house {sound_is} {verb} once, and you hear it. {one.name} {first}. {two.name} {second}. Who of the two "
        f"notices that {sound_is} {verb}?"
    )
    return _which_of_two(question, one, two, hears)


@RULES.named("told in the meantime")
def _told(dice: Dice) -> Draft:
    one, two, three = people(dice, 3)
    event = dice.pick(
        ["trip to the lake", "football match", "concert", "puppet show", "school party"]
    )
    old, new = dice.some(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"], 2)
    told = dice.flip()
    asked = dice.pick([one, two])
    message = (
        f"{three.name} rings {two.name} and tells {two.them} at once"
        if told
        else f"{three.name} wants to ring {two.name}, but cannot reach {two.them}"
    )
    question = (
        f"{one.name} and {two.name} have heard that the {event} is on {old}. Then it is put off until {new}. {one.name} reads "
        f"about it in the newspaper. {message}. When does {asked.name} think the {event} is?"
    )
    right = new if asked is one or told else old
    return among(question, f"on {right}", [f"on {old}", f"on {new}"])
