"""Deeds undone, by trying every option forwards or running the story backwards."""

from __future__ import annotations

import re

from tests.runners.abilities.solver.reading import answered, found, only, sentences

_OPPOSITE = {"north": "south", "east": "west", "to the left": "to the right", "uphill": "downhill"}
_UNDO = (
    ("frozen", "thaw"), ("blown up", "air out"), ("zipped", "other way"), ("wound", "unwind"), ("tied", "untie"), ("rolled up", "flat"), ("screwed", "other way"),
    ("bathtub", "plug"), ("hourglass", "once more"), ("folded", "unfold"), ("pulled up", "let it down"), ("buttoned", "open the"), ("plaited", "loosen"),
    ("stacked", "off each other"), ("melted", "cool"), ("locked", "key back"), ("mixed", "sort"), ("walked to the top", "go down"),
)  # fmt: skip
_LASTS = r"burnt|fried|sawn|shaved|eaten|ground|broken|baked|felled|struck|cracked|poured|cut a|picked|boiled|torn"
_TAKEN_OFF = (
    ("vest", "shirt", "jumper", "coat", "scarf"), ("unwraps", "vase out", "string", "the box out", "opens the bag"), ("sock", "boot", "laces", "unstraps", "cover"),
    ("out the letter", "opens the env", "envelope out", "unlocks", "cloth"), ("baby", "blanket", "strap", "hood", "rain cover"), ("wheel", "nuts", "cap", "star", "sack"),
)  # fmt: skip
"""What was put on first, second and so on, by a word of the step that takes it off."""


def solve(question: str, options: list[str]) -> str:
    return answered(
        question, options,
        (
            (r"candle", _candle), (r" passes ", _passed), (r"thinks of a number", _number), (r"where (?:she|he) began", _steps), (r"clears the pile", _pile),
            (r"clockwise", _dial), (r"at first\?", _at_first), (r"change places", _swaps), (r"On foot", _turns), (r"cups were in the", _jugs),
            (r"secret message", _secret), (r"undoes all of it|everything as it was", _apart), (r"Only one of these can", _final), (r"At what time did", _began), (r"", _undone),
        ),
    )  # fmt: skip


def _undone(text: str, options: list[str]) -> str:
    (undo,) = [
        undo
        for did, undo in _UNDO
        if f"has {did}" in text or (did in ("bathtub", "hourglass") and did in text)
    ]
    return only(options, lambda option: undo in option)


def _final(text: str, options: list[str]) -> str:
    return only(options, lambda option: bool(re.match(_LASTS, option)) == ("never" in text))


def _candle(text: str, options: list[str]) -> str:
    rate = int(found(r"(?:gets|loses) (\d+) centimetre", text)[0])
    hours = sum(map(int, re.findall(r"burnt (?:again )?for (\d+) hours", text)))
    left = int(found(r"(\d+) centimetres of it are left", text)[0])
    broken = re.search(r"a piece of (\d+) centimetres broke", text)
    return only(
        options,
        lambda option: (
            int(option.split()[0]) - rate * hours - (int(broken[1]) if broken else 0) == left
        ),
    )


def _passed(text: str, options: list[str]) -> str:
    start, end = found(r"way from (.+?) to (.+?), ", text)
    if listed := re.search(r"passes first (.+?) and last (.+?)\.", text):
        way = [*listed[1].split(", then "), listed[2]]
    else:
        middle, first, last = found(r"passes (.+?) after (.+?) and before (.+?)\.", text)
        way = [first, middle, last]
    back = [end, *reversed(way), start]
    if asked := re.search(r"pass then (next after|just before) (.+)\?", text):
        return back[back.index(asked[2]) + (1 if asked[1] == "next after" else -1)]
    return ", ".join(back[1:-1])


def _number(text: str, options: list[str]) -> str:
    result = int(found(r"gets (\d+)\.", text)[0])
    deeds = re.findall(r"adds (\d+)|takes away (\d+)|(doubles)|(halves)", text)

    def forwards(number: float) -> float:
        for plus, minus, double, half in deeds:
            number += int(plus or 0) - int(minus or 0)
            number *= 2 if double else 0.5 if half else 1
        return number

    return only(options, lambda option: forwards(int(option)) == result)


def _steps(text: str, options: list[str]) -> str:
    signs = {way: sign for one, two in _OPPOSITE.items() for way, sign in ((one, 1), (two, -1))}

    def walked(told: str) -> int:
        return sum(
            int(number) * signs[way]
            for number, way in re.findall(rf"(\d+) steps ({'|'.join(signs)})", told)
        )

    at = walked(text.split(". ", maxsplit=1)[0])
    return only(options, lambda option: at + walked(option) == 0)


