"""An agent: a file of templates and a list of steps."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from typing import Any

import msgspec

from dsl.errors import DevrunError
from dsl.record import record
from dsl.spelling import closest
from renderers.rows.agent_waves import MemoryStatement
from runners.agents.agent_file import (
    AgentFile,
    AgentStep,
    AgentTable,
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
    try:
        found = tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise AgentUnusable(
            f"{file} cannot be read: {_first_lower(str(fault)) or 'it is nested too deeply'}",
            'it is TOML: about = "...", tables such as [answer] and [[step]], prompts between '
            'three quotation marks (""")',
        ) from fault
    except ValueError as fault:  # Python reads no whole number of more than 4,300 digits
        raise AgentUnusable(
            f"{file} has a number with thousands of digits", "write a shorter one"
        ) from fault
    try:
        declared = msgspec.convert(found, AgentFile)
    except msgspec.ValidationError as fault:
        raise _refused(str(fault), file) from fault
    agent = Agent(name, text, declared)
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


_ANSWER = "prompt` in `[answer]"


def _check_templates(agent: Agent, file: str) -> None:
    waves = {one.name: "a note" for one in agent.of(StepTime.WAVE) if one.reads == "note"}
    own = {one.name: "a note" for one in agent.of(StepTime.QUESTION)}
    prompts = [(_ANSWER, agent.declared.answer.prompt, True)]
    prompts += [
        (f"prompt` in `[[step]] {at + 1}", one.prompt, one.when is StepTime.QUESTION)
        for at, one in enumerate(agent.steps)
    ]
    for key, prompt, asks in prompts:
        known = OF_A_WAVE | waves | (OF_A_QUESTION | own if asks else {})
        try:
            names = checked(prompt, known)
            for sample in _SAMPLES:
                notes = dict.fromkeys((*waves, *own), sample["note"])
                rendered(prompt, {**notes, **sample})
        except TemplateFault as fault:
            raise AgentUnusable(f"`{key}` of {file}: {fault.what}", fault.help) from fault
        if key == _ANSWER and "question" not in names:
            raise AgentUnusable(
                f"`{key}` of {file} does not show the question", "write {{ question }} in it"
            )
        if key == _ANSWER and "answer_line" not in names:
            raise AgentUnusable(
                f"`{key}` of {file} does not say on which line the answer is read",
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


_KIND = {"str": "text", "int": "a whole number", "float": "a number", "bool": "true or false",
         "array": "a list", "object": "a table"}  # fmt: skip
HELP = {
    "about": 'write about = "what this agent does, in a line"',
    "answer": 'write [answer] and below it prompt = """..."""',
    "prompt": 'write prompt = """..."""',
    "name": "a name is a small letter, then small letters, digits or _, such as distil",
    "reads": 'write reads = "statements", "profile" or "note"',
    "when": 'write when = "each wave" or "each question"',
    "keep": 'write keep = "wave" or "always"',
    "digest": 'write digest = "each wave" or "at capacity"',
    "score": 'write score = "confidence" or "preference"',
    "forget": "write a share from 0 to 1, such as forget = 0.4",
    "recall": 'write recall = "words" or "embeddings"; how many is recalled = 3',
    "recalled": "write a whole number from 0 to 50, such as recalled = 3",
    "embeddings": 'name a model, such as embeddings = "openai/text-embedding-3-small"',
    "tries": "write a whole number from 1 to 10, such as tries = 3",
    "unknown": 'write unknown = ["...", "..."]',
    "capacity": "write a number of words, such as capacity = 3000",
    "step": "write up to ten tables [[step]]",
}


def _refused(said: str, file: str) -> AgentUnusable:
    """What msgspec refused, in this project's words."""
    what, _, place = said.partition(" - at `$")
    table, last = _placed(place.rstrip("`").lstrip("."))
    quoted = [part for at, part in enumerate(what.split("`")) if at % 2]
    if "unknown field" in what or "missing required field" in what:
        inner = "".join(f".{last}" if last else "")
        where = f"`{(table + inner).lstrip('.')}` of {file}" if table or last else file
        if "missing" in what:
            return AgentUnusable(f"{where} has no `{quoted[0]}`", HELP.get(quoted[0], "write it"))
        known = _fields(last or table)
        close = closest(quoted[0], known)
        return AgentUnusable(
            f"{where} has an unknown key `{quoted[0]}`",
            f"did you mean `{close}`?" if close else f"keys are {', '.join(known)}",
        )
    for kind, words in _KIND.items():
        what = what.replace(f"`{kind}`", words)
    what = what.partition(" matching regex")[0]
    where = f"`{last}` in `{table}` of {file}" if table else f"`{last}` of {file}"
    return AgentUnusable(f"{where}: {_first_lower(what)}", HELP.get(last, "correct it"))


def _placed(path: str) -> tuple[str, str]:
    """The table and the key of a path as msgspec writes it: `step[0].name`."""
    table, _, key = path.rpartition(".")
    if key.endswith("]"):
        table, key = key, ""
    named = re.sub(r"(\w+)\[(\d+)\]", lambda it: f"[[{it[1]}]] {int(it[2]) + 1}", table)
    if table and named == table:
        named = f"[{table}]"
    return named, key


def _fields(key: str) -> list[str]:
    kinds: dict[str, type[AgentTable]] = {"": AgentFile, "memory": Memory, "step": AgentStep}
    table = key.strip("[]").partition("]")[0]
    if table not in kinds:
        return ["prompt"]
    return [one.encode_name for one in msgspec.structs.fields(kinds[table])]


def _first_lower(text: str) -> str:
    return text[:1].lower() + text[1:]
