"""Ages by the norms of a bank, from the scores of its groups.

An age function belongs to one bank. Its items decide whether that is the bank that was asked, and
never its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from coders.bank_items import difference, groups_in
from coders.norms.ages import AGE_METHOD, Norms, profile
from coders.statistics.intervals import FEWEST
from coders.statistics.item_means import GroupMean, group_mean
from coders.tables.abilities import read_norms
from dsl.experiment import Experiment
from dsl.scoring import Accuracy, AggregateCalibrated, ScoreLevel
from renderers.rows.bank_ages import AgeNorms, BankAge, PublishedAge
from renderers.rows.questions import KindScore
from runners.shipped import SHIPPED_NORMS


def shipped_norms() -> Norms:
    """The norms of the original CogLM bank."""
    return read_norms(SHIPPED_NORMS.read_bytes(), str(SHIPPED_NORMS))


def age_rows(
    rows: Sequence[KindScore], experiments: Sequence[Experiment], norms: Norms
) -> tuple[BankAge, ...]:
    """An age for each cell of a script that asks a bank with stages, or with groups of these norms;
    without one, the reason.
    """
    return tuple(_ages(rows, {one.title: one for one in experiments}, norms))


def _ages(
    rows: Sequence[KindScore], experiments: Mapping[str, Experiment], norms: Norms
) -> Iterator[BankAge]:
    cells: dict[tuple[str, str, str, str], list[KindScore]] = {}
    for row in rows:
        if row.items is not None and row.level is ScoreLevel.GROUP:
            key = row.experiment, row.condition, row.wording, row.model
            cells.setdefault(key, []).append(row)
    for (title, *_), groups in cells.items():
        banks = experiments[title].banks
        if not experiments[title].stages and not groups_in(norms, [one.group for one in groups]):
            continue
        yield _age(groups, norms, difference(norms, banks), sum(one.items for one in banks))


def _age(groups: Sequence[KindScore], norms: Norms, why: str, items: int) -> BankAge:
    first = groups[0]
    means = {row.group: one for row in groups if (one := _mean(row)) is not None}
    if not why and len(means) < len(groups):
        why = "a group has no calibrated accuracy"
    none = BankAge(
        experiment=first.experiment, condition=first.condition, levels=first.levels,
        wording=first.wording, model=first.model, simulated=first.simulated,
        left_out=items - sum(row.items or 0 for row in groups), why=why,
    )  # fmt: skip
    if why:
        return none
    names = groups_in(norms, means)
    found = profile({names[group]: mean for group, mean in means.items()}, norms)
    stages = zip(norms.stages, found.stages, strict=True)
    enough = min(one.items for one in means.values()) >= FEWEST
    return replace(
        none,
        age=found.age.mean,
        ci95=(found.age.low, found.age.high) if enough else None,
        ci_method=f"{AGE_METHOD}; over items only" if enough else "",
        extrapolated=found.outside,
        norms=_norms(norms),
        stages={stage.name: one.mean for stage, one in stages},
        macro=found.macro.mean,
    )


def _mean(row: KindScore) -> GroupMean | None:
    """The aggregate calibrated accuracy of a group, with its variance over items."""
    values = row.of(AggregateCalibrated).figure.draws
    chance = row.of(Accuracy).chance
    if not values or chance is None:
        return None
    return group_mean([float(one) for one in values.values()], low=float(-chance / (1 - chance)))


def _norms(norms: Norms) -> AgeNorms:
    years = {one.name: one.years for one in norms.stages}
    return AgeNorms(norms.bank, norms.source, norms.intercept, years, norms.ages)


def published_rows(norms: Norms, groups: Sequence[str] = ()) -> tuple[PublishedAge, ...]:
    """What others measured with the bank of the norms, with stages as plain means of groups, which
    are called as these `groups` of a script are, else as the norms print them.
    """
    names = {printed: group for group, printed in groups_in(norms, groups).items()}
    found = []
    for one in norms.published:
        stages = {
            stage.name: fmean(one.groups[group.name] for group in stage.groups) / 100
            for stage in norms.stages
        }
        own = {names.get(name, name): value / 100 for name, value in one.groups.items()}
        macro = fmean(own.values())
        found.append(
            PublishedAge(
                one.participant, one.source, own, stages, macro, one.age, one.printed
            )
        )  # fmt: skip
    return tuple(found)
