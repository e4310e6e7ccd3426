"""The variance of scores by source, within experiments, and a D-study from it.

Participants, conditions, questions and coders were chosen: their components describe those that
took part. Intervals are about other words, as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import sqrt
from typing import TYPE_CHECKING

from coders.statistics.intervals import FEWEST
from coders.statistics.resolving import resolution
from coders.statistics.variance import (
    Component,
    Components,
    mean_component,
    variance_components,
)
from dsl.reach import word_sets
from dsl.trial import Cell, Levels
from renderers.rows.variance import (
    DStudy,
    Variance,
    VarianceComponent,
    VarianceMeasure,
    VarianceSource,
)

if TYPE_CHECKING:
    from dsl.expand import Expander
    from renderers.rows.trials import TrialRow
    from runners.studies.study import OpenStudy, StudyExperiment

Level = tuple[Hashable, ...]

DRAWS = (10, 20, 30)
SAMPLES = (1, 2, 3, 5)
CODERS = (1, 2, 3)
"""What a D-study asks about."""

ONE_LEVEL = "one level"
NO_INTERVAL = "no interval: too few sets of words"
JACKKNIFE = (
    "pseudo-values of the jackknife over sets of words; t with two more, at the ends of the scale"
)
JOINED = "MOVER from the experiments' intervals"

_WIDTH = {VarianceMeasure.LRS: 5.0, VarianceMeasure.MARK: 1.0}


def variances(opened: OpenStudy, trials: Sequence[TrialRow]) -> tuple[Variance, ...]:
    """The variance of the LRS and of marks by source: of each experiment and wording, after the
    mean over experiments where there are several. Marks are those in `trials`.
    """
    chapters = {one.experiment.title: one for one in opened.chapters}
    seeds = {row.procedure: row.seed for row in opened.rows}
    groups: dict[tuple[str, str], list[TrialRow]] = {}
    for trial in trials:
        groups.setdefault((trial.wording, trial.experiment), []).append(trial)
    found: list[Variance] = []
    for measure in VarianceMeasure:
        for wording in dict.fromkeys(wording for wording, _ in groups):
            rows: list[tuple[Variance, Components]] = []
            for (worded, title), some in groups.items():
                if worded == wording:
                    chapter = chapters[title]
                    expander = opened.expander(chapter, seeds[chapter.procedure])
                    one = _of_experiment(measure, chapter, expander, some)
                    rows += [] if one is None else [one]
            if len(rows) > 1:
                found.append(_over_experiments(rows))
            found += [row for row, _ in rows]
    return tuple(found)


def d_study(variances: Iterable[Variance]) -> Iterator[DStudy]:
    """What more draws, samples and coders would buy, from the variance of the LRS where there are
    several sets of words. Numbers of samples or coders that nothing is known of are left out.
    """
    for one in variances:
        words = one.of(VarianceSource.WORDS)
        if one.measure is VarianceMeasure.LRS and words is not None and words.sd is not None:
            yield from _d_study(one)


def _d_study(variance: Variance) -> Iterator[DStudy]:
    parts = {one.source: one.sd for one in variance.components}

    def added(*sources: VarianceSource) -> float:
        return sum((parts.get(source) or 0.0) ** 2 for source in sources)

    by_draw = added(VarianceSource.COUNTERBALANCE, VarianceSource.WORDS, VarianceSource.TEXT)
    by_sample = added(VarianceSource.SAMPLE)
    by_coder = added(VarianceSource.REST)
    coders = CODERS if parts[VarianceSource.REST] is not None else CODERS[:1]
    samples = SAMPLES if parts[VarianceSource.SAMPLE] is not None else SAMPLES[:1]
    for n, s, c in product(DRAWS, samples, coders):
        sd = sqrt(by_draw + by_sample / s + by_coder / (s * c))
        found = resolution(n, sd)
        assert found is not None
        yield DStudy(
            variance.experiment, variance.wording, variance.simulated, n, s, c, sd, sd / sqrt(n),
            found.half_width, found.difference,
        )  # fmt: skip


# ------------------------------------------------------------------- one experiment


@dataclass(frozen=True, slots=True)
class _Score:
    """One value of a measure: a coder's LRS of a trial, or the mark of one of its questions."""

    value: float
    row: TrialRow
    coder: str = ""
    item: Level = ()


def _of_experiment(
    measure: VarianceMeasure,
    chapter: StudyExperiment,
    expander: Expander,
    trials: Sequence[TrialRow],
) -> tuple[Variance, Components] | None:
    """The variance within one experiment and wording; None where nothing can be estimated."""
    if measure is VarianceMeasure.LRS:
        scores = [
            _Score(float(one.lrs), row, coder=one.coder)
            for row in trials
            for one in row.coders
            if one.counted and one.lrs is not None
        ]
    else:
        scores = [
            _Score(float(one.mark), row, item=(one.question, one.version))
            for row in trials
            for one in row.marks
            if one.mark is not None
        ]
    words = _word_sets(chapter, expander, trials)
    balance = {draw: expander.assignment.levels.named(draw - 1) for draw in words}
    levels = list(_levels(measure, scores, words, balance))
    # The draws of one set of words (the original wording) are independent replies to it.
    several = len(set(words.values())) > 1
    units = _codes([(words[one.row.draw] if several else one.row.draw,) for one in scores])
    sources = [(source.value, _codes(some)) for source, some in levels]
    found = variance_components(
        [one.value for one in scores], sources, units, width=_WIDTH[measure]
    )
    if found is None:
        return None
    counts = {source: len(set(some)) for source, some in levels}
    if VarianceSource.COUNTERBALANCE in counts:
        counts[VarianceSource.COUNTERBALANCE] = len({balance[one.row.draw] for one in scores})
    row = Variance(
        measure=measure,
        experiment=chapter.experiment.title,
        wording=trials[0].wording,
        simulated=all(row.simulated for row in trials),
        n_experiments=1,
        n=len(scores),
        n_words=len({words[one.row.draw] for one in scores}),
        components=tuple(_component(source, count, found) for source, count in counts.items()),
        ci_method=JACKKNIFE if len(set(units)) >= FEWEST else "",
    )
    return row, found


