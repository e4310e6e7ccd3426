"""A packet as a file: JSON Lines, in ASCII, with a checksum in its last line.

First the header, then one line for each item under the name of its section, then what is sealed,
then the number of lines and the checksum of all of them. A packet is mailed and copied by people,
so every damage is distinguished and comes with what to do. A ZIP archive would have been smaller,
and could not be looked into by an ethics board; ASCII, since mail programs and old editors change
anything else, and nothing in the file can act on a terminal.

What is sealed is compressed and padded to one length, so that neither a glance nor a size tells;
pictures are compressed already, and each has a line of its own.

A packet's parts as JSON values, and back, by what `coders.packets.shape` declares.

The fields are in a file in the order in which they are declared. Reading raises ValueError, with
the place, for whatever is missing or of another kind; fields of a later version are passed over.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from coders.packets.codebook import (
    notices,
    refuse_unknown_codebook,
    refuse_unknown_parts,
    refuse_unknown_settings,
    unknown_fields,
)
from coders.packets.pictures import SEALED as PICTURE
from coders.packets.pictures import BadPicture, line_of, read_picture
from coders.packets.shape import PACKET_FORMAT, Gold, Header, Item, Line, Packet, PacketUnusable
from dsl.errors import os_errors_as
from dsl.files.source import opened

SECTIONS = ("training", "gate A", "gate B", "main")
"""The sections of a packet, in the order in which they are coded."""

SEALED = ("gold", "stories", "models")
ROWS = "rows"
"""Sealed, too, in a packet that has them."""

_KIND = "devrun packet"
_COMPLETE = "ask the study's owner for the packet again, and save it without opening it"


def packet_lines(packet: Packet) -> Iterator[str]:
    """The lines of a packet's file, one at a time: a large packet is not to be held twice. Its own
    `checksum` and `where` are not looked at.
    """
    total = hashlib.sha256()
    count = 0
    for count, line in enumerate(_lines(packet), start=1):  # noqa: B007 - the last one counts
        total.update(f"{line}\n".encode("ascii"))
        yield f"{line}\n"
    yield _json({"end": count, "checksum": total.hexdigest()}) + "\n"


def _lines(packet: Packet) -> Iterator[str]:
    yield _json({"file": _KIND, **to_json(packet.header)})
    parts = (packet.training, packet.gate_a, packet.gate_b, packet.main)
    for section, items in zip(SECTIONS, parts, strict=True):
        for item in items:
            yield _json({"section": section, **to_json(item)})
    for digest, data in packet.pictures.items():
        yield _json(line_of(digest, data))
    yield from _sealed_lines(packet)


def packet_at(path: Path) -> Packet:
    """The packet in a file. Raises PacketUnusable where it cannot be read, or is damaged."""
    instead = "name the packet that you were sent"
    with (
        os_errors_as(PacketUnusable, f"{path} cannot be read", instead),
        opened(path, pipe=True) as file,
    ):
        data = file.read()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise PacketUnusable(
            f"{path} is not a packet: it is not UTF-8",
            "name the file that ends in `.packet.jsonl`; if this is it, " + _COMPLETE,
        ) from fault
    return read_packet(text, str(path))


def read_packet(text: str, where: str) -> Packet:
    """The packet that a file holds; `where` is what messages call the file.

    Raises PacketUnusable, saying what to do, for another kind of file, a packet of a newer tool,
    and one that was cut off or changed. Windows line ends and a byte order mark are no damage.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip("\n").split("\n")
    first = _parsed(lines[0])
    if first is None or first.get("file") != _KIND:
        raise PacketUnusable(
            f"{where} is not a packet: its first line is not that of a packet",
            "name the file that ends in `.packet.jsonl`",
        )
    _refuse_newer(first, where)
    end = _parsed(lines[-1]) or {}
    if len(lines) < 2 or "end" not in end:
        raise PacketUnusable(f"{where} is cut off: its last line is missing", _COMPLETE)
    body = "".join(f"{line}\n" for line in lines[:-1])
    total = _checksum(body)
    if end.get("end") != len(lines) - 1 or end.get("checksum") != total:
        raise PacketUnusable(
            f"{where} was changed after it was made", _COMPLETE + "; a packet cannot be edited"
        )
    refuse_unknown_settings(first, where)
    packet = _packet(lines[:-1], total, where)
    refuse_unknown_codebook(packet.header, where)
    return packet


def _refuse_newer(first: Fields, where: str) -> None:
    version = first.get("format")
    if isinstance(version, int) and version > PACKET_FORMAT:
        raise PacketUnusable(
            f"{where} was made by a newer devrun ({first.get('tool_version', 'unknown')})",
            "install that version, or ask the study's owner which one to install",
        )


