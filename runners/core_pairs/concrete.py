"""Intuitive physics, perspective, conservation and hierarchy."""

from __future__ import annotations

from runners.abilities.dice import Dice
from runners.abilities.pools import person
from runners.core_pairs.drawing import (
    COLOURS,
    HEIGHT,
    INK,
    PALE,
    SKIN,
    WIDTH,
    Area,
    Disc,
    Scene,
    Shape,
    box,
)
from runners.core_pairs.pair import Facts, Pair

_BLOCK = 160
_EDGES = (150, 330)


def intuitive_physics(dice: Dice) -> Pair:
    """A block tips where its middle is beyond the edge. Shortcut: what rests on something stays."""
    thing = dice.pick(["block", "brick", "plank", "slab", "beam"])
    side = dice.pick([-1, 1])
    edge = _EDGES[0] if side < 0 else _EDGES[1]
    return Pair(
        f"The coloured {thing} is equally heavy everywhere. It lies on the grey base as the "
        "picture shows, and is let go. What happens?",
        ("it stays", "it tips over to the left", "it tips over to the right"),
        {
            "middle": edge - side * dice.number(25, 60),
            "colour": dice.pick(["red", "blue", "green", "orange", "purple"]),
        },
        ("middle", edge + side * dice.number(25, 50)),
        _overhang,
        _tips,
        lambda facts: "it stays",
    )


def _overhang(facts: Facts) -> Scene:
    middle = facts["middle"]
    return (
        box(_EDGES[0], 190, _EDGES[1], 290, COLOURS["grey"]),
        box(middle - _BLOCK / 2, 150, middle + _BLOCK / 2, 190, COLOURS[facts["colour"]]),
        box(0, 290, WIDTH, HEIGHT, PALE, edge=0),
    )


def _tips(facts: Facts) -> str:
    left, right = _EDGES
    if left <= facts["middle"] <= right:
        return "it stays"
    return "it tips over to the left" if facts["middle"] < left else "it tips over to the right"


_EYES = (240.0, 280.0)
_THINGS_Y, _WALL_Y = 70.0, (170.0, 184.0)
_WALLS = {"left": (140, 225), "right": (255, 345), "both": (140, 345)}
"""From where to where a wall is that hides what is on the left, on the right, or both."""


def perspective(dice: Dice) -> Pair:
    """A wall hides things from somebody else. Shortcut: everybody sees what I see."""
    who = person(dice)
    first, second = dice.some(["red", "blue", "green", "yellow", "purple"], 2)
    aside = (20, dice.number(60, 130)) if dice.flip() else (dice.number(350, 420), 460)
    seen = ("both", f"only the {first} one", f"only the {second} one", "neither")
    return Pair(
        f"The picture shows a room from above. {who.name} is the head with the pointed nose. The "
        f"black wall is higher than {who.they} is. Which of the two coloured things can "
        f"{who.they} see?",
        seen,
        {
            "wall": list(aside),
            "things": [dice.number(100, 160), dice.number(320, 380)],
            "colours": [first, second],
        },
        ("wall", list(_WALLS[dice.pick(list(_WALLS))])),
        _room,
        lambda facts: seen[_hidden(facts)],
        lambda facts: seen[0],
    )


def _room(facts: Facts) -> Scene:
    (left, right), (x, y) = facts["wall"], _EYES
    squares = (
        box(at - 22, _THINGS_Y - 22, at + 22, _THINGS_Y + 22, COLOURS[colour])
        for at, colour in zip(facts["things"], facts["colours"], strict=True)
    )
    nose = Area(((x - 12, y - 18), (x + 12, y - 18), (x, y - 40)), SKIN)
    wall = box(left, _WALL_Y[0], right, _WALL_Y[1], INK, edge=0)
    floor = box(4, 4, WIDTH - 4, HEIGHT - 4, "#f6f6f6")
    return (floor, *squares, wall, nose, Disc(_EYES, 24, SKIN))


