"""What an agent is asked in a wave, one request after the other.

Pure generators: each yields a request and is sent the words of the reply, None where it was cut
off. The engine makes calls of them, with a participant or with stored replies.
"""

from __future__ import annotations

from collections.abc import Generator

from dsl.record import record, replace
from runners.agents.agent import SCORES, Agent, AgentUnusable
from runners.agents.agent_file import AgentStep, Digest, NoteLife, StepTime
from runners.agents.recall import recalled, words
from runners.agents.replies import UnreadableReply, read_reply
from runners.agents.state import AgentState, LastAnswer, Remembered, sifted
from runners.agents.templates import TemplateFault, rendered

_GAP = "\n\n"


@record
class StepRequest:
    """One single message: of a step, the tries of which `attempt` counts from 1, or, without one,
    that answers a question. `profile` and `unread` are those at hand.
    """

    prompt: str
    step: AgentStep | None = None
    attempt: int = 1
    profile: str = ""
    unread: str = ""


@record
class AskedQuestion:
    """A question of a wave. `key` is the same in every wave, `text` is it with its scale, `words`
    it without; `people` is how people rated it in this wave, empty where that is not known.
    """

    key: str
    text: str
    words: str
    answer_line: str
    people: str = ""
    answer_form: str = "the number of a point of the scale"


@record
class ShownWave:
    """A wave as an agent gets it: its number, and what is shown in it."""

    number: int
    exposure: str


@record
class StepTaken:
    """A step that was taken: why each try that failed could not be read, and whether it was
    skipped for that.
    """

    name: str
    unread: tuple[str, ...] = ()
    skipped: bool = False


