"""Empathy: what somebody else sees, knows, feels and wants."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from runners.abilities.dice import Dice
from runners.abilities.pools import DAYS, Person, a, filled, listed, people, person, pool, pools
from runners.abilities.rules import AbilityRules, DraftedItem, among, some_of

RULES = AbilityRules()


def _which_of(
    dice: Dice, level: int, question: str, who: list[Person], holds: list[bool]
) -> DraftedItem:
    """Which one of three people, or which two of four, something holds of."""

    def said(these: Sequence[Person]) -> str:
        return listed([one.name for one in these])

    right = [one for one, here in zip(who, holds, strict=True) if here]
    return some_of(dice, question, said(right), map(said, combinations(who, level)))


def _group(dice: Dice, level: int) -> tuple[list[Person], list[bool]]:
    """Three people, one of whom something holds of, or four with two."""
    return people(dice, level + 2), dice.shuffled([True] * level + [False] * 2)


@RULES.named("somebody's turn to choose")
def _turn_to_choose(dice: Dice) -> DraftedItem:
    one, two = people(dice, 2)
    mine, hers, his = dice.some(pools("minds")["gear"], 3)
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
    asked, wanted, _ = dice.pick(lines)
    what = dice.pick(["a film", "a programme", "a talk"])
    turn, chooses = (
        ("your", "do you") if asked is None else (f"{asked.name}'s", f"does {asked.name}")
    )
    question = (
        f"Three of you share a television and take turns in choosing what to watch. {' '.join(line for _, _, line in lines)} Tonight it is {turn} turn. "
        f"What {chooses} most likely choose?"
    )
    return among(
        question, f"{what} about {wanted}", [f"{what} about {one}" for one in (mine, hers, his)]
    )


@RULES.named("left behind")
def _left_behind(dice: Dice) -> DraftedItem:
    one, two = people(dice, 2)
    gear: dict[str, str] = pools("minds")["gear"]
    mine, hers, his = dice.some(gear, 3)
    lines = dice.shuffled(
        [f"{one.name} loves {hers}.", f"{two.name} loves {his}.", f"You love {mine}."]
    )
    owner, thing = dice.pick([("you", gear[mine]), (one.name, gear[hers]), (two.name, gear[his])])
    question = f"{' '.join(lines)} After a day together, {thing} has been left behind in the car. Who will miss it most?"
    return among(question, owner, ["you", one.name, two.name])


@RULES.graded("two sides of a card")
def _two_sides(dice: Dice, level: int) -> DraftedItem:
    one, two = people(dice, 2)
    mine, theirs = dice.some(pool("pictures"), 2)
    board = dice.pick(
        ["a stiff card", "a wooden board", "a large poster on a frame", "a folding screen"]
    )
    begin = (
        f"Between you and {one.name} stands {board}. On the side towards you there is {a(mine)}, on the side towards {one.name} {a(theirs)}. "
        f"{two.name} stands at the edge, from where neither side can be seen."
    )
    sees = {"you": mine, one.name: theirs, two.name: None}
    told = []
    for _ in range(level - 1 if level < 3 else 3):
        if dice.flip():
            told.append("You turn it round, so that each side faces the other way.")
            sees = {
                name: {mine: theirs, theirs: mine}.get(seen or "") for name, seen in sees.items()
            }
        else:
            first, second = dice.some(list(sees), 2)
            if second == "you":
                first, second = second, first
            told.append(f"{'You' if first == 'you' else first} and {second} change places.")
            sees[first], sees[second] = sees[second], sees[first]
    asked = dice.pick(list(sees))
    question = f"{' '.join([begin, *told])} What picture {'do you' if asked == 'you' else 'does ' + asked} see now?"
    seen = sees[asked]
    return among(
        question,
        f"the {seen}" if seen else "neither picture",
        [f"the {mine}", f"the {theirs}", "neither picture"],
    )


@RULES.graded("left and right of somebody", (1, 2))
def _left_and_right(dice: Dice, level: int) -> DraftedItem:
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
                f"You sit right behind {who.name} in a boat, and both of you look ahead.",
                f"You stand behind {who.name} in a queue, and both of you look ahead.",
            ]
        )
    )
    side, other = dice.shuffled(["left", "right"])
    asked, mine = dice.pick([(one, side), (two, other)])
    turns = ""
    if level == 2:
        half = dice.flip()
        turns = f" Then {who.name} makes {'a half turn' if half else 'two half turns'}, so that {who.they} looks {'the other way' if half else 'the same way as at first'}."
        facing = facing != half
    theirs = {"left": "right", "right": "left"}[mine] if facing else mine
    question = f"{stand} On your {side} there is {a(one)}, on your {other} {a(two)}.{turns} Where is the {asked} for {who.name}?"
    return among(
        question, f"on {who.their} {theirs}", [f"on {who.their} left", f"on {who.their} right"]
    )


@RULES.graded("moved while away")
def _moved_while_away(dice: Dice, level: int) -> DraftedItem:
    one, two = people(dice, 2)
    thing = dice.pick(pool("things"))
    places = dice.some(pool("containers"), 3 if level == 2 else 2)
    away = dice.pick(
        [
            "goes to fetch some water",
            "goes out to feed the hens",
            "goes to open the door",
            "leaves to make a call",
        ]
    )
    told = [f"{one.name} puts {a(thing)} into the {places[0]} and {away}."]
    believed = expected = places[0]
    watching = True
    for old, new in pairwise(places):
        watching = watching and dice.flip()
        notices = dice.flip()
        believed = new if watching else believed
        saw = f"{one.name} {'watches this through the window' if watching else 'sees and hears nothing of this'}"
        if level == 3:
            saw += {
                (True, True): f", and {two.name} notices it", (True, False): f", but {two.name} does not notice it",
                (False, True): f", and {two.name} knows that", (False, False): f", but {two.name} is sure that {one.name} was watching",
            }[watching, notices]  # fmt: skip
            expected = new if watching == notices else places[0]
        told.append(f"Meanwhile, {two.name} moves the {thing} from the {old} to the {new}. {saw}.")
    ask = f"{one.name} comes back and wants the {thing}. Where does {one.they} look first?"
    right = believed
    if level == 3:
        ask = f"{one.name} comes back. Where does {two.name} expect {one.them} to look for the {thing} first?"
        right = expected
    return among(f"{' '.join(told)} {ask}", f"in the {right}", [f"in the {x}" for x in places])


@RULES.graded("who knows", (1, 2))
def _who_knows(dice: Dice, level: int) -> DraftedItem:
    who, knows = _group(dice, level)
    box = dice.pick(["parcel", "shoe box", "suitcase", "hat box", "chest"])
    ways = {
        True: dice.shuffled(["opens it a little and looks in", "opens it, counts what is in it and closes it again", "has packed it", "is shown by its owner what is in it"]),
        False: dice.shuffled(["only carries it up the stairs", "only sees that it is large and blue", "sits on it to rest", "reads the name of its owner on it", "lifts it and puts it down again"]),
    }  # fmt: skip
    told = " ".join(f"{one.name} {ways[here].pop()}." for one, here in zip(who, knows, strict=True))
    question = f"There is a closed {box} in the hall. {told} They do not talk to each other about it. Who of them {'knows' if level == 1 else 'know'} what is in the {box}?"
    return _which_of(dice, level, question, who, knows)


@RULES.graded("wish and outcome", (1, 2))
def _wish(dice: Dice, level: int) -> DraftedItem:
    one, two = people(dice, 2)
    first, second = dice.some(pools("minds")["lists"]["foods"], 2)
    place = dice.pick(["the school canteen", "the inn", "the camp", "the hostel"])
    likes, dislikes = dice.pick(
        [("hopes for", "would be very unhappy about"), ("longs for", "cannot stand")]
    )
    asked = dice.pick([one, two])
    got, then = dice.some([first, second], 2)
    told = f"On the way to {place}, {one.name} {likes} {first} and {dislikes} {second}. {two.name} {likes} {second} and {dislikes} {first}. On the menu outside it says that today there is nothing but {got}."
    wished = first if asked is one else second
    if level == 2:
        told += f" In truth the cook has burnt all of that, and there is nothing but {then}. {asked.name} has read the menu, but has not heard anything else yet."
    question = f"{told} How does {asked.name} feel {'while ' + asked.they + ' waits' if level == 2 else 'after reading it'}?"
    return among(question, "glad" if wished == got else "disappointed", ["glad", "disappointed"])


@RULES.named("feeling in a situation")
def _feeling(dice: Dice) -> DraftedItem:
    who = person(dice)
    groups = pools("minds")["feelings"]
    group = dice.pick(groups)
    ask = dice.pick(
        ["Which word fits best for {who} at this moment?", "What does {who} most likely feel?"]
    )
    question = filled(f"{dice.pick(group['events'])} {ask}", who)
    return some_of(dice, question, group["feels"], [one["feels"] for one in groups])


@RULES.graded("cooking for guests", (1, 2))
def _cooking(dice: Dice, level: int) -> DraftedItem:
    guests = people(dice, level)
    table = pools("minds")["dishes"]
    diets, parts = dice.shuffled(table["diets"]), table["parts"]

    def dish(*kinds: str) -> str:
        """A dish with one thing of each kind, named in any order."""
        return f"{dice.pick(table['bases'])} with {listed(dice.shuffled([dice.pick(parts[one]) for one in kinds]))}"

    kept, free = diets[:level], [*diets[level:], "anybody"]
    right = dish(dice.pick(diets[level:]), "anybody")
    wrong: set[str] = set()
    while len(wrong) < 3:
        wrong.add(dish(dice.pick(kept), dice.pick(free)))
    own = dice.pick(sorted(wrong))
    eats = listed([f"{one.name} eats {diet}" for one, diet in zip(guests, kept, strict=True)])
    begin = dice.pick(
        [
            f"Tonight you cook for {listed([one.name for one in guests])}. {eats}; you eat everything, and like {own} best.",
            f"You like {own} best. Tonight you have {'a guest' if level == 1 else 'two guests'}: {eats}.",
        ]
    )
    for_all = "" if level == 1 else " both of"
    ask = f"Which of these can you put on the table for{for_all} {guests[0].them if level == 1 else 'them'}?"
    return DraftedItem(f"{begin} {ask}", right, tuple(sorted(wrong)))


@RULES.graded("over the wall", (1, 2))
def _over_the_wall(dice: Dice, level: int) -> DraftedItem:
    who, sees = _group(dice, level)
    wall, stool = dice.number(14, 16) * 10, dice.number(2, 3) * 10
    hidden = dice.pick(["a pond", "a fox asleep", "a tent", "a cart full of hay", "a snowman"])
    eyes = [wall + (1 if here else -1) * dice.number(1, 4) * 5 for here in sees]
    steps = ""
    if level == 2:
        up = dice.below(len(who))
        eyes[up] -= stool
        steps = f" {who[up].name} climbs on a stool that is {stool} centimetres high."
    told = listed([f"those of {one.name} {x}" for one, x in zip(who, eyes, strict=True)])
    question = (
        f"Close behind a wall that is {wall} centimetres high there is {hidden}, not even half as high. In front of the wall stand {listed([one.name for one in who])}. "
        f"Their eyes are so many centimetres above the ground: {told}.{steps} You look down from a tree and see everything. Who else can look over the wall?"
    )
    return _which_of(dice, level, question, who, sees)


@RULES.named("note in a language")
def _note(dice: Dice) -> DraftedItem:
    who = people(dice, 3)
    speaks = dice.some(pools("minds")["lists"]["languages"], 3)
    wanted = dice.number(0, 2)
    told = listed(
        [f"{one.name} reads only {language}" for one, language in zip(who, speaks, strict=True)]
    )
    begin = f"{told}. You know all three languages."
    if dice.flip():
        question = f"{begin} You leave a note in {speaks[wanted]} on the door. Who can read it?"
        return among(question, who[wanted].name, [one.name for one in who])
    ask = f"{who[wanted].name} is to feed the cat tonight, and you leave a note about it. In which language do you write it?"
    return among(f"{begin} {ask}", speaks[wanted], speaks)


@RULES.graded("what the tin says", (1, 2))
def _tin(dice: Dice, level: int) -> DraftedItem:
    one, two = people(dice, 2)
    label, inside = dice.some(pools("minds")["lists"]["in_tins"], 2)
    where = dice.pick(["on the shelf", "on the counter", "in the cupboard"])
    knows = dice.pick(["has opened it and looked", "was there when it was filled"])
    lines = dice.shuffled(
        [f"{one.name} {knows}.", f"{two.name} has never seen it before and cannot look in."]
    )
    begin = f"A closed tin {where} has a label that says “{label}”. In truth there are {inside} in it. {' '.join(lines)}"
    if level == 1:
        asked = dice.pick([one, two])
        question = f"{begin} What does {asked.name} think is in the tin?"
        return among(question, inside if asked is one else label, [label, inside])
    told = dice.flip()
    begin += f" {one.name} {'tells' if told else 'has not told'} {two.name} what is in it."
    asked = two if dice.flip() else one
    ask = (
        f"What does {two.name} think is in the tin?"
        if asked is two
        else f"{one.name} is asked what {two.name} thinks is in the tin. What does {one.they} say?"
    )
    return among(f"{begin} {ask}", inside if told else label, [label, inside])


@RULES.graded("who heard it", (1, 2))
def _who_heard(dice: Dice, level: int) -> DraftedItem:
    who, hears = _group(dice, level)
    sound, verb = dice.pick(
        [("doorbell", "rings"), ("telephone", "rings"), ("kettle", "whistles"), ("dog", "barks")]
    )
    ways = {
        True: dice.shuffled(["is reading right beside it", "is quietly peeling apples next to it", "is sitting next to it and drawing"]),
        False: dice.shuffled(["is listening to loud music with headphones", "is asleep with earplugs in", "is mowing the lawn at the far end of the garden", "is out shopping in the next town"]),
    }  # fmt: skip
    told = " ".join(f"{one.name} {ways[here].pop()}." for one, here in zip(who, hears, strict=True))
    question = f"In the house the {sound} {verb} once, and you hear it. {told} Who of them {'notices' if level == 1 else 'notice'} that the {sound} {verb}?"
    return _which_of(dice, level, question, who, hears)


@RULES.graded("told in the meantime")
def _told(dice: Dice, level: int) -> DraftedItem:
    who = people(dice, level + 2)
    event = dice.pick(
        ["trip to the lake", "football match", "concert", "puppet show", "school party"]
    )
    days = dice.some(DAYS[:6], 2 if level == 1 else 3)
    told = [f"{listed([one.name for one in who])} have heard that the {event} is on {days[0]}."]
    belief = {one.name: days[0] for one in who}
    for old, new in pairwise(days):
        reader, other, *others = dice.some(who, len(who))
        reached = dice.flip()
        rings = f"at once tells {other.name}, but not {listed([one.name for one in others], 'or')}"
        if not reached:
            rings = f"tries to ring {other.name}, but reaches nobody"
        told.append(
            f"Then it is put off from {old} until {new}. {reader.name} reads this in the newspaper and {rings}."
        )
        belief |= {reader.name: new} | ({other.name: new} if reached else {})
    asked = dice.pick(who)
    question = f"{' '.join(told)} When does {asked.name} think the {event} is?"
    return among(question, f"on {belief[asked.name]}", [f"on {one}" for one in days])