def _hidden(facts: Facts) -> int:
    """The place, among the choices, of what can be seen: the wall hides a thing if it meets the
    line of sight to its middle.
    """
    left, right = facts["wall"]
    part = (_EYES[1] - sum(_WALL_Y) / 2) / (_EYES[1] - _THINGS_Y)
    met = [left <= _EYES[0] + part * (at - _EYES[0]) <= right for at in facts["things"]]
    return {(False, False): 0, (False, True): 1, (True, False): 2, (True, True): 3}[met[0], met[1]]


def conservation(dice: Dice) -> Pair:
    """As many stay as many, however long the row is. Shortcut: the longer row has more."""
    close = dice.number(5, 8)
    wide, narrow = dice.shuffled(["upper", "lower"])
    thing = dice.pick(["coins", "buttons", "counters", "beads", "marbles"])
    return Pair(
        f"Which row has more {thing}?",
        ("the upper row", "the lower row", "both rows have equally many"),
        {
            "longer": wide,
            "in shorter row": close,
            "in longer row": close + dice.number(1, 2),
            "length": dice.number(370, 410),
            "colour": dice.pick(["red", "blue", "green", "yellow", "orange"]),
        },
        ("in longer row", close - dice.number(0, 1)),
        _rows,
        lambda facts: (
            "both rows have equally many"
            if facts["in longer row"] == facts["in shorter row"]
            else f"the {wide if facts['in longer row'] > facts['in shorter row'] else narrow} row"
        ),
        lambda facts: f"the {wide} row",
    )


def _rows(facts: Facts) -> Scene:
    colour, shapes = COLOURS[facts["colour"]], list[Shape]()
    for row, y in (("upper", 110), ("lower", 210)):
        longer = row == facts["longer"]
        count = facts["in longer row"] if longer else facts["in shorter row"]
        # The longer row is from edge to edge always as long, with whatever is in it.
        length = facts["length"] if longer else 33 * (count - 1) + 30
        for place in range(count):
            x = (WIDTH - length) / 2 + length * place / (count - 1)
            shapes.append(Disc((x, y), 16, colour))
    return tuple(shapes)


def hierarchy(dice: Dice) -> Pair:
    """A red circle is one of the red things and one of the circles. Shortcut: count each thing in
    one class only, by its colour.
    """
    one, other = dice.some(["red", "blue", "green", "purple", "orange"], 2)
    squares, shared = dice.number(2, 3), dice.number(2, 3)
    more, fewer = f"there are more {one} things", "there are more circles"
    same = "there are equally many"
    return Pair(
        f"Are there more {one} things, or more circles?",
        (more, fewer, same),
        {
            "squares": squares,
            "circles of this colour": shared,
            "other circles": squares - 1,
            "colours": [one, other],
            "order": dice.shuffled(range(16)),
        },
        ("other circles", squares + dice.number(0, 1)),
        _classes,
        lambda facts: (
            same
            if facts["squares"] == facts["other circles"]
            else more
            if facts["squares"] > facts["other circles"]
            else fewer
        ),
        lambda facts: more,
    )


def _classes(facts: Facts) -> Scene:
    one, other = (COLOURS[name] for name in facts["colours"])
    shapes: list[Shape] = []
    kinds = [
        *["square"] * facts["squares"], *["shared"] * facts["circles of this colour"],
        *["circle"] * facts["other circles"],
    ]  # fmt: skip
    for kind, place in zip(kinds, facts["order"], strict=False):
        x, y = 100 + 93 * (place % 4), 50 + 73 * (place // 4)
        if kind == "square":
            shapes.append(box(x - 24, y - 24, x + 24, y + 24, one))
        else:
            shapes.append(Disc((x, y), 26, one if kind == "shared" else other))
    return tuple(shapes)


RULES = {
    "intuitive physics": intuitive_physics,
    "perspective": perspective,
    "conservation": conservation,
    "hierarchy": hierarchy,
}
