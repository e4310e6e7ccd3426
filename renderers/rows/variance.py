"""Where the variance of scores comes from, and what more draws, samples or coders would buy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class VarianceMeasure(StrEnum):
    """Of what the variance is: of the LRS that each coder's marks give a trial, or of the marks of
    single questions, averaged over coders.
    """

    LRS = "lrs"
    MARK = "mark"


class VarianceSource(StrEnum):
    """What scores may vary by, from the broadest to the finest."""

    PARTICIPANT = "participant"
    CONDITION = "condition"
    PARTICIPANT_CONDITION = "participant x condition"
    ITEM = "item"
    ITEM_CELL = "item x cell"
    COUNTERBALANCE = "counterbalance"
    WORDS = "words"
    TEXT = "text x cell"
    SAMPLE = "sample"
    CODER = "coder"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class VarianceComponent:
    """What one source adds to the variance. `levels` is None over several experiments, of which
    `n_experiments` have it; `sd` (the root of the variance) and its interval are in the unit of the
    measure, `share` is its part of the variance. Both are None where they cannot be estimated;
    `reason` says why they, or their intervals, are unknown.
    """

    source: VarianceSource
    levels: int | None
    n_experiments: int
    sd: float | None
    ci95: tuple[float, float] | None
    share: float | None
    share_ci95: tuple[float, float] | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Variance:
    """The variance of one measure in one wording, by its sources; `experiment` is empty for the
    mean over several. `n` counts scores, `n_words` sets of words.
    """

    measure: VarianceMeasure
    experiment: str
    wording: str
    simulated: bool
    n_experiments: int
    n: int
    n_words: int
    components: tuple[VarianceComponent, ...]
    ci_method: str

    @property
    def what(self) -> str:
        """The measure, in a word."""
        return "LRS" if self.measure is VarianceMeasure.LRS else "marks"

    def of(self, source: VarianceSource) -> VarianceComponent | None:
        """The component of a source; None where the measure does not have it."""
        return next((one for one in self.components if one.source is source), None)


@dataclass(frozen=True, slots=True)
class Precision:
    """What a cell's mean LRS is worth if its draws vary by `sd`: its standard error, about half
    the width of its interval, and the smallest difference of two cells that is detected in four of
    five studies (None where none on the scale is).
    """

    sd: float
    se: float
    half_width: float
    difference: float | None


@dataclass(frozen=True, slots=True)
class DStudy:
    """What a cell's mean LRS would be worth with so many draws, samples of each, and coders of each
    trial, in `n_experiments` experiments. `ends` is what it would be worth at both ends of the
    interval for the standard deviation of draws; None without one, and `reason` says why.
    """

    experiment: str
    wording: str
    simulated: bool
    n_experiments: int
    draws: int
    samples: int
    coders: int
    found: Precision
    ends: tuple[Precision, Precision] | None
    reason: str = ""