def _apart(text: str, options: list[str]) -> str:
    def layer(part: str) -> int:
        (at,) = [n for n, word in enumerate(layers) if word in part]
        return at

    asked = re.search(r"just after (?:she|he) (.+)\?", text)
    every = [*options, *([asked[1]] if asked else [])]
    (layers,) = [
        one
        for one in _TAKEN_OFF
        if all(any(word in part for word in one) for option in every for part in option.split(", "))
    ]
    if asked:
        below = [one for one in options if layer(one) < layer(asked[1])]
        return max(below, key=layer)
    return only(
        options,
        lambda option: (
            (at := [layer(one) for one in option.split(", ")]) == sorted(at, reverse=True)
        ),
    )


def _pile(text: str, options: list[str]) -> str:
    story = text.split(" clears the pile", maxsplit=1)[0]
    first, thing = found(r"lays an? (\w+) (\w+) on the floor", story)
    pile = [first, *re.findall(r"the (\w+) one", sentences(story)[0])]
    if change := re.search(r"lets the (\w+) one and the (\w+) one change", story):
        swap = {change[1]: change[2], change[2]: change[1]}
        pile = [swap.get(one, one) for one in pile]
    when, asked = found(r"just (before|after) the (\w+) one", text)
    off = pile[::-1]
    return f"the {off[off.index(asked) + (1 if when == 'after' else -1)]} {thing}"


_TURNS = {
    "a quarter turn": 1,
    "half a turn": 2,
    "three quarters of a turn": 3,
    "a whole turn": 4,
    "one and a quarter turns": 5,
}


def _turned(told: str) -> int:
    turns = re.findall(rf"({'|'.join(_TURNS)}) (anti)?clockwise", told)
    return sum(_TURNS[size] * (-1 if anti else 1) for size, anti in turns)


def _dial(text: str, options: list[str]) -> str:
    return only(options, lambda option: _turned(option) + _turned(sentences(text)[0]) == 0)


def _at_first(text: str, options: list[str]) -> str:
    now = int(found(r"Now (?:she|he) has (\d+)", text)[0])
    change = sum(
        int(number) * (1 if deed == "gets" else -1)
        for deed, number in re.findall(r"(gets|gives) (\d+)", text)
    )
    return only(options, lambda option: int(option) + change == now)


def _swaps(text: str, options: list[str]) -> str:
    at = {
        place: colour
        for colour, place in re.findall(
            r"an? (\w+) [\w ]+? ((?:on|in) the (?:left|middle|right))",
            text.split("Now there is")[1],
        )
    }
    for one, two in reversed(
        re.findall(r"lets the .+? ((?:on|in) the \w+) and the .+? ((?:on|in) the \w+) change", text)
    ):
        at[one], at[two] = at[two], at[one]
    thing, place = found(r"Which (.+) was ((?:on|in) the \w+) before", text)
    return f"the {at[place]} {thing}"


def _turns(text: str, options: list[str]) -> str:
    there = re.findall(r"(left|right) at", text)
    return ", ".join({"left": "right", "right": "left"}[one] for one in reversed(there))


def _jugs(text: str, options: list[str]) -> str:
    now = {jug: int(many) for many, jug in re.findall(r"(\d+) cups in the (\w+) jug", text)}
    for many, source, to in re.findall(
        r"(\d+) cups of \w+ from the (\w+) jug into the (\w+) jug", text
    ):
        now[source] += int(many)
        now[to] -= int(many)
    return str(now[found(r"were in the (\w+) jug before", text)[0]])


def _secret(text: str, options: list[str]) -> str:
    (made,) = found(r"“(\w+)”", text)

    def hidden(word: str) -> str:
        if "backwards" in text:
            return "".join(reversed(word))
        size = 2 if "two letters" in text else 1
        return word[size:] + word[:size] if "to its end" in text else word[-size:] + word[:-size]

    return only(options, lambda option: hidden(option) == made)


def _began(text: str, options: list[str]) -> str:
    def minutes(clock: str) -> int:
        hour, minute = clock.split(":")
        return 60 * int(hour) + int(minute)

    spent = sum(map(int, re.findall(r"for (\d+) minutes", text)))
    (end,) = found(r"finishes at (\d+:\d\d)\.", text)
    return only(options, lambda option: minutes(option) + spent == minutes(end))
