"""Banks by the size of models, and pairs of models on the same items."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.scoring import ScoreLevel


@dataclass(frozen=True, slots=True)
class SizePoint:
    """A model of a series: its parameters, and its figure with the interval over items."""

    participant: str
    series: str
    parameters: float
    accuracy: float
    ci95: tuple[float, float] | None
    simulated: bool


@dataclass(frozen=True, slots=True)
class SizeSlope:
    """A stage, group or mean of groups by size: models, and by how much it rises in a decade.

    `slope` is the mean over `series` of each one's slope, None where no series has two sizes.
    `people` is what people have, by the norms of the bank, None where that is not known.
    """

    experiment: str
    condition: str
    wording: str
    level: ScoreLevel
    group: str
    points: tuple[SizePoint, ...]
    series: int
    slope: float | None
    ci95: tuple[float, float] | None
    ci_method: str
    people: float | None

    @property
    def simulated(self) -> bool:
        """Whether any of them is a program."""
        return any(one.simulated for one in self.points)


@dataclass(frozen=True, slots=True)
class PairDifference:
    """Participant minus counterpart, in the calibrated accuracy (aggregate form) of a group, stage
    or mean of groups, paired by item. `holm` is adjusted over the groups of this pair; None for
    stages and the mean, which are made of them.
    """

    experiment: str
    condition: str
    wording: str
    participant: str
    counterpart: str
    simulated: bool
    level: ScoreLevel
    group: str
    items: int
    difference: float | None
    ci95: tuple[float, float] | None
    ci_method: str
    p: float | None
    holm: float | None
