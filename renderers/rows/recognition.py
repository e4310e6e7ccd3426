"""Stories that were recognised, as rows: in replies, by coders, and by sources that are named."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from renderers.rows.cell_row import CellRow


class RecognitionSource(StrEnum):
    """Who says that a story was recognised: the reply to the question of recognition, or the
    coders, by a flag.
    """

    REPLY = "reply"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class RecognitionSide:
    """Trials that were recognised, or not. `n` counts their draws with an LRS, cell by cell; means
    are over these, from 0 to 5 and from 0 to 1.
    """

    trials: int
    n: int
    lrs: Fraction | None
    share: Fraction | None
    own: Fraction | None


@dataclass(frozen=True, slots=True)
class Recognition:
    """Success of one participant in one wording in recognised trials and in others.

    `experiment` is empty over several: then `n_experiments` have both kinds of trials, and
    intervals are t over these. Differences (recognised minus not) are within conditions, None where
    no condition has both.
    """

    source: RecognitionSource
    experiment: str
    wording: str
    model: str
    simulated: bool
    n_experiments: int
    trials: int
    recognised: RecognitionSide
    not_recognised: RecognitionSide
    difference: Fraction | None
    ci95: tuple[float, float] | None
    ci_method: str
    share_difference: Fraction | None
    share_ci95: tuple[float, float] | None
    own_difference: Fraction | None
    own_ci95: tuple[float, float] | None

    @property
    def undecided(self) -> int:
        """Trials of which it cannot be told."""
        return self.trials - self.recognised.trials - self.not_recognised.trials


@dataclass(frozen=True, slots=True)
class ReplySources(CellRow):
    """How many replies of one cell hold a link, a citation, or a word of the original that the
    participant was not sent (None in original wording); `any` hold one of these.
    """

    trials: int
    replies: int
    links: int
    citations: int
    original_words: int | None
    any: int
