"""Boundary, continuity, permanence, spatiality and perceptual constancy."""

from __future__ import annotations

from runners.abilities.dice import Dice
from runners.core_pairs.drawing import (
    COLOURS,
    HEIGHT,
    INK,
    PALE,
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
)
from runners.core_pairs.pair import Facts, Pair

NUMBERS = ("none", "one", "two", "three", "four", "five")


def boundary(dice: Dice) -> Pair:
    """Posts are one piece where a bar joins them. Shortcut: count posts."""
    posts = dice.number(3, 5)
    apart = [False] * (posts - 1)
    some = dice.some(range(posts - 1), dice.number(1, posts - 2))
    stuff = dice.pick(["cardboard", "wood", "felt", "tin", "plastic"])
    return Pair(
        f"The picture shows something made of {stuff}. How many separate pieces of {stuff} are "
        "there?",
        NUMBERS[1:6],
        {
            "posts": posts,
            "joined": apart,
            "level": dice.pick([100, 190]),
            "colour": dice.pick(list(COLOURS)),
        },
        ("joined", [place in some for place in range(posts - 1)]),
        _posts,
        lambda facts: NUMBERS[1 + facts["joined"].count(False)],
        lambda facts: NUMBERS[facts["posts"]],
    )


def _posts(facts: Facts) -> Scene:
    colour, step, wide = COLOURS[facts["colour"]], 90, 32
    left = (WIDTH - step * (facts["posts"] - 1) - wide) / 2
    posts = [
        box(left + step * n, 60, left + step * n + wide, 260, colour, edge=0)
        for n in range(facts["posts"])
    ]
    level = facts["level"]
    bars = [
        box(
            left + step * n + wide - 1, level, left + step * (n + 1) + 1, level + 32, colour, edge=0
        )
        for n, joined in enumerate(facts["joined"])
        if joined
    ]
    return (*posts, *bars)


_BOARD = (150, 330)
_SLOPES = (-0.25, 0.0, 0.25)


def continuity(dice: Dice) -> Pair:
    """A straight stick goes on behind a board in its direction. Shortcut: the end that is as high
    as the place where it went in.
    """
    thing = dice.pick(["stick", "rod", "pole", "wire", "straw"])
    return Pair(
        f"A straight {thing} goes behind the grey board from the left. On the right are three "
        "ends. Which of them is the other end of it?",
        ("X", "Y", "Z"),
        {
            "slope": 0.0,
            "in": dice.number(-30, 30),
            "letters": dice.shuffled("XYZ"),
            "colour": dice.pick(["red", "blue", "green", "purple"]),
        },
        ("slope", dice.pick([-0.25, 0.25])),
        _stick,
        lambda facts: facts["letters"][_SLOPES.index(facts["slope"])],
        lambda facts: facts["letters"][_SLOPES.index(0.0)],
    )


def _stick(facts: Facts) -> Scene:
    slope, colour = facts["slope"], COLOURS[facts["colour"]]
    left, right = _BOARD
    # All three ends have the direction of the stick; only one is in line with it.
    middle = HEIGHT / 2 + facts["in"]
    stick = Stroke(
        ((30, middle + slope * (30 - left)), (left + 10, middle + slope * 10)), 8, colour
    )
    ends: list[Shape] = []
    for letter, high in zip(facts["letters"], _SLOPES, strict=True):
        y = middle + high * (right - left)
        ends.append(
            Stroke(((right - 10, y - 10 * slope), (430, y + slope * (430 - right))), 8, colour)
        )
        ends.append(Letters(letter, (455, y + slope * (430 - right))))
    return (stick, *ends, box(left, 40, right, 280, COLOURS["grey"]))  # fmt: skip


def permanence(dice: Dice) -> Pair:
    """What went behind a screen is there until it comes out. Shortcut: count what went in."""
    moves, shown = [dice.number(1, 2), dice.number(1, 2)], dice.pick([2, 3])
    thing = dice.pick(["balls", "marbles", "beads", "peas"])
    return Pair(
        f"The four pictures show what happens one after the other. Arrows show how {thing} move. "
        f"How many {thing} are behind the screen in the fourth picture?",
        NUMBERS[:5],
        {
            "in": moves,
            "out": 0,
            "out in picture": shown,
            "colour": dice.pick(["red", "blue", "green", "orange"]),
        },
        ("out", dice.number(1, moves[0] if shown == 2 else sum(moves))),
        _screen,
        lambda facts: NUMBERS[sum(facts["in"]) - facts["out"]],
        lambda facts: NUMBERS[sum(facts["in"])],
    )


def _screen(facts: Facts) -> Scene:
    colour, wide = COLOURS[facts["colour"]], WIDTH / 4
    first, second = facts["in"]
    moves = [first, second, 0]
    moves.insert(facts["out in picture"] - 1, -facts["out"])
    shapes: list[Shape] = []
    for number, count in enumerate(moves):
        left = number * wide
        shapes += [box(left + 2, 60, left + wide - 2, 260, "#ffffff", edge=1)]
        shapes += [Letters(f"{number + 1}", (left + wide / 2, 38))]
        shapes += [box(left + 62, 100, left + wide - 12, 230, COLOURS["grey"])]
        for place in range(abs(count)):
            y = 130 + 36 * place
            shapes.append(Disc((left + 18, y), 9, colour))
            ends = ((left + 32, y), (left + 54, y))
            shapes += arrow(*(ends if count > 0 else ends[::-1]), wide=3)
    return tuple(shapes)