def _levels(
    measure: VarianceMeasure,
    scores: Sequence[_Score],
    words: Mapping[int, int],
    balance: Mapping[int, Levels],
) -> Iterator[tuple[VarianceSource, list[Level]]]:
    """The level of each score of every source, from the broadest to the finest."""

    def of(read: Callable[[_Score], Level]) -> list[Level]:
        return [read(one) for one in scores]

    yield VarianceSource.PARTICIPANT, of(lambda one: (one.row.model,))
    yield VarianceSource.CONDITION, of(lambda one: (one.row.levels,))
    yield VarianceSource.PARTICIPANT_CONDITION, of(lambda one: (one.row.model, one.row.levels))
    if measure is VarianceMeasure.MARK:
        yield VarianceSource.ITEM, of(lambda one: one.item)
        cell = of(lambda one: (one.item, one.row.model, one.row.levels))
        yield VarianceSource.ITEM_CELL, cell
    for at in range(len(next(iter(balance.values()), ()))):
        factor = [(balance[one.row.draw][at],) for one in scores]
        yield VarianceSource.COUNTERBALANCE, list[Level](factor)
    yield VarianceSource.WORDS, of(lambda one: (words[one.row.draw],))
    text = of(
        lambda one: (one.row.model, one.row.levels, words[one.row.draw], balance[one.row.draw])
    )
    yield VarianceSource.TEXT, text
    yield VarianceSource.SAMPLE, of(lambda one: (one.row.key,))
    if measure is VarianceMeasure.LRS:
        yield VarianceSource.CODER, of(lambda one: (one.coder,))
    yield VarianceSource.REST, of(lambda one: (one.row.key, one.coder, one.item))


def _codes(levels: Sequence[Level]) -> list[int]:
    known: dict[Level, int] = {}
    return [known.setdefault(one, len(known)) for one in levels]


def _word_sets(
    chapter: StudyExperiment, expander: Expander, trials: Sequence[TrialRow]
) -> Mapping[int, int]:
    """The number of the set of words of each draw, over the conditions that were run."""
    name = chapter.experiment.only_condition
    cells = {row.levels: Cell(row.levels, row.wording, name) for row in trials}
    known: dict[object, int] = {}
    return {
        draw: known.setdefault(
            tuple(word_sets(expander, cell, (draw,)) for cell in cells.values()), len(known)
        )
        for draw in sorted({row.draw for row in trials})
    }


def _component(source: VarianceSource, levels: int, found: Components) -> VarianceComponent:
    one = found.found.get(source.value)
    if one is None:
        same = found.confounded[source.value]
        reason = ONE_LEVEL if levels == 1 else f"part of {same}"
        return VarianceComponent(source, levels, 0, None, None, None, reason)
    return _estimated(source, levels, 1, one, found.total)


def _estimated(
    source: VarianceSource, levels: int | None, experiments: int, one: Component, total: float
) -> VarianceComponent:
    ends = None if one.interval is None else (sqrt(one.interval[0]), sqrt(one.interval[1]))
    share = one.variance / total if total else None
    reason = NO_INTERVAL if ends is None else ""
    return VarianceComponent(source, levels, experiments, sqrt(one.variance), ends, share, reason)


# ------------------------------------------------------------------- several experiments


def _over_experiments(rows: Sequence[tuple[Variance, Components]]) -> Variance:
    """The mean variance of each source over the experiments that have it."""
    first = rows[0][0]
    known = dict.fromkeys(one.source for row, _ in rows for one in row.components)
    ordered = [source for source in VarianceSource if source in known]
    means: dict[VarianceSource, tuple[int, Component]] = {}
    for source in ordered:
        some = [found.found[source.value] for _, found in rows if source.value in found.found]
        if some:
            means[source] = len(some), mean_component(some)
    total = sum(one.variance for _, one in means.values())
    components = []
    for source in ordered:
        if source in means:
            count, one = means[source]
            components.append(_estimated(source, None, count, one, total))
        else:
            without = (part for row, _ in rows if (part := row.of(source)) is not None)
            reasons = (part.reason for part in without)
            components.append(VarianceComponent(source, None, 0, None, None, None, next(reasons)))
    return Variance(
        measure=first.measure,
        experiment="",
        wording=first.wording,
        simulated=all(row.simulated for row, _ in rows),
        n_experiments=len(rows),
        n=sum(row.n for row, _ in rows),
        n_words=sum(row.n_words for row, _ in rows),
        components=tuple(components),
        ci_method=JOINED if any(one.ci95 for one in components) else "",
    )
