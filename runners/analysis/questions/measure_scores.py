"""Measures that scripts declare, such as passes and totals: in each trial, and means over draws.

What a measure is follows from marks and replies (`coders.measures`). The marks of each coder that
counts give a value, and the value of record is their mean. Control questions do nothing here by
themselves.

Totals of passes: how many runs have each total, and whether the tasks form a scale.

Where coders differ on a pass, a run has no one pattern: it is left out, and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import partial
from math import inf
from operator import itemgetter
from statistics import median_low

from coders.measure_chance import chance
from coders.measures import (
    AskedQuestions,
    ReadReply,
    asked_in,
    places_read,
    rating_at,
    read_reply,
    values,
)
from coders.scalogram import FEWEST, scalogram
from coders.statistics.differences import difference
from coders.statistics.survival import survival
from dsl.experiment import Measure, MeasureKind
from dsl.trial import Levels, Place, Question, Trial
from renderers.rows.cell_row import place_of
from renderers.rows.measures import Figure
from renderers.rows.script_measures import CriterionCurve, MeasureScore, MeasureValue, TotalScale
from renderers.rows.trials import TrialRow
from runners.analysis.marks import MarkTable, ReadWords
from runners.analysis.means import draw_means, figure, mean
from runners.analysis.questions.by_cell import ByCell, DrawPairs
from runners.analysis.questions.scale_reliability import ScaleReliabilities
from runners.analysis.trial_scores import Coding
from runners.analysis.trials import TrialTable
from runners.analysis.verdicts import judge
from runners.engine.transcripts import GivenAnswer, unanswered_places
from runners.studies.study import StudyExperiment

_Version = tuple[tuple[str, str], ...]
_Asked = Sequence[tuple[_Version, AskedQuestions]]
"""What each version of a trial asks."""

NO_READINGS: Mapping[Place, ReadReply] = {}
ALL_WAVES = "all waves"
"""The version of what is measured over several waves, each of which is a version."""
MOVER_WAVES = "MOVER from the two waves' intervals, with their correlation over draws"


class MeasureScores:
    """Gathers the measures of the scripts of a study, trial by trial."""

    def __init__(self, chapters: Sequence[StudyExperiment]) -> None:
        self._measures: dict[str, Mapping[str, Measure]] = {
            one.experiment.title: {each.name: each for each in one.experiment.measures}
            for one in chapters
            if one.experiment.measures
        }
        self._found: ByCell[tuple[str, _Version], DrawPairs] = ByCell(DrawPairs)
        self.scales = ScaleReliabilities(chapters)
        self.totals = TotalScales(self._measures)

    def wants(self, title: str) -> bool:
        """Whether this experiment has measures."""
        return title in self._measures

    def of_table(
        self, table: TrialTable, rows: Sequence[TrialRow], marks: MarkTable, read: ReadWords
    ) -> Iterator[tuple[int, tuple[MeasureValue, ...]]]:
        """The measures of each row that has some; they are gathered."""
        chapters = table.opened.chapters
        wanted = table.chosen([c.procedure for c in chapters if self.wants(c.experiment.title)])
        # Trials of one design ask the same, maybe in other words.
        numbers = {at: int(table.design[at]) for at in wanted}
        of_design = {one: [*asked_in(table.designs[one].trial)] for one in {*numbers.values()}}
        unread = [
            at for at, one in numbers.items()
            if self._places_read(of_design[one], rows[at].experiment)
        ]  # fmt: skip
        replies = {
            told.at: self.readings(told.trial, rows[told.at].experiment, told.answers)
            for told in (read(unread) if unread else ())
        }
        for at in wanted:
            every = of_design[numbers[at]]
            lost = unanswered_places(table.answers(at)) if at in table.odd else frozenset[Place]()
            codings = marks.codings(at)
            heard = replies.get(at, NO_READINGS)
            found = self.values(every, rows[at], codings, lost, heard)
            self._gather(every, rows[at], found)
            self.totals.add(rows[at], found)
            rating = partial(rating_at, heard, lost)
            for version, asked in every:
                self.scales.add(rows[at], version, asked, rating)
            yield at, found

    def values(
        self,
        every: _Asked,
        row: TrialRow,
        codings: Sequence[Coding],
        lost: frozenset[Place],
        read: Mapping[Place, ReadReply],
    ) -> tuple[MeasureValue, ...]:
        """The measures of one trial, version by version; the mean over the coders that count."""
        measures = tuple(self._measures.get(row.experiment, {}).values())
        if not measures:
            return ()
        counted = [one.verdicts for one in codings if one.counted] or [{}]
        made: list[MeasureValue] = []
        for version, asked in every:
            each = [values(measures, asked, one, read, lost=lost) for one in counted]
            for name in each[0]:
                given = [one[name] for one in each]
                value = None if None in given else mean(given)
                made.append(MeasureValue(name, version, value))
        return tuple(made)

    def readings(
        self, trial: Trial, title: str, answers: Mapping[Place, GivenAnswer]
    ) -> Mapping[Place, ReadReply]:
        """What the rules of a script read in the replies that its measures need from no coder."""
        places = self._places_read([*asked_in(trial)], title)
        verdicts = judge(trial, answers).verdicts if places else {}
        return {
            place: read_reply(answers[place].text, question, verdicts.get(place))
            for place, question in places.items()
            if place in answers
        }

    def rows(self, order: Iterable[TrialRow]) -> tuple[MeasureScore, ...]:
        """A row for each measure of each cell and version, in the order of these trials."""
        return tuple(self._row(row, *at, found) for row, at, found in self._found.rows(order))

    # ----------------------------------------------------------------------------------- the parts

    def _gather(self, every: _Asked, row: TrialRow, found: Sequence[MeasureValue]) -> None:
        measures = self._measures[row.experiment]
        asked = dict(every)
        for one in found:
            at = self._found.at(row, (one.measure, one.version))
            at.values.append((row.draw, one.value))
            guessed = chance(measures[one.measure], measures, asked[one.version])
            at.chances.append((row.draw, guessed))

    def _row(self, row: TrialRow, name: str, version: _Version, found: DrawPairs) -> MeasureScore:
        measure = self._measures[row.experiment][name]
        every = self._found.cell(row).items()
        cell = {one: each for (one, at), each in every if at == version}
        over_waves = not version and any(at for (_, at), _ in every)
        if over_waves:
            waves = ((one, *map(itemgetter(1), at)) for (one, at), _ in every)
            cell |= {" ".join(at): each for at, (_, each) in zip(waves, every, strict=True)}
        return MeasureScore(
            **place_of(row),
            within=", ".join(level for _, level in version) or (ALL_WAVES if over_waves else ""),
            measure=measure,
            figure=_change(found, measure, cell) or figure(draw_means(found.values), kind=measure),
            missing=sum(one is None for _, one in found.values),
            chance=found.chance,
            survival=_survival(found, measure, cell),
        )

    def _places_read(self, every: _Asked, title: str) -> dict[Place, Question]:
        measures = self._measures.get(title, {}).values()
        return {
            place: question
            for _, asked in every
            for place, question in places_read(asked, measures)
        }


def _change(found: DrawPairs, measure: Measure, cell: Mapping[str, DrawPairs]) -> Figure | None:
    """The mean change between two waves, with an interval made of those of both; None for any
    other measure.
    """
    if measure.kind is not MeasureKind.CHANGE or measure.mean is None:
        return None
    changes = draw_means(found.values)
    scale, whole = measure.mean.scale.name, measure.mean.questionnaire
    waves = [draw_means(cell[f"{scale} {wave}"].values) for wave in measure.mean.waves]
    made = figure(changes, kind=measure)
    if not changes:
        return made
    before, after = ([float(wave[draw]) for draw in changes] for wave in waves)
    interval = difference(after, before, paired=True, low=whole.low, high=whole.high).interval
    if interval is None:
        return made
    return replace(made, ci95=(interval.low, interval.high), ci_method=MOVER_WAVES)


def _survival(
    found: DrawPairs, measure: Measure, cell: Mapping[str, DrawPairs]
) -> CriterionCurve | None:
    """The curve of questions to criterion over draws, or of tries until one rule of a machine was
    left; None for any other measure. Of the samples of a draw the median counts, the lower one of
    two. Who ended the tries before is not there within the bound.
    """
    if measure.kind is MeasureKind.QUESTIONS and measure.training is not None:
        reached, bound = f"{measure.training.name} trained", measure.training.criterion.most
    elif measure.kind is MeasureKind.TRIES and measure.exploration is not None:
        reached, bound = f"{measure.exploration.machine} settled", measure.exploration.most
    else:
        return None
    trained = cell[reached].values
    by_draw: dict[int, list[float]] = {}
    for (draw, asked), (_, met) in zip(found.values, trained, strict=True):
        if asked is not None:
            by_draw.setdefault(draw, []).append(float(asked) if met else inf)
    medians = map(median_low, by_draw.values())
    took = [None if one == inf else int(one) for one in medians]
    return CriterionCurve(**asdict(survival(took, bound)))


@dataclass(slots=True)
class _Patterns:
    """The passes of a total in one cell and version so far; draws that have a whole pattern."""

    patterns: list[tuple[int, ...]] = field(default_factory=list)
    draws: set[int] = field(default_factory=set)
    left_out: int = 0


class TotalScales:
    """Gathers the patterns of passes, trial by trial."""

    def __init__(self, measures: Mapping[str, Mapping[str, Measure]]) -> None:
        """`measures` are those of each experiment, by its title and their names."""
        self._totals = {
            title: {one.name: one for one in known.values() if _adds_passes(one, known)}
            for title, known in measures.items()
        }
        self._found: ByCell[tuple[str, Levels], _Patterns] = ByCell(_Patterns)

    def add(self, row: TrialRow, values: Sequence[MeasureValue]) -> None:
        """Takes in the measures of one trial."""
        by_version: dict[Levels, dict[str, Fraction | None]] = {}
        for one in values:
            by_version.setdefault(one.version, {})[one.measure] = one.value
        for total in self._totals.get(row.experiment, {}).values():
            for version, known in by_version.items():
                if total.name not in known:
                    continue
                found = self._found.at(row, (total.name, version))
                passes = [known[part] for part in total.parts]
                if all(one in (0, 1) for one in passes):
                    found.patterns.append(tuple(int(one or 0) for one in passes))
                    found.draws.add(row.draw)
                else:
                    found.left_out += 1

    def rows(self, order: Iterable[TrialRow]) -> tuple[TotalScale, ...]:
        """A row for each total of each cell and version, in the order of these trials."""
        return tuple(
            _row(row, self._totals[row.experiment][name], version, found)
            for row, (name, version), found in self._found.rows(order)
        )


def _adds_passes(measure: Measure, known: Mapping[str, Measure]) -> bool:
    """Whether a measure is a total of two passes or more, and of nothing else."""
    if measure.kind is not MeasureKind.TOTAL or len(measure.parts) < 2:
        return False
    return all(one in known and known[one].kind is MeasureKind.PASS for one in measure.parts)


def _row(row: TrialRow, total: Measure, version: Levels, found: _Patterns) -> TotalScale:
    scale = scalogram(found.patterns) if len(found.draws) >= FEWEST else None
    runs = Counter(map(sum, found.patterns))
    return TotalScale(
        **place_of(row),
        total=total.name,
        within=", ".join(level for _, level in version),
        n=len(found.draws),
        left_out=found.left_out,
        distribution=tuple((value, runs[value]) for value in range(len(total.parts) + 1)),
        order=() if scale is None else tuple(total.parts[at] for at in scale.order),
        reproducibility=None if scale is None else scale.reproducibility,
        least=None if scale is None else scale.least,
        reversed_runs=None if scale is None else scale.reversed_runs,
    )