@record
class WaveAccount:
    """What came of a wave. `noted` and `forgotten` are of this wave; `remembered` is all that is
    kept after it.
    """

    wave: int
    profile: str
    steps: tuple[StepTaken, ...] = ()
    noted: tuple[Remembered, ...] = ()
    forgotten: tuple[Remembered, ...] = ()
    remembered: tuple[Remembered, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    waits: bool = False
    """What was shown is not worked through yet."""


@record
class QuestionAccount:
    """What was recalled for a question, and what was noted before it was answered."""

    recalled: tuple[Remembered, ...]
    notes: tuple[tuple[str, str], ...] = ()
    steps: tuple[StepTaken, ...] = ()


Replies = str | None


def wave_steps(
    agent: Agent, state: AgentState, wave: ShownWave
) -> Generator[StepRequest, Replies, tuple[AgentState, WaveAccount]]:
    """The steps of a wave, before its questions. In wave 0 nothing was shown, and none is taken."""
    shown = wave.exposure if wave.number else ""
    unread = (*state.unread, shown) if shown else state.unread
    full = agent.memory.digest is Digest.WAVE or _size(unread) >= agent.memory.capacity
    steps = agent.of(StepTime.WAVE) if shown and full else ()
    state = replace(state, unread=unread)
    notes = {name: text for name, text in state.notes if _always(agent, name)}
    taken: list[StepTaken] = []
    noted: tuple[Remembered, ...] = ()
    forgotten: tuple[Remembered, ...] = ()
    for step in steps:
        read, told = yield from _ask(agent, step, _context(agent, state, wave, notes), wave.number)
        taken.append(told)
        if isinstance(read, tuple):
            kept, lost = sifted(read, agent.memory)
            noted, forgotten = (*noted, *read), (*forgotten, *lost)
            state = replace(state, remembered=(*state.remembered, *kept))
        elif isinstance(read, str) and step.reads == "profile":
            state = replace(state, profile=read)
        elif isinstance(read, str):
            notes[step.name] = read
    waits = bool(shown and agent.of(StepTime.WAVE) and not full)
    if not waits:
        state = replace(state, unread=())
    state = replace(state, notes=tuple(notes.items()))
    return state, WaveAccount(
        wave.number, state.profile, tuple(taken), noted, forgotten, state.remembered,
        state.notes, waits,
    )  # fmt: skip


def question_steps(
    agent: Agent, state: AgentState, wave: ShownWave, question: AskedQuestion
) -> Generator[StepRequest, Replies, QuestionAccount]:
    """The steps of a question, then the request that answers it."""
    memory = agent.memory
    found: tuple[Remembered, ...] = ()
    if wave.number >= memory.recall_from:
        found = recalled(state.remembered, question.words, memory)
    kept = {step: text for step, key, text in state.question_notes if key == question.key}
    notes = dict(state.notes)
    taken: list[StepTaken] = []
    last = dict(state.last).get(question.key)
    shown: dict[str, object] = {
        "question": question.text,
        "recalled": found,
        "answer_line": question.answer_line,
        "answer_form": question.answer_form,
        "last": last,
        "feedback": last if last is not None and last.people else None,
    }
    own: dict[str, str] = {}
    for step in agent.of(StepTime.QUESTION):
        context = _context(agent, state, wave, {**notes, **kept, **own}) | shown
        read, told = yield from _ask(agent, step, context, wave.number)
        taken.append(told)
        if isinstance(read, str):
            own[step.name] = read
    context = _context(agent, state, wave, {**notes, **kept, **own}) | shown
    yield StepRequest(_rendered(agent, "answer", agent.declared.answer.prompt, context))
    return QuestionAccount(found, tuple(own.items()), tuple(taken))


def after_answers(
    agent: Agent,
    state: AgentState,
    answers: tuple[tuple[AskedQuestion, LastAnswer, QuestionAccount], ...],
) -> AgentState:
    """The state with the answers of a wave in it."""
    always = {one.name for one in agent.of(StepTime.QUESTION) if one.keep is NoteLife.ALWAYS}
    notes = {(step, key): text for step, key, text in state.question_notes}
    for question, _, account in answers:
        notes |= {(step, question.key): text for step, text in account.notes if step in always}
    return replace(
        state,
        last=tuple((question.key, answer) for question, answer, _ in answers),
        question_notes=tuple((step, key, text) for (step, key), text in notes.items()),
    )


def _ask(
    agent: Agent, step: AgentStep, context: dict[str, object], wave: int
) -> Generator[StepRequest, Replies, tuple[object, StepTaken]]:
    """A step, asked again while its reply cannot be read, a bounded number of times."""
    prompt = _rendered(agent, step.name, step.prompt, context)
    unread: list[str] = []
    for attempt in range(1, agent.declared.tries + 1):
        asked = prompt
        if unread:
            asked += f"{_GAP}(Your last reply {unread[-1]}. Please reply in the form asked for.)"
        told = str(context["profile"]), str(context["unread"])
        reply = yield StepRequest(asked, step, attempt, *told)
        read = read_reply(reply, step, wave)
        if not isinstance(read, UnreadableReply):
            return read, StepTaken(step.name, tuple(unread))
        unread.append(read.why)
    return None, StepTaken(step.name, tuple(unread), skipped=True)


def _context(
    agent: Agent, state: AgentState, wave: ShownWave, notes: dict[str, str]
) -> dict[str, object]:
    blank = {one.name: "" for one in agent.steps if one.reads == "note"}
    return {
        **blank,
        **notes,
        "profile": state.profile,
        "wave": wave.number,
        "exposure": wave.exposure,
        "unread": _GAP.join(state.unread),
        "memories": state.remembered,
        "score_means": SCORES[agent.memory.score],
    }


def _rendered(agent: Agent, key: str, prompt: str, context: dict[str, object]) -> str:
    try:
        return rendered(prompt, context)
    except TemplateFault as fault:
        raise AgentUnusable(
            f"`{key}` of the agent {agent.name}: {fault.what}", fault.help
        ) from fault


def _always(agent: Agent, name: str) -> bool:
    return any(one.name == name and one.keep is NoteLife.ALWAYS for one in agent.steps)


def _size(unread: tuple[str, ...]) -> int:
    return sum(len(words(text)) for text in unread)
