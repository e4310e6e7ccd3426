"""Banks by the size of models, and pairs of conditions or participants on the same items.

How often the wrong answers of a donor are given, as rows.

Scores of the majority of several replies to one text, as rows.

What framings that state an inability do to the groups of a bank, as rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dsl.scoring import ScoreLevel
from dsl.words import folded
from renderers.rows.cell_row import CellRow
from renderers.rows.measures import Figure, Gap, Mean


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


@dataclass(frozen=True, slots=True)
class MajorityScore(CellRow):
    """The majority over samples of the items of a bank, for one cell or a `group` in it.

    `majority` counts a tie as the share of tied readings that is right, `strict` as wrong; `ties`
    counts texts. `single` is the mean of single replies, `gain` the majority less that. `votes` of
    `replies` voted. `greedy` is the same participant at temperature 0, empty without one,
    `greedy_score` its mean, and `over_greedy` the majority less that.
    """

    level: ScoreLevel
    group: str
    items: int
    samples: tuple[int, int]
    replies: int
    votes: int
    majority: Figure
    strict: Fraction | None
    ties: int
    texts: int
    single: Figure
    gain: Gap
    greedy: str
    greedy_score: Fraction | None
    over_greedy: Gap


@dataclass(frozen=True, slots=True)
class ErasureRow(CellRow):
    """A participant under the erasures of a script. `condition` and `levels` are those held equal.
    `age_alone`: what is compared with is the framing that gives the age and no inability; else it
    is no framing.
    """

    age_alone: bool


@dataclass(frozen=True, slots=True)
class ErasureDrop(ErasureRow):
    """One cell of the matrix: how much less is earned on the `tested` group under `framing`, which
    takes `erased` away, than under `reference`.

    `drop` is the mean over the `n` items that have a mark under both, of the difference of their
    marks, divided by 1 - chance if `calibrated` (chance: of the items of the group; aggregate form
    of calibrated accuracy). `before` and `after` are the two accuracies on the same scale.
    """

    framing: str
    erased: str
    reference: str
    tested: str
    n: int
    calibrated: bool
    before: Fraction
    after: Fraction
    drop: Fraction
    ci95: tuple[float, float] | None
    ci_method: str

    @property
    def diagonal(self) -> bool:
        """Whether the group that is tested is the one that the framing takes away."""
        return folded(self.erased) == folded(self.tested)


@dataclass(frozen=True, slots=True)
class ErasureContrast(ErasureRow):
    """Drops on the diagonal of a matrix beside those off it: plain means over the `groups` that are
    both erased and tested, of the `n` items that have a mark under all these framings.

    `diagonal` is the mean drop of a group under its own erasure, `off` under those of the others,
    `difference` one minus the other, paired by item.
    """

    groups: int
    n: int
    calibrated: bool
    diagonal: Mean
    off: Mean
    difference: Mean
    ci_method: str
