"""Characters that look like an ordinary space, a colon or a note, and are not."""

from __future__ import annotations

import re

from dsl.explaining.slip import Slip, Spot, cut
from dsl.faults.layout import OddSpace
from dsl.faults.lines import LookAlikeColon, NoteWithoutSpace
from dsl.keywords import Place
from dsl.parsing.characters import COLONS, INVISIBLE, describe, odd_space, plain

_NAMED = (Place.LEVELS, Place.ARMS, Place.POOL, Place.CONTRAST)
"""Blocks whose lines begin with a name, in which any space is as good as another."""

_LIKE_COLON = re.compile(f"[{COLONS}]")


def odd_characters(spot: Spot) -> Slip | None:
    """The first character before the colon that is not what it looks like."""
    if spot.words.startswith("#"):
        mended = "# " + spot.words.lstrip("#").lstrip()
        return Slip(NoteWithoutSpace(span=spot.span(0, 1), mended=cut(mended)), mended)
    like = _LIKE_COLON.search(spot.words.partition(":")[0])
    if like is not None:
        before, after = spot.words[: like.start()].rstrip(), spot.words[like.end() :].lstrip()
        mended = f"{before}: {after}".rstrip()
        fault = LookAlikeColon(
            span=spot.span(*like.span()), name=describe(like[0]), mended=cut(mended)
        )
        return Slip(fault, mended)
    head, colon, after = spot.words.partition(":")
    odd = None if spot.place in _NAMED else odd_space(head)
    if odd is not None:
        fault_ = OddSpace(
            span=spot.span(*odd.span()),
            name=describe(odd[0]),
            where="next to a keyword",
            invisible=odd[0] in INVISIBLE,
        )
        return Slip(fault_, plain(head) + colon + after)
    return None
