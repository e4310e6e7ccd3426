"""Erasures: what each framing that states an inability does to each group of a bank.

A matrix has a row for each erasure and a column for each group, once against no framing and once
against the framing that gives the age alone, paired by item.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from coders.statistics.item_means import MEAN_PAIRED, PAIRED_ITEMS, paired_mean
from dsl.experiment import FRAMING, Erasure
from dsl.words import folded
from renderers.rows.banks import ErasureContrast, ErasureDrop
from renderers.rows.cell_row import CellRow, place_of
from renderers.rows.measures import Mean
from renderers.rows.questions import KindScore
from renderers.rows.scores import StudyScores
from runners.comparison.bank_pairs import (
    NONE,
    UNITS,
    BankCell,
    ItemDifferences,
    bank_cells,
    item_differences,
    without,
)
from runners.studies.study import StudyExperiment

_Framed = Mapping[str, Mapping[str, KindScore]]
"""Framing -> group -> its row."""


def erasures_of(
    chapters: Sequence[StudyExperiment], scores: StudyScores
) -> tuple[tuple[ErasureDrop, ...], tuple[ErasureContrast, ...]]:
    """The matrices of all scripts that ask a bank with erasures, and the means on and off their
    diagonals.
    """
    drops: list[ErasureDrop] = []
    contrasts: list[ErasureContrast] = []
    declared = {one.experiment.title: one.experiment.erasures for one in chapters}
    for cell, framed in _framed(scores).items():
        for age_alone in (False, True):
            matrix = _Matrix(cell, framed, declared[cell.experiment], age_alone=age_alone)
            drops += matrix.drops()
            contrasts += matrix.contrast()
    return tuple(drops), tuple(contrasts)


def _framed(scores: StudyScores) -> dict[BankCell, dict[str, dict[str, KindScore]]]:
    """What differs in its framing alone."""
    found: dict[BankCell, dict[str, dict[str, KindScore]]] = {}
    for cell, rows in bank_cells(scores).items():
        held = without(cell, FRAMING)
        if held is not None:
            groups = {group: row for (level, group), row in rows.items() if level in UNITS}
            found.setdefault(held, {})[dict(cell.levels)[FRAMING]] = groups
    return found


@dataclass(frozen=True, slots=True)
class _OnAndOff:
    """Item by item, the drop of a group under its own erasure and its mean drop under the others;
    `reach` is the largest drop there can be.
    """

    on: Sequence[float]
    off: Sequence[float]
    reach: float
    calibrated: bool


class _Matrix:
    """One participant's matrix, against no framing or the age alone."""

    def __init__(
        self, cell: BankCell, framed: _Framed, erasures: Sequence[Erasure], *, age_alone: bool
    ) -> None:
        self.framed = framed
        self.references = {one.framing: one.baseline if age_alone else NONE for one in erasures}
        self.erasures = [
            one
            for one in erasures
            if one.framing in framed and self.references[one.framing] in framed
        ]
        self.age_alone = age_alone
        self.place = CellRow(
            experiment=cell.experiment,
            condition=", ".join(level for _, level in cell.levels),
            levels=cell.levels,
            wording=cell.wording,
            model=cell.model,
            simulated=any(row.simulated for rows in framed.values() for row in rows.values()),
        )

    def differences(self, erasure: Erasure, group: str) -> ItemDifferences | None:
        """What is lost in the items of a group."""
        before = self.framed[self.references[erasure.framing]].get(group)
        after = self.framed[erasure.framing].get(group)
        return None if before is None or after is None else item_differences(before, after)

    def drops(self) -> Iterator[ErasureDrop]:
        """Each erasure by each group."""
        for one in self.erasures:
            for group in self.framed[one.framing]:
                found = self.differences(one, group)
                if found is None:
                    continue
                ends = paired_mean([found.part]).ci95
                yield ErasureDrop(
                    **place_of(self.place),
                    age_alone=self.age_alone,
                    framing=one.framing,
                    erased=one.group,
                    reference=self.references[one.framing],
                    tested=group,
                    n=len(found.marks),
                    calibrated=found.calibrated,
                    before=found.first,
                    after=found.first - found.mean,
                    drop=found.mean,
                    ci95=ends,
                    ci_method="" if ends is None else PAIRED_ITEMS,
                )

    def contrast(self) -> Iterator[ErasureContrast]:
        """The mean on the diagonal, off it, and the difference; nothing under two groups."""
        parts = [part for one in self.erasures if (part := self._on_and_off(one)) is not None]
        if len(parts) < 2:
            return
        apart = [[x - y for x, y in zip(one.on, one.off, strict=True)] for one in parts]
        difference = _mean(parts, apart)
        yield ErasureContrast(
            **place_of(self.place),
            age_alone=self.age_alone,
            groups=len(parts),
            n=sum(len(one.on) for one in parts),
            calibrated=all(one.calibrated for one in parts),
            diagonal=_mean(parts, [one.on for one in parts]),
            off=_mean(parts, [one.off for one in parts]),
            difference=difference,
            ci_method="" if difference.ci95 is None else MEAN_PAIRED,
        )

    def _on_and_off(self, own: Erasure) -> _OnAndOff | None:
        """The drops of the group of an erasure; None without items, or without other erasures."""
        group = next(
            (one for one in self.framed[own.framing] if folded(one) == folded(own.group)), None
        )
        if group is None:
            return None
        found = {
            one.framing: drops
            for one in self.erasures
            if (drops := self.differences(one, group)) is not None
        }
        mine = found.pop(own.framing, None)
        if mine is None or not found:
            return None
        others = [dict(zip(one.marks, one.part[0], strict=True)) for one in found.values()]
        values, reach = mine.part
        common = [
            (value, [other[item] for other in others])
            for item, value in zip(mine.marks, values, strict=True)
            if all(item in other for other in others)
        ]
        if not common:
            return None
        off = [sum(each) / len(each) for _, each in common]
        return _OnAndOff([value for value, _ in common], off, reach, mine.calibrated)


def _mean(parts: Sequence[_OnAndOff], values: Sequence[Sequence[float]]) -> Mean:
    """The plain mean over groups of these values of their items."""
    reaches = [one.reach for one in parts]
    found = paired_mean(list(zip(values, reaches, strict=True)))
    return Mean(found.mean, found.ci95)
