"""The familiar-words effect: original minus permuted wording, ranks in cells, inference over
experiments.

The original is one text. Its draws are replies to that text, so that pairing them with permuted
draws, or taking both for samples of one kind, finds an effect in every third cell when nothing is
there: words differ in how easy they are, and one set of them is no sample. So a cell says only
where the original falls among the permuted draws, and what is inferred is inferred from
experiments, of which each gives one difference.

Both wordings are compared at the same counterbalance levels: the original is taken at the level of
each permuted draw, so that a habit of answering `the left one` is no familiarity.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import log
from statistics import fmean

from coders.statistics.intervals import over_experiments
from dsl.drawing.assignment import Counterbalance
from dsl.expand import ORIGINAL, PERMUTED
from dsl.tree import FactorKind
from dsl.trial import Levels
from renderers.rows.comparisons import EffectScale, FamiliarCell, FamiliarEffect
from renderers.rows.measures import Figure
from renderers.rows.scores import CellScore
from runners.analysis.means import mean
from runners.studies.study import OpenStudy

Sides = Mapping[int, Levels]
"""The counterbalance levels of draws, by draw."""


def sides_of(opened: OpenStudy) -> dict[str, Sides]:
    """At which counterbalance levels each draw of each experiment was run."""
    draws: dict[str, set[int]] = {}
    seeds: dict[str, int] = {}
    for group, some in opened.rows.draws_of_groups.items():
        draws.setdefault(group.procedure, set()).update(some)
        seeds[group.procedure] = group.seed
    found: dict[str, Sides] = {}
    for chapter in opened.chapters:
        factors = chapter.experiment.of_kind(FactorKind.COUNTERBALANCE)
        if factors and chapter.procedure in seeds:
            levels = Counterbalance(factors, seed=seeds[chapter.procedure])
            numbers = sorted(draws[chapter.procedure])
            found[chapter.experiment.title] = {draw: levels.named(draw - 1) for draw in numbers}
    return found


def familiar_cells(
    cells: Sequence[CellScore], sides: Mapping[str, Sides]
) -> Iterator[FamiliarCell]:
    """Every cell that was run in both wordings, and has an LRS in both at one side or more."""
    permuted = {
        (cell.experiment, cell.levels, cell.model): cell
        for cell in cells
        if cell.wording == PERMUTED
    }
    for cell in cells:
        other = permuted.get((cell.experiment, cell.levels, cell.model))
        if cell.wording == ORIGINAL and other is not None:
            found = _cell(cell, other, sides.get(cell.experiment, {}))
            if found is not None:
                yield found


def _cell(original: CellScore, permuted: CellScore, sides: Sides) -> FamiliarCell | None:
    at = _standing(original.lrs, permuted.lrs, sides)
    middle = mean(at.values())
    if middle is None:
        return None
    draws = {draw: permuted.lrs.draws[draw] - one + middle for draw, one in at.items()}
    plain = mean(permuted.lrs.draws[draw] for draw in at)
    assert plain is not None
    shares = _standing(original.share, permuted.share, sides)
    one, other = mean(shares.values()), mean(permuted.share.draws[draw] for draw in shares)
    known = one is not None and other is not None
    return FamiliarCell(
        cell=original,
        original=middle,
        permuted=plain,
        draws=draws,
        above=sum(one > middle for one in draws.values()),
        below=sum(one < middle for one in draws.values()),
        ties=sum(one == middle for one in draws.values()),
        difference=middle - plain,
        share_difference=one - other if one is not None and other is not None else None,
        log_odds_difference=_log_odds(one, original.share.n) - _log_odds(other, len(shares))
        if known
        else None,
    )


def _standing(original: Figure, permuted: Figure, sides: Sides) -> dict[int, Fraction]:
    """The original's mean at the counterbalance levels of each permuted draw, where it has any."""
    groups: dict[Levels, list[Fraction]] = {}
    for draw, value in original.draws.items():
        groups.setdefault(sides.get(draw, ()), []).append(value)
    means = {levels: mean(values) for levels, values in groups.items()}
    found = {draw: means.get(sides.get(draw, ())) for draw in permuted.draws}
    return {draw: one for draw, one in found.items() if one is not None}


def _log_odds(share: Fraction | None, n: int) -> float:
    """The empirical log-odds of a share of n draws, half a draw added on both sides, so that all
    right and all wrong have some, too (Haldane, 1956; Anscombe, 1956).
    """
    right = float(share or 0) * n
    return log((right + 0.5) / (n - right + 0.5))


_SCALES = {EffectScale.LRS: (-5.0, 5.0), EffectScale.SHARE: (-1.0, 1.0), EffectScale.LOG_ODDS: None}
"""The least and the greatest difference that there can be."""


def effects(cells: Sequence[FamiliarCell]) -> Iterator[FamiliarEffect]:
    """The effect of each participant over experiments, on each measure."""
    for model in dict.fromkeys(cell.model for cell in cells):
        mine = [cell for cell in cells if cell.model == model]
        for measure in EffectScale:
            by_experiment = _by_experiment(mine, measure)
            if not by_experiment:
                continue
            over = over_experiments(list(by_experiment.values()), scale=_SCALES[measure])
            yield FamiliarEffect(
                model=model,
                simulated=mine[0].simulated,
                measure=measure,
                by_experiment=by_experiment,
                mean=fmean(by_experiment.values()),
                t95=(over.low, over.high, over.df) if over is not None else None,
            )


def _by_experiment(cells: Sequence[FamiliarCell], measure: EffectScale) -> dict[str, float]:
    """The mean difference over the paper's cells of each experiment; additions stay out."""
    found: dict[str, list[float]] = {}
    for one in cells:
        value = _on(one, measure)
        if value is not None and not one.cell.addition:
            found.setdefault(one.cell.experiment, []).append(float(value))
    return {title: fmean(values) for title, values in found.items()}


def _on(cell: FamiliarCell, measure: EffectScale) -> Fraction | float | None:
    match measure:
        case EffectScale.LRS:
            return cell.difference
        case EffectScale.SHARE:
            return cell.share_difference
        case EffectScale.LOG_ODDS:
            return cell.log_odds_difference
