"""Walks a trial with an agent: wave after wave, its steps before its questions.

The agent asks calls of its own in place of the script's conversation. Each is a single message.
The call that answers a question keeps the turn and the place that it has in the script, so that
scoring, coding and export find it; the calls of steps have places of their own. The questions of a
stretch are asked side by side, then the one whose reply is waited for; the next wave waits for
answers only where the agent goes by them.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TypeVar

from dsl.expanding.after import After
from dsl.record import record, replace
from dsl.trial import Fork, Path, Trial, Turn
from renderers.prompt import Message, Role
from renderers.rows.agent_waves import AgentAccount, AnswerAccount, WaveAccount
from runners.agents.agent import Agent
from runners.agents.replies import answer_in
from runners.agents.state import AgentState, LastAnswer
from runners.agents.steps import (
    Asking,
    ShownWave,
    StepReply,
    question_steps,
    wave_steps,
    with_answers,
)
from runners.engine.session import Branches, Conversation, Heard, NextCall, Walk
from runners.engine.stretches import (
    CommonWords,
    asked_question,
    exchange,
    is_carried,
    is_waited_for,
    shown_in,
    stretch_of,
    words_of,
)
from runners.store.keys import call_key

T = TypeVar("T")


def agent_walk(
    trial: Trial,
    sitting: str,
    agent: Agent,
    after: After | None,
    account: AgentAccount | None,
) -> Walk:
    """All waves of a trial, one after the other."""
    words = words_of(trial.sessions, carries=after is not None and after.in_order)
    return _WaveWalk(trial, sitting, agent, after, account or AgentAccount(), words).walk()


@record
class _SoFar:
    """What an agent has of a wave when a stretch begins: its state, what was shown, the paragraphs
    `known` that may be said once more, and the last exchange. `place` is that of the wave or copy,
    `order` where its answers are in the order of the script; `goes_on` is as for `ShownWave`.
    """

    state: AgentState
    place: str
    shown: str = ""
    known: tuple[str, ...] = ()
    exchange: str = ""
    order: tuple[int, ...] = ()
    goes_on: bool = False


@dataclass(slots=True)
class _WaveWalk:
    """The waves of one trial. `answers` are those of the wave at hand, in the order of the script,
    each with the key of its question; `replies` are those that say how it goes on, by place.
    """

    trial: Trial
    sitting: str
    agent: Agent
    after: After | None
    account: AgentAccount
    words: CommonWords
    answers: dict[tuple[int, ...], tuple[str, tuple[LastAnswer, AnswerAccount]]] = field(
        default_factory=dict
    )
    replies: dict[str, tuple[NextCall, Heard]] = field(default_factory=dict)

    def walk(self) -> Walk:
        """The calls of all waves, in their order."""
        agent, after = self.agent, self.after
        state, expected = AgentState(self.words.profile), dict(self.trial.path)
        path: Path = ()
        for number, first in enumerate(self.trial.sessions):
            session = first
            if after is not None and after.in_order:
                session, ahead = after.before(number, path)
                expected = dict(ahead)
            talk = Conversation(
                number, session, self.sitting, after, session.nodes, path, expected=expected
            )
            place = session.version or f"wave {session.wave}"
            state = yield from self._conversation(talk, _SoFar(state, place))
            path = talk.path
            if agent.needs_answers:
                found = (self.answers[one] for one in sorted(self.answers))
                state = with_answers(agent, state, dict(found))
                self.answers.clear()
        return path

    def _copy(self, talk: Conversation, now: _SoFar) -> Walk:
        """The calls of a copy of the conversation, whose state ends with it."""
        yield from self._conversation(talk, now)
        return talk.path

    def _conversation(
        self, talk: Conversation, now: _SoFar
    ) -> Generator[NextCall | Branches, Heard, AgentState]:
        """The calls of a wave, or of a copy of the conversation in it, stretch after stretch."""
        begin = count = 0
        while begin < len(talk.nodes):
            stretch, count = stretch_of(talk.nodes, begin, now.known), count + 1
            begin = stretch.end
            place = now.place if count == 1 else f"{now.place}/stretch {count}"
            wave = shown_in(stretch, self.words, talk.session.wave or 0, now.shown, now.exchange,
                            place=place, goes_on=now.goes_on)  # fmt: skip
            steps = wave_steps(self.agent, now.state, wave)
            (state, told), *_ = yield from self._asked(steps, talk)
            self._account(talk, told)
            order = (*now.order, count)
            answers = [
                self._answer(talk, state, wave, turn, (*order, at))
                for at, turn in enumerate(stretch.turns)
            ]
            last = None if stretch.last is None else answers.pop()
            ends = stretch.last is None and stretch.copies is None
            waits = not ends or self.agent.needs_answers or any(map(is_carried, stretch.asked))
            if answers:
                yield Branches(tuple(answers), waits=waits)
            if last is not None:
                yield from last
            now = _SoFar(state, now.place, wave.exposure, stretch.shared, "", now.order, True)
            if waits:
                heard = [self.replies.pop(one.place, None) for one in stretch.turns]
                if not all(talk.takes(*one) for one in heard if one is not None):
                    break
                if stretch.last is not None and heard[-1] is not None:
                    now = replace(now, exchange=exchange(stretch.last, heard[-1][1].text))
            if stretch.copies is not None:
                forks = sum(isinstance(one, Fork) for one in talk.nodes[:begin])
                after_turns = len(stretch.turns)
                copies = tuple(
                    self._copy(
                        copy,
                        replace(now, place=f"{place}/copy {at}", order=(*order, after_turns + at)),
                    )
                    for at, copy in enumerate(talk.copies(stretch.copies, forks), start=1)
                )
                yield Branches(copies, waits=self.agent.needs_answers)
        return now.state

    def _account(self, talk: Conversation, told: WaveAccount) -> None:
        """Notes what came of a stretch."""
        before = self.account.waves.get(talk.number)
        if before is not None:
            told = before.then(told, on_a_copy=bool(talk.branch))
        self.account.waves[talk.number] = told

    def _answer(
        self,
        talk: Conversation,
        state: AgentState,
        wave: ShownWave,
        turn: Turn,
        order: tuple[int, ...],
    ) -> Walk:
        """The calls of a question, or of an open reply."""
        asked = asked_question(turn, wave, self.words, talk.session)
        steps = question_steps(self.agent, state, wave, asked)
        told, step, heard = yield from self._asked(steps, talk, turn)
        self.account.answers[talk.number, turn.place] = told
        text, rating = ("", "") if heard.lost else (heard.text, heard.outcome)
        question = turn.question
        if step is not None and (question is None or question.outcomes or question.keep):
            said = answer_in(text, asked.answer_line, self.agent.labels)
            self.replies[turn.place] = step, replace(heard, text=said)
            if question is None or question.outcomes:
                rating = said if is_waited_for(turn) else ""
        if self.agent.needs_answers:
            self.answers[order] = asked.key, (LastAnswer(text, rating, asked.people), told)
        return ()

    def _asked(
        self, steps: Asking[T], talk: Conversation, turn: Turn | None = None
    ) -> Generator[NextCall | Branches, Heard, tuple[T, NextCall | None, Heard]]:
        """The requests of some steps as calls; what the steps end with, the last call and its
        reply. `turn` is that of the script which the last request asks.
        """
        step: NextCall | None = None
        heard = Heard()
        try:
            request = next(steps)
            while True:
                here = turn
                if here is None or request.name:
                    here = Turn(request.place, (request.prompt,), None)
                messages = (Message(Role.USER, request.prompt),)
                step = NextCall(
                    call_key(self.sitting, here.place, messages), here, messages, talk.session,
                    talk.branch, talk.answers, (), talk.number, talk.path, self.sitting,
                    talk.after, talk.first or talk.session, request=request,
                    rated=self.agent.needs_answers,
                )  # fmt: skip
                heard = yield step
                request = steps.send(StepReply(heard.text, heard.lost))
        except StopIteration as ended:
            found: T = ended.value
            return found, step, heard
