"""An agent: a file of templates and a list of steps."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from dsl.errors import DevrunError
from dsl.files.declared import declared
from dsl.files.toml import toml_of
from dsl.record import record
from renderers.rows.agent_waves import MemoryStatement
from runners.agents.agent_file import (
    AgentFile,
    AgentStep,
    Digest,
    Memory,
    NoteLife,
    Recall,
    StepTime,
)
from runners.agents.identity import RECALL
from runners.agents.state import LastAnswer
from runners.agents.templates import (
    OF_A_QUESTION,
    OF_A_WAVE,
    TemplateFault,
    checked,
    rendered,
)

LONGEST_FILE = 200_000

_LABELS = re.compile(r"(?m)^([A-Z]\w*(?: \w+)?): \S")


class AgentUnusable(DevrunError):
    """A file that is no agent, or settings that it does not take."""

    code = "agent"


@record
class Agent:
    """What a file declares, with other settings where they were asked for. `name` is that of a
    shipped agent, or of a file with its ending; `text` is all of the file.
    """

    name: str
    text: str
    declared: AgentFile
    given: tuple[tuple[str, str], ...] = ()
    """The settings that were asked for and differ from the file's, as they are written."""

    @property
    def written(self) -> str:
        """Its name with the settings that differ from the file's: `coggpt?forget=0.2`."""
        given = "&".join(f"{key}={value}" for key, value in self.given)
        return f"{self.name}?{given}" if given else self.name

    @property
    def steps(self) -> tuple[AgentStep, ...]:
        """Its steps, in their order."""
        return self.declared.step

    @property
    def memory(self) -> Memory:
        """How statements are kept."""
        return self.declared.memory

    @property
    def sees_feedback(self) -> bool:
        """Whether it is shown how people rated."""
        return "feedback" in _names(self.declared)

    @property
    def needs_answers(self) -> bool:
        """Whether what it is asked in a wave hangs on its answers in the wave before."""
        return bool({"feedback", "last"} & _names(self.declared)) or any(
            one.keep is NoteLife.ALWAYS for one in self.of(StepTime.QUESTION)
        )

    @property
    def compares(self) -> bool:
        """Whether it recalls statements by embeddings."""
        return self.remembers and self.memory.recall is Recall.EMBEDDINGS

    @property
    def remembers(self) -> bool:
        """Whether it notes statements."""
        return any(one.reads == "statements" for one in self.steps)

    @property
    def blank_notes(self) -> dict[str, str]:
        """Its notes by the name of their step, before any was made."""
        return {one.name: "" for one in self.steps if one.reads == "note"}

    @property
    def labels(self) -> tuple[str, ...]:
        """What lines of a reply to its answer prompt begin with, but for the answer's own."""
        return _labels(self.declared.answer.prompt)

    @property
    def kept_always(self) -> frozenset[str]:
        """The steps whose notes are always kept."""
        return frozenset(one.name for one in self.steps if one.keep is NoteLife.ALWAYS)

    def of(self, when: StepTime) -> tuple[AgentStep, ...]:
        """The steps of each wave, or of each question, in their order."""
        return tuple(one for one in self.steps if one.when is when)


# ------------------------------------------------------------------------------- reading a file


_FORM = (
    'it is TOML: about = "...", tables such as [answer] and [[step]], prompts between three '
    'quotation marks (""")'
)


@lru_cache(64)
def agent_of_text(text: str, name: str, file: str) -> Agent:
    """The agent that a text declares; `file` is what faults call it.

    Raises:
        AgentUnusable: it is no agent; with the key that is wrong, and what to write there.
    """
    if len(text) > LONGEST_FILE:
        raise AgentUnusable(
            f"{file} has more than {LONGEST_FILE:,} characters", "an agent's file is a page or two"
        )
    found = toml_of(text, file, instead=_FORM, error=AgentUnusable)
    agent = Agent(name, text, declared(found, AgentFile, file=file, error=AgentUnusable))
    check_steps(agent, file)
    _check_templates(agent, file)
    return agent


