"""Trials built by hand, and participants that answer at once, for tests of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from dsl.experiment import IfFailed, Order, Scorer
from dsl.tree import QuestionKind
from dsl.trial import Cell, Fork, Key, Question, ScriptedTurn, Session, Trial, Turn
from runners.engine.plan import ParticipantPlan, Planned, planned
from runners.engine.study import start
from runners.engine.transcripts import Transcript, transcribe
from runners.participants.base import Call, Finish, Participant, Reply
from runners.store.keys import sitting_of
from runners.store.records import Start, StudyScript
from runners.store.store import Store

CALLS_IN_A_TRIAL = 8
PROCEDURE = "1" * 64


def question(name: str, text: str, *, keep: str | None = None) -> Question:
    key = Key((), (), (), Scorer.MATCH, candidates=0, right=0)
    return Question(
        kind=QuestionKind.TEST,
        name=name,
        form="",
        text=text,
        options=("the basket", "the box"),
        order=Order.FIXED,
        rating=None,
        labels=(),
        key=key,
        worth=Fraction(1),
        guards=(),
        if_failed=IfFailed.SCORE_ZERO,
        keep=keep,
    )


def session(version: str, draw: int) -> Session:
    """A story with a reply of the participant's, a scripted one, a fork, and a last question."""
    return Session(
        levels=(("ending", version),),
        own_story=version == "moved",
        worth=Fraction(1),
        system=("You hear a story.",),
        nodes=(
            Turn(f"{version}/listen", (f"Story {draw}: Sally has a marble.",), None),
            ScriptedTurn(("Are you listening?",), "Yes."),
            Fork(
                (
                    (
                        Turn(
                            f"{version}/test look",
                            (f"The marble is {version}.",),
                            question("look", "Where will Sally look?"),
                        ),
                    ),
                    (
                        Turn(
                            f"{version}/test think",
                            (f"The marble is {version}.",),
                            question("think", "Where does Sally think it is?"),
                        ),
                    ),
                )
            ),
            Turn(
                f"{version}/control reality",
                ("Sally comes back.",),
                question("reality", "Where is the marble now?"),
            ),
        ),
    )


def trial(draw: int, *, experiment: str = "False belief", sample: int = 1) -> Trial:
    """Two versions, four calls each."""
    return Trial(
        experiment=experiment,
        cell=Cell((("condition", "location"),), "permuted"),
        draw=draw,
        sample=sample,
        seed=1,
        balance=(),
        words=(),
        sessions=(session("moved", draw), session("stayed", draw)),
    )


def plan(draws: Iterable[int]) -> list[Planned]:
    return [planned(trial(draw), PROCEDURE) for draw in draws]


def study(*participants: Participant) -> Start:
    script = StudyScript("a.dev", "a.dev", "experiment False belief\n", "False belief", PROCEDURE)
    return start([script], {PROCEDURE: 1}, participants, {"runs": 10})


def participant_plans(draws: Iterable[int], *participants: Participant) -> list[ParticipantPlan]:
    return [ParticipantPlan(participant, plan(draws)) for participant in participants]


class Answering:
    """A participant that answers with a function of the call, and keeps every call."""

    def __init__(
        self,
        answer: Callable[[Call], Reply | str] = lambda call: f"reply to {call.key[:8]}",
        *,
        name: str = "test/answering",
        simulated: bool = True,
        sees_key: bool = False,
    ) -> None:
        self.name = name
        self.simulated = simulated
        self.sees_key = sees_key
        self.scores_options = True
        self.continues_text = False
        self.sees_pictures = True
        self.places: int | None = None
        self.notes: tuple[str, ...] = ()
        self.calls: list[Call] = []
        self.closed = 0
        self._answer = answer

    def identity(self) -> dict[str, str]:
        return {"provider": "test", "model": self.name}

    async def ask(self, call: Call) -> Reply:
        self.calls.append(call)
        given = self._answer(call)
        return Reply(given, Finish.STOP) if isinstance(given, str) else given

    async def aclose(self) -> None:
        self.closed += 1


def read(store: Store, trial: Trial, participant: str) -> Transcript:
    """The transcript of a trial out of the store; `participant` is a participant's key."""
    sitting = sitting_of(
        participant, trial.experiment, trial.cell, draw=trial.draw, sample=trial.sample
    )
    return transcribe(trial, sitting, store.of_sittings([sitting.key])[sitting.key])