_SIDES = {"to the left": (-1, 0), "to the right": (1, 0), "above": (0, -1), "below": (0, 1)}


def spatiality(dice: Dice) -> Pair:
    """Where one thing is from another. Shortcut: on which side of the picture it is."""
    side = dice.pick(list(_SIDES))
    x, y = _SIDES[side]
    beyond = next(name for name, one in _SIDES.items() if one == (-x, -y))
    seen, from_it, aside = dice.some(["red", "blue", "green", "yellow", "purple"], 3)
    return Pair(
        f"Where is the {seen} circle, seen from the {from_it} square?",
        tuple(_SIDES),
        {
            "circle": side,
            "seen from square": side,
            "by": dice.number(-40, 40),
            "colours": [seen, from_it, aside],
        },
        ("seen from square", beyond),
        _sides,
        lambda facts: str(facts["seen from square"]),
        lambda facts: str(facts["circle"]),
    )


def _sides(facts: Facts) -> Scene:
    circle, square, triangle = (COLOURS[one] for one in facts["colours"])
    far = (150, 90)
    side, seen = _SIDES[facts["circle"]], _SIDES[facts["seen from square"]]
    # The circle is half way to its edge of the picture; the square before or beyond it.
    across = (abs(side[1]) * facts["by"], abs(side[0]) * facts["by"])
    at = (
        WIDTH / 2 + side[0] * far[0] * 0.6 + across[0],
        HEIGHT / 2 + side[1] * far[1] * 0.6 + across[1],
    )
    x, y = at[0] - seen[0] * 85, at[1] - seen[1] * 70
    cx, cy = (
        WIDTH / 2 - side[0] * far[0] + side[1] * 120,
        HEIGHT / 2 - side[1] * far[1] + side[0] * 70,
    )
    return (
        box(x - 24, y - 24, x + 24, y + 24, square),
        Disc(at, 24, circle),
        Area(((cx, cy - 24), (cx + 27, cy + 22), (cx - 27, cy + 22)), triangle),
    )


def perceptual_constancy(dice: Dice) -> Pair:
    """What is far away looks smaller; a fence, of one height everywhere, tells how tall it is.
    Shortcut: what is larger in the picture.
    """
    tall = dice.number(4, 5)
    near, far = dice.shuffled("XY")
    thing, plural = dice.pick([
        ("tower", "towers"), ("pillar", "pillars"), ("column", "columns"), ("chimney", "chimneys"),
    ])  # fmt: skip
    return Pair(
        f"The fence is equally high everywhere and leads into the distance. Two {plural}, X and Y, "
        f"stand behind it. Which {thing} is taller in reality?",
        ("X", "Y", "both are equally tall"),
        {
            "near": [near, tall],
            "far": [far, tall - 2],
            "places": [dice.number(75, 120), dice.number(250, 285)],
            "mirrored": dice.flip(),
            "colour": dice.pick(["red", "blue", "green", "purple"]),
        },
        ("far", [far, dice.pick([tall, tall + 2])]),
        _fence,
        _taller,
        lambda facts: str(facts["near"][0]),
    )


def _taller(facts: Facts) -> str:
    (near, tall), (far, other) = facts["near"], facts["far"]
    if tall == other:
        return "both are equally tall"
    return str(near if tall > other else far)


_RAIL = 27
"""So many points are between two rails of the fence at its near end."""


def _fence(facts: Facts) -> Scene:
    vanishing, nearest = (400.0, 110.0), 90.0

    def turned(point: Point) -> Point:
        return (WIDTH - point[0], point[1]) if facts["mirrored"] else point

    def scale(x: float) -> float:
        return (vanishing[0] - x) / (vanishing[0] - nearest)

    def at(x: float, rails: float) -> Point:
        """Where a height of so many rails is seen, at a place along the fence."""
        ground = vanishing[1] + 150 * scale(x)
        return turned((x, ground - rails * _RAIL * scale(x)))

    shapes: list[Shape] = []
    for (letter, tall), x in zip((facts["near"], facts["far"]), facts["places"], strict=True):
        top, wide = at(x, tall), 20 * scale(x)
        foot = at(x, 0)
        shapes.append(
            box(foot[0] - wide, top[1], foot[0] + wide, foot[1], COLOURS[facts["colour"]])
        )
        shapes.append(Letters(letter, (foot[0], foot[1] + 18)))
    for rail in range(4):
        shapes.append(
            Stroke((at(30, rail), at(345, rail)), 2, INK if rail in (0, 3) else "#777777")
        )
    for x in (30, 150, 220, 262, 330):
        shapes.append(Stroke((at(x, 0), at(x, 3)), 2, "#777777"))
    ground = Area(((0, 110), (WIDTH, 110), (WIDTH, HEIGHT), (0, HEIGHT)), PALE, edge=0)
    return (ground, *shapes)  # fmt: skip


RULES = {
    "boundary": boundary,
    "continuity": continuity,
    "permanence": permanence,
    "spatiality": spatiality,
    "perceptual constancy": perceptual_constancy,
}
