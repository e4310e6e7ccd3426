"""Deeds undone, by trying every option forwards or running the story backwards."""

from __future__ import annotations

import re

_OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east", "up": "down", "down": "up",
             "to the left": "to the right", "to the right": "to the left", "left": "right", "right": "left"}  # fmt: skip
_UNDO = (
    ("frozen", "thaw"), ("blown up", "air"), ("zipped", "zip"), ("wound", "unroll"), ("tied", "untie"), ("rolled up", "spread"),
    ("screwed", "twist"), ("bathtub", "plug"), ("hourglass", "once more"), ("switched on", "switch again"), ("folded", "open it out"),
    ("pulled up", "let it down"),
)  # fmt: skip
_TAKEN_OFF = (
    ("jumper", "coat", "scarf"), ("unwraps", "out of the box", "string"), ("sock", "boot", "skate"), ("out the letter", "opens the env", "drawer"),
    ("baby", "blanket", "rain cover"), ("unscrews", "unclips", "star"),
)  # fmt: skip
"""What was put on first, second and third, by a word of the step that takes it off."""


def solve(question: str, options: list[str]) -> str:
    for pattern, answer in (
        (r"candle", _candle), (r"passes", _passed), (r"thinks of a number", _number), (r"where (?:she|he) began", _steps), (r"clears the pile", _pile),
        (r"three quarters|clockwise", _dial), (r"at first\?", _marbles), (r"swaps", _swaps), (r"On foot", _turns), (r"jug before", _jug),
        (r"secret message", _secret), (r"undoes all of it|everything as it was", _apart),
    ):  # fmt: skip
        if re.search(pattern, question):
            return answer(question, options)
    (undo,) = [undo for did, undo in _UNDO if did in question]
    (right,) = [one for one in options if undo in one]
    return right


def _found(pattern: str, text: str) -> tuple[str, ...]:
    match = re.search(pattern, text)
    assert match, (pattern, text)
    return match.groups()


def _candle(text: str, options: list[str]) -> str:
    rate = int(_found(r"(?:gets|loses) (\d+) centimetre", text)[0])
    hours, left = map(int, _found(r"burnt for (\d+) hours in all, and (\d+) centimetres", text))
    (right,) = [one for one in options if int(one.split()[0]) - rate * hours == left]
    return right


def _passed(text: str, options: list[str]) -> str:
    if listed := re.search(r"passes first (.+?), then (.+?) and last (.+?)\.", text):
        way = list(listed.groups())
    else:
        middle, first, last = _found(r"passes (.+?) after (.+?) and before (.+?)\.", text)
        way = [first, middle, last]
    return ", ".join(reversed(way))


def _number(text: str, options: list[str]) -> str:
    result = int(_found(r"gets (\d+)\.", text)[0])
    deeds = re.findall(
        r"adds (\d+)|takes away (\d+)|(doubles)|multiplies (?:it|the sum) by (\d+)", text
    )

    def forwards(number: int) -> int:
        for plus, minus, double, times in deeds:
            number = number + int(plus or 0) - int(minus or 0)
            number *= 2 if double else int(times or 1)
        return number

    (right,) = [one for one in options if forwards(int(one)) == result]
    return right


def _steps(text: str, options: list[str]) -> str:
    one, way, two, then = _found(
        r"goes (\d+) (?:steps|stairs) ([\w ]+?) and then (\d+) (?:steps|stairs) ([\w ]+?)\.", text
    )
    at = int(one) + (int(two) if way == then else -int(two))

    def ends(option: str) -> int:
        number, _, towards = option.split(" ", 2)
        assert towards in (way, _OPPOSITE[way])
        return at + int(number) * (1 if towards == way else -1)

    (right,) = [option for option in options if ends(option) == 0]
    return right


def _pile(text: str, options: list[str]) -> str:
    first, thing = _found(r"lays an? (\w+) (\w+) on the floor", text)
    pile = [
        first,
        *re.findall(
            r"the (\w+) one[,.]", text.split(" She ", maxsplit=1)[0].split(" He ", maxsplit=1)[0]
        ),
    ]
    asked, when = (
        _found(r"comes off just (?:before|after) the (\w+) one", text)[0],
        _found(r"just (before|after)", text)[0],
    )
    off = pile[::-1]
    at = off.index(asked) + (1 if when == "after" else -1)
    return f"the {off[at]} {thing}"


def _dial(text: str, options: list[str]) -> str:
    size = {"a quarter turn": 1, "half a turn": 2, "three quarters of a turn": 3}
    story = text.split(". ", maxsplit=1)[0]
    way = "anticlockwise" if "anticlockwise" in story else "clockwise"
    turned = sum(size[one] for one in re.findall("|".join(size), story))

    def undone(option: str) -> bool:
        (amount,) = [number for name, number in size.items() if name in option]
        return amount == turned and ("anticlockwise" in option) == (way == "clockwise")

    (right,) = [option for option in options if undone(option)]
    return right


def _marbles(text: str, options: list[str]) -> str:
    now = int(_found(r"now has (\d+)|Now \w+ has (\d+)", text)[1])
    gave = sum(map(int, re.findall(r"gives (\d+)", text)))
    got = sum(map(int, re.findall(r"(?:is given|gets) (\d+)", text)))
    (right,) = [one for one in options if int(one) - gave + got == now]
    return right


def _swaps(text: str, options: list[str]) -> str:
    now = _found(
        r"an? (\w+) one on the left, an? (\w+) one in the middle and an? (\w+) one on the right",
        text,
    )
    at = dict(zip(("left", "middle", "right"), now, strict=True))
    for one, two in reversed(
        re.findall(r"the (\w+) and the (\w+) \w", text.split(". Now", maxsplit=1)[0])
    ):
        at[one], at[two] = at[two], at[one]
    (place,) = _found(r"stood (?:on|in) the (\w+) before", text)
    return f"the {at[place]} one"


def _turns(text: str, options: list[str]) -> str:
    one, corner, two, second = _found(r"turns (\w+) at (.+?) and (\w+) at (.+?)\.", text)
    if asked := re.search(r"turn at (.+?) on the way back", text):
        return _OPPOSITE[{corner: one, second: two}[asked[1]]]
    return f"{_OPPOSITE[two]}, then {_OPPOSITE[one]}"


def _jug(text: str, options: list[str]) -> str:
    into, out = map(int, _found(r"pours (\d+) cups .+? then (\d+) cups", text))
    blue, green = map(int, _found(r"are (\d+) cups in the blue jug and (\d+)", text))
    if "in the blue jug before" in text:
        (right,) = [one for one in options if int(one) - into == blue]
    else:
        (right,) = [one for one in options if int(one) + into - out == green]
    return right


def _secret(text: str, options: list[str]) -> str:
    (made,) = _found(r"“(\w+)”", text)
    if "backwards" in text:
        changed = {one: "".join(reversed(one)) for one in options}
    elif "writes it at the end" in text:
        changed = {one: one[1:] + one[:1] for one in options}
    else:
        changed = {one: one[-1:] + one[:-1] for one in options}
    (right,) = [one for one, result in changed.items() if result == made]
    return right


def _apart(text: str, options: list[str]) -> str:
    (layers,) = [one for one in _TAKEN_OFF if all(word in options[0] for word in one)]
    (right,) = [
        one
        for one in options
        if list(one.split(", ")) == sorted(one.split(", "), key=lambda part: -_layer(part, layers))
    ]
    return right


def _layer(part: str, layers: tuple[str, ...]) -> int:
    (at,) = [n for n, word in enumerate(layers) if word in part]
    return at
