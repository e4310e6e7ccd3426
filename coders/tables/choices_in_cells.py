"""The choices of a question in one cell of a table: with `|` between them, on lines, as a list of
JSON or Python, or on one line with letters, `A. Red B. Blue`.
"""

from __future__ import annotations

import ast
import json
import re

from dsl.words import LABELS

LETTERED = re.compile(r"\s*(?:\(([A-Za-z])\)|([A-Za-z])[).:])\s+(?=\S)")
_LETTER = re.compile(r"(?:(?<=\s)|^)(?:\(([A-Za-z])\)|([A-Za-z])[).:])\s+(?=\S)")
_LONGEST = 20_000
"""Characters; no list of choices is longer."""


def choices_in(cell: str) -> list[str]:
    """The choices in a cell, with their letters if they have any."""
    text = cell.strip()
    if text.startswith("[") and text.endswith("]") and len(text) < _LONGEST:
        told = _listed(text)
        if told is not None:
            return told
    if "|" in text:
        return text.split("|")
    return text.split("\n") if "\n" in text else _on_one_line(text)


def _listed(text: str) -> list[str] | None:
    """The texts of a list as JSON or Python writes it; None for any other text."""
    for parse in (json.loads, ast.literal_eval):
        try:
            told = parse(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(told, list) and all(isinstance(one, str | int | float) for one in told):
            return [str(one) for one in told]
    return None


def _on_one_line(text: str) -> list[str]:
    """The choices of `A. Red B. Blue`, each with its letter; the text alone if it is no such."""
    found = list(_LETTER.finditer(text))
    letters = "".join((one[1] or one[2]).upper() for one in found)
    if len(found) < 2 or letters != LABELS[: len(found)] or found[0].start() > 0:
        return [text]
    ends = [*(one.start() for one in found[1:]), len(text)]
    return [text[one.start() : end] for one, end in zip(found, ends, strict=True)]


def unlettered(choices: list[str]) -> list[str]:
    """The choices without their letters, where all have one and these are A, B, C, ..."""
    found = [LETTERED.match(choice) for choice in choices]
    letters = "".join((one[1] or one[2]).upper() for one in found if one is not None)
    if len(choices) > 1 and letters == LABELS[: len(choices)]:
        return [choice[one.end() :] for choice, one in zip(choices, found, strict=True) if one]
    return choices
