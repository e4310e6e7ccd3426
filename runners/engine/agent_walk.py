"""Walks a trial with an agent: wave after wave, its steps before its questions.

The agent asks calls of its own in place of the script's conversation. Each is a single message.
The call that answers a question keeps the turn and the place that it has in the script, so that
scoring, coding and export find it; the calls of steps have places of their own. The questions of a
wave are asked side by side, and the next wave waits for them only where the agent goes by its
answers.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from dsl.expand import After
from dsl.record import record, replace
from dsl.trial import (
    Fork,
    Node,
    Path,
    Picture,
    Place,
    Session,
    Told,
    Trial,
    Turn,
    turns,
)
from renderers.prompt import Message, Role, system_text, user_text
from renderers.rows.agent_waves import AgentAccount, AnswerAccount
from renderers.trunk import shared_paragraphs
from runners.agents.agent import Agent
from runners.agents.replies import answer_in
from runners.agents.state import AgentState, LastAnswer
from runners.agents.steps import (
    AskedQuestion,
    Asking,
    ShownWave,
    StepReply,
    question_steps,
    wave_steps,
    with_answers,
)
from runners.engine.session import Branches, Heard, NextCall, Walk, carried
from runners.store.keys import call_key

T = TypeVar("T")
_GAP = "\n\n"


def agent_walks(
    trial: Trial, sitting: str, agent: Agent, after: After | None, account: AgentAccount
) -> tuple[Walk, ...]:
    """A walk for each series of waves: one, unless the script has other versions, too."""
    return tuple(
        _Series(trial, sitting, agent, after, account).walk(numbers)
        for numbers in series_of(trial.sessions)
    )


def series_of(sessions: Sequence[Session]) -> list[list[int]]:
    """The indices of sessions that follow each other as waves, in their order."""
    factors = {factor for one in sessions for factor, _ in one.levels}
    waved = {factor for factor in factors if _is_wave(factor, sessions)}
    found: dict[object, list[int]] = {}
    for number, one in enumerate(sessions):
        rest = tuple(pair for pair in one.levels if pair[0] not in waved)
        found.setdefault(rest, []).append(number)
    return [sorted(one, key=lambda at: sessions[at].wave or 0) for one in found.values()]


def _is_wave(factor: str, sessions: Sequence[Session]) -> bool:
    """Whether the levels of a factor are the waves."""
    pairs = {(dict(one.levels).get(factor), one.wave) for one in sessions}
    return len(pairs) == len({level for level, _ in pairs}) == len({wave for _, wave in pairs})


@record
class SeriesWords:
    """What waves have in common: the profile, and the instructions, which go with each question.
    `common` is what is said in every wave, so that it is nothing shown.
    """

    profile: str
    instructions: str
    common: frozenset[str]

    def exposure(self, session: Session) -> str:
        """All that is shown in a wave, in paragraphs."""
        return _GAP.join(one for one in _said(session) if one not in self.common)

    def asked(self, turn: Turn) -> str:
        """The question of a turn with its scale, after the instructions."""
        question = user_text(replace(turn, says=(), again=False))
        return _GAP.join(filter(None, (self.instructions, question)))


def words_of(sessions: Sequence[Session], *, carries: bool = False) -> SeriesWords:
    """What these waves have in common. Where they carry replies their words are not known yet, and
    all that is said counts as shown.
    """
    first = sessions[0]
    profile = first.profile or system_text(first)
    head = [one for one in first.system if one != profile] if first.profile else []
    common = frozenset[str]()
    if len(sessions) > 1 and not carries:
        common = frozenset.intersection(*(frozenset(_said(one)) for one in sessions))
    said = dict.fromkeys(one for one in _said(first) if one in common)
    return SeriesWords(profile, _GAP.join((*head, *said)), common)


def _said(session: Session) -> list[str]:
    return [told.described if isinstance(told, Picture) else told for told in _told(session.nodes)]


def _told(nodes: Sequence[Node]) -> Iterator[Told]:
    """All that is told; what every copy of a conversation begins with once."""
    for node in nodes:
        if not isinstance(node, Fork):
            yield from node.says
            continue
        shared = shared_paragraphs(node)
        for at, branch in enumerate(node.branches):
            yield from islice(_told(branch), shared if at else 0, None)


@dataclass(slots=True)
class _Series:
    """The waves of one trial, or of one version of it. `answers` are those of the wave at hand, by
    question, and `handed_on` what later words hang on, by place.
    """

    trial: Trial
    sitting: str
    agent: Agent
    after: After | None
    account: AgentAccount
    path: Path = ()
    answers: dict[str, tuple[LastAnswer, AnswerAccount]] = field(default_factory=dict)
    handed_on: dict[str, tuple[Place, str]] = field(default_factory=dict)

    def walk(self, numbers: Sequence[int]) -> Walk:
        """The calls of the waves with these indices, in this order."""
        agent, after = self.agent, self.after
        words = words_of([self.trial.sessions[one] for one in numbers], carries=after is not None)
        state = AgentState(words.profile)
        for number in numbers:
            session = self.trial.sessions[number]
            if self.path and after is not None:
                session, _ = after.before(number, self.path)
            place = session.version or f"wave {session.wave}"
            asking = [one for one in turns(session.nodes) if one.question is not None]
            texts = tuple(one.question.text for one in asking if one.question is not None)
            wave = ShownWave(session.wave or 0, words.exposure(session), place, texts)
            where = number, session
            steps = wave_steps(agent, state, wave)
            (state, self.account.waves[number]), _ = yield from self._asked(steps, where)
            waits = agent.needs_answers or any(map(self._steers, asking))
            lines = []
            for turn in asking:
                question = _asked_question(turn, wave, words)
                told = question_steps(agent, state, wave, question)
                lines.append(self._answer(told, question, turn, where))
            yield Branches(tuple(lines), waits=waits)
            if waits:
                state = with_answers(agent, state, self.answers)
                self.path += tuple(
                    self.handed_on[one.place] for one in asking if one.place in self.handed_on
                )
                self.answers.clear()
        return self.path

    def _steers(self, turn: Turn) -> bool:
        """Whether words of later waves hang on the answer."""
        return self.after is not None and bool(turn.question and turn.question.outcomes)

    def _answer(
        self,
        steps: Asking[AnswerAccount],
        asked: AskedQuestion,
        turn: Turn,
        where: tuple[int, Session],
    ) -> Walk:
        """The calls of a question."""
        number, session = where
        told, heard = yield from self._asked(steps, where, turn)
        self.account.answers[number, turn.place] = told
        question = turn.question
        assert question is not None
        rating = "" if heard.lost or question.outcomes else heard.outcome
        text = "" if heard.lost else heard.text
        self.answers[asked.key] = LastAnswer(text, rating, asked.people), told
        if self._steers(turn):
            outcome = "" if heard.lost else heard.outcome
            said = replace(heard, text=answer_in(text, asked.answer_line, self.agent.labels))
            noted = carried(number, session, question, said, outcome)
            self.handed_on[turn.place] = noted or ((number, turn.place), outcome)
        return ()

    def _asked(
        self, steps: Asking[T], where: tuple[int, Session], turn: Turn | None = None
    ) -> Generator[NextCall | Branches, Heard, tuple[T, Heard]]:
        """The requests of some steps as calls; what the steps end with, and the last reply. `turn`
        is that of the script which the last request asks.
        """
        heard, rated = Heard(), self.agent.needs_answers
        number, session = where
        try:
            request = next(steps)
            while True:
                here = turn
                if here is None or request.name:
                    here = Turn(request.place, (request.prompt,), None)
                messages = (Message(Role.USER, request.prompt),)
                key = call_key(self.sitting, here.place, messages)
                heard = yield NextCall(
                    key, here, messages, session, (), (), (), number, self.path, self.sitting,
                    request=request, rated=rated,
                )  # fmt: skip
                request = steps.send(StepReply(heard.text, heard.lost))
        except StopIteration as ended:
            found: T = ended.value
            return found, heard


def _asked_question(turn: Turn, wave: ShownWave, words: SeriesWords) -> AskedQuestion:
    """A question as an agent gets it."""
    question = turn.question
    assert question is not None
    rated = bool(question.rating)
    people = question.people[wave.number] if wave.number < len(question.people) else None
    form = "the letter of one choice" if question.options else "your answer in your own words"
    return AskedQuestion(
        question.title,
        words.asked(turn),
        question.text,
        question.answer_line or ("Rating" if rated else "Answer"),
        "" if people is None else str(people),
        "the number of a point of the scale" if rated else form,
        turn.place,
    )
