"""Banks by the size of models, and pairs of conditions or participants on the same items."""

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


COUNTERPART = "counterpart"
"""What a model and its counterpart in a table of models differ in."""
PARTICIPANT = "participant"


@dataclass(frozen=True, slots=True)
class PairDifference:
    """First minus second, in the calibrated accuracy (aggregate form) of a group, a stage or the
    whole bank, paired by item.

    `factor` is what the two differ in: a condition, then `model` is the participant; participants;
    or a model and its counterpart. `p` is None unless the pair was declared. `holm` is adjusted
    over the groups of this pair, and of the whole bank over what was declared for the participant;
    None for stages, and for the whole of a counterpart.
    """

    experiment: str
    condition: str
    wording: str
    factor: str
    model: str
    first: str
    second: str
    simulated: bool
    level: ScoreLevel
    group: str
    items: int
    difference: float | None
    ci95: tuple[float, float] | None
    ci_method: str
    p: float | None
    holm: float | None

    @property
    def whole(self) -> bool:
        """Whether it is of the whole bank: the mean of groups, or all items without groups."""
        return self.level in (ScoreLevel.MACRO, ScoreLevel.CELL)
