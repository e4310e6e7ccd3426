"""How often each contrast was passed, in draws, beside how often a guesser would pass it.

A contrast counts where the coders agree on it: passed for one and failed for another is neither,
and is counted as split. Averaging their opinions would give a share that no draw has. Who coded a
part of what is compared has an opinion only where nobody coded all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING

from coders import contrasts
from coders.contrasts import MarkedTrial
from coders.statistics.intervals import wilson
from dsl.experiment import Contrast, Experiment
from dsl.record import replace
from dsl.trial import Levels, Trial
from renderers.score_rows import CellScore, ContrastScore, TrialRow
from runners.analysis.bare import bare_trial, bare_verdicts, contrasted
from runners.analysis.means import draw_means
from runners.analysis.trial_scores import Coding
from runners.studies.study import StudyExperiment

if TYPE_CHECKING:
    from coders.lrs import Place
    from coders.marks import Verdict
    from runners.analysis.answered import Answered, SharedTrial
    from runners.analysis.scored_alike import ScoredTrial

_Sat = tuple[TrialRow, Trial, tuple[Coding, ...], "SharedTrial | None"]
"""A row, the trial without its words and the marks; and who has its words, where they are lent."""


class Contrasts:
    """Gathers the trials of experiments that have contrasts, and of no other.

    Of each it keeps what a contrast looks at and no words, so that a hundred thousand fit, and what
    was marked alike it keeps once. Trials may come in any order.
    """

    def __init__(self, chapters: Sequence[StudyExperiment]) -> None:
        self._experiments = {one.experiment.title: one.experiment for one in chapters}
        self._names = {title: contrasted(one) for title, one in self._experiments.items()}
        self._trials: dict[str, list[tuple[int, _Sat]]] = {
            title: [] for title, names in self._names.items() if names
        }
        self._bare: dict[int, tuple[object, Trial]] = {}
        self._marks: dict[int, tuple[ScoredTrial, tuple[Coding, ...]]] = {}
        self._verdicts: dict[tuple[int, int], tuple[object, Mapping[Place, Verdict]]] = {}
        self._alike: dict[object, Mapping[Place, Verdict]] = {}

    def met(self, one: Answered, scored: ScoredTrial) -> None:
        """A trial of the study; one that nobody who counts has coded is passed over."""
        title = one.trial.experiment
        if title not in self._trials or not any(each.counted for each in scored.codings):
            return
        bare = self._without_words(one.scene)
        if bare.sample != one.trial.sample:
            bare = replace(bare, sample=one.trial.sample)
        marks, scene = self._marks_of(scored, bare, one.scene.kind), one.scene
        lent = None if scene.lent is None else scene
        self._trials[title].append((one.at, (scored.row, bare, marks, lent)))

    def _without_words(self, scene: SharedTrial) -> Trial:
        """The trial without its words; conversations that draws share stay shared."""
        trial = scene.trial
        held = self._bare.get(id(trial.sessions))
        if held is None:
            held = trial.sessions, bare_trial(trial, self._names[trial.experiment])
            # Most scenes are those of one draw, and are met one after the other.
            if scene.lent is None:
                self._bare.clear()
            self._bare[id(trial.sessions)] = held
        return held[1] if held[1].draw == trial.draw else replace(held[1], draw=trial.draw)

    def _marks_of(self, scored: ScoredTrial, bare: Trial, kind: int) -> tuple[Coding, ...]:
        """The marks of those who count, at the places that are compared."""
        way = id(scored.codings)
        if way not in self._marks:
            made = partial(self._bare_verdicts, kind) if scored.shared else bare_verdicts
            kept = tuple(
                replace(each, verdicts=made(bare, each.verdicts), before=None, after=None)
                for each in scored.codings
                if each.counted
            )
            if not scored.shared:
                return kept
            self._marks[way] = scored, kept
        return self._marks[way][1]

    def _bare_verdicts(
        self, kind: int, bare: Trial, verdicts: Mapping[Place, Verdict]
    ) -> Mapping[Place, Verdict]:
        """The marks at the places that are compared, one mapping for all that say the same."""
        # Marks that are known are one object in scripts, too, that compare other questions.
        way = (kind, id(verdicts))
        held = self._verdicts.get(way)
        if held is None:
            found = bare_verdicts(bare, verdicts)
            held = verdicts, self._alike.setdefault(tuple(found.items()), found)
            self._verdicts[way] = held
        return held[1]

    def ended(self) -> None:
        """Lets go of what told marks apart that are alike: no trial is met any more."""
        self._marks.clear()
        self._verdicts.clear()
        self._bare.clear()

    def rows(self, cells: Sequence[CellScore | TrialRow]) -> tuple[ContrastScore, ...]:
        """A row for each contrast, participant, wording and condition not compared, in the order of
        the cells (or of a trial of each): trials come as they were finished, which is no order to
        read in.
        """
        return tuple(
            row
            for title, sat in self._trials.items()
            for contrast in self._experiments[title].design.contrasts
            for row in _rows(
                self._experiments[title],
                contrast,
                [one for _, one in sorted(sat, key=itemgetter(0))],
                [cell for cell in cells if cell.experiment == title],
            )
        )


def _rows(
    experiment: Experiment,
    contrast: Contrast,
    sat: Sequence[_Sat],
    cells: Sequence[CellScore | TrialRow],
) -> list[ContrastScore]:
    tables: dict[tuple[str, str, Levels], dict[tuple[int, int], list[_Sat]]] = {}
    for one in sat:
        wording, draw, sample, rest = contrasts.group(one[1], contrast)
        table = tables.setdefault((one[0].model, wording, rest), {})
        table.setdefault((draw, sample), []).append(one)

    def place(key: tuple[str, str, Levels]) -> int:
        model, wording, rest = key
        at = (
            number
            for number, cell in enumerate(cells)
            if (cell.model, cell.wording) == (model, wording) and set(rest) <= set(cell.levels)
        )
        return next(at, len(cells))

    return [
        _row(experiment, contrast, table, model=model, wording=wording, rest=rest)
        for (model, wording, rest), table in sorted(
            tables.items(), key=lambda found: place(found[0])
        )
        if _whole(contrast, table)
    ]


def _whole(contrast: Contrast, table: dict[tuple[int, int], list[_Sat]]) -> bool:
    """Whether every level that the contrast compares is there: `--only` may have left some out."""
    there = {
        pair
        for group in table.values()
        for _, trial, *_ in group
        for levels in (trial.cell.levels, trial.balance, *(s.levels for s in trial.sessions))
        for pair in levels
    }
    return all((line.factor, level) in there for line in contrast.lines for level in line.levels)


def _row(
    experiment: Experiment,
    contrast: Contrast,
    table: dict[tuple[int, int], list[_Sat]],
    *,
    model: str,
    wording: str,
    rest: Levels,
) -> ContrastScore:
    agreed: list[tuple[int, int]] = []
    split = undecided = 0
    known: dict[object, bool | None] = {}
    for (draw, _), group in table.items():
        opinions = {_passed(group, chosen, contrast, known) for chosen in _judges(group)}
        if opinions in ({True}, {False}):
            agreed.append((draw, int(opinions == {True})))
        elif None in opinions:
            undecided += 1
        else:
            split += 1
    draws = draw_means(agreed)
    passed = sum(draws.values(), Fraction(0))
    interval = wilson(float(passed), len(draws))
    some = next(iter(table.values()))
    return ContrastScore(
        experiment=experiment.title,
        contrast=contrast.name,
        condition=", ".join(level for _, level in rest),
        wording=wording,
        model=model,
        simulated=some[0][0].simulated,
        n=len(draws),
        passed=passed,
        split=split,
        undecided=undecided,
        ci95=(interval.low, interval.high) if interval is not None else None,
        ci_method=interval.method if interval is not None else "",
        chance=contrasts.chance([_guessed(one) for one in some], contrast),
    )


def _guessed(one: _Sat) -> Trial:
    """The trial in its own words, from which the chances of a guesser follow."""
    return one[1] if one[3] is None else one[3].in_own_words()


def _judges(group: Sequence[_Sat]) -> Iterable[tuple[str, ...]]:
    """By whose marks the trials of a group are judged, one coder for each trial: by each coder who
    has coded all of them; where there is none, by whoever coded each.

    A coder of a part alone could fail a contrast and never pass it, and where coders share a study
    out among them the share passed would be too low.
    """
    there = [[one.coder for one in codings] for _, _, codings, _ in group]
    whole = [coder for coder in there[0] if all(coder in coders for coders in there[1:])]
    if whole:
        return [(coder,) * len(group) for coder in whole]
    # Of those who marked a trial alike one will do: three coders of ten trials are 59,049 ways.
    return product(
        *[{id(one.verdicts): one.coder for one in codings}.values() for _, _, codings, _ in group]
    )


def _passed(
    group: Sequence[_Sat],
    chosen: Sequence[str],
    contrast: Contrast,
    known: dict[object, bool | None],
) -> bool | None:
    """Whether the marks of these coders pass it, one of them for each trial.

    It is worked out once for conversations that are shared and were marked alike (`known`); both
    are held by the table, so that their ids name them.
    """
    judged = [
        MarkedTrial(trial, next(one.verdicts for one in codings if one.coder == coder))
        for (_, trial, codings, _), coder in zip(group, chosen, strict=True)
    ]
    way = tuple([(id(one.trial.sessions), id(one.verdicts)) for one in judged])
    if way not in known:
        known[way] = contrasts.passed(judged, contrast)
    return known[way]
