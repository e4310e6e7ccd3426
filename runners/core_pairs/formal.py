"""Intentionality, mechanical reasoning and tool using."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from runners.abilities.dice import Dice
from runners.abilities.pools import person
from runners.core_pairs.drawing import (
    COLOURS,
    HEIGHT,
    INK,
    PALE,
    PAPER,
    SKIN,
    WIDTH,
    Area,
    Disc,
    Letters,
    Point,
    Scene,
    Shape,
    Stroke,
    arrow,
    box,
    head,
)
from runners.core_pairs.pair import Facts, Pair

_CORNERS: tuple[Point, ...] = (
    (60, 60), (WIDTH - 60, 60), (60, HEIGHT - 60), (WIDTH - 60, HEIGHT - 60),
)  # fmt: skip


def intentionality(dice: Dice) -> Pair:
    """Eyes show what somebody wants. Shortcut: follow the arrow. After Baron-Cohen et al. (1995,
    British Journal of Developmental Psychology, 13, 379-398), in words and pictures of our own.
    """
    who = person(dice)
    looked, elsewhere = dice.some("WXYZ", 2)
    thing = dice.pick(["sweet", "cake", "toy", "present", "biscuit"])
    return Pair(
        f"This is {who.name}, with four {thing}s, W, X, Y and Z. Which {thing} does "
        f"{who.they} want?",
        tuple("WXYZ"),
        {
            "letters": dice.shuffled("WXYZ"),
            "eyes": looked,
            "arrow": looked,
            "colours": dice.some(["red", "blue", "green", "yellow", "purple", "orange"], 4),
        },
        ("eyes", elsewhere),
        _face,
        lambda facts: str(facts["eyes"]),
        lambda facts: str(facts["arrow"]),
    )


def _face(facts: Facts) -> Scene:
    places = dict(zip(facts["letters"], _CORNERS, strict=True))
    x, y = WIDTH / 2, HEIGHT / 2
    shapes: list[Shape] = [Disc((x, y), 75, SKIN), Stroke(((x - 20, y + 35), (x + 20, y + 35)))]
    seen = _towards((x, y), places[facts["eyes"]], 9)
    for eye in (x - 28, x + 28):
        shapes += [Disc((eye, y - 15), 19, PAPER), Disc((eye + seen[0], y - 15 + seen[1]), 9, INK)]
    for (letter, at), colour in zip(places.items(), facts["colours"], strict=True):
        shapes += [Disc(at, 26, COLOURS[colour]), Letters(letter, (at[0], y + 0.57 * (at[1] - y)))]
    tail, tip = (_towards((x, y), places[facts["arrow"]], far) for far in (88, 150))
    shapes += arrow((x + tail[0], y + tail[1]), (x + tip[0], y + tip[1]), wide=5)
    return tuple(shapes)


def _towards(start: Point, end: Point, far: float) -> Point:
    x, y = end[0] - start[0], end[1] - start[1]
    return far * x / hypot(x, y), far * y / hypot(x, y)


_TURNS = ("clockwise", "anticlockwise")
_STILL = "it does not turn"


def mechanical_reasoning(dice: Dice) -> Pair:
    """Gears that mesh turn opposite ways, and what is not in mesh stands still. Shortcut: all turn
    like the first.
    """
    gears = 3
    way = dice.pick(_TURNS)
    changed = dice.pick([("gears", 4), ("gears", 2), ("gap after", dice.number(1, 2))])
    return Pair(
        "The first gear is turned as the arrow shows. What does the last gear, with the dot, do?",
        (f"it turns {_TURNS[0]}", f"it turns {_TURNS[1]}", _STILL),
        {
            "gears": gears,
            "gap after": 0,
            "way": way,
            "rise": dice.number(-30, 30),
            "mirrored": dice.flip(),
            "colours": dice.some(["red", "blue", "green", "yellow", "orange"], 4),
        },
        changed,
        _gears,
        _turning,
        lambda facts: f"it turns {facts['way']}",
    )


def _turning(facts: Facts) -> str:
    if facts["gap after"]:
        return _STILL
    first = _TURNS.index(facts["way"])
    return f"it turns {_TURNS[(first + facts['gears'] - 1) % 2]}"


_RADIUS, _TEETH = 42, 12


def _gears(facts: Facts) -> Scene:
    count, gap = facts["gears"], facts["gap after"]
    # In a row that rises or falls to the right; along it, middles are as far apart as gears mesh.
    up = facts["rise"] / 100
    step = (2 * _RADIUS + 3) / hypot(1, up)
    left = (WIDTH - step * (count - 1) - (40 if gap else 0)) / 2
    shapes: list[Shape] = []
    for number in range(count):
        x = left + step * number + (40 if gap and number >= gap else 0)
        y = HEIGHT / 2 + 10 - up * (x - WIDTH / 2)
        if facts["mirrored"]:
            x = WIDTH - x
        shapes.append(_gear((x, y), COLOURS[facts["colours"][number]], pi / _TEETH * (number % 2)))
        shapes.append(Disc((x, y), 6, PALE))
        if number == 0:
            shapes += _turn_arrow((x, y), facts["way"])
        if number == count - 1:
            shapes.append(Disc((x, y - 22), 7, INK))
    return tuple(shapes)


def _gear(middle: Point, colour: str, turned: float) -> Area:
    corners: list[Point] = []
    for tooth in range(_TEETH):
        for part, far in ((-0.30, -6.0), (-0.16, 6.0), (0.16, 6.0), (0.30, -6.0)):
            angle = turned + 2 * pi * (tooth + part) / _TEETH
            corners.append(
                (middle[0] + (_RADIUS + far) * cos(angle), middle[1] + (_RADIUS + far) * sin(angle))
            )
    return Area(tuple(corners), colour)


def _turn_arrow(middle: Point, way: str) -> tuple[Shape, ...]:
    """An arrow in an arc above a gear."""
    far = _RADIUS + 26
    angles = [(-0.80 + 0.06 * step) * pi for step in range(11)]
    if way == "anticlockwise":
        angles.reverse()
    points = tuple((middle[0] + far * cos(one), middle[1] + far * sin(one)) for one in angles)
    along = angles[-1] + (pi / 2 if way == "clockwise" else -pi / 2)
    return Stroke(points, 5), head(points[-1], along, 20)


_UNIT = 36
"""Points of a mark of the ruler."""


def tool_using(dice: Dice) -> Pair:
    """A stick pulls something out if it is long enough and has a hook. Shortcut: the longest."""
    far = dice.number(3, 4)
    lengths = dice.shuffled([far - 1, far + 1, far + 2])
    letters = "XYZ"
    longest = letters[lengths.index(far + 2)]
    others = [one for one in (*letters, "none") if one != longest]
    thing = dice.pick(["ball", "ring", "toy", "coin"])
    return Pair(
        f"The {thing} lies in a tube that is too narrow for a hand. The sticks are pushed in from "
        f"the open end on the left, and only a hook can pull. With which stick can the {thing} be "
        "pulled out?",
        ("X", "Y", "Z", "with none of them"),
        {
            "far": far,
            "lengths": lengths,
            "hooked": longest,
            "colour": dice.pick(["red", "blue", "green", "orange"]),
        },
        ("hooked", dice.pick(others)),
        _tube,
        lambda facts: _puller(facts, letters),
        lambda facts: longest,
    )


def _puller(facts: Facts, letters: str) -> str:
    hooked = facts["hooked"]
    if hooked in letters and facts["lengths"][letters.index(hooked)] >= facts["far"]:
        return str(hooked)
    return "with none of them"


def _tube(facts: Facts) -> Scene:
    left, shapes = 90.0, list[Shape]()
    for letter, length, y in zip("XYZ", facts["lengths"], (50, 105, 160), strict=True):
        end = left + _UNIT * length
        shapes += [
            Letters(letter, (left - 40, y)),
            Stroke(((left, y), (end, y)), 7, COLOURS["brown"]),
        ]
        if facts["hooked"] == letter:
            shapes.append(
                Stroke(((end, y), (end, y + 16), (end - 10, y + 16)), 7, COLOURS["brown"])
            )
    right = left + _UNIT * 8
    shapes += [box(left, 222, right, 282, "#eef4fb", edge=0)]
    shapes += [Stroke(((left, 222), (right, 222), (right, 282), (left, 282)), 4)]
    shapes += [Disc((left + _UNIT * facts["far"], 252), 15, COLOURS[facts["colour"]])]
    for mark in range(9):
        shapes.append(
            Stroke(((left + _UNIT * mark, 288), (left + _UNIT * mark, 298)), 2, "#777777")
        )
        for y in (62, 117, 172):
            shapes.append(
                Stroke(((left + _UNIT * mark, y + 12), (left + _UNIT * mark, y + 16)), 1, "#bbbbbb")
            )
    return tuple(shapes)


RULES = {
    "intentionality": intentionality,
    "mechanical reasoning": mechanical_reasoning,
    "tool using": tool_using,
}
