"""What was published of a cell."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class PublishedLRS:
    """The LRS that was published of `who` for a cell, and how the script has it written."""

    who: str
    written: str
    lrs: Fraction
