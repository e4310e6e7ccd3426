"""Lines that begin with no statement, or with one that belongs elsewhere."""

from __future__ import annotations

import re

from dsl.explaining.block_kinds import block_under, not_set_in, sibling_above
from dsl.explaining.names import label_at
from dsl.explaining.slip import Slip, Spot, cut
from dsl.explaining.synonyms import fits, framed, is_nearly, meant, nearest_head
from dsl.faults.layout import NothingToOpen, NotSetIn
from dsl.faults.lines import LooksLikeWords, Misplaced, NotAvailable, UnknownStatement
from dsl.heads import Head, Place
from dsl.keywords import HEADS, SPOKEN, UNAVAILABLE, head_of, heads_in
from dsl.patterns import lazy_pattern

_SPOKEN = lazy_pattern(r"[A-Z“\"‘'{(¿¡0-9]|.*[.?!…][”\"’')]*$")
_FEW = 3
_MOST_WORDS = 4
"""A name of more words is hardly one."""
_META = ("doi", "domain", "age", "author", "authors", "licence", "license", "adapted by",
         "language", "keywords", "summary", "setting", "fidelity", "only condition")  # fmt: skip


def stranger(spot: Spot) -> Slip:
    """What is wrong with a line that no statement of its block begins."""
    first = re.split(r"[\s:]", spot.words, maxsplit=1)[0]
    if first in UNAVAILABLE:
        fault = NotAvailable(span=spot.span(0, len(first)), head=first, meaning=UNAVAILABLE[first])
        return Slip(fault)
    outside = _beside_its_block(spot)
    if outside is not None:
        return Slip(outside)
    here = heads_in(spot.place) if spot.place else ()
    near = nearest_head(spot.words, here)
    said = _said_otherwise(spot, near)
    if said is not None:
        return said
    elsewhere = head_of(spot.words)
    spoken = _is_spoken(spot)
    if elsewhere is not None and not spoken:
        return Slip(_misplaced(spot, elsewhere))
    if spoken and spot.place in (*SPOKEN, Place.EXPLORATION, Place.RETELLING):
        asked = spot.place is Place.QUESTION and spot.words.endswith("?")
        asked |= spot.place is Place.EXPLORATION
        mended = f"{'ask' if asked else 'say'}: {spot.words}"
        return Slip(LooksLikeWords(span=spot.span(), mended=cut(mended)), mended)
    return (None if spoken else _misspelt(spot)) or _unknown(spot, first)


def _beside_its_block(spot: Spot) -> NotSetIn | NothingToOpen | None:
    """A slot on the level of `people`, an arm on that of its `by`; a level below another."""
    words, colon, _ = spot.words.partition(":")
    short = len(words.split()) <= _MOST_WORDS
    if (
        spot.place is Place.LEVEL
        and not colon
        and short
        and not nearest_head(words, heads_in(spot.place))
    ):
        above = "a level only contains `let`, `own`, `worth` and notes"
        advice = "indent it like the level above, if it is another level"
        return NothingToOpen(span=spot.span(), above=above, advice=advice)
    before = sibling_above(spot.draft, spot.line)
    if before is None:
        return None
    block = block_under(spot.draft, before)
    arm = block is Place.ARMS and colon and label_at(spot.draft, spot.words) == words.strip()
    if not arm and spot.place and is_nearly(spot.words, heads_in(spot.place)):
        return None
    slot = block is Place.POOL and colon and short and spot.place is Place.TOP
    across = block is Place.CONTRAST and " across " in words
    return not_set_in(spot.draft, spot.line, before) if arm or slot or across else None


def _said_otherwise(spot: Spot, near: tuple[Head, int] | None) -> Slip | None:
    """Another word for a statement of this block, or a sentence about it."""
    if spot.place is None:
        return None
    found = meant(spot.words, spot.place)
    if found is not None and near is not None and near[1] > found.end:
        return None
    sentence = framed(spot.words, spot.place)
    if found is not None and sentence is not None and sentence.line.startswith(found.head):
        found = sentence
    if found is None and not (near and fits(near[0], spot.words[near[1] :])):
        found = sentence
    if found is None:
        return None
    note = found.head == "#"
    end = len(spot.words) if found.framed else found.end
    close = cut(found.line) if found.framed else found.head
    fault = UnknownStatement(
        span=spot.span(0, end), word=cut(spot.words[:end]), close="#" if note else close, known=()
    )
    return Slip(fault, found.line)


def _is_spoken(spot: Spot) -> bool:
    """Whether a line looks like a sentence, not like a statement with a slip in it."""
    before, colon, _ = spot.words.partition(":")
    known = nearest_head(spot.words, heads_in(spot.place) if spot.place else HEADS)
    if known is not None and fits(known[0], spot.words[known[1] :]):
        return False
    nearly = known is not None or (bool(colon) and spot.place is Place.TOP)
    if nearly and (colon or spot.words[0].islower()):
        return False
    if colon and before[0:1].isupper():
        return True
    return len(before.split()) >= _FEW and _SPOKEN.match(spot.words) is not None


def _misplaced(spot: Spot, head: Head) -> Misplaced:
    places: list[str] = []
    for other in HEADS:
        if other.word == head.word:
            places.extend(place.value for place in other.places)
    belongs = ", or ".join(dict.fromkeys(places))
    here = spot.place.value if spot.place else "here"
    advice = "move it there, or indent it to match its block"
    if spot.place is Place.TOP:
        advice = "indent it by four spaces below the line it belongs to"
    return Misplaced(
        span=spot.span(0, len(head.word)), word=head.word, here=here, belongs=belongs, advice=advice
    )


def _misspelt(spot: Spot) -> Slip | None:
    found = _closest(spot)
    if found is None:
        return None
    head, end = found
    written, rest = spot.words[:end], spot.words[end:]
    fault = UnknownStatement(span=spot.span(0, end), word=cut(written), close=head.word, known=())
    if spot.place is not None and spot.place not in head.places:
        return Slip(fault)
    glue = "" if not rest or rest[0] in " \t:" else " "
    return Slip(fault, head.word + glue + rest)


def _closest(spot: Spot) -> tuple[Head, int] | None:
    """The statement that a line was meant to begin with, and where its misspelling ends."""
    here = heads_in(spot.place) if spot.place else HEADS
    found = nearest_head(spot.words, here)
    if found is not None:
        return found
    found = nearest_head(spot.words, HEADS)
    return found if found is not None and fits(found[0], spot.words[found[1] :]) else None


def _unknown(spot: Spot, first: str) -> Slip:
    known = [head.word for head in heads_in(spot.place)] if spot.place else []
    shown = tuple(word for word in dict.fromkeys(known) if word not in _META and word != "colors")
    end = len(first) if first else len(spot.words)
    fault = UnknownStatement(
        span=spot.span(0, end), word=cut(first or spot.words), close=None, known=shown
    )
    return Slip(fault)
