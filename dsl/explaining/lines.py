"""One line that cannot be read, explained."""

from __future__ import annotations

from dsl.draft import Draft
from dsl.explaining.characters import odd_characters
from dsl.explaining.heads import wrong_head_line
from dsl.explaining.names import wrong_name_line
from dsl.explaining.place import place_of
from dsl.explaining.slip import Slip, Spot
from dsl.explaining.strangers import stranger
from dsl.keywords import head_of


def explain(draft: Draft, line: int, column: int) -> Slip:
    """What is wrong with `line`, where the parser stopped at `column` of the draft."""
    spot = Spot(draft, line, max(0, column - draft.start(line)), place_of(draft, line))
    slip = odd_characters(spot) or wrong_name_line(spot)
    if slip is not None:
        return slip
    head = head_of(spot.words, spot.place) if spot.place else None
    return stranger(spot) if head is None else wrong_head_line(spot, head)
