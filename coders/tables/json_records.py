"""A JSON file that is a list of records, each read field by field.

What cannot be used is a fault that names the file, the number of the record and the path of the
field; what is odd but can be used is a note, which is counted and names the first such record.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from dsl.files.csv_reader import TableFault
from dsl.files.data_rows import UNSEEN, no_number, object_once
from dsl.files.source import normalise


class _Missing:
    """Stands for a field that is not there."""


_MISSING = _Missing()
_TYPES: dict[type, str] = {
    bool: "true or false", int: "a number", float: "a number with decimals", str: "a text",
    list: "a list", dict: "an object", type(None): "null", _Missing: "missing",
}  # fmt: skip
_AS_PUBLISHED = "take the file as it was published"


def type_of(value: object) -> str:
    """What a JSON value is, in words."""
    return _TYPES.get(type(value), "something else")


@dataclass(slots=True)
class Found:
    """What is wrong or odd; notes have the number of their first record, and how many there are."""

    faults: list[TableFault] = field(default_factory=list)
    notes: dict[str, list[int]] = field(default_factory=dict)

    def fault(self, told: str, instead: str) -> None:
        """What is wrong, with the name of its file, and what to do."""
        self.faults.append(TableFault(0, told, instead))


class RecordFile:
    """A file of records by its `name` and text; what is wrong in it goes to `found`."""

    def __init__(self, name: str, text: str, found: Found) -> None:
        self.name, self.found = name, found
        self._values: list[Any] = []
        if text.startswith("version https://git-lfs"):
            told = f"{name} is a pointer of Git LFS, not the file itself"
            found.fault(told, "fetch the file with `git lfs pull`, or download it")
            return
        try:
            values = json.loads(text, parse_constant=no_number, object_pairs_hook=object_once)
        except json.JSONDecodeError as problem:
            told = f"{name}, line {problem.lineno}: this is not JSON ({problem.msg})"
            found.fault(told, _AS_PUBLISHED)
        except (ValueError, RecursionError) as problem:
            found.fault(f"{name}: {problem.args[0]}", _AS_PUBLISHED)
        else:
            if isinstance(values, list) and values:
                self._values = values
            else:
                told = "an empty list" if values == [] else f"{type_of(values)}, not a list"
                found.fault(f"{name} is {told}", "write a list of records: [{...}, {...}]")

    def __iter__(self) -> Iterator[Record]:
        """Its records; one that is no object is a fault."""
        for number, value in enumerate(self._values, start=1):
            one = Record(self, number, value)
            if isinstance(value, dict):
                yield one
            else:
                one.fault("", f"is {type_of(value)}, not an object", "write {...}")


class Record:
    """A record: its `value`, an object, and its `number` from 1. What of it cannot be used is a
    fault at the path of its field, and read as None.
    """

    def __init__(self, file: RecordFile, number: int, value: Any) -> None:
        self._file, self.number, self.value = file, number, value

    def fault(self, at: str, told: str, instead: str) -> None:
        """What is wrong with a field, the whole record if it is empty."""
        which = f", `{at}`:" if at else ""
        self._file.found.fault(f"{self._file.name}, record {self.number}{which} {told}", instead)

    def field(self, name: str) -> Any:
        """A field of the record; what stands for none is no value of JSON."""
        return self.value.get(name, _MISSING)

    def note(self, told: str) -> None:
        """What is odd in this record."""
        self._file.found.notes.setdefault(f"{self._file.name}: {told}", [self.number, 0])[1] += 1

    def text(self, value: Any, at: str, *, empty: bool = False) -> str | None:
        """A text, without spaces around it; control characters are made spaces, and noted."""
        if not isinstance(value, str):
            self.fault(at, f"is {type_of(value)}, not a text", "write it in quotation marks")
            return None
        ends = normalise(value)
        plain = UNSEEN.sub(" ", ends)
        if plain != ends:
            self.note("text with control characters, now spaces")
        if not plain.strip() and not empty:
            self.fault(at, "has no words", "fill it")
            return None
        return plain.strip()

    def listed(self, value: Any, at: str) -> list[Any]:
        """A list; empty after a fault."""
        if isinstance(value, list):
            return value
        self.fault(at, f"is {type_of(value)}, not a list", "write [...]")
        return []

    def whole(self, value: Any, at: str, ends: tuple[int, float], advice: str) -> int | None:
        """A whole number between two ends; None after a fault."""
        if isinstance(value, bool) or not isinstance(value, int):
            shown = f"`{value}` is" if isinstance(value, str | float) else "is"
            self.fault(at, f"{shown} {type_of(value)}, not a whole number", advice)
            return None
        if not ends[0] <= value <= ends[1]:
            self.fault(at, f"{value} is out of range", advice)
            return None
        return value
