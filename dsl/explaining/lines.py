"""One line that cannot be read, explained; first of all by characters that look like others."""

from __future__ import annotations

import re

from dsl.explaining.block_kinds import place_of
from dsl.explaining.heads import wrong_head_line
from dsl.explaining.names import wrong_name_line
from dsl.explaining.slip import Slip, Spot, cut
from dsl.explaining.unknown_statements import stranger
from dsl.explaining.wrapped_lines import goes_on
from dsl.faults.layout import OddSpace
from dsl.faults.lines import DependsOnReply, LookAlikeColon, NoteWithoutSpace
from dsl.heads import Place
from dsl.keywords import SPOKEN, head_of
from dsl.parsing.characters import COLONS, INVISIBLE, describe, odd_space, plain
from dsl.parsing.draft import Draft
from dsl.replies import depends_on_reply

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


def explain(draft: Draft, line: int, column: int) -> Slip:
    """What is wrong with `line`, where the parser stopped at `column` of the draft."""
    spot = Spot(draft, line, max(0, column - draft.start(line)), place_of(draft, line))
    odd = odd_characters(spot)
    if odd is not None:
        return odd
    answers_back = spot.place in SPOKEN and depends_on_reply(spot.words)
    further = None if answers_back and ":" in spot.words else goes_on(spot)
    if further is not None:
        return Slip(further)
    head = head_of(spot.words, spot.place) if spot.place else None
    gate = head is not None and head.word == "if failed"
    if answers_back and not gate:
        return Slip(DependsOnReply(span=spot.span()))
    slip = wrong_name_line(spot)
    if slip is not None:
        return slip
    return stranger(spot) if head is None else wrong_head_line(spot, head)
