"""However a script is damaged, there is no traceback, and every place named is inside the file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from runners.check import inspect
from tests.shell import EXPERIMENTS

COPIES = 2000
ODD = ["\t", "\u00a0", "\u200b", "{", "}", ":", "#", "\x00", "\ufeff", "\r", "“", "🙂", "    ", "|"]


def damaged(text: str, dice: random.Random) -> str:
    """The text with one to four injuries."""
    for _ in range(dice.randrange(1, 5)):
        lines = text.split("\n")
        place = dice.randrange(len(lines))
        match dice.randrange(9):
            case 0:
                del lines[place]
            case 1:
                lines.insert(place, lines[dice.randrange(len(lines))])
            case 2:
                other = dice.randrange(len(lines))
                lines[place], lines[other] = lines[other], lines[place]
            case 3:
                lines[place] = (
                    dice.choice(["", " ", "   ", "\t", "        "]) + lines[place].strip()
                )
            case 4:
                cut = dice.randrange(len(lines[place]) + 1)
                lines[place] = lines[place][:cut] + dice.choice(ODD) + lines[place][cut:]
            case 5:
                cut = dice.randrange(len(lines[place]) + 1)
                lines[place] = lines[place][:cut] + lines[place][cut + 1 :]
            case 6:
                words = lines[place].split(" ")
                dice.shuffle(words)
                lines[place] = " ".join(words)
            case 7:
                lines = lines[:place] or [""]
            case _:
                lines[place] = lines[place].replace(dice.choice("aeiou:{}"), "")
        text = "\n".join(lines)
    return text


@pytest.mark.parametrize("name", sorted(path.stem for path in EXPERIMENTS.glob("*.dev")))
def test_no_damage_ends_in_a_traceback(name: str, tmp_path: Path) -> None:
    whole = (EXPERIMENTS / f"{name}.dev").read_text(encoding="utf-8")
    copies = COPIES // len(list(EXPERIMENTS.glob("*.dev")))
    dice = random.Random(name)
    path = tmp_path / "damaged.dev"
    for _ in range(copies):
        path.write_bytes(damaged(whole, dice).encode("utf-8"))
        loaded = inspect(path)
        for fault in loaded.faults:
            lines = loaded.sources[fault.span.file].split("\n")
            span = fault.span
            assert 1 <= span.line <= span.end_line <= len(lines), fault
            assert 1 <= span.column <= len(lines[span.line - 1]) + 1, fault
            assert 1 <= span.end_column <= len(lines[span.end_line - 1]) + 1, fault
            assert (span.line, span.column) <= (span.end_line, span.end_column), fault
            assert fault.message()
