"""How often the wrong answers of a donor are given, as rows."""

from __future__ import annotations

from dataclasses import dataclass

from renderers.rows.measures import Figure, Gap


@dataclass(frozen=True, slots=True)
class Copying:
    """How often a participant gives the wrong answers of a donor, in one condition: `copied` is
    over the items that the donor gets wrong, 0 to 1, and `above_none` is it less the
    same without the donor's replies. `unread` replies say no plain answer, and are left out.
    """

    model: str
    simulated: bool
    experiment: str
    donor: str
    condition: str
    replies: int
    unread: int
    copied: Figure
    above_none: Gap
