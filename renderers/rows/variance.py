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
    measure. `sd` is None where it cannot be estimated; `reason` says why it, or
    its interval, is unknown.
    """

    source: VarianceSource
    levels: int | None
    n_experiments: int
    sd: float | None
    ci95: tuple[float, float] | None
    share: float | None
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
class DStudy:
    """What a cell's mean LRS would be worth with so many draws, samples of each, and coders of each
    trial: the standard deviation of its draws, its standard error, about half the width of its
    interval, and the smallest difference of two cells that is detected in four of five studies.
    """

    experiment: str
    wording: str
    simulated: bool
    draws: int
    samples: int
    coders: int
    sd: float
    se: float
    half_width: float
    difference: float | None
