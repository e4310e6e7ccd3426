"""What a trial takes with an agent, before anything is asked: calls, and an estimate of tokens.

Which steps are taken follows from what is shown; only how often one is asked again hangs on
replies. Prompts are rendered with replies of a usual length in them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TypeVar

from coders.tables.word_counts import read_length
from dsl.record import record
from dsl.trial import Trial, turns
from runners.agents.agent import Agent
from runners.agents.state import AgentState, LastAnswer
from runners.agents.steps import (
    AskedQuestion,
    Asking,
    ShownWave,
    StepReply,
    StepRequest,
    question_steps,
    wave_steps,
    with_answers,
)
from runners.engine.agent_walk import series_of, words_of

T = TypeVar("T")
TOKENS_PER_STEP = 300
"""The reply to a step of an agent: a profile, or about ten statements."""
TOKENS_PER_ANSWER = 200
_CHARACTERS = 4
_STATEMENTS = json.dumps([{"statement": "x" * 100, "score": 3}] * 10)
_LAST = LastAnswer("x" * _CHARACTERS * TOKENS_PER_ANSWER, "3", "3")


@record
class AgentSize:
    """What an agent asks in some trials. `calls` are those of replies that can be read at once;
    `comparisons` of them are for embeddings, whose tokens are counted apart.
    """

    agent: str
    calls: int = 0
    most: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    comparisons: int = 0
    compared_tokens: int = 0

    @property
    def fewest(self) -> int:
        """The calls where nothing is noted that could be compared."""
        return self.calls - self.comparisons

    def plus(self, other: AgentSize, times: int = 1) -> AgentSize:
        """With what is asked in another trial, so many times."""
        return AgentSize(
            self.agent,
            self.calls + other.calls * times,
            self.most + other.most * times,
            self.input_tokens + other.input_tokens * times,
            self.output_tokens + other.output_tokens * times,
            self.comparisons + other.comparisons * times,
            self.compared_tokens + other.compared_tokens * times,
        )


@record
class PlannedWave:
    """A wave as it will be shown, with the characters of all its questions."""

    shown: ShownWave
    characters: int


Series = tuple[str, tuple[PlannedWave, ...]]
"""A profile, and waves in their order."""


def planned_series(trial: Trial, *, carries: bool = False) -> tuple[Series, ...]:
    """The waves of a trial; the same for every agent. `carries` is as for `words_of`."""
    found = []
    for numbers in series_of(trial.sessions):
        sessions = [trial.sessions[number] for number in numbers]
        words = words_of(sessions, carries=carries)
        waves = []
        for one in sessions:
            asking = [turn for turn in turns(one.nodes) if turn.question is not None]
            texts = tuple(turn.question.text for turn in asking if turn.question is not None)
            shown = ShownWave(one.wave or 0, words.exposure(one), questions=texts)
            waves.append(PlannedWave(shown, sum(read_length(words.asked(turn)) for turn in asking)))
        found.append((words.profile, tuple(waves)))
    return tuple(found)


def agent_size(series: Iterable[Series], agent: Agent) -> AgentSize:
    """What an agent asks in a trial with these waves."""
    calls = most = characters = written = comparisons = compared = 0
    for length, request, many in _asked(series, agent):
        calls += many
        most += many * (1 if request.step is None else agent.declared.tries)
        if request.compares:
            comparisons += many
            compared += length
            continue
        characters += length
        written += many * (TOKENS_PER_ANSWER if request.step is None else TOKENS_PER_STEP)
    return AgentSize(
        agent.name, calls, most, characters // _CHARACTERS, written, comparisons,
        compared // _CHARACTERS,
    )  # fmt: skip


def _asked(series: Iterable[Series], agent: Agent) -> Iterator[tuple[int, StepRequest, int]]:
    """The characters of some prompts that are alike, one of them, and how many they are."""
    blank = AskedQuestion("", "", "", "Rating")
    for profile, waves in series:
        state = AgentState(profile)
        for wave in waves:
            steps, (state, _) = _led(wave_steps(agent, state, wave.shown))
            for request in steps:
                yield read_length(request.prompt), request, 1
            # The prompts of a wave differ in the words of the question alone.
            requests, told = _led(question_steps(agent, state, wave.shown, blank))
            many = len(wave.shown.questions)
            for request in requests if many else ():
                yield read_length(request.prompt) * many + wave.characters, request, many
            state = with_answers(agent, state, {blank.key: (_LAST, told)})


def _led(asking: Asking[T]) -> tuple[list[StepRequest], T]:
    """All that is asked where each reply can be read at once, and what it ends with."""
    requests: list[StepRequest] = []
    try:
        request = next(asking)
        while True:
            requests.append(request)
            request = asking.send(StepReply(_reply(request)))
    except StopIteration as ended:
        found: T = ended.value
        return requests, found


def _reply(request: StepRequest) -> str:
    step = request.step
    if step is None or step.reads == "statements":
        return _STATEMENTS
    said = request.profile if step.reads == "profile" else "x" * 100
    return f"{step.after}:\n{said or 'x'}" if step.after else said or "x"
