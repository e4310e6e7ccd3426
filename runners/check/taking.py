"""Trials as simulated participants take them, in this process and without a store."""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property

from dsl.expand import Expander
from dsl.expanding.after import After
from dsl.expanding.steps_within import steers
from dsl.record import replace
from dsl.tree import TESTS, QuestionKind
from dsl.trial import Cell, Fork, Node, Session, Trial, turns
from dsl.ways.retelling import source_cells, told_path
from runners.engine.hints import hints
from runners.engine.session import NextCall
from runners.engine.transcripts import Transcript, transcribe_with
from runners.participants.base import NO_HINTS, Call
from runners.participants.sim import Player, simulated
from runners.participants.sim.chance import Chance
from runners.store.keys import participant_key, sampling_seed, sitting_of
from runners.store.records import StoredReply

Kinds = Container[QuestionKind]

CONTROLS: Kinds = (QuestionKind.CONTROL,)
HELPED: Kinds = (QuestionKind.CONTROL, QuestionKind.TRAINING, QuestionKind.EXPLORING)
"""What is answered rightly for those that read only the messages: a failed control question or
training, or an exploration without a try, would hide what a shortcut earns."""


class TakenTrial:
    """A trial to be taken by simulated participants: whole by those that see keys; by others what
    is scored of it, with the questions of the kinds `helped` answered rightly for them.
    """

    def __init__(self, expander: Expander, cell: Cell, draw: int) -> None:
        self.expander = expander
        self.cell = cell
        self.draw = draw

    def taken_by(
        self, player: Player, *, helped: Kinds = CONTROLS, whole: bool | None = None
    ) -> Transcript:
        """The trial as a participant takes it. Where it says what was tried in another cell, that
        participant tried it, too.
        """
        whole = player.sees_key if whole is None else whole
        after = self._after if whole else self._scored
        if after is None:
            return simulate(self._trial if whole else self._scored_trial, player, None, helped)
        if self._sources:
            others = {
                one.cell: one.taken_by(player, helped=helped, whole=whole).trial
                for one in self._sources
            }
            after = after.telling(told_path(self._trial, others))
        return simulate(after(()), player, after, helped)

    @cached_property
    def _trial(self) -> Trial:
        return self.expander.trial(self.cell, draw=self.draw)

    @cached_property
    def _scored_trial(self) -> Trial:
        return replace(self._trial, sessions=tuple(map(_scored, self._trial.sessions)))

    @cached_property
    def _after(self) -> After | None:
        steered = steers(self.expander.experiment)
        return self.expander.after(self.cell, self.draw) if steered else None

    @cached_property
    def _scored(self) -> After | None:
        return self._after and self._after.keeping(_scored)

    @cached_property
    def _sources(self) -> tuple[TakenTrial, ...]:
        cells = source_cells(self.expander.experiment, self.cell)
        return tuple(TakenTrial(self.expander, one, self.draw) for one in cells)


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
    return any(question is not None and question.kind in TESTS for question in asked)


def simulate(
    trial: Trial,
    player: Player,
    after: After | None = None,
    helped: Kinds = CONTROLS,
) -> Transcript:
    """The trial as `player` takes it, questions of the kinds `helped` answered rightly for it if it
    sees no key. `after` is as for `walks`.
    """
    sitting = sitting_of(
        participant_key(player.identity()),
        trial.experiment,
        trial.cell,
        draw=trial.draw,
        sample=trial.sample,
    )
    helper = None if player.sees_key else simulated("oracle")
    return transcribe_with(
        trial,
        sitting,
        lambda step: _reply(step, helper if helper and _kind(step) in helped else player),
        after,
    )


def _kind(ask: NextCall) -> QuestionKind | None:
    return None if ask.turn.question is None else ask.turn.question.kind


def _reply(ask: NextCall, speaker: Player) -> StoredReply:
    question = ask.turn.question
    call = Call(
        ask.key,
        ask.messages,
        sampling_seed(ask.key),
        question if speaker.sees_key else None,
        hints(ask) if speaker.sees_key else NO_HINTS,
    )
    text = speaker.behaviour(call, Chance(speaker.name, call.key))
    return StoredReply(ask.key, text, "stop" if text else "empty")
