"""Items of banks that tests write into a folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path


def write_grouped_items(folder: Path, groups: Mapping[str, Sequence[int]], *, each: int) -> None:
    """`items.json` with so many items `each` of every group, whose choices are as many as its sizes
    say in turn; keys go through the positions.
    """
    items = [
        {
            "text": f"Which of {number} is {group}?",
            "options": [f"{group} {number} {at}" for at in range(size)],
            "key": number % size,
            "group": group,
        }
        for group, sizes in groups.items()
        for number in range(each)
        for size in [sizes[number % len(sizes)]]
    ]
    (folder / "items.json").write_text(json.dumps(items), encoding="utf-8")


def write_abilities(folder: Path, abilities: Sequence[str], *, each: int) -> None:
    """`items.jsonl` with items of four choices, of which the third is right."""
    items = [
        {
            "id": f"{ability} {number}",
            "ability": ability,
            "question": f"Which word goes with {ability} {number}?",
            "choices": [f"{word} {ability} {number}" for word in ("lorn", "misk", "tave", "plun")],
            "answer": f"tave {ability} {number}",
        }
        for ability in abilities
        for number in range(each)
    ]
    (folder / "items.jsonl").write_text("\n".join(map(json.dumps, items)), encoding="utf-8")
