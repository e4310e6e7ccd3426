"""What simulated participants get on a script: is it understanding that the script rewards?

Every member of the simulated family takes every cell, in this process and without a store. For
those that read only the messages control questions and trainings count as passed, so that a gate
does not hide what a shortcut earns: copies of the conversation without a scored question are left
out, and what is in the way of one is answered rightly. The table is shown with chance, computed
exactly.

From these it follows whether a script is proof against shortcuts (`shortcomings`). A shortcut is a
participant without understanding that answers by one simple rule. It must not get more than half of
the marks of a script (by more than chance), nor pass a contrast in more draws than guessing would.
The oracle must be right in every cell, and one who falls for every lure must never be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from statistics import stdev
from typing import TYPE_CHECKING

from coders.lrs import asked_in
from dsl.expand import Expander, chosen_cells
from dsl.expanding.steps_within import questions_within, steps_within
from dsl.experiment import Train
from dsl.tree import TESTS, QuestionKind
from renderers.number_words import percent
from runners.analysis.codings import MATCHER, Codings, RaterSelection
from runners.analysis.document import as_run
from runners.analysis.marks import mark_table
from runners.analysis.means import mean
from runners.analysis.scores import gathered
from runners.analysis.trials import TrialWithText, table_of, with_text
from runners.check.players import SHORTCUTS
from runners.check.taking import HELPED, TakenTrial
from runners.engine.transcripts import Transcript
from runners.participants.sim import EXPLORERS, FAMILY, OPINIONS, Player, simulated
from runners.store.keys import participant_key
from runners.store.records import ParticipantRecord, Study, StudyTrial
from runners.store.study_trials import StudyTrials
from runners.studies.study import FinishedTrial, OpenStudy, StudyExperiment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dsl.experiment import Experiment
    from renderers.rows.questions import EvenScore
    from renderers.rows.scores import CellScore, ContrastScore
    from renderers.rows.script_measures import MeasureScore
    from renderers.rows.trials import TrialRow
    from runners.analysis.scores import Gathered

HALF = Fraction(1, 2)
_SHARE_ERRORS = 2
"""So many standard errors of its share a shortcut is allowed above one half."""


@dataclass(frozen=True)
class PlayerResult:
    """What one simulated participant got on one script. `sees_key`: it was handed the key. Cells
    and contrasts are worked out when they are asked for.
    """

    player: str
    sees_key: bool
    told: tuple[Transcript, ...]
    scored: Gathered

    @cached_property
    def trials(self) -> tuple[TrialRow, ...]:
        """The score of each trial, in the order of the cells."""
        return tuple(self.scored.table)

    @cached_property
    def cells(self) -> tuple[CellScore, ...]:
        """The figures of each cell."""
        return self.scored.cells.rows(self.scored.table, self.scored.n_word_sets)

    @cached_property
    def contrasts(self) -> tuple[ContrastScore, ...]:
        """How often each contrast was passed."""
        firsts: dict[tuple[object, str], TrialRow] = {}
        for row in self.trials:
            firsts.setdefault((row.levels, row.wording), row)
        return self.scored.contrasts(tuple(firsts.values()))

    @property
    def even(self) -> tuple[EvenScore, ...]:
        """How often each answer to an even question was chosen, cell by cell."""
        return self.scored.even.rows(self.trials)

    @property
    def measured(self) -> tuple[MeasureScore, ...]:
        """The measures of the script, cell by cell."""
        return self.scored.measures.rows(self.trials)

    @property
    def share(self) -> Fraction | None:
        """The mean share over the trials, undecided replies counted as wrong; None where nothing is
        scored.
        """
        asked = (one for told in self.told for one in told.trial.asked(*TESTS, QuestionKind.ITEM))
        if next(asked, None) is None:
            return None
        return mean(row.sure_share for row in self.trials)

    @property
    def beats_half(self) -> bool:
        """Whether the share is above one half, by more than two of its standard errors if the
        participant is not right equally often in every trial: then it may be chance, since ties are
        broken by lot.
        """
        shares = [float(row.sure_share) for row in self.trials if row.sure_share is not None]
        if self.share is None or self.share <= HALF:
            return False
        error = stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else 0.0
        return float(self.share - HALF) > _SHARE_ERRORS * error


def results(
    experiment: Experiment,
    *,
    runs: int | None = None,
    wordings: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    seed: int | None = None,
    marked: Marked | None = None,
) -> Iterator[PlayerResult]:
    """Every simulated participant (or those named; no one where `names` is empty) on every cell of
    an experiment. `marked` may have read some replies already.
    """
    expander = Expander(experiment, seed=seed)
    draws = experiment.design.runs if runs is None else runs
    taken = [
        TakenTrial(expander, cell, draw)
        for cell in chosen_cells(experiment, wordings=wordings)
        for draw in range(1, draws + 1)
    ]
    marked = marked or Marked(experiment)
    for name in players_of(experiment) if names is None else names:
        player = simulated(name)
        told = (one.taken_by(player, helped=HELPED) for one in taken)
        yield marked.result(player, told)


def players_of(experiment: Experiment) -> list[str]:
    """The simulated participants of a script. The one with a trait is the oracle where there is no
    scale without a key, the learner where there is no training, explorers where nothing is
    explored, the erased one where no framing takes anything away, those that rate as people did
    where nobody rated, and the garbled one always, since a check asks no agent.
    """
    asked = list(questions_within(experiment.steps))
    rates = any(one.rating is not None and not one.rubric.answer for one in asked)
    trains = any(isinstance(one, Train) for one in steps_within(experiment.steps))
    explores = any(one.tries is not None for one in asked)
    used = {
        "likert": rates,
        "learner": trains,
        "erased": bool(experiment.erasures),
        "garbled": False,
        **dict.fromkeys(EXPLORERS, explores),
        **dict.fromkeys(OPINIONS, bool(experiment.people)),
    }
    idle = {name for name, here in used.items() if not here}
    return [one.name for one in FAMILY if one.name not in idle]


class Marked:
    """Marks and scores what simulated participants say, by the matcher and without a store. It
    reads the same words once: simple rules often lead to them.
    """

    def __init__(self, experiment: Experiment) -> None:
        self._chapter = StudyExperiment(experiment, "", "", "", mended=False)
        self._codings = Codings(None, self._study(), RaterSelection(coder=MATCHER))

    def result(self, player: Player, told: Iterable[Transcript]) -> PlayerResult:
        """What a participant gets for these transcripts."""
        transcripts = tuple(told)
        who = ParticipantRecord(participant_key(player.identity()), player.name, True, "{}")
        study = self._study(who)
        finished = [FinishedTrial(self._chapter, _row(one), who, one) for one in transcripts]
        table = table_of(study, finished)
        every = [with_text(one, at=at) for at, one in enumerate(finished)]

        def read(rows: Sequence[int]) -> Iterator[TrialWithText]:
            return (every[at] for at in rows)

        marks = mark_table(table, self._codings, read)
        scored = gathered(table, marks, read, order=as_run(study))
        return PlayerResult(player.name, player.sees_key, transcripts, scored)

    def _study(self, *participants: ParticipantRecord) -> OpenStudy:
        study = Study("", True, "", "", (), participants, 0, 0, "")
        return OpenStudy(study, (self._chapter,), participants, StudyTrials.of(()))


def _row(told: Transcript) -> StudyTrial:
    return StudyTrial("", told.sitting.key, told.sitting, "", told.trial.seed)


_ERRORS = 4
"""So many standard errors of its count of passes a guesser is allowed above the expected count."""


def shortcomings(found: Sequence[PlayerResult]) -> tuple[str, ...]:
    """The shortcomings of a script, a sentence each; empty if there are none.

    `found` are the results of some or all simulated participants. Marks count as more than half by
    `PlayerResult.beats_half`. A contrast is passed too often
    if the passes exceed those of guessing by more than four standard errors and one.
    """
    return tuple(line for result in found for line in _of(result))


def _of(result: PlayerResult) -> Iterator[str]:
    name = f"sim/{result.player.removeprefix('sim/')}"
    plain = name.removeprefix("sim/")
    if plain in SHORTCUTS:
        if result.beats_half:
            yield f"{name} earns {percent(result.share)} of the marks without understanding"
        for row in result.contrasts:
            if too_often(row):
                yield (
                    f"{name} passes `{row.contrast}` in {row.passed} of {row.n} draws "
                    f"({row.wording}{f', {row.condition}' if row.condition else ''})"
                )
    if result.share is None:
        return
    if not any(asked_in(one.trial).lrs for one in result.told):
        if plain == "oracle" and result.share != 1:
            yield f"{name}, which knows the key, earns {percent(result.share)} of the marks"
        if plain == "lure" and result.share:
            yield f"{name}, which chooses every lure, earns {percent(result.share)} of the marks"
        return
    for cell in result.cells:
        where = f"{cell.wording}{f', {cell.condition}' if cell.condition else ''}"
        if plain == "oracle" and (cell.lrs.mean != 5 or cell.needs_human):
            yield f"{name}, which knows the key, has an LRS below 5 ({where})"
        if plain == "lure" and cell.lrs.mean is not None and cell.lrs.mean > 1:
            yield f"{name}, which chooses every lure, has an LRS above 1 ({where})"
        if plain == "lure" and cell.lrs.mean is None and cell.needs_human:
            yield f"{name}, which chooses every lure, has no LRS: replies need a human ({where})"


def too_often(row: ContrastScore) -> bool:
    """Whether a contrast is passed in more draws than by guessing."""
    if row.chance is None:
        return row.passed > 0
    expected = float(row.chance) * row.n
    error = sqrt(expected * (1 - float(row.chance)))
    return row.passed > expected + _ERRORS * error + 1