def _packet(lines: list[str], checksum: str, where: str) -> Packet:
    items: dict[str, list[Item]] = {section: [] for section in SECTIONS}
    boxes: dict[str, str] = {}
    unknown: dict[str, None] = {}
    pictures: dict[str, bytes] = {}
    number = 1
    try:
        first = fields_of(_loaded(lines[0]))
        header = from_json(first, Header)
        for number, line in enumerate(lines[1:], start=2):
            found = fields_of(_loaded(line))
            if found.get("sealed") == PICTURE:
                digest, data = read_picture(found, pictures.values())
                pictures[digest] = data
            elif "sealed" in found:
                boxes[str(found["sealed"])] = str(found["box"])
            else:
                refuse_unknown_parts(found, first, f"{where}, line {number}")
                unknown.update(dict.fromkeys(unknown_fields(found)))
                items[str(found["section"])].append(from_json(found, Item))
        gold, stories, models = (_opened(boxes[name]) for name in SEALED)
        return Packet(
            header,
            tuple(items["training"]),
            tuple(items["gate A"]),
            tuple(items["gate B"]),
            tuple(items["main"]),
            {one.item: one for one in from_json(gold, tuple[Gold, ...])},
            _stories(stories),
            tuple(str(name) for name in models),
            checksum,
            where,
            tuple(notices(first, unknown)),
            pictures,
            _rows(_opened(boxes[ROWS])) if ROWS in boxes else {},
        )
    except BadPicture as fault:
        raise PacketUnusable(f"{where}, line {number}: {fault}", _COMPLETE) from fault
    except (ValueError, KeyError, TypeError, RecursionError, zlib.error) as fault:
        raise PacketUnusable(
            f"{where}, line {number}: this is no line of a packet",
            "it was made by another tool: ask the study's owner for one made by devrun",
        ) from fault


# ------------------------------------------------------------------------------- what is sealed


def _sealed_lines(packet: Packet) -> Iterator[str]:
    gold: list[object] = [to_json(one) for one in packet.gold.values()]
    models: list[object] = list(packet.models)
    contents: dict[str, list[object]] = dict(
        zip(SEALED, (gold, _pooled(packet.stories), models), strict=True)
    )
    if packet.rows:
        contents[ROWS] = list(packet.rows.items())
    boxes = {
        name: zlib.compress(_json(content).encode("ascii"), 9) for name, content in contents.items()
    }
    # Where there is no gold, no size tells anything.
    size = 0 if packet.header.view.has_scale else max(map(len, boxes.values()))
    for name, box in boxes.items():
        # Nothing follows the end of a compressed stream, so what is added is ignored.
        padded = box + bytes(max(0, size - len(box)))
        yield _json({"sealed": name, "box": base64.b64encode(padded).decode("ascii")})


def _opened(box: str) -> list[object]:
    packed = base64.b64decode(box, validate=True)
    content = _loaded(zlib.decompressobj().decompress(packed).decode("ascii"))
    if not isinstance(content, list):
        raise TypeError("what is sealed is a list")
    return content


def _pooled(stories: Mapping[str, tuple[Line, ...]]) -> list[object]:
    """Every story once, and which item has which: most items share theirs with others."""
    pool = {story: number for number, story in enumerate(dict.fromkeys(stories.values()))}
    return [
        [[to_json(line) for line in story] for story in pool],
        {item: pool[story] for item, story in stories.items()},
    ]


def _rows(content: list[object]) -> dict[str, dict[str, str]]:
    return dict(from_json(content, tuple[tuple[str, dict[str, str]], ...]))


def _stories(content: list[object]) -> dict[str, tuple[Line, ...]]:
    pool, which = content
    if not isinstance(pool, list) or not isinstance(which, dict):
        raise TypeError("stories are a list and what has which of them")
    told = from_json(pool, tuple[tuple[Line, ...], ...])
    return {str(item): told[number] for item, number in which.items()}


# ------------------------------------------------------------------------------- lines and sums


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True)
    # Few texts hold anything of the kind, and looking into each costs more than all the rest.
    awkward = "\\ud" in text or "\\u0010" in text
    return json.dumps(escaped(value), ensure_ascii=True) if awkward else text


def _loaded(line: str) -> object:
    found: object = json.loads(line)
    return unescaped(found) if "\\u0010" in line else found


def _parsed(line: str) -> Fields | None:
    try:
        return fields_of(_loaded(line))
    except (ValueError, TypeError, RecursionError):
        return None


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()


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
