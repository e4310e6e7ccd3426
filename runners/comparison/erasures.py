"""Erasures: what each framing that states an inability does to each group of a bank.

A matrix has a row for each erasure and a column for each group, once against no framing and once
against the framing that gives the age alone. The unit is the item, paired: the same item with and
without. Runs and samples of an item are averaged first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from coders import exact
from coders.statistics.erasures import MEAN_OF_DROPS, PAIRED, drop_interval, mean_drop
from dsl.experiment import FRAMING, Erasure
from dsl.scoring import Accuracy, ScoreLevel
from dsl.words import folded
from renderers.rows.erasures import ErasureContrast, ErasureDrop, ErasurePlace, Mean
from renderers.rows.questions import KindScore

if TYPE_CHECKING:
    from runners.studies.study import StudyExperiment

NONE = "none"
"""The level of the condition FRAMING without a framing."""


@dataclass(frozen=True, slots=True)
class _Group:
    """The marks of the items of a group in one cell, by their numbers, which are the same in every
    cell; the mean chance of these items, None where it is unknown.
    """

    name: str
    marks: Mapping[int, Fraction]
    chance: Fraction | None

    @property
    def scale(self) -> Fraction:
        """What a difference of marks is divided by."""
        return 1 - (self.chance or Fraction(0))

    def score(self, numbers: Sequence[int]) -> Fraction:
        """Accuracy on these items, calibrated where chance is known (aggregate form)."""
        return (exact.mean([self.marks[at] for at in numbers]) - (self.chance or 0)) / self.scale


_Framed = Mapping[str, Mapping[str, _Group]]
"""Framing -> group -> its marks."""


def erasures_of(
    chapters: Sequence[StudyExperiment], rows: Sequence[KindScore]
) -> tuple[tuple[ErasureDrop, ...], tuple[ErasureContrast, ...]]:
    """The matrices of all scripts that ask a bank with erasures, and the means on and off their
    diagonals.
    """
    drops: list[ErasureDrop] = []
    contrasts: list[ErasureContrast] = []
    declared = {one.experiment.title: one.experiment.erasures for one in chapters}
    for first, cell in _framed(rows, declared):
        for age_alone in (False, True):
            matrix = _Matrix(first, cell, declared[first.experiment], age_alone=age_alone)
            drops += matrix.drops()
            contrasts += matrix.contrast()
    return tuple(drops), tuple(contrasts)


def _framed(
    rows: Sequence[KindScore], declared: Mapping[str, Sequence[Erasure]]
) -> Iterator[tuple[KindScore, _Framed]]:
    """What differs in its framing alone, with one of its rows."""
    found: dict[tuple[object, ...], tuple[KindScore, dict[str, dict[str, _Group]]]] = {}
    for row in rows:
        if row.items is None or not declared.get(row.experiment):
            continue
        levels = dict(row.levels)
        framing = levels.pop(FRAMING, None)
        whole = row.level is ScoreLevel.CELL and not row.group
        if framing is None or not (row.level is ScoreLevel.GROUP or whole):
            continue
        key = row.experiment, tuple(levels.items()), row.wording, row.model
        _, cells = found.setdefault(key, (row, {}))
        measure = row.of(Accuracy)
        marks = measure.figure.draws
        cells.setdefault(framing, {})[row.group] = _Group(
            row.group, dict(marks.items()), _usable(measure.chance)
        )
    for first, cells in found.values():
        for groups in cells.values():
            # All items are a group of their own only where the bank has no others.
            if len(groups) > 1:
                groups.pop("", None)
        yield first, cells


def _usable(chance: Fraction | None) -> Fraction | None:
    return chance if chance is not None and 0 < chance < 1 else None


@dataclass(frozen=True, slots=True)
class _OnAndOff:
    """Item by item, the drop of a group under its own erasure and its mean drop under the others;
    `most` is the largest drop there can be.
    """

    on: Sequence[float]
    off: Sequence[float]
    most: float

    @property
    def apart(self) -> Sequence[float]:
        """By how much an item drops more under its own."""
        return [x - y for x, y in zip(self.on, self.off, strict=True)]


class _Matrix:
    """One participant's matrix, against no framing or the age alone."""

    def __init__(
        self, first: KindScore, cell: _Framed, erasures: Sequence[Erasure], *, age_alone: bool
    ) -> None:
        self.cell = cell
        self.age_alone = age_alone
        self.references = {
            one.framing: one.baseline if age_alone else NONE
            for one in erasures
            if one.framing in cell and (one.baseline if age_alone else NONE) in cell
        }
        self.erasures = [one for one in erasures if one.framing in self.references]
        others = [(name, level) for name, level in first.levels if name != FRAMING]
        self.place = ErasurePlace(
            experiment=first.experiment,
            condition=", ".join(level for _, level in others),
            wording=first.wording,
            model=first.model,
            simulated=first.simulated,
            age_alone=age_alone,
        )

    def drops(self) -> Iterator[ErasureDrop]:
        """Each erasure by each group."""
        for one in self.erasures:
            reference = self.references[one.framing]
            for name, after in self.cell[one.framing].items():
                before = self.cell[reference].get(name)
                numbers = [] if before is None else _common([before, after])
                if before is None or not numbers:
                    continue
                values = _differences(before, after, numbers)
                ends = drop_interval([float(x) for x in values], most=float(1 / before.scale))
                yield ErasureDrop(
                    **self.place,
                    framing=one.framing,
                    erased=one.group,
                    reference=reference,
                    tested=name,
                    n=len(numbers),
                    calibrated=before.chance is not None,
                    before=before.score(numbers),
                    after=before.score(numbers) - exact.mean(values),
                    drop=exact.mean(values),
                    ci95=None if ends is None else (ends.low, ends.high),
                    ci_method="" if ends is None else PAIRED,
                )

    def contrast(self) -> Iterator[ErasureContrast]:
        """The mean on the diagonal, off it, and the difference; nothing under two groups."""
        parts = [part for one in self.erasures if (part := self._on_and_off(one)) is not None]
        if len(parts) < 2:
            return
        tested = [self._tested(one) for one in self.erasures]
        yield ErasureContrast(
            **self.place,
            groups=len(parts),
            n=sum(len(one.on) for one in parts),
            calibrated=all(one.chance is not None for one in tested if one is not None),
            diagonal=_mean([(one.on, one.most) for one in parts]),
            off=_mean([(one.off, one.most) for one in parts]),
            difference=_mean([(one.apart, one.most) for one in parts]),
            ci_method=MEAN_OF_DROPS,
        )

    def _tested(self, erasure: Erasure) -> _Group | None:
        """The group that an erasure takes away, as it is without a framing."""
        groups = self.cell[self.references[erasure.framing]].values()
        return next((one for one in groups if folded(one.name) == folded(erasure.group)), None)

    def _on_and_off(self, own: Erasure) -> _OnAndOff | None:
        """The drops of the group of an erasure; None without items."""
        tested = self._tested(own)
        if tested is None:
            return None
        cells = [
            (self.cell[self.references[one.framing]], self.cell[one.framing], one)
            for one in self.erasures
        ]
        pairs = [
            (before[tested.name], after[tested.name], one)
            for before, after, one in cells
            if tested.name in before and tested.name in after
        ]
        numbers = _common([group for before, after, _ in pairs for group in (before, after)])
        if not numbers or len(pairs) < 2:
            return None
        drops = {
            one.framing: _differences(before, after, numbers, tested.scale)
            for before, after, one in pairs
        }
        mine = drops.pop(own.framing, None)
        if mine is None:
            return None
        off = [exact.mean(list(values)) for values in zip(*drops.values(), strict=True)]
        return _OnAndOff(list(map(float, mine)), list(map(float, off)), float(1 / tested.scale))


def _common(groups: Sequence[_Group]) -> list[int]:
    """The items that have a mark in all."""
    first, *others = groups
    return [at for at in first.marks if all(at in one.marks for one in others)]


def _differences(
    before: _Group, after: _Group, numbers: Sequence[int], scale: Fraction | None = None
) -> list[Fraction]:
    """Of each item the drop of its mark, on the scale of the score."""
    divisor = before.scale if scale is None else scale
    return [(before.marks[at] - after.marks[at]) / divisor for at in numbers]


def _mean(groups: Sequence[tuple[Sequence[float], float]]) -> Mean:
    found = mean_drop(groups)
    return Mean(found.mean, (found.low, found.high))
