"""A made-up bank in the layout of the original CogLM, with its numbers and its kinds of defects.

Its questions are nonsense; only the counts are those of the original files.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from dsl.words import LABELS

Item = dict[str, Any]

FILES: dict[str, tuple[str, dict[int, int], dict[str, int]]] = {
    "exist": ("first_stage", {2: 50}, {"A": 21, "B": 29}),
    "early_represent_mind": ("first_stage", {4: 100}, {"A": 20, "B": 18, "C": 42, "D": 20}),
    "symbolic": ("second_stage", {4: 96, 3: 4}, {"A": 38, "B": 19, "C": 20, "D": 23}),
    "self_center": ("second_stage", {2: 51, 3: 2, 4: 47}, {"A": 14, "B": 57, "C": 5, "D": 24}),
    "reversibility": ("third_stage", {4: 100}, {"A": 29, "B": 28, "C": 25, "D": 18}),
    "conservation": ("third_stage", {3: 104, 2: 4, 4: 2}, {"A": 24, "B": 15, "C": 71}),
    "inductive": ("third_stage", {4: 100}, {"A": 20, "B": 29, "C": 29, "D": 22}),
    "deductive": ("fourth_stage", {4: 250}, {"A": 64, "B": 65, "C": 66, "D": 55}),
    "propositional_thinking": ("fourth_stage", {3: 100}, {"A": 33, "B": 33, "C": 34}),
    "plan": ("fourth_stage", {4: 210}, {"A": 43, "B": 54, "C": 53, "D": 60}),
}
"""Of each file its folder, how many items have how many choices, and how many keys are where."""


def plain(name: str) -> list[Item]:
    """The items of one file without defects: the last keys go to the items with most choices."""
    _, options, keys = FILES[name]
    sizes = sorted((size for size, count in options.items() for _ in range(count)), reverse=True)
    places = sorted((LABELS.index(k) for k, count in keys.items() for _ in range(count)))[::-1]
    return [
        {
            "question": f"Which of these did the {name} number {n} become?",
            "candidates": [f"{name} {n} {word}" for word in ("kel", "tasp", "mov", "rin")[:size]],
            "answer": place,
        }
        for n, (size, place) in enumerate(zip(sizes, places, strict=True))
    ]


def bank() -> dict[str, list[Item]]:
    """All files, with as many defects as the original has."""
    found = {name: plain(name) for name in FILES}
    _repeat(found["early_represent_mind"], copies=1, stems=6)
    _repeat(found["symbolic"], copies=5, stems=12)
    _double(found["inductive"], 1)
    _double(found["plan"], 38)
    for n, item in enumerate(found["conservation"][:50]):
        item["id"] = f"{n // 10:04}-{n % 10:04}"
    return found


def _repeat(items: list[Item], *, copies: int, stems: int) -> None:
    """Make items copies of others with the same key, and give others the question of another."""
    for at in range(copies):
        items[2 * at + 1] = dict(items[2 * at])
        assert items[2 * at + 1]["answer"] == items[2 * at]["answer"]
    for at in range(stems):
        items[-2 * at - 2]["question"] = items[-2 * at - 1]["question"]


def _double(items: list[Item], count: int) -> None:
    """Give items two equal wrong choices."""
    for item in items[:count]:
        first, second = [at for at in range(4) if at != item["answer"]][:2]
        item["candidates"][second] = item["candidates"][first]


def write_bank(folder: Path, files: dict[str, list[Item]] | None = None) -> Path:
    """Write the files as the repository has them; gives the folder of the repository."""
    for name, items in (files or bank()).items():
        place = folder / "dataset" / FILES[name][0]
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{name}.json").write_text(json.dumps(items, indent=2), encoding="utf-8")
    return folder
