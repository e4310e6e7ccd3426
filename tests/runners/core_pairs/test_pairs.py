"""The pairs of pictures: one thing differs, and with it the right answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from PIL import Image
from scipy import ndimage

from runners.abilities.bank import UsedUp
from runners.abilities.dice import Dice
from runners.core_pairs import CORE_PAIRS, bank
from runners.core_pairs.bank import RULES, drawn, rows
from runners.core_pairs.drawing import COLOURS
from tests.shell import ROOT

HOME = ROOT / "additions" / CORE_PAIRS
SHIPPED = [json.loads(line) for line in (HOME / "items.jsonl").read_text("utf-8").splitlines()]
DRAWS = 60


def pixels(data: bytes) -> np.ndarray[Any, Any]:
    return np.asarray(Image.open(BytesIO(data)).convert("RGB")).astype(int)


@pytest.mark.parametrize("concept", RULES)
def test_one_fact_differs_and_the_shortcut_is_right_in_the_control_picture_alone(
    concept: str,
) -> None:
    for number in range(DRAWS):
        pair = RULES[concept](Dice(7, concept, number))
        control, manipulated = pair.versions.values()
        assert [name for name in control if control[name] != manipulated[name]] == [pair.changed[0]]
        right, other = pair.answers.values()
        assert right != other
        assert {right, other} <= set(pair.choices)
        assert len(set(pair.choices)) == len(pair.choices)
        assert pair.shortcut(control) == right
        assert pair.shortcut(manipulated) != other


def test_the_first_pair_of_each_concept_that_ships_is_drawn_again() -> None:
    again = drawn(pairs=1, seed=1)
    wanted = [row for row in SHIPPED if str(row["pair"]).endswith(" 01")]
    assert [json.loads(json.dumps(row)) for row in rows(again)] == wanted
    for one in again:
        for version, data in one.pictures.items():
            there = pixels((HOME / one.file(version)).read_bytes())
            # Another Pillow may round the edge of a line in another way.
            assert np.abs(pixels(data) - there).mean() < 1


def test_what_ships_has_four_pairs_of_each_concept_and_every_picture_once() -> None:
    assert [row["concept"] for row in SHIPPED[::8]] == list(RULES)
    assert len(SHIPPED) == 8 * len(RULES)
    shown = [(row["question"], (HOME / row["pictures"][0]).read_bytes()) for row in SHIPPED]
    assert len(set(shown)) == len(SHIPPED)
    assert {one.name for one in (HOME / "pictures").iterdir()} == {
        row["pictures"][0].removeprefix("pictures/") for row in SHIPPED
    }


def test_a_rule_without_new_pairs_says_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bank, "RULES", {"tool using": RULES["tool using"]})
    monkeypatch.setattr(bank, "_TRIES", 12)
    monkeypatch.setattr(bank, "picture", lambda scene: repr(scene).encode())
    with pytest.raises(UsedUp, match=r"there are no more than \d+ pairs on tool using"):
        drawn(pairs=40, seed=1)


def parts(image: np.ndarray[Any, Any], colour: str) -> list[tuple[slice, slice]]:
    """Where the connected regions of a colour are."""
    wanted = np.array([int(COLOURS[colour][at : at + 2], 16) for at in (1, 3, 5)])
    labels, _ = ndimage.label(np.abs(image - wanted).sum(2) < 40)
    found = ndimage.find_objects(labels)
    return [one for one in found if (one[0].stop - one[0].start) > 8]


def middle(part: tuple[slice, slice]) -> tuple[float, float]:
    return (part[1].start + part[1].stop) / 2, (part[0].start + part[0].stop) / 2


def boundary(image: np.ndarray[Any, Any], row: dict[str, Any]) -> str:
    return str(row["choices"][len(parts(image, row["facts"]["colour"])) - 1])


def conservation(image: np.ndarray[Any, Any], row: dict[str, Any]) -> str:
    heights = [middle(one)[1] for one in parts(image, row["facts"]["colour"])]
    upper = sum(y < 160 for y in heights)
    lower = len(heights) - upper
    upper_row, lower_row, same = row["choices"]
    return str(same if upper == lower else upper_row if upper > lower else lower_row)


def hierarchy(image: np.ndarray[Any, Any], row: dict[str, Any]) -> str:
    asked, other = row["facts"]["colours"]

    def is_circle(part: tuple[slice, slice]) -> bool:
        y, x = part
        corner = image[y.start + 2, x.start + 2]
        return bool((corner > 240).all())

    coloured, others = parts(image, asked), parts(image, other)
    circles = sum(map(is_circle, [*coloured, *others]))
    more, fewer, same = row["choices"]
    return str(same if len(coloured) == circles else more if len(coloured) > circles else fewer)


def spatiality(image: np.ndarray[Any, Any], row: dict[str, Any]) -> str:
    circle, square = (middle(parts(image, one)[0]) for one in row["facts"]["colours"][:2])
    x, y = circle[0] - square[0], circle[1] - square[1]
    if abs(x) > abs(y):
        return "to the left" if x < 0 else "to the right"
    return "above" if y < 0 else "below"


def intuitive_physics(image: np.ndarray[Any, Any], row: dict[str, Any]) -> str:
    x, _ = middle(parts(image, row["facts"]["colour"])[0])
    base = parts(image, "grey")[0][1]
    if base.start <= x <= base.stop:
        return "it stays"
    return f"it tips over to the {'left' if x < base.start else 'right'}"


SOLVERS: dict[str, Callable[[np.ndarray[Any, Any], dict[str, Any]], str]] = {
    "boundary": boundary,
    "conservation": conservation,
    "hierarchy": hierarchy,
    "spatiality": spatiality,
    "intuitive physics": intuitive_physics,
}


@pytest.mark.parametrize("concept", SOLVERS)
def test_the_right_answer_can_be_measured_in_the_picture(concept: str) -> None:
    for row in SHIPPED:
        if row["concept"] == concept:
            image = pixels((HOME / row["pictures"][0]).read_bytes())
            assert SOLVERS[concept](image, row) == row["answer"], row["id"]
