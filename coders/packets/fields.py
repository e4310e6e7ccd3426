"""A packet's parts as JSON values, and back; one pair of functions for each.

Written out field by field: a field that a later version adds must not get into old files unseen,
and what is read is checked where it comes in. Reading raises KeyError, TypeError or ValueError.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from coders.packets.shape import (
    Asked,
    CoderKind,
    Gold,
    GoldMark,
    Header,
    Item,
    Line,
    LineKind,
    View,
)

Fields = Mapping[str, object]
"""One JSON object as it was read: names, and values that are still to be looked at."""

_ESCAPED = re.compile("\x10([0-9a-f]{4})")
_AWKWARD = re.compile("[\x10\ud800-\udfff]")


# ------------------------------------------------------------------------------- header


def of_header(header: Header) -> dict[str, object]:
    """The first line of a packet, and what the store keeps of it."""
    return {
        "format": header.format,
        "packet": header.packet,
        "batch": header.batch,
        "coder": header.coder,
        "kind": str(header.kind),
        "view": str(header.view),
        "keyed": header.keyed,
        "codebook_version": header.codebook_version,
        "tool_version": header.tool_version,
        "made": header.made,
        "items": header.items,
        "blind_to": list(header.blind_to),
        "not_blind_to": list(header.not_blind_to),
        "statement": header.statement,
        "lrs_first_share": str(header.lrs_first_share),
        "masking_share": str(header.masking_share),
        "gold_note": header.gold_note,
    }


def header_of(found: Fields) -> Header:
    """A header as it was written."""
    return Header(
        packet=_text(found, "packet"),
        batch=_text(found, "batch"),
        coder=_text(found, "coder"),
        kind=CoderKind(_text(found, "kind")),
        view=View(_text(found, "view")),
        keyed=_yes(found, "keyed"),
        codebook_version=_text(found, "codebook_version"),
        tool_version=_text(found, "tool_version"),
        made=_text(found, "made"),
        items=_number(found, "items"),
        blind_to=_texts(found, "blind_to"),
        not_blind_to=_texts(found, "not_blind_to"),
        statement=_text(found, "statement"),
        lrs_first_share=Fraction(_text(found, "lrs_first_share")),
        masking_share=Fraction(_text(found, "masking_share")),
        gold_note=_text(found, "gold_note"),
        format=_number(found, "format"),
    )


# ------------------------------------------------------------------------------- items


def of_item(item: Item) -> dict[str, object]:
    """An item with its id; what there is none of is left out."""
    return {"id": item.id, "content": item.content, **of_content(item)}


def of_content(item: Item) -> dict[str, object]:
    """An item without its id: what a coder sees and judges, and what its content hash covers."""
    found: dict[str, object] = {
        "lines": [of_line(line) for line in item.lines],
        "questions": [of_asked(asked) for asked in item.questions],
    }
    if item.guide:
        found["guide"] = [[lrs, words] for lrs, words in item.guide]
    if item.card:
        found["card"] = list(item.card)
    if item.lost:
        found["lost"] = list(item.lost)
    return found


def item_of(found: Fields) -> Item:
    """An item as it was written."""
    return Item(
        _text(found, "id"),
        _text(found, "content"),
        tuple(line_of(fields_of(line)) for line in _list(found, "lines")),
        tuple(asked_of(fields_of(asked)) for asked in _list(found, "questions")),
        tuple((_whole(lrs), _word(words)) for lrs, words in _pairs(found, "guide")),
        _texts(found, "card"),
        tuple(map(_whole, _list(found, "lost"))),
    )


def of_line(line: Line) -> dict[str, object]:
    """One speech of a transcript."""
    found: dict[str, object] = {"kind": str(line.kind), "text": line.text}
    if line.question:
        found["question"] = line.question
    return found


def line_of(found: Fields) -> Line:
    """One speech as it was written."""
    return Line(LineKind(_text(found, "kind")), _text(found, "text"), _number(found, "question", 0))


def of_asked(asked: Asked) -> dict[str, object]:
    """A question; what is as usual is left out."""
    found: dict[str, object] = {
        "number": asked.number,
        "kind": asked.kind,
        "text": asked.text,
        "story": asked.story,
        "worth": str(asked.worth),
        "own_story": asked.own_story,
        "if_failed": asked.if_failed,
    }
    listed: dict[str, Sequence[object]] = {
        "guidance": asked.guidance,
        "examples": [list(pair) for pair in asked.examples],
        "accepted": asked.accepted,
        "lures": asked.lures,
        "candidates": asked.candidates,
        "guards": asked.guards,
    }
    return {**found, **{name: list(value) for name, value in listed.items() if value}}


def asked_of(found: Fields) -> Asked:
    """A question as it was written."""
    return Asked(
        number=_number(found, "number"),
        kind=_text(found, "kind"),
        text=_text(found, "text"),
        story=_number(found, "story"),
        guidance=_texts(found, "guidance"),
        examples=tuple((_word(mark), _word(words)) for mark, words in _pairs(found, "examples")),
        accepted=_texts(found, "accepted"),
        lures=_texts(found, "lures"),
        candidates=_texts(found, "candidates"),
        worth=Fraction(_text(found, "worth")),
        own_story=_yes(found, "own_story"),
        if_failed=_text(found, "if_failed"),
        guards=tuple(map(_whole, _list(found, "guards"))),
    )


# ------------------------------------------------------------------------------- gold


def of_gold(gold: Gold) -> dict[str, object]:
    """The agreed codes of one gold item."""
    marks: list[object] = [
        {
            "question": mark.question,
            "mark": mark.mark,
            "flags": list(mark.flags),
            "said": list(mark.said),
            "plain": mark.plain,
            "reason": mark.reason,
            **({"alike": [list(one) for one in mark.alike]} if mark.alike else {}),
        }
        for mark in gold.marks
    ]
    return {"item": gold.item, "marks": marks, "lrs": gold.lrs, "reason": gold.reason}


def gold_of(found: Fields) -> Gold:
    """The agreed codes of one gold item as they were written."""
    lrs = found["lrs"]
    return Gold(
        _text(found, "item"),
        tuple(_gold_mark(fields_of(mark)) for mark in _list(found, "marks")),
        None if lrs is None else _whole(lrs),
        _text(found, "reason"),
    )


def _gold_mark(found: Fields) -> GoldMark:
    return GoldMark(
        _number(found, "question"),
        _text(found, "mark"),
        _texts(found, "flags"),
        _texts(found, "said"),
        _yes(found, "plain"),
        _text(found, "reason"),
        tuple(_words(one) for one in _list(found, "alike")),
    )


# ------------------------------------------------------------------------------- values


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


def _walked(value: object, change: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {name: _walked(one, change) for name, one in value.items()}
    if isinstance(value, list):
        return [_walked(one, change) for one in value]
    return value


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("not a whole number")
    return value


def _text(found: Fields, name: str) -> str:
    return _word(found[name])


def _number(found: Fields, name: str, otherwise: int | None = None) -> int:
    return _whole(found[name] if otherwise is None else found.get(name, otherwise))


def _yes(found: Fields, name: str) -> bool:
    value = found[name]
    if not isinstance(value, bool):
        raise TypeError("neither yes nor no")
    return value


def _list(found: Fields, name: str) -> Sequence[object]:
    value = found.get(name, [])
    if not isinstance(value, list):
        raise TypeError("not a list")
    return value


def _texts(found: Fields, name: str) -> tuple[str, ...]:
    return tuple(map(_word, _list(found, name)))


def _words(found: object) -> tuple[str, ...]:
    if not isinstance(found, list):
        raise TypeError("not a list")
    return tuple(map(_word, found))


def _pairs(found: Fields, name: str) -> list[tuple[object, object]]:
    pairs: list[tuple[object, object]] = []
    for pair in _list(found, name):
        if not isinstance(pair, list):
            raise TypeError("not a pair")
        one, other = pair
        pairs.append((one, other))
    return pairs
