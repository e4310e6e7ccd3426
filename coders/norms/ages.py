"""Stages, macro means and ages from the calibrated accuracies of a bank's groups.

A norms file holds a linear function from the stages of one bank to an age. It belongs to that bank:
its items, their difficulty and the people who answered them. With any other bank it has no meaning.

The accuracies are in the aggregate form, (acc - c) / (1 - c) with c the mean chance of the items of
a group, which Wang et al. use in their tables. Their equation 1, the mean of the same over items,
differs from it where items of a group differ in how many options they have.

References
----------
Wang, X., et al. (2024). CogLM: Tracking cognitive development of large language models.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum

from coders.statistics.differences import Estimate
from coders.statistics.item_means import (
    MEAN_OF_GROUPS,
    GroupMean,
    mean_of_groups,
    weighted_sum,
)

AGE_METHOD = MEAN_OF_GROUPS


@dataclass(frozen=True, slots=True)
class NormGroup:
    """A group of a bank: its `names` (the printed one first), how many items have how many
    `options` (options -> items), and how often each position is right (letter -> items).
    """

    names: tuple[str, ...]
    options: Mapping[int, int]
    key: Mapping[str, int]

    @property
    def name(self) -> str:
        """The printed name."""
        return self.names[0]

    @property
    def items(self) -> int:
        """How many items the group has."""
        return sum(self.options.values())

    @property
    def chance(self) -> float:
        """The mean over items of one in so many options."""
        return fsum(n / options for options, n in self.options.items()) / self.items


@dataclass(frozen=True, slots=True)
class StageNorm:
    """A stage: its groups, and the years by which its accuracy from 0 to 1 raises the age."""

    name: str
    groups: tuple[NormGroup, ...]
    years: float


@dataclass(frozen=True, slots=True)
class PublishedProfile:
    """Published figures of one participant: calibrated accuracies by the printed name of a group
    and their mean, in percent, and the age in years.
    """

    participant: str
    source: str
    groups: Mapping[str, float]
    macro: float
    age: float
    printed: bool = True
    """Whether it is published; else it is of the people by whom the norms were fitted."""


@dataclass(frozen=True, slots=True)
class Norms:
    """An age function: `intercept` in years and the stages of the bank to which it belongs.

    `ages` are the youngest and oldest of the people from whom it comes; `source` says where from.
    """

    bank: str
    source: str
    intercept: float
    ages: tuple[float, float]
    stages: tuple[StageNorm, ...]
    items: str = ""
    """The digest of the items of the bank; empty where it is not known."""
    published: tuple[PublishedProfile, ...] = ()
    """What others measured with this bank."""

    @property
    def groups(self) -> tuple[NormGroup, ...]:
        """All groups, stage by stage."""
        return tuple(group for stage in self.stages for group in stage.groups)


@dataclass(frozen=True, slots=True)
class Profile:
    """What the accuracies of one participant give. Accuracies are calibrated, 1 is all right.

    `stages` are plain means of their groups and `macro` the plain mean of all groups, each an
    `Estimate` with its 95% limits over items. `age` is in years; `outside` says whether it is
    beyond the ages from which the function comes.
    """

    stages: tuple[Estimate, ...]
    macro: Estimate
    age: Estimate
    outside: bool


def aggregate_calibrated(accuracy: float, chance: float) -> float:
    """The calibrated accuracy of a group, from its accuracy and its mean chance, all 0 to 1."""
    return (accuracy - chance) / (1 - chance)


def of_accuracy(calibrated: float, group: NormGroup) -> GroupMean:
    """A group whose items are right or wrong, from its calibrated accuracy: with the variance over
    items, one more of which is right and one more wrong.
    """
    chance, n = group.chance, group.items
    hits = min(max(calibrated * (1 - chance) + chance, 0.0), 1.0) * n
    smoothed = (hits + 1) / (n + 2)
    spread = smoothed * (1 - smoothed) * (n + 2) / (n + 1)
    return GroupMean(calibrated, spread / n / (1 - chance) ** 2, n)


def profile_of(calibrated: Mapping[str, float], norms: Norms) -> Profile:
    """Stages, macro mean and age from the printed name of each group -> its aggregate calibrated
    accuracy, at most 1, of one participant who answered each item of the bank once.
    """
    return profile(
        {one.name: of_accuracy(calibrated[one.name], one) for one in norms.groups}, norms
    )


def profile(groups: Mapping[str, GroupMean], norms: Norms) -> Profile:
    """Stages, macro mean and age.

    Parameters
    ----------
    groups : mapping of str to GroupMean
        The printed name of each group -> its aggregate calibrated accuracy, at most 1, with its
        variance over items.
    norms : Norms
        Those of the bank.

    Raises
    ------
    KeyError
        A group has no accuracy.

    Notes
    -----
    The limits are those of `weighted_sum`, since items are independent; limits of accuracies end at
    1. They say nothing of how far people of one age differ, nor of the uncertainty of the
    coefficients. MOVER from Wilson intervals was not taken: where nearly all is right, limits are
    skewed in the same way in every group, and it contains the true macro mean in 90% of cases only.
    """
    stages = [mean_of_groups([groups[one.name] for one in stage.groups]) for stage in norms.stages]
    macro = mean_of_groups([groups[one.name] for one in norms.groups])
    age = weighted_sum(
        (stage.years / len(stage.groups), groups[one.name])
        for stage in norms.stages
        for one in stage.groups
    )
    found = Estimate(*(norms.intercept + end for end in (age.mean, age.low, age.high)))
    # As it is printed: 20.003 is 20.
    outside = not norms.ages[0] <= round(found.mean, 1) <= norms.ages[1]
    return Profile(tuple(stages), macro, found, outside)
