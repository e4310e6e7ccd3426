"""A packet's parts as JSON values, and back, by what `coders.packets.shape` declares.

The fields are in a file in the order in which they are declared. Reading raises ValueError, with
the place, for whatever is missing or of another kind; fields of a later version are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from coders.packets.shape import Gold, Header, Item, Line

T = TypeVar("T")

Fields = Mapping[str, object]
"""One JSON object as it was read: names, and values that are still to be looked at."""

_ONLY_IF_ANY = frozenset(
    {"question", "guide", "card", "lost", "guidance", "examples", "accepted", "lures"}
    | {"candidates", "guards", "alike", "gate", "pass_with", "pictures", "scale"}
)
"""Fields that are left out where there is none of it: most items have none."""

_PARTS = frozenset({"lines", "questions", "marks"})
_FRACTION = re.compile(r"[0-9]{1,30}(/0*[1-9][0-9]{0,29})?")
_ESCAPED = re.compile("\x10([0-9a-f]{4})")
_AWKWARD = re.compile("[\x10\ud800-\udfff]")


def to_json(part: Header | Item | Line | Gold) -> dict[str, object]:
    """A part of a packet as a JSON object."""
    import msgspec

    return _without_empty(msgspec.to_builtins(part, enc_hook=_to_text))


def content_to_json(item: Item) -> dict[str, object]:
    """An item without its id: what a coder sees and judges, and what its content hash covers."""
    found = to_json(item)
    del found["id"], found["content"]
    return found


def from_json(found: object, kind: type[T]) -> T:
    """A part of a packet as it was written. Raises ValueError."""
    import msgspec

    try:
        return msgspec.convert(found, kind, dec_hook=_from_text)
    except msgspec.ValidationError as fault:
        raise ValueError(str(fault)) from fault


def escaped(value: object) -> object:
    """The value with halves of surrogate pairs spelt out; DLE (U+0010) marks what was.

    JSON would join two halves that touch, and a reply has to come back as it was.
    """
    return _walked(value, lambda text: _AWKWARD.sub(lambda it: f"\x10{ord(it[0]):04x}", text))


def unescaped(value: object) -> object:
    """The value that `escaped` was given."""
    return _walked(value, lambda text: _ESCAPED.sub(lambda it: chr(int(it[1], 16)), text))


def fields_of(value: object) -> Fields:
    """The value, if it is a JSON object; TypeError otherwise."""
    if not isinstance(value, dict):
        raise TypeError("not a JSON object")
    return value


def _without_empty(found: dict[str, Any]) -> dict[str, object]:
    return {
        name: list(map(_without_empty, value)) if name in _PARTS else value
        for name, value in found.items()
        if value or name not in _ONLY_IF_ANY
    }


def _to_text(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"a packet holds no {type(value).__name__}")


def _from_text(kind: type, value: object) -> Fraction:
    # No exponents: "1e999999999" is a short text and a number that fills the memory.
    if kind is Fraction and isinstance(value, str) and _FRACTION.fullmatch(value):
        return Fraction(value)
    raise ValueError(f"Expected a fraction in quotation marks, got {value!r:.60}")


def _walked(value: object, change: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {name: _walked(one, change) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_walked(one, change) for one in value]
    return value
