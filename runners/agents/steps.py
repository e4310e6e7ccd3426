"""What an agent is asked in a wave, one request after the other.

Pure generators: each yields a request and is sent the reply. The engine makes calls of them, with a
participant or with stored replies.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, TypeVar

from dsl.record import record, replace
from renderers.rows.agent_waves import AnswerAccount, MemoryStatement, StepTry, WaveAccount
from runners.agents.agent import Agent, AgentUnusable
from runners.agents.agent_file import SCORES, AgentStep, Digest, StepTime
from runners.agents.identity import RECALL
from runners.agents.recall import Likenesses, likenesses_in, recalled, to_compare, words
from runners.agents.replies import UnreadableReply, answer_in, read_reply
from runners.agents.state import AgentState, LastAnswer, sifted
from runners.agents.templates import TemplateFault, rendered

T = TypeVar("T")
_GAP = "\n\n"


@record
class StepRequest:
    """One single message: of the step of this `name`, the tries of which `attempt` counts from 1,
    or, without a name, that answers a question. `place` is where its call belongs in the trial,
    `profile` and `unread` are those at hand. `lines`: the label of the answer's line, and those of
    other lines that are asked for.
    """

    prompt: str
    place: str
    name: str = ""
    step: AgentStep | None = None
    attempt: int = 1
    profile: str = ""
    unread: str = ""
    lines: tuple[str, tuple[str, ...]] = ("", ())

    def answer_in(self, reply: str) -> str:
        """The answer of a reply in words, without the thought."""
        return answer_in(reply, *self.lines)

    @property
    def compares(self) -> bool:
        """Whether it asks how like statements are to questions, by embeddings."""
        return bool(self.name) and self.step is None


@record
class StepReply:
    """The words of a reply; `lost`: it is no whole one."""

    text: str = ""
    lost: bool = False


@record
class AskedQuestion:
    """A question of a wave, or the words that an open reply answers. `key` is the same in every
    wave, `text` is it with its scale, `words` it without; `people` is how people rated it in this
    wave, empty where that is not known; `place` is its own in the trial.
    """

    key: str
    text: str
    words: str
    answer_line: str
    people: str = ""
    answer_form: str = "the number of a point of the scale"
    place: str = ""


@record
class ShownWave:
    """A wave as an agent gets it, up to a question whose reply is waited for: its number, what was
    shown in it so far, its place in the trial, the words of the questions that are asked now, and
    which part of it is to be worked through. `goes_on`: the agent has answered in it before.
    """

    number: int
    exposure: str
    place: str = ""
    questions: tuple[str, ...] = ()
    new: str = ""
    goes_on: bool = False


Asking = Generator[StepRequest, StepReply, T]


def wave_steps(
    agent: Agent, state: AgentState, wave: ShownWave
) -> Asking[tuple[AgentState, WaveAccount]]:
    """The steps of a wave, before its questions; none is taken where nothing is new."""
    unread = (*state.unread, wave.new) if wave.new else state.unread
    full = agent.memory.digest is Digest.WAVE or _size(unread) >= agent.memory.capacity
    steps = agent.of(StepTime.WAVE)
    kept = state.notes if wave.goes_on else agent.kept_always
    notes = {name: text for name, text in state.notes.items() if name in kept}
    state = replace(state, unread=unread)
    tries: list[StepTry] = []
    skipped: list[str] = []
    noted: tuple[MemoryStatement, ...] = ()
    forgotten: tuple[MemoryStatement, ...] = ()
    for step in steps if wave.new and full else ():
        context = _context(agent, state, wave, notes)
        read = yield from _asked(agent, step, context, wave.place, tries)
        if read is None:
            skipped.append(step.name)
        elif isinstance(read, tuple):
            left, lost = sifted(read, agent.memory)
            noted, forgotten = (*noted, *read), (*forgotten, *lost)
            state = replace(state, remembered=(*state.remembered, *left))
        elif step.reads == "profile":
            state = replace(state, profile=read)
        else:
            notes[step.name] = read
    waits = bool(unread and steps and not full)
    likenesses = None
    if _compares(agent, state, wave):
        likenesses = yield from _likenesses(state, wave, tries)
        skipped += [RECALL] if likenesses is None else []
    state = replace(state, unread=unread if waits else (), notes=notes, likenesses=likenesses)
    return state, WaveAccount(
        wave.number, state.profile, tuple(tries), tuple(skipped), noted, forgotten,
        state.remembered, tuple(notes.items()), waits,
    )  # fmt: skip


def question_steps(
    agent: Agent, state: AgentState, wave: ShownWave, question: AskedQuestion
) -> Asking[AnswerAccount]:
    """The steps of a question, then the request that answers it."""
    found: tuple[MemoryStatement, ...] = ()
    if wave.number >= agent.memory.recall_from:
        found = recalled(state.remembered, question.words, agent.memory, state.likenesses)
    last = state.last.get(question.key)
    context = _context(agent, state, wave, {**state.notes, **(last.notes if last else {})}) | {
        "question": question.text,
        "recalled": found,
        "answer_line": question.answer_line,
        "answer_form": question.answer_form,
        "last": last,
        "feedback": last if last is not None and last.people else None,
    }
    tries: list[StepTry] = []
    own: dict[str, str] = {}
    for step in agent.of(StepTime.QUESTION):
        read = yield from _asked(agent, step, context | own, question.place, tries)
        if isinstance(read, str):
            own[step.name] = read
    prompt = _rendered(agent, "answer", agent.declared.answer.prompt, context | own)
    yield StepRequest(prompt, question.place, lines=(question.answer_line, agent.labels))
    return AnswerAccount(prompt, found, tuple(own.items()), tuple(tries))


def with_answers(
    agent: Agent,
    state: AgentState,
    answers: Mapping[str, tuple[LastAnswer, AnswerAccount]],
) -> AgentState:
    """The state with the answers of a wave in it, by question."""
    always = agent.kept_always
    last = {}
    for key, (answer, account) in answers.items():
        before = state.last[key].notes if key in state.last else {}
        notes = {name: text for name, text in account.notes if name in always}
        last[key] = replace(answer, notes={**before, **notes})
    return replace(state, last=last)


def _asked(
    agent: Agent,
    step: AgentStep,
    context: Mapping[str, Any],
    place: str,
    tries: list[StepTry],
) -> Asking[tuple[MemoryStatement, ...] | str | None]:
    """What the reply to a step says. It is asked again while its reply cannot be read, a bounded
    number of times, and then skipped. What was asked is added to `tries`.
    """
    prompt = asked = _rendered(agent, step.name, step.prompt, context)
    for attempt in range(1, agent.declared.tries + 1):
        tried = f", try {attempt}" if attempt > 1 else ""
        here = f"{place}/agent {step.name}{tried}"
        told = context["profile"], context["unread"]
        reply = yield StepRequest(asked, here, step.name, step, attempt, *told)
        read = read_reply(None if reply.lost else reply.text, step, context["wave"])
        why = read.why if isinstance(read, UnreadableReply) else ""
        tries.append(StepTry(step.name, here, asked, reply.text, why))
        if not isinstance(read, UnreadableReply):
            return read
        asked = f"{prompt}{_GAP}(Your last reply {why}. Please reply in the form asked for.)"
    return None


def _compares(agent: Agent, state: AgentState, wave: ShownWave) -> bool:
    """Whether there is something to choose by embeddings."""
    memory = agent.memory
    chosen = agent.compares and memory.recalled and wave.number >= memory.recall_from
    return bool(chosen and wave.questions and len(state.remembered) > 1)


def _likenesses(
    state: AgentState, wave: ShownWave, tries: list[StepTry]
) -> Asking[Likenesses | None]:
    """How like what is remembered is to the questions of a wave; None where no reply says it."""
    statements = [one.text for one in state.remembered]
    questions = tuple(dict.fromkeys(wave.questions))
    prompt, here = to_compare(questions, statements), f"{wave.place}/agent {RECALL}"
    reply = yield StepRequest(prompt, here, RECALL)
    found = None if reply.lost else likenesses_in(reply.text, questions, statements)
    why = "" if found is not None else "does not say how like they are"
    tries.append(StepTry(RECALL, here, prompt, reply.text, why))
    return found


def _context(
    agent: Agent, state: AgentState, wave: ShownWave, notes: Mapping[str, str]
) -> dict[str, object]:
    return {
        **agent.blank_notes,
        **notes,
        "profile": state.profile,
        "wave": wave.number,
        "exposure": wave.exposure,
        "unread": _GAP.join(state.unread),
        "memories": state.remembered,
        "score_means": SCORES[agent.memory.score],
    }


def _rendered(agent: Agent, key: str, prompt: str, context: Mapping[str, object]) -> str:
    try:
        return rendered(prompt, context)
    except TemplateFault as fault:
        raise AgentUnusable(
            f"`{key}` of the agent {agent.name}: {fault.what}", fault.help
        ) from fault


def _size(unread: tuple[str, ...]) -> int:
    return sum(len(words(text)) for text in unread)
