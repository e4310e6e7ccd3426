r"""JSON that a terminal shows and does not obey.

JSON escapes the controls of ASCII and nothing else: a reply may hold C1 controls, which some
terminals act on as they do on ESC, and marks that reverse the direction of text. Every character
that `visible` would replace is written as `\u` here, so a program reads the same document. To
escape all that is not ASCII was rejected: nobody could read words of other languages.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

from renderers.terminal import visible

_PARTS = 500
"""So many members of a list are put together at a time."""

_FLAT = json.JSONEncoder(ensure_ascii=False)

Piece = tuple[Hashable, Callable[[], Mapping[str, object]]]
"""Some members of an object, and what they are known by; None if no other object has them."""


class Pieced(Sequence[Any]):
    """Objects of which many have members in common: each is made of pieces, in order, and a piece
    that has a name is written once.
    """

    @abstractmethod
    def pieces(self, at: int) -> Sequence[Piece]:
        """The pieces of an object; none is empty."""


class _Escapes(dict[int, str]):
    """What replaces a character, by its number, for `str.translate`."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        told = character if visible(character) == character else _escape(code)
        self[code] = told
        return told


def _escape(code: int) -> str:
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


_ESCAPES = _Escapes()


def json_text(document: Any, *, indent: int | None = 2) -> str:
    """The document as JSON without a character that a terminal acts on."""
    return _escaped(json.dumps(document, ensure_ascii=False, indent=indent))


def json_parts(document: Any, *, parts: int = _PARTS) -> Iterator[str]:
    """The same text, indented, piece by piece: a long document would take as much memory again,
    ten times over while it is put together. Members of a sequence are asked for `parts` at a time.
    """
    return _parts(document, "\n", parts)


def _parts(document: Any, margin: str, parts: int) -> Iterator[str]:
    """A document whose lines begin as `margin` says."""
    if isinstance(document, Mapping) and document:
        before = "{"
        for name, value in document.items():
            yield f"{before}{margin}  {json_text(str(name))}: "
            yield from _parts(value, f"{margin}  ", parts)
            before = ","
        yield f"{margin}}}"
    elif isinstance(document, Pieced) and document:
        yield from _pieced(document, margin, parts)
    elif isinstance(document, Sequence) and not isinstance(document, str) and document:
        before = "["
        for start in range(0, len(document), parts):
            yield before + _members(list(document[start : start + parts]), margin)
            before = ","
        yield f"{margin}]"
    else:
        yield json_text(document)


def _pieced(document: Pieced, margin: str, parts: int) -> Iterator[str]:
    """A list of objects that have pieces in common."""
    known: dict[Hashable, str] = {}

    def text(piece: Piece) -> str:
        name, made = piece
        found = known.get(name)
        if found is None:
            found = _inside(made(), f"{margin}    ")
            if name is not None:
                known[name] = found
        return found

    before = "["
    for start in range(0, len(document), parts):
        some = range(start, min(start + parts, len(document)))
        objects = (",".join(map(text, document.pieces(at))) for at in some)
        yield before + ",".join(f"{margin}  {{{one}{margin}  }}" for one in objects)
        before = ","
    yield f"{margin}]"


def _inside(document: Mapping[str, object], margin: str) -> str:
    """An object without its braces, each member on a line of its own that begins as `margin`."""
    if any(isinstance(value, Mapping | list | tuple) for value in document.values()):
        return _members([document], margin[:-4])[len(margin) - 1 : 1 - len(margin)]
    lines = (f"{margin}{_flat(name)}: {_flat(value)}" for name, value in document.items())
    return ",".join(lines)


def _flat(value: Any) -> str:
    return _escaped(_FLAT.encode(value))


def _members(some: list[Any], margin: str) -> str:
    """A list as JSON without its brackets, each member on lines of its own. Python takes four times
    as long to write it indented.
    """
    import msgspec

    flat = _flat(some)
    try:
        text = msgspec.json.format(flat, indent=2)
    except msgspec.DecodeError:
        # Not a number, or infinite: Python writes what is no JSON, and reads it.
        text = json_text(some)
    return text[1:-2].replace("\n", margin)


def _escaped(text: str) -> str:
    return text if text.isascii() and "\x7f" not in text else text.translate(_ESCAPES)
