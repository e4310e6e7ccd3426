"""What a trial takes with an agent, before anything is asked: calls, rounds, and tokens.

Which steps are taken follows from what is shown, every reply right; how often one is asked again,
and what else hangs on replies, is counted as a range. Prompts are rendered with replies of a usual
length in them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from itertools import zip_longest
from typing import TypeVar

from coders.tables.word_counts import read_length
from dsl.record import record, replace
from dsl.trial import Node, Trial, Turn
from dsl.ways.call_bounds import CallBounds
from renderers.rows.agent_waves import AnswerAccount
from runners.agents.agent import Agent
from runners.agents.agent_file import Digest, StepTime
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
from runners.engine.stretches import (
    CommonWords,
    exchange,
    is_carried,
    shown_in,
    stretch_of,
    words_of,
)

T = TypeVar("T")
TOKENS_PER_STEP = 300
"""The reply to a step of an agent: a profile, or about ten statements."""
TOKENS_PER_ANSWER = 200
_CHARACTERS = 4
_STATEMENTS = json.dumps([{"statement": "x" * 100, "score": 3}] * 10)
_LAST = LastAnswer("x" * _CHARACTERS * TOKENS_PER_ANSWER, "3", "3")
_ANSWER = "x" * 40
_BLANK = AskedQuestion("", "", "", "Rating")


@record
class AgentSize:
    """What an agent asks in some trials. `calls` are those of replies that are right and can be
    read at once, and `rounds` how many of them each round of batches has; `comparisons` are for
    embeddings, at most, and their tokens are counted apart.
    """

    agent: str
    calls: int = 0
    fewest: int = 0
    most: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    comparisons: int = 0
    compared_tokens: int = 0
    rounds: tuple[int, ...] = ()

    def plus(self, other: AgentSize, times: int = 1) -> AgentSize:
        """With what is asked in another trial, so many times."""
        return AgentSize(
            self.agent,
            self.calls + other.calls * times,
            self.fewest + other.fewest * times,
            self.most + other.most * times,
            self.input_tokens + other.input_tokens * times,
            self.output_tokens + other.output_tokens * times,
            self.comparisons + other.comparisons * times,
            self.compared_tokens + other.compared_tokens * times,
            tuple(
                one + more * times
                for one, more in zip_longest(self.rounds, other.rounds, fillvalue=0)
            ),
        )


@record
class PlannedStretch:
    """A stretch as it will be shown, with the characters of the questions that are asked side by
    side, and of the one whose reply is waited for; `waits`: what follows waits for all of them.
    """

    shown: ShownWave
    asked: tuple[int, ...]
    last: tuple[int, ...] = ()
    waits: bool = False
    copies: tuple[tuple[PlannedStretch, ...], ...] = ()


@record
class PlannedWaves:
    """The waves of a trial, each in stretches; the same for every agent."""

    profile: str
    waves: tuple[tuple[PlannedStretch, ...], ...]


@record
class Ranges:
    """The fewest and the most calls of a trial's script, and stretches that begin after an answer,
    where they depend on replies.
    """

    calls: CallBounds
    stretches: CallBounds


def planned_waves(trial: Trial, *, carries: bool = False) -> PlannedWaves:
    """The waves of a trial; `carries` is as for `words_of`."""
    words = words_of(trial.sessions, carries=carries)
    waves = (_planned(one.nodes, words, one.wave or 0) for one in trial.sessions)
    return PlannedWaves(words.profile, tuple(waves))


def _planned(
    nodes: Sequence[Node],
    words: CommonWords,
    wave: int,
    before: ShownWave | None = None,
    known: tuple[str, ...] = (),
) -> tuple[PlannedStretch, ...]:
    """The stretches of a wave, or of a copy of the conversation after what was shown `before`."""
    found: list[PlannedStretch] = []
    begin, said = 0, ""

    def size(turn: Turn) -> int:
        return read_length(words.asked(turn))

    while begin < len(nodes):
        one = stretch_of(nodes, begin, known)
        told = "" if before is None else before.exposure
        shown = shown_in(one, words, wave, told, said, goes_on=before is not None)
        last = () if one.last is None else (size(one.last),)
        branches = () if one.copies is None else one.copies.branches
        copies = tuple(_planned(each, words, wave, shown, one.shared) for each in branches)
        waits = bool(last or copies) or any(map(is_carried, one.asked))
        found.append(PlannedStretch(shown, tuple(map(size, one.asked)), last, waits, copies))
        begin, known, before = one.end, one.shared, shown
        said = "" if one.last is None else exchange(one.last, _ANSWER)
    return tuple(found)


def agent_size(
    planned: PlannedWaves,
    agent: Agent,
    *,
    first: int = 0,
    ranges: Ranges | None = None,
    reply: Callable[[int], int] = int,
) -> AgentSize:
    """What an agent asks in a trial with these waves; `first` is the round in which it begins, and
    `ranges` are given where what is asked depends on replies. `reply` gives the tokens of a reply
    from what is usual.
    """
    calls = most = characters = written = comparisons = compared = 0
    rounds: Counter[int] = Counter()
    for length, request, many, at in _asked(planned, agent, first):
        calls += many
        rounds[at] += many
        most += many * (1 if request.step is None else agent.declared.tries)
        if request.compares:
            comparisons += many
            compared += length
            continue
        characters += length
        written += many * reply(TOKENS_PER_ANSWER if request.step is None else TOKENS_PER_STEP)
    found = AgentSize(
        agent.written, calls, calls - comparisons, most, characters // _CHARACTERS, written,
        comparisons, compared // _CHARACTERS,
        tuple(rounds[at] for at in range(max(rounds, default=-1) + 1)),
    )  # fmt: skip
    return found if ranges is None else _with_ranges(found, planned, agent, ranges)


def _with_ranges(size: AgentSize, planned: PlannedWaves, agent: Agent, ranges: Ranges) -> AgentSize:
    """The size with calls that depend on replies counted as a range."""
    waves = planned.waves
    begun = sum(bool(wave and wave[0].shown.new) for wave in waves)
    own, of_waves = len(agent.of(StepTime.QUESTION)), len(agent.of(StepTime.WAVE))
    tries = agent.declared.tries
    worked = begun + ranges.stretches.fewest if agent.memory.digest is Digest.WAVE else 0
    compared = len(waves) + ranges.stretches.most if size.comparisons else 0
    most = ranges.calls.most * (1 + own * tries)
    most += of_waves * tries * (begun + ranges.stretches.most) + compared
    return replace(
        size,
        fewest=ranges.calls.fewest * (1 + own) + of_waves * worked,
        most=most,
        comparisons=compared,
    )


_Counted = Generator[tuple[int, StepRequest, int, int], None, T]
"""The characters of some prompts that are alike, one of these, how many they are, and the round."""


def _asked(planned: PlannedWaves, agent: Agent, at: int) -> _Counted[None]:
    state = AgentState(planned.profile)
    for wave in planned.waves:
        state, at, told = yield from _of_wave(wave, agent, state, at)
        if told is not None:
            state = with_answers(agent, state, {_BLANK.key: (_LAST, told)})


def _of_wave(
    stretches: Sequence[PlannedStretch], agent: Agent, state: AgentState, at: int
) -> _Counted[tuple[AgentState, int, AnswerAccount | None]]:
    """A wave, or a copy in it, from this round on; gives the state, the round that follows, and how
    the agent came to its last answer.
    """
    told: AnswerAccount | None = None
    for one in stretches:
        steps, (state, _) = _led(wave_steps(agent, state, one.shown))
        for request in steps:
            yield read_length(request.prompt), request, 1, at
            at += 1
        # The prompts of a stretch differ in the words of the question alone.
        requests, told = _led(question_steps(agent, state, one.shown, _BLANK))
        for sizes in filter(None, (one.asked, one.last)):
            many = len(sizes)
            for after, request in enumerate(requests):
                yield read_length(request.prompt) * many + sum(sizes), request, many, at + after
            at += len(requests) if one.waits or agent.needs_answers else 0
        ends = [at]
        for copy in one.copies:
            _, end, _ = yield from _of_wave(copy, agent, state, at)
            ends.append(end)
        at = max(ends) if agent.needs_answers else at
    return state, at, told


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
