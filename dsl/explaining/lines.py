"""One line that cannot be read, explained."""

from __future__ import annotations

from dsl.explaining.block_kinds import place_of
from dsl.explaining.characters import odd_characters
from dsl.explaining.heads import wrong_head_line
from dsl.explaining.names import wrong_name_line
from dsl.explaining.slip import Slip, Spot
from dsl.explaining.unknown_statements import stranger
from dsl.explaining.wrapped_lines import goes_on
from dsl.faults.lines import DependsOnReply
from dsl.keywords import Place, head_of
from dsl.parsing.draft import Draft
from dsl.replies import depends_on_reply


def explain(draft: Draft, line: int, column: int) -> Slip:
    """What is wrong with `line`, where the parser stopped at `column` of the draft."""
    spot = Spot(draft, line, max(0, column - draft.start(line)), place_of(draft, line))
    odd = odd_characters(spot)
    if odd is not None:
        return odd
    further = goes_on(spot)
    if further is not None:
        return Slip(further)
    head = head_of(spot.words, spot.place) if spot.place else None
    gate = head is not None and head.word == "if failed"
    if spot.place in (Place.STEPS, Place.QUESTION) and depends_on_reply(spot.words) and not gate:
        return Slip(DependsOnReply(span=spot.span()))
    slip = wrong_name_line(spot)
    if slip is not None:
        return slip
    return stranger(spot) if head is None else wrong_head_line(spot, head)
