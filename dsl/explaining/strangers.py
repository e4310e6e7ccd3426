"""Lines that begin with no statement, or with one that belongs elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.explaining.slip import Slip, Spot, cut
from dsl.faults.lines import LooksLikeWords, Misplaced, NotAvailable, UnknownStatement
from dsl.keywords import HEADS, UNAVAILABLE, Head, Place, head_of, heads_in
from dsl.spelling import allowed, slips

_SPOKEN = re.compile(r"[A-Z“\"‘'{(¿¡0-9]|.*[.?!…][”\"’')]*$")
_FEW = 3
_MEANT = {"if": "when", "else": "otherwise", "question": "ask", "questions": "ask",
          "options": "choices", "correct": "answer", "incorrect": "wrong", "lures": "wrong",
          "prompt": "say", "text": "say", "tell": "say", "//": "#", "%": "#", "factor": "versions",
          "names": "people", "objects": "things", "characters": "people"}  # fmt: skip
_PHRASES = {
    "in random order": "in any order",
    "in shuffled order": "in any order",
    "keep as": "keep reply as",
}
"""What other languages, and other people, call the statements of this one."""
_META = ("doi", "domain", "age", "author", "authors", "licence", "license", "adapted by",
         "language", "keywords", "summary", "setting", "fidelity", "only condition")  # fmt: skip


def stranger(spot: Spot) -> Slip:
    """What is wrong with a line that no statement of its block begins."""
    first = re.split(r"[\s:]", spot.words, maxsplit=1)[0]
    if first in UNAVAILABLE:
        fault = NotAvailable(span=spot.span(0, len(first)), head=first, meaning=UNAVAILABLE[first])
        return Slip(fault)
    elsewhere = head_of(spot.words)
    spoken = _is_spoken(spot)
    if elsewhere is not None and not spoken:
        return Slip(_misplaced(spot, elsewhere))
    if spoken and spot.place in (Place.STEPS, Place.QUESTION):
        asked = spot.place is Place.QUESTION and spot.words.endswith("?")
        mended = f"{'ask' if asked else 'say'}: {spot.words}"
        return Slip(LooksLikeWords(span=spot.span(), mended=cut(mended)), mended)
    return (None if spoken else _misspelt(spot)) or _unknown(spot, first)


def _is_spoken(spot: Spot) -> bool:
    """Whether a line looks like a sentence, not like a statement with a slip in it."""
    before, colon, _ = spot.words.partition(":")
    if colon or spot.words[0].islower():
        known = _nearest(spot.words, heads_in(spot.place) if spot.place else HEADS)
        if known is not None or (colon and spot.place is Place.TOP):
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
    advice = "move it there, or set it in to the depth of the block it belongs to"
    if spot.place is Place.TOP:
        advice = "set it in below the line it belongs to, by four spaces a step"
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
    return _nearest(spot.words, here) or _nearest(spot.words, HEADS)


def _nearest(words: str, heads: tuple[Head, ...]) -> tuple[Head, int] | None:
    before = words.partition(":")[0][:80]
    starts = [m.end() for m in re.finditer(r"\S+", before)][:5]
    best: tuple[float, Head, int] | None = None
    for head in _as_written(words, heads):
        count = len(head.word.split())
        for end in starts[max(0, count - 2) : count + 1]:
            distance = slips(before[:end], head.word)
            if distance > allowed(head.word):
                continue
            share = distance / len(head.word)
            if best is None or share < best[0]:
                best = (share, head, end)
    return None if best is None else best[1:]


def _as_written(words: str, heads: tuple[Head, ...]) -> Iterator[Head]:
    """The statements without those that one letter and a colon tell from another: ask and asks."""
    for head in heads:
        twin = next((o for o in heads if o.word in (f"{head.word}s", head.word[:-1])), None)
        if twin is None or head.colon in (twin.colon, ":" in words):
            yield head


def _unknown(spot: Spot, first: str) -> Slip:
    phrase = next((said for said in _PHRASES if spot.words.lower().startswith(said)), None)
    if phrase is not None:
        first = spot.words[: len(phrase)]
    meant = _PHRASES[phrase] if phrase is not None else _MEANT.get(first.lower())
    here = heads_in(spot.place) if spot.place else ()
    if meant == "#" or any(head.word == meant for head in here):
        fault = UnknownStatement(
            span=spot.span(0, len(first)), word=cut(first), close=meant, known=()
        )
        return Slip(fault, f"{meant}{spot.words[len(first) :]}")
    known = [head.word for head in heads_in(spot.place)] if spot.place else []
    shown = tuple(word for word in dict.fromkeys(known) if word not in _META and word != "colors")
    end = len(first) if first else len(spot.words)
    fault = UnknownStatement(
        span=spot.span(0, end), word=cut(first or spot.words), close=None, known=shown
    )
    return Slip(fault)
