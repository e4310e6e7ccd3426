"""What says whose a row is, of rows about coders."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ByCoder:
    """A row of one coder. `kind` is blind, author, automatic or matcher; `counted`: whether the
    coder's scores are in the means.
    """

    coder: str
    kind: str
    counted: bool
