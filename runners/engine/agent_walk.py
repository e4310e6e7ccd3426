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
from dsl.trial import Fork, Node, Path, Picture, Place, Session, Told, Trial, Turn, turns
from renderers.prompt import Message, Role, system_text, user_text
from renderers.trunk import shared_paragraphs
from runners.agents.agent import Agent
from runners.agents.state import AgentState, LastAnswer
from runners.agents.steps import (
    AskedQuestion,
    QuestionAccount,
    ShownWave,
    StepRequest,
    WaveAccount,
    after_answers,
    question_steps,
    wave_steps,
)
from runners.engine.session import Branches, Heard, NextCall, Walk, carried
from runners.store.keys import call_key

T = TypeVar("T")
_GAP = "\n\n"


@dataclass(slots=True)
class AgentAccount:
    """What came of an agent's trial, for readers: of each wave by the index of its session, and of
    each question by its place.
    """

    waves: dict[int, WaveAccount] = field(default_factory=dict)
    questions: dict[Place, QuestionAccount] = field(default_factory=dict)


def agent_walks(
    trial: Trial, sitting: str, agent: Agent, after: After | None, account: AgentAccount
) -> tuple[Walk, ...]:
    """A walk for each series of waves: one, unless the script has other versions, too."""
    return tuple(
        _Series(
            trial,
            numbers,
            sitting,
            agent,
            after,
            account,
            words_of([trial.sessions[number] for number in numbers], carries=after is not None),
        ).walk()
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


def _form(options: Sequence[str]) -> str:
    return "the letter of one choice" if options else "your answer in your own words"


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
    """The waves of one trial, or of one version of it."""

    trial: Trial
    numbers: Sequence[int]
    sitting: str
    agent: Agent
    after: After | None
    account: AgentAccount
    words: SeriesWords
    path: Path = ()
    rated: bool = False
    """Whether the agent goes by its answers."""

    def walk(self) -> Walk:
        """The calls of all waves."""
        agent = self.agent
        self.rated = agent.needs_answers
        state = AgentState(self.words.profile)
        for number in self.numbers:
            session = self.trial.sessions[number]
            if self.path and self.after is not None:
                session, _ = self.after.before(number, self.path)
            wave = ShownWave(session.wave or 0, self.words.exposure(session))
            line = _AgentLine(self, number, session)
            steps = wave_steps(agent, state, wave)
            state, self.account.waves[number] = yield from line.asked(steps)
            asking = [one for one in turns(session.nodes) if one.question is not None]
            lines = [_AgentLine(self, number, session, one) for one in asking]
            waits = self.rated or any(one.steers for one in lines)
            yield Branches(tuple(one.answer(state, wave) for one in lines), waits=waits)
            if waits:
                answers = (
                    (one.question, one.last, one.told) for one in lines if one.last and one.told
                )
                state = after_answers(agent, state, tuple(answers))
                self.path += tuple(pair for one in lines for pair in one.path)
        return self.path


@dataclass(slots=True)
class _AgentLine:
    """The steps of a wave, or a question with its steps."""

    series: _Series
    number: int
    session: Session
    turn: Turn | None = None
    last: LastAnswer | None = None
    told: QuestionAccount | None = None
    path: Path = ()

    @property
    def steers(self) -> bool:
        """Whether words of later waves hang on the answer."""
        question = self.turn.question if self.turn is not None else None
        return question is not None and bool(question.outcomes) and self.series.after is not None

    @property
    def question(self) -> AskedQuestion:
        """The question as an agent gets it."""
        turn = self.turn
        assert turn is not None
        assert turn.question is not None
        one, wave = turn.question, self.session.wave or 0
        people = one.people[wave] if wave < len(one.people) else None
        return AskedQuestion(
            one.title,
            self.series.words.asked(turn),
            one.text,
            one.answer_line or ("Rating" if one.rating else "Answer"),
            "" if people is None else str(people),
            "the number of a point of the scale" if one.rating else _form(one.options),
        )

    def answer(self, state: AgentState, wave: ShownWave) -> Walk:
        """The calls of the question."""
        steps = question_steps(self.series.agent, state, wave, self.question)
        self.told = yield from self.asked(steps)
        assert self.turn is not None
        self.series.account.questions[self.number, self.turn.place] = self.told
        return ()

    def asked(
        self, steps: Generator[StepRequest, str | None, T]
    ) -> Generator[NextCall | Branches, Heard, T]:
        """The requests of some steps as calls."""
        try:
            request = next(steps)
            while True:
                heard = yield self._call(request)
                if request.step is None:
                    self._answered(heard)
                request = steps.send(None if heard.lost else heard.text)
        except StopIteration as ended:
            found: T = ended.value
            return found

    def _call(self, request: StepRequest) -> NextCall:
        turn = self.turn
        if request.step is not None or turn is None:
            turn = Turn(self._place(request), (request.prompt,), None)
        messages = (Message(Role.USER, request.prompt),)
        key = call_key(self.series.sitting, turn.place, messages)
        return NextCall(
            key, turn, messages, self.session, (), (), (), self.number, self.series.path,
            self.series.sitting, request=request, rated=self.series.rated,
        )  # fmt: skip

    def _place(self, request: StepRequest) -> str:
        assert request.step is not None
        of = self.session.version or f"wave {self.session.wave}"
        if self.turn is not None:
            of = self.turn.place
        tried = f", try {request.attempt}" if request.attempt > 1 else ""
        return f"{of}/agent {request.step.name}{tried}"

    def _answered(self, heard: Heard) -> None:
        assert self.turn is not None
        question = self.turn.question
        assert question is not None
        rating = "" if heard.lost or question.outcomes else heard.outcome
        people = self.question.people
        self.last = LastAnswer("" if heard.lost else heard.text, rating, people)
        if self.steers:
            outcome = "" if heard.lost else heard.outcome
            noted = carried(self.number, self.session, question, heard, outcome)
            self.path = (noted or ((self.number, self.turn.place), outcome),)
