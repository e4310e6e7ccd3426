"""Semiotic function: one thing stands for another.

Some signs are everybody's (`words/symbols.toml`); others are agreed on in the question
(`words/agreed.toml`), so that nothing but the agreement says what they mean.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from runners.abilities.dice import Dice
from runners.abilities.facts import LEVELS, on_facts
from runners.abilities.pools import DAYS, a, listed, people, person, pool, pools
from runners.abilities.rules import AbilityRules, DraftedItem, among, near, number_of, some_of

RULES = AbilityRules()

for _name, _table in pools("symbols").items():
    RULES.graded(_name, LEVELS)(on_facts(_table))


def _signs(name: str, dice: Dice, count: int) -> list[Any]:
    """So many signs, or rows of a sign and its meanings, of a list of `words/agreed.toml`."""
    return dice.some(pools("agreed")[name], count)


@RULES.graded("pretend play")
def _pretend_play(dice: Dice, level: int) -> DraftedItem:
    who, other = people(dice, 2)
    size = level + 2
    props, roles = _signs("props", dice, size), _signs("roles", dice, size)
    told = listed([f"the {prop} is the {role}" for prop, role in zip(props, roles, strict=True)])
    if level == 3:
        one, two = dice.some(range(size), 2)
        told += (
            f". After a while they agree that the {props[one]} and the {props[two]} change roles"
        )
        roles[one], roles[two] = roles[two], roles[one]
    asked = dice.number(0, size - 1)
    deed = dice.pick(
        ["hides", "picks up", "drops", "sits down on", "runs away from", "carries away"]
    )
    if dice.flip():
        right, options = roles[asked], roles
        ask = f"Now {who.name} {deed} the {props[asked]}. What is it in the game?"
    else:
        right, options = props[asked], props
        ask = f"Now {other.name}, in the game, {deed} the {roles[asked]}. Which real thing is it?"
    question = f"{who.name} and {other.name} agree on a game: {told}. {ask}"
    return some_of(dice, question, f"the {right}", [f"the {one}" for one in options])


@RULES.graded("legend of a map")
def _legend(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    signs, meant = _signs("map_signs", dice, level + 2), _signs("map_things", dice, level + 2)
    legend = dict(zip(signs, meant, strict=True))
    told = "; ".join(f"{sign} for a {one}" for sign, one in legend.items())
    begin = f"The mapmaker used these signs: {told}."
    here, there = dice.some(signs, 2)
    if level == 1 and dice.flip():
        ask = f"{who.name} adds the {legend[here]} that was forgotten. What does {who.they} draw?"
        return some_of(dice, f"{begin} {ask}", here, signs)
    ask = f"On the map, {here} is next to the camp and {there} is far away from it. What is really {{}} the camp?"
    beside = dice.flip()
    return some_of(
        dice,
        f"{begin} {ask.format('next to' if beside else 'far away from')}",
        f"a {legend[here if beside else there]}",
        [f"a {one}" for one in meant],
    )


@RULES.graded("two signs in one")
def _two_signs(dice: Dice, level: int) -> DraftedItem:
    kinds = 2 if level < 3 else 3
    shapes, animals = _signs("shapes", dice, kinds), dice.some(pool("animals"), kinds)
    marks = _signs("marks", dice, 1 if level == 1 else 2)
    told = listed([f"{a(x)} stands for {a(y)}" for x, y in zip(shapes, animals, strict=True)])
    rules = " ".join(
        f"With {mark} it means that the animal is {yes}, without it that it is {no}."
        for mark, yes, no in marks
    )
    which, has = dice.number(0, kinds - 1), [dice.flip() for _ in marks]
    shown = listed(
        [
            f"{'with' if here else 'without'} {mark[0]}"
            for mark, here in zip(marks, has, strict=True)
        ]
    )

    def said(animal: str, holds: tuple[bool, ...]) -> str:
        return f"the {animal} is {listed([mark[1] if one else mark[2] for mark, one in zip(marks, holds, strict=True)])}"

    place = dice.pick(["zoo keepers", "farm hands", "vets", "stable hands"])
    question = f"On a board for {place}, {told}. {rules} Today the board shows {a(shapes[which])} {shown}. What does that say?"
    options = [
        said(animal, holds)
        for animal in animals
        for holds in product((True, False), repeat=len(marks))
    ]
    return some_of(dice, question, said(animals[which], tuple(has)), options)


@RULES.graded("invented language")
def _invented_language(dice: Dice, level: int) -> DraftedItem:
    who, other = people(dice, 2)
    nouns, kinds = _signs("nouns", dice, 2), _signs("qualities", dice, 2)
    starts, ends = _signs("syllables", dice, 6), _signs("syllables", dice, 6)
    words = [x + y for x, y in zip(starts, ends, strict=True)]
    known = ", ".join(
        f"“{word}” means {meaning}" for word, meaning in zip(words, [*nouns, *kinds], strict=False)
    )
    noun, kind = dice.number(0, 1), dice.number(0, 1)
    first = dice.flip()
    said = [words[2 + kind], words[noun]] if first else [words[noun], words[2 + kind]]
    rule = f"What a thing is like is said {'before' if first else 'after'} its name."
    if level > 1:
        rule += f" A word with “{starts[4]}-” in front of it means the opposite."
    meaning = f"{kinds[kind]} {nouns[noun]}"
    options = [f"{x} {y}" for y in nouns for x in kinds]
    if level > 1:
        denied = dice.flip()
        said = [f"{starts[4]}-{one}" if one == words[2 + kind] and denied else one for one in said]
        meaning = f"{nouns[noun]} that is {'not ' if denied else ''}{kinds[kind]}"
        options = [f"{y} that is {no}{x}" for y in nouns for x in kinds for no in ("", "not ")]
    question = f"{who.name} and {other.name} have a secret language: {known}. {rule} {who.name} whispers: “{' '.join(said)}”. What is {who.they} talking about?"
    return some_of(dice, question, meaning, options)


@RULES.graded("counters for a herd")
def _counters(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    counters = dice.some(["bean", "pebble", "nut", "shell", "button"], level + 1)
    animal = dice.pick(["sheep", "goats", "cows", "geese"])
    values = [1, dice.pick([5, 10]), 50, 100][: level + 1]
    each = [
        f"each {one} stands for {value} {animal}"
        for one, value in zip(counters, values, strict=True)
    ]
    each[0] = f"each {counters[0]} stands for one of the {animal}"
    many = [dice.number(2, 4) for _ in counters]
    right = sum(x * y for x, y in zip(many, values, strict=True))
    there = dice.shuffled([f"{x} {one}s" for x, one in zip(many, counters, strict=True)])
    question = (
        f"{who.name} cannot write, and keeps count of {who.their} {animal} with small things in a bag: {', '.join(each)}. This evening there are "
        f"{listed(there)} in the bag. How many {animal} does {who.they} have?"
    )
    swapped = [
        sum(x * y for x, y in zip(order, values, strict=True))
        for order in (many[::-1], many[1:] + many[:1])
    ]
    slips = {sum(many), *swapped, *near([right], [values[1], values[-1], 1])}
    return number_of(dice, question, right, slips, least=1)


@RULES.graded("flags of a harbour")
def _flags(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    colours, messages = dice.some(pool("colours"), level + 2), _signs("messages", dice, level + 2)
    flags = dict(zip(colours, messages, strict=True))
    rule = "; ".join(f"{colour} for “{one}”" for colour, one in flags.items())
    up, told = dice.pick(colours), []
    now = up
    for hour in range(level):
        new = dice.pick([one for one in colours if one != now])
        told.append(
            f"At {10 + hour} o'clock the {now} one is taken down and the {new} one hoisted."
        )
        now = new
    question = (
        f"The harbour has a flag for each message: {rule}. Only a flag that is up counts. In the morning the {up} flag is up. {' '.join(told)} "
        f"{who.name} comes in the afternoon. What do the flags tell {who.them}?"
    )
    return some_of(dice, question, flags[now], messages)


@RULES.graded("pictures in a diary")
def _diary(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    signs = _signs("diary", dice, level + 2)
    days = dice.some(DAYS[:5], level + 2)
    legend = ", ".join(f"{sign} stands for “{meaning}”" for sign, meaning in dice.shuffled(signs))
    entries = dict(zip(days, signs, strict=True))
    told = "; ".join(f"{day}: {sign}" for day, (sign, _) in entries.items())
    begin = f"{who.name} draws in a diary instead of writing. There, {legend}. This week's entries are {told}."
    if level == 3:
        one, two = dice.some(days, 2)
        begin += f" Then the plans for {one} and {two} are exchanged."
        entries[one], entries[two] = entries[two], entries[one]
    asked = dice.pick(days)
    if dice.flip():
        question = f"{begin} What is planned for {asked}?"
        return some_of(dice, question, entries[asked][1], [one for _, one in signs])
    return some_of(dice, f"{begin} On which day is the entry “{entries[asked][1]}”?", asked, days)


@RULES.graded("plan with a scale")
def _plan(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    unit = dice.pick([2, 3, 5, 10])
    place = dice.pick(["playground", "garden", "market square", "schoolyard", "barn"])
    mark, marks = dice.pick(
        [("square", "squares"), ("matchstick", "matchsticks"), ("bead", "beads")]
    )
    first, second = dice.number(3, 9), dice.number(2, 8)
    begin = (
        f"On {who.name}'s plan of the {place}, one {mark} stands for {unit} steps. From the gate to the pump it is {first} {marks} on the plan, "
        f"and from the pump to the shed {second} {marks}."
    )
    if level == 1:
        ask, right = "How many steps is it really from the gate to the pump?", first * unit
    elif level == 2:
        ask = "How many steps is it really from the gate to the pump and on to the shed?"
        right = (first + second) * unit
    else:
        ask = f"From the shed to the well it is really {unit * (first + 1)} steps. How many {marks} must be drawn between them?"
        right = first + 1
    steps = {first * unit, second * unit, (first + second) * unit}
    slips = {*steps, first + unit, first + second, *near([right], [unit, 1]), 2 * right}
    return number_of(dice, f"{begin} {ask}", right, slips, least=1)


@RULES.graded("word for another word")
def _word_for_another(dice: Dice, level: int) -> DraftedItem:
    who, other = people(dice, 2)
    words = dice.some(pool("things"), level + 2)
    meant = dict(zip(words, words[1:] + words[:1], strict=True))
    told = listed([f"“{word}” for {a(thing)}" for word, thing in meant.items()])
    said = dice.pick(words)
    begin = f"For a day {who.name} and {other.name} swap words: they say {told}."
    if dice.flip():
        ask = f"{who.name} asks: “Please give me the {said}.” What does {other.name} bring?"
        return some_of(dice, f"{begin} {ask}", a(meant[said]), map(a, words))
    ask = (
        f"{other.name} would like {a(meant[said])}. For what does {other.they} ask, in these words?"
    )
    return some_of(dice, f"{begin} {ask}", f"“{said}”", [f"“{one}”" for one in words])


@RULES.graded("names are agreed", (1, 2))
def _names_are_agreed(dice: Dice, level: int) -> DraftedItem:
    sounds: dict[str, str] = pools("facts")["sound"]["things"]
    one, two, three, four = dice.some([thing.split()[-1] for thing in sounds], 4)
    sound = {thing.split()[-1]: word for thing, word in sounds.items()}
    named = {one: two, two: one} if level == 1 else {one: two, two: three, three: one}
    agreed = listed([f"every {animal} “{name}”" for animal, name in named.items()])
    begin = f"Suppose that all people agree to call {agreed}; the animals stay as they are."
    really, called = dice.pick(list(named.items()))
    if dice.flip():
        return among(
            f"{begin} An animal of the sort that is now called “{called}” makes itself heard. What does it do?",
            f"it {sound[really]}",
            [f"it {sound[x]}" for x in (one, two, three, four)],
        )
    question = f"{begin} Behind a hedge an animal {sound[really]}. What is it called now?"
    return among(question, f"“{called}”", [f"“{x}”" for x in (one, two, three, four)])


@RULES.graded("picture writing", (2, 3))
def _picture_writing(dice: Dice, level: int) -> DraftedItem:
    who = person(dice)
    shapes = _signs("shapes", dice, 4)
    actors = dice.some(["hunter", "farmer", "fisherman", "shepherd"], 2)
    deeds = dice.some(["helps", "follows", "calls", "visits"], 2)
    meaning = [f"the {actors[0]}", f"the {actors[1]}", deeds[0], deeds[1]]
    told = listed(
        [f"{a(shape)} stands for “{one}”" for shape, one in zip(shapes, meaning, strict=True)]
    )
    first, deed = dice.number(0, 1), dice.number(0, 1)
    row = [shapes[first], shapes[2 + deed], shapes[1 - first]]
    backwards = level == 3 and dice.flip()
    way = "from the right to the left" if backwards else "from the left to the right"
    row = row[::-1] if backwards else row
    question = f"{who.name} finds an old message in pictures. In it, {told}. It is read {way}. On the stone there are, from the left to the right, {listed([a(one) for one in row])}. What does it say?"
    options = [f"{meaning[x]} {meaning[2 + d]} {meaning[1 - x]}" for x in (0, 1) for d in (0, 1)]
    return among(question, f"{meaning[first]} {meaning[2 + deed]} {meaning[1 - first]}", options)
