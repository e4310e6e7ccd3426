"""The variance of scores by source, within experiments, and a D-study from it.

Participants, conditions, questions and coders were chosen: their components describe those that
took part. Intervals are about other words, as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import sqrt

from coders.statistics.differences import resolution
from coders.statistics.intervals import FEWEST
from coders.statistics.variance.components import (
    Components,
    around,
    mean_component,
    mean_sum,
    share,
    variance_components,
)
from dsl.expand import Expander
from dsl.reach import word_sets
from dsl.trial import Cell, Levels
from renderers.rows.trials import TrialRow
from renderers.rows.variance import (
    DStudy,
    Precision,
    Variance,
    VarianceComponent,
    VarianceMeasure,
    VarianceSource,
)
from runners.studies.study import OpenStudy, StudyExperiment

Level = tuple[Hashable, ...]

DRAWS = (10, 20, 30)
SAMPLES = (1, 2, 3, 5)
CODERS = (1, 2, 3)
"""What a D-study asks about."""

ONE_LEVEL = "one level"
NO_INTERVAL = "no interval: too few sets of words"
NO_MEAN_INTERVAL = "no interval: too few sets of words in an experiment"
NO_VARIANCE = "no share: all scores are equal"
JACKKNIFE = (
    "pseudo-values of the jackknife over {units}; t of each limit with two more, at its end of the "
    "scale"
)
JOINED = "MOVER from the experiments' intervals"

_WIDTH = {VarianceMeasure.LRS: 5.0, VarianceMeasure.MARK: 1.0}


def variance_by_source(
    opened: OpenStudy, trials: Sequence[TrialRow]
) -> tuple[tuple[Variance, ...], tuple[DStudy, ...]]:
    """The variance of the LRS and of marks by source: of each experiment and wording, after the
    mean over experiments where there are several; and what more draws, samples and coders would
    buy, from the variance of the LRS. Marks are those in `trials`; a study of ratings has none.
    """
    chapters = {one.experiment.title: one for one in opened.chapters}
    seeds = {one.procedure: one.seed for one in opened.rows.used}
    groups: dict[tuple[str, str], list[TrialRow]] = {}
    for trial in trials:
        groups.setdefault((trial.wording, trial.experiment), []).append(trial)
    found: list[Variance] = []
    planned: list[DStudy] = []
    # Ratings of whole runs are marks of no question.
    for measure in [VarianceMeasure.LRS] if opened.protocol.rated else VarianceMeasure:
        for wording in dict.fromkeys(wording for wording, _ in groups):
            rows: list[tuple[Variance, Components]] = []
            for (worded, title), some in groups.items():
                if worded == wording:
                    chapter = chapters[title]
                    expander = opened.expander(chapter, seeds[chapter.procedure])
                    one = _of_experiment(measure, chapter, expander, some)
                    rows += [] if one is None else [one]
            together = [(_over_experiments(rows), rows)] if len(rows) > 1 else []
            for whole, parts in [*together, *((row, [(row, every)]) for row, every in rows)]:
                found.append(whole)
                if measure is VarianceMeasure.LRS:
                    planned += _d_study(whole, [every for _, every in parts])
    return tuple(found), tuple(planned)


# ------------------------------------------------------------------- a D-study


def _d_study(variance: Variance, studies: Sequence[Components]) -> Iterator[DStudy]:
    """What a cell's mean would be worth, for the experiments with several sets of words. Numbers
    of samples or coders that nothing is known of are left out.
    """
    several = [one for one in studies if VarianceSource.WORDS.value in one.names]
    if not several:
        return

    def known(source: VarianceSource) -> bool:
        return all(source.value in one.names for one in several)

    coders = CODERS if known(VarianceSource.REST) else CODERS[:1]
    samples = SAMPLES if known(VarianceSource.SAMPLE) else SAMPLES[:1]
    for n, s, c in product(DRAWS, samples, coders):
        sd, ends = _draw_sd(several, s, c)
        yield DStudy(
            variance.experiment, variance.wording, variance.simulated, len(several), n, s, c,
            _precision(n, sd), ends and (_precision(n, ends[0]), _precision(n, ends[1])),
            "" if ends else NO_INTERVAL if len(several) == 1 else NO_MEAN_INTERVAL,
        )  # fmt: skip


def _draw_sd(
    studies: Sequence[Components], samples: int, coders: int
) -> tuple[float, tuple[float, float] | None]:
    """How much the draws of a cell vary with so many samples and coders, and its interval."""
    by_draw = (VarianceSource.COUNTERBALANCE, VarianceSource.WORDS, VarianceSource.TEXT)
    weights = {source.value: 1.0 for source in by_draw}
    weights |= {VarianceSource.SAMPLE.value: 1 / samples}
    weights |= {VarianceSource.REST.value: 1 / (samples * coders)}
    parts = [mean_sum(studies, {name: weight}).variance for name, weight in weights.items()]
    limits = mean_sum(studies, weights).limits
    sd = sqrt(sum(parts))
    if limits is None:
        return sd, None
    low, high = around(sd**2, limits)
    return sd, (sqrt(low), sqrt(high))


def _precision(n: int, sd: float) -> Precision:
    found = resolution(n, sd)
    assert found is not None
    return Precision(sd, sd / sqrt(n), found.half_width, found.difference)


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
            _Score(float(one.mark), row, item=(one.question, one.version, one.asked))
            for row in trials
            for one in row.marks
            if one.mark is not None
        ]
    words = _word_sets(chapter, expander, trials)
    named = expander.assignment.levels.named
    balance = {draw: named(expander.assigned_at(draw)) for draw in words}
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
        ci_method=JACKKNIFE.format(units="sets of words" if several else "runs")
        if len(set(units)) >= FEWEST
        else "",
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
    if source.value in found.names:
        return _estimated(source, levels, [found])
    reason = ONE_LEVEL if levels == 1 else f"part of {found.confounded[source.value]}"
    return VarianceComponent(source, levels, 0, None, None, None, None, reason)


def _estimated(
    source: VarianceSource, levels: int | None, studies: Sequence[Components]
) -> VarianceComponent:
    """The component, the mean over the studies that have it."""
    one = mean_component(studies, source.value)
    part = share(studies, source.value)
    count = sum(source.value in study.names for study in studies)
    ends = None if one.interval is None else (sqrt(one.interval[0]), sqrt(one.interval[1]))
    reason = NO_VARIANCE if part is None else ""
    if ends is None:
        reason = NO_INTERVAL if len(studies) == 1 else NO_MEAN_INTERVAL
    return VarianceComponent(
        source, levels, count, sqrt(one.variance), ends,
        None if part is None else part.variance, None if part is None else part.interval, reason,
    )  # fmt: skip


# ------------------------------------------------------------------- several experiments


def _over_experiments(rows: Sequence[tuple[Variance, Components]]) -> Variance:
    """The mean variance of each source over the experiments that have it."""
    first = rows[0][0]
    known = dict.fromkeys(one.source for row, _ in rows for one in row.components)
    studies = [every for _, every in rows]
    components = []
    for source in (source for source in VarianceSource if source in known):
        if any(source.value in one.names for one in studies):
            components.append(_estimated(source, None, studies))
        else:
            without = (part for row, _ in rows if (part := row.of(source)) is not None)
            reason = next(part.reason for part in without)
            components.append(VarianceComponent(source, None, 0, None, None, None, None, reason))
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
