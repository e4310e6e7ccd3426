"""JSON for a terminal is the same document, without a character that a terminal acts on."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from renderers.json_text import Piece, Pieced, json_parts, json_text
from renderers.terminal import visible
from tests.shell import ROOT

EVERY = " ".join(map(chr, (*range(0x3000), *range(0xD7F0, 0xE010), *range(0xFDD0, 0x10000))))
BEYOND = "".join(map(chr, (0x1F600, 0x1FFFE, 0xE0001, 0xE0041, 0xF0000, 0x10FFFF)))
DOCUMENT = {"reply": EVERY + BEYOND, EVERY[:200]: [{"n": 1, "x": 0.5}, None], "none": []}


def test_it_is_the_same_document() -> None:
    assert json.loads(json_text(DOCUMENT)) == DOCUMENT
    assert json.loads(json_text(DOCUMENT, indent=None)) == DOCUMENT


def test_no_character_is_left_that_a_terminal_acts_on() -> None:
    told = json_text(DOCUMENT)
    assert visible(told) == told

    assert json_text(DOCUMENT, indent=None).count("\n") == 0


def test_words_of_other_languages_stay_readable() -> None:
    assert json_text({"reply": "où “la” 篮子 😀 नमस्ते"}, indent=None) == (
        '{"reply": "où “la” 篮子 😀 नमस्ते"}'
    )


@pytest.mark.parametrize(
    ("hostile", "told"),
    [
        ("\x9b2J", r"\u009b2J"),
        ("\x9d52;c;aGk=\x9c", r"\u009d52;c;aGk=\u009c"),
        ("\x1b]52;c;aGk=\x07", r"\u001b]52;c;aGk=\u0007"),
        ("\u202eabc\u2069", r"\u202eabc\u2069"),
        ("\x7f", r"\u007f"),
        ("\ud83d", r"\ud83d"),
        ("\U000e0041", r"\udb40\udc41"),
    ],
)
def test_controls_and_marks_of_direction_are_escaped(hostile: str, told: str) -> None:
    assert json_text(hostile) == f'"{told}"'


@pytest.mark.parametrize("parts", [1, 7, 20_000])
def test_a_long_document_piece_by_piece_is_the_same_text(parts: int) -> None:
    assert "".join(json_parts(DOCUMENT, parts=parts)) == json_text(DOCUMENT)


def test_no_command_prints_json_by_other_means() -> None:
    places = [*(ROOT / "runners/cli").rglob("*.py"), ROOT / "runners/main.py"]
    assert [
        path.name for path in places if re.search(r"json\.dumps?\(", path.read_text("utf-8"))
    ] == []


class Rows(Pieced):
    """Objects of three pieces, the last of which every other one has in common."""

    def __len__(self) -> int:
        return 5

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return [self[each] for each in range(len(self))[at]]
        return {name: value for _, made in self.pieces(at) for name, value in made().items()}

    def pieces(self, at: int) -> list[Piece]:
        of_all: Piece = ("all", lambda: {"reply": EVERY[:50], "levels": {}, "none": []})
        own: Piece = (None, lambda: {"n": at, "x": 0.5, "so": at > 2, "why": None})
        return [of_all, own, (at % 2, lambda: {"of": {"a": [at % 2, "\x9b"]}, "odd": float("nan")})]


@pytest.mark.parametrize("parts", [1, 3, 500])
def test_objects_that_have_pieces_in_common_are_written_as_if_they_had_not(parts: int) -> None:
    document = {"rows": Rows(), "after": 1}
    assert "".join(json_parts(document, parts=parts)) == json_text({**document, "rows": Rows()[:]})
