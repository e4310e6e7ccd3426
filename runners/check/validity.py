"""What simulated participants get on a script: is it understanding that the script rewards?

Every member of the simulated family takes every cell, in this process and without a store. For
those that read only the messages the control questions count as passed, so that a gate does not
hide what a shortcut earns: copies of the conversation without a scored question are left out, and a
control question in the way of one is answered rightly. The table stands beside chance, computed
exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from dsl.expand import Expander, chosen_cells
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Fork, Node, Session, Trial, turns
from runners.analysis.codings import MATCHER, Codings, RaterSelection
from runners.analysis.marks import mark_table
from runners.analysis.means import mean
from runners.analysis.scores import as_run, gathered
from runners.analysis.trials import table_of, with_text
from runners.engine.hints import hints
from runners.engine.session import NextCall
from runners.engine.transcripts import Transcript, transcribe_with
from runners.participants.base import NO_HINTS, Call
from runners.participants.sim import FAMILY, Player, simulated
from runners.participants.sim.chance import Chance
from runners.store.keys import participant_key, sampling_seed, sitting_of
from runners.store.records import ParticipantRecord, StoredReply, Study, StudyTrial
from runners.studies.study import FinishedTrial, OpenStudy, StudyExperiment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dsl.experiment import Experiment
    from renderers.score_rows import CellScore, ContrastScore, TrialRow
    from runners.analysis.scores import Gathered


@dataclass(frozen=True)
class PlayerResult:
    """What one simulated participant got on one script. `sees_key`: it was handed the key. Cells
    and contrasts are worked out when they are asked for.
    """

    player: str
    sees_key: bool
    told: tuple[Transcript, ...]
    scored: Gathered

    @property
    def trials(self) -> tuple[TrialRow, ...]:
        """The score of each trial, in the order of the cells."""
        return tuple(self.scored.table.rows)

    @cached_property
    def cells(self) -> tuple[CellScore, ...]:
        """The figures of each cell."""
        return self.scored.cells.rows(self.scored.table)

    @cached_property
    def contrasts(self) -> tuple[ContrastScore, ...]:
        """How often each contrast was passed."""
        firsts: dict[tuple[object, str], TrialRow] = {}
        for row in self.trials:
            firsts.setdefault((row.levels, row.wording), row)
        return self.scored.contrasts(tuple(firsts.values()))

    @property
    def share(self) -> Fraction | None:
        """The mean share over the trials, undecided replies counted as wrong."""
        return mean(row.sure_share for row in self.trials)


def results(
    experiment: Experiment,
    *,
    runs: int | None = None,
    wordings: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    seed: int | None = None,
    marked: Marked | None = None,
) -> Iterator[PlayerResult]:
    """Every simulated participant (or those named) on every cell of an experiment. `marked` may
    have read some replies already.
    """
    expander = Expander(experiment, seed=seed)
    draws = experiment.design.runs if runs is None else runs
    trials = [
        expander.trial(cell, draw=draw)
        for cell in chosen_cells(experiment, wordings=wordings)
        for draw in range(1, draws + 1)
    ]
    scored = [replace(trial, sessions=tuple(map(_scored, trial.sessions))) for trial in trials]
    marked = marked or Marked(experiment)
    for name in names or [member.name for member in FAMILY]:
        player = simulated(name)
        here = trials if player.sees_key else scored
        yield marked.result(player, (simulate(trial, player) for trial in here))


class Marked:
    """Marks and scores what simulated participants say, by the matcher and without a store. It
    reads the same words once: simple rules often lead to them.
    """

    def __init__(self, experiment: Experiment) -> None:
        self._chapter = StudyExperiment(experiment, "", "", "", mended=False)
        self._codings = Codings(None, self._study(), RaterSelection(coder=MATCHER), packets=())

    def result(self, player: Player, told: Iterable[Transcript]) -> PlayerResult:
        """What a participant gets for these transcripts."""
        transcripts = tuple(told)
        who = ParticipantRecord(participant_key(player.identity()), player.name, True, "{}")
        study = self._study(who)
        finished = [FinishedTrial(self._chapter, _row(one), who, one) for one in transcripts]
        table = table_of(study, finished)
        every = [with_text(one, at=at) for at, one in enumerate(finished)]
        marks = mark_table(table, self._codings, lambda rows: (every[at] for at in rows))
        scored = gathered(table, marks, order=as_run(study))
        return PlayerResult(player.name, player.sees_key, transcripts, scored)

    def _study(self, *participants: ParticipantRecord) -> OpenStudy:
        study = Study("", True, "", "", (), participants, 0, 0, "")
        return OpenStudy(study, (self._chapter,), participants, ())


def _row(told: Transcript) -> StudyTrial:
    return StudyTrial("", told.sitting.key, told.sitting, "", told.trial.seed)


def _scored(session: Session) -> Session:
    """The session without the copies of the conversation in which nothing is scored."""
    return replace(session, nodes=_pruned(session.nodes))


def _pruned(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    kept: list[Node] = []
    for node in nodes:
        if not isinstance(node, Fork):
            kept.append(node)
            continue
        branches = tuple(_pruned(branch) for branch in node.branches if _has_test(branch))
        if branches:
            kept.append(Fork(branches))
    return tuple(kept)


def _has_test(nodes: tuple[Node, ...]) -> bool:
    asked = (turn.question for turn in turns(nodes))
    return any(question is not None and question.kind is QuestionKind.TEST for question in asked)


def simulate(trial: Trial, player: Player) -> Transcript:
    """The trial as `player` takes it, the controls answered rightly for it if it sees no key."""
    sitting = sitting_of(
        participant_key(player.identity()),
        trial.experiment,
        trial.cell,
        draw=trial.draw,
        sample=trial.sample,
    )
    helper = None if player.sees_key else simulated("oracle")
    return transcribe_with(trial, sitting, lambda step: _reply(step, player, helper))


def _reply(ask: NextCall, player: Player, helper: Player | None) -> StoredReply:
    question = ask.turn.question
    control = question is not None and question.kind is QuestionKind.CONTROL
    speaker = helper if control and helper is not None else player
    call = Call(
        ask.key,
        ask.messages,
        sampling_seed(ask.key),
        question if speaker.sees_key else None,
        hints(ask) if speaker.sees_key else NO_HINTS,
    )
    text = speaker.behaviour(call, Chance(speaker.name, call.key))
    return StoredReply(ask.key, text, "stop" if text else "empty")