def check_steps(agent: Agent, file: str) -> None:
    """Raises AgentUnusable for steps that cannot be taken as they are declared."""
    named = [one.name for one in agent.steps]
    for at, name in enumerate(named):
        where = f"`name` in [[step]] {at + 1} of {file}"
        if name in named[:at]:
            raise AgentUnusable(
                f"{where} is `{name}`, as that of another step", "name it otherwise"
            )
        if name in OF_A_WAVE or name in OF_A_QUESTION or name == RECALL:
            raise AgentUnusable(f"{where} is `{name}`, which templates show", "name it otherwise")
    for at, one in enumerate(agent.steps):
        where = f"[[step]] {at + 1} of {file}"
        if one.when is StepTime.QUESTION and one.reads != "note":
            raise AgentUnusable(
                f"{where} is taken for {one.when.value}, and read as {one.reads.value}",
                'write reads = "note", or when = "each wave": what is learnt at a question stays '
                "with that question",
            )
        if one.keep != "wave" and one.reads != "note":
            raise AgentUnusable(
                f"{where} has `keep`, and is read as {one.reads.value}",
                "leave `keep` out: only notes are kept for a time",
            )
    memory = agent.memory
    if memory.embeddings and memory.recall is not Recall.EMBEDDINGS:
        raise AgentUnusable(
            f"`memory.embeddings` in {file} does nothing, since statements are recalled by words",
            'write recall = "embeddings" as well, or leave it out',
        )
    if (memory.digest is Digest.CAPACITY) != bool(memory.capacity):
        raise AgentUnusable(
            f"`memory.capacity` in {file} is {memory.capacity}, and `memory.digest` is "
            f'"{memory.digest.value}"',
            'write digest = "at capacity" and capacity = 3000 (words), or neither',
        )


@lru_cache(256)
def _labels(prompt: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_LABELS.findall(prompt)))


@lru_cache(256)
def _names(declared: AgentFile) -> frozenset[str]:
    """Every name that its templates show."""
    notes = {one.name: "" for one in declared.step}
    known = OF_A_WAVE | OF_A_QUESTION | notes
    prompts = (declared.answer.prompt, *(one.prompt for one in declared.step))
    return frozenset[str]().union(*(checked(one, known) for one in prompts))


_ANSWER = "[answer]"


def _check_templates(agent: Agent, file: str) -> None:
    waves = {one.name: "a note" for one in agent.of(StepTime.WAVE) if one.reads == "note"}
    own = {one.name: "a note" for one in agent.of(StepTime.QUESTION)}
    prompts = [(_ANSWER, agent.declared.answer.prompt, True)]
    prompts += [
        (f"[[step]] {at + 1}", one.prompt, one.when is StepTime.QUESTION)
        for at, one in enumerate(agent.steps)
    ]
    for table, prompt, asks in prompts:
        where = f"`prompt` in {table} of {file}"
        known = OF_A_WAVE | waves | (OF_A_QUESTION | own if asks else {})
        try:
            names = checked(prompt, known)
            for sample in _SAMPLES:
                notes = dict.fromkeys((*waves, *own), sample["note"])
                rendered(prompt, {**notes, **sample})
        except TemplateFault as fault:
            raise AgentUnusable(f"{where}: {fault.what}", fault.help) from fault
        if table == _ANSWER and "question" not in names:
            raise AgentUnusable(f"{where} does not show the question", "write {{ question }} in it")
        if table == _ANSWER and "answer_line" not in names:
            raise AgentUnusable(
                f"{where} does not say on which line the answer is read",
                "ask for a line such as {{ answer_line }}: 4",
            )


_SAMPLES: tuple[dict[str, Any], ...] = tuple(
    {
        "profile": words, "wave": wave, "exposure": words, "unread": words, "note": words,
        "memories": statements, "recalled": statements, "score_means": "confidence",
        "question": words, "answer_line": "Rating",
        "answer_form": "a number", "last": last, "feedback": last,
    }
    for words, wave, statements, last in (
        ("", 0, (), None),
        ("words", 1, (MemoryStatement("words", 3, 1),), LastAnswer("words", "3", "4")),  # type: ignore[arg-type]
    )
)  # fmt: skip
